//! Why a row was refused, as it is stored and as people read it.

use catalog::rules::edit::{FieldRefusal, Refused};
use kernel::Messages;

use crate::staff_products::texts;

const NAMES: [(&str, FieldRefusal); 13] = [
    ("empty", FieldRefusal::Empty),
    ("too-long", FieldRefusal::TooLong),
    ("unreadable", FieldRefusal::Unreadable),
    ("too-large", FieldRefusal::TooLarge),
    ("sale-not-below", FieldRefusal::SaleNotBelow),
    ("sale-ends-first", FieldRefusal::SaleEndsFirst),
    ("in-use", FieldRefusal::InUse),
    ("reserved", FieldRefusal::Reserved),
    ("wrong-code", FieldRefusal::WrongCode),
    ("no-price", FieldRefusal::NoPrice),
    ("of-variations", FieldRefusal::OfVariations),
    ("unknown", FieldRefusal::Unknown),
    ("changed", FieldRefusal::ChangedMeanwhile),
];

pub fn store((field, reason): Refused) -> String {
    let name = NAMES.iter().find(|(_, one)| *one == reason).map_or("", |(name, _)| name);
    format!("{field} {name}")
}

/// The label of the field and the sentence of the reason.
pub fn read(messages: &Messages, stored: &str) -> Option<(String, String)> {
    let (field, name) = stored.split_once(' ')?;
    let (_, reason) = NAMES.iter().find(|(one, _)| *one == name)?;
    Some((messages.text(texts::label(field)), messages.text(texts::refusal(*reason))))
}
