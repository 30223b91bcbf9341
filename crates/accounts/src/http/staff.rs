//! The door for those who run the shop: password, and the code of the moment.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor, audit,
    session::{self, StaffMember},
    view::LinkView,
};
use http::StatusCode;
use kernel::{digits, msg, text};
use serde::Deserialize;
use totp_rs::{Algorithm, Builder, Totp};

use super::{
    login::mark,
    nonces,
    page::{Desk, Typed, go},
};
use crate::{
    rules::Pace,
    store::{self, Tried},
    view::*,
};

#[derive(Deserialize)]
pub struct StaffForm {
    #[serde(default)]
    log: String,
    #[serde(default)]
    pwd: Typed,
    #[serde(default)]
    code: String,
}

pub async fn show_login(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    draw(&shop, &visitor, "", None, StatusCode::OK).await
}

async fn draw(
    shop: &Shop,
    visitor: &Visitor,
    email: &str,
    notice: Option<NoticeView>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let desk = Desk::open(shop, visitor).await?;
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages);
    let view = AuthPageView {
        title: text(msg::accounts::STAFF_LOGIN),
        lead: Some(text(msg::accounts::STAFF_LEAD)),
        notice,
        form: Some(
            desk.form(shop, STAFF_LOGIN_URL, nonces::STAFF_LOGIN, msg::accounts::LOGIN)
                .with(field("log", FieldKind::Email, msg::accounts::EMAIL).value(email).filled_by("username"))
                .with(
                    field("pwd", FieldKind::Password, msg::accounts::PASSWORD).filled_by("current-password"),
                )
                .with(field("code", FieldKind::Latin, msg::accounts::STAFF_CODE).filled_by("one-time-code")),
        ),
        aside: None,
        other: None,
    };
    desk.show(shop, STAFF_LOGIN_URL, &text(msg::accounts::STAFF_LOGIN), &view, status).await
}

/// A code every thirty seconds, and one step of grace for a clock that is slow or fast.
fn codes(secret: &[u8]) -> Totp {
    Builder::new().with_algorithm(Algorithm::SHA1).with_secret(secret).with_skew(1).build_noncompliant()
}

/// One answer for every failure. A code that was used is as wrong as any other.
pub async fn login(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<StaffForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let email = text::clean(&form.log, 254);
    let place = visitor.address.0.to_string();
    let account = Tried { kind: "staff", whose: &email, pace: Pace::ACCOUNT };
    let address = Tried { kind: "login from", whose: &place, pace: Pace::ADDRESS.times(shop.rate.factor()) };
    for tried in [&address, &account] {
        if let Err(seconds) = store::try_for(&shop.staff, tried, now).await? {
            let notice = Some(NoticeView::error(msg::content::TOO_MANY, shop.messages));
            let mut response = draw(&shop, &visitor, &email, notice, StatusCode::TOO_MANY_REQUESTS).await?;
            response.headers_mut().insert(http::header::RETRY_AFTER, seconds.into());
            return Ok(response);
        }
    }
    let found = store::by_staff_email(&shop.staff, &email).await?;
    let hash = found.as_ref().map(|row| row.password_hash.clone());
    let is_right = shop.passwords.verify(form.pwd.secret(), hash).await?;
    let code = digits::fold(form.code.trim()).into_owned();
    let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
    let step =
        found.as_ref().filter(|_| is_right).and_then(|row| codes(&row.totp_secret).check(&code, seconds));
    let mut tx = shop.staff.begin().await?;
    let token = match (found, step.and_then(|step| i64::try_from(step).ok())) {
        (Some(row), Some(step)) if store::use_code(&mut *tx, row.member.id, step).await? => {
            session::end_staff(&mut *tx, &visitor).await?;
            let token = session::begin_staff(&mut *tx, &row.member, now).await?;
            store::forget(&mut *tx, &account).await?;
            store::forgive(&mut *tx, &address, now).await?;
            audit::record(&mut *tx, now, &row.member.actor(), "login", "").await?;
            token
        }
        _ => {
            audit::record(&mut *tx, now, "guest", "staff-login-failed", &mark(&email)).await?;
            tx.commit().await?;
            let notice = Some(NoticeView::error(msg::accounts::LOGIN_FAILED, shop.messages));
            return draw(&shop, &visitor, &email, notice, StatusCode::UNPROCESSABLE_ENTITY).await;
        }
    };
    tx.commit().await?;
    Ok(go(STAFF_URL, Some(token.set_staff_cookie())))
}

pub async fn home(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let desk = Desk::staff(&visitor)?;
    let role = if member.is_admin { msg::accounts::ROLE_ADMIN } else { msg::accounts::ROLE_STAFF };
    let stores: Vec<_> = member.stores.iter().map(i16::to_string).collect();
    let mut facts = vec![(text(msg::accounts::STAFF_ROLE), text(role))];
    if !stores.is_empty() {
        facts.push((text(msg::accounts::STAFF_STORES), stores.join("، ")));
    }
    let view = StaffPageView {
        title: text(msg::accounts::STAFF),
        name: member.name,
        facts,
        links: vec![LinkView::new(text(msg::accounts::ORDERS), STAFF_ORDERS_URL)],
        logout: desk.form(&shop, STAFF_LOGOUT_URL, nonces::STAFF_LOGOUT, msg::accounts::LOGOUT),
    };
    desk.show(&shop, STAFF_URL, &text(msg::accounts::STAFF), &view, StatusCode::OK).await
}

pub async fn logout(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
) -> Result<Response, AppError> {
    session::end_staff(&shop.staff, &visitor).await?;
    audit::record(&shop.staff, shop.clock.now(), &member.actor(), "logout", "").await?;
    Ok(go(STAFF_LOGIN_URL, Some(session::forget_cookie(session::STAFF_COOKIE))))
}
