//! The variations of a product: attributes, the combinations of their values, and a table that is saved as a whole.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use catalog::{
    ProductKind,
    rules::edit::{FieldRefusal, PRICE_FIELDS, ProductFields, Refused, VariationFields, slug},
    service::edit::{self, EditedProduct, EditedVariation, NewVariation, OwnAttribute},
};
use edge::{
    AppError, Fields, PathParam, Permission, Shop, Visitor,
    audit::AuditWriter,
    changes::{self, Change, Patch},
    purge,
    session::StaffMember,
};
use kernel::text;

use super::{
    ATTRIBUTES_URL, PRODUCT_URL, VARIATIONS_URL,
    form::{VARIATION_FIELDS, read_variation, variation_texts},
    page::{Context, PageQuery, Shown, render},
    product_url,
    save::{Editor, SavedVariation, may_write},
    texts,
    view::*,
    write::{reindex, thing},
};

/// As many as an import accepts: more would make the product's page too large.
const MAX_VARIATIONS: usize = 200;
const MAX_VALUES: usize = 40;
/// Rows of the table: a form has at most 400 fields.
const ROWS: usize = 50;

/// Rows of the table that were refused, as they were typed.
pub struct Refusals<'a> {
    pub rows: &'a HashMap<i64, Vec<Refused>>,
    pub typed: &'a HashMap<String, String>,
}

fn prefix(variation: i64) -> String {
    format!("v{variation}_")
}

pub async fn form(
    context: &Context<'_>,
    product: &EditedProduct,
    refusals: Option<Refusals<'_>>,
) -> Result<VariationsForm, AppError> {
    let (shop, messages) = (context.shop, context.shop.messages);
    let attributes = edit::list_attributes(&shop.db, product.id).await?;
    let variations = edit::list_variations(&shop.db, product.id).await?;
    let skus: Vec<String> = variations.iter().map(|one| one.fields.sku.clone()).collect();
    let stock: HashMap<String, String> = edit::online_stock(&shop.db, &skus)
        .await?
        .into_iter()
        .map(|level| (level.sku, level.on_hand.to_string()))
        .collect();
    let chosen: Vec<&OwnAttribute> = attributes.iter().filter(|one| one.for_variations).collect();
    let missing = missing(&chosen, &variations).len();
    let first = context.first_row.min(variations.len().saturating_sub(1));
    let row = |one: &EditedVariation| -> Result<SheetRow, AppError> {
        let refused = refusals.as_ref().and_then(|refusals| refusals.rows.get(&one.id));
        let typed = |name: &str| refusals.as_ref()?.typed.get(&format!("{}{name}", prefix(one.id)));
        let mut values = variation_texts(&one.fields);
        let mut version = one.version.to_string();
        let mut was = serde_json::to_string(&one.fields).map_err(anyhow::Error::from)?;
        // Only refused rows show what was typed: the others are saved, and show what is stored, others' changes included.
        if let (Some(refused), Some(seen_version), Some(seen)) = (refused, typed("version"), typed("was")) {
            let base: VariationFields =
                serde_json::from_str(seen).map_err(|_| AppError::BadRequest("unreadable fields"))?;
            let shown = variation_texts(&base);
            let is_conflict = refused.iter().any(|(_, reason)| *reason == FieldRefusal::ChangedMeanwhile);
            for (field, value) in &mut values {
                let Some(text) = typed(field) else { continue };
                // After a conflict a field that was not typed in shows the other member's value.
                if !is_conflict || shown.get(field) != Some(text) {
                    value.clone_from(text);
                }
            }
            if !is_conflict {
                version.clone_from(seen_version);
                was.clone_from(seen);
            }
        }
        Ok(SheetRow {
            id: one.id.to_string(),
            label: one.label.clone(),
            version,
            was,
            values,
            errors: texts::errors(messages, refused.map(Vec::as_slice).unwrap_or_default()),
            stock: stock.get(&one.fields.sku).cloned().unwrap_or_else(|| "0".to_owned()),
        })
    };
    Ok(VariationsForm {
        action: product_url(VARIATIONS_URL, product.id),
        attributes_action: product_url(ATTRIBUTES_URL, product.id),
        attributes: attributes
            .iter()
            .map(|one| AttributeLine { label: one.label.clone(), values: one.values.join("، ") })
            .collect(),
        columns: VARIATION_FIELDS
            .iter()
            .filter(|field| may_write(context.member, field))
            .map(|field| Choice { value: (*field).to_owned(), label: messages.text(texts::label(field)) })
            .collect(),
        rows: variations.iter().skip(first).take(ROWS).map(row).collect::<Result<_, AppError>>()?,
        first_row: first,
        prev_url: (first > 0).then(|| table_url(product.id, first.saturating_sub(ROWS))),
        next_url: (first + ROWS < variations.len()).then(|| table_url(product.id, first + ROWS)),
        missing,
        can_price: context.member.may(Permission::PricesWrite) && may_write(context.member, "sku"),
    })
}

