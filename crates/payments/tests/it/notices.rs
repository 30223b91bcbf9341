use http::{HeaderMap, HeaderName};
use payments::provider::{PaymentProvider, WebhookRefusal};
use serde_json::json;

use crate::fixture::Fixture;

fn signed(key: &str, body: &str) -> HeaderMap {
    let signature = paysim::signature(key, body.as_bytes()).parse().expect("a valid header value");
    HeaderMap::from_iter([(HeaderName::from_static("x-anet-signature"), signature)])
}

#[tokio::test]
async fn only_notices_signed_by_the_provider_are_accepted() {
    let fixture = Fixture::new().await;
    let now = chrono::Utc::now();
    let body = json!({
        "notificationId": "d0e8e7fe-c3e7-4add-a480-27bc5ce28a18",
        "eventType": "net.authorize.payment.authcapture.created",
        "eventDate": now.to_rfc3339(),
        "payload": {"entityName": "transaction", "id": "245", "authAmount": 12.5},
    })
    .to_string();
    let right = signed(&fixture.sim.settings().signature_key, &body);

    let notice = fixture.provider.parse_webhook(&right, body.as_bytes(), now).unwrap();
    assert_eq!(notice.reference.as_deref(), Some("245"));

    let tampered = body.replace("245", "246");
    let outcome =
        |headers: &HeaderMap, body: &str| fixture.provider.parse_webhook(headers, body.as_bytes(), now).err();
    assert_eq!(outcome(&right, &tampered), Some(WebhookRefusal::Signature));
    assert_eq!(outcome(&signed("another key", &body), &body), Some(WebhookRefusal::Signature));
    assert_eq!(outcome(&HeaderMap::new(), &body), Some(WebhookRefusal::Signature));
}
