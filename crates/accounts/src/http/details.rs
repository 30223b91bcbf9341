//! Name, email address, password and sessions of a signed-in customer.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, ShopZone, Visitor,
    audit::AuditWriter,
    session::{self, Customer, OpenSession, SessionLifetime, find_customer as signed_in},
};
use http::StatusCode;
use kernel::{EmailAddress, msg, text};
use serde::Deserialize;

use super::{
    nonces,
    page::{FlashQuery, PasswordInput},
    password::{change_password, new_password_fields, shop_words},
};
use crate::{
    jobs::{self, AccountNotification, EmailLinkRequest},
    passwords::is_common,
    rules::{PasswordError, ThrottlePolicy, check_password},
    service::{FormSession, redirect, with_notice},
    store::{self, ThrottledAction},
    view::*,
};

/// Submitted values and field errors of a refused form.
#[derive(Default)]
struct DetailsFormState {
    notice: Option<NoticeView>,
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    email_error: Option<String>,
    /// Error of the current password in the details form.
    details_password: Option<String>,
    /// Error of the current password in the password form.
    password_current: Option<String>,
    password_new: Option<PasswordError>,
    /// Error of the current password in the form that signs out elsewhere.
    sessions_password: Option<String>,
}

impl DetailsFormState {
    fn status(&self) -> StatusCode {
        let has_errors = self.email_error.is_some()
            || self.details_password.is_some()
            || self.password_current.is_some()
            || self.password_new.is_some()
            || self.sessions_password.is_some();
        if has_errors { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }
    }
}

pub async fn to_details() -> Response {
    redirect(DETAILS_URL, None)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(query): Fields<FlashQuery>,
) -> Result<Response, AppError> {
    let customer = store::find(&shop.db, customer).await?.ok_or(AppError::SignInRequired)?;
    let state = DetailsFormState { notice: query.notice(&shop), ..DetailsFormState::default() };
    render(&shop, &visitor, &customer, state).await
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    customer: &store::Customer,
    state: DetailsFormState,
) -> Result<Response, AppError> {
    let form_session = FormSession::for_customer(visitor)?;
    let status = state.status();
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages);
    let profile = form_session
        .form(shop, DETAILS_URL, nonces::DETAILS, msg::common::SAVE_CHANGES)
        .with(
            field("account_first_name", FieldKind::Text, msg::accounts::FIRST_NAME)
                .value(state.first_name.as_ref().unwrap_or(&customer.first_name))
                .autocomplete("given-name")
                .optional()
                .half(),
        )
        .with(
            field("account_last_name", FieldKind::Text, msg::accounts::LAST_NAME)
                .value(state.last_name.as_ref().unwrap_or(&customer.last_name))
                .autocomplete("family-name")
                .optional()
                .half(),
        )
        .with(
            field("account_email", FieldKind::Email, msg::accounts::EMAIL)
                .value(state.email.as_ref().unwrap_or(&customer.email))
                .autocomplete("email")
                .hint(msg::accounts::EMAIL_HINT, shop.messages)
                .error(state.email_error),
        )
        .with(
            field("password_current", FieldKind::Password, msg::accounts::PASSWORD_CURRENT)
                .autocomplete("current-password")
                .hint(msg::accounts::EMAIL_PASSWORD_HINT, shop.messages)
                .optional()
                .error(state.details_password),
        );
    let password =
        form_session.form(shop, PASSWORD_URL, nonces::PASSWORD, msg::accounts::CHANGE_PASSWORD).with(
            field("password_current", FieldKind::Password, msg::accounts::PASSWORD_CURRENT)
                .autocomplete("current-password")
                .error(state.password_current),
        );
    let password = new_password_fields(shop, password, state.password_new);
    let section = |id, title, form| FormSection {
        id,
        title: Some(shop.messages.text(title)),
        hint: None,
        entries: Vec::new(),
        form,
    };
    let mut sections = vec![
        section("profile", msg::accounts::PROFILE, profile),
        section("password", msg::accounts::CHANGE_PASSWORD, password),
    ];
    let open = session::list_open(&shop.db, customer.id, &form_session.token, shop.clock.now()).await?;
    if open.iter().any(|session| !session.is_this) {
        let form = form_session.form(shop, SESSIONS_URL, nonces::SESSIONS, msg::accounts::SESSIONS_END).with(
            field("password_current", FieldKind::Password, msg::accounts::PASSWORD_CURRENT)
                .autocomplete("current-password")
                .error(state.sessions_password),
        );
        let zone = shop.settings.get::<ShopZone>().await?;
        let entry = |session: OpenSession| EntryView {
            icon: AccountIcon::User,
            label: shop
                .messages
                .text(msg::accounts::SESSION_OF.with("date", zone.date_time(session.begun_at))),
            url: None,
            state: shop.messages.text(match session.is_this {
                true => msg::accounts::SESSION_THIS,
                false => msg::accounts::SESSION_OTHER,
            }),
        };
        sections.push(FormSection {
            hint: Some(shop.messages.text(msg::accounts::SESSIONS_HINT)),
            entries: open.into_iter().map(entry).collect(),
            ..section("sessions", msg::accounts::SESSIONS, form)
        });
    }
    let view = FormPageView { layout: form_session.layout(shop, DETAILS_URL, None, state.notice), sections };
    let title = view.layout.title.clone();
    form_session.render_page(shop, DETAILS_URL, &title, &view, status).await
}

#[derive(Deserialize)]
pub struct DetailsForm {
    #[serde(default)]
    account_first_name: String,
    #[serde(default)]
    account_last_name: String,
    #[serde(default)]
    account_email: String,
    #[serde(default)]
    password_current: PasswordInput,
}

