//! What the cart's regions and page are told.

use catalog::PictureView;
use chrono::{DateTime, Utc};
use edge::{
    nonce::Nonces,
    regions::Regions,
    session::TokenHash,
    view::{LinkView, View},
};
use kernel::{Messages, Money, msg};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::{
    rules::{Coupon, Unfit},
    store::{Contents, Line, totals::Rates},
};

pub const CART_URL: &str = "/ar/cart/";
pub const SHOP_URL: &str = "/ar/shop/";
/// The action a remove link's nonce is made for.
pub const REMOVE: &str = "cart.remove";
/// The same for taking off a coupon.
pub const REMOVE_COUPON: &str = "cart.remove-coupon";
pub const CHECKOUT_URL: &str = "/ar/checkout/";

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
    /// Of a bundle.
    pub parts: Vec<CartPartView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct CartPartView {
    pub name: String,
    pub detail: Option<String>,
    pub quantity: String,
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

/// What a cart comes to, and what may be changed about it.
#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct TotalsView {
    pub subtotal: String,
    pub coupons: Vec<CouponView>,
    pub shipping: Vec<ShippingView>,
    pub taxes: Vec<TaxView>,
    pub total: String,
    /// How much more makes shipping free.
    pub free_left: Option<String>,
    pub country: String,
    pub city: String,
    pub postcode: String,
    pub countries: Vec<CountryView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct CouponView {
    pub code: String,
    /// What it takes off; without it, `problem` says why it takes nothing.
    pub amount: Option<String>,
    pub problem: Option<String>,
    pub remove_url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct ShippingView {
    pub id: String,
    pub title: String,
    /// `None`: it costs nothing.
    pub cost: Option<String>,
    pub chosen: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct TaxView {
    pub name: String,
    pub amount: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct CountryView {
    pub code: String,
    pub name: String,
}

/// Drawn by `web/src/cart/SideCart.island.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct SideCartView {
    pub count: usize,
    pub lines: Vec<CartLineView>,
    pub totals: TotalsView,
    pub notice: Option<CartNotice>,
    pub settings: CartSettings,
    pub cart_url: String,
    pub shop_url: String,
}

impl View for SideCartView {
    const COMPONENT: &'static str = "cart/SideCart";
}

impl SideCartView {
    /// As every page is drawn, before its visitor is known.
    pub fn empty(settings: CartSettings) -> Self {
        Self {
            count: 0,
            lines: Vec::new(),
            totals: TotalsView {
                subtotal: Money::ZERO.format(),
                total: Money::ZERO.format(),
                ..TotalsView::default()
            },
            notice: None,
            settings,
            cart_url: CART_URL.to_owned(),
            shop_url: SHOP_URL.to_owned(),
        }
    }
}

/// The owner's wishes.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "cart.ts")]
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
#[ts(export, export_to = "cart.ts")]
pub enum CartLayout {
    Rows,
    Cards,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct CartPageView {
    pub lines: Vec<CartLineView>,
    pub count: usize,
    pub totals: TotalsView,
    pub notice: Option<CartNotice>,
    /// Cards of products that go with these; drawn by the catalogue's own component.
    #[ts(type = "Array<import(\"./catalog\").CardView>")]
    pub suggestions: serde_json::Value,
    pub cart_url: String,
    pub checkout_url: String,
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
    /// What was taken out, to be put back.
    pub undo: Option<UndoView>,
}

impl CartNotice {
    pub fn new(kind: NoticeKind, text: String) -> Self {
        Self { kind, text, undo: None }
    }
}

/// Alone: what call 5 answers when it refuses.
impl View for CartNotice {
    const COMPONENT: &'static str = "cart/CartNotice";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "cart.ts")]
pub struct UndoView {
    pub action: String,
    pub product_id: String,
    pub variation_id: String,
    pub quantity: String,
    /// What else its own form would send, by name.
    pub others: Vec<(String, String)>,
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
    totals: TotalsView,
    hash: String,
    settings: CartSettings,
    notice: Option<CartNotice>,
}

/// Everything beside the cart itself that its drawing depends on.
pub struct Pen<'a> {
    pub token: &'a TokenHash,
    pub nonces: &'a Nonces,
    pub messages: &'a Messages,
    pub settings: &'a CartSettings,
    pub rates: &'a Rates,
    pub now: DateTime<Utc>,
}

impl Shown {
    pub fn empty(settings: &CartSettings) -> Self {
        let SideCartView { lines, totals, settings, .. } = SideCartView::empty(settings.clone());
        Self { lines, totals, hash: String::new(), settings, notice: None }
    }

    pub fn new(contents: &Contents, pen: &Pen<'_>) -> Self {
        let views = contents.lines.iter().map(|line| line_view(line, pen)).collect();
        Self {
            lines: views,
            totals: totals_view(contents, pen),
            hash: hash(&contents.lines),
            settings: pen.settings.clone(),
            notice: None,
        }
    }

    #[must_use]
    pub fn saying(mut self, notice: Option<CartNotice>) -> Self {
        self.notice = notice;
        self
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
                    subtotal: self.totals.subtotal.clone(),
                    cart_url: CART_URL.to_owned(),
                },
            )
            .with_island(
                "side-cart",
                &SideCartView {
                    count: self.lines.len(),
                    lines: self.lines.clone(),
                    totals: self.totals.clone(),
                    notice: self.notice.clone(),
                    settings: self.settings.clone(),
                    cart_url: CART_URL.to_owned(),
                    shop_url: SHOP_URL.to_owned(),
                },
            )
    }

    /// The cart page also shows its own list.
    pub fn regions_for_cart_page(&self, messages: &Messages) -> Regions {
        let page = self.page(serde_json::Value::Array(Vec::new()), messages);
        self.regions().with("cart-page", &CartContentsView(&page))
    }

    pub fn page(&self, suggestions: serde_json::Value, messages: &Messages) -> CartPageView {
        CartPageView {
            lines: self.lines.clone(),
            count: self.lines.len(),
            totals: self.totals.clone(),
            notice: self.notice.clone(),
            suggestions,
            cart_url: CART_URL.to_owned(),
            checkout_url: CHECKOUT_URL.to_owned(),
            shop_url: SHOP_URL.to_owned(),
            crumbs: vec![
                LinkView::new(messages.text(msg::layout::HOME), "/ar/"),
                LinkView::new(messages.text(msg::cart::TITLE), CART_URL),
            ],
        }
    }
}

fn totals_view(contents: &Contents, pen: &Pen<'_>) -> TotalsView {
    let Contents { totals, coupons, destination, place, .. } = contents;
    let coupon = |(coupon, worth): (&Coupon, &Result<Money, Unfit>)| CouponView {
        code: coupon.code.clone(),
        amount: worth.as_ref().ok().map(|money| money.format()),
        problem: worth.as_ref().err().map(|unfit| pen.messages.text(unfit.message(&coupon.code))),
        remove_url: {
            let nonce = pen.nonces.session(REMOVE_COUPON, &coupon.code, pen.token, pen.now);
            let query = [("remove_coupon", coupon.code.as_str()), ("_wpnonce", &nonce)];
            format!("{CART_URL}?{}", serde_urlencoded::to_string(query).expect("two pairs of text"))
        },
    };
    let shipping = totals.shipping.iter().enumerate().map(|(at, offered)| {
        let method = destination.methods.iter().find(|method| method.id == offered.method);
        ShippingView {
            id: offered.method.to_string(),
            title: method.map(|method| method.title.clone()).unwrap_or_default(),
            cost: (!offered.cost.is_zero()).then(|| offered.cost.format()),
            chosen: totals.chosen == Some(at),
        }
    });
    let taxes = destination.taxes.iter().zip(&totals.taxes);
    TotalsView {
        subtotal: totals.subtotal.format(),
        coupons: coupons.iter().zip(&totals.discounts).map(coupon).collect(),
        shipping: shipping.collect(),
        taxes: taxes
            .map(|(tax, amount)| TaxView { name: tax.name.clone(), amount: amount.format() })
            .collect(),
        total: totals.total.format(),
        free_left: totals.free_from.map(Money::format),
        country: if place.country.is_empty() { Rates::HOME.to_owned() } else { place.country.clone() },
        city: place.city.clone(),
        postcode: place.postcode.clone(),
        countries: pen
            .rates
            .countries()
            .map(|(code, name)| CountryView { code: code.clone(), name: name.clone() })
            .collect(),
    }
}

fn line_view(line: &Line, pen: &Pen<'_>) -> CartLineView {
    let nonce = pen.nonces.session(REMOVE, &line.key, pen.token, pen.now);
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
            .then(|| msg::cart::MAX_STOCK.with("quantity", line.available.to_string()))
            .or_else(|| line.problem.clone())
            .map(|message| pen.messages.text(message)),
        parts: line
            .parts
            .iter()
            .map(|part| CartPartView {
                name: part.name.clone(),
                detail: part.detail.clone(),
                quantity: part.quantity.to_string(),
            })
            .collect(),
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
