//! Money that goes back, and methods that a buyer wants kept.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::OrderId;
use payments::provider::{Fate, Owner, ProviderError};
use serde::{Deserialize, Serialize};

use crate::{
    accept,
    settle::{self, Report},
    store,
    till::Till,
};

/// Gives money back. Asked again under the same key until the provider has said yes or no.
#[derive(Debug, Serialize, Deserialize)]
pub struct Refund {
    pub key: String,
}

impl TaskHandler for Refund {
    const IDENTIFIER: &'static str = "checkout.refund";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let till = super::till(&context)?;
        give_back(&till, &self.key).await.map_err(|error| format!("{error:#}"))
    }
}

pub async fn give_back(till: &Till, key: &str) -> anyhow::Result<()> {
    let Some(refund) = store::refund(&till.db, key).await? else { return Ok(()) };
    if refund.state != "asked" {
        return Ok(());
    }
    let Some(attempt) = payments::store::find(&till.db, &refund.attempt).await? else { return Ok(()) };
    let reference = attempt.reference.as_deref();
    let Some(reference) = reference else {
        anyhow::bail!("a payment without a reference cannot be given back")
    };
    // The last time may have been the one: a refund is never asked for twice.
    let known = till.provider.details(reference).await?;
    if matches!(known.fate, Fate::Voided) && refund.amount == attempt.amount {
        return settle::finish_refund(&till.db, key, Some(reference), true, till.clock.now()).await;
    }
    let since = attempt.created_at;
    let earlier = till.provider.look_up(&[key.to_owned()], since).await?;
    if let Some(done) = earlier.iter().find(|payment| payment.key == key && payment.fate != Fate::Declined) {
        return settle::finish_refund(&till.db, key, Some(&done.reference), true, till.clock.now()).await;
    }
    let wanted = payments::provider::Refund {
        key: key.to_owned(),
        reference: reference.to_owned(),
        amount: refund.amount,
        of: attempt.amount,
    };
    match till.provider.refund(&wanted).await {
        Ok(receipt) => {
            let is_done = receipt.fate != Fate::Declined;
            let reference = receipt.reference.as_deref();
            settle::finish_refund(&till.db, key, reference, is_done, till.clock.now()).await
        }
        Err(ProviderError::Refused { code }) => {
            tracing::warn!(code, "a refund waits: the provider does not take it yet");
            anyhow::bail!("the provider refused the refund: {code}")
        }
        Err(error) => Err(error.into()),
    }
}

/// Keeps the method that an order was paid with, for its customer.
#[derive(Debug, Serialize, Deserialize)]
pub struct KeepMethod {
    pub order: i64,
}

impl TaskHandler for KeepMethod {
    const IDENTIFIER: &'static str = "checkout.keep_method";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let till = super::till(&context)?;
        keep_method(&till, OrderId(self.order)).await.map_err(|error| format!("{error:#}"))
    }
}

pub async fn keep_method(till: &Till, order: OrderId) -> anyhow::Result<()> {
    let Some(order) = store::find(&till.db, order).await? else { return Ok(()) };
    let Some(customer) = order.customer else { return Ok(()) };
    let Some(attempt) = payments::store::live(&till.db, order.id).await? else { return Ok(()) };
    let Some(reference) = attempt.reference else { return Ok(()) };
    let profile = payments::store::profile(&till.db, customer).await?;
    let owner = Owner { key: format!("customer-{customer}"), profile };
    let saved = match till.provider.save_used_method(&owner, &reference).await {
        Ok(saved) => saved,
        Err(ProviderError::Refused { code }) => {
            tracing::warn!(code, "a method could not be kept");
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    let mut tx = till.db.begin().await?;
    payments::store::keep(&mut tx, customer, &saved, till.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// A report of the provider: what it means for our books. Money that came by a card which is not taken goes back first.
pub async fn take_report(till: &Till, key: &str, report: &Report) -> anyhow::Result<bool> {
    let report = accept::judge(till, key, report.clone(), None).await?;
    let settled = settle::settle(&till.db, &till.pace, key, &report, till.clock.now()).await?;
    Ok(settled.is_some_and(|settled| settled.is_new))
}
