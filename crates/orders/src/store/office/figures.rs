//! Figures of the home page. What is past is added up once and stored; the last minutes come from the ledger.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Money, Quantity};
use sqlx::{PgConnection, PgExecutor};

/// Journals of a quarter are in the table so long after its end: no transaction takes longer.
const SETTLED_AFTER: TimeDelta = TimeDelta::minutes(10);
const QUARTER_SECONDS: i64 = 15 * 60;

fn quarter(time: DateTime<Utc>) -> DateTime<Utc> {
    let seconds = time.timestamp().div_euclid(QUARTER_SECONDS) * QUARTER_SECONDS;
    DateTime::from_timestamp(seconds, 0).unwrap_or(time)
}

/// Adds up the quarters since `from` that are settled and not stored yet. Two that do it at once store the same.
pub async fn fill_quarters(
    db: &mut PgConnection,
    from: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let until = quarter(now - SETTLED_AFTER);
    let stored = sqlx::query_scalar!("select max(start) from sales_quarters").fetch_one(&mut *db).await?;
    let first = stored.map_or_else(|| quarter(from), |last| last + TimeDelta::seconds(QUARTER_SECONDS));
    if first >= until {
        return Ok(());
    }
    let mut first = first;
    while first < until {
        // Piece by piece: a long gap must not take one statement longer than it may.
        let end = until.min(first + TimeDelta::hours(6));
        sqlx::query!(
            "insert into sold_products (start, product_id, units, minor)
             select date_bin('15 minutes', journal.at, timestamptz 'epoch'), line.product_id, sum(line.quantity)::bigint,
                    sum(line.total_minor)::bigint
             from journals journal join order_lines line on line.order_id = journal.order_id
             where journal.kind = 'payment' and journal.at >= $1 and journal.at < $2
             group by 1, 2
             on conflict do nothing",
            first,
            end
        )
        .execute(&mut *db)
        .await?;
        sqlx::query!(
            "insert into sales_quarters (start, net_minor, payments)
             select quarter.start, coalesce(booked.net, 0), coalesce(booked.payments, 0)
             from generate_series($1::timestamptz, $2::timestamptz - interval '15 minutes', '15 minutes') as quarter (start)
             left join (
                 select date_bin('15 minutes', journal.at, timestamptz 'epoch') as start,
                        (-sum(entry.minor) filter (where entry.account in ('sales', 'shipping', 'taxes', 'refunds')))::bigint as net,
                        count(distinct journal.id) filter (where journal.kind = 'payment') as payments
                 from journals journal join journal_entries entry on entry.journal_id = journal.id
                 where journal.at >= $1 and journal.at < $2 group by 1) booked on booked.start = quarter.start
             on conflict do nothing",
            first,
            end
        )
        .execute(&mut *db)
        .await?;
        first = end;
    }
    Ok(())
}

/// What was booked in a span.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Booked {
    pub net: Money,
    /// Orders that were paid.
    pub payments: i64,
}

/// Booked amounts of quarters and of moments, sorted by time: enough to add up every span that begins and ends with a
/// quarter, or with the last moment.
#[derive(Debug, Default)]
pub struct Figures(BTreeMap<DateTime<Utc>, Booked>);

impl Figures {
    pub fn sum(&self, from: DateTime<Utc>, until: DateTime<Utc>) -> Booked {
        self.0.range(from..until).fold(Booked::default(), |sum, (_, one)| Booked {
            net: Money::from_minor(sum.net.as_minor() + one.net.as_minor()),
            payments: sum.payments + one.payments,
        })
    }
}

/// The stored quarters of a span, and the ledger after the last of them. `cut` is a moment within a quarter that a span ends
/// at: that quarter is read from the ledger too.
pub async fn figures(
    db: &mut PgConnection,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    cut: DateTime<Utc>,
) -> sqlx::Result<Figures> {
    let rows = sqlx::query!(
        r#"select start as "start!", net_minor as "net!", payments as "payments!" from sales_quarters
           where start >= $1 and start < $2"#,
        from,
        until
    )
    .fetch_all(&mut *db)
    .await?;
    let mut all: BTreeMap<_, _> = rows
        .into_iter()
        .map(|row| (row.start, Booked { net: Money::from_minor(row.net), payments: row.payments }))
        .collect();
    let live_from = all.keys().next_back().map_or(from, |last| *last + TimeDelta::seconds(QUARTER_SECONDS));
    let cut_from = quarter(cut);
    let cut_until = cut_from + TimeDelta::seconds(QUARTER_SECONDS);
    if all.remove(&cut_from).is_some() {
        add_moments(&mut all, db, cut_from, cut_until).await?;
    }
    add_moments(&mut all, db, live_from, until).await?;
    Ok(Figures(all))
}

