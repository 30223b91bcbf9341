//! The descriptions of pictures for screen readers. Each is saved on the text that the member saw: if another member has given
//! the picture another one meanwhile, the answer asks which of the two it is.

use std::collections::{BTreeMap, HashMap};

use accounts::service::FormSession;
use axum::response::Response;
use catalog::{
    ProductStatus,
    service::{Described, edit::EditedProduct},
};
use edge::{AppError, Shop, audit::AuditWriter, purge};
use http::StatusCode;
use kernel::msg;

use super::{
    NONCE, PICTURES_URL, PRODUCT_URL, product_url,
    view::{ConflictField, ConflictView},
};

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

/// Returns whether a description was changed. `None`: another member was faster, and no description was written.
pub async fn save(
    shop: &Shop,
    audit: &AuditWriter,
    product: &EditedProduct,
    descriptions: &[Description],
) -> Result<Option<bool>, AppError> {
    let mut tx = shop.db.begin().await?;
    let (mut before, mut after) = (Vec::new(), Vec::new());
    // In one order, so that two forms do not wait for each other.
    let mut sorted: Vec<&Description> = descriptions.iter().collect();
    sorted.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    for one in sorted {
        match catalog::service::describe_picture(&mut tx, &one.name, &one.was, &one.alt).await? {
            Described::Changed => {
                before.push(format!("{}: {}", one.name, one.was));
                after.push(format!("{}: {}", one.name, one.alt));
            }
            Described::Already => {}
            Described::ChangedMeanwhile => return Ok(None),
        }
    }
    if after.is_empty() {
        return Ok(Some(false));
    }
    let tags = match product.fields.status {
        ProductStatus::Draft => Vec::new(),
        ProductStatus::Published | ProductStatus::Hidden => vec![format!("product:{}", product.id)],
    };
    let purges = purge::record(&mut *tx, &tags).await?;
    let subject = format!("product {}", product.id);
    let (before, after) = (before.join("; "), after.join("; "));
    audit.record_change(&mut *tx, "picture-alt", &subject, Some(&before), Some(&after)).await?;
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    Ok(Some(true))
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
            // A picture has no history of its own.
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
