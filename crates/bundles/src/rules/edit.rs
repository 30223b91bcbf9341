//! What staff edit of a bundle, and which values are refused at which field.

use kernel::Quantity;
use serde::{Deserialize, Serialize};

/// Each part has up to eight fields in a form of at most 400.
pub const MAX_PARTS: usize = 40;
pub const MAX_SUFFIX_CHARS: usize = 60;
const MAX_PERCENT: i64 = 9_999;

/// Names of the fields are those of forms, patches and stored changes. Amounts are in minor units, quantities in
/// hundred-thousandths.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleFields {
    /// Hundredths of a percent.
    pub percent: i64,
    pub amount_minor: i64,
    pub has_fixed_price: bool,
    pub excludes_unpurchasable: bool,
    pub min_quantity: Option<i64>,
    pub max_quantity: Option<i64>,
    pub total_min_minor: Option<i64>,
    pub total_max_minor: Option<i64>,
    pub price_suffix: String,
    /// In the order of the page.
    pub parts: Vec<PartFields>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartFields {
    /// Names the part in carts and forms: it never changes.
    pub key: String,
    pub product: i64,
    pub is_optional: bool,
    /// How many the page begins with.
    pub quantity: i64,
    pub min: i64,
    pub max: Option<i64>,
}

/// Fields that need the right to write prices.
pub const PRICE_FIELDS: [&str; 3] = ["percent", "amount_minor", "has_fixed_price"];

/// Why the value of a field is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRefusal {
    Unreadable,
    TooLarge,
    TooLong,
    /// A percentage is below 100.
    Percent,
    /// The upper limit is below the lower one.
    LimitsCross,
    NoParts,
    TooManyParts,
    /// A fixed price is the product's own, which has none.
    NoPrice,
    /// The product of the part no longer exists.
    Deleted,
    Itself,
    /// Neither a bundle nor a product of another shop can be a part.
    WrongKind,
    /// The page would begin with a quantity that it refuses.
    StartOutside,
    /// A part that is not optional is taken at least once.
    RequiredNone,
    /// Somebody else has given it another value.
    ChangedMeanwhile,
}

/// A refused field and the reason. The fields of a part are named by its place: see [`part_field`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub field: String,
    pub reason: FieldRefusal,
}

pub fn refused(field: impl Into<String>, reason: FieldRefusal) -> Refused {
    Refused { field: field.into(), reason }
}

/// The name of a part's field in the form.
pub fn part_field(place: usize, name: &str) -> String {
    format!("part_{place}_{name}")
}

impl PartFields {
    /// A required part: one piece, as many as the shopper likes.
    pub fn new(key: String, product: i64) -> Self {
        let one = Quantity::ONE.as_units();
        Self { key, product, is_optional: false, quantity: one, min: one, max: None }
    }
}

impl BundleFields {
    /// A key that no part has.
    pub fn free_key(&self) -> String {
        let mut keys = (1..=self.parts.len() + 1).map(|number| format!("p{number}"));
        keys.find(|key| self.parts.iter().all(|part| part.key != *key)).unwrap_or_default()
    }

    /// The refused fields, as far as the values alone tell.
    pub fn check(&self) -> Vec<Refused> {
        use FieldRefusal::{LimitsCross, NoParts, Percent, TooLong, TooManyParts};
        let mut found = Vec::new();
        if !(0..=MAX_PERCENT).contains(&self.percent) {
            found.push(refused("percent", Percent));
        }
        if self.price_suffix.chars().count() > MAX_SUFFIX_CHARS {
            found.push(refused("price_suffix", TooLong));
        }
        for (field, min, max) in [
            ("max_quantity", self.min_quantity, self.max_quantity),
            ("total_max_minor", self.total_min_minor, self.total_max_minor),
        ] {
            if min.zip(max).is_some_and(|(min, max)| max < min) {
                found.push(refused(field, LimitsCross));
            }
        }
        if self.parts.is_empty() {
            found.push(refused("parts", NoParts));
        }
        if self.parts.len() > MAX_PARTS {
            found.push(refused("parts", TooManyParts));
        }
        for (place, part) in self.parts.iter().enumerate() {
            found.extend(part.check().map(|(name, reason)| refused(part_field(place, name), reason)));
        }
        found
    }
}

impl PartFields {
    fn check(&self) -> Option<(&'static str, FieldRefusal)> {
        if self.max.is_some_and(|max| max < self.min) {
            return Some(("max", FieldRefusal::LimitsCross));
        }
        if !self.is_optional && self.min <= 0 {
            return Some(("min", FieldRefusal::RequiredNone));
        }
        let is_outside = self.quantity < self.min || self.max.is_some_and(|max| self.quantity > max);
        is_outside.then_some(("quantity", FieldRefusal::StartOutside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(quantity: i64, min: i64, max: Option<i64>, is_optional: bool) -> PartFields {
        PartFields { key: "p1".to_owned(), product: 1, is_optional, quantity, min, max }
    }

    fn reasons(fields: &BundleFields) -> Vec<(String, FieldRefusal)> {
        fields.check().into_iter().map(|one| (one.field, one.reason)).collect()
    }

    #[test]
    fn each_refusal_names_its_field() {
        let of = |part: PartFields| BundleFields { parts: vec![part], ..BundleFields::default() };
        assert!(reasons(&of(part(1, 1, Some(2), false))).is_empty());
        assert!(reasons(&of(part(0, 0, None, true))).is_empty());
        let one = |field: &str, reason| vec![(field.to_owned(), reason)];
        for (given, wanted) in [
            (part(0, 0, None, false), one("part_0_min", FieldRefusal::RequiredNone)),
            (part(3, 1, Some(2), false), one("part_0_quantity", FieldRefusal::StartOutside)),
            (part(1, 2, None, true), one("part_0_quantity", FieldRefusal::StartOutside)),
            (part(2, 2, Some(1), true), one("part_0_max", FieldRefusal::LimitsCross)),
        ] {
            assert_eq!(reasons(&of(given.clone())), wanted, "{given:?}");
        }
        assert_eq!(reasons(&BundleFields::default()), one("parts", FieldRefusal::NoParts));
        let whole = BundleFields { percent: 10_000, ..of(part(1, 1, None, false)) };
        assert_eq!(reasons(&whole), one("percent", FieldRefusal::Percent));
        let crossed =
            BundleFields { min_quantity: Some(3), max_quantity: Some(2), ..of(part(1, 1, None, false)) };
        assert_eq!(reasons(&crossed), one("max_quantity", FieldRefusal::LimitsCross));
    }

    #[test]
    fn a_new_part_takes_no_key_of_another() {
        let mut fields = BundleFields::default();
        assert_eq!(fields.free_key(), "p1");
        let other = PartFields { key: "x".to_owned(), ..part(1, 1, None, false) };
        fields.parts = vec![part(1, 1, None, false), other];
        assert_eq!(fields.free_key(), "p2");
    }
}
