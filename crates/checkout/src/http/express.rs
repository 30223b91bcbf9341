//! The Store API's checkout: places an order with the address and payment method of the browser's payment sheet.

use accounts::rules::{Address, AddressField};
use affiliates::service::ReferralCookies;
use attribution::VisitRequest;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use cart::service::Rates;
use edge::{
    AppError, Shop, Visitor,
    fields::{RawBody, RawFields},
    idempotency::RequestKey,
};
use http::{HeaderMap, StatusCode};
use kernel::msg;
use orders::service::Order;
use payments::{
    PaymentContext,
    service::{form as payment, page::FormError},
};
use serde::Deserialize;

use super::{
    checkout::current_buyer,
    form::{self, CheckoutForm},
    submission::{ChosenPayment, Submission},
};
use crate::{
    place::{self, Pay, PlaceOutcome},
    view::{
        StoreCheckoutAnswer, StoreCheckoutRefusal, StorePaymentResult, StorePaymentStatus, StoreRefusalData,
    },
};

#[derive(Debug, Deserialize)]
struct StoreCheckoutRequest {
    #[serde(default)]
    billing_address: std::collections::HashMap<String, String>,
    #[serde(default)]
    payment_method: String,
    #[serde(default)]
    payment_data: Vec<Pair>,
    #[serde(default)]
    customer_note: String,
    /// The total that the payment sheet showed, in cents.
    #[serde(default)]
    expected_total: String,
    #[serde(default)]
    extensions: std::collections::HashMap<String, serde_json::Map<String, serde_json::Value>>,
}

#[derive(Debug, Deserialize)]
struct Pair {
    key: String,
    value: String,
}

const MAX_PAIRS: usize = 50;

pub async fn place(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    visit: VisitRequest,
    headers: HeaderMap,
    key: RequestKey,
    body: RawBody,
) -> Result<Response, AppError> {
    let request: StoreCheckoutRequest =
        serde_json::from_slice(&body.0).map_err(|_| AppError::BadRequest("invalid request body"))?;
    if request.payment_data.len() > MAX_PAIRS {
        return Err(AppError::BadRequest("too many fields"));
    }
    let form_key = key.0.map(|key| key.replace('-', ""));
    let form_key =
        form_key.filter(|key| key.len() >= 16).ok_or(AppError::BadRequest("missing idempotency key"))?;
    let buyer = current_buyer(&shop, &visitor).await?;
    let field_value =
        |part: AddressField| request.billing_address.get(part.name()).cloned().unwrap_or_default();
    let typed = CheckoutForm {
        buyer: Address::read(field_value),
        notes: kernel::text::clean_lines(&request.customer_note, 1_000),
        // Confirming the payment sheet counts as accepting the terms.
        has_terms: true,
        wants_account: false,
    };
    let source = request.extensions.get("woocommerce/order-attribution");
    let attribution = form::attribution(&shop, &visit, |name| {
        let name = name.strip_prefix("wc_order_attribution_").unwrap_or(name);
        source?.get(name)?.as_str().map(str::to_owned)
    })
    .await?;
    let mut pairs: Vec<(String, String)> = vec![("payment_method".to_owned(), request.payment_method)];
    pairs.extend(request.payment_data.into_iter().map(|pair| (pair.key, pair.value)));
    let chosen = payment::read(&RawFields(pairs.into()), &buyer.saved, shop.clock.now().date_naive(), false);
    let submission = Submission {
        buyer: &buyer,
        typed,
        payment: chosen
            .map(|chosen| ChosenPayment {
                pay: Pay::Now { kind: chosen.kind, source: chosen.source },
                wants_saved: false,
            })
            .map_err(|text| FormError::general(&shop, text)),
        attribution,
        referral: ReferralCookies::from_headers(&headers),
        form_key,
        seen_total: request.expected_total.parse().ok().map(kernel::Money::from_minor),
    };
    let command = match submission.into_command(&shop, &*shop.settings.get::<Rates>().await?) {
        Ok(command) => command,
        Err(errors) => return Ok(refused(errors)),
    };
    let outcome = place::place(&shop, &context, &visitor, command).await?;
    respond(&shop, &context, outcome).await
}

async fn respond(shop: &Shop, context: &PaymentContext, outcome: PlaceOutcome) -> Result<Response, AppError> {
    let errors = match outcome {
        PlaceOutcome::Order(order) => {
            let order = orders::service::find(&context.db, order).await?.ok_or(AppError::NotFound)?;
            return Ok(Json(answer(order)).into_response());
        }
        PlaceOutcome::Declined(_) => vec![FormError::general(shop, msg::payments::GENERAL_ERROR)],
        PlaceOutcome::CardRefused(why) => vec![FormError::general(shop, payment::card_refusal_message(why))],
        PlaceOutcome::Refused(why) => why.into_iter().map(|text| FormError::general(shop, text)).collect(),
        PlaceOutcome::EmptyCart => vec![FormError::general(shop, msg::checkout::EMPTY)],
    };
    Ok(refused(errors))
}

fn answer(order: Order) -> StoreCheckoutAnswer {
    let payment_status =
        if order.state.is_paid() { StorePaymentStatus::Success } else { StorePaymentStatus::Pending };
    StoreCheckoutAnswer {
        order_id: order.number,
        status: order.state,
        payment_result: StorePaymentResult { payment_status, redirect_url: order.received_url() },
        order_key: order.key,
    }
}

fn refused(errors: Vec<FormError>) -> Response {
    let message = errors.into_iter().map(|error| error.text).collect::<Vec<_>>().join(" ");
    let status = StatusCode::BAD_REQUEST;
    let data = StoreRefusalData { status: status.as_u16() };
    let code = "woocommerce_rest_checkout_process_payment_error";
    (status, Json(StoreCheckoutRefusal { code, message, data })).into_response()
}
