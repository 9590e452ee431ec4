//! `sidestep play` as a user runs it: the real program, real sockets, real signals.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig, resample::resample};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

/// The longest that a program may take to start or to stop on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A playground that runs; it is ended with the test, however that ends.
struct Playground {
    child: Child,
    port: u16,
}

impl Playground {
    /// Starts on a library and a cache of its own and reads the one line it prints.
    fn start(folder: &Path, port: u16) -> Self {
        let library = folder.join("tiny.motion");
        if !library.exists() {
            std::fs::write(&library, tiny_library()).unwrap();
        }
        let mut child = play()
            .args(["--headless", "--port", &port.to_string()])
            .arg("--cache")
            .arg(folder.join("cache"))
            .arg(library)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let address = told["address"].as_str().unwrap().to_owned();
        let port = address.strip_prefix("http://127.0.0.1:").unwrap().parse().unwrap();
        Self { child, port }
    }

    /// The status and the body of an answer.
    fn get(&self, path: &str, headers: &str) -> (u16, String) {
        let own = format!("Host: 127.0.0.1:{}\r\n", self.port);
        let host = if headers.contains("Host:") { "" } else { &own };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// Asks it to end, as a shell or an init system does.
    fn terminate(&mut self) -> ExitStatus {
        let kill = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it still runs {PATIENCE:?} after SIGTERM");
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn play() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    command.arg("play");
    command
}

/// Some seconds of standing and walking.
fn tiny_library() -> Vec<u8> {
    let config = sidestep_performer::PerformerConfig { play: 0.1, ..Default::default() };
    let clips: Vec<_> = sidestep_performer::perform(&config)
        .iter()
        .filter(|clip| ["idle", "walk_starts"].iter().any(|name| clip.name.starts_with(name)))
        .map(|clip| resample(clip, 30.0))
        .collect();
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
    sidestep::encode_library(&library)
}

#[test]
fn it_serves_the_page_to_its_own_and_ends_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut playground = Playground::start(folder.path(), 0);
    let (status, page) = playground.get("/", "");
    assert_eq!(status, 200);
    let asset = page.split('"').find(|word| word.contains("assets/")).unwrap();
    let asset = format!("/{}", asset.trim_start_matches(['.', '/']));
    let (status, body) = playground.get(&asset, "");
    assert_eq!((status, body.is_empty()), (200, false), "{asset}");
    assert_eq!(playground.get("/", "Host: evil.example\r\n").0, 403);
    assert_eq!(playground.get("/", "Origin: https://evil.example\r\n").0, 403);
    assert_eq!(playground.get("/assets/nothing.js", "").0, 404);
    let status = playground.terminate();
    assert_eq!(status.code(), Some(0), "{status:?}");
}

#[test]
fn a_taken_port_is_left_to_who_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Playground::start(folder.path(), 0);
    let mut second = Playground::start(folder.path(), first.port);
    assert!(second.port > first.port, "{} and {}", first.port, second.port);
    assert_eq!((first.get("/", "").0, second.get("/", "").0), (200, 200));
    assert_eq!(second.terminate().code(), Some(0));
    assert_eq!((first.get("/", "").0, first.terminate().code()), (200, Some(0)));
}

#[test]
fn a_library_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.motion");
    for bytes in [None, Some(&b""[..]), Some(b"not a library at all")] {
        if let Some(bytes) = bytes {
            std::fs::write(&file, bytes).unwrap();
        }
        let output = play().args(["--headless", "--port", "0"]).arg(&file).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{bytes:?}");
        assert!(said.contains("broken.motion"), "{bytes:?}: {said}");
        assert!(output.stdout.is_empty(), "it told an address");
    }
}
