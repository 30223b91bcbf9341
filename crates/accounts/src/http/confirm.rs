//! Confirmation of a new email address by the link sent to it.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor,
    audit::AuditWriter,
    session::{Customer, find_customer as signed_in},
    view::LinkView,
};
use http::StatusCode;
use kernel::{EmailAddress, msg};
use serde::Deserialize;

use super::nonces;
use crate::{
    jobs::{self, AccountNotification},
    service::{FormSession, redirect, with_notice},
    store::{self, Purpose},
    view::*,
};

#[derive(Deserialize, Default)]
pub struct ConfirmForm {
    #[serde(default)]
    key: String,
}

/// Shows the confirmation form to the signed-in owner of the account only. If the new address was mistyped, its real
/// owner receives the link but cannot confirm it.
pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<ConfirmForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let found = store::find_email_token(&shop.db, &form.key, &[Purpose::Email], now).await?;
    let customer = signed_in(&shop.db, &visitor, now).await?.map(|found| found.id);
    let step = match found {
        None => Step::Expired,
        Some(link) if link.customer != customer => Step::SignIn,
        Some(_) => Step::Confirm(&form.key),
    };
    render(&shop, &visitor, step).await
}

enum Step<'a> {
    Confirm(&'a str),
    SignIn,
    /// The token is used, expired or unknown.
    Expired,
}

async fn render(shop: &Shop, visitor: &Visitor, step: Step<'_>) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let form_session = FormSession::for_anyone(shop, visitor).await?;
    let submit = msg::accounts::EMAIL_CONFIRM;
    let mut view = AuthPageView {
        title: text(msg::accounts::EMAIL_CONFIRM),
        lead: None,
        notice: None,
        form: None,
        aside: None,
        other: None,
    };
    let status = match step {
        Step::Confirm(key) => {
            let form = form_session.form(shop, CONFIRM_EMAIL_URL, nonces::CONFIRM_EMAIL, submit);
            view.form = Some(form.with_hidden("key", key));
            view.lead = Some(text(msg::accounts::EMAIL_CONFIRM_LEAD));
            StatusCode::OK
        }
        Step::SignIn => {
            view.notice = Some(NoticeView::info(msg::accounts::EMAIL_CONFIRM_SIGN_IN, shop.messages));
            view.aside = Some(LinkView::new(text(msg::accounts::LOGIN), ACCOUNT_URL));
            StatusCode::OK
        }
        Step::Expired => {
            view.notice = Some(NoticeView::error(msg::accounts::LINK_EXPIRED, shop.messages));
            view.aside = Some(LinkView::new(text(msg::accounts::DETAILS), DETAILS_URL));
            StatusCode::GONE
        }
    };
    form_session
        .render_page(shop, CONFIRM_EMAIL_URL, &text(msg::accounts::EMAIL_CONFIRM), &view, status)
        .await
}

pub async fn confirm(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<ConfirmForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let link = store::find_email_token(&shop.db, &form.key, &[Purpose::Email], now).await?;
    let Some(link) = link.filter(|link| link.customer == Some(id)) else {
        return render(&shop, &visitor, Step::Expired).await;
    };
    let email = EmailAddress::parse(&link.email).map_err(anyhow::Error::from)?;
    let mut tx = shop.db.begin().await?;
    let old = store::find(&mut *tx, id).await?;
    let is_done = store::use_email_token(&mut *tx, &form.key, now).await?
        && store::set_email(&mut *tx, id, &email).await?;
    let Some(old) = old.filter(|_| is_done) else {
        tx.rollback().await?;
        return render(&shop, &visitor, Step::Expired).await;
    };
    // Links sent to the old address become invalid.
    store::delete_email_tokens(&mut *tx, id).await?;
    // Notify the old address, in case the change was not made by the customer.
    let notification = AccountNotification::EmailChanged { old: old.email, new: email.to_string() };
    jobs::notify(&mut tx, id, notification, now).await?;
    audit.record(&mut *tx, "change-email", "").await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(DETAILS_URL, "email"), None))
}
