//! Notices to the shop: signed, and on order late, twice, out of turn, lost or forged.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use hmac::{Hmac, KeyInit, Mac};
use rand::{RngExt, seq::SliceRandom};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::Sha512;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{Shared, answer::dollars, book::Transaction};

/// Where notices go, and how badly.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Webhooks {
    pub url: String,
    /// Another key than the merchant's.
    pub signature_key: Option<String>,
    pub delay_ms: u64,
    pub twice: bool,
    /// What comes within the delay (at least 200 ms) is sent in a drawn order.
    pub shuffle: bool,
    pub drop_percent: u8,
    /// Signed with a key that nobody has.
    pub forge: bool,
    /// How often one is sent again that was not taken. The real provider tries for days.
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
    /// At once, once each, in turn.
    pub fn to(url: impl Into<String>) -> Self {
        Self { url: url.into(), ..Self::default() }
    }
}

/// Something happened to a payment.
#[derive(Debug, Clone)]
pub struct Event {
    kind: &'static str,
    date: DateTime<Utc>,
    payload: serde_json::Value,
}

impl Event {
    /// `kind` is the part that tells them apart: `authcapture.created`.
    pub fn new(kind: &'static str, of: &Transaction, ref_id: Option<&str>, now: DateTime<Utc>) -> Self {
        let mut payload = json!({
            "responseCode": of.response_code,
            "authCode": of.auth_code,
            "avsResponse": of.avs,
            "authAmount": dollars(of.amount),
            "invoiceNumber": of.invoice,
            "entityName": "transaction",
            "id": of.id.to_string(),
        });
        if let Some(ref_id) = ref_id {
            payload["merchantReferenceId"] = ref_id.into();
        }
        Self { kind, date: now, payload }
    }
}

/// `X-ANET-Signature` of a body.
///
/// The key's own characters are the HMAC's key, not the bytes that they spell: so the provider signs notices (the
/// transaction hash of its older forms is the one that decodes). Upper case, after `sha512=`.
pub fn signature(key: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha512>::new_from_slice(key.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(body);
    format!("sha512={}", hex::encode_upper(mac.finalize().into_bytes()))
}

struct Letter {
    url: String,
    body: String,
    signature: String,
    retries: u32,
}

/// Takes events as they come and sends them off, as long as the simulator lives.
pub async fn deliver(world: Shared, mut events: UnboundedReceiver<Event>) {
    let client = reqwest::Client::builder().timeout(Duration::from_secs(30)).build().unwrap_or_default();
    while let Some(event) = events.recv().await {
        let Some(hooks) = world.lock().webhooks.clone() else { continue };
        let mut batch = vec![event];
        if hooks.shuffle {
            tokio::time::sleep(Duration::from_millis(hooks.delay_ms.max(200))).await;
            while let Ok(more) = events.try_recv() {
                batch.push(more);
            }
            batch.shuffle(&mut world.lock().dice);
        }
        for event in batch {
            if world.lock().dice.random_range(0..100) < hooks.drop_percent {
                world.lock().count("notices dropped");
                continue;
            }
            let letter = letter(&world, &hooks, &event);
            let times = 1 + usize::from(hooks.twice);
            if hooks.shuffle {
                // One after the other, or their order would be the network's.
                send(&world, &client, &letter, times).await;
            } else {
                let (world, client) = (world.clone(), client.clone());
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(hooks.delay_ms)).await;
                    send(&world, &client, &letter, times).await;
                });
            }
        }
    }
}

fn letter(world: &Shared, hooks: &Webhooks, event: &Event) -> Letter {
    let mut world = world.lock();
    let id = |bytes: [u8; 16]| {
        let hex = hex::encode(bytes);
        [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
    };
    let body = json!({
        "notificationId": id(world.dice.random()),
        "eventType": format!("net.authorize.payment.{}", event.kind),
        "eventDate": event.date.to_rfc3339_opts(SecondsFormat::Micros, true),
        "webhookId": "5d0bd4a1-7f0e-4d5e-9a7b-2f6f0c3e8b11",
        "payload": event.payload,
    })
    .to_string();
    let key = match (&hooks.signature_key, hooks.forge) {
        (_, true) => "a key that nobody has",
        (Some(key), _) => key,
        (None, _) => &world.settings.signature_key,
    };
    let signature = signature(key, body.as_bytes());
    Letter { url: hooks.url.clone(), body, signature, retries: hooks.retries }
}

async fn send(world: &Shared, client: &reqwest::Client, letter: &Letter, times: usize) {
    for _ in 0..times {
        for turn in 0..=letter.retries {
            let sent = client
                .post(&letter.url)
                .header("Content-Type", "application/json")
                .header("X-ANET-Signature", &letter.signature)
                .body(letter.body.clone())
                .send()
                .await;
            if sent.is_ok_and(|answer| answer.status().is_success()) {
                world.lock().count("notices taken");
                break;
            }
            world.lock().count("notices refused");
            if turn < letter.retries {
                tokio::time::sleep(Duration::from_millis(250 << turn.min(6))).await;
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
