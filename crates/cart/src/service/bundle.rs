//! Reads a bundle's form: the selection field written by the script, or the plain fields of a browser without
//! script.

use std::collections::{BTreeMap, HashMap};

use bundles::{
    ChosenItem, LoadedBundle, Pick, Prices,
    rules::{self, BundleRefusal, Verdict},
};
use chrono::{DateTime, Utc};
use edge::AppError;
use kernel::{Money, ProductId, Quantity};
use sqlx::PgConnection;

use crate::store::Settings;

/// The field into which the script writes the selection.
pub const SELECTION: &str = "woosb_ids";

/// Returns the chosen items if they may be sold together. All bundle rules are checked again here.
pub async fn choose(
    settings: &Settings,
    db: &mut PgConnection,
    product: ProductId,
    fields: &HashMap<String, String>,
    now: DateTime<Utc>,
) -> Result<Result<Vec<ChosenItem>, BundleRefusal>, AppError> {
    let Some(set) = LoadedBundle::load(db, &[product.0]).await?.remove(&product.0) else {
        return Ok(Err(BundleRefusal::InvalidSelection));
    };
    let prices = Prices { rules: &settings.rules, settings: &settings.bundles, now };
    Ok(decide(&set, fields, &prices))
}

/// What a cart would do with a selection.
pub struct SelectionTrial {
    /// Why the cart refuses it.
    pub refusal: Option<BundleRefusal>,
    /// `None`: the fields are no selection.
    pub verdict: Option<Verdict>,
    pub picks: Vec<Pick>,
}

/// Tries the fields of a bundle's form as adding it to a cart does, without a cart.
pub fn try_selection(
    set: &LoadedBundle,
    fields: &HashMap<String, String>,
    own_price: Option<Money>,
    prices: &Prices<'_>,
) -> SelectionTrial {
    let refusal = decide(set, fields, prices).err();
    let picks = read(set, fields).ok();
    let verdict = picks.as_ref().map(|picks| set.judge(picks, own_price, prices));
    SelectionTrial { refusal, verdict, picks: picks.unwrap_or_default() }
}

fn read(set: &LoadedBundle, fields: &HashMap<String, String>) -> Result<Vec<Pick>, BundleRefusal> {
    match fields.get(SELECTION).filter(|text| !text.is_empty()) {
        Some(text) => rules::parse(text).map_err(|_| BundleRefusal::InvalidSelection),
        None => plain(set, fields),
    }
}

fn decide(
    set: &LoadedBundle,
    fields: &HashMap<String, String>,
    prices: &Prices<'_>,
) -> Result<Vec<ChosenItem>, BundleRefusal> {
    let picks = read(set, fields)?;
    set.check(&picks)?;
    match set.judge(&picks, Some(Money::ZERO), prices).refusal {
        Some(problem) => Err(problem.into()),
        None => Ok(set.chosen_items(&picks)),
    }
}

/// Reads `qty_KEY`, clamped to the item's limits as the script does, and `pick_KEY` where the item has a
/// choice.
fn plain(set: &LoadedBundle, fields: &HashMap<String, String>) -> Result<Vec<Pick>, BundleRefusal> {
    let mut picks = Vec::new();
    // A button without the item fields, such as a card's, selects nothing.
    if !fields.keys().any(|name| name.starts_with("qty_")) {
        return Ok(picks);
    }
    for (item, card) in set.rows() {
        let typed = fields.get(&format!("qty_{}", item.key)).map_or("", String::as_str);
        let quantity = Quantity::parse(typed).unwrap_or(Quantity::ZERO);
        let quantity = quantity.clamp(item.min, item.max.unwrap_or(Quantity::MAX).max(item.min));
        let gone = !card.is_some_and(|card| bundles::service::is_purchasable(item, card));
        if quantity.is_zero() || (gone && !item.is_optional) {
            continue;
        }
        let picked = fields.get(&format!("pick_{}", item.key)).filter(|text| !text.is_empty());
        let pick = match picked.and_then(|text| text.split_once('/')) {
            Some((id, attrs)) => rules::parse(&format!("{id}/{}/{quantity}/{attrs}", item.key))
                .ok()
                .and_then(|mut picks| picks.pop())
                .ok_or(BundleRefusal::InvalidSelection)?,
            None => Pick { id: item.product.0, key: item.key.clone(), quantity, choices: BTreeMap::new() },
        };
        picks.push(pick);
    }
    Ok(picks)
}
