//! The server as a browser meets it: real sockets on loopback.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use support::{Client, server};

#[tokio::test(flavor = "multi_thread")]
async fn from_hello_to_a_walk() {
    let server = server().await;
    let mut client = Client::open(server.port()).await;
    let hello = client.text("hello").await;
    assert_eq!(hello["controllers"][1]["id"], "p_matching");
    assert_eq!(hello["worlds"][0]["id"], "floor");
    client
        .say(r#"{"do":"start","world":"floor","controllers":["p_matching"],"manual":true}"#)
        .await;
    let stage = client.text("stage").await;
    let joints = stage["actors"][0]["joints"].as_array().unwrap().len();
    let first = client.frame().await;
    assert_eq!((first.tick, first.bytes.len()), (0, 40 + 48 + 16 * joints));
    let walk = r#"{"do":"wish","wish":{"kind":"move","heading":0,"speed":1.3},"clock":77.5}"#;
    client.say(walk).await;
    client.say(r#"{"do":"step","ticks":180}"#).await;
    let frame = client.frame().await;
    assert_eq!((frame.tick, frame.clock), (180, 77.5));
    assert!(frame.ground()[1] > 1.5, "{:?}", frame.ground());
    assert_eq!(client.text("stepped").await["tick"], 180);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_wait_for_acknowledgement() {
    let server = server().await;
    let mut client = Client::open(server.port()).await;
    client.say(r#"{"do":"start","world":"floor","controllers":["p_clips"]}"#).await;
    let (first, second) = (client.frame().await, client.frame().await);
    assert_eq!((first.tick, second.tick), (0, 1));
    // Nothing was acknowledged: the stage goes on, but no frame comes until one is.
    client.text("timeline").await;
    client.text("timeline").await;
    client.say(r#"{"do":"ack","tick":0}"#).await;
    let third = client.frame().await;
    assert!(third.tick > 30, "{}", third.tick);
    client.say(r#"{"do":"pause"}"#).await;
    let told = client.text("timeline").await;
    assert_eq!(told["paused"], true);
    server.stop().await;
}
