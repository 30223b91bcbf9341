//! Compares the provider's ledger with the shop's: payment by payment for notices, and in full every minute.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;

use super::{LEDGER_TIMEOUT, Rows, Run, record_ids};
use crate::{
    jobs::money::apply_report,
    provider::{Payment, ProviderError, Refund, TransactionStatus},
    rules::{
        AttemptState,
        ledger::{Comparison, compare},
        undo::Hold,
    },
    service::{Report, hold_undoing},
    store::{
        self as attempts, Attempt, Discrepancy, DiscrepancyKind, ForeignPayment, UndoClaim, UndoRequest,
    },
};

impl Run<'_> {
    /// Processes pending notices. A notice only names a payment; its state is read from the provider's ledger.
    pub(super) async fn read_notices(&self) -> anyhow::Result<usize> {
        let context = self.context;
        let provider = context.provider.name();
        let pending = attempts::pending_notices(&context.db, provider, context.clock.now()).await?;
        let mut rows = Rows::new(self, "notice");
        for notice in &pending {
            let work = async {
                if let Some(reference) = &notice.reference {
                    edge::trace::record("reference", &**reference);
                    match context.provider.details(reference).await {
                        Ok(payment) => self.apply_payment(&payment).await?,
                        Err(ProviderError::Refused { code }) => {
                            tracing::warn!(
                                notice = notice.event_id,
                                reference,
                                code,
                                "notice for a payment that the provider does not know"
                            );
                        }
                        Err(error) => return Err(error.into()),
                    }
                }
                attempts::finish_notice(&context.db, provider, &notice.event_id, context.clock.now()).await?;
                Ok(())
            };
            let done = rows.process(&notice.event_id, work).await;
            if !matches!(done, Ok(true)) {
                attempts::postpone_notice(&context.db, provider, &notice.event_id, context.clock.now())
                    .await?;
            }
            done?;
        }
        Ok(pending.len())
    }

    /// Applies one payment of the provider's ledger to the shop's.
    async fn apply_payment(&self, payment: &Payment) -> anyhow::Result<()> {
        if payment.refund_of.is_some() {
            // The shop's refunds are recorded by the job that requested them.
            return Ok(());
        }
        match attempts::find(&self.context.db, &payment.key).await? {
            Some(attempt) => self.compare(&attempt, payment).await,
            None if self.is_own_payment(payment).await? => self.undo_orphan(payment, None).await,
            None => self.record_foreign(&[payment]).await,
        }
    }

    async fn is_own_payment(&self, payment: &Payment) -> sqlx::Result<bool> {
        self.context.identity.is_own_key(&self.context.db, &payment.key).await
    }

    /// Returns false and records a discrepancy for staff if the amounts differ. Such a payment is not applied.
    pub(super) async fn amount_matches(&self, attempt: &Attempt, payment: &Payment) -> anyhow::Result<bool> {
        if payment.amount == attempt.amount {
            return Ok(true);
        }
        let discrepancy = Discrepancy {
            kind: DiscrepancyKind::Amount,
            reference: &payment.reference,
            attempt_key: &attempt.key,
            local_value: &attempt.amount.to_decimal(),
            provider_value: &payment.amount.to_decimal(),
            settled_by: None,
        };
        attempts::save_discrepancy(&self.context.db, &discrepancy, self.context.clock.now()).await?;
        Ok(false)
    }

    async fn compare(&self, attempt: &Attempt, payment: &Payment) -> anyhow::Result<()> {
        record_ids(attempt);
        if !self.amount_matches(attempt, payment).await? {
            return Ok(());
        }
        match comparison(attempt, payment) {
            Comparison::Undo => self.undo_orphan(payment, Some(attempt)).await,
            Comparison::Apply => {
                if apply_report(self.context, &attempt.key, &Report::from(payment.clone())).await? {
                    return Ok(());
                }
                // Another report may have been faster, and have given up the attempt that this payment belongs to.
                let Some(attempt) = attempts::find(&self.context.db, &attempt.key).await? else {
                    return Ok(());
                };
                match comparison(&attempt, payment) {
                    Comparison::Undo => self.undo_orphan(payment, Some(&attempt)).await,
                    Comparison::Apply => Ok(()),
                }
            }
        }
    }

    /// Undoes a payment that has no live attempt, or leaves it to staff. The caller ensures that it is this shop's.
    async fn undo_orphan(&self, payment: &Payment, attempt: Option<&Attempt>) -> anyhow::Result<()> {
        if !payment.status.is_live() {
            return Ok(());
        }
        let context = self.context;
        let request = UndoRequest {
            provider: context.provider.name(),
            reference: &payment.reference,
            attempt_key: attempt.map(|attempt| attempt.key.as_str()),
            amount: &payment.amount.to_decimal(),
            submitted_at: payment.submitted_at,
        };
        match attempts::claim_undo(&context.db, &request, context.clock.now()).await? {
            UndoClaim::Known => return Ok(()),
            UndoClaim::Held(hold) => {
                count_discrepancy(DiscrepancyKind::Orphan);
                report_held(payment, attempt, hold);
                return Ok(());
            }
            UndoClaim::Granted => count_discrepancy(DiscrepancyKind::Orphan),
        }
        // The provider adapter voids or refunds, depending on whether the payment is settled.
        let refund = Refund {
            key: attempts::new_key(),
            reference: payment.reference.clone(),
            amount: payment.amount,
            payment_amount: payment.amount,
        };
        match context.provider.refund(&refund).await {
            Ok(_) => {
                let now = context.clock.now();
                attempts::settle_discrepancy(
                    &context.db,
                    DiscrepancyKind::Orphan,
                    &payment.reference,
                    "voided",
                    now,
                )
                .await?;
                tracing::warn!(
                    reference = payment.reference,
                    order = attempt.map(|attempt| attempt.order.0),
                    attempt = payment.key,
                    "orphan payment undone"
                );
                Ok(())
            }
            Err(error) => Err(anyhow::Error::from(error).context("undoing an orphan payment failed")),
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
        let new = attempts::insert_foreign(&self.context.db, &foreign, self.context.clock.now()).await?;
        metrics::counter!("matjar_payment_discrepancies_total", "kind" => DiscrepancyKind::Foreign.label())
            .increment(new);
        Ok(())
    }

    pub(super) async fn reconcile_when_due(&self) -> anyhow::Result<()> {
        let cursor = attempts::cursor(&self.context.db, self.context.provider.name()).await?;
        let now = self.context.clock.now();
        let interval = self.context.timings.reconcile_interval;
        // A cursor in the future is of a server whose clock was wrong; waiting for that time would stop reconciliation.
        let is_due = |until| now - until >= interval || until - now > interval;
        if cursor.is_none_or(|cursor| is_due(cursor.reconciled_until)) {
            self.reconcile().await?;
        }
        Ok(())
    }

    /// Compares the ledgers for the time since the last comparison, with some overlap.
    #[tracing::instrument(name = "reconcile", skip_all)]
    pub(super) async fn reconcile(&self) -> anyhow::Result<usize> {
        let context = self.context;
        let now = context.clock.now();
        let name = context.provider.name();
        let database_identity = attempts::database_identity(&context.db).await?;
        let cursor = attempts::cursor(&context.db, name).await?;
        let last =
            cursor.as_ref().map_or(now - TimeDelta::hours(24), |cursor| cursor.reconciled_until.min(now));
        let since = last - context.timings.absent_after - TimeDelta::minutes(10);
        if let Some(cursor) = &cursor
            && cursor.is_suspect(&database_identity, now)
        {
            hold_undoing(context).await?;
            count_discrepancy(DiscrepancyKind::Restored);
            tracing::error!(
                reconciled_until = %cursor.reconciled_until,
                "the database may be a restored copy; automatic undo is paused until staff allow it"
            );
        }
        let provider_payments =
            self.step(LEDGER_TIMEOUT, async { Ok(context.provider.list(since).await?) }).await?;
        let failed = self.compare_all(&provider_payments).await?;
        self.settle_discrepancies(&provider_payments, &failed).await?;
        let known: HashSet<&str> =
            provider_payments.iter().map(|payment| payment.reference.as_str()).collect();
        let mut rows = Rows::new(self, "missing");
        for attempt in attempts::list_captured_since(&context.db, since + TimeDelta::minutes(1)).await? {
            let reference = attempt.reference.as_deref().unwrap_or_default();
            if !known.contains(reference) {
                rows.process(&attempt.key, self.report_missing(&attempt, reference)).await?;
            }
        }
        match cursor {
            Some(_) => attempts::set_compared(&context.db, name, &database_identity, now).await?,
            None => attempts::begin_cursor(&context.db, name, &database_identity, now).await?,
        }
        Ok(provider_payments.len())
    }

    /// Compares all payments. Returns the references of those that could not be compared.
    async fn compare_all(&self, provider_payments: &[Payment]) -> anyhow::Result<HashSet<String>> {
        let context = self.context;
        let keys: Vec<String> = provider_payments.iter().map(|payment| payment.key.clone()).collect();
        let local_attempts = attempts::list_by_keys(&context.db, &keys).await?;
        let by_key: HashMap<&str, &Attempt> =
            local_attempts.iter().map(|attempt| (attempt.key.as_str(), attempt)).collect();
        let (mut foreign, mut failed) = (Vec::new(), HashSet::new());
        let mut rows = Rows::new(self, "compare");
        for payment in provider_payments.iter().filter(|payment| payment.refund_of.is_none()) {
            let attempt = by_key.get(payment.key.as_str()).copied();
            let is_done = match attempt {
                // The common case: the ledgers agree.
                Some(attempt) if is_consistent(attempt, payment) => true,
                Some(attempt) => rows.process(&payment.reference, self.compare(attempt, payment)).await?,
                None if self.is_own_payment(payment).await? => {
                    rows.process(&payment.reference, self.undo_orphan(payment, None)).await?
                }
                None => {
                    foreign.push(payment);
                    true
                }
            };
            if !is_done {
                failed.insert(payment.reference.clone());
                let discrepancy = Discrepancy {
                    kind: DiscrepancyKind::Failed,
                    reference: &payment.reference,
                    attempt_key: &payment.key,
                    local_value: "",
                    provider_value: &payment.amount.to_decimal(),
                    settled_by: None,
                };
                attempts::save_discrepancy(&context.db, &discrepancy, context.clock.now()).await?;
            }
        }
        if !foreign.is_empty() {
            self.record_foreign(&foreign).await?;
        }
        Ok(failed)
    }

    /// Settles discrepancies that no longer exist: an orphan that was undone with its response lost or by hand at the
    /// provider, or whose money its bank took back, and a payment that could be compared this time.
    async fn settle_discrepancies(
        &self,
        provider_payments: &[Payment],
        failed: &HashSet<String>,
    ) -> anyhow::Result<()> {
        let (db, now) = (&self.context.db, self.context.clock.now());
        let by_reference: HashMap<&str, &Payment> =
            provider_payments.iter().map(|payment| (payment.reference.as_str(), payment)).collect();
        for reference in attempts::open_discrepancies(db, DiscrepancyKind::Orphan).await? {
            let settled_by = match by_reference.get(reference.as_str()).map(|payment| payment.status) {
                Some(TransactionStatus::Voided | TransactionStatus::Refunded) => "voided",
                Some(TransactionStatus::Returned) => "returned",
                Some(TransactionStatus::Declined) => "declined",
                _ => continue,
            };
            attempts::settle_discrepancy(db, DiscrepancyKind::Orphan, &reference, settled_by, now).await?;
        }
        for reference in attempts::open_discrepancies(db, DiscrepancyKind::Failed).await? {
            if by_reference.contains_key(reference.as_str()) && !failed.contains(&reference) {
                attempts::settle_discrepancy(db, DiscrepancyKind::Failed, &reference, "compared", now)
                    .await?;
            }
        }
        Ok(())
    }

    /// Records an attempt that counts as paid but is missing in the provider's list. Its details are fetched first,
    /// because it may have been settled since the list was read.
    pub(super) async fn report_missing(&self, attempt: &Attempt, reference: &str) -> anyhow::Result<()> {
        record_ids(attempt);
        let provider_value = match self.context.provider.details(reference).await {
            Ok(payment) if payment.key == attempt.key => return self.compare(attempt, &payment).await,
            Ok(payment) => payment.key,
            Err(ProviderError::Refused { code }) => code,
            Err(error) => return Err(error.into()),
        };
        let discrepancy = Discrepancy {
            kind: DiscrepancyKind::Missing,
            reference,
            attempt_key: &attempt.key,
            local_value: attempt.state.name(),
            provider_value: &provider_value,
            settled_by: None,
        };
        attempts::save_discrepancy(&self.context.db, &discrepancy, self.context.clock.now()).await?;
        count_discrepancy(DiscrepancyKind::Missing);
        Ok(())
    }
}

fn comparison(attempt: &Attempt, payment: &Payment) -> Comparison {
    let is_other = attempt.reference.as_ref().is_some_and(|reference| *reference != payment.reference);
    compare(attempt.state, is_other, payment.status)
}

fn is_consistent(attempt: &Attempt, payment: &Payment) -> bool {
    attempt.amount == payment.amount
        && attempt.reference.as_deref() == Some(payment.reference.as_str())
        && attempt.state == AttemptState::from(payment.status)
}

fn count_discrepancy(kind: DiscrepancyKind) {
    metrics::counter!("matjar_payment_discrepancies_total", "kind" => kind.label()).increment(1);
}

fn report_held(payment: &Payment, attempt: Option<&Attempt>, hold: Hold) {
    metrics::counter!("matjar_payments_held_total", "reason" => hold.name()).increment(1);
    tracing::error!(
        reference = payment.reference,
        order = attempt.map(|attempt| attempt.order.0),
        attempt = payment.key,
        reason = hold.name(),
        "orphan payment needs a decision by staff"
    );
}
