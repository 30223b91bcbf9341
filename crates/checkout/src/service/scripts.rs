//! Inventory of the scripts on payment pages: compares the scripts that a page can run with those that were accepted.
//! Each of them can read card numbers, so a new or changed script must be reported.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool};

use crate::store;

/// A script of a payment page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    pub url: String,
    pub owner: &'static str,
    pub reason: &'static str,
    pub sha256: String,
}

/// A difference from the accepted inventory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    New(String),
    Changed(String),
    /// A fault of the page's content security policy.
    Header(String),
    /// Script inside the page itself, which no file of the inventory covers.
    Inline(String),
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::New(url) => write!(f, "{url} is not in the inventory"),
            Self::Changed(url) => write!(f, "{url} differs from the accepted version"),
            Self::Header(what) => write!(f, "the content security policy {what}"),
            Self::Inline(what) => write!(f, "the page contains inline script: {what}"),
        }
    }
}

/// Fetches pages and scripts. The storefront implements it, so that this crate needs no HTTP client. It must store
/// cookies, so that a filled cart is there for the next request.
pub trait AsyncFetch: Send + Sync {
    fn get<'a>(&'a self, url: &'a str) -> FetchFuture<'a>;
    /// Posts a form, as a page of the shop would.
    fn post<'a>(&'a self, url: &'a str, form: String) -> FetchFuture<'a>;
}

pub type FetchFuture<'a> = std::pin::Pin<Box<dyn Future<Output = anyhow::Result<Fetched>> + Send + 'a>>;

pub struct Fetched {
    pub policy: String,
    pub body: Vec<u8>,
}

/// The shop to scan, and the provider whose scripts its payment page may load.
pub struct ScanTarget<'a> {
    pub origin: &'a str,
    pub provider_script: &'a str,
    pub provider_origin: &'a str,
    /// All scripts of the build, as the build lists them: most are loaded by other scripts and are not named in any
    /// page.
    pub built: Vec<String>,
    /// Products to put into the cart: an empty cart's checkout has no payment form.
    pub products: Vec<i64>,
}

/// Marks the form that takes card and bank numbers.
const FORM_ATTRIBUTE: &str = "data-payment-form";

/// Returns every script that a payment page can run, with its current hash, and the findings about the page itself.
pub async fn scan(
    fetch: &dyn AsyncFetch,
    target: &ScanTarget<'_>,
) -> anyhow::Result<(Vec<Script>, Vec<Finding>)> {
    let (page, elements) = payment_page(fetch, target).await.context("reading the payment page")?;
    let mut findings = check_header(&page.policy, target.provider_origin);
    findings.extend(elements.inline.into_iter().map(Finding::Inline));
    let mut own: BTreeSet<String> = target.built.iter().cloned().collect();
    for source in elements.sources {
        if source == target.provider_script {
            continue;
        }
        match source.strip_prefix(target.origin).unwrap_or(&source) {
            path if path.starts_with('/') && !path.starts_with("//") => {
                own.insert(path.to_owned());
            }
            _ => findings.push(Finding::New(source)),
        }
    }
    let mut scripts = Vec::new();
    for source in own {
        let body = fetch.get(&format!("{}{source}", target.origin)).await?.body;
        scripts.push(script(source, "shop", "runs the shop's own pages", &body));
    }
    scripts.extend(provider_scripts(fetch, target).await.context("reading the provider's script")?);
    Ok((scripts, findings))
}

/// Fetches the checkout with a filled cart.
async fn payment_page(
    fetch: &dyn AsyncFetch,
    target: &ScanTarget<'_>,
) -> anyhow::Result<(Fetched, PageElements)> {
    let url = format!("{}{}", target.origin, cart::view::CHECKOUT_URL);
    let mut page = fetch.get(&url).await?;
    let mut products = target.products.iter();
    loop {
        let elements = page_elements(&page.body);
        if elements.has_form {
            return Ok((page, elements));
        }
        let Some(product) = products.next() else {
            bail!("no payment form: none of {} products could be put into a cart", target.products.len());
        };
        let call = format!("{}/ar/?wc-ajax=add_to_cart", target.origin);
        // A sold-out product is refused; the next one is tried.
        let _ = fetch.post(&call, format!("product_id={product}&quantity=1")).await;
        page = fetch.get(&url).await?;
    }
}

fn check_header(policy: &str, provider_origin: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !policy.contains("require-trusted-types-for 'script'") || policy.contains("unsafe-") {
        findings.push(Finding::Header(format!("is too permissive: {policy}")));
    }
    let allowed =
        policy.split(';').find_map(|part| part.trim().strip_prefix("script-src ")).unwrap_or_default();
    if allowed.is_empty() {
        findings.push(Finding::Header("has no script-src".to_owned()));
    }
    if allowed.split(' ').any(|source| source != "'self'" && source != provider_origin) {
        findings.push(Finding::Header(format!("allows scripts from {allowed}")));
    }
    findings
}

