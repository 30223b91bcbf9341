//! One product with everything its page shows.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{CategoryId, ProductId, Quantity, VariationId};
use serde::{Deserialize, Serialize};
use sqlx::{PgPool, types::Json};

use crate::{
    sale::Kind,
    store::{Card, CountdownWords, Variation, offer},
    view::{PictureFiles, PictureView},
};

/// What only the product's own page shows, beside its card.
#[derive(Debug, Clone)]
pub struct ProductDetail {
    pub card: Card,
    pub sku: String,
    pub identity: Identity,
    pub description: Vec<String>,
    pub facts: Vec<Fact>,
    pub pictures: Vec<Shown>,
    /// From the topmost category down to the product's own.
    pub trail: Vec<Step>,
    pub attributes: Vec<Attribute>,
    pub choices: Vec<Choice>,
    /// Sold elsewhere: where, and under which words.
    pub external: Option<(String, Option<String>)>,
    /// The owner's wishes for the gallery, as they were stored.
    pub gallery_settings: Option<serde_json::Value>,
}

/// The numbers a product is known by elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Identity {
    pub brand: String,
    pub gtin: String,
    pub mpn: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fact {
    pub label: String,
    pub value: String,
}

/// A picture in the gallery, and the largest file of it.
#[derive(Debug, Clone)]
pub struct Shown {
    pub picture: PictureView,
    pub large: String,
}

/// A category on the way down to a product.
#[derive(Debug, Clone, Deserialize)]
pub struct Step(i64, String, String);

impl Step {
    pub fn id(&self) -> CategoryId {
        CategoryId(self.0)
    }

    pub fn name(&self) -> &str {
        &self.1
    }

