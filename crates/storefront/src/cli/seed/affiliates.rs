//! The demo shop's affiliates: links, visits by day, credited and refunded orders, a payout.

use affiliates::rules::{Rate, commission, reversal};
use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::Money;
use serde::Deserialize;
use sqlx::PgConnection;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AffiliatesSeed {
    affiliates: Vec<AffiliateSeed>,
    product_rates: Vec<RateSeed>,
}

#[derive(Deserialize)]
struct AffiliateSeed {
    email: String,
    slug: String,
    state: String,
    /// The last days, oldest first.
    visits: Vec<i32>,
    orders: Vec<OrderSeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OrderSeed {
    days_ago: i64,
    sku: String,
    goods: String,
    refunded: Option<String>,
    /// Contained in the paid payout.
    #[serde(default)]
    payout: bool,
}

#[derive(Deserialize)]
struct RateSeed {
    sku: String,
    rate: String,
}

/// Ids of the demo's affiliates begin here.
const FIRST_ID: i64 = 417_305;

pub async fn put(db: &mut PgConnection, seed: &AffiliatesSeed, now: DateTime<Utc>) -> anyhow::Result<()> {
    for rate in &seed.product_rates {
        let points = Rate::parse(&rate.rate).with_context(|| format!("rate of {}", rate.sku))?;
        sqlx::query(
            "insert into affiliate_product_rates (product_id, rate_bp) select id, $2 from products where sku = $1",
        )
        .bind(&rate.sku)
        .bind(points.as_basis_points())
        .execute(&mut *db)
        .await?;
    }
    for (id, affiliate) in (FIRST_ID..).zip(&seed.affiliates) {
        put_affiliate(db, id, affiliate, now)
            .await
            .with_context(|| format!("affiliate {}", affiliate.slug))?;
    }
    Ok(())
}

async fn put_affiliate(
    db: &mut PgConnection,
    id: i64,
    seed: &AffiliateSeed,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    sqlx::query(
        "insert into affiliates (id, customer_id, slug, state, created_at)
         select $1, id, $3, $4, $5 from customers where email_key = $2",
    )
    .bind(id)
    .bind(&seed.email)
    .bind(&seed.slug)
    .bind(&seed.state)
    .bind(now - TimeDelta::days(200))
    .execute(&mut *db)
    .await?;
    for (back, visits) in (0i64..).zip(seed.visits.iter().rev()) {
        sqlx::query("insert into affiliate_days (affiliate_id, day, visits) values ($1, $2, $3)")
            .bind(id)
            .bind((now - TimeDelta::days(back)).date_naive())
            .bind(visits)
            .execute(&mut *db)
            .await?;
    }
    let mut paid = 0;
    for (number, order) in seed.orders.iter().enumerate() {
        let earned = put_order(db, id, number, order, now).await?;
        if order.payout {
            paid += earned;
        }
    }
    if paid == 0 {
        return Ok(());
    }
    let payout: i64 = sqlx::query_scalar(
        "insert into affiliate_payouts (affiliate_id, amount_minor, state, reference, created_at, created_by, changed_at)
         values ($1, $2, 'paid', 'TRF-2026-0117', $3, 'seed', $3) returning id",
    )
    .bind(id)
    .bind(paid)
    .bind(now - TimeDelta::days(70))
    .fetch_one(&mut *db)
    .await?;
    for table in ["affiliate_credits", "affiliate_reversals"] {
        let paid_in =
            format!("update {table} set payout_id = $1 where affiliate_id = $2 and created_at < $3");
        sqlx::query(sqlx::AssertSqlSafe(paid_in))
            .bind(payout)
            .bind(id)
            .bind(now - TimeDelta::days(70))
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// A completed order of a guest, with its ledger and its credit. Returns what is left of the credit. Orders outlive a
/// repeated seed, so one that exists is used again. The ledger comes before the referral, which would enqueue a job.
async fn put_order(
    db: &mut PgConnection,
    affiliate: i64,
    number: usize,
    seed: &OrderSeed,
    now: DateTime<Utc>,
) -> anyhow::Result<i64> {
    let at = now - TimeDelta::days(seed.days_ago);
    let goods = Money::parse_decimal(&seed.goods).context("goods")?;
    let order: i64 = sqlx::query_scalar(
        "insert into orders (number, key, state, placed_by, form_key, address, email, first_name, last_name, phone,
                             country, city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor,
                             total_minor, created_at, changed_at, paid_at)
         values ($1, md5($2), 'completed', sha256(convert_to($2, 'UTF8')), $2, '', $3, 'هند', 'العتيبي', '', 'US', 'Austin',
                 '', $4, 0, 0, 0, $4, $5, $5, $5)
         on conflict (number) do update set placed_by = excluded.placed_by returning id",
    )
    .bind(4_100_000_000 + affiliate * 100 + i64::try_from(number)?)
    .bind(format!("demo referral {affiliate} {number}"))
    .bind(format!("referred{number}@example.com"))
    .bind(goods.as_minor())
    .bind(at)
    .fetch_one(&mut *db)
    .await?;
    let rate: i32 = sqlx::query_scalar(
        "with line as (
             insert into order_lines (order_id, position, key, product_id, name, slug, quantity, unit_minor, total_minor)
             select $1, 0, 'demo', id, name, slug, 100000, $3, $3 from products where sku = $2
             on conflict do nothing)
         select coalesce(rate.rate_bp, 1000) from products product
         left join affiliate_product_rates rate on rate.product_id = product.id where product.sku = $2",
    )
    .bind(order)
    .bind(&seed.sku)
    .bind(goods.as_minor())
    .fetch_one(&mut *db)
    .await
    .with_context(|| format!("product {}", seed.sku))?;
    let payment = put_journal(db, order, "payment", goods, at).await?;
    let refund = match &seed.refunded {
        Some(amount) => {
            let amount = Money::parse_decimal(amount).context("refunded")?;
            Some((put_journal(db, order, "refund", amount, at + TimeDelta::days(2)).await?, amount))
        }
        None => None,
    };
    let credit = commission(&[(goods, Rate::from_basis_points(rate))], goods, Money::ZERO);
    let id: i64 = sqlx::query_scalar(
        "with referral as (
             insert into affiliate_referrals (order_id, affiliate_id, created_at) values ($1, $2, $5) returning order_id)
         insert into affiliate_credits (order_id, affiliate_id, journal_id, amount_minor, created_at)
         select order_id, $2, $3, $4, $5 from referral returning id",
    )
    .bind(order)
    .bind(affiliate)
    .bind(payment)
    .bind(credit.as_minor())
    .bind(at)
    .fetch_one(&mut *db)
    .await?;
    let Some((journal, amount)) = refund else { return Ok(credit.as_minor()) };
    let reversed = reversal(credit, Money::ZERO, goods, amount);
    sqlx::query(
        "with reversal as (
             insert into affiliate_reversals (credit_id, affiliate_id, journal_id, amount_minor, created_at)
             values ($1, $2, $3, $4, $5) returning credit_id)
         update affiliate_credits credit set reversed_minor = $4 from reversal where credit.id = reversal.credit_id",
    )
    .bind(id)
    .bind(affiliate)
    .bind(journal)
    .bind(reversed.as_minor())
    .bind(at + TimeDelta::days(2))
    .execute(&mut *db)
    .await?;
    Ok(credit.as_minor() - reversed.as_minor())
}

