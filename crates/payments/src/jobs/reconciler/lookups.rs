//! Looks up payments with an unknown outcome at the provider until it is known.

use std::collections::HashMap;

use chrono::TimeDelta;

use super::{LEDGER_TIMEOUT, Rows, Run, record_ids};
use crate::{
    jobs::money::apply_report,
    provider::{Payment, ProviderError, TransactionStatus},
    rules::AttemptState,
    service::{self, ABSENT, Report},
    store::{self as attempts, Attempt},
};

/// Attempts looked up in one run.
const BATCH_SIZE: i64 = 500;

/// How long a bank can return an eCheck payment.
const RETURN_WINDOW: TimeDelta = TimeDelta::days(60);

impl Run<'_> {
    /// Looks up every attempt that is due. Those without a reference share one read of the provider's list.
    pub(super) async fn look_up_due(&self) -> anyhow::Result<usize> {
        let context = self.context;
        let now = context.clock.now();
        let due = attempts::list_due(&context.db, now, BATCH_SIZE).await?;
        if due.is_empty() {
            return Ok(0);
        }
        let count = due.len();
        let mut rows = Rows::new(self, "look up");
        for unanswered in due.iter().filter(|attempt| attempt.state == AttemptState::Submitting) {
            let work = async { service::mark_unknown(context, &unanswered.key).await.map(drop) };
            self.or_reschedule(&mut rows, unanswered, work).await?;
        }
        // Attempts with a provider reference are looked up by it; the others are searched in the provider's list.
        let (with_reference, due): (Vec<_>, Vec<_>) =
            due.into_iter().partition(|attempt| attempt.reference.is_some());
        for attempt in &with_reference {
            self.or_reschedule(&mut rows, attempt, self.look_up_by_reference(attempt)).await?;
        }
        if due.is_empty() {
            return Ok(count);
        }
        let keys: Vec<String> = due.iter().map(|attempt| attempt.key.clone()).collect();
        let since = due.iter().map(|attempt| attempt.created_at).min().unwrap_or(now) - TimeDelta::minutes(2);
        let lookup = async { Ok(context.provider.look_up(&keys, since).await?) };
        let found = match self.step(LEDGER_TIMEOUT, lookup).await {
            Ok(found) => found,
            Err(error) => {
                for attempt in &due {
                    self.checkpoint().await?;
                    self.reschedule_failed(attempt).await?;
                }
                return Err(error);
            }
        };
        let mut by_key: HashMap<&str, &Payment> = HashMap::new();
        for payment in &found {
            let known = by_key.entry(&payment.key).or_insert(payment);
            // A payment that was not declined takes precedence over a declined one with the same key.
            if known.status == TransactionStatus::Declined {
                *known = payment;
            }
        }
        for attempt in &due {
            match by_key.get(attempt.key.as_str()) {
                Some(payment) => {
                    self.or_reschedule(&mut rows, attempt, self.handle_found(attempt, payment)).await?
                }
                None => self.or_reschedule(&mut rows, attempt, self.handle_absent(attempt)).await?,
            }
        }
        Ok(count)
    }

    /// Reschedules the attempt if its work fails, so that it does not block the others.
    async fn or_reschedule(
        &self,
        rows: &mut Rows<'_>,
        attempt: &Attempt,
        work: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<()> {
        let work = async {
            record_ids(attempt);
            work.await
        };
        match rows.process(&attempt.key, work).await {
            Ok(true) => Ok(()),
            Ok(false) => self.reschedule_failed(attempt).await,
            Err(error) => {
                self.reschedule_failed(attempt).await?;
                Err(error)
            }
        }
    }

    async fn reschedule_failed(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let now = self.context.clock.now();
        let next = self.context.timings.next_lookup(attempt.created_at, attempt.looks, now);
        Ok(attempts::reschedule_failed_lookup(&self.context.db, &attempt.key, next).await?)
    }

    async fn reschedule(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let now = self.context.clock.now();
        let next = self.context.timings.next_lookup(attempt.created_at, attempt.looks, now);
        Ok(attempts::schedule_lookup(&self.context.db, &attempt.key, Some(next)).await?)
    }

    async fn look_up_by_reference(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let context = self.context;
        let now = context.clock.now();
        let reference = attempt.reference.as_deref().unwrap_or_default();
        // Scheduled before the call, so that other attempts come first even if this one fails.
        let next = match attempt.state {
            AttemptState::Captured if now - attempt.created_at > RETURN_WINDOW => None,
            AttemptState::Captured => Some(now + TimeDelta::days(1)),
            _ => Some(context.timings.next_lookup(attempt.created_at, attempt.looks, now)),
        };
        attempts::schedule_lookup(&context.db, &attempt.key, next).await?;
        match context.provider.details(reference).await {
            Ok(payment) => {
                if self.amount_matches(attempt, &payment).await? {
                    apply_report(context, &attempt.key, &Report::from(payment)).await?;
                }
                Ok(())
            }
            Err(ProviderError::Refused { .. }) => self.report_missing(attempt, reference).await,
            Err(error) => Err(error.into()),
        }
    }

    async fn handle_found(&self, attempt: &Attempt, payment: &Payment) -> anyhow::Result<()> {
        if !self.amount_matches(attempt, payment).await? {
            return self.reschedule(attempt).await;
        }
        let is_new = apply_report(self.context, &attempt.key, &Report::from((*payment).clone())).await?;
        if !is_new {
            self.reschedule(attempt).await?;
        }
        Ok(())
    }

    /// The provider does not know the payment. It may still arrive; after `absent_after` it counts as never received.
    async fn handle_absent(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let now = self.context.clock.now();
        if self.context.timings.is_absent(attempt.state, attempt.created_at, now) {
            apply_report(self.context, &attempt.key, &Report::not_charged(ABSENT)).await?;
            return Ok(());
        }
        self.reschedule(attempt).await
    }
}
