//! A catalogue to play with, and a client that talks to a server.

#![allow(dead_code, reason = "each test takes what it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use sidestep::BuiltController;
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig, resample::resample};
use sidestep_viewer::{
    catalogue::Catalogue,
    server::{Hub, Recipe, Server},
    stage::Setting,
};
use std::sync::{Arc, OnceLock};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, tungstenite::Message, tungstenite::client::IntoClientRequest,
};

/// Part of what the performer can do, at 30 frames a second.
pub(crate) fn library() -> Arc<MotionLibrary> {
    static LIBRARY: OnceLock<Arc<MotionLibrary>> = OnceLock::new();
    let perform = || {
        let config = sidestep_performer::PerformerConfig { play: 0.2, ..Default::default() };
        let clips = sidestep_performer::perform(&config);
        let clips: Vec<_> = clips.iter().map(|clip| resample(clip, 30.0)).collect();
        Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap())
    };
    Arc::clone(LIBRARY.get_or_init(perform))
}

/// A hub with the library `p` and the controllers `p_clips` and `p_matching`.
pub(crate) fn hub() -> Arc<Hub> {
    let hub = Hub::plain(1);
    let entry = hub.add_library("p", "Performer", library()).unwrap();
    let player = sidestep_clip_player::build(&library(), &Default::default()).unwrap();
    let built = BuiltController::of::<sidestep_clip_player::Clips>(Arc::new(player));
    hub.add_controller("p_clips", "Clip player", &entry, built).unwrap();
    let matcher = sidestep_matching::build(&library(), &Default::default()).unwrap();
    let built = BuiltController::of::<sidestep_matching::Matching>(Arc::new(matcher));
    hub.add_controller("p_matching", "Motion matching", &entry, built).unwrap();
    hub
}

/// Whatever [`hub`] has and more, on a library small enough for it: the walks of the performer with
/// the controllers `w_clips`, `w_matching`, `w_field` and `w_mobility`.
pub(crate) fn walkers() -> Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    Arc::clone(CATALOGUE.get_or_init(|| {
        const CLIPS: [&str; 6] =
            ["idle", "walk_speeds", "walk_starts", "walk_turns", "walk_pivots", "tag_walk"];
        let config = sidestep_performer::PerformerConfig { play: 0.2, ..Default::default() };
        let clips: Vec<_> = sidestep_performer::perform(&config)
            .iter()
            .filter(|clip| CLIPS.iter().any(|name| clip.name.starts_with(name)))
            .map(|clip| resample(clip, 30.0))
            .collect();
        let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
        let hub = Hub::plain(1);
        let entry = hub.add_library("w", "Walkers", Arc::new(library)).unwrap();
        let (done, result) = std::sync::mpsc::channel();
        hub.spawn("all", move |hub, progress| {
            let built = Recipe::unasked()
                .iter()
                .try_for_each(|recipe| hub.build(&entry, recipe, progress).map(|_| ()));
            done.send(built.clone()).unwrap();
            built
        })
        .unwrap();
        result.recv().unwrap().unwrap();
        hub.catalogue()
    }))
}

/// What [`hub`] knows.
pub(crate) fn catalogue() -> Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    Arc::clone(CATALOGUE.get_or_init(|| hub().catalogue()))
}

/// A stage in a world.
pub(crate) fn setting(world: &str, controllers: &[&str]) -> Setting {
    Setting {
        world: world.to_owned(),
        controllers: controllers.iter().map(|id| (*id).to_owned()).collect(),
        seed: 1,
        count: None,
        scene: None,
    }
}

/// A clock that stands still: tests do not depend on times.
pub(crate) fn no_clock() -> f64 {
    0.0
}

/// A server on any port.
pub(crate) async fn server() -> Server {
    Server::start(&hub(), 0).await.unwrap()
}

/// One end of a socket.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
}

/// A binary frame, as far as tests look at it.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) tick: u32,
    pub(crate) clock: f64,
    pub(crate) flags: u32,
    pub(crate) bytes: Vec<u8>,
}

impl Client {
    pub(crate) async fn open(port: u16) -> Self {
        let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request().unwrap();
        let origin = format!("http://127.0.0.1:{port}").parse().unwrap();
        request.headers_mut().insert("origin", origin);
        let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        Self { socket }
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.unwrap();
    }

    /// The next message that is neither a ping nor a pong; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        loop {
            let next = tokio::time::timeout(std::time::Duration::from_secs(20), self.socket.next());
            match next.await.expect("the server says something")? {
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(message) => return Some(message),
                Err(_) => return None,
            }
        }
    }

    /// The next text with that word in `is`; everything before it is skipped.
    pub(crate) async fn text(&mut self, is: &str) -> Value {
        loop {
            if let Message::Text(text) = self.next().await.expect("the socket is open") {
                let value: Value = serde_json::from_str(&text).unwrap();
                if value["is"] == is {
                    return value;
                }
            }
        }
    }

    /// The next frame; texts before it are skipped.
    pub(crate) async fn frame(&mut self) -> Frame {
        loop {
            if let Message::Binary(bytes) = self.next().await.expect("the socket is open") {
                return Frame::read(&bytes);
            }
        }
    }
}

impl Frame {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        assert_eq!(u32_at(bytes, 0), 0x4653_5331);
        Self {
            tick: u32_at(bytes, 4),
            clock: f64::from_le_bytes(bytes[8..16].try_into().unwrap()),
            flags: u32_at(bytes, 28),
            bytes: bytes.to_vec(),
        }
    }

    /// Place and heading of the first actor.
    pub(crate) fn ground(&self) -> [f32; 3] {
        [40, 44, 48].map(|at| f32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap()))
    }
}

/// Sends bytes, reads until the server closes or `patience_ms` are over, and gives what came.
pub(crate) async fn raw(port: u16, bytes: &[u8], patience_ms: u64) -> Vec<u8> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut answer = Vec::new();
    let talk = async {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.write_all(bytes).await?;
        stream.read_to_end(&mut answer).await
    };
    // A reset or a silence is an answer as well.
    let _ = tokio::time::timeout(std::time::Duration::from_millis(patience_ms), talk).await;
    answer
}

/// A request as text, with the server's own `Host` unless the headers name one.
pub(crate) async fn http(port: u16, first: &str, headers: &str, body: &[u8]) -> (u16, Vec<u8>) {
    let host = if headers.to_ascii_lowercase().contains("host:") {
        String::new()
    } else {
        format!("Host: 127.0.0.1:{port}\r\n")
    };
    let length = body.len();
    let head = format!(
        "{first} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let answer = raw(port, &[head.as_bytes(), body].concat(), 60_000).await;
    let text = String::from_utf8_lossy(&answer);
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let at =
        answer.windows(4).position(|part| part == b"\r\n\r\n").map_or(answer.len(), |at| at + 4);
    let body = &answer[at..];
    let body = if text.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        unchunk(body)
    } else {
        body.to_vec()
    };
    (status, body)
}

fn unchunk(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = body.windows(2).position(|part| part == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16).unwrap_or(0);
        if size == 0 || body.len() < end + 4 + size {
            break;
        }
        out.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    out
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}
