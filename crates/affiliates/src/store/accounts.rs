//! Affiliate accounts.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor, types::Json};

use crate::{AffiliateSettings, rules::Reference};

pub async fn settings(db: impl PgExecutor<'_>) -> sqlx::Result<AffiliateSettings> {
    let value: Option<Json<AffiliateSettings>> =
        sqlx::query_scalar("select value from settings where name = 'affiliates'").fetch_optional(db).await?;
    Ok(value.map(|Json(settings)| settings).unwrap_or_default())
}

#[derive(Debug, Clone)]
pub struct Affiliate {
    pub id: i64,
    pub slug: String,
    pub state: String,
    pub rate_bp: Option<i32>,
    pub tax_note: String,
    pub created_at: DateTime<Utc>,
}

impl Affiliate {
    pub fn is_active(&self) -> bool {
        self.state == "active"
    }
}

pub async fn find(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<Affiliate>> {
    sqlx::query_as!(
        Affiliate,
        "select id, slug, state, rate_bp, tax_note, created_at from affiliates where id = $1",
        id
    )
    .fetch_optional(db)
    .await
}

/// The same, which nobody else changes until the transaction ends.
pub async fn lock(db: &mut PgConnection, id: i64) -> sqlx::Result<Option<Affiliate>> {
    sqlx::query!("select id from affiliates where id = $1 for update", id).fetch_optional(&mut *db).await?;
    find(db, id).await
}

pub async fn find_by_customer(db: impl PgExecutor<'_>, customer: i64) -> sqlx::Result<Option<Affiliate>> {
    sqlx::query_as!(
        Affiliate,
        "select id, slug, state, rate_bp, tax_note, created_at from affiliates where customer_id = $1",
        customer
    )
    .fetch_optional(db)
    .await
}

/// Returns the id of an active affiliate.
pub async fn find_active(db: impl PgExecutor<'_>, reference: &Reference) -> sqlx::Result<Option<i64>> {
    let (id, slug) = match reference {
        Reference::Id(id) => (Some(*id), None),
        Reference::Slug(slug) => (None, Some(slug.as_str())),
    };
    sqlx::query_scalar!(
        "select id from affiliates where (id = $1 or slug = $2) and state = 'active'",
        id,
        slug
    )
    .fetch_optional(db)
    .await
}

pub async fn exists(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from affiliates where id = $1) as "exists!""#, id)
        .fetch_one(db)
        .await
}

pub struct NewAffiliate<'a> {
    pub id: i64,
    pub customer: i64,
    pub slug: &'a str,
    pub state: &'a str,
    pub rate_bp: Option<i32>,
}

/// Returns false if the name is taken, the customer has an affiliate account, or the id is in use.
pub async fn insert(
    db: impl PgExecutor<'_>,
    new: &NewAffiliate<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into affiliates (id, customer_id, slug, state, rate_bp, created_at) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        new.id,
        new.customer,
        new.slug,
        new.state,
        new.rate_bp,
        now
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Returns false if the name is taken.
pub async fn change(
    db: impl PgExecutor<'_>,
    id: i64,
    slug: &str,
    state: &str,
    rate_bp: Option<i32>,
    tax_note: &str,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update affiliates set slug = $2, state = $3, rate_bp = $4, tax_note = $5
         where id = $1 and not exists (select from affiliates other where other.slug = $2 and other.id <> $1)",
        id,
        slug,
        state,
        rate_bp,
        tax_note
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Finds a customer by email address. Reads a table of `accounts`.
pub async fn find_customer(db: impl PgExecutor<'_>, email: &str) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select id from customers where email_key = lower($1)", email)
        .fetch_optional(db)
        .await
}

/// The customer's user name, for the name in links. Reads a table of `accounts`.
pub async fn slug_suggestion(db: impl PgExecutor<'_>, customer: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select user_name_key from customers where id = $1", customer)
        .fetch_optional(db)
        .await
}

/// An affiliate in the staff's list.
#[derive(Debug)]
pub struct AffiliateRow {
    pub id: i64,
    pub slug: String,
    pub state: String,
    pub rate_bp: Option<i32>,
    pub email: Option<String>,
    pub visits: i64,
    pub open_minor: i64,
}

/// Affiliates, requests first, then the newest. Joins `customers`, which is that of `accounts`, for the address.
pub async fn list(
    db: &mut PgConnection,
    search: &str,
    after: i64,
    limit: i64,
) -> sqlx::Result<Vec<AffiliateRow>> {
    sqlx::query_as!(
        AffiliateRow,
        r#"
        select affiliate.id, affiliate.slug, affiliate.state, affiliate.rate_bp, customer.email as "email?",
               (select coalesce(sum(visits), 0) from affiliate_days day
                where day.affiliate_id = affiliate.id and day.day > current_date - 30) as "visits!",
               ((select coalesce(sum(amount_minor), 0) from affiliate_credits credit
                 where credit.affiliate_id = affiliate.id and credit.payout_id is null)
                - (select coalesce(sum(amount_minor), 0) from affiliate_reversals reversal
                   where reversal.affiliate_id = affiliate.id and reversal.payout_id is null))::bigint as "open_minor!"
        from affiliates affiliate left join customers customer on customer.id = affiliate.customer_id
        where $1 = '' or affiliate.slug like lower($1) || '%' or affiliate.id::text = $1
              or customer.email_key = lower($1)
        order by (affiliate.state = 'requested') desc, affiliate.created_at desc, affiliate.id
        offset $2 limit $3
        "#,
        search,
        after,
        limit
    )
    .fetch_all(db)
    .await
}
