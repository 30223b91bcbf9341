//! The page cache: finished bytes, in memory, with tags; a second copy in Redis for restarts.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kernel::Clock;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::OnceCell;

use crate::{
    AppError,
    compress::{self, Accepted},
    purge::{Purges, REMEMBERED},
    redis_link::RedisLink,
};

/// After this many hits a page is worth compressing thoroughly.
const POPULAR: u32 = 64;
/// How long a page drawn in the wake of a purge is fresh.
const SETTLING: TimeDelta = TimeDelta::seconds(2);

/// A drawn page and everything that decides whether it may still be shown.
pub struct StoredPage {
    pub status: StatusCode,
    /// The page itself: everything else is made from it when a client asks.
    zstd: Bytes,
    quick_brotli: OnceLock<Bytes>,
    thorough_brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
    headers: HeaderMap,
    pub etag: HeaderValue,
    tags: Vec<String>,
    drawn_at: DateTime<Utc>,
    fresh_until: DateTime<Utc>,
    changes_at: Option<DateTime<Utc>>,
    /// The purge number up to which this page is known to be unharmed.
    checked: AtomicU64,
    hits: AtomicU32,
}

/// What travels through Redis besides the compressed bytes.
#[derive(Serialize, Deserialize)]
struct SharedHead {
    status: u16,
    tags: Vec<String>,
    drawn_at: DateTime<Utc>,
    fresh_until: DateTime<Utc>,
    changes_at: Option<DateTime<Utc>>,
}

/// No page is larger.
const MAX_PAGE: usize = 8 * 1024 * 1024;
const MAC_LENGTH: usize = 32;

/// Copies of pages in Redis. They go to every visitor, so each is sealed with a key that Redis does not have: whoever
/// can write there still cannot put words into the shop's mouth.
#[derive(Clone)]
pub struct SharedPages {
    redis: RedisLink,
    /// The first one seals.
    keys: Vec<[u8; MAC_LENGTH]>,
}

impl SharedPages {
    /// The keys are made from the servers' common secrets, and are good for nothing else.
    pub fn new(redis: RedisLink, secrets: &[SecretString]) -> Self {
        let derive = |secret: &SecretString| mac(secret.expose_secret().as_bytes(), &[b"page copies"]);
        Self { redis, keys: secrets.iter().map(derive).collect() }
    }

    fn seal(&self, name: &str, body: &[u8]) -> Vec<u8> {
        let tag = self.keys.first().map(|key| seal_of(key, name, body)).unwrap_or_default();
        [&tag[..], body].concat()
    }

    /// Where the body begins, if one of our servers wrote it under this name.
    fn open<'a>(&self, name: &str, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let (tag, body) = bytes.split_at_checked(MAC_LENGTH)?;
        let is_ours = self.keys.iter().any(|key| seal_of(key, name, body).ct_eq(tag).into());
        is_ours.then_some(body)
    }

    async fn fetch(&self, name: &str) -> Option<Vec<u8>> {
        let mut pipe = redis::pipe();
        pipe.get(name);
        let (bytes,): (Option<Vec<u8>>,) = self.redis.run(&pipe).await?;
        let bytes = bytes?;
        match self.open(name, &bytes) {
            Some(body) => Some(body.to_vec()),
            None => {
                metrics::counter!("matjar_page_copies_refused_total").increment(1);
                tracing::error!(name, "a page in Redis was not written by this shop");
                None
            }
        }
    }

    async fn store(&self, name: &str, body: &[u8], life_millis: i64) {
        let mut pipe = redis::pipe();
        pipe.cmd("SET").arg(name).arg(self.seal(name, body)).arg("PX").arg(life_millis).ignore();
        let _: Option<()> = self.redis.run(&pipe).await;
    }
}

/// The name belongs to it: a page must not be shown at another's address.
fn seal_of(key: &[u8; MAC_LENGTH], name: &str, body: &[u8]) -> [u8; MAC_LENGTH] {
    mac(key, &[&u64::try_from(name.len()).unwrap_or(u64::MAX).to_be_bytes(), name.as_bytes(), body])
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; MAC_LENGTH] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

pub struct Drawn {
    pub html: Bytes,
    pub status: StatusCode,
    pub tags: Vec<String>,
    pub changes_at: Option<DateTime<Utc>>,
    pub drawn_at: DateTime<Utc>,
    /// The purge number before its data was read.
    pub position: u64,
}

pub enum Lookup {
    Fresh(Arc<StoredPage>),
    /// Old but not untrue: shown while a new one is drawn.
    Aged(Arc<StoredPage>),
    /// Nothing, or something untrue that is better than an error page.
    Gone(Option<Arc<StoredPage>>),
}

pub struct PageCache {
    pages: moka::sync::Cache<Arc<str>, Arc<StoredPage>>,
    flights: Mutex<HashMap<Arc<str>, Arc<Flight>>>,
    purges: Purges,
    shared: SharedPages,
    clock: Clock,
    build: String,
    life: TimeDelta,
    security: HeaderMap,
}

type Flight = OnceCell<Result<Arc<StoredPage>, Arc<AppError>>>;

