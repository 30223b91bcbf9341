//! The staff's order pages: search, change state, refund. Parcels are in [`super::shipments`]. Every change is recorded in the audit log.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, FormView, NoticeView, OptionView, STAFF_URL},
};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, PathParam, Permission, Shop, ShopZone, Visitor, audit::AuditWriter,
    session::StaffMember,
};
use http::StatusCode;
use kernel::{EmailAddress, Key, Money, msg};
use media::MediaContext;
use payments::{
    PaymentContext,
    rules::AttemptState,
    service::{
        attempts,
        form::{ending, method_title},
        offline, refund_later,
        refund_requests::{RefundReason, RefundRequest, refunds_under_way, request_refund},
    },
};
use serde::Deserialize;

use super::{
    confirmation::is_live,
    nonces, payment, proofs,
    rendering::{order_view, state_view},
    shipments::{ship_form, shipment_views},
};
use crate::{
    jobs::{self, OrderNotification},
    rules::{OrderEvent, State as OrderState, StateTrigger, staff_choices},
    settle::give_back,
    store::{self, Order},
    view::*,
};

const PAGE_SIZE: i64 = 50;

#[derive(Debug, Default, Deserialize)]
pub struct StaffOrdersQuery {
    #[serde(default)]
    search: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    before: String,
    #[serde(default)]
    notice: String,
}

pub async fn list(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<StaffOrdersQuery>,
) -> Result<Response, AppError> {
    let db = &shop.db;
    let state = OrderState::parse(&query.state);
    let search = kernel::text::clean(&query.search, 100);
    let number: Option<i64> = kernel::digits::fold(search.trim_start_matches('#')).parse().ok();
    let mut next_url = None;
    let orders = if let Some(number) = number {
        store::list_by_number(db, number).await?
    } else if let Ok(email) = EmailAddress::parse(&search) {
        store::list_by_email(db, email.as_str(), PAGE_SIZE).await?
    } else {
        let before = match query.before.parse().ok() {
            Some(number) => store::find_by_number(db, number).await?.map(|id| id.0),
            None => None,
        };
        let mut orders = store::list_newest(db, state, before, PAGE_SIZE + 1).await?;
        if orders.len() > PAGE_SIZE as usize {
            orders.truncate(PAGE_SIZE as usize);
            let last = orders.last().map_or(0, |last| last.number);
            next_url = Some(format!("{STAFF_ORDERS_URL}?state={}&before={last}", query.state));
        }
        orders
    };
    let form_session = FormSession::for_staff(&visitor)?;
    let choice = |option: Option<OrderState>| StateChoice {
        value: option.map_or("", OrderState::name).to_owned(),
        label: shop.messages.text(option.map_or(msg::checkout::STAFF_ALL_STATES, OrderState::label)),
        is_chosen: option == state,
    };
    let zone = shop.settings.get::<ShopZone>().await?;
    let row = |order: &store::OrderListItem| StaffOrderRow {
        number: order.number.to_string(),
        date: zone.date_time(order.created_at),
        customer: order.name.clone(),
        state: state_view(&shop, order.state),
        total: order.total.format(),
        method: order.method.map(|kind| shop.messages.text(method_title(kind))).unwrap_or_default(),
        url: STAFF_ORDER_URL.replace("{id}", &order.number.to_string()),
    };
    let view = StaffOrdersPageView {
        action: STAFF_ORDERS_URL.to_owned(),
        search,
        states: std::iter::once(None).chain(OrderState::ALL.map(Some)).map(choice).collect(),
        orders: orders.iter().map(row).collect(),
        next_url,
        export: member.may(Permission::OrdersExport).then(|| {
            form_session
                .form(&shop, STAFF_EXPORT_URL, nonces::STAFF, msg::checkout::STAFF_EXPORT)
                .with_hidden("state", query.state.as_str())
        }),
        home_url: STAFF_URL.to_owned(),
    };
    let title = shop.messages.text(msg::checkout::STAFF_ORDERS);
    form_session.render_page(&shop, STAFF_ORDERS_URL, &title, &view, StatusCode::OK).await
}

pub async fn find(shop: &Shop, number: i64) -> Result<Order, AppError> {
    let id = store::find_by_number(&shop.db, number).await?.ok_or(AppError::NotFound)?;
    edge::trace::record("order", id.0);
    edge::trace::record("number", number);
    store::find(&shop.db, id).await?.ok_or(AppError::NotFound)
}

pub fn url(order: &Order) -> String {
    STAFF_ORDER_URL.replace("{id}", &order.number.to_string())
}

