//! What the cart's regions and page are told.

use catalog::PictureView;
use edge::{
    nonce::Nonces,
    regions::Regions,
    session::TokenHash,
    view::{LinkView, View},
};
use kernel::{Messages, Money, msg};
use serde::Serialize;
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::store::Line;

pub const CART_URL: &str = "/ar/cart/";
pub const SHOP_URL: &str = "/ar/shop/";
/// The action a remove link's nonce is made for.
pub const REMOVE: &str = "cart.remove";

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct CartLineView {
    pub key: String,
    pub product_id: String,
    pub name: String,
    pub detail: Option<String>,
    pub url: String,
    pub remove_url: String,
    pub picture: PictureView,
    pub quantity: String,
    pub step: String,
    pub min: String,
    pub max: Option<String>,
    pub unit_price: String,
    pub line_total: String,
    pub regular_total: Option<String>,
    pub warning: Option<String>,
}

/// Drawn by `web/src/cart/CartButton.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct CartButtonView {
    pub count: usize,
    pub cart_url: String,
}

impl View for CartButtonView {
    const COMPONENT: &'static str = "cart/CartButton";
}

/// Drawn by `web/src/cart/MiniCart.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct MiniCartView {
    pub lines: Vec<CartLineView>,
    pub subtotal: String,
    pub cart_url: String,
}

impl View for MiniCartView {
    const COMPONENT: &'static str = "cart/MiniCart";
}

/// Drawn by `web/src/cart/SideCart.island.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct SideCartView {
    pub count: usize,
    pub lines: Vec<CartLineView>,
    pub subtotal: String,
    pub cart_url: String,
    pub shop_url: String,
}

impl View for SideCartView {
    const COMPONENT: &'static str = "cart/SideCart";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct CartPageView {
    pub lines: Vec<CartLineView>,
    pub count: usize,
    pub subtotal: String,
    pub total: String,
    pub notice: Option<CartNotice>,
    pub shop_url: String,
    pub crumbs: Vec<LinkView>,
}

impl View for CartPageView {
    const COMPONENT: &'static str = "cart/CartPage";
}

/// The list and totals of the cart page, alone.
#[derive(Serialize)]
#[serde(transparent)]
pub struct CartContentsView<'a>(pub &'a CartPageView);

impl View for CartContentsView<'_> {
    const COMPONENT: &'static str = "cart/CartContents";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct CartNotice {
    pub kind: NoticeKind,
    pub text: String,
}

#[derive(Debug, Clone, Copy, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export, export_to = "cart.ts")]
pub enum NoticeKind {
    Ok,
    Error,
}

/// A cart, read once, ready to be drawn in any of its regions.
pub struct Shown {
    lines: Vec<CartLineView>,
    subtotal: Money,
    hash: String,
}

impl Shown {
    pub fn empty() -> Self {
        Self { lines: Vec::new(), subtotal: Money::ZERO, hash: String::new() }
    }

    pub fn new(
        lines: &[Line],
        token: &TokenHash,
        nonces: &Nonces,
        messages: &Messages,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Self {
        let subtotal = Money::checked_sum(lines.iter().map(Line::total)).unwrap_or(Money::ZERO);
        let views = lines.iter().map(|line| line_view(line, token, nonces, messages, now)).collect();
        Self { lines: views, subtotal, hash: hash(lines) }
    }

    /// Changes whenever an item or a quantity changes, and with nothing else.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Every region that shows the cart, drawn in one call.
    pub fn regions(&self) -> Regions {
        Regions::new()
            .with("cart-button", &CartButtonView { count: self.lines.len(), cart_url: CART_URL.to_owned() })
            .with(
                "mini-cart",
                &MiniCartView {
                    lines: self.lines.clone(),
                    subtotal: self.subtotal.format(),
                    cart_url: CART_URL.to_owned(),
                },
            )
            .with(
                "side-cart",
                &SideCartView {
                    count: self.lines.len(),
                    lines: self.lines.clone(),
                    subtotal: self.subtotal.format(),
                    cart_url: CART_URL.to_owned(),
                    shop_url: SHOP_URL.to_owned(),
                },
            )
    }

    /// The cart page also shows its own list.
    pub fn regions_for_cart_page(&self, messages: &Messages) -> Regions {
        self.regions().with("cart-page", &CartContentsView(&self.page(None, messages)))
    }

    pub fn page(&self, notice: Option<CartNotice>, messages: &Messages) -> CartPageView {
        CartPageView {
            lines: self.lines.clone(),
            count: self.lines.len(),
            subtotal: self.subtotal.format(),
            total: self.subtotal.format(),
            notice,
            shop_url: SHOP_URL.to_owned(),
            crumbs: vec![
                LinkView::new(messages.text(msg::layout::HOME), "/ar/"),
                LinkView::new(messages.text(msg::cart::TITLE), CART_URL),
            ],
        }
    }
}

fn line_view(
    line: &Line,
    token: &TokenHash,
    nonces: &Nonces,
    messages: &Messages,
    now: chrono::DateTime<chrono::Utc>,
) -> CartLineView {
    let nonce = nonces.session(REMOVE, &line.key, token, now);
    let short = line.available < line.quantity;
    CartLineView {
        url: product_url(&line.slug),
        remove_url: format!("{CART_URL}?remove_item={}&_wpnonce={nonce}", line.key),
        picture: line.picture.clone().unwrap_or_else(|| PictureView::missing("")),
        quantity: line.quantity.to_string(),
        step: line.step.to_string(),
        min: line.min.to_string(),
        max: Some(line.available.to_string()),
        unit_price: line.price.amount.format(),
        line_total: line.total().format(),
        regular_total: line.price.regular.and_then(|regular| regular.times(line.quantity)).map(Money::format),
        warning: short
            .then(|| messages.text(msg::cart::MAX_STOCK.with("quantity", line.available.to_string()))),
        key: line.key.clone(),
        product_id: line.product_id.to_string(),
        name: line.name.clone(),
        detail: line.detail.clone(),
    }
}

pub fn product_url(slug: &str) -> String {
    format!(
        "/ar/product/{}/",
        percent_encoding::utf8_percent_encode(slug, percent_encoding::NON_ALPHANUMERIC)
            .to_string()
            .replace("%2D", "-")
    )
}

fn hash(lines: &[Line]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut digest = Sha256::new();
    for line in lines {
        digest.update(format!("{}:{};", line.key, line.quantity.as_units()));
    }
    let mut text = hex::encode(digest.finalize());
    text.truncate(32);
    text
}
