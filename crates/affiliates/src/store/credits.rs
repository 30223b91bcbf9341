//! Credits and reversals, and the orders that they follow from.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{Money, OrderId};
use sqlx::{PgConnection, PgExecutor};

use crate::rules::{BuyerFacts, OwnerFacts, PostalAddress};

/// A row of the ledger of `orders`: a payment, or money that went back.
#[derive(Debug)]
pub struct Journal {
    pub id: i64,
    pub is_payment: bool,
    pub amount: Money,
}

/// The ledger of an order in the order of its entries. Reads tables of `orders`.
pub async fn journals(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<Journal>> {
    sqlx::query_as!(
        Journal,
        r#"
        select journal.id, journal.kind = 'payment' as "is_payment!", abs(entry.minor) as "amount!: Money"
        from journals journal join journal_entries entry on entry.journal_id = journal.id and entry.account = 'provider'
        where journal.order_id = $1 and journal.kind in ('payment', 'refund', 'return')
        order by journal.id
        "#,
        order.0
    )
    .fetch_all(db)
    .await
}

/// What was ordered, for the commission.
#[derive(Debug)]
pub struct OrderFacts {
    pub subtotal: Money,
    pub discount: Money,
}

/// Reads a table of `orders`.
pub async fn load_order(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<OrderFacts> {
    sqlx::query_as!(
        OrderFacts,
        r#"select subtotal_minor as "subtotal: Money", discount_minor as "discount: Money" from orders where id = $1"#,
        order.0
    )
    .fetch_one(db)
    .await
}

#[derive(Debug)]
pub struct Line {
    pub product_id: i64,
    pub total: Money,
}

/// Reads a table of `orders`.
pub async fn lines(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<Line>> {
    sqlx::query_as!(
        Line,
        r#"select product_id, total_minor as "total: Money" from order_lines where order_id = $1"#,
        order.0
    )
    .fetch_all(db)
    .await
}

/// Who bought, and with what. Reads tables of `orders` and `payments`.
pub async fn load_buyer(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<BuyerFacts> {
    let row = sqlx::query!(
        r#"
        select bought.customer_id, bought.email, bought.country, bought.city, bought.address_1, bought.home_number,
               attempt.kind as "kind?", attempt.brand as "brand?", attempt.last4 as "last4?"
        from orders bought
        left join lateral (select kind, brand, last4 from payment_attempts paid
                           where paid.order_id = bought.id and paid.last4 <> ''
                           order by paid.created_at desc limit 1) attempt on true
        where bought.id = $1
        "#,
        order.0
    )
    .fetch_one(db)
    .await?;
    Ok(BuyerFacts {
        customer: row.customer_id,
        email: row.email,
        method: match (row.kind, row.brand, row.last4) {
            (Some(kind), Some(brand), Some(last4)) => Some((kind, brand, last4)),
            _ => None,
        },
        address: PostalAddress {
            country: row.country,
            city: row.city,
            address_1: row.address_1,
            home_number: row.home_number,
        },
    })
}

/// What is known about the owner of an affiliate account. Reads tables of `accounts` and `payments`.
pub async fn load_owner(db: &mut PgConnection, affiliate: i64) -> sqlx::Result<OwnerFacts> {
    let owner = sqlx::query!(
        r#"select affiliate.customer_id, affiliate.state, customer.email as "email?"
           from affiliates affiliate left join customers customer on customer.id = affiliate.customer_id
           where affiliate.id = $1"#,
        affiliate
    )
    .fetch_one(&mut *db)
    .await?;
    let methods = sqlx::query!(
        "select kind, brand, last4 from saved_methods where customer_id = $1",
        owner.customer_id
    )
    .fetch_all(&mut *db)
    .await?;
    let addresses = sqlx::query_as!(
        PostalAddress,
        "select country, city, address_1, home_number from addresses where customer_id = $1",
        owner.customer_id
    )
    .fetch_all(db)
    .await?;
    Ok(OwnerFacts {
        customer: owner.customer_id,
        email: owner.email.unwrap_or_default(),
        methods: methods.into_iter().map(|row| (row.kind, row.brand, row.last4)).collect(),
        addresses,
        is_active: owner.state == "active",
    })
}

#[derive(Debug, Clone)]
pub struct Credit {
    pub id: i64,
    pub journal_id: i64,
    pub amount: Money,
    pub reversed: Money,
}

pub async fn credits(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<Credit>> {
    sqlx::query_as!(
        Credit,
        r#"select id, journal_id, amount_minor as "amount: Money", reversed_minor as "reversed: Money"
           from affiliate_credits where order_id = $1 order by journal_id"#,
        order.0
    )
    .fetch_all(db)
    .await
}

/// The rows of the ledger that are reversed already.
pub async fn reversals(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select reversal.journal_id from affiliate_reversals reversal
         join affiliate_credits credit on credit.id = reversal.credit_id where credit.order_id = $1",
        order.0
    )
    .fetch_all(db)
    .await
}

/// Returns `None` if the payment is credited already, or another payment of the order still is.
pub async fn insert_credit(
    db: impl PgExecutor<'_>,
    order: OrderId,
    affiliate: i64,
    journal: i64,
    amount: Money,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into affiliate_credits (order_id, affiliate_id, journal_id, amount_minor, created_at)
         values ($1, $2, $3, $4, $5) on conflict do nothing returning id",
        order.0,
        affiliate,
        journal,
        amount.as_minor(),
        now
    )
    .fetch_optional(db)
    .await
}

/// Records a reversal and adds it to its credit. Both happen, or neither.
pub async fn insert_reversal(
    db: impl PgExecutor<'_>,
    credit: i64,
    affiliate: i64,
    journal: i64,
    amount: Money,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with reversal as (
             insert into affiliate_reversals (credit_id, affiliate_id, journal_id, amount_minor, created_at)
             values ($1, $2, $3, $4, $5) on conflict do nothing returning credit_id, amount_minor)
         update affiliate_credits credit set reversed_minor = credit.reversed_minor + reversal.amount_minor
         from reversal where credit.id = reversal.credit_id",
        credit,
        affiliate,
        journal,
        amount.as_minor(),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Orders whose ledger has a row that no job has settled, for instance because the job failed too often. Joins tables of
/// `orders`.
pub async fn list_unsettled(
    db: impl PgExecutor<'_>,
    before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<OrderId>> {
    let rows = sqlx::query_scalar!(
        "select referral.order_id from affiliate_referrals referral
         where referral.refusal is null and exists (
             select from journals journal where journal.order_id = referral.order_id and journal.at < $1
                 and not exists (select from affiliate_credits credit where credit.journal_id = journal.id)
                 and not exists (select from affiliate_reversals reversal where reversal.journal_id = journal.id)
                 and (journal.kind = 'payment'
                      or exists (select from affiliate_credits credit where credit.order_id = referral.order_id)))
         order by referral.order_id limit $2",
        before,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(OrderId).collect())
}

/// A credit in a list.
#[derive(Debug)]
pub struct CreditRow {
    pub id: i64,
    pub number: i64,
    pub amount: Money,
    pub reversed: Money,
    pub payout_state: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// Joins `orders` for the number.
pub async fn list_credits(
    db: impl PgExecutor<'_>,
    affiliate: i64,
    before: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<CreditRow>> {
    sqlx::query_as!(
        CreditRow,
        r#"select credit.id, bought.number, credit.amount_minor as "amount: Money",
                  credit.reversed_minor as "reversed: Money", payout.state as "payout_state?", credit.created_at
           from affiliate_credits credit join orders bought on bought.id = credit.order_id
           left join affiliate_payouts payout on payout.id = credit.payout_id
           where credit.affiliate_id = $1 and ($2::bigint is null or credit.id < $2)
           order by credit.id desc limit $3"#,
        affiliate,
        before,
        limit
    )
    .fetch_all(db)
    .await
}

pub async fn count_credits(db: impl PgExecutor<'_>, affiliate: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from affiliate_credits
           where affiliate_id = $1 and reversed_minor < amount_minor"#,
        affiliate
    )
    .fetch_one(db)
    .await
}

/// What an affiliate earned, without what was taken back later, by the first day of the month.
pub async fn earned_by_month(
    db: impl PgExecutor<'_>,
    affiliate: i64,
    since: DateTime<Utc>,
) -> sqlx::Result<BTreeMap<NaiveDate, i64>> {
    let rows = sqlx::query!(
        r#"select date_trunc('month', created_at at time zone 'UTC')::date as "month!",
                  sum(amount_minor - reversed_minor)::bigint as "minor!"
           from affiliate_credits where affiliate_id = $1 and created_at >= $2 group by 1"#,
        affiliate,
        since
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.month, row.minor)).collect())
}
