//! Work done later: letters, copies, erasure, forgetting.

mod letters;
mod privacy;

use chrono::{DateTime, Utc};
use edge::{AppError, Shop};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::CustomerId;
use mail::jobs::postman;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use letters::Told;
pub use letters::{News, SendLink, SendNews, Wish};
pub use privacy::{Erase, MakeExport};

use crate::{
    rules::FREE_LETTERS,
    store::{self, Tried},
};

/// Puts a letter with a link in line. Nothing here depends on whether there is such an account: the job finds out.
/// Too many for one address are dropped without a word.
pub async fn ask_for_link(shop: &Shop, whose: &str, wish: Wish) -> Result<(), AppError> {
    let now = shop.clock.now();
    let tried = Tried { kind: "letter", whose, free: FREE_LETTERS };
    if store::try_for(&shop.db, &tried, now).await?.is_err() {
        return Ok(());
    }
    let mut tx = shop.db.begin().await?;
    let key = hex::encode(rand::random::<[u8; 16]>());
    mail::store::put(&mut tx, "link", &key, &wish, now, |slot| SendLink { slot }).await?;
    tx.commit().await?;
    Ok(())
}

/// Tells a customer what happened to their account, in the transaction that made it happen.
pub async fn tell(
    db: &mut PgConnection,
    customer: CustomerId,
    news: News,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let key = news.key(customer, now);
    let topic = news.topic();
    let content = Told { customer: customer.0, news };
    mail::store::put(db, topic, &key, &content, now, |slot| SendNews { slot }).await?;
    Ok(())
}

/// Forgets what nobody needs any more.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepAccounts {}

impl TaskHandler for SweepAccounts {
    const IDENTIFIER: &'static str = "accounts.sweep";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let postman = postman(&context)?;
        let (db, now) = (&postman.db, postman.clock.now());
        let sweep = async {
            Ok::<u64, sqlx::Error>(
                store::sweep_attempts(db, now).await?
                    + store::sweep_links(db, now).await?
                    + store::sweep_emails(db, now).await?
                    + store::sweep_exports(db, now).await?,
            )
        };
        let swept = sweep.await.map_err(|error| error.to_string())?;
        tracing::info!(swept, "swept {swept} rows of accounts");
        Ok::<(), String>(())
    }
}
