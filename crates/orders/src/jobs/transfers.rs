//! Reminds buyers of their transfers, and cancels orders whose transfer did not come in time.

use chrono::{DateTime, Utc};
use edge::settings_cache::Cached;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::OrderId;
use payments::{
    PaymentContext,
    rules::OfflineMethod,
    service::{attempts, offline},
    settings::PaymentMethodSettings,
};
use serde::{Deserialize, Serialize};

use super::{OrderNotification, notify};
use crate::{
    rules::{OrderEvent, State, StateTrigger},
    settle::give_back,
    store,
};

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct CancelOverdueTransfers {}

impl TaskHandler for CancelOverdueTransfers {
    const IDENTIFIER: &'static str = "orders.cancel_overdue_transfers";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = super::job_context(&context)?;
        let cancelled = cancel_overdue_transfers(&context.payments).await;
        cancelled.map(drop).map_err(|error| format!("{error:#}"))
    }
}

/// Returns how many orders were cancelled. Each in a transaction of its own: a buyer who cancels, or staff who confirm at
/// the same moment, are waited for.
pub async fn cancel_overdue_transfers(context: &PaymentContext) -> anyhow::Result<usize> {
    let now = context.clock.now();
    let mut cancelled = 0;
    for order in store::list_overdue_transfers(&context.db, now).await? {
        cancelled += usize::from(cancel(context, order, now).await?);
    }
    Ok(cancelled)
}

async fn cancel(context: &PaymentContext, order: OrderId, now: DateTime<Utc>) -> anyhow::Result<bool> {
    let mut tx = context.db.begin().await?;
    let Some(order) = store::lock(&mut *tx, order).await? else { return Ok(false) };
    let is_due = order.state == State::OnHold && order.pay_by.is_some_and(|by| by <= now);
    if !is_due || order.unpaid_offline() != Some(OfflineMethod::Bacs) {
        return Ok(false);
    }
    let Some(next) = order.state.after(StateTrigger::Withdrawn) else { return Ok(false) };
    store::set_state(&mut tx, &order, next, "", "", now).await?;
    store::record_event(&mut *tx, order.id, OrderEvent::TransferExpired, "", "", now).await?;
    give_back(&mut tx, &order).await?;
    if let Some(attempt) = attempts::find_live(&mut *tx, order.id).await? {
        offline::void(&mut *tx, &attempt, now).await?;
    }
    notify(&mut tx, order.id, OrderNotification::TransferExpired, now).await?;
    tx.commit().await?;
    Ok(true)
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RemindTransfers {}

impl TaskHandler for RemindTransfers {
    const IDENTIFIER: &'static str = "orders.remind_transfers";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = super::job_context(&context)?;
        let reminded = remind_transfers(&context.payments).await;
        reminded.map(drop).map_err(|error| format!("{error:#}"))
    }
}

/// Queues one email for each order that is cancelled soon. Returns how many. A proof that staff have not answered is
/// waited for: its buyer has done what the email asks for.
pub async fn remind_transfers(context: &PaymentContext) -> anyhow::Result<usize> {
    let now = context.clock.now();
    let settings = PaymentMethodSettings::read(&context.db).await?;
    let Some(before) = settings.bacs.reminder_before() else { return Ok(0) };
    let mut reminded = 0;
    for order in store::list_transfers_to_remind(&context.db, now, now + before).await? {
        reminded += usize::from(remind(context, order, now).await?);
    }
    Ok(reminded)
}

async fn remind(context: &PaymentContext, order: OrderId, now: DateTime<Utc>) -> anyhow::Result<bool> {
    let mut tx = context.db.begin().await?;
    let Some(order) = store::lock(&mut *tx, order).await? else { return Ok(false) };
    let is_waiting = order.waits_for_transfer() && order.pay_by.is_some_and(|by| by > now);
    if !is_waiting || store::has_proof_in_review(&mut *tx, order.id).await? {
        return Ok(false);
    }
    if !store::set_reminded(&mut *tx, order.id, now).await? {
        return Ok(false);
    }
    notify(&mut tx, order.id, OrderNotification::TransferReminder, now).await?;
    tx.commit().await?;
    Ok(true)
}
