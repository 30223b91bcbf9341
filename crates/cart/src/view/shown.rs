//! A cart on its way to its regions.

use catalog::PictureView;
use chrono::{DateTime, Utc};
use edge::{nonce::Nonces, regions::Regions, session::TokenHash, view::LinkView};
use kernel::{Messages, Money, msg};
use sha2::{Digest, Sha256};

use super::{
    CART_URL, CHECKOUT_URL, CartButtonView, CartContentsView, CartLineView, CartNotice, CartPageView,
    CartPartView, CartSettings, CountryView, CouponView, MiniCartView, REMOVE, REMOVE_COUPON, SHOP_URL,
    ShippingView, SideCartView, TaxView, TotalsView, product_url,
};
use crate::{
    rules::{Coupon, MethodKind, Unfit},
    store::{Contents, Line, totals::Rates},
};

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
            .with_island(&SideCartView {
                count: self.lines.len(),
                lines: self.lines.clone(),
                totals: self.totals.clone(),
                notice: self.notice.clone(),
                settings: self.settings.clone(),
                cart_url: CART_URL.to_owned(),
                shop_url: SHOP_URL.to_owned(),
            })
    }

    /// The cart page also shows its own list.
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

    pub fn page(&self, suggestions: serde_json::Value, messages: &Messages) -> CartPageView {
        CartPageView {
            contents: self.contents(),
            suggestions,
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
            by_amount: method.is_some_and(|method| method.kind == MethodKind::Free),
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
    let total = line.total();
    // What may not be sold has no price to show.
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
        warning: line.refusal.as_ref().map(|refusal| pen.messages.text(refusal.message_in_cart(&line.name))),
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
