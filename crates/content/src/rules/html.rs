//! Rich text of staff: HTML of a few elements that cannot run, load or imitate anything.

use std::{borrow::Cow, collections::HashSet, sync::LazyLock};

use ammonia::{Builder, UrlRelative};
use serde::{Deserialize, Deserializer, Serialize};

/// Longer texts are refused by the editor's form.
const MAX_BYTES: usize = 200_000;

const TAGS: [&str; 26] = [
    "p",
    "br",
    "h2",
    "h3",
    "h4",
    "strong",
    "em",
    "u",
    "s",
    "sub",
    "sup",
    "ul",
    "ol",
    "li",
    "blockquote",
    "hr",
    "a",
    "figure",
    "figcaption",
    "img",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
];
const TAG_ATTRIBUTES: [(&str, &[&str]); 4] = [
    ("a", &["href"]),
    ("img", &["src", "alt", "width", "height"]),
    ("th", &["colspan", "rowspan", "scope"]),
    ("td", &["colspan", "rowspan"]),
];
/// What `dir` may say.
const DIRECTIONS: [&str; 3] = ["rtl", "ltr", "auto"];
/// Where pictures of this shop are.
const MEDIA_PATH: &str = "/media/";

/// The schemes of links. Addresses without a scheme are those of this shop.
const SCHEMES: [&str; 3] = ["https", "mailto", "tel"];

/// HTML that was cleaned. There is no other way to make one, so views, feeds and emails take this type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct SafeHtml(String);

impl SafeHtml {
    /// Drops everything that is not allowed. Text stays; the content of scripts and styles does not.
    pub fn clean(html: &str) -> Self {
        let mut end = html.len().min(MAX_BYTES);
        while !html.is_char_boundary(end) {
            end -= 1;
        }
        let html: String =
            html[..end].chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        Self(without_empty_pictures(&CLEANER.clean(&html).to_string()).trim().to_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same with absolute addresses, for feeds and emails, which are read elsewhere.
    pub fn absolute(&self, origin: &str) -> String {
        let base = ammonia::Url::parse(origin);
        let Ok(base) = base else { return self.0.clone() };
        builder().url_relative(UrlRelative::RewriteWithBase(base)).clean(&self.0).to_string()
    }

    /// The words alone, with a space where an element ends.
    pub fn plain(&self) -> String {
        let spaced = self.0.replace('<', " <");
        let text = Builder::empty().clean(&spaced).to_string();
        let text =
            text.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Plain text as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl<'de> Deserialize<'de> for SafeHtml {
    /// Whatever the database holds is cleaned too.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::clean(&String::deserialize(deserializer)?))
    }
}

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(builder);

fn builder() -> Builder<'static> {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from([
            "script", "style", "template", "noscript", "iframe", "object", "title",
        ]))
        .tag_attributes(
            TAG_ATTRIBUTES.into_iter().map(|(tag, names)| (tag, names.iter().copied().collect())).collect(),
        )
        .generic_attributes(HashSet::from(["dir"]))
        .url_schemes(HashSet::from(SCHEMES))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true)
        .attribute_filter(filter);
    builder
}

/// Drops pictures whose address was refused, and gives the others an alternative text. `html` was cleaned, so its
/// attributes are in double quotes.
fn without_empty_pictures(html: &str) -> String {
    let mut result = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find("<img") {
        let (before, tag) = rest.split_at(start);
        result.push_str(before);
        let mut is_quoted = false;
        let end = tag.find(|c| {
            is_quoted ^= c == '"';
            c == '>' && !is_quoted
        });
        let Some(end) = end else { return result };
        let (tag, after) = tag.split_at(end + 1);
        if tag.contains(" src=\"") {
            result.push_str(tag.trim_end_matches('>'));
            result.push_str(if tag.contains(" alt=\"") { ">" } else { " alt=\"\">" });
        }
        rest = after;
    }
    result.push_str(rest);
    result
}

fn filter<'a>(element: &str, attribute: &str, value: &'a str) -> Option<Cow<'a, str>> {
    let is_allowed = match (element, attribute) {
        (_, "dir") => DIRECTIONS.contains(&value),
        ("img", "src") => is_own_picture(value),
        ("a", "href") => SafeUrl::parse(value).is_some(),
        (_, "width" | "height" | "colspan" | "rowspan") => {
            value.parse::<u16>().is_ok_and(|number| number > 0)
        }
        (_, "scope") => matches!(value, "row" | "col" | "rowgroup" | "colgroup"),
        _ => true,
    };
    is_allowed.then_some(Cow::Borrowed(value))
}

fn is_own_picture(url: &str) -> bool {
    let name = url.strip_prefix(MEDIA_PATH);
    name.is_some_and(|name| {
        !name.contains("..")
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/'))
    })
}

/// The address of a link or a button: of this shop, or with one of the allowed schemes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct SafeUrl(String);

