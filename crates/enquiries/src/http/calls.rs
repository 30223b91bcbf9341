//! What a form fetches while it is filled in: its token, a challenge, the picture of a captcha.

use altcha::Challenge;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, ShopZone};
use http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;

use crate::{
    service::{captcha, captcha_picture, submit::CHALLENGE, token::FormToken},
    store,
    view::EnquiryTokenAnswer,
};

#[derive(Debug, Deserialize)]
pub struct TokenQuery {
    form: i64,
}

/// A fresh `iphorm_uid` for the newest version of a form.
pub async fn token(
    State(shop): State<Shop>,
    Fields(query): Fields<TokenQuery>,
) -> Result<Json<EnquiryTokenAnswer>, AppError> {
    let form = store::find_form(&shop.db, query.form).await?.ok_or(AppError::NotFound)?;
    let now = shop.clock.now();
    let token = FormToken::issue(&shop.nonces, form.form_id, form.version_id, now);
    let today = shop.settings.get::<ShopZone>().await?.local(now).date();
    Ok(Json(EnquiryTokenAnswer { uid: token.as_str().to_owned(), today: today.to_string() }))
}

pub async fn challenge(State(shop): State<Shop>) -> Result<Json<Challenge>, AppError> {
    Ok(Json(moderation::captcha::challenge(&shop, CHALLENGE)?))
}

/// Five digits, other ones each time. The cookie says which.
pub async fn picture(State(shop): State<Shop>, headers: HeaderMap) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let picture = captcha::Issued::new(now);
    let digits = picture.digits(&shop.nonces);
    let png = tokio::task::spawn_blocking(move || captcha_picture::render(&digits))
        .await
        .map_err(anyhow::Error::from)??;
    let mut response = png.into_response();
    let own = response.headers_mut();
    own.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    own.insert(header::CACHE_CONTROL, edge::headers::NO_STORE);
    own.append(header::SET_COOKIE, captcha::cookie(&picture, captcha::issued(&headers, now)));
    Ok(response)
}
