//! The fields of a product that staff edit, and which values are refused at which field.

use chrono::{DateTime, Utc};
use kernel::{Money, Quantity};
use serde::{Deserialize, Serialize};

use super::ProductStatus;

pub const MAX_NAME_CHARS: usize = 200;
pub const MAX_NOTE_CHARS: usize = 300;
pub const MAX_PARAGRAPH_CHARS: usize = 3_000;
pub const MAX_PARAGRAPHS: usize = 60;
pub const MAX_CODE_CHARS: usize = 64;
pub const MAX_TAGS: usize = 30;
/// A billion in the main unit: larger ones are typing errors, and sums of them must fit.
pub const MAX_PRICE_MINOR: i64 = 1_000_000_000_000;

/// What staff edit of a product. Names of the fields are those of forms, patches and stored changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProductFields {
    pub name: String,
    pub note: String,
    pub description: Vec<String>,
    pub slug: String,
    pub status: ProductStatus,
    pub category_id: i64,
    pub brand: String,
    pub tags: Vec<String>,
    pub sku: String,
    pub gtin: String,
    pub mpn: String,
    pub regular_minor: Option<i64>,
    pub sale_minor: Option<i64>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
    /// In hundred-thousandths, as everywhere.
    pub min_quantity: i64,
    pub step: i64,
    pub weight_grams: Option<i32>,
    pub is_new: bool,
    pub pictures: Vec<String>,
}

/// What staff edit of a variation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariationFields {
    pub sku: String,
    pub gtin: String,
    pub mpn: String,
    pub regular_minor: i64,
    pub sale_minor: Option<i64>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
}

/// Fields that need the right to write prices.
pub const PRICE_FIELDS: [&str; 4] = ["regular_minor", "sale_minor", "sale_from", "sale_to"];
/// Fields that are open to a role that writes texts and pictures only.
pub const TEXT_FIELDS: [&str; 5] = ["name", "note", "description", "tags", "pictures"];

/// Why the value of a field is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRefusal {
    Empty,
    TooLong,
    /// Not a number, an amount or a moment.
    Unreadable,
    TooLarge,
    /// The sale price is not below the price.
    SaleNotBelow,
    /// The sale ends before it starts.
    SaleEndsFirst,
    /// Another product or variation has the code or the address.
    InUse,
    /// Pieces wait for a payment under this code.
    Reserved,
    /// The check digit of the code is wrong.
    WrongCode,
    /// A published product needs a price.
    NoPrice,
    /// The variations of the product have the prices.
    OfVariations,
    /// The category or the picture does not exist.
    Unknown,
    /// Another member has given it another value.
    ChangedMeanwhile,
}

