//! Checkout, orders by key, and paying an order: the same steps as on the pages, by the checkout's own service.

mod order;
pub mod view;

use std::collections::BTreeMap;

use ::checkout::{
    CheckoutContext,
    service::{self, ApiCheckout, ApiOutcome, ApiPayment, BuyerDraft},
};
use ::http::{HeaderMap, StatusCode};
use axum::{extract::State, response::Response};
use cart::service::Rates;
use edge::{
    AppError, Endpoint, PathParam, Policy,
    idempotency::RequestKey,
    policy::{NonceKind, Priority, RateClass},
    registry::Verb,
};
use kernel::{Message, Money, msg};
use payments::{PaymentContext, settings::PaymentMethodSettings};
use serde_json::{Map, Value};

use super::{
    addresses,
    cart::{Answer, Body, Caller, address_in, at, check_address, read, refusals, scalar},
};
use crate::envelope::{ApiRefusal, conflict, invalid_param, refusal};
use view::{CheckoutDocument, DraftSource};

const MAX_PAIRS: usize = 50;
const MAX_NOTES_LENGTH: usize = 1_000;
/// Namespaces in which a client sends where the order comes from: the platform's and the shop's own.
const ATTRIBUTION: [&str; 2] = ["woocommerce/order-attribution", "matjar/order-attribution"];
const PAYMENT_ERROR: &str = "woocommerce_rest_checkout_process_payment_error";

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    let checkout = addresses!("/checkout");
    // The platform requires a nonce even to read: the answer has the buyer's address.
    let personal = Policy::api_read(RateClass::Read, Priority(2)).nonce(NonceKind::Api);
    let update = Policy::api_write(Verb::Put, RateClass::CartWrite, Priority(2)).idempotent();
    // The service itself limits payment attempts: a request with a field error is none.
    let place_order = Policy::api_write(Verb::Post, RateClass::PayForm, Priority(1));
    let pay_order = place_order.clone().idempotent();
    let read_order = Policy::api_read(RateClass::Read, Priority(2));
    let endpoints = [
        at(checkout, Verb::Get, &personal, show),
        at(checkout, Verb::Put, &update, put),
        at(checkout, Verb::Post, &place_order, place),
        at(addresses!("/checkout/{id}"), Verb::Post, &pay_order, pay),
        at(addresses!("/order/{id}"), Verb::Get, &read_order, order::show),
    ];
    endpoints.into_iter().flatten().collect()
}

fn empty_cart() -> AppError {
    refusal(StatusCode::BAD_REQUEST, "woocommerce_rest_cart_empty", msg::checkout::EMPTY).into()
}

/// The checkout as it stands, before an order exists.
async fn draft_answer(caller: &Caller) -> Result<Answer, AppError> {
    let contents = read::contents(caller).await?;
    if contents.lines.is_empty() {
        return Err(empty_cart());
    }
    let draft = read::saved_draft(caller).await?.unwrap_or_default();
    let address = read::address(caller, &contents).await?;
    let source = DraftSource { draft: &draft, address: &address, is_customer: caller.customer.is_some() };
    Answer::new(StatusCode::OK, &CheckoutDocument::from_draft(&source))
}

async fn show(caller: Caller) -> Result<Response, AppError> {
    let answer = draft_answer(&caller).await;
    caller.respond(answer)
}

/// Saves what is known of the order before it is placed: notes and payment method.
async fn put(caller: Caller, body: Body) -> Result<Response, AppError> {
    let answer = async {
        let earlier = read::saved_draft(&caller).await?.unwrap_or_default();
        let method = payment_method(&caller, &body).await?;
        let notes = notes(&body)?;
        let draft = BuyerDraft {
            notes: if notes.is_empty() { earlier.notes } else { notes },
            payment_method: method.unwrap_or(earlier.payment_method),
            address: earlier.address,
        };
        let Some(token) = &caller.visitor.token else { return Err(empty_cart()) };
        draft.save(&caller.shop.db, token, caller.shop.clock.now()).await?;
        draft_answer(&caller).await
    };
    caller.respond(answer.await)
}

