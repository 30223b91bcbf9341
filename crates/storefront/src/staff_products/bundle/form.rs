//! The fields of a bundle as the texts of a form, and back.

use std::collections::HashMap;

use bundles::rules::edit::{
    BundleFields, FieldRefusal, MAX_PARTS, MAX_SUFFIX_CHARS, PartFields, Refused, part_field, refused,
};
use kernel::{Money, Quantity, text};

use crate::staff_products::form::Texts;

/// The fields beside the parts, in the order of the form.
pub const FIELDS: [&str; 9] = [
    "percent",
    "amount_minor",
    "has_fixed_price",
    "price_suffix",
    "min_quantity",
    "max_quantity",
    "total_min_minor",
    "total_max_minor",
    "excludes_unpurchasable",
];
pub const PART_NUMBERS: [&str; 3] = ["quantity", "min", "max"];
/// Hundredths of a percent in the units of a quantity.
const UNITS_OF_PERCENT: i64 = 1_000;
const MAX_KEY_CHARS: usize = 16;

/// A text that is no value of its field.
struct Unread {
    /// The key of the part, if it is a field of one.
    part: Option<String>,
    field: &'static str,
    text: String,
    reason: FieldRefusal,
}

/// What a form says.
pub struct Read {
    /// With the old values where a text could not be read.
    pub fields: BundleFields,
    unread: Vec<Unread>,
}

impl Read {
    pub const fn of(fields: BundleFields) -> Self {
        Self { fields, unread: Vec::new() }
    }

    pub fn refused(&self) -> Vec<Refused> {
        let place = |key: &String| self.fields.parts.iter().position(|part| part.key == *key);
        let each = self.unread.iter().filter_map(|one| match &one.part {
            Some(key) => Some(refused(part_field(place(key)?, one.field), one.reason)),
            None => Some(refused(one.field, one.reason)),
        });
        each.collect()
    }

    /// As the form shows it: what could not be read stays as it was typed.
    pub fn texts(&self) -> Texts {
        let mut texts = texts_of(&self.fields);
        for one in self.unread.iter().filter(|one| one.part.is_none()) {
            texts.insert(one.field.to_owned(), one.text.clone());
        }
        texts
    }

    /// A number of a part.
    pub fn part_text(&self, part: &PartFields, field: &str) -> String {
        let typed =
            self.unread.iter().find(|one| one.field == field && one.part.as_deref() == Some(&part.key));
        if let Some(typed) = typed {
            return typed.text.clone();
        }
        let units = match field {
            "quantity" => Some(part.quantity),
            "min" => Some(part.min),
            _ => part.max,
        };
        quantity_text(units)
    }
}

fn quantity_text(units: Option<i64>) -> String {
    units.map(|units| Quantity::from_units(units).to_string()).unwrap_or_default()
}

fn price_text(minor: Option<i64>) -> String {
    minor.map(|minor| Money::from_minor(minor).to_decimal()).unwrap_or_default()
}

pub fn percent_text(percent: i64) -> String {
    quantity_text(Some(percent * UNITS_OF_PERCENT))
}

const fn flag(is_on: bool) -> &'static str {
    if is_on { "1" } else { "0" }
}

