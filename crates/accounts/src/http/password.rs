//! Password reset, and the first password of a new account.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor,
    audit::AuditWriter,
    session::{self, SessionLifetime, TokenHash},
    view::LinkView,
};
use http::StatusCode;
use kernel::{CustomerId, EmailAddress, Key, msg, text};
use serde::Deserialize;
use sqlx::PgConnection;

use super::{login::audit_fingerprint, nonces, page::PasswordInput};
use crate::{
    jobs::{self, AccountNotification, EmailLinkRequest},
    passwords::is_common,
    rules::{PasswordError, check_password},
    service::{FormSession, append_cookie, redirect, with_notice},
    store::{self, EmailToken, Purpose},
    view::*,
};

#[derive(Deserialize, Default)]
pub struct LostForm {
    #[serde(default)]
    user_login: String,
}

pub async fn show_lost(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    let form_session = FormSession::for_anyone(&shop, &visitor).await?;
    let form = form_session.form(&shop, LOST_URL, nonces::LOST, msg::accounts::RESET_SUBMIT).with(
        FieldView::new("user_login", FieldKind::Latin, msg::accounts::USER, shop.messages)
            .autocomplete("username"),
    );
    render_lost(&shop, form_session, Some(form), None, StatusCode::OK).await
}

async fn render_lost(
    shop: &Shop,
    form_session: FormSession,
    form: Option<FormView>,
    notice: Option<NoticeView>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let view = AuthPageView {
        title: text(msg::accounts::RESET),
        lead: form.as_ref().map(|_| text(msg::accounts::RESET_LEAD)),
        notice,
        form,
        aside: None,
        other: Some(OtherWay {
            lead: text(msg::accounts::HAVE_ACCOUNT),
            link: LinkView::new(text(msg::accounts::LOGIN), ACCOUNT_URL),
        }),
    };
    form_session.render_page(shop, LOST_URL, &text(msg::accounts::RESET), &view, status).await
}

/// Does the same work and returns the same response for known and unknown names and addresses.
pub async fn request_reset(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Fields(form): Fields<LostForm>,
) -> Result<Response, AppError> {
    let login = text::clean(&form.user_login, 254);
    if !login.is_empty() {
        jobs::request_email_link(&shop, &visitor, &login, EmailLinkRequest::Reset { login: login.clone() })
            .await?;
        audit.record(&shop.db, "request-reset", &audit_fingerprint(&login)).await?;
    }
    let form_session = FormSession::for_anyone(&shop, &visitor).await?;
    let notice = NoticeView::ok(msg::accounts::RESET_SENT, shop.messages);
    render_lost(&shop, form_session, None, Some(notice), StatusCode::OK).await
}

#[derive(Deserialize, Default)]
pub struct SetForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    password_1: PasswordInput,
    #[serde(default)]
    password_2: PasswordInput,
}

const PURPOSES: [Purpose; 2] = [Purpose::Reset, Purpose::Register];

/// Shows the form that the emailed link opens. Does not consume the token.
pub async fn show_set(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<SetForm>,
) -> Result<Response, AppError> {
    match store::find_email_token(&shop.db, &form.key, &PURPOSES, shop.clock.now()).await? {
        Some(link) => render_set(&shop, &visitor, &form.key, &link, None).await,
        None => render_expired(&shop, &visitor).await,
    }
}

async fn render_set(
    shop: &Shop,
    visitor: &Visitor,
    key: &str,
    link: &EmailToken,
    password_error: Option<PasswordError>,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let form_session = FormSession::for_anyone(shop, visitor).await?;
    let (title, lead) = match link.purpose {
        Purpose::Register => (msg::accounts::REGISTER, msg::accounts::FIRST_PASSWORD_LEAD),
        _ => (msg::accounts::SET_PASSWORD, msg::accounts::SET_PASSWORD_LEAD),
    };
    let view = AuthPageView {
        title: text(title),
        lead: Some(text(lead)),
        notice: None,
        form: Some(new_password_fields(
            shop,
            form_session
                .form(shop, SET_PASSWORD_URL, nonces::SET_PASSWORD, msg::common::SAVE)
                .with_hidden("key", key),
            password_error,
        )),
        aside: None,
        other: None,
    };
    let status = if password_error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    form_session.render_page(shop, SET_PASSWORD_URL, &text(title), &view, status).await
}

/// The shop's name and address: an attacker tries them as passwords.
pub async fn shop_words(shop: &Shop) -> Result<[String; 2], AppError> {
    Ok([store::shop_name(&shop.db).await?.unwrap_or_default(), shop.origin.to_string()])
}

