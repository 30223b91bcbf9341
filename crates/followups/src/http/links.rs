//! Links in follow-ups: restoring a cart, and ending the emails.

use accounts::{
    service::{FormSession, redirect},
    view::{AuthPageView, FormView, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, PathParam, Shop, Visitor, view::LinkView};
use http::StatusCode;
use kernel::{EmailAddress, Key, msg};

use crate::{
    rules::Cause,
    store::{self, RestorableCart, StopLink},
    urls::{RESTORE_URL, STOP_REVIEWS_URL, STOP_URL},
};

const CART_URL: &str = "/ar/cart/";

/// Unknown and expired links are answered alike.
async fn find_cart(shop: &Shop, key: &str) -> Result<RestorableCart, AppError> {
    store::find_restorable(&shop.db, key, shop.clock.now()).await?.ok_or(AppError::NotFound)
}

/// Shows the products and a button. Nothing on the page says whose cart it was.
pub async fn show_restore(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let cart = find_cart(&shop, &key).await?;
    let products: Vec<i64> = cart.lines.iter().map(|line| line.product).collect();
    let names = store::product_names(&shop.db, &products).await?;
    let lead = msg::followups::RESTORE_LEAD.with("items", names.len()).with("products", names.join("، "));
    let url = RESTORE_URL.replace("{key}", &key);
    let form = form(&shop, &url, Vec::new(), msg::followups::RESTORE_BUTTON);
    let mut view = page(&shop, msg::followups::RESTORE_TITLE, Some(form), None);
    view.lead = Some(shop.messages.text(lead));
    respond(&shop, &visitor, &url, view).await
}

/// Adds the lines to the visitor's own cart, at current prices and within the stock.
pub async fn restore(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let cart = find_cart(&shop, &key).await?;
    let restored = cart::service::restore(&shop, &visitor, visitor.address, &cart.lines).await?;
    if restored.is_complete {
        return Ok(redirect(CART_URL, restored.set_cookie));
    }
    let notice = NoticeView::info(msg::followups::RESTORE_PARTLY, shop.messages);
    let mut view = page(&shop, msg::followups::RESTORE_TITLE, None, Some(notice));
    view.aside = Some(LinkView::new(shop.messages.text(msg::followups::RESTORE_CART), CART_URL));
    let mut response = respond(&shop, &visitor, &RESTORE_URL.replace("{key}", &key), view).await?;
    if let Some(cookie) = restored.set_cookie {
        response.headers_mut().append(http::header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Shows the form that ends the emails of a list.
pub async fn show_stop(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    store::find_stop_link(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    stop_form(&shop, &visitor, &STOP_URL.replace("{key}", &key)).await
}

/// One-click unsubscribe, posted by the form or by a mail client.
pub async fn stop(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let link = store::find_stop_link(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    stop_list(&shop, &visitor, &STOP_URL.replace("{key}", &key), &link).await
}

/// For emails that requested reviews before they were follow-ups: the key of an invitation.
async fn find_reviews_link(shop: &Shop, key: &str) -> Result<StopLink, AppError> {
    let person = reviews::service::invited_address(&shop.db, key).await?.ok_or(AppError::NotFound)?;
    let settings = store::cause(&shop.db, Cause::ReviewRequest).await?;
    Ok(StopLink { person, list: settings.and_then(|settings| settings.list) })
}

pub async fn show_stop_reviews(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    find_reviews_link(&shop, &key).await?;
    stop_form(&shop, &visitor, &STOP_REVIEWS_URL.replace("{key}", &key)).await
}

pub async fn stop_reviews(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let link = find_reviews_link(&shop, &key).await?;
    stop_list(&shop, &visitor, &STOP_REVIEWS_URL.replace("{key}", &key), &link).await
}

async fn stop_form(shop: &Shop, visitor: &Visitor, url: &str) -> Result<Response, AppError> {
    let hidden = vec![("List-Unsubscribe".to_owned(), "One-Click".to_owned())];
    let form = form(shop, url, hidden, msg::followups::STOP_BUTTON);
    let mut view = page(shop, msg::followups::STOP_TITLE, Some(form), None);
    view.lead = Some(shop.messages.text(msg::followups::STOP_LEAD));
    respond(shop, visitor, url, view).await
}

async fn stop_list(shop: &Shop, visitor: &Visitor, url: &str, link: &StopLink) -> Result<Response, AppError> {
    if let Ok(address) = EmailAddress::parse(&link.person) {
        let now = shop.clock.now();
        mail::service::suppress(&shop.db, &address, link.list, "unsubscribed", now).await?;
    }
    let notice = NoticeView::ok(msg::followups::STOP_DONE, shop.messages);
    let view = page(shop, msg::followups::STOP_TITLE, None, Some(notice));
    respond(shop, visitor, url, view).await
}

fn form(shop: &Shop, action: &str, hidden: Vec<(String, String)>, submit: Key) -> FormView {
    FormView {
        action: action.to_owned(),
        hidden,
        fields: Vec::new(),
        submit: shop.messages.text(submit),
        is_danger: false,
    }
}

fn page(shop: &Shop, title: Key, form: Option<FormView>, notice: Option<NoticeView>) -> AuthPageView {
    AuthPageView { title: shop.messages.text(title), lead: None, notice, form, aside: None, other: None }
}

async fn respond(
    shop: &Shop,
    visitor: &Visitor,
    url: &str,
    view: AuthPageView,
) -> Result<Response, AppError> {
    let title = view.title.clone();
    FormSession::without_nonce(visitor).render_page(shop, url, &title, &view, StatusCode::OK).await
}
