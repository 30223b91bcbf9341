//! Staff record the money of orders without a provider: the courier's cash, and transfers.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView},
};
use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use edge::{AppError, Fields, PathParam, Shop, audit::AuditWriter, session::StaffMember};
use kernel::{Key, msg, text::clean_lines};
use payments::{
    PaymentContext,
    rules::{AttemptState, OfflineMethod},
    service::{
        attempts::{self, Attempt},
        offline,
    },
};
use serde::Deserialize;
use sqlx::PgConnection;

use super::{
    nonces,
    staff::{find, url},
};
use crate::{
    jobs::{self, OrderNotification},
    rules::{OrderEvent, State as OrderState},
    store::{self, Order},
    view::{ProofFileView, STAFF_PAYMENT_URL, StaffPaymentView},
};

const MAX_REASON_LENGTH: usize = 300;

/// What staff can record; `None` if a provider is paid, or everything is recorded.
pub fn staff_view(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    live: Option<&Attempt>,
    proofs: Vec<ProofFileView>,
) -> Option<StaffPaymentView> {
    let method = order.unpaid_offline()?;
    live.filter(|attempt| attempt.state != AttemptState::Captured)?;
    let action = STAFF_PAYMENT_URL.replace("{id}", &order.number.to_string());
    let form = |act: &str, submit: Key| {
        form_session.form(shop, &action, nonces::STAFF, submit).with_hidden("act", act)
    };
    let is_waiting = order.state == OrderState::OnHold;
    let reason =
        || FieldView::new("reason", FieldKind::Text, msg::orders::STAFF_REFUSE_REASON, shop.messages);
    let (collect, confirm, refuse) = match method {
        OfflineMethod::Cod if order.state.is_paid() => {
            (Some(form("collect", msg::orders::STAFF_COLLECT)), None, None)
        }
        OfflineMethod::Bacs if is_waiting => (
            None,
            Some(form("confirm", msg::orders::STAFF_CONFIRM)),
            Some(form("refuse", msg::orders::STAFF_REFUSE).with(reason()).dangerous()),
        ),
        _ => return None,
    };
    let due = match method {
        OfflineMethod::Cod => msg::orders::STAFF_CASH_DUE.with("amount", order.total.format()),
        OfflineMethod::Bacs => msg::orders::STAFF_TRANSFER_DUE.with("amount", order.total.format()),
    };
    let proofs = (method == OfflineMethod::Bacs).then_some(proofs);
    Some(StaffPaymentView { due: shop.messages.text(due), collect, confirm, refuse, proofs })
}

/// Records the cash of an order that was handed over. `false`: none is due. The caller holds the order's lock.
pub async fn collect_cash(
    context: &PaymentContext,
    db: &mut PgConnection,
    order: &Order,
    actor: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    if order.unpaid_offline() != Some(OfflineMethod::Cod) {
        return Ok(false);
    }
    let Some(attempt) = attempts::find_live(&mut *db, order.id).await? else { return Ok(false) };
    if !offline::capture(context, db, &attempt).await? {
        return Ok(false);
    }
    let amount = attempt.amount.format();
    store::record_event(&mut *db, order.id, OrderEvent::CashCollected, &amount, actor, now).await?;
    Ok(true)
}

#[derive(Debug, Deserialize)]
pub struct PaymentForm {
    act: String,
    #[serde(default)]
    reason: String,
}

pub async fn record(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<PaymentForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let now = shop.clock.now();
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let reason = clean_lines(&form.reason, MAX_REASON_LENGTH);
    let notice = match form.act.as_str() {
        "collect" => {
            // Sent twice: the money is recorded.
            if order.offline == Some(OfflineMethod::Cod) && order.paid_at.is_some() {
                return answer("collected");
            }
            let is_open = order.state.is_paid();
            match is_open && collect_cash(&context, &mut tx, &order, &member.name, now).await? {
                true => "collected",
                false => return answer("not-recorded"),
            }
        }
        "confirm" => {
            if order.offline == Some(OfflineMethod::Bacs) && order.paid_at.is_some() {
                return answer("confirmed");
            }
            match confirm_transfer(&context, &mut tx, &order, &member.name, now).await? {
                true => "confirmed",
                false => return answer("not-recorded"),
            }
        }
        "refuse" if reason.is_empty() => return answer("no-reason"),
        "refuse" => match refuse_transfer(&mut tx, &order, &reason, &member.name, now).await? {
            true => "refused",
            false => return answer("not-recorded"),
        },
        _ => return Err(AppError::BadRequest("unknown act")),
    };
    audit.record(&mut *tx, "order-payment", &format!("order {} {}", order.id, form.act)).await?;
    tx.commit().await?;
    answer(notice)
}

/// The transfer has arrived: the order is paid and is prepared.
async fn confirm_transfer(
    context: &PaymentContext,
    db: &mut PgConnection,
    order: &Order,
    actor: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    if !order.waits_for_transfer() {
        return Ok(false);
    }
    let Some(attempt) = attempts::find_live(&mut *db, order.id).await? else { return Ok(false) };
    if !offline::capture(context, db, &attempt).await? {
        return Ok(false);
    }
    let amount = attempt.amount.format();
    store::record_event(&mut *db, order.id, OrderEvent::TransferConfirmed, &amount, actor, now).await?;
    jobs::notify(db, order.id, OrderNotification::TransferConfirmed, now).await?;
    Ok(true)
}

/// The transfer is not what the shop expects. The order goes on waiting: the buyer is told why, and has the rest of the
/// time.
async fn refuse_transfer(
    db: &mut PgConnection,
    order: &Order,
    reason: &str,
    actor: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    if !order.waits_for_transfer() {
        return Ok(false);
    }
    store::record_event(&mut *db, order.id, OrderEvent::TransferRefused, reason, actor, now).await?;
    let notification = OrderNotification::TransferRefused { reason: reason.to_owned() };
    jobs::notify(db, order.id, notification, now).await?;
    Ok(true)
}
