//! The account area: its first page, and those whose lists are still empty.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, session, view::LinkView};
use http::StatusCode;
use kernel::{Key, msg};

use super::{
    login,
    page::{Desk, Told, links},
};
use crate::{store, view::*};

/// A customer's first page; for everybody else, the login.
pub async fn dashboard(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(asked): Fields<Told>,
) -> Result<Response, AppError> {
    let id = session::customer(&shop.db, &visitor, shop.clock.now()).await?;
    let customer = match id {
        Some(found) => store::find(&shop.db, found.id).await?,
        None => None,
    };
    let Some(customer) = customer else {
        return login::show(&shop, &visitor, &asked, Default::default()).await;
    };
    let desk = Desk::own(&visitor)?;
    let view = DashboardPageView {
        frame: desk.frame(&shop, ACCOUNT_URL, None, asked.notice(&shop)),
        greeting: match customer.first_name.as_str() {
            "" => shop.messages.text(msg::accounts::HELLO_NAMELESS),
            name => shop.messages.text(msg::accounts::HELLO.with("name", name)),
        },
        tiles: links(&shop, ACCOUNT_URL).split_off(1),
    };
    let title = view.frame.title.clone();
    desk.show(&shop, ACCOUNT_URL, &title, &view, StatusCode::OK).await
}

pub async fn orders(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    empty(&shop, &visitor, ORDERS_URL, msg::accounts::ORDERS_EMPTY, None).await
}

/// There are no orders yet, so there is none of that number.
pub async fn order() -> AppError {
    AppError::NotFound
}

pub async fn methods(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    let hint = Some(msg::accounts::METHODS_EMPTY_HINT);
    empty(&shop, &visitor, METHODS_URL, msg::accounts::METHODS_EMPTY, hint).await
}

async fn empty(
    shop: &Shop,
    visitor: &Visitor,
    url: &str,
    title: Key,
    hint: Option<Key>,
) -> Result<Response, AppError> {
    let desk = Desk::own(visitor)?;
    let view = EmptyPageView {
        frame: desk.frame(shop, url, None, None),
        title: shop.messages.text(title),
        hint: hint.map(|hint| shop.messages.text(hint)),
        link: LinkView::new(shop.messages.text(msg::cart::BROWSE), "/ar/shop/"),
    };
    let title = view.frame.title.clone();
    desk.show(shop, url, &title, &view, StatusCode::OK).await
}
