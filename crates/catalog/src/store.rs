//! Every statement on the catalogue's tables. Reads only name what a page shows.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{CategoryId, Money, ProductId, Quantity, VariationId};
use serde::{Deserialize, Serialize};
use sqlx::{PgExecutor, PgPool, types::Json};

use crate::view::{PictureFiles, PictureView};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Simple,
    Variable,
    External,
    Bundle,
}

impl From<String> for Kind {
    fn from(text: String) -> Self {
        match text.as_str() {
            "variable" => Self::Variable,
            "external" => Self::External,
            "bundle" => Self::Bundle,
            _ => Self::Simple,
        }
    }
}

/// A product as a shelf shows it.
#[derive(Debug, Clone)]
pub struct Card {
    pub id: ProductId,
    pub kind: Kind,
    pub slug: String,
    pub name: String,
    pub note: String,
    pub is_new: bool,
    pub regular: Option<Money>,
    pub sale: Option<Money>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
    pub available: Quantity,
    pub picture: Option<PictureView>,
    pub variations: Vec<Variation>,
}

#[derive(Debug, Clone)]
pub struct Variation {
    pub id: VariationId,
    pub product_id: ProductId,
    pub label: String,
    pub regular: Money,
    pub sale: Option<Money>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
    pub available: Quantity,
}

