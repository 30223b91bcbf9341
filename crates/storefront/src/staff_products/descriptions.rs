//! The descriptions of pictures for screen readers. Each is saved on the text that the member saw: if another member has given
//! the picture another one meanwhile, the answer asks which of the two it is.

use std::collections::{BTreeMap, HashMap};

use accounts::service::FormSession;
use axum::response::Response;
use catalog::service::edit::EditedProduct;
use edge::{AppError, Shop, audit::AuditWriter, changes::Patch, session::StaffMember};
use http::StatusCode;
use kernel::msg;
use serde_json::json;

use super::{
    NONCE, PICTURES_URL, PRODUCT_URL, product_url,
    view::{ConflictField, ConflictView},
};
use crate::media_library::save as library;

/// A description that a form gives a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The place of its line in the form.
    pub number: usize,
    pub name: String,
    /// What the form showed.
    pub was: String,
    pub alt: String,
}

/// Returns whether a description was changed. `None`: another member was faster with one of them. Pictures are described where
/// they are stored: the same one says the same in all products.
pub async fn save(
    shop: &Shop,
    audit: &AuditWriter,
    member: &StaffMember,
    descriptions: &[Description],
) -> Result<Option<bool>, AppError> {
    let editor = library::Editor { shop, audit, member };
    let mut is_changed = false;
    for one in descriptions {
        let mut patch = Patch::default();
        patch.0.insert("alt".to_owned(), json!(one.alt));
        // The form knows no version of the picture, only the text that it showed.
        let edit = library::Edit {
            name: &one.name,
            version: i64::MAX,
            seen_alt: Some(&one.was),
            patch,
            undoes: None,
        };
        match editor.save(&edit).await {
            Ok(library::Saved::Done { .. }) => is_changed = true,
            Ok(library::Saved::Conflict(_)) => return Ok(None),
            // Deleted meanwhile: what the form says of the others is saved.
            Ok(_) | Err(AppError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(is_changed))
}

/// Answers 409 if pictures have another description than the form showed and than it gives them. The form of the answer sends
/// all fields again, on the descriptions of now.
pub async fn conflict(
    shop: &Shop,
    session: FormSession,
    product: &EditedProduct,
    form: &HashMap<String, String>,
    descriptions: &[Description],
) -> Result<Option<Response>, AppError> {
    let names: Vec<String> = descriptions.iter().map(|one| one.name.clone()).collect();
    let stored = catalog::service::pictures(&shop.db, &names).await?;
    let is_line = |name: &str| {
        let rest = name.strip_prefix('p');
        rest.is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    let mut hidden: BTreeMap<String, String> = form
        .iter()
        .filter(|(name, _)| matches!(name.as_str(), "version" | "was") || is_line(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let mut fields = Vec::new();
    for one in descriptions {
        let field = format!("p{}_alt", one.number);
        let Some(now) = stored.get(&one.name).map(|picture| picture.alt.clone()) else { continue };
        if now == one.was || now == one.alt {
            hidden.insert(field, one.alt.clone());
            continue;
        }
        hidden.remove(&field);
        hidden.insert(format!("p{}_was", one.number), now.clone());
        let number = (one.number + 1).to_string();
        fields.push(ConflictField {
            field,
            label: shop.messages.text(msg::staff_products::PICTURE_ALT.with("number", number)),
            before: one.was.clone(),
            mine: one.alt.clone(),
            theirs: now.clone(),
            mine_value: one.alt.clone(),
            theirs_value: now,
            // The form knows no version; the picture's own page has its history.
            who: String::new(),
            when: String::new(),
            is_text: true,
        });
    }
    if fields.is_empty() {
        return Ok(None);
    }
    hidden.insert("nonce".to_owned(), session.nonce(shop, NONCE));
    let url = product_url(PRODUCT_URL, product.id);
    let view = ConflictView {
        title: product.fields.name.clone(),
        product_url: format!("{url}#pictures"),
        action: product_url(PICTURES_URL, product.id),
        hidden: hidden.into_iter().collect(),
        fields,
    };
    let title = shop.messages.text(msg::staff_products::CONFLICT_TITLE);
    session.render_page(shop, &url, &title, &view, StatusCode::CONFLICT).await.map(Some)
}
