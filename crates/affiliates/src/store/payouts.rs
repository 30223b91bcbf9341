//! Payouts: credits and reversals that are paid together.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Money;
use sqlx::{PgConnection, PgExecutor};

/// What an affiliate has earned.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    /// Too recent to be paid.
    pub pending: Money,
    /// Can be paid; below zero if more was taken back than earned since the last payout.
    pub open: Money,
    pub paid: Money,
}

pub async fn sums(
    db: impl PgExecutor<'_>,
    affiliate: i64,
    hold: TimeDelta,
    now: DateTime<Utc>,
) -> sqlx::Result<Sums> {
    let row = sqlx::query!(
        r#"
        select coalesce(sum(minor) filter (where payout_id is null and created_at > $2), 0)::bigint as "pending!",
               coalesce(sum(minor) filter (where payout_id is null and created_at <= $2), 0)::bigint as "open!",
               (select coalesce(sum(amount_minor), 0) from affiliate_payouts
                where affiliate_id = $1 and state = 'paid')::bigint as "paid!"
        from (select amount_minor as minor, payout_id, created_at from affiliate_credits where affiliate_id = $1
              union all
              select -reversal.amount_minor, reversal.payout_id, credit.created_at
              from affiliate_reversals reversal join affiliate_credits credit on credit.id = reversal.credit_id
              where reversal.affiliate_id = $1) entry
        "#,
        affiliate,
        now - hold
    )
    .fetch_one(db)
    .await?;
    Ok(Sums {
        pending: Money::from_minor(row.pending),
        open: Money::from_minor(row.open),
        paid: Money::from_minor(row.paid),
    })
}

/// What can be paid to an affiliate.
#[derive(Debug)]
pub struct OpenAmount {
    pub affiliate_id: i64,
    pub slug: String,
    pub amount: Money,
}

/// Affiliates with something to be paid and no open payout. A reversal belongs to the time of its credit.
pub async fn list_open(
    db: impl PgExecutor<'_>,
    until: DateTime<Utc>,
    at_least: Money,
) -> sqlx::Result<Vec<OpenAmount>> {
    sqlx::query_as!(
        OpenAmount,
        r#"
        select affiliate.id as affiliate_id, affiliate.slug, sum(entry.minor)::bigint as "amount!: Money"
        from (select affiliate_id, amount_minor as minor from affiliate_credits
              where payout_id is null and created_at <= $1
              union all
              select reversal.affiliate_id, -reversal.amount_minor
              from affiliate_reversals reversal join affiliate_credits credit on credit.id = reversal.credit_id
              where reversal.payout_id is null and credit.created_at <= $1) entry
        join affiliates affiliate on affiliate.id = entry.affiliate_id
        where not exists (select from affiliate_payouts payout
                          where payout.affiliate_id = affiliate.id and payout.state = 'open')
        group by affiliate.id, affiliate.slug having sum(entry.minor) >= $2::bigint
        order by sum(entry.minor) desc, affiliate.id limit 500
        "#,
        until,
        at_least.as_minor()
    )
    .fetch_all(db)
    .await
}

