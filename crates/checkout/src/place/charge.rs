//! Steps two and three of placing an order: charge, then record the result.

use std::time::Duration;

use kernel::OrderId;
use payments::{
    PaymentContext,
    provider::{Charge, ProviderError},
    rules::AttemptState,
    service::{
        self as payment_service, Report, Settled, UNREACHABLE,
        card_acceptance::{self, CARD_TYPE_REFUSED, CardRefusal},
    },
};

use tracing::Instrument;

/// The outcome of a charge as far as it is known when the buyer gets the response.
pub enum ChargeOutcome {
    Accepted,
    Declined,
    /// Voided: the shop does not accept this card type.
    CardRefused(CardRefusal),
    Unknown,
    Unreachable,
}

/// Charges and records the result, in a task of its own: a charge that was sent is recorded even if the buyer
/// disconnects.
#[tracing::instrument(
    name = "charge",
    skip_all,
    fields(otel.kind = "client", order = order.0, attempt = charge.key)
)]
pub async fn pay(context: &PaymentContext, order: OrderId, charge: Charge) -> ChargeOutcome {
    let context = context.clone();
    let work = async move {
        match charge_and_record(&context, order, &charge).await {
            Ok(outcome) => outcome,
            Err(error) => {
                // The reconciler finds the payment in the provider's ledger.
                tracing::error!(
                    error = format!("{error:#}"),
                    order = order.0,
                    attempt = charge.key,
                    "recording a payment failed; left to reconciliation"
                );
                ChargeOutcome::Unknown
            }
        }
    };
    tokio::spawn(work.in_current_span()).await.unwrap_or(ChargeOutcome::Unknown)
}

async fn charge_and_record(
    context: &PaymentContext,
    order: OrderId,
    charge: &Charge,
) -> anyhow::Result<ChargeOutcome> {
    let report = match context.provider.charge(charge).await {
        Ok(receipt) => {
            let claimed = card_acceptance::claimed_brand(&charge.source);
            card_acceptance::void_if_refused(context, &charge.key, Report::from(receipt), claimed).await?
        }
        Err(ProviderError::Unreachable(why)) => {
            tracing::warn!(why, order = order.0, attempt = charge.key, "payment provider unreachable");
            Report::not_charged(UNREACHABLE)
        }
        Err(ProviderError::Refused { code }) => Report::not_charged(&code),
        Err(ProviderError::Unknown(why)) => {
            tracing::warn!(why, order = order.0, attempt = charge.key, "payment outcome unknown");
            payment_service::mark_unknown(context, &charge.key).await?;
            return Ok(ChargeOutcome::Unknown);
        }
    };
    let unreachable = report.code == UNREACHABLE;
    let settled = record(context, order, &charge.key, &report).await?;
    Ok(match settled.map(|settled| settled.attempt) {
        Some(AttemptState::Declined) if unreachable => ChargeOutcome::Unreachable,
        Some(AttemptState::Voided) if report.code == CARD_TYPE_REFUSED => {
            let checked = report.method.as_ref().map(|details| {
                card_acceptance::check_method(details, card_acceptance::claimed_brand(&charge.source))
            });
            ChargeOutcome::CardRefused(checked.and_then(Result::err).unwrap_or(CardRefusal(None)))
        }
        Some(AttemptState::Declined | AttemptState::Voided) => ChargeOutcome::Declined,
        Some(_) => ChargeOutcome::Accepted,
        None => ChargeOutcome::Unknown,
    })
}

/// Delays before recording is retried, in milliseconds.
const RETRY_DELAYS_MS: [u64; 4] = [100, 300, 900, 2_700];

/// Records the provider's report, with retries: under database load the buyer still gets a definite outcome.
async fn record(
    context: &PaymentContext,
    order: OrderId,
    key: &str,
    report: &Report,
) -> anyhow::Result<Option<Settled>> {
    for wait in RETRY_DELAYS_MS {
        match payment_service::settle(context, key, report).await {
            Ok(settled) => return Ok(settled),
            Err(error) => {
                tracing::warn!(
                    error = format!("{error:#}"),
                    order = order.0,
                    attempt = key,
                    "recording a payment failed; retrying"
                );
            }
        }
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }
    payment_service::settle(context, key, report).await
}
