//! `/sim/`: the control API with which tests and developers inspect the simulator and inject faults.
//!
//! | call | body |
//! |---|---|
//! | `GET ledger`, `GET ledger?invoice=A1` | all payments and refunds |
//! | `GET counts` | number of requests by name, and of outcomes |
//! | `GET rules`, `POST rules`, `POST rules/add` | `[{"when": {"last4": "1111"}, "do": "slow", "ms": 50}]` |
//! | `POST webhooks` | `{"url": "http://…", "twice": true}`; an empty URL disables them |
//! | `POST settle` | `{}`, `{"echecks": false}`, `{"trans_id": "…"}` |
//! | `POST return` | `{"trans_id": "…"}`: the bank returns an eCheck payment |
//! | `POST review` | `{"trans_id": "…", "approve": true}` |
//! | `POST down` | `{"down": true}`, `{"down": true, "answer": true}` for HTTP 503 |
//! | `POST account` | `{"currency": "CAD"}`, `{"test": true}` |
//! | `POST pass` | `{"seconds": 900}`: advances the simulator's clock |
//! | `POST reset` | deletes everything |

use http_body_util::Full;
use hyper::{
    Method, Response, StatusCode,
    body::Bytes,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    FaultRule, Sim, Webhooks,
    server::{Reply, plain},
    state::{Account, Availability},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settle {
    #[serde(default = "yes")]
    echecks: bool,
    /// Settles only this transaction.
    #[serde(default)]
    trans_id: Option<String>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReturnPayment {
    trans_id: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    trans_id: String,
    approve: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetAvailability {
    down: bool,
    /// Responds with 503 instead of closing the connection.
    #[serde(default)]
    answer: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetAccount {
    #[serde(default)]
    currency: Option<String>,
    #[serde(default)]
    test: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdvanceClock {
    seconds: u64,
}

pub fn handle(sim: &Sim, method: &Method, path: &str, query: &str, body: &Bytes) -> Reply {
    match dispatch(sim, method, path, query, body) {
        Some(Ok(value)) => json_reply(StatusCode::OK, value),
        Some(Err(error)) => json_reply(StatusCode::BAD_REQUEST, json!({ "error": error })),
        None => plain(StatusCode::NOT_FOUND, "Not Found"),
    }
}

fn dispatch(
    sim: &Sim,
    method: &Method,
    path: &str,
    query: &str,
    body: &Bytes,
) -> Option<Result<Value, String>> {
    let done = || Ok(json!({"ok": true}));
    let found = |found: bool| if found { Ok(json!({"ok": true})) } else { Err("no such payment".to_owned()) };
    Some(match (method, path) {
        (&Method::GET, "/sim/ledger") => Ok(match query.strip_prefix("invoice=") {
            Some(invoice) => json!(sim.with_invoice(invoice)),
            None => json!(sim.ledger()),
        }),
        (&Method::GET, "/sim/counts") => Ok(json!(sim.counts())),
        (&Method::GET, "/sim/rules") => Ok(json!(sim.rules())),
        (&Method::POST, "/sim/rules") => read::<Vec<FaultRule>>(body).and_then(|rules| {
            sim.set_rules(rules);
            done()
        }),
        (&Method::POST, "/sim/rules/add") => read::<Vec<FaultRule>>(body).and_then(|rules| {
            sim.add_rules(rules);
            done()
        }),
        (&Method::POST, "/sim/webhooks") => read::<Webhooks>(body).and_then(|webhooks| {
            sim.set_webhooks(Some(webhooks).filter(|webhooks| !webhooks.url.is_empty()));
            done()
        }),
        (&Method::POST, "/sim/settle") => {
            read::<Settle>(body).map(|request| json!({"settled": settle(sim, &request)}))
        }
        (&Method::POST, "/sim/return") => {
            read::<ReturnPayment>(body).and_then(|request| found(sim.return_payment(&request.trans_id)))
        }
        (&Method::POST, "/sim/review") => {
            read::<Review>(body).and_then(|request| found(sim.review(&request.trans_id, request.approve)))
        }
        (&Method::POST, "/sim/down") => read::<SetAvailability>(body).and_then(|request| {
            sim.set_availability(match (request.down, request.answer) {
                (false, _) => Availability::Up,
                (true, false) => Availability::Disconnecting,
                (true, true) => Availability::Unavailable,
            });
            done()
        }),
        (&Method::POST, "/sim/account") => read::<SetAccount>(body).and_then(|request| {
            let currency = request.currency.unwrap_or_else(|| Account::default().currency);
            sim.set_account(Account { currency, is_test: request.test });
            done()
        }),
        (&Method::POST, "/sim/pass") => read::<AdvanceClock>(body).and_then(|request| {
            sim.advance_clock(std::time::Duration::from_secs(request.seconds));
            done()
        }),
        (&Method::POST, "/sim/reset") => {
            sim.reset();
            done()
        }
        _ => return None,
    })
}

fn settle(sim: &Sim, request: &Settle) -> usize {
    match &request.trans_id {
        Some(id) => usize::from(sim.settle_one(id)),
        None if request.echecks => sim.settle(),
        None => sim.settle_cards(),
    }
}

/// An empty body is read as an empty object.
fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, String> {
    let body: &[u8] = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|error| error.to_string())
}

fn json_reply(status: StatusCode, value: Value) -> Reply {
    let mut reply = Response::new(Full::from(value.to_string()));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    reply
}
