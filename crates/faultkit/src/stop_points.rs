//! Stops a transaction of the shop at a chosen statement, so that its server can be killed right there.

use std::time::{Duration, Instant};

use anyhow::Context;
use sqlx::{Executor, PgConnection, PgPool};

use crate::shop::Shop;

/// A transaction that reaches an armed point waits for the lock that the kit holds. Waiting is not limited there: a
/// timeout of the shop would end the transaction before the kit can.
const POINTS: &str = "
    create table faults_points (name text primary key);
    create function faults_stop() returns trigger
    language plpgsql security definer set lock_timeout = '30s' as $$
    begin
        if exists (select from faults_points where name = tg_argv[0]) then
            perform pg_advisory_xact_lock(4711, 1);
        end if;
        return new;
    end $$;
";

/// Where a transaction can be stopped, by name: the statement of a trigger.
const TRIGGERS: [(&str, &str); 10] = [
    ("upload-row", "before insert on media_files for each row"),
    ("upload-commit", "after insert on media_files deferrable initially deferred for each row"),
    ("note-file", "before insert on enquiry_files for each row"),
    ("enquiry-row", "before insert on enquiries for each row"),
    (
        "attach",
        "before update on media_files for each row when (old.owner_id is null and new.owner_id is not null)",
    ),
    ("email-row", "before insert on mail_outbox for each row"),
    ("enquiry-commit", "after insert on enquiries deferrable initially deferred for each row"),
    (
        "email-claim",
        "before update on mail_outbox for each row when (old.state = 'waiting' and new.state = 'sending')",
    ),
    (
        "email-hand-over",
        "before update on mail_outbox for each row when (old.handed_at is null and new.handed_at is not null)",
    ),
    ("email-sent", "before update on mail_outbox for each row when (new.state = 'sent')"),
];

/// The names of all points, in the order in which an enquiry with a file passes them.
pub fn names() -> impl Iterator<Item = &'static str> {
    TRIGGERS.iter().map(|(name, _)| *name)
}

pub struct StopPoints {
    db: PgPool,
    /// Has the lock while a point is armed.
    holder: PgConnection,
}

impl StopPoints {
    pub async fn install(shop: &Shop) -> anyhow::Result<Self> {
        let mut sql = POINTS.to_owned();
        for (name, statement) in TRIGGERS {
            let constraint = if statement.contains("deferrable") { "constraint" } else { "" };
            sql += &format!(
                "create {constraint} trigger \"faults-{name}\" {statement} execute function faults_stop('{name}');"
            );
        }
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&shop.db).await.context("installing stop points")?;
        let holder = shop.db.acquire().await?.detach();
        Ok(Self { db: shop.db.clone(), holder })
    }

    pub async fn arm(&mut self, name: &str) -> anyhow::Result<()> {
        self.holder.execute("select pg_advisory_lock(4711, 1)").await?;
        sqlx::query("insert into faults_points values ($1)").bind(name).execute(&self.db).await?;
        Ok(())
    }

    /// Waits until a transaction has stopped. Returns false if none did in time.
    pub async fn is_reached(&self, timeout: Duration) -> anyhow::Result<bool> {
        let since = Instant::now();
        while since.elapsed() < timeout {
            let waits: bool = sqlx::query_scalar(
                "select exists (select from pg_locks where locktype = 'advisory' and classid = 4711 and not granted)",
            )
            .fetch_one(&self.db)
            .await?;
            if waits {
                return Ok(true);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(false)
    }

    /// What stopped goes on; nothing stops any more.
    pub async fn release(&mut self) -> anyhow::Result<()> {
        sqlx::query("delete from faults_points").execute(&self.db).await?;
        self.holder.execute("select pg_advisory_unlock_all()").await?;
        Ok(())
    }
}
