//! Takes the figures of the playground: how soon it moves, input to pose on loopback, and what the
//! server costs beside the engine.
//!
//! ```text
//! cargo build --release -p sidestep_cli
//! cargo run --release -p sidestep_viewer --example figures -- target/release/sidestep
//! ```
//!
//! It starts the program twice, with an empty cache and with what it has built by then, and prints one
//! JSON object. Costs are CPU time of the program's threads as Linux counts it, so that a busy machine
//! matters little; all other times are of the wall.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement that fails may panic")]

#[path = "../tests/support/mod.rs"]
mod support;

use serde_json::{Value, json};
use sidestep_viewer::{
    server::Hub,
    stage::{Setting, TICKS_PER_SEC, event::Event, play::Play, wish::Wish},
};
use std::{
    io::BufRead,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use support::{Client, Frame, no_clock, setting};

/// Wishes sent, one every three ticks and a bit, so that they fall anywhere within a tick.
const WISHES: u32 = 200;

/// How long the cost is watched.
const WATCH_SECS: u32 = 20;

/// The server's wishes and stages.
const WALK: &str = r#"{"do":"wish","wish":{"kind":"move","heading":1,"speed":1.3}}"#;
const ONE: &str = r#"{"do":"start","world":"floor","controllers":["p_mobility"]}"#;
const CROWD: &str =
    r#"{"do":"start","world":"crowd","controllers":["p_mobility"],"count":100,"scene":"field"}"#;

#[tokio::main]
async fn main() {
    let program = std::env::args().nth(1).expect("the path of the program `sidestep`");
    let cache = std::env::temp_dir().join(format!("sidestep_figures_{}", std::process::id()));
    let mut first = Playground::start(Path::new(&program), &cache);
    let (moves_secs, built_secs) = (first.moves("p_clips").await, first.built().await);
    first.stop();
    let mut again = Playground::start(Path::new(&program), &cache);
    let moves_again_secs = again.moves("p_mobility").await;
    again.built().await;
    let latency = latency(again.port).await;
    let crowd = Setting {
        count: Some(100),
        scene: Some("field".to_owned()),
        ..setting("crowd", &["p_mobility"])
    };
    let hub = hub(&cache);
    let one = again.cost(ONE, &setting("floor", &["p_mobility"]), &hub).await;
    let crowd = again.cost(CROWD, &crowd, &hub).await;
    again.stop();
    std::fs::remove_dir_all(cache).unwrap();
    let figures = json!({
        "first_run": { "moves_secs": moves_secs, "all_built_secs": built_secs },
        "next_run": { "moves_secs": moves_again_secs },
        "input_to_pose_ms": latency,
        "one_character": one,
        "crowd_of_100": crowd,
    });
    println!("{figures}");
}

/// The program as it runs.
struct Playground {
    begun: Instant,
    child: Child,
    port: u16,
}

impl Playground {
    fn start(program: &Path, cache: &Path) -> Self {
        let begun = Instant::now();
        let mut command = Command::new(program);
        command.args(["play", "--headless", "--port", "0", "--cache"]).arg(cache);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        std::io::BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let address = told["address"].as_str().unwrap();
        let port = address.rsplit(':').next().unwrap().parse().unwrap();
        Self { begun, child, port }
    }

    fn stop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Seconds until a character of that controller has moved by 10 cm.
    async fn moves(&self, controller: &str) -> f64 {
        let mut client = Client::open(self.port).await;
        let mut told = client.text("hello").await;
        let has = |told: &Value| {
            let known = told["controllers"].as_array().unwrap();
            known.iter().any(|known| known["id"] == controller)
        };
        while !has(&told) {
            told = client.text("catalogue").await;
        }
        let start = format!(r#"{{"do":"start","world":"floor","controllers":["{controller}"]}}"#);
        client.say(&start).await;
        client.say(WALK).await;
        let from = acknowledged(&mut client).await.ground();
        loop {
            let [x, z, _] = acknowledged(&mut client).await.ground();
            if (x - from[0]).hypot(z - from[1]) > 0.1 {
                return self.begun.elapsed().as_secs_f64();
            }
        }
    }

    /// Seconds until everything is built.
    async fn built(&self) -> f64 {
        let mut client = Client::open(self.port).await;
        let hello = client.text("hello").await;
        if hello["jobs"].as_array().unwrap().iter().any(|job| job["done"] == false) {
            while client.text("job").await["done"] == false {}
        }
        self.begun.elapsed().as_secs_f64()
    }

    /// Shares of a core: of the whole server while somebody watches, of the same ticks alone, and the
    /// difference.
    async fn cost(&self, start: &str, setting: &Setting, hub: &Hub) -> Value {
        let mut client = Client::open(self.port).await;
        client.say(start).await;
        client.say(WALK).await;
        for _ in 0..2 * TICKS_PER_SEC {
            acknowledged(&mut client).await;
        }
        let (begun, cpu_before) = (Instant::now(), cpu_secs(self.child.id()));
        let first = acknowledged(&mut client).await;
        let (mut frames, mut last) = (1_u32, first.tick);
        while begun.elapsed() < Duration::from_secs(WATCH_SECS.into()) {
            last = acknowledged(&mut client).await.tick;
            frames += 1;
        }
        let secs = begun.elapsed().as_secs_f64();
        let all = (cpu_secs(self.child.id()) - cpu_before) / secs;
        let ticks_per_s = f64::from(last - first.tick) / secs;
        let engine = ticks_per_s * tick_secs(setting, hub);
        json!({
            "ticks_per_s": ticks_per_s,
            "frames_per_s": f64::from(frames) / secs,
            "frame_bytes": first.bytes.len(),
            "share_of_a_core": all,
            "engine_share": engine,
            "beside_the_engine": all - engine,
        })
    }
}

/// The map that the program has built, in a hub of this process.
fn hub(cache: &Path) -> Arc<Hub> {
    let files: Vec<PathBuf> =
        std::fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    let is_map = |file: &&PathBuf| file.file_name().unwrap().to_string_lossy().contains("mobility");
    let bytes = std::fs::read(files.iter().find(is_map).unwrap()).unwrap();
    let built = sidestep::decode_controller(Arc::new(bytes)).unwrap();
    let hub = Hub::plain(1);
    let library = hub.add_library("p", "Performer", Arc::clone(built.library().unwrap())).unwrap();
    hub.add_controller("p_mobility", "Mobility map", &library, built).unwrap();
    hub
}

/// CPU seconds of a tick of the same stage, with nobody to show it to.
fn tick_secs(setting: &Setting, hub: &Hub) -> f64 {
    let mut play = Play::new(setting, &hub.catalogue()).unwrap();
    let wish = Wish::Move { heading: 1.0, speed: Some(1.3), gait: None, facing: None };
    play.happen(&Event::Wish { wish, actor: None, clock: None }).unwrap();
    let ticks = (2 + WATCH_SECS) * TICKS_PER_SEC;
    let mut before = 0.0;
    for tick in 0..ticks {
        if tick == 2 * TICKS_PER_SEC {
            before = cpu_secs(std::process::id());
        }
        play.advance(&no_clock);
    }
    (cpu_secs(std::process::id()) - before) / f64::from(WATCH_SECS * TICKS_PER_SEC)
}

/// Milliseconds from sending a wish to the first frame that obeys it.
async fn latency(port: u16) -> Value {
    let mut client = Client::open(port).await;
    client.say(ONE).await;
    let begun = Instant::now();
    let now_ms = || begun.elapsed().as_secs_f64() * 1e3;
    let mut found = Vec::new();
    for number in 0..WISHES {
        for _ in 0..3 {
            acknowledged(&mut client).await;
        }
        let within_tick = Duration::from_micros(u64::from(number) * 7_919 % 16_667);
        tokio::time::sleep(within_tick).await;
        let (sent, heading) = (now_ms(), number % 6);
        let wish = format!(r#"{{"kind":"move","heading":{heading},"speed":1.3}}"#);
        client.say(&format!(r#"{{"do":"wish","wish":{wish},"clock":{sent}}}"#)).await;
        while acknowledged(&mut client).await.clock != sent {}
        found.push(now_ms() - sent);
    }
    found.sort_by(f64::total_cmp);
    let at = |percent: usize| found[percent * (found.len() - 1) / 100];
    json!({ "n": WISHES, "median": at(50), "p95": at(95), "max": at(100) })
}

/// The next frame, told to be drawn.
async fn acknowledged(client: &mut Client) -> Frame {
    let frame = client.frame().await;
    client.say(&format!(r#"{{"do":"ack","tick":{}}}"#, frame.tick)).await;
    frame
}

/// CPU seconds of the threads of a process so far, to the nanosecond.
fn cpu_secs(process: u32) -> f64 {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let nanos = threads.map(|thread| {
        // A thread that has ended meanwhile is not one of those that are watched.
        let text = std::fs::read_to_string(thread.unwrap().path().join("schedstat"));
        text.unwrap_or_default().split(' ').next().unwrap().parse().unwrap_or(0.0)
    });
    1e-9 * nanos.sum::<f64>()
}
