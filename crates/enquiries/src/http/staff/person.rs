//! Everything that one address has sent: download and erasure, for people without an account. Customers do both
//! themselves, on their privacy page.

use accounts::{service::redirect, view::STAFF_INBOX_URL};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, audit::AuditWriter};
use http::{HeaderValue, header};
use kernel::text;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::part::MAX_EMAIL;
use crate::{service::inbox, store};

#[derive(Debug, Deserialize)]
pub struct PersonForm {
    email: String,
    #[serde(rename = "do")]
    action: String,
    /// Needed to erase.
    #[serde(default)]
    confirm: String,
}

/// The policy asks for a right of its own: this concerns more than one enquiry, and cannot be undone.
pub async fn act(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<PersonForm>,
) -> Result<Response, AppError> {
    let email = text::clean(&form.email, MAX_EMAIL).trim().to_lowercase();
    if email.is_empty() {
        return Err(AppError::BadRequest("no address"));
    }
    // The log has no addresses: the same one has the same fingerprint.
    let subject = hex::encode(&Sha256::digest(&email)[..8]);
    let list = |extra: &[(&str, &str)]| {
        let pairs: Vec<_> = [("email", email.as_str())].iter().chain(extra).copied().collect();
        format!("{STAFF_INBOX_URL}?{}", serde_urlencoded::to_string(pairs).unwrap_or_default())
    };
    match form.action.as_str() {
        "export" => {
            audit.record(&shop.db, "enquiries-export", &subject).await?;
            let entries = store::export_enquiries_of(&shop.db, &email).await?;
            let body = serde_json::json!({ "email": email, "enquiries": entries });
            let body = serde_json::to_string_pretty(&body).map_err(anyhow::Error::from)?;
            let kind = HeaderValue::from_static("application/json; charset=utf-8");
            let name = HeaderValue::from_static("attachment; filename=\"enquiries.json\"");
            Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], body).into_response())
        }
        "erase" if form.confirm.is_empty() => Ok(redirect(&list(&[("notice", "unconfirmed")]), None)),
        "erase" => {
            let mut tx = shop.db.begin().await?;
            let erased = inbox::erase_email(&mut tx, &email, shop.clock.now()).await?;
            audit.record(&mut *tx, "enquiries-erase", &format!("{subject} {erased}")).await?;
            tx.commit().await?;
            Ok(redirect(&format!("{STAFF_INBOX_URL}?notice=erased&count={erased}"), None))
        }
        _ => Err(AppError::BadRequest("no such action")),
    }
}
