//! Refunds, and applying the provider's reports.

use edge::trace;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};
use tracing::field::Empty;

use crate::{
    context::PaymentContext,
    provider::{ProviderError, TransactionStatus},
    rules::{
        AttemptState,
        refund::{RefundStep, refund_step},
    },
    service::{self, Report, card_acceptance, finish_refund},
    store::{self, RefundState},
};

/// Refunds a payment. Retried with the same key until the provider confirms or refuses.
#[derive(Debug, Serialize, Deserialize)]
pub struct Refund {
    pub key: String,
}

impl TaskHandler for Refund {
    /// Jobs of earlier releases have this name.
    const IDENTIFIER: &'static str = "checkout.refund";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let payments = super::payment_context(&context)?;
        refund_payment(&payments, &self.key).await.map_err(|error| format!("{error:#}"))
    }
}

#[tracing::instrument(skip_all, fields(refund = key, order = Empty, attempt = Empty))]
pub async fn refund_payment(context: &PaymentContext, key: &str) -> anyhow::Result<()> {
    let Some(refund) = store::find_refund(&context.db, key).await? else { return Ok(()) };
    trace::record("order", refund.order.0);
    trace::record("attempt", &*refund.attempt);
    if refund.state != RefundState::Requested {
        return Ok(());
    }
    let Some(attempt) = store::find(&context.db, &refund.attempt).await? else { return Ok(()) };
    let reference = attempt.reference.as_deref();
    let Some(reference) = reference else {
        anyhow::bail!("a payment without a provider reference cannot be refunded")
    };
    let provider = context.provider_of(attempt.kind);
    // An earlier run may have succeeded with its response lost: look it up, so that no refund is made twice. Money that
    // staff give back has no other ledger than this one.
    if attempt.kind.offline().is_none() {
        // The payment may have ended in another way meanwhile. The provider would refuse the refund every time then.
        let payment = match attempt.state.is_terminal() {
            true => attempt.state,
            false => AttemptState::from(provider.details(reference).await?.status),
        };
        let step = refund_step(payment, refund.amount == attempt.amount);
        if step == RefundStep::Done {
            return finish_refund(context, key, Some(reference), true).await;
        }
        let since = attempt.created_at;
        let earlier = provider.look_up(&[key.to_owned()], since).await?;
        if let Some(done) =
            earlier.iter().find(|payment| payment.key == key && payment.status != TransactionStatus::Declined)
        {
            return finish_refund(context, key, Some(&done.reference), true).await;
        }
        if step == RefundStep::GiveUp {
            tracing::warn!(
                payment = payment.name(),
                refund = key,
                order = refund.order.0,
                attempt = refund.attempt,
                "refund given up: nothing of the payment is left to give back"
            );
            return finish_refund(context, key, None, false).await;
        }
    }
    let wanted = crate::provider::Refund {
        key: key.to_owned(),
        reference: reference.to_owned(),
        amount: refund.amount,
        payment_amount: attempt.amount,
    };
    match provider.refund(&wanted).await {
        Ok(receipt) => {
            let is_done = receipt.status != TransactionStatus::Declined;
            let reference = receipt.reference.as_deref();
            finish_refund(context, key, reference, is_done).await
        }
        Err(ProviderError::Refused { code }) => {
            tracing::warn!(
                code,
                refund = key,
                order = refund.order.0,
                attempt = refund.attempt,
                "refund refused by the provider; retrying later"
            );
            anyhow::bail!("the provider refused the refund: {code}")
        }
        Err(error) => Err(error.into()),
    }
}

/// Settles a report of the provider. A payment with a card type that is not accepted is voided first. Returns whether
/// the report changed the attempt.
pub async fn apply_report(context: &PaymentContext, key: &str, report: &Report) -> anyhow::Result<bool> {
    let report = card_acceptance::void_if_refused(context, key, report.clone(), None).await?;
    let settled = service::settle(context, key, &report).await?;
    Ok(settled.is_some_and(|settled| settled.is_new))
}
