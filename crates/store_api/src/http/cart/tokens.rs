//! `Cart-Token`s of a browser's cart: requested and revoked by the browser, or revoked by a token itself.

use ::http::StatusCode;
use axum::response::Response;
use edge::{AppError, session};
use kernel::msg;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Answer, Caller};
use crate::envelope::refusal;

/// The token itself is in the header `Cart-Token`.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedToken {
    created: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RevokedTokens {
    /// How many.
    revoked: u64,
}

/// Another client for the same cart: the token is in the header of the answer.
pub async fn create(mut caller: Caller) -> Result<Response, AppError> {
    let shop = caller.shop.clone();
    let now = shop.clock.now();
    let created = match caller.visitor.token.filter(|_| !caller.visitor.has_cart_token) {
        Some(session) => session::create_cart_token_for(&shop.db, &session, now).await?,
        None => None,
    };
    let answer = match created {
        Some(new) => {
            caller.set_token(new.header());
            Answer::new(StatusCode::CREATED, &CreatedToken { created: true })
        }
        None => Err(refusal(StatusCode::CONFLICT, "matjar_no_cart", msg::store_api::NO_CART).into()),
    };
    caller.respond(answer)
}

/// Ends every token of the cart.
pub async fn revoke(caller: Caller) -> Result<Response, AppError> {
    let answer = async {
        let revoked = match &caller.visitor.token {
            Some(token) => session::revoke_cart_tokens(&caller.shop.db, token).await?,
            None => 0,
        };
        Answer::new(StatusCode::OK, &RevokedTokens { revoked })
    };
    let answer = answer.await;
    caller.without_token().respond(answer)
}
