//! One parsed row of the file.

use chrono::{DateTime, Utc};
use csv::StringRecord;

use super::cells::{categories, grams, is_url, list, moment, paragraphs, picture_name, price, stock};
use crate::rules::ProductStatus;

/// Why a row is not imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("unreadable line")]
    Unreadable,
    #[error("it has no SKU")]
    NoSku,
    #[error("it has no name")]
    NoName,
    #[error("it has no price")]
    NoPrice,
    #[error("{0:?} is no price")]
    Price(String),
    #[error("the sale price is not below the regular price")]
    SaleNotBelow,
    #[error("{0:?} is not a stock quantity")]
    Stock(String),
    #[error("{0:?} is not a date")]
    Date(String),
    #[error("unknown product type {0:?}")]
    Type(String),
    #[error("it has no category")]
    NoCategory,
    #[error("an external product needs an http or https URL")]
    NoExternalUrl,
    #[error("it is a variation without a parent")]
    NoParent,
    #[error("its parent {0:?} is not a variable product")]
    UnknownParent(String),
    #[error("a product has at most 200 variations")]
    TooManyVariations,
    #[error("the same SKU stands on an earlier line")]
    DuplicateSku,
    #[error("the SKU {was:?} is {now:?} now: write the new one into the file")]
    FormerSku { was: String, now: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowType {
    Simple,
    Variable,
    External,
    Variation,
}

impl RowType {
    pub fn kind(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::External => "external",
            Self::Variable | Self::Variation => "variable",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowAttribute {
    pub label: String,
    pub values: Vec<String>,
    pub is_visible: bool,
}

#[derive(Debug, Clone)]
pub struct Row {
    pub kind: RowType,
    pub sku: String,
    pub parent: String,
    pub name: String,
    pub summary: String,
    pub description: Vec<String>,
    pub status: ProductStatus,
    pub is_featured: bool,
    pub regular_minor: Option<i64>,
    pub sale_minor: Option<i64>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
    /// Whole pieces.
    pub stock: i64,
    pub weight_grams: Option<i32>,
    /// Each path starts at the top-level category.
    pub categories: Vec<Vec<String>>,
    pub tags: Vec<String>,
    pub pictures: Vec<String>,
    pub attributes: Vec<RowAttribute>,
    pub brand: String,
    pub gtin: String,
    pub mpn: String,
    pub external_url: Option<String>,
    pub external_label: Option<String>,
}

/// Column indexes. WooCommerce has renamed some columns over the years, and plugins add their own.
#[derive(Debug, Default)]
pub struct Header {
    columns: Vec<(&'static str, Option<usize>)>,
    /// Columns of name, values and visibility of each attribute.
    attributes: Vec<(usize, usize, Option<usize>)>,
}

const COLUMNS: [(&str, &[&str]); 23] = [
    ("type", &["Type"]),
    ("sku", &["SKU"]),
    ("gtin", &["GTIN", "GTIN, UPC, EAN, or ISBN", "Meta: _cr_gtin"]),
    ("mpn", &["MPN", "Meta: _cr_mpn"]),
    ("brand", &["Brand", "Brands", "Meta: _cr_brand"]),
    ("name", &["Name"]),
    ("published", &["Published"]),
    ("featured", &["Is featured?"]),
    ("visibility", &["Visibility in catalog"]),
    ("summary", &["Short description"]),
    ("description", &["Description"]),
    ("sale_from", &["Date sale price starts"]),
    ("sale_to", &["Date sale price ends"]),
    ("in_stock", &["In stock?"]),
    ("stock", &["Stock"]),
    ("weight", &["Weight (kg)"]),
    ("sale", &["Sale price"]),
    ("regular", &["Regular price"]),
    ("categories", &["Categories"]),
    ("tags", &["Tags"]),
    ("images", &["Images"]),
    ("parent", &["Parent"]),
    ("external_url", &["External URL"]),
];

impl Header {
    pub fn read(record: &StringRecord) -> Self {
        let find = |names: &[&str]| {
            // Spreadsheet programs put a byte-order mark in front of the first name.
            record.iter().position(|cell| names.contains(&cell.trim_start_matches('\u{feff}').trim()))
        };
        let mut columns: Vec<_> = COLUMNS.iter().map(|(key, names)| (*key, find(names))).collect();
        columns.push(("external_label", find(&["Button text"])));
        let attributes = (1..=20).map_while(|number| {
            let column = |what: &str| find(&[&format!("Attribute {number} {what}")]);
            Some((column("name")?, column("value(s)")?, column("visible")))
        });
        Self { columns, attributes: attributes.collect() }
    }

    pub fn missing(&self) -> Vec<&'static str> {
        let needed = ["type", "sku", "name", "regular", "categories"];
        needed.into_iter().filter(|key| self.column_index(key).is_none()).collect()
    }

    pub fn sku<'a>(&self, record: &'a StringRecord) -> &'a str {
        self.cell(record, "sku")
    }

    fn column_index(&self, key: &str) -> Option<usize> {
        self.columns.iter().find(|(known, _)| *known == key).and_then(|(_, index)| *index)
    }

    fn cell<'a>(&self, record: &'a StringRecord, key: &str) -> &'a str {
        self.column_index(key).and_then(|index| record.get(index)).unwrap_or_default().trim()
    }
}

