//! The page cache: compressed pages in memory, purged by tags, with copies in Redis that survive a restart and are
//! shared between servers.

use std::{
    collections::HashSet,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use kernel::Clock;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{
    AppError,
    compress::{self, AcceptedEncodings},
    purge::{PURGE_RETENTION, Purges},
    redis_client::RedisClient,
    renewals::Holders,
};

/// A page with this many hits is compressed with [`compress::THOROUGH`].
const POPULAR_HITS: u32 = 64;
/// How long a page that was rendered right after a purge is fresh.
const TTL_AFTER_PURGE: TimeDelta = TimeDelta::seconds(2);

/// `cache-control` of a page that shared caches must not keep.
pub const NOT_SHARED: HeaderValue = HeaderValue::from_static("public, max-age=0, s-maxage=0");

/// A rendered page and everything that decides whether it may still be shown.
pub struct StoredPage {
    /// Names the page among all that this server has stored.
    pub(crate) number: u64,
    pub status: StatusCode,
    /// The page itself. Other encodings are made from it when a client needs them.
    zstd: Bytes,
    quick_brotli: OnceLock<Bytes>,
    thorough_brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
    headers: HeaderMap,
    /// The content type and further headers of an answer that is no page.
    own_headers: Vec<(String, String)>,
    pub etag: HeaderValue,
    tags: Vec<String>,
    rendered_at: DateTime<Utc>,
    fresh_until: DateTime<Utc>,
    changes_at: Option<DateTime<Utc>>,
    /// The purge number up to which no tag of this page was purged.
    checked: AtomicU64,
    hits: AtomicU32,
    are_edges_purged: bool,
}

/// The metadata of a page in Redis, before its compressed bytes.
#[derive(Serialize, Deserialize)]
struct SharedHead {
    status: u16,
    tags: Vec<String>,
    rendered_at: DateTime<Utc>,
    fresh_until: DateTime<Utc>,
    changes_at: Option<DateTime<Utc>>,
    /// Of answers that are no pages.
    #[serde(default)]
    headers: Vec<(String, String)>,
}

/// No page is larger.
const MAX_PAGE_BYTES: usize = 8 * 1024 * 1024;
const MAC_LENGTH: usize = 32;

/// Copies of pages in Redis. Each is signed with a key that Redis does not have, so that write access to Redis is not
/// enough to change the pages that visitors see.
#[derive(Clone)]
pub struct SharedPages {
    redis: RedisClient,
    /// The first one signs; all of them verify.
    keys: Vec<[u8; MAC_LENGTH]>,
}

impl SharedPages {
    /// Derives the keys from secrets that all servers share.
    pub fn new(redis: RedisClient, secrets: &[SecretString]) -> Self {
        let derive = |secret: &SecretString| mac(secret.expose_secret().as_bytes(), &[b"page copies"]);
        Self { redis, keys: secrets.iter().map(derive).collect() }
    }

    fn sign(&self, name: &str, body: &[u8]) -> Vec<u8> {
        let tag = self.keys.first().map(|key| signature(key, name, body)).unwrap_or_default();
        [&tag[..], body].concat()
    }

    /// Returns the body if a server of this shop stored it under this name.
    fn verify<'a>(&self, name: &str, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let (tag, body) = bytes.split_at_checked(MAC_LENGTH)?;
        let is_authentic = self.keys.iter().any(|key| signature(key, name, body).ct_eq(tag).into());
        is_authentic.then_some(body)
    }

    async fn fetch(&self, name: &str) -> Option<Vec<u8>> {
        let mut pipe = redis::pipe();
        pipe.get(name);
        let (bytes,): (Option<Vec<u8>>,) = self.redis.run(&pipe).await?;
        let bytes = bytes?;
        match self.verify(name, &bytes) {
            Some(body) => Some(body.to_vec()),
            None => {
                metrics::counter!("matjar_page_copies_refused_total").increment(1);
                tracing::error!(name, "page copy in redis has an invalid signature");
                None
            }
        }
    }

    async fn store(&self, name: &str, body: &[u8], ttl_millis: i64) {
        let mut pipe = redis::pipe();
        pipe.cmd("SET").arg(name).arg(self.sign(name, body)).arg("PX").arg(ttl_millis).ignore();
        let _: Option<()> = self.redis.run(&pipe).await;
    }
}

