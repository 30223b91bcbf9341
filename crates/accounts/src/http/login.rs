//! Signing in and out.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor, audit,
    session::{self, Customer, Life},
};
use http::StatusCode;
use kernel::{msg, text};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{
    nonces,
    page::{Desk, Told, Typed, go, greet, told},
};
use crate::{
    rules::{self, Pace},
    store::{self, Tried},
    view::*,
};

#[derive(Deserialize)]
pub struct LoginForm {
    #[serde(default)]
    username: String,
    #[serde(default)]
    password: Typed,
    rememberme: Option<String>,
    #[serde(default)]
    next: String,
}

/// What stood in the form when it was refused. Never the password.
#[derive(Default)]
pub struct Refused {
    user: String,
    notice: Option<NoticeView>,
    status: StatusCode,
}

/// The login form. Every failure looks the same: which part was wrong, and whether there is such an account, stays here.
pub async fn show(
    shop: &Shop,
    visitor: &Visitor,
    asked: &Told,
    refused: Refused,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let desk = Desk::open(shop, visitor).await?;
    let next = rules::own_path(&asked.next);
    let mut form = desk
        .form(shop, ACCOUNT_URL, nonces::LOGIN, msg::accounts::LOGIN)
        .with(
            FieldView::new("username", FieldKind::Latin, msg::accounts::USER, shop.messages)
                .value(&refused.user)
                .filled_by("username"),
        )
        .with(
            FieldView::new("password", FieldKind::Password, msg::accounts::PASSWORD, shop.messages)
                .filled_by("current-password"),
        )
        .with(
            FieldView::new("rememberme", FieldKind::Check, msg::accounts::REMEMBER, shop.messages)
                .value("1")
                .optional(),
        );
    if let Some(next) = next {
        form = form.carrying("next", next);
    }
    let first = next.map(|next| match next {
        cart::view::CHECKOUT_URL => msg::accounts::LOGIN_FROM_CHECKOUT,
        _ => msg::accounts::LOGIN_FIRST,
    });
    let first = first.map(|text| NoticeView::info(text, shop.messages));
    let view = AuthPageView {
        title: text(msg::accounts::WELCOME_BACK),
        lead: Some(text(msg::accounts::LOGIN_LEAD)),
        notice: refused.notice.or_else(|| asked.notice(shop)).or(first),
        form: Some(form),
        aside: Some(edge::view::LinkView::new(text(msg::accounts::FORGOT), LOST_URL)),
        other: Some(OtherWay {
            lead: text(msg::accounts::NO_ACCOUNT),
            link: edge::view::LinkView::new(text(msg::accounts::REGISTER_NEW), REGISTER_URL),
        }),
    };
    let title = text(msg::accounts::LOGIN);
    desk.show(shop, ACCOUNT_URL, &title, &view, refused.status).await
}

pub async fn login(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<LoginForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let user = text::clean(&form.username, 254);
    let asked = Told { next: form.next, ..Told::default() };
    let place = visitor.address.0.to_string();
    let device = visitor.device.map(|device| format!("{} {user}", device.hex())).unwrap_or_default();
    // Somebody who has signed in with this browser before waits for nobody else's guesses.
    let account = if store::knows_device(&shop.db, visitor.device, &user).await? {
        Tried { kind: "login here", whose: &device, pace: Pace::ACCOUNT }
    } else {
        Tried { kind: "login", whose: &user, pace: Pace::ACCOUNT }
    };
    let address = Tried { kind: "login from", whose: &place, pace: Pace::ADDRESS.times(shop.rate.factor()) };
    for tried in [&address, &account] {
        if let Err(seconds) = store::try_for(&shop.db, tried, now).await? {
            let notice = Some(NoticeView::error(msg::content::TOO_MANY, shop.messages));
            let refused = Refused { user: user.clone(), notice, status: StatusCode::TOO_MANY_REQUESTS };
            let mut response = show(&shop, &visitor, &asked, refused).await?;
            response.headers_mut().insert(http::header::RETRY_AFTER, seconds.into());
            return Ok(response);
        }
    }
    let found = store::by_login(&shop.db, &user).await?;
    let hash = found.as_ref().map(|customer| customer.password_hash.clone());
    let checked = shop.passwords.verify(form.password.secret(), hash).await;
    if checked.is_err() {
        // Nobody looked at it, so it was no try.
        store::forgive(&shop.db, &account, now).await?;
        store::forgive(&shop.db, &address, now).await?;
    }
    let is_right = checked?;
    let life = if form.rememberme.is_some() { Life::Long } else { Life::Brief };
    let mut tx = shop.db.begin().await?;
    let entered = match found.filter(|_| is_right) {
        Some(customer) => {
            store::enter(&mut tx, visitor.token, customer.id, &customer.password_hash, life, now)
                .await?
                .map(|cookie| (customer.id, cookie))
        }
        None => None,
    };
    let Some((customer, cookie)) = entered else {
        audit::record(&mut *tx, now, "guest", "login-failed", &mark(&user)).await?;
        tx.commit().await?;
        let notice = Some(NoticeView::error(msg::accounts::LOGIN_FAILED, shop.messages));
        let refused = Refused { user, notice, status: StatusCode::UNPROCESSABLE_ENTITY };
        return show(&shop, &visitor, &asked, refused).await;
    };
    let device = store::remember_device(&mut tx, visitor.device, customer, now).await?;
    store::forget(&mut *tx, &account).await?;
    store::forgive(&mut *tx, &address, now).await?;
    audit::record(&mut *tx, now, &format!("customer {customer}"), "login", "").await?;
    tx.commit().await?;
    let mut response = go(rules::own_path(&asked.next).unwrap_or(ACCOUNT_URL), Some(cookie));
    greet(&mut response, device);
    Ok(response)
}

/// Tells tries apart in the audit log without naming anybody.
pub fn mark(user: &str) -> String {
    hex::encode(&Sha256::digest(user.to_lowercase())[..6])
}

pub async fn logout(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    store::leave(&mut tx, visitor.token, now).await?;
    audit::record(&mut *tx, now, &format!("customer {customer}"), "logout", "").await?;
    tx.commit().await?;
    Ok(go(&told(ACCOUNT_URL, "logged-out"), Some(session::forget_cookie(session::COOKIE))))
}

/// An old link to it signs nobody out: that takes the button.
pub async fn show_logout() -> Response {
    go(ACCOUNT_URL, None)
}
