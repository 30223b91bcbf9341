//! The demo shop's sales in every phase, discount rules, coupons, shipping and tax rates. Times are relative to the
//! time of seeding, so that the demo always shows every phase.

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::Quantity;
use serde::Deserialize;
use sqlx::PgConnection;

use super::demo::parse_minor;

#[derive(Deserialize)]
pub struct PricesFile {
    sales: Vec<SaleSeed>,
    rules: Vec<RuleSeed>,
    coupons: Vec<CouponSeed>,
    zones: Vec<ZoneSeed>,
    #[serde(default)]
    cities: Vec<CitySeed>,
    #[serde(default)]
    holidays: Vec<HolidaySeed>,
    taxes: Vec<TaxSeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CitySeed {
    country: String,
    name: String,
    #[serde(default)]
    extra_days: i16,
    is_served: Option<bool>,
}

#[derive(Deserialize)]
struct HolidaySeed {
    day: chrono::NaiveDate,
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CouponSeed {
    code: String,
    kind: String,
    value: String,
    to: Option<String>,
    min_spend: Option<String>,
    max_uses: Option<i32>,
    #[serde(default)]
    categories: Vec<String>,
}

#[derive(Deserialize)]
struct ZoneSeed {
    name: String,
    countries: Vec<String>,
    methods: Vec<MethodSeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MethodSeed {
    kind: String,
    title: String,
    cost: Option<String>,
    per_kilo: Option<String>,
    from: Option<String>,
    /// Working days to the earliest and the latest arrival.
    days: Option<(i16, i16)>,
}

#[derive(Deserialize)]
struct TaxSeed {
    country: String,
    name: String,
    rate: String,
}

#[derive(Deserialize)]
struct SaleSeed {
    sku: String,
    sale: String,
    from: Option<String>,
    to: Option<String>,
    pause: Option<String>,
    countdown: CountdownSeed,
}

#[derive(Deserialize)]
struct CountdownSeed {
    #[serde(default)]
    message: String,
    #[serde(default)]
    upcoming_message: String,
    offered: Option<u32>,
}

#[derive(Deserialize)]
struct RuleSeed {
    name: String,
    sku: Option<String>,
    category: Option<String>,
    value: Option<(String, String)>,
    kind: String,
    /// Minimum quantity and discount: percent or money.
    tiers: Vec<(String, String)>,
    from: Option<String>,
    to: Option<String>,
    #[serde(default = "default_priority")]
    priority: i32,
    #[serde(default = "yes")]
    stacks: bool,
}

fn default_priority() -> i32 {
    10
}

fn yes() -> bool {
    true
}

/// Parses a time span such as `+3d14h36m`, `-5m` or `30m`.
fn span(text: &str) -> anyhow::Result<TimeDelta> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut total = TimeDelta::zero();
    let mut number = String::new();
    for character in rest.chars() {
        if character.is_ascii_digit() {
            number.push(character);
            continue;
        }
        let count: i64 = number.parse().with_context(|| format!("invalid time span {text}"))?;
        number.clear();
        total += match character {
            'd' => TimeDelta::days(count),
            'h' => TimeDelta::hours(count),
            'm' => TimeDelta::minutes(count),
            _ => anyhow::bail!("invalid time span {text}"),
        };
    }
    anyhow::ensure!(number.is_empty(), "invalid time span {text}");
    Ok(total * sign)
}

pub async fn put(db: &mut PgConnection, file: &PricesFile, now: DateTime<Utc>) -> anyhow::Result<()> {
    let time = |text: &Option<String>| -> anyhow::Result<Option<DateTime<Utc>>> {
        Ok(text.as_deref().map(span).transpose()?.map(|span| now + span))
    };
    for sale in &file.sales {
        let pause = sale.pause.as_deref().map(span).transpose()?.map(|pause| pause.num_seconds());
        let id: i64 = sqlx::query_scalar(
            "with product as (
                 update products set sale_minor = $2, sale_from = $3, sale_to = $4, sale_pause = $5
                 where sku = $1 returning id
             ), variation as (
                 update variations set sale_minor = $2, sale_from = $3, sale_to = $4, sale_pause = $5
                 where sku = $1 returning id
             )
             select id from product union all select id from variation",
        )
        .bind(&sale.sku)
        .bind(parse_minor(&sale.sale)?)
        .bind(time(&sale.from)?)
        .bind(time(&sale.to)?)
        .bind(pause.map(i32::try_from).transpose()?)
        .fetch_one(&mut *db)
        .await
        .with_context(|| format!("sale of {}", sale.sku))?;
        sqlx::query(
            "insert into countdowns (item_id, message, upcoming_message, offered) values ($1, $2, $3, $4)",
        )
        .bind(id)
        .bind(&sale.countdown.message)
        .bind(&sale.countdown.upcoming_message)
        .bind(sale.countdown.offered.map(|pieces| Quantity::from_whole(pieces).as_units()))
        .execute(&mut *db)
        .await?;
    }
    for rule in &file.rules {
        put_rule(db, rule, time(&rule.from)?, time(&rule.to)?)
            .await
            .with_context(|| format!("rule {}", rule.name))?;
    }
    for coupon in &file.coupons {
        put_coupon(db, coupon, time(&coupon.to)?).await.with_context(|| format!("coupon {}", coupon.code))?;
    }
    put_rates(db, file).await
}

fn minor_or_zero(text: Option<&String>) -> anyhow::Result<i64> {
    Ok(text.map(|text| parse_minor(text)).transpose()?.unwrap_or(0))
}

async fn put_coupon(
    db: &mut PgConnection,
    coupon: &CouponSeed,
    to: Option<DateTime<Utc>>,
) -> anyhow::Result<()> {
    sqlx::query(
        "insert into coupons (code, kind, value, ends_at, min_spend_minor, max_uses, category_ids)
         values ($1, $2, $3, $4, $5, $6, array(select id from categories where slug = any($7)))",
    )
    .bind(coupon.code.to_lowercase())
    .bind(&coupon.kind)
    .bind(parse_minor(&coupon.value)?)
    .bind(to)
    .bind(minor_or_zero(coupon.min_spend.as_ref())?)
    .bind(coupon.max_uses)
    .bind(&coupon.categories)
    .execute(db)
    .await?;
    Ok(())
}

async fn put_rates(db: &mut PgConnection, file: &PricesFile) -> anyhow::Result<()> {
    for (position, zone) in (0i32..).zip(&file.zones) {
        let id: i64 = sqlx::query_scalar(
            "insert into shipping_zones (name, countries, position) values ($1, $2, $3) returning id",
        )
        .bind(&zone.name)
        .bind(&zone.countries)
        .bind(position)
        .fetch_one(&mut *db)
        .await?;
        for (position, method) in (0i32..).zip(&zone.methods) {
            sqlx::query(
                "insert into shipping_methods (zone_id, kind, title, cost_minor, per_kilo_minor, from_minor, position,
                                               days_min, days_max)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            )
            .bind(id)
            .bind(&method.kind)
            .bind(&method.title)
            .bind(minor_or_zero(method.cost.as_ref())?)
            .bind(minor_or_zero(method.per_kilo.as_ref())?)
            .bind(minor_or_zero(method.from.as_ref())?)
            .bind(position)
            .bind(method.days.map(|(least, _)| least))
            .bind(method.days.map(|(_, most)| most))
            .execute(&mut *db)
            .await?;
        }
    }
    for city in &file.cities {
        sqlx::query(
            "insert into shipping_cities (country, name, folded, extra_days, is_served) values ($1, $2, $3, $4, $5)
             on conflict do nothing",
        )
        .bind(&city.country)
        .bind(&city.name)
        .bind(search::fold(&city.name))
        .bind(city.extra_days)
        .bind(city.is_served.unwrap_or(true))
        .execute(&mut *db)
        .await?;
    }
    for holiday in &file.holidays {
        sqlx::query("insert into shipping_holidays (day, name) values ($1, $2) on conflict do nothing")
            .bind(holiday.day)
            .bind(&holiday.name)
            .execute(&mut *db)
            .await?;
    }
    for tax in &file.taxes {
        sqlx::query("insert into tax_rates (country, name, rate) values ($1, $2, $3)")
            .bind(&tax.country)
            .bind(&tax.name)
            .bind(i32::try_from(parse_minor(&tax.rate)?)?)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

async fn put_rule(
    db: &mut PgConnection,
    rule: &RuleSeed,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
) -> anyhow::Result<()> {
    let (target, named): (&str, Option<i64>) = match (&rule.sku, &rule.category, &rule.value) {
        (Some(sku), _, _) => {
            let found = sqlx::query_scalar(
                "select id from products where sku = $1 union all select id from variations where sku = $1",
            );
            ("item", Some(found.bind(sku).fetch_one(&mut *db).await?))
        }
        (None, Some(slug), _) => {
            let found = sqlx::query_scalar("select id from categories where slug = $1");
            ("category", Some(found.bind(slug).fetch_one(&mut *db).await?))
        }
        (None, None, Some((attribute, value))) => {
            let found = sqlx::query_scalar(
                "select one.id::bigint from attribute_values one join attributes attribute on attribute.id = one.attribute_id
                 where attribute.name = $1 and one.value = $2",
            );
            ("value", Some(found.bind(attribute).bind(value).fetch_one(&mut *db).await?))
        }
        (None, None, None) => ("shop", None),
    };
    let id: i64 = sqlx::query_scalar(
        "insert into discount_rules (name, target, target_id, kind, starts_at, ends_at, priority, stacks)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id",
    )
    .bind(&rule.name)
    .bind(target)
    .bind(named)
    .bind(&rule.kind)
    .bind(from)
    .bind(to)
    .bind(rule.priority)
    .bind(rule.stacks)
    .fetch_one(&mut *db)
    .await?;
    for (quantity, value) in &rule.tiers {
        let quantity = Quantity::parse(quantity).context("a quantity")?;
        sqlx::query("insert into discount_tiers (rule_id, min_quantity, value) values ($1, $2, $3)")
            .bind(id)
            .bind(quantity.as_units())
            // Two decimals: hundredths of a percent, or cents.
            .bind(parse_minor(value)?)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_span_has_an_optional_sign_and_units() {
        assert_eq!(span("+3d14h36m").expect("span"), TimeDelta::days(3) + TimeDelta::minutes(14 * 60 + 36));
        assert_eq!(span("-5m").expect("span"), TimeDelta::minutes(-5));
        for nonsense in ["5", "x", "3y", "+h"] {
            assert!(span(nonsense).is_err(), "{nonsense}");
        }
    }
}
