//! A form as shoppers see it, before or after it is part of a page. Nothing can be sent.

use accounts::{service::FormSession, view::STAFF_INBOX_URL};
use axum::{extract::State, response::Response};
use content::FormRequest;
use edge::{AppError, Fields, Shop, Visitor};
use http::StatusCode;
use serde::Deserialize;

use crate::{
    service::form_view,
    store,
    urls::{STAFF_PREVIEW_URL, preview_url},
    view::FormPreviewPageView,
};

#[derive(Debug, Default, Deserialize)]
pub struct PreviewQuery {
    #[serde(default)]
    form: Option<i64>,
    /// An older version, as an enquiry names it.
    #[serde(default)]
    version: Option<i64>,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<PreviewQuery>,
) -> Result<Response, AppError> {
    let form = match (query.version, query.form) {
        (Some(version), _) => store::find_version(&shop.db, version).await?,
        (None, Some(form)) => store::find_form(&shop.db, form).await?,
        (None, None) => None,
    };
    let form = form.ok_or(AppError::NotFound)?;
    let title = form.definition.0.title.clone();
    let request = FormRequest {
        name: form.name.clone(),
        page_url: preview_url(form.form_id),
        index: 0,
        is_preview: true,
    };
    let view = FormPreviewPageView {
        inbox_url: STAFF_INBOX_URL.to_owned(),
        form: form_view(&shop.public(), &form, &request, shop.clock.now()),
    };
    let session = FormSession::for_staff(&visitor)?;
    session.render_page(&shop, STAFF_PREVIEW_URL, &title, &view, StatusCode::OK).await
}