/// What only the product's own page shows, beside its card.
#[derive(Debug, Clone)]
pub struct ProductDetail {
    pub card: Card,
    pub sku: String,
    pub description: Vec<String>,
    pub facts: Vec<Fact>,
    pub pictures: Vec<PictureView>,
    pub category: Category,
    pub min_quantity: Quantity,
    pub step: Quantity,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fact {
    pub label: String,
    pub value: String,
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

/// Which products a shelf or listing holds.
#[derive(Debug, Clone)]
pub enum Shelf<'a> {
    Featured,
    Newest,
    Category(CategoryId),
    Named(&'a str),
}

/// Ids first, by an index, then the rows: two cheap steps at any size of catalogue.
pub async fn shelf(db: &PgPool, shelf: Shelf<'_>, offset: i64, limit: i64) -> sqlx::Result<Vec<Card>> {
    let ids = match shelf {
        Shelf::Featured => {
            sqlx::query_scalar!(
                "select id from products where status = 'published' and featured is not null order by featured, id offset $1 limit $2",
                offset,
                limit
            )
            .fetch_all(db)
            .await?
        }
        Shelf::Newest => {
            sqlx::query_scalar!(
                "select id from products where status = 'published' order by id desc offset $1 limit $2",
                offset,
                limit
            )
            .fetch_all(db)
            .await?
        }
        Shelf::Category(category) => {
            sqlx::query_scalar!(
                "select id from products where category_id = any(select id from categories where id = $1 or parent_id = $1)
                 and status = 'published' order by id offset $2 limit $3",
                category.0,
                offset,
                limit
            )
            .fetch_all(db)
            .await?
        }
        Shelf::Named(words) => {
            let pattern = format!("%{}%", escape_like(words));
            sqlx::query_scalar!(
                "select id from products where name ilike $1 and status = 'published' limit $2",
                pattern,
                limit
            )
            .fetch_all(db)
            .await?
        }
    };
    cards(db, &ids).await
}

/// A shopper's text never becomes a pattern.
fn escape_like(text: &str) -> String {
    text.chars().flat_map(|c| matches!(c, '%' | '_' | '\\').then_some('\\').into_iter().chain([c])).collect()
}

/// The cards of these products, in this order.
pub async fn cards(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<Card>> {
    let rows = sqlx::query!(
        r#"
        select product.id, product.kind, product.slug, product.name, product.note, product.is_new,
               product.regular_minor, product.sale_minor, product.sale_from, product.sale_to,
               coalesce(stock.on_hand - stock.reserved, 0) as "available!",
               picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>"
        from unnest($1::bigint[]) with ordinality as wanted (id, position)
        join products product on product.id = wanted.id and product.status = 'published'
        left join stock_levels stock on stock.sku = product.sku and stock.store = 1
        left join pictures picture on picture.name = product.pictures[1]
        order by wanted.position
        "#,
        ids
    )
    .fetch_all(db)
    .await?;
    let variable: Vec<i64> = rows.iter().filter(|row| row.kind == "variable").map(|row| row.id).collect();
    let mut variations = variations_of(db, &variable).await?;
    let cards = rows.into_iter().map(|row| Card {
        picture: row.files.map(|files| {
            PictureView::new(&row.name, row.width.unwrap_or(800), row.height.unwrap_or(1000), &files)
        }),
        id: ProductId(row.id),
        kind: row.kind.into(),
        slug: row.slug,
        name: row.name,
        note: row.note,
        is_new: row.is_new,
        regular: row.regular_minor.map(Money::minor),
        sale: row.sale_minor.map(Money::minor),
        sale_from: row.sale_from,
        sale_to: row.sale_to,
        available: Quantity::units(row.available),
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
               variation.regular_minor, variation.sale_minor, variation.sale_from, variation.sale_to,
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
            regular: Money::minor(row.regular_minor),
            sale: row.sale_minor.map(Money::minor),
            sale_from: row.sale_from,
            sale_to: row.sale_to,
            available: Quantity::units(row.available),
        });
    }
    Ok(found)
}

/// One product with all its page shows, and up to `beside` others of its category: one round trip.
pub async fn find_by_slug(
    db: &PgPool,
    slug: &str,
    beside: i64,
) -> sqlx::Result<Option<(ProductDetail, Vec<Card>)>> {
    let rows = sqlx::query!(
        r#"
        with mine as (
            select id, category_id from products where slug = $1 and status in ('published', 'hidden')
        ), wanted as (
            select id, true as is_mine from mine
            union all
            (select other.id, false
             from mine, lateral (
                 select id from products
                 where category_id = mine.category_id and status = 'published' and id <> mine.id
                 order by id limit $2
             ) other)
        )
        select wanted.is_mine as "is_mine!",
               product.id, product.kind, product.sku, product.slug, product.name, product.note, product.is_new,
               product.regular_minor, product.sale_minor, product.sale_from, product.sale_to,
               product.description, product.facts as "facts: Json<Vec<Fact>>",
               product.min_quantity, product.step,
               coalesce(stock.on_hand - stock.reserved, 0) as "available!",
               category.id as category_id, category.parent_id as category_parent, category.path as category_path,
               category.name as category_name, category.picture as category_picture, category.product_count,
               picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>",
               case when wanted.is_mine and cardinality(product.pictures) > 1 then (
                   select jsonb_agg(jsonb_build_object('width', further.width, 'height', further.height,
                                                       'files', further.files) order by shown.position)
                   from unnest(product.pictures[2:]) with ordinality as shown (name, position)
                   join pictures further on further.name = shown.name
               ) end as "further?: Json<Vec<PictureRow>>",
               case when product.kind = 'variable' then (
                   select jsonb_agg(jsonb_build_array(variation.id, variation.label, variation.regular_minor,
                                                      variation.sale_minor, variation.sale_from, variation.sale_to,
                                                      coalesce(held.on_hand - held.reserved, 0))
                                    order by variation.position, variation.id)
                   from variations variation
                   left join stock_levels held on held.sku = variation.sku and held.store = 1
                   where variation.product_id = product.id
               ) end as "variations?: Json<Vec<VariationRow>>"
        from wanted
        join products product on product.id = wanted.id
        join categories category on category.id = product.category_id
        left join stock_levels stock on stock.sku = product.sku and stock.store = 1
        left join pictures picture on picture.name = product.pictures[1]
        "#,
        slug,
        beside
    )
    .fetch_all(db)
    .await?;
    let mut found = None;
    let mut others = Vec::with_capacity(rows.len());
    for row in rows {
        let picture = row.files.map(|files| {
            PictureView::new(&row.name, row.width.unwrap_or(800), row.height.unwrap_or(1000), &files)
        });
        let further = row.further.map(|Json(further)| further).unwrap_or_default();
        let further = further
            .iter()
            .map(|picture| PictureView::new(&row.name, picture.width, picture.height, &picture.files));
        let variations = row.variations.map(|Json(variations)| variations).unwrap_or_default();
        let pictures: Vec<_> = picture.iter().cloned().chain(further).collect();
        let card = Card {
            id: ProductId(row.id),
            kind: row.kind.into(),
            slug: row.slug,
            note: row.note,
            is_new: row.is_new,
            regular: row.regular_minor.map(Money::minor),
            sale: row.sale_minor.map(Money::minor),
            sale_from: row.sale_from,
            sale_to: row.sale_to,
            available: Quantity::units(row.available),
            picture,
            variations: variations.into_iter().map(|variation| variation.of(ProductId(row.id))).collect(),
            name: row.name,
        };
        if !row.is_mine {
            others.push(card);
            continue;
        }
        found = Some(ProductDetail {
            card,
            sku: row.sku,
            description: row.description,
            facts: row.facts.0,
            pictures,
            category: Category {
                id: CategoryId(row.category_id),
                parent_id: row.category_parent.map(CategoryId),
                path: row.category_path,
                name: row.category_name,
                picture: row.category_picture,
                product_count: row.product_count,
            },
            min_quantity: Quantity::units(row.min_quantity),
            step: Quantity::units(row.step),
        });
    }
    Ok(found.map(|found| (found, others)))
}

#[derive(Debug, Deserialize)]
struct PictureRow {
    width: i32,
    height: i32,
    files: PictureFiles,
}

/// As the statement packs it: without names, because there may be hundreds.
#[derive(Debug, Deserialize)]
struct VariationRow(i64, String, i64, Option<i64>, Option<DateTime<Utc>>, Option<DateTime<Utc>>, i64);

impl VariationRow {
    fn of(self, product_id: ProductId) -> Variation {
        let Self(id, label, regular, sale, sale_from, sale_to, available) = self;
        Variation {
            id: VariationId(id),
            product_id,
            label,
            regular: Money::minor(regular),
            sale: sale.map(Money::minor),
            sale_from,
            sale_to,
            available: Quantity::units(available),
        }
    }
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
