//! The provider's ledger beside ours, both ways: by its notices, and in whole every minute.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;
use payments::{
    provider::{Fate, Payment, ProviderError, Refund},
    rules::{AttemptState, undo::Hold},
    store::{self as attempts, Attempt, Difference, ForeignPayment, UndoClaim, UndoRequest},
};

use super::{LEDGER_TIMEOUT, Rows, Run};
use crate::{jobs::money::take_report, settle::Report};

/// The kind of a discrepancy whose payment could not be compared.
const FAILED: &str = "failed";

impl Run<'_> {
    /// A notice is a hint; the truth is in the provider's ledger.
    pub(super) async fn read_notices(&self) -> anyhow::Result<usize> {
        let till = self.till;
        let provider = till.provider.name();
        let waiting = attempts::waiting_notices(&till.db, provider, till.clock.now()).await?;
        let mut rows = Rows::new(self, "notice");
        for notice in &waiting {
            let work = async {
                if let Some(reference) = &notice.reference {
                    match till.provider.details(reference).await {
                        Ok(payment) => self.believe(&payment).await?,
                        Err(ProviderError::Refused { code }) => {
                            tracing::warn!(
                                reference,
                                code,
                                "the provider does not know the payment of a notice"
                            );
                        }
                        Err(error) => return Err(error.into()),
                    }
                }
                attempts::finish_notice(&till.db, provider, &notice.event_id, till.clock.now()).await?;
                Ok(())
            };
            let done = rows.work(&notice.event_id, work).await;
            if !matches!(done, Ok(true)) {
                attempts::postpone_notice(&till.db, provider, &notice.event_id, till.clock.now()).await?;
            }
            done?;
        }
        Ok(waiting.len())
    }

    /// What one payment in the provider's ledger means for ours.
    async fn believe(&self, payment: &Payment) -> anyhow::Result<()> {
        if payment.refund_of.is_some() {
            // Ours are recorded by the job that asked for them.
            return Ok(());
        }
        match attempts::find(&self.till.db, &payment.key).await? {
            Some(attempt) => self.compare(&attempt, payment).await,
            None if self.is_ours(payment).await? => self.orphan(payment, None).await,
            None => self.record_foreign(&[payment]).await,
        }
    }

    async fn is_ours(&self, payment: &Payment) -> sqlx::Result<bool> {
        self.till.identity.made(&self.till.db, &payment.key).await
    }

    /// A payment of another amount than was asked for changes nothing by itself: a person must look.
    pub(super) async fn agrees(&self, attempt: &Attempt, payment: &Payment) -> anyhow::Result<bool> {
        if payment.amount == attempt.amount {
            return Ok(true);
        }
        let difference = Difference {
            kind: "amount",
            reference: &payment.reference,
            attempt_key: &attempt.key,
            ours: &attempt.amount.to_decimal(),
            theirs: &payment.amount.to_decimal(),
            settled_by: None,
        };
        attempts::put_difference(&self.till.db, &difference, self.till.clock.now()).await?;
        Ok(false)
    }

    async fn compare(&self, attempt: &Attempt, payment: &Payment) -> anyhow::Result<()> {
        if !self.agrees(attempt, payment).await? {
            return Ok(());
        }
        // A second payment under one key: the provider's rule against that failed.
        if attempt.reference.as_ref().is_some_and(|reference| *reference != payment.reference) {
            return self.orphan(payment, Some(attempt)).await;
        }
        if is_live(payment) && matches!(attempt.state, AttemptState::Declined | AttemptState::Voided) {
            return self.orphan(payment, Some(attempt)).await;
        }
        take_report(self.till, &attempt.key, &Report::from(payment.clone())).await?;
        Ok(())
    }

    /// Money that nothing in our ledger stands for goes back, or becomes a task for a person. Never another shop's.
    async fn orphan(&self, payment: &Payment, attempt: Option<&Attempt>) -> anyhow::Result<()> {
        if !is_live(payment) {
            return Ok(());
        }
        let till = self.till;
        let request = UndoRequest {
            provider: till.provider.name(),
            reference: &payment.reference,
            attempt_key: attempt.map(|attempt| attempt.key.as_str()),
            amount: &payment.amount.to_decimal(),
            submitted_at: payment.submitted_at,
        };
        match attempts::claim_undo(&till.db, &request, till.clock.now()).await? {
            UndoClaim::Known => return Ok(()),
            UndoClaim::Held(hold) => {
                count_difference("orphan");
                report_held(payment, hold);
                return Ok(());
            }
            UndoClaim::Granted => count_difference("orphan"),
        }
        // A void or a refund, by how far it has come: the provider's adapter knows.
        let back = Refund {
            key: attempts::new_key(),
            reference: payment.reference.clone(),
            amount: payment.amount,
            of: payment.amount,
        };
        match till.provider.refund(&back).await {
            Ok(_) => {
                let now = till.clock.now();
                attempts::settle_difference(&till.db, "orphan", &payment.reference, "voided", now).await?;
                tracing::warn!(reference = payment.reference, "a payment without an order was undone");
                Ok(())
            }
            Err(error) => {
                Err(anyhow::Error::from(error).context("a payment without an order could not be undone"))
            }
        }
    }

    async fn record_foreign(&self, payments: &[&Payment]) -> anyhow::Result<()> {
        let foreign: Vec<ForeignPayment> = payments
            .iter()
            .map(|payment| ForeignPayment {
                reference: payment.reference.clone(),
                key: payment.key.clone(),
                amount: payment.amount.to_decimal(),
            })
            .collect();
        let new = attempts::put_foreign(&self.till.db, &foreign, self.till.clock.now()).await?;
        metrics::counter!("matjar_payment_differences_total", "kind" => "foreign").increment(new);
        Ok(())
    }

    pub(super) async fn compare_when_due(&self) -> anyhow::Result<()> {
        let cursor = attempts::cursor(&self.till.db, self.till.provider.name()).await?;
        let now = self.till.clock.now();
        if cursor.is_none_or(|cursor| now - cursor.compared_at >= self.till.pace.compare) {
            self.compare_books().await?;
        }
        Ok(())
    }

    /// For the time since the ledgers were last compared, and a while before it.
    pub(super) async fn compare_books(&self) -> anyhow::Result<usize> {
        let till = self.till;
        let now = till.clock.now();
        let name = till.provider.name();
        let home = attempts::home(&till.db).await?;
        let cursor = attempts::cursor(&till.db, name).await?;
        let last = cursor.as_ref().map_or(now - TimeDelta::hours(24), |cursor| cursor.compared_at);
        let since = last - till.pace.absent - TimeDelta::minutes(10);
        if let Some(cursor) = &cursor
            && cursor.is_doubtful(&home, now)
        {
            attempts::pause_undoing(&till.db, name, &home).await?;
            let difference = Difference {
                kind: "restored",
                reference: &format!("{home} {}", cursor.compared_at.timestamp()),
                attempt_key: "",
                ours: &cursor.compared_at.to_rfc3339(),
                theirs: "",
                settled_by: None,
            };
            attempts::put_difference(&till.db, &difference, now).await?;
            count_difference("restored");
            tracing::error!(
                "the database was restored, copied or out of touch since {}: payments are undone by nobody until a person allows it",
                cursor.compared_at
            );
        }
        let theirs = self.step(LEDGER_TIMEOUT, async { Ok(till.provider.list(since).await?) }).await?;
        let failed = self.compare_all(&theirs).await?;
        self.settle_differences(&theirs, &failed).await?;
        let known: HashSet<&str> = theirs.iter().map(|payment| payment.reference.as_str()).collect();
        let mut rows = Rows::new(self, "missing");
        for attempt in attempts::captured_since(&till.db, since + TimeDelta::minutes(1)).await? {
            let reference = attempt.reference.as_deref().unwrap_or_default();
            if !known.contains(reference) {
                rows.work(&attempt.key, self.missing(&attempt, reference)).await?;
            }
        }
        match cursor {
            Some(_) => attempts::set_compared(&till.db, name, &home, now).await?,
            None => attempts::begin_cursor(&till.db, name, &home, now).await?,
        }
        Ok(theirs.len())
    }

    /// Returns the references of payments that could not be compared.
    async fn compare_all(&self, theirs: &[Payment]) -> anyhow::Result<HashSet<String>> {
        let till = self.till;
        let keys: Vec<String> = theirs.iter().map(|payment| payment.key.clone()).collect();
        let ours = attempts::find_all(&till.db, &keys).await?;
        let by_key: HashMap<&str, &Attempt> =
            ours.iter().map(|attempt| (attempt.key.as_str(), attempt)).collect();
        let (mut foreign, mut failed) = (Vec::new(), HashSet::new());
        let mut rows = Rows::new(self, "compare");
        for payment in theirs.iter().filter(|payment| payment.refund_of.is_none()) {
            let attempt = by_key.get(payment.key.as_str()).copied();
            let is_done = match attempt {
                // The common case: both say the same.
                Some(attempt) if says_the_same(attempt, payment) => true,
                Some(attempt) => rows.work(&payment.reference, self.compare(attempt, payment)).await?,
                None if self.is_ours(payment).await? => {
                    rows.work(&payment.reference, self.orphan(payment, None)).await?
                }
                None => {
                    foreign.push(payment);
                    true
                }
            };
            if !is_done {
                failed.insert(payment.reference.clone());
                let difference = Difference {
                    kind: FAILED,
                    reference: &payment.reference,
                    attempt_key: &payment.key,
                    ours: "",
                    theirs: &payment.amount.to_decimal(),
                    settled_by: None,
                };
                attempts::put_difference(&till.db, &difference, till.clock.now()).await?;
            }
        }
        if !foreign.is_empty() {
            self.record_foreign(&foreign).await?;
        }
        Ok(failed)
    }

    /// Closes discrepancies that have gone: an undo whose answer was lost, or that a person made at the provider; a
    /// payment that could be compared this time.
    async fn settle_differences(&self, theirs: &[Payment], failed: &HashSet<String>) -> anyhow::Result<()> {
        let (db, now) = (&self.till.db, self.till.clock.now());
        let by_reference: HashMap<&str, &Payment> =
            theirs.iter().map(|payment| (payment.reference.as_str(), payment)).collect();
        for reference in attempts::open_differences(db, "orphan").await? {
            let payment = by_reference.get(reference.as_str());
            if payment.is_some_and(|payment| matches!(payment.fate, Fate::Voided | Fate::Refunded)) {
                attempts::settle_difference(db, "orphan", &reference, "voided", now).await?;
            }
        }
        for reference in attempts::open_differences(db, FAILED).await? {
            if by_reference.contains_key(reference.as_str()) && !failed.contains(&reference) {
                attempts::settle_difference(db, FAILED, &reference, "compared", now).await?;
            }
        }
        Ok(())
    }

    /// Ours says paid; the list does not have it. It may have been settled since: the provider is asked for it alone.
    pub(super) async fn missing(&self, attempt: &Attempt, reference: &str) -> anyhow::Result<()> {
        let theirs = match self.till.provider.details(reference).await {
            Ok(payment) if payment.key == attempt.key => return self.compare(attempt, &payment).await,
            Ok(payment) => payment.key,
            Err(ProviderError::Refused { code }) => code,
            Err(error) => return Err(error.into()),
        };
        let difference = Difference {
            kind: "missing",
            reference,
            attempt_key: &attempt.key,
            ours: attempt.state.name(),
            theirs: &theirs,
            settled_by: None,
        };
        attempts::put_difference(&self.till.db, &difference, self.till.clock.now()).await?;
        count_difference("missing");
        Ok(())
    }
}

/// Whether a payment stands for money that is, or will be, the shop's.
fn is_live(payment: &Payment) -> bool {
    matches!(payment.fate, Fate::Captured | Fate::Authorised | Fate::Processing)
}

fn says_the_same(attempt: &Attempt, payment: &Payment) -> bool {
    attempt.amount == payment.amount
        && attempt.reference.as_deref() == Some(payment.reference.as_str())
        && attempt.state == AttemptState::from(payment.fate)
}

fn count_difference(kind: &'static str) {
    metrics::counter!("matjar_payment_differences_total", "kind" => kind).increment(1);
}

fn report_held(payment: &Payment, hold: Hold) {
    metrics::counter!("matjar_payments_held_total", "reason" => hold.name()).increment(1);
    tracing::error!(
        reference = payment.reference,
        reason = hold.name(),
        "a payment without an order waits for a person ({})",
        hold.name()
    );
}
