//! A catalogue to play with, and a client that talks to a server.

#![allow(dead_code, reason = "each test takes what it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use sidestep::BuiltController;
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig, resample::resample};
use sidestep_viewer::{
    catalogue::Catalogue,
    server::{Hub, Server, Store},
    stage::Setting,
};
use std::sync::{Arc, OnceLock};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, tungstenite::Message, tungstenite::client::IntoClientRequest,
};

/// Part of what the performer can do, at 30 frames a second.
pub fn library() -> Arc<MotionLibrary> {
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
pub fn hub() -> Arc<Hub> {
    let hub = Hub::new(1, Store::none());
    let entry = hub.add_library("p", "Performer", library()).unwrap();
    let player = sidestep_clip_player::build(&library(), &Default::default()).unwrap();
    let built = BuiltController::ClipPlayer(Arc::new(player));
    hub.add_controller("p_clips", "Clip player", &entry, built).unwrap();
    let matcher = sidestep_matching::build(&library(), &Default::default()).unwrap();
    let built = BuiltController::MotionMatcher(Arc::new(matcher));
    hub.add_controller("p_matching", "Motion matching", &entry, built).unwrap();
    hub
}

/// What [`hub`] knows.
pub fn catalogue() -> Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    Arc::clone(CATALOGUE.get_or_init(|| hub().catalogue()))
}

/// A stage in a world.
pub fn setting(world: &str, controllers: &[&str]) -> Setting {
    Setting {
        world: world.to_owned(),
        controllers: controllers.iter().map(|id| (*id).to_owned()).collect(),
        seed: 1,
        count: None,
        scene: None,
    }
}

/// A clock that stands still: tests do not depend on times.
pub fn no_clock() -> f64 {
    0.0
}

/// A server on any port.
pub async fn server() -> Server {
    Server::start(&hub(), 0).await.unwrap()
}

/// One end of a socket.
pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// A binary frame, as far as tests look at it.
#[derive(Debug)]
pub struct Frame {
    pub tick: u32,
    pub clock: f64,
    pub flags: u32,
    pub bytes: Vec<u8>,
}

impl Client {
    pub async fn open(port: u16) -> Self {
        let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request().unwrap();
        let origin = format!("http://127.0.0.1:{port}").parse().unwrap();
        request.headers_mut().insert("origin", origin);
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Self { socket }
    }

    pub async fn say(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.unwrap();
    }

    /// The next message that is neither a ping nor a pong; `None` at the end.
    pub async fn next(&mut self) -> Option<Message> {
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
    pub async fn text(&mut self, is: &str) -> Value {
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
    pub async fn frame(&mut self) -> Frame {
        loop {
            if let Message::Binary(bytes) = self.next().await.expect("the socket is open") {
                return Frame::read(&bytes);
            }
        }
    }
}

impl Frame {
    pub fn read(bytes: &[u8]) -> Self {
        assert_eq!(u32_at(bytes, 0), 0x4653_5331);
        Self {
            tick: u32_at(bytes, 4),
            clock: f64::from_le_bytes(bytes[8..16].try_into().unwrap()),
            flags: u32_at(bytes, 28),
            bytes: bytes.to_vec(),
        }
    }

    /// Place and heading of the first actor.
    pub fn ground(&self) -> [f32; 3] {
        [40, 44, 48].map(|at| f32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap()))
    }
}

pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}
