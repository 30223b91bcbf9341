//! The orders of the signed-in customer.

use accounts::{
    service::FormSession,
    view::{ORDER_URL, ORDERS_URL},
};
use axum::{extract::State, response::Response};
use cart::view::SHOP_URL;
use edge::{AppError, Fields, PathParam, Shop, ShopZone, Visitor, session::Customer};
use http::StatusCode;
use kernel::{Zone, msg};
use media::MediaContext;
use payments::{PaymentContext, service::attempts};
use serde::Deserialize;

use super::{
    actions::{ActionNotice, actions, notices},
    confirmation::{is_live, transfer_view},
    rendering::{order_view, state_view},
};
use crate::{
    store::{self, OrderListItem},
    view::{CONTACT_URL, OrderPageView, OrderRow, OrdersPageView},
};

const PAGE_SIZE: i64 = 20;

#[derive(Debug, Default, Deserialize)]
pub struct OrdersQuery {
    #[serde(default)]
    before: String,
}

pub async fn list(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(query): Fields<OrdersQuery>,
) -> Result<Response, AppError> {
    // `before` is an order number, the identifier that customers know.
    let before = match query.before.parse().ok() {
        Some(number) => store::find_by_number(&context.db, number).await?.map(|id| id.0),
        None => None,
    };
    let mut orders = store::list_by_customer(&context.db, customer, before, PAGE_SIZE + 1).await?;
    let has_more = orders.len() > PAGE_SIZE as usize;
    orders.truncate(PAGE_SIZE as usize);
    let next_url =
        orders.last().filter(|_| has_more).map(|last| format!("{ORDERS_URL}?before={}", last.number));
    let form_session = FormSession::for_customer(&visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let view = OrdersPageView {
        layout: form_session.layout(&shop, ORDERS_URL, None, None),
        orders: orders.iter().map(|order| row(&shop, &zone, order)).collect(),
        next_url,
        shop_url: SHOP_URL.to_owned(),
    };
    let title = view.layout.title.clone();
    form_session.render_page(&shop, ORDERS_URL, &title, &view, StatusCode::OK).await
}

fn row(shop: &Shop, zone: &Zone, order: &OrderListItem) -> OrderRow {
    let pieces = order.pieces.to_whole().unwrap_or(1);
    let pay_url = format!("/ar/checkout/order-pay/{}/?pay_for_order=true&key={}", order.number, order.key);
    OrderRow {
        number: order.number.to_string(),
        date: zone.date(order.created_at),
        state: state_view(shop, order.state),
        total: order.total.format(),
        pieces: shop.messages.text(msg::checkout::PIECES.with("count", pieces)),
        url: ORDER_URL.replace("{number}", &order.number.to_string()),
        pay_url: order.state.is_payable().then_some(pay_url),
    }
}

/// Shows one order. Another customer's order is answered as not found.
pub async fn one(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    Customer(customer): Customer,
    PathParam(number): PathParam<i64>,
    Fields(said): Fields<ActionNotice>,
) -> Result<Response, AppError> {
    let id = store::find_by_number(&context.db, number).await?.ok_or(AppError::NotFound)?;
    let order = store::find(&context.db, id).await?.filter(|order| order.customer == Some(customer));
    let order = order.ok_or(AppError::NotFound)?;
    edge::trace::record("order", order.id.0);
    edge::trace::record("number", order.number);
    let order_attempts = attempts::list_by_order(&context.db, order.id).await?;
    let live = order_attempts.iter().find(|attempt| is_live(attempt));
    let lines = store::lines(&context.db, order.id).await?;
    let form_session = FormSession::for_customer(&visitor)?;
    let title = shop.messages.text(msg::checkout::ORDER.with("number", order.number.to_string()));
    let parcels = store::shipments(&context.db, order.id).await?;
    let view = order_view(&shop, &order, &lines, live).await?;
    let mut layout = form_session.layout(&shop, ORDERS_URL, Some(title.clone()), None);
    // The last breadcrumb names the order, the heading its state.
    layout.title = view.title.clone();
    let view = OrderPageView {
        layout,
        actions: actions(&shop, &form_session, &order, live, &parcels).await?,
        notices: notices(&shop, &lines, &said),
        order: view,
        cart_url: said.cart_url(),
        contact_url: CONTACT_URL.to_owned(),
        transfer: transfer_view(&shop, &media, &form_session, &order).await?,
    };
    form_session.render_page(&shop, ORDERS_URL, &title, &view, StatusCode::OK).await
}