pub async fn one(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(query): Fields<StaffOrdersQuery>,
) -> Result<Response, AppError> {
    let db = &shop.db;
    let order = find(&shop, number).await?;
    let order_attempts = attempts::list_by_order(db, order.id).await?;
    let live = order_attempts.iter().find(|attempt| is_live(attempt));
    let lines = store::lines(db, order.id).await?;
    let history = store::events(db, order.id).await?;
    let open = order.total.as_minor() - refunds_under_way(db, order.id).await?.as_minor();
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
    let event = |entry: &store::HistoryEntry| HistoryRow {
        date: zone.date_time(entry.at),
        text: OrderEvent::parse(&entry.kind)
            .map_or_else(|| entry.kind.clone(), |event| shop.messages.text(event.label())),
        detail: entry.detail.clone(),
        actor: entry.actor.clone(),
    };
    let parcels = store::shipments(db, order.id).await?;
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
        .filter(|_| member.may(Permission::OrdersEdit)),
        refund: can_refund
            .then(|| refund_form(&shop, &form_session, &order, Money::from_minor(open), &member)),
        attempts: order_attempts.iter().map(attempt).collect(),
        history: history.iter().map(event).collect(),
        attribution: order
            .attribution
            .iter()
            .filter(|(_, value)| *value != "(none)")
            .map(|(name, value)| source(&shop, name, value))
            .collect(),
        attribution_check: attribution_check(&shop, &order).await?,
        orders_url: STAFF_ORDERS_URL.to_owned(),
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

fn refund_form(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    open: Money,
    member: &StaffMember,
) -> FormView {
    let action = STAFF_REFUND_URL.replace("{id}", &order.number.to_string());
    let mut field =
        FieldView::new("amount", FieldKind::Latin, msg::checkout::STAFF_REFUND_AMOUNT, shop.messages)
            .value(Money::from_minor(most(open.as_minor(), member)).to_decimal());
    let mut hint = shop.messages.text(msg::checkout::STAFF_REFUND_OF.with("amount", order.total.format()));
    if order.offline.is_some() {
        hint = format!("{hint} {}", shop.messages.text(msg::orders::STAFF_REFUND_BY_HAND));
    }
    if let Some(limit) = member.role.refund_limit {
        let limit = msg::checkout::STAFF_REFUND_LIMIT.with("amount", Money::from_minor(limit).format());
        hint = format!("{hint} {}", shop.messages.text(limit));
    }
    field.hint = Some(hint);
    form_session
        .form(shop, &action, nonces::STAFF, msg::checkout::STAFF_REFUND)
        .with_hidden("open", open.as_minor().to_string())
        .with(field)
        .dangerous()
}

/// Of the open amount, what the member may refund at once.
fn most(open: i64, member: &StaffMember) -> i64 {
    member.role.refund_limit.map_or(open, |limit| limit.min(open))
}

#[derive(Debug, Deserialize)]
pub struct ChangeStateForm {
    state: String,
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
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let wanted = OrderState::parse(&form.state).filter(|_| order.state.name() == form.from);
    let live = attempts::find_live(&mut *tx, order.id).await?;
    let has_parcels = !store::shipments(&mut *tx, order.id).await?.is_empty();
    let choices = staff_choices(order.state, order.unpaid_offline(), has_parcels);
    let next = wanted.filter(|state| choices.contains(state)).and_then(|state| match state {
        OrderState::Cancelled if order.unpaid_offline().is_some() => {
            order.state.after(StateTrigger::Withdrawn)
        }
        // An order with a live payment cannot be cancelled.
        OrderState::Cancelled if live.is_some() => None,
        _ => order.state.after(StateTrigger::MovedByStaff(state)),
    });
    let Some(next) = next else { return Ok(redirect(&with_notice(&url(&order), "not-changed"), None)) };
    store::set_state(&mut tx, &order, next, "", &member.name, now).await?;
    match next {
        OrderState::Shipped => jobs::notify(&mut tx, order.id, OrderNotification::Shipped, now).await?,
        OrderState::Delivered => {
            store::deliver_all(&mut *tx, order.id, now).await?;
            payment::collect_cash(&context, &mut tx, &order, &member.name, now).await?;
            jobs::notify(&mut tx, order.id, OrderNotification::Delivered, now).await?;
        }
        OrderState::Completed => {
            payment::collect_cash(&context, &mut tx, &order, &member.name, now).await?;
        }
        OrderState::Cancelled => {
            give_back(&mut tx, &order).await?;
            if let Some(attempt) = &live {
                offline::void(&mut *tx, attempt, now).await?;
            }
            jobs::notify(&mut tx, order.id, OrderNotification::Cancelled, now).await?;
        }
        _ => {}
    }
    let subject = format!("order {} {}", order.id, next.name());
    audit.record(&mut *tx, "order-state", &subject).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(&url(&order), "changed"), None))
}

#[derive(Debug, Deserialize)]
pub struct RefundForm {
    amount: String,
    /// The refundable amount that the page showed, so that submitting twice refunds once.
    open: String,
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
    let refused = |order: &Order| Ok(redirect(&with_notice(&url(order), "not-refunded"), None));
    let Some(amount) = Money::parse_decimal(&form.amount).filter(|amount| amount.as_minor() > 0) else {
        return refused(&order);
    };
    if !member.may_refund(amount.as_minor()) {
        return Ok(redirect(&with_notice(&url(&order), "over-limit"), None));
    }
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let open = order.total.as_minor() - refunds_under_way(&mut *tx, order.id).await?.as_minor();
    let live = attempts::find_live(&mut *tx, order.id).await?;
    let paid = live.filter(|attempt| attempt.state == AttemptState::Captured);
    let Some(paid) = paid.filter(|_| form.open == open.to_string()) else { return refused(&order) };
    let request = RefundRequest {
        order: order.id,
        attempt: &paid.key,
        amount,
        limit: order.total,
        reason: RefundReason::Staff,
        actor: &member.name,
    };
    let Some(key) = request_refund(&mut tx, &request, now).await? else { return refused(&order) };
    refund_later(&mut tx, &key).await?;
    let text = amount.format();
    store::record_event(&mut *tx, order.id, OrderEvent::RefundRequested, &text, &member.name, now).await?;
    let subject = format!("order {} {}", order.id, amount.as_minor());
    audit.record(&mut *tx, "refund", &subject).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(&url(&order), "refunded"), None))
}
