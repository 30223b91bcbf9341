//! Notices of the provider, made by the kit: signed with the provider's key.

use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use http::{Request, StatusCode, header};
use http_body_util::Full;
use serde_json::json;

use crate::shop::Shop;

pub const PATH: &str = "/ar/wp-json/matjar/v1/payment-notices";

#[derive(Debug, Clone)]
pub struct Notice {
    body: String,
    signature: String,
}

impl Notice {
    /// A notice that a payment was captured, as of now.
    pub fn new(shop: &Shop, event: &str, payment: &str) -> Self {
        Self::dated(shop, event, payment, Utc::now())
    }

    pub fn dated(shop: &Shop, event: &str, payment: &str, date: DateTime<Utc>) -> Self {
        let body = json!({
            "notificationId": event,
            "eventType": "net.authorize.payment.authcapture.created",
            "eventDate": date.to_rfc3339_opts(SecondsFormat::Micros, true),
            "webhookId": "5d0bd4a1-7f0e-4d5e-9a7b-2f6f0c3e8b11",
            "payload": { "entityName": "transaction", "id": payment },
        })
        .to_string();
        let signature = paysim::signature(&shop.sim.settings().signature_key, body.as_bytes());
        Self { body, signature }
    }

    /// Sends it to one of the servers.
    pub async fn post(&self, shop: &Shop, server: usize) -> Option<StatusCode> {
        let port = shop.servers.get(server)?.port;
        let request = Request::post(format!("http://127.0.0.1:{port}{PATH}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-anet-signature", &self.signature)
            .body(Full::new(Bytes::from(self.body.clone())))
            .ok()?;
        shop.client.send_raw(request).await.map(|answer| answer.status)
    }
}
