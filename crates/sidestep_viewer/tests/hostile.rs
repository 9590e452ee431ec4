//! A thousand broken and malicious sessions: the server stays alive, small and polite.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by panicking")]

mod support;

use futures_util::{SinkExt, StreamExt};
use sidestep_motion::chance::Chance;
use std::time::Duration;
use support::{Client, http, raw, server};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

const SESSIONS: u64 = 1_000;

/// Sessions at once: more than the server has sockets for.
const AT_ONCE: usize = 24;

fn junk(chance: &mut Chance, most: usize) -> Vec<u8> {
    (0..chance.below(most)).map(|_| u8::try_from(chance.below(256)).unwrap()).collect()
}

/// JSON that is almost right, or not at all.
fn message(chance: &mut Chance) -> String {
    const WORDS: [&str; 12] = [
        "start", "wish", "push", "grab", "release", "ack", "seek", "step", "drag", "swap",
        "replay", "nonsense",
    ];
    const VALUES: [&str; 14] = [
        "null",
        "-1",
        "1e308",
        "1e39",
        "4294967296",
        "\"\"",
        "[]",
        "{}",
        "true",
        "0.1",
        "[[1,2],[3]]",
        "\"floor\"",
        "[\"p_clips\"]",
        "{\"kind\":\"move\",\"heading\":1e38}",
    ];
    const FIELDS: [&str; 12] = [
        "world",
        "controllers",
        "wish",
        "actor",
        "joint",
        "force",
        "secs",
        "tick",
        "ticks",
        "shape",
        "recording",
        "x",
    ];
    let pick = |list: &[&'static str], chance: &mut Chance| list[chance.below(list.len())];
    let mut text = format!("{{\"do\":\"{}\"", pick(&WORDS, chance));
    for _ in 0..chance.below(5) {
        let (field, value) = (pick(&FIELDS, chance), pick(&VALUES, chance));
        text.push_str(&format!(",\"{field}\":{value}"));
    }
    if chance.below(4) > 0 {
        text.push('}');
    }
    text
}

/// A socket, if the server has one left.
async fn open(port: u16) -> Option<tokio_tungstenite::WebSocketStream<TcpStream>> {
    let request = format!("ws://127.0.0.1:{port}/ws").into_client_request().unwrap();
    let stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    Some(tokio_tungstenite::client_async(request, stream).await.ok()?.0)
}

/// What a bad client may do, each in its turn.
async fn misbehave(port: u16, number: u64) {
    let mut chance = Chance::new(1, number);
    match number % 10 {
        0 => drop(raw(port, &junk(&mut chance, 4_000), 200).await),
        // Half a request, then nothing.
        1 => drop(raw(port, b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1", 100).await),
        2 => {
            let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
            let key = ["", "Sec-WebSocket-Key: x\r\n"][usize::from(chance.below(2) == 0)];
            let (status, _) = http(port, "GET /ws", &format!("{upgrade}{key}"), b"").await;
            assert!(status >= 400, "bad upgrade: {status}");
        }
        3 => {
            let (status, _) = http(port, "GET /", "Host: evil.example\r\n", b"").await;
            assert_eq!(status, 403, "foreign host");
        }
        4 => {
            let origin = "Origin: https://evil.example\r\n";
            let (status, _) = http(port, "GET /ws", origin, b"").await;
            assert_eq!(status, 403, "foreign origin");
        }
        5..=8 => babble(port, number % 10, &mut chance).await,
        _ => grope(port, &mut chance).await,
    }
}

/// Says what makes no sense, in one of four ways, on a socket.
async fn babble(port: u16, way: u64, chance: &mut Chance) {
    let Some(mut socket) = open(port).await else { return };
    match way {
        5 => {
            for _ in 0..chance.below(60) {
                if socket.send(Message::Text(message(chance).into())).await.is_err() {
                    break;
                }
            }
            return;
        }
        // A frame larger than anything the server reads.
        6 => drop(socket.send(Message::Text(" ".repeat(5 << 20).into())).await),
        7 => {
            // Starts the dearest thing there is and never reads or acknowledges.
            let start =
                r#"{"do":"start","world":"obstacles","controllers":["p_clips","p_matching"]}"#;
            let _ = socket.send(Message::Text(start.into())).await;
            for _ in 0..40 {
                let _ = socket.send(Message::Text(r#"{"do":"recording"}"#.into())).await;
            }
            sleep(Duration::from_millis(100)).await;
            return;
        }
        _ => {
            for _ in 0..25 {
                if socket.send(Message::Binary(junk(chance, 300).into())).await.is_err() {
                    break;
                }
            }
        }
    }
    let end = async { while let Some(Ok(_)) = socket.next().await {} };
    timeout(Duration::from_secs(10), end).await.expect("it closes");
}

/// Asks for files that are none of its business, and for what nobody can build.
async fn grope(port: u16, chance: &mut Chance) {
    let path =
        ["/../../etc/passwd", "/library/%00.joints", "/save/..%2f", "/assets//"][chance.below(4)];
    let (status, body) = http(port, &format!("GET {path}"), "", b"").await;
    assert!(status >= 400, "{path}: {status}");
    assert!(!body.windows(5).any(|part| part == b"root:"));
    let (status, _) = http(port, "POST /build", "", &junk(chance, 600)).await;
    assert!([400, 413].contains(&status), "junk to build: {status}");
}

/// Resident bytes of this process, where the system tells.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(4_096 * pages)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_bad_sessions() {
    let server = server().await;
    let port = server.port();
    // What is needed once, such as threads and their stacks, is there before it is measured.
    for number in 0..20 {
        misbehave(port, number).await;
    }
    let before = resident();
    let mut running = JoinSet::new();
    for number in 20..SESSIONS + 20 {
        if running.len() >= AT_ONCE {
            running.join_next().await.unwrap().unwrap();
        }
        running.spawn(misbehave(port, number));
    }
    while let Some(result) = running.join_next().await {
        result.unwrap();
    }
    // Everybody has left; soon there is room again.
    let mut client = None;
    for _ in 0..100 {
        if open(port).await.is_some() {
            client = Some(Client::open(port).await);
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    let mut client = client.expect("a good client gets in");
    client.text("hello").await;
    client.say(r#"{"do":"start","world":"floor","controllers":["p_clips"],"manual":true}"#).await;
    client.say(r#"{"do":"step","ticks":60}"#).await;
    assert_eq!(client.text("stepped").await["tick"], 60);
    if let (Some(before), Some(after)) = (before, resident()) {
        let grown = after.saturating_sub(before) / (1 << 20);
        println!("{SESSIONS} bad sessions: {grown} MB more resident");
        assert!(grown < 128, "grown by {grown} MB");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strikes_are_told_and_counted() {
    let server = server().await;
    let mut client = Client::open(server.port()).await;
    client.text("hello").await;
    for _ in 0..19 {
        client.say("nonsense").await;
        let told = client.text("tell").await;
        assert!(told["text"].as_str().unwrap().starts_with("no JSON"), "{told}");
    }
    client.say(r#"{"do":"pause"}"#).await;
    client.say("nonsense").await;
    assert!(client.text("tell").await["text"].as_str().unwrap().contains("20 messages"));
    loop {
        match client.next().await {
            None | Some(Message::Close(_)) => break,
            Some(_) => {}
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_pages_at_once() {
    let server = server().await;
    let mut clients = Vec::new();
    for _ in 0..16 {
        clients.push(Client::open(server.port()).await);
    }
    assert!(open(server.port()).await.is_none(), "a seventeenth gets in");
    clients.pop();
    let mut got_in = false;
    for _ in 0..50 {
        got_in = open(server.port()).await.is_some();
        if got_in {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    assert!(got_in, "nobody gets in after one has left");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_never_finishes_a_request_is_let_go() {
    let server = server().await;
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: 127").await.unwrap();
    let mut answer = Vec::new();
    let end = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    assert!(end.is_ok(), "the connection is still open after 20 s");
    server.stop().await;
}
