//! The trial: what the shop answers to a selection of the bundle as the form has it. Prices, stock and refusals are computed by
//! what adds bundles to carts.

use std::collections::{BTreeMap, HashMap};

use bundles::{
    BundleView, LoadedBundle,
    rules::{SelectionItem, Verdict},
    view::{BundleItemView, BundleOptionView, ViewContext},
};
use cart::service::{SelectionTrial, try_selection};
use catalog::service::{cards_in, edit, staff_list::StaffRow};
use edge::AppError;
use kernel::{Money, Quantity, msg};

use super::{page::BundlePage, texts, view::*};
use crate::{pages::price_calculator::PriceCalculator, staff_products::view::Choice};

/// What a shopper has chosen: the fields of the shop's own form.
type Chosen = HashMap<String, String>;

pub async fn view(
    page: &BundlePage<'_>,
    rows: &HashMap<i64, StaffRow>,
    action: Option<String>,
) -> Result<BundleTrialView, AppError> {
    let (shop, messages) = (page.shop, page.shop.messages);
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now()).await?;
    let mut db = shop.db.acquire().await?;
    let set = LoadedBundle::with_fields(&mut db, &page.read.fields).await?;
    let own = cards_in(&mut db, &[page.product.id]).await?.pop();
    let own_stock = edit::online_stock(&mut *db, std::slice::from_ref(&page.product.fields.sku)).await?.pop();
    drop(db);
    let own_price = own
        .as_ref()
        .and_then(|card| Some(calculator.price(card.offer.as_ref()?, &card.subject(None), card.min).amount))
        .or_else(|| page.product.fields.regular_minor.map(Money::from_minor));
    let prices = calculator.part_prices();
    let context = ViewContext {
        product_id: page.product.id.to_string(),
        action: String::new(),
        own_price,
        prices,
        pictures: HashMap::new(),
        product_url: cart::view::product_url,
    };
    let shown = BundleView::new(&set, context);
    let (chosen, is_default) = choose(&shown, page.trial);
    let trial = try_selection(&set, &chosen, own_price, &prices);
    let parts: HashMap<&str, SelectionItem> =
        set.rows().map(|(item, _)| item.key.as_str()).zip(set.parts(&trial.picks, &prices)).collect();
    let terms = set.terms(own_price);
    let line = |item: &BundleItemView| {
        let part = parts.get(item.key.as_str()).filter(|part| terms.includes(part));
        let cost = part.filter(|_| terms.fixed_price.is_none());
        let option = |one: &BundleOptionView| Choice {
            value: format!("{}/{}", one.id, one.attrs),
            label: one.label.clone(),
        };
        BundleTrialLine {
            key: item.key.clone(),
            name: item.name.clone(),
            quantity: chosen.get(&format!("qty_{}", item.key)).cloned().unwrap_or_default(),
            options: if item.needs_choice { item.options.iter().map(option).collect() } else { Vec::new() },
            picked: chosen.get(&format!("pick_{}", item.key)).cloned().unwrap_or_default(),
            cost: cost.and_then(|part| part.price.times(part.quantity)).map(Money::format),
            is_unavailable: item.is_unpurchasable,
        }
    };
    let lines = shown.items.iter().map(line).collect();
    let alert = trial.refusal.as_ref().map(|refusal| messages.text(refusal.message()));
    let total = |amount: fn(&Verdict) -> Money| trial.verdict.as_ref().map_or(Money::ZERO, amount).format();
    let own_left = own_stock.and_then(|level| level.on_hand.checked_sub(level.reserved));
    Ok(BundleTrialView {
        action,
        lines,
        before: total(|verdict| verdict.before),
        saved: trial.verdict.as_ref().and_then(Verdict::saved).map(Money::format),
        total: total(|verdict| verdict.total),
        advice: (alert.is_some() && is_default && !page.read.fields.parts.is_empty())
            .then(|| messages.text(msg::staff_bundles::DEFAULT_REFUSED)),
        stock: alert.is_none().then(|| stock(page, &set, &trial, own_left.unwrap_or(Quantity::ZERO))),
        alert,
        warnings: warnings(page, rows),
    })
}

/// What the form has of the trial; what it has not is as the shop's page begins, with the first option that can be bought.
fn choose(shown: &BundleView, form: Option<&Chosen>) -> (Chosen, bool) {
    let mut chosen = Chosen::new();
    let mut is_default = true;
    for item in &shown.items {
        let (quantity, pick) = (format!("qty_{}", item.key), format!("pick_{}", item.key));
        let given = |name: &str| form.and_then(|form| form.get(name)).cloned();
        let start = item.quantity.to_string();
        let typed = given(&quantity);
        is_default &= typed.as_ref().is_none_or(|typed| *typed == start);
        chosen.insert(quantity, typed.unwrap_or(start));
        if item.needs_choice {
            let first = item.options.iter().find(|one| !one.is_unpurchasable);
            let first = first.map(|one| format!("{}/{}", one.id, one.attrs)).unwrap_or_default();
            chosen.insert(pick.clone(), given(&pick).unwrap_or(first));
        }
    }
    (chosen, is_default)
}

/// How often the selection can be sold: as often as its scarcest part, and as the bundle's own stock allows.
fn stock(page: &BundlePage<'_>, set: &LoadedBundle, trial: &SelectionTrial, own: Quantity) -> String {
    let mut wanted: BTreeMap<(i64, Option<i64>), i64> = BTreeMap::new();
    for part in set.chosen_items(&trial.picks) {
        let sum = wanted.entry((part.product.0, part.variation.map(|id| id.0))).or_default();
        *sum = sum.saturating_add(part.quantity.as_units());
    }
    let mut least = (own.as_units() / Quantity::UNITS_PER_ONE, page.product.fields.name.as_str());
    for ((product, variation), units) in wanted {
        let Some(card) = set.cards().find(|card| card.id.0 == product) else { continue };
        let chosen = card.variations.iter().find(|one| Some(one.id.0) == variation);
        let left = chosen.map_or(card.available, |one| one.available).as_units();
        let sets = left.checked_div(units).unwrap_or_default();
        if sets < least.0 {
            least = (sets, card.name.as_str());
        }
    }
    let key = msg::staff_bundles::SELLABLE;
    page.shop.messages.text(key.with("count", least.0.max(0)).with("name", least.1))
}

/// Each part that cannot be bought, and what the shop does with it.
fn warnings(page: &BundlePage<'_>, rows: &HashMap<i64, StaffRow>) -> Vec<String> {
    let messages = page.shop.messages;
    let fields = &page.read.fields;
    let each = fields.parts.iter().filter_map(|part| {
        let row = rows.get(&part.product);
        let why = texts::fault(messages, page.product.id, part, row)?;
        let name = row.map_or_else(|| messages.text(msg::staff_bundles::PART_GONE), |row| row.name.clone());
        let key = match (fields.excludes_unpurchasable, part.is_optional) {
            (true, _) => msg::staff_bundles::WARNING_LEFT_OUT,
            (false, true) => msg::staff_bundles::WARNING_OPTIONAL,
            (false, false) => msg::staff_bundles::WARNING_STOPS,
        };
        Some(messages.text(key.with("name", name).with("why", why)))
    });
    each.collect()
}
