//! Staff sign-in with password and TOTP code.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor,
    audit::AuditWriter,
    session::{self, StaffMember},
    trace,
};
use http::StatusCode;
use kernel::{digits, msg, text};
use serde::Deserialize;
use totp_rs::{Algorithm, Builder, Totp};

use super::{login::audit_fingerprint, nonces, page::PasswordInput};
use crate::{
    rules::ThrottlePolicy,
    service::{FormSession, redirect, redirect_signed_out},
    store::{self, ThrottledAction},
    view::*,
};

#[derive(Deserialize)]
pub struct StaffForm {
    #[serde(default)]
    log: String,
    #[serde(default)]
    pwd: PasswordInput,
    #[serde(default)]
    code: String,
}

pub async fn show_login(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    let form_session = FormSession::for_anyone(&shop, &visitor).await?;
    render(&shop, form_session, "", None, StatusCode::OK).await
}

async fn render(
    shop: &Shop,
    form_session: FormSession,
    email: &str,
    notice: Option<NoticeView>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages);
    let view = AuthPageView {
        title: text(msg::accounts::STAFF_LOGIN),
        lead: Some(text(msg::accounts::STAFF_LEAD)),
        notice,
        form: Some(
            form_session
                .form(shop, STAFF_LOGIN_URL, nonces::STAFF_LOGIN, msg::accounts::LOGIN)
                .with(
                    field("log", FieldKind::Email, msg::accounts::EMAIL)
                        .value(email)
                        .autocomplete("username"),
                )
                .with(
                    field("pwd", FieldKind::Password, msg::accounts::PASSWORD)
                        .autocomplete("current-password"),
                )
                .with(
                    field("code", FieldKind::Latin, msg::accounts::STAFF_CODE).autocomplete("one-time-code"),
                ),
        ),
        aside: None,
        other: None,
    };
    form_session.render_page(shop, STAFF_LOGIN_URL, &text(msg::accounts::STAFF_LOGIN), &view, status).await
}

/// TOTP with 30-second steps; accepts one step of clock skew in either direction.
pub fn codes(secret: &[u8]) -> Totp {
    Builder::new().with_algorithm(Algorithm::SHA1).with_secret(secret).with_skew(1).build_noncompliant()
}

/// Every failure gets the same response. A code is accepted once.
pub async fn login(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Fields(form): Fields<StaffForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    // The nonce has proved the session of the form.
    let form_session = FormSession::for_customer(&visitor)?;
    let email = text::clean(&form.log, 254);
    let client_ip = visitor.address.0.to_string();
    let account = ThrottledAction { kind: "staff", subject: &email, policy: ThrottlePolicy::ACCOUNT };
    let address = ThrottledAction {
        kind: "login from",
        subject: &client_ip,
        policy: ThrottlePolicy::ADDRESS.scaled(shop.rate_limiter.factor()),
    };
    for action in [&address, &account] {
        if let Err(seconds) = store::check_throttle(&shop.db, action, now).await? {
            trace::refuse("too many sign-ins");
            let notice = Some(NoticeView::error(msg::common::TOO_MANY, shop.messages));
            let mut response =
                render(&shop, form_session, &email, notice, StatusCode::TOO_MANY_REQUESTS).await?;
            response.headers_mut().insert(http::header::RETRY_AFTER, seconds.into());
            return Ok(response);
        }
    }
    let found = store::find_staff_by_email(&shop.db, &email).await?;
    let hash = found.as_ref().map(|row| row.password_hash.clone());
    let is_correct = shop.passwords.verify(form.pwd.secret(), hash).await?;
    let code = digits::fold(form.code.trim()).into_owned();
    let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
    let step =
        found.as_ref().filter(|_| is_correct).and_then(|row| codes(&row.totp_secret).check(&code, seconds));
    let mut tx = shop.db.begin().await?;
    let token = match (found, step.and_then(|step| i64::try_from(step).ok())) {
        (Some(row), Some(step)) if store::use_code(&mut *tx, row.member.id, step).await? => {
            session::end_staff(&mut *tx, &visitor).await?;
            let token = session::begin_staff(&mut *tx, &row.member, now).await?;
            store::reset_throttle(&mut *tx, &account).await?;
            store::undo_throttle(&mut *tx, &address, now).await?;
            audit.record_as(&mut *tx, &row.member.actor(), "login", "").await?;
            token
        }
        _ => {
            trace::refuse("wrong name, password or code");
            audit.record_as(&mut *tx, "guest", "staff-login-failed", &audit_fingerprint(&email)).await?;
            tx.commit().await?;
            let notice = Some(NoticeView::error(msg::accounts::LOGIN_FAILED, shop.messages));
            return render(&shop, form_session, &email, notice, StatusCode::UNPROCESSABLE_ENTITY).await;
        }
    };
    tx.commit().await?;
    Ok(redirect(STAFF_URL, Some(token.set_staff_cookie())))
}

pub async fn logout(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
) -> Result<Response, AppError> {
    session::end_role_view(&shop.db, &visitor, member.id, shop.clock.now()).await?;
    session::end_staff(&shop.db, &visitor).await?;
    audit.record(&shop.db, "logout", "").await?;
    Ok(redirect_signed_out(STAFF_LOGIN_URL, session::STAFF_COOKIE))
}
