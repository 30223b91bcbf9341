//! Purges shared caches in front of the shop, such as Varnish, by the tags of their pages.
//!
//! Each server purges all of them with what its own [`Purges`] learn: from the log, and sooner through Redis. A purge may
//! arrive several times, which costs little, and arrives as long as one server lives. A cache that does not answer keeps its
//! tags waiting here; a server that starts sends those of the last two hours.

use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use http::Method;
use reqwest::{Client, Url, redirect::Policy};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{outbound, purge::Purges, supervise::Heartbeat};

/// Purges of this long travel together.
const BATCH_INTERVAL: Duration = Duration::from_millis(200);
/// A page that was on its way when its tag was purged is stored after the purge: each tag is purged again.
const AGAIN_AFTER: Duration = Duration::from_secs(3);
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);
/// Caches limit the length of a header.
const MAX_BATCH_BYTES: usize = 4_000;
/// With more tags than this everything is purged.
const MAX_WAITING: usize = 10_000;
/// Every page has this tag (`deploy/cluster/varnish.vcl`).
const EVERYTHING: &str = "all";

/// Tags that one cache has not purged yet.
#[derive(Default)]
struct Queue {
    /// Since when each tag waits.
    first: BTreeMap<String, Instant>,
    /// Purged once, and to be purged again then.
    again: VecDeque<(Instant, String)>,
}

impl Queue {
    fn add(&mut self, tag: String, now: Instant) {
        // Spaces separate tags, and a line break would end the header. Letters need not be ASCII.
        if tag.is_empty() || tag.chars().any(|one| one.is_whitespace() || one.is_control()) {
            return;
        }
        self.first.entry(tag).or_insert(now);
        if self.first.len() > MAX_WAITING {
            let since = self.first.values().min().copied().unwrap_or(now);
            self.first = BTreeMap::from([(EVERYTHING.to_owned(), since)]);
            self.again.clear();
        }
    }

    /// What to send now.
    fn batch(&self, now: Instant) -> Vec<String> {
        let due = self.again.iter().take_while(|(time, _)| *time <= now).map(|(_, tag)| tag);
        let due = due.filter(|tag| !self.first.contains_key(*tag));
        let mut bytes = 0;
        let fitting = self.first.keys().chain(due).take_while(|tag| {
            bytes += tag.len() + 1;
            bytes <= MAX_BATCH_BYTES
        });
        fitting.cloned().collect()
    }

    fn sent(&mut self, tags: &[String], now: Instant) {
        for tag in tags {
            if self.first.remove(tag).is_some() {
                // A second purge that waits is early enough only for what was purged before.
                self.again.retain(|(_, waiting)| waiting != tag);
                self.again.push_back((now + AGAIN_AFTER, tag.clone()));
            } else {
                self.again.retain(|(_, waiting)| waiting != tag);
            }
        }
    }

    /// How long the oldest tag has been waiting for its first purge.
    fn lag(&self, now: Instant) -> Duration {
        self.first.values().min().map_or(Duration::ZERO, |since| now.saturating_duration_since(*since))
    }
}

/// Purges one shared cache.
pub struct EdgePurger {
    url: Url,
    client: Client,
    arrivals: UnboundedReceiver<String>,
    queue: Queue,
}

impl EdgePurger {
    /// Purges the cache at `url` of everything that `purges` learn from now on.
    pub fn new(url: &str, purges: &Purges) -> anyhow::Result<Self> {
        outbound::install_crypto();
        let url = parse(url)?;
        let client = Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .timeout(REQUEST_TIMEOUT)
            .build()
            .context("building the client of a shared cache")?;
        Ok(Self { url, client, arrivals: purges.subscribe(), queue: Queue::default() })
    }

    /// Never returns.
    pub async fn run(&mut self, heartbeat: Heartbeat) {
        let cache = address(&self.url);
        let lag = metrics::gauge!("matjar_edge_purge_lag_seconds", "cache" => cache.clone());
        let outcome = |name: &'static str| metrics::counter!("matjar_edge_purges_total", "cache" => cache.clone(), "outcome" => name);
        let (sent, failed) = (outcome("sent"), outcome("failed"));
        let mut is_failing = false;
        loop {
            tokio::time::sleep(if is_failing { RETRY_INTERVAL } else { BATCH_INTERVAL }).await;
            heartbeat.beat();
            while let Ok(tag) = self.arrivals.try_recv() {
                self.queue.add(tag, Instant::now());
            }
            let tags = self.queue.batch(Instant::now());
            if !tags.is_empty() {
                match self.send(&tags).await {
                    Ok(()) => {
                        self.queue.sent(&tags, Instant::now());
                        sent.increment(1);
                        if std::mem::take(&mut is_failing) {
                            tracing::info!(cache, "shared cache is purged again");
                        }
                    }
                    Err(error) => {
                        failed.increment(1);
                        if !std::mem::replace(&mut is_failing, true) {
                            tracing::error!(
                                cache,
                                error = format!("{error:#}"),
                                "purging a shared cache failed; retrying"
                            );
                        }
                    }
                }
            }
            lag.set(self.queue.lag(Instant::now()).as_secs_f64());
        }
    }

