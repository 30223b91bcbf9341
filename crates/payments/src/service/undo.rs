//! Holding the undo of payments that this database does not know.

use crate::{
    context::PaymentContext,
    store::{self, Discrepancy, DiscrepancyKind},
};

/// Undoes no more payments until staff allow it: this database may be a copy, which does not know what the original was
/// paid since. A database that has never read the ledger undoes nothing from before that anyway.
pub async fn hold_undoing(context: &PaymentContext) -> sqlx::Result<()> {
    let (db, provider) = (&context.db, context.provider.name());
    let Some(cursor) = store::cursor(db, provider).await? else { return Ok(()) };
    let database_identity = store::database_identity(db).await?;
    store::pause_undoing(db, provider, &database_identity).await?;
    let discrepancy = Discrepancy {
        kind: DiscrepancyKind::Restored,
        reference: &format!("{database_identity} {}", cursor.reconciled_until.timestamp()),
        attempt_key: "",
        local_value: &cursor.reconciled_until.to_rfc3339(),
        provider_value: "",
        settled_by: None,
    };
    store::save_discrepancy(db, &discrepancy, context.clock.now()).await
}
