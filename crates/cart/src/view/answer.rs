use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

/// JSON of the cart's calls: the current cart, or why a product was not added.
#[derive(Debug, Default, Serialize, TS)]
#[ts(export_to = "cart.ts", optional_fields)]
pub struct CartAnswer {
    /// HTML by the selector of the element it replaces. Empty: the cart changed, but could not be rendered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fragments: Option<BTreeMap<String, String>>,
    /// Changes with the items and quantities of the cart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cart_hash: Option<String>,
    /// The product was refused; `product_url` or `notice` is set as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<bool>,
    /// Page on which the shopper has to choose options first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_url: Option<String>,
    /// The reason, as HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
}

impl CartAnswer {
    pub fn changed(fragments: BTreeMap<String, String>, cart_hash: &str) -> Self {
        Self { fragments: Some(fragments), cart_hash: Some(cart_hash.to_owned()), ..Self::default() }
    }

    pub fn choose_at(product_url: &str) -> Self {
        Self { error: Some(true), product_url: Some(product_url.to_owned()), ..Self::default() }
    }

    pub fn refused(notice: String) -> Self {
        Self { error: Some(true), notice: Some(notice), ..Self::default() }
    }
}
