//! Jobs that combine capabilities: listing maintenance, and the sitemap and feed.

use std::sync::Arc;

use bundles::BundleSettings;
use catalog::service::listing;
use chrono::Days;
use edge::settings_cache::Cached;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use super::{media::Media, publish};
use crate::pages::price_calculator::PriceCalculator;

/// State of these jobs, registered with the worker.
#[derive(Clone)]
pub struct ShopJobContext {
    pub db: PgPool,
    pub clock: Clock,
    pub media: Media,
    pub origin: Arc<str>,
}

impl std::fmt::Debug for ShopJobContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ShopJobContext")
    }
}

pub(crate) fn job_context(context: &WorkerContext) -> Result<ShopJobContext, String> {
    context
        .get_ext::<ShopJobContext>()
        .cloned()
        .ok_or_else(|| "the worker has no ShopJobContext extension".to_owned())
}

/// Updates the prices by which listings are sorted and filtered, because they change over time. Displayed prices do not
/// depend on this job.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainListings {}

impl TaskHandler for MaintainListings {
    const IDENTIFIER: &'static str = "storefront.maintain_listings";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let job_context = job_context(&context)?;
        maintain_listings(&job_context.db, &job_context.clock).await.map_err(|error| error.to_string())
    }
}

pub async fn maintain_listings(db: &PgPool, clock: &Clock) -> sqlx::Result<()> {
    let now = clock.now();
    let rules = pricing::service::load_rules(&mut *db.acquire().await?).await?;
    let settings = BundleSettings::read(db).await?;
    let calculator = PriceCalculator::new(Arc::new(rules), Arc::new(settings), now);
    apply_rule_changes(db, &calculator).await?;
    let mut due = listing::list_due_for_reindex(db, now).await?;
    due.extend(bundles::service::list_without_listing_price(db).await?);
    reindex_products(db, &calculator, &due).await?;
    let mut tx = db.begin().await?;
    let counted = listing::refresh_facet_counts_if_stale(&mut tx).await?;
    if counted {
        search::refresh_words(&mut tx).await?;
    }
    tx.commit().await?;
    if counted || !due.is_empty() {
        edge::purge::record(db, &["catalog".to_owned()]).await?;
    }
    Ok(())
}

/// Adds yesterday's choices to the uses of products in searches, and deletes old queries.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainSearch {}

impl TaskHandler for MaintainSearch {
    const IDENTIFIER: &'static str = "storefront.maintain_search";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let job_context = job_context(&context)?;
        maintain_search(&job_context.db, &job_context.clock).await.map_err(|error| error.to_string())
    }
}

/// How long queries without an answer are kept.
const QUERY_RETENTION: Days = Days::new(90);

pub async fn maintain_search(db: &PgPool, clock: &Clock) -> sqlx::Result<()> {
    let today = clock.now().date_naive();
    let mut tx = db.begin().await?;
    search::fold_choices(&mut tx, today).await?;
    search::forget_unanswered(&mut *tx, today - QUERY_RETENTION).await?;
    tx.commit().await
}

/// Products per transaction.
const CHUNK: usize = 500;

/// After a change of the discount rules, reindexes every product that the old or the new rules apply to.
async fn apply_rule_changes(db: &PgPool, calculator: &PriceCalculator) -> sqlx::Result<()> {
    if pricing::service::indexed_version(db).await? == calculator.version() {
        return Ok(());
    }
    let mut after = 0;
    loop {
        let products = pricing::service::list_repriced_products(db, after, CHUNK).await?;
        reindex_products(db, calculator, &products).await?;
        match products.last() {
            Some(last) => after = *last,
            None => break,
        }
    }
    // A rule may apply to an item of a bundle and not to the bundle itself.
    reindex_products(db, calculator, &bundles::service::list_ids(db).await?).await?;
    pricing::service::set_indexed_version(db, calculator.version()).await
}

/// Recalculates the listing prices of products and reindexes them.
async fn reindex_products(db: &PgPool, calculator: &PriceCalculator, products: &[i64]) -> sqlx::Result<()> {
    for chunk in products.chunks(CHUNK) {
        // An edit that is committed between reading a price and indexing it would be overwritten.
        let mut tx = db.begin().await?;
        listing::lock_products(&mut tx, chunk).await?;
        let cards = catalog::service::cards_in(&mut tx, chunk).await?;
        let calculator = calculator.clone().with_bundles_in(&mut tx, &cards).await?;
        let prices: Vec<_> = cards.iter().filter_map(|card| calculator.listing_price(card)).collect();
        pricing::service::save_listing_prices(&mut tx, &prices).await?;
        listing::reindex_listings(&mut tx, chunk, calculator.now).await?;
        super::search_index::update_prices(&mut tx, chunk).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Creates the partitions of the next months' changes, and drops those that are no longer needed for undo and history.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainChanges {}

impl TaskHandler for MaintainChanges {
    const IDENTIFIER: &'static str = "storefront.maintain_changes";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let job_context = job_context(&context)?;
        let now = job_context.clock.now();
        let dropped = edge::changes::maintain_partitions(&job_context.db, now, now - CHANGE_RETENTION).await;
        dropped.map_err(|error| error.to_string())?;
        let forgotten = crate::staff_products::bulk::run::forget_old(&job_context.db, now).await;
        forgotten.map(|_| ()).map_err(|error| error.to_string())
    }
}

/// How long changes of things that people edit are kept.
const CHANGE_RETENTION: Days = Days::new(730);

/// Writes the sitemap and the product feed.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Publish {}

impl TaskHandler for Publish {
    const IDENTIFIER: &'static str = "storefront.publish";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let job_context = job_context(&context)?;
        publish::run(&job_context.db, &job_context.media, &job_context.origin, job_context.clock.now())
            .await
            .map_err(|error| format!("{error:#}"))
    }
}
