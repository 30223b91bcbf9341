//! Stock counts. Names of products are read from the catalogue, for the report.

use chrono::{DateTime, Utc};
use kernel::Quantity;
use sqlx::{PgConnection, PgExecutor};

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "kebab-case")]
pub enum CountState {
    Open,
    Closed,
    Cancelled,
}

#[derive(Debug, Clone)]
pub struct Count {
    pub id: i64,
    pub store: i16,
    pub state: CountState,
    pub opened_by: i64,
    pub opened_at: DateTime<Utc>,
}

/// Opens a count, or returns the open one of the store.
pub async fn open_count(
    db: &mut PgConnection,
    store: i16,
    staff: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<(i64, bool)> {
    let opened = sqlx::query_scalar!(
        "insert into stock_counts (store, opened_by, opened_at) values ($1, $2, $3)
         on conflict (store) where state = 'open' do nothing returning id",
        store,
        staff,
        now
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(id) = opened {
        return Ok((id, true));
    }
    let id = sqlx::query_scalar!("select id from stock_counts where store = $1 and state = 'open'", store)
        .fetch_one(db)
        .await?;
    Ok((id, false))
}

pub async fn find_count(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<Count>> {
    sqlx::query_as!(
        Count,
        r#"select id, store, state as "state: CountState", opened_by, opened_at from stock_counts where id = $1"#,
        id
    )
    .fetch_optional(db)
    .await
}

pub async fn find_open_count(db: impl PgExecutor<'_>, store: i16) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select id from stock_counts where store = $1 and state = 'open'", store)
        .fetch_optional(db)
        .await
}

/// Newest first.
pub async fn list_counts(db: impl PgExecutor<'_>, store: i16, limit: i64) -> sqlx::Result<Vec<Count>> {
    sqlx::query_as!(
        Count,
        r#"select id, store, state as "state: CountState", opened_by, opened_at from stock_counts
           where store = $1 order by id desc limit $2"#,
        store,
        limit
    )
    .fetch_all(db)
    .await
}

/// Locks the open count of a store: with `is_end` alone, otherwise together with others who count.
pub async fn lock_open_count(db: &mut PgConnection, store: i16, is_end: bool) -> sqlx::Result<Option<Count>> {
    if is_end {
        return sqlx::query_as!(
            Count,
            r#"select id, store, state as "state: CountState", opened_by, opened_at from stock_counts
               where store = $1 and state = 'open' for update"#,
            store
        )
        .fetch_optional(db)
        .await;
    }
    sqlx::query_as!(
        Count,
        r#"select id, store, state as "state: CountState", opened_by, opened_at from stock_counts
           where store = $1 and state = 'open' for share"#,
        store
    )
    .fetch_optional(db)
    .await
}

#[derive(Debug, Clone, Copy)]
pub struct NewCountLine<'a> {
    pub count: i64,
    pub store: i16,
    pub sku: &'a str,
    pub item: i64,
    pub counted: Quantity,
    /// The quantity is added to what was counted before.
    pub is_added: bool,
    pub staff: i64,
    pub now: DateTime<Utc>,
}

/// Counts a product and returns its quantity. `None`: it would be too large.
pub async fn add_line(db: &mut PgConnection, new: NewCountLine<'_>) -> sqlx::Result<Option<Quantity>> {
    sqlx::query_scalar!(
        r#"insert into stock_count_lines as line (count_id, sku, item_id, counted, expected, counted_by, counted_at)
           select $1, $2, $3, $4,
               coalesce((select on_hand from stock_levels where sku = $2 and store = $5), 0), $6, $7
           on conflict (count_id, sku) do update
           set counted = excluded.counted + case when $8 then line.counted else 0 end, expected = excluded.expected,
               counted_by = excluded.counted_by, counted_at = excluded.counted_at
           where not $8 or line.counted + excluded.counted <= $9
           returning counted as "counted: Quantity""#,
        new.count,
        new.sku,
        new.item,
        new.counted.as_units(),
        new.store,
        new.staff,
        new.now,
        new.is_added,
        crate::rules::MAX_COUNTED.as_units()
    )
    .fetch_optional(db)
    .await
}

/// A counted product in the report.
#[derive(Debug, Clone)]
pub struct CountLine {
    pub sku: String,
    pub name: String,
    pub label: String,
    pub gtin: String,
    pub expected: Quantity,
    pub counted: Quantity,
}

impl CountLine {
    pub fn difference(&self) -> Quantity {
        Quantity::from_units(self.counted.as_units() - self.expected.as_units())
    }
}

/// Lines after the product `after`, by SKU.
pub async fn list_lines(
    db: impl PgExecutor<'_>,
    count: i64,
    only_differences: bool,
    after: &str,
    limit: i64,
) -> sqlx::Result<Vec<CountLine>> {
    sqlx::query_as!(
        CountLine,
        r#"select line.sku, coalesce(product.name, line.sku) as "name!",
               coalesce(variation.label, product.note, '') as "label!",
               coalesce(variation.gtin, product.gtin, '') as "gtin!",
               line.expected as "expected: Quantity", line.counted as "counted: Quantity"
           from stock_count_lines line
           left join variations variation on variation.id = line.item_id
           left join products product on product.id = coalesce(variation.product_id, line.item_id)
           where line.count_id = $1 and line.sku > $3 and (not $2 or line.counted <> line.expected)
           order by line.sku limit $4"#,
        count,
        only_differences,
        after,
        limit
    )
    .fetch_all(db)
    .await
}

/// How far a count is.
#[derive(Debug, Clone, Copy)]
pub struct Tallies {
    pub lines: i64,
    /// Products that the store has and that were not counted.
    pub uncounted: i64,
}

pub async fn tallies(db: impl PgExecutor<'_>, count: i64, store: i16) -> sqlx::Result<Tallies> {
    sqlx::query_as!(
        Tallies,
        r#"select count(*) as "lines!",
               (select count(*) from stock_levels level where level.store = $2 and level.on_hand > 0
                    and not exists (select from stock_count_lines counted
                                    where counted.count_id = $1 and counted.sku = level.sku)) as "uncounted!"
           from stock_count_lines where count_id = $1"#,
        count,
        store
    )
    .fetch_one(db)
    .await
}

/// Whether a difference is larger than this, either way. `counter`: of the lines that this member was the last to count.
pub async fn has_large_difference(
    db: &mut PgConnection,
    count: i64,
    limit: Quantity,
    counter: Option<i64>,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from stock_count_lines where count_id = $1 and abs(counted - expected) > $2
                              and ($3::bigint is null or counted_by = $3)) as "has_large!""#,
        count,
        limit.as_units(),
        counter
    )
    .fetch_one(db)
    .await
}

/// Records every difference in the ledger. `None` if a level would fall below what is reserved: nothing may be
/// committed then.
pub async fn close_count(
    db: &mut PgConnection,
    count: i64,
    staff: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    let moved =
        sqlx::query_scalar!("select close_stock_count($1, $2)", count, reason).fetch_one(&mut *db).await?;
    end_count(db, count, CountState::Closed, staff, now).await?;
    Ok(moved)
}

pub async fn cancel_count(
    db: &mut PgConnection,
    count: i64,
    staff: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    end_count(db, count, CountState::Cancelled, staff, now).await
}

async fn end_count(
    db: &mut PgConnection,
    count: i64,
    state: CountState,
    staff: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update stock_counts set state = $2, ended_by = $3, ended_at = $4 where id = $1",
        count,
        state as _,
        staff,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The products with a difference, for the purge of their pages.
pub async fn changed_products(db: &mut PgConnection, count: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select distinct coalesce(variation.product_id, line.item_id) as "id!"
           from stock_count_lines line left join variations variation on variation.id = line.item_id
           where line.count_id = $1 and line.counted <> line.expected"#,
        count
    )
    .fetch_all(db)
    .await
}
