//! Cleanup: deletes methods at the provider, and retries refunds whose job was lost.

use chrono::TimeDelta;

use super::{Rows, Run};
use crate::{
    jobs::refund_payment,
    store::{self as attempts, PendingDeletion},
};

impl Run<'_> {
    /// Runs every part, even if another one fails.
    pub(super) async fn clean_up(&self) -> anyhow::Result<()> {
        let done = [self.delete_methods().await, self.retry_refunds().await];
        done.into_iter().collect()
    }

    async fn delete_methods(&self) -> anyhow::Result<()> {
        let context = self.context;
        let mut rows = Rows::new(self, "delete method");
        for PendingDeletion { profile, method } in
            attempts::due_deletions(&context.db, context.clock.now()).await?
        {
            let work = async {
                context.provider.delete_method(&profile, &method).await?;
                attempts::finish_deletion(&context.db, &profile, &method).await?;
                Ok(())
            };
            let done = rows.process(&method, work).await;
            if !matches!(done, Ok(true)) {
                attempts::postpone_deletion(&context.db, &profile, &method, context.clock.now()).await?;
            }
            done?;
        }
        Ok(())
    }

    /// Retries open refunds. Their jobs retry them too, with growing delays; this covers refunds whose job was lost.
    async fn retry_refunds(&self) -> anyhow::Result<()> {
        let context = self.context;
        let mut rows = Rows::new(self, "refund");
        for key in attempts::open_refunds(&context.db, context.clock.now() - TimeDelta::minutes(2)).await? {
            rows.process(&key, refund_payment(context, &key)).await?;
        }
        Ok(())
    }
}
