//! Decides how a chunk of rows is written.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use chrono::{DateTime, Utc};
use kernel::{ProductId, Quantity};
use sqlx::PgConnection;

use super::{
    ImportedChunk, Importer, RefusedRow,
    row::{Refusal, Row, RowType},
};
use crate::rules::edit::slug;
use crate::store::{
    import::{
        self, AttributeColumns, FurtherCategory, ItemColumns, NewCategory, ProductColumns, StockLevel,
        VariableProduct, VariationColumns,
    },
    listing,
};

/// Maximum number of variations of a product: more would make its page too large.
const MAX_VARIATIONS: i64 = 200;

pub async fn write(
    importer: &mut Importer,
    db: &mut PgConnection,
    rows: &[(u64, Row)],
    now: DateTime<Utc>,
) -> sqlx::Result<ImportedChunk> {
    let mut imported = ImportedChunk::default();
    let rows = without_duplicates(rows, &mut imported.refused);
    let rows = without_former_skus(db, rows, &mut imported.refused).await?;
    let (variations, products): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|(_, row)| row.kind == RowType::Variation);
    let products: Vec<&Row> = products.iter().map(|(_, row)| row).collect();
    for row in products.iter().copied().chain(variations.iter().map(|(_, row)| row)) {
        importer.insert_missing_taxonomy(db, row).await?;
    }
    let ids = write_products(importer, db, &products).await?;
    let parents = write_variations(importer, db, &variations, &mut imported.refused).await?;
    let stocked = products.iter().copied().filter(|row| row.kind == RowType::Simple);
    import::set_stock(db, &stocked.map(stock_level).collect::<Vec<_>>()).await?;
    import::set_stock(db, &variations.iter().map(|(_, row)| stock_level(row)).collect::<Vec<_>>()).await?;
    let touched: HashSet<i64> = ids.values().copied().chain(parents).collect();
    let touched: Vec<i64> = touched.into_iter().collect();
    listing::reindex_listings(db, &touched, now).await?;
    imported.products = touched.into_iter().map(ProductId).collect();
    Ok(imported)
}

/// Refuses rows whose SKU stands on an earlier line of the chunk.
fn without_duplicates<'a>(rows: &'a [(u64, Row)], refused: &mut Vec<RefusedRow>) -> Vec<&'a (u64, Row)> {
    let mut seen = HashSet::new();
    let mut unique = Vec::with_capacity(rows.len());
    for numbered in rows {
        let (line, row) = numbered;
        if seen.insert(row.sku.as_str()) {
            unique.push(numbered);
        } else {
            refused.push(RefusedRow { line: *line, sku: row.sku.clone(), reason: Refusal::DuplicateSku });
        }
    }
    unique
}

/// Refuses rows whose SKU, or whose parent's, is the former one of a renamed product: they would make a second product, to
/// which goods that come back do not belong.
async fn without_former_skus<'a>(
    db: &mut PgConnection,
    rows: Vec<&'a (u64, Row)>,
    refused: &mut Vec<RefusedRow>,
) -> sqlx::Result<Vec<&'a (u64, Row)>> {
    let named: Vec<String> = rows.iter().flat_map(|(_, row)| [row.sku.clone(), row.parent.clone()]).collect();
    let renamed = import::list_renamed(db, &named).await?;
    let mut current = Vec::with_capacity(rows.len());
    for numbered in rows {
        let (line, row) = numbered;
        let former = [&row.sku, &row.parent].into_iter().find_map(|sku| renamed.get_key_value(sku));
        match former {
            None => current.push(numbered),
            Some((was, now)) => {
                let reason = Refusal::FormerSku { was: was.clone(), now: now.clone() };
                refused.push(RefusedRow { line: *line, sku: row.sku.clone(), reason });
            }
        }
    }
    Ok(current)
}