/// The provider's script, and those that it loads from its own origin. The page's policy forbids all others.
async fn provider_scripts(fetch: &dyn AsyncFetch, target: &ScanTarget<'_>) -> anyhow::Result<Vec<Script>> {
    let reason = "turns card and bank numbers into a token";
    let mut scripts: Vec<Script> = Vec::new();
    let mut wanted = vec![target.provider_script.to_owned()];
    while let Some(url) = wanted.pop() {
        if scripts.iter().any(|known| known.url == url) {
            continue;
        }
        anyhow::ensure!(
            scripts.len() < MAX_PROVIDER_SCRIPTS,
            "more than {MAX_PROVIDER_SCRIPTS} provider scripts: {url}"
        );
        let body = fetch.get(&url).await?.body;
        wanted.extend(named_scripts(&String::from_utf8_lossy(&body), target.provider_origin));
        scripts.push(script(url, "provider", reason, &body));
    }
    Ok(scripts)
}

const MAX_PROVIDER_SCRIPTS: usize = 10;

/// Finds URLs of scripts at this origin in the string literals of a script.
fn named_scripts(code: &str, origin: &str) -> Vec<String> {
    let strings = code.split(['"', '\'', '`']);
    let is_script = |text: &str| {
        let path = text.strip_prefix(origin).and_then(|rest| rest.strip_prefix('/'));
        path.is_some_and(|path| {
            path.split(['?', '#']).next().unwrap_or_default().ends_with(".js")
                && !path.contains(char::is_whitespace)
        })
    };
    strings.filter(|text| is_script(text)).map(str::to_owned).collect()
}

fn script(url: String, owner: &'static str, reason: &'static str, body: &[u8]) -> Script {
    Script { url, owner, reason, sha256: hex::encode(Sha256::digest(body)) }
}

/// The script-related elements of a page.
#[derive(Debug, Default, PartialEq, Eq)]
struct PageElements {
    /// URLs of scripts and of script preloads.
    sources: BTreeSet<String>,
    /// Everything else that can run script.
    inline: Vec<String>,
    has_form: bool,
}

/// Types of `<script>` that a browser does not run.
const DATA_KINDS: [&str; 3] = ["application/json", "application/ld+json", "speculationrules"];

/// Attributes with URLs that a browser fetches or follows.
const URL_ATTRIBUTES: [&str; 6] = ["href", "src", "action", "formaction", "xlink:href", "data"];

fn page_elements(html: &[u8]) -> PageElements {
    let mut found = PageElements::default();
    for token in html5gum::Tokenizer::new(html) {
        let Ok(html5gum::Token::StartTag(tag)) = token else { continue };
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        let attributes: BTreeMap<String, String> = tag
            .attributes
            .iter()
            .map(|(name, value)| {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                (text(name), text(value))
            })
            .collect();
        found.read(&name, &attributes);
    }
    found
}

impl PageElements {
    fn read(&mut self, name: &str, attributes: &BTreeMap<String, String>) {
        let value_of = |name: &str| attributes.get(name).map(|value| value.trim());
        self.has_form |= attributes.contains_key(FORM_ATTRIBUTE);
        for (attribute, value) in attributes {
            if attribute.starts_with("on") || attribute == "srcdoc" {
                self.inline.push(format!("{attribute} of <{name}>"));
            }
            // Browsers ignore white space and control characters in a scheme.
            let scheme: String = value.chars().filter(|c| !c.is_ascii_control() && *c != ' ').collect();
            if URL_ATTRIBUTES.contains(&attribute.as_str())
                && scheme.to_ascii_lowercase().starts_with("javascript:")
            {
                self.inline.push(format!("a javascript: URL of <{name}>"));
            }
        }
        match (name, value_of("src"), value_of("href")) {
            ("script", Some(source), _) => {
                self.sources.insert(source.to_owned());
            }
            // A script of an SVG has its URL in `href`.
            ("script", None, Some(source)) => {
                self.sources.insert(source.to_owned());
            }
            ("script", None, None) => {
                let kind = value_of("type").unwrap_or_default().to_ascii_lowercase();
                if !DATA_KINDS.contains(&kind.as_str()) {
                    self.inline.push(format!("<script type={kind:?}>"));
                }
            }
            ("link", _, Some(target)) => {
                let kinds = value_of("rel").unwrap_or_default().to_ascii_lowercase();
                let loads = |kind: &str| match kind {
                    "modulepreload" => true,
                    "preload" | "prefetch" => {
                        value_of("as").is_some_and(|kind| kind.eq_ignore_ascii_case("script"))
                    }
                    _ => false,
                };
                if kinds.split_ascii_whitespace().any(loads) {
                    self.sources.insert(target.to_owned());
                }
            }
            ("base" | "iframe" | "object" | "embed", source, target) => {
                let url = source.or(target).unwrap_or_default();
                self.inline.push(format!("<{name}> {url}"));
            }
            _ => {}
        }
    }
}

/// Compares the scripts found with the accepted ones. The shop's own files have content hashes in their names, so each
/// release has new ones, which are accepted with it.
pub fn compare(accepted: &BTreeMap<String, String>, found: &[Script]) -> Vec<Finding> {
    let finding = |script: &Script| match accepted.get(&script.url) {
        None => Some(Finding::New(script.url.clone())),
        Some(hash) if *hash != script.sha256 => Some(Finding::Changed(script.url.clone())),
        Some(_) => None,
    };
    found.iter().filter_map(finding).collect()
}

