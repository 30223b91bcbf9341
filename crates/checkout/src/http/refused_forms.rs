//! Redirect after a refused form: the values and errors are saved and the page is loaded with GET, so that going back
//! in the browser does not submit the form again.

use axum::response::{IntoResponse, Redirect, Response};
use edge::{AppError, Shop, Visitor, fields::RawFields};
use payments::{
    rules::holds_card,
    service::{page::FormError, random_text},
};
use serde::Deserialize;

use crate::store::drafts::{self, Draft};

/// The fields of these forms are shorter than this.
const MAX_FIELD_LENGTH: usize = 1_000;

#[derive(Debug, Default, Deserialize)]
pub struct RefusedQuery {
    /// Id of the draft whose errors are shown.
    #[serde(default)]
    pub refused: String,
}

/// The values and errors of a refused form.
pub struct RefusedForm {
    pub fields: RawFields,
    pub errors: Vec<FormError>,
}

/// Whether a field may be stored and shown again. The provider's tokens are single-use, so they are left out.
fn is_restorable(name: &str) -> bool {
    const PLAIN: [&str; 8] = [
        "order_comments",
        "terms",
        "createaccount",
        "payment_method",
        "gift",
        "gift_text",
        "gift_no_prices",
        "ship_to_different_address",
    ];
    const PAYMENT_SUFFIXES: [&str; 2] = ["-payment-token", "-tokenize-payment-method"];
    let is_address = name.starts_with("billing_") || name.starts_with("shipping_");
    // The shipping method is stored in the cart.
    (is_address && !name.starts_with("shipping_method"))
        || PLAIN.contains(&name)
        || PAYMENT_SUFFIXES.iter().any(|ending| name.ends_with(ending))
}

/// Saves the form for its visitor and redirects to `page`. Returns `None` if the visitor has no session.
pub async fn redirect_back(
    shop: &Shop,
    visitor: &Visitor,
    page: &str,
    fields: &RawFields,
    errors: &[FormError],
) -> Result<Option<Response>, AppError> {
    let Some(session) = visitor.token else { return Ok(None) };
    let restorable = fields.0.iter().filter(|(name, value)| is_restorable(name) && !holds_card(value));
    let draft = Draft {
        id: random_text(12),
        fields: restorable
            .map(|(name, value)| (name.clone(), value.chars().take(MAX_FIELD_LENGTH).collect()))
            .collect(),
        errors: errors.iter().map(|error| (error.field.clone(), error.text.clone())).collect(),
    };
    if !drafts::save(&shop.db, &session, page, &draft, shop.clock.now() + drafts::LIFE).await? {
        return Ok(None);
    }
    let url = match errors.is_empty() {
        true => page.to_owned(),
        false => format!("{page}{}refused={}", if page.contains('?') { '&' } else { '?' }, draft.id),
    };
    Ok(Some(Redirect::to(&url).into_response()))
}

/// Finds the visitor's saved form for this page. Its errors are included only if the URL names this draft: on a later
/// visit they may no longer apply.
pub async fn find(
    shop: &Shop,
    visitor: &Visitor,
    page: &str,
    query: &RefusedQuery,
) -> Result<Option<RefusedForm>, AppError> {
    let Some(session) = visitor.token else { return Ok(None) };
    let Some(draft) = drafts::find(&shop.db, &session, page, shop.clock.now()).await? else {
        return Ok(None);
    };
    let errors = if draft.id == query.refused { draft.errors } else { Vec::new() };
    Ok(Some(RefusedForm {
        fields: RawFields(draft.fields.into()),
        errors: errors.into_iter().map(|(field, text)| FormError { field, text }).collect(),
    }))
}

/// Deletes the saved form after it was accepted.
pub async fn discard(shop: &Shop, visitor: &Visitor, page: &str) -> Result<(), AppError> {
    if let Some(session) = visitor.token {
        drafts::delete(&shop.db, &session, page).await?;
    }
    Ok(())
}
