//! The server as a browser meets it: real sockets on loopback.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use serde_json::{Value, json};
use sidestep_motion::{Clip, ClipId};
use support::{Client, http, server, u32_at};

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
    assert_eq!((first.tick, first.bytes.len()), (0, 40 + 72 + 16 * joints));
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
    assert!(first.tick == 0 && second.tick > 0, "{} {}", first.tick, second.tick);
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

#[tokio::test(flavor = "multi_thread")]
async fn a_taken_port_is_left_to_who_has_it() {
    let hub = support::hub();
    let first = sidestep_viewer::server::Server::start(&hub, 0).await.unwrap();
    let second = sidestep_viewer::server::Server::start(&hub, first.port()).await.unwrap();
    assert!(second.port() > first.port());
    second.stop().await;
    first.stop().await;
}

/// Files as the page sends them, with more fields of what is wanted.
fn upload(files: &[(&str, &[u8])], more: &str) -> Vec<u8> {
    let sent = files.iter().map(|(path, bytes)| json!({ "path": path, "bytes": bytes.len() }));
    let head = format!(r#"{{"files":{}{more}}}"#, sent.collect::<Value>());
    let mut body = u32::try_from(head.len()).unwrap().to_le_bytes().to_vec();
    body.extend(head.as_bytes());
    files.iter().for_each(|(_, bytes)| body.extend(*bytes));
    body
}

/// A clip of the performer, and the file it is brought as.
fn first_clip() -> (Clip, String) {
    let clip = support::library().to_clip(ClipId(0));
    let bvh = sidestep_export::bvh::write(&clip, &Default::default()).unwrap();
    (clip, bvh)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_room_reads_what_can_be_read_and_makes_it_anew() {
    let server = server().await;
    let port = server.port();
    let (_, bvh) = first_clip();

    let broken = upload(&[("broken.bvh", b"HIERARCHY\nROOT")], "");
    let (status, body) = http(port, "POST /import", "", &broken).await;
    let error: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(status, 422);
    assert!(error["error"].as_str().unwrap().contains("broken.bvh"), "{error}");

    let both = upload(&[("broken.bvh", b"HIERARCHY\nROOT"), ("first.bvh", bvh.as_bytes())], "");
    let (status, body) = http(port, "POST /import", "", &both).await;
    let report: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, &report["skipped"][0]["file"]), (200, &json!("broken.bvh")), "{report}");
    // What nothing was built of yet is replaced by what is made of the same files another way.
    let first = report["library"]["id"].as_str().unwrap();
    assert_eq!(first, "first");
    let again = upload(&[("walk.bvh", bvh.as_bytes())], &format!(r#","replaces":"{first}""#));
    let (status, body) = http(port, "POST /import", "", &again).await;
    let report: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(status, 200, "{report}");
    let (gone, _) = http(port, &format!("GET /library/{first}/report"), "", b"").await;
    assert_eq!(gone, 404);
    assert_eq!(report["library"]["id"], "walk");
    assert!(report["coverage"]["seconds"].as_f64().unwrap() > 1.0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_room_shows_builds_and_saves() {
    let server = server().await;
    let port = server.port();
    let (clip, bvh) = first_clip();
    let walk = upload(&[("walk.bvh", bvh.as_bytes())], "");
    assert_eq!(http(port, "POST /import", "", &walk).await.0, 200);

    let (_, body) = http(port, "GET /library/walk/clips", "", b"").await;
    let clips: Value = serde_json::from_slice(&body).unwrap();
    let frames = usize::try_from(clips["clips"][0]["frames"].as_u64().unwrap()).unwrap();
    let parents: Vec<_> =
        clips["joints"].as_array().unwrap().iter().map(|j| &j["parent"]).collect();
    assert_eq!((parents.len(), parents[0]), (clip.skeleton.len(), &Value::Null));
    let (status, table) = http(port, "GET /library/walk/clip/0.joints", "", b"").await;
    let joints = clip.skeleton.len();
    assert_eq!((status, table.len()), (200, 16 + frames * (16 * joints + 1)));
    let (status, table) = http(port, "GET /library/p.joints", "", b"").await;
    assert_eq!((status, u32_at(&table, 0) as usize), (200, support::library().len()));
    let (status, mesh) = http(port, "GET /library/walk/body/slimmer-coarse.body", "", b"").await;
    let [corners, triangles, bones] = [0, 4, 8].map(|at| u32_at(&mesh, at) as usize);
    assert_eq!((status, bones, corners > 100), (200, joints, true));
    assert_eq!(mesh.len(), 16 + 32 * joints + 32 * corners + 12 * triangles);
    let (status, _) = http(port, "GET /library/walk/body/giant-coarse.body", "", b"").await;
    assert_eq!(status, 404);

    let mut client = Client::open(port).await;
    client.text("hello").await;
    let wish = br#"{"library":"walk","method":"matching"}"#;
    let (status, body) = http(port, "POST /build", "", wish).await;
    let job: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(status, 200, "{job}");
    loop {
        let state = client.text("job").await;
        if state["done"] == true {
            // A single walk may be too little to match; then the reason is told.
            assert_eq!(state["job"], job["job"]);
            break;
        }
    }
    let (status, file) = http(port, "GET /save/p_clips", "", b"").await;
    assert_eq!(status, 200);
    assert!(sidestep::decode_controller(std::sync::Arc::new(file)).is_ok());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_can_be_taken_away() {
    let server = server().await;
    let port = server.port();
    let mut client = Client::open(port).await;
    client
        .say(r#"{"do":"start","world":"floor","controllers":["p_matching"],"manual":true}"#)
        .await;
    client.say(r#"{"do":"wish","wish":{"kind":"move","heading":0.5,"speed":1.2}}"#).await;
    client.say(r#"{"do":"step","ticks":120}"#).await;
    client.say(r#"{"do":"recording"}"#).await;
    let recording = client.text("recording").await["recording"].to_string();
    for format in ["glb", "bvh", "csv"] {
        let first = format!("POST /export?format={format}&actor=0");
        let (status, file) = http(port, &first, "", recording.as_bytes()).await;
        assert_eq!(status, 200, "{format}");
        let name = format!("x.{format}");
        if format != "csv" {
            let read = sidestep_import::read(&name, &file, &Default::default(), &|_| None).unwrap();
            assert_eq!(read.clips[0].len(), 61, "{format}");
        }
    }
    let (status, _) = http(port, "POST /export?format=glb&actor=3", "", recording.as_bytes()).await;
    assert_eq!(status, 422);
    let (status, _) = http(port, "POST /export?format=fbx", "", recording.as_bytes()).await;
    assert_eq!(status, 400);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_inside_and_scrubbing() {
    let server = server().await;
    let mut client = Client::open(server.port()).await;
    client
        .say(r#"{"do":"start","world":"obstacles","controllers":["p_matching"],"manual":true}"#)
        .await;
    client.say(r#"{"do":"wish","wish":{"kind":"move","heading":0,"speed":1.3}}"#).await;
    client.say(r#"{"do":"inside","on":true,"actor":0}"#).await;
    client.say(r#"{"do":"step","ticks":100}"#).await;
    let inside = client.text("inside").await;
    assert!(inside["stages"].as_array().unwrap().len() > 3, "{inside}");
    client.text("stepped").await;
    client.say(r#"{"do":"step","ticks":20}"#).await;
    let seen = client.frame().await;
    client.text("stepped").await;
    client.say(r#"{"do":"seek","tick":30}"#).await;
    assert_eq!(client.text("timeline").await["at"], 30);
    client.say(r#"{"do":"seek","tick":120}"#).await;
    let again = client.frame().await;
    assert_eq!((seen.tick, again.tick, again.flags & 4), (120, 120, 4));
    // The place and every joint; times and live figures in between differ.
    assert_eq!(seen.bytes[40..60], again.bytes[40..60]);
    assert_eq!(seen.bytes[88..], again.bytes[88..]);
    server.stop().await;
}
