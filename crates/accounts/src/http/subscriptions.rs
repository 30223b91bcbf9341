//! Email subscriptions: the form, call 9, and the unsubscribe link of every list email.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, session::Customer, view::Success,
};
use http::StatusCode;
use kernel::{CustomerId, msg};
use serde::Deserialize;

use super::{nonces, page::FlashQuery};
use crate::{
    jobs::{self, AccountNotification},
    service::{FormSession, redirect, with_notice},
    store,
    view::*,
};

/// Upper bound on the lists that one request may name.
const MAX_LISTS: usize = 100;

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(query): Fields<FlashQuery>,
) -> Result<Response, AppError> {
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInRequired)?;
    let lists = store::lists(&shop.db, id).await?;
    let form_session = FormSession::for_customer(&visitor)?;
    let text = |key| shop.messages.text(key);
    let view = SubscriptionsPageView {
        layout: form_session.layout(&shop, SUBSCRIPTIONS_URL, None, None),
        lead: shop.messages.text(msg::accounts::SUBSCRIPTIONS_TO.with("email", customer.email)),
        action: SUBSCRIPTIONS_URL.to_owned(),
        nonce: form_session.nonce(&shop, nonces::SUBSCRIPTIONS),
        lists: lists
            .into_iter()
            .map(|list| ListView {
                id: list.id.to_string(),
                name: list.name,
                description: list.description,
                is_on: list.is_on,
            })
            .collect(),
        saved: text(msg::accounts::SUBSCRIPTIONS_SAVED),
        is_saved: query.notice == "saved",
        empty: text(msg::accounts::SUBSCRIPTIONS_NONE),
        submit: text(msg::common::SAVE),
    };
    let title = view.layout.title.clone();
    form_session.render_page(&shop, SUBSCRIPTIONS_URL, &title, &view, StatusCode::OK).await
}

/// The lists that the customer wants. One invalid id refuses the whole request.
#[derive(Deserialize)]
pub struct SubscriptionsForm {
    /// An empty value stands for no list.
    #[serde(rename = "lists[]", alias = "lists", default)]
    lists: Vec<Option<i64>>,
}

impl SubscriptionsForm {
    /// Returns the ids without duplicates.
    fn into_lists(self) -> Result<Vec<i64>, AppError> {
        let mut lists: Vec<i64> = self.lists.into_iter().flatten().collect();
        lists.sort_unstable();
        lists.dedup();
        if lists.len() > MAX_LISTS { Err(AppError::BadRequest("no such list")) } else { Ok(lists) }
    }
}

/// Replaces the customer's subscriptions with the submitted lists.
async fn replace(
    shop: &Shop,
    audit: &AuditWriter,
    id: CustomerId,
    form: SubscriptionsForm,
) -> Result<(), AppError> {
    let now = shop.clock.now();
    let lists = form.into_lists()?;
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInRequired)?;
    let email = customer.address()?;
    let mut tx = shop.db.begin().await?;
    let new = store::replace(&mut tx, id, &email, &lists, now).await?;
    let new = new.ok_or(AppError::BadRequest("no such list"))?;
    for list in new {
        jobs::notify(&mut tx, id, AccountNotification::Subscribed { list }, now).await?;
    }
    audit.record(&mut *tx, "subscriptions", "").await?;
    tx.commit().await?;
    Ok(())
}

/// Call 9: replaces the subscriptions and answers JSON.
pub async fn call(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Customer(id): Customer,
    Fields(form): Fields<SubscriptionsForm>,
) -> Result<axum::Json<Success>, AppError> {
    replace(&shop, &audit, id, form).await?;
    Ok(axum::Json(Success { success: true }))
}

/// Replaces the subscriptions from a plain form and redirects.
pub async fn save(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Customer(id): Customer,
    Fields(form): Fields<SubscriptionsForm>,
) -> Result<Response, AppError> {
    replace(&shop, &audit, id, form).await?;
    Ok(redirect(&with_notice(SUBSCRIPTIONS_URL, "saved"), None))
}

/// Shows the unsubscribe form. A GET changes nothing, because mail scanners follow links.
pub async fn show_unsubscribe(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let list = store::find_list_name_by_key(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    let text = |key| shop.messages.text(key);
    let url = UNSUBSCRIBE_URL.replace("{key}", &key);
    let view = AuthPageView {
        title: text(msg::accounts::UNSUBSCRIBE),
        lead: Some(shop.messages.text(msg::accounts::UNSUBSCRIBE_LEAD.with("list", list))),
        notice: None,
        // The key in the URL authorizes the request: no session is needed, and mail clients post it directly.
        form: Some(FormView {
            action: url.clone(),
            hidden: vec![("List-Unsubscribe".to_owned(), "One-Click".to_owned())],
            fields: Vec::new(),
            submit: text(msg::accounts::UNSUBSCRIBE),
            is_danger: false,
        }),
        aside: None,
        other: None,
    };
    let form_session = FormSession::without_nonce(&visitor);
    form_session.render_page(&shop, &url, &text(msg::accounts::UNSUBSCRIBE), &view, StatusCode::OK).await
}

/// One-click unsubscribe, posted by the form or by a mail client. Idempotent.
pub async fn unsubscribe(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let list = store::unsubscribe(&mut tx, &key, now).await?;
    tx.commit().await?;
    let text = |key| shop.messages.text(key);
    let view = AuthPageView {
        title: text(msg::accounts::UNSUBSCRIBE),
        lead: list.map(|list| shop.messages.text(msg::accounts::UNSUBSCRIBED_LIST.with("list", list))),
        notice: Some(NoticeView::ok(msg::accounts::UNSUBSCRIBED, shop.messages)),
        form: None,
        aside: None,
        other: None,
    };
    let url = UNSUBSCRIBE_URL.replace("{key}", &key);
    let form_session = FormSession::without_nonce(&visitor);
    form_session.render_page(&shop, &url, &text(msg::accounts::UNSUBSCRIBE), &view, StatusCode::OK).await
}
