//! One line of the file, understood.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use csv::StringRecord;

/// Why a row is left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the line cannot be read")]
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
    #[error("{0:?} is no number of pieces")]
    Stock(String),
    #[error("{0:?} is no date")]
    Date(String),
    #[error("products of the type {0:?} are not known here")]
    Type(String),
    #[error("it has no category")]
    NoCategory,
    #[error("an external product needs an address that begins with http")]
    NoAddress,
    #[error("it is a variation without a parent")]
    NoParent,
    #[error("its parent {0:?} is not a variable product")]
    UnknownParent(String),
    #[error("a product has at most 200 variations")]
    TooManyVariations,
    #[error("the same SKU stands on an earlier line")]
    Twice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Simple,
    Variable,
    External,
    Variation,
}

impl Type {
    pub fn kind(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::External => "external",
            Self::Variable | Self::Variation => "variable",
        }
    }
}

/// One attribute of a row: its label, its values and whether the page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub label: String,
    pub values: Vec<String>,
    pub is_visible: bool,
}

#[derive(Debug, Clone)]
pub struct Row {
    pub kind: Type,
    pub sku: String,
    pub parent: String,
    pub name: String,
    pub summary: String,
    pub description: Vec<String>,
    pub status: &'static str,
    pub is_featured: bool,
    pub regular_minor: Option<i64>,
    pub sale_minor: Option<i64>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
    /// In pieces.
    pub stock: i64,
    pub weight_grams: Option<i32>,
    /// Each from the topmost category down.
    pub categories: Vec<Vec<String>>,
    pub tags: Vec<String>,
    pub pictures: Vec<String>,
    pub attributes: Vec<Given>,
    pub brand: String,
    pub gtin: String,
    pub mpn: String,
    pub external_url: Option<String>,
    pub external_label: Option<String>,
}

/// What is on hand of a product whose stock is not counted: as good as endless.
const UNCOUNTED: i64 = 9_999;

/// Where each column stands. WooCommerce has changed some names over the years, and plugins add their own.
#[derive(Debug, Default)]
pub struct Header {
    columns: Vec<(&'static str, Option<usize>)>,
    /// Name, values and visibility of each attribute.
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
            // A file made by a spreadsheet begins with a mark that is no part of the name.
            record.iter().position(|cell| names.contains(&cell.trim_start_matches('\u{feff}').trim()))
        };
        let mut columns: Vec<_> = COLUMNS.iter().map(|(key, names)| (*key, find(names))).collect();
        columns.push(("external_label", find(&["Button text"])));
        let attributes = (1..=20).map_while(|number| {
            let of = |what: &str| find(&[&format!("Attribute {number} {what}")]);
            Some((of("name")?, of("value(s)")?, of("visible")))
        });
        Self { columns, attributes: attributes.collect() }
    }

    pub fn missing(&self) -> Vec<&'static str> {
        let needed = ["type", "sku", "name", "regular", "categories"];
        needed.into_iter().filter(|key| self.place(key).is_none()).collect()
    }

    pub fn sku<'a>(&self, record: &'a StringRecord) -> &'a str {
        self.cell(record, "sku")
    }

    fn place(&self, key: &str) -> Option<usize> {
        self.columns.iter().find(|(known, _)| *known == key).and_then(|(_, place)| *place)
    }

    fn cell<'a>(&self, record: &'a StringRecord, key: &str) -> &'a str {
        self.place(key).and_then(|place| record.get(place)).unwrap_or_default().trim()
    }
}

