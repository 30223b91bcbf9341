//! The owner's wishes for the cart, as they are stored and told.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The owner's wishes.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "cart.ts")]
pub struct CartSettings {
    /// Lead to the cart page after an add.
    pub redirect_after_add: bool,
    /// Product forms are sent without leaving the page.
    pub ajax_add: bool,
    /// Forms that match one of these selectors are sent as ordinary ones all the same.
    pub skip: Vec<String>,
    pub auto_open: bool,
    /// The panel of coupons and shipping closes after a success.
    pub auto_close: bool,
    pub layout: CartLayout,
    /// In cards: what can be done with a product slides up over it.
    pub card_flip: bool,
    /// `always_show`, `hide_empty`; anything else hides the basket.
    pub show_basket: String,
    /// Milliseconds.
    pub notification_time: u32,
    pub quantity_delay: u32,
}

impl Default for CartSettings {
    fn default() -> Self {
        Self {
            redirect_after_add: false,
            ajax_add: true,
            skip: Vec::new(),
            auto_open: true,
            auto_close: true,
            layout: CartLayout::Rows,
            card_flip: true,
            show_basket: "always_hide".to_owned(),
            notification_time: 5_000,
            quantity_delay: 500,
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "cart.ts")]
pub enum CartLayout {
    Rows,
    Cards,
}
