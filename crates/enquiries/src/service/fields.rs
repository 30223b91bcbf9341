//! Reads the values of a form from the fields of a request.

use std::collections::BTreeMap;

use edge::fields::RawFields;
use sha2::{Digest, Sha256};

use crate::rules::{
    DateParts, ElementId, ElementKind, FileValue, FormDefinition, Value, Values, parse_field_name,
};

/// What was typed, by element. Fields that no element of the form has are dropped, and so are files: those that count
/// were received before.
pub fn read_values(
    form: i64,
    definition: &FormDefinition,
    fields: &RawFields,
    files: BTreeMap<ElementId, Vec<FileValue>>,
) -> Values {
    let mut values: Values = files.into_iter().map(|(id, files)| (id, Value::Files(files))).collect();
    for (name, typed) in fields.0.iter() {
        let Some((id, part)) = parse_field_name(form, name) else { continue };
        let Some(element) = definition.element(id) else { continue };
        match (&element.kind, part) {
            (ElementKind::Checkboxes { .. }, "[]") => {
                if let Value::List(list) = values.entry(id).or_insert_with(|| Value::List(Vec::new())) {
                    list.push(typed.clone());
                }
            }
            (ElementKind::Date { .. }, "[day]" | "[month]" | "[year]") => {
                let empty = || Value::Date(DateParts::default());
                if let Value::Date(date) = values.entry(id).or_insert_with(empty) {
                    let place = match part {
                        "[day]" => &mut date.day,
                        "[month]" => &mut date.month,
                        _ => &mut date.year,
                    };
                    place.clone_from(typed);
                }
            }
            (ElementKind::Checkboxes { .. } | ElementKind::Date { .. } | ElementKind::Upload { .. }, _) => {}
            (_, "") => {
                values.insert(id, Value::Text(typed.clone()));
            }
            _ => {}
        }
    }
    values
}

/// Hash of everything that was typed, without the answer to a captcha: the same form sent again has the same hash.
pub fn content_hash(form: i64, definition: &FormDefinition, fields: &RawFields) -> [u8; 32] {
    let is_typed = |name: &str| {
        let element = parse_field_name(form, name).and_then(|(id, _)| definition.element(id));
        element.is_some_and(|element| !matches!(element.kind, ElementKind::Captcha {}))
    };
    let mut typed: Vec<_> = fields.0.iter().filter(|(name, _)| is_typed(name)).collect();
    typed.sort();
    let mut hash = Sha256::new();
    for (name, value) in typed {
        for part in [name, value] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
    }
    hash.finalize().into()
}
