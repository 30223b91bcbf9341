//! One product with everything that its page shows.

use std::{collections::BTreeMap, mem::take};

use chrono::{DateTime, Utc};
use kernel::{CategoryId, ProductId, Quantity, VariationId};
use serde::{Deserialize, Serialize};
use sqlx::{PgExecutor, PgPool, types::Json};

use super::{Card, CountdownMessages, Variation, offer};
use crate::{
    rules::{ProductKind, ProductStatus},
    view::{PictureFiles, PictureView},
};

/// A product's card, and what only its page shows.
#[derive(Debug, Clone)]
pub struct ProductDetail {
    pub card: Card,
    pub sku: String,
    pub identifiers: ProductIdentifiers,
    pub description: Vec<String>,
    pub specifications: Vec<Specification>,
    pub pictures: Vec<GalleryPicture>,
    /// From the top-level category down to the product's own.
    pub breadcrumbs: Vec<Breadcrumb>,
    pub attributes: Vec<Attribute>,
    pub variation_details: Vec<VariationDetail>,
    pub external: Option<ExternalOffer>,
    /// The shop owner's settings for the gallery, as stored.
    pub gallery_settings: Option<serde_json::Value>,
}

/// Where a product is sold by another shop.
#[derive(Debug, Clone)]
pub struct ExternalOffer {
    pub url: String,
    /// Label of its button.
    pub label: Option<String>,
}