async fn add_moments(
    all: &mut BTreeMap<DateTime<Utc>, Booked>,
    db: &mut PgConnection,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<()> {
    let rows = sqlx::query!(
        r#"select journal.at,
                  coalesce(-sum(entry.minor) filter (where entry.account in ('sales', 'shipping', 'taxes', 'refunds')), 0)::bigint
                      as "net!",
                  count(distinct journal.id) filter (where journal.kind = 'payment') as "payments!"
           from journals journal join journal_entries entry on entry.journal_id = journal.id
           where journal.at >= $1 and journal.at < $2 group by journal.at"#,
        from,
        until
    )
    .fetch_all(db)
    .await?;
    for row in rows {
        all.insert(row.at, Booked { net: Money::from_minor(row.net), payments: row.payments });
    }
    Ok(())
}

#[derive(Debug)]
pub struct BestSeller {
    pub name: String,
    pub pieces: Quantity,
    pub sum: Money,
}

/// What sold best since a moment, of the quarters that are stored. Reads `products`, a table of `catalog`.
pub async fn best_sellers(db: impl PgExecutor<'_>, since: DateTime<Utc>) -> sqlx::Result<Vec<BestSeller>> {
    sqlx::query_as!(
        BestSeller,
        r#"select product.name, best.units as "pieces!: Quantity", best.minor as "sum!: Money"
           from (select product_id, sum(units)::bigint as units, sum(minor)::bigint as minor from sold_products
                 where start >= $1 group by product_id order by 3 desc limit 5) best
           join products product on product.id = best.product_id order by best.minor desc"#,
        since
    )
    .fetch_all(db)
    .await
}

/// Orders that wait for something: how many, up to the number that is looked at, and the oldest.
#[derive(Debug)]
pub struct Waiting {
    pub count: i64,
    pub number: i64,
    pub since: DateTime<Utc>,
}

/// Orders to be prepared.
pub async fn to_prepare(db: impl PgExecutor<'_>) -> sqlx::Result<Option<Waiting>> {
    sqlx::query_as!(
        Waiting,
        r#"select (select count(*) from (select from orders where state = 'processing' limit 1001) looked) as "count!",
                  number, coalesce(paid_at, created_at) as "since!"
           from orders where state = 'processing' order by id limit 1"#
    )
    .fetch_optional(db)
    .await
}

/// Orders with a payment whose outcome was not known at `before`. Reads `payment_attempts`, a table of `payments`.
pub async fn unknown_payments(
    db: impl PgExecutor<'_>,
    before: DateTime<Utc>,
) -> sqlx::Result<Option<Waiting>> {
    sqlx::query_as!(
        Waiting,
        r#"select count(*) over () as "count!", own.number, attempt.created_at as since
           from (select order_id, created_at from payment_attempts where state = 'unknown' and created_at <= $1
                 order by created_at limit 1001) attempt
           join orders own on own.id = attempt.order_id order by attempt.created_at limit 1"#,
        before
    )
    .fetch_optional(db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    #[test]
    fn a_quarter_begins_at_its_first_second() {
        assert_eq!(quarter(time("2026-11-15T10:29:59Z")), time("2026-11-15T10:15:00Z"));
        assert_eq!(quarter(time("2026-11-15T10:30:00Z")), time("2026-11-15T10:30:00Z"));
    }

    #[test]
    fn spans_end_before_their_last_moment() {
        let one = Booked { net: Money::from_minor(100), payments: 1 };
        let at = ["2026-11-15T10:00:00Z", "2026-11-15T10:15:00Z", "2026-11-15T10:20:00Z"].map(time);
        let figures = Figures(at.into_iter().map(|at| (at, one)).collect());
        assert_eq!(figures.sum(at[0], at[2]).net, Money::from_minor(200));
        assert_eq!(figures.sum(at[0], time("2026-11-15T11:00:00Z")).payments, 3);
    }
}
