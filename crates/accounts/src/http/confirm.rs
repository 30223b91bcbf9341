//! The link that makes a new address somebody's own.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor, audit,
    session::{Customer, customer as signed_in},
    view::LinkView,
};
use http::StatusCode;
use kernel::{EmailAddress, msg};
use serde::Deserialize;

use super::{
    nonces,
    page::{Desk, go, told},
};
use crate::{
    jobs::{self, News},
    store::{self, Purpose},
    view::*,
};

#[derive(Deserialize, Default)]
pub struct ConfirmForm {
    #[serde(default)]
    key: String,
}

/// Only its owner confirms a new address: whoever reads a letter that was sent to a mistyped one does not.
pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<ConfirmForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let found = store::find_link(&shop.db, &form.key, &[Purpose::Email], now).await?;
    let asking = signed_in(&shop.db, &visitor, now).await?.map(|found| found.id);
    let step = match found {
        None => Step::Expired,
        Some(link) if link.customer != asking => Step::SignIn,
        Some(_) => Step::Confirm(&form.key),
    };
    draw(&shop, &visitor, step).await
}

enum Step<'a> {
    Confirm(&'a str),
    SignIn,
    /// The link is used, too old, or none of ours.
    Expired,
}

async fn draw(shop: &Shop, visitor: &Visitor, step: Step<'_>) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let desk = Desk::open(shop, visitor).await?;
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
            let form = desk.form(shop, CONFIRM_EMAIL_URL, nonces::CONFIRM_EMAIL, submit);
            view.form = Some(form.carrying("key", key));
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
    desk.show(shop, CONFIRM_EMAIL_URL, &text(msg::accounts::EMAIL_CONFIRM), &view, status).await
}

pub async fn confirm(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<ConfirmForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let link = store::find_link(&shop.db, &form.key, &[Purpose::Email], now).await?;
    let Some(link) = link.filter(|link| link.customer == Some(id)) else {
        return draw(&shop, &visitor, Step::Expired).await;
    };
    let email = EmailAddress::parse(&link.email).map_err(anyhow::Error::from)?;
    let mut tx = shop.db.begin().await?;
    let old = store::find(&mut *tx, id).await?;
    let is_done =
        store::use_link(&mut *tx, &form.key, now).await? && store::set_email(&mut *tx, id, &email).await?;
    let Some(old) = old.filter(|_| is_done) else {
        tx.rollback().await?;
        return draw(&shop, &visitor, Step::Expired).await;
    };
    // What was sent to the old address opens nothing any more.
    store::end_links(&mut *tx, id).await?;
    // The owner of the old address hears of it there, in case it was not them.
    let news = News::EmailChanged { old: old.email, new: email.to_string() };
    jobs::tell(&mut tx, id, news, now).await?;
    audit::record(&mut *tx, now, &format!("customer {id}"), "change-email", "").await?;
    tx.commit().await?;
    Ok(go(&told(DETAILS_URL, "email"), None))
}
