//! Which part of a file a request asks for.

use std::ops::Range;

use http::{HeaderMap, header};
use http_range_header::parse_range_header;

#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// The browser has the file.
    Unchanged,
    Whole,
    Part(Range<u64>),
    Unsatisfiable,
}

/// One range is answered with it. Several are answered with the whole file, like a range of another version.
pub fn choose(request: &HeaderMap, etag: &str, size: u64) -> Answer {
    let text = |name| request.get(name).and_then(|value: &http::HeaderValue| value.to_str().ok());
    let known = text(header::IF_NONE_MATCH).unwrap_or_default();
    if known.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == etag) {
        return Answer::Unchanged;
    }
    let is_same_version = text(header::IF_RANGE).is_none_or(|version| version == etag);
    let Some(range) = text(header::RANGE).filter(|_| is_same_version) else { return Answer::Whole };
    // A header that cannot be read counts as none.
    let Ok(parsed) = parse_range_header(range) else { return Answer::Whole };
    if parsed.ranges.len() != 1 {
        return Answer::Whole;
    }
    match parsed.validate(size).map(|ranges| ranges.first().cloned()) {
        Ok(Some(range)) if *range.start() == 0 && *range.end() + 1 == size => Answer::Part(0..size),
        Ok(Some(range)) => Answer::Part(*range.start()..*range.end() + 1),
        _ => Answer::Unsatisfiable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(pairs: &[(&'static str, &'static str)]) -> Answer {
        let pairs = pairs.iter().map(|(name, value)| {
            (http::HeaderName::from_static(name), http::HeaderValue::from_static(value))
        });
        choose(&pairs.collect(), "\"e\"", 1_000)
    }

    #[test]
    fn one_range_is_answered_with_it() {
        assert_eq!(ask(&[]), Answer::Whole);
        assert_eq!(ask(&[("range", "bytes=0-99")]), Answer::Part(0..100));
        assert_eq!(ask(&[("range", "bytes=900-")]), Answer::Part(900..1_000));
        assert_eq!(ask(&[("range", "bytes=-100")]), Answer::Part(900..1_000));
        assert_eq!(ask(&[("range", "bytes=0-")]), Answer::Part(0..1_000));
        assert_eq!(ask(&[("range", "bytes=990-5000")]), Answer::Part(990..1_000));
    }

    #[test]
    fn what_cannot_be_answered_is_refused_or_answered_whole() {
        assert_eq!(ask(&[("range", "bytes=1000-")]), Answer::Unsatisfiable);
        assert_eq!(ask(&[("range", "bytes=0-99,200-299")]), Answer::Whole);
        for unreadable in ["bytes", "pages=1-2", "bytes=a-b", ""] {
            assert_eq!(ask(&[("range", unreadable)]), Answer::Whole, "{unreadable}");
        }
    }

    #[test]
    fn a_range_of_another_version_is_answered_whole() {
        assert_eq!(ask(&[("range", "bytes=0-99"), ("if-range", "\"e\"")]), Answer::Part(0..100));
        for other in ["\"f\"", "W/\"e\"", "Tue, 17 Nov 2026 07:00:00 GMT"] {
            assert_eq!(ask(&[("range", "bytes=0-99"), ("if-range", other)]), Answer::Whole, "{other}");
        }
    }

    #[test]
    fn a_known_version_is_not_sent_again() {
        for known in ["\"e\"", "\"a\", \"e\"", "W/\"e\"", "*"] {
            assert_eq!(
                ask(&[("if-none-match", known), ("range", "bytes=0-1")]),
                Answer::Unchanged,
                "{known}"
            );
        }
        assert_eq!(ask(&[("if-none-match", "\"f\"")]), Answer::Whole);
    }
}
