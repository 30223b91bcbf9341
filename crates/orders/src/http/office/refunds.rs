//! Refunds by line, with the limit of the role, and with a second person above the shop's limit.

use std::collections::BTreeMap;

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::NONCE,
};
use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use edge::{AppError, Fields, PathParam, Shop, ShopZone, audit::AuditWriter, session::StaffMember};
use kernel::{Money, Quantity, msg};
use payments::{
    rules::AttemptState,
    service::{
        attempts, refund_later,
        refund_requests::{RefundReason, RefundRequest, refunds_under_way, request_refund},
    },
};
use serde::Deserialize;
use sqlx::{PgConnection, PgExecutor};

use crate::{
    http::{
        nonces,
        staff::{find, url},
    },
    rules::{OrderEvent, RefundPath, SoldLine, item_text, lines_amount, refund_path},
    store::{self, Order, OrderLine, office},
    view::{ApprovalView, RefundFormView, RefundLineView, STAFF_APPROVAL_URL, STAFF_REFUND_URL},
};

/// How much of a line can still be returned.
fn left(line: &OrderLine, returned: &BTreeMap<i16, Quantity>) -> Quantity {
    let before = returned.get(&line.position).copied().unwrap_or_default();
    line.quantity.checked_sub(before).unwrap_or_default().max(Quantity::ZERO)
}

pub fn form_view(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    lines: &[OrderLine],
    returned: &BTreeMap<i16, Quantity>,
    open: Money,
    member: &StaffMember,
) -> RefundFormView {
    let text = |message: kernel::Message| shop.messages.text(message);
    let mut hints = vec![text(msg::checkout::STAFF_REFUND_OF.with("amount", open.format()))];
    if order.offline.is_some() {
        hints.push(text(msg::orders::STAFF_REFUND_BY_HAND.into()));
    }
    hints.push(match member.role.refund_limit {
        Some(limit) => {
            text(msg::checkout::STAFF_REFUND_LIMIT.with("amount", Money::from_minor(limit).format()))
        }
        None => {
            let limit = crate::rules::SECOND_PERSON_ABOVE;
            text(msg::staff_orders::REFUND_SECOND_PERSON.with("amount", limit.format()))
        }
    });
    if !order.discount.is_zero() {
        hints.push(text(msg::staff_orders::REFUND_DISCOUNT.with("amount", order.discount.format())));
    }
    RefundFormView {
        action: STAFF_REFUND_URL.replace("{id}", &order.number.to_string()),
        hidden: vec![
            (NONCE.to_owned(), form_session.nonce(shop, nonces::STAFF)),
            ("open".to_owned(), open.as_minor().to_string()),
        ],
        lines: lines
            .iter()
            .map(|line| (line, left(line, returned)))
            .filter(|(_, left)| !left.is_zero())
            .map(|(line, left)| RefundLineView {
                position: line.position.to_string(),
                name: match &line.detail {
                    Some(detail) => format!("{} ({detail})", line.name),
                    None => line.name.clone(),
                },
                left: left.to_string(),
                worth: returned_amount(order, lines, returned, |other| {
                    if other.position == line.position { left } else { Quantity::ZERO }
                })
                .unwrap_or(Money::ZERO)
                .format(),
            })
            .collect(),
        hints,
    }
}

fn returned_amount(
    order: &Order,
    lines: &[OrderLine],
    before: &BTreeMap<i16, Quantity>,
    returned: impl Fn(&OrderLine) -> Quantity,
) -> Option<Money> {
    let sold: Vec<SoldLine> = lines
        .iter()
        .map(|line| SoldLine {
            total: line.total,
            paid: line.paid,
            sold: line.quantity.as_units(),
            before: before.get(&line.position).copied().unwrap_or_default().as_units(),
            returned: returned(line).as_units(),
        })
        .collect();
    lines_amount(&sold, order.subtotal, order.discount)
}

#[derive(Debug, Deserialize)]
pub struct RefundForm {
    /// Empty: what the chosen lines amount to.
    #[serde(default)]
    amount: String,
    /// The refundable amount that the page showed, so that submitting twice refunds once.
    open: String,
    /// Positions of lines and how much of each is returned, in the same order.
    #[serde(rename = "line[]", default)]
    lines: Vec<i16>,
    #[serde(rename = "quantity[]", default)]
    quantities: Vec<String>,
}