impl PageCache {
    pub fn new(
        purges: Purges,
        shared: SharedPages,
        clock: Clock,
        build: String,
        life: Duration,
        memory: u64,
    ) -> Self {
        let pages = moka::sync::Cache::builder()
            .max_capacity(memory)
            .weigher(|key: &Arc<str>, page: &Arc<StoredPage>| {
                u32::try_from(key.len() + page.weight()).unwrap_or(u32::MAX)
            })
            .build();
        let life = TimeDelta::from_std(life).unwrap_or(TimeDelta::minutes(10)).min(REMEMBERED / 4);
        Self {
            pages,
            flights: Mutex::default(),
            purges,
            shared,
            clock,
            build,
            life,
            security: crate::headers::security(),
        }
    }

    pub fn purges(&self) -> &Purges {
        &self.purges
    }

    pub fn look(&self, key: &str, now: DateTime<Utc>) -> Lookup {
        let Some(page) = self.pages.get(key) else { return Lookup::Gone(None) };
        let untrue = page.is_purged(&self.purges)
            || page.changes_at.is_some_and(|moment| moment <= now)
            // Purges are forgotten after a while, and then nothing could prove this page true.
            || now - page.drawn_at > REMEMBERED / 2
            // No life at all: every page is drawn anew, for development.
            || self.life.is_zero();
        if untrue {
            Lookup::Gone(Some(page))
        } else if page.fresh_until <= now {
            Lookup::Aged(page)
        } else {
            Lookup::Fresh(page)
        }
    }

    /// Draws a page once, however many ask for it at the same moment.
    pub async fn draw_once<F>(&self, key: &Arc<str>, draw: F) -> Result<Arc<StoredPage>, Arc<AppError>>
    where
        F: Future<Output = Result<Drawn, AppError>>,
    {
        let flight = self.lock_flights().entry(key.clone()).or_default().clone();
        let answer = flight
            .get_or_init(|| async {
                let drawn = draw.await.map_err(Arc::new)?;
                let page = Arc::new(self.finish(drawn));
                self.pages.insert(key.clone(), page.clone());
                self.share(key.clone(), page.clone());
                Ok(page)
            })
            .await
            .clone();
        let mut flights = self.lock_flights();
        if flights.get(key).is_some_and(|current| Arc::ptr_eq(current, &flight)) {
            flights.remove(key);
        }
        answer
    }

    fn lock_flights(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, Arc<Flight>>> {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self, drawn: Drawn) -> StoredPage {
        let zstd = compress::zstd(&drawn.html);
        // Right after a purge its data may have come from a replica that had not heard yet: such a page is
        // looked at again soon.
        let is_settling = self.purges.changed_after(drawn.drawn_at, &drawn.tags);
        let life = if is_settling { self.life.min(SETTLING) } else { self.life };
        let head = SharedHead {
            status: drawn.status.as_u16(),
            tags: drawn.tags,
            drawn_at: drawn.drawn_at,
            fresh_until: drawn.drawn_at + life,
            changes_at: drawn.changes_at,
        };
        self.assemble(head, &drawn.html, zstd, drawn.position)
    }

    fn assemble(&self, head: SharedHead, html: &[u8], zstd: Bytes, position: u64) -> StoredPage {
        let mut digest = Sha256::digest(html).to_vec();
        digest.truncate(12);
        let etag =
            HeaderValue::from_str(&format!("W/\"{}\"", hex::encode(digest))).expect("hex is a valid header");
        let mut headers = HeaderMap::with_capacity(16);
        headers.extend(self.security.clone());
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(header::ETAG, etag.clone());
        if let Ok(tags) = HeaderValue::from_str(&head.tags.join(",")) {
            headers.insert("cache-tag", tags);
        }
        if head.changes_at.is_none() {
            headers.insert(header::CACHE_CONTROL, cache_control(self.life.num_seconds()));
        }
        StoredPage {
            status: StatusCode::from_u16(head.status).unwrap_or(StatusCode::OK),
            zstd,
            quick_brotli: OnceLock::new(),
            thorough_brotli: OnceLock::new(),
            gzip: OnceLock::new(),
            headers,
            etag,
            tags: head.tags,
            drawn_at: head.drawn_at,
            fresh_until: head.fresh_until,
            changes_at: head.changes_at,
            checked: AtomicU64::new(position),
            hits: AtomicU32::new(0),
        }
    }

    /// A copy that another server drew, or this one before it restarted; kept from now on.
    pub async fn fetch_shared(&self, key: &Arc<str>) -> Option<Arc<StoredPage>> {
        // Taken before the copy is read: a purge that arrives in between must still count.
        let position = self.purges.position();
        let bytes = self.shared.fetch(&self.shared_name(key)).await?;
        let split = bytes.iter().position(|byte| *byte == b'\n')?;
        let head: SharedHead = serde_json::from_slice(&bytes[..split]).ok()?;
        let now = self.clock.now();
        if head.fresh_until <= now
            || head.changes_at.is_some_and(|moment| moment <= now)
            || self.purges.changed_after(head.drawn_at, &head.tags)
        {
            return None;
        }
        let html = compress::unzstd_within(&bytes[split + 1..], MAX_PAGE).ok()?;
        metrics::counter!("matjar_page_cache_total", "outcome" => "shared").increment(1);
        let page = Arc::new(self.assemble(head, &html, Bytes::from(bytes).slice(split + 1..), position));
        self.pages.insert(key.clone(), page.clone());
        Some(page)
    }

    /// Nobody waits for this copy to be made.
    fn share(&self, key: Arc<str>, page: Arc<StoredPage>) {
        let shared = self.shared.clone();
        let name = self.shared_name(&key);
        let life = (page.fresh_until - self.clock.now()).num_milliseconds();
        if life <= 0 || page.status != StatusCode::OK {
            return;
        }
        tokio::spawn(async move {
            let head = SharedHead {
                status: page.status.as_u16(),
                tags: page.tags.clone(),
                drawn_at: page.drawn_at,
                fresh_until: page.fresh_until,
                changes_at: page.changes_at,
            };
            let Ok(mut bytes) = serde_json::to_vec(&head) else { return };
            bytes.push(b'\n');
            bytes.extend_from_slice(&page.zstd);
            shared.store(&name, &bytes, life).await;
        });
    }

    fn shared_name(&self, key: &str) -> String {
        self.shared.redis.name(&format!("page:{}:{key}", self.build))
    }
}

fn cache_control(seconds: i64) -> HeaderValue {
    let text = format!("public, max-age=0, s-maxage={}, stale-while-revalidate=60", seconds.max(0));
    HeaderValue::from_str(&text).expect("digits are a valid header")
}

impl StoredPage {
    fn weight(&self) -> usize {
        // Room for the copies in other encodings that may be made later.
        4 * self.zstd.len() + 1024
    }

