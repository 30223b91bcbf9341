//! Call 10: captures the guest's email address at checkout, for reminders about an abandoned cart.

use axum::{Json, extract::State};
use edge::{AppError, Fields, Shop, Visitor, view::Success};
use kernel::{EmailAddress, text};
use serde::Deserialize;

use crate::store;

#[derive(Deserialize)]
pub struct CaptureForm {
    email: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
}

/// Stores the address with the guest's cart. The response depends only on the syntax of the address, so it reveals
/// nothing about accounts or carts.
pub async fn call(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<CaptureForm>,
) -> Result<Json<Success>, AppError> {
    let email = EmailAddress::parse(&form.email).ok();
    if let Some(email) = &email {
        let (first_name, last_name) = (text::clean(&form.first_name, 100), text::clean(&form.last_name, 100));
        store::remember_email(&shop.db, &visitor, email, &first_name, &last_name, shop.clock.now()).await?;
    }
    Ok(Json(Success { success: email.is_some() }))
}