/// As the form shows a bundle. Nothing is an empty field.
pub fn texts_of(fields: &BundleFields) -> Texts {
    let percent = Some(fields.percent).filter(|percent| *percent > 0);
    let pairs = [
        ("percent", percent.map(percent_text).unwrap_or_default()),
        ("amount_minor", price_text(Some(fields.amount_minor).filter(|amount| *amount > 0))),
        ("has_fixed_price", flag(fields.has_fixed_price).to_owned()),
        ("price_suffix", fields.price_suffix.clone()),
        ("min_quantity", quantity_text(fields.min_quantity)),
        ("max_quantity", quantity_text(fields.max_quantity)),
        ("total_min_minor", price_text(fields.total_min_minor)),
        ("total_max_minor", price_text(fields.total_max_minor)),
        ("excludes_unpurchasable", flag(fields.excludes_unpurchasable).to_owned()),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Reads the fields that a form has; one that it lacks is no change. `None`: its parts are not those of a form of this page.
pub fn read(form: &HashMap<String, String>, was: &BundleFields) -> Option<Read> {
    let shown = texts_of(was);
    let mut read = Read::of(was.clone());
    for field in FIELDS {
        let Some(given) = form.get(field).filter(|given| shown.get(field) != Some(*given)) else { continue };
        if let Err(reason) = read_field(&mut read.fields, field, given) {
            read.unread.push(Unread { part: None, field, text: given.clone(), reason });
        }
    }
    if let Some(parts) = form.get("parts") {
        // The choice of a conflict: the parts of one side as a whole.
        read.fields.parts = serde_json::from_str(parts).ok()?;
    } else if let Some(rows) = form.get("rows") {
        let rows: usize = rows.parse().ok().filter(|rows| *rows <= MAX_PARTS)?;
        let mut parts: Vec<PartFields> = Vec::with_capacity(rows);
        for place in 0..rows {
            let part = read_part(form, place, &mut read.unread)?;
            if parts.iter().any(|known| known.key == part.key) {
                return None;
            }
            parts.push(part);
        }
        read.fields.parts = parts;
    }
    Some(read)
}

fn read_field(fields: &mut BundleFields, field: &str, given: &str) -> Result<(), FieldRefusal> {
    match field {
        "percent" => fields.percent = percent(given)?,
        "amount_minor" => fields.amount_minor = price(given)?.unwrap_or(0),
        "has_fixed_price" => fields.has_fixed_price = given == "1",
        "price_suffix" => fields.price_suffix = text::clean(given, MAX_SUFFIX_CHARS + 1),
        "min_quantity" => fields.min_quantity = limit(given)?,
        "max_quantity" => fields.max_quantity = limit(given)?,
        "total_min_minor" => fields.total_min_minor = price(given)?,
        "total_max_minor" => fields.total_max_minor = price(given)?,
        _ => fields.excludes_unpurchasable = given == "1",
    }
    Ok(())
}

fn read_part(form: &HashMap<String, String>, place: usize, unread: &mut Vec<Unread>) -> Option<PartFields> {
    let given = |name: &str| form.get(&part_field(place, name)).map(String::as_str);
    let is_key = |key: &&str| {
        (1..=MAX_KEY_CHARS).contains(&key.len())
            && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let key = given("key").filter(is_key)?.to_owned();
    let mut part = PartFields::new(key, given("product")?.parse().ok()?);
    part.is_optional = given("optional") == Some("1");
    for field in PART_NUMBERS {
        let typed = given(field).unwrap_or_default();
        match (field, quantity(typed)) {
            ("quantity", Ok(units)) => part.quantity = units.unwrap_or(0),
            ("min", Ok(units)) => part.min = units.unwrap_or(0),
            (_, Ok(units)) => part.max = units,
            (_, Err(reason)) => {
                unread.push(Unread { part: Some(part.key.clone()), field, text: typed.to_owned(), reason });
            }
        }
    }
    Some(part)
}

/// Empty: none.
fn quantity(given: &str) -> Result<Option<i64>, FieldRefusal> {
    if given.trim().is_empty() {
        return Ok(None);
    }
    Quantity::parse(given).map(|quantity| Some(quantity.as_units())).map_err(|_| FieldRefusal::Unreadable)
}

/// A limit of 0 is none.
fn limit(given: &str) -> Result<Option<i64>, FieldRefusal> {
    Ok(quantity(given)?.filter(|units| *units > 0))
}

fn percent(given: &str) -> Result<i64, FieldRefusal> {
    let units = quantity(given.trim().trim_end_matches(['%', '٪']))?.unwrap_or(0);
    if units % UNITS_OF_PERCENT == 0 { Ok(units / UNITS_OF_PERCENT) } else { Err(FieldRefusal::Unreadable) }
}

/// An amount of 0 is none.
fn price(given: &str) -> Result<Option<i64>, FieldRefusal> {
    let minor = catalog::rules::edit::parse_price(given).map_err(|_| FieldRefusal::Unreadable)?;
    if minor.is_some_and(|minor| minor > catalog::rules::edit::MAX_PRICE_MINOR) {
        return Err(FieldRefusal::TooLarge);
    }
    Ok(minor.filter(|minor| *minor > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(pairs: &[(&str, &str)]) -> HashMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn bundle() -> BundleFields {
        BundleFields {
            percent: 1_250,
            total_min_minor: Some(6_000),
            parts: vec![PartFields::new("p1".to_owned(), 7)],
            ..BundleFields::default()
        }
    }

    #[test]
    fn the_page_s_own_texts_change_nothing() {
        let was = bundle();
        let mut shown: HashMap<_, _> = texts_of(&was).into_iter().collect();
        assert_eq!(shown.len(), FIELDS.len());
        assert_eq!(shown["percent"], "12.5");
        let part = [("key", "p1"), ("product", "7"), ("quantity", "1"), ("min", "1"), ("max", "")];
        shown.extend(part.map(|(name, value)| (part_field(0, name), value.to_owned())));
        shown.insert("rows".to_owned(), "1".to_owned());
        let read = read(&shown, &was).expect("parts");
        assert_eq!(read.fields, was);
        assert!(read.refused().is_empty());
    }

    #[test]
    fn typed_texts_become_values_and_unreadable_ones_stay_at_their_field() {
        let given = [
            ("percent", "٣٣٫٥٪"),
            ("total_min_minor", "٤٠"),
            ("min_quantity", "0"),
            ("amount_minor", "x"),
            ("rows", "1"),
            ("part_0_key", "p1"),
            ("part_0_product", "7"),
            ("part_0_optional", "1"),
            ("part_0_quantity", "٢"),
            ("part_0_max", "كثير"),
        ];
        let read = read(&form(&given), &bundle()).expect("parts");
        assert_eq!((read.fields.percent, read.fields.total_min_minor), (3_350, Some(4_000)));
        assert_eq!(read.fields.min_quantity, None);
        let part = &read.fields.parts[0];
        assert_eq!((part.is_optional, part.quantity, part.min), (true, 200_000, 0));
        let fields: Vec<_> = read.refused().into_iter().map(|one| one.field).collect();
        assert_eq!(fields, ["amount_minor", "part_0_max"]);
        assert_eq!(read.part_text(part, "max"), "كثير");
        assert_eq!(read.texts()["amount_minor"], "x");
    }

    #[test]
    fn parts_of_no_form_are_refused() {
        let row = [("rows", "1"), ("part_0_key", "P 1"), ("part_0_product", "7")];
        assert!(read(&form(&row), &bundle()).is_none());
        assert!(read(&form(&[("rows", "41")]), &bundle()).is_none());
        assert!(read(&form(&[("parts", "[{}]")]), &bundle()).is_none());
    }
}
