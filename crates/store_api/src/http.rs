//! Endpoints of the Store API, each below two bases: with the version and without it.

pub(crate) mod batch;
pub(crate) mod cart;
pub(crate) mod checkout;
pub(crate) mod index;
pub(crate) mod parameters;
mod product_lists;
mod products;

use ::checkout::CheckoutContext;
use edge::Endpoint;
use payments::PaymentContext;

use crate::openapi;

/// The two addresses of an endpoint: `addresses!("/cart/items/{key}")`.
macro_rules! addresses {
    ($path:literal) => {
        [concat!("/ar/wp-json/wc/store/v1", $path), concat!("/ar/wp-json/wc/store", $path)]
    };
}
pub(crate) use addresses;

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    let read = products::endpoints().into_iter().chain(product_lists::endpoints());
    let read = read.chain(openapi::endpoints());
    let mut endpoints: Vec<Endpoint<C>> = read.map(Endpoint::with_contexts).collect();
    endpoints.extend(cart::endpoints());
    endpoints.extend(checkout::endpoints());
    endpoints.extend(batch::endpoints());
    endpoints.extend(index::endpoints(&endpoints));
    endpoints
}