/// Verifies the current password of a signed-in customer. Attempts are throttled, so that an unattended device cannot
/// be used for guessing. The counter is separate from the login counter, so that failed logins do not block the
/// customer.
pub async fn verify_password(
    shop: &Shop,
    customer: &store::Customer,
    typed: PasswordInput,
) -> Result<bool, AppError> {
    let subject = customer.id.to_string();
    let action = ThrottledAction { kind: "password of", subject: &subject, policy: ThrottlePolicy::ACCOUNT };
    if let Err(retry_after) = store::check_throttle(&shop.db, &action, shop.clock.now()).await? {
        return Err(AppError::TooManyRequests { retry_after });
    }
    let is_right = shop.passwords.verify(typed.secret(), Some(customer.password_hash.clone())).await?;
    if is_right {
        store::reset_throttle(&shop.db, &action).await?;
    }
    Ok(is_right)
}

/// Saves the names. A new email address takes effect only after the link sent to it is confirmed.
pub async fn save(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<DetailsForm>,
) -> Result<Response, AppError> {
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInRequired)?;
    let (first_name, last_name) =
        (text::clean(&form.account_first_name, 100), text::clean(&form.account_last_name, 100));
    let typed = text::clean(&form.account_email, 254);
    let mut state = DetailsFormState {
        first_name: Some(first_name.clone()),
        last_name: Some(last_name.clone()),
        email: Some(typed.clone()),
        ..DetailsFormState::default()
    };
    let Ok(email) = EmailAddress::parse(&typed) else {
        state.email_error = Some(shop.messages.text(msg::accounts::EMAIL_INVALID));
        return render(&shop, &visitor, &customer, state).await;
    };
    let changes_email = email.key() != customer.email.to_lowercase();
    if changes_email && !verify_password(&shop, &customer, form.password_current).await? {
        state.details_password = Some(shop.messages.text(msg::accounts::PASSWORD_WRONG));
        return render(&shop, &visitor, &customer, state).await;
    }
    store::set_names(&shop.db, id, &first_name, &last_name).await?;
    audit.record(&shop.db, "change-names", "").await?;
    if !changes_email {
        return Ok(redirect(&with_notice(DETAILS_URL, "details"), None));
    }
    let request = EmailLinkRequest::Email {
        customer: id.0,
        email: email.to_string(),
        proof: jobs::proof(&customer.password_hash),
    };
    jobs::request_email_link(&shop, &visitor, &email.key(), request).await?;
    audit.record(&shop.db, "ask-email", "").await?;
    let sent = msg::accounts::EMAIL_SENT.with("email", email.to_string());
    let state = DetailsFormState {
        notice: Some(NoticeView::info(sent, shop.messages)),
        first_name: Some(first_name),
        last_name: Some(last_name),
        ..DetailsFormState::default()
    };
    render(&shop, &visitor, &customer, state).await
}

#[derive(Deserialize)]
pub struct SessionsForm {
    #[serde(default)]
    password_current: PasswordInput,
}

/// Signs the customer out everywhere else.
pub async fn end_sessions(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<SessionsForm>,
) -> Result<Response, AppError> {
    let form_session = FormSession::for_customer(&visitor)?;
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInRequired)?;
    if !verify_password(&shop, &customer, form.password_current).await? {
        let state = DetailsFormState {
            sessions_password: Some(shop.messages.text(msg::accounts::PASSWORD_WRONG)),
            ..DetailsFormState::default()
        };
        return render(&shop, &visitor, &customer, state).await;
    }
    let mut tx = shop.db.begin().await?;
    session::end_others(&mut *tx, id, &form_session.token).await?;
    audit.record(&mut *tx, "end-sessions", "").await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(DETAILS_URL, "sessions"), None))
}

#[derive(Deserialize)]
pub struct PasswordForm {
    #[serde(default)]
    password_current: PasswordInput,
    #[serde(default)]
    password_1: PasswordInput,
    #[serde(default)]
    password_2: PasswordInput,
}

/// Changes the password, ends every session of the customer and starts a new one in this browser.
pub async fn save_password(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<PasswordForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInRequired)?;
    if !verify_password(&shop, &customer, form.password_current).await? {
        let error = Some(shop.messages.text(msg::accounts::PASSWORD_WRONG));
        return render(
            &shop,
            &visitor,
            &customer,
            DetailsFormState { password_current: error, ..DetailsFormState::default() },
        )
        .await;
    }
    let password = form.password_1.as_str();
    let [name, origin] = shop_words(&shop).await?;
    let about = [
        customer.email.as_str(),
        &customer.user_name,
        &customer.first_name,
        &customer.last_name,
        &name,
        &origin,
    ];
    let password_error = check_password(password, form.password_2.as_str(), || is_common(password, &about));
    if password_error.is_some() {
        return render(
            &shop,
            &visitor,
            &customer,
            DetailsFormState { password_new: password_error, ..DetailsFormState::default() },
        )
        .await;
    }
    let hash = shop.passwords.hash(form.password_1.secret()).await?;
    let life =
        signed_in(&shop.db, &visitor, now).await?.map_or(SessionLifetime::Brief, |found| found.lifetime);
    let mut tx = shop.db.begin().await?;
    let is_changed = change_password(&mut tx, id, Some(&customer.password_hash), &hash).await?;
    let cookie = if is_changed { store::sign_in(&mut tx, None, id, &hash, life, now).await? } else { None };
    // The password was changed concurrently, which ended this session.
    let Some(cookie) = cookie else { return Err(AppError::SignInRequired) };
    jobs::notify(&mut tx, id, AccountNotification::PasswordChanged, now).await?;
    audit.record(&mut *tx, "change-password", "").await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(DETAILS_URL, "password"), Some(cookie)))
}
