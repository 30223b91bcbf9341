//! Every SQL statement on the tables of attribution, and the reports.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{Money, OrderId};
use sqlx::{PgExecutor, types::Json};

use crate::{rules::Source, settings::AttributionSettings};

pub async fn settings(db: impl PgExecutor<'_>) -> sqlx::Result<AttributionSettings> {
    let value: Option<Json<AttributionSettings>> =
        sqlx::query_scalar("select value from settings where name = 'attribution'")
            .fetch_optional(db)
            .await?;
    Ok(value.map(|Json(settings)| settings).unwrap_or_default())
}

pub async fn insert_visit(db: impl PgExecutor<'_>, source: &Source, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into attribution_visits (started_at, source_type, source, medium, campaign) values ($1, $2, $3, $4, $5)",
        now,
        source.kind.name(),
        source.source,
        source.medium,
        source.campaign
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn insert_order_source(
    db: impl PgExecutor<'_>,
    order: OrderId,
    source: &Source,
    mismatches: &[String],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into order_sources (order_id, source_type, source, medium, campaign, mismatches, checked_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
        order.0,
        source.kind.name(),
        source.source,
        source.medium,
        source.campaign,
        mismatches,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Names of the fields of an order that differ from what the server computed.
pub async fn list_mismatches(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<String>> {
    let found = sqlx::query_scalar!("select mismatches from order_sources where order_id = $1", order.0);
    Ok(found.fetch_optional(db).await?.unwrap_or_default())
}

pub async fn count_differing(db: impl PgExecutor<'_>, from: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from order_sources where mismatches <> '{}' and checked_at >= $1"#,
        from
    )
    .fetch_one(db)
    .await
}

pub async fn delete_visits_before(db: impl PgExecutor<'_>, time: DateTime<Utc>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from attribution_visits where (started_at at time zone 'UTC')::date < ($1::timestamptz at time zone 'UTC')::date",
        time
    );
    Ok(deleted.execute(db).await?.rows_affected())
}

/// Visits and sales of a day.
#[derive(Debug, Clone)]
pub struct ReportedDay {
    pub day: NaiveDate,
    pub visits: i64,
    pub adds: i64,
    pub checkouts: i64,
    pub orders: i64,
    pub paid: i64,
    pub revenue: Money,
}

/// Days with visits or orders, oldest first.
pub async fn report_days(db: impl PgExecutor<'_>, from: NaiveDate) -> sqlx::Result<Vec<ReportedDay>> {
    sqlx::query_as!(
        ReportedDay,
        r#"select day as "day!", visits as "visits!", adds as "adds!", checkouts as "checkouts!", orders as "orders!",
               paid as "paid!", revenue_minor as "revenue!: Money"
           from report_days where day >= $1 order by day"#,
        from
    )
    .fetch_all(db)
    .await
}

/// Visits and sales of a source.
#[derive(Debug, Clone)]
pub struct ReportedSource {
    pub source_type: String,
    pub source: String,
    pub medium: String,
    pub campaign: String,
    pub visits: i64,
    pub orders: i64,
    pub paid: i64,
    pub revenue: Money,
}

/// The sources with the highest revenue first.
pub async fn report_sources(
    db: impl PgExecutor<'_>,
    from: NaiveDate,
    max: i64,
) -> sqlx::Result<Vec<ReportedSource>> {
    sqlx::query_as!(
        ReportedSource,
        r#"select source_type as "source_type!", source as "source!", medium as "medium!", campaign as "campaign!",
               sum(visits)::bigint as "visits!", sum(orders)::bigint as "orders!", sum(paid)::bigint as "paid!",
               sum(revenue_minor)::bigint as "revenue!: Money"
           from report_sources where day >= $1
           group by source_type, source, medium, campaign
           order by sum(revenue_minor) desc, sum(visits) desc, source
           limit $2"#,
        from,
        max
    )
    .fetch_all(db)
    .await
}

/// What an affiliate brought on a day, or in a period.
#[derive(Debug, Clone)]
pub struct ReportedAffiliate {
    pub affiliate_id: i64,
    pub slug: String,
    pub visits: i64,
    pub orders: i64,
    pub sales: Money,
    pub credited: Money,
}

/// The affiliates with the highest credits first. Reads a view on tables of `affiliates`.
pub async fn report_affiliates(
    db: impl PgExecutor<'_>,
    from: NaiveDate,
    max: i64,
) -> sqlx::Result<Vec<ReportedAffiliate>> {
    sqlx::query_as!(
        ReportedAffiliate,
        r#"select affiliate_id as "affiliate_id!", slug as "slug!", sum(visits)::bigint as "visits!",
               sum(orders)::bigint as "orders!", sum(sales_minor)::bigint as "sales!: Money",
               sum(credited_minor)::bigint as "credited!: Money"
           from report_affiliates where day >= $1
           group by affiliate_id, slug
           order by sum(credited_minor) desc, sum(visits) desc, slug
           limit $2"#,
        from,
        max
    )
    .fetch_all(db)
    .await
}

/// Visits and credits of all affiliates on a day.
#[derive(Debug, Clone)]
pub struct AffiliateDay {
    pub day: NaiveDate,
    pub visits: i64,
    pub credited: Money,
}

/// Days on which an affiliate brought anything, oldest first. Reads a view on tables of `affiliates`.
pub async fn report_affiliate_days(
    db: impl PgExecutor<'_>,
    from: NaiveDate,
) -> sqlx::Result<Vec<AffiliateDay>> {
    sqlx::query_as!(
        AffiliateDay,
        r#"select day as "day!", sum(visits)::bigint as "visits!", sum(credited_minor)::bigint as "credited!: Money"
           from report_affiliates where day >= $1 group by day order by day"#,
        from
    )
    .fetch_all(db)
    .await
}

/// All affiliates of one day, by number. Reads a view on tables of `affiliates`.
pub async fn list_affiliates_of_day(
    db: impl PgExecutor<'_>,
    day: NaiveDate,
) -> sqlx::Result<Vec<ReportedAffiliate>> {
    sqlx::query_as!(
        ReportedAffiliate,
        r#"select affiliate_id as "affiliate_id!", slug as "slug!", visits as "visits!", orders as "orders!",
               sales_minor as "sales!: Money", credited_minor as "credited!: Money"
           from report_affiliates where day = $1 order by affiliate_id"#,
        day
    )
    .fetch_all(db)
    .await
}
