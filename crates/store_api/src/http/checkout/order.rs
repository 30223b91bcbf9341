//! One order, by its number and key.

use ::http::StatusCode;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, PathParam, Shop, Visitor, session};
use kernel::msg;
use orders::service::{self, Order};
use payments::PaymentContext;
use serde::Deserialize;

use super::view::OrderDocument;
use crate::envelope::refusal;

/// What a client must know of an order to see it.
#[derive(Debug, Default, Deserialize)]
pub struct Access {
    #[serde(default)]
    pub key: String,
    #[serde(default)]
    pub billing_email: String,
}

impl Access {
    /// An email address that is given must be that of the order, as on the platform.
    pub async fn open(&self, context: &PaymentContext, number: i64) -> Result<Order, AppError> {
        let invalid = |code, text| AppError::from(refusal(StatusCode::UNAUTHORIZED, code, text));
        let order = match service::open(context, number, &self.key).await {
            Err(AppError::NotFound) => {
                return Err(invalid("woocommerce_rest_invalid_order", msg::store_api::ORDER_MISSING));
            }
            opened => opened?,
        };
        if !self.billing_email.is_empty() && !self.names_buyer(&order) {
            return Err(invalid("woocommerce_rest_invalid_billing_email", msg::store_api::ORDER_MISSING));
        }
        Ok(order)
    }

    fn names_buyer(&self, order: &Order) -> bool {
        !self.billing_email.is_empty()
            && self.billing_email.trim().to_lowercase() == order.buyer.email.to_lowercase()
    }
}

pub async fn show(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    PathParam(number): PathParam<i64>,
    Fields(access): Fields<Access>,
) -> Result<Response, AppError> {
    let order = access.open(&context, number).await?;
    let lines = service::lines(&context.db, order.id).await?;
    let customer = session::find_customer(&shop.db, &visitor, shop.clock.now()).await?;
    // A token that was revoked or has expired opens nothing, even if it has placed the order.
    let has_placed = match visitor.token.filter(|token| *token == order.placed_by) {
        Some(token) => session::find_live(&shop.db, &token, shop.clock.now()).await?.is_some(),
        None => false,
    };
    let is_own = has_placed || customer.is_some_and(|customer| Some(customer.id) == order.customer);
    let document = OrderDocument::new(&shop, &order, &lines, is_own || access.names_buyer(&order));
    Ok(Json(document).into_response())
}
