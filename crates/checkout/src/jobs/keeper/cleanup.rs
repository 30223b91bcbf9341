//! What is left lying: methods that the provider should forget, refunds whose job was lost, orders that nobody paid.

use chrono::TimeDelta;
use payments::store as attempts;

use super::{Rows, Run};
use crate::{jobs::give_back, store};

impl Run<'_> {
    /// Each part is tried, whatever becomes of the others.
    pub(super) async fn clean_up(&self) -> anyhow::Result<()> {
        let done = [
            self.forget_methods().await,
            self.retry_refunds().await,
            self.delete_drafts().await,
            self.cancel_stale().await,
        ];
        done.into_iter().collect()
    }

    async fn forget_methods(&self) -> anyhow::Result<()> {
        let till = self.till;
        let mut rows = Rows::new(self, "forget method");
        for (profile, method) in attempts::to_forget(&till.db, till.clock.now()).await? {
            let work = async {
                till.provider.delete_method(&profile, &method).await?;
                attempts::forgotten(&till.db, &profile, &method).await?;
                Ok(())
            };
            let done = rows.work(&method, work).await;
            if !matches!(done, Ok(true)) {
                attempts::postpone_forgetting(&till.db, &profile, &method, till.clock.now()).await?;
            }
            done?;
        }
        Ok(())
    }

    /// Their jobs retry them too, ever more slowly; this finds those whose job was lost.
    async fn retry_refunds(&self) -> anyhow::Result<()> {
        let till = self.till;
        let mut rows = Rows::new(self, "refund");
        for key in store::open_refunds(&till.db, till.clock.now() - TimeDelta::minutes(2)).await? {
            rows.work(&key, give_back(till, &key)).await?;
        }
        Ok(())
    }

    async fn delete_drafts(&self) -> anyhow::Result<()> {
        store::drafts::sweep(&self.till.db, self.till.clock.now()).await?;
        Ok(())
    }

    async fn cancel_stale(&self) -> anyhow::Result<()> {
        let now = self.till.clock.now();
        store::cancel_stale(&self.till.db, now - TimeDelta::days(7), now).await?;
        Ok(())
    }
}
