//! What keeps a cart from becoming an order, and a buyer from trying.

use cart::{
    rules::Refusal,
    store::{Contents, Line, holds},
};
use edge::{AppError, Shop, Visitor, session::TokenHash};
use kernel::{Message, Quantity, msg};
use payments::store as attempts;

use super::Wish;
use crate::{store, till::Till};

/// Everything that keeps a cart from becoming an order as it is.
pub fn unfit(
    shop: &Shop,
    contents: &Contents,
    stock: &[(String, Quantity)],
    wish: &Wish,
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
            // Its words name the product already.
            Some(refusal @ Refusal::NotForSale { .. }) => why.push(refusal.message_in_cart(&line.name)),
            Some(refusal) => why.push(named(line, refusal.message_in_cart(&line.name))),
        }
    }
    // Over the whole cart: alone and in boxes.
    for (sku, _) in stock.iter().filter(|(_, quantity)| *quantity > holds::MOST_OF_ONE) {
        let most = msg::cart::MAX_STOCK.with("quantity", holds::MOST_OF_ONE.to_string());
        let holds_it = |line: &&Line| line.takes().any(|(taken, _)| taken == sku);
        why.extend(contents.lines.iter().find(holds_it).map(|line| named(line, most)));
    }
    if ships && contents.totals.chosen.is_none() {
        why.push(msg::checkout::NO_SHIPPING.into());
    }
    if wish.seen_total != Some(contents.totals.total) {
        why.push(msg::checkout::TOTAL_CHANGED.into());
    }
    why
}

pub async fn why_not_held(till: &Till, answer: &holds::Answer) -> Result<Message, AppError> {
    Ok(match answer {
        holds::Answer::Short(sku) => {
            let name = store::name_of_sku(&till.db, sku).await?.unwrap_or_default();
            msg::checkout::STOCK_GONE.with("name", name)
        }
        _ => msg::checkout::MANY_HOLDS.into(),
    })
}

/// Cards are tried out where nobody counts: whoever tries or is declined too often waits. While most tries of the whole
/// shop fail, guests may try a third as often. Counted in the database, so that it holds when nothing else does.
pub async fn too_often(
    till: &Till,
    db: &mut sqlx::PgConnection,
    token: &TokenHash,
    visitor: &Visitor,
    alarmed: bool,
) -> Result<Option<Message>, AppError> {
    let now = till.clock.now();
    let address = visitor.address.0.to_string();
    let tries = attempts::tries(db, token, &address, now).await?;
    // An order that is to be paid later costs nobody anything but the shop, and writes to whom it names.
    let unpaid = store::unpaid_lately(db, token, &address, now).await?;
    let of_address = if alarmed { 10 } else { 30 };
    let limits = [
        (tries.declined_by_session, 5),
        (tries.declined_by_address, 10),
        (tries.by_session_in_a_minute + unpaid.by_session_in_a_minute, 3),
        (tries.by_session_in_an_hour + unpaid.by_session_in_an_hour, 20),
        (tries.by_address_in_ten_minutes + unpaid.by_address_in_ten_minutes, of_address),
    ];
    let wait = limits.iter().any(|(count, most)| *count >= most * till.factor);
    Ok(wait.then(|| msg::content::TOO_MANY.into()))
}