impl Row {
    pub fn read(header: &Header, record: &StringRecord) -> Result<Self, Refusal> {
        let cell = |key: &'static str| header.cell(record, key);
        let text = |key: &'static str, max| kernel::text::clean(cell(key), max);
        let kind = kind(cell("type"))?;
        let sku = text("sku", 100);
        if sku.is_empty() {
            return Err(Refusal::NoSku);
        }
        let name = text("name", 300);
        if name.is_empty() && kind != RowType::Variation {
            return Err(Refusal::NoName);
        }
        let regular_minor = price(cell("regular"))?;
        let sale_minor = price(cell("sale"))?;
        if regular_minor.is_none() && matches!(kind, RowType::Simple | RowType::Variation) {
            return Err(Refusal::NoPrice);
        }
        if sale_minor.is_some_and(|sale| regular_minor.is_none_or(|regular| sale >= regular)) {
            return Err(Refusal::SaleNotBelow);
        }
        let categories = categories(cell("categories"));
        if categories.is_empty() && kind != RowType::Variation {
            return Err(Refusal::NoCategory);
        }
        let parent = text("parent", 100);
        if kind == RowType::Variation && parent.is_empty() {
            return Err(Refusal::NoParent);
        }
        let external_url = Some(cell("external_url")).filter(|url| is_url(url)).map(str::to_owned);
        if kind == RowType::External && external_url.is_none() {
            return Err(Refusal::NoExternalUrl);
        }
        Ok(Self {
            kind,
            sku,
            parent,
            name,
            summary: text("summary", 500),
            description: paragraphs(cell("description")),
            status: status(cell("published"), cell("visibility")),
            is_featured: cell("featured") == "1",
            regular_minor,
            sale_minor,
            sale_from: moment(cell("sale_from"), false)?,
            sale_to: moment(cell("sale_to"), true)?,
            stock: stock(cell("stock"), cell("in_stock"))?,
            weight_grams: grams(cell("weight")),
            categories,
            tags: list(cell("tags")),
            pictures: list(cell("images")).iter().filter_map(|address| picture_name(address)).collect(),
            attributes: attributes(header, record),
            brand: text("brand", 100),
            gtin: text("gtin", 50),
            mpn: text("mpn", 100),
            external_url,
            external_label: Some(text("external_label", 100)).filter(|label| !label.is_empty()),
        })
    }
}

/// `simple, downloadable, virtual`: the first word is the type.
fn kind(text: &str) -> Result<RowType, Refusal> {
    match text.split(',').next().unwrap_or_default().trim() {
        "simple" => Ok(RowType::Simple),
        "variable" => Ok(RowType::Variable),
        "external" => Ok(RowType::External),
        "variation" => Ok(RowType::Variation),
        other => Err(Refusal::Type(other.to_owned())),
    }
}

fn status(published: &str, visibility: &str) -> ProductStatus {
    match (published, visibility) {
        ("1" | "", "hidden") => ProductStatus::Hidden,
        ("1" | "", _) => ProductStatus::Published,
        _ => ProductStatus::Draft,
    }
}

fn attributes(header: &Header, record: &StringRecord) -> Vec<RowAttribute> {
    let attributes = header.attributes.iter().filter_map(|(name, values, visible)| {
        let label = kernel::text::clean(record.get(*name)?, 100);
        let values = list(record.get(*values)?);
        let is_visible = visible.and_then(|index| record.get(index)).is_none_or(|cell| cell.trim() != "0");
        (!label.is_empty() && !values.is_empty()).then_some(RowAttribute { label, values, is_visible })
    });
    attributes.collect()
}
