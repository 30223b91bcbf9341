//! Dashboard of the account area.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, session};
use http::StatusCode;
use kernel::msg;

use super::{login, page::FlashQuery};
use crate::{
    service::{FormSession, menu_links},
    store,
    view::*,
};

/// Shows the dashboard to a signed-in customer and the login form to everyone else.
pub async fn dashboard(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<FlashQuery>,
) -> Result<Response, AppError> {
    let id = session::find_customer(&shop.db, &visitor, shop.clock.now()).await?;
    let customer = match id {
        Some(found) => store::find(&shop.db, found.id).await?,
        None => None,
    };
    let Some(customer) = customer else {
        return login::show(&shop, &visitor, &query, Default::default()).await;
    };
    let form_session = FormSession::for_customer(&visitor)?;
    let view = DashboardPageView {
        layout: form_session.layout(&shop, ACCOUNT_URL, None, query.notice(&shop)),
        greeting: match customer.first_name.as_str() {
            "" => shop.messages.text(msg::accounts::HELLO_NAMELESS),
            name => shop.messages.text(msg::accounts::HELLO.with("name", name)),
        },
        tiles: menu_links(&shop, ACCOUNT_URL).split_off(1),
    };
    let title = view.layout.title.clone();
    form_session.render_page(&shop, ACCOUNT_URL, &title, &view, StatusCode::OK).await
}