/// Covers the name, so that a copy is not accepted under the name of another page.
fn signature(key: &[u8; MAC_LENGTH], name: &str, body: &[u8]) -> [u8; MAC_LENGTH] {
    mac(key, &[&u64::try_from(name.len()).unwrap_or(u64::MAX).to_be_bytes(), name.as_bytes(), body])
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; MAC_LENGTH] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts keys of any length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

pub struct RenderedPage {
    pub html: Bytes,
    /// The content type and further headers of an answer that is no page.
    pub headers: Vec<(String, String)>,
    pub status: StatusCode,
    pub tags: Vec<String>,
    pub changes_at: Option<DateTime<Utc>>,
    pub rendered_at: DateTime<Utc>,
    /// The purge number before the data of the page was read.
    pub position: u64,
}

pub enum Lookup {
    Fresh(Arc<StoredPage>),
    /// Expired but not outdated: shown while the page is rendered again.
    Stale(Arc<StoredPage>),
    /// No page, or an outdated one that is shown if rendering fails.
    Miss(Option<Arc<StoredPage>>),
}

/// How many addresses with parameters are remembered, and how long one may be.
const MAX_SPELLINGS: u64 = 20_000;
const MAX_SPELLING_BYTES: usize = 300;

pub struct PageCache {
    pages: moka::sync::Cache<Arc<str>, Arc<StoredPage>>,
    holders: Holders,
    /// The number of the next page.
    next_number: AtomicU64,
    /// The keys of addresses with parameters, as they were requested: a popular list is found without reading its
    /// parameters again.
    spellings: moka::sync::Cache<Box<str>, Arc<str>>,
    /// Pages that are being rendered. A page expires here at once: it is stored in `pages`.
    flights: moka::future::Cache<Arc<str>, Arc<StoredPage>>,
    /// Has one more reference for each page that is being rendered.
    rendering: Arc<()>,
    purges: Purges,
    shared: SharedPages,
    clock: Clock,
    build: String,
    ttl: TimeDelta,
    security: Arc<HeaderMap>,
    /// Whether caches in front of the shop are purged; others must not keep a page.
    are_edges_purged: bool,
}

impl PageCache {
    pub fn new(
        purges: Purges,
        shared: SharedPages,
        clock: Clock,
        build: String,
        ttl: Duration,
        memory: u64,
        security: Arc<HeaderMap>,
    ) -> Self {
        let holders = Holders::default();
        let left_by = holders.clone();
        let pages = moka::sync::Cache::builder()
            .max_capacity(memory)
            .eviction_listener(move |_, page: Arc<StoredPage>, _| left_by.remove(&page))
            .weigher(|key: &Arc<str>, page: &Arc<StoredPage>| {
                u32::try_from(key.len() + page.weight()).unwrap_or(u32::MAX)
            })
            .build();
        let ttl = TimeDelta::from_std(ttl).unwrap_or(TimeDelta::minutes(10)).min(PURGE_RETENTION / 4);
        Self {
            pages,
            holders,
            next_number: AtomicU64::new(0),
            spellings: moka::sync::Cache::new(MAX_SPELLINGS),
            flights: moka::future::Cache::builder().time_to_live(Duration::ZERO).build(),
            rendering: Arc::default(),
            purges,
            shared,
            clock,
            build,
            ttl,
            security,
            are_edges_purged: false,
        }
    }

    /// Allows the caches in front of the shop to keep pages, if the shop purges them.
    #[must_use]
    pub fn with_edges(self, are_edges_purged: bool) -> Self {
        Self { are_edges_purged, ..self }
    }