/// Both names are in use: the platform's older one and that of its later releases.
fn notes(body: &Body) -> Result<String, AppError> {
    let text = match body.text("customer_note")? {
        text if text.is_empty() => body.text("order_notes")?,
        text => text,
    };
    let notes = kernel::text::clean_lines(&text.replace(['<', '>'], ""), MAX_NOTES_LENGTH);
    if payments::rules::holds_card(&notes) {
        return Err(invalid_param("customer_note", msg::store_api::CARD_IN_ADDRESS));
    }
    Ok(notes)
}

async fn payment_method(caller: &Caller, body: &Body) -> Result<Option<String>, AppError> {
    let method = body.text("payment_method")?;
    if method.is_empty() {
        return Ok(None);
    }
    let settings = caller.shop.settings.get::<PaymentMethodSettings>().await?;
    let known = super::cart::view::payment_methods(&settings);
    if !known.contains(&method.as_str()) {
        let values = known.join(", ");
        return Err(invalid_param("payment_method", msg::store_api::PARAM_ONE_OF.with("values", values)));
    }
    Ok(Some(method))
}

/// The payment of a request. The provider's token is among `payment_data`; card numbers never are.
async fn payment(caller: &Caller, body: &Body, earlier: &str) -> Result<Option<ApiPayment>, AppError> {
    let method = payment_method(caller, body)
        .await?
        .or_else(|| Some(earlier.to_owned()).filter(|text| !text.is_empty()));
    let pairs = body.objects("payment_data", MAX_PAIRS)?.into_iter().map(|pair| {
        let text = |name: &str| pair.get(name).and_then(scalar);
        let (Some(key), Some(value)) = (text("key"), text("value")) else {
            return Err(invalid_param("payment_data", msg::store_api::PARAM_TEXT));
        };
        Ok((key, value))
    });
    let data = pairs.collect::<Result<_, _>>()?;
    Ok(method.map(|method| ApiPayment { method, data }))
}

/// The total that the client showed, in minor units.
fn expected_total(body: &Body) -> Result<Option<Money>, AppError> {
    let text = body.text("expected_total")?;
    if text.is_empty() {
        return Ok(None);
    }
    let minor = text.parse().map_err(|_| invalid_param("expected_total", msg::store_api::PARAM_PRICE))?;
    Ok(Some(Money::from_minor(minor)))
}

fn attribution(body: &Body) -> Result<BTreeMap<String, String>, AppError> {
    let Some(extensions) = body.object("extensions")? else { return Ok(BTreeMap::new()) };
    let found = ATTRIBUTION.iter().find_map(|namespace| extensions.get(*namespace)?.as_object());
    let fields = |fields: &Map<String, Value>| {
        fields.iter().filter_map(|(name, value)| Some((name.clone(), scalar(value)?))).collect()
    };
    Ok(found.map(fields).unwrap_or_default())
}

async fn place(
    caller: Caller,
    State(context): State<PaymentContext>,
    headers: HeaderMap,
    key: RequestKey,
    body: Body,
) -> Result<Response, AppError> {
    let answer = place_order(&caller, &context, &headers, key, &body).await;
    caller.respond(answer)
}

