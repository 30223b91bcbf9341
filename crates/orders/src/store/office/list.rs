//! The rows of the staff's list.

use chrono::{DateTime, Utc};
use kernel::{Money, Quantity};
use payments::{provider::PaymentMethodKind, rules::AttemptState};
use sqlx::PgExecutor;

use crate::rules::State;

/// Which orders are listed. Times are moments of the order's placing.
#[derive(Debug, Default, Clone)]
pub struct ListFilter {
    /// Empty: all states.
    pub states: Vec<State>,
    /// Only these; newest first.
    pub ids: Option<Vec<i64>>,
    pub after_id: Option<i64>,
    pub since: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
}

impl ListFilter {
    pub fn state_names(&self) -> Vec<String> {
        let states = if self.states.is_empty() { State::ALL.as_slice() } else { &self.states };
        states.iter().map(|state| state.name().to_owned()).collect()
    }
}

/// Ids of orders below `before`, newest first. Reads the newest orders of each state by index and merges them, so that the
/// cost does not grow with the table.
pub async fn list_ids(
    db: impl PgExecutor<'_>,
    filter: &ListFilter,
    before: i64,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    let states = filter.state_names();
    if let Some(ids) = &filter.ids {
        return sqlx::query_scalar!(
            "select id from orders
             where id = any($1) and state = any($2) and id < $3
               and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
             order by id desc limit $6",
            ids,
            &states,
            before,
            filter.since,
            filter.until,
            limit
        )
        .fetch_all(db)
        .await;
    }
    sqlx::query_scalar!(
        r#"select listed.id as "id!" from unnest($1::text[]) as wanted (name)
           cross join lateral (
               select id from orders
               where state = wanted.name and id < $2 and id >= $3
                 and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
               order by id desc limit $6) listed
           order by listed.id desc limit $6"#,
        &states,
        before,
        filter.after_id.unwrap_or(0),
        filter.since,
        filter.until,
        limit
    )
    .fetch_all(db)
    .await
}

#[derive(Debug)]
pub struct StaffListItem {
    pub number: i64,
    pub state: State,
    pub created_at: DateTime<Utc>,
    pub total: Money,
    pub name: String,
    pub city: String,
    pub pieces: Quantity,
    pub assignee: Option<String>,
    pub tags: Vec<String>,
    pub source_type: Option<String>,
    pub source: Option<String>,
    /// Of the payment that counts, or of the last one.
    pub method: Option<PaymentMethodKind>,
    pub last4: Option<String>,
    pub payment: Option<AttemptState>,
    /// Booked as sold between the moments of the list, refunds subtracted.
    pub booked: Money,
}

/// Rows of these orders, newest first. Reads `payment_attempts`, a table of `payments`, and `staff`, one of `accounts`.
pub async fn rows(
    db: impl PgExecutor<'_>,
    ids: &[i64],
    booked: Option<(DateTime<Utc>, DateTime<Utc>)>,
) -> sqlx::Result<Vec<StaffListItem>> {
    let (from, until) = booked.unzip();
    sqlx::query_as!(
        StaffListItem,
        r#"select listed.number, listed.state as "state: State", listed.created_at,
                  listed.total_minor as "total: Money", listed.first_name || ' ' || listed.last_name as "name!",
                  listed.city,
                  (select coalesce(sum(quantity), 0) from order_lines where order_id = listed.id)::bigint
                      as "pieces!: Quantity",
                  member.name as "assignee?",
                  array(select tag from order_tags where order_id = listed.id order by tag) as "tags!",
                  listed.attribution ->> 'source_type' as source_type,
                  listed.attribution ->> 'utm_source' as source,
                  attempt.kind as "method?: PaymentMethodKind", attempt.last4 as "last4?",
                  attempt.state as "payment?: AttemptState",
                  (select coalesce(-sum(entry.minor), 0) from journals journal
                   join journal_entries entry on entry.journal_id = journal.id
                   where journal.order_id = listed.id and journal.at >= $2 and journal.at < $3
                     and entry.account in ('sales', 'shipping', 'taxes', 'refunds'))::bigint as "booked!: Money"
           from orders listed
           left join staff member on member.id = listed.assignee_id
           left join lateral (
               select kind, last4, state from payment_attempts where order_id = listed.id
               order by state in ('declined', 'voided', 'returned'), created_at desc limit 1) attempt on true
           where listed.id = any($1) order by listed.id desc"#,
        ids,
        from,
        until
    )
    .fetch_all(db)
    .await
}

/// Net amount booked between two moments.
pub async fn booked_sum(
    db: impl PgExecutor<'_>,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<Money> {
    let sum = sqlx::query_scalar!(
        r#"select coalesce(-sum(entry.minor), 0)::bigint as "sum!" from journals journal
           join journal_entries entry on entry.journal_id = journal.id
           where journal.at >= $1 and journal.at < $2
             and entry.account in ('sales', 'shipping', 'taxes', 'refunds')"#,
        from,
        until
    )
    .fetch_one(db)
    .await?;
    Ok(Money::from_minor(sum))
}

/// The number of an order.
pub async fn number_of(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select number from orders where id = $1", id).fetch_optional(db).await
}

/// The newest order's id, for the bar about new ones.
pub async fn newest_id(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select coalesce(max(id), 0) as "id!" from orders"#).fetch_one(db).await
}

/// How many orders are newer than this one, up to 100.
pub async fn count_since(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (select from orders where id > $1 limit 100) newer"#,
        id
    )
    .fetch_one(db)
    .await
}
