//! Looks at the scripts of the payment pages: on command after a release, and by itself every hour.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use anyhow::Context;
use bytes::Bytes;
use checkout::{
    Till,
    scripts::{self, Answering, AsyncFetch, Fetched, Finding, Place, Script},
};
use clap::Args;
use edge::supervise::Heartbeat;
use http::{Method, Request, header};
use http_body_util::{BodyExt, Full};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use kernel::Clock;
use serde::Deserialize;
use sqlx::PgPool;

use crate::{config::Config, database};

const PATIENCE: Duration = Duration::from_secs(10);
const LARGEST: usize = 8 * 1024 * 1024;

#[derive(Debug, Args)]
pub struct ScriptArgs {
    #[command(flatten)]
    config: Box<Config>,
    /// What is found is right: it is the inventory from now on.
    #[arg(long)]
    accept: bool,
}

/// A browser without a screen, which goes through the shop's public address as shoppers do.
pub struct Web {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    origin: String,
    cookies: Mutex<BTreeMap<String, String>>,
}

impl Web {
    pub fn new(origin: &str) -> Self {
        let secure = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        Self {
            client: Client::builder(TokioExecutor::new()).build(secure),
            origin: origin.to_owned(),
            cookies: Mutex::default(),
        }
    }

    fn cookies(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, String>> {
        self.cookies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send(&self, method: Method, url: &str, form: Option<String>) -> anyhow::Result<Fetched> {
        let mut request = Request::builder().method(method).uri(url);
        if url.strip_prefix(&self.origin).is_some_and(|rest| rest.starts_with('/')) {
            let pairs: Vec<String> =
                self.cookies().iter().map(|(name, value)| format!("{name}={value}")).collect();
            request = request.header(header::COOKIE, pairs.join("; "));
        }
        if form.is_some() {
            request = request
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .header(header::ORIGIN, &self.origin);
        }
        let request = request.body(Full::new(Bytes::from(form.unwrap_or_default())))?;
        let answer = tokio::time::timeout(PATIENCE, self.client.request(request)).await??;
        anyhow::ensure!(answer.status().is_success(), "{url} answers {}", answer.status());
        for line in answer.headers().get_all(header::SET_COOKIE) {
            let pair =
                line.to_str().unwrap_or_default().split(';').next().and_then(|pair| pair.split_once('='));
            if let Some((name, value)) = pair {
                self.cookies().insert(name.to_owned(), value.to_owned());
            }
        }
        let policy = answer.headers().get(header::CONTENT_SECURITY_POLICY);
        let policy = policy.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        let body = http_body_util::Limited::new(answer.into_body(), LARGEST).collect();
        let body = tokio::time::timeout(PATIENCE, body).await?;
        let body = body.map_err(|error| anyhow::anyhow!("{url}: {error}"))?.to_bytes();
        Ok(Fetched { policy, body: body.to_vec() })
    }
}

impl AsyncFetch for Web {
    fn get<'a>(&'a self, url: &'a str) -> Answering<'a> {
        Box::pin(self.send(Method::GET, url, None))
    }

    fn post<'a>(&'a self, url: &'a str, form: String) -> Answering<'a> {
        Box::pin(self.send(Method::POST, url, Some(form)))
    }
}

/// One chunk of the build, as its manifest tells of it.
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

/// Every script that a page can come to load: the entries, and all that they import at once or later.
fn built(web_dir: &Path) -> anyhow::Result<Vec<String>> {
    let path = web_dir.join("client/.vite/manifest.json");
    let text = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
    reachable(&serde_json::from_slice(&text).with_context(|| format!("reading {}", path.display()))?)
}

fn reachable(chunks: &BTreeMap<String, Chunk>) -> anyhow::Result<Vec<String>> {
    let mut wanted: Vec<&str> =
        chunks.iter().filter(|(_, chunk)| chunk.is_entry).map(|(name, _)| name.as_str()).collect();
    let (mut seen, mut files) = (BTreeSet::new(), BTreeSet::new());
    while let Some(name) = wanted.pop() {
        if !seen.insert(name) {
            continue;
        }
        let chunk = chunks.get(name).with_context(|| format!("the manifest lacks {name}"))?;
        if chunk.file.ends_with(".js") {
            files.insert(format!("/{}", chunk.file));
        }
        wanted.extend(chunk.imports.iter().chain(&chunk.dynamic_imports).map(String::as_str));
    }
    anyhow::ensure!(!files.is_empty(), "the manifest names no script");
    Ok(files.into_iter().collect())
}

/// What the pages run now, and what differs from what was accepted.
pub async fn look(
    fetch: &dyn AsyncFetch,
    config: &Config,
    till: &Till,
    db: &PgPool,
) -> anyhow::Result<(Vec<Script>, Vec<Finding>)> {
    let setup = till.provider.browser();
    let place = Place {
        origin: &config.public_origin,
        provider_script: &setup.script_url,
        provider_origin: &setup.script_origin,
        built: built(&config.renderers.web_dir)?,
        products: products(db).await?,
    };
    let (found, mut findings) = scripts::look(fetch, &place).await?;
    findings.extend(scripts::compare(&scripts::accepted(db).await?, &found));
    Ok((found, findings))
}

/// Some that a visitor can put into a cart without choosing anything. The table is catalog's.
async fn products(db: &PgPool) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from products where kind = 'simple' and status = 'published' and regular_minor > 0
         order by featured nulls last, id limit 20"
    )
    .fetch_all(db)
    .await
}

pub async fn run(args: &ScriptArgs) -> anyhow::Result<()> {
    let config = &args.config;
    let db = database::pool(&config.database.database_worker_url, 1, "matjar scripts")?;
    let till = crate::app::till(config, &Clock::real())?;
    let web = Web::new(&config.public_origin);
    let (found, findings) = look(&web, config, &till, &db).await?;
    for script in &found {
        println!("{}  {}  {} ({})", &script.sha256[..16], script.url, script.owner, script.reason);
    }
    if args.accept {
        let wrong = findings.iter().any(|finding| matches!(finding, Finding::Header(_) | Finding::Inline(_)));
        anyhow::ensure!(!wrong, "{}", list(&findings));
        scripts::accept(&db, &found, Clock::real().now()).await?;
        println!("accepted");
        return Ok(());
    }
    anyhow::ensure!(findings.is_empty(), "{}", list(&findings));
    Ok(())
}

fn list(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

const HOUR: Duration = Duration::from_secs(3_600);

/// Every hour, as long as the server runs. A shop that accepted nothing yet is only told so.
pub async fn watch(config: Config, till: Till, heartbeat: Heartbeat) {
    // The same visitor every time: one cart, not one an hour.
    let web = Web::new(&config.public_origin);
    loop {
        tokio::time::sleep(HOUR).await;
        heartbeat.beat();
        match look(&web, &config, &till, &till.db).await.context("looking at the payment pages' scripts") {
            Ok((_, findings)) => {
                metrics::gauge!("matjar_payment_script_findings").set(findings.len() as f64);
                if !findings.is_empty() {
                    tracing::error!(findings = list(&findings), "payment pages run what nobody accepted");
                }
            }
            Err(error) => tracing::warn!(error = format!("{error:#}"), "the scripts could not be looked at"),
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
            reachable(&chunks).expect("whole"),
            ["/assets/CheckoutForm-1.js", "/assets/main-1.js", "/assets/react-1.js", "/assets/shared-1.js"]
        );
    }
}
