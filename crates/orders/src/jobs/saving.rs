//! Saves the payment method of an order for its customer.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::OrderId;
use payments::PaymentContext;
use serde::{Deserialize, Serialize};

use crate::store;

#[derive(Debug, Serialize, Deserialize)]
pub struct SaveMethod {
    pub order: i64,
}

impl TaskHandler for SaveMethod {
    /// Jobs of earlier releases have this name.
    const IDENTIFIER: &'static str = "checkout.save_method";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = super::job_context(&context)?;
        save_method(&context.payments, OrderId(self.order)).await.map_err(|error| format!("{error:#}"))
    }
}

async fn save_method(context: &PaymentContext, order: OrderId) -> anyhow::Result<()> {
    let Some(order) = store::find(&context.db, order).await? else { return Ok(()) };
    let Some(customer) = order.customer else { return Ok(()) };
    payments::service::save_used_method(context, order.id, customer).await
}
