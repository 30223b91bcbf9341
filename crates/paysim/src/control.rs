//! `/sim/`: how a test or a developer looks into the provider and sets its mood.
//!
//! | call | body |
//! |---|---|
//! | `GET ledger`, `GET ledger?invoice=A1` | every payment and refund |
//! | `GET counts` | how often what was asked, and how it ended |
//! | `GET rules`, `POST rules`, `POST rules/add` | `[{"when": {"last4": "1111"}, "do": "slow", "ms": 50}]` |
//! | `POST webhooks` | `{"url": "http://…", "twice": true}`; an empty address ends them |
//! | `POST settle` | `{}`, `{"echecks": false}`, `{"trans_id": "…"}` |
//! | `POST return` | `{"trans_id": "…"}`: a bank takes its payment back |
//! | `POST review` | `{"trans_id": "…", "approve": true}` |
//! | `POST down` | `{"down": true}`, `{"down": true, "answer": true}` for HTTP 503 |
//! | `POST pass` | `{"seconds": 900}`: time passes, here alone |
//! | `POST reset` | empties everything |

use http_body_util::Full;
use hyper::{
    Method, Response, StatusCode,
    body::Bytes,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    Rule, Sim, Webhooks,
    server::{Reply, plain},
    world::Down,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settle {
    #[serde(default = "yes")]
    echecks: bool,
    /// This one alone.
    #[serde(default)]
    trans_id: Option<String>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GiveBack {
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
struct SetDown {
    down: bool,
    /// 503 instead of a dead line.
    #[serde(default)]
    answer: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pass {
    seconds: u64,
}

pub fn answer(sim: &Sim, method: &Method, path: &str, query: &str, body: &Bytes) -> Reply {
    match work(sim, method, path, query, body) {
        Some(Ok(value)) => json_reply(StatusCode::OK, value),
        Some(Err(fault)) => json_reply(StatusCode::BAD_REQUEST, json!({ "error": fault })),
        None => plain(StatusCode::NOT_FOUND, "Not Found"),
    }
}

fn work(sim: &Sim, method: &Method, path: &str, query: &str, body: &Bytes) -> Option<Result<Value, String>> {
    let done = || Ok(json!({"ok": true}));
    let found = |found: bool| if found { Ok(json!({"ok": true})) } else { Err("no such payment".to_owned()) };
    Some(match (method, path) {
        (&Method::GET, "/sim/ledger") => Ok(match query.strip_prefix("invoice=") {
            Some(invoice) => json!(sim.with_invoice(invoice)),
            None => json!(sim.ledger()),
        }),
        (&Method::GET, "/sim/counts") => Ok(json!(sim.counts())),
        (&Method::GET, "/sim/rules") => Ok(json!(sim.rules())),
        (&Method::POST, "/sim/rules") => read::<Vec<Rule>>(body).and_then(|rules| {
            sim.set_rules(rules);
            done()
        }),
        (&Method::POST, "/sim/rules/add") => read::<Vec<Rule>>(body).and_then(|rules| {
            sim.add_rules(rules);
            done()
        }),
        (&Method::POST, "/sim/webhooks") => read::<Webhooks>(body).and_then(|webhooks| {
            sim.webhooks_to(Some(webhooks).filter(|webhooks| !webhooks.url.is_empty()));
            done()
        }),
        (&Method::POST, "/sim/settle") => {
            read::<Settle>(body).map(|asked| json!({"settled": settle(sim, &asked)}))
        }
        (&Method::POST, "/sim/return") => {
            read::<GiveBack>(body).and_then(|asked| found(sim.give_back(&asked.trans_id)))
        }
        (&Method::POST, "/sim/review") => {
            read::<Review>(body).and_then(|asked| found(sim.review(&asked.trans_id, asked.approve)))
        }
        (&Method::POST, "/sim/down") => read::<SetDown>(body).and_then(|asked| {
            sim.set_down(match (asked.down, asked.answer) {
                (false, _) => Down::Up,
                (true, false) => Down::Closing,
                (true, true) => Down::Unavailable,
            });
            done()
        }),
        (&Method::POST, "/sim/pass") => read::<Pass>(body).and_then(|asked| {
            sim.pass(std::time::Duration::from_secs(asked.seconds));
            done()
        }),
        (&Method::POST, "/sim/reset") => {
            sim.reset();
            done()
        }
        _ => return None,
    })
}

fn settle(sim: &Sim, asked: &Settle) -> usize {
    match &asked.trans_id {
        Some(id) => usize::from(sim.settle_one(id)),
        None if asked.echecks => sim.settle(),
        None => sim.settle_cards(),
    }
}

/// Nothing at all is read as an empty object.
fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, String> {
    let body: &[u8] = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|fault| fault.to_string())
}

fn json_reply(status: StatusCode, value: Value) -> Reply {
    let mut reply = Response::new(Full::from(value.to_string()));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    reply
}
