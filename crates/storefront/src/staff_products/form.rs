//! The fields of a product as the texts of a form, and back.

use std::collections::{BTreeMap, HashMap};

use catalog::{
    ProductStatus,
    rules::edit::{FieldRefusal, MAX_PARAGRAPHS, ProductFields, Refused, VariationFields, parse_price, slug},
};
use chrono::{DateTime, Utc};
use kernel::{Money, Quantity, Zone, digits, text};

/// The texts of a form by field.
pub type Texts = BTreeMap<String, String>;

/// Fields whose text is more than a line, and the others, in the order of the form.
pub const FIELDS: [&str; 19] = [
    "name",
    "note",
    "description",
    "slug",
    "status",
    "category_id",
    "brand",
    "tags",
    "sku",
    "gtin",
    "mpn",
    "regular_minor",
    "sale_minor",
    "sale_from",
    "sale_to",
    "min_quantity",
    "step",
    "weight_grams",
    "is_new",
];
pub const VARIATION_FIELDS: [&str; 5] = ["sku", "gtin", "mpn", "regular_minor", "sale_minor"];

pub const fn status_name(status: ProductStatus) -> &'static str {
    match status {
        ProductStatus::Published => "published",
        ProductStatus::Hidden => "hidden",
        ProductStatus::Draft => "draft",
    }
}

pub fn parse_status(name: &str) -> Option<ProductStatus> {
    [ProductStatus::Published, ProductStatus::Hidden, ProductStatus::Draft]
        .into_iter()
        .find(|status| status_name(*status) == name)
}

fn price_text(minor: Option<i64>) -> String {
    minor.map(|minor| Money::from_minor(minor).to_decimal()).unwrap_or_default()
}

fn moment_text(moment: Option<DateTime<Utc>>, zone: &Zone) -> String {
    moment.map(|moment| zone.local(moment).format("%Y-%m-%dT%H:%M").to_string()).unwrap_or_default()
}

fn quantity_text(units: i64) -> String {
    Quantity::from_units(units).to_string()
}

