//! Labels and texts of fields, refusals and values.

use catalog::{
    ProductStatus,
    rules::edit::{FieldRefusal, Refused},
};
use edge::changes::Patch;
use kernel::{Key, Messages, Money, Quantity, Zone, msg};
use serde_json::Value;

use super::{form::status_name, view::FieldError};

pub fn label(field: &str) -> Key {
    match field {
        "name" => msg::staff_products::FIELD_NAME,
        "note" => msg::staff_products::FIELD_NOTE,
        "description" => msg::staff_products::FIELD_DESCRIPTION,
        "slug" => msg::staff_products::FIELD_SLUG,
        "status" => msg::staff_products::FIELD_STATUS,
        "category_id" => msg::staff_products::FIELD_CATEGORY,
        "brand" => msg::staff_products::FIELD_BRAND,
        "tags" => msg::staff_products::FIELD_TAGS,
        "sku" => msg::staff_products::FIELD_SKU,
        "gtin" => msg::staff_products::FIELD_GTIN,
        "mpn" => msg::staff_products::FIELD_MPN,
        "regular_minor" => msg::staff_products::FIELD_REGULAR,
        "sale_minor" => msg::staff_products::FIELD_SALE,
        "sale_from" => msg::staff_products::FIELD_SALE_FROM,
        "sale_to" => msg::staff_products::FIELD_SALE_TO,
        "min_quantity" => msg::staff_products::FIELD_MIN_QUANTITY,
        "step" => msg::staff_products::FIELD_STEP,
        "weight_grams" => msg::staff_products::FIELD_WEIGHT,
        "is_new" => msg::staff_products::FIELD_IS_NEW,
        _ => msg::staff_products::FIELD_PICTURES,
    }
}

pub fn status(status: ProductStatus) -> Key {
    match status {
        ProductStatus::Published => msg::staff_products::STATUS_PUBLISHED,
        ProductStatus::Hidden => msg::staff_products::STATUS_HIDDEN,
        ProductStatus::Draft => msg::staff_products::STATUS_DRAFT,
    }
}

pub fn refusal(reason: FieldRefusal) -> Key {
    match reason {
        FieldRefusal::Empty => msg::staff_products::ERROR_EMPTY,
        FieldRefusal::TooLong => msg::staff_products::ERROR_TOO_LONG,
        FieldRefusal::Unreadable => msg::staff_products::ERROR_UNREADABLE,
        FieldRefusal::TooLarge => msg::staff_products::ERROR_TOO_LARGE,
        FieldRefusal::SaleNotBelow => msg::staff_products::ERROR_SALE_NOT_BELOW,
        FieldRefusal::SaleEndsFirst => msg::staff_products::ERROR_SALE_ENDS_FIRST,
        FieldRefusal::InUse => msg::staff_products::ERROR_IN_USE,
        FieldRefusal::Reserved => msg::staff_products::ERROR_RESERVED,
        FieldRefusal::WrongCode => msg::staff_products::ERROR_WRONG_CODE,
        FieldRefusal::NoPrice => msg::staff_products::ERROR_NO_PRICE,
        FieldRefusal::OfVariations => msg::staff_products::ERROR_OF_VARIATIONS,
        FieldRefusal::Unknown => msg::staff_products::ERROR_UNKNOWN,
        FieldRefusal::ChangedMeanwhile => msg::staff_products::ERROR_CHANGED,
    }
}

pub fn errors(messages: &Messages, refused: &[Refused]) -> Vec<FieldError> {
    let error = |(field, reason): &Refused| FieldError {
        field: (*field).to_owned(),
        label: messages.text(label(field)),
        text: messages.text(refusal(*reason)),
    };
    refused.iter().map(error).collect()
}

/// A stored value as people read it.
pub fn shown(
    messages: &Messages,
    zone: &Zone,
    categories: &[catalog::Category],
    field: &str,
    patch: &Patch,
) -> String {
    let none = || messages.text(msg::staff_products::VALUE_NONE);
    let Some(value) = patch.0.get(field) else { return none() };
    let text = match (field, value) {
        ("regular_minor" | "sale_minor", Value::Number(minor)) => {
            minor.as_i64().map(|minor| Money::from_minor(minor).format()).unwrap_or_default()
        }
        ("sale_from" | "sale_to", Value::String(moment)) => {
            moment.parse().map(|moment| zone.date_time(moment)).unwrap_or_default()
        }
        ("status", Value::String(name)) => {
            super::form::parse_status(name).map(|one| messages.text(status(one))).unwrap_or_default()
        }
        ("category_id", Value::Number(id)) => {
            let found = categories.iter().find(|one| Some(one.id.0) == id.as_i64());
            found.map(|one| one.name.clone()).unwrap_or_default()
        }
        ("min_quantity" | "step", Value::Number(units)) => {
            units.as_i64().map(|units| Quantity::from_units(units).to_string()).unwrap_or_default()
        }
        ("is_new", Value::Bool(is_new)) => {
            messages.text(if *is_new { msg::staff_products::YES } else { msg::staff_products::NO })
        }
        (_, Value::Array(values)) => values
            .iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(if field == "description" { "\n\n" } else { "، " }),
        (_, Value::String(text)) => text.clone(),
        (_, Value::Null) => String::new(),
        (_, other) => other.to_string(),
    };
    if text.is_empty() { none() } else { text }
}

/// The statuses that a form offers.
pub fn statuses(messages: &Messages) -> Vec<super::view::Choice> {
    [ProductStatus::Draft, ProductStatus::Published, ProductStatus::Hidden]
        .into_iter()
        .map(|one| super::view::Choice {
            value: status_name(one).to_owned(),
            label: messages.text(status(one)),
        })
        .collect()
}
