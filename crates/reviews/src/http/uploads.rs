//! Calls 27 to 30: pictures and videos for a review, before it is sent.

use accounts::service::FormSession;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, Visitor, idempotency::RequestKey, session, upload::Upload};
use kernel::Key;
use media::service::{self as files, Acceptance, MediaContext, Purpose, Received, UploadSubject};
use serde::Deserialize;

use super::submit::attachment;
use crate::{
    ReviewSettings,
    service::nonces,
    store,
    view::{AttachmentView, DeleteAnswer, UploadAnswer},
};

/// `code` of an accepted file.
const OK: i32 = 200;
/// `code` of a refused one; the browser removes it and shows the message.
const REFUSED: i32 = 500;

/// Call 27, of the classic form: the answer has the nonce that deletes the file.
pub async fn upload_classic(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    key: RequestKey,
    upload: Upload,
) -> Result<Response, AppError> {
    receive(&shop, &media, &visitor, key, upload, "cr_postid", true).await
}

/// Call 29, of the newer form.
pub async fn upload(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    key: RequestKey,
    upload: Upload,
) -> Result<Response, AppError> {
    receive(&shop, &media, &visitor, key, upload, "cr_item", false).await
}

async fn receive(
    shop: &Shop,
    media: &MediaContext,
    visitor: &Visitor,
    key: RequestKey,
    mut upload: Upload,
    item_field: &str,
    is_classic: bool,
) -> Result<Response, AppError> {
    if upload.part_name() != "cr_file" {
        return Err(AppError::BadRequest("file under another name"));
    }
    let spooled = files::spool(media, &mut upload, Acceptance::Media).await?;
    let spooled = match spooled {
        Ok(spooled) => spooled,
        Err(refusal) => return Ok(refused(shop, refusal.message())),
    };
    let fields = upload.finish().await?;
    let Some(item) = reviewable_item(shop, fields.get(item_field)).await? else {
        return Ok(refused(shop, kernel::msg::reviews::CLOSED));
    };
    let session = FormSession::for_anyone(shop, visitor).await?;
    let customer = session::find_customer(&shop.db, visitor, shop.clock.now()).await?;
    let subject = UploadSubject {
        session: session.token,
        customer: customer.map(|customer| customer.id.0),
        purpose: Purpose::Review,
        item: Some(item).filter(|item| *item != 0),
        request_key: key.0,
    };
    let received = match files::receive(media, &shop.db, subject, spooled).await? {
        Ok(received) => received,
        Err(refusal) => return Ok(refused(shop, refusal.message())),
    };
    let nonce = is_classic.then(|| {
        let object = image(&received);
        shop.nonces.session(nonces::ATTACHMENT, &object, &session.token, shop.clock.now())
    });
    let answer = UploadAnswer {
        code: OK,
        attachment: Some(AttachmentView { id: received.id.to_string(), key: received.key, nonce }),
        message: String::new(),
    };
    let mut response = Json(answer).into_response();
    session.append_cookie(&mut response);
    Ok(response)
}

/// A file as the form of call 28 names it, which its nonce was signed for.
fn image(received: &Received) -> String {
    format!(r#"{{"id":"{}","key":"{}"}}"#, received.id, received.key)
}

/// The product that the file is for, or 0 for the shop. `None` if nobody can review it.
async fn reviewable_item(shop: &Shop, given: Option<&str>) -> Result<Option<i64>, AppError> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let item: Option<i64> = given.and_then(|item| item.trim().parse().ok());
    Ok(match item.filter(|_| settings.is_open) {
        Some(0) => Some(0),
        Some(product) => store::find_product(&shop.db, product).await?.map(|_| product),
        None => None,
    })
}

fn refused(shop: &Shop, reason: Key) -> Response {
    let message = shop.messages.text(reason);
    Json(UploadAnswer { code: REFUSED, attachment: None, message }).into_response()
}

#[derive(Debug, Deserialize)]
pub struct DeleteForm {
    /// JSON with `id` and `key`.
    image: String,
    /// Only call 28: a number that the browser finds the file by.
    class: Option<String>,
}

/// Call 28. The pipeline has checked that the nonce is the file's and the session's.
pub async fn delete_classic(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    Fields(form): Fields<DeleteForm>,
) -> Result<Json<DeleteAnswer>, AppError> {
    let code = remove(&shop, &media, &visitor, &form.image).await?;
    // Only a number is repeated, so that nothing a page could be attacked with comes back.
    let class =
        form.class.filter(|class| class.len() <= 9 && class.bytes().all(|byte| byte.is_ascii_digit()));
    Ok(Json(DeleteAnswer { code, class: Some(class.unwrap_or_default()) }))
}

/// Call 30.
pub async fn delete(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    Fields(form): Fields<DeleteForm>,
) -> Result<Json<DeleteAnswer>, AppError> {
    let code = remove(&shop, &media, &visitor, &form.image).await?;
    Ok(Json(DeleteAnswer { code, class: None }))
}

/// Only the session that sent a file can delete it, with its key, and only before the review is sent.
async fn remove(shop: &Shop, media: &MediaContext, visitor: &Visitor, image: &str) -> Result<i32, AppError> {
    let Some((id, key)) = attachment(image) else { return Ok(REFUSED) };
    let Some(token) = visitor.token else { return Ok(REFUSED) };
    let is_gone = files::delete(media, &shop.db, &token, id, &key).await?;
    Ok(if is_gone { OK } else { REFUSED })
}
