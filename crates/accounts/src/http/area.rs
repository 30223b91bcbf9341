//! The account area: its first page.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, session};
use http::StatusCode;
use kernel::msg;

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