/// What is to be refunded.
struct Chosen {
    amount: Money,
    /// The goods that it is for, as the history names them.
    goods: String,
    /// Positions of lines and how much of each is returned.
    lines: Vec<(i16, Quantity)>,
}

impl RefundForm {
    /// How much of each line is returned. `None` if something cannot be read.
    fn returned(&self) -> Option<Vec<(i16, Quantity)>> {
        if self.quantities.is_empty() {
            return Some(Vec::new());
        }
        if self.lines.len() != self.quantities.len() {
            return None;
        }
        let one = |(position, text): (&i16, &String)| match text.trim() {
            "" => Some((*position, Quantity::ZERO)),
            text => Some((*position, Quantity::parse(text).ok()?)),
        };
        self.lines.iter().zip(&self.quantities).map(one).collect()
    }

    /// `None` if something cannot be read, or if more of a line is returned than `returned` leaves of it.
    fn read(&self, order: &Order, lines: &[OrderLine], returned: &BTreeMap<i16, Quantity>) -> Option<Chosen> {
        let typed = self.returned()?;
        let of = |line: &OrderLine| {
            let found = typed.iter().find(|(position, _)| *position == line.position);
            found.map_or(Quantity::ZERO, |(_, quantity)| *quantity)
        };
        if lines.iter().any(|line| of(line) > left(line, returned)) {
            return None;
        }
        let amount = match self.amount.trim() {
            "" => returned_amount(order, lines, returned, of)?,
            typed => Money::parse_decimal(typed)?,
        };
        let chosen: Vec<&OrderLine> = lines.iter().filter(|line| !of(line).is_zero()).collect();
        let goods: Vec<String> = chosen
            .iter()
            .map(|line| item_text(&of(line).to_string(), &line.name, line.detail.as_deref()))
            .collect();
        (amount.as_minor() > 0).then(|| Chosen {
            amount,
            goods: goods.join("، "),
            lines: chosen.iter().map(|line| (line.position, of(line))).collect(),
        })
    }
}

/// Requests the refund of an order whose payment is captured. The caller holds the order's lock. Returns false if more would
/// be refunded than was paid.
async fn request(
    db: &mut PgConnection,
    order: &Order,
    chosen: &Chosen,
    actor: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    let live = attempts::find_live(&mut *db, order.id).await?;
    let Some(paid) = live.filter(|attempt| attempt.state == AttemptState::Captured) else { return Ok(false) };
    let request = RefundRequest {
        order: order.id,
        attempt: &paid.key,
        amount: chosen.amount,
        limit: order.total,
        reason: RefundReason::Staff,
        actor,
    };
    let Some(key) = request_refund(&mut *db, &request, now).await? else { return Ok(false) };
    office::add_refund_lines(&mut *db, &key, order.id, &chosen.lines).await?;
    refund_later(&mut *db, &key).await?;
    let amount = chosen.amount.format();
    let text = match chosen.goods.as_str() {
        "" => amount,
        goods => format!("{amount}: {goods}"),
    };
    store::record_event(&mut *db, order.id, OrderEvent::RefundRequested, &text, actor, now).await?;
    Ok(true)
}

pub async fn refund(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<RefundForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let now = shop.clock.now();
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let lines = store::lines(&mut *tx, order.id).await?;
    let returned = office::returned(&mut *tx, order.id).await?;
    let Some(chosen) = form.read(&order, &lines, &returned) else { return answer("not-refunded") };
    let amount = chosen.amount;
    let before = refunds_under_way(&mut *tx, order.id).await?;
    // Many small refunds of one order are a large one.
    let together = Money::from_minor(before.as_minor().saturating_add(amount.as_minor()));
    let path = refund_path(together, member.role.refund_limit);
    if path == RefundPath::OverLimit {
        return answer("over-limit");
    }
    let open = order.total.as_minor() - before.as_minor();
    if form.open != open.to_string() || amount.as_minor() > open {
        return answer("not-refunded");
    }
    // One after the other: the second person agrees to what the order's refunds are at that time.
    if office::open_approval(&mut *tx, order.id, now).await?.is_some() {
        return answer("approval-waits");
    }
    if path == RefundPath::SecondPerson {
        let Chosen { goods, lines, .. } = &chosen;
        let id = office::ask_approval(&mut *tx, order.id, amount, goods, lines, member.id, now).await?;
        let text = amount.format();
        store::record_event(&mut *tx, order.id, OrderEvent::RefundAwaitsApproval, &text, &member.name, now)
            .await?;
        let subject = format!("order {} {} approval {id}", order.id, amount.as_minor());
        audit.record(&mut *tx, "refund-ask", &subject).await?;
        tx.commit().await?;
        return answer("approval-requested");
    }
    if !request(&mut tx, &order, &chosen, &member.name, now).await? {
        return answer("not-refunded");
    }
    audit.record(&mut *tx, "refund", &audit_subject(&order, before, amount)).await?;
    tx.commit().await?;
    answer("refunded")
}

