//! The accept loop, and its end.

use std::{
    convert::Infallible,
    sync::Arc,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use edge::frame::Frame;
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::net::TcpListener;

/// How long requests under way may take to finish after the server was told to stop.
const DRAIN: Duration = Duration::from_secs(20);
/// Headers that take longer are not sent by a browser.
const HEADERS: Duration = Duration::from_secs(10);

/// Serves until `stop` completes; then calls itself unready, goes on for as long as a balancer needs to notice,
/// and lets what is under way finish.
pub async fn serve(
    listener: TcpListener,
    frame: Arc<Frame>,
    draining: Arc<AtomicBool>,
    notice: Duration,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS).pipeline_flush(true);
    let graceful = GracefulShutdown::new();
    let unready = draining.clone();
    let mut stop = std::pin::pin!(async move {
        stop.await;
        unready.store(true, Ordering::Relaxed);
        tokio::time::sleep(notice).await;
    });
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file handles, most likely: wait for some to come back.
                    tracing::error!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let _ = stream.set_nodelay(true);
        let frame = frame.clone();
        let service = service_fn(move |request| {
            let frame = frame.clone();
            async move { Ok::<_, Infallible>(frame.answer(request, peer.ip()).await) }
        });
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish within {DRAIN:?}");
    }
}