/// Identifiers of a product outside the shop.
#[derive(Debug, Clone, Default)]
pub struct ProductIdentifiers {
    pub brand: String,
    pub gtin: String,
    pub mpn: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Specification {
    pub label: String,
    pub value: String,
}

/// A picture in the gallery, and the URL of its largest file.
#[derive(Debug, Clone)]
pub struct GalleryPicture {
    pub picture: PictureView,
    pub large: String,
}

/// A category in the breadcrumb trail.
#[derive(Debug, Clone, Deserialize)]
pub struct Breadcrumb {
    id: i64,
    pub name: String,
    pub path: String,
}

impl Breadcrumb {
    pub fn id(&self) -> CategoryId {
        CategoryId(self.id)
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Attribute {
    pub name: String,
    pub label: String,
    pub look: String,
    pub for_variations: bool,
    pub is_visible: bool,
    pub values: Vec<AttributeValue>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct AttributeValue {
    pub value: String,
    pub colour: Option<String>,
}

/// A variation's properties beyond price and stock, in the order of [`Card::variations`].
#[derive(Debug, Clone)]
pub struct VariationDetail {
    pub identifiers: ProductIdentifiers,
    pub step: Quantity,
    pub input_value: Quantity,
    pub has_pictures: bool,
}

/// A product, and some others of its category.
#[derive(Debug)]
pub struct FoundProduct {
    pub product: ProductDetail,
    pub related: Vec<Card>,
    /// Figures of the reviews of each of them that has any.
    pub reviews: BTreeMap<ProductId, ReviewFigures>,
    /// Published questions about the product.
    pub questions: i64,
}

/// A row of `review_summaries`, which `reviews` explains.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct ReviewFigures {
    pub count: i64,
    pub sum: i64,
    pub rated_1: i64,
    pub rated_2: i64,
    pub rated_3: i64,
    pub rated_4: i64,
    pub rated_5: i64,
    pub media: i64,
}

/// The published or hidden product with this slug, related products, and how many reviews and questions there are, in one
/// round trip.
pub async fn find_by_slug(db: impl PgExecutor<'_>, slug: &str) -> sqlx::Result<Option<FoundProduct>> {
    let rows = sqlx::query_file_as!(ProductRow, "src/store/product.sql", slug).fetch_all(db).await?;
    let figures = |row: &ProductRow| Some((ProductId(row.id), row.reviews.as_ref()?.0));
    let reviews = rows.iter().filter_map(figures).collect();
    let (mut own, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.is_mine);
    let Some(own) = own.pop() else { return Ok(None) };
    let related = others.into_iter().map(ProductRow::into_card).collect();
    let questions = own.questions.unwrap_or(0).into();
    Ok(Some(FoundProduct { product: own.into_detail(), related, reviews, questions }))
}

/// A row of `product.sql`. What only the page shows is `None` for related products.
struct ProductRow {
    is_mine: bool,
    id: i64,
    kind: ProductKind,
    status: ProductStatus,
    sku: String,
    slug: String,
    name: String,
    note: String,
    is_new: bool,
    regular_minor: Option<i64>,
    sale_minor: Option<i64>,
    sale_from: Option<DateTime<Utc>>,
    sale_to: Option<DateTime<Utc>>,
    sale_pause: Option<i32>,
    categories: Vec<i64>,
    values: Vec<i32>,
    countdown: Option<Json<CountdownMessages>>,
    description: Vec<String>,
    facts: Json<Vec<Specification>>,
    gtin: String,
    mpn: String,
    external_url: Option<String>,
    external_label: Option<String>,
    min_quantity: i64,
    step: i64,
    available: i64,
    alt: Option<String>,
    width: Option<i32>,
    height: Option<i32>,
    files: Option<Json<PictureFiles>>,
    brand: Option<String>,
    breadcrumbs: Option<Json<Vec<Breadcrumb>>>,
    /// Pictures after the first.
    further: Option<Json<Vec<PictureRow>>>,
    attributes: Option<Json<Vec<Attribute>>>,
    variations: Option<Json<Vec<VariationRow>>>,
    gallery_settings: Option<serde_json::Value>,
    reviews: Option<Json<ReviewFigures>>,
    questions: Option<i32>,
}

impl ProductRow {
    fn into_detail(mut self) -> ProductDetail {
        let first = self.first_picture();
        let further = unpack(self.further.take());
        let pictures = first.iter().chain(&further).map(|picture| picture.to_gallery_picture(&self.name));
        let variations = self.variations.iter().flat_map(|Json(variations)| variations);
        ProductDetail {
            pictures: pictures.collect(),
            variation_details: variations.filter_map(|one| Some(one.detail.as_ref()?.to_detail())).collect(),
            sku: take(&mut self.sku),
            identifiers: ProductIdentifiers {
                brand: self.brand.take().unwrap_or_default(),
                gtin: take(&mut self.gtin),
                mpn: take(&mut self.mpn),
            },
            description: take(&mut self.description),
            specifications: take(&mut self.facts.0),
            breadcrumbs: unpack(self.breadcrumbs.take()),
            attributes: unpack(self.attributes.take()),
            external: self
                .external_url
                .take()
                .map(|url| ExternalOffer { url, label: self.external_label.take() }),
            gallery_settings: self.gallery_settings.take(),
            card: self.into_card(),
        }
    }

    fn first_picture(&self) -> Option<PictureRow> {
        let Json(files) = self.files.clone()?;
        let alt = self.alt.clone().unwrap_or_default();
        Some(PictureRow { alt, width: self.width.unwrap_or(800), height: self.height.unwrap_or(1000), files })
    }

    fn into_card(self) -> Card {
        let picture = self.first_picture().map(|picture| picture.to_gallery_picture(&self.name).picture);
        let id = ProductId(self.id);
        let variations = unpack(self.variations).into_iter().map(|one| one.into_variation(id)).collect();
        Card {
            id,
            kind: self.kind,
            is_published: self.status == ProductStatus::Published,
            slug: self.slug,
            name: self.name,
            note: self.note,
            is_new: self.is_new,
            offer: self.regular_minor.map(|regular| {
                offer(regular, self.sale_minor, self.sale_from, self.sale_to, self.sale_pause)
            }),
            countdown: self.countdown.map(|Json(messages)| messages),
            categories: self.categories,
            values: self.values,
            min: Quantity::from_units(self.min_quantity),
            step: Quantity::from_units(self.step),
            available: Quantity::from_units(self.available),
            picture,
            variations,
        }
    }
}

/// The list of a `jsonb_agg`, which is null without rows.
fn unpack<T>(list: Option<Json<Vec<T>>>) -> Vec<T> {
    list.map(|Json(list)| list).unwrap_or_default()
}

/// A variation's own pictures. Empty if it has none or belongs to another product.
pub async fn pictures_of_variation(
    db: &PgPool,
    product: ProductId,
    variation: VariationId,
) -> sqlx::Result<Vec<GalleryPicture>> {
    let rows = sqlx::query!(
        r#"
        select product.name, picture.alt, picture.width, picture.height, picture.files as "files: Json<PictureFiles>"
        from variations variation
        join products product on product.id = variation.product_id and product.status in ('published', 'hidden')
        cross join unnest(variation.pictures) with ordinality as shown (name, position)
        join pictures picture on picture.name = shown.name
        where variation.id = $1 and variation.product_id = $2
        order by shown.position
        "#,
        variation.0,
        product.0
    )
    .fetch_all(db)
    .await?;
    let pictures = rows.into_iter().map(|row| {
        PictureRow { alt: row.alt, width: row.width, height: row.height, files: row.files.0 }
            .to_gallery_picture(&row.name)
    });
    Ok(pictures.collect())
}

#[derive(Debug, Deserialize)]
struct PictureRow {
    /// Empty: the name of the product.
    alt: String,
    width: i32,
    height: i32,
    files: PictureFiles,
}

impl PictureRow {
    fn to_gallery_picture(&self, name: &str) -> GalleryPicture {
        GalleryPicture {
            picture: PictureView::new(
                if self.alt.is_empty() { name } else { &self.alt },
                self.width,
                self.height,
                &self.files,
            ),
            large: self.files.largest(),
        }
    }
}

/// One variation, as `product.sql` packs it.
#[derive(Debug, Deserialize)]
struct VariationRow {
    id: i64,
    label: String,
    regular_minor: i64,
    sale_minor: Option<i64>,
    sale_from: Option<DateTime<Utc>>,
    sale_to: Option<DateTime<Utc>>,
    sale_pause: Option<i32>,
    choices: BTreeMap<String, String>,
    available: i64,
    /// `None` for variations of related products.
    detail: Option<VariationDetailRow>,
}

#[derive(Debug, Deserialize)]
struct VariationDetailRow {
    countdown: Option<CountdownMessages>,
    gtin: String,
    mpn: String,
    brand: String,
    step: i64,
    input_value: i64,
    has_pictures: bool,
}

impl VariationRow {
    fn into_variation(self, product_id: ProductId) -> Variation {
        Variation {
            id: VariationId(self.id),
            product_id,
            label: self.label,
            choices: self.choices,
            offer: offer(self.regular_minor, self.sale_minor, self.sale_from, self.sale_to, self.sale_pause),
            countdown: self.detail.and_then(|detail| detail.countdown),
            available: Quantity::from_units(self.available),
        }
    }
}

impl VariationDetailRow {
    fn to_detail(&self) -> VariationDetail {
        VariationDetail {
            identifiers: ProductIdentifiers {
                brand: self.brand.clone(),
                gtin: self.gtin.clone(),
                mpn: self.mpn.clone(),
            },
            step: Quantity::from_units(self.step),
            input_value: Quantity::from_units(self.input_value),
            has_pictures: self.has_pictures,
        }
    }
}
