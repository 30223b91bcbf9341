//! Work done later: letters, copies, erasure, forgetting.

mod letters;
mod privacy;

use chrono::{DateTime, Utc};
use edge::{AppError, Shop, Visitor};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::CustomerId;
use mail::jobs::postman;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};

use letters::Told;
pub use letters::{News, SendLink, SendNews, Wish};
pub use privacy::{Erase, MakeExport};

use crate::{
    rules::Pace,
    store::{self, Tried},
};

/// Puts a letter with a link in line. Nothing here depends on whether there is such an account: the job finds out.
/// Too many for one address are dropped without a word; each kind is counted by itself, so that one cannot be used up by
/// asking for another.
pub async fn ask_for_link(shop: &Shop, visitor: &Visitor, whose: &str, wish: Wish) -> Result<(), AppError> {
    let now = shop.clock.now();
    let place = visitor.address.0.to_string();
    let pace = Pace::LETTERS_OF_ADDRESS.times(shop.rate.factor());
    let sender = Tried { kind: "letters from", whose: &place, pace };
    if let Err(retry_after) = store::try_for(&shop.db, &sender, now).await? {
        return Err(AppError::TooMany { retry_after });
    }
    let tried = Tried { kind: wish.kind(), whose, pace: Pace::LETTERS };
    if store::try_for(&shop.db, &tried, now).await?.is_err() {
        return Ok(());
    }
    let mut tx = shop.db.begin().await?;
    let key = hex::encode(rand::random::<[u8; 16]>());
    mail::store::put(&mut tx, "link", &key, &wish, now, |slot| SendLink { slot }).await?;
    tx.commit().await?;
    Ok(())
}

/// Names the password that somebody had when they asked for something, and tells nothing about it.
pub fn proof(password_hash: &str) -> String {
    hex::encode(&Sha256::digest(password_hash)[..16])
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
        sweep(db, now).await.map_err(|error| error.to_string())?;
        erase_leavers(db).await.map_err(|error| format!("{error:#}"))
    }
}

/// In small steps, because a long delete holds locks, and until nothing is left.
async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<()> {
    while store::sweep_attempts(db, now).await? > 0 {}
    while store::sweep_links(db, now).await? > 0 {}
    while store::sweep_devices(db, now).await? > 0 {}
    while store::sweep_emails(db, now).await? > 0 {}
    while store::sweep_exports(db, now).await? > 0 {}
    Ok(())
}

/// Takes somebody out of the shop who asked for it, as soon as a worker is free.
pub async fn erase_later(db: &mut PgConnection, customer: CustomerId) -> anyhow::Result<()> {
    let job = Erase { customer: customer.0 };
    edge::jobs::enqueue(db, &job, Some(&format!("erase {customer}"))).await
}

/// Whoever waited for an order that is closed by now, whatever closed it.
async fn erase_leavers(db: &PgPool) -> anyhow::Result<()> {
    let mut db = db.acquire().await?;
    for customer in store::leavers(&mut *db).await? {
        erase_later(&mut db, customer).await?;
    }
    Ok(())
}
