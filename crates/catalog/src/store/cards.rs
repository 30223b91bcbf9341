//! Products as cards show them.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{CategoryId, Money, ProductId, Quantity, VariationId};
use pricing::{Offer, Subject, view::SoldShare};
use serde::Deserialize;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};

use crate::{
    rules::{
        self, ProductKind, ProductStatus,
        listing::{ListingQuery, Sort},
    },
    view::{PictureFiles, PictureView},
};

/// A product as listings show it.
#[derive(Debug, Clone)]
pub struct Card {
    pub id: ProductId,
    pub kind: ProductKind,
    /// Neither hidden nor a draft: it may be sold.
    pub is_published: bool,
    pub slug: String,
    pub name: String,
    pub note: String,
    pub is_new: bool,
    /// `None`: without a price it is not sold. A product with variations is sold at their prices.
    pub offer: Option<Offer>,
    pub countdown: Option<CountdownMessages>,
    /// Categories that it was assigned to, without their ancestors.
    pub categories: Vec<i64>,
    pub values: Vec<i32>,
    pub min: Quantity,
    pub step: Quantity,
    pub available: Quantity,
    pub picture: Option<PictureView>,
    pub variations: Vec<Variation>,
}

impl Card {
    /// The properties that discount rules match on.
    pub fn subject<'a>(&'a self, variation: Option<&'a Variation>) -> Subject<'a> {
        Subject {
            product: self.id,
            variation: variation.map(|variation| variation.id),
            categories: &self.categories,
            values: &self.values,
            choices: variation.map(|variation| &variation.choices),
        }
    }

    /// Whether it may be sold alone, or as this variation, regardless of stock.
    pub fn may_be_sold(&self, variation: Option<&Variation>) -> bool {
        rules::SaleConditions {
            kind: self.kind,
            is_published: self.is_published,
            has_price: variation.is_some() || self.offer.is_some(),
            has_variation: variation.is_some(),
            is_priced_by_parts: self.kind == ProductKind::Bundle,
        }
        .may_be_sold()
    }

    /// All offers it can be bought at, each with its discount subject.
    pub fn offers(&self) -> Vec<(&Offer, Subject<'_>)> {
        if self.kind == ProductKind::Variable {
            let variations = self.variations.iter();
            return variations.map(|one| (&one.offer, self.subject(Some(one)))).collect();
        }
        self.offer.iter().map(|offer| (offer, self.subject(None))).collect()
    }
}

/// Messages of a sale's countdown. Present if the countdown is shown.
#[derive(Debug, Clone, Deserialize)]
pub struct CountdownMessages {
    /// Empty: the default text.
    pub message: String,
    pub upcoming_message: String,
    /// Quantity that is sold at the sale price.
    offered: Option<i64>,
}

impl CountdownMessages {
    /// How much of the offered quantity was sold.
    pub fn sold(&self, available: Quantity) -> Option<SoldShare> {
        let offered = self.offered?;
        let sold = offered.saturating_sub(available.as_units()).clamp(0, offered);
        Some(SoldShare::new(Quantity::from_units(sold), Quantity::from_units(offered)))
    }
}

/// Builds an offer from the columns of a row.
pub(crate) fn offer(
    regular: i64,
    sale: Option<i64>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    pause: Option<i32>,
) -> Offer {
    Offer {
        regular: Money::from_minor(regular),
        sale: sale.map(Money::from_minor),
        sale_from: from,
        sale_to: to,
        sale_pause: pause.map(|seconds| TimeDelta::seconds(seconds.into())),
    }
}

#[derive(Debug, Clone)]
pub struct Variation {
    pub id: VariationId,
    pub product_id: ProductId,
    pub label: String,
    /// An attribute that is missing here matches any value.
    pub choices: BTreeMap<String, String>,
    pub offer: Offer,
    pub countdown: Option<CountdownMessages>,
    pub available: Quantity,
}

/// The first products of a category, or of the whole shop, in the given order.
pub async fn list_cards(
    db: &PgPool,
    category: Option<CategoryId>,
    sort: Sort,
    limit: i64,
) -> sqlx::Result<Vec<Card>> {
    let query = ListingQuery { category, sort, available_first: true, ..ListingQuery::default() };
    let ids = super::listing::page(db, &query, 0, limit).await?;
    cards(db, &ids).await
}

