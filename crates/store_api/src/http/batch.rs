//! Several changes of the cart in one request, in their order: each is answered as if it had come alone.

use ::checkout::CheckoutContext;
use ::http::StatusCode;
use axum::response::Response;
use edge::{
    AppError, Endpoint, Policy,
    idempotency::RequestKey,
    policy::{Priority, RateClass},
    registry::Verb,
};
use kernel::msg;
use payments::PaymentContext;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{
    addresses,
    cart::{Answer, Body, Caller, at, coupons, customer, items},
};
use crate::envelope::{ApiRefusal, invalid_param};

/// As many as the platform allows.
const MAX_REQUESTS: usize = 25;

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    let policy = Policy::api_write(Verb::Post, RateClass::CartWrite, Priority(2));
    at(addresses!("/batch"), Verb::Post, &policy, batch).into_iter().collect()
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Batch)]
pub struct BatchDocument {
    /// `validation` if nothing was done, because one request is invalid and all were required to be valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    failed: Option<&'static str>,
    /// One for each request, in their order; null for a request that was not carried out.
    responses: Vec<Option<EntryDocument>>,
}

/// The answer to one request of a batch.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BatchEntry)]
pub struct EntryDocument {
    /// What the request alone would be answered.
    #[schema(value_type = Object)]
    body: Value,
    status: u16,
    #[schema(value_type = Object)]
    headers: Value,
}

/// A change that a batch may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    AddItem,
    PostItem,
    UpdateItem,
    RemoveItem,
    ApplyCoupon,
    RemoveCoupon,
    UpdateCustomer,
    SelectShippingRate,
    Extensions,
}

impl Call {
    /// By the path, which has no host and may lack the version.
    fn find(method: &str, path: &str) -> Option<Self> {
        let path = path.strip_prefix("/wc/store/v1").or_else(|| path.strip_prefix("/wc/store"))?;
        if !method.eq_ignore_ascii_case("POST") {
            return None;
        }
        Some(match path {
            "/cart/add-item" => Self::AddItem,
            "/cart/items" => Self::PostItem,
            "/cart/update-item" => Self::UpdateItem,
            "/cart/remove-item" => Self::RemoveItem,
            "/cart/apply-coupon" => Self::ApplyCoupon,
            "/cart/remove-coupon" => Self::RemoveCoupon,
            "/cart/update-customer" => Self::UpdateCustomer,
            "/cart/select-shipping-rate" => Self::SelectShippingRate,
            "/cart/extensions" => Self::Extensions,
            _ => return None,
        })
    }

    fn rate(self) -> RateClass {
        match self {
            Self::ApplyCoupon => RateClass::Pay,
            _ => RateClass::CartWrite,
        }
    }

    async fn run(self, caller: &Caller, key: &RequestKey, body: &Body) -> Result<Answer, AppError> {
        match self {
            Self::AddItem => items::add_item(caller, key, body).await,
            Self::PostItem => items::post_item(caller, key, body).await,
            Self::UpdateItem => items::update_item(caller, body).await,
            Self::RemoveItem => items::remove_item(caller, body).await,
            Self::ApplyCoupon => coupons::apply_coupon(caller, body).await,
            Self::RemoveCoupon => coupons::remove_coupon(caller, body).await,
            Self::UpdateCustomer => customer::update_customer(caller, body).await,
            Self::SelectShippingRate => customer::select_shipping_rate(caller, body).await,
            Self::Extensions => customer::extensions(caller, body).await,
        }
    }
}

/// One request of a batch: its call, if there is such a call, and its body.
fn parse(request: &Map<String, Value>) -> Result<(Call, Body), AppError> {
    let text = |name: &str| request.get(name).and_then(Value::as_str).unwrap_or_default();
    let method = if request.contains_key("method") { text("method") } else { "POST" };
    let call = Call::find(method, text("path")).ok_or_else(|| AppError::from(ApiRefusal::no_route()))?;
    let body = match request.get("body") {
        None | Some(Value::Null) => Body::default(),
        Some(Value::Object(members)) => Body(members.clone()),
        Some(Value::Array(items)) if items.is_empty() => Body::default(),
        Some(_) => return Err(invalid_param("body", msg::store_api::PARAM_OBJECT)),
    };
    Ok((call, body))
}

