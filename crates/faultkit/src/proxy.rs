//! A line between the shop and something it depends on, which fails on order.
//!
//! It knows nothing of what is spoken. A request is what one read brings from the shop; its answer is what comes back
//! after it. That is true enough for PostgreSQL, Redis and HTTP, who all wait for their answers.

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

use crate::dice::Dice;

/// Where the line ends.
#[derive(Debug, Clone)]
pub enum Place {
    Tcp(String),
    Socket(PathBuf),
}

/// How a line misbehaves. Chances are of ten thousand requests.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mood {
    /// Cut before the request has got through.
    pub cut: u32,
    /// The request gets through, and the line is cut before its answer comes back.
    pub swallow: u32,
    /// Late by up to so many milliseconds.
    pub late: (u32, u64),
    /// The request arrives in crumbs.
    pub slice: u32,
    /// Nobody is let in.
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
    mood: Arc<Mutex<Mood>>,
    counts: Arc<Counts>,
}

impl Proxy {
    pub async fn open(place: Place, dice: Dice) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("listening for a proxy")?;
        let port = listener.local_addr()?.port();
        let proxy = Self { port, mood: Arc::default(), counts: Arc::default() };
        let own = proxy.clone();
        tokio::spawn(async move {
            for number in 0.. {
                let Ok((line, _)) = listener.accept().await else {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                };
                let (own, place, dice) = (own.clone(), place.clone(), dice.stream("line", number));
                tokio::spawn(async move { own.carry(line, place, dice).await });
            }
        });
        Ok(proxy)
    }

    pub fn set(&self, mood: Mood) {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner) = mood;
    }

    fn mood(&self) -> Mood {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often it failed, and how.
    pub fn counts(&self) -> String {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Counts { cut, swallowed, late, sliced } = &*self.counts;
        format!("{} cut, {} swallowed, {} late, {} sliced", of(cut), of(swallowed), of(late), of(sliced))
    }

    async fn carry(&self, line: TcpStream, place: Place, dice: StdRng) {
        if self.mood().closed {
            return reset(&line);
        }
        let _ = line.set_nodelay(true);
        // One who cannot be reached is seen as that.
        match &place {
            Place::Tcp(address) => match TcpStream::connect(address).await {
                Ok(far) => {
                    let _ = far.set_nodelay(true);
                    self.relay(line, far, dice).await;
                }
                Err(_) => reset(&line),
            },
            Place::Socket(path) => match UnixStream::connect(path).await {
                Ok(far) => self.relay(line, far, dice).await,
                Err(_) => reset(&line),
            },
        }
    }

    async fn relay<Far: AsyncRead + AsyncWrite + Unpin>(
        &self,
        mut line: TcpStream,
        mut far: Far,
        mut dice: StdRng,
    ) {
        let (mut asked, mut answered) = (vec![0; 16 * 1024], vec![0; 64 * 1024]);
        loop {
            tokio::select! {
                read = line.read(&mut asked) => {
                    let Ok(count @ 1..) = read else { return };
                    match self.pass_on(&mut far, &asked[..count], &mut dice).await {
                        Ok(true) => {}
                        Ok(false) | Err(_) => return reset(&line),
                    }
                }
                read = far.read(&mut answered) => {
                    let Ok(count @ 1..) = read else { return };
                    if line.write_all(&answered[..count]).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// False: the line is to be cut.
    async fn pass_on<Far: AsyncRead + AsyncWrite + Unpin>(
        &self,
        far: &mut Far,
        request: &[u8],
        dice: &mut StdRng,
    ) -> std::io::Result<bool> {
        let mood = self.mood();
        let mut hit = |chance: u32| chance > 0 && dice.random_range(0..10_000) < chance;
        if mood.closed || hit(mood.cut) {
            self.counts.cut.fetch_add(1, Ordering::Relaxed);
            return Ok(false);
        }
        let (swallow, late, slice) = (hit(mood.swallow), hit(mood.late.0), hit(mood.slice));
        if late {
            self.counts.late.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(dice.random_range(0..=mood.late.1))).await;
        }
        // A crumb at a time, as far as it matters: headers are at the beginning.
        let crumbs = if slice { request.len().min(32) } else { 0 };
        for crumb in request[..crumbs].chunks(3) {
            far.write_all(crumb).await?;
            far.flush().await?;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        if slice {
            self.counts.sliced.fetch_add(1, Ordering::Relaxed);
        }
        far.write_all(&request[crumbs..]).await?;
        if swallow {
            self.counts.swallowed.fetch_add(1, Ordering::Relaxed);
            // It was done when it is answered; who never answers is waited for only so long.
            let mut lost = vec![0; 64 * 1024];
            let _ = tokio::time::timeout(Duration::from_secs(1), far.read(&mut lost)).await;
            return Ok(false);
        }
        Ok(true)
    }
}

/// Not closed but broken, as by a machine that is gone.
fn reset(line: &TcpStream) {
    let _ = line.set_zero_linger();
}

/// The address that the shop is told instead of the real one.
impl Proxy {
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says back what it hears, and counts.
    async fn echo() -> (String, Arc<AtomicU64>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let heard = Arc::new(AtomicU64::new(0));
        let count = heard.clone();
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
        (address, heard)
    }

    async fn ask(proxy: &Proxy) -> Option<Vec<u8>> {
        let mut line = TcpStream::connect(proxy.address()).await.unwrap();
        line.write_all(b"hello").await.ok()?;
        let mut answer = vec![0; 5];
        line.read_exact(&mut answer).await.ok()?;
        Some(answer)
    }

    #[tokio::test]
    async fn a_line_fails_only_in_the_way_it_was_told_to() {
        let (far, heard) = echo().await;
        let proxy = Proxy::open(Place::Tcp(far), Dice(1)).await.unwrap();
        let always = 10_000;

        assert_eq!(ask(&proxy).await.unwrap(), b"hello");
        proxy.set(Mood { slice: always, ..Mood::default() });
        assert_eq!(ask(&proxy).await.unwrap(), b"hello");
        assert_eq!(heard.load(Ordering::Relaxed), 10);

        proxy.set(Mood { cut: always, ..Mood::default() });
        assert_eq!(ask(&proxy).await, None);
        assert_eq!(heard.load(Ordering::Relaxed), 10);

        proxy.set(Mood { swallow: always, ..Mood::default() });
        assert_eq!(ask(&proxy).await, None);
        assert_eq!(heard.load(Ordering::Relaxed), 15);
    }
}