/// As the form shows a product.
pub fn texts_of(fields: &ProductFields, zone: &Zone) -> Texts {
    let pairs = [
        ("name", fields.name.clone()),
        ("note", fields.note.clone()),
        ("description", fields.description.join("\n\n")),
        ("slug", fields.slug.clone()),
        ("status", status_name(fields.status).to_owned()),
        ("category_id", fields.category_id.to_string()),
        ("brand", fields.brand.clone()),
        ("tags", fields.tags.join("، ")),
        ("sku", fields.sku.clone()),
        ("gtin", fields.gtin.clone()),
        ("mpn", fields.mpn.clone()),
        ("regular_minor", price_text(fields.regular_minor)),
        ("sale_minor", price_text(fields.sale_minor)),
        ("sale_from", moment_text(fields.sale_from, zone)),
        ("sale_to", moment_text(fields.sale_to, zone)),
        ("min_quantity", quantity_text(fields.min_quantity)),
        ("step", quantity_text(fields.step)),
        ("weight_grams", fields.weight_grams.map(|grams| grams.to_string()).unwrap_or_default()),
        ("is_new", if fields.is_new { "1" } else { "0" }.to_owned()),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Reads the fields that a form has. A text that is the page's own copy is no change, even if it shows less than is stored,
/// such as a moment without its seconds; a field that the form lacks neither.
pub fn read(
    form: &HashMap<String, String>,
    was: &ProductFields,
    zone: &Zone,
) -> (ProductFields, Vec<Refused>) {
    let shown = texts_of(was, zone);
    let mut fields = was.clone();
    let mut refused = Vec::new();
    for field in FIELDS {
        let Some(given) = form.get(field).map(|text| text.replace("\r\n", "\n")) else { continue };
        // The third wording of a conflict.
        let own = form.get(&format!("own_{field}")).filter(|text| !text.trim().is_empty());
        let given = own.cloned().unwrap_or(given);
        if shown.get(field) == Some(&given) {
            continue;
        }
        if let Err(reason) = read_field(&mut fields, field, &given, zone) {
            refused.push((field, reason));
        }
    }
    if fields.slug.is_empty() {
        fields.slug = slug(&fields.name);
    }
    (fields, refused)
}

fn read_field(fields: &mut ProductFields, field: &str, given: &str, zone: &Zone) -> Result<(), FieldRefusal> {
    // A character more than is allowed: the rule refuses it, and nothing is cut off in silence.
    let line = |max: usize| text::clean(given, max + 1);
    match field {
        "name" => fields.name = line(catalog::rules::edit::MAX_NAME_CHARS),
        "note" => fields.note = line(catalog::rules::edit::MAX_NOTE_CHARS),
        "description" => fields.description = paragraphs(given),
        "slug" => fields.slug = slug(given),
        "status" => fields.status = parse_status(given).ok_or(FieldRefusal::Unknown)?,
        "category_id" => fields.category_id = given.parse().map_err(|_| FieldRefusal::Unknown)?,
        "brand" => fields.brand = line(catalog::rules::edit::MAX_NAME_CHARS),
        "tags" => fields.tags = tags(given),
        "sku" => fields.sku = line(catalog::rules::edit::MAX_CODE_CHARS),
        "gtin" => {
            fields.gtin = digits::fold(&line(catalog::rules::edit::MAX_CODE_CHARS)).replace([' ', '-'], "")
        }
        "mpn" => fields.mpn = line(catalog::rules::edit::MAX_CODE_CHARS),
        "regular_minor" => fields.regular_minor = parse_price(given)?,
        "sale_minor" => fields.sale_minor = parse_price(given)?,
        "sale_from" => fields.sale_from = moment(given, zone)?,
        "sale_to" => fields.sale_to = moment(given, zone)?,
        "min_quantity" => fields.min_quantity = quantity(given)?,
        "step" => fields.step = quantity(given)?,
        "weight_grams" => fields.weight_grams = grams(given)?,
        "is_new" => fields.is_new = given == "1",
        _ => return Err(FieldRefusal::Unknown),
    }
    Ok(())
}

/// Paragraphs are separated by an empty line.
fn paragraphs(given: &str) -> Vec<String> {
    let max = catalog::rules::edit::MAX_PARAGRAPH_CHARS + 1;
    let parts = given.split("\n\n").map(|part| text::clean(&part.replace('\n', " "), max));
    parts.filter(|part| !part.is_empty()).take(MAX_PARAGRAPHS + 1).collect()
}

fn tags(given: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in given.split(['،', ',', '\n']).map(|tag| text::clean(tag, 60)) {
        if !tag.is_empty() && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}

fn moment(given: &str, zone: &Zone) -> Result<Option<DateTime<Utc>>, FieldRefusal> {
    if given.trim().is_empty() {
        return Ok(None);
    }
    zone.parse(given).map(Some).ok_or(FieldRefusal::Unreadable)
}

fn quantity(given: &str) -> Result<i64, FieldRefusal> {
    Quantity::parse(given).map(Quantity::as_units).map_err(|_| FieldRefusal::Unreadable)
}

fn grams(given: &str) -> Result<Option<i32>, FieldRefusal> {
    let given = digits::fold(given.trim());
    if given.is_empty() {
        return Ok(None);
    }
    let grams: i32 = given.parse().map_err(|_| FieldRefusal::Unreadable)?;
    if (0..=1_000_000).contains(&grams) { Ok(Some(grams)) } else { Err(FieldRefusal::TooLarge) }
}

pub fn variation_texts(fields: &VariationFields) -> Texts {
    let pairs = [
        ("sku", fields.sku.clone()),
        ("gtin", fields.gtin.clone()),
        ("mpn", fields.mpn.clone()),
        ("regular_minor", price_text(Some(fields.regular_minor))),
        ("sale_minor", price_text(fields.sale_minor)),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Reads the fields of one row of the table. Their names begin with `prefix`.
pub fn read_variation(
    form: &HashMap<String, String>,
    prefix: &str,
    was: &VariationFields,
) -> (VariationFields, Vec<Refused>) {
    let shown = variation_texts(was);
    let mut fields = was.clone();
    let mut refused = Vec::new();
    for field in VARIATION_FIELDS {
        let Some(given) = form.get(&format!("{prefix}{field}")) else { continue };
        if shown.get(field) == Some(given) {
            continue;
        }
        if let Err(reason) = read_cell(&mut fields, field, given) {
            refused.push((field, reason));
        }
    }
    (fields, refused)
}

fn read_cell(fields: &mut VariationFields, field: &str, given: &str) -> Result<(), FieldRefusal> {
    let code = text::clean(given, catalog::rules::edit::MAX_CODE_CHARS);
    match field {
        "sku" => fields.sku = code,
        "gtin" => fields.gtin = digits::fold(&code).replace([' ', '-'], ""),
        "mpn" => fields.mpn = code,
        "regular_minor" => fields.regular_minor = parse_price(given)?.ok_or(FieldRefusal::Empty)?,
        _ => fields.sale_minor = parse_price(given)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(pairs: &[(&str, &str)]) -> HashMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn product() -> ProductFields {
        let start = "2026-11-20T10:30:45Z".parse().expect("a moment");
        let named = ProductFields::empty(3);
        let description = vec!["أول".to_owned(), "ثانٍ".to_owned()];
        ProductFields {
            name: "تمر".to_owned(),
            slug: "x".to_owned(),
            description,
            sale_from: Some(start),
            ..named
        }
    }

    #[test]
    fn the_page_s_own_texts_change_nothing() {
        let (zone, was) = (Zone::default(), product());
        let shown: HashMap<_, _> = texts_of(&was, &zone).into_iter().collect();
        assert_eq!(shown.len(), FIELDS.len());
        assert_eq!(read(&shown, &was, &zone), (was.clone(), Vec::new()));
        let lines = form(&[("description", "أول\r\n\r\nثانٍ")]);
        assert_eq!(read(&lines, &was, &zone), (was, Vec::new()), "browsers send other line ends");
    }

    /// [D21]
    #[test]
    fn typed_texts_become_values_and_unreadable_ones_are_refused_at_their_field() {
        let (zone, was) = (Zone::default(), product());
        let given = [
            ("regular_minor", "١٤٫٤٠"),
            ("tags", "تمر، هدايا,تمر"),
            ("weight_grams", "٢٥٠"),
            ("step", "0.5"),
        ];
        let (fields, refused) = read(&form(&given), &was, &zone);
        assert!(refused.is_empty(), "{refused:?}");
        assert_eq!(
            (fields.regular_minor, fields.weight_grams, fields.step),
            (Some(1_440), Some(250), 50_000)
        );
        assert_eq!(fields.tags, ["تمر", "هدايا"]);
        let (_, refused) = read(&form(&[("regular_minor", "x"), ("sale_to", "غدًا")]), &was, &zone);
        assert_eq!(
            refused,
            [("regular_minor", FieldRefusal::Unreadable), ("sale_to", FieldRefusal::Unreadable)]
        );
    }

    /// [D06]
    #[test]
    fn the_third_wording_of_a_conflict_wins() {
        let (fields, _) = read(&form(&[("name", "أول"), ("own_name", "ثالث")]), &product(), &Zone::default());
        assert_eq!(fields.name, "ثالث");
    }

    #[test]
    fn a_product_without_an_address_gets_it_from_its_name() {
        let (fields, _) = read(&form(&[("name", "بن حراز"), ("slug", "")]), &product(), &Zone::default());
        assert_eq!(fields.slug, "بن-حراز");
    }
}
