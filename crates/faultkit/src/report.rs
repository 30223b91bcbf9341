//! Reports the results of a run.

use std::time::Instant;

use crate::{
    history::{self, Record},
    oracle::{Finding, Invariant, Verdict},
};

/// One check, with its findings.
pub struct Trial {
    pub name: String,
    pub findings: Vec<String>,
}

#[derive(Default)]
pub struct Report {
    trials: Vec<Trial>,
}

impl Report {
    pub fn record(&mut self, name: impl Into<String>, findings: Vec<String>) {
        let trial = Trial { name: name.into(), findings };
        let verdict = if trial.findings.is_empty() { "ok" } else { "FAILED" };
        println!("  {verdict}: {}", trial.name);
        // The first findings are enough.
        for finding in trial.findings.iter().take(12) {
            println!("      {finding}");
        }
        if trial.findings.len() > 12 {
            println!("      and {} more", trial.findings.len() - 12);
        }
        self.trials.push(trial);
    }

    /// Prints the summary in the format of cargo's tests, which CI counts.
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

/// A finding if buyers never got a conclusive response.
pub fn unanswered(records: &[Record]) -> Option<String> {
    let count = history::count_unanswered(records);
    (count > 0).then(|| format!("{}: {count} buyers never got a conclusive response", Invariant::Promises))
}

/// The figures of a round as text.
pub fn figures(verdict: &Verdict, records: &[Record]) -> String {
    let figures = &verdict.figures;
    let lost_responses: u32 = records.iter().map(|record| record.lost_responses).sum();
    let twice = match figures.carts_bought_twice {
        0 => String::new(),
        carts => format!(" ({carts} carts were bought twice)"),
    };
    format!(
        "{} orders, {} paid{twice}, {} charges ({} undone), {} payments with unknown outcome, \
         {lost_responses} lost responses, everything was consistent after {:.1} s",
        figures.orders,
        figures.paid,
        figures.charges,
        figures.undone,
        figures.unknown_payments,
        verdict.took.as_secs_f64()
    )
}
