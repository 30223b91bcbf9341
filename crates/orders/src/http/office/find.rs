//! Finds the orders of a list.

use edge::{AppError, Shop, ShopZone, session::StaffMember};
use sqlx::{PgConnection, PgPool};

use super::query::{ME, OrdersQuery, UNKNOWN};
use crate::{
    rules::{Candidates, OrderSearch},
    store::{
        self,
        office::{self, ListFilter},
    },
};

/// Products that typed words may name.
const MAX_PRODUCTS: i64 = 20;

/// A page of ids, and the id that the next page begins below.
pub struct Found {
    pub ids: Vec<i64>,
    pub next: Option<i64>,
}

/// A transaction that only reads. Which index is the right one depends on what is searched, so that no plan is reused.
pub async fn begin_reading(db: &PgPool) -> sqlx::Result<sqlx::Transaction<'static, sqlx::Postgres>> {
    let mut tx = db.begin().await?;
    sqlx::query!("set local plan_cache_mode = force_custom_plan").execute(&mut *tx).await?;
    Ok(tx)
}

/// Ids of the list's orders below `before`, newest first.
pub async fn find(
    shop: &Shop,
    db: &mut PgConnection,
    member: &StaffMember,
    query: &OrdersQuery,
    before: Option<i64>,
    limit: usize,
) -> Result<Found, AppError> {
    let before = before.unwrap_or(i64::MAX);
    let zone = shop.settings.get::<ShopZone>().await?;
    let since = query.since(&zone, shop.clock.now());
    let mut filter = ListFilter { states: query.states(), since, ..ListFilter::default() };
    let candidates = candidates(shop, db, member, query, before).await?;
    let floor = candidates.as_ref().and_then(|found| found.floor);
    filter.ids = candidates.map(|found| found.ids);
    if let Some(since) = since {
        // Transactions that ran side by side committed in another order than their times say.
        let first = office::first_since(&mut *db, since - chrono::TimeDelta::minutes(10)).await?;
        filter.after_id = Some(first.unwrap_or(i64::MAX));
    }
    let wanted = limit + 1;
    let mut ids = office::list_ids(db, &filter, before, i64::try_from(wanted).unwrap_or(i64::MAX)).await?;
    let next = if ids.len() == wanted {
        ids.truncate(limit);
        ids.last().copied()
    } else {
        floor
    };
    Ok(Found { ids, next })
}

/// The orders that satisfy the conditions with an index of their own. `None` without such a condition.
async fn candidates(
    shop: &Shop,
    db: &mut PgConnection,
    member: &StaffMember,
    query: &OrdersQuery,
    before: i64,
) -> Result<Option<Candidates>, AppError> {
    let mut sets = Vec::new();
    let search = OrderSearch::parse(&kernel::text::clean(&query.search, 100));
    if let Some(search) = search {
        sets.push(by_text(shop, &mut *db, &search, before).await?);
    }
    if query.payment == UNKNOWN {
        sets.push(office::with_unknown_payment(&mut *db, before).await?);
    }
    if let Some(kind) = query.method() {
        sets.push(office::by_method(&mut *db, kind, before).await?);
    }
    if !query.tag.is_empty() {
        sets.push(office::by_tag(&mut *db, &query.tag, before).await?);
    }
    let assignee = match query.assignee.as_str() {
        ME => Some(member.id),
        id => id.parse().ok(),
    };
    if let Some(assignee) = assignee {
        sets.push(office::by_assignee(&mut *db, assignee, before).await?);
    }
    if let Ok(product) = query.product.parse() {
        sets.push(office::by_products(&mut *db, &[product], before).await?);
    }
    if let Some((from, until)) = query.booked() {
        sets.push(office::booked(&mut *db, from, until, before).await?);
    }
    Ok(sets.into_iter().reduce(|all, set| all.and(&set)))
}

async fn by_text(
    shop: &Shop,
    db: &mut PgConnection,
    search: &OrderSearch,
    before: i64,
) -> Result<Candidates, AppError> {
    let mut found = Candidates::default();
    if let Some(number) = search.number {
        found = found.or(office::by_number(&mut *db, number, before).await?);
    }
    if let Some(phone) = &search.phone {
        found = found.or(office::by_phone(&mut *db, phone, before).await?);
    }
    if let Some(words) = &search.words {
        found = found.or(office::by_person(&mut *db, words, before).await?);
        let products = products(shop, words).await?;
        if !products.is_empty() {
            found = found.or(office::by_products(&mut *db, &products, before).await?);
        }
    }
    Ok(found)
}

/// Products that these words name, asked of another pool than the caller's, which holds a connection of its own: as shoppers find them: other spellings and the wrong keyboard layout too. An address is
/// no product.
async fn products(shop: &Shop, words: &str) -> Result<Vec<i64>, AppError> {
    if words.contains('@') {
        return Ok(Vec::new());
    }
    let tags = [search::MEANINGS_TAG.to_owned()];
    let meanings = shop.settings.part(String::new(), &tags, search::load_meanings(&shop.read_db)).await?;
    let found = search::Search::new(&shop.read_db, &meanings).suggest(words, MAX_PRODUCTS).await?;
    Ok(found.products.iter().map(|id| id.0).collect())
}

/// The id below which a page begins.
pub async fn before(shop: &Shop, query: &OrdersQuery) -> Result<Option<i64>, AppError> {
    let Ok(number) = query.before.parse() else { return Ok(None) };
    Ok(store::find_by_number(&shop.db, number).await?.map(|id| id.0))
}
