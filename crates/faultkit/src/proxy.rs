//! A TCP proxy between the shop and a dependency, which injects connection faults.
//!
//! It does not parse the protocol: a request is what one read returns from the shop, and its response is what
//! comes back afterwards. This is accurate enough for PostgreSQL, Redis and HTTP, whose clients wait for
//! responses.

use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use rand::{RngExt, rngs::StdRng};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixStream},
};

use crate::rng::Seed;

/// Target of the proxy.
#[derive(Debug, Clone)]
pub enum Upstream {
    Tcp(String),
    Socket(PathBuf),
}

/// Connection faults. Rates are per ten thousand requests.
#[derive(Debug, Clone, Copy, Default)]
pub struct LineFaults {
    /// The connection is cut before the request is forwarded.
    pub cut: u32,
    /// The request is forwarded, and the connection is cut before its response.
    pub swallow: u32,
    /// Rate, and the longest delay in milliseconds.
    pub late: (u32, u64),
    /// The request is forwarded in small pieces.
    pub slice: u32,
    /// New connections are refused.
    pub closed: bool,
}

#[derive(Debug, Default)]
struct Counts {
    cut: AtomicU64,
    swallowed: AtomicU64,
    late: AtomicU64,
    sliced: AtomicU64,
}

#[derive(Clone)]
pub struct Proxy {
    pub port: u16,
    faults: Arc<Mutex<LineFaults>>,
    counts: Arc<Counts>,
}

impl Proxy {
    pub async fn open(upstream: Upstream, seed: Seed) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("listening for a proxy")?;
        let port = listener.local_addr()?.port();
        let proxy = Self { port, faults: Arc::default(), counts: Arc::default() };
        let own = proxy.clone();
        tokio::spawn(async move {
            for number in 0.. {
                let Ok((line, _)) = listener.accept().await else {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                };
                let (own, upstream, rng) = (own.clone(), upstream.clone(), seed.stream("line", number));
                tokio::spawn(async move { own.handle_connection(line, upstream, rng).await });
            }
        });
        Ok(proxy)
    }

    pub fn set_faults(&self, faults: LineFaults) {
        *self.faults.lock().unwrap_or_else(PoisonError::into_inner) = faults;
    }

    fn faults(&self) -> LineFaults {
        *self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of injected faults by kind.
    pub fn counts(&self) -> String {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Counts { cut, swallowed, late, sliced } = &*self.counts;
        format!("{} cut, {} swallowed, {} late, {} sliced", of(cut), of(swallowed), of(late), of(sliced))
    }

    async fn handle_connection(&self, line: TcpStream, upstream: Upstream, rng: StdRng) {
        if self.faults().closed {
            return reset(&line);
        }
        let _ = line.set_nodelay(true);
        // If the target is unreachable, so is the proxy.
        match &upstream {
            Upstream::Tcp(address) => match TcpStream::connect(address).await {
                Ok(far) => {
                    let _ = far.set_nodelay(true);
                    self.relay(line, far, rng).await;
                }
                Err(_) => reset(&line),
            },
            Upstream::Socket(path) => match UnixStream::connect(path).await {
                Ok(far) => self.relay(line, far, rng).await,
                Err(_) => reset(&line),
            },
        }
    }

    async fn relay<Far: AsyncRead + AsyncWrite + Unpin>(
        &self,
        mut line: TcpStream,
        mut far: Far,
        mut rng: StdRng,
    ) {
        let (mut request, mut response) = (vec![0; 16 * 1024], vec![0; 64 * 1024]);
        loop {
            tokio::select! {
                read = line.read(&mut request) => {
                    let Ok(count @ 1..) = read else { return };
                    match self.pass_on(&mut far, &request[..count], &mut rng).await {
                        Ok(true) => {}
                        Ok(false) | Err(_) => return reset(&line),
                    }
                }
                read = far.read(&mut response) => {
                    let Ok(count @ 1..) = read else { return };
                    if line.write_all(&response[..count]).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Forwards a request. Returns false if the connection must be cut.
    async fn pass_on<Far: AsyncRead + AsyncWrite + Unpin>(
        &self,
        far: &mut Far,
        request: &[u8],
        rng: &mut StdRng,
    ) -> std::io::Result<bool> {
        let faults = self.faults();
        let mut hit = |chance: u32| chance > 0 && rng.random_range(0..10_000) < chance;
        if faults.closed || hit(faults.cut) {
            self.counts.cut.fetch_add(1, Ordering::Relaxed);
            return Ok(false);
        }
        let (swallow, late, slice) = (hit(faults.swallow), hit(faults.late.0), hit(faults.slice));
        if late {
            self.counts.late.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(rng.random_range(0..=faults.late.1))).await;
        }
        // Only the beginning is split: headers are there.
        let sliced_bytes = if slice { request.len().min(32) } else { 0 };
        for piece in request[..sliced_bytes].chunks(3) {
            far.write_all(piece).await?;
            far.flush().await?;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        if slice {
            self.counts.sliced.fetch_add(1, Ordering::Relaxed);
        }
        far.write_all(&request[sliced_bytes..]).await?;
        if swallow {
            self.counts.swallowed.fetch_add(1, Ordering::Relaxed);
            // The response shows that the request was executed; wait for it only so long.
            let mut lost = vec![0; 64 * 1024];
            let _ = tokio::time::timeout(Duration::from_secs(1), far.read(&mut lost)).await;
            return Ok(false);
        }
        Ok(true)
    }
}

/// Closes with RST, as if the peer had crashed.
fn reset(line: &TcpStream) {
    let _ = line.set_zero_linger();
}

/// The address that the shop uses instead of the real one.
impl Proxy {
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An echo server that counts bytes.
    async fn echo() -> (String, Arc<AtomicU64>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let received = Arc::new(AtomicU64::new(0));
        let count = received.clone();
        tokio::spawn(async move {
            while let Ok((mut line, _)) = listener.accept().await {
                let count = count.clone();
                tokio::spawn(async move {
                    let mut bytes = [0; 64];
                    while let Ok(size @ 1..) = line.read(&mut bytes).await {
                        count.fetch_add(size as u64, Ordering::Relaxed);
                        let _ = line.write_all(&bytes[..size]).await;
                    }
                });
            }
        });
        (address, received)
    }

    async fn round_trip(proxy: &Proxy) -> Option<Vec<u8>> {
        let mut line = TcpStream::connect(proxy.address()).await.unwrap();
        line.write_all(b"hello").await.ok()?;
        let mut answer = vec![0; 5];
        line.read_exact(&mut answer).await.ok()?;
        Some(answer)
    }

    #[tokio::test]
    async fn a_connection_fails_only_as_configured() {
        let (far, received) = echo().await;
        let proxy = Proxy::open(Upstream::Tcp(far), Seed(1)).await.unwrap();
        let always = 10_000;

        assert_eq!(round_trip(&proxy).await.unwrap(), b"hello");
        proxy.set_faults(LineFaults { slice: always, ..LineFaults::default() });
        assert_eq!(round_trip(&proxy).await.unwrap(), b"hello");
        assert_eq!(received.load(Ordering::Relaxed), 10);

        proxy.set_faults(LineFaults { cut: always, ..LineFaults::default() });
        assert_eq!(round_trip(&proxy).await, None);
        assert_eq!(received.load(Ordering::Relaxed), 10);

        proxy.set_faults(LineFaults { swallow: always, ..LineFaults::default() });
        assert_eq!(round_trip(&proxy).await, None);
        assert_eq!(received.load(Ordering::Relaxed), 15);
    }
}
