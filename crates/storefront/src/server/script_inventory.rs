//! Checks the scripts of the payment pages: by command after a release, and every hour.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::Context;
use bytes::Bytes;
use checkout::service::scripts::{self, AsyncFetch, FetchFuture, Fetched, Finding, ScanTarget, Script};
use cookie::{Cookie, CookieJar};
use edge::supervise::Heartbeat;
use http::{Method, Request, header};
use http_body_util::{BodyExt, Full};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use payments::PaymentContext;
use serde::Deserialize;
use sqlx::PgPool;

use super::config::Config;

const FETCH_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// HTTP client that uses the shop's public origin, as shoppers do.
pub struct InventoryClient {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    origin: String,
    cookies: Mutex<CookieJar>,
}

impl InventoryClient {
    pub fn new(origin: &str) -> Self {
        let secure = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        Self {
            client: Client::builder(TokioExecutor::new()).build(secure),
            origin: origin.to_owned(),
            cookies: Mutex::default(),
        }
    }

    fn cookies(&self) -> MutexGuard<'_, CookieJar> {
        self.cookies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send(&self, method: Method, url: &str, form: Option<String>) -> anyhow::Result<Fetched> {
        let mut request = Request::builder().method(method).uri(url);
        if url.strip_prefix(&self.origin).is_some_and(|rest| rest.starts_with('/')) {
            let pairs: Vec<String> =
                self.cookies().iter().map(|cookie| cookie.stripped().to_string()).collect();
            request = request.header(header::COOKIE, pairs.join("; "));
        }
        if form.is_some() {
            request = request
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .header(header::ORIGIN, &self.origin);
        }
        let request = request.body(Full::new(Bytes::from(form.unwrap_or_default())))?;
        let answer = tokio::time::timeout(FETCH_TIMEOUT, self.client.request(request)).await??;
        anyhow::ensure!(answer.status().is_success(), "{url} responded {}", answer.status());
        for line in answer.headers().get_all(header::SET_COOKIE) {
            let cookie = line.to_str().ok().and_then(|line| Cookie::parse(line.to_owned()).ok());
            if let Some(cookie) = cookie {
                self.cookies().add_original(cookie);
            }
        }
        let policy = answer.headers().get(header::CONTENT_SECURITY_POLICY);
        let policy = policy.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        let body = http_body_util::Limited::new(answer.into_body(), MAX_BODY_BYTES).collect();
        let body = tokio::time::timeout(FETCH_TIMEOUT, body).await?;
        let body = body.map_err(|error| anyhow::anyhow!("{url}: {error}"))?.to_bytes();
        Ok(Fetched { policy, body: body.to_vec() })
    }
}

impl AsyncFetch for InventoryClient {
    fn get<'a>(&'a self, url: &'a str) -> FetchFuture<'a> {
        Box::pin(self.send(Method::GET, url, None))
    }

    fn post<'a>(&'a self, url: &'a str, form: String) -> FetchFuture<'a> {
        Box::pin(self.send(Method::POST, url, Some(form)))
    }
}

/// One chunk in the manifest of the build.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    file: String,
    #[serde(default)]
    is_entry: bool,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    dynamic_imports: Vec<String>,
}

/// Returns every script that a page can load: the entries and all that they import, statically or dynamically.
fn built_scripts(web_dir: &Path) -> anyhow::Result<Vec<String>> {
    let path = web_dir.join("client/.vite/manifest.json");
    let text = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
    reachable(&serde_json::from_slice(&text).with_context(|| format!("reading {}", path.display()))?)
}

fn reachable(chunks: &BTreeMap<String, Chunk>) -> anyhow::Result<Vec<String>> {
    let mut pending: Vec<&str> =
        chunks.iter().filter(|(_, chunk)| chunk.is_entry).map(|(name, _)| name.as_str()).collect();
    let (mut seen, mut files) = (BTreeSet::new(), BTreeSet::new());
    while let Some(name) = pending.pop() {
        if !seen.insert(name) {
            continue;
        }
        let chunk = chunks.get(name).with_context(|| format!("the manifest has no chunk {name}"))?;
        if chunk.file.ends_with(".js") {
            files.insert(format!("/{}", chunk.file));
        }
        pending.extend(chunk.imports.iter().chain(&chunk.dynamic_imports).map(String::as_str));
    }
    anyhow::ensure!(!files.is_empty(), "the manifest has no scripts");
    Ok(files.into_iter().collect())
}

/// Returns the scripts that the pages run, and the differences from the accepted ones.
pub async fn check(
    fetch: &dyn AsyncFetch,
    config: &Config,
    payment_context: &PaymentContext,
    db: &PgPool,
) -> anyhow::Result<(Vec<Script>, Vec<Finding>)> {
    let setup = payment_context.provider.browser();
    let target = ScanTarget {
        origin: &config.public_origin,
        provider_script: &setup.script_url,
        provider_origin: &setup.script_origin,
        built: built_scripts(&config.renderers.web_dir)?,
        products: products(db).await?,
    };
    let (found, mut findings) = scripts::scan(fetch, &target).await?;
    findings.extend(scripts::compare(&scripts::accepted(db).await?, &found));
    Ok((found, findings))
}

/// Returns products that can be added to a cart without options. Reads `products`, a table of catalog.
async fn products(db: &PgPool) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from products where kind = 'simple' and status = 'published' and regular_minor > 0
         order by featured nulls last, id limit 20"
    )
    .fetch_all(db)
    .await
}

pub fn list(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

const CHECK_INTERVAL: Duration = Duration::from_secs(3_600);

/// Checks every hour, as long as the server runs. Without an accepted inventory, every script is a finding.
pub async fn watch(config: Config, payment_context: PaymentContext, heartbeat: Heartbeat) {
    // Uses the same visitor every time: one cart, not one per check.
    let web = InventoryClient::new(&config.public_origin);
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        heartbeat.beat();
        match check(&web, &config, &payment_context, &payment_context.db)
            .await
            .context("checking the scripts of the payment pages")
        {
            Ok((_, findings)) => {
                metrics::gauge!("matjar_payment_script_findings").set(findings.len() as f64);
                if !findings.is_empty() {
                    tracing::error!(
                        findings = list(&findings),
                        "payment pages run scripts that were not accepted"
                    );
                }
            }
            Err(error) => tracing::warn!(error = format!("{error:#}"), "script inventory check failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [SEC-M8]
    #[test]
    fn a_script_that_only_another_script_loads_is_in_the_list() {
        let manifest = r#"{
            "src/runtime/main.ts": { "file": "assets/main-1.js", "isEntry": true, "imports": ["_shared.js"],
                "dynamicImports": ["src/checkout/CheckoutForm.island.tsx"] },
            "src/styles/site.css": { "file": "assets/site-1.css", "isEntry": true },
            "src/checkout/CheckoutForm.island.tsx": { "file": "assets/CheckoutForm-1.js", "isDynamicEntry": true,
                "imports": ["_shared.js", "src/runtime/main.ts"], "dynamicImports": ["_react.js"] },
            "_shared.js": { "file": "assets/shared-1.js" },
            "_react.js": { "file": "assets/react-1.js" },
            "src/unused.ts": { "file": "assets/unused-1.js" }
        }"#;
        let chunks = serde_json::from_str(manifest).expect("a manifest");
        assert_eq!(
            reachable(&chunks).expect("a complete manifest"),
            ["/assets/CheckoutForm-1.js", "/assets/main-1.js", "/assets/react-1.js", "/assets/shared-1.js"]
        );
    }
}
