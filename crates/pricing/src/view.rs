use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::rules::Price;

/// Drawn by `web/src/pricing/Price.tsx`. Amounts are already written out.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "pricing.ts")]
pub struct PriceView {
    pub amount: String,
    pub regular: Option<String>,
    pub percent_off: Option<i64>,
    /// The cheapest of several.
    pub from: bool,
}

impl PriceView {
    pub fn of(price: Price) -> Self {
        Self {
            amount: price.amount.format(),
            regular: price.regular.map(kernel::Money::format),
            percent_off: price.percent_off(),
            from: false,
        }
    }

    /// The price of a thing with choices: the cheapest one, marked as such when they differ.
    pub fn cheapest(prices: &[Price]) -> Option<Self> {
        let cheapest = *prices.iter().min_by_key(|price| price.amount)?;
        let differ = prices.iter().any(|price| price.amount != cheapest.amount);
        let view = Self::of(cheapest);
        Some(if differ { Self { from: true, regular: None, percent_off: None, ..view } } else { view })
    }
}
