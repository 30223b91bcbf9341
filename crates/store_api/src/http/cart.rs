//! The cart: its items, coupons, addresses and shipping rates.
//!
//! Every change is one of the cart's own service, which the pages use as well: there is no second way to a price or to
//! stock.

mod body;
mod caller;
pub mod coupons;
pub mod customer;
pub mod items;
pub mod read;
pub mod refusals;
mod store;
pub mod tokens;
pub mod view;

use ::checkout::CheckoutContext;
use axum::handler::Handler;
use edge::{
    AppError, AppState, Endpoint, Policy,
    idempotency::RequestKey,
    policy::{Priority, RateClass},
    registry::{Location, Verb},
};
use payments::PaymentContext;

use super::addresses;

pub use body::{Body, scalar};
pub use caller::{Answer, Caller};
pub use customer::{address_in, check_address};

/// A handler that answers with the headers of its caller.
macro_rules! call {
    ($function:path) => {
        |caller: Caller, body: Result<Body, AppError>| async move {
            let answer = match body {
                Ok(body) => $function(&caller, &body).await,
                Err(error) => Err(error),
            };
            caller.respond(answer)
        }
    };
}

macro_rules! call_with_key {
    ($function:path) => {
        |caller: Caller, key: RequestKey, body: Result<Body, AppError>| async move {
            let answer = match body {
                Ok(body) => $function(&caller, &key, &body).await,
                Err(error) => Err(error),
            };
            caller.respond(answer)
        }
    };
}

const PRIORITY: Priority = Priority(2);

fn read() -> Policy {
    Policy::api_read(RateClass::Read, PRIORITY)
}

/// A change that a repetition does not change again.
fn write(verb: Verb) -> Policy {
    Policy::api_write(verb, RateClass::CartWrite, PRIORITY).idempotent()
}

/// Adding adds again, unless the request has an idempotency key.
fn add() -> Policy {
    Policy::api_write(Verb::Post, RateClass::CartWrite, PRIORITY)
}

/// A coupon's code can be guessed: fewer attempts.
fn guess() -> Policy {
    Policy { rate: RateClass::Pay, ..write(Verb::Post) }
}

/// The endpoint at each of its addresses.
pub fn at<C, H, T>(paths: [&'static str; 2], verb: Verb, policy: &Policy, handler: H) -> [Endpoint<C>; 2]
where
    C: Clone + Send + Sync + 'static,
    H: Handler<T, AppState<C>> + Sync,
    T: 'static,
{
    paths.map(|path| Endpoint::handler(Location::Api(verb, path), handler.clone()).policy(policy.clone()))
}

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    let [get, post, put, delete] = [Verb::Get, Verb::Post, Verb::Put, Verb::Delete];
    let items = addresses!("/cart/items");
    let item = addresses!("/cart/items/{key}");
    let coupons = addresses!("/cart/coupons");
    let coupon = addresses!("/cart/coupons/{code}");
    let tokens = addresses!("/cart/tokens");
    let endpoints = [
        at(addresses!("/cart"), get, &read(), read::cart),
        at(addresses!("/cart/add-item"), post, &add(), call_with_key!(items::add_item)),
        at(addresses!("/cart/update-item"), post, &write(post), call!(items::update_item)),
        at(addresses!("/cart/remove-item"), post, &write(post), call!(items::remove_item)),
        at(items, get, &read(), read::items),
        at(items, post, &add(), call_with_key!(items::post_item)),
        at(items, delete, &write(delete), items::delete_items),
        at(item, get, &read(), read::item),
        at(item, put, &write(put), items::put_item),
        at(item, delete, &write(delete), items::delete_item),
        at(addresses!("/cart/apply-coupon"), post, &guess(), call!(coupons::apply_coupon)),
        at(addresses!("/cart/remove-coupon"), post, &write(post), call!(coupons::remove_coupon)),
        at(coupons, get, &read(), read::coupons),
        at(coupons, post, &guess(), call!(coupons::post_coupon)),
        at(coupons, delete, &write(delete), coupons::delete_coupons),
        at(coupon, get, &read(), coupons::coupon),
        at(coupon, delete, &write(delete), coupons::delete_coupon),
        at(addresses!("/cart/update-customer"), post, &write(post), call!(customer::update_customer)),
        at(
            addresses!("/cart/select-shipping-rate"),
            post,
            &write(post),
            call!(customer::select_shipping_rate),
        ),
        at(addresses!("/cart/extensions"), post, &write(post), call!(customer::extensions)),
        // The shop's own addition: the platform cannot revoke a token.
        at(tokens, post, &write(post), tokens::create),
        at(tokens, delete, &write(delete), tokens::revoke),
    ];
    endpoints.into_iter().flatten().collect()
}