/// The combinations of values that have no variation yet, by their labels.
fn missing(attributes: &[&OwnAttribute], variations: &[EditedVariation]) -> Vec<BTreeMap<String, String>> {
    if attributes.is_empty() {
        return Vec::new();
    }
    let mut all: Vec<BTreeMap<String, String>> = vec![BTreeMap::new()];
    for attribute in attributes {
        let longer = all.iter().flat_map(|start| {
            attribute.values.iter().map(move |value| {
                let mut one = start.clone();
                one.insert(attribute.name.clone(), value.clone());
                one
            })
        });
        // One more than allowed: the caller sees that there are too many.
        all = longer.take(MAX_VARIATIONS + 1).collect();
    }
    let known: BTreeSet<String> = variations.iter().map(|one| one.label.clone()).collect();
    all.retain(|one| !known.contains(&label_of(one, attributes)));
    all
}

/// The values in the order of the attributes.
fn label_of(choices: &BTreeMap<String, String>, attributes: &[&OwnAttribute]) -> String {
    let values: Vec<&str> =
        attributes.iter().filter_map(|one| choices.get(&one.name)).map(String::as_str).collect();
    values.join("، ")
}

/// The editor with the table from this row on.
fn table_url(product: i64, first: usize) -> String {
    format!("{}?rows={first}#variations", product_url(PRODUCT_URL, product))
}

