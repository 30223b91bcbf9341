//! The buyer's address and the shipping rate. The shop delivers to the billing address, so an order has one address.

use ::checkout::service::BuyerDraft;
use ::http::StatusCode;
use accounts::rules::{Address, AddressField};
use cart::service::{self, Destination, Locked, Rates};
use edge::{AppError, Shop};
use kernel::{EmailAddress, msg};
use payments::rules::holds_card;
use serde_json::{Map, Value};

use super::{
    Answer, Body, Caller,
    body::scalar,
    read::{self, changed_answer, with_session},
    refusals,
};
use crate::envelope::{invalid_param, refusal};

const BILLING: &str = "billing_address";
const SHIPPING: &str = "shipping_address";

/// The name of an address field on the wire.
fn wire_name(part: AddressField) -> &'static str {
    match part {
        AddressField::HomeNumber => "address_2",
        part => part.name(),
    }
}

/// Reads an address; what it leaves out keeps its earlier value.
fn read_address(given: &Map<String, Value>, earlier: &Address) -> Address {
    Address::read(|part| match given.get(wire_name(part)).and_then(scalar) {
        Some(text) => text.replace(['<', '>'], ""),
        None => earlier.get(part).to_owned(),
    })
}

/// The address of a request, from either member. `None` if the request has none.
///
/// Both may be sent, as the platform's own checkout does, if they name the same place.
pub fn address_in(body: &Body, earlier: &Address) -> Result<Option<(&'static str, Address)>, AppError> {
    let billing = body.object(BILLING)?.map(|given| read_address(given, earlier));
    let shipping = body.object(SHIPPING)?.map(|given| read_address(given, earlier));
    let place = |address: &Address| {
        let Address { country, city, postcode, address_1, home_number, .. } = address.clone();
        (country, city, postcode, address_1, home_number)
    };
    match (billing, shipping) {
        (Some(billing), Some(shipping)) => {
            if place(&billing) != place(&shipping) {
                return Err(invalid_param(SHIPPING, msg::store_api::ONE_ADDRESS));
            }
            Ok(Some((BILLING, billing)))
        }
        (Some(billing), None) => Ok(Some((BILLING, billing))),
        (None, Some(shipping)) => Ok(Some((SHIPPING, shipping))),
        (None, None) => Ok(None),
    }
}

/// What is given must be valid; it need not be complete before the checkout.
pub fn check_address(name: &'static str, address: &Address, rates: &Rates) -> Result<(), AppError> {
    let knows = |country: &str| rates.countries().any(|(code, _)| code == country);
    if !address.country.is_empty() && !knows(&address.country) {
        return Err(invalid_param(name, msg::store_api::COUNTRY_UNKNOWN));
    }
    if !address.email.is_empty() && EmailAddress::parse(&address.email).is_err() {
        return Err(invalid_param(name, msg::checkout::EMAIL_INVALID));
    }
    let mut texts = AddressField::ALL.into_iter().filter(|part| *part != AddressField::Phone);
    if texts.any(|part| holds_card(address.get(part))) {
        return Err(invalid_param(name, msg::store_api::CARD_IN_ADDRESS));
    }
    Ok(())
}

/// The cart of the caller, created if there is none: an address needs a session that it belongs to.
async fn ensure_cart(shop: &Shop, caller: &Caller) -> Result<Locked, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    if let Some(locked) = service::lock(&mut tx, &caller.visitor, now).await? {
        tx.commit().await?;
        return Ok(locked);
    }
    tx.rollback().await?;
    // Counted outside of the transaction: nothing waits for Redis under a lock.
    shop.rate_limiter.check_new_cart(caller.visitor.address).await?;
    let mut tx = shop.db.begin().await?;
    let locked = match service::lock(&mut tx, &caller.visitor, now).await? {
        Some(locked) => locked,
        None => service::create(&mut tx, caller.visitor.token, now).await?,
    };
    tx.commit().await?;
    Ok(locked)
}

pub async fn update_customer(caller: &Caller, body: &Body) -> Result<Answer, AppError> {
    let shop = &caller.shop;
    let rates = shop.settings.get::<Rates>().await?;
    let draft = read::saved_draft(caller).await?.unwrap_or_default();
    let Some((name, address)) = address_in(body, &draft.address)? else {
        return read::cart_answer(caller, &read::contents(caller).await?, StatusCode::OK).await;
    };
    check_address(name, &address, &rates)?;
    let locked = ensure_cart(shop, caller).await?;
    let caller = caller.in_session(&locked);
    let draft = BuyerDraft { address, ..draft };
    draft.save(&shop.db, &locked.token, shop.clock.now()).await?;
    if !draft.address.country.is_empty() {
        let to = &draft.address;
        let to = Destination { country: &to.country, city: &to.city, postcode: &to.postcode };
        service::set_destination(shop, &caller.visitor, to).await?;
    }
    let contents = read::contents(&caller).await?;
    Ok(with_session(read::cart_answer(&caller, &contents, StatusCode::OK).await?, locked))
}

pub async fn select_shipping_rate(caller: &Caller, body: &Body) -> Result<Answer, AppError> {
    let wanted = body.text("rate_id")?;
    let unknown = || {
        let code = "woocommerce_rest_cart_invalid_shipping_rate";
        AppError::from(refusal(StatusCode::BAD_REQUEST, code, msg::store_api::RATE_UNKNOWN))
    };
    let contents = read::contents(caller).await?;
    let mut offered = contents.totals.shipping.iter().filter_map(|offer| {
        let method = contents.destination.methods.iter().find(|method| method.id == offer.method)?;
        Some((format!("{}:{}", super::view::method_id(method.kind), method.id), method.id))
    });
    let (_, method) = offered.find(|(id, _)| *id == wanted).ok_or_else(unknown)?;
    let outcome = service::choose_shipping_method(&caller.shop, &caller.visitor, &method.to_string()).await?;
    changed_answer(caller, outcome, StatusCode::OK).await
}

/// No extension of this shop takes data of a cart.
pub async fn extensions(caller: &Caller, _: &Body) -> Result<Answer, AppError> {
    let text = caller.shop.messages.text(msg::store_api::NO_EXTENSION);
    Err(refusals::refused("woocommerce_rest_cart_extensions_error", &text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> Body {
        Body::parse(text.as_bytes()).expect("an object")
    }

    #[test]
    fn an_address_keeps_what_a_request_leaves_out() {
        let earlier = Address { city: "ديربورن".to_owned(), ..Address::default() };
        let given = body(r#"{"billing_address": {"first_name": "<b>سلمى", "address_2": "7"}}"#);
        let (name, address) = address_in(&given, &earlier).expect("valid").expect("given");
        assert_eq!((name, address.city.as_str()), (BILLING, "ديربورن"));
        assert_eq!((address.first_name.as_str(), address.home_number.as_str()), ("bسلمى", "7"));
    }

    #[test]
    fn two_addresses_must_be_one_place() {
        let both = |city: &str| {
            body(&format!(
                r#"{{"billing_address": {{"city": "a"}}, "shipping_address": {{"city": "{city}"}}}}"#
            ))
        };
        assert!(address_in(&both("a"), &Address::default()).is_ok());
        assert!(address_in(&both("b"), &Address::default()).is_err());
        assert!(address_in(&body("{}"), &Address::default()).expect("valid").is_none());
    }
}
