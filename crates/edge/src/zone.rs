//! The shop's time zone.

use std::ops::Deref;

use chrono::TimeDelta;
use kernel::Zone;
use sqlx::PgPool;

use crate::settings_cache::Cached;

/// `timeZone` of the group `shop` in the table `settings`: an IANA name such as `Asia/Riyadh`. Without one, or with a
/// name that the database does not know, it is UTC.
#[derive(Debug, Default)]
pub struct ShopZone(Zone);

impl Deref for ShopZone {
    type Target = Zone;

    fn deref(&self) -> &Zone {
        &self.0
    }
}

impl Cached for ShopZone {
    const TAG: &'static str = "settings";

    /// Reads the changes of the offset: the days on which it differs from the next one, then the quarter of an hour.
    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let rows = sqlx::query!(
            r#"
            with zone as (
                select coalesce(
                    (select known.name from settings setting
                     join pg_timezone_names known on known.name = setting.value ->> 'timeZone'
                     where setting.name = 'shop'), 'UTC') as name
            ),
            days as (
                select day, extract(epoch from (day at time zone zone.name) - (day at time zone 'UTC'))::integer as shift
                from zone, generate_series(
                    timestamptz '2015-01-01 00:00Z', timestamptz '2055-01-01 00:00Z', interval '24 hours') day
            ),
            edges as (
                select day, shift, lead(day) over by_day as next_day, lead(shift) over by_day as next_shift
                from days window by_day as (order by day)
            )
            select min(quarter) as "at!", next_shift as "seconds!"
            from zone, edges, generate_series(day, next_day, interval '15 minutes') quarter
            where shift <> next_shift
                and extract(epoch from (quarter at time zone zone.name) - (quarter at time zone 'UTC')) = next_shift
            group by day, next_shift
            union all
            (select day, shift from days order by day limit 1)
            order by 1
            "#
        )
        .fetch_all(db)
        .await?;
        let changes = rows.into_iter().map(|row| (row.at, TimeDelta::seconds(i64::from(row.seconds))));
        Ok(Self(Zone::new(changes.collect())))
    }
}