    /// How many pages are in memory. Waits for pending maintenance of the cache.
    pub fn len(&self) -> u64 {
        self.pages.run_pending_tasks();
        self.pages.entry_count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many pages are being rendered.
    pub fn rendering(&self) -> usize {
        Arc::strong_count(&self.rendering) - 1
    }

    pub fn purges(&self) -> &Purges {
        &self.purges
    }

    /// Remembers the key of an address with parameters. The key must depend on the address alone.
    pub fn remember_spelling(&self, address: &str, key: &Arc<str>) {
        if address.len() <= MAX_SPELLING_BYTES && !self.spellings.contains_key(address) {
            self.spellings.insert(address.into(), key.clone());
        }
    }

    /// The key of an address with parameters, if it was requested before.
    pub fn find_spelling(&self, address: &str) -> Option<Arc<str>> {
        self.spellings.get(address)
    }

    pub fn look_up(&self, key: &str, now: DateTime<Utc>) -> Lookup {
        let Some(page) = self.pages.get(key) else { return Lookup::Miss(None) };
        if self.is_outdated(&page, now) {
            Lookup::Miss(Some(page))
        } else if page.fresh_until <= now {
            Lookup::Stale(page)
        } else {
            Lookup::Fresh(page)
        }
    }

    fn is_outdated(&self, page: &StoredPage, now: DateTime<Utc>) -> bool {
        page.is_purged(&self.purges)
            || page.changes_at.is_some_and(|time| time <= now)
            // Purges are remembered for a limited time; after it a missed purge would not be noticed.
            || now - page.rendered_at > PURGE_RETENTION / 2
            // For development: every request renders its page.
            || self.ttl.is_zero()
    }

    /// The numbers of the pages that a purge of these tags would make outdated.
    pub(crate) fn current_with(&self, tags: &[String]) -> HashSet<u64> {
        let now = self.clock.now();
        let mut pages = self.holders.find(tags);
        pages.retain(|_, page| !self.is_outdated(page, now));
        pages.into_keys().collect()
    }

    fn put(&self, key: Arc<str>, page: &Arc<StoredPage>) {
        self.holders.add(page);
        self.pages.insert(key, page.clone());
    }

    /// Renders a page once for all requests that wait for it. When the request that renders is aborted, one that waits
    /// renders in its place.
    pub async fn render_once<F>(&self, key: &Arc<str>, render: F) -> Result<Arc<StoredPage>, Arc<AppError>>
    where
        F: Future<Output = Result<RenderedPage, AppError>>,
    {
        let render = async {
            let _rendering = self.rendering.clone();
            let page = Arc::new(self.finish(render.await?));
            self.put(key.clone(), &page);
            self.share(key.clone(), page.clone());
            Ok(page)
        };
        self.flights.try_get_with_by_ref(key, render).await
    }

    fn finish(&self, rendered: RenderedPage) -> StoredPage {
        let zstd = compress::zstd(&rendered.html);
        // Right after a purge the data may come from a replica that lags behind: such a page expires soon.
        let recently_purged = self.purges.changed_after(rendered.rendered_at, &rendered.tags);
        let ttl = if recently_purged { self.ttl.min(TTL_AFTER_PURGE) } else { self.ttl };
        let head = SharedHead {
            status: rendered.status.as_u16(),
            tags: rendered.tags,
            rendered_at: rendered.rendered_at,
            fresh_until: rendered.rendered_at + ttl,
            changes_at: rendered.changes_at,
            headers: rendered.headers,
        };
        self.assemble(head, &rendered.html, zstd, rendered.position)
    }

    fn assemble(&self, head: SharedHead, html: &[u8], zstd: Bytes, position: u64) -> StoredPage {
        let mut digest = Sha256::digest(html).to_vec();
        digest.truncate(12);
        let etag = HeaderValue::from_str(&format!("W/\"{}\"", hex::encode(digest)))
            .expect("hex is valid in a header");
        let mut headers = HeaderMap::with_capacity(16);
        headers.extend(HeaderMap::clone(&self.security));
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        for (name, value) in &head.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                headers.insert(name, value);
            }
        }
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(header::ETAG, etag.clone());
        if let Ok(tags) = HeaderValue::from_str(&head.tags.join(",")) {
            headers.insert("cache-tag", tags);
        }
        if head.changes_at.is_none() {
            headers.insert(header::CACHE_CONTROL, self.cache_control(head.fresh_until - head.rendered_at));
        }
        StoredPage {
            number: self.next_number.fetch_add(1, Ordering::Relaxed),
            status: StatusCode::from_u16(head.status).unwrap_or(StatusCode::OK),
            zstd,
            quick_brotli: OnceLock::new(),
            thorough_brotli: OnceLock::new(),
            gzip: OnceLock::new(),
            headers,
            own_headers: head.headers,
            etag,
            tags: head.tags,
            rendered_at: head.rendered_at,
            fresh_until: head.fresh_until,
            changes_at: head.changes_at,
            checked: AtomicU64::new(position),
            hits: AtomicU32::new(0),
            are_edges_purged: self.are_edges_purged,
        }
    }

    /// Returns a copy from Redis that this server or another one has rendered, and puts it into memory.
    pub async fn fetch_shared(&self, key: &Arc<str>) -> Option<Arc<StoredPage>> {
        // Read before the copy, so that a purge that arrives in between still applies to it.
        let position = self.purges.position();
        let bytes = self.shared.fetch(&self.shared_name(key)).await?;
        let split = bytes.iter().position(|byte| *byte == b'\n')?;
        let head: SharedHead = serde_json::from_slice(&bytes[..split]).ok()?;
        let now = self.clock.now();
        if head.fresh_until <= now
            || head.changes_at.is_some_and(|time| time <= now)
            || self.purges.changed_after(head.rendered_at, &head.tags)
        {
            return None;
        }
        let html = compress::unzstd_within(&bytes[split + 1..], MAX_PAGE_BYTES).ok()?;
        metrics::counter!("matjar_page_cache_total", "outcome" => "shared").increment(1);
        let page = Arc::new(self.assemble(head, &html, Bytes::from(bytes).slice(split + 1..), position));
        self.put(key.clone(), &page);
        Some(page)
    }

    /// Stores a copy in Redis in the background.
    fn share(&self, key: Arc<str>, page: Arc<StoredPage>) {
        let shared = self.shared.clone();
        let name = self.shared_name(&key);
        let ttl = (page.fresh_until - self.clock.now()).num_milliseconds();
        if ttl <= 0 || page.status != StatusCode::OK {
            return;
        }
        tokio::spawn(async move {
            let head = SharedHead {
                status: page.status.as_u16(),
                tags: page.tags.clone(),
                rendered_at: page.rendered_at,
                fresh_until: page.fresh_until,
                changes_at: page.changes_at,
                headers: page.own_headers.clone(),
            };
            let Ok(mut bytes) = serde_json::to_vec(&head) else { return };
            bytes.push(b'\n');
            bytes.extend_from_slice(&page.zstd);
            shared.store(&name, &bytes, ttl).await;
        });
    }

    fn cache_control(&self, fresh: TimeDelta) -> HeaderValue {
        if !self.are_edges_purged {
            return NOT_SHARED;
        }
        let seconds = fresh.min(self.ttl).num_seconds().max(0);
        let text = format!("public, max-age=0, s-maxage={seconds}, stale-while-revalidate=60");
        HeaderValue::from_str(&text).expect("digits are valid in a header")
    }

    fn shared_name(&self, key: &str) -> String {
        self.shared.redis.name(&format!("page:{}:{key}", self.build))
    }
}

