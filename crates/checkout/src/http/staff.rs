//! Orders, for those who run the shop: found, moved, refunded. Everything they do is in the audit log.

use accounts::{
    http::page::{Desk, go, told},
    view::{FieldKind, FieldView, FormView, NoticeView, OptionView, STAFF_URL},
};
use axum::{Extension, extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, audit, frame::PathNames, session::StaffMember};
use http::StatusCode;
use kernel::{EmailAddress, Key, Money, date, msg};
use payments::{rules::AttemptState, store as attempts};
use serde::Deserialize;

use super::{
    nonces,
    payment::ending,
    received::is_live,
    show::{order_view, state_view},
};
use crate::{
    jobs::{self, News},
    rules::{Event, Happening, State as OrderState},
    store::{self, Order},
    view::*,
};

const PAGE: i64 = 50;

#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    #[serde(default)]
    search: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    before: String,
    #[serde(default)]
    told: String,
}

pub async fn list(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(asked): Fields<Asked>,
) -> Result<Response, AppError> {
    let db = &shop.staff;
    let state = OrderState::parse(&asked.state);
    let search = kernel::text::clean(&asked.search, 100);
    let number: Option<i64> = kernel::digits::fold(search.trim_start_matches('#')).parse().ok();
    let mut next_url = None;
    let orders = if let Some(number) = number {
        store::of_number(db, number).await?
    } else if let Ok(email) = EmailAddress::parse(&search) {
        store::of_email(db, email.as_str(), PAGE).await?
    } else {
        let before = match asked.before.parse().ok() {
            Some(number) => store::by_number(db, number).await?.map(|id| id.0),
            None => None,
        };
        let mut orders = store::newest(db, state, before, PAGE + 1).await?;
        if orders.len() > PAGE as usize {
            orders.truncate(PAGE as usize);
            let last = orders.last().map_or(0, |last| last.number);
            next_url = Some(format!("{STAFF_ORDERS_URL}?state={}&before={last}", asked.state));
        }
        orders
    };
    let desk = Desk::staff(&visitor)?;
    let choice = |one: Option<OrderState>| StateChoice {
        value: one.map_or("", OrderState::name).to_owned(),
        label: shop.messages.text(one.map_or(msg::checkout::STAFF_ALL_STATES, OrderState::label)),
        is_chosen: one == state,
    };
    let row = |order: &store::Listed| StaffOrderRow {
        number: order.number.to_string(),
        date: date::moment(order.created_at),
        customer: order.name.clone(),
        state: state_view(&shop, order.state),
        total: order.total.format(),
        url: STAFF_ORDER_URL.replace("{id}", &order.number.to_string()),
    };
    let view = StaffOrdersPageView {
        action: STAFF_ORDERS_URL.to_owned(),
        search,
        states: std::iter::once(None).chain(OrderState::ALL.map(Some)).map(choice).collect(),
        orders: orders.iter().map(row).collect(),
        next_url,
        export: desk
            .form(&shop, STAFF_EXPORT_URL, nonces::STAFF, msg::checkout::STAFF_EXPORT)
            .carrying("state", asked.state.as_str()),
        home_url: STAFF_URL.to_owned(),
    };
    let title = shop.messages.text(msg::checkout::STAFF_ORDERS);
    desk.show(&shop, STAFF_ORDERS_URL, &title, &view, StatusCode::OK).await
}

async fn find(shop: &Shop, names: &PathNames) -> Result<Order, AppError> {
    let number = names.0.get("id").and_then(|text| text.parse().ok()).ok_or(AppError::NotFound)?;
    let id = store::by_number(&shop.staff, number).await?.ok_or(AppError::NotFound)?;
    store::find(&shop.staff, id).await?.ok_or(AppError::NotFound)
}

fn url(order: &Order) -> String {
    STAFF_ORDER_URL.replace("{id}", &order.number.to_string())
}

