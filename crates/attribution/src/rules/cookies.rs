//! The source cookies of the platform: `name=value` pairs, joined by `|||` and percent-encoded, not base64.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

/// All of them are deleted when tracking is not allowed.
pub const COOKIE_NAMES: [&str; 6] =
    ["sbjs_current", "sbjs_current_add", "sbjs_first", "sbjs_first_add", "sbjs_session", "sbjs_udata"];

/// What a browser may send in one cookie.
const MAX_COOKIE_BYTES: usize = 4_096;

type Pairs = BTreeMap<String, String>;

/// The cookies that the fields of an order come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceCookies {
    pub current: Pairs,
    /// When and where the visit of this source began.
    pub entry: Pairs,
    pub session: Pairs,
    pub visitor: Pairs,
}

impl SourceCookies {
    pub fn read<'a>(cookie: impl Fn(&str) -> Option<&'a str>) -> Self {
        let pairs = |name: &str| cookie(name).map(parse_cookie).unwrap_or_default();
        Self {
            current: pairs("sbjs_current"),
            entry: pairs("sbjs_current_add"),
            session: pairs("sbjs_session"),
            visitor: pairs("sbjs_udata"),
        }
    }

    /// Whether the browser saved a source.
    pub fn has_source(&self) -> bool {
        self.entry.contains_key("ep")
    }
}

pub fn parse_cookie(value: &str) -> Pairs {
    if value.len() > MAX_COOKIE_BYTES {
        return Pairs::new();
    }
    let text = percent_decode_str(value).decode_utf8_lossy();
    let pairs = text.split("|||").filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        cookie: String,
        pairs: Vec<(String, String)>,
    }

    /// [ATTR-09]
    #[test]
    fn cookies_agree_with_the_shared_vectors() {
        for case in kernel::vectors::<Case>("attribution/cookies.json") {
            assert_eq!(parse_cookie(&case.cookie), case.pairs.into_iter().collect(), "{}", case.name);
        }
    }
}
