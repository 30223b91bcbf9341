//! What an edit is refused for: by the fields' own rules, and by what is in use elsewhere.

use catalog::{
    ProductKind,
    rules::edit::{FieldRefusal, PRICE_FIELDS, ProductFields, Refused, VariationFields},
    service::edit::{self, EditedProduct, EditedVariation},
};
use edge::{AppError, changes::Patch};
use sqlx::PgConnection;

/// What an edit of a product is refused for.
pub async fn product_refusals(
    db: &mut PgConnection,
    old: &EditedProduct,
    new: &ProductFields,
    patch: &Patch,
) -> Result<Vec<Refused>, AppError> {
    let mut refused = refuse(db, Some(old), old.kind, new).await?;
    retain_edited(&mut refused, patch);
    Ok(refused)
}

/// What an edit of a variation is refused for.
pub async fn variation_refusals(
    db: &mut PgConnection,
    old: &EditedVariation,
    new: &VariationFields,
    patch: &Patch,
) -> Result<Vec<Refused>, AppError> {
    let mut refused = new.check();
    let used = edit::codes_in_use(&mut *db, old.id, &new.sku, &new.gtin, "").await?;
    for (field, is_used) in [("sku", used.sku), ("gtin", used.gtin)] {
        if is_used {
            refused.push((field, FieldRefusal::InUse));
        }
    }
    retain_edited(&mut refused, patch);
    Ok(refused)
}

/// What the fields' own rules refuse, and what is in use elsewhere.
pub async fn refuse(
    db: &mut PgConnection,
    old: Option<&EditedProduct>,
    kind: ProductKind,
    new: &ProductFields,
) -> Result<Vec<Refused>, AppError> {
    let mut refused = new.check(kind == ProductKind::Simple);
    let id = old.map_or(0, |old| old.id);
    let used = edit::codes_in_use(&mut *db, id, &new.sku, &new.gtin, &new.slug).await?;
    for (field, is_used) in [("sku", used.sku), ("gtin", used.gtin), ("slug", used.slug)] {
        if is_used {
            refused.push((field, FieldRefusal::InUse));
        }
    }
    if !edit::has_category(&mut *db, new.category_id).await? {
        refused.push(("category_id", FieldRefusal::Unknown));
    }
    let has_new_price =
        new.regular_minor.is_some() && old.is_some_and(|old| old.fields.regular_minor != new.regular_minor);
    if kind == ProductKind::Variable && has_new_price {
        refused.push(("regular_minor", FieldRefusal::OfVariations));
    }
    Ok(refused)
}

/// Imported products may have values that are refused today: those stop only an edit of theirs. Prices are refused together,
/// and with the status that needs them.
fn retain_edited(refused: &mut Vec<Refused>, patch: &Patch) {
    let is_priced = patch.fields().any(|field| PRICE_FIELDS.contains(&field) || field == "status");
    refused.retain(|(field, _)| patch.has(field) || (is_priced && PRICE_FIELDS.contains(field)));
}