impl SafeUrl {
    pub fn parse(url: &str) -> Option<Self> {
        let url = url.trim();
        let is_plain = !url.is_empty()
            && url.len() <= 2_000
            && !url.contains(['\\', '<', '>', '"'])
            && !url.chars().any(|c| c.is_control() || c.is_whitespace());
        // `//host` is another host, and a browser reads a backslash as a slash.
        let is_own =
            (url.starts_with('/') && !url.starts_with("//")) || url.starts_with('#') || url.starts_with('?');
        let has_scheme = url.split_once(':').is_some_and(|(scheme, rest)| {
            SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)) && !rest.is_empty()
        });
        (is_plain && (is_own || has_scheme)).then(|| Self(url.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for SafeUrl {
    /// Leads nowhere.
    fn default() -> Self {
        Self("#".to_owned())
    }
}

impl<'de> Deserialize<'de> for SafeUrl {
    /// An address that is not allowed leads nowhere, instead of making the whole page unreadable.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::parse(&String::deserialize(deserializer)?).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(html: &str) -> String {
        SafeHtml::clean(html).as_str().to_owned()
    }

    #[test]
    fn allowed_text_is_unchanged() {
        for html in [
            "<p>قهوة <strong>سعودية</strong> و<em>هيل</em><br>سطر</p>",
            "<h2>المقادير</h2><ul><li>لتر ماء</li></ul><hr>",
            "<p dir=\"ltr\"><a href=\"https://example.com/a?b=1\">x</a></p>",
            "<p><a href=\"/ar/shop/\">المتجر</a> <a href=\"mailto:a@example.com\">b</a> <a href=\"tel:+1313\">c</a></p>",
            "<figure><img src=\"/media/story-640.0a.webp\" alt=\"دلّة\" width=\"640\" height=\"400\"><figcaption>دلّة</figcaption></figure>",
            "<table><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td colspan=\"2\">b</td></tr></tbody></table>",
        ] {
            assert_eq!(clean(html), html);
            assert_eq!(clean(&clean(html)), clean(html), "cleaning twice changes nothing");
        }
    }

    #[test]
    fn nothing_runs_loads_or_imitates() {
        let hostile = [
            ("<script>alert(1)</script>", ""),
            ("<script type=\"application/ld+json\">{\"@type\":\"Product\"}</script>a", "a"),
            ("<style>body{display:none}</style>a", "a"),
            ("<iframe src=\"https://evil.example\"></iframe>a", "a"),
            ("<object data=x><embed src=x></object>a", "a"),
            ("<svg><script>alert(1)</script></svg>a", "a"),
            ("<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>", ""),
            ("<p style=\"position:fixed\" class=\"x\" id=\"main\" onclick=\"alert(1)\">a</p>", "<p>a</p>"),
            (
                "<div itemscope itemtype=\"https://schema.org/Product\"><span itemprop=\"name\">a</span></div>",
                "a",
            ),
            ("<p>a<img src=\"https://evil.example/x.png\">b</p>", "<p>ab</p>"),
            ("<img src=\"//evil.example/x.png\" alt=\"a>b\">c", "c"),
            ("<img src=\"/media/../ar/?wc-ajax=x\">", ""),
            ("<img src=x onerror=alert(1)>", ""),
            ("<img src=\"/media/a.webp\">", "<img src=\"/media/a.webp\" alt=\"\">"),
            ("<form action=\"https://evil.example\"><input name=a><button>b</button></form>", "b"),
            (
                "<base href=\"https://evil.example/\"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>",
                "",
            ),
            ("<p dir=\"evil\">a</p>", "<p>a</p>"),
            ("<!-- comment --><p>a</p>", "<p>a</p>"),
            ("<body-slot></body-slot><page-slot></page-slot>a", "a"),
        ];
        for (html, expected) in hostile {
            assert_eq!(clean(html), expected, "{html}");
        }
        for href in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            " javascript:alert(1)",
            "&#106;avascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "http://plain.example",
            "//evil.example",
            "/\\evil.example",
            "file:///etc/passwd",
            "blob:x",
        ] {
            assert_eq!(clean(&format!("<a href=\"{href}\">a</a>")), "<a>a</a>", "{href}");
        }
    }

    #[test]
    fn the_database_is_not_trusted_either() {
        let stored: SafeHtml =
            serde_json::from_str(r#""<p onclick=\"x\">a</p><script>b</script>""#).expect("HTML");
        assert_eq!(stored.as_str(), "<p>a</p>");
        let url: SafeUrl = serde_json::from_str(r#""javascript:alert(1)""#).expect("an address");
        assert_eq!(url.as_str(), "#");
    }

    #[test]
    fn words_and_absolute_addresses() {
        let html = SafeHtml::clean("<h2>قهوة</h2><p>هيل &amp; زعفران <a href=\"/ar/shop/\">هنا</a></p>");
        assert_eq!(html.plain(), "قهوة هيل & زعفران هنا");
        assert!(html.absolute("https://shop.example").contains("href=\"https://shop.example/ar/shop/\""));
    }
}
