//! Checks before an order is placed: the cart, and the velocity of attempts.

use cart::{
    rules::{Refusal, ShippingMethod},
    service::{Contents, Line, holds},
};
use edge::{AppError, Shop, Visitor, session::TokenHash};
use kernel::{Message, Quantity, msg};
use payments::{PaymentContext, service::attempts};

use super::PlaceOrder;
use crate::store;

/// Returns every reason why the cart cannot be ordered as it is.
pub fn validate_cart(
    shop: &Shop,
    contents: &Contents,
    stock: &[(String, Quantity)],
    command: &PlaceOrder,
    ships: bool,
) -> Vec<Message> {
    let named = |line: &Line, problem: Message| {
        let problem = shop.messages.text(problem);
        msg::checkout::LINE_PROBLEM.with("name", line.name.clone()).with("problem", problem)
    };
    let mut why = Vec::new();
    for line in &contents.lines {
        match &line.refusal {
            None => {}
            Some(Refusal::OutOfStock { .. }) => {
                why.push(msg::checkout::STOCK_GONE.with("name", line.name.clone()));
            }
            // This message already names the product.
            Some(refusal @ Refusal::NotForSale { .. }) => why.push(refusal.message_in_cart(&line.name)),
            Some(refusal) => why.push(named(line, refusal.message_in_cart(&line.name))),
        }
    }
    // The limit counts the whole cart: single products and bundle items.
    for (sku, _) in stock.iter().filter(|(_, quantity)| *quantity > holds::MAX_QUANTITY_PER_SKU) {
        let limit_message = msg::cart::MAX_STOCK.with("quantity", holds::MAX_QUANTITY_PER_SKU.to_string());
        let holds_it = |line: &&Line| line.stock_demand().any(|(taken, _)| taken == sku);
        why.extend(contents.lines.iter().find(holds_it).map(|line| named(line, limit_message)));
    }
    if ships && contents.chosen_method().is_none_or(|method| is_pickup_unasked(contents, method)) {
        why.push(msg::checkout::NO_SHIPPING.into());
    }
    if !command.agreed_total.covers(contents.totals.total) {
        why.push(msg::checkout::TOTAL_CHANGED.into());
    }
    why
}

/// Whether another method was chosen that brings the goods, which this place does not have. The form that comes back shows
/// what is left.
fn is_pickup_unasked(contents: &Contents, offered: &ShippingMethod) -> bool {
    let wanted = contents.shipping_address.method;
    !offered.travels() && wanted.is_some_and(|wanted| wanted != offered.id)
}

pub async fn hold_refusal_message(
    context: &PaymentContext,
    outcome: &holds::HoldOutcome,
) -> Result<Message, AppError> {
    Ok(match outcome {
        holds::HoldOutcome::OutOfStock(sku) => {
            let name = store::product_name_by_sku(&context.db, sku).await?.unwrap_or_default();
            msg::checkout::STOCK_GONE.with("name", name)
        }
        _ => msg::checkout::MANY_HOLDS.into(),
    })
}

/// Limits payment attempts and declines per session and per address, against card testing. While `alarmed` (guests
/// only), an address gets a third of its attempts. Counted in the database, so that the limit holds even when the rate
/// limiter does not. Returns the message to show if a limit is reached.
pub async fn check_velocity(
    context: &PaymentContext,
    db: &mut sqlx::PgConnection,
    token: &TokenHash,
    visitor: &Visitor,
    alarmed: bool,
) -> Result<Option<Message>, AppError> {
    let now = context.clock.now();
    let address = visitor.address.0.to_string();
    let recent = attempts::recent_attempts(db, token, &address, now).await?;
    // Orders to be paid later count too: they cost the buyer nothing, and each one sends emails.
    let unpaid = orders::service::recent_unpaid_orders(db, token, &address, now).await?;
    let address_limit = if alarmed { 10 } else { 30 };
    let limits = [
        (recent.declined_by_session, 5),
        (recent.declined_by_address, 10),
        (recent.by_session_in_a_minute + unpaid.by_session_in_a_minute, 3),
        (recent.by_session_in_an_hour + unpaid.by_session_in_an_hour, 20),
        (recent.by_address_in_ten_minutes + unpaid.by_address_in_ten_minutes, address_limit),
    ];
    let is_limited = limits.iter().any(|(count, limit)| *count >= limit * context.rate_factor);
    Ok(is_limited.then(|| msg::common::TOO_MANY.into()))
}
