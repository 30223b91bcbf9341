//! What a run says at its end.

use std::time::Instant;

use crate::{
    history::{self, Record},
    oracle::{Finding, Law, Verdict},
};

/// One thing that was to be shown, and whether it was.
pub struct Trial {
    pub name: String,
    pub findings: Vec<String>,
}

#[derive(Default)]
pub struct Report {
    trials: Vec<Trial>,
}

impl Report {
    pub fn put(&mut self, name: impl Into<String>, findings: Vec<String>) {
        let trial = Trial { name: name.into(), findings };
        let verdict = if trial.findings.is_empty() { "ok" } else { "FAILED" };
        println!("  {verdict}: {}", trial.name);
        // The first ones tell; a thousand tell no more.
        for finding in trial.findings.iter().take(12) {
            println!("      {finding}");
        }
        if trial.findings.len() > 12 {
            println!("      and {} more", trial.findings.len() - 12);
        }
        self.trials.push(trial);
    }

    /// In the form of cargo's own tests, which is counted where all tests are.
    pub fn end(&self, since: Instant) -> bool {
        let failed = self.trials.iter().filter(|trial| !trial.findings.is_empty()).count();
        let passed = self.trials.len() - failed;
        let word = if failed == 0 { "ok" } else { "FAILED" };
        let seconds = since.elapsed().as_secs_f64();
        println!(
            "\ntest result: {word}. {passed} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in {seconds:.2}s"
        );
        failed == 0
    }
}

pub fn lines(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(Finding::to_string).collect()
}

/// Whoever asks long enough is told, whatever was killed meanwhile.
pub fn untold(records: &[Record]) -> Option<String> {
    let untold = history::untold(records);
    (untold > 0).then(|| format!("{}: {untold} buyers were never told how it ended", Law::Promises))
}

/// The figures of a round, in words.
pub fn figures(verdict: &Verdict, records: &[Record]) -> String {
    let figures = &verdict.figures;
    let silences: u32 = records.iter().map(|record| record.silences).sum();
    let twice = match figures.carts_bought_twice {
        0 => String::new(),
        carts => format!(" ({carts} carts were bought twice)"),
    };
    format!(
        "{} orders, {} paid{twice}, {} charges ({} undone), {} payments were in doubt, {silences} answers were lost, \
         everything was explained after {:.1} s",
        figures.orders,
        figures.paid,
        figures.charges,
        figures.undone,
        figures.doubted,
        verdict.took.as_secs_f64()
    )
}
