//! Payments whose outcome is not known: the provider is asked, again and again, until it is.

use std::collections::HashMap;

use chrono::TimeDelta;
use payments::{
    provider::{Fate, Payment, ProviderError},
    rules::AttemptState,
    store::{self as attempts, Attempt},
};

use super::{LEDGER_TIMEOUT, Rows, Run};
use crate::{
    jobs::money::take_report,
    settle::{self, ABSENT, Report},
};

/// Attempts asked about at once.
const BATCH: i64 = 500;

/// How long a bank may take back what it paid by eCheck.
const RETURNS: TimeDelta = TimeDelta::days(60);

impl Run<'_> {
    /// Asks about every attempt that is due, all in one look through the provider's ledger.
    pub(super) async fn look_up_due(&self) -> anyhow::Result<usize> {
        let till = self.till;
        let now = till.clock.now();
        let due = attempts::due(&till.db, now, BATCH).await?;
        if due.is_empty() {
            return Ok(0);
        }
        let count = due.len();
        let mut rows = Rows::new(self, "look up");
        for lost in due.iter().filter(|attempt| attempt.state == AttemptState::Submitting) {
            let work = async { settle::doubt(&till.db, &till.pace, &lost.key, now).await.map(drop) };
            self.or_later(&mut rows, lost, work).await?;
        }
        // Those that have a reference at the provider are asked for by it; the others are looked for in its list.
        let (named, due): (Vec<_>, Vec<_>) = due.into_iter().partition(|attempt| attempt.reference.is_some());
        for attempt in &named {
            self.or_later(&mut rows, attempt, self.ask_by_name(attempt)).await?;
        }
        if due.is_empty() {
            return Ok(count);
        }
        let keys: Vec<String> = due.iter().map(|attempt| attempt.key.clone()).collect();
        let since = due.iter().map(|attempt| attempt.created_at).min().unwrap_or(now) - TimeDelta::minutes(2);
        let asked = async { Ok(till.provider.look_up(&keys, since).await?) };
        let found = match self.step(LEDGER_TIMEOUT, asked).await {
            Ok(found) => found,
            Err(error) => {
                for attempt in &due {
                    self.go_on().await?;
                    self.look_again(attempt).await?;
                }
                return Err(error);
            }
        };
        let mut by_key: HashMap<&str, &Payment> = HashMap::new();
        for payment in &found {
            let known = by_key.entry(&payment.key).or_insert(payment);
            // One that moved money counts before one that did not.
            if known.fate == Fate::Declined {
                *known = payment;
            }
        }
        for attempt in &due {
            match by_key.get(attempt.key.as_str()) {
                Some(payment) => self.or_later(&mut rows, attempt, self.known(attempt, payment)).await?,
                None => self.or_later(&mut rows, attempt, self.unheard_of(attempt)).await?,
            }
        }
        Ok(count)
    }

    /// An attempt that cannot be worked on makes room for the others.
    async fn or_later(
        &self,
        rows: &mut Rows<'_>,
        attempt: &Attempt,
        work: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<()> {
        match rows.work(&attempt.key, work).await {
            Ok(true) => Ok(()),
            Ok(false) => self.look_again(attempt).await,
            Err(error) => {
                self.look_again(attempt).await?;
                Err(error)
            }
        }
    }

    async fn look_again(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let now = self.till.clock.now();
        let next = self.till.pace.next_look(attempt.created_at, attempt.looks, now);
        Ok(attempts::look_again_at(&self.till.db, &attempt.key, next).await?)
    }

    async fn look_later(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let now = self.till.clock.now();
        let next = self.till.pace.next_look(attempt.created_at, attempt.looks, now);
        Ok(attempts::look_at(&self.till.db, &attempt.key, Some(next)).await?)
    }

    async fn ask_by_name(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let till = self.till;
        let now = till.clock.now();
        let reference = attempt.reference.as_deref().unwrap_or_default();
        // Whatever comes of it, the next one is asked about before this one is asked about again.
        let next = match attempt.state {
            AttemptState::Captured if now - attempt.created_at > RETURNS => None,
            AttemptState::Captured => Some(now + TimeDelta::days(1)),
            _ => Some(till.pace.next_look(attempt.created_at, attempt.looks, now)),
        };
        attempts::look_at(&till.db, &attempt.key, next).await?;
        match till.provider.details(reference).await {
            Ok(payment) => {
                if self.agrees(attempt, &payment).await? {
                    take_report(till, &attempt.key, &Report::from(payment)).await?;
                }
                Ok(())
            }
            Err(ProviderError::Refused { .. }) => self.missing(attempt, reference).await,
            Err(error) => Err(error.into()),
        }
    }

    async fn known(&self, attempt: &Attempt, payment: &Payment) -> anyhow::Result<()> {
        if !self.agrees(attempt, payment).await? {
            return self.look_later(attempt).await;
        }
        let is_new = take_report(self.till, &attempt.key, &Report::from((*payment).clone())).await?;
        if !is_new {
            self.look_later(attempt).await?;
        }
        Ok(())
    }

    /// The provider has no such payment. It may still be on its way; later it never was.
    async fn unheard_of(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let now = self.till.clock.now();
        let unsure = matches!(attempt.state, AttemptState::Unknown | AttemptState::Submitting);
        if unsure && now - attempt.created_at >= self.till.pace.absent {
            take_report(self.till, &attempt.key, &Report::never(ABSENT)).await?;
            return Ok(());
        }
        self.look_later(attempt).await
    }
}
