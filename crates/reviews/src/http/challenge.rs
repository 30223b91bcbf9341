//! Challenges of the proof of work.

use altcha::Challenge;
use axum::{Json, extract::State};
use edge::{AppError, Shop};

/// A new challenge for the form of a review.
pub async fn issue(State(shop): State<Shop>) -> Result<Json<Challenge>, AppError> {
    Ok(Json(crate::captcha::challenge(&shop)?))
}
