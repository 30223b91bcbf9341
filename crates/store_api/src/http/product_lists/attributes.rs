//! Attributes of products, and their values, which the platform calls terms.

use catalog::service::full;
use edge::{AppError, PageRequest, PublicShop, page::Document};
use kernel::msg;

use super::terms::{VALUE_SORTS, select};
use crate::{
    envelope::{absolute, missing},
    headers::ALLOW,
    view::{
        product::taxonomy,
        terms::{AttributeRow, TermRow},
    },
};

fn row(attribute: &full::AttributeRow) -> AttributeRow {
    AttributeRow {
        id: attribute.id,
        name: attribute.label.clone(),
        taxonomy: taxonomy(&attribute.name),
        kind: "select",
        order: "menu_order",
        has_archives: false,
        count: attribute.values,
    }
}

fn document<T: serde::Serialize>(value: &T) -> Document {
    Document::json(value).with_header(ALLOW, "GET".to_owned()).tagged(["catalog".to_owned()])
}

pub async fn list(shop: PublicShop, _: PageRequest) -> Result<Document, AppError> {
    let attributes = full::attributes(&shop.db).await?;
    Ok(document(&attributes.iter().map(row).collect::<Vec<_>>()))
}

async fn find(shop: &PublicShop, request: &PageRequest) -> Result<full::AttributeRow, AppError> {
    let wanted: Option<i32> = request.path("id").parse().ok();
    let found = full::attributes(&shop.db).await?.into_iter().find(|attribute| Some(attribute.id) == wanted);
    found.ok_or_else(|| missing("woocommerce_rest_taxonomy_invalid", msg::store_api::ATTRIBUTE_MISSING))
}

pub async fn one(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    Ok(document(&row(&find(&shop, &request).await?)))
}

pub async fn terms(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let attribute = find(&shop, &request).await?;
    let values = full::attribute_values(&shop.db, &[attribute.id]).await?;
    let rows = values.into_iter().map(|value| TermRow {
        id: value.id.into(),
        slug: value.value.clone(),
        name: value.value,
        description: String::new(),
        parent: 0,
        count: value.products,
    });
    let (rows, paging, total) = select(&request, rows.collect(), VALUE_SORTS, |row: &TermRow| row)?;
    let path = format!("/ar/wp-json/wc/store/v1/products/attributes/{}/terms", attribute.id);
    let document = Document::json(&rows).tagged(["catalog".to_owned()]);
    Ok(paging.describe(document, &request, &absolute(&shop, &path), total))
}
