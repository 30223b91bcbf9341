//! Saves the payment method of an order.

use edge::trace;
use kernel::{CustomerId, OrderId};
use tracing::field::Empty;

use crate::{
    context::PaymentContext,
    provider::{Owner, ProviderError},
    store,
};

/// Saves the method that an order was paid with for the customer. Does nothing if the provider refuses.
#[tracing::instrument(skip_all, fields(order = Empty, attempt = Empty))]
pub async fn save_used_method(
    context: &PaymentContext,
    order: OrderId,
    customer: CustomerId,
) -> anyhow::Result<()> {
    trace::record("order", order.0);
    let Some(attempt) = store::find_live(&context.db, order).await? else { return Ok(()) };
    trace::record("attempt", &*attempt.key);
    let Some(reference) = attempt.reference else { return Ok(()) };
    let profile = store::profile(&context.db, customer).await?;
    let owner = Owner { key: format!("customer-{customer}"), profile };
    let saved = match context.provider.save_used_method(&owner, &reference).await {
        Ok(saved) => saved,
        Err(ProviderError::Refused { code }) => {
            tracing::warn!(code, order = order.0, attempt = attempt.key, "saving a payment method failed");
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    let mut tx = context.db.begin().await?;
    store::save_method(&mut tx, customer, &saved, context.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}
