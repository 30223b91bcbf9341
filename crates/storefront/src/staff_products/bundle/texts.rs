//! Labels and texts of the fields of a bundle, of refusals and of values.

use std::collections::HashMap;

use bundles::rules::edit::{FieldRefusal, PartFields, Refused};
use catalog::{ProductKind, ProductStatus, service::staff_list::StaffRow};
use edge::changes::Patch;
use kernel::{Key, Messages, Money, Quantity, msg};
use serde_json::Value;

use super::form::percent_text;
use crate::staff_products::view::FieldError;

/// The label of a field; those of parts have the names `part_0_min` and so on.
pub fn label(field: &str) -> Key {
    match field {
        "percent" => msg::staff_bundles::FIELD_PERCENT,
        "amount_minor" => msg::staff_bundles::FIELD_AMOUNT,
        "has_fixed_price" => msg::staff_bundles::FIELD_FIXED_PRICE,
        "price_suffix" => msg::staff_bundles::FIELD_SUFFIX,
        "min_quantity" => msg::staff_bundles::FIELD_MIN,
        "max_quantity" => msg::staff_bundles::FIELD_MAX,
        "total_min_minor" => msg::staff_bundles::FIELD_TOTAL_MIN,
        "total_max_minor" => msg::staff_bundles::FIELD_TOTAL_MAX,
        "excludes_unpurchasable" => msg::staff_bundles::FIELD_EXCLUDES,
        _ if field.ends_with("_quantity") => msg::staff_bundles::PART_START,
        _ if field.ends_with("_min") => msg::staff_bundles::PART_MIN,
        _ if field.ends_with("_max") => msg::staff_bundles::PART_MAX,
        _ if field.ends_with("_product") => msg::staff_bundles::PART,
        _ => msg::staff_bundles::PARTS,
    }
}

fn refusal(reason: FieldRefusal) -> Key {
    match reason {
        FieldRefusal::Unreadable => msg::staff_products::ERROR_UNREADABLE,
        FieldRefusal::TooLarge => msg::staff_products::ERROR_TOO_LARGE,
        FieldRefusal::TooLong => msg::staff_products::ERROR_TOO_LONG,
        FieldRefusal::Percent => msg::staff_bundles::ERROR_PERCENT,
        FieldRefusal::LimitsCross => msg::staff_bundles::ERROR_LIMITS,
        FieldRefusal::NoParts => msg::staff_bundles::ERROR_NO_PARTS,
        FieldRefusal::TooManyParts => msg::staff_bundles::ERROR_TOO_MANY,
        FieldRefusal::NoPrice => msg::staff_bundles::ERROR_NO_PRICE,
        FieldRefusal::Deleted => msg::staff_bundles::ERROR_DELETED,
        FieldRefusal::Itself => msg::staff_bundles::ERROR_ITSELF,
        FieldRefusal::WrongKind => msg::staff_bundles::ERROR_KIND,
        FieldRefusal::StartOutside => msg::staff_bundles::ERROR_START,
        FieldRefusal::RequiredNone => msg::staff_bundles::ERROR_REQUIRED,
        FieldRefusal::ChangedMeanwhile => msg::staff_products::ERROR_CHANGED,
    }
}

pub fn errors<'a>(messages: &Messages, refused: impl Iterator<Item = &'a Refused>) -> Vec<FieldError> {
    let error = |one: &Refused| FieldError {
        field: one.field.clone(),
        label: messages.text(label(&one.field)),
        text: messages.text(refusal(one.reason)),
    };
    refused.map(error).collect()
}

/// Why a product cannot be a part.
pub fn unfit(messages: &Messages, bundle: i64, row: &StaffRow) -> Option<String> {
    let reason = match row.kind {
        _ if row.id == bundle => FieldRefusal::Itself,
        ProductKind::Bundle | ProductKind::External => FieldRefusal::WrongKind,
        ProductKind::Simple | ProductKind::Variable => return None,
    };
    Some(messages.text(refusal(reason)))
}

/// Why a part cannot be bought now.
pub fn fault(messages: &Messages, bundle: i64, part: &PartFields, row: Option<&StaffRow>) -> Option<String> {
    let Some(row) = row else { return Some(messages.text(msg::staff_bundles::ERROR_DELETED)) };
    if let Some(reason) = unfit(messages, bundle, row) {
        return Some(reason);
    }
    let key = match row.status {
        ProductStatus::Draft => msg::staff_bundles::FAULT_DRAFT,
        ProductStatus::Hidden => msg::staff_bundles::FAULT_HIDDEN,
        ProductStatus::Published if row.available.is_zero() => msg::staff_products::SOLD_OUT,
        ProductStatus::Published if row.available < Quantity::from_units(part.min) => {
            msg::staff_bundles::FAULT_FEW
        }
        ProductStatus::Published => return None,
    };
    Some(messages.text(key))
}

/// A stored value as people read it. `names` are those of products.
pub fn shown(messages: &Messages, names: &HashMap<i64, String>, field: &str, patch: &Patch) -> String {
    let none = || messages.text(msg::staff_products::VALUE_NONE);
    let Some(value) = patch.0.get(field) else { return none() };
    let text = match (field, value) {
        ("percent", Value::Number(percent)) => {
            let percent = percent.as_i64().filter(|percent| *percent > 0);
            percent.map(|percent| format!("{}%", percent_text(percent))).unwrap_or_default()
        }
        ("amount_minor" | "total_min_minor" | "total_max_minor", Value::Number(minor)) => {
            let minor = minor.as_i64().filter(|minor| *minor > 0);
            minor.map(|minor| Money::from_minor(minor).format()).unwrap_or_default()
        }
        ("min_quantity" | "max_quantity", Value::Number(units)) => {
            units.as_i64().map(|units| Quantity::from_units(units).to_string()).unwrap_or_default()
        }
        (_, Value::Bool(is_on)) => {
            messages.text(if *is_on { msg::staff_products::YES } else { msg::staff_products::NO })
        }
        ("parts", value) => {
            parts(value).iter().map(|part| part_shown(messages, names, part)).collect::<Vec<_>>().join("\n")
        }
        (_, Value::String(text)) => text.clone(),
        _ => String::new(),
    };
    if text.is_empty() { none() } else { text }
}

/// The parts of a stored change.
pub fn parts(value: &Value) -> Vec<PartFields> {
    serde_json::from_value(value.clone()).unwrap_or_default()
}

fn part_shown(messages: &Messages, names: &HashMap<i64, String>, part: &PartFields) -> String {
    let quantity = |units: i64| Quantity::from_units(units).to_string();
    let name =
        names.get(&part.product).cloned().unwrap_or_else(|| messages.text(msg::staff_bundles::PART_GONE));
    let max = part.max.map_or_else(|| messages.text(msg::staff_bundles::NO_LIMIT), quantity);
    let key = if part.is_optional {
        msg::staff_bundles::PART_SHOWN_OPTIONAL
    } else {
        msg::staff_bundles::PART_SHOWN
    };
    let shown = key.with("name", name).with("count", quantity(part.quantity));
    messages.text(shown.with("min", quantity(part.min)).with("max", max))
}