async fn load(shop: &Shop, id: i64) -> Result<EditedProduct, AppError> {
    let mut db = shop.db.acquire().await?;
    edit::find_product(&mut db, id, false).await?.ok_or(AppError::NotFound)
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct AttributeFields {
    label: String,
    /// Separated by commas.
    values: String,
    /// Make a variation of each combination that has none.
    generate: String,
    /// The price of the new variations.
    price: String,
}

fn prices(fields: &ProductFields) -> Result<Patch, AppError> {
    let mut prices = Patch::of(fields).map_err(anyhow::Error::from)?;
    prices.0.retain(|field, _| PRICE_FIELDS.contains(&field.as_str()));
    Ok(prices)
}

/// Adds an attribute with its values, and makes variations of the combinations. A product that had a price of its own loses
/// it, as a version like any other.
pub async fn add_attribute(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<AttributeFields>,
) -> Result<Response, AppError> {
    let url = product_url(PRODUCT_URL, id);
    let refused = || Ok(redirect(&format!("{url}?notice=attribute-refused#variations"), None));
    // New variations have a price.
    if !may_write(&member, "sku") || !may_write(&member, "regular_minor") {
        return Err(AppError::Forbidden);
    }
    let label = text::clean(&form.label, 60);
    let mut values: Vec<String> = Vec::new();
    for value in form.values.split(['،', ',']).map(|value| text::clean(value, 60)) {
        if !value.is_empty() && !values.contains(&value) {
            values.push(value);
        }
    }
    let has_attribute = !slug(&label).is_empty();
    if values.len() > MAX_VALUES || has_attribute == values.is_empty() {
        return refused();
    }
    let mut tx = shop.db.begin().await?;
    let product = edit::find_product(&mut tx, id, true).await?.ok_or(AppError::NotFound)?;
    if !matches!(product.kind, ProductKind::Simple | ProductKind::Variable) {
        return refused();
    }
    if has_attribute {
        let name = edit::attribute_name(&mut *tx, &label).await?.unwrap_or_else(|| slug(&label));
        let known = edit::list_attributes(&mut *tx, id).await?;
        let is_new = !known.iter().any(|one| one.name == name && one.for_variations);
        if let Some(version) = edit::add_attribute(&mut tx, id, &name, &label, &values).await? {
            let change = Change {
                version,
                actor: member.actor(),
                at: shop.clock.now(),
                before: prices(&product.fields)?,
                after: prices(&ProductFields::empty(0))?,
                undoes: None,
            };
            changes::record(&mut *tx, thing(id), &change).await?;
        }
        if is_new {
            edit::close_choice(&mut tx, id, &name, &values[0]).await?;
        }
    }
    let attributes = edit::list_attributes(&mut *tx, id).await?;
    let chosen: Vec<&OwnAttribute> = attributes.iter().filter(|one| one.for_variations).collect();
    let variations = edit::list_variations(&mut *tx, id).await?;
    let mut made = Vec::new();
    if form.generate == "1" {
        let price = match catalog::rules::edit::parse_price(&form.price) {
            Ok(price) => price
                .or(product.fields.regular_minor)
                .or(variations.first().map(|one| one.fields.regular_minor)),
            Err(_) => return refused(),
        };
        let missing = missing(&chosen, &variations);
        let Some(price) = price else { return refused() };
        if variations.len() + missing.len() > MAX_VARIATIONS {
            return refused();
        }
        let mut number = variations.len();
        for choices in missing {
            let sku = loop {
                number += 1;
                let sku = format!("{}-{number}", product.fields.sku);
                if !edit::codes_in_use(&mut *tx, 0, &sku, "", "").await?.sku {
                    break sku;
                }
            };
            made.push(NewVariation {
                sku,
                label: label_of(&choices, &chosen),
                regular_minor: price,
                choices,
            });
            // Each is inserted before the next SKU is looked for.
            edit::insert_variations(&mut tx, id, &made[made.len() - 1..]).await?;
        }
    }
    reindex(&mut tx, &[id], shop.clock.now()).await?;
    let purges = purge::record(&mut *tx, &[format!("product:{id}"), "catalog".to_owned()]).await?;
    let labels: Vec<&str> = made.iter().map(|one| one.label.as_str()).collect();
    let subject = format!("product {id}: {label}: {}; new: {}", values.join(", "), labels.join(" | "));
    audit.record(&mut *tx, "product-variations", &subject).await?;
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    Ok(redirect(&format!("{url}?notice=variations#variations"), None))
}

/// Saves the rows of the table that were changed. A refused row blocks only itself.
pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let product = load(&shop, id).await?;
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let mut rows: HashMap<i64, Vec<Refused>> = HashMap::new();
    for variation in edit::list_variations(&shop.db, id).await? {
        let prefix = prefix(variation.id);
        let given = |name: &str| form.get(&format!("{prefix}{name}"));
        let Some(was) = given("was") else { continue };
        let was: VariationFields =
            serde_json::from_str(was).map_err(|_| AppError::BadRequest("unreadable fields"))?;
        let version: i64 = given("version")
            .and_then(|version| version.parse().ok())
            .ok_or(AppError::BadRequest("missing version"))?;
        let (fields, mut refused) = read_variation(&form, &prefix, &was);
        if refused.is_empty() {
            let patch = Patch::between(&was, &fields).map_err(anyhow::Error::from)?;
            if patch.is_empty() {
                continue;
            }
            refused = match editor.save_variation(&variation, version, &patch, None).await? {
                SavedVariation::Done | SavedVariation::Unchanged => Vec::new(),
                SavedVariation::Refused(refused) => refused,
                SavedVariation::Conflict(fields) => VARIATION_FIELDS
                    .into_iter()
                    .filter(|field| fields.iter().any(|one| one == field))
                    .map(|field| (field, FieldRefusal::ChangedMeanwhile))
                    .collect(),
            };
        }
        if !refused.is_empty() {
            rows.insert(variation.id, refused);
        }
    }
    let first_row: Option<usize> = form.get("rows").and_then(|first| first.parse().ok());
    if rows.is_empty() {
        let url = product_url(PRODUCT_URL, id);
        let first = first_row.unwrap_or(0);
        return Ok(redirect(&format!("{url}?notice=variations&rows={first}#variations"), None));
    }
    let shown = Shown { stored: &product.fields, fields: &product.fields, refused: &[], typed: None };
    let refusals = Refusals { rows: &rows, typed: &form };
    let query = PageQuery { rows: first_row, ..PageQuery::default() };
    render(&shop, &visitor, &member, &product, &shown, &query, Some(refusals)).await
}
