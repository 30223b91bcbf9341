//! Every statement on the catalogue's tables. Reads only name what a page shows.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{CategoryId, Money, ProductId, Quantity, VariationId};
use pricing::{Offer, Subject};
use serde::Deserialize;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};

use crate::{
    listing::{self, Sort, Wanted},
    sale::{self, Kind},
    view::{PictureFiles, PictureView},
};

/// A product as a shelf shows it.
#[derive(Debug, Clone)]
pub struct Card {
    pub id: ProductId,
    pub kind: Kind,
    /// Neither hidden nor a draft: it may be sold.
    pub is_published: bool,
    pub slug: String,
    pub name: String,
    pub note: String,
    pub is_new: bool,
    /// `None`: without a price it is not sold. One with variations is sold at theirs.
    pub offer: Option<Offer>,
    pub countdown: Option<CountdownWords>,
    /// Those it was put into, without those above them.
    pub categories: Vec<i64>,
    pub values: Vec<i32>,
    pub min: Quantity,
    pub step: Quantity,
    pub available: Quantity,
    pub picture: Option<PictureView>,
    pub variations: Vec<Variation>,
}

impl Card {
    /// What discount rules may look at.
    pub fn subject<'a>(&'a self, variation: Option<&'a Variation>) -> Subject<'a> {
        Subject {
            product: self.id,
            variation: variation.map(|variation| variation.id),
            categories: &self.categories,
            values: &self.values,
            choices: variation.map(|variation| &variation.choices),
        }
    }

    /// Whether it may be sold alone, or as this variation, however much of it is left.
    pub fn may_be_sold(&self, variation: Option<&Variation>) -> bool {
        sale::Terms {
            kind: self.kind,
            is_published: self.is_published,
            has_price: variation.is_some() || self.offer.is_some(),
            has_variation: variation.is_some(),
            is_priced_by_parts: self.kind == Kind::Bundle,
        }
        .may_be_sold()
    }

    /// Everything it can be bought as, each with what rules may look at.
    pub fn offers(&self) -> Vec<(&Offer, Subject<'_>)> {
        if self.kind == Kind::Variable {
            let variations = self.variations.iter();
            return variations.map(|one| (&one.offer, self.subject(Some(one)))).collect();
        }
        self.offer.iter().map(|offer| (offer, self.subject(None))).collect()
    }
}

/// That the time left of a sale is shown, and how.
#[derive(Debug, Clone, Deserialize)]
pub struct CountdownWords {
    /// Empty: the usual words.
    pub message: String,
    pub upcoming_message: String,
    /// How much is sold at this price.
    offered: Option<i64>,
}

impl CountdownWords {
    /// Whole percent of what is offered that is gone.
    pub fn gone(&self, available: Quantity) -> Option<i64> {
        let offered = self.offered?;
        let sold = offered.saturating_sub(available.as_units()).clamp(0, offered);
        Some(sold.saturating_mul(100) / offered.max(1))
    }
}

/// A sale's price and bounds, as a row has them.
pub(crate) fn offer(
    regular: i64,
    sale: Option<i64>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    pause: Option<i32>,
) -> Offer {
    Offer {
        regular: Money::minor(regular),
        sale: sale.map(Money::minor),
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
    /// An attribute that is missing here fits any value.
    pub choices: BTreeMap<String, String>,
    pub offer: Offer,
    pub countdown: Option<CountdownWords>,
    pub available: Quantity,
}

#[derive(Debug, Clone)]
pub struct Category {
    pub id: CategoryId,
    pub parent_id: Option<CategoryId>,
    pub path: String,
    pub name: String,
    pub picture: Option<String>,
    pub product_count: i64,
}

/// The first products of a category, or of the whole shop, in one of the listings' orders.
pub async fn shelf(
    db: &PgPool,
    category: Option<CategoryId>,
    sort: Sort,
    limit: i64,
) -> sqlx::Result<Vec<Card>> {
    let wanted = Wanted { category, sort, ..Wanted::default() };
    let ids = listing::page(db, &wanted, 0, limit).await?;
    cards(db, &ids).await
}

/// The cards of these products, in this order.
pub async fn cards(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<Card>> {
    cards_in(&mut *db.acquire().await?, ids).await
}

/// The same inside a transaction. Reads `countdowns`, which is pricing's: a card shows one.
pub async fn cards_in(db: &mut PgConnection, ids: &[i64]) -> sqlx::Result<Vec<Card>> {
    let rows = sqlx::query!(
        r#"
        select product.id, product.kind, product.status, product.slug, product.name, product.note, product.is_new,
               product.regular_minor, product.sale_minor, product.sale_from, product.sale_to, product.sale_pause,
               product.min_quantity, product.step,
               product.category_id || array(select category_id from product_categories
                                            where product_id = product.id) as "categories!",
               array(select unnest(value_ids) from product_attributes where product_id = product.id) as "values!",
               (select to_jsonb(shown) from countdowns shown
                where shown.item_id = product.id) as "countdown: Json<CountdownWords>",
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
    let variable: Vec<i64> = rows.iter().filter(|row| row.kind == "variable").map(|row| row.id).collect();
    let mut variations = variations_of(db, &variable).await?;
    let cards = rows.into_iter().map(|row| {
        Ok(Card {
            picture: row.files.map(|files| {
                PictureView::new(&row.name, row.width.unwrap_or(800), row.height.unwrap_or(1000), &files)
            }),
            id: ProductId(row.id),
            kind: Kind::parse(&row.kind)?,
            is_published: row.status == "published",
            slug: row.slug,
            name: row.name,
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
            variations: variations.remove(&row.id).unwrap_or_default(),
        })
    });
    cards.collect()
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
            // Only a product's own page shows these.
            countdown: None,
            available: Quantity::units(row.available),
        });
    }
    Ok(found)
}