fn stock_level(row: &Row) -> StockLevel {
    let units = row.stock.saturating_mul(Quantity::ONE.as_units());
    StockLevel { sku: row.sku.clone(), quantity: Quantity::from_units(units) }
}

impl Importer {
    /// Inserts the brand, categories, attributes and values that the row names and that do not exist yet.
    async fn insert_missing_taxonomy(&mut self, db: &mut PgConnection, row: &Row) -> sqlx::Result<()> {
        if !row.brand.is_empty() && !self.brands.contains_key(&row.brand) {
            let id = import::upsert_brand(db, &row.brand).await?;
            self.brands.insert(row.brand.clone(), id);
        }
        for path in &row.categories {
            self.insert_missing_category(db, path).await?;
        }
        for given in &row.attributes {
            let attribute = match self.attributes.get(&given.label) {
                Some(id) => *id,
                None => {
                    let id = import::upsert_attribute(db, &slug(&given.label), &given.label).await?;
                    self.attributes.insert(given.label.clone(), id);
                    id
                }
            };
            for value in &given.values {
                if let Entry::Vacant(entry) = self.values.entry((attribute, value.clone())) {
                    entry.insert(import::upsert_attribute_value(db, attribute, value).await?);
                }
            }
        }
        Ok(())
    }

    async fn insert_missing_category(&mut self, db: &mut PgConnection, steps: &[String]) -> sqlx::Result<()> {
        let mut parent: Option<i64> = None;
        let mut path = String::new();
        for name in steps {
            let own = slug(name);
            path = if path.is_empty() { own.clone() } else { format!("{path}/{own}") };
            let id = match self.categories.get(&path) {
                Some(id) => *id,
                None => {
                    let new = NewCategory { parent, slug: &own, path: &path, name };
                    let id = import::upsert_category(db, &new).await?;
                    self.categories.insert(path.clone(), id);
                    id
                }
            };
            parent = Some(id);
        }
        Ok(())
    }

    /// The category at the end of a path, if it was inserted before.
    fn category(&self, steps: &[String]) -> Option<i64> {
        let path: Vec<_> = steps.iter().map(|step| slug(step)).collect();
        self.categories.get(&path.join("/")).copied()
    }

    fn item_columns<'a>(&self, row: &'a Row) -> ItemColumns<'a> {
        // A variable product is sold at the prices of its variations.
        let has_price = row.kind != RowType::Variable;
        ItemColumns {
            sku: &row.sku,
            gtin: &row.gtin,
            mpn: &row.mpn,
            brand_id: self.brands.get(&row.brand).copied(),
            regular_minor: row.regular_minor.filter(|_| has_price),
            sale_minor: row.sale_minor.filter(|_| has_price),
            sale_from: row.sale_from,
            sale_to: row.sale_to,
            pictures: &row.pictures,
        }
    }

    fn product_columns<'a>(&self, row: &'a Row) -> ProductColumns<'a> {
        ProductColumns {
            item: self.item_columns(row),
            kind: row.kind.kind(),
            status: row.status,
            slug: format!("{}-{}", slug(&row.name), slug(&row.sku)),
            name: &row.name,
            note: &row.summary,
            description: &row.description,
            tags: &row.tags,
            category_id: row.categories.first().and_then(|path| self.category(path)),
            featured: row.is_featured.then_some(1000),
            weight_grams: row.weight_grams,
            external_url: row.external_url.as_deref(),
            external_label: row.external_label.as_deref(),
        }
    }

    /// Categories of a row after the first, which is a column of the product.
    fn further_categories(&self, row: &Row, product: i64) -> Vec<FurtherCategory> {
        let paths = row.categories.iter().skip(1);
        paths.filter_map(|path| Some(FurtherCategory { product, category: self.category(path)? })).collect()
    }

    fn attribute_columns(&self, row: &Row, product_id: Option<i64>) -> Vec<AttributeColumns> {
        let mut named = HashSet::new();
        let attributes = row.attributes.iter().enumerate().filter_map(|(position, given)| {
            let attribute_id = self.attributes.get(&given.label).copied().filter(|id| named.insert(*id))?;
            let values = given.values.iter();
            let value_ids =
                values.filter_map(|value| self.values.get(&(attribute_id, value.clone())).copied()).collect();
            Some(AttributeColumns {
                product_id,
                attribute_id,
                position,
                for_variations: row.kind == RowType::Variable,
                is_visible: given.is_visible,
                value_ids,
            })
        });
        attributes.collect()
    }

    fn variation_columns<'a>(&self, line: u64, row: &'a Row, product_id: i64) -> VariationColumns<'a> {
        let label: Vec<_> = row.attributes.iter().map(|given| given.values[0].as_str()).collect();
        let choices = row.attributes.iter().map(|given| (slug(&given.label), given.values[0].as_str()));
        VariationColumns {
            item: self.item_columns(row),
            product_id,
            label: label.join("، "),
            position: line,
            choices: choices.collect(),
        }
    }
}

