//! A bundle's form: the selection that scripts write, or the plain fields of a browser without them.

use std::collections::{BTreeMap, HashMap};

use bundles::{
    Chosen, Pick, Prices, Set,
    rules::{self, Refused},
};
use chrono::{DateTime, Utc};
use edge::AppError;
use kernel::{Money, ProductId, Quantity};
use sqlx::PgConnection;

use crate::store::Settings;

/// The field that a script writes its selection into.
pub const SELECTION: &str = "woosb_ids";

/// The parts that were picked, if they may be sold together. Every rule is asked again here.
pub async fn choose(
    settings: &Settings,
    db: &mut PgConnection,
    product: ProductId,
    fields: &HashMap<String, String>,
    now: DateTime<Utc>,
) -> Result<Result<Vec<Chosen>, Refused>, AppError> {
    let Some(set) = Set::open(db, &[product.0]).await?.remove(&product.0) else {
        return Ok(Err(Refused::Forged));
    };
    let prices = Prices { rules: &settings.rules, settings: &settings.bundles, now };
    Ok(decide(&set, fields, &prices))
}

fn decide(set: &Set, fields: &HashMap<String, String>, prices: &Prices<'_>) -> Result<Vec<Chosen>, Refused> {
    let picks = match fields.get(SELECTION).filter(|text| !text.is_empty()) {
        Some(text) => rules::parse(text).map_err(|_| Refused::Forged)?,
        None => plain(set, fields)?,
    };
    set.check(&picks)?;
    match set.judge(&picks, Some(Money::ZERO), prices).problem {
        Some(problem) => Err(problem.into()),
        None => Ok(set.chosen(&picks)),
    }
}

/// `qty_KEY`, brought between its limits as a script would, and `pick_KEY` where there is a choice.
fn plain(set: &Set, fields: &HashMap<String, String>) -> Result<Vec<Pick>, Refused> {
    let mut picks = Vec::new();
    // A button that knows no rows, such as a card's, has picked nothing.
    if !fields.keys().any(|name| name.starts_with("qty_")) {
        return Ok(picks);
    }
    for (item, card) in set.rows() {
        let typed = fields.get(&format!("qty_{}", item.key)).map_or("", String::as_str);
        let quantity = Quantity::parse(typed).unwrap_or(Quantity::ZERO);
        let quantity = quantity.clamp(item.min, item.max.unwrap_or(Quantity::MAX).max(item.min));
        let gone = !card.is_some_and(|card| bundles::set::is_purchasable(item, card));
        if quantity.is_zero() || (gone && !item.is_optional) {
            continue;
        }
        let picked = fields.get(&format!("pick_{}", item.key)).filter(|text| !text.is_empty());
        let pick = match picked.and_then(|text| text.split_once('/')) {
            Some((id, attrs)) => rules::parse(&format!("{id}/{}/{quantity}/{attrs}", item.key))
                .ok()
                .and_then(|mut picks| picks.pop())
                .ok_or(Refused::Forged)?,
            None => Pick { id: item.product.0, key: item.key.clone(), quantity, choices: BTreeMap::new() },
        };
        picks.push(pick);
    }
    Ok(picks)
}
