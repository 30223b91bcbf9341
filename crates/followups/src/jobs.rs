//! Background work: planning, queueing and sending.
//!
//! A row is planned, then queued together with its email in the outbox, then sent or stopped. Each step is one transaction,
//! so a worker that dies leaves either the step before or the step after. The outbox sends an email at most once.

mod emails;

use chrono::{DateTime, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use mail::{Mailer, jobs::mailer, service::OutboxId};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::{
    rules::{Cause, StopReason, Verdict, decide},
    store::{self, CauseSettings, Followup},
};

/// Plans and queues what is due, and deletes what has expired.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainFollowups {}

impl TaskHandler for MaintainFollowups {
    const IDENTIFIER: &'static str = "followups.maintain";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        maintain(&mailer).await.map_err(|error| format!("{error:#}"))
    }
}

pub async fn maintain(mailer: &Mailer) -> anyhow::Result<()> {
    let (db, now) = (&mailer.db, mailer.clock.now());
    store::settle(db).await?;
    for settings in store::causes(db).await? {
        if !settings.is_on {
            store::stop_planned(db, settings.cause, StopReason::Off, now).await?;
            continue;
        }
        store::stop_late(db, &settings, now).await?;
        while plan(mailer, &settings, now).await? > 0 {}
        queue_due(mailer, &settings, now).await?;
    }
    while store::sweep(db, now).await? > 0 {}
    Ok(())
}

async fn plan(mailer: &Mailer, settings: &CauseSettings, now: DateTime<Utc>) -> sqlx::Result<u64> {
    match settings.cause {
        Cause::AbandonedCart => store::plan_carts(&mailer.db, settings, now).await,
        _ => store::plan_orders(&mailer.db, settings, now).await,
    }
}

async fn queue_due(mailer: &Mailer, settings: &CauseSettings, now: DateTime<Utc>) -> anyhow::Result<()> {
    let mut after = 0;
    loop {
        let due = store::list_due(&mailer.db, settings, after, now).await?;
        for id in &due {
            queue(mailer, settings, *id, now).await?;
        }
        match due.last() {
            Some(last) => after = *last,
            None => return Ok(()),
        }
    }
}

/// The content of the email in the outbox: no address.
#[derive(Debug, Serialize, Deserialize)]
pub struct FollowupContent {
    pub followup: i64,
}

async fn queue(mailer: &Mailer, settings: &CauseSettings, id: i64, now: DateTime<Utc>) -> anyhow::Result<()> {
    let mut tx = mailer.db.begin().await?;
    let Some(followup) = store::lock_planned(&mut tx, id, settings, now).await? else { return Ok(()) };
    if check(&mut tx, &followup, settings, now).await? == Verdict::Send {
        let content = FollowupContent { followup: id };
        match mail::service::insert(&mut tx, "follow-up", &id.to_string(), &content, now).await? {
            Some(outbox_id) => {
                store::set_queued(&mut *tx, id, settings.list, outbox_id).await?;
                edge::jobs::enqueue(&mut *tx, &SendFollowup { outbox_id }, None).await?;
            }
            // Never: the row has one email. If it had one before, it is not sent again.
            None => store::stop(&mut *tx, id, StopReason::Unknown, now).await?,
        }
    }
    tx.commit().await?;
    Ok(())
}

/// Decides whether a follow-up may be sent, and records why not.
async fn check(
    db: &mut PgConnection,
    followup: &Followup,
    settings: &CauseSettings,
    now: DateTime<Utc>,
) -> anyhow::Result<Verdict> {
    let person = store::person(&mut *db, followup, settings).await?;
    let verdict = decide(followup.cause, &person);
    if let Verdict::Stop(reason) = verdict {
        store::stop(db, followup.id, reason, now).await?;
        metrics::counter!("matjar_followups_stopped_total", "reason" => reason.name()).increment(1);
    }
    Ok(verdict)
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendFollowup {
    pub outbox_id: OutboxId,
}

impl TaskHandler for SendFollowup {
    const IDENTIFIER: &'static str = "followups.send";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        send(&mailer, self.outbox_id).await.map_err(|error| format!("{error:#}"))
    }
}

async fn send(mailer: &Mailer, outbox_id: OutboxId) -> anyhow::Result<()> {
    let compose = async |_: FollowupContent| emails::compose(mailer, outbox_id).await;
    let guard: mail::Guard =
        |db, outbox_id, now| Box::pin(async move { Ok(may_send(db, outbox_id, now).await?.is_some()) });
    let delivered = mailer.deliver_if(outbox_id, compose, guard).await;
    store::settle_one(&mailer.db, outbox_id).await?;
    delivered
}

/// Locks the follow-up of an email and decides about it. `None`: it must not be sent, and the reason is recorded. Runs
/// before the email is composed, and again in the transaction that hands it over.
async fn may_send(
    db: &mut PgConnection,
    outbox_id: OutboxId,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<(Followup, CauseSettings)>> {
    let Some(followup) = store::lock_queued(&mut *db, outbox_id).await? else { return Ok(None) };
    let Some(settings) = store::cause(&mut *db, followup.cause).await? else { return Ok(None) };
    match check(&mut *db, &followup, &settings, now).await? {
        Verdict::Send => Ok(Some((followup, settings))),
        // A payment is under way, and the email cannot wait any more.
        Verdict::Wait => {
            store::stop(db, followup.id, StopReason::Bought, now).await?;
            Ok(None)
        }
        Verdict::Stop(_) => Ok(None),
    }
}
