//! The staff's order pages: search, change state, refund. Parcels are in [`super::shipments`]. Every change is recorded in the audit log.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, FormView, NoticeView, OptionView},
};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, PathParam, Permission, Shop, ShopZone, Visitor, audit::AuditWriter,
    session::StaffMember,
};
use http::StatusCode;
use kernel::{Key, Money, msg};
use media::MediaContext;
use payments::{
    PaymentContext,
    rules::AttemptState,
    service::{attempts, form::ending, refund_requests::refunds_under_way},
};
use serde::Deserialize;

use super::{
    confirmation::is_live,
    nonces,
    office::{
        actions,
        moving::{audit_subject, move_order},
        print::PrintKind,
        refunds,
    },
    payment, proofs,
    rendering::order_view,
    shipments::{ship_form, shipment_views},
};
use crate::{
    rules::{OrderEvent, State as OrderState, staff_choices},
    store::{self, Order, office},
    view::*,
};

#[derive(Debug, Default, Deserialize)]
pub struct StaffOrderQuery {
    #[serde(default)]
    notice: String,
}

pub async fn find(shop: &Shop, number: i64) -> Result<Order, AppError> {
    let id = store::find_by_number(&shop.db, number).await?.ok_or(AppError::NotFound)?;
    edge::trace::record("order", id.0);
    edge::trace::record("number", number);
    store::find(&shop.db, id).await?.ok_or(AppError::NotFound)
}

pub fn url(order: &Order) -> String {
    order_url(order.number)
}

fn order_url(number: i64) -> String {
    STAFF_ORDER_URL.replace("{id}", &number.to_string())
}

/// The one next step of an order. What is shipped is entered as a parcel: that form is the step.
fn next_step(shop: &Shop, form_session: &FormSession, order: &Order) -> Option<FormView> {
    let (next, label) = match order.state {
        OrderState::Processing => (OrderState::Shipped, msg::staff_orders::NEXT_SHIPPED),
        OrderState::Shipped => (OrderState::Delivered, msg::staff_orders::NEXT_DELIVERED),
        OrderState::Delivered => (OrderState::Completed, msg::staff_orders::NEXT_COMPLETED),
        _ => return None,
    };
    let action = STAFF_STATE_URL.replace("{id}", &order.number.to_string());
    Some(
        form_session
            .form(shop, &action, nonces::STAFF, label)
            .with_hidden("from", order.state.name())
            .with_hidden("next", next.name()),
    )
}

/// Events and notes, newest first.
async fn history_rows(
    shop: &Shop,
    order: &Order,
    history: &[store::HistoryEntry],
) -> Result<Vec<HistoryRow>, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let event = |entry: &store::HistoryEntry| {
        let text = OrderEvent::parse(&entry.kind)
            .map_or_else(|| entry.kind.clone(), |event| shop.messages.text(event.label()));
        let row = HistoryRow {
            date: zone.date_time(entry.at),
            text,
            detail: entry.detail.clone(),
            actor: entry.actor.clone(),
            note: None,
        };
        (entry.at, row)
    };
    let note = |note: office::Note| {
        let label = match note.to_buyer {
            true => msg::staff_orders::NOTE_TO_BUYER,
            false => msg::staff_orders::NOTE_TO_TEAM,
        };
        let row = HistoryRow {
            date: zone.date_time(note.at),
            text: shop.messages.text(label),
            detail: String::new(),
            actor: note.actor,
            note: Some(note.text),
        };
        (note.at, row)
    };
    let notes = office::notes(&shop.db, order.id).await?;
    let mut rows: Vec<_> = history.iter().map(event).chain(notes.into_iter().map(note)).collect();
    rows.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// Explains a payment whose outcome is not known. Nothing on the page charges: the shop asks by itself.
