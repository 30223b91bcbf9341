//! Loads the demo shop from the files in `seeds/`.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use anyhow::Context;
use catalog::{
    service::{listing, product::Specification},
    view::PictureFiles,
};
use chrono::{DateTime, Utc};
use kernel::Quantity;
use serde::{Deserialize, de::DeserializeOwned};
use sqlx::{PgConnection, PgPool, types::Json};

use super::{
    accounts, affiliates, attribution, barcodes, bundles, content, enquiries, prices, questions, reviews,
    site,
};
use crate::{
    pages::{home::HomeSettings, view::PromiseView},
    server::layout::ShopSettings,
};

#[derive(Deserialize)]
struct ShopFile {
    shop: ShopSettings,
    hero: Hero,
    story: Story,
    promises: Vec<PromiseView>,
    categories: Vec<CategorySeed>,
    #[serde(default)]
    attributes: Vec<AttributeSeed>,
    products: Vec<ProductSeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Hero {
    over: String,
    title: String,
    text: String,
    cta_label: String,
    wide: String,
    narrow: String,
}

#[derive(Deserialize)]
struct Story {
    title: String,
    text: String,
    picture: String,
    link: String,
    url: String,
}

#[derive(Deserialize)]
struct CategorySeed {
    slug: String,
    name: String,
    picture: Option<String>,
    #[serde(default)]
    children: Vec<CategorySeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProductSeed {
    sku: String,
    slug: String,
    name: String,
    note: String,
    category: String,
    subcategory: Option<String>,
    pictures: Vec<String>,
    regular: Option<String>,
    sale: Option<String>,
    sale_from: Option<DateTime<Utc>>,
    sale_to: Option<DateTime<Utc>>,
    #[serde(default)]
    stock: Option<u32>,
    #[serde(default)]
    is_new: bool,
    featured: Option<i32>,
    description: Vec<String>,
    facts: Vec<Specification>,
    kind: String,
    brand: Option<String>,
    gtin: Option<String>,
    mpn: Option<String>,
    external_url: Option<String>,
    external_label: Option<String>,
    #[serde(default)]
    popularity: i32,
    /// Names of the attributes that the shopper selects, in order.
    #[serde(default)]
    attributes: Vec<String>,
    /// Attributes that are shown and filtered by, but not selected.
    #[serde(default)]
    traits: BTreeMap<String, String>,
    #[serde(default)]
    variations: Vec<VariationSeed>,
}

#[derive(Deserialize)]
struct AttributeSeed {
    name: String,
    label: String,
    look: String,
    values: Vec<ValueSeed>,
}

#[derive(Deserialize)]
struct ValueSeed {
    value: String,
    colour: Option<String>,
}

#[derive(Deserialize)]
struct VariationSeed {
    sku: String,
    label: String,
    regular: String,
    sale: Option<String>,
    stock: u32,
    #[serde(default)]
    choices: BTreeMap<String, String>,
    gtin: Option<String>,
    mpn: Option<String>,
    #[serde(default)]
    pictures: Vec<String>,
}

#[derive(Deserialize)]
pub struct PictureSeed {
    pub width: i32,
    pub height: i32,
    avif: BTreeMap<u32, String>,
    pub webp: BTreeMap<u32, String>,
    #[serde(default)]
    pub jpeg: BTreeMap<u32, String>,
}

/// Run after seeding, so that the query planner has statistics.
pub const ANALYZE: &str =
    "analyze products, variations, stock_levels, categories, pictures, listing_entries, facet_counts,
    product_attributes, product_categories, attributes, attribute_values, brands, reviews, review_scores,
    review_summaries, questions, question_answers, question_scores, question_counts,
    content_items, content_versions, comments, enquiry_forms, enquiry_form_versions, enquiries, enquiry_files";

/// Replaces the whole catalogue and the settings, and deletes all cart lines. Returns the number of products.
pub async fn fill(db: &PgPool, folder: &Path, uploads: Option<&Path>) -> anyhow::Result<usize> {
    let file: ShopFile = read(&folder.join("shop.json"))?;
    let pictures: HashMap<String, PictureSeed> = read(&folder.join("media.json"))?;
    let mut tx = db.begin().await?;
    sqlx::query("truncate products, variations, categories, pictures, stock_levels, stock_movements, settings, cart_lines, brands,
             attributes, attribute_values, product_attributes, product_categories, listing_entries, facet_counts,
             search_documents, search_words, search_codes, discount_rules, discount_tiers, countdowns, listing_prices,
             subscriptions, list_subscribers, subscription_lists, coupons, coupon_uses, cart_coupons, shipping_zones, shipping_methods, tax_rates, bundles, bundle_items,
             cart_bundle_items, reviews, review_scores, review_votes, review_tags, review_tag_links, review_summaries,
             review_tag_counts, review_criteria, review_questions, review_invitations, review_confirmations, media_files, questions, question_answers,
             question_scores, question_votes, question_counts, question_stop_keys,
             content_items, content_versions, content_edits, post_categories, content_redirects, comments,
             enquiry_forms, enquiry_form_versions, enquiries, enquiry_files,
             content_items, content_versions, post_categories, content_redirects, comments,
             affiliates, affiliate_product_rates, affiliate_salts, affiliate_visits, affiliate_days, affiliate_referrals,
             affiliate_credits, affiliate_reversals, affiliate_payouts, attribution_visits,
             stock_bins, stock_count_lines, stock_counts, stock_actions, followup_templates,
             stock_alerts, stock_alert_offers, wishlist_items, cart_saved_lines, product_drafts,
             enquiry_messages, stock_approvals, stock_notes, stock_watch, stock_attention, bulk_jobs, bulk_results
         restart identity")
        .execute(&mut *tx)
        .await?;
    // Its ids are not used again: they name emails in the outbox.
    sqlx::query("delete from followups").execute(&mut *tx).await?;
    sqlx::query("alter sequence catalog_ids restart").execute(&mut *tx).await?;
    for (name, picture) in &pictures {
        sqlx::query("insert into pictures (name, width, height, files) values ($1, $2, $3, $4)")
            .bind(name)
            .bind(picture.width)
            .bind(picture.height)
            .bind(Json(PictureFiles {
                avif: picture.avif.clone(),
                webp: picture.webp.clone(),
                jpeg: picture.jpeg.clone(),
                focus: None,
            }))
            .execute(&mut *tx)
            .await?;
    }
    let categories = put_categories(&mut tx, &file.categories).await?;
    put_attributes(&mut tx, &file.attributes).await?;
    for product in &file.products {
        put_product(&mut tx, product, &categories)
            .await
            .with_context(|| format!("product {}", product.sku))?;
    }
    let now = Utc::now();
    accounts::put(&mut tx, &read(&folder.join("accounts.json"))?).await?;
    barcodes::put(&mut tx, &read(&folder.join("barcodes.json"))?).await?;
    bundles::put(&mut tx, &read::<Vec<_>>(&folder.join("bundles.json"))?).await?;
    prices::put(&mut tx, &read(&folder.join("prices.json"))?, now).await?;
    reindex_listings(&mut tx, now).await?;
    put_settings(&mut tx, &file).await?;
    site::put(&mut tx, &read(&folder.join("site.json"))?, now).await?;
    let photos = reviews::PhotoFiles { seeds: folder, uploads, pictures: &pictures };
    reviews::put(&mut tx, &read(&folder.join("reviews.json"))?, &photos, now).await?;
    questions::put(&mut tx, &read::<Vec<_>>(&folder.join("questions.json"))?, now).await?;
    enquiries::put(&mut tx, &read::<Vec<_>>(&folder.join("enquiries.json"))?, now).await?;
    content::put(&mut tx, &read(&folder.join("content.json"))?, now).await?;
    affiliates::put(&mut tx, &read(&folder.join("affiliates.json"))?, now).await?;
    attribution::put(&mut tx, &read(&folder.join("attribution.json"))?, now).await?;
    tx.commit().await?;
    sqlx::query(ANALYZE).execute(db).await?;
    Ok(file.products.len())
}

fn read<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let bytes = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("reading {}", file.display()))
}

async fn put_categories(
    db: &mut PgConnection,
    tops: &[CategorySeed],
) -> anyhow::Result<HashMap<String, i64>> {
    let mut ids = HashMap::new();
    let mut position = 0;
    for top in tops {
        position += 1;
        let parent = put_category(db, top, None, &top.slug, position).await?;
        ids.insert(top.slug.clone(), parent);
        for child in &top.children {
            position += 1;
            let path = format!("{}/{}", top.slug, child.slug);
            ids.insert(child.slug.clone(), put_category(db, child, Some(parent), &path, position).await?);
        }
    }
    Ok(ids)
}

async fn put_category(
    db: &mut PgConnection,
    category: &CategorySeed,
    parent: Option<i64>,
    path: &str,
    position: i32,
) -> sqlx::Result<i64> {
    sqlx::query_scalar(
        "insert into categories (parent_id, slug, path, name, picture, position) values ($1, $2, $3, $4, $5, $6) returning id",
    )
    .bind(parent)
    .bind(&category.slug)
    .bind(path)
    .bind(&category.name)
    .bind(&category.picture)
    .bind(position)
    .fetch_one(db)
    .await
}

async fn put_product(
    db: &mut PgConnection,
    product: &ProductSeed,
    categories: &HashMap<String, i64>,
) -> anyhow::Result<()> {
    let category_slug = product.subcategory.as_ref().unwrap_or(&product.category);
    let category = categories.get(category_slug).with_context(|| format!("no category {category_slug}"))?;
    let id = insert_product(db, product, *category).await?;
    if product.variations.is_empty() {
        put_stock(db, &product.sku, product.stock.unwrap_or(0)).await?;
    }
    for (position, variation) in (0i32..).zip(&product.variations) {
        insert_variation(db, id, product, variation, position).await?;
        put_stock(db, &variation.sku, variation.stock).await?;
    }
    put_product_attributes(db, id, product).await
}

/// The kind of a product in the database.
fn kind(product: &ProductSeed) -> anyhow::Result<&'static str> {
    let kind = match product.kind.as_str() {
        "external" => "external",
        "bundle" => "bundle",
        _ if product.variations.is_empty() => "simple",
        _ => "variable",
    };
    anyhow::ensure!(
        product.kind == kind || product.kind == "bundle-part",
        "kind {} with {} variations",
        product.kind,
        product.variations.len()
    );
    Ok(kind)
}