    pub fn path(&self) -> &str {
        &self.2
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

/// What a variation has beyond its price and stock; in the order of [`Card::variations`].
#[derive(Debug, Clone)]
pub struct Choice {
    pub identity: Identity,
    pub step: Quantity,
    pub input_value: Quantity,
    pub has_pictures: bool,
}

/// The product, and a few others of its category, in one round trip. How many is written out: for a number that it does
/// not know, the planner would make ready to read a tenth of the category.
pub async fn find_by_slug(db: &PgPool, slug: &str) -> sqlx::Result<Option<(ProductDetail, Vec<Card>)>> {
    let rows = sqlx::query!(
        r#"
        with mine as (
            select id, category_id from products where slug = $1 and status in ('published', 'hidden')
        ), wanted as (
            select id, true as is_mine from mine
            union all
            (select other.product_id, false
             from mine, lateral (
                 select product_id from shelf_entries
                 where category_id = mine.category_id and product_id <> mine.id
                 order by position, product_id limit 4
             ) other)
        )
        select wanted.is_mine as "is_mine!",
               product.id, product.kind, product.status, product.sku, product.slug, product.name, product.note, product.is_new,
               product.regular_minor, product.sale_minor, product.sale_from, product.sale_to, product.sale_pause,
               product.category_id || array(select category_id from product_categories
                                            where product_id = product.id) as "categories!",
               array(select unnest(value_ids) from product_attributes where product_id = product.id) as "values!",
               (select to_jsonb(shown) from countdowns shown
                where shown.item_id = product.id) as "countdown: Json<CountdownWords>",
               product.description, product.facts as "facts: Json<Vec<Fact>>",
               product.gtin, product.mpn, product.external_url, product.external_label,
               product.min_quantity, product.step,
               coalesce(stock.on_hand - stock.reserved, 0) as "available!",
               picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>",
               case when wanted.is_mine then (select name from brands where id = product.brand_id) end as brand,
               case when wanted.is_mine then (
                   select jsonb_agg(jsonb_build_array(above.id, above.name, above.path) order by length(above.path))
                   from categories own
                   join categories above on above.path = own.path or own.path like above.path || '/%'
                   where own.id = product.category_id
               ) end as "trail?: Json<Vec<Step>>",
               case when wanted.is_mine and cardinality(product.pictures) > 1 then (
                   select jsonb_agg(jsonb_build_object('width', further.width, 'height', further.height,
                                                       'files', further.files) order by shown.position)
                   from unnest(product.pictures[2:]) with ordinality as shown (name, position)
                   join pictures further on further.name = shown.name
               ) end as "further?: Json<Vec<PictureRow>>",
               case when wanted.is_mine then (
                   select jsonb_agg(jsonb_build_object(
                              'name', attribute.name, 'label', attribute.label, 'look', attribute.look,
                              'for_variations', own.for_variations, 'is_visible', own.is_visible,
                              'values', (select jsonb_agg(jsonb_build_object('value', one.value, 'colour', one.colour)
                                                          order by one.position, one.id)
                                         from attribute_values one where one.id = any(own.value_ids)))
                          order by own.position, attribute.position, attribute.id)
                   from product_attributes own join attributes attribute on attribute.id = own.attribute_id
                   where own.product_id = product.id
               ) end as "attributes?: Json<Vec<Attribute>>",
               case when product.kind = 'variable' then (
                   select jsonb_agg(jsonb_build_array(
                              variation.id, variation.label, variation.regular_minor, variation.sale_minor,
                              variation.sale_from, variation.sale_to, variation.sale_pause,
                              coalesce(held.on_hand - held.reserved, 0), variation.choices)
                              || case when wanted.is_mine then jsonb_build_array(
                                     (select to_jsonb(shown) from countdowns shown where shown.item_id = variation.id),
                                     variation.gtin, variation.mpn,
                                     coalesce((select name from brands where id = variation.brand_id), ''),
                                     variation.step, variation.input_value, cardinality(variation.pictures) > 0)
                                 else '[null, "", "", "", 100000, 100000, false]' end
                              order by variation.position, variation.id)
                   from variations variation
                   left join stock_levels held on held.sku = variation.sku and held.store = 1
                   where variation.product_id = product.id
               ) end as "variations?: Json<Vec<VariationRow>>",
               case when wanted.is_mine then (select value from settings where name = 'gallery') end as gallery_settings
        from wanted
        join products product on product.id = wanted.id
        left join stock_levels stock on stock.sku = product.sku and stock.store = 1
        left join pictures picture on picture.name = product.pictures[1]
        "#,
        slug
    )
    .fetch_all(db)
    .await?;
    let mut found = None;
    let mut others = Vec::with_capacity(rows.len());
    for row in rows {
        let first = row.files.map(|Json(files)| PictureRow {
            width: row.width.unwrap_or(800),
            height: row.height.unwrap_or(1000),
            files,
        });
        let rows = row.variations.map(|Json(variations)| variations).unwrap_or_default();
        let (variations, choices) = rows.into_iter().map(|one| one.of(ProductId(row.id))).unzip();
        let card = Card {
            id: ProductId(row.id),
            kind: Kind::parse(&row.kind)?,
            is_published: row.status == "published",
            slug: row.slug,
            note: row.note,
            is_new: row.is_new,
            offer: row
                .regular_minor
                .map(|regular| offer(regular, row.sale_minor, row.sale_from, row.sale_to, row.sale_pause)),
            countdown: row.countdown.map(|Json(words)| words),
            categories: row.categories,
            values: row.values,
            min: Quantity::units(row.min_quantity),
            step: Quantity::units(row.step),
            available: Quantity::units(row.available),
            picture: first.as_ref().map(|picture| picture.shown(&row.name).picture),
            variations,
            name: row.name,
        };
        if !row.is_mine {
            others.push(card);
            continue;
        }
        let further = row.further.map(|Json(further)| further).unwrap_or_default();
        found = Some(ProductDetail {
            pictures: first.iter().chain(&further).map(|picture| picture.shown(&card.name)).collect(),
            card,
            sku: row.sku,
            identity: Identity { brand: row.brand.unwrap_or_default(), gtin: row.gtin, mpn: row.mpn },
            description: row.description,
            facts: row.facts.0,
            trail: row.trail.map(|Json(trail)| trail).unwrap_or_default(),
            attributes: row.attributes.map(|Json(attributes)| attributes).unwrap_or_default(),
            choices,
            external: row.external_url.map(|url| (url, row.external_label)),
            gallery_settings: row.gallery_settings,
        });
    }
    Ok(found.map(|found| (found, others)))
}

/// A variation's own pictures, with the name of its product; nothing if it has none or is another product's.
pub async fn pictures_of_variation(
    db: &PgPool,
    product: ProductId,
    variation: VariationId,
) -> sqlx::Result<Vec<Shown>> {
    let rows = sqlx::query!(
        r#"
        select product.name, picture.width, picture.height, picture.files as "files: Json<PictureFiles>"
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
    let pictures = rows
        .into_iter()
        .map(|row| PictureRow { width: row.width, height: row.height, files: row.files.0 }.shown(&row.name));
    Ok(pictures.collect())
}

#[derive(Debug, Deserialize)]
struct PictureRow {
    width: i32,
    height: i32,
    files: PictureFiles,
}

impl PictureRow {
    fn shown(&self, name: &str) -> Shown {
        Shown {
            picture: PictureView::new(name, self.width, self.height, &self.files),
            large: self.files.largest(),
        }
    }
}

/// As the statement packs it: without names, because there may be hundreds.
#[derive(Debug, Deserialize)]
struct VariationRow(
    i64,
    String,
    i64,
    Option<i64>,
    Option<DateTime<Utc>>,
    Option<DateTime<Utc>>,
    Option<i32>,
    i64,
    BTreeMap<String, String>,
    Option<CountdownWords>,
    String,
    String,
    String,
    i64,
    i64,
    bool,
);

impl VariationRow {
    fn of(self, product_id: ProductId) -> (Variation, Choice) {
        let Self(
            id,
            label,
            regular,
            sale,
            sale_from,
            sale_to,
            pause,
            available,
            choices,
            countdown,
            gtin,
            mpn,
            brand,
            step,
            input,
            own,
        ) = self;
        let variation = Variation {
            id: VariationId(id),
            product_id,
            label,
            choices,
            offer: offer(regular, sale, sale_from, sale_to, pause),
            countdown,
            available: Quantity::units(available),
        };
        let choice = Choice {
            identity: Identity { brand, gtin, mpn },
            step: Quantity::units(step),
            input_value: Quantity::units(input),
            has_pictures: own,
        };
        (variation, choice)
    }
}
