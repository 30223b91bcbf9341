//! Products: the list with its filters and orders, and one product by id or slug.

use catalog::{Card, service, service::full};
use edge::{AppError, Endpoint, PageRequest, Policy, PublicShop, page::Document};
use kernel::msg;

use super::{addresses, parameters};
use crate::{
    envelope::{absolute, missing},
    filters::{self, Wanted},
    headers::ALLOW,
    paging::Paging,
    prices::Prices,
    view::product::{Product, ProductContext},
};

const PER_PAGE: i64 = 10;
const LIST_URL: &str = "/ar/wp-json/wc/store/v1/products";

pub fn endpoints() -> Vec<Endpoint> {
    let [list_url, plain_list_url] = addresses!("/products");
    let [product_url, plain_product_url] = addresses!("/products/{id}");
    let list = |path| Endpoint::public_api(path, parameters::PRODUCTS, list).policy(Policy::public_api());
    let product = |path| Endpoint::public_api(path, &[], product).policy(Policy::public_api());
    vec![list(list_url), list(plain_list_url), product(product_url), product(plain_product_url)]
}

async fn list(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let paging = Paging::read(&request, Some(PER_PAGE))?;
    let (products, cards, prices, total) = match filters::read(&shop, &request).await? {
        Wanted::Nothing => (Vec::new(), Vec::new(), Prices::load(&shop, &[]).await?, 0),
        Wanted::Products(selection) => {
            let ids = service::selection::page(&shop.db, &selection, paging.skip(), paging.limit()).await?;
            let total = service::selection::count(&shop.db, &selection).await?;
            let (products, cards, prices) = load(&shop, &ids).await?;
            (products, cards, prices, total)
        }
        Wanted::Variations(filter) => {
            let (ids, total) =
                full::list_variations(&shop.db, &filter, paging.skip(), paging.limit()).await?;
            let (products, cards, prices) = load_variations(&shop, &ids).await?;
            (products, cards, prices, total)
        }
    };
    let document = Document::json(&products)
        .tagged(prices.tags(&cards))
        .tagged(["catalog".to_owned(), search::MEANINGS_TAG.to_owned()])
        .changing_at(prices.changes_at(&cards));
    Ok(paging.describe(document, &request, &absolute(&shop, LIST_URL), total))
}

/// These products, in this order.
async fn load(shop: &PublicShop, ids: &[i64]) -> Result<(Vec<Product>, Vec<Card>, Prices), AppError> {
    let cards = service::cards(&shop.db, ids).await?;
    let full = full::full_products(&shop.db, ids).await?;
    let summaries = reviews::service::summaries(&shop.db, ids).await?;
    let prices = Prices::load(shop, &cards).await?;
    let context = ProductContext { origin: &shop.origin, messages: shop.messages, prices: &prices };
    let products = cards
        .iter()
        .filter_map(|card| Some(context.product(card, full.get(&card.id.0)?, summaries.get(&card.id.0))));
    let products = products.collect();
    Ok((products, cards, prices))
}

async fn load_variations(
    shop: &PublicShop,
    ids: &[full::VariationIds],
) -> Result<(Vec<Product>, Vec<Card>, Prices), AppError> {
    let mut parents: Vec<i64> = ids.iter().map(|ids| ids.product_id).collect();
    parents.sort_unstable();
    parents.dedup();
    let cards = service::cards(&shop.db, &parents).await?;
    let full = full::full_products(&shop.db, &parents).await?;
    let prices = Prices::load(shop, &cards).await?;
    let context = ProductContext { origin: &shop.origin, messages: shop.messages, prices: &prices };
    let products = ids.iter().filter_map(|ids| {
        let card = cards.iter().find(|card| card.id.0 == ids.product_id)?;
        let variation = card.variations.iter().find(|one| one.id.0 == ids.id)?;
        Some(context.variation(card, full.get(&ids.product_id)?, variation))
    });
    let products = products.collect();
    Ok((products, cards, prices))
}

/// One product or variation by its id, or one product by its slug.
async fn product(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let name = request.path("id");
    let by_id: Option<i64> = name.parse().ok();
    let (products, cards, prices) = match by_id {
        Some(id) => {
            let item = service::find_item(&shop.db, id).await?;
            let item = item.ok_or_else(|| unknown("woocommerce_rest_product_invalid_id"))?;
            match item.variation {
                Some(variation) => {
                    let ids = full::VariationIds { id: variation.0, product_id: item.product.0 };
                    load_variations(&shop, &[ids]).await?
                }
                None => load(&shop, &[item.product.0]).await?,
            }
        }
        None => {
            let id = full::find_id_by_slug(&shop.db, name).await?;
            load(&shop, &[id.ok_or_else(|| unknown("woocommerce_rest_product_invalid_slug"))?]).await?
        }
    };
    let product = products.first().ok_or_else(|| unknown("woocommerce_rest_product_invalid_id"))?;
    Ok(Document::json(product)
        .with_header(ALLOW, "GET".to_owned())
        .tagged(prices.tags(&cards))
        .changing_at(prices.changes_at(&cards)))
}

fn unknown(code: &'static str) -> AppError {
    missing(code, msg::store_api::PRODUCT_MISSING)
}