/// A refused field and the reason.
pub type Refused = (&'static str, FieldRefusal);

impl ProductFields {
    /// A draft with nothing but its category.
    pub fn empty(category_id: i64) -> Self {
        Self {
            name: String::new(),
            note: String::new(),
            description: Vec::new(),
            slug: String::new(),
            status: ProductStatus::Draft,
            category_id,
            brand: String::new(),
            tags: Vec::new(),
            sku: String::new(),
            gtin: String::new(),
            mpn: String::new(),
            regular_minor: None,
            sale_minor: None,
            sale_from: None,
            sale_to: None,
            min_quantity: Quantity::ONE.as_units(),
            step: Quantity::ONE.as_units(),
            weight_grams: None,
            is_new: false,
            pictures: Vec::new(),
        }
    }

    /// The refused fields. `needs_price`: a kind of product that is sold at its own price.
    pub fn check(&self, needs_price: bool) -> Vec<Refused> {
        let mut refused = Vec::new();
        let mut text = |field, value: &str, max: usize, is_required: bool| {
            if is_required && value.is_empty() {
                refused.push((field, FieldRefusal::Empty));
            } else if value.chars().count() > max {
                refused.push((field, FieldRefusal::TooLong));
            }
        };
        text("name", &self.name, MAX_NAME_CHARS, true);
        text("note", &self.note, MAX_NOTE_CHARS, false);
        text("slug", &self.slug, MAX_NAME_CHARS, true);
        text("brand", &self.brand, MAX_NAME_CHARS, false);
        text("sku", &self.sku, MAX_CODE_CHARS, true);
        text("mpn", &self.mpn, MAX_CODE_CHARS, false);
        let is_long = |paragraph: &String| paragraph.chars().count() > MAX_PARAGRAPH_CHARS;
        if self.description.len() > MAX_PARAGRAPHS || self.description.iter().any(is_long) {
            refused.push(("description", FieldRefusal::TooLong));
        }
        if self.tags.len() > MAX_TAGS {
            refused.push(("tags", FieldRefusal::TooLong));
        }
        if !is_gtin(&self.gtin) {
            refused.push(("gtin", FieldRefusal::WrongCode));
        }
        refused.extend(check_sale(self.regular_minor, self.sale_minor, self.sale_from, self.sale_to));
        if needs_price && self.status == ProductStatus::Published && self.regular_minor.is_none() {
            refused.push(("regular_minor", FieldRefusal::NoPrice));
        }
        for (field, value) in [("min_quantity", self.min_quantity), ("step", self.step)] {
            if value <= 0 {
                refused.push((field, FieldRefusal::Unreadable));
            }
        }
        refused
    }
}

impl VariationFields {
    pub fn check(&self) -> Vec<Refused> {
        let mut refused = Vec::new();
        if self.sku.is_empty() {
            refused.push(("sku", FieldRefusal::Empty));
        }
        if !is_gtin(&self.gtin) {
            refused.push(("gtin", FieldRefusal::WrongCode));
        }
        refused.extend(check_sale(Some(self.regular_minor), self.sale_minor, self.sale_from, self.sale_to));
        refused
    }
}

/// As the constraints of the tables: a sale is below the price, and ends after it starts.
fn check_sale(
    regular: Option<i64>,
    sale: Option<i64>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
) -> Vec<Refused> {
    let mut refused = Vec::new();
    for (field, price) in [("regular_minor", regular), ("sale_minor", sale)] {
        if price.is_some_and(|price| !(0..=MAX_PRICE_MINOR).contains(&price)) {
            refused.push((field, FieldRefusal::TooLarge));
        }
    }
    if let Some(sale) = sale
        && regular.is_none_or(|regular| sale >= regular)
    {
        refused.push(("sale_minor", FieldRefusal::SaleNotBelow));
    }
    if let (Some(from), Some(to)) = (from, to)
        && to <= from
    {
        refused.push(("sale_to", FieldRefusal::SaleEndsFirst));
    }
    refused
}

/// 8, 12, 13 or 14 digits, the last of which checks the others. A product may have none.
fn is_gtin(code: &str) -> bool {
    if code.is_empty() {
        return true;
    }
    if !matches!(code.len(), 8 | 12 | 13 | 14) || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    // Every second digit from the right is worth three times as much.
    let digits = code.bytes().rev().map(|byte| u32::from(byte - b'0'));
    let sum: u32 =
        digits.enumerate().map(|(place, digit)| if place % 2 == 1 { digit * 3 } else { digit }).sum();
    sum.is_multiple_of(10)
}

/// A typed price, in any digits. Empty: none.
pub fn parse_price(text: &str) -> Result<Option<i64>, FieldRefusal> {
    let text = kernel::digits::fold(text.trim());
    if text.is_empty() {
        return Ok(None);
    }
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    // `14,40` is 14.40 on some keyboards: a comma that does not separate thousands is refused.
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    if whole.contains(',') && (!(1..=3).contains(&first.len()) || groups.any(|group| group.len() != 3)) {
        return Err(FieldRefusal::Unreadable);
    }
    let plain = format!("{}{rest}", whole.replace(',', ""));
    Money::parse_decimal(&plain).map(|price| Some(price.as_minor())).ok_or(FieldRefusal::Unreadable)
}

/// Where a sale stands at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SalePhase {
    None,
    Upcoming,
    Running,
    Over,
}

