//! One socket: what comes in is checked and slowed down, what goes out is bounded.

use crate::server::{
    hub::Hub,
    order::Order,
    player::{Counting, Outbox, Outgoing, Player},
    queue::{Counted, Waiting},
    say,
};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use std::{
    sync::{
        Arc,
        mpsc::{SyncSender, TrySendError, sync_channel},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::{OwnedSemaphorePermit, broadcast, mpsc::Receiver, oneshot, watch},
    time::{interval, sleep, timeout},
};

/// Malformed messages until the session is closed.
const MOST_STRIKES: u32 = 20;

/// Orders waiting for the stage.
const MOST_ORDERS: usize = 256;

/// Messages waiting for the client.
const MOST_OUTGOING: usize = 64;

/// The most bytes of orders waiting for the stage.
const MOST_WAITING: usize = 1024 * 1024;

/// How long to wait before looking for room again.
const BUSY: Duration = Duration::from_millis(2);

/// Messages a second that are read; faster clients are slowed down.
const RATE: f64 = 300.0;

/// Messages that may come at once.
const BURST: f64 = 600.0;

/// A message that cannot be delivered for so long is the last.
const SEND_PATIENCE: Duration = Duration::from_secs(10);

/// Pings are sent so often, and a client that says nothing for three of them is gone.
const PING: Duration = Duration::from_secs(15);

/// Talks to one client until it leaves, misbehaves or the server stops.
pub(crate) async fn run(
    socket: WebSocket,
    hub: Arc<Hub>,
    permit: OwnedSemaphorePermit,
    mut stop: watch::Receiver<bool>,
) {
    let (sink, stream) = socket.split();
    let (out, outgoing) = Outbox::new(MOST_OUTGOING);
    let (orders, received) = sync_channel(MOST_ORDERS);
    let news = hub.news.subscribe();
    let hello = say::catalogue("hello", &hub.catalogue(), &hub.jobs.all());
    // There is room: nothing was sent yet.
    let _ = out.send(Outgoing::Text(hello));
    let player = Player::new(Arc::clone(&hub), out.clone());
    let (ended, end) = oneshot::channel::<()>();
    let thread = std::thread::Builder::new().name("stage".to_owned()).spawn(move || {
        player.run(&received);
        drop(ended);
        // The session counts for as long as its thread lives.
        drop(permit);
    });
    if thread.is_err() {
        return;
    }
    let writer = tokio::spawn(write(sink, outgoing, news, hub, stop.clone()));
    let reason = tokio::select! {
        reason = read(stream, &orders, &out) => reason,
        _ = end => None,
        _ = stop.wait_for(|stop| *stop) => None,
    };
    if let Some(reason) = reason {
        // Told as a message, because pages cannot see more of a close than its code.
        let _ = out.send(Outgoing::Text(say::tell("error", &reason)));
    }
    // The thread ends when its orders do, and the writer when the thread and `out` are gone.
    drop(orders);
    drop(out);
    let _ = timeout(SEND_PATIENCE, writer).await;
}

/// Reads until the client is gone; says why it was sent away.
async fn read(
    mut stream: SplitStream<WebSocket>,
    orders: &SyncSender<Counting>,
    out: &Outbox,
) -> Option<String> {
    let mut strikes = 0;
    let waiting = Waiting::default();
    let mut bucket = Bucket::new();
    loop {
        let message = match timeout(3 * PING, stream.next()).await {
            Ok(Some(Ok(message))) => message,
            Ok(Some(Err(_)) | None) | Err(_) => return None,
        };
        bucket.take().await;
        let mut bytes = 0;
        let order = match message {
            Message::Text(text) => {
                bytes = text.len();
                Order::read(text.as_str())
            }
            Message::Binary(_) => Err("messages are text".to_owned()),
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Close(_) => return None,
        };
        match order {
            Ok(order) => {
                // What does not fit waits here, and with it the client.
                let counted = loop {
                    match waiting.count(bytes, MOST_WAITING) {
                        Some(counted) => break counted,
                        None => sleep(BUSY).await,
                    }
                };
                if !hand_over(orders, (order, counted)).await {
                    return None;
                }
            }
            Err(error) => {
                strikes += 1;
                if strikes >= MOST_STRIKES {
                    return Some(format!("{MOST_STRIKES} messages made no sense; goodbye"));
                }
                // A client that does not read its errors will be found out by the player.
                let _ = out.send(Outgoing::Text(say::tell("error", &error)));
            }
        }
    }
}

/// Hands an order to the stage; waits while it is busy, which keeps the client waiting too.
async fn hand_over(orders: &SyncSender<Counting>, order: Counting) -> bool {
    let mut order = order;
    loop {
        match orders.try_send(order) {
            Ok(()) => return true,
            Err(TrySendError::Disconnected(_)) => return false,
            Err(TrySendError::Full(back)) => {
                order = back;
                sleep(BUSY).await;
            }
        }
    }
}

/// Writes what the stage and the hub have to say.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut outgoing: Receiver<(Outgoing, Counted)>,
    mut news: broadcast::Receiver<Arc<str>>,
    hub: Arc<Hub>,
    mut stop: watch::Receiver<bool>,
) {
    let mut ping = interval(PING);
    loop {
        let mut counted = None;
        let message = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => break,
            next = outgoing.recv() => {
                let Some((outgoing, bytes)) = next else { break };
                counted = Some(bytes);
                match outgoing {
                    Outgoing::Text(text) => Message::Text(text.into()),
                    Outgoing::Frame(bytes) => Message::Binary(bytes),
                }
            }
            next = news.recv() => match next {
                Ok(text) => Message::Text((*text).into()),
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    let text = say::catalogue("catalogue", &hub.catalogue(), &hub.jobs.all());
                    Message::Text(text.into())
                }
                Err(broadcast::error::RecvError::Closed) => break,
            },
            _ = ping.tick() => Message::Ping(Default::default()),
        };
        if !matches!(timeout(SEND_PATIENCE, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
        drop(counted);
    }
    let goodbye = CloseFrame { code: close_code::AWAY, reason: "goodbye".into() };
    let _ = timeout(SEND_PATIENCE, sink.send(Message::Close(Some(goodbye)))).await;
}

/// Lets so many messages a second through and makes the rest wait.
struct Bucket {
    tokens: f64,
    since: Instant,
}

impl Bucket {
    fn new() -> Self {
        Self { tokens: BURST, since: Instant::now() }
    }

    async fn take(&mut self) {
        let now = Instant::now();
        let gained = now.duration_since(self.since).as_secs_f64() * RATE;
        self.tokens = (self.tokens + gained).min(BURST) - 1.0;
        self.since = now;
        if self.tokens < 0.0 {
            sleep(Duration::from_secs_f64(-self.tokens / RATE)).await;
        }
    }
}
