//! Builds the views of the cart's regions.

use catalog::PictureView;
use chrono::{DateTime, Utc};
use edge::{nonce::Nonces, regions::Regions, session::TokenHash, view::LinkView};
use kernel::{Messages, Money, msg};
use sha2::{Digest, Sha256};

use super::{
    CART_URL, CHECKOUT_URL, CartButtonView, CartContentsView, CartLineView, CartNotice, CartPageView,
    CartPartView, CartSettings, CountryView, CouponView, MiniCartView, REMOVE, REMOVE_COUPON, SHOP_URL,
    SavedLineView, ShippingView, SideCartView, TaxView, TotalsView, product_url,
};
use crate::{
    contents::{Contents, Line},
    rules::{Coupon, CouponRefusal, ShippingMethodKind},
    store::totals::Rates,
};

/// A cart read once, from which each of its regions can be rendered.
pub struct CartViews {
    lines: Vec<CartLineView>,
    totals: TotalsView,
    hash: String,
    settings: CartSettings,
    notice: Option<CartNotice>,
}

/// What the views depend on besides the cart.
pub struct ViewContext<'a> {
    pub token: &'a TokenHash,
    pub nonces: &'a Nonces,
    pub messages: &'a Messages,
    pub settings: &'a CartSettings,
    pub rates: &'a Rates,
    pub now: DateTime<Utc>,
}

impl CartViews {
    pub fn empty(settings: &CartSettings) -> Self {
        let SideCartView { lines, totals, settings, .. } = SideCartView::empty(settings.clone());
        Self { lines, totals, hash: String::new(), settings, notice: None }
    }

    pub fn new(contents: &Contents, context: &ViewContext<'_>) -> Self {
        let views = contents.lines.iter().map(|line| line_view(line, context)).collect();
        Self {
            lines: views,
            totals: totals_view(contents, context),
            hash: cart_hash(&contents.lines),
            settings: context.settings.clone(),
            notice: None,
        }
    }

    #[must_use]
    pub fn with_notice(mut self, notice: Option<CartNotice>) -> Self {
        self.notice = notice;
        self
    }

    /// Changes if and only if an item or a quantity changes.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// All regions that show the cart, rendered in one call.
    pub fn regions(&self) -> Regions {
        Regions::new()
            .with("cart-button", &CartButtonView { count: self.lines.len(), cart_url: CART_URL.to_owned() })
            .with(
                "mini-cart",
                &MiniCartView {
                    lines: self.lines.clone(),
                    subtotal: self.totals.subtotal.clone(),
                    cart_url: CART_URL.to_owned(),
                    checkout_url: CHECKOUT_URL.to_owned(),
                },
            )
            .with_island(&SideCartView {
                count: self.lines.len(),
                lines: self.lines.clone(),
                totals: self.totals.clone(),
                notice: self.notice.clone(),
                settings: self.settings.clone(),
                cart_url: CART_URL.to_owned(),
                checkout_url: CHECKOUT_URL.to_owned(),
                shop_url: SHOP_URL.to_owned(),
            })
    }

    /// The same, plus the contents region of the cart page.
    pub fn regions_for_cart_page(&self) -> Regions {
        self.regions().with_island(&self.contents())
    }

    pub fn contents(&self) -> CartContentsView {
        CartContentsView {
            lines: self.lines.clone(),
            count: self.lines.len(),
            totals: self.totals.clone(),
            notice: self.notice.clone(),
            cart_url: CART_URL.to_owned(),
            checkout_url: CHECKOUT_URL.to_owned(),
            shop_url: SHOP_URL.to_owned(),
        }
    }

    pub fn page(
        &self,
        suggestions: serde_json::Value,
        saved: Vec<SavedLineView>,
        messages: &Messages,
    ) -> CartPageView {
        CartPageView {
            contents: self.contents(),
            suggestions,
            saved,
            crumbs: vec![
                LinkView::new(messages.text(msg::layout::HOME), "/ar/"),
                LinkView::new(messages.text(msg::cart::TITLE), CART_URL),
            ],
        }
    }
}

fn totals_view(contents: &Contents, context: &ViewContext<'_>) -> TotalsView {
    let Contents { totals, coupons, destination, shipping_address, .. } = contents;
    let coupon = |(coupon, worth): (&Coupon, &Result<Money, CouponRefusal>)| CouponView {
        code: coupon.code.clone(),
        amount: worth.as_ref().ok().map(|money| money.format()),
        problem: worth.as_ref().err().map(|refusal| context.messages.text(refusal.message(&coupon.code))),
        remove_url: {
            let nonce = context.nonces.session(REMOVE_COUPON, &coupon.code, context.token, context.now);
            let query = [("remove_coupon", coupon.code.as_str()), ("_wpnonce", &nonce)];
            format!("{CART_URL}?{}", serde_urlencoded::to_string(query).expect("string pairs always encode"))
        },
    };
    let shipping = totals.shipping.iter().enumerate().map(|(index, offered)| {
        let method = destination.methods.iter().find(|method| method.id == offered.method);
        ShippingView {
            id: offered.method.to_string(),
            title: method.map(|method| method.title.clone()).unwrap_or_default(),
            cost: (!offered.cost.is_zero()).then(|| offered.cost.format()),
            chosen: totals.chosen == Some(index),
            by_amount: method.is_some_and(|method| method.kind == ShippingMethodKind::Free),
            arrival: method
                .and_then(|method| context.rates.arrival(method, context.now))
                .map(|arrival| context.messages.text(arrival)),
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
        free_percent: totals.free_percent(),
        country: if shipping_address.country.is_empty() {
            Rates::HOME.to_owned()
        } else {
            shipping_address.country.clone()
        },
        city: shipping_address.city.clone(),
        postcode: shipping_address.postcode.clone(),
        countries: CountryView::all(context.rates),
    }
}

fn line_view(line: &Line, context: &ViewContext<'_>) -> CartLineView {
    let nonce = context.nonces.session(REMOVE, &line.key, context.token, context.now);
    let total = line.total();
    // A line that may not be sold shows no price.
    let price = line.price.filter(|_| total.is_some());
    CartLineView {
        url: if line.has_page { product_url(&line.slug) } else { SHOP_URL.to_owned() },
        remove_url: format!("{CART_URL}?remove_item={}&_wpnonce={nonce}", line.key),
        picture: line.picture.clone().unwrap_or_else(|| PictureView::missing("")),
        quantity: line.quantity.to_string(),
        step: line.step.to_string(),
        min: line.min.to_string(),
        max: Some(line.available.to_string()),
        unit_price: price.map(|price| price.amount.format()),
        line_total: total.map(Money::format),
        regular_total: price.and_then(|price| price.regular?.times(line.quantity)).map(Money::format),
        warning: line
            .refusal
            .as_ref()
            .map(|refusal| context.messages.text(refusal.message_in_cart(&line.name))),
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

/// Changes if and only if an item or a quantity changes.
pub fn cart_hash(lines: &[Line]) -> String {
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
