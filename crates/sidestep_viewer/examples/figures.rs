//! Takes the figures of the server: input to pose on loopback, and what it costs beside the engine.
//!
//! `cargo run --release -p sidestep_viewer --example figures` starts itself once more as the server, so
//! that only the server's time is counted. One JSON object is printed.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement that fails may panic")]

#[path = "../tests/support/mod.rs"]
mod support;

use serde_json::{Value, json};
use sidestep_viewer::server::{Method, Server};
use std::{
    io::BufRead,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use support::{Client, u32_at};

/// Wishes sent, one every 50 ms and a bit, so that they fall anywhere within a tick.
const WISHES: u32 = 200;

/// How long the cost is watched.
const WATCH_SECS: u64 = 10;

#[tokio::main]
async fn main() {
    if std::env::args().nth(1).as_deref() == Some("serve") {
        return serve().await;
    }
    let (mut child, port) = start();
    let latency = latency(port).await;
    let six = cost(&child, port, r#"{"do":"start","world":"floor","controllers":["p_matching","p_matching","p_matching","p_clips","p_clips","p_clips"]}"#).await;
    let crowd =
        r#"{"do":"start","world":"crowd","controllers":["p_clips"],"count":100,"scene":"field"}"#;
    let crowd = cost(&child, port, crowd).await;
    println!(
        "{}",
        json!({ "input_to_pose_ms": latency, "six_actors": six, "crowd_of_100": crowd })
    );
    child.kill().unwrap();
    child.wait().unwrap();
}

async fn serve() {
    let hub = support::hub();
    let entry = hub.catalogue().library("p").unwrap().clone();
    let built = hub.clone();
    let (done, ready) = std::sync::mpsc::channel();
    hub.spawn("map", move |_, progress| {
        let result = built.build(&entry, Method::Mobility, progress).map(|_| ());
        done.send(()).unwrap();
        result
    })
    .unwrap();
    ready.recv().unwrap();
    let server = Server::start(&hub, 0).await.unwrap();
    println!("{}", server.port());
    std::future::pending::<()>().await;
}

fn start() -> (Child, u16) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let mut child = command.arg("serve").stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().parse().unwrap())
}

/// Milliseconds from sending a wish to the first frame that obeys it.
async fn latency(port: u16) -> Value {
    let mut client = Client::open(port).await;
    client.say(r#"{"do":"start","world":"floor","controllers":["p_matching"]}"#).await;
    let begun = Instant::now();
    let now_ms = || begun.elapsed().as_secs_f64() * 1e3;
    let mut found = Vec::new();
    for number in 0..WISHES {
        let pause = Duration::from_micros(50_000 + u64::from(number) * 7_919 % 16_667);
        let until = Instant::now() + pause;
        while Instant::now() < until {
            ack(&mut client).await;
        }
        let sent = now_ms();
        let heading = f64::from(number % 6);
        client
            .say(&format!(
                r#"{{"do":"wish","wish":{{"kind":"move","heading":{heading},"speed":1.3}},"clock":{sent}}}"#
            ))
            .await;
        while ack(&mut client).await != sent {}
        found.push(now_ms() - sent);
    }
    found.sort_by(f64::total_cmp);
    let at = |share: f64| found[(share * (found.len() - 1) as f64) as usize];
    json!({ "n": WISHES, "median": at(0.5), "p95": at(0.95), "max": at(1.0) })
}

/// Reads a frame and acknowledges it; gives the clock it echoes.
async fn ack(client: &mut Client) -> f64 {
    let frame = client.frame().await;
    client.say(&format!(r#"{{"do":"ack","tick":{}}}"#, frame.tick)).await;
    frame.clock
}

/// Shares of a core: of the whole server, and of it without what the ticks themselves took.
async fn cost(child: &Child, port: u16, start: &str) -> Value {
    let mut client = Client::open(port).await;
    client.say(start).await;
    client.say(r#"{"do":"wish","wish":{"kind":"move","heading":1,"speed":1.3}}"#).await;
    for _ in 0..60 {
        ack(&mut client).await;
    }
    let (begun, cpu_before) = (Instant::now(), cpu_secs(child.id()));
    let (mut frames, mut engine_us, mut bytes) = (0_u32, 0_u64, 0);
    while begun.elapsed() < Duration::from_secs(WATCH_SECS) {
        let frame = client.frame().await;
        client.say(&format!(r#"{{"do":"ack","tick":{}}}"#, frame.tick)).await;
        frames += 1;
        engine_us += u64::from(u32_at(&frame.bytes, 24));
        bytes = frame.bytes.len();
    }
    let secs = begun.elapsed().as_secs_f64();
    let all = (cpu_secs(child.id()) - cpu_before) / secs;
    let engine = engine_us as f64 * 1e-6 / secs;
    json!({
        "frames_per_s": f64::from(frames) / secs,
        "frame_bytes": bytes,
        "share_of_a_core": all,
        "engine_share": engine,
        "beside_the_engine": all - engine,
    })
}

/// CPU seconds of a process so far.
fn cpu_secs(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let after_name = text.rsplit(") ").next().unwrap();
    let fields: Vec<f64> =
        after_name.split_whitespace().map(|field| field.parse().unwrap_or(0.0)).collect();
    (fields[11] + fields[12]) / 100.0
}
