//! Every statement on attempts to be paid, on methods that are kept, and on what the provider told us.

mod books;
mod identity;
mod lease;
mod methods;
mod watch;

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use kernel::{Money, OrderId, UnknownValue};
use rand::RngExt;
use sqlx::{PgConnection, PgExecutor};

pub use books::*;
pub use identity::ShopIdentity;
pub use lease::*;
pub use methods::*;
pub use watch::*;

use crate::{
    provider::{MethodKind, MethodShown},
    rules::AttemptState,
};

/// A try that has said nothing for this long may have been lost with the server that made it.
pub const SILENCE: TimeDelta = TimeDelta::seconds(30);

/// Letters and digits that are not taken for each other, five bits each: twenty of them are a key of a hundred bits.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// For a refund; an attempt's key comes from [`ShopIdentity::new_key`].
pub fn new_key() -> String {
    random_text(20)
}

pub fn random_text(length: usize) -> String {
    let mut random = rand::rng();
    (0..length).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect()
}

impl MethodKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Echeck => "echeck",
        }
    }

    pub fn parse(name: &str) -> Result<Self, UnknownValue> {
        match name {
            "card" => Ok(Self::Card),
            "echeck" => Ok(Self::Echeck),
            other => Err(UnknownValue::new("payment method kind", other)),
        }
    }
}

/// One try to be paid.
#[derive(Debug, Clone)]
pub struct Attempt {
    pub key: String,
    pub order: OrderId,
    pub amount: Money,
    pub kind: MethodKind,
    pub state: AttemptState,
    pub reference: Option<String>,
    pub code: String,
    pub brand: String,
    pub last4: String,
    pub created_at: DateTime<Utc>,
    pub looks: i32,
}

macro_rules! attempt {
    ($row:expr) => {{
        let row = $row;
        Ok(Attempt {
            order: OrderId(row.order_id),
            amount: Money::minor(row.amount_minor),
            kind: MethodKind::parse(&row.kind)?,
            state: AttemptState::parse(&row.state)
                .ok_or_else(|| UnknownValue::new("payment attempt state", &row.state))?,
            reference: row.provider_ref,
            key: row.key,
            code: row.code,
            brand: row.brand,
            last4: row.last4,
            created_at: row.created_at,
            looks: row.looks,
        })
    }};
}

pub struct NewAttempt<'a> {
    pub key: &'a str,
    pub order: OrderId,
    pub amount: Money,
    pub kind: MethodKind,
    pub placed_by: &'a TokenHash,
    pub address: &'a str,
    /// When somebody must ask what became of it.
    pub look_at: DateTime<Utc>,
}

/// Begins to be paid. False: another try is under way or has succeeded.
pub async fn begin(
    db: impl PgExecutor<'_>,
    attempt: &NewAttempt<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let begun = sqlx::query!(
        "insert into payment_attempts (key, order_id, amount_minor, kind, state, placed_by, address, created_at,
                                       changed_at, look_at)
         values ($1, $2, $3, $4, 'submitting', $5, $6, $7, $7, $8)
         on conflict (order_id) where state not in ('declined', 'voided', 'returned') do nothing",
        attempt.key,
        attempt.order.0,
        attempt.amount.as_minor(),
        attempt.kind.name(),
        &attempt.placed_by.0,
        attempt.address,
        now,
        attempt.look_at
    )
    .execute(db)
    .await?;
    Ok(begun.rows_affected() == 1)
}