/// Creates a payout of everything that can be paid to an affiliate, in a transaction of the caller. Returns `None`, and
/// the caller rolls back, if that is less than `at_least` or a payout is open.
pub async fn create_payout(
    db: &mut PgConnection,
    affiliate: i64,
    until: DateTime<Utc>,
    at_least: Money,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<(i64, Money)>> {
    // The rows are locked first: a reversal that is being recorded updates its credit and waits, or is seen.
    sqlx::query!(
        "select id from affiliate_credits where affiliate_id = $1 and payout_id is null and created_at <= $2
         order by id for update",
        affiliate,
        until
    )
    .fetch_all(&mut *db)
    .await?;
    let payout = sqlx::query_scalar!(
        "insert into affiliate_payouts (affiliate_id, amount_minor, created_at, created_by, changed_at, currency)
         values ($1, 1, $2, $3, $2, $4) on conflict do nothing returning id",
        affiliate,
        now,
        actor,
        kernel::Currency::shop().code
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(payout) = payout else { return Ok(None) };
    let minor = sqlx::query_scalar!(
        r#"
        with paid_credits as (
            update affiliate_credits set payout_id = $1
            where affiliate_id = $2 and payout_id is null and created_at <= $3 returning amount_minor),
        paid_reversals as (
            update affiliate_reversals reversal set payout_id = $1 from affiliate_credits credit
            where credit.id = reversal.credit_id and reversal.affiliate_id = $2 and reversal.payout_id is null
                and credit.created_at <= $3 returning reversal.amount_minor)
        select (coalesce((select sum(amount_minor) from paid_credits), 0)
                - coalesce((select sum(amount_minor) from paid_reversals), 0))::bigint as "minor!"
        "#,
        payout,
        affiliate,
        until
    )
    .fetch_one(&mut *db)
    .await?;
    if minor < at_least.as_minor() {
        return Ok(None);
    }
    sqlx::query!("update affiliate_payouts set amount_minor = $2 where id = $1", payout, minor)
        .execute(db)
        .await?;
    Ok(Some((payout, Money::from_minor(minor))))
}

/// Returns false if the payout is not open.
pub async fn mark_paid(
    db: impl PgExecutor<'_>,
    payout: i64,
    reference: &str,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update affiliate_payouts set state = 'paid', reference = $2, changed_by = $3, changed_at = $4
         where id = $1 and state = 'open'",
        payout,
        reference,
        actor,
        now
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Cancels an open payout: what it contains can be paid by another. Returns false if the payout is not open.
pub async fn cancel_payout(
    db: &mut PgConnection,
    payout: i64,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update affiliate_payouts set state = 'cancelled', changed_by = $2, changed_at = $3
         where id = $1 and state = 'open'",
        payout,
        actor,
        now
    )
    .execute(&mut *db)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!("update affiliate_credits set payout_id = null where payout_id = $1", payout)
        .execute(&mut *db)
        .await?;
    sqlx::query!("update affiliate_reversals set payout_id = null where payout_id = $1", payout)
        .execute(db)
        .await?;
    Ok(true)
}

#[derive(Debug)]
pub struct Payout {
    pub id: i64,
    pub affiliate_id: i64,
    pub slug: String,
    pub amount: Money,
    pub state: String,
    pub reference: String,
    pub created_at: DateTime<Utc>,
}

/// Payouts, newest first; of one affiliate, or of all.
pub async fn list_payouts(
    db: impl PgExecutor<'_>,
    affiliate: Option<i64>,
    before: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<Payout>> {
    sqlx::query_as!(
        Payout,
        r#"select payout.id, payout.affiliate_id, affiliate.slug, payout.amount_minor as "amount: Money",
                  payout.state, payout.reference, payout.created_at
           from affiliate_payouts payout join affiliates affiliate on affiliate.id = payout.affiliate_id
           where ($1::bigint is null or payout.affiliate_id = $1) and ($2::bigint is null or payout.id < $2)
           order by payout.id desc limit $3"#,
        affiliate,
        before,
        limit
    )
    .fetch_all(db)
    .await
}

/// A payout with what the shop owner's accounting needs.
#[derive(Debug)]
pub struct ExportRow {
    pub id: i64,
    pub affiliate_id: i64,
    pub slug: String,
    pub email: Option<String>,
    pub tax_note: String,
    pub amount: Money,
    pub currency: String,
    pub state: String,
    pub reference: String,
    pub credits: i64,
    pub created_at: DateTime<Utc>,
    pub changed_at: DateTime<Utc>,
}

/// Joins `customers`, which is that of `accounts`, for the address.
pub async fn export(db: impl PgExecutor<'_>, after: i64, limit: i64) -> sqlx::Result<Vec<ExportRow>> {
    sqlx::query_as!(
        ExportRow,
        r#"select payout.id, payout.affiliate_id, affiliate.slug, customer.email as "email?", affiliate.tax_note,
                  payout.amount_minor as "amount: Money", payout.currency, payout.state, payout.reference,
                  (select count(*) from affiliate_credits credit where credit.payout_id = payout.id) as "credits!",
                  payout.created_at, payout.changed_at
           from affiliate_payouts payout join affiliates affiliate on affiliate.id = payout.affiliate_id
           left join customers customer on customer.id = affiliate.customer_id
           where payout.id > $1 order by payout.id limit $2"#,
        after,
        limit
    )
    .fetch_all(db)
    .await
}
