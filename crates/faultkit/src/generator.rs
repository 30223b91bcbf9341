//! Load and hostile clients, in a process of their own that is bound to its own processor: otherwise they would take the
//! shop's processor time, and the figures would be those of the generator.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    process::Stdio,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use http::{StatusCode, header};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    process::{Child, Command},
};

use crate::{
    client::{Client, Sender},
    shop::Shop,
};

/// Hostile clients connect from here; the shop trusts 127.0.0.1 only.
const HOSTILE: [u8; 4] = [127, 0, 0, 66];

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Adds to carts, each time as another visitor.
    Carts,
    /// One address with idle connections, trickled headers and bodies, and unknown paths.
    Flood,
}

#[derive(Debug, Clone, Args)]
pub struct Generate {
    #[arg(long, value_enum)]
    pub kind: Kind,
    #[arg(long)]
    pub seconds: u64,
    /// Requests a second, sent whether or not there are responses. 0: `clients` send one after the other.
    #[arg(long, default_value_t = 0)]
    pub rate: u64,
    #[arg(long, default_value_t = 0)]
    pub clients: usize,
    #[arg(long, default_value_t = 0)]
    pub idle: usize,
    #[arg(long, default_value_t = 0)]
    pub trickles: usize,
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    #[arg(long, default_value = "")]
    pub host: String,
    #[arg(long, default_value_t = 0)]
    pub product: i64,
}

impl Default for Generate {
    fn default() -> Self {
        Self {
            kind: Kind::Carts,
            seconds: 0,
            rate: 0,
            clients: 0,
            idle: 0,
            trickles: 0,
            port: 0,
            host: String::new(),
            product: 0,
        }
    }
}

/// The number of processors, and the one for the generator if there is more than one.
pub fn own_processor() -> Option<usize> {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    (count > 1).then(|| count - 1)
}

/// What came back.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub ok: u64,
    /// 429, 503 and 504 with `Retry-After`.
    pub refused: u64,
    /// Connections without a response, or none within the client's timeout.
    pub lost: u64,
    /// Other responses, by status.
    pub other: BTreeMap<String, u64>,
    /// Latencies of what succeeded and of what was refused, in milliseconds.
    pub ok_ms: Vec<f64>,
    pub refused_ms: Vec<f64>,
    /// Longest time that a trickling client was served, in milliseconds.
    pub longest_trickle_ms: f64,
    pub seconds: f64,
}

impl Tally {
    pub fn ok_rate(&self) -> f64 {
        self.ok as f64 / self.seconds.max(0.001)
    }

    fn to_json(&self) -> Value {
        json!({
            "ok": self.ok, "refused": self.refused, "lost": self.lost, "other": self.other, "ok_ms": self.ok_ms,
            "refused_ms": self.refused_ms, "longest_trickle_ms": self.longest_trickle_ms, "seconds": self.seconds,
        })
    }

    fn from_json(value: &Value) -> Self {
        let count = |name: &str| value[name].as_u64().unwrap_or(0);
        let times = |name: &str| {
            let all = value[name].as_array().into_iter().flatten();
            all.filter_map(Value::as_f64).collect()
        };
        let other = value["other"].as_object().into_iter().flatten();
        Self {
            ok: count("ok"),
            refused: count("refused"),
            lost: count("lost"),
            other: other.map(|(name, count)| (name.clone(), count.as_u64().unwrap_or(0))).collect(),
            ok_ms: times("ok_ms"),
            refused_ms: times("refused_ms"),
            longest_trickle_ms: value["longest_trickle_ms"].as_f64().unwrap_or(0.0),
            seconds: value["seconds"].as_f64().unwrap_or(0.0),
        }
    }
}

/// The value below which this share of all values is, in percent.
pub fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(index).copied().unwrap_or(f64::NAN)
}

/// A running generator process.
pub struct Generator(Child);

