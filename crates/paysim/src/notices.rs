//! Webhook notices to the shop: signed and, on request, late, duplicate, out of order, dropped or forged.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use hmac::{Hmac, KeyInit, Mac};
use rand::{RngExt, seq::SliceRandom};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::Sha512;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{SharedState, api_response::dollars, ledger::Transaction};

/// Target URL of notices, and their faults.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Webhooks {
    pub url: String,
    /// Signs with this key instead of the merchant's.
    pub signature_key: Option<String>,
    pub delay_ms: u64,
    pub twice: bool,
    /// Notices within the delay (at least 200 ms) are sent in random order.
    pub shuffle: bool,
    pub drop_percent: u8,
    /// Signs with a wrong key.
    pub forge: bool,
    /// How often a notice is sent again if it was not accepted. The real provider retries for days.
    pub retries: u32,
}

impl Default for Webhooks {
    fn default() -> Self {
        Self {
            url: String::new(),
            signature_key: None,
            delay_ms: 0,
            twice: false,
            shuffle: false,
            drop_percent: 0,
            forge: false,
            retries: 3,
        }
    }
}

impl Webhooks {
    /// Sends each notice once, immediately and in order.
    pub fn to(url: impl Into<String>) -> Self {
        Self { url: url.into(), ..Self::default() }
    }
}

/// An event of a payment.
#[derive(Debug, Clone)]
pub struct Event {
    kind: &'static str,
    date: DateTime<Utc>,
    payload: serde_json::Value,
}

impl Event {
    /// `kind` is the last part of the event type, such as `authcapture.created`.
    pub fn new(
        kind: &'static str,
        transaction: &Transaction,
        ref_id: Option<&str>,
        now: DateTime<Utc>,
    ) -> Self {
        let mut payload = json!({
            "responseCode": transaction.response_code,
            "authCode": transaction.auth_code,
            "avsResponse": transaction.avs,
            "authAmount": dollars(transaction.amount),
            "invoiceNumber": transaction.invoice,
            "entityName": "transaction",
            "id": transaction.id.to_string(),
        });
        if let Some(ref_id) = ref_id {
            payload["merchantReferenceId"] = ref_id.into();
        }
        Self { kind, date: now, payload }
    }
}

/// `X-ANET-Signature` of a body.
///
/// The HMAC key is the signature key's text, not the bytes that it encodes in hexadecimal: this is how the
/// provider signs notices (only its older transaction hash decodes the key). Upper-case hexadecimal after
/// `sha512=`.
pub fn signature(key: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha512>::new_from_slice(key.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(body);
    format!("sha512={}", hex::encode_upper(mac.finalize().into_bytes()))
}

struct Delivery {
    url: String,
    body: String,
    signature: String,
    retries: u32,
}

/// Sends events as they arrive, as long as the simulator lives.
pub async fn deliver(state: SharedState, mut events: UnboundedReceiver<Event>) {
    let client = reqwest::Client::builder().timeout(Duration::from_secs(30)).build().unwrap_or_default();
    while let Some(event) = events.recv().await {
        let Some(hooks) = state.lock().webhooks.clone() else { continue };
        let mut batch = vec![event];
        if hooks.shuffle {
            tokio::time::sleep(Duration::from_millis(hooks.delay_ms.max(200))).await;
            while let Ok(more) = events.try_recv() {
                batch.push(more);
            }
            batch.shuffle(&mut state.lock().rng);
        }
        for event in batch {
            if state.lock().rng.random_range(0..100) < hooks.drop_percent {
                state.lock().count("notices dropped");
                continue;
            }
            let delivery = build_delivery(&state, &hooks, &event);
            let times = 1 + usize::from(hooks.twice);
            if hooks.shuffle {
                // Sequentially, or the network would determine the order.
                send(&state, &client, &delivery, times).await;
            } else {
                let (state, client) = (state.clone(), client.clone());
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(hooks.delay_ms)).await;
                    send(&state, &client, &delivery, times).await;
                });
            }
        }
    }
}

fn build_delivery(state: &SharedState, hooks: &Webhooks, event: &Event) -> Delivery {
    let mut state = state.lock();
    let id = |bytes: [u8; 16]| {
        let hex = hex::encode(bytes);
        [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
    };
    let body = json!({
        "notificationId": id(state.rng.random()),
        "eventType": format!("net.authorize.payment.{}", event.kind),
        "eventDate": event.date.to_rfc3339_opts(SecondsFormat::Micros, true),
        "webhookId": "5d0bd4a1-7f0e-4d5e-9a7b-2f6f0c3e8b11",
        "payload": event.payload,
    })
    .to_string();
    let key = match (&hooks.signature_key, hooks.forge) {
        (_, true) => "a wrong key",
        (Some(key), _) => key,
        (None, _) => &state.settings.signature_key,
    };
    let signature = signature(key, body.as_bytes());
    Delivery { url: hooks.url.clone(), body, signature, retries: hooks.retries }
}

async fn send(state: &SharedState, client: &reqwest::Client, delivery: &Delivery, times: usize) {
    for _ in 0..times {
        for attempt in 0..=delivery.retries {
            let sent = client
                .post(&delivery.url)
                .header("Content-Type", "application/json")
                .header("X-ANET-Signature", &delivery.signature)
                .body(delivery.body.clone())
                .send()
                .await;
            if sent.is_ok_and(|answer| answer.status().is_success()) {
                state.lock().count("notices taken");
                break;
            }
            state.lock().count("notices refused");
            if attempt < delivery.retries {
                tokio::time::sleep(Duration::from_millis(250 << attempt.min(6))).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_made_with_the_keys_characters() {
        let made = signature("Jefe", b"what do ya want for nothing?");
        assert_eq!(
            made,
            "sha512=164B7A7BFCF819E2E395FBE73B56E0A387BD64222E831FD610270CD7EA250554\
             9758BF75C05A994A6D034F65F8F0E6FDCAEAB1A34D4A6B4B636E070A38BCE737"
        );
    }
}
