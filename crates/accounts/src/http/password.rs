//! A forgotten password, and the first one of a new account.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor, audit,
    session::{self, Life, TokenHash},
    view::LinkView,
};
use http::StatusCode;
use kernel::{CustomerId, EmailAddress, Key, msg, text};
use serde::Deserialize;
use sqlx::PgConnection;

use super::{
    nonces,
    page::{Desk, Typed, go, greet, told},
};
use crate::{
    jobs::{self, News, Wish},
    passwords::is_common,
    rules::{PasswordFault, password_fault},
    store::{self, Link, Purpose},
    view::*,
};

#[derive(Deserialize, Default)]
pub struct LostForm {
    #[serde(default)]
    user_login: String,
}

pub async fn show_lost(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    let desk = Desk::open(&shop, &visitor).await?;
    let form = desk.form(&shop, LOST_URL, nonces::LOST, msg::accounts::RESET_SUBMIT).with(
        FieldView::new("user_login", FieldKind::Latin, msg::accounts::USER, shop.messages)
            .filled_by("username"),
    );
    draw_lost(&shop, desk, Some(form), None, StatusCode::OK).await
}

async fn draw_lost(
    shop: &Shop,
    desk: Desk,
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
    desk.show(shop, LOST_URL, &text(msg::accounts::RESET), &view, status).await
}

/// The same work and the same answer for every name and address.
pub async fn ask(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<LostForm>,
) -> Result<Response, AppError> {
    let who = text::clean(&form.user_login, 254);
    if !who.is_empty() {
        jobs::ask_for_link(&shop, &visitor, &who, Wish::Reset { who: who.clone() }).await?;
    }
    let desk = Desk::open(&shop, &visitor).await?;
    let notice = NoticeView::ok(msg::accounts::RESET_SENT, shop.messages);
    draw_lost(&shop, desk, None, Some(notice), StatusCode::OK).await
}

#[derive(Deserialize, Default)]
pub struct SetForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    password_1: Typed,
    #[serde(default)]
    password_2: Typed,
}

const PURPOSES: [Purpose; 2] = [Purpose::Reset, Purpose::Register];

/// What the link in the letter opens. Looking at it does not use it up.
pub async fn show_set(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<SetForm>,
) -> Result<Response, AppError> {
    match store::find_link(&shop.db, &form.key, &PURPOSES, shop.clock.now()).await? {
        Some(link) => draw_set(&shop, &visitor, &form.key, &link, None).await,
        None => draw_expired(&shop, &visitor).await,
    }
}

async fn draw_set(
    shop: &Shop,
    visitor: &Visitor,
    key: &str,
    link: &Link,
    fault: Option<PasswordFault>,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let desk = Desk::open(shop, visitor).await?;
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
            desk.form(shop, SET_PASSWORD_URL, nonces::SET_PASSWORD, msg::common::SAVE).carrying("key", key),
            fault,
        )),
        aside: None,
        other: None,
    };
    let status = if fault.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    desk.show(shop, SET_PASSWORD_URL, &text(title), &view, status).await
}

/// The two fields of a new password, with what was wrong with them.
pub fn new_password_fields(shop: &Shop, form: FormView, fault: Option<PasswordFault>) -> FormView {
    let field = |name, label| {
        FieldView::new(name, FieldKind::Password, label, shop.messages).filled_by("new-password")
    };
    let text = |key: Key| Some(shop.messages.text(key));
    let (first, second) = match fault {
        None => (None, None),
        Some(PasswordFault::TooShort) => (text(msg::accounts::PASSWORD_RULES), None),
        Some(PasswordFault::Common) => (text(msg::accounts::PASSWORD_COMMON), None),
        Some(PasswordFault::Mismatch) => (None, text(msg::accounts::PASSWORD_MISMATCH)),
    };
    form.with(
        field("password_1", msg::accounts::PASSWORD_NEW)
            .hint(msg::accounts::PASSWORD_RULES, shop.messages)
            .wrong(first),
    )
    .with(field("password_2", msg::accounts::PASSWORD_AGAIN).wrong(second))
}

async fn draw_expired(shop: &Shop, visitor: &Visitor) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let desk = Desk::open(shop, visitor).await?;
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
    desk.show(shop, SET_PASSWORD_URL, &text(msg::accounts::SET_PASSWORD), &view, StatusCode::GONE).await
}

/// Uses the link up and signs its owner in, in one transaction: of two who come with it, one finds it used.
pub async fn set(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<SetForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let Some(link) = store::find_link(&shop.db, &form.key, &PURPOSES, now).await? else {
        return draw_expired(&shop, &visitor).await;
    };
    let known = match link.customer {
        Some(id) => store::find(&shop.db, id).await?,
        None => None,
    };
    let email = known.as_ref().map_or(&link.email, |customer| &customer.email).clone();
    let password = form.password_1.as_str();
    let fault = password_fault(password, form.password_2.as_str(), || {
        is_common(password, &[&email, &link.first_name])
    });
    if fault.is_some() {
        return draw_set(&shop, &visitor, &form.key, &link, fault).await;
    }
    // Before the transaction: a hash takes longer than any row should be locked.
    let hash = shop.passwords.hash(form.password_1.secret()).await?;
    let mut tx = shop.db.begin().await?;
    let customer = if store::use_link(&mut *tx, &form.key, now).await? {
        match link.customer {
            Some(id) => change_password(&mut tx, id, None, &hash).await?.then_some(id),
            // None: the address became somebody's since the letter was sent.
            None => register(&mut tx, &link, &hash, visitor.token, now).await?,
        }
    } else {
        None
    };
    let cookie = match customer {
        Some(id) => store::enter(&mut tx, visitor.token, id, &hash, Life::Long, now).await?,
        None => None,
    };
    let (Some(customer), Some(cookie)) = (customer, cookie) else {
        tx.rollback().await?;
        return draw_expired(&shop, &visitor).await;
    };
    let device = store::remember_device(&mut tx, visitor.device, customer, now).await?;
    let is_new = link.customer.is_none();
    if !is_new {
        jobs::tell(&mut tx, customer, News::PasswordChanged, now).await?;
    }
    let action = if is_new { "register" } else { "reset-password" };
    audit::record(&mut *tx, now, &format!("customer {customer}"), action, "").await?;
    tx.commit().await?;
    let code = if is_new { "registered" } else { "password" };
    let mut response = go(&told(ACCOUNT_URL, code), Some(cookie));
    greet(&mut response, device);
    Ok(response)
}

/// Whoever was signed in with the old one is signed out, and no link that was sent before opens anything. False: it is not
/// the old one any more.
pub async fn change_password(
    db: &mut PgConnection,
    id: CustomerId,
    old: Option<&str>,
    hash: &str,
) -> sqlx::Result<bool> {
    let is_changed = store::set_password(&mut *db, id, old, hash).await?;
    if is_changed {
        store::end_links(&mut *db, id).await?;
        session::end_all(&mut *db, id).await?;
    }
    Ok(is_changed)
}

async fn register(
    db: &mut PgConnection,
    link: &Link,
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
    // The link shows whose the address is, the cookie who ordered: one without the other proves nothing.
    if let (Some(customer), Some(browser)) = (added, browser) {
        store::adopt_orders(db, customer, &browser).await?;
    }
    Ok(added)
}
