//! A refused form leads back to its page instead of being the answer itself: a browser that goes back finds a page, not
//! a form to be sent again.

use axum::response::{IntoResponse, Redirect, Response};
use edge::{AppError, Shop, Visitor, fields::RawFields};
use payments::rules::holds_card;
use serde::Deserialize;

use super::show::Fault;
use crate::store::drafts::{self, Draft};

/// Longer than any field of these forms.
const LONGEST: usize = 1_000;

/// What the page's address says.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    #[serde(default)]
    pub refused: String,
}

/// A form as it was sent, and what is wrong with it.
pub struct Refused {
    pub fields: RawFields,
    pub faults: Vec<Fault>,
}

/// Whatever may be shown again. Tokens are good for once, and numbers have no place here.
fn is_kept(name: &str) -> bool {
    const PLAIN: [&str; 4] = ["order_comments", "terms", "createaccount", "payment_method"];
    const OF_PAYMENT: [&str; 2] = ["-payment-token", "-tokenize-payment-method"];
    name.starts_with("billing_")
        || PLAIN.contains(&name)
        || OF_PAYMENT.iter().any(|ending| name.ends_with(ending))
}

/// Keeps the form for its visitor and leads back to `page`. `None`: there is no session to keep it for.
pub async fn lead_back(
    shop: &Shop,
    visitor: &Visitor,
    page: &str,
    fields: &RawFields,
    faults: &[Fault],
) -> Result<Option<Response>, AppError> {
    let Some(session) = visitor.token else { return Ok(None) };
    let kept = fields.0.iter().filter(|(name, value)| is_kept(name) && !holds_card(value));
    let draft = Draft {
        id: payments::store::random_text(12),
        fields: kept.map(|(name, value)| (name.clone(), value.chars().take(LONGEST).collect())).collect(),
        faults: faults.iter().map(|fault| (fault.field.clone(), fault.text.clone())).collect(),
    };
    if !drafts::keep(&shop.db, &session, page, &draft, shop.clock.now()).await? {
        return Ok(None);
    }
    let address = match faults.is_empty() {
        true => page.to_owned(),
        false => format!("{page}{}refused={}", if page.contains('?') { '&' } else { '?' }, draft.id),
    };
    Ok(Some(Redirect::to(&address).into_response()))
}

/// What waits for the visitor on this page. What was wrong is told only where the address speaks of it: whoever comes
/// by later may have mended it.
pub async fn find(
    shop: &Shop,
    visitor: &Visitor,
    page: &str,
    asked: &Asked,
) -> Result<Option<Refused>, AppError> {
    let Some(session) = visitor.token else { return Ok(None) };
    let Some(draft) = drafts::find(&shop.db, &session, page, shop.clock.now()).await? else {
        return Ok(None);
    };
    let faults = if draft.id == asked.refused { draft.faults } else { Vec::new() };
    Ok(Some(Refused {
        fields: RawFields(draft.fields.into()),
        faults: faults.into_iter().map(|(field, text)| Fault { field, text }).collect(),
    }))
}

/// It became what it was filled in for.
pub async fn forget(shop: &Shop, visitor: &Visitor, page: &str) -> Result<(), AppError> {
    if let Some(session) = visitor.token {
        drafts::forget(&shop.db, &session, page).await?;
    }
    Ok(())
}