pub async fn one(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(names): Extension<PathNames>,
    Fields(asked): Fields<Asked>,
) -> Result<Response, AppError> {
    let db = &shop.staff;
    let order = find(&shop, &names).await?;
    let tries = attempts::of_order(db, order.id).await?;
    let live = tries.iter().find(|attempt| is_live(attempt));
    let lines = store::lines(db, order.id).await?;
    let history = store::events(db, order.id).await?;
    let open = order.total.as_minor() - store::refunds_under_way(db, order.id).await?.as_minor();
    let can_refund = live.is_some_and(|attempt| attempt.state == AttemptState::Captured) && open > 0;
    let desk = Desk::staff(&visitor)?;
    let attempt = |attempt: &attempts::Attempt| AttemptRow {
        key: attempt.key.clone(),
        state: shop.messages.text(attempt_label(attempt.state)),
        amount: attempt.amount.format(),
        method: shop.messages.text(ending(attempt.kind, &attempt.last4)),
        reference: attempt.reference.clone().unwrap_or_default(),
        date: date::moment(attempt.created_at),
    };
    let event = |(at, kind, detail, actor): &(_, String, String, String)| HistoryRow {
        date: date::moment(*at),
        text: Happening::parse(kind)
            .map_or_else(|| kind.clone(), |happening| shop.messages.text(happening.label())),
        detail: detail.clone(),
        actor: actor.clone(),
    };
    let view = StaffOrderPageView {
        notice: notice(&shop, &asked.told, Money::minor(open)),
        change: change_form(&shop, &desk, &order),
        refund: can_refund.then(|| refund_form(&shop, &desk, &order, Money::minor(open))),
        attempts: tries.iter().map(attempt).collect(),
        history: history.iter().map(event).collect(),
        attribution: order
            .attribution
            .iter()
            .filter(|(_, value)| *value != "(none)")
            .map(|(name, value)| source(&shop, name, value))
            .collect(),
        orders_url: STAFF_ORDERS_URL.to_owned(),
        order: order_view(&shop, &order, &lines, live).await?,
    };
    let title = shop.messages.text(msg::checkout::ORDER.with("number", order.number.to_string()));
    desk.show(&shop, &url(&order), &title, &view, StatusCode::OK).await
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

/// Where an order came from, in words where there are some.
fn source(shop: &Shop, name: &str, value: &str) -> (String, String) {
    let text = |key: Key| shop.messages.text(key);
    let label = match name {
        "source_type" => text(msg::checkout::STAFF_VISIT_TYPE),
        "utm_source" => text(msg::checkout::STAFF_VISIT_SOURCE),
        other => other.to_owned(),
    };
    let value = match (name, value) {
        ("source_type", "typein") => text(msg::checkout::STAFF_VISIT_TYPED),
        ("utm_source", "(direct)") => text(msg::checkout::STAFF_VISIT_DIRECT),
        (_, other) => other.to_owned(),
    };
    (label, value)
}

fn notice(shop: &Shop, told: &str, open: Money) -> Option<NoticeView> {
    Some(match told {
        "changed" => NoticeView::ok(msg::checkout::STAFF_CHANGED, shop.messages),
        "refunded" => NoticeView::ok(msg::checkout::STAFF_REFUNDED, shop.messages),
        "not-changed" => NoticeView::error(msg::checkout::STAFF_NOT_CHANGED, shop.messages),
        "not-refunded" if open > Money::ZERO => {
            let most = msg::checkout::STAFF_REFUND_MOST.with("amount", open.format());
            NoticeView::error(most, shop.messages)
        }
        "not-refunded" => NoticeView::error(msg::checkout::STAFF_NOT_REFUNDED, shop.messages),
        _ => return None,
    })
}

fn change_form(shop: &Shop, desk: &Desk, order: &Order) -> Option<FormView> {
    let choices = order.state.choices();
    let option = |state: &OrderState| OptionView {
        value: state.name().to_owned(),
        label: shop.messages.text(state.label()),
    };
    let field = FieldView::new("state", FieldKind::Select, msg::checkout::STAFF_CHANGE_TO, shop.messages)
        .options(choices.iter().map(option).collect());
    let action = STAFF_STATE_URL.replace("{id}", &order.number.to_string());
    (!choices.is_empty()).then(|| {
        desk.form(shop, &action, nonces::STAFF, msg::checkout::STAFF_CHANGE)
            .carrying("from", order.state.name())
            .with(field)
    })
}

fn refund_form(shop: &Shop, desk: &Desk, order: &Order, open: Money) -> FormView {
    let action = STAFF_REFUND_URL.replace("{id}", &order.number.to_string());
    let mut field =
        FieldView::new("amount", FieldKind::Latin, msg::checkout::STAFF_REFUND_AMOUNT, shop.messages)
            .value(open.to_decimal());
    field.hint =
        Some(shop.messages.text(msg::checkout::STAFF_REFUND_OF.with("amount", order.total.format())));
    desk.form(shop, &action, nonces::STAFF, msg::checkout::STAFF_REFUND)
        .carrying("open", open.as_minor().to_string())
        .with(field)
        .dangerous()
}

#[derive(Debug, Deserialize)]
pub struct Change {
    state: String,
    /// As the page showed it: pressed twice, it moves once.
    from: String,
}

pub async fn change(
    State(shop): State<Shop>,
    member: StaffMember,
    Extension(names): Extension<PathNames>,
    Fields(form): Fields<Change>,
) -> Result<Response, AppError> {
    let order = find(&shop, &names).await?;
    let now = shop.clock.now();
    let mut tx = shop.staff.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let wanted = OrderState::parse(&form.state).filter(|_| order.state.name() == form.from);
    // Nothing is cancelled that somebody is paying for right now.
    let busy = attempts::live(&mut *tx, order.id).await?.is_some() && wanted == Some(OrderState::Cancelled);
    let next = wanted.filter(|_| !busy).and_then(|state| order.state.after(Event::Moved(state)));
    let Some(next) = next else { return Ok(go(&told(&url(&order), "not-changed"), None)) };
    store::set_state(&mut tx, &order, next, "", &member.name, now).await?;
    match next {
        OrderState::Shipped => jobs::tell(&mut tx, order.id, News::Shipped, now).await?,
        OrderState::Cancelled => {
            let key = order.stock_key();
            cart::store::holds::release(&mut tx, &key).await?;
            cart::store::give_coupons_back(&mut *tx, &key).await?;
            jobs::tell(&mut tx, order.id, News::Cancelled, now).await?;
        }
        _ => {}
    }
    let subject = format!("order {} {}", order.id, next.name());
    audit::record(&mut *tx, now, &member.actor(), "order-state", &subject).await?;
    tx.commit().await?;
    Ok(go(&told(&url(&order), "changed"), None))
}

#[derive(Debug, Deserialize)]
pub struct RefundForm {
    amount: String,
    /// What was left when the page was drawn: pressed twice, it refunds once.
    open: String,
}

pub async fn refund(
    State(shop): State<Shop>,
    member: StaffMember,
    Extension(names): Extension<PathNames>,
    Fields(form): Fields<RefundForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, &names).await?;
    let now = shop.clock.now();
    let refused = |order: &Order| Ok(go(&told(&url(order), "not-refunded"), None));
    let Some(amount) = Money::parse_decimal(&form.amount).filter(|amount| amount.as_minor() > 0) else {
        return refused(&order);
    };
    let mut tx = shop.staff.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let open = order.total.as_minor() - store::refunds_under_way(&mut *tx, order.id).await?.as_minor();
    let live = attempts::live(&mut *tx, order.id).await?;
    let paid = live.filter(|attempt| attempt.state == AttemptState::Captured);
    let Some(paid) = paid.filter(|_| form.open == open.to_string()) else { return refused(&order) };
    let words = ("staff", member.name.as_str());
    let asked = store::ask_refund(&mut tx, &order, &paid.key, amount, words, now).await?;
    let Some(key) = asked else { return refused(&order) };
    jobs::refund_later(&mut tx, &key).await?;
    let text = amount.format();
    store::note(&mut *tx, order.id, Happening::RefundAsked, &text, &member.name, now).await?;
    let subject = format!("order {} {}", order.id, amount.as_minor());
    audit::record(&mut *tx, now, &member.actor(), "refund", &subject).await?;
    tx.commit().await?;
    Ok(go(&told(&url(&order), "refunded"), None))
}
