//! The Store API's checkout: the same placing, for a browser that knows its owner's address and means already.

use accounts::rules::{Address, Part};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use cart::store::totals::Rates;
use edge::{
    AppError, Shop, Visitor,
    fields::{RawBody, RawFields},
    idempotency::RequestKey,
};
use http::{HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};

use super::{
    checkout::who,
    form::{self, Typed},
    payment,
    show::Fault,
};
use crate::{
    place::{self, Pay, Placed, Wish},
    store,
    till::Till,
    view::{
        StoreCheckoutAnswer, StoreCheckoutRefusal, StorePaymentResult, StorePaymentStatus, StoreRefusalData,
    },
};

#[derive(Debug, Deserialize)]
struct Asked {
    #[serde(default)]
    billing_address: std::collections::HashMap<String, String>,
    #[serde(default)]
    payment_method: String,
    #[serde(default)]
    payment_data: Vec<Pair>,
    #[serde(default)]
    customer_note: String,
    /// In cents, as the browser's sheet showed it.
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

const MOST_PAIRS: usize = 50;

pub async fn place(
    State(shop): State<Shop>,
    visitor: Visitor,
    key: RequestKey,
    body: RawBody,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let asked: Asked =
        serde_json::from_slice(&body.0).map_err(|_| AppError::BadRequest("the request cannot be read"))?;
    if asked.payment_data.len() > MOST_PAIRS {
        return Err(AppError::BadRequest("too many fields"));
    }
    let form_key = key.0.map(|key| key.replace('-', ""));
    let form_key = form_key.filter(|key| key.len() >= 16).ok_or(AppError::BadRequest("a key is missing"))?;
    let guest = who(&shop, &visitor).await?;
    let said = |part: Part| asked.billing_address.get(part.name()).cloned().unwrap_or_default();
    let typed = Typed {
        buyer: Address::read(said),
        notes: kernel::text::clean_lines(&asked.customer_note, 1_000),
        // The browser's own sheet was agreed to.
        has_terms: true,
        wants_account: false,
    };
    let rates = shop.kept.get::<Rates>().await?;
    let mut faults: Vec<Fault> = typed.faults(&shop, &rates);
    let mut pairs: Vec<(String, String)> = vec![("payment_method".to_owned(), asked.payment_method)];
    pairs.extend(asked.payment_data.into_iter().map(|pair| (pair.key, pair.value)));
    let fields = RawFields(pairs.into());
    let chosen = payment::read(&fields, &guest.saved, shop.clock.now().date_naive(), false);
    let chosen = match chosen {
        Ok(chosen) => chosen,
        Err(text) => {
            faults.push(Fault::plain(&shop, text));
            return Ok(refused(faults));
        }
    };
    if !faults.is_empty() {
        return Ok(refused(faults));
    }
    let source = asked.extensions.get("woocommerce/order-attribution");
    let attribution = form::attribution(|name| {
        let name = name.strip_prefix("wc_order_attribution_").unwrap_or(name);
        source?.get(name)?.as_str().map(str::to_owned)
    });
    let wish = Wish {
        buyer: typed.buyer,
        customer: guest.customer,
        notes: typed.notes,
        attribution,
        wants_account: false,
        wants_saved: false,
        form_key,
        seen_total: asked.expected_total.parse().ok().map(kernel::Money::minor),
        pay: Pay::Now { kind: chosen.kind, means: chosen.means },
    };
    match place::place(&shop, till, &visitor, wish).await? {
        Placed::Order(order) => {
            let order = store::find(&till.db, order).await?.ok_or(AppError::NotFound)?;
            Ok(json(
                StatusCode::OK,
                &StoreCheckoutAnswer {
                    order_id: order.number,
                    status: order.state,
                    payment_result: StorePaymentResult {
                        payment_status: if order.state.is_paid() {
                            StorePaymentStatus::Success
                        } else {
                            StorePaymentStatus::Pending
                        },
                        redirect_url: order.received_url(),
                    },
                    order_key: order.key,
                },
            ))
        }
        Placed::Declined(_) => Ok(refused(vec![Fault::plain(&shop, kernel::msg::payments::GENERAL_ERROR)])),
        Placed::NotTaken(why) => Ok(refused(vec![Fault::plain(&shop, payment::not_taken(why))])),
        Placed::Refused(why) => Ok(refused(why.into_iter().map(|text| Fault::plain(&shop, text)).collect())),
        Placed::Empty => Ok(refused(vec![Fault::plain(&shop, kernel::msg::checkout::EMPTY)])),
    }
}

fn refused(faults: Vec<Fault>) -> Response {
    let message = faults.into_iter().map(|fault| fault.text).collect::<Vec<_>>().join(" ");
    let status = StatusCode::BAD_REQUEST;
    let data = StoreRefusalData { status: status.as_u16() };
    let code = "woocommerce_rest_checkout_process_payment_error";
    json(status, &StoreCheckoutRefusal { code, message, data })
}

fn json(status: StatusCode, answer: &impl Serialize) -> Response {
    let text = serde_json::to_string(answer).expect("an answer is plain data");
    let mut response = (status, text).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