/// The cards of these products, in this order.
pub async fn cards(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<Card>> {
    cards_in(&mut *db.acquire().await?, ids).await
}

/// The same inside a transaction. Reads `countdowns`, owned by pricing, because cards show them.
pub async fn cards_in(db: &mut PgConnection, ids: &[i64]) -> sqlx::Result<Vec<Card>> {
    let rows = sqlx::query!(
        r#"
        select product.id, product.kind as "kind: ProductKind", product.status as "status: ProductStatus",
               product.slug, product.name, product.note, product.is_new,
               product.regular_minor, product.sale_minor, product.sale_from, product.sale_to, product.sale_pause,
               product.min_quantity, product.step,
               product.category_id || array(select category_id from product_categories
                                            where product_id = product.id) as "categories!",
               array(select unnest(value_ids) from product_attributes where product_id = product.id) as "values!",
               (select to_jsonb(shown) from countdowns shown
                where shown.item_id = product.id) as "countdown: Json<CountdownMessages>",
               coalesce(stock.on_hand - stock.reserved, 0) as "available!",
               picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>"
        from unnest($1::bigint[]) with ordinality as wanted (id, position)
        join products product on product.id = wanted.id and product.status in ('published', 'hidden')
        left join stock_levels stock on stock.sku = product.sku and stock.store = 1
        left join pictures picture on picture.name = product.pictures[1]
        order by wanted.position
        "#,
        ids
    )
    .fetch_all(&mut *db)
    .await?;
    let variable: Vec<i64> =
        rows.iter().filter(|row| row.kind == ProductKind::Variable).map(|row| row.id).collect();
    let mut variations = variations_of(db, &variable).await?;
    let cards = rows.into_iter().map(|row| Card {
        picture: row.files.map(|files| {
            PictureView::new(&row.name, row.width.unwrap_or(800), row.height.unwrap_or(1000), &files)
        }),
        id: ProductId(row.id),
        kind: row.kind,
        is_published: row.status == ProductStatus::Published,
        slug: row.slug,
        name: row.name,
        note: row.note,
        is_new: row.is_new,
        offer: row
            .regular_minor
            .map(|regular| offer(regular, row.sale_minor, row.sale_from, row.sale_to, row.sale_pause)),
        countdown: row.countdown.map(|Json(messages)| messages),
        categories: row.categories,
        values: row.values,
        min: Quantity::from_units(row.min_quantity),
        step: Quantity::from_units(row.step),
        available: Quantity::from_units(row.available),
        variations: variations.remove(&row.id).unwrap_or_default(),
    });
    Ok(cards.collect())
}

async fn variations_of(
    db: impl PgExecutor<'_>,
    products: &[i64],
) -> sqlx::Result<HashMap<i64, Vec<Variation>>> {
    let mut found: HashMap<i64, Vec<Variation>> = HashMap::new();
    if products.is_empty() {
        return Ok(found);
    }
    let rows = sqlx::query!(
        r#"
        select variation.id, variation.product_id, variation.label,
               variation.regular_minor, variation.sale_minor, variation.sale_from, variation.sale_to, variation.sale_pause,
               variation.choices as "choices: Json<BTreeMap<String, String>>",
               coalesce(stock.on_hand - stock.reserved, 0) as "available!"
        from variations variation
        left join stock_levels stock on stock.sku = variation.sku and stock.store = 1
        where variation.product_id = any($1)
        order by variation.product_id, variation.position, variation.id
        "#,
        products
    )
    .fetch_all(db)
    .await?;
    for row in rows {
        found.entry(row.product_id).or_default().push(Variation {
            id: VariationId(row.id),
            product_id: ProductId(row.product_id),
            label: row.label,
            choices: row.choices.0,
            offer: offer(row.regular_minor, row.sale_minor, row.sale_from, row.sale_to, row.sale_pause),
            // Only the product page shows countdowns of variations.
            countdown: None,
            available: Quantity::from_units(row.available),
        });
    }
    Ok(found)
}

/// A product, or one of its variations.
#[derive(Debug, Clone, Copy)]
pub struct ItemIds {
    pub product: ProductId,
    pub variation: Option<VariationId>,
}

/// Resolves an id from a request, which names a product or a variation.
pub async fn find_item(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<ItemIds>> {
    sqlx::query_as!(
        ItemIds,
        r#"
        select product.id as "product!: ProductId", variation.id as "variation?: VariationId"
        from (select $1::bigint as id) wanted
        left join variations variation on variation.id = wanted.id
        join products product on product.id = coalesce(variation.product_id, wanted.id)
        where product.status in ('published', 'hidden')
        "#,
        id
    )
    .fetch_optional(db)
    .await
}
