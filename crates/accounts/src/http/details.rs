//! Name, address of e-mail and password of somebody who is signed in.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor, audit,
    session::{Customer, Life, customer as signed_in},
};
use http::StatusCode;
use kernel::{EmailAddress, msg, text};
use serde::Deserialize;

use super::{
    nonces,
    page::{Desk, Told, Typed, go, told},
    password::{change_password, new_password_fields},
};
use crate::{
    jobs::{self, News, Wish},
    passwords::is_common,
    rules::{Pace, PasswordFault, password_fault},
    store::{self, Tried},
    view::*,
};

/// What was wrong when a form was posted, and what it said.
#[derive(Default)]
struct Wrong {
    notice: Option<NoticeView>,
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    email_error: Option<String>,
    /// Of the form that was posted.
    details_password: Option<String>,
    password_current: Option<String>,
    password_new: Option<PasswordFault>,
}

impl Wrong {
    fn status(&self) -> StatusCode {
        let is_wrong = self.email_error.is_some()
            || self.details_password.is_some()
            || self.password_current.is_some()
            || self.password_new.is_some();
        if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }
    }
}

pub async fn to_details() -> Response {
    go(DETAILS_URL, None)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(asked): Fields<Told>,
) -> Result<Response, AppError> {
    let customer = store::find(&shop.db, customer).await?.ok_or(AppError::SignInFirst)?;
    let wrong = Wrong { notice: asked.notice(&shop), ..Wrong::default() };
    draw(&shop, &visitor, &customer, wrong).await
}

async fn draw(
    shop: &Shop,
    visitor: &Visitor,
    customer: &store::Customer,
    wrong: Wrong,
) -> Result<Response, AppError> {
    let desk = Desk::own(visitor)?;
    let status = wrong.status();
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages);
    let profile = desk
        .form(shop, DETAILS_URL, nonces::DETAILS, msg::common::SAVE_CHANGES)
        .with(
            field("account_first_name", FieldKind::Text, msg::accounts::FIRST_NAME)
                .value(wrong.first_name.as_ref().unwrap_or(&customer.first_name))
                .filled_by("given-name")
                .optional()
                .half(),
        )
        .with(
            field("account_last_name", FieldKind::Text, msg::accounts::LAST_NAME)
                .value(wrong.last_name.as_ref().unwrap_or(&customer.last_name))
                .filled_by("family-name")
                .optional()
                .half(),
        )
        .with(
            field("account_email", FieldKind::Email, msg::accounts::EMAIL)
                .value(wrong.email.as_ref().unwrap_or(&customer.email))
                .filled_by("email")
                .hint(msg::accounts::EMAIL_HINT, shop.messages)
                .wrong(wrong.email_error),
        )
        .with(
            field("password_current", FieldKind::Password, msg::accounts::PASSWORD_CURRENT)
                .filled_by("current-password")
                .hint(msg::accounts::EMAIL_PASSWORD_HINT, shop.messages)
                .optional()
                .wrong(wrong.details_password),
        );
    let password = desk.form(shop, PASSWORD_URL, nonces::PASSWORD, msg::accounts::CHANGE_PASSWORD).with(
        field("password_current", FieldKind::Password, msg::accounts::PASSWORD_CURRENT)
            .filled_by("current-password")
            .wrong(wrong.password_current),
    );
    let password = new_password_fields(shop, password, wrong.password_new);
    let section = |id, title, form| FormSection {
        id,
        title: Some(shop.messages.text(title)),
        hint: None,
        files: Vec::new(),
        form,
    };
    let view = FormPageView {
        frame: desk.frame(shop, DETAILS_URL, None, wrong.notice),
        sections: vec![
            section("profile", msg::accounts::PROFILE, profile),
            section("password", msg::accounts::CHANGE_PASSWORD, password),
        ],
    };
    let title = view.frame.title.clone();
    desk.show(shop, DETAILS_URL, &title, &view, status).await
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
    password_current: Typed,
}

