//! Accepts connections, bounds their number, and drains them at the end.

use std::{
    collections::HashMap,
    convert::Infallible,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use edge::{address::ClientAddress, middleware::client_ip::TrustedProxies, pipeline::Pipeline};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{net::TcpListener, sync::Semaphore};

/// How long requests that have begun may take to finish after the server was asked to stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(20);
/// How long the headers of a request may take, and how long a connection may be idle between two requests.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);
/// The largest request head.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// How many connections may be open at once.
#[derive(Clone)]
pub struct ConnectionLimits {
    pub total: usize,
    pub per_address: usize,
    /// Proxies share their connections between many clients, so they are counted in all only.
    pub trusted: TrustedProxies,
}

/// Open connections of each client address.
#[derive(Default, Clone)]
struct OpenConnections(Arc<Mutex<HashMap<ClientAddress, usize>>>);

impl OpenConnections {
    /// `None` when the address has as many as it may.
    fn open(&self, address: ClientAddress, max: usize) -> Option<OpenConnection> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(OpenConnection { all: self.clone(), address })
    }
}

struct OpenConnection {
    all: OpenConnections,
    address: ClientAddress,
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Serves until `stop` completes. Then reports itself unready, goes on for `notice` so that a load balancer can notice, and
/// lets requests that have begun finish.
pub async fn serve(
    listener: TcpListener,
    pipeline: Arc<Pipeline>,
    limits: ConnectionLimits,
    draining: Arc<AtomicBool>,
    notice: Duration,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .max_buf_size(MAX_HEAD_BYTES)
        .pipeline_flush(true);
    let graceful = GracefulShutdown::new();
    let unready = draining.clone();
    let mut stop = std::pin::pin!(async move {
        stop.await;
        unready.store(true, Ordering::Relaxed);
        tokio::time::sleep(notice).await;
    });
    let total = Arc::new(Semaphore::new(limits.total));
    let by_address = OpenConnections::default();
    let refused = metrics::counter!("matjar_connections_refused_total");
    let open = metrics::gauge!("matjar_connections_open");
    loop {
        // With all connections taken, new ones wait in the backlog of the socket.
        let accept = async {
            let permit = total.clone().acquire_owned().await.expect("the semaphore is never closed");
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            accepted = accept => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Most likely out of file descriptors: wait for some to be closed.
                tracing::error!(%error, "accepting a connection failed");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(counted) = count(&by_address, &limits, peer.ip()) else {
            refused.increment(1);
            continue;
        };
        let _ = stream.set_nodelay(true);
        let pipeline = pipeline.clone();
        let service = service_fn(move |request| {
            let pipeline = pipeline.clone();
            #[cfg(feature = "seeded-bugs")]
            let pipeline = crate::seeded_bugs::SharedKey(pipeline);
            async move { Ok::<_, Infallible>(pipeline.handle(request, peer.ip()).await) }
        });
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        open.increment(1);
        let open = open.clone();
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection ended early");
            }
            open.decrement(1);
            drop((permit, counted));
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish within {DRAIN_TIMEOUT:?}");
    }
}

/// `None`: the client has too many connections. `Some(None)`: a proxy, whose connections are not counted.
fn count(open: &OpenConnections, limits: &ConnectionLimits, peer: IpAddr) -> Option<Option<OpenConnection>> {
    if limits.trusted.contains(peer) {
        return Some(None);
    }
    open.open(ClientAddress::bucket(peer), limits.per_address).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [SEC-H1]
    #[test]
    fn an_address_has_a_limited_number_of_connections_and_a_proxy_has_not() {
        let limits = ConnectionLimits {
            total: 10,
            per_address: 2,
            trusted: TrustedProxies::new(vec!["10.0.0.0/8".parse().expect("network")]),
        };
        let open = OpenConnections::default();
        let client = IpAddr::from([203, 0, 113, 9]);
        let first = count(&open, &limits, client);
        let second = count(&open, &limits, client);
        assert!(first.is_some() && second.is_some());
        assert!(count(&open, &limits, client).is_none());
        assert!(count(&open, &limits, IpAddr::from([203, 0, 113, 10])).is_some(), "another address");
        drop(first);
        assert!(count(&open, &limits, client).is_some(), "a closed connection makes room");
        for _ in 0..5 {
            assert!(count(&open, &limits, IpAddr::from([10, 1, 1, 1])).is_some());
        }
    }
}