async fn insert_product(db: &mut PgConnection, product: &ProductSeed, category: i64) -> anyhow::Result<i64> {
    let own_price = product.variations.is_empty();
    let brand = match &product.brand {
        Some(name) => Some(put_brand(db, name).await?),
        None => None,
    };
    let id: i64 = sqlx::query_scalar(
        "insert into products (kind, sku, slug, name, note, description, facts, pictures, category_id, regular_minor,
                               sale_minor, sale_from, sale_to, is_new, featured, gtin, mpn, external_url, popularity, brand_id,
                               external_label)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
                 $21) returning id",
    )
    .bind(kind(product)?)
    .bind(&product.sku)
    .bind(&product.slug)
    .bind(&product.name)
    .bind(&product.note)
    .bind(&product.description)
    .bind(Json(&product.facts))
    .bind(&product.pictures)
    .bind(category)
    .bind(product.regular.as_deref().filter(|_| own_price).map(parse_minor).transpose()?)
    .bind(product.sale.as_deref().filter(|_| own_price).map(parse_minor).transpose()?)
    .bind(product.sale_from)
    .bind(product.sale_to)
    .bind(product.is_new)
    .bind(product.featured)
    .bind(product.gtin.as_deref().unwrap_or_default())
    .bind(product.mpn.as_deref().unwrap_or_default())
    .bind(&product.external_url)
    .bind(product.popularity)
    .bind(brand)
    .bind(&product.external_label)
    .fetch_one(&mut *db)
    .await?;
    Ok(id)
}

