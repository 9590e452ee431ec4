//! The server as a program runs it: until somebody says stop.

use crate::server::{hub::Hub, listen::Server};
use std::{io, sync::Arc, time::Duration};

/// What is still running after this is left alone.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Serves the page until the program is interrupted; tells the address once it listens.
pub fn run(hub: &Arc<Hub>, port: u16, ready: impl FnOnce(&str)) -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(async {
        let server = Server::start(hub, port).await?;
        // Before anybody knows the address: who does may say stop at once.
        let stopped = stopped()?;
        ready(&server.address());
        stopped.await?;
        server.stop().await;
        Ok(())
    });
    // An export in progress is not waited for.
    runtime.shutdown_timeout(LAST_WORDS);
    result
}

/// Listens from now on for whoever says stop, and waits for that.
#[cfg(unix)]
fn stopped() -> io::Result<impl Future<Output = io::Result<()>>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        Ok(())
    })
}

/// Waits for whoever says stop.
#[cfg(not(unix))]
fn stopped() -> io::Result<impl Future<Output = io::Result<()>>> {
    Ok(tokio::signal::ctrl_c())
}
