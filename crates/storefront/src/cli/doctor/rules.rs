//! Decides what is a fault, and what to do about it.

use std::fmt;

use serde::Serialize;

mod database;
mod setup;

pub use database::{
    ArchiveFacts, Role, RoleFacts, ServerFacts, backups, clock, durability, owner, role, schema, unknown,
    unreachable,
};
pub use setup::{Front, config_file, configuration, disk, payment, public_origin};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Passed,
    /// The shop works, but not as an owner would want.
    Warning,
    Failed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub check: &'static str,
    pub outcome: Outcome,
    pub found: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

impl Finding {
    pub fn passed(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, outcome: Outcome::Passed, found: found.into(), advice: None }
    }

    pub fn warning(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, outcome: Outcome::Warning, found: found.into(), advice: Some(advice.into()) }
    }

    pub fn failed(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, outcome: Outcome::Failed, found: found.into(), advice: Some(advice.into()) }
    }
}

#[derive(Debug, Default, Serialize)]
pub struct Report {
    pub findings: Vec<Finding>,
}

impl Report {
    pub fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.findings.extend(findings);
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.findings.iter().filter(|finding| finding.outcome == outcome).count()
    }

    pub fn failures(&self) -> usize {
        self.count(Outcome::Failed)
    }
}

/// "1 check", "2 checks".
pub fn checks(count: usize) -> String {
    format!("{count} check{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { check, outcome, found, advice } in &self.findings {
            let mark = match outcome {
                Outcome::Passed => "ok  ",
                Outcome::Warning => "WARN",
                Outcome::Failed => "FAIL",
            };
            writeln!(f, "{mark}  {check}: {found}")?;
            if let Some(advice) = advice {
                writeln!(f, "      -> {advice}")?;
            }
        }
        let (failed, warnings) = (self.failures(), self.count(Outcome::Warning));
        writeln!(f, "\n{} failed, {warnings} with a warning, of {}.", checks(failed), self.findings.len())
    }
}

/// `true` for an origin that only this machine can open.
fn is_local(origin: &str) -> bool {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "localhost" | "127.0.0.1" | "[::1]") || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_report_counts_failures_and_says_what_to_do() {
        let mut report = Report::default();
        report.extend([
            Finding::passed("redis", "answers"),
            Finding::warning("video", "no ffmpeg", "Install it."),
            Finding::failed("mail", "refused", "Start it."),
        ]);
        assert_eq!(report.failures(), 1);
        assert_eq!(
            report.to_string(),
            "ok    redis: answers\nWARN  video: no ffmpeg\n      -> Install it.\nFAIL  mail: refused\n      -> Start it.\n\
             \n1 check failed, 1 with a warning, of 3.\n"
        );
        let json = serde_json::to_value(&report).expect("JSON");
        assert_eq!(json["findings"][2]["outcome"], "failed");
        assert!(json["findings"][0].get("advice").is_none());
    }

    #[test]
    fn an_origin_of_this_machine_is_local() {
        for origin in
            ["http://localhost:8080", "http://127.0.0.1", "http://shop.localhost", "http://[::1]:80"]
        {
            assert!(is_local(origin), "{origin}");
        }
        for origin in ["http://shop.example", "https://localhost.example", "http://10.0.0.1:8080"] {
            assert!(!is_local(origin), "{origin}");
        }
    }

    #[test]
    fn a_minute_of_difference_between_the_clocks_is_a_failure() {
        let outcome = |seconds| clock(TimeDelta::seconds(seconds)).outcome;
        assert_eq!(outcome(5), Outcome::Passed);
        assert_eq!(outcome(6), Outcome::Warning);
        assert_eq!(outcome(61), Outcome::Failed);
    }

    #[test]
    fn a_configuration_that_others_can_read_is_a_failure() {
        let outcome = |mode| config_file(Path::new("/etc/matjar/matjar.env"), mode).outcome;
        assert_eq!(outcome(0o100_640), Outcome::Passed);
        assert_eq!(outcome(0o100_600), Outcome::Passed);
        assert_eq!(outcome(0o100_644), Outcome::Failed);
        assert_eq!(outcome(0o100_660), Outcome::Failed, "the server could change its own configuration");
    }

    #[test]
    fn a_disk_is_full_before_the_server_says_so() {
        let outcome = |free| disk(Path::new("/srv"), free, 10).outcome;
        assert_eq!(outcome(9), Outcome::Failed);
        assert_eq!(outcome(10), Outcome::Warning);
        assert_eq!(outcome(20), Outcome::Passed);
    }
}
