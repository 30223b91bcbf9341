//! The order summary next to the checkout form: lines and totals.

use cart::{
    service::{Rates, ShippingAddress},
    view::{CartContentsView, CartLineView},
};
use edge::{AppError, Shop, Visitor};
use kernel::{CartId, Money};
use orders::{rules::item_text, service::Buyer};
use payments::{service::form::offline_offers, settings::PaymentMethodSettings};

use crate::view::{SummaryLine, SummaryShipping, SummaryView};

/// The summary of the visitor's cart.
pub struct CheckoutSummary {
    pub cart: CartId,
    pub view: SummaryView,
    pub total: Money,
    /// The destination saved in the cart; its fields may be empty.
    pub shipping_address: ShippingAddress,
}

/// Reads the visitor's cart as the checkout shows it. `destination` may replace the cart's destination. `is_for_another`: it
/// is a gift to another person than the buyer. The cart is not changed. Returns `None` if it is empty.
pub async fn read(
    shop: &Shop,
    visitor: &Visitor,
    is_for_another: bool,
    destination: impl FnOnce(&ShippingAddress) -> Option<Buyer>,
) -> Result<Option<CheckoutSummary>, AppError> {
    let Some(token) = visitor.token else { return Ok(None) };
    let now = shop.clock.now();
    let settings = cart::service::Settings::load(&shop.settings).await?;
    let mut db = shop.db.acquire().await?;
    let Some(cart) = cart::service::find(&mut *db, &token, now).await? else { return Ok(None) };
    let mut contents = cart::service::contents(&mut db, &settings, cart, now).await?;
    drop(db);
    if contents.lines.is_empty() {
        return Ok(None);
    }
    let rates = &settings.rates;
    let known = |buyer: &Buyer| rates.countries().any(|(code, _)| *code == buyer.country);
    if let Some(buyer) = destination(&contents.shipping_address).filter(known) {
        contents = contents.with_destination(&buyer.country, &buyer.city, &buyer.postcode, rates, now)?;
    }
    let views = cart::service::cart_views(shop, &contents, &token).await?;
    let total = contents.totals.total;
    let country = match contents.shipping_address.country.as_str() {
        "" => Rates::HOME,
        country => country,
    };
    let methods = shop.settings.get::<PaymentMethodSettings>().await?;
    let offline = offline_offers(shop.messages, &methods, total, country, is_for_another);
    let costs: Vec<Money> = contents.totals.shipping.iter().map(|offered| offered.cost).collect();
    Ok(Some(CheckoutSummary {
        cart,
        view: SummaryView { offline, ..summary(views.contents(), total, &costs) },
        total,
        shipping_address: contents.shipping_address,
    }))
}

/// `costs` are the costs of the shipping methods, in the same order.
fn summary(cart: CartContentsView, total: Money, costs: &[Money]) -> SummaryView {
    let shipping = cart.totals.shipping.into_iter().zip(costs).map(|(offered, cost)| SummaryShipping {
        id: offered.id,
        title: offered.title,
        cost: offered.cost,
        amount: cost.to_decimal(),
        is_chosen: offered.chosen,
        arrival: offered.arrival,
    });
    SummaryView {
        count: cart.lines.len(),
        lines: cart.lines.into_iter().map(line).collect(),
        subtotal: cart.totals.subtotal,
        coupons: cart.totals.coupons,
        shipping: shipping.collect(),
        taxes: cart.totals.taxes,
        total: cart.totals.total,
        total_amount: total.to_decimal(),
        total_minor: total.as_minor().to_string(),
        offline: Vec::new(),
    }
}

fn line(line: CartLineView) -> SummaryLine {
    SummaryLine {
        parts: line
            .parts
            .iter()
            .map(|part| item_text(&part.quantity, &part.name, part.detail.as_deref()))
            .collect(),
        key: line.key,
        name: line.name,
        detail: line.detail,
        quantity: line.quantity,
        total: line.line_total.unwrap_or_default(),
        picture: Some(line.picture),
        warning: line.warning,
    }
}
