//! The checkout for clients of the Store API: the same orders as those of the page's form, without a page.

use std::collections::BTreeMap;

use affiliates::service::ReferralCookies;
use attribution::VisitRequest;
use cart::service::Rates;
use edge::{AppError, Shop, Visitor, fields::RawFields};
use http::{HeaderMap, header};
use kernel::{Message, Money, msg};
use orders::service::{Buyer, Order};
use payments::{
    PaymentContext,
    service::{form as payment, page::FormError, random_text},
};
use sha2::{Digest, Sha256};

use super::{
    checkout::{current_buyer, request_account},
    form::{self, CheckoutForm},
    submission::{ChosenPayment, Submission},
};
use crate::place::{self, AgreedTotal, Pay, PayOrder, PlaceOutcome};

/// A checkout that a client submits.
#[derive(Debug, Default)]
pub struct ApiCheckout {
    pub address: Buyer,
    pub notes: String,
    pub payment: ApiPayment,
    /// The client's idempotency key.
    pub key: Option<String>,
    /// The total that the buyer saw, if the client sends it.
    pub expected_total: Option<Money>,
    pub wants_account: bool,
    /// Fields of order attribution, by their names without the prefix.
    pub attribution: BTreeMap<String, String>,
}

/// A payment method and the fields that its form would send: above all the provider's token.
#[derive(Debug, Clone, Default)]
pub struct ApiPayment {
    pub method: String,
    pub data: Vec<(String, String)>,
}

impl ApiPayment {
    fn fields(&self) -> RawFields {
        let method = [("payment_method".to_owned(), self.method.clone())];
        RawFields(method.into_iter().chain(self.data.iter().cloned()).collect::<Vec<_>>().into())
    }

    /// The key of a client that sends none: the provider's token pays once, so it names one order.
    fn derived_key(&self) -> String {
        let mut digest = Sha256::new();
        for (name, value) in self.fields().0.iter() {
            digest.update(format!("{}:{name}={}:{value};", name.len(), value.len()));
        }
        let mut key = hex::encode(digest.finalize());
        key.truncate(40);
        key
    }
}

/// What became of a checkout or a payment.
#[derive(Debug)]
pub enum ApiOutcome {
    Order(Box<Order>),
    /// The errors of the fields, all together.
    Invalid(Vec<FormError>),
    /// The payment was declined, or its card type is not accepted.
    Declined(Message),
    /// The cart costs something else than the client showed.
    TotalChanged,
    /// The cart cannot be ordered as it is, or a limit is reached.
    Refused(Vec<Message>),
    EmptyCart,
}

/// The client's idempotency key as the key of a form.
fn form_key(key: &str) -> Option<String> {
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
    (16..=64).contains(&key.len()).then_some(key)
}

/// Headers that may say something about the visit: a client with a `Cart-Token` is known by that alone.
fn visit_headers(visitor: &Visitor, headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    if visitor.has_cart_token {
        headers.remove(header::COOKIE);
    }
    headers
}

/// Places an order with the visitor's cart.
pub async fn place(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    headers: &HeaderMap,
    request: ApiCheckout,
) -> Result<ApiOutcome, AppError> {
    let headers = visit_headers(visitor, headers);
    let buyer = current_buyer(shop, visitor).await?;
    let offline = payment::read_offline(&request.payment.fields());
    let form_key = match &request.key {
        Some(key) => form_key(key).ok_or(AppError::BadRequest("invalid idempotency key"))?,
        // Without a token nothing names the order. Sent twice, the second request finds the cart empty.
        None if offline.is_some() => random_text(26),
        None => request.payment.derived_key(),
    };
    let visit = VisitRequest::from_headers(&headers);
    let attribution = form::attribution(shop, &visit, |name| {
        let name = name.strip_prefix("wc_order_attribution_").unwrap_or(name);
        request.attribution.get(name).cloned()
    })
    .await?;
    let today = shop.clock.now().date_naive();
    let chosen = payment::read(&request.payment.fields(), &buyer.saved, today, false);
    let submission = Submission {
        buyer: &buyer,
        typed: CheckoutForm {
            buyer: request.address,
            notes: request.notes,
            gift: None,
            last_recipient: None,
            // The client has shown the terms of the shop before it sends an order.
            has_terms: true,
            wants_account: request.wants_account,
        },
        payment: match offline {
            Some(method) => Ok(ChosenPayment { pay: Pay::Offline(method), wants_saved: false }),
            None => chosen
                .map(|chosen| ChosenPayment {
                    pay: Pay::Now { kind: chosen.kind, source: chosen.source },
                    wants_saved: chosen.wants_saved,
                })
                .map_err(|text| FormError::for_field(shop, "payment_method", text)),
        },
        attribution,
        referral: ReferralCookies::from_headers(&headers),
        form_key,
        agreed_total: request
            .expected_total
            .map_or(AgreedTotal::Any, |total| AgreedTotal::Shown(Some(total))),
    };
    let command = match submission.into_command(shop, &*shop.settings.get::<Rates>().await?) {
        Ok(command) => command,
        Err(errors) => return Ok(ApiOutcome::Invalid(errors)),
    };
    let new_account = command.wants_account.then(|| command.buyer.clone());
    let outcome = place::place(shop, context, visitor, command).await?;
    if let (PlaceOutcome::Order(order), Some(buyer)) = (&outcome, &new_account) {
        request_account(shop, visitor, buyer, *order).await;
    }
    api_outcome(context, outcome).await
}