async fn unknown_payment(
    shop: &Shop,
    order_attempts: &[attempts::Attempt],
) -> Result<Option<String>, AppError> {
    let unknown = order_attempts.iter().find(|attempt| attempt.state == AttemptState::Unknown);
    let Some(attempt) = unknown else { return Ok(None) };
    let now = shop.clock.now();
    let minutes = (now - attempt.created_at).num_minutes().max(0);
    let next = attempts::next_lookup(&shop.db, &attempt.key).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let mut parts = vec![
        shop.messages.text(msg::staff_orders::UNKNOWN_SINCE.with("count", minutes)),
        shop.messages.text(msg::staff_orders::UNKNOWN_SAFE),
    ];
    parts.push(match next {
        Some(next) if next > now => {
            shop.messages.text(msg::staff_orders::UNKNOWN_NEXT.with("time", zone.weekday_and_time(next)))
        }
        _ => shop.messages.text(msg::staff_orders::UNKNOWN_NOW),
    });
    Ok(Some(parts.join(" ")))
}

async fn ledger(shop: &Shop, order: &Order) -> Result<Option<LedgerView>, AppError> {
    if !order.was_paid() && order.refunded.is_zero() {
        return Ok(None);
    }
    let (is_balanced, net) = office::ledger_check(&shop.db, order.id).await?;
    let message = match is_balanced {
        true => msg::staff_orders::LEDGER_BALANCED,
        false => msg::staff_orders::LEDGER_BROKEN,
    };
    let text = shop.messages.text(message.with("amount", net.format()));
    Ok(Some(LedgerView { text, is_balanced }))
}

