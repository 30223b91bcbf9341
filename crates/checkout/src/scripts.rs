//! Which scripts payment pages run, and whether they are still those that somebody accepted. A card number passes every
//! one of them, so a changed or a new one must be noticed.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool};

/// A script of a payment page, as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    pub url: String,
    pub owner: &'static str,
    pub reason: &'static str,
    pub sha256: String,
}

/// Something that differs from what was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    New(String),
    Changed(String),
    /// A page that runs what its header should forbid, or the other way round.
    Header(String),
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::New(url) => write!(f, "{url} is not in the inventory"),
            Self::Changed(url) => write!(f, "{url} is not what was accepted"),
            Self::Header(what) => write!(f, "the header {what}"),
        }
    }
}

/// Fetches something: its headers of interest, and its body.
pub type Fetch<'a> = dyn AsyncFetch + 'a;

/// How pages and scripts are fetched: the storefront's own way, so that this crate needs none.
pub trait AsyncFetch: Send + Sync {
    fn get<'a>(
        &'a self,
        url: &'a str,
    ) -> std::pin::Pin<Box<dyn Future<Output = anyhow::Result<Fetched>> + Send + 'a>>;
}

pub struct Fetched {
    pub policy: String,
    pub body: Vec<u8>,
}

/// Where a payment page is, and who may add to it.
pub struct Place<'a> {
    pub origin: &'a str,
    pub page: &'a str,
    pub provider_script: &'a str,
    pub provider_origin: &'a str,
}

/// Every script of the page and the provider's, with what each looks like now; and what is wrong with the page's header.
pub async fn look(fetch: &Fetch<'_>, place: &Place<'_>) -> anyhow::Result<(Vec<Script>, Vec<Finding>)> {
    let page = fetch.get(&format!("{}{}", place.origin, place.page)).await.context("the payment page")?;
    let html = String::from_utf8_lossy(&page.body);
    let mut findings = Vec::new();
    if !page.policy.contains("require-trusted-types-for 'script'") || page.policy.contains("unsafe-") {
        findings.push(Finding::Header(format!("lets in more than it should: {}", page.policy)));
    }
    let allowed =
        page.policy.split(';').find_map(|part| part.trim().strip_prefix("script-src ")).unwrap_or_default();
    if allowed.split(' ').any(|source| source != "'self'" && source != place.provider_origin) {
        findings.push(Finding::Header(format!("allows scripts from {allowed}")));
    }
    let mut scripts = Vec::new();
    for source in sources(&html) {
        if source == place.provider_script {
            continue;
        }
        if !source.starts_with('/') || source.starts_with("//") {
            findings.push(Finding::New(source));
            continue;
        }
        let body = fetch.get(&format!("{}{source}", place.origin)).await?.body;
        scripts.push(script(source, "shop", "runs the shop's own pages", &body));
    }
    let body = fetch.get(place.provider_script).await.context("the provider's script")?.body;
    let reason = "turns card and bank numbers into a token";
    scripts.push(script(place.provider_script.to_owned(), "provider", reason, &body));
    Ok((scripts, findings))
}

fn script(url: String, owner: &'static str, reason: &'static str, body: &[u8]) -> Script {
    Script { url, owner, reason, sha256: hex::encode(Sha256::digest(body)) }
}

/// What a page loads as script, and what it preloads for them.
fn sources(html: &str) -> Vec<String> {
    let of = |tag: &str, name: &str| {
        let marker = format!(" {name}=\"");
        let at = tag.find(&marker)? + marker.len();
        Some(tag[at..].split('"').next().unwrap_or_default().replace("&amp;", "&"))
    };
    let tags =
        |name: &'static str| html.split(name).skip(1).map(|rest| rest.split('>').next().unwrap_or_default());
    let loaded = tags("<script").filter_map(|tag| of(tag, "src"));
    let preloaded =
        tags("<link").filter(|tag| tag.contains("modulepreload")).filter_map(|tag| of(tag, "href"));
    let mut all: Vec<String> = loaded.chain(preloaded).collect();
    all.sort();
    all.dedup();
    all
}

/// What differs from what was accepted. Our own files carry their content in their names: a new release brings new ones,
/// which are listed when it is accepted.
pub fn compare(accepted: &BTreeMap<String, String>, found: &[Script]) -> Vec<Finding> {
    let finding = |script: &Script| match accepted.get(&script.url) {
        None => Some(Finding::New(script.url.clone())),
        Some(hash) if *hash != script.sha256 => Some(Finding::Changed(script.url.clone())),
        Some(_) => None,
    };
    found.iter().filter_map(finding).collect()
}

pub async fn accepted(db: impl PgExecutor<'_>) -> sqlx::Result<BTreeMap<String, String>> {
    let rows = sqlx::query!("select url, sha256 from script_inventory").fetch_all(db).await?;
    Ok(rows.into_iter().map(|row| (row.url, row.sha256)).collect())
}

/// The inventory from now on.
pub async fn accept(db: &PgPool, scripts: &[Script], now: DateTime<Utc>) -> anyhow::Result<()> {
    if scripts.is_empty() {
        bail!("a payment page without any script is no payment page");
    }
    let mut tx = db.begin().await?;
    sqlx::query!("delete from script_inventory").execute(&mut *tx).await?;
    for script in scripts {
        sqlx::query!(
            "insert into script_inventory (url, owner, reason, sha256, accepted_at) values ($1, $2, $3, $4, $5)",
            script.url,
            script.owner,
            script.reason,
            script.sha256,
            now
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(url: &str, sha256: &str) -> Script {
        Script { url: url.to_owned(), owner: "shop", reason: "test", sha256: sha256.to_owned() }
    }

    #[test]
    fn a_new_script_and_a_changed_one_are_both_noticed() {
        let accepted =
            BTreeMap::from([("/a.js".to_owned(), "1".to_owned()), ("/b.js".to_owned(), "2".to_owned())]);
        assert!(compare(&accepted, &[found("/a.js", "1"), found("/b.js", "2")]).is_empty());
        assert_eq!(
            compare(&accepted, &[found("/a.js", "9"), found("/c.js", "3")]),
            [Finding::Changed("/a.js".to_owned()), Finding::New("/c.js".to_owned())]
        );
    }

    #[test]
    fn every_way_to_load_a_script_is_seen() {
        let html = r#"<link rel="modulepreload" href="/assets/b.js"><script type="module" src="/assets/a.js"></script>
            <script type="application/json">{}</script><script src="https://evil.example/x.js"></script>"#;
        assert_eq!(sources(html), ["/assets/a.js", "/assets/b.js", "https://evil.example/x.js"]);
    }
}