/// What was refunded before and after.
fn audit_subject(order: &Order, before: Money, amount: Money) -> String {
    let after = before.as_minor() + amount.as_minor();
    format!("order {} {} refunded {} -> {after}", order.id, amount.as_minor(), before.as_minor())
}

/// What is refunded of the order, in minor units, once the waiting refund is made: the limit of a role is for this sum.
async fn together(db: impl PgExecutor<'_>, order: &Order, waits: &office::Approval) -> sqlx::Result<i64> {
    let before = refunds_under_way(db, order.id).await?;
    Ok(before.as_minor().saturating_add(waits.amount.as_minor()))
}

/// The refund that waits. A member who asked for it may take it back; another member who may make it may approve it.
pub async fn approval_view(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    member: &StaffMember,
) -> Result<Option<ApprovalView>, AppError> {
    let now = shop.clock.now();
    let Some(waits) = office::open_approval(&shop.db, order.id, now).await? else { return Ok(None) };
    let zone = shop.settings.get::<ShopZone>().await?;
    let action = STAFF_APPROVAL_URL.replace("{id}", &order.number.to_string());
    let form = |act: &str, submit| {
        form_session
            .form(shop, &action, nonces::STAFF, submit)
            .with_hidden("approval", waits.id.to_string())
            .with_hidden("act", act)
    };
    let is_own = waits.requested_by == member.id;
    let may_approve = !is_own && member.may_refund(together(&shop.db, order, &waits).await?);
    let text = msg::staff_orders::APPROVAL_WAITS
        .with("amount", waits.amount.format())
        .with("name", waits.asker)
        .with("time", zone.weekday_and_time(waits.expires_at));
    Ok(Some(ApprovalView {
        text: shop.messages.text(text),
        detail: waits.detail,
        note: is_own.then(|| shop.messages.text(msg::staff_orders::APPROVAL_NOT_BY_YOU)),
        approve: may_approve.then(|| form("approve", msg::staff_orders::APPROVE).dangerous()),
        refuse: (is_own || may_approve).then(|| {
            form("refuse", if is_own { msg::staff_orders::WITHDRAW } else { msg::staff_orders::REFUSE })
        }),
    }))
}

#[derive(Debug, Deserialize)]
pub struct ApprovalForm {
    approval: i64,
    act: String,
}

pub async fn decide(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<ApprovalForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let now = shop.clock.now();
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let is_approved = match form.act.as_str() {
        "approve" => true,
        "refuse" => false,
        _ => return answer("not-decided"),
    };
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let waits = office::open_approval(&mut *tx, order.id, now).await?;
    let Some(waits) = waits.filter(|waits| waits.id == form.approval) else { return answer("not-decided") };
    let may_decide =
        waits.requested_by == member.id || member.may_refund(together(&mut *tx, &order, &waits).await?);
    if !may_decide || !office::decide_approval(&mut *tx, waits.id, member.id, is_approved, now).await? {
        return answer("not-decided");
    }
    if !is_approved {
        let text = waits.amount.format();
        store::record_event(&mut *tx, order.id, OrderEvent::RefundRejected, &text, &member.name, now).await?;
        let subject = format!("order {} approval {} waiting -> refused", order.id, waits.id);
        audit.record(&mut *tx, "refund-refuse", &subject).await?;
        tx.commit().await?;
        return answer("approval-refused");
    }
    let before = refunds_under_way(&mut *tx, order.id).await?;
    let chosen = Chosen { amount: waits.amount, goods: waits.detail, lines: waits.lines.0 };
    if !request(&mut tx, &order, &chosen, &member.name, now).await? {
        return answer("not-refunded");
    }
    let subject = format!("{} approval {}", audit_subject(&order, before, chosen.amount), waits.id);
    audit.record(&mut *tx, "refund", &subject).await?;
    tx.commit().await?;
    answer("refunded")
}