async fn put_journal(
    db: &mut PgConnection,
    order: i64,
    kind: &str,
    amount: Money,
    at: DateTime<Utc>,
) -> sqlx::Result<i64> {
    let subject = format!("demo {order}");
    let (debit, credit) = if kind == "payment" { ("provider", "sales") } else { ("refunds", "provider") };
    let inserted: Option<i64> = sqlx::query_scalar(
        "insert into journals (order_id, kind, subject, at) values ($1, $2, $3, $4) on conflict do nothing returning id",
    )
    .bind(order)
    .bind(kind)
    .bind(&subject)
    .bind(at)
    .fetch_optional(&mut *db)
    .await?;
    let Some(journal) = inserted else {
        return sqlx::query_scalar("select id from journals where kind = $1 and subject = $2")
            .bind(kind)
            .bind(&subject)
            .fetch_one(db)
            .await;
    };
    sqlx::query(
        "insert into journal_entries (journal_id, account, minor) values ($1, $2, $4), ($1, $3, -$4)",
    )
    .bind(journal)
    .bind(debit)
    .bind(credit)
    .bind(amount.as_minor())
    .execute(&mut *db)
    .await?;
    if kind == "refund" {
        sqlx::query("update orders set refunded_minor = $2 where id = $1")
            .bind(order)
            .bind(amount.as_minor())
            .execute(db)
            .await?;
    }
    Ok(journal)
}
