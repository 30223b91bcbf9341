//! Finds the orders of a list.

use edge::{AppError, Shop, ShopZone, session::StaffMember};
use sqlx::{PgConnection, PgPool};

use super::query::{ME, OrdersQuery, UNKNOWN};
use crate::{
    rules::{Candidates, OrderSearch, has_trigram},
    store::{
        self,
        office::{self, ListFilter},
    },
};

/// Products that typed words may name.
const MAX_PRODUCTS: i64 = 20;
/// How often a page asks for the next orders of its conditions, until it is full. What is left then is behind its link.
pub const PAGE_ROUNDS: usize = 20;
/// The same for a count of a list: there are several on every page.
pub const COUNT_ROUNDS: usize = 3;

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

/// What was typed into the search box, and the products that it names.
struct Typed {
    search: OrderSearch,
    products: Vec<i64>,
}

/// Ids of the list's orders below `before`, newest first. Each condition knows its newest orders only, so that few or none of
/// them may satisfy all: then the older ones are looked at, `rounds` times at most. With `next` there may be more orders even
/// if there are fewer than `limit`.
pub async fn find(
    shop: &Shop,
    db: &mut PgConnection,
    member: &StaffMember,
    query: &OrdersQuery,
    before: Option<i64>,
    limit: usize,
    rounds: usize,
) -> Result<Found, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let since = query.since(&zone, shop.clock.now());
    let mut filter = ListFilter { states: query.states(), since, ..ListFilter::default() };
    if let Some(since) = since {
        // Transactions that ran side by side committed in another order than their times say.
        let first = office::first_since(&mut *db, since - chrono::TimeDelta::minutes(10)).await?;
        filter.after_id = Some(first.unwrap_or(i64::MAX));
    }
    let typed = typed(shop, query).await?;
    let wanted = limit + 1;
    let mut ids = Vec::new();
    let mut below = before.unwrap_or(i64::MAX);
    let mut floor = None;
    for _ in 0..rounds {
        let candidates = candidates(db, member, query, typed.as_ref(), below).await?;
        floor = candidates.as_ref().and_then(|found| found.floor);
        // Below the first order of the period there is nothing more.
        floor = floor.filter(|floor| filter.after_id.is_none_or(|first| *floor > first));
        filter.ids = candidates.map(|found| found.ids);
        let missing = i64::try_from(wanted - ids.len()).unwrap_or(i64::MAX);
        ids.extend(office::list_ids(&mut *db, &filter, below, missing).await?);
        match floor {
            Some(floor) if ids.len() < wanted => below = floor,
            _ => break,
        }
    }
    let next = if ids.len() == wanted {
        ids.truncate(limit);
        ids.last().copied()
    } else {
        floor
    };
    Ok(Found { ids, next })
}

async fn typed(shop: &Shop, query: &OrdersQuery) -> Result<Option<Typed>, AppError> {
    let Some(search) = OrderSearch::parse(&kernel::text::clean(&query.search, 100)) else { return Ok(None) };
    let products = match &search.words {
        Some(words) => products(shop, words).await?,
        None => Vec::new(),
    };
    Ok(Some(Typed { search, products }))
}

/// The orders that satisfy the conditions with an index of their own. `None` without such a condition.
async fn candidates(
    db: &mut PgConnection,
    member: &StaffMember,
    query: &OrdersQuery,
    typed: Option<&Typed>,
    before: i64,
) -> sqlx::Result<Option<Candidates>> {
    let mut sets = Vec::new();
    if let Some(typed) = typed {
        sets.push(by_text(&mut *db, typed, before).await?);
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

async fn by_text(db: &mut PgConnection, typed: &Typed, before: i64) -> sqlx::Result<Candidates> {
    let Typed { search, products } = typed;
    let mut found = Candidates::default();
    if let Some(number) = search.number {
        found = found.or(office::by_number(&mut *db, number, before).await?);
    }
    if let Some(phone) = &search.phone {
        found = found.or(office::by_phone(&mut *db, phone, before).await?);
    }
    if let Some(words) = &search.words {
        // The folding of goods reads these as a letter, that of names does not.
        let folded = search::fold(&words.replace(['*', '×'], " "));
        found = found.or(match has_trigram(&folded) {
            true => office::by_person(&mut *db, words, before).await?,
            false => office::by_person_recently(&mut *db, words, before).await?,
        });
    }
    if !products.is_empty() {
        found = found.or(office::by_products(&mut *db, products, before).await?);
    }
    Ok(found)
}

/// Products that these words name, as shoppers find them: other spellings and the wrong keyboard layout too. An address is no
/// product. Asks another pool than the caller's, which holds a connection of its own.
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