impl StoredPage {
    fn weight(&self) -> usize {
        // Includes estimates for other encodings that may be made later, and for each tag in `Holders`.
        4 * self.zstd.len() + 64 * self.tags.len() + 1024
    }

    pub(crate) fn tags(&self) -> &[String] {
        &self.tags
    }

    pub fn is_purged(&self, purges: &Purges) -> bool {
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
        if let Some(time) = self.changes_at {
            // Shared caches must not serve the page after it has changed.
            let left =
                if self.are_edges_purged { (self.fresh_until.min(time) - now).num_seconds() } else { 0 };
            let value = format!("public, max-age=0, s-maxage={}", left.max(0));
            headers.insert(
                header::CACHE_CONTROL,
                HeaderValue::from_str(&value).expect("digits are valid in a header"),
            );
        }
        headers
    }

    fn html(&self) -> Vec<u8> {
        compress::unzstd(&self.zstd).expect("compressed or verified by this process")
    }

    /// Returns the page in the best encoding that the client accepts, and the name of the encoding.
    pub fn body(self: &Arc<Self>, accepted: AcceptedEncodings) -> (Bytes, Option<&'static str>) {
        if accepted.brotli {
            if self.hits.fetch_add(1, Ordering::Relaxed) == POPULAR_HITS {
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
        let redis = RedisClient::new("redis://127.0.0.1:1/0", "https://shop.example").expect("valid URL");
        let secrets: Vec<SecretString> = secrets.iter().map(|secret| (*secret).into()).collect();
        SharedPages::new(redis, &secrets)
    }

    /// [SEC-L25]
    #[test]
    fn a_copy_is_accepted_only_with_a_valid_signature_and_under_its_own_name() {
        let shared = pages(&["a secret of this shop"]);
        let copy = shared.sign("page:1", b"body");
        assert_eq!(shared.verify("page:1", &copy), Some(&b"body"[..]));

        assert_eq!(shared.verify("page:2", &copy), None, "stored under another name");
        let mut changed = copy.clone();
        changed.push(b'!');
        assert_eq!(shared.verify("page:1", &changed), None);
        assert_eq!(shared.verify("page:1", b"body"), None, "not signed");
        assert_eq!(pages(&["another secret"]).verify("page:1", &copy), None);
        let rotated = pages(&["a new secret", "a secret of this shop"]);
        assert_eq!(rotated.verify("page:1", &copy), Some(&b"body"[..]), "signed with the previous secret");
    }

    fn cache() -> Arc<PageCache> {
        let purges = Purges::default();
        let (clock, ttl) = (Clock::real(), Duration::from_secs(60));
        Arc::new(PageCache::new(
            purges,
            pages(&["a secret"]),
            clock,
            "build".to_owned(),
            ttl,
            1_000_000,
            Arc::default(),
        ))
    }

    fn page(html: &'static str) -> RenderedPage {
        RenderedPage {
            html: Bytes::from_static(html.as_bytes()),
            headers: Vec::new(),
            status: StatusCode::OK,
            tags: Vec::new(),
            changes_at: None,
            rendered_at: Clock::real().now(),
            position: 0,
        }
    }

    /// [SEC-M10] [RUST-7]
    #[tokio::test]
    async fn when_the_request_that_renders_is_aborted_one_that_waits_renders() {
        let (cache, key) = (cache(), Arc::<str>::from("/ar/"));
        let first = {
            let (cache, key) = (cache.clone(), key.clone());
            tokio::spawn(async move { cache.render_once(&key, std::future::pending()).await.map(|_| ()) })
        };
        while cache.rendering() == 0 {
            tokio::task::yield_now().await;
        }
        let mut second = Box::pin(cache.render_once(&key, async { Ok(page("second")) }));
        let waits = tokio::select! {
            biased;
            _ = &mut second => false,
            () = tokio::task::yield_now() => true,
        };
        assert!(waits, "the first request still renders");
        first.abort();
        let stored = second.await.expect("rendered");
        assert_eq!(stored.html(), b"second");
        assert_eq!(cache.rendering(), 0);
    }

    #[tokio::test]
    async fn a_failure_is_shared_and_not_stored() {
        let (cache, key) = (cache(), Arc::<str>::from("/ar/"));
        let failing = || async {
            tokio::task::yield_now().await;
            Err(AppError::Busy)
        };
        let (first, second) =
            tokio::join!(cache.render_once(&key, failing()), cache.render_once(&key, failing()));
        let (first, second) = (first.err().expect("fails"), second.err().expect("fails"));
        assert!(Arc::ptr_eq(&first, &second), "both got the same error");
        assert!(cache.render_once(&key, async { Ok(page("good")) }).await.is_ok());
    }

    /// [D20]
    #[tokio::test]
    async fn a_page_is_counted_once_until_it_is_outdated_or_leaves_memory() {
        let cache = cache();
        let store = async |key: &'static str, tags: [&str; 2]| {
            let tags = tags.map(str::to_owned).to_vec();
            let render = async { Ok(RenderedPage { tags, ..page("text") }) };
            assert!(cache.render_once(&Arc::from(key), render).await.is_ok());
        };
        let count = |tags: &[&str]| {
            let tags: Vec<String> = tags.iter().map(|tag| (*tag).to_owned()).collect();
            cache.current_with(&tags).len()
        };
        store("/ar/a/", ["product:1", "settings"]).await;
        store("/ar/b/", ["product:2", "settings"]).await;
        store("/ar/b/", ["product:2", "settings"]).await;
        assert_eq!(count(&["product:1"]), 1);
        assert_eq!(count(&["product:2", "settings"]), 2);
        assert_eq!(count(&["product:3"]), 0);

        cache.purges().apply([(1, "product:1".to_owned())], Utc::now());
        assert_eq!(count(&["product:1"]), 0, "outdated already");
        assert_eq!(count(&["settings"]), 1);

        cache.pages.invalidate("/ar/b/");
        cache.pages.run_pending_tasks();
        assert_eq!(count(&["settings"]), 0);
    }

    #[tokio::test]
    async fn a_page_can_be_rendered_again_at_once() {
        let (cache, key) = (cache(), Arc::<str>::from("/ar/"));
        for html in ["first", "second"] {
            let stored = cache.render_once(&key, async { Ok(page(html)) }).await.expect("rendered");
            assert_eq!(stored.html(), html.as_bytes());
        }
    }
}