/// The key of one request: the batch's own, with the position.
fn key_of(key: &RequestKey, index: usize) -> RequestKey {
    RequestKey(key.0.as_ref().map(|key| {
        let key: String = key.chars().take(60).collect();
        format!("{key}.{index}")
    }))
}

async fn batch(caller: Caller, key: RequestKey, body: Body) -> Result<Response, AppError> {
    let requests = match requests(&body) {
        Ok(requests) => requests,
        Err(error) => return caller.respond(Err(error)),
    };
    let all_or_none = body.text("validation").is_ok_and(|mode| mode == "require-all-validate");
    if all_or_none && requests.iter().any(Result::is_err) {
        let entries: Result<Vec<_>, AppError> = requests
            .into_iter()
            .map(|request| match request {
                Ok(_) => Ok(None),
                Err(error) => entry(&caller, Err(error)).map(Some),
            })
            .collect();
        let refused = BatchDocument { failed: Some("validation"), responses: entries? };
        return caller.respond(Answer::new(StatusCode::MULTI_STATUS, &refused));
    }
    let mut current = caller;
    let mut cookie = None;
    let mut entries = Vec::with_capacity(requests.len());
    for (index, request) in requests.into_iter().enumerate() {
        let result = match request {
            // The first is counted by the policy of the batch.
            Ok((call, body)) => match counted(&current, call, index).await {
                Ok(()) => call.run(&current, &key_of(&key, index), &body).await,
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        if let Ok(answer) = &result {
            // The first product begins the session that the others belong to.
            current = current.after(answer);
            cookie = answer.cookie.clone().or(cookie);
        }
        entries.push(Some(entry(&current, result)?));
    }
    let document = BatchDocument { failed: None, responses: entries };
    let answer = Answer::new(StatusCode::MULTI_STATUS, &document)?;
    current.respond(Ok(Answer { cookie, ..answer }))
}

/// A request that cannot be read has an answer of its own.
type Parsed = Result<(Call, Body), AppError>;

fn requests(body: &Body) -> Result<Vec<Parsed>, AppError> {
    let requests = body.objects("requests", MAX_REQUESTS)?;
    if requests.is_empty() {
        return Err(invalid_param("requests", msg::store_api::PARAM_LIST.with("max", MAX_REQUESTS)));
    }
    Ok(requests.into_iter().map(parse).collect())
}

/// A batch is no way around the limits of its calls.
async fn counted(caller: &Caller, call: Call, index: usize) -> Result<(), AppError> {
    if index == 0 && call.rate() == RateClass::CartWrite {
        return Ok(());
    }
    let visitor = &caller.visitor;
    caller.shop.rate_limiter.check(call.rate(), visitor.token.as_ref(), visitor.address).await
}

/// The answer of one request. A failure of the shop itself fails the batch.
fn entry(caller: &Caller, result: Result<Answer, AppError>) -> Result<EntryDocument, AppError> {
    let headers = caller.header_values();
    match result {
        Ok(answer) => Ok(EntryDocument { body: answer.body, status: answer.status.as_u16(), headers }),
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => {
            let ApiRefusal { status, code, message, mut data } = ApiRefusal::from_error(&error);
            data.insert("status".to_owned(), status.as_u16().into());
            let body = json!({ "code": code, "message": message, "data": data });
            Ok(EntryDocument { body, status: status.as_u16(), headers })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_of_the_cart_are_batched() {
        assert_eq!(Call::find("POST", "/wc/store/v1/cart/add-item"), Some(Call::AddItem));
        assert_eq!(Call::find("post", "/wc/store/cart/items"), Some(Call::PostItem));
        for (method, path) in [
            ("GET", "/wc/store/v1/cart"),
            ("POST", "/wc/store/v1/checkout"),
            ("POST", "/wc/store/v1/batch"),
            ("POST", "/cart/add-item"),
            ("DELETE", "/wc/store/v1/cart/items"),
        ] {
            assert_eq!(Call::find(method, path), None, "{method} {path}");
        }
    }

    #[test]
    fn each_request_of_a_batch_has_its_own_key() {
        let key = RequestKey(Some("a".repeat(64)));
        let keys: Vec<_> = (0..MAX_REQUESTS).filter_map(|index| key_of(&key, index).0).collect();
        assert!(keys.iter().all(|key| key.len() <= 64));
        assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), MAX_REQUESTS);
        assert_eq!(key_of(&RequestKey(None), 3).0, None);
    }
}