/// Pays an order that exists.
pub async fn pay(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    order: &Order,
    request: &ApiPayment,
) -> Result<ApiOutcome, AppError> {
    let token = visitor.token.ok_or(AppError::StaleNonce)?;
    let buyer = current_buyer(shop, visitor).await?;
    if let Some(method) = payment::read_offline(&request.fields()) {
        let customer = buyer.customer;
        let outcome = place::pay_offline(shop, context, visitor, &token, order, method, customer).await?;
        return api_outcome(context, outcome).await;
    }
    let today = shop.clock.now().date_naive();
    let chosen = match payment::read(&request.fields(), &buyer.saved, today, false) {
        Ok(chosen) => chosen,
        Err(text) => {
            return Ok(ApiOutcome::Invalid(vec![FormError::for_field(shop, "payment_method", text)]));
        }
    };
    // As on the pay page: with the key of the order anyone may pay, but only its own customer can save the method.
    let is_own = buyer.customer.is_some() && buyer.customer == order.customer;
    let command = PayOrder {
        kind: chosen.kind,
        source: chosen.source,
        customer: buyer.customer,
        wants_saved: chosen.wants_saved && is_own,
    };
    let outcome = place::pay_order(shop, context, visitor, &token, order, command).await?;
    api_outcome(context, outcome).await
}

async fn api_outcome(context: &PaymentContext, outcome: PlaceOutcome) -> Result<ApiOutcome, AppError> {
    Ok(match outcome {
        PlaceOutcome::Order(order) => {
            let order = orders::service::find(&context.db, order).await?.ok_or(AppError::NotFound)?;
            ApiOutcome::Order(Box::new(order))
        }
        PlaceOutcome::Declined(_) => ApiOutcome::Declined(msg::payments::GENERAL_ERROR.into()),
        PlaceOutcome::CardRefused(why) => ApiOutcome::Declined(payment::card_refusal_message(why)),
        PlaceOutcome::Refused(why)
            if why.iter().all(|message| message.key == msg::checkout::TOTAL_CHANGED) =>
        {
            ApiOutcome::TotalChanged
        }
        PlaceOutcome::Refused(why) => ApiOutcome::Refused(why),
        PlaceOutcome::EmptyCart => ApiOutcome::EmptyCart,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_a_client_fits_the_key_of_a_form() {
        let uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
        assert_eq!(form_key(uuid).as_deref(), Some("3f2504e04f8941d39a0c0305e82c3301"));
        assert_eq!(form_key("short"), None);
        assert_eq!(form_key(&"x".repeat(65)), None);
    }

    #[test]
    fn without_a_key_the_same_payment_names_the_same_order() {
        let payment = |token: &str| ApiPayment {
            method: "card".to_owned(),
            data: vec![("token".to_owned(), token.to_owned())],
        };
        assert_eq!(payment("a").derived_key(), payment("a").derived_key());
        assert_ne!(payment("a").derived_key(), payment("b").derived_key());
        let joined = ApiPayment {
            method: "card".to_owned(),
            data: vec![("token".to_owned(), "a;1:x=1:y".to_owned())],
        };
        let split = ApiPayment {
            method: "card".to_owned(),
            data: vec![("token".to_owned(), "a".to_owned()), ("x".to_owned(), "y".to_owned())],
        };
        assert_ne!(joined.derived_key(), split.derived_key());
        assert!(form_key(&payment("a").derived_key()).is_some());
    }
}
