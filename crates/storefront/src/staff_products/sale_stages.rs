//! What shoppers see before, in and after a sale, by the calculator of the shop's own pages.

use catalog::{Card, ProductKind};
use chrono::{DateTime, Utc};
use edge::{AppError, Shop};
use kernel::{Message, Zone, msg};
use pricing::rules::{SaleStage, SaleStageKind};

use super::view::{SaleStageView, SaleStagesView};
use crate::pages::price_calculator::PriceCalculator;

/// `None`: shoppers cannot see the product, its variations or parts have the prices, or no sale lowers its price.
pub async fn sale_stages(shop: &Shop, zone: &Zone, product: i64) -> Result<Option<SaleStagesView>, AppError> {
    let now = shop.clock.now();
    let cards = catalog::service::cards(&shop.db, &[product]).await?;
    let Some(card) = cards.first().filter(|card| card.kind == ProductKind::Simple) else { return Ok(None) };
    let Some(offer) = &card.offer else { return Ok(None) };
    let stages = offer.sale_stages(now);
    if stages.is_empty() {
        return Ok(None);
    }
    let calculator = PriceCalculator::load(&shop.settings, now).await?;
    let stages = stages.iter().map(|stage| view(shop, zone, &calculator, card, stage, now)).collect();
    Ok(Some(SaleStagesView { zone: zone.name().to_owned(), stages }))
}

fn view(
    shop: &Shop,
    zone: &Zone,
    calculator: &PriceCalculator,
    card: &Card,
    stage: &SaleStage,
    now: DateTime<Utc>,
) -> SaleStageView {
    // As the page of the product asks at that moment: other discounts begin and end too.
    let calculator = calculator.at(stage.moment(now));
    let countdown = calculator.countdown(card, shop.messages).map(|one| {
        let text = format!("{}…{}", one.before, one.after);
        shop.messages.text(msg::staff_products::STAGE_COUNTDOWN.with("text", text))
    });
    SaleStageView {
        label: shop.messages.text(match stage.kind {
            SaleStageKind::Before => msg::staff_products::STAGE_BEFORE,
            SaleStageKind::Running => msg::staff_products::STAGE_RUNNING,
            SaleStageKind::After => msg::staff_products::STAGE_AFTER,
        }),
        when: shop.messages.text(when(zone, stage)),
        price: calculator.price_view(card),
        countdown,
        is_now: stage.contains(now),
    }
}

fn when(zone: &Zone, stage: &SaleStage) -> Message {
    use msg::staff_products as text;
    let time = |moment| zone.date_time(moment);
    match (stage.from, stage.until) {
        (Some(from), Some(until)) => text::STAGE_BETWEEN.with("from", time(from)).with("until", time(until)),
        (Some(from), None) => text::STAGE_FROM.with("time", time(from)),
        (None, Some(until)) => text::STAGE_UNTIL.with("time", time(until)),
        (None, None) => text::STAGE_ALWAYS.into(),
    }
}