pub async fn one(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(query): Fields<StaffOrderQuery>,
) -> Result<Response, AppError> {
    let db = &shop.db;
    let order = find(&shop, number).await?;
    let order_attempts = attempts::list_by_order(db, order.id).await?;
    let live = order_attempts.iter().find(|attempt| is_live(attempt));
    let lines = store::lines(db, order.id).await?;
    let history = store::events(db, order.id).await?;
    let open = order.total.as_minor() - refunds_under_way(db, order.id).await?.as_minor();
    let returned = office::returned(db, order.id).await?;
    let is_paid = live.is_some_and(|attempt| attempt.state == AttemptState::Captured);
    let can_refund = is_paid && open > 0 && member.may_refund(1);
    let may_move = member.may(Permission::OrdersMove);
    let form_session = FormSession::for_staff(&visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let attempt = |attempt: &attempts::Attempt| AttemptRow {
        key: attempt.key.clone(),
        state: shop.messages.text(attempt_label(attempt.state)),
        amount: attempt.amount.format(),
        method: shop.messages.text(ending(attempt.kind, &attempt.last4)),
        reference: attempt.reference.clone().unwrap_or_default(),
        date: zone.date_time(attempt.created_at),
    };
    let parcels = store::shipments(db, order.id).await?;
    let has_no_parcel = parcels.is_empty();
    let may_edit = member.may(Permission::OrdersEdit);
    let approval = refunds::approval_view(&shop, &form_session, &order, &member).await?;
    let members = office::colleagues(db).await?;
    let assignee = office::assignee(db, order.id).await?;
    let (newer, older) = office::neighbours(db, &[order.state.name().to_owned()], order.id).await?;
    let view = StaffOrderPageView {
        ship: if may_move { ship_form(&shop, &form_session, &order, &lines).await? } else { None },
        shipments: shipment_views(&shop, &form_session, &order, &lines, &parcels, may_move).await?,
        notice: notice(&shop, &query.notice, Money::from_minor(open), &member),
        change: change_form(&shop, &form_session, &order, !parcels.is_empty()).filter(|_| may_move),
        payment: payment::staff_view(
            &shop,
            &form_session,
            &order,
            live,
            proofs::staff_files(&shop, &media, &order).await?,
        )
        .filter(|_| member.may(Permission::OrdersPayments)),
        refund: (can_refund && approval.is_none()).then(|| {
            let open = Money::from_minor(open);
            refunds::form_view(&shop, &form_session, &order, &lines, &returned, open, &member)
        }),
        approval,
        next: next_step(&shop, &form_session, &order).filter(|_| may_move && has_no_parcel),
        prints: PrintKind::ALL
            .into_iter()
            .map(|kind| {
                form_session
                    .form(
                        &shop,
                        &STAFF_PRINT_URL.replace("{id}", &number.to_string()),
                        nonces::STAFF,
                        kind.label(),
                    )
                    .with_hidden("kind", kind.name())
            })
            .collect(),
        pick_url: (may_move && order.state == OrderState::Processing)
            .then(|| STAFF_PICK_URL.replace("{id}", &number.to_string())),
        unknown: unknown_payment(&shop, &order_attempts).await?,
        ledger: ledger(&shop, &order).await?,
        address: (may_edit && actions::may_correct(&order, !parcels.is_empty()))
            .then(|| actions::address_form(&shop, &form_session, &order)),
        note: may_edit.then(|| NoteFormView {
            action: actions::note_action(&order),
            hidden: form_session
                .form(&shop, STAFF_NOTE_URL, nonces::STAFF, msg::staff_orders::NOTE_ADD)
                .hidden,
            reaches_buyer: !order.buyer.email.is_empty(),
        }),
        emails: actions::email_rows(&shop, &order).await?,
        resend: actions::resend_form(&shop, &form_session, &order).filter(|_| may_edit),
        assign: may_edit
            .then(|| actions::assign_form(&shop, &form_session, &order, &members, assignee.as_ref())),
        tags: office::tags(db, order.id)
            .await?
            .into_iter()
            .map(|name| OrderTagView {
                remove: may_edit.then(|| actions::untag_form(&shop, &form_session, &order, &name)),
                name,
            })
            .collect(),
        tag: may_edit.then(|| actions::tag_form(&shop, &form_session, &order)),
        newer_url: newer.map(order_url),
        older_url: older.map(order_url),
        attempts: order_attempts.iter().map(attempt).collect(),
        history: history_rows(&shop, &order, &history).await?,
        attribution: order
            .attribution
            .iter()
            .filter(|(_, value)| *value != "(none)")
            .map(|(name, value)| source(&shop, name, value))
            .collect(),
        attribution_check: attribution_check(&shop, &order).await?,
        orders_url: STAFF_ORDERS_URL.to_owned(),
        gift_url: order.gift.is_some().then(|| STAFF_GIFT_URL.replace("{id}", &order.number.to_string())),
        order: order_view(&shop, &order, &lines, live).await?,
    };
    let title = shop.messages.text(msg::checkout::ORDER.with("number", order.number.to_string()));
    form_session.render_page(&shop, &url(&order), &title, &view, StatusCode::OK).await
}

fn attempt_label(state: AttemptState) -> Key {
    match state {
        AttemptState::Submitting | AttemptState::RequiresAction => msg::checkout::ATTEMPT_SUBMITTING,
        AttemptState::Authorised => msg::checkout::ATTEMPT_AUTHORISED,
        AttemptState::Captured => msg::checkout::ATTEMPT_CAPTURED,
        AttemptState::Processing => msg::checkout::ATTEMPT_PROCESSING,
        AttemptState::Declined => msg::checkout::ATTEMPT_DECLINED,
        AttemptState::Unknown => msg::checkout::STAFF_PAYMENT_UNKNOWN,
        AttemptState::Voided => msg::checkout::ATTEMPT_VOIDED,
        AttemptState::Refunded => msg::checkout::STATE_REFUNDED,
        AttemptState::Disputed | AttemptState::Returned => msg::checkout::STAFF_PAYMENT_RETURNED,
    }
}

/// The label and value of an attribution field, translated if a translation exists.
fn source(shop: &Shop, name: &str, value: &str) -> (String, String) {
    let text = |key: Key| shop.messages.text(key);
    let label = source_label(name).map_or_else(|| name.to_owned(), text);
    let value = match (name, value) {
        ("source_type", "typein") => text(msg::checkout::STAFF_VISIT_TYPED),
        ("source_type", "utm") => text(msg::attribution::TYPE_UTM),
        ("source_type", "organic") => text(msg::attribution::TYPE_ORGANIC),
        ("source_type", "referral") => text(msg::attribution::TYPE_REFERRAL),
        ("utm_source", "(direct)") => text(msg::checkout::STAFF_VISIT_DIRECT),
        (_, other) => other.to_owned(),
    };
    (label, value)
}

fn source_label(name: &str) -> Option<Key> {
    Some(match name {
        "source_type" => msg::checkout::STAFF_VISIT_TYPE,
        "utm_source" => msg::checkout::STAFF_VISIT_SOURCE,
        "referrer" => msg::attribution::FIELD_REFERRER,
        "utm_campaign" => msg::attribution::FIELD_UTM_CAMPAIGN,
        "utm_medium" => msg::attribution::FIELD_UTM_MEDIUM,
        "utm_content" => msg::attribution::FIELD_UTM_CONTENT,
        "utm_id" => msg::attribution::FIELD_UTM_ID,
        "utm_term" => msg::attribution::FIELD_UTM_TERM,
        "utm_source_platform" => msg::attribution::FIELD_UTM_SOURCE_PLATFORM,
        "utm_creative_format" => msg::attribution::FIELD_UTM_CREATIVE_FORMAT,
        "utm_marketing_tactic" => msg::attribution::FIELD_UTM_MARKETING_TACTIC,
        "session_entry" => msg::attribution::FIELD_SESSION_ENTRY,
        "session_start_time" => msg::attribution::FIELD_SESSION_START_TIME,
        "session_pages" => msg::attribution::FIELD_SESSION_PAGES,
        "session_count" => msg::attribution::FIELD_SESSION_COUNT,
        "user_agent" => msg::attribution::FIELD_USER_AGENT,
        _ => return None,
    })
}

/// Names the submitted fields that differ from what the server computed.
async fn attribution_check(shop: &Shop, order: &Order) -> Result<Option<String>, AppError> {
    let names = attribution::service::list_mismatches(&shop.db, order.id).await?;
    let label =
        |name: &String| source_label(name).map_or_else(|| name.clone(), |key| shop.messages.text(key));
    let labels: Vec<_> = names.iter().map(label).collect();
    let text = || shop.messages.text(msg::attribution::CHECK_DIFFERS.with("fields", labels.join("، ")));
    Ok((!labels.is_empty()).then(text))
}

fn notice(shop: &Shop, code: &str, open: Money, member: &StaffMember) -> Option<NoticeView> {
    Some(match code {
        "changed" => NoticeView::ok(msg::checkout::STAFF_CHANGED, shop.messages),
        "refunded" => NoticeView::ok(msg::checkout::STAFF_REFUNDED, shop.messages),
        "shipped" => NoticeView::ok(msg::orders::STAFF_SHIPPED, shop.messages),
        "not-shipped" => NoticeView::error(msg::orders::STAFF_NOT_SHIPPED, shop.messages),
        "delivered" => NoticeView::ok(msg::orders::STAFF_DELIVERED, shop.messages),
        "not-delivered" => NoticeView::error(msg::orders::STAFF_NOT_DELIVERED, shop.messages),
        "corrected" => NoticeView::ok(msg::orders::STAFF_CORRECTED, shop.messages),
        "not-corrected" => NoticeView::error(msg::orders::STAFF_NOT_CORRECTED, shop.messages),
        "parcel-removed" => NoticeView::ok(msg::orders::STAFF_PARCEL_REMOVED, shop.messages),
        "parcel-not-removed" => NoticeView::error(msg::orders::STAFF_PARCEL_NOT_REMOVED, shop.messages),
        "collected" => NoticeView::ok(msg::orders::STAFF_COLLECTED, shop.messages),
        "confirmed" => NoticeView::ok(msg::orders::STAFF_CONFIRMED, shop.messages),
        "refused" => NoticeView::ok(msg::orders::STAFF_REFUSED, shop.messages),
        "no-reason" => NoticeView::error(msg::orders::STAFF_REFUSE_REASON_MISSING, shop.messages),
        "not-recorded" => NoticeView::error(msg::orders::STAFF_NOT_RECORDED, shop.messages),
        "assigned" => NoticeView::ok(msg::staff_orders::ASSIGN_SAVED, shop.messages),
        "tagged" => NoticeView::ok(msg::staff_orders::TAGS_SAVED, shop.messages),
        "tags-full" => NoticeView::error(msg::staff_orders::TAGS_FULL, shop.messages),
        "no-tag" => NoticeView::error(msg::staff_orders::TAG_MISSING, shop.messages),
        "note-saved" => NoticeView::ok(msg::staff_orders::NOTE_SAVED, shop.messages),
        "note-sent" => NoticeView::ok(msg::staff_orders::NOTE_SENT, shop.messages),
        "no-note" => NoticeView::error(msg::staff_orders::NOTE_EMPTY, shop.messages),
        "no-buyer" => NoticeView::error(msg::staff_orders::NOTE_NO_BUYER, shop.messages),
        "resent" => NoticeView::ok(msg::staff_orders::RESENT, shop.messages),
        "resent-before" => NoticeView::error(msg::staff_orders::RESENT_BEFORE, shop.messages),
        "not-resent" => NoticeView::error(msg::staff_orders::NOT_RESENT, shop.messages),
        "address-changed" => NoticeView::ok(msg::staff_orders::ADDRESS_CHANGED, shop.messages),
        "address-late" => NoticeView::error(msg::staff_orders::ADDRESS_LATE, shop.messages),
        "address-meanwhile" => NoticeView::error(msg::staff_orders::ADDRESS_MEANWHILE, shop.messages),
        "address-wrong" => NoticeView::error(msg::staff_orders::ADDRESS_WRONG, shop.messages),
        "approval-requested" => NoticeView::ok(msg::staff_orders::APPROVAL_REQUESTED, shop.messages),
        "approval-waits" => NoticeView::error(msg::staff_orders::APPROVAL_ALREADY, shop.messages),
        "approval-refused" => NoticeView::ok(msg::staff_orders::APPROVAL_REFUSED, shop.messages),
        "not-decided" => NoticeView::error(msg::staff_orders::APPROVAL_GONE, shop.messages),
        "not-changed" => NoticeView::error(msg::checkout::STAFF_NOT_CHANGED, shop.messages),
        "over-limit" => {
            let limit = Money::from_minor(member.role.refund_limit.unwrap_or_default());
            let message = msg::checkout::STAFF_REFUND_LIMIT.with("amount", limit.format());
            NoticeView::error(message, shop.messages)
        }
        "not-refunded" if open > Money::ZERO => {
            let message = msg::checkout::STAFF_REFUND_MOST.with("amount", open.format());
            NoticeView::error(message, shop.messages)
        }
        "not-refunded" => NoticeView::error(msg::checkout::STAFF_NOT_REFUNDED, shop.messages),
        _ => return None,
    })
}

fn change_form(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    has_parcels: bool,
) -> Option<FormView> {
    let choices = staff_choices(order.state, order.unpaid_offline(), has_parcels);
    let option = |state: &OrderState| OptionView {
        value: state.name().to_owned(),
        label: shop.messages.text(state.label()),
    };
    let field = FieldView::new("state", FieldKind::Select, msg::checkout::STAFF_CHANGE_TO, shop.messages)
        .options(choices.iter().map(option).collect());
    let action = STAFF_STATE_URL.replace("{id}", &order.number.to_string());
    (!choices.is_empty()).then(|| {
        form_session
            .form(shop, &action, nonces::STAFF, msg::checkout::STAFF_CHANGE)
            .with_hidden("from", order.state.name())
            .with(field)
    })
}

#[derive(Debug, Deserialize)]
pub struct ChangeStateForm {
    /// Chosen by the member.
    #[serde(default)]
    state: String,
    /// Of the button that is the next step.
    #[serde(default)]
    next: String,
    /// The state that the page showed, so that submitting twice changes it once.
    from: String,
}

pub async fn change(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<ChangeStateForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let now = shop.clock.now();
    let refused = || Ok(redirect(&with_notice(&url(&order), "not-changed"), None));
    let name = if form.state.is_empty() { &form.next } else { &form.state };
    let Some(to) = OrderState::parse(name) else { return refused() };
    let mut tx = shop.db.begin().await?;
    let moved = move_order(&context, &mut tx, &member, order.id, Some(&form.from), to, now).await?;
    let Ok((before, next)) = moved else { return refused() };
    audit.record(&mut *tx, "order-state", &audit_subject(&before, next)).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(&url(&order), "changed"), None))
}
