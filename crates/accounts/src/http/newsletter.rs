//! The newsletter: an address is subscribed when the link in the email to it is followed. The answer is the same for every
//! address, so that nobody learns who has an account or subscribes.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor};
use http::StatusCode;
use kernel::{EmailAddress, msg, text};
use serde::Deserialize;

use crate::{
    jobs::{self, EmailLinkRequest},
    service::FormSession,
    store::{self, Newsletter, Purpose},
    view::*,
};

#[derive(Deserialize, Default)]
pub struct NewsletterForm {
    #[serde(default)]
    email: String,
}

#[derive(Deserialize, Default)]
pub struct ConfirmForm {
    #[serde(default)]
    key: String,
}

/// `NotFound` in a shop without a public list.
async fn find_list(shop: &Shop) -> Result<Newsletter, AppError> {
    store::newsletter(&shop.db).await?.ok_or(AppError::NotFound)
}

fn page(list: &Newsletter) -> AuthPageView {
    AuthPageView { title: list.name.clone(), lead: None, notice: None, form: None, aside: None, other: None }
}

async fn respond(
    shop: &Shop,
    visitor: &Visitor,
    url: &str,
    view: AuthPageView,
    status: StatusCode,
) -> Result<Response, AppError> {
    let title = view.title.clone();
    FormSession::without_nonce(visitor).render_page(shop, url, &title, &view, status).await
}

pub async fn show(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    render_form(&shop, &visitor, "", None).await
}

/// The same form as in the footer, with the error of the address.
async fn render_form(
    shop: &Shop,
    visitor: &Visitor,
    email: &str,
    error: Option<String>,
) -> Result<Response, AppError> {
    let list = find_list(shop).await?;
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let field = FieldView::new("email", FieldKind::Email, msg::accounts::EMAIL, shop.messages)
        .value(email)
        .autocomplete("email")
        .error(error);
    let mut view = page(&list);
    view.lead = Some(list.description).filter(|text| !text.is_empty());
    view.form = Some(FormView {
        action: NEWSLETTER_URL.to_owned(),
        hidden: Vec::new(),
        fields: vec![field],
        submit: shop.messages.text(msg::layout::NEWSLETTER_SUBMIT),
        is_danger: false,
    });
    respond(shop, visitor, NEWSLETTER_URL, view, status).await
}

pub async fn request(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<NewsletterForm>,
) -> Result<Response, AppError> {
    let list = find_list(&shop).await?;
    let Ok(email) = EmailAddress::parse(&form.email) else {
        let error = shop.messages.text(msg::accounts::EMAIL_INVALID);
        return render_form(&shop, &visitor, &text::clean(&form.email, 254), Some(error)).await;
    };
    let request = EmailLinkRequest::Subscribe { email: email.to_string() };
    jobs::request_email_link(&shop, &visitor, &email.key(), request).await?;
    let mut view = page(&list);
    view.notice = Some(NoticeView::ok(msg::accounts::NEWSLETTER_SENT, shop.messages));
    respond(&shop, &visitor, NEWSLETTER_URL, view, StatusCode::OK).await
}

/// Shows a button. A GET changes nothing, because mail scanners follow links.
pub async fn show_confirm(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<ConfirmForm>,
) -> Result<Response, AppError> {
    let list = find_list(&shop).await?;
    let now = shop.clock.now();
    let found = store::find_email_token(&shop.db, &form.key, &[Purpose::Subscribe], now).await?;
    let Some(token) = found else { return expired(&shop, &visitor, &list).await };
    let mut view = page(&list);
    view.lead = Some(shop.messages.text(msg::accounts::NEWSLETTER_CONFIRM_LEAD.with("email", token.email)));
    view.form = Some(FormView {
        action: CONFIRM_NEWSLETTER_URL.to_owned(),
        hidden: vec![("key".to_owned(), form.key)],
        fields: Vec::new(),
        submit: shop.messages.text(msg::accounts::NEWSLETTER_CONFIRM),
        is_danger: false,
    });
    respond(&shop, &visitor, CONFIRM_NEWSLETTER_URL, view, StatusCode::OK).await
}

async fn expired(shop: &Shop, visitor: &Visitor, list: &Newsletter) -> Result<Response, AppError> {
    let mut view = page(list);
    view.notice = Some(NoticeView::error(msg::accounts::LINK_EXPIRED, shop.messages));
    respond(shop, visitor, CONFIRM_NEWSLETTER_URL, view, StatusCode::GONE).await
}

pub async fn confirm(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<ConfirmForm>,
) -> Result<Response, AppError> {
    let list = find_list(&shop).await?;
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let token = store::find_email_token(&mut *tx, &form.key, &[Purpose::Subscribe], now).await?;
    let is_used = token.is_some() && store::use_email_token(&mut *tx, &form.key, now).await?;
    let Some(token) = token.filter(|_| is_used) else {
        return expired(&shop, &visitor, &list).await;
    };
    let email = EmailAddress::parse(&token.email).map_err(anyhow::Error::from)?;
    store::subscribe(&mut tx, &email, list.id, now).await?;
    let welcome = EmailLinkRequest::Subscribed { email: email.to_string() };
    jobs::enqueue_link_email(&mut tx, &welcome, now).await?;
    tx.commit().await?;
    let mut view = page(&list);
    view.notice = Some(NoticeView::ok(msg::accounts::NEWSLETTER_DONE, shop.messages));
    view.lead = Some(shop.messages.text(msg::accounts::NEWSLETTER_STOP));
    respond(&shop, &visitor, CONFIRM_NEWSLETTER_URL, view, StatusCode::OK).await
}
