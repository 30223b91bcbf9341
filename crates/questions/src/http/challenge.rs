//! Challenges of the proof of work.

use altcha::Challenge;
use axum::{Json, extract::State};
use edge::{AppError, Shop};

use crate::service::CHALLENGE;

/// A new challenge for the form of a question or an answer.
pub async fn issue(State(shop): State<Shop>) -> Result<Json<Challenge>, AppError> {
    Ok(Json(moderation::captcha::challenge(&shop, CHALLENGE)?))
}