/// Whether somebody who is signed in is the one who knows the password. Counted, because a device left alone is no place
/// to guess; by itself, because guests who guess at the login are not to keep them from it.
pub async fn knows_password(shop: &Shop, customer: &store::Customer, typed: Typed) -> Result<bool, AppError> {
    let whose = customer.id.to_string();
    let tried = Tried { kind: "password of", whose: &whose, pace: Pace::ACCOUNT };
    if let Err(retry_after) = store::try_for(&shop.db, &tried, shop.clock.now()).await? {
        return Err(AppError::TooMany { retry_after });
    }
    let is_right = shop.passwords.verify(typed.secret(), Some(customer.password_hash.clone())).await?;
    if is_right {
        store::forget(&shop.db, &tried).await?;
    }
    Ok(is_right)
}

/// A new address becomes theirs when they show that they read it.
pub async fn save(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<DetailsForm>,
) -> Result<Response, AppError> {
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInFirst)?;
    let (first_name, last_name) =
        (text::clean(&form.account_first_name, 100), text::clean(&form.account_last_name, 100));
    let typed = text::clean(&form.account_email, 254);
    let mut wrong = Wrong {
        first_name: Some(first_name.clone()),
        last_name: Some(last_name.clone()),
        email: Some(typed.clone()),
        ..Wrong::default()
    };
    let Ok(email) = EmailAddress::parse(&typed) else {
        wrong.email_error = Some(shop.messages.text(msg::accounts::EMAIL_INVALID));
        return draw(&shop, &visitor, &customer, wrong).await;
    };
    let moves = email.key() != customer.email.to_lowercase();
    if moves && !knows_password(&shop, &customer, form.password_current).await? {
        wrong.details_password = Some(shop.messages.text(msg::accounts::PASSWORD_WRONG));
        return draw(&shop, &visitor, &customer, wrong).await;
    }
    store::set_names(&shop.db, id, &first_name, &last_name).await?;
    if !moves {
        return Ok(go(&told(DETAILS_URL, "details"), None));
    }
    let wish =
        Wish::Email { customer: id.0, email: email.to_string(), proof: jobs::proof(&customer.password_hash) };
    jobs::ask_for_link(&shop, &visitor, &email.key(), wish).await?;
    audit::record(&shop.db, shop.clock.now(), &format!("customer {id}"), "ask-email", "").await?;
    let sent = msg::accounts::EMAIL_SENT.with("email", email.to_string());
    let wrong = Wrong {
        notice: Some(NoticeView::info(sent, shop.messages)),
        first_name: Some(first_name),
        last_name: Some(last_name),
        ..Wrong::default()
    };
    draw(&shop, &visitor, &customer, wrong).await
}

#[derive(Deserialize)]
pub struct PasswordForm {
    #[serde(default)]
    password_current: Typed,
    #[serde(default)]
    password_1: Typed,
    #[serde(default)]
    password_2: Typed,
}

/// Ends every session of this customer, and begins a new one for whoever changed it.
pub async fn save_password(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<PasswordForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInFirst)?;
    if !knows_password(&shop, &customer, form.password_current).await? {
        let error = Some(shop.messages.text(msg::accounts::PASSWORD_WRONG));
        return draw(&shop, &visitor, &customer, Wrong { password_current: error, ..Wrong::default() }).await;
    }
    let password = form.password_1.as_str();
    let about = [customer.email.as_str(), &customer.user_name, &customer.first_name];
    let fault = password_fault(password, form.password_2.as_str(), || is_common(password, &about));
    if fault.is_some() {
        return draw(&shop, &visitor, &customer, Wrong { password_new: fault, ..Wrong::default() }).await;
    }
    let hash = shop.passwords.hash(form.password_1.secret()).await?;
    let life = signed_in(&shop.db, &visitor, now).await?.map_or(Life::Brief, |found| found.life);
    let mut tx = shop.db.begin().await?;
    let is_changed = change_password(&mut tx, id, Some(&customer.password_hash), &hash).await?;
    let cookie = if is_changed { store::enter(&mut tx, None, id, &hash, life, now).await? } else { None };
    // Somebody else has changed it since: they are not signed in any more.
    let Some(cookie) = cookie else { return Err(AppError::SignInFirst) };
    jobs::tell(&mut tx, id, News::PasswordChanged, now).await?;
    audit::record(&mut *tx, now, &format!("customer {id}"), "change-password", "").await?;
    tx.commit().await?;
    Ok(go(&told(DETAILS_URL, "password"), Some(cookie)))
}
