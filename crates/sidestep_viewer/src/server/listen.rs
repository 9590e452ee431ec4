//! Accepts connections, so many at once and none that dawdles.

use crate::server::{
    answer::Answering,
    hub::{Hub, MOST_SESSIONS},
    routes,
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, watch},
    task::JoinSet,
    time::timeout,
};

/// The most connections at once, sockets included.
const MOST_CONNECTIONS: usize = 128;

/// How long a client may take to say what it wants.
const HEADER_PATIENCE: Duration = Duration::from_secs(10);

/// How long sessions may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// Ports tried when the wanted one is taken.
const MOST_PORTS: u16 = 64;

/// A server that listens. It ends when told to by [`Self::stop`], or when dropped with its runtime.
pub struct Server {
    port: u16,
    stop: watch::Sender<bool>,
    accepting: tokio::task::JoinHandle<()>,
    hub: Arc<Hub>,
}

impl Server {
    /// Begins to listen on loopback: on `port`, or on the next that is free; 0 takes any.
    pub async fn start(hub: &Arc<Hub>, port: u16) -> io::Result<Self> {
        let listener = bind(port).await?;
        let port = listener.local_addr()?.port();
        let (stop, stopped) = watch::channel(false);
        let answering = Answering { hub: Arc::clone(hub), port, stop: stopped.clone() };
        let accepting = tokio::spawn(accept(listener, answering, stopped));
        Ok(Self { port, stop, accepting, hub: Arc::clone(hub) })
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where a browser finds it.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Says goodbye to everybody and stops.
    pub async fn stop(self) {
        // Whoever does not listen any more has stopped already.
        let _ = self.stop.send(true);
        let _ = self.accepting.await;
        let sessions = u32::try_from(MOST_SESSIONS).unwrap_or(u32::MAX);
        let _ = timeout(GOODBYE, self.hub.sessions.acquire_many(sessions)).await;
    }
}

async fn bind(port: u16) -> io::Result<TcpListener> {
    let mut last = None;
    for tried in 0..MOST_PORTS {
        let Some(next) = port.checked_add(tried) else { break };
        match TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, next))).await {
            Ok(listener) => return Ok(listener),
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

async fn accept(listener: TcpListener, answering: Answering, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let service = TowerToHyperService::new(routes::router(answering));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => break,
            // Whatever has ended is tidied away here.
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            // Out of file descriptors, most likely: wait until some are free.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Too many: the connection is closed at once.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let service = service.clone();
        let mut stop = stop.clone();
        connections.spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADER_PATIENCE)
                .max_buf_size(64 * 1024)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            tokio::pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = stop.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
            }
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(GOODBYE, async { while connections.join_next().await.is_some() {} }).await;
}
