//! The sheet that staff print for the box of a gift.

use axum::{extract::State, response::Response};
use edge::{AppError, Page, PathParam, Shop};
use kernel::msg;
use payments::service::page::head;

use super::staff;
use crate::{
    store::{self, OrderLine, OrderLinePart, ShopIdentity},
    view::{GiftSheetLine, GiftSheetPageView, STAFF_GIFT_URL},
};

pub async fn sheet(
    State(shop): State<Shop>,
    PathParam(number): PathParam<i64>,
) -> Result<Response, AppError> {
    let order = staff::find(&shop, number).await?;
    let gift = order.gift.as_ref().ok_or(AppError::NotFound)?;
    let lines = store::lines(&shop.db, order.id).await?;
    let line = |line: &OrderLine| GiftSheetLine {
        name: line.name.clone(),
        notes: line.detail.iter().cloned().chain(line.parts.iter().map(OrderLinePart::text)).collect(),
        quantity: line.quantity.to_string(),
    };
    let from = order.buyer.first_name.clone();
    let people = match order.recipient() {
        Some(to) => msg::orders::GIFT_PEOPLE.with("to", to.first_name.clone()).with("from", from),
        None => msg::orders::GIFT_FROM.with("from", from),
    };
    let title = shop.messages.text(msg::orders::GIFT_SHEET);
    let view = GiftSheetPageView {
        title: title.clone(),
        people: shop.messages.text(people),
        text: gift.text.clone(),
        goods: lines.iter().map(line).collect(),
        shop_name: shop.settings.get::<ShopIdentity>().await?.name.clone(),
        back_url: staff::url(&order),
    };
    let url = STAFF_GIFT_URL.replace("{id}", &order.number.to_string());
    shop.personal_response(&Page::new(head(&shop, &url, title), &view).slim()).await
}