/// Returns the ids of the products by SKU.
async fn write_products(
    importer: &Importer,
    db: &mut PgConnection,
    rows: &[&Row],
) -> sqlx::Result<HashMap<String, i64>> {
    let columns: Vec<_> = rows.iter().map(|row| importer.product_columns(row)).collect();
    let ids = import::upsert_products(db, &columns).await?;
    let all: Vec<i64> = ids.values().copied().collect();
    let (mut categories, mut attributes) = (Vec::new(), Vec::new());
    for row in rows {
        let id = ids.get(&row.sku).copied();
        categories.extend(id.into_iter().flat_map(|id| importer.further_categories(row, id)));
        attributes.extend(importer.attribute_columns(row, id));
    }
    import::replace_categories(db, &all, &categories).await?;
    import::replace_attributes(db, &all, &attributes).await?;
    Ok(ids)
}

/// Returns the parent products of the variations.
async fn write_variations(
    importer: &Importer,
    db: &mut PgConnection,
    rows: &[&(u64, Row)],
    refused: &mut Vec<RefusedRow>,
) -> sqlx::Result<HashSet<i64>> {
    let named: Vec<String> = rows.iter().map(|(_, row)| row.parent.clone()).collect();
    let parents = import::list_variable(db, &named).await?;
    let mut parents: HashMap<String, VariableProduct> =
        parents.into_iter().map(|parent| (parent.sku.clone(), parent)).collect();
    let own: Vec<String> = rows.iter().map(|(_, row)| row.sku.clone()).collect();
    let known: HashSet<String> = import::list_variation_skus(db, &own).await?.into_iter().collect();
    let mut written = HashSet::new();
    let mut columns = Vec::new();
    for (line, row) in rows.iter().copied() {
        match find_parent(&mut parents, &known, row) {
            Ok(parent) => {
                written.insert(parent);
                columns.push(importer.variation_columns(*line, row, parent));
            }
            Err(reason) => refused.push(RefusedRow { line: *line, sku: row.sku.clone(), reason }),
        }
    }
    import::upsert_variations(db, &columns).await?;
    Ok(written)
}

/// Returns the parent of a variation, and counts a new variation against the parent's limit.
fn find_parent(
    parents: &mut HashMap<String, VariableProduct>,
    known: &HashSet<String>,
    row: &Row,
) -> Result<i64, Refusal> {
    let parent = parents.get_mut(&row.parent).ok_or_else(|| Refusal::UnknownParent(row.parent.clone()))?;
    if !known.contains(&row.sku) {
        if parent.held >= MAX_VARIATIONS {
            return Err(Refusal::TooManyVariations);
        }
        parent.held += 1;
    }
    Ok(parent.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_keeps_letters_of_any_script() {
        assert_eq!(slug("بن حراز (250 غ) Mokha"), "بن-حراز-250-غ-mokha");
    }
}