async fn place_order(
    caller: &Caller,
    context: &PaymentContext,
    headers: &HeaderMap,
    key: RequestKey,
    body: &Body,
) -> Result<Answer, AppError> {
    let shop = &caller.shop;
    let draft = read::saved_draft(caller).await?.unwrap_or_default();
    let given = address_in(body, &draft.address)?;
    let (name, address) = given.unwrap_or(("billing_address", draft.address.clone()));
    check_address(name, &address, &*shop.settings.get::<Rates>().await?)?;
    let notes = match notes(body)? {
        notes if notes.is_empty() => draft.notes,
        notes => notes,
    };
    let payment = payment(caller, body, &draft.payment_method).await?;
    let request = ApiCheckout {
        address: address.clone(),
        notes,
        key: key.0,
        expected_total: expected_total(body)?,
        wants_account: body.boolean("create_account")?,
        attribution: attribution(body)?,
        payment: payment.clone().unwrap_or_default(),
    };
    if payment.is_none() {
        if read::contents(caller).await?.lines.is_empty() {
            return Err(empty_cart());
        }
        let code = "woocommerce_rest_checkout_missing_payment_method";
        return Err(refusal(StatusCode::BAD_REQUEST, code, msg::payments::METHOD_MISSING).into());
    }
    let outcome = service::place(shop, context, &caller.visitor, headers, request).await?;
    if let (ApiOutcome::Order(_), Some(token)) = (&outcome, &caller.visitor.token) {
        // The order has the address now.
        BuyerDraft::delete(&shop.db, token).await?;
    }
    respond(caller, outcome, &payment.unwrap_or_default().method).await
}

/// The document of the order, or why there is none.
async fn respond(caller: &Caller, outcome: ApiOutcome, method: &str) -> Result<Answer, AppError> {
    let shop = &caller.shop;
    let text = |message: &Message| refusals::plain(&shop.messages.text(message));
    match outcome {
        ApiOutcome::Order(order) => {
            Answer::new(StatusCode::OK, &CheckoutDocument::from_order(shop, &order, method, caller.customer))
        }
        ApiOutcome::Invalid(errors) => {
            let is_payment = |field: &Option<String>| field.as_deref() == Some("payment_method");
            let texts = errors.iter().map(|error| refusals::plain(&error.text)).collect::<Vec<_>>().join(" ");
            Err(match errors.iter().all(|error| is_payment(&error.field)) {
                true => refusals::refused(PAYMENT_ERROR, &texts),
                false => ApiRefusal::invalid_param("billing_address", texts).into(),
            })
        }
        ApiOutcome::Declined(message) => Err(refusals::refused(PAYMENT_ERROR, &text(&message))),
        ApiOutcome::EmptyCart => Err(empty_cart()),
        ApiOutcome::TotalChanged => {
            let code = "woocommerce_rest_checkout_total_mismatch";
            Err(conflict(code, msg::checkout::TOTAL_CHANGED, cart(caller).await?).into())
        }
        ApiOutcome::Refused(why) => {
            let message = why.iter().map(text).collect::<Vec<_>>().join(" ");
            let refused = ApiRefusal::new(StatusCode::CONFLICT, "woocommerce_rest_cart_errors", message);
            Err(refused.with("cart", cart(caller).await?).into())
        }
    }
}

/// The cart as it is, for a client that believed something else.
async fn cart(caller: &Caller) -> Result<Value, AppError> {
    let document = read::document(caller, &read::contents(caller).await?).await?;
    Ok(serde_json::to_value(document).map_err(anyhow::Error::from)?)
}

/// Pays an order that exists, with its key.
async fn pay(
    caller: Caller,
    State(context): State<PaymentContext>,
    PathParam(number): PathParam<i64>,
    body: Body,
) -> Result<Response, AppError> {
    let answer = pay_order(&caller, &context, number, &body).await;
    caller.respond(answer)
}

async fn pay_order(
    caller: &Caller,
    context: &PaymentContext,
    number: i64,
    body: &Body,
) -> Result<Answer, AppError> {
    let access = order::Access { key: body.text("key")?, billing_email: body.text("billing_email")? };
    let order = access.open(context, number).await?;
    if !order.state.is_payable() {
        let code = "invalid_order_update_status";
        return Err(refusal(StatusCode::BAD_REQUEST, code, msg::checkout::NOT_PAYABLE).into());
    }
    let Some(payment) = payment(caller, body, "").await? else {
        let code = "woocommerce_rest_checkout_missing_payment_method";
        return Err(refusal(StatusCode::BAD_REQUEST, code, msg::payments::METHOD_MISSING).into());
    };
    let outcome = service::pay(&caller.shop, context, &caller.visitor, &order, &payment).await?;
    respond(caller, outcome, &payment.method).await
}
