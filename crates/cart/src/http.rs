//! HTTP endpoints of the cart: AJAX calls, plain forms and the cart page.

mod add;
mod delivery;
mod page;
mod response;
mod totals;

use std::{pin::Pin, sync::Arc};

use axum::{
    extract::State,
    response::{Redirect, Response},
};
use edge::{
    AppError, Endpoint, Fields, Policy, Shop, Visitor,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};
use kernel::{ProductId, Quantity};
use serde::Deserialize;

use crate::{
    service::{self, LineQuantity},
    view::{CART_URL, CHECKOUT_URL, DELIVERY_URL, REMOVE, REMOVE_COUPON, SHOP_URL},
};

use response::{CartResponse, RefererPage};

/// Finds products to suggest for the products in a cart and returns them as JSON ready to be rendered. The
/// storefront supplies it because product cards are built there.
pub type Suggest = Arc<
    dyn Fn(Shop, Vec<ProductId>) -> Pin<Box<dyn Future<Output = Result<serde_json::Value, AppError>> + Send>>
        + Send
        + Sync,
>;

pub fn endpoints(suggest: Suggest) -> Vec<Endpoint> {
    let write = Policy::write_call(RateClass::CartWrite, Priority(2));
    let natural = write.clone().idempotent();
    let form = Policy::form(RateClass::CartWrite, Priority(2));
    let remove = NonceKind::Session(NonceField { field: "_wpnonce", action: REMOVE, object: "remove_item" });
    let remove_coupon_nonce =
        NonceKind::Session(NonceField { field: "_wpnonce", action: REMOVE_COUPON, object: "remove_coupon" });
    let guarded = |nonce| Policy::get_with_nonce(RateClass::CartWrite, Priority(2), nonce);
    let (for_page, for_form) = (suggest.clone(), suggest.clone());
    vec![
        Endpoint::handler(Location::WcAjax("add_to_cart"), add::add_to_cart).policy(write.clone()),
        Endpoint::handler(Location::WcAjax("xoo_wsc_add_to_cart"), add::add_from_form).policy(write),
        Endpoint::handler(Location::WcAjax("remove_from_cart"), remove_from_cart).policy(natural.clone()),
        Endpoint::handler(Location::WcAjax("xoo_wsc_update_item_quantity"), update_item_quantity)
            .policy(natural.clone()),
        Endpoint::handler(Location::WcAjax("xoo_wsc_refresh_fragments"), refresh_fragments)
            .policy(Policy::read_call(RateClass::Read, Priority(2)).skip_rate_limit_for_anonymous()),
        Endpoint::handler(Location::WcAjax("apply_coupon"), totals::apply_coupon)
            .policy(Policy { rate: RateClass::Pay, ..natural.clone() }),
        Endpoint::handler(Location::WcAjax("remove_coupon"), totals::remove_coupon).policy(natural.clone()),
        Endpoint::handler(Location::WcAjax("update_shipping_method"), totals::update_shipping_method)
            .policy(natural.clone()),
        Endpoint::handler(Location::WcAjax("calculate_shipping"), totals::calculate_shipping).policy(natural),
        Endpoint::handler(Location::WcAjax("matjar_delivery"), delivery::answer)
            .policy(Policy::read_call(RateClass::Read, Priority(3))),
        Endpoint::handler(Location::Page(DELIVERY_URL), delivery::show).policy(Policy::personal_page()),
        Endpoint::handler(
            Location::Form("/ar/product/{slug}/"),
            move |shop, visitor, address, key, uri, fields| {
                add::add_by_form(shop, visitor, address, key, uri, fields, for_form.clone())
            },
        )
        .policy(form.clone()),
        Endpoint::handler(Location::Page(CART_URL), move |shop, visitor, fields| {
            page::render(shop, visitor, fields, for_page.clone())
        })
        .policy(Policy::personal_page()),
        Endpoint::handler(Location::Form(CART_URL), move |shop, visitor, fields| {
            page::change(shop, visitor, fields, suggest.clone())
        })
        // It sets quantities, so a repeated form changes nothing more.
        .policy(form.idempotent()),
        Endpoint::handler(Location::PageWith(CART_URL, "remove_item"), remove_by_link)
            .policy(guarded(remove)),
        Endpoint::handler(Location::PageWith(CART_URL, "remove_coupon"), totals::remove_by_link)
            .policy(guarded(remove_coupon_nonce)),
    ]
    .into_iter()
    .chain(ADDING_PAGES.iter().map(|path| {
        Endpoint::handler(Location::PageWith(path, "add-to-cart"), add::add_by_link)
            .policy(Policy::same_origin_link(RateClass::CartWrite, Priority(2)))
    }))
    .collect()
}

/// Pages that accept `?add-to-cart=`: WooCommerce themes link to the current page.
const ADDING_PAGES: [&str; 6] =
    ["/ar/", SHOP_URL, "/ar/product-category/{*path}", "/ar/product/{slug}/", CART_URL, CHECKOUT_URL];

#[derive(Debug, Deserialize)]
struct RemoveForm {
    cart_item_key: String,
}

/// Call 2. A key of another visitor's cart matches nothing, and a repeated call succeeds.
async fn remove_from_cart(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
    Fields(form): Fields<RemoveForm>,
) -> Result<Response, AppError> {
    match service::remove_line(&shop, &visitor, &form.cart_item_key).await? {
        Some(removal) => CartResponse::fragments(&shop, referer, removal.outcome).await,
        None => CartResponse::empty(&shop).await,
    }
}

#[derive(Debug, Deserialize)]
struct RemoveLink {
    remove_item: String,
}

/// The remove link, for browsers without script and after failed calls. The pipeline has checked its nonce.
async fn remove_by_link(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(link): Fields<RemoveLink>,
) -> Result<Redirect, AppError> {
    let removed =
        service::remove_line(&shop, &visitor, &link.remove_item).await?.and_then(|removal| removal.removed);
    Ok(match removed {
        Some(removed) => Redirect::to(&page::removed_url(&removed)),
        None => Redirect::to(CART_URL),
    })
}

#[derive(Debug, Deserialize)]
struct QuantityForm {
    cart_key: String,
    qty: String,
}

/// Call 6. Zero removes the line. A quantity that is not allowed leaves the line unchanged and returns the
/// reason as a notice.
async fn update_item_quantity(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
    Fields(form): Fields<QuantityForm>,
) -> Result<Response, AppError> {
    let quantity = Quantity::parse(&form.qty).map_err(|_| AppError::BadRequest("no such quantity"))?;
    match service::set_quantities(&shop, &visitor, &[LineQuantity { key: form.cart_key, quantity }]).await? {
        Some(outcome) => CartResponse::fragments(&shop, referer, outcome).await,
        None => CartResponse::empty(&shop).await,
    }
}

/// Call 4. Without a cookie there is no cart, so neither the database nor the renderer is called.
async fn refresh_fragments(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
) -> Result<Response, AppError> {
    match service::find_cart(&shop, &visitor).await? {
        Some(cart) => CartResponse::rendered(&shop, referer, &cart.views).await,
        None => CartResponse::empty(&shop).await,
    }
}
