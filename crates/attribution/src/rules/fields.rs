//! The attribution fields of an order: read from the form, and computed from the cookies.

use std::collections::BTreeMap;

use super::{DIRECT, NONE, Source, SourceCookies, SourceType, source_of};

/// Names of the platform's order attribution fields, without their prefix.
pub const FIELDS: [&str; 16] = [
    "source_type",
    "referrer",
    "utm_campaign",
    "utm_source",
    "utm_medium",
    "utm_content",
    "utm_id",
    "utm_term",
    "utm_source_platform",
    "utm_creative_format",
    "utm_marketing_tactic",
    "session_entry",
    "session_start_time",
    "session_pages",
    "session_count",
    "user_agent",
];
pub const PREFIX: &str = "wc_order_attribution_";

/// Another tab may have changed these after the form was rendered.
const VOLATILE: [&str; 2] = ["session_pages", "session_count"];

/// The value of a field until the page's script fills it in.
pub fn default_value(field: &str) -> &'static str {
    match field {
        "source_type" => SourceType::Typein.name(),
        "utm_source" => DIRECT,
        _ => NONE,
    }
}

/// Reads the fields of a form: known names only. `clean` normalises and truncates a value.
pub fn read_fields(
    read: impl Fn(&str) -> Option<String>,
    clean: impl Fn(&str) -> String,
) -> BTreeMap<String, String> {
    let value = |field: &'static str| {
        let value = clean(&read(&format!("{PREFIX}{field}"))?);
        let is_known = field != "source_type" || SourceType::parse(&value).is_some();
        (is_known && !value.is_empty()).then(|| (field.to_owned(), value))
    };
    FIELDS.into_iter().filter_map(value).collect()
}

/// The source and all fields, as the server computes them. `user_agent`: the header of the request.
pub fn computed_fields(
    cookies: &SourceCookies,
    user_agent: &str,
    clean: impl Fn(&str) -> String,
) -> (Source, BTreeMap<&'static str, String>) {
    let pair = |pairs: &BTreeMap<String, String>, name: &str| {
        pairs.get(name).filter(|value| !value.is_empty()).map_or_else(|| NONE.to_owned(), String::clone)
    };
    if !cookies.has_source() {
        let source = Source::direct();
        let fields = FIELDS.into_iter().map(|field| (field, default_value(field).to_owned())).collect();
        return (source, fields);
    }
    let referrer = pair(&cookies.entry, "rf");
    let source = source_of(&pair(&cookies.entry, "ep"), &referrer);
    let value = |field: &str| match field {
        "source_type" => source.kind.name().to_owned(),
        "referrer" => referrer.clone(),
        "utm_campaign" => source.campaign.clone(),
        "utm_source" => source.source.clone(),
        "utm_medium" => source.medium.clone(),
        "utm_content" => source.content.clone(),
        "utm_id" => source.id.clone(),
        "utm_term" => source.term.clone(),
        "utm_source_platform" => source.platform.clone(),
        "utm_creative_format" => source.format.clone(),
        "utm_marketing_tactic" => source.tactic.clone(),
        "session_entry" => pair(&cookies.entry, "ep"),
        "session_start_time" => pair(&cookies.entry, "fd"),
        "session_pages" => pair(&cookies.session, "pgs"),
        "session_count" => pair(&cookies.visitor, "vst"),
        _ => user_agent.to_owned(),
    };
    let fields = FIELDS.into_iter().map(|field| (field, clean(&value(field)))).collect();
    (source, fields)
}

/// Names of the submitted fields that differ from the computed ones.
pub fn compare(
    submitted: &BTreeMap<String, String>,
    computed: &BTreeMap<&'static str, String>,
) -> Vec<&'static str> {
    let compared = FIELDS.into_iter().filter(|field| !VOLATILE.contains(field));
    compared.filter(|field| submitted.get(*field) != computed.get(field)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookies(entry: &str, referrer: &str) -> SourceCookies {
        let pairs = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        SourceCookies {
            current: pairs(&[("typ", "utm")]),
            entry: pairs(&[("fd", "2026-11-17 10:00:00"), ("ep", entry), ("rf", referrer)]),
            session: pairs(&[("pgs", "3")]),
            visitor: pairs(&[("vst", "2"), ("uag", "Browser/1")]),
        }
    }

    fn submitted(computed: &BTreeMap<&'static str, String>) -> BTreeMap<String, String> {
        computed.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    /// [ATTR-01]
    #[test]
    fn the_names_are_those_that_the_page_sends() {
        assert_eq!(kernel::vectors::<String>("attribution/fields.json"), FIELDS);
    }

    /// [ATTR-04]
    #[test]
    fn the_fields_come_from_the_cookies() {
        let cookies = cookies("https://shop.example/ar/?utm_source=letter&utm_campaign=eid", "(none)");
        let (source, fields) = computed_fields(&cookies, "Browser/1", str::to_owned);
        assert_eq!(source.kind, SourceType::Utm);
        for (field, value) in [
            ("source_type", "utm"),
            ("utm_source", "letter"),
            ("utm_campaign", "eid"),
            ("utm_medium", NONE),
            ("session_entry", "https://shop.example/ar/?utm_source=letter&utm_campaign=eid"),
            ("session_start_time", "2026-11-17 10:00:00"),
            ("session_pages", "3"),
            ("session_count", "2"),
            ("user_agent", "Browser/1"),
        ] {
            assert_eq!(fields[field], value, "{field}");
        }
    }

    #[test]
    fn a_forged_field_is_named_and_a_page_in_another_tab_is_not() {
        let cookies = cookies("https://shop.example/ar/", "https://www.google.com/");
        let (_, computed) = computed_fields(&cookies, "Browser/1", str::to_owned);
        let mut sent = submitted(&computed);
        assert!(compare(&sent, &computed).is_empty());
        sent.insert("session_pages".to_owned(), "9".to_owned());
        assert!(compare(&sent, &computed).is_empty());
        sent.insert("utm_source".to_owned(), "partner".to_owned());
        sent.remove("source_type");
        assert_eq!(compare(&sent, &computed), ["source_type", "utm_source"]);
    }

    #[test]
    fn a_browser_without_cookies_has_the_values_of_the_form() {
        let (source, computed) = computed_fields(&SourceCookies::default(), "Browser/1", str::to_owned);
        assert_eq!(source, Source::direct());
        let sent = read_fields(
            |name| Some(default_value(name.trim_start_matches(PREFIX)).to_owned()),
            str::to_owned,
        );
        assert!(compare(&sent, &computed).is_empty());
    }
}
