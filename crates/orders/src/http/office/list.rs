//! The staff's list of orders.

use accounts::{
    service::FormSession,
    view::{NoticeView, OptionView},
};
use axum::{Json, extract::State, response::Response};
use edge::{AppError, Fields, Permission, Shop, ShopZone, Visitor, session::StaffMember};
use http::StatusCode;
use kernel::{Zone, msg};
use payments::{
    rules::AttemptState,
    service::form::{ending, method_title},
};
use serde::Deserialize;
use sqlx::Connection as _;

use super::{
    chips::{chips, filters},
    find::{COUNT_ROUNDS, Found, PAGE_ROUNDS, before, begin_reading, find},
    moving::MoveRefusal,
    query::{ME, OrdersQuery, UNKNOWN, UNPAID},
};
use crate::{
    http::{nonces, rendering::state_view},
    rules::State as OrderState,
    store::office::{self, Colleague, LOOKED_AT, SavedList, StaffListItem},
    view::*,
};

const PAGE_SIZE: usize = 50;

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<OrdersQuery>,
) -> Result<Response, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let start = before(&shop, &query).await?;
    let mut tx = begin_reading(&shop.db).await?;
    let Found { ids, next } = find(&shop, &mut tx, &member, &query, start, PAGE_SIZE, PAGE_ROUNDS).await?;
    // What was sold in a span is a report.
    let span = query.booked().filter(|_| member.may(Permission::ReportsRead));
    let orders = office::rows(&mut *tx, &ids, span).await?;
    let booked = match span {
        // Of all orders of the span: with another filter the list has only some of them.
        Some((from, until)) if query.filters().len() == 1 => {
            Some(office::booked_sum(&mut *tx, from, until).await?)
        }
        _ => None,
    };
    let members = office::colleagues(&mut *tx).await?;
    let saved = office::saved_lists(&mut *tx, member.id).await?;
    let newest = office::newest_id(&mut *tx).await?;
    let form_session = FormSession::for_staff(&visitor)?;
    let lists = tabs(&shop, &mut tx, &member, &form_session, &query, &saved).await?;
    tx.commit().await?;

    let next_url = match next {
        Some(id) => page_url(&shop, &query, id).await?,
        None => None,
    };
    let has_tab = lists.iter().any(|list| list.is_current);
    let is_filtered = !query.filters().is_empty();
    let view = StaffOrdersPageView {
        action: STAFF_ORDERS_URL.to_owned(),
        search: kernel::text::clean(&query.search, 100),
        save: (!has_tab && !query.without_search().filters().is_empty()).then(|| SaveListView {
            action: STAFF_LISTS_URL.to_owned(),
            hidden: form_session
                .form(&shop, STAFF_LISTS_URL, nonces::STAFF, msg::staff_orders::SAVE)
                .with_hidden("query", query.to_query())
                .hidden,
        }),
        lists,
        chips: chips(&shop, &query, &members).await?,
        filters: filters(&shop, &query, &members),
        hidden: query
            .filters()
            .into_iter()
            .filter(|(name, _)| *name != "search")
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        shown: shop.messages.text(msg::staff_orders::SHOWN.with("count", orders.len())),
        orders: orders.iter().map(|order| row(&shop, &zone, order, span.is_some())).collect(),
        booked: booked.map(|sum| sum.format()),
        next_url,
        first_url: start.is_some().then(|| query.url()),
        bulk: Some(bulk(&shop, &form_session, &member, &query, &members)),
        notice: notice(&shop, &query),
        refused: refused(&shop, &query.not),
        // The export has the orders of this list: all its pages.
        export: member.may(Permission::OrdersExport).then(|| {
            let form = form_session.form(&shop, STAFF_EXPORT_URL, nonces::STAFF, msg::staff_orders::EXPORT);
            query.filters().into_iter().fold(form, |form, (name, value)| form.with_hidden(name, value))
        }),
        clear_url: is_filtered.then(|| STAFF_ORDERS_URL.to_owned()),
        newer: NewOrdersView {
            after: newest.to_string(),
            nonce: form_session.nonce(&shop, nonces::STAFF),
            url: query.url(),
        },
    };
    let title = shop.messages.text(msg::checkout::STAFF_ORDERS);
    form_session.render_page(&shop, STAFF_ORDERS_URL, &title, &view, StatusCode::OK).await
}

/// The address of the page after the order with this id.
async fn page_url(shop: &Shop, query: &OrdersQuery, id: i64) -> Result<Option<String>, AppError> {
    let Some(number) = office::number_of(&shop.db, id).await? else { return Ok(None) };
    let url = query.url();
    let sign = if url.contains('?') { '&' } else { '?' };
    Ok(Some(format!("{url}{sign}before={number}")))
}

