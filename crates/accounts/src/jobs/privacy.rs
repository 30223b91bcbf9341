//! Jobs for data export and erasure.

use edge::audit;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::CustomerId;
use mail::{Mailer, jobs::mailer};
use serde::{Deserialize, Serialize};

use super::{AccountNotification, notify};
use crate::store;

#[derive(Debug, Serialize, Deserialize)]
pub struct MakeExport {
    pub id: String,
}

impl TaskHandler for MakeExport {
    const IDENTIFIER: &'static str = "accounts.make_export";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        make_export(&mailer, &self.id).await.map_err(|error| format!("{error:#}"))
    }
}

async fn make_export(mailer: &Mailer, id: &str) -> anyhow::Result<()> {
    let Some(customer) = store::export_owner(&mailer.db, id).await? else { return Ok(()) };
    let Some(body) = store::own_data(&mailer.db, customer).await? else { return Ok(()) };
    let now = mailer.clock.now();
    let mut tx = mailer.db.begin().await?;
    if store::fill_export(&mut tx, id, &body, now).await? {
        notify(&mut tx, customer, AccountNotification::ExportReady { id: id.to_owned() }, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Erase {
    pub customer: i64,
}

impl TaskHandler for Erase {
    const IDENTIFIER: &'static str = "accounts.erase";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        erase(&mailer, CustomerId(self.customer)).await.map_err(|error| format!("{error:#}"))
    }
}

/// Erases a customer who has no open order; otherwise does nothing, and closing the order enqueues this job again.
/// The final notification is enqueued in the same transaction, because the address is deleted with the row.
async fn erase(mailer: &Mailer, id: CustomerId) -> anyhow::Result<()> {
    let now = mailer.clock.now();
    let mut tx = mailer.db.begin().await?;
    let Some(customer) = store::find(&mut *tx, id).await? else { return Ok(()) };
    // Pending order emails, such as a refund notice, are sent first; the error makes the worker retry this job.
    anyhow::ensure!(!store::has_pending_order_emails(&mut *tx, id).await?, "order emails are still pending");
    if store::erase(&mut tx, id).await? {
        let notification =
            AccountNotification::Erased { email: customer.email, first_name: customer.first_name };
        notify(&mut tx, id, notification, now).await?;
        audit::record(&mut *tx, now, &format!("customer {id}"), "erased", "").await?;
    }
    tx.commit().await?;
    Ok(())
}
