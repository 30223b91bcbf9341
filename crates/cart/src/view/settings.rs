//! The shop owner's settings for the cart.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "cart.ts")]
pub struct CartSettings {
    /// Redirect to the cart page after adding.
    pub redirect_after_add: bool,
    /// Submit product forms without leaving the page.
    pub ajax_add: bool,
    /// Selectors of product forms that are submitted normally even so.
    pub skip: Vec<String>,
    pub auto_open: bool,
    /// Close the panel of coupons and shipping after a success.
    pub auto_close: bool,
    pub layout: CartLayout,
    /// In the card layout: the actions of a line slide over its card.
    pub card_flip: bool,
    /// `always_show`, `hide_empty`; anything else hides the basket.
    pub show_basket: String,
    /// Both in milliseconds.
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