fn row(shop: &Shop, zone: &Zone, order: &StaffListItem, is_booked: bool) -> StaffOrderRow {
    let text = |key| shop.messages.text(key);
    let alert = match order.payment {
        Some(AttemptState::Unknown) => Some(text(msg::staff_orders::PAYMENT_UNKNOWN)),
        Some(AttemptState::Disputed | AttemptState::Returned) => {
            Some(text(msg::checkout::STAFF_PAYMENT_RETURNED))
        }
        _ if order.state == OrderState::Unfulfillable => Some(text(msg::staff_orders::SOLD_OUT)),
        _ => None,
    };
    let method = order.method.map(|kind| match order.last4.as_deref() {
        Some(last4) if !last4.is_empty() => shop.messages.text(ending(kind, last4)),
        _ => shop.messages.text(method_title(kind)),
    });
    StaffOrderRow {
        number: order.number.to_string(),
        date: zone.date_time(order.created_at),
        customer: order.name.trim().to_owned(),
        city: order.city.clone(),
        state: state_view(shop, order.state),
        alert,
        total: order.total.format(),
        method: method.unwrap_or_else(|| text(msg::staff_orders::NOT_PAID)),
        pieces: shop
            .messages
            .text(msg::staff_orders::PIECES.with("count", order.pieces.to_whole().unwrap_or(1))),
        source: source(shop, order),
        assignee: order.assignee.clone(),
        tags: order.tags.clone(),
        booked: is_booked.then(|| order.booked.format()),
        url: STAFF_ORDER_URL.replace("{id}", &order.number.to_string()),
    }
}

fn source(shop: &Shop, order: &StaffListItem) -> String {
    let text = |key| shop.messages.text(key);
    let known = |value: &Option<String>| value.clone().filter(|value| !value.is_empty() && value != "(none)");
    match (order.source_type.as_deref(), known(&order.source)) {
        (Some("typein"), _) => text(msg::checkout::STAFF_VISIT_DIRECT),
        (_, Some(source)) if source != "(direct)" => source,
        (Some("organic"), _) => text(msg::attribution::TYPE_ORGANIC),
        (Some("referral"), _) => text(msg::attribution::TYPE_REFERRAL),
        (Some(_), _) => text(msg::checkout::STAFF_VISIT_DIRECT),
        (None, _) => String::new(),
    }
}

/// «9», or «أكثر من 1,000»: nothing counts a table.
pub fn count_text(shop: &Shop, count: usize) -> String {
    match count as i64 {
        LOOKED_AT.. => shop.messages.text(msg::staff_orders::MORE_THAN),
        count => count.to_string(),
    }
}

async fn tabs(
    shop: &Shop,
    db: &mut sqlx::PgConnection,
    member: &StaffMember,
    form_session: &FormSession,
    shown: &OrdersQuery,
    saved: &[SavedList],
) -> Result<Vec<OrderListTab>, AppError> {
    let query = |state: &str, payment: &str, assignee: &str| OrdersQuery {
        state: state.to_owned(),
        payment: payment.to_owned(),
        assignee: assignee.to_owned(),
        ..OrdersQuery::default()
    };
    let built_in = [
        (msg::staff_orders::LIST_PREPARE, query(OrderState::Processing.name(), "", "")),
        (msg::staff_orders::LIST_UNPAID, query(UNPAID, "", "")),
        (msg::staff_orders::LIST_UNKNOWN, query("", UNKNOWN, "")),
        (msg::staff_orders::LIST_SHIPPED, query(OrderState::Shipped.name(), "", "")),
        (msg::staff_orders::LIST_MINE, query("", "", ME)),
    ];
    let current = shown.to_query();
    let mut tabs = vec![OrderListTab {
        label: shop.messages.text(msg::staff_orders::LIST_ALL),
        url: STAFF_ORDERS_URL.to_owned(),
        count: None,
        is_current: current.is_empty(),
        remove: None,
    }];
    // A slow or unreadable list of one member must not keep all others from theirs. These are the last queries of the
    // transaction.
    sqlx::query!("set local statement_timeout = '300ms'").execute(&mut *db).await?;
    let own = saved.iter().map(|list| (list.title.clone(), OrdersQuery::parse(&list.query), Some(list)));
    let all = built_in.into_iter().map(|(label, query)| (shop.messages.text(label), query, None)).chain(own);
    for (label, query, list) in all {
        let mut savepoint = db.begin().await?;
        let most = LOOKED_AT as usize;
        let count = match find(shop, &mut savepoint, member, &query, None, most, COUNT_ROUNDS).await {
            Ok(found) => {
                savepoint.commit().await?;
                // Nobody knows how many there are among the orders that were not looked at.
                let is_known = found.next.is_none() || found.ids.len() >= most;
                is_known.then(|| count_text(shop, found.ids.len()))
            }
            Err(error) => {
                savepoint.rollback().await?;
                tracing::warn!(%error, "counting a list of orders failed");
                None
            }
        };
        let is_current = query.to_query() == current;
        tabs.push(OrderListTab {
            label,
            url: query.url(),
            count,
            is_current,
            remove: list.filter(|list| list.is_own && is_current).map(|list| {
                form_session
                    .form(shop, STAFF_LIST_REMOVE_URL, nonces::STAFF, msg::staff_orders::REMOVE_LIST)
                    .with_hidden("list", list.id.to_string())
            }),
        });
    }
    Ok(tabs)
}

