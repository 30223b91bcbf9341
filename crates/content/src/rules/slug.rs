//! Addresses of pages and posts, and old addresses that lead to them.

use percent_encoding::percent_decode_str;

pub const MAX_SLUG_CHARS: usize = 100;

/// Makes the last part of an address of a title: words joined by dashes, Arabic letters kept.
pub fn slugify(text: &str) -> String {
    let mut slug = String::new();
    for c in text.trim().chars().flat_map(char::to_lowercase) {
        // Vowel signs and the kashida are not typed in addresses.
        if matches!(c, '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{640}' | '\u{200b}'..='\u{200f}') {
            continue;
        }
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.chars().count() >= MAX_SLUG_CHARS {
            break;
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// An old address as it is stored and looked up: the path without host and query, decoded, with a slash at its end.
/// `None` if it is none, or one that can never be asked for.
pub fn redirect_path(given: &str) -> Option<String> {
    let given = given.trim();
    let path = match given.split_once("://") {
        Some((_, rest)) => rest.find('/').map(|start| &rest[start..])?,
        None => given,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let is_path = path.starts_with('/') && !path.starts_with("//") && path.len() <= 480;
    if !is_path || path.chars().any(char::is_control) || path.trim_matches('/').is_empty() {
        return None;
    }
    Some(format!("{}/", path.trim_end_matches('/')))
}

/// Where an old address leads: a path of this shop, with its query.
pub fn redirect_target(given: &str) -> Option<String> {
    let given = given.trim();
    let is_path = given.starts_with('/') && !given.starts_with("//") && given.len() <= 480;
    let is_plain = !given.contains('\\') && !given.chars().any(|c| c.is_control() || c.is_whitespace());
    (is_path && is_plain).then(|| given.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_an_address() {
        assert_eq!(slugify("كيف تُحضّر قهوة سعودية؟"), "كيف-تحضر-قهوة-سعودية");
        assert_eq!(slugify("  About  Us! "), "about-us");
        assert_eq!(slugify("؟!"), "");
        assert_eq!(slugify("../../etc"), "etc");
    }

    #[test]
    fn an_old_address_has_one_spelling() {
        for given in ["/ar/old/", "/ar/old", "https://shop.example/ar/old?x=1", " /ar/old/#top "] {
            assert_eq!(redirect_path(given).as_deref(), Some("/ar/old/"), "{given}");
        }
        assert_eq!(redirect_path("/ar/%D9%82%D9%87%D9%88%D8%A9/").as_deref(), Some("/ar/قهوة/"));
        for given in ["", "/", "old", "//evil.example/x", "/a\nb"] {
            assert_eq!(redirect_path(given), None, "{given}");
        }
    }

    #[test]
    fn a_redirect_stays_in_the_shop() {
        assert_eq!(redirect_target("/ar/about/?a=1").as_deref(), Some("/ar/about/?a=1"));
        for given in ["https://evil.example/", "//evil.example/", "/\\evil.example", "x", "/a b", "/a\r\nb"] {
            assert_eq!(redirect_target(given), None, "{given}");
        }
    }
}
