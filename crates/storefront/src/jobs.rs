//! Jobs that join capabilities: shelves that follow the clock, counts, and what is published.

use std::sync::Arc;

use bundles::BundleSettings;
use catalog::listing;
use edge::kept::Keep;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::{media::Media, pages::till::Till, publish};

/// What these jobs need of the shop; the worker hands it over.
#[derive(Clone)]
pub struct ShopDesk {
    pub db: PgPool,
    pub clock: Clock,
    pub media: Media,
    pub origin: Arc<str>,
}

impl std::fmt::Debug for ShopDesk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ShopDesk")
    }
}

fn desk(context: &WorkerContext) -> Result<ShopDesk, String> {
    context.get_ext::<ShopDesk>().cloned().ok_or_else(|| "the worker was started without a desk".to_owned())
}

/// Listings are sorted and filtered by prices that the clock changes; shown prices never wait for this.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TidyShelves {}

impl TaskHandler for TidyShelves {
    const IDENTIFIER: &'static str = "storefront.tidy_shelves";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let desk = desk(&context)?;
        tidy(&desk.db, &desk.clock).await.map_err(|error| error.to_string())
    }
}

pub async fn tidy(db: &PgPool, clock: &Clock) -> sqlx::Result<()> {
    let now = clock.now();
    let rules = pricing::store::rules(&mut *db.acquire().await?).await?;
    let settings = BundleSettings::read(db).await?;
    let till = Till::with(Arc::new(rules), Arc::new(settings), now);
    follow_rules(db, &till).await?;
    let mut moved = listing::due(db, now).await?;
    moved.extend(bundles::store::untold(db).await?);
    tell(db, &till, &moved).await?;
    let mut tx = db.begin().await?;
    let counted = listing::count_if_moved(&mut tx).await?;
    if counted {
        search::refresh_words(&mut tx).await?;
    }
    tx.commit().await?;
    if counted || !moved.is_empty() {
        edge::purge::record(db, &["catalog".to_owned()]).await?;
    }
    Ok(())
}

/// Products handled at once.
const CHUNK: usize = 500;

/// After a change of the discount rules: every product they concern, or concerned, finds its place anew.
async fn follow_rules(db: &PgPool, till: &Till) -> sqlx::Result<()> {
    if pricing::store::shelved(db).await? == till.version() {
        return Ok(());
    }
    let mut after = 0;
    loop {
        let products = pricing::store::concerned(db, after, CHUNK).await?;
        tell(db, till, &products).await?;
        match products.last() {
            Some(last) => after = *last,
            None => break,
        }
    }
    // What is in a bundle may be concerned without the bundle itself.
    tell(db, till, &bundles::store::all(db).await?).await?;
    pricing::store::set_shelved(db, till.version()).await
}

/// Puts products where the price function says they belong.
async fn tell(db: &PgPool, till: &Till, products: &[i64]) -> sqlx::Result<()> {
    for chunk in products.chunks(CHUNK) {
        let cards = catalog::store::cards(db, chunk).await?;
        let till = till.clone().knowing(db, &cards).await?;
        let told: Vec<_> = cards.iter().filter_map(|card| till.told(card)).collect();
        let mut tx = db.begin().await?;
        pricing::store::put_told(&mut tx, &told).await?;
        listing::put_on_shelves(&mut tx, chunk, till.now).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The shop's map and its feed.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Publish {}

impl TaskHandler for Publish {
    const IDENTIFIER: &'static str = "storefront.publish";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let desk = desk(&context)?;
        publish::run(&desk.db, &desk.media, &desk.origin, desk.clock.now())
            .await
            .map_err(|error| format!("{error:#}"))
    }
}
