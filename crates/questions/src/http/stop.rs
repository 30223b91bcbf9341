//! The link that ends the emails about answers to a guest's address. A GET changes nothing, because mail scanners follow
//! links.

use accounts::{
    service::FormSession,
    view::{AuthPageView, FormView, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, PathParam, Shop, Visitor};
use http::StatusCode;
use kernel::{EmailAddress, msg};

use crate::{QuestionSettings, store, urls::STOP_URL};

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    store::stopped_address(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    let form = FormView {
        action: STOP_URL.replace("{key}", &key),
        hidden: vec![("List-Unsubscribe".to_owned(), "One-Click".to_owned())],
        fields: Vec::new(),
        submit: shop.messages.text(msg::questions::STOP_BUTTON),
        is_danger: false,
    };
    respond(&shop, &visitor, &key, Some(form), None).await
}

pub async fn stop(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<QuestionSettings>().await?;
    let address = store::stopped_address(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    if let Ok(address) = EmailAddress::parse(&address) {
        let now = shop.clock.now();
        mail::service::suppress(&shop.db, &address, settings.answer_list, "unsubscribed", now).await?;
    }
    let notice = NoticeView::ok(msg::questions::STOP_DONE, shop.messages);
    respond(&shop, &visitor, &key, None, Some(notice)).await
}

async fn respond(
    shop: &Shop,
    visitor: &Visitor,
    key: &str,
    form: Option<FormView>,
    notice: Option<NoticeView>,
) -> Result<Response, AppError> {
    let title = shop.messages.text(msg::questions::STOP_TITLE);
    let view = AuthPageView {
        title: title.clone(),
        lead: form.is_some().then(|| shop.messages.text(msg::questions::STOP_LEAD)),
        notice,
        form,
        aside: None,
        other: None,
    };
    let url = STOP_URL.replace("{key}", key);
    FormSession::without_nonce(visitor).render_page(shop, &url, &title, &view, StatusCode::OK).await
}
