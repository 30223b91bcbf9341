//! Asking for an alert.

use accounts::{
    rules::ThrottlePolicy,
    service::{ThrottledAction, try_throttle},
};
use edge::{AppError, Shop, Visitor, session::find_customer};
use kernel::EmailAddress;
use serde::Deserialize;

use crate::{
    rules::{MAX_WAITING, Refusal},
    store::{self, Subject},
};

/// Suppressions of alerts are stored like those of a mailing list; the lists of the shop are numbered from 1.
pub const LIST: i64 = 0;

/// A request for an alert, as a form says it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AlertForm {
    pub product_id: i64,
    /// 0: the product as a whole.
    pub variation_id: i64,
    /// May be empty for a customer.
    pub email: String,
}

/// An alert that waits: the key of its page, and its address.
#[derive(Debug)]
pub struct NewAlert {
    pub key: String,
    pub email: String,
}

/// Stores an alert. The answer does not depend on whether the address waits already or has unsubscribed.
pub async fn ask(
    shop: &Shop,
    visitor: &Visitor,
    form: &AlertForm,
) -> Result<Result<NewAlert, Refusal>, AppError> {
    let now = shop.clock.now();
    let wanted = Subject { product: form.product_id, variation: form.variation_id };
    let found = store::find_product(&shop.db, wanted).await?.ok_or(AppError::NotFound)?;
    let own = match find_customer(&shop.db, visitor, now).await? {
        Some(session) => accounts::service::find(&shop.db, session.id).await?.map(|customer| customer.email),
        None => None,
    };
    let typed = form.email.trim();
    let address = match (typed, &own) {
        ("", Some(own)) => EmailAddress::parse(own),
        _ => EmailAddress::parse(typed),
    };
    let Ok(address) = address else { return Ok(Err(Refusal::Email)) };
    if found.is_available {
        return Ok(Err(Refusal::Available));
    }
    let person = address.key();
    let is_owner = own.is_some_and(|own| own.to_ascii_lowercase() == person);
    if !is_within_limits(shop, visitor, &person).await? {
        return Ok(Err(Refusal::TooMany));
    }
    let key = store::new_token();
    let alert = NewAlert { key: key.clone(), email: address.to_string() };
    // An alert of an address that has unsubscribed is stored like any other and gets no email, unless its owner asks.
    if is_owner {
        mail::service::unsuppress(&shop.db, &address, LIST).await?;
    }
    let hash = mail::service::address_hash(&address);
    if !store::insert(&shop.db, wanted, &person, &hash, &key, MAX_WAITING, now).await? {
        return Ok(Err(Refusal::TooMany));
    }
    Ok(Ok(alert))
}

async fn is_within_limits(shop: &Shop, visitor: &Visitor, person: &str) -> sqlx::Result<bool> {
    let (now, factor) = (shop.clock.now(), shop.rate_limiter.factor());
    let ip = visitor.address.0.to_string();
    let by_ip = ThrottledAction {
        kind: "stock-alert-ip",
        subject: &ip,
        policy: ThrottlePolicy::STOCK_ALERTS_PER_IP.scaled(factor),
    };
    let by_person = ThrottledAction {
        kind: "stock-alert",
        subject: person,
        policy: ThrottlePolicy::STOCK_ALERTS.scaled(factor),
    };
    Ok(try_throttle(&shop.db, &by_ip, now).await? && try_throttle(&shop.db, &by_person, now).await?)
}