impl SalePhase {
    pub fn at(
        sale: Option<i64>,
        from: Option<DateTime<Utc>>,
        to: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Self {
        if sale.is_none() {
            Self::None
        } else if to.is_some_and(|to| to <= now) {
            Self::Over
        } else if from.is_some_and(|from| from > now) {
            Self::Upcoming
        } else {
            Self::Running
        }
    }
}

/// Letters and digits of any script, joined by hyphens, as addresses of products are written.
pub fn slug(text: &str) -> String {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

/// The tags of pages that an edit of a product changes: its own page and each card of it always, lists if it may appear in
/// them, leave them or be counted otherwise.
pub fn purge_tags(product: i64, changed: &[&str], categories: &[i64], is_or_was_listed: bool) -> Vec<String> {
    const LISTS: [&str; 5] = ["status", "category_id", "brand", "tags", "is_new"];
    if !is_or_was_listed || changed.is_empty() {
        return Vec::new();
    }
    let mut tags = vec![format!("product:{product}")];
    let is_listed_otherwise = changed.iter().any(|field| LISTS.contains(field));
    if is_listed_otherwise || changed.contains(&"name") {
        tags.extend(categories.iter().map(|category| format!("category:{category}")));
    }
    if is_listed_otherwise {
        tags.push("catalog".to_owned());
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product() -> ProductFields {
        let named = ProductFields::empty(1);
        let (name, slug, sku) = ("تمر سكري".to_owned(), "sukkari".to_owned(), "TM-1".to_owned());
        ProductFields { name, slug, sku, regular_minor: Some(1_800), ..named }
    }

    /// [D21]
    #[test]
    fn prices_are_read_in_any_digits() {
        for text in ["14.40", "١٤٫٤٠", "۱۴٫۴", " 14.4 "] {
            assert_eq!(parse_price(text), Ok(Some(1_440)), "{text}");
        }
        assert_eq!(parse_price("١٬٢٣٤٫٥٠"), Ok(Some(123_450)));
        assert_eq!(parse_price(""), Ok(None));
        assert_eq!(parse_price("1,234.50"), Ok(Some(123_450)));
        for text in [
            "-1",
            "x",
            "1.234",
            "1e5",
            "9999999999999999999",
            "14,40",
            "١٤٬٤٠",
            ",500",
            "1234,567",
            "1,23,456",
        ] {
            assert_eq!(parse_price(text), Err(FieldRefusal::Unreadable), "{text}");
        }
    }

    #[test]
    fn each_refusal_names_its_field() {
        let refused = |change: fn(&mut ProductFields)| {
            let mut fields = product();
            change(&mut fields);
            fields.check(true)
        };
        assert!(refused(|_| {}).is_empty());
        assert_eq!(refused(|one| one.name.clear()), [("name", FieldRefusal::Empty)]);
        assert_eq!(refused(|one| one.note = "x".repeat(301)), [("note", FieldRefusal::TooLong)]);
        assert_eq!(refused(|one| one.gtin = "6291041500214".to_owned()), [("gtin", FieldRefusal::WrongCode)]);
        assert!(refused(|one| one.gtin = "6291041500213".to_owned()).is_empty());
        assert_eq!(refused(|one| one.sale_minor = Some(1_800)), [("sale_minor", FieldRefusal::SaleNotBelow)]);
        assert_eq!(refused(|one| one.step = 0), [("step", FieldRefusal::Unreadable)]);
        let unpriced = ProductFields { regular_minor: None, ..product() };
        assert!(unpriced.check(true).is_empty(), "a draft may wait for its price");
        let published = ProductFields { status: ProductStatus::Published, ..unpriced };
        assert_eq!(published.check(true), [("regular_minor", FieldRefusal::NoPrice)]);
        assert!(published.check(false).is_empty(), "variations have their own");
    }

    #[test]
    fn a_sale_has_three_phases() {
        let moment = |hour| DateTime::UNIX_EPOCH + chrono::TimeDelta::hours(hour);
        let phase = |now| SalePhase::at(Some(1), Some(moment(1)), Some(moment(2)), moment(now));
        assert_eq!([0, 1, 2].map(phase), [SalePhase::Upcoming, SalePhase::Running, SalePhase::Over]);
        assert_eq!(SalePhase::at(None, None, None, moment(0)), SalePhase::None);
        let backwards = ProductFields {
            sale_minor: Some(1),
            sale_from: Some(moment(2)),
            sale_to: Some(moment(1)),
            ..product()
        };
        assert_eq!(backwards.check(true), [("sale_to", FieldRefusal::SaleEndsFirst)]);
    }

    /// [D19]
    #[test]
    fn each_field_purges_exactly_its_tags() {
        let tags = |field: &str| purge_tags(7, &[field], &[3], true).join(" ");
        let all = serde_json::to_value(product()).expect("fields");
        for field in all.as_object().expect("an object").keys() {
            let wanted = match field.as_str() {
                "name" => "product:7 category:3",
                "status" | "category_id" | "brand" | "tags" | "is_new" => "product:7 category:3 catalog",
                _ => "product:7",
            };
            assert_eq!(tags(field), wanted, "{field}");
        }
        assert!(purge_tags(7, &["name"], &[3], false).is_empty(), "nobody sees a draft");
        assert!(purge_tags(7, &[], &[3], true).is_empty());
    }
}