/// The accepted scripts: their hashes, by URL.
pub async fn accepted(db: impl PgExecutor<'_>) -> sqlx::Result<BTreeMap<String, String>> {
    store::accepted_scripts(db).await
}

/// Replaces the inventory.
pub async fn accept(db: &PgPool, scripts: &[Script], now: DateTime<Utc>) -> anyhow::Result<()> {
    if scripts.is_empty() {
        bail!("no scripts found: this is not a payment page");
    }
    Ok(store::replace_scripts(db, scripts, now).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(url: &str, sha256: &str) -> Script {
        Script { url: url.to_owned(), owner: "shop", reason: "test", sha256: sha256.to_owned() }
    }

    #[test]
    fn a_new_script_and_a_changed_one_are_both_reported() {
        let accepted =
            BTreeMap::from([("/a.js".to_owned(), "1".to_owned()), ("/b.js".to_owned(), "2".to_owned())]);
        assert!(compare(&accepted, &[found("/a.js", "1"), found("/b.js", "2")]).is_empty());
        assert_eq!(
            compare(&accepted, &[found("/a.js", "9"), found("/c.js", "3")]),
            [Finding::Changed("/a.js".to_owned()), Finding::New("/c.js".to_owned())]
        );
    }

    fn sources(html: &str) -> Vec<String> {
        page_elements(html.as_bytes()).sources.into_iter().collect()
    }

    fn inline(html: &str) -> Vec<String> {
        page_elements(html.as_bytes()).inline
    }

    /// [SEC-M8]
    #[test]
    fn every_way_to_load_a_script_is_found() {
        let html = r#"<link rel="modulepreload" href="/assets/b.js"><script type="module" src="/assets/a.js"></script>
            <script type="application/json">{}</script><script src="https://evil.example/x.js"></script>"#;
        assert_eq!(sources(html), ["/assets/a.js", "/assets/b.js", "https://evil.example/x.js"]);
        assert_eq!(inline(html), [""; 0]);

        assert_eq!(sources("<SCRIPT defer SRC='/a.js?x=1&amp;y=2'></SCRIPT>"), ["/a.js?x=1&y=2"]);
        assert_eq!(sources("<script\nsrc=/a.js></script>"), ["/a.js"]);
        assert_eq!(sources("<script data-x='>' src='/a.js'></script>"), ["/a.js"]);
        assert_eq!(sources("<svg><script href='/a.js'/></svg>"), ["/a.js"]);
        assert_eq!(sources("<link as=SCRIPT href='/b.js' rel='x PreLoad'>"), ["/b.js"]);
        assert_eq!(sources("<link rel=preload as=style href=/b.css>"), [""; 0]);
        assert_eq!(sources("<!-- <script src='/a.js'></script> -->"), [""; 0]);
        // Text in a data block is read as markup too: the list may name too many scripts, never too few.
        let text_in_data = r#"<script type="application/json">"<script src='/a.js'>"</script>"#;
        assert_eq!(sources(text_in_data), ["/a.js"]);
    }

    /// [SEC-M8]
    #[test]
    fn inline_script_is_found() {
        for html in [
            "<script>steal()</script>",
            "<SCRIPT TYPE='Module'>steal()</SCRIPT>",
            "<script type=importmap>{}</script>",
            "<img src=x OnError='steal()'>",
            "<a href=' java\nscript:steal()'>x</a>",
            "<iframe srcdoc='&lt;script&gt;'></iframe>",
            "<base href=https://evil.example/>",
        ] {
            assert!(!inline(html).is_empty(), "{html}");
        }
        assert_eq!(inline(r#"<script type="application/ld+json">{}</script><a href="/ar/">x</a>"#), [""; 0]);
    }

    /// [SEC-M8]
    #[test]
    fn scripts_that_the_providers_script_loads_are_found() {
        let code = r#"a.src="https://js.example/v1/Core.js";b.src='https://js.example/v3/x.js?y=1';
            c="https://other.example/z.js";d="https://js.example/page"; // see https://js.example/readme.js"#;
        assert_eq!(
            named_scripts(code, "https://js.example"),
            ["https://js.example/v1/Core.js", "https://js.example/v3/x.js?y=1"]
        );
    }

    /// [SEC-M8]
    #[test]
    fn a_policy_that_is_too_permissive_is_reported() {
        let good = "script-src 'self' https://js.example; require-trusted-types-for 'script'";
        assert_eq!(check_header(good, "https://js.example"), []);
        for bad in [
            "",
            "require-trusted-types-for 'script'",
            "script-src 'self'",
            "script-src 'self' 'unsafe-inline'; require-trusted-types-for 'script'",
            "script-src 'self' https://evil.example; require-trusted-types-for 'script'",
        ] {
            assert_ne!(check_header(bad, "https://js.example"), [], "{bad}");
        }
    }
}
