//! Calls 11, 12, 13 and 15: current prices, quantity discounts, and whether a sale has ended.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use catalog::{Card, ProductKind, Variation, service};
use edge::{AppError, Fields, Shop, Visitor, regions::Regions, session, settings_cache::Cached};
use http::header;
use kernel::Quantity;
use pricing::{
    Price, PriceView,
    html::price_html,
    view::{DiscountTableView, ProductType},
};
use serde::Deserialize;
use sqlx::PgPool;

use super::{
    price_calculator::PriceCalculator,
    view::{DiscountSettings, DiscountTableAnswer, PriceAnswer, QuantityPriceAnswer, SaleEndedAnswer},
};
use crate::store::find_setting;

impl Cached for DiscountSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        Ok(find_setting(db, "discounts").await?.unwrap_or_default())
    }
}

/// Id of a product or a variation; other fields, such as a price, are ignored.
#[derive(Debug, Deserialize)]
pub struct PriceForm {
    #[serde(default)]
    id: String,
    #[serde(default)]
    qty: String,
}

/// A product or one of its variations.
struct Item {
    card: Card,
    /// Index in the product's variations.
    variation: Option<usize>,
}

impl Item {
    fn variation(&self) -> Option<&Variation> {
        self.card.variations.get(self.variation?)
    }

    /// Returns the price at this quantity. A product with variations has the price of the cheapest one.
    fn price(&self, calculator: &PriceCalculator, quantity: Quantity) -> Option<PriceView> {
        let quantity = quantity.max(self.card.min);
        let prices: Vec<Price> = match self.variation() {
            Some(one) => vec![calculator.variation_price(&self.card, one, quantity)],
            None => {
                let offers = self.card.offers();
                offers.iter().map(|(offer, subject)| calculator.price(offer, subject, quantity)).collect()
            }
        };
        PriceView::cheapest(&prices)
    }

    fn kind(&self) -> ProductType {
        match (self.variation, self.card.kind) {
            (Some(_), _) => ProductType::Variation,
            (None, ProductKind::Variable) => ProductType::Variable,
            (None, ProductKind::External) => ProductType::External,
            (None, ProductKind::Bundle) => ProductType::Bundle,
            (None, ProductKind::Simple) => ProductType::Simple,
        }
    }
}

async fn find(shop: &Shop, id: &str) -> sqlx::Result<Option<Item>> {
    let Some(id) = id.parse::<i64>().ok().filter(|id| *id > 0) else { return Ok(None) };
    let Some(ids) = service::find_item(&shop.read_db, id).await? else { return Ok(None) };
    let Some(card) = service::cards(&shop.read_db, &[ids.product.0]).await?.pop() else { return Ok(None) };
    let position = ids.variation.map(|id| card.variations.iter().position(|one| one.id == id));
    match position {
        // Deleted between the two queries.
        Some(None) => Ok(None),
        position => Ok(Some(Item { variation: position.flatten(), card })),
    }
}

/// Call 11: the price of a variation or product at its minimum quantity.
pub async fn variation_price(
    State(shop): State<Shop>,
    Fields(form): Fields<PriceForm>,
) -> Result<Json<PriceAnswer>, AppError> {
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now()).await?;
    let Some(item) = find(&shop, &form.id).await? else { return Ok(Json(PriceAnswer::default())) };
    let price = item.price(&calculator, item.card.min);
    Ok(Json(price.map_or_else(PriceAnswer::default, |price| PriceAnswer {
        status: 1,
        price_html: price_html(&price, shop.messages),
        price: Some(price),
    })))
}

/// Call 13: the price at the typed quantity.
pub async fn quantity_price(
    State(shop): State<Shop>,
    Fields(form): Fields<PriceForm>,
) -> Result<Json<QuantityPriceAnswer>, AppError> {
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now()).await?;
    let quantity = Quantity::parse(&form.qty).ok().filter(|quantity| !quantity.is_zero());
    let (Some(quantity), Some(item)) = (quantity, find(&shop, &form.id).await?) else {
        return Ok(Json(QuantityPriceAnswer::default()));
    };
    let Some(price) = item.price(&calculator, quantity) else {
        return Ok(Json(QuantityPriceAnswer::default()));
    };
    let product = Item { card: item.card.clone(), variation: None };
    let has_single_price = product.price(&calculator, quantity).is_some_and(|price| !price.from);
    Ok(Json(QuantityPriceAnswer {
        status: 1,
        price_html: price_html(&price, shop.messages),
        price: Some(price),
        product_type: Some(item.kind()),
        has_single_price: i32::from(has_single_price),
        parent_id: item.card.id.to_string(),
    }))
}

/// Call 12 refuses a request without an id.
#[derive(Debug, Deserialize)]
pub struct DiscountTableForm {
    id: String,
}

const TABLE: &str = "discount-table";

/// Call 12: the quantity discounts. Staff also gets a link to the rules.
pub async fn discount_table(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<DiscountTableForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let calculator = PriceCalculator::load(&shop.settings, now).await?;
    let Some(item) = find(&shop, &form.id).await? else { return as_text(&DiscountTableAnswer::default()) };
    let (rows, from) = calculator.discount_table(&item.card, item.variation());
    if rows.is_empty() {
        return as_text(&DiscountTableAnswer::default());
    }
    let settings = shop.settings.get::<DiscountSettings>().await?;
    let is_staff = session::is_staff(&shop.db, &visitor, now).await?;
    let url = settings.settings_url.clone().filter(|_| is_staff);
    let view = DiscountTableView::new(&rows, from, url);
    let mut rendered = Regions::new().with(TABLE, &view).render(&shop.renderer).await?;
    let html = rendered.remove(TABLE).unwrap_or_default();
    as_text(&DiscountTableAnswer { html, table: Some(view), ..DiscountTableAnswer::default() })
}

/// Returns JSON as `text/plain`, because the plugin that makes this call parses the text itself.
fn as_text(answer: &DiscountTableAnswer) -> Result<Response, AppError> {
    let text = serde_json::to_string(answer).expect("an answer serializes to JSON");
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[derive(Debug, Deserialize)]
pub struct SaleEndedForm {
    product_id: String,
}

/// Call 15: a browser's countdown has ended. Reports whether the sale has ended by the server's clock; changes nothing.
pub async fn sale_ended(
    State(shop): State<Shop>,
    Fields(form): Fields<SaleEndedForm>,
) -> Result<Json<SaleEndedAnswer>, AppError> {
    let now = shop.clock.now();
    let item = find(&shop, &form.product_id).await?;
    let runs = item.as_ref().is_some_and(|item| {
        let offer = item.variation().map(|one| one.offer).or(item.card.offer);
        offer.is_some_and(|offer| offer.price_at(now).regular.is_some())
    });
    Ok(Json(SaleEndedAnswer { cron: item.is_some() && !runs }))
}
