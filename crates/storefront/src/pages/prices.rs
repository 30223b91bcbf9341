//! Calls 11, 12, 13 and 15: what something costs now, what more pieces save, and whether a sale is over.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use catalog::{Card, Kind, Variation, store};
use edge::{AppError, Fields, Shop, Visitor, kept::Keep, regions::Regions, session};
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
    till::Till,
    view::{DiscountSettings, DiscountTableAnswer, PriceAnswer, QuantityPriceAnswer, SaleEndedAnswer},
};
use crate::layout::setting;

impl Keep for DiscountSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        Ok(setting(db, "discounts").await?.unwrap_or_default())
    }
}

/// A product or a variation, by its number; other fields, a price among them, are not read.
#[derive(Debug, Deserialize)]
pub struct Asked {
    #[serde(default)]
    id: String,
    #[serde(default)]
    qty: String,
}

/// Something that a number on the wire names.
struct Item {
    card: Card,
    /// Its place among the product's variations.
    variation: Option<usize>,
}

impl Item {
    fn variation(&self) -> Option<&Variation> {
        self.card.variations.get(self.variation?)
    }

    /// What it costs when so much is bought. A product with variations costs what the cheapest does.
    fn price(&self, till: &Till, quantity: Quantity) -> Option<PriceView> {
        let quantity = quantity.max(self.card.min);
        let prices: Vec<Price> = match self.variation() {
            Some(one) => vec![till.of_variation(&self.card, one, quantity)],
            None => {
                let offers = self.card.offers();
                offers.iter().map(|(offer, subject)| till.price(offer, subject, quantity)).collect()
            }
        };
        PriceView::cheapest(&prices)
    }

    fn kind(&self) -> ProductType {
        match (self.variation, self.card.kind) {
            (Some(_), _) => ProductType::Variation,
            (None, Kind::Variable) => ProductType::Variable,
            (None, Kind::External) => ProductType::External,
            (None, Kind::Bundle) => ProductType::Bundle,
            (None, Kind::Simple) => ProductType::Simple,
        }
    }
}

async fn find(shop: &Shop, id: &str) -> sqlx::Result<Option<Item>> {
    let Some(id) = id.parse::<i64>().ok().filter(|id| *id > 0) else { return Ok(None) };
    let Some((product, variation)) = store::find_item(&shop.read, id).await? else { return Ok(None) };
    let Some(card) = store::cards(&shop.read, &[product.0]).await?.pop() else { return Ok(None) };
    let place = variation.map(|id| card.variations.iter().position(|one| one.id == id));
    match place {
        // Gone between two questions.
        Some(None) => Ok(None),
        place => Ok(Some(Item { variation: place.flatten(), card })),
    }
}

/// Call 11: one variation, or product, at its least quantity.
pub async fn of_variation(
    State(shop): State<Shop>,
    Fields(asked): Fields<Asked>,
) -> Result<Json<PriceAnswer>, AppError> {
    let till = Till::open(&shop.kept, shop.clock.now()).await?;
    let Some(item) = find(&shop, &asked.id).await? else { return Ok(Json(PriceAnswer::default())) };
    let price = item.price(&till, item.card.min);
    Ok(Json(price.map_or_else(PriceAnswer::default, |price| PriceAnswer {
        status: 1,
        price_html: price_html(&price, shop.messages),
        price: Some(price),
    })))
}

/// Call 13: the same for the quantity that was typed.
pub async fn of_quantity(
    State(shop): State<Shop>,
    Fields(asked): Fields<Asked>,
) -> Result<Json<QuantityPriceAnswer>, AppError> {
    let till = Till::open(&shop.kept, shop.clock.now()).await?;
    let quantity = Quantity::parse(&asked.qty).ok().filter(|quantity| !quantity.is_zero());
    let (Some(quantity), Some(item)) = (quantity, find(&shop, &asked.id).await?) else {
        return Ok(Json(QuantityPriceAnswer::default()));
    };
    let Some(price) = item.price(&till, quantity) else { return Ok(Json(QuantityPriceAnswer::default())) };
    let whole = Item { card: item.card.clone(), variation: None };
    let has_single_price = whole.price(&till, quantity).is_some_and(|price| !price.from);
    Ok(Json(QuantityPriceAnswer {
        status: 1,
        price_html: price_html(&price, shop.messages),
        price: Some(price),
        product_type: Some(item.kind()),
        has_single_price: i32::from(has_single_price),
        parent_id: item.card.id.to_string(),
    }))
}

/// Call 12 has no answer for a question without its number: it is refused.
#[derive(Debug, Deserialize)]
pub struct AskedTable {
    id: String,
}

const TABLE: &str = "discount-table";

/// Call 12: what more pieces save. Staff is also led to the rules behind it.
pub async fn table(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(asked): Fields<AskedTable>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let till = Till::open(&shop.kept, now).await?;
    let Some(item) = find(&shop, &asked.id).await? else { return as_text(&DiscountTableAnswer::default()) };
    let (rows, from) = till.table(&item.card, item.variation());
    if rows.is_empty() {
        return as_text(&DiscountTableAnswer::default());
    }
    let settings = shop.kept.get::<DiscountSettings>().await?;
    let is_staff = session::is_staff(&shop.db, &visitor, now).await?;
    let url = settings.settings_url.clone().filter(|_| is_staff);
    let view = DiscountTableView::new(&rows, from, url);
    let mut drawn = Regions::new().with(TABLE, &view).draw(&shop.renderer).await?;
    let html = drawn.remove(TABLE).unwrap_or_default();
    as_text(&DiscountTableAnswer { html, table: Some(view), ..DiscountTableAnswer::default() })
}

/// JSON that is not told to be JSON: the plugin whose call this is parses the text itself.
fn as_text(answer: &DiscountTableAnswer) -> Result<Response, AppError> {
    let text = serde_json::to_string(answer).expect("an answer is plain data");
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[derive(Debug, Deserialize)]
pub struct Ended {
    product_id: String,
}

/// Call 15: a browser's countdown has ended. Nothing is changed here; the clock has ended the sale, or has not.
pub async fn sale_ended(
    State(shop): State<Shop>,
    Fields(ended): Fields<Ended>,
) -> Result<Json<SaleEndedAnswer>, AppError> {
    let now = shop.clock.now();
    let item = find(&shop, &ended.product_id).await?;
    let runs = item.as_ref().is_some_and(|item| {
        let offer = item.variation().map(|one| one.offer).or(item.card.offer);
        offer.is_some_and(|offer| offer.at(now).regular.is_some())
    });
    Ok(Json(SaleEndedAnswer { cron: item.is_some() && !runs }))
}