fn bulk(
    shop: &Shop,
    form_session: &FormSession,
    member: &StaffMember,
    query: &OrdersQuery,
    members: &[Colleague],
) -> BulkView {
    let state = |state: OrderState| OptionView {
        value: state.name().to_owned(),
        label: shop.messages.text(state.label()),
    };
    let colleague =
        |colleague: &Colleague| OptionView { value: colleague.id.to_string(), label: colleague.name.clone() };
    let nobody = OptionView { value: String::new(), label: shop.messages.text(msg::staff_orders::NOBODY) };
    BulkView {
        hidden: form_session
            .form(shop, STAFF_BULK_PRINT_URL, nonces::STAFF, msg::staff_orders::PRINT_PICKING)
            .with_hidden("back", query.to_query())
            .hidden,
        print_url: STAFF_BULK_PRINT_URL.to_owned(),
        move_to: member.may(Permission::OrdersMove).then(|| BulkMove {
            action: STAFF_BULK_STATE_URL.to_owned(),
            states: [
                OrderState::Shipped,
                OrderState::Delivered,
                OrderState::Completed,
                OrderState::Cancelled,
            ]
            .map(state)
            .to_vec(),
        }),
        mark: member.may(Permission::OrdersEdit).then(|| BulkMark {
            assign_url: STAFF_BULK_ASSIGN_URL.to_owned(),
            members: members.iter().map(colleague).chain([nobody]).collect(),
            tag_url: STAFF_BULK_TAG_URL.to_owned(),
        }),
    }
}

fn notice(shop: &Shop, query: &OrdersQuery) -> Option<NoticeView> {
    let count: i64 = query.done.parse().ok().filter(|count| (0..=400).contains(count)).unwrap_or(0);
    let message = match query.notice.as_str() {
        "moved" => msg::staff_orders::MOVED.with("count", count),
        "assigned" => msg::staff_orders::ASSIGNED.with("count", count),
        "tagged" => msg::staff_orders::TAGGED.with("count", count),
        "list-saved" => return Some(NoticeView::ok(msg::staff_orders::LIST_SAVED, shop.messages)),
        "list-removed" => return Some(NoticeView::ok(msg::staff_orders::LIST_REMOVED, shop.messages)),
        "no-title" => return Some(NoticeView::error(msg::staff_orders::LIST_UNTITLED, shop.messages)),
        "none-chosen" => return Some(NoticeView::error(msg::staff_orders::NONE_CHOSEN, shop.messages)),
        "no-tag" => return Some(NoticeView::error(msg::staff_orders::TAG_MISSING, shop.messages)),
        _ => return None,
    };
    Some(match query.not.is_empty() {
        true => NoticeView::ok(message, shop.messages),
        false => NoticeView::error(message, shop.messages),
    })
}

/// Reads `10493:payment,10488:state`.
fn refused(shop: &Shop, list: &str) -> Vec<String> {
    let one = |part: &str| {
        let (number, reason) = part.split_once(':')?;
        let number: i64 = number.parse().ok()?;
        let reason = shop.messages.text(MoveRefusal::parse(reason)?.label());
        let message = msg::staff_orders::NOT_MOVED.with("number", number.to_string());
        Some(shop.messages.text(message.with("reason", reason)))
    };
    list.split(',').take(PAGE_SIZE).filter_map(one).collect()
}

#[derive(Debug, Deserialize)]
pub struct NewerForm {
    after: i64,
}

/// Whether orders arrived since the page was rendered.
pub async fn newer(
    State(shop): State<Shop>,
    Fields(form): Fields<NewerForm>,
) -> Result<Json<NewOrdersAnswer>, AppError> {
    let count = office::count_since(&shop.db, form.after).await?;
    let text = (count > 0).then(|| shop.messages.text(msg::staff_orders::NEW_ORDERS.with("count", count)));
    Ok(Json(NewOrdersAnswer { text }))
}
