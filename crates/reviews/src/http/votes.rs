//! Call 25, and the same by a plain form.

use accounts::service::{FormSession, redirect};
use axum::{
    Json,
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use edge::{
    AppError, Fields, Shop, Visitor,
    idempotency::{self, Claim, RequestKey},
};
use http::{Uri, header};
use serde::Deserialize;

use crate::{service, urls::ALL_REVIEWS_URL, view::VoteAnswer};

#[derive(Debug, Deserialize)]
pub struct VoteForm {
    #[serde(rename = "reviewID")]
    review: i64,
    /// 1 for up, 0 for down.
    upvote: i64,
}

impl VoteForm {
    fn is_upvote(&self) -> Result<bool, AppError> {
        match self.upvote {
            1 => Ok(true),
            0 => Ok(false),
            _ => Err(AppError::BadRequest("no such vote")),
        }
    }
}

/// Call 25.
pub async fn call(
    State(shop): State<Shop>,
    visitor: Visitor,
    key: RequestKey,
    Fields(form): Fields<VoteForm>,
) -> Result<Response, AppError> {
    let (session, answer) = vote(&shop, &visitor, &key, &form).await?;
    let mut response = Json(answer).into_response();
    session.append_cookie(&mut response);
    Ok(response)
}

/// The same for browsers without script: back to the page with the review.
pub async fn form(
    State(shop): State<Shop>,
    visitor: Visitor,
    key: RequestKey,
    headers: HeaderMap,
    Fields(form): Fields<VoteForm>,
) -> Result<Response, AppError> {
    let (session, _) = vote(&shop, &visitor, &key, &form).await?;
    let mut response = redirect(&back(&headers, &shop.origin), None);
    session.append_cookie(&mut response);
    Ok(response)
}

/// A visitor without a session gets one: a vote belongs to it. A retry of a vote that was counted does not withdraw it.
async fn vote(
    shop: &Shop,
    visitor: &Visitor,
    key: &RequestKey,
    form: &VoteForm,
) -> Result<(FormSession, VoteAnswer), AppError> {
    let is_upvote = form.is_upvote()?;
    let session = FormSession::for_anyone(shop, visitor).await?;
    let (token, request) = (session.token, format!("{} {is_upvote}", form.review));
    let mut tx = shop.db.begin().await?;
    let now = shop.clock.now();
    let answer = match idempotency::claim(&mut tx, "cr_vote_review", &token, key, &request, now).await? {
        Claim::New => service::vote(shop, &mut tx, visitor, &token, form.review, is_upvote).await?,
        Claim::Repeated => service::current_vote(shop, &mut tx, visitor, &token, form.review).await?,
    };
    tx.commit().await?;
    Ok((session, answer))
}

/// The page of this shop that the form was on.
fn back(headers: &HeaderMap, origin: &str) -> String {
    let page = headers.get(header::REFERER).and_then(|value| value.to_str().ok());
    let path = page.and_then(|page| page.strip_prefix(origin)).filter(|path| path.starts_with("/ar/"));
    let uri = path.and_then(|path| path.parse::<Uri>().ok());
    uri.map_or_else(|| ALL_REVIEWS_URL.to_owned(), |uri| uri.to_string())
}
