//! Call 10: whom to write to about a cart that is left at the checkout.

use axum::extract::State;
use edge::{AppError, Fields, Shop, Visitor};
use kernel::{EmailAddress, text};
use serde::Deserialize;

use crate::store;

#[derive(Deserialize)]
pub struct CaptureForm {
    #[serde(default)]
    email: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
}

/// The answer is empty whatever was said, so that it tells nothing about any address.
pub async fn call(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<CaptureForm>,
) -> Result<(), AppError> {
    let Ok(email) = EmailAddress::parse(&form.email) else { return Ok(()) };
    let (first_name, last_name) = (text::clean(&form.first_name, 100), text::clean(&form.last_name, 100));
    store::remember_email(&shop.db, &visitor, &email, &first_name, &last_name, shop.clock.now()).await?;
    Ok(())
}
