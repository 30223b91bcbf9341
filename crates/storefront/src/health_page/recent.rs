//! The last answer of the checks, which each visit of the home page asks for: they wait for a renderer that does not answer.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRef;
use chrono::{DateTime, TimeDelta, Utc};
use edge::AppState;

/// How long the home page shows an answer. The page of the checks always asks.
const MAX_AGE: TimeDelta = TimeDelta::seconds(10);

/// How the shop is. The same for every member: links alone depend on rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub is_well: bool,
    pub state: String,
    /// The names of the checks that are not well.
    pub checks: Vec<String>,
}

/// One answer, in this server's memory.
#[derive(Debug, Clone, Default)]
pub struct RecentChecks(Arc<Mutex<Option<Recent>>>);

/// When it was asked, and the answer.
type Recent = (DateTime<Utc>, Summary);

impl<C: AsRef<Self>> FromRef<AppState<C>> for RecentChecks {
    fn from_ref(state: &AppState<C>) -> Self {
        state.contexts.as_ref().clone()
    }
}

impl RecentChecks {
    pub(super) fn find(&self, now: DateTime<Utc>) -> Option<Summary> {
        let recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.as_ref().filter(|(at, _)| (now - *at).abs() < MAX_AGE).map(|(_, summary)| summary.clone())
    }

    pub(super) fn keep(&self, now: DateTime<Utc>, summary: &Summary) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, summary.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_used_for_some_seconds() {
        let recent = RecentChecks::default();
        let noon: DateTime<Utc> = "2026-11-15T12:00:00Z".parse().expect("time");
        assert_eq!(recent.find(noon), None);
        let summary = Summary { is_well: true, state: String::new(), checks: Vec::new() };
        recent.keep(noon, &summary);
        assert_eq!(recent.clone().find(noon + TimeDelta::seconds(9)), Some(summary));
        assert_eq!(recent.find(noon + TimeDelta::seconds(10)), None);
        assert_eq!(recent.find(noon - TimeDelta::minutes(1)), None, "the clock was put back");
    }
}