impl Row {
    pub fn read(header: &Header, record: &StringRecord) -> Result<Self, Refusal> {
        let cell = |key: &'static str| header.cell(record, key);
        let text = |key: &'static str, most| kernel::text::clean(cell(key), most);
        let kind = kind(cell("type"))?;
        let sku = text("sku", 100);
        if sku.is_empty() {
            return Err(Refusal::NoSku);
        }
        let name = text("name", 300);
        if name.is_empty() && kind != Type::Variation {
            return Err(Refusal::NoName);
        }
        let regular_minor = price(cell("regular"))?;
        let sale_minor = price(cell("sale"))?;
        if regular_minor.is_none() && matches!(kind, Type::Simple | Type::Variation) {
            return Err(Refusal::NoPrice);
        }
        if sale_minor.is_some_and(|sale| regular_minor.is_none_or(|regular| sale >= regular)) {
            return Err(Refusal::SaleNotBelow);
        }
        let categories = categories(cell("categories"));
        if categories.is_empty() && kind != Type::Variation {
            return Err(Refusal::NoCategory);
        }
        let parent = text("parent", 100);
        if kind == Type::Variation && parent.is_empty() {
            return Err(Refusal::NoParent);
        }
        let external_url = Some(cell("external_url")).filter(|url| is_address(url)).map(str::to_owned);
        if kind == Type::External && external_url.is_none() {
            return Err(Refusal::NoAddress);
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
fn kind(text: &str) -> Result<Type, Refusal> {
    match text.split(',').next().unwrap_or_default().trim() {
        "simple" => Ok(Type::Simple),
        "variable" => Ok(Type::Variable),
        "external" => Ok(Type::External),
        "variation" => Ok(Type::Variation),
        other => Err(Refusal::Type(other.to_owned())),
    }
}

fn status(published: &str, visibility: &str) -> &'static str {
    match (published, visibility) {
        ("1" | "", "hidden") => "hidden",
        ("1" | "", _) => "published",
        _ => "draft",
    }
}

/// Cents, exactly: no float ever holds a price.
fn price(text: &str) -> Result<Option<i64>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let fault = || Refusal::Price(text.to_owned());
    let folded = kernel::digits::fold(text).replace(['\u{66c}', ','], "");
    let (whole, cents) = folded.split_once(['.', '\u{66b}']).unwrap_or((&folded, ""));
    // More decimals than cents are allowed as long as they say nothing.
    let (cents, rest) = cents.split_at_checked(2).unwrap_or((cents, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty()
        || whole.len() > 12
        || !digits(whole)
        || !digits(cents)
        || rest.bytes().any(|b| b != b'0')
    {
        return Err(fault());
    }
    let cents: i64 = format!("{cents:0<2}").parse().map_err(|_| fault())?;
    Ok(Some(whole.parse::<i64>().map_err(|_| fault())? * 100 + cents))
}

fn stock(text: &str, in_stock: &str) -> Result<i64, Refusal> {
    if text.is_empty() {
        return Ok(if in_stock == "0" { 0 } else { UNCOUNTED });
    }
    // A shop that oversold has less than nothing; here it has nothing.
    let number: f64 = kernel::digits::fold(text).parse().map_err(|_| Refusal::Stock(text.to_owned()))?;
    if !number.is_finite() || number > 1e9 {
        return Err(Refusal::Stock(text.to_owned()));
    }
    Ok(number.max(0.0).floor() as i64)
}

fn grams(text: &str) -> Option<i32> {
    let kilograms: f64 = kernel::digits::fold(text).parse().ok()?;
    (0.0..=100_000.0).contains(&kilograms).then(|| (kilograms * 1000.0).round() as i32)
}

/// A day begins at midnight and a sale lasts to the end of its last one.
fn moment(text: &str, is_end: bool) -> Result<Option<DateTime<Utc>>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let known = DateTime::parse_from_rfc3339(text)
        .map(|moment| moment.to_utc())
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S").map(|moment| moment.and_utc()));
    if let Ok(moment) = known {
        return Ok(Some(moment));
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| Refusal::Date(text.to_owned()))?;
    let day = if is_end { day.succ_opt().unwrap_or(day) } else { day };
    Ok(day.and_hms_opt(0, 0, 0).map(|moment| moment.and_utc()))
}

/// Commas part a list; one inside a value is written `\,`.
fn list(text: &str) -> Vec<String> {
    let kept = text.replace("\\,", "\u{0}");
    let parts = kept.split(',').map(|part| kernel::text::clean(&part.replace('\u{0}', ","), 500));
    parts.filter(|part| !part.is_empty()).collect()
}

fn categories(text: &str) -> Vec<Vec<String>> {
    let paths = list(text).into_iter().map(|path| {
        let steps = path.split('>').map(|step| step.trim().to_owned()).filter(|step| !step.is_empty());
        steps.take(6).collect::<Vec<_>>()
    });
    paths.filter(|path| !path.is_empty()).collect()
}

/// Exported texts carry markup; paragraphs are what is left of it.
fn paragraphs(text: &str) -> Vec<String> {
    let broken = text
        .replace("\\n", "\n")
        .replace("</p>", "\n")
        .replace("<br>", "\n")
        .replace("<br/>", "\n")
        .replace("<br />", "\n")
        .replace("</li>", "\n");
    let mut plain = String::with_capacity(broken.len());
    let mut depth = false;
    for character in broken.chars() {
        match character {
            '<' => depth = true,
            '>' if depth => depth = false,
            _ if !depth => plain.push(character),
            _ => {}
        }
    }
    let unescaped = plain
        .replace("&nbsp;", " ")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let lines = unescaped.lines().map(|line| kernel::text::clean(line, 3_000));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Pictures are known by their file's name.
fn picture_name(address: &str) -> Option<String> {
    let file = address.split(['?', '#']).next()?.rsplit('/').next()?;
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    (!name.is_empty()).then(|| name.to_owned())
}

fn is_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

fn attributes(header: &Header, record: &StringRecord) -> Vec<Given> {
    let given = header.attributes.iter().filter_map(|(name, values, visible)| {
        let label = kernel::text::clean(record.get(*name)?, 100);
        let values = list(record.get(*values)?);
        let is_visible = visible.and_then(|place| record.get(place)).is_none_or(|cell| cell.trim() != "0");
        (!label.is_empty() && !values.is_empty()).then_some(Given { label, values, is_visible })
    });
    given.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_read_to_the_cent_and_nothing_else_is_a_price() {
        assert_eq!(price("18.5"), Ok(Some(1_850)));
        assert_eq!(price("1,234.50"), Ok(Some(123_450)));
        assert_eq!(price("٢٢٫٧٥"), Ok(Some(2_275)));
        assert_eq!(price("9.9000"), Ok(Some(990)));
        assert_eq!(price(""), Ok(None));
        for text in ["-1", "free", "1.234", "1e5", "9".repeat(20).as_str()] {
            assert_eq!(price(text), Err(Refusal::Price(text.to_owned())));
        }
    }

    #[test]
    fn a_sale_lasts_to_the_end_of_its_last_day() {
        let time = |text: &str| text.parse::<DateTime<Utc>>().ok();
        assert_eq!(moment("2026-11-20", false), Ok(time("2026-11-20T00:00:00Z")));
        assert_eq!(moment("2026-11-20", true), Ok(time("2026-11-21T00:00:00Z")));
        assert_eq!(moment("2026-11-20 10:30:00", true), Ok(time("2026-11-20T10:30:00Z")));
        assert_eq!(moment("soon", true), Err(Refusal::Date("soon".to_owned())));
    }

    #[test]
    fn lists_keep_escaped_commas_and_paths_keep_their_order() {
        assert_eq!(list(r"250 غ, 1\,5 كغ, "), ["250 غ", "1,5 كغ"]);
        assert_eq!(categories("القهوة > قهوة مختصة, هدايا"), [vec!["القهوة", "قهوة مختصة"], vec!["هدايا"]]);
    }

    #[test]
    fn descriptions_lose_their_markup_and_keep_their_paragraphs() {
        assert_eq!(paragraphs("<p>أول</p>\n<p>ثانٍ <b>مهم</b></p>"), ["أول", "ثانٍ مهم"]);
        assert_eq!(paragraphs(r"سطر\nسطر آخر"), ["سطر", "سطر آخر"]);
    }

    #[test]
    fn a_picture_is_known_by_its_files_name() {
        let name = picture_name("https://shop.example/wp-content/uploads/2026/10/dn-qm-1001.jpg?x=1");
        assert_eq!(name.as_deref(), Some("dn-qm-1001"));
    }

    #[test]
    fn stock_that_is_not_counted_is_there_or_not() {
        assert_eq!(stock("", "1"), Ok(UNCOUNTED));
        assert_eq!(stock("", "0"), Ok(0));
        assert_eq!(stock("-3", "1"), Ok(0));
        assert!(stock("many", "1").is_err());
    }
}