/// What a number on the wire names: a product, or a variation of one.
pub async fn find_item(
    db: impl PgExecutor<'_>,
    id: i64,
) -> sqlx::Result<Option<(ProductId, Option<VariationId>)>> {
    let row = sqlx::query!(
        r#"
        select product.id as "product!", variation.id as "variation?"
        from (select $1::bigint as id) wanted
        left join variations variation on variation.id = wanted.id
        join products product on product.id = coalesce(variation.product_id, wanted.id)
        where product.status in ('published', 'hidden')
        "#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (ProductId(row.product), row.variation.map(VariationId))))
}

/// All categories, parents before children. A shop has dozens, not thousands.
pub async fn categories(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Category>> {
    let rows = sqlx::query!(
        "select id, parent_id, path, name, picture, product_count from categories order by parent_id nulls first, position, id"
    )
    .fetch_all(db)
    .await?;
    let categories = rows.into_iter().map(|row| Category {
        id: CategoryId(row.id),
        parent_id: row.parent_id.map(CategoryId),
        path: row.path,
        name: row.name,
        picture: row.picture,
        product_count: row.product_count,
    });
    Ok(categories.collect())
}

/// Pictures by name, for what is not a product: category tiles, the hero.
pub async fn pictures(
    db: impl PgExecutor<'_>,
    names: &[String],
) -> sqlx::Result<HashMap<String, PictureView>> {
    let rows = sqlx::query!(
        r#"select name, width, height, files as "files: Json<PictureFiles>" from pictures where name = any($1)"#,
        names
    )
    .fetch_all(db)
    .await?;
    let pictures =
        rows.into_iter().map(|row| (row.name, PictureView::new("", row.width, row.height, &row.files)));
    Ok(pictures.collect())
}

/// Everything about a product that somebody may search for.
#[derive(Debug, Clone)]
pub struct Findable {
    pub id: ProductId,
    pub name: String,
    pub brand: String,
    pub categories: Vec<String>,
    pub attributes: Vec<String>,
    pub tags: Vec<String>,
    pub codes: Vec<String>,
    pub summary: String,
}

/// The published ones of these products.
/// The first picture of each product.
pub async fn pictures_of(
    db: impl PgExecutor<'_>,
    products: &[i64],
) -> sqlx::Result<HashMap<i64, PictureView>> {
    let rows = sqlx::query!(
        r#"select product.id, picture.width, picture.height, picture.files as "files: Json<PictureFiles>"
           from products product join pictures picture on picture.name = product.pictures[1]
           where product.id = any($1)"#,
        products
    )
    .fetch_all(db)
    .await?;
    let pairs = rows.into_iter().map(|row| (row.id, PictureView::new("", row.width, row.height, &row.files)));
    Ok(pairs.collect())
}

pub async fn findables(db: impl PgExecutor<'_>, products: &[i64]) -> sqlx::Result<Vec<Findable>> {
    let rows = sqlx::query!(
        r#"
        select product.id, product.name, product.tags,
               coalesce((select name from brands where id = product.brand_id), '') as "brand!",
               array(select above.name from categories own
                     join categories above on above.path = own.path or own.path like above.path || '/%'
                     where own.id = product.category_id
                        or own.id in (select category_id from product_categories where product_id = product.id)
                    ) as "categories!",
               array(select distinct one.value from product_attributes own
                     join attribute_values one on one.id = any(own.value_ids)
                     where own.product_id = product.id) as "attributes!",
               array[product.sku, product.gtin, product.mpn]
                   || array(select unnest(array[variation.sku, variation.gtin, variation.mpn])
                            from variations variation where variation.product_id = product.id) as "codes!",
               product.note || ' ' || array_to_string(product.description, ' ') as "summary!"
        from products product
        where product.id = any($1) and product.status = 'published'
        "#,
        products
    )
    .fetch_all(db)
    .await?;
    let findables = rows.into_iter().map(|row| Findable {
        id: ProductId(row.id),
        name: row.name,
        brand: row.brand,
        categories: row.categories,
        attributes: row.attributes,
        tags: row.tags,
        codes: row.codes.into_iter().filter(|code| !code.is_empty()).collect(),
        summary: row.summary,
    });
    Ok(findables.collect())
}

/// The SKUs of these products, in this order.
pub async fn skus(db: impl PgExecutor<'_>, products: &[i64]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select product.sku from unnest($1::bigint[]) with ordinality as wanted (id, position)
           join products product on product.id = wanted.id order by wanted.position"#,
        products
    )
    .fetch_all(db)
    .await
}
