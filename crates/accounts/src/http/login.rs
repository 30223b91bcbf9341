//! Customer sign-in and sign-out.

use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use edge::{
    AppError, Fields, Shop, Visitor,
    audit::AuditWriter,
    session::{self, Customer, SessionLifetime, SetCookie},
    trace,
};
use http::{HeaderMap, StatusCode};
use kernel::{CustomerId, msg, text};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{
    nonces,
    page::{FlashQuery, PasswordInput},
};
use crate::{
    rules::{self, ThrottlePolicy},
    service::{FormSession, append_cookie, redirect, redirect_signed_out, with_notice},
    store::{self, ThrottledAction},
    view::*,
};

#[derive(Deserialize)]
pub struct LoginForm {
    #[serde(default)]
    username: String,
    #[serde(default)]
    password: PasswordInput,
    rememberme: Option<String>,
    #[serde(default)]
    next: String,
}

/// State of a refused login form. Never contains the password.
#[derive(Default)]
pub struct LoginRefusal {
    user: String,
    notice: Option<NoticeView>,
    status: StatusCode,
}

/// Renders the login form. Every failure looks the same, so the response does not reveal whether the account exists.
pub async fn show(
    shop: &Shop,
    visitor: &Visitor,
    query: &FlashQuery,
    refusal: LoginRefusal,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let form_session = FormSession::for_anyone(shop, visitor).await?;
    let next = rules::own_path(&query.next);
    let mut form = form_session
        .form(shop, ACCOUNT_URL, nonces::LOGIN, msg::accounts::LOGIN)
        .with(
            FieldView::new("username", FieldKind::Latin, msg::accounts::USER, shop.messages)
                .value(&refusal.user)
                .autocomplete("username"),
        )
        .with(
            FieldView::new("password", FieldKind::Password, msg::accounts::PASSWORD, shop.messages)
                .autocomplete("current-password"),
        )
        .with(
            FieldView::new("rememberme", FieldKind::Check, msg::accounts::REMEMBER, shop.messages)
                .value("1")
                .optional(),
        );
    if let Some(next) = next {
        form = form.with_hidden("next", next);
    }
    let sign_in_first = next.map(|next| match next {
        cart::view::CHECKOUT_URL => msg::accounts::LOGIN_FROM_CHECKOUT,
        _ => msg::accounts::LOGIN_FIRST,
    });
    let sign_in_first = sign_in_first.map(|text| NoticeView::info(text, shop.messages));
    let view = AuthPageView {
        title: text(msg::accounts::WELCOME_BACK),
        lead: Some(text(msg::accounts::LOGIN_LEAD)),
        notice: refusal.notice.or_else(|| query.notice(shop)).or(sign_in_first),
        form: Some(form),
        aside: Some(edge::view::LinkView::new(text(msg::accounts::FORGOT), LOST_URL)),
        other: Some(OtherWay {
            lead: text(msg::accounts::NO_ACCOUNT),
            link: edge::view::LinkView::new(text(msg::accounts::REGISTER_NEW), REGISTER_URL),
        }),
    };
    let title = text(msg::accounts::LOGIN);
    form_session.render_page(shop, ACCOUNT_URL, &title, &view, refusal.status).await
}

pub async fn login(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    headers: HeaderMap,
    Fields(form): Fields<LoginForm>,
) -> Result<Response, AppError> {
    let user = text::clean(&form.username, 254);
    let query = FlashQuery { next: form.next, ..FlashQuery::default() };
    let refuse = |notice, status| {
        let notice = Some(NoticeView::error(notice, shop.messages));
        let refusal = LoginRefusal { user: user.clone(), notice, status };
        show(&shop, &visitor, &query, refusal)
    };
    let guard = LoginGuard::new(&shop, &visitor, &user).await?;
    if let Err(seconds) = guard.count(&shop).await? {
        trace::refuse("too many sign-ins");
        let mut response = refuse(msg::common::TOO_MANY, StatusCode::TOO_MANY_REQUESTS).await?;
        response.headers_mut().insert(http::header::RETRY_AFTER, seconds.into());
        return Ok(response);
    }
    let customer = verify(&shop, &guard, &user, form.password).await?;
    let life = if form.rememberme.is_some() { SessionLifetime::Long } else { SessionLifetime::Brief };
    match enter(&shop, &audit, &visitor, &guard, customer, life).await? {
        Some(cookies) => {
            let to = rules::own_path(&query.next).unwrap_or(ACCOUNT_URL);
            let mut response = redirect(to, Some(cookies.session));
            append_cookie(&mut response, cookies.device);
            let list = wishlist::service::merge_at_login(&shop, cookies.customer, &headers).await?;
            append_cookie(&mut response, Some(list));
            Ok(response)
        }
        None => {
            trace::refuse("wrong name or password");
            audit.record_as(&shop.db, "guest", "login-failed", &audit_fingerprint(&user)).await?;
            refuse(msg::accounts::LOGIN_FAILED, StatusCode::UNPROCESSABLE_ENTITY).await
        }
    }
}

