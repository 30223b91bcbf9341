//! Call 10: whom to write to about a cart that is left at the checkout.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, Visitor};
use http::header;
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

/// Whether it was done depends on how the address is written, and on nothing else: the answer tells nothing about anybody.
pub async fn call(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<CaptureForm>,
) -> Result<Response, AppError> {
    let email = EmailAddress::parse(&form.email).ok();
    if let Some(email) = &email {
        let (first_name, last_name) = (text::clean(&form.first_name, 100), text::clean(&form.last_name, 100));
        store::remember_email(&shop.db, &visitor, email, &first_name, &last_name, shop.clock.now()).await?;
    }
    let answer = format!(r#"{{"success":{}}}"#, email.is_some());
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}
