//! Links in emails that need a second step: a GET changes nothing, because mail scanners follow links.

use accounts::{
    service::FormSession,
    view::{AuthPageView, FormView, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor};
use http::StatusCode;
use kernel::{Key, msg};
use serde::Deserialize;

use crate::{store, urls::CONFIRM_URL};

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