async fn insert_variation(
    db: &mut PgConnection,
    id: i64,
    product: &ProductSeed,
    variation: &VariationSeed,
    position: i32,
) -> anyhow::Result<()> {
    sqlx::query(
            "insert into variations (product_id, sku, label, position, regular_minor, sale_minor, sale_from, sale_to,
                                     choices, gtin, mpn, pictures)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .bind(id)
        .bind(&variation.sku)
        .bind(&variation.label)
        .bind(position)
        .bind(parse_minor(&variation.regular)?)
        .bind(variation.sale.as_deref().map(parse_minor).transpose()?)
        .bind(product.sale_from)
        .bind(product.sale_to)
        .bind(Json(&variation.choices))
        .bind(variation.gtin.as_deref().unwrap_or_default())
        .bind(variation.mpn.as_deref().unwrap_or_default())
        .bind(&variation.pictures)
        .execute(db)
        .await?;
    Ok(())
}

async fn put_brand(db: &mut PgConnection, name: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar(
        "insert into brands (name) values ($1) on conflict (name) do update set name = excluded.name returning id",
    )
    .bind(name)
    .fetch_one(db)
    .await
}

async fn put_attributes(db: &mut PgConnection, attributes: &[AttributeSeed]) -> sqlx::Result<()> {
    for (position, attribute) in (0i32..).zip(attributes) {
        let id: i32 = sqlx::query_scalar(
            "insert into attributes (name, label, look, position) values ($1, $2, $3, $4) returning id",
        )
        .bind(&attribute.name)
        .bind(&attribute.label)
        .bind(&attribute.look)
        .bind(position)
        .fetch_one(&mut *db)
        .await?;
        for (position, one) in (0i32..).zip(&attribute.values) {
            sqlx::query(
                "insert into attribute_values (attribute_id, value, colour, position) values ($1, $2, $3, $4)",
            )
            .bind(id)
            .bind(&one.value)
            .bind(&one.colour)
            .bind(position)
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}

/// The selectable values of a product are those that its variations use.
async fn put_product_attributes(db: &mut PgConnection, id: i64, product: &ProductSeed) -> anyhow::Result<()> {
    let chosen = product.attributes.iter().map(|name| {
        let values = product.variations.iter().filter_map(|variation| variation.choices.get(name));
        (name, true, values.map(String::as_str).collect::<Vec<_>>())
    });
    let fixed = product.traits.iter().map(|(name, value)| (name, false, vec![value.as_str()]));
    for (position, (name, for_variations, values)) in (0i32..).zip(chosen.chain(fixed)) {
        let put = sqlx::query(
            "insert into product_attributes (product_id, attribute_id, position, for_variations, value_ids)
             select $1, attribute.id, $2, $5, array_agg(one.id order by one.position, one.id)
             from attributes attribute join attribute_values one on one.attribute_id = attribute.id
             where attribute.name = $3 and one.value = any($4)
             group by attribute.id",
        )
        .bind(id)
        .bind(position)
        .bind(name)
        .bind(&values)
        .bind(for_variations)
        .execute(&mut *db)
        .await?;
        anyhow::ensure!(put.rows_affected() == 1, "no attribute {name} with the values of {}", product.sku);
    }
    Ok(())
}

async fn put_stock(db: &mut PgConnection, sku: &str, pieces: u32) -> sqlx::Result<()> {
    sqlx::query("select move_stock($1, 1::smallint, $2, 'opening balance')")
        .bind(sku)
        .bind(Quantity::from_whole(pieces).as_units())
        .execute(db)
        .await?;
    Ok(())
}

/// Parses "18.00" or "1,250.00" into minor units of the shop's currency.
pub fn parse_minor(text: &str) -> anyhow::Result<i64> {
    let amount = kernel::Money::parse_decimal(&text.replace(',', ""));
    Ok(amount.with_context(|| format!("{text:?} is no price"))?.as_minor())
}

/// Reindexes all products and refreshes all facet counts.
pub async fn reindex_listings(db: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<()> {
    let all: Vec<i64> = sqlx::query_scalar("select id from products").fetch_all(&mut *db).await?;
    listing::reindex_listings(db, &all, now).await?;
    listing::refresh_facet_counts(db).await
}

async fn put_settings(db: &mut PgConnection, file: &ShopFile) -> sqlx::Result<()> {
    let home = HomeSettings {
        over: file.hero.over.clone(),
        title: file.hero.title.clone(),
        text: file.hero.text.clone(),
        cta_label: file.hero.cta_label.clone(),
        wide: file.hero.wide.clone(),
        narrow: file.hero.narrow.clone(),
        story_title: file.story.title.clone(),
        story_text: file.story.text.clone(),
        story_picture: file.story.picture.clone(),
        story_link: file.story.link.clone(),
        story_url: file.story.url.clone(),
        promises: file.promises.clone(),
    };
    let put = "insert into settings (name, value) values ($1, $2)";
    sqlx::query(put).bind("shop").bind(Json(&file.shop)).execute(&mut *db).await?;
    sqlx::query(put).bind("home").bind(Json(&home)).execute(db).await?;
    Ok(())
}