/// The throttle counters of one login, of the account and of the client's address, and when it was requested.
struct LoginGuard {
    account_kind: &'static str,
    account: String,
    address: String,
    address_policy: ThrottlePolicy,
    now: DateTime<Utc>,
}

impl LoginGuard {
    async fn new(shop: &Shop, visitor: &Visitor, user: &str) -> Result<Self, AppError> {
        let now = shop.clock.now();
        // A trusted device has its own counter: failed logins from other browsers do not delay the customer.
        let is_trusted = store::is_trusted_device(&shop.db, visitor.device, user).await?;
        let device = || visitor.device.map(|device| format!("{} {user}", device.hex())).unwrap_or_default();
        let (account_kind, account) =
            if is_trusted { ("login here", device()) } else { ("login", user.to_owned()) };
        Ok(Self {
            account_kind,
            account,
            address: visitor.address.0.to_string(),
            address_policy: ThrottlePolicy::ADDRESS.scaled(shop.rate_limiter.factor()),
            now,
        })
    }

    fn account(&self) -> ThrottledAction<'_> {
        ThrottledAction { kind: self.account_kind, subject: &self.account, policy: ThrottlePolicy::ACCOUNT }
    }

    fn address(&self) -> ThrottledAction<'_> {
        ThrottledAction { kind: "login from", subject: &self.address, policy: self.address_policy }
    }

    /// Counts the attempt. The inner error is the number of seconds to wait.
    async fn count(&self, shop: &Shop) -> Result<Result<(), u64>, AppError> {
        for action in [self.address(), self.account()] {
            if let Err(seconds) = store::check_throttle(&shop.db, &action, self.now).await? {
                return Ok(Err(seconds));
            }
        }
        Ok(Ok(()))
    }
}

/// Returns the customer if the password is correct. An unknown user name takes as long as a wrong password.
async fn verify(
    shop: &Shop,
    guard: &LoginGuard,
    user: &str,
    password: PasswordInput,
) -> Result<Option<store::Customer>, AppError> {
    let found = store::find_by_login(&shop.db, user).await?;
    let hash = found.as_ref().map(|customer| customer.password_hash.clone());
    match shop.passwords.verify(password.secret(), hash).await {
        Ok(is_correct) => Ok(found.filter(|_| is_correct)),
        Err(error) => {
            // The password was not checked, so the attempt does not count.
            store::undo_throttle(&shop.db, &guard.account(), guard.now).await?;
            store::undo_throttle(&shop.db, &guard.address(), guard.now).await?;
            Err(error)
        }
    }
}

/// Cookies of a signed-in customer.
struct LoginCookies {
    customer: CustomerId,
    session: SetCookie,
    /// For a device that was not trusted before.
    device: Option<SetCookie>,
}

/// Signs the customer in. `None`: the password was wrong, or was changed since it was verified.
async fn enter(
    shop: &Shop,
    audit: &AuditWriter,
    visitor: &Visitor,
    guard: &LoginGuard,
    customer: Option<store::Customer>,
    life: SessionLifetime,
) -> Result<Option<LoginCookies>, AppError> {
    let Some(customer) = customer else { return Ok(None) };
    let now = guard.now;
    let mut tx = shop.db.begin().await?;
    let session =
        store::sign_in(&mut tx, visitor.token, customer.id, &customer.password_hash, life, now).await?;
    let Some(session) = session else { return Ok(None) };
    let device = store::trust_device(&mut tx, visitor.device, customer.id, now).await?;
    store::reset_throttle(&mut *tx, &guard.account()).await?;
    store::undo_throttle(&mut *tx, &guard.address(), now).await?;
    audit.record_as(&mut *tx, &format!("customer {}", customer.id), "login", "").await?;
    tx.commit().await?;
    Ok(Some(LoginCookies { customer: customer.id, session, device }))
}

/// Identifies a login name in the audit log without storing it.
pub fn audit_fingerprint(user: &str) -> String {
    hex::encode(&Sha256::digest(user.to_lowercase())[..6])
}

pub async fn logout(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Customer(customer): Customer,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    store::sign_out(&mut tx, visitor.token, now).await?;
    audit.record_as(&mut *tx, &format!("customer {customer}"), "logout", "").await?;
    tx.commit().await?;
    let mut response = redirect_signed_out(&with_notice(ACCOUNT_URL, "logged-out"), session::COOKIE);
    append_cookie(&mut response, Some(wishlist::service::forget_cookie(&shop)));
    Ok(response)
}

/// A GET does not sign out; only the posted form does.
pub async fn show_logout() -> Response {
    redirect(ACCOUNT_URL, None)
}