pub async fn find(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<Attempt>> {
    let row = sqlx::query!(
        "select key, order_id, amount_minor, kind, state, provider_ref, code, brand, last4, created_at, looks
         from payment_attempts where key = $1",
        key
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| attempt!(row)).transpose()
}

/// All tries of an order, oldest first.
pub async fn of_order(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query!(
        "select key, order_id, amount_minor, kind, state, provider_ref, code, brand, last4, created_at, looks
         from payment_attempts where order_id = $1 order by created_at, key",
        order.0
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| attempt!(row)).collect()
}

/// The try that is under way or has succeeded, if there is one.
pub async fn live(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Option<Attempt>> {
    let row = sqlx::query!(
        "select key, order_id, amount_minor, kind, state, provider_ref, code, brand, last4, created_at, looks
         from payment_attempts
         where order_id = $1 and state not in ('declined', 'voided', 'returned')",
        order.0
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| attempt!(row)).transpose()
}

/// What a try becomes, with what the provider said about it.
pub struct Change<'a> {
    pub key: &'a str,
    pub from: AttemptState,
    pub to: AttemptState,
    pub reference: Option<&'a str>,
    pub code: &'a str,
    pub method: Option<&'a MethodShown>,
    pub look_at: Option<DateTime<Utc>>,
}

/// One step, from the state it is expected in. False: somebody else was first.
pub async fn change(db: impl PgExecutor<'_>, change: &Change<'_>, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update payment_attempts
         set state = $3, provider_ref = coalesce($4, provider_ref), code = $5,
             brand = coalesce($6, brand), last4 = coalesce($7, last4), changed_at = $8, look_at = $9
         where key = $1 and state = $2",
        change.key,
        change.from.name(),
        change.to.name(),
        change.reference,
        change.code,
        change.method.map(|method| method.brand.as_str()),
        change.method.map(|method| method.last4.as_str()),
        now,
        change.look_at
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Tries that somebody must ask the provider about now.
pub async fn due(db: impl PgExecutor<'_>, now: DateTime<Utc>, most: i64) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query!(
        "select key, order_id, amount_minor, kind, state, provider_ref, code, brand, last4, created_at, looks
         from payment_attempts where look_at <= $1 order by look_at limit $2",
        now,
        most
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| attempt!(row)).collect()
}

/// A look that failed tells nothing: it is made again at `next`, and not counted.
pub async fn look_again_at(db: impl PgExecutor<'_>, key: &str, next: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update payment_attempts set look_at = $2 where key = $1 and look_at is not null",
        key,
        next
    )
    .execute(db)
    .await?;
    Ok(())
}

/// When the provider is asked about it next, if ever.
pub async fn look_at(db: impl PgExecutor<'_>, key: &str, next: Option<DateTime<Utc>>) -> sqlx::Result<()> {
    sqlx::query!(
        "update payment_attempts set look_at = $2, looks = looks + 1 where key = $1 and look_at is not null",
        key,
        next
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How often somebody tried to pay lately, and how often they were declined within an hour.
#[derive(Debug, Default)]
pub struct Tries {
    pub declined_by_session: i64,
    pub declined_by_address: i64,
    pub by_session_in_a_minute: i64,
    pub by_session_in_an_hour: i64,
    pub by_address_in_ten_minutes: i64,
}

pub async fn tries(
    db: &mut PgConnection,
    placed_by: &TokenHash,
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Tries> {
    // What never reached the provider says nothing about a card.
    sqlx::query_as!(
        Tries,
        r#"select by_session.*, by_address.* from
             (select count(*) filter (where state = 'declined' and code not in ('unreachable', 'absent'))
                       as "declined_by_session!",
                     count(*) filter (where created_at > $5) as "by_session_in_a_minute!",
                     count(*) as "by_session_in_an_hour!"
              from payment_attempts where placed_by = $1 and created_at > $3) by_session,
             (select count(*) filter (where state = 'declined' and code not in ('unreachable', 'absent'))
                       as "declined_by_address!",
                     count(*) filter (where created_at > $4) as "by_address_in_ten_minutes!"
              from payment_attempts where address = $2 and created_at > $3) by_address"#,
        &placed_by.0,
        address,
        now - TimeDelta::hours(1),
        now - TimeDelta::minutes(10),
        now - TimeDelta::minutes(1)
    )
    .fetch_one(db)
    .await
}

/// How many tries the whole shop saw in five minutes, and how many of them were declined. Of very many, some.
pub async fn lately(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select count(*) as "tries!",
                  count(*) filter (where state = 'declined' and code not in ('unreachable', 'absent')) as "declined!"
           from (select state, code from payment_attempts where created_at > $1
                 order by created_at desc limit 2000) few"#,
        now - TimeDelta::minutes(5)
    )
    .fetch_one(db)
    .await?;
    Ok((row.tries, row.declined))
}

pub async fn find_all(db: impl PgExecutor<'_>, keys: &[String]) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query!(
        "select key, order_id, amount_minor, kind, state, provider_ref, code, brand, last4, created_at, looks
         from payment_attempts where key = any($1)",
        keys
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| attempt!(row)).collect()
}

/// Attempts that say the money is ours, begun at `since` or later.
pub async fn captured_since(db: impl PgExecutor<'_>, since: DateTime<Utc>) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query!(
        "select key, order_id, amount_minor, kind, state, provider_ref, code, brand, last4, created_at, looks
         from payment_attempts
         where created_at >= $1 and state in ('captured', 'processing', 'authorised')",
        since
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| attempt!(row)).collect()
}
