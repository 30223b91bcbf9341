//! Steps two and three of placing: the provider is asked, and what it said is recorded.

use std::time::Duration;

use payments::{
    provider::{Charge, ProviderError},
    rules::AttemptState,
};

use crate::{
    accept::{self, NOT_TAKEN, NotTaken},
    settle::{self, Report, UNREACHABLE},
    till::Till,
};

/// How an attempt ended, as far as a buyer is told at once.
pub enum Outcome {
    Accepted,
    Declined,
    /// It was undone: the shop does not take such cards.
    NotTaken(NotTaken),
    Unknown,
    Later,
}

/// Steps two and three. They go on when the buyer's connection does not: a charge that was sent is recorded.
pub async fn pay(till: &Till, charge: Charge) -> Outcome {
    let till = till.clone();
    let work = tokio::spawn(async move {
        match charge_and_record(&till, &charge).await {
            Ok(outcome) => outcome,
            Err(error) => {
                // What happened stands in the provider's books, and will be found there.
                tracing::error!(error = format!("{error:#}"), "a payment could not be recorded yet");
                Outcome::Unknown
            }
        }
    });
    work.await.unwrap_or(Outcome::Unknown)
}

async fn charge_and_record(till: &Till, charge: &Charge) -> anyhow::Result<Outcome> {
    let report = match till.provider.charge(charge).await {
        Ok(receipt) => {
            let said = accept::said(&charge.means);
            accept::judge(till, &charge.key, Report::from(receipt), said).await?
        }
        Err(ProviderError::Unreachable(why)) => {
            tracing::warn!(why, "the provider of payments cannot be reached");
            Report::never(UNREACHABLE)
        }
        Err(ProviderError::Refused { code }) => Report::never(&code),
        Err(ProviderError::Unknown(why)) => {
            tracing::warn!(why, attempt = charge.key, "a payment's answer is not known");
            settle::doubt(&till.db, &till.pace, &charge.key, till.clock.now()).await?;
            return Ok(Outcome::Unknown);
        }
    };
    let unreachable = report.code == UNREACHABLE;
    let settled = record(till, &charge.key, &report).await?;
    Ok(match settled.map(|settled| settled.attempt) {
        Some(AttemptState::Declined) if unreachable => Outcome::Later,
        Some(AttemptState::Voided) if report.code == NOT_TAKEN => {
            let shown = report.method.as_ref().map(|shown| accept::check(shown, accept::said(&charge.means)));
            Outcome::NotTaken(shown.and_then(Result::err).unwrap_or(NotTaken(None)))
        }
        Some(AttemptState::Declined | AttemptState::Voided) => Outcome::Declined,
        Some(_) => Outcome::Accepted,
        None => Outcome::Unknown,
    })
}

/// How long to wait before the books are tried again, in milliseconds.
const AGAIN: [u64; 4] = [100, 300, 900, 2_700];

/// The provider has spoken: a crowd before the database is no reason to leave a buyer in doubt.
async fn record(till: &Till, key: &str, report: &Report) -> anyhow::Result<Option<settle::Settled>> {
    for wait in AGAIN {
        match settle::settle(&till.db, &till.pace, key, report, till.clock.now()).await {
            Ok(settled) => return Ok(settled),
            Err(error) => tracing::warn!(error = format!("{error:#}"), "a payment is recorded later"),
        }
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }
    settle::settle(&till.db, &till.pace, key, report, till.clock.now()).await
}
