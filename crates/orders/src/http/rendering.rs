//! Views that all order pages share.

use edge::{AppError, Shop, ShopZone};
use kernel::{Message, Money, msg};
use payments::service::{attempts::Attempt, form::ending};

use crate::{
    rules::State,
    store::{Order, OrderLine, OrderLinePart},
    view::{ExtraView, OrderLineView, OrderView, StateView},
};

pub fn state_view(shop: &Shop, state: State) -> StateView {
    StateView { name: state, label: shop.messages.text(state.label()) }
}

/// The view of an order that all order pages share.
pub async fn order_view(
    shop: &Shop,
    order: &Order,
    lines: &[OrderLine],
    paid_by: Option<&Attempt>,
) -> Result<OrderView, AppError> {
    let text = |message: Message| shop.messages.text(message);
    let discount = order.coupons.iter().map(|coupon| ExtraView {
        label: text(msg::checkout::DISCOUNT.with("code", coupon.code.clone())),
        amount: Money::from_minor(-coupon.minor).format(),
        is_discount: true,
    });
    let shipping = (!order.shipping_title.is_empty()).then(|| ExtraView {
        label: order.shipping_title.clone(),
        amount: match order.shipping.is_zero() {
            true => text(msg::checkout::FREE.into()),
            false => order.shipping.format(),
        },
        is_discount: false,
    });
    let taxes = order.taxes.iter().map(|tax| ExtraView {
        label: tax.name.clone(),
        amount: Money::from_minor(tax.minor).format(),
        is_discount: false,
    });
    let pictures: Vec<i64> = lines.iter().map(|line| line.product_id).collect();
    let pictures = catalog::service::first_pictures(&shop.read_db, &pictures).await?;
    let line = |line: &OrderLine| OrderLineView {
        name: line.name.clone(),
        detail: line.detail.clone(),
        quantity: line.quantity.to_string(),
        total: line.total.format(),
        url: Some(cart::view::product_url(&line.slug)),
        picture: pictures.get(&line.product_id).cloned(),
        parts: line.parts.iter().map(OrderLinePart::text).collect(),
    };
    let rates = shop.settings.get::<cart::service::Rates>().await?;
    Ok(OrderView {
        number: order.number.to_string(),
        date: shop.settings.get::<ShopZone>().await?.date(order.created_at),
        state: state_view(shop, order.state),
        lines: lines.iter().map(line).collect(),
        subtotal: order.subtotal.format(),
        extras: discount.chain(shipping).chain(taxes).collect(),
        total: order.total.format(),
        refunded: (!order.refunded.is_zero()).then(|| order.refunded.format()),
        method: paid_by
            .filter(|attempt| !attempt.last4.is_empty())
            .map(|attempt| text(ending(attempt.kind, &attempt.last4))),
        address: address_lines(order, &rates),
        phone: order.buyer.phone.clone(),
        email: order.buyer.email.clone(),
        notes: order.notes.clone(),
        arrival: order.promise(rates.calendar()).map(|promise| text(delivery::arrival(&promise))),
    })
}

fn address_lines(order: &Order, rates: &cart::service::Rates) -> Vec<String> {
    let buyer = &order.buyer;
    let country = rates.all_countries().find(|(code, _)| *code == buyer.country);
    let country = country.map(|(_, name)| name.as_str()).unwrap_or_default();
    let join =
        |parts: &[&str]| parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("، ");
    let lines = [
        format!("{} {}", buyer.first_name, buyer.last_name).trim().to_owned(),
        join(&[&buyer.address_1, &buyer.home_number]),
        join(&[&buyer.city, &buyer.postcode]),
        country.to_owned(),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}
