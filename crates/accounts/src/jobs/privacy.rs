//! A copy of everything, and the end of everything.

use edge::audit;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::CustomerId;
use mail::{Postman, jobs::postman};
use serde::{Deserialize, Serialize};

use super::{News, tell};
use crate::store;

#[derive(Debug, Serialize, Deserialize)]
pub struct MakeExport {
    pub id: String,
}

impl TaskHandler for MakeExport {
    const IDENTIFIER: &'static str = "accounts.make_export";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let postman = postman(&context)?;
        make_export(&postman, &self.id).await.map_err(|error| format!("{error:#}"))
    }
}

async fn make_export(postman: &Postman, id: &str) -> anyhow::Result<()> {
    let Some(customer) = store::export_owner(&postman.db, id).await? else { return Ok(()) };
    let Some(body) = store::own_data(&postman.db, customer).await? else { return Ok(()) };
    let now = postman.clock.now();
    let mut tx = postman.db.begin().await?;
    if store::fill_export(&mut tx, id, &body, now).await? {
        tell(&mut tx, customer, News::ExportReady { id: id.to_owned() }, now).await?;
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
        let postman = postman(&context)?;
        erase(&postman, CustomerId(self.customer)).await.map_err(|error| format!("{error:#}"))
    }
}

/// Whoever has an open order waits until it is closed: what closes it puts this job in line again.
/// The farewell is written in the same transaction: after it, nothing here knows whom to write to.
async fn erase(postman: &Postman, id: CustomerId) -> anyhow::Result<()> {
    let now = postman.clock.now();
    let mut tx = postman.db.begin().await?;
    let Some(customer) = store::find(&mut *tx, id).await? else { return Ok(()) };
    // That their money has gone back they should still hear of; the job comes again in a moment.
    anyhow::ensure!(!store::is_being_told(&mut *tx, id).await?, "emails about orders go first");
    if store::erase(&mut tx, id).await? {
        let news = News::Erased { email: customer.email, first_name: customer.first_name };
        tell(&mut tx, id, news, now).await?;
        audit::record(&mut *tx, now, &format!("customer {id}"), "erased", "").await?;
    }
    tx.commit().await?;
    Ok(())
}
