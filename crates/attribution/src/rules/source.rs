//! The source of a visit, from its entry page and its referrer. `web/src/attribution/source.ts` runs the same cases.

use serde::{Deserialize, Serialize};

pub const NONE: &str = "(none)";
pub const DIRECT: &str = "(direct)";

/// Longest value of a campaign parameter.
const MAX_VALUE_CHARS: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceType {
    /// The entry page has campaign parameters.
    Utm,
    /// A search engine.
    Organic,
    /// Another site.
    Referral,
    /// A typed address, a bookmark, or a link in a program.
    Typein,
}

impl SourceType {
    pub const ALL: [Self; 4] = [Self::Utm, Self::Organic, Self::Referral, Self::Typein];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Utm => "utm",
            Self::Organic => "organic",
            Self::Referral => "referral",
            Self::Typein => "typein",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A missing value is `(none)`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    #[serde(rename = "typ")]
    pub kind: SourceType,
    #[serde(rename = "src")]
    pub source: String,
    #[serde(rename = "mdm")]
    pub medium: String,
    #[serde(rename = "cmp")]
    pub campaign: String,
    #[serde(rename = "cnt")]
    pub content: String,
    #[serde(rename = "trm")]
    pub term: String,
    #[serde(rename = "id")]
    pub id: String,
    #[serde(rename = "plt")]
    pub platform: String,
    #[serde(rename = "fmt")]
    pub format: String,
    #[serde(rename = "tct")]
    pub tactic: String,
}

impl Source {
    fn new(kind: SourceType, source: &str, medium: &str) -> Self {
        let none = || NONE.to_owned();
        Self {
            kind,
            source: source.to_owned(),
            medium: medium.to_owned(),
            campaign: none(),
            content: none(),
            term: none(),
            id: none(),
            platform: none(),
            format: none(),
            tactic: none(),
        }
    }

    pub fn direct() -> Self {
        Self::new(SourceType::Typein, DIRECT, NONE)
    }
}

/// Name of a search engine, the domain of its results, and the parameter with the query.
const ENGINES: [(&str, &str, &str); 13] = [
    ("bing", "bing.com", "q"),
    ("yahoo", "yahoo.com", "p"),
    ("yandex", "yandex.ru", "text"),
    ("yandex", "yandex.com", "text"),
    ("duckduckgo", "duckduckgo.com", "q"),
    ("baidu", "baidu.com", "wd"),
    ("ecosia", "ecosia.org", "q"),
    ("qwant", "qwant.com", "q"),
    ("startpage", "startpage.com", "query"),
    ("brave", "search.brave.com", "q"),
    ("naver", "search.naver.com", "query"),
    ("aol", "search.aol.com", "q"),
    ("ask", "ask.com", "q"),
];

/// `entry`: the address of the first page; `referrer`: of the page before it, or empty.
pub fn source_of(entry: &str, referrer: &str) -> Source {
    let entry = Address::parse(entry);
    let parameter = |name: &str| entry.as_ref().and_then(|entry| entry.parameter(name));
    let value = |name: &str| parameter(name).unwrap_or_else(|| NONE.to_owned());
    if PARAMETERS.iter().any(|name| parameter(name).is_some()) {
        return Source {
            kind: SourceType::Utm,
            source: value("utm_source"),
            medium: value("utm_medium"),
            campaign: value("utm_campaign"),
            content: value("utm_content"),
            term: value("utm_term"),
            id: value("utm_id"),
            platform: value("utm_source_platform"),
            format: value("utm_creative_format"),
            tactic: value("utm_marketing_tactic"),
        };
    }
    let Some(before) = Address::parse(referrer) else { return Source::direct() };
    if let Some((name, query)) = engine(&before.host) {
        let term = before.parameter(query).unwrap_or_else(|| NONE.to_owned());
        return Source { term, ..Source::new(SourceType::Organic, name, "organic") };
    }
    if entry.is_some_and(|entry| entry.host == before.host) {
        return Source::direct();
    }
    let content = limited(&before.path).unwrap_or_else(|| "/".to_owned());
    Source { content, ..Source::new(SourceType::Referral, &before.host, "referral") }
}

const PARAMETERS: [&str; 9] = [
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_content",
    "utm_term",
    "utm_id",
    "utm_source_platform",
    "utm_creative_format",
    "utm_marketing_tactic",
];

fn engine(host: &str) -> Option<(&'static str, &'static str)> {
    if is_google(host) {
        return Some(("google", "q"));
    }
    let is_on =
        |domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    ENGINES.iter().find(|(_, domain, _)| is_on(domain)).map(|(name, _, query)| (*name, *query))
}

/// Google has a domain in each country: google.com, google.ae, google.com.sa, google.co.uk.
fn is_google(host: &str) -> bool {
    let mut labels = host.rsplit('.');
    match (labels.next(), labels.next(), labels.next()) {
        (Some(_), Some("google"), _) => true,
        (Some(country), Some("com" | "co"), Some("google")) => country.len() == 2,
        _ => false,
    }
}

/// The parts of an http address that matter here.
struct Address {
    /// In lower case, without `www.`.
    host: String,
    path: String,
    query: Vec<(String, String)>,
}

impl Address {
    fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
        let rest = rest.split('#').next().unwrap_or_default();
        let (before, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = before.split_once('/').unwrap_or((before, ""));
        let host = authority.rsplit('@').next().unwrap_or_default().split(':').next().unwrap_or_default();
        let host = host.to_ascii_lowercase();
        let host = host.strip_prefix("www.").unwrap_or(&host).to_owned();
        if host.is_empty() {
            return None;
        }
        let query = serde_urlencoded::from_str(query).unwrap_or_default();
        Some(Self { host, path: format!("/{path}"), query })
    }

    /// The first value of a parameter; `None` if it is empty.
    fn parameter(&self, name: &str) -> Option<String> {
        let (_, value) = self.query.iter().find(|(one, _)| one == name)?;
        limited(value)
    }
}

fn limited(value: &str) -> Option<String> {
    let value: String = value.trim().chars().filter(|one| !one.is_control()).take(MAX_VALUE_CHARS).collect();
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        url: String,
        referrer: String,
        source: Source,
    }

    /// [ATTR-02] [ATTR-03] [ATTR-05]
    #[test]
    fn sources_agree_with_the_shared_vectors() {
        for case in kernel::vectors::<Case>("attribution/sources.json") {
            assert_eq!(source_of(&case.url, &case.referrer), case.source, "{}", case.name);
        }
    }
}
