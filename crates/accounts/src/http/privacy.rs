//! Data export and account erasure.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{
    AppError, Fields, PathParam, Shop, ShopZone, Visitor,
    audit::AuditWriter,
    session::{self, Customer},
};
use http::{HeaderValue, StatusCode, header};
use kernel::{CustomerId, msg};
use serde::Deserialize;

use super::{
    details::verify_password,
    nonces,
    page::{FlashQuery, PasswordInput},
};
use crate::{
    jobs::{self, AccountNotification, MakeExport},
    service::{FormSession, redirect, redirect_signed_out, with_notice},
    store,
    view::*,
};

pub async fn to_privacy() -> Response {
    redirect(PRIVACY_URL, None)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(query): Fields<FlashQuery>,
) -> Result<Response, AppError> {
    render(&shop, &visitor, id, query.notice(&shop), EraseFormErrors::default()).await
}

#[derive(Default)]
struct EraseFormErrors {
    password: Option<String>,
    consent: Option<String>,
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    id: CustomerId,
    notice: Option<NoticeView>,
    errors: EraseFormErrors,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let form_session = FormSession::for_customer(visitor)?;
    let exports = store::exports(&shop.db, id, shop.clock.now()).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let file = |export: store::Export| EntryView {
        icon: AccountIcon::File,
        label: shop.messages.text(msg::accounts::EXPORT_OF.with("date", zone.date_time(export.requested_at))),
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
    let has_errors = errors.password.is_some() || errors.consent.is_some();
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages);
    let erase = form_session
        .form(shop, ERASE_URL, nonces::ERASE, msg::accounts::ERASE_SUBMIT)
        .with(
            field("password_current", FieldKind::Password, msg::accounts::PASSWORD_CURRENT)
                .autocomplete("current-password")
                .error(errors.password),
        )
        .with(field("consent", FieldKind::Check, msg::accounts::ERASE_CONFIRM).error(errors.consent))
        .dangerous();
    let view = FormPageView {
        layout: form_session.layout(shop, PRIVACY_URL, None, notice),
        sections: vec![
            FormSection {
                id: "export",
                title: Some(text(msg::accounts::EXPORT)),
                hint: Some(text(msg::accounts::EXPORT_HINT)),
                entries: exports.into_iter().map(file).collect(),
                form: form_session.form(shop, EXPORT_URL, nonces::EXPORT, msg::accounts::EXPORT_SUBMIT),
            },
            FormSection {
                id: "erase",
                title: Some(text(msg::accounts::ERASE)),
                hint: Some(text(erase_hint)),
                entries: Vec::new(),
                form: erase,
            },
        ],
    };
    let status = if has_errors { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let title = view.layout.title.clone();
    form_session.render_page(shop, PRIVACY_URL, &title, &view, status).await
}

pub async fn request_export(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Customer(id): Customer,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    if let Some(export) = store::request_export(&mut tx, id, now).await? {
        edge::jobs::enqueue(&mut *tx, &MakeExport { id: export }, None).await?;
        audit.record(&mut *tx, "export", "").await?;
    }
    tx.commit().await?;
    Ok(redirect(&with_notice(PRIVACY_URL, "export"), None))
}

/// Downloads an export. Returns 404 to anyone but its owner.
pub async fn download(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Customer(id): Customer,
    PathParam(export): PathParam<String>,
) -> Result<Response, AppError> {
    let body =
        store::export_body(&shop.db, id, &export, shop.clock.now()).await?.ok_or(AppError::NotFound)?;
    audit.record(&shop.db, "export-fetched", "").await?;
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
    password_current: PasswordInput,
    consent: Option<String>,
}

/// Signs out everywhere and enqueues the erasure, which runs when the last open order is closed.
pub async fn erase(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Customer(id): Customer,
    Fields(form): Fields<EraseForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInRequired)?;
    if form.consent.is_none() {
        let consent = Some(shop.messages.text(msg::accounts::ERASE_CONFIRM_MISSING));
        return render(&shop, &visitor, id, None, EraseFormErrors { consent, ..EraseFormErrors::default() })
            .await;
    }
    if !verify_password(&shop, &customer, form.password_current).await? {
        let password = Some(shop.messages.text(msg::accounts::PASSWORD_WRONG));
        return render(&shop, &visitor, id, None, EraseFormErrors { password, ..EraseFormErrors::default() })
            .await;
    }
    let mut tx = shop.db.begin().await?;
    store::set_leaving(&mut *tx, id, now).await?;
    store::delete_email_tokens(&mut *tx, id).await?;
    session::end_all(&mut *tx, id).await?;
    let waits = store::has_open_orders(&mut *tx, id).await?;
    if waits {
        jobs::notify(&mut tx, id, AccountNotification::ErasureWaits, now).await?;
    }
    jobs::erase_later(&mut tx, id).await?;
    audit.record(&mut *tx, "erase", "").await?;
    tx.commit().await?;
    let code = if waits { "erasure-waits" } else { "erased" };
    Ok(redirect_signed_out(&with_notice(ACCOUNT_URL, code), session::COOKIE))
}
