//! Call 35: a file for an element of a form, before the form is sent.

use accounts::service::FormSession;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Shop, Visitor, session, upload::Upload};
use kernel::msg;
use media::service::MediaContext;

use crate::{
    rules::{ElementId, ElementKind},
    service::{
        token::FormToken,
        upload::{FileSubject, read_file, store_file},
    },
    store,
    view::{EnquiryUploadAnswer, EnquiryUploadType},
};

/// `iphorm_upload_id` is a small number of the browser.
const MAX_UPLOAD_ID: usize = 40;

/// All fields stand before the file. Refusals are answers with a text; a request that no form sends is an error.
pub async fn receive(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    mut upload: Upload,
) -> Result<Response, AppError> {
    let form: i64 = number(&upload, "iphorm_id")?;
    let element: ElementId = number(&upload, "iphorm_element_id")?;
    let upload_id = upload.field("iphorm_upload_id").unwrap_or_default().to_owned();
    if upload_id.is_empty() || upload_id.len() > MAX_UPLOAD_ID {
        return Err(AppError::BadRequest("missing or invalid upload id"));
    }
    let announced = upload.field("iphorm_file_size").and_then(|bytes| bytes.parse().ok());
    // A token that many visitors share names no form that a file could wait for.
    let token = upload.field("iphorm_uid").and_then(|token| FormToken::parse(&shop.nonces, token));
    let Some(token) = token.filter(|token| token.is_own && token.form == form) else {
        return Ok(answer(Err(shop.messages.text(msg::enquiries::EXPIRED))));
    };
    let version = store::find_version(&shop.db, token.version).await?;
    let version = version.filter(|version| version.form_id == form).ok_or(AppError::NotFound)?;
    if !version.is_open {
        return Ok(answer(Err(shop.messages.text(msg::enquiries::CLOSED))));
    }
    let element = version.definition.element(element);
    let element = element.filter(|element| matches!(element.kind, ElementKind::Upload { .. }));
    let element = element.ok_or(AppError::BadRequest("no upload element of the form"))?;
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    let customer = session::find_customer(&shop.db, &visitor, shop.clock.now()).await?;
    let subject = FileSubject {
        element,
        token: &token,
        session: &session.token,
        customer: customer.map(|customer| customer.id.0),
        upload_id: Some(&upload_id),
    };
    if upload.part_name() != subject.part_name() {
        return Err(AppError::BadRequest("file under another name"));
    }
    let done = match read_file(&shop, &media, subject, &mut upload, announced).await? {
        Ok(spooled) => {
            upload.finish().await?;
            store_file(&shop, &media, subject, spooled).await?
        }
        Err(text) => Err(text),
    };
    let mut response = answer(done);
    session.append_cookie(&mut response);
    Ok(response)
}

fn number<T: std::str::FromStr>(upload: &Upload, name: &str) -> Result<T, AppError> {
    let given = upload.field(name).and_then(|text| text.parse().ok());
    given.ok_or(AppError::BadRequest("missing or invalid field before the file"))
}

fn answer(done: Result<(), String>) -> Response {
    let (kind, message) = match done {
        Ok(()) => (EnquiryUploadType::Success, String::new()),
        Err(message) => (EnquiryUploadType::Error, message),
    };
    Json(EnquiryUploadAnswer { kind, message }).into_response()
}