impl Generator {
    pub fn start(shop: &Shop, product: i64, what: &Generate) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("finding the kit's program")?;
        let mut command = match own_processor() {
            Some(processor) => {
                let mut command = Command::new("taskset");
                command.args(["--cpu-list", &processor.to_string(), "nice", "-n", "5"]).arg(program);
                command
            }
            None => Command::new(program),
        };
        let kind = what.kind.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let server = shop.servers.first().context("the shop has no server")?;
        let child = command
            .args(["generate", "--kind", &kind, "--host", shop.client.host()])
            .args(["--seconds", &what.seconds.to_string(), "--rate", &what.rate.to_string()])
            .args(["--clients", &what.clients.to_string(), "--idle", &what.idle.to_string()])
            .args(["--trickles", &what.trickles.to_string(), "--port", &server.port.to_string()])
            .args(["--product", &product.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("starting the generator")?;
        Ok(Self(child))
    }

    pub async fn end(self) -> anyhow::Result<Tally> {
        let done = self.0.wait_with_output().await.context("waiting for the generator")?;
        ensure!(done.status.success(), "the generator failed: {}", done.status);
        let value: Value = serde_json::from_slice(&done.stdout).context("reading the generator's figures")?;
        Ok(Tally::from_json(&value))
    }
}

/// The generator's own process.
pub async fn run(what: &Generate) -> anyhow::Result<()> {
    let since = Instant::now();
    let shared = Shared { what: Arc::new(what.clone()), tally: Arc::default(), next: Arc::default() };
    let until = since + Duration::from_secs(what.seconds);
    match what.kind {
        Kind::Carts => carts(&shared, until).await,
        Kind::Flood => flood(&shared, until).await,
    }
    let mut tally = shared.tally.lock().unwrap_or_else(PoisonError::into_inner).clone();
    tally.seconds = what.seconds as f64;
    println!("{}", tally.to_json());
    Ok(())
}

#[derive(Clone)]
struct Shared {
    what: Arc<Generate>,
    tally: Arc<Mutex<Tally>>,
    next: Arc<AtomicUsize>,
}

impl Shared {
    fn record(&self, change: impl FnOnce(&mut Tally)) {
        change(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

async fn carts(shared: &Shared, until: Instant) {
    let client = Client::new(shared.what.host.clone());
    let mut tasks = tokio::task::JoinSet::new();
    if shared.what.rate == 0 {
        for _ in 0..shared.what.clients {
            let (shared, client) = (shared.clone(), client.clone());
            tasks.spawn(async move {
                while Instant::now() < until {
                    add_once(&shared, &client, until).await;
                }
            });
        }
    } else {
        let mut tick = tokio::time::interval(Duration::from_millis(10));
        let since = Instant::now();
        let mut sent = 0;
        while Instant::now() < until {
            tick.tick().await;
            let due = since.elapsed().as_millis() as u64 * shared.what.rate / 1_000;
            while sent < due {
                sent += 1;
                let (shared, client) = (shared.clone(), client.clone());
                tasks.spawn(async move { add_once(&shared, &client, until).await });
            }
        }
    }
    while tasks.join_next().await.is_some() {}
}

async fn add_once(shared: &Shared, client: &Client, until: Instant) {
    let number = shared.next.fetch_add(1, Ordering::Relaxed);
    let [_, a, b, c] = u32::try_from(number).unwrap_or_default().to_be_bytes();
    let sender = Sender { address: format!("11.{a}.{b}.{c}"), ..Sender::default() };
    let form = Some(format!("product_id={}&quantity=1", shared.what.product));
    let since = Instant::now();
    let answer = client.send(shared.what.port, "/ar/?wc-ajax=add_to_cart", form, &sender).await;
    let took = since.elapsed().as_secs_f64() * 1_000.0;
    // Only what was answered while the load lasted counts as throughput.
    let in_time = Instant::now() <= until;
    shared.record(|tally| match answer {
        None => tally.lost += 1,
        Some(answer) => {
            let may_retry = answer.headers.contains_key(header::RETRY_AFTER);
            match answer.status {
                StatusCode::OK => {
                    tally.ok += u64::from(in_time);
                    tally.ok_ms.push(took);
                }
                StatusCode::SERVICE_UNAVAILABLE
                | StatusCode::TOO_MANY_REQUESTS
                | StatusCode::GATEWAY_TIMEOUT
                    if may_retry =>
                {
                    tally.refused += 1;
                    tally.refused_ms.push(took);
                }
                status => *tally.other.entry(status.as_u16().to_string()).or_default() += 1,
            }
        }
    });
}

async fn flood(shared: &Shared, until: Instant) {
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..shared.what.trickles {
        let shared = shared.clone();
        tasks.spawn(async move { trickle(&shared, number.is_multiple_of(2)).await });
    }
    let workers = shared.what.rate.min(32);
    for worker in 0..workers {
        let shared = shared.clone();
        tasks.spawn(async move { guess_paths(&shared, worker, workers).await });
    }
    // Last: an address has a limited number of connections, and idle ones would leave none for the others.
    tokio::time::sleep(Duration::from_millis(500)).await;
    for _ in 0..shared.what.idle {
        let shared = shared.clone();
        tasks.spawn(async move { stay_idle(&shared).await });
    }
    tokio::time::sleep(until.saturating_duration_since(Instant::now())).await;
    tasks.abort_all();
}

async fn connect(shared: &Shared) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_reuseaddr(true).ok()?;
    socket.bind(SocketAddr::from((HOSTILE, 0))).ok()?;
    let connect = socket.connect(SocketAddr::from(([127, 0, 0, 1], shared.what.port)));
    tokio::time::timeout(Duration::from_secs(5), connect).await.ok()?.ok()
}

async fn stay_idle(shared: &Shared) {
    loop {
        if let Some(mut line) = connect(shared).await {
            let mut bytes = [0; 64];
            // Until the shop closes it.
            let _ = line.read(&mut bytes).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Sends the headers or the body of a request, a byte at a time.
async fn trickle(shared: &Shared, is_body: bool) {
    let head = format!("POST /ar/?wc-ajax=add_to_cart HTTP/1.1\r\nhost: {}\r\n", shared.what.host);
    let whole = match is_body {
        true => format!(
            "{head}content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\nproduct_id="
        ),
        false => head,
    };
    loop {
        let since = Instant::now();
        if let Some(mut line) = connect(shared).await
            && line.write_all(whole.as_bytes()).await.is_ok()
        {
            let mut bytes = [0; 1024];
            loop {
                let pause = tokio::time::timeout(Duration::from_millis(400), line.read(&mut bytes));
                match pause.await {
                    // A byte of the body, or of a header's name.
                    Err(_) => {
                        if line.write_all(b"x").await.is_err() {
                            break;
                        }
                    }
                    Ok(_) => break,
                }
            }
            let took = since.elapsed().as_secs_f64() * 1_000.0;
            shared.record(|tally| tally.longest_trickle_ms = tally.longest_trickle_ms.max(took));
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Requests paths that do not exist, at a share of the whole rate.
async fn guess_paths(shared: &Shared, worker: u64, workers: u64) {
    let pause = Duration::from_micros(1_000_000 * workers / shared.what.rate.max(1));
    let mut tick = tokio::time::interval(pause);
    let mut line: Option<TcpStream> = None;
    for number in 0_u64.. {
        tick.tick().await;
        if line.is_none() {
            line = connect(shared).await;
        }
        let Some(open) = &mut line else { continue };
        let request =
            format!("GET /ar/guess-{worker}-{number}/ HTTP/1.1\r\nhost: {}\r\n\r\n", shared.what.host);
        let mut bytes = vec![0; 64 * 1024];
        let exchange = async {
            open.write_all(request.as_bytes()).await.ok()?;
            read_response(open, &mut bytes).await
        };
        match tokio::time::timeout(Duration::from_secs(5), exchange).await.ok().flatten() {
            Some(status) => shared.record(|tally| *tally.other.entry(status).or_default() += 1),
            None => {
                shared.record(|tally| tally.lost += 1);
                line = None;
            }
        }
    }
}

/// Reads one response with a `Content-Length`. Returns its status.
async fn read_response(line: &mut TcpStream, bytes: &mut [u8]) -> Option<String> {
    let mut length = 0;
    loop {
        let count = line.read(bytes.get_mut(length..)?).await.ok().filter(|count| *count > 0)?;
        length += count;
        let text = String::from_utf8_lossy(&bytes[..length]);
        let Some((head, _)) = text.split_once("\r\n\r\n") else { continue };
        let size: usize =
            head.to_lowercase().split("content-length: ").nth(1)?.lines().next()?.trim().parse().ok()?;
        if length >= head.len() + 4 + size {
            return head.split(' ').nth(1).map(str::to_owned);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        assert_eq!(percentile(&values, 99), 198.0);
        assert_eq!(percentile(&values, 50), 100.0);
        assert_eq!(percentile(&[7.0], 99), 7.0);
        assert!(percentile(&[], 99).is_nan());
    }

    #[test]
    fn figures_survive_the_way_between_the_processes() {
        let tally = Tally { ok: 3, lost: 1, ok_ms: vec![1.5, 2.5], seconds: 2.0, ..Tally::default() };
        let read = Tally::from_json(&tally.to_json());
        assert_eq!((read.ok, read.lost, read.ok_rate(), read.ok_ms), (3, 1, 1.5, vec![1.5, 2.5]));
    }
}