    async fn send(&self, tags: &[String]) -> anyhow::Result<()> {
        let method = Method::from_bytes(b"PURGE").expect("a valid method");
        let request = self.client.request(method, self.url.clone()).header("xkey-purge", tags.join(" "));
        let status = request.send().await?.status();
        ensure!(status.is_success(), "the cache answered {status}");
        Ok(())
    }
}

/// Host and port, for logs and metrics. The address may also have a user and a password.
fn address(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// An address of a shared cache.
pub fn parse(url: &str) -> anyhow::Result<Url> {
    let url = Url::parse(url).context("not an address")?;
    ensure!(matches!(url.scheme(), "http" | "https") && url.has_host(), "not an http address");
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(tags: &[&str], now: Instant) -> Queue {
        let mut queue = Queue::default();
        for tag in tags {
            queue.add((*tag).to_owned(), now);
        }
        queue
    }

    #[test]
    fn a_tag_waits_until_the_cache_has_answered_and_is_purged_again_later() {
        let now = Instant::now();
        let mut queue = queue(&["product:1", "catalog", "product:1"], now);
        let first = queue.batch(now);
        assert_eq!(first, ["catalog", "product:1"]);
        assert_eq!(queue.batch(now), first, "a purge that failed is repeated");
        assert_eq!(queue.lag(now + RETRY_INTERVAL), RETRY_INTERVAL);

        queue.sent(&first, now);
        assert!(queue.batch(now).is_empty());
        assert_eq!(queue.lag(now + AGAIN_AFTER), Duration::ZERO);
        let second = queue.batch(now + AGAIN_AFTER);
        assert_eq!(second.len(), 2);
        queue.sent(&second, now + AGAIN_AFTER);
        assert!(queue.batch(now + 10 * AGAIN_AFTER).is_empty());
    }

    #[test]
    fn a_purge_that_arrives_meanwhile_has_its_own_second_one() {
        let now = Instant::now();
        let mut queue = queue(&["product:1"], now);
        queue.sent(&queue.batch(now), now);
        let later = now + Duration::from_secs(2);
        queue.add("product:1".to_owned(), later);
        queue.sent(&queue.batch(later), later);
        assert!(queue.batch(now + AGAIN_AFTER).is_empty(), "replaced by the later one");
        assert_eq!(queue.batch(later + AGAIN_AFTER), ["product:1"]);
    }

    #[test]
    fn batches_are_bounded_and_too_many_tags_purge_everything() {
        let now = Instant::now();
        let mut queue = Queue::default();
        for number in 0..2_000 {
            queue.add(format!("product:{number}"), now);
        }
        let mut batches = 0;
        while !queue.first.is_empty() {
            let tags = queue.batch(now);
            assert!(tags.join(" ").len() <= MAX_BATCH_BYTES);
            queue.sent(&tags, now);
            batches += 1;
        }
        assert!(batches > 1);
        for number in 0..=MAX_WAITING {
            queue.add(format!("product:{number}"), now);
        }
        assert_eq!(queue.batch(now), [EVERYTHING]);
    }

    #[test]
    fn a_tag_cannot_extend_the_header() {
        let now = Instant::now();
        assert!(queue(&["a b", "a\r\nx: y", ""], now).batch(now).is_empty());
    }

    #[test]
    fn logs_and_metrics_name_a_cache_without_its_password() {
        let named = |url| address(&parse(url).expect("valid"));
        assert_eq!(named("http://purger:secret@10.0.0.1:6081/"), "10.0.0.1:6081");
        assert_eq!(named("https://purger:secret@cache.example"), "cache.example");
    }

    #[test]
    fn an_address_of_a_cache_is_http() {
        assert!(parse("http://10.0.0.1:6081").is_ok());
        assert!(parse("10.0.0.1:6081").is_err());
        assert!(parse("ftp://cache").is_err());
    }
}
