//! Looks at the scripts of the payment pages: on command after a release, and by itself every hour.

use std::{pin::Pin, time::Duration};

use anyhow::Context;
use bytes::Bytes;
use checkout::{
    Till,
    scripts::{self, AsyncFetch, Fetched, Finding, Place, Script},
};
use clap::Args;
use edge::supervise::Heartbeat;
use http_body_util::{BodyExt, Empty};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use kernel::Clock;
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

struct Web {
    client: Client<HttpsConnector<HttpConnector>, Empty<Bytes>>,
}

impl AsyncFetch for Web {
    fn get<'a>(&'a self, url: &'a str) -> Pin<Box<dyn Future<Output = anyhow::Result<Fetched>> + Send + 'a>> {
        Box::pin(async move {
            let answer = tokio::time::timeout(PATIENCE, self.client.get(url.parse()?)).await??;
            anyhow::ensure!(answer.status().is_success(), "{url} answers {}", answer.status());
            let policy = answer.headers().get("content-security-policy");
            let policy = policy.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
            let body = http_body_util::Limited::new(answer.into_body(), LARGEST).collect();
            let body = tokio::time::timeout(PATIENCE, body).await?;
            let body = body.map_err(|error| anyhow::anyhow!("{url}: {error}"))?.to_bytes();
            Ok(Fetched { policy, body: body.to_vec() })
        })
    }
}

/// What the pages run now, and what differs from what was accepted.
async fn look(origin: &str, till: &Till, db: &PgPool) -> anyhow::Result<(Vec<Script>, Vec<Finding>)> {
    let secure = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
    let web = Web { client: Client::builder(TokioExecutor::new()).build(secure) };
    let setup = till.provider.browser();
    let place = Place {
        origin,
        page: cart::view::CHECKOUT_URL,
        provider_script: &setup.script_url,
        provider_origin: &setup.script_origin,
    };
    let (found, mut findings) = scripts::look(&web, &place).await?;
    findings.extend(scripts::compare(&scripts::accepted(db).await?, &found));
    Ok((found, findings))
}

pub async fn run(args: &ScriptArgs) -> anyhow::Result<()> {
    let config = &args.config;
    let db = database::pool(&config.database.database_worker_url, 1, "matjar scripts")?;
    let till = crate::app::till(config, &Clock::real())?;
    let (found, findings) = look(&config.public_origin, &till, &db).await?;
    for script in &found {
        println!("{}  {}  {} ({})", &script.sha256[..16], script.url, script.owner, script.reason);
    }
    if args.accept {
        let wrong = findings.iter().any(|finding| matches!(finding, Finding::Header(_)));
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
pub async fn watch(origin: String, till: Till, heartbeat: Heartbeat) {
    loop {
        tokio::time::sleep(HOUR).await;
        heartbeat.beat();
        match look(&origin, &till, &till.db).await.context("looking at the payment pages' scripts") {
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
