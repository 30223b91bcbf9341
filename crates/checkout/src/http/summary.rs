//! What is bought and what it comes to, beside the form.

use cart::{
    store::Place,
    view::{CartContentsView, CartLineView},
};
use edge::{AppError, Shop, Visitor};
use kernel::Money;

use crate::{
    rules::item_text,
    store::Buyer,
    view::{SummaryLine, SummaryShipping, SummaryView},
};

/// What is bought, as it is shown.
pub struct Read {
    pub view: SummaryView,
    pub total: Money,
    /// Where it goes, as far as anybody said.
    pub place: Place,
}

/// The visitor's cart, as the checkout shows it; `to` says where the parcel goes if not where the cart says. Reading moves
/// no cart. `None`: there is nothing in it.
pub async fn read(
    shop: &Shop,
    visitor: &Visitor,
    to: impl FnOnce(&Place) -> Option<Buyer>,
) -> Result<Option<Read>, AppError> {
    let Some(token) = visitor.token else { return Ok(None) };
    let now = shop.clock.now();
    let settings = cart::store::Settings::load(&shop.kept).await?;
    let mut db = shop.db.acquire().await?;
    let Some(cart) = cart::store::find(&mut *db, &token, now).await? else { return Ok(None) };
    let mut contents = cart::store::contents(&mut db, &settings, cart, now).await?;
    drop(db);
    if contents.lines.is_empty() {
        return Ok(None);
    }
    let rates = &settings.rates;
    let known = |buyer: &Buyer| rates.countries().any(|(code, _)| *code == buyer.country);
    if let Some(buyer) = to(&contents.place).filter(known) {
        contents = contents.sent_to(&buyer.country, &buyer.city, &buyer.postcode, rates, now)?;
    }
    let shown = cart::http::answer::show(shop, &contents, &token).await?;
    let total = contents.totals.total;
    let costs: Vec<Money> = contents.totals.shipping.iter().map(|offered| offered.cost).collect();
    Ok(Some(Read { view: summary(shown.contents(), total, &costs), total, place: contents.place }))
}

/// `costs` are those of the ways of shipping, in their order.
fn summary(cart: CartContentsView, total: Money, costs: &[Money]) -> SummaryView {
    let shipping = cart.totals.shipping.into_iter().zip(costs).map(|(offered, cost)| SummaryShipping {
        id: offered.id,
        title: offered.title,
        cost: offered.cost,
        amount: cost.to_decimal(),
        is_chosen: offered.chosen,
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
