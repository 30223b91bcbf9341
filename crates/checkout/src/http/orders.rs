//! A customer's own orders.

use accounts::{
    http::page::Desk,
    view::{ORDER_URL, ORDERS_URL},
};
use axum::{Extension, extract::State, response::Response};
use cart::view::SHOP_URL;
use edge::{AppError, Fields, Shop, Visitor, frame::PathNames, session::Customer};
use http::StatusCode;
use kernel::{date, msg};
use payments::store as attempts;
use serde::Deserialize;

use super::{
    received::is_live,
    show::{order_view, state_view},
};
use crate::{
    store::{self, Listed},
    till::Till,
    view::{OrderPageView, OrderRow, OrdersPageView},
};

const PAGE: i64 = 20;

#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    #[serde(default)]
    before: String,
}

pub async fn list(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(asked): Fields<Asked>,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    // People know an order by its number, so that is where the next page begins.
    let before = match asked.before.parse().ok() {
        Some(number) => store::by_number(&till.db, number).await?.map(|id| id.0),
        None => None,
    };
    let mut orders = store::of_customer(&till.db, customer, before, PAGE + 1).await?;
    let has_more = orders.len() > PAGE as usize;
    orders.truncate(PAGE as usize);
    let next_url =
        orders.last().filter(|_| has_more).map(|last| format!("{ORDERS_URL}?before={}", last.number));
    let desk = Desk::own(&visitor)?;
    let view = OrdersPageView {
        frame: desk.frame(&shop, ORDERS_URL, None, None),
        orders: orders.iter().map(|order| row(&shop, order)).collect(),
        next_url,
        shop_url: SHOP_URL.to_owned(),
    };
    let title = view.frame.title.clone();
    desk.show(&shop, ORDERS_URL, &title, &view, StatusCode::OK).await
}

fn row(shop: &Shop, order: &Listed) -> OrderRow {
    let pieces = order.pieces.to_whole().unwrap_or(1);
    let pay_url = format!("/ar/checkout/order-pay/{}/?pay_for_order=true&key={}", order.number, order.key);
    OrderRow {
        number: order.number.to_string(),
        date: date::date(order.created_at),
        state: state_view(shop, order.state),
        total: order.total.format(),
        pieces: shop.messages.text(msg::checkout::PIECES.with("count", pieces)),
        url: ORDER_URL.replace("{number}", &order.number.to_string()),
        pay_url: order.state.is_payable().then_some(pay_url),
    }
}

/// One of them. Another's does not exist for the caller.
pub async fn one(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Extension(names): Extension<PathNames>,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let number = names.0.get("number").and_then(|text| text.parse().ok()).ok_or(AppError::NotFound)?;
    let id = store::by_number(&till.db, number).await?.ok_or(AppError::NotFound)?;
    let order = store::find(&till.db, id).await?.filter(|order| order.customer == Some(customer));
    let order = order.ok_or(AppError::NotFound)?;
    let tries = attempts::of_order(&till.db, order.id).await?;
    let live = tries.iter().find(|attempt| is_live(attempt));
    let lines = store::lines(&till.db, order.id).await?;
    let desk = Desk::own(&visitor)?;
    let title = shop.messages.text(msg::checkout::ORDER.with("number", order.number.to_string()));
    let view = OrderPageView {
        frame: desk.frame(&shop, ORDERS_URL, Some(title.clone()), None),
        pay_url: (order.state.is_payable() && live.is_none()).then(|| order.pay_url()),
        order: order_view(&shop, &order, &lines, live).await?,
    };
    desk.show(&shop, ORDERS_URL, &title, &view, StatusCode::OK).await
}
