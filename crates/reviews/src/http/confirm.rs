//! Links in emails that need a second step: a GET changes nothing, because mail scanners follow links.

use accounts::{
    service::FormSession,
    view::{AuthPageView, FormView, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, PathParam, Shop, Visitor};
use http::StatusCode;
use kernel::{EmailAddress, Key, msg};
use serde::Deserialize;

use crate::{
    ReviewSettings, store,
    urls::{CONFIRM_URL, STOP_URL},
};

#[derive(Debug, Deserialize)]
pub struct KeyForm {
    #[serde(default)]
    key: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(link): Fields<KeyForm>,
) -> Result<Response, AppError> {
    let exists = store::confirmation_exists(&shop.db, &link.key, shop.clock.now()).await?;
    let hidden = vec![("key".to_owned(), link.key)];
    let form = exists.then(|| form(&shop, CONFIRM_URL, hidden, msg::reviews::CONFIRM_BUTTON));
    let notice = (!exists).then(|| NoticeView::error(msg::reviews::CONFIRM_GONE, shop.messages));
    let view = page(&shop, msg::reviews::CONFIRM_TITLE, msg::reviews::CONFIRM_LEAD, form, notice);
    respond(&shop, &visitor, CONFIRM_URL, view).await
}

pub async fn confirm(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(link): Fields<KeyForm>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    let is_done = store::confirm(&mut tx, &link.key, shop.clock.now()).await?;
    tx.commit().await?;
    let notice = match is_done {
        true => NoticeView::ok(msg::reviews::CONFIRM_DONE, shop.messages),
        false => NoticeView::error(msg::reviews::CONFIRM_GONE, shop.messages),
    };
    let mut view = page(&shop, msg::reviews::CONFIRM_TITLE, msg::reviews::CONFIRM_LEAD, None, Some(notice));
    view.lead = None;
    respond(&shop, &visitor, CONFIRM_URL, view).await
}

/// Ends the emails that ask a guest for reviews.
pub async fn show_stop(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    store::invited_address(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    let url = STOP_URL.replace("{key}", &key);
    let hidden = vec![("List-Unsubscribe".to_owned(), "One-Click".to_owned())];
    let form = form(&shop, &url, hidden, msg::reviews::STOP_BUTTON);
    let view = page(&shop, msg::reviews::STOP_TITLE, msg::reviews::STOP_LEAD, Some(form), None);
    respond(&shop, &visitor, &url, view).await
}

pub async fn stop(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let address = store::invited_address(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    if let Ok(address) = EmailAddress::parse(&address) {
        let now = shop.clock.now();
        mail::service::suppress(&shop.db, &address, settings.request_list, "unsubscribed", now).await?;
    }
    let notice = NoticeView::ok(msg::reviews::STOP_DONE, shop.messages);
    let mut view = page(&shop, msg::reviews::STOP_TITLE, msg::reviews::STOP_LEAD, None, Some(notice));
    view.lead = None;
    respond(&shop, &visitor, &STOP_URL.replace("{key}", &key), view).await
}

/// The key in the form is the authorization: no session is needed.
fn form(shop: &Shop, action: &str, hidden: Vec<(String, String)>, submit: Key) -> FormView {
    FormView {
        action: action.to_owned(),
        hidden,
        fields: Vec::new(),
        submit: shop.messages.text(submit),
        is_danger: false,
    }
}

fn page(
    shop: &Shop,
    title: Key,
    lead: Key,
    form: Option<FormView>,
    notice: Option<NoticeView>,
) -> AuthPageView {
    AuthPageView {
        title: shop.messages.text(title),
        lead: form.is_some().then(|| shop.messages.text(lead)),
        notice,
        form,
        aside: None,
        other: None,
    }
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