    fn is_purged(&self, purges: &Purges) -> bool {
        let position = purges.position();
        let checked = self.checked.load(Ordering::Relaxed);
        if checked == position {
            return false;
        }
        if purges.changed_since(checked, &self.tags) {
            return true;
        }
        self.checked.store(position, Ordering::Relaxed);
        false
    }

    pub fn headers(&self, now: DateTime<Utc>) -> HeaderMap {
        let mut headers = self.headers.clone();
        if let Some(moment) = self.changes_at {
            // Nobody downstream may keep it past the moment at which it stops being true.
            let left = (self.fresh_until.min(moment) - now).num_seconds();
            let value = format!("public, max-age=0, s-maxage={}", left.max(0));
            headers.insert(
                header::CACHE_CONTROL,
                HeaderValue::from_str(&value).expect("digits are a valid header"),
            );
        }
        headers
    }

    fn html(&self) -> Vec<u8> {
        compress::unzstd(&self.zstd).expect("it was compressed or checked here")
    }

    /// The bytes in the best encoding the client takes, and that encoding's name.
    pub fn body(self: &Arc<Self>, accepted: Accepted) -> (Bytes, Option<&'static str>) {
        if accepted.brotli {
            if self.hits.fetch_add(1, Ordering::Relaxed) == POPULAR {
                let page = self.clone();
                tokio::task::spawn_blocking(move || {
                    page.thorough_brotli.get_or_init(|| compress::brotli(&page.html(), compress::THOROUGH));
                });
            }
            if let Some(thorough) = self.thorough_brotli.get() {
                return (thorough.clone(), Some("br"));
            }
        }
        if accepted.zstd {
            (self.zstd.clone(), Some("zstd"))
        } else if accepted.brotli {
            let quick = self.quick_brotli.get_or_init(|| compress::brotli(&self.html(), compress::QUICK));
            (quick.clone(), Some("br"))
        } else if accepted.gzip {
            (self.gzip.get_or_init(|| compress::gzip(&self.html())).clone(), Some("gzip"))
        } else {
            (self.html().into(), None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(secrets: &[&str]) -> SharedPages {
        let redis = RedisLink::new("redis://127.0.0.1:1/0", "https://shop.example").expect("an address");
        let secrets: Vec<SecretString> = secrets.iter().map(|secret| (*secret).into()).collect();
        SharedPages::new(redis, &secrets)
    }

    /// [SEC-L25]
    #[test]
    fn a_copy_is_believed_only_with_our_seal_and_under_its_own_name() {
        let ours = pages(&["a secret of this shop"]);
        let copy = ours.seal("page:1", b"body");
        assert_eq!(ours.open("page:1", &copy), Some(&b"body"[..]));

        assert_eq!(ours.open("page:2", &copy), None, "moved to another address");
        let mut changed = copy.clone();
        changed.push(b'!');
        assert_eq!(ours.open("page:1", &changed), None);
        assert_eq!(ours.open("page:1", b"body"), None, "never sealed");
        assert_eq!(pages(&["another secret"]).open("page:1", &copy), None);
        let renewed = pages(&["a new secret", "a secret of this shop"]);
        assert_eq!(renewed.open("page:1", &copy), Some(&b"body"[..]), "while one secret replaces another");
    }
}
