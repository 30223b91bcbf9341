//! What a reported visit says.

const MAX_SLUG: usize = 40;
const MIN_SLUG: usize = 3;

/// The affiliate in a link: a number or a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    Id(i64),
    Slug(String),
}

impl Reference {
    /// Digits are a number; anything else is a name. `None` for text that no affiliate has.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().ok().filter(|id| *id > 0).map(Self::Id);
        }
        let slug = text.to_ascii_lowercase();
        is_slug(&slug).then_some(Self::Slug(slug))
    }
}

/// Small Latin characters, digits and hyphens; begins with a character, so that no name is a number.
pub fn is_slug(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (MIN_SLUG..=MAX_SLUG).contains(&text.len())
        && text.bytes().all(plain)
        && text.starts_with(|first: char| first.is_ascii_lowercase())
}

/// The longest stored address.
const MAX_URL: usize = 2_048;

/// The address of a page of this shop, without its fragment. `None` for any other address.
pub fn clean_url(origin: &str, url: &str) -> Option<String> {
    let path = url.strip_prefix(origin)?;
    if !path.starts_with('/') {
        return None;
    }
    let url = url.split('#').next().unwrap_or_default();
    Some(kernel::text::clean(url, MAX_URL))
}

/// The address that the visitor came from, without query and fragment: they may contain personal data of other sites.
pub fn clean_referrer(url: &str) -> String {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    let plain = url.split(['?', '#']).next().unwrap_or_default();
    if is_web { kernel::text::clean(plain, MAX_URL) } else { String::new() }
}

/// Parts of the names of programs that read pages without a person.
const CRAWLERS: [&str; 12] = [
    "bot",
    "crawl",
    "spider",
    "slurp",
    "preview",
    "facebookexternalhit",
    "whatsapp",
    "telegram",
    "lighthouse",
    "curl/",
    "wget/",
    "python-requests",
];

pub fn is_crawler(user_agent: &str) -> bool {
    let name = user_agent.to_ascii_lowercase();
    name.is_empty() || CRAWLERS.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_a_number_and_everything_else_is_a_name() {
        assert_eq!(Reference::parse("417305"), Some(Reference::Id(417_305)));
        assert_eq!(Reference::parse("Nora-Coffee"), Some(Reference::Slug("nora-coffee".to_owned())));
        for text in ["", "0", "-1", "99999999999999999999", "no", "a' or 1=1", "نورة", "7up", &"a".repeat(41)]
        {
            assert_eq!(Reference::parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_pages_of_this_shop_are_visited() {
        let clean = |url| clean_url("https://shop.example", url);
        assert_eq!(
            clean("https://shop.example/ar/?ref=7#top").as_deref(),
            Some("https://shop.example/ar/?ref=7")
        );
        for foreign in
            ["https://shop.example.evil/", "https://evil/?https://shop.example/", "javascript:alert(1)", ""]
        {
            assert_eq!(clean(foreign), None, "{foreign}");
        }
        let long = clean(&format!("https://shop.example/{}", "a".repeat(4_000)));
        assert_eq!(long.map(|url| url.chars().count()), Some(2_048));
    }

    #[test]
    fn a_referrer_is_stored_without_its_query() {
        assert_eq!(
            clean_referrer("https://mail.example/inbox?user=salma@example.com#1"),
            "https://mail.example/inbox"
        );
        assert_eq!(clean_referrer("javascript:alert(1)"), "");
        assert_eq!(clean_referrer(""), "");
    }

    #[test]
    fn programs_are_no_visitors() {
        for name in ["Mozilla/5.0 (compatible; Googlebot/2.1)", "WhatsApp/2.23", "curl/8.0", ""] {
            assert!(is_crawler(name), "{name}");
        }
        assert!(!is_crawler("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1"));
        assert!(!is_crawler("Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0"));
    }
}
