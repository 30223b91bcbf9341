//! Challenges of the proof of work.

use axum::{Json, extract::State};
use edge::{AppError, Shop};
use moderation::captcha::Challenge;

use crate::service::nonces;

/// A new challenge for the form of a review.
pub async fn issue(State(shop): State<Shop>) -> Result<Json<Challenge>, AppError> {
    Ok(Json(moderation::captcha::challenge(&shop, nonces::CAPTCHA)?))
}
