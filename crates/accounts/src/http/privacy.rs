//! Everybody's right to their own data.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{
    AppError, Fields, Shop, Visitor, audit,
    frame::PathNames,
    session::{self, Customer},
};
use http::{HeaderValue, StatusCode, header};
use kernel::{CustomerId, date, msg};
use serde::Deserialize;

use super::{
    details::knows_password,
    nonces,
    page::{Desk, Told, Typed, go, told},
};
use crate::{
    jobs::{self, MakeExport, News},
    store,
    view::*,
};

pub async fn to_privacy() -> Response {
    go(PRIVACY_URL, None)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(asked): Fields<Told>,
) -> Result<Response, AppError> {
    draw(&shop, &visitor, id, asked.notice(&shop), Wrong::default()).await
}

#[derive(Default)]
struct Wrong {
    password: Option<String>,
    consent: Option<String>,
}

async fn draw(
    shop: &Shop,
    visitor: &Visitor,
    id: CustomerId,
    notice: Option<NoticeView>,
    wrong: Wrong,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let desk = Desk::own(visitor)?;
    let exports = store::exports(&shop.db, id, shop.clock.now()).await?;
    let file = |export: store::Export| FileView {
        label: shop.messages.text(msg::accounts::EXPORT_OF.with("date", date::moment(export.asked_at))),
        url: export.made_at.map(|_| FILE_URL.replace("{id}", &export.id)),
        state: match export.made_at {
            Some(_) => text(msg::accounts::EXPORT_DOWNLOAD),
            None => text(msg::accounts::EXPORT_WAITING),
        },
    };
    let erase_hint = match store::has_open_orders(&shop.db, id).await? {
        true => msg::accounts::ERASE_HINT_ORDERS,
        false => msg::accounts::ERASE_HINT,
    };
    let is_wrong = wrong.password.is_some() || wrong.consent.is_some();
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages);
    let erase = desk
        .form(shop, ERASE_URL, nonces::ERASE, msg::accounts::ERASE_SUBMIT)
        .with(
            field("password_current", FieldKind::Password, msg::accounts::PASSWORD_CURRENT)
                .filled_by("current-password")
                .wrong(wrong.password),
        )
        .with(field("consent", FieldKind::Check, msg::accounts::ERASE_CONFIRM).wrong(wrong.consent))
        .dangerous();
    let view = FormPageView {
        frame: desk.frame(shop, PRIVACY_URL, None, notice),
        sections: vec![
            FormSection {
                id: "export",
                title: Some(text(msg::accounts::EXPORT)),
                hint: Some(text(msg::accounts::EXPORT_HINT)),
                files: exports.into_iter().map(file).collect(),
                form: desk.form(shop, EXPORT_URL, nonces::EXPORT, msg::accounts::EXPORT_SUBMIT),
            },
            FormSection {
                id: "erase",
                title: Some(text(msg::accounts::ERASE)),
                hint: Some(text(erase_hint)),
                files: Vec::new(),
                form: erase,
            },
        ],
    };
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let title = view.frame.title.clone();
    desk.show(shop, PRIVACY_URL, &title, &view, status).await
}

pub async fn ask(State(shop): State<Shop>, Customer(id): Customer) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    if let Some(export) = store::ask_export(&mut tx, id, now).await? {
        edge::jobs::enqueue(&mut *tx, &MakeExport { id: export }, None).await?;
        audit::record(&mut *tx, now, &format!("customer {id}"), "export", "").await?;
    }
    tx.commit().await?;
    Ok(go(&told(PRIVACY_URL, "export"), None))
}

/// A file, for its owner alone: for everybody else there is none of that name.
pub async fn download(
    State(shop): State<Shop>,
    Customer(id): Customer,
    Extension(names): Extension<PathNames>,
) -> Result<Response, AppError> {
    let export = names.0.get("id").map_or("", String::as_str);
    let body = store::export_body(&shop.db, id, export, shop.clock.now()).await?.ok_or(AppError::NotFound)?;
    audit::record(&shop.db, shop.clock.now(), &format!("customer {id}"), "export-fetched", "").await?;
    let text = serde_json::to_string_pretty(&body).map_err(anyhow::Error::from)?;
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("attachment; filename=\"my-data.json\""),
    );
    Ok(response)
}

#[derive(Deserialize)]
pub struct EraseForm {
    #[serde(default)]
    password_current: Typed,
    consent: Option<String>,
}

/// Signs out everywhere at once; a job does the rest, at once or when the last open order is closed.
pub async fn erase(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<EraseForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInFirst)?;
    if form.consent.is_none() {
        let consent = Some(shop.messages.text(msg::accounts::ERASE_CONFIRM_MISSING));
        return draw(&shop, &visitor, id, None, Wrong { consent, ..Wrong::default() }).await;
    }
    if !knows_password(&shop, &customer, form.password_current).await? {
        let password = Some(shop.messages.text(msg::accounts::PASSWORD_WRONG));
        return draw(&shop, &visitor, id, None, Wrong { password, ..Wrong::default() }).await;
    }
    let mut tx = shop.db.begin().await?;
    store::set_leaving(&mut *tx, id, now).await?;
    store::end_links(&mut *tx, id).await?;
    session::end_all(&mut *tx, id).await?;
    let waits = store::has_open_orders(&mut *tx, id).await?;
    if waits {
        jobs::tell(&mut tx, id, News::ErasureWaits, now).await?;
    }
    jobs::erase_later(&mut tx, id).await?;
    audit::record(&mut *tx, now, &format!("customer {id}"), "erase", "").await?;
    tx.commit().await?;
    let code = if waits { "erasure-waits" } else { "erased" };
    Ok(go(&told(ACCOUNT_URL, code), Some(session::forget_cookie(session::COOKIE))))
}
