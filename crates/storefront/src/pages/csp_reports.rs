//! Reports of browsers about violations of the Content Security Policy.

use axum::Json;
use edge::{AppError, fields::RawBody, view::Success};
use serde::Deserialize;

/// More than a browser collects for one page.
pub const MAX_BYTES: usize = 32 * 1024;
/// Of one request; the rest is ignored.
const MAX_REPORTS: usize = 20;

/// The directives of the policy. Any other name becomes `other`, because anyone can send a report.
const DIRECTIVES: [&str; 16] = [
    "base-uri",
    "connect-src",
    "default-src",
    "font-src",
    "form-action",
    "frame-ancestors",
    "img-src",
    "manifest-src",
    "media-src",
    "object-src",
    "require-trusted-types-for",
    "script-src",
    "script-src-attr",
    "script-src-elem",
    "style-src",
    "trusted-types",
];

/// A report of the Reporting API.
#[derive(Debug, Deserialize)]
struct Report {
    #[serde(rename = "type")]
    kind: String,
    body: ReportBody,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportBody {
    #[serde(default)]
    effective_directive: String,
}

/// The older format, with one report.
#[derive(Debug, Deserialize)]
struct SingleReport {
    #[serde(rename = "csp-report")]
    report: SingleReportBody,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct SingleReportBody {
    #[serde(default, alias = "violated-directive")]
    effective_directive: String,
}

/// Counts the violations by directive. Nothing of a report is stored or logged: it contains addresses of pages, and
/// whatever its sender likes.
pub async fn receive(body: RawBody) -> Result<Json<Success>, AppError> {
    let directives = read(&body.0).ok_or(AppError::BadRequest("unreadable report"))?;
    for directive in directives {
        metrics::counter!("matjar_csp_reports_total", "directive" => directive).increment(1);
    }
    Ok(Json(Success { success: true }))
}

fn read(body: &[u8]) -> Option<Vec<&'static str>> {
    if let Ok(reports) = serde_json::from_slice::<Vec<serde_json::Value>>(body) {
        let reports = reports.into_iter().take(MAX_REPORTS);
        // Browsers send reports of other kinds to the same address.
        let reports = reports.filter_map(|report| serde_json::from_value::<Report>(report).ok());
        let violations = reports.filter(|report| report.kind == "csp-violation");
        return Some(violations.map(|report| known(&report.body.effective_directive)).collect());
    }
    let single: SingleReport = serde_json::from_slice(body).ok()?;
    Some(vec![known(&single.report.effective_directive)])
}

/// Older browsers report the directive with its value.
fn known(directive: &str) -> &'static str {
    let name = directive.split(' ').next().unwrap_or_default();
    DIRECTIVES.into_iter().find(|known| *known == name).unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_are_counted_by_known_directives_only() {
        let reports = r#"[
            {"type":"csp-violation","body":{"effectiveDirective":"script-src-elem","blockedURL":"https://evil.example/"}},
            {"type":"csp-violation","body":{"effectiveDirective":"<mjx5>"}},
            {"type":"csp-violation","body":{}},
            {"type":"deprecation","body":{"id":"x"}},
            {"type":1}]"#;
        assert_eq!(read(reports.as_bytes()), Some(vec!["script-src-elem", "other", "other"]));
        let single = r#"{"csp-report":{"violated-directive":"img-src 'self'"}}"#;
        assert_eq!(read(single.as_bytes()), Some(vec!["img-src"]));
        assert_eq!(read(b"[]"), Some(vec![]));
        assert_eq!(read(b"{}"), None);
        assert_eq!(read(b"nonsense"), None);
    }

    #[test]
    fn one_request_counts_for_twenty_reports_at_most() {
        let one = r#"{"type":"csp-violation","body":{"effectiveDirective":"img-src"}}"#;
        let many = format!("[{}]", vec![one; 50].join(","));
        assert_eq!(read(many.as_bytes()).map(|counted| counted.len()), Some(20));
    }
}