/// Adds the two fields of a new password, with their error.
pub fn new_password_fields(shop: &Shop, form: FormView, password_error: Option<PasswordError>) -> FormView {
    let field = |name, label| {
        FieldView::new(name, FieldKind::Password, label, shop.messages).autocomplete("new-password")
    };
    let text = |key: Key| Some(shop.messages.text(key));
    let (first, second) = match password_error {
        None => (None, None),
        Some(PasswordError::TooShort) => (text(msg::accounts::PASSWORD_RULES), None),
        Some(PasswordError::Common) => (text(msg::accounts::PASSWORD_COMMON), None),
        Some(PasswordError::Mismatch) => (None, text(msg::accounts::PASSWORD_MISMATCH)),
    };
    form.with(
        field("password_1", msg::accounts::PASSWORD_NEW)
            .hint(msg::accounts::PASSWORD_RULES, shop.messages)
            .error(first),
    )
    .with(field("password_2", msg::accounts::PASSWORD_AGAIN).error(second))
}

async fn render_expired(shop: &Shop, visitor: &Visitor) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let form_session = FormSession::for_anyone(shop, visitor).await?;
    let view = AuthPageView {
        title: text(msg::accounts::SET_PASSWORD),
        lead: None,
        notice: Some(NoticeView::error(msg::accounts::LINK_EXPIRED, shop.messages)),
        form: None,
        aside: None,
        other: Some(OtherWay {
            lead: text(msg::accounts::FORGOT),
            link: LinkView::new(text(msg::accounts::LINK_ASK), LOST_URL),
        }),
    };
    form_session
        .render_page(shop, SET_PASSWORD_URL, &text(msg::accounts::SET_PASSWORD), &view, StatusCode::GONE)
        .await
}

/// Consumes the token, sets the password and signs in, in one transaction. Of two concurrent requests with the same
/// token, one finds it used.
pub async fn set(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Fields(form): Fields<SetForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let Some(link) = store::find_email_token(&shop.db, &form.key, &PURPOSES, now).await? else {
        return render_expired(&shop, &visitor).await;
    };
    let known = match link.customer {
        Some(id) => store::find(&shop.db, id).await?,
        None => None,
    };
    let email = known.as_ref().map_or(&link.email, |customer| &customer.email).clone();
    let password = form.password_1.as_str();
    let [name, origin] = shop_words(&shop).await?;
    let password_error = check_password(password, form.password_2.as_str(), || {
        is_common(password, &[&email, &link.first_name, &link.last_name, &name, &origin])
    });
    if password_error.is_some() {
        return render_set(&shop, &visitor, &form.key, &link, password_error).await;
    }
    // Before the transaction: a hash takes longer than any row should be locked.
    let hash = shop.passwords.hash(form.password_1.secret()).await?;
    let mut tx = shop.db.begin().await?;
    let customer = if store::use_email_token(&mut *tx, &form.key, now).await? {
        match link.customer {
            Some(id) => change_password(&mut tx, id, None, &hash).await?.then_some(id),
            // `None` if another account took the address after the email was sent.
            None => register(&mut tx, &link, &hash, visitor.token, now).await?,
        }
    } else {
        None
    };
    let cookie = match customer {
        Some(id) => store::sign_in(&mut tx, visitor.token, id, &hash, SessionLifetime::Long, now).await?,
        None => None,
    };
    let (Some(customer), Some(cookie)) = (customer, cookie) else {
        tx.rollback().await?;
        return render_expired(&shop, &visitor).await;
    };
    let device = store::trust_device(&mut tx, visitor.device, customer, now).await?;
    let is_new = link.customer.is_none();
    if !is_new {
        jobs::notify(&mut tx, customer, AccountNotification::PasswordChanged, now).await?;
    }
    let action = if is_new { "register" } else { "reset-password" };
    audit.record_as(&mut *tx, &format!("customer {customer}"), action, "").await?;
    tx.commit().await?;
    let code = if is_new { "registered" } else { "password" };
    let mut response = redirect(&with_notice(ACCOUNT_URL, code), Some(cookie));
    append_cookie(&mut response, device);
    Ok(response)
}

/// Sets the password, ends all sessions and deletes unused email tokens. Returns false if the password is no longer
/// `old`.
pub async fn change_password(
    db: &mut PgConnection,
    id: CustomerId,
    old: Option<&str>,
    hash: &str,
) -> sqlx::Result<bool> {
    let is_changed = store::set_password(&mut *db, id, old, hash).await?;
    if is_changed {
        store::delete_email_tokens(&mut *db, id).await?;
        session::end_all(&mut *db, id).await?;
    }
    Ok(is_changed)
}

async fn register(
    db: &mut PgConnection,
    link: &EmailToken,
    hash: &str,
    browser: Option<TokenHash>,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<Option<CustomerId>, AppError> {
    let email = EmailAddress::parse(&link.email).map_err(anyhow::Error::from)?;
    let new = store::NewCustomer {
        email: &email,
        first_name: &link.first_name,
        last_name: &link.last_name,
        password_hash: hash,
    };
    let added = store::add(&mut *db, new, now).await?;
    // The link proves who owns the address, the cookie which browser placed the order. Adoption requires both.
    if let (Some(customer), Some(browser)) = (added, browser) {
        store::adopt_orders(db, customer, &browser).await?;
    }
    Ok(added)
}
