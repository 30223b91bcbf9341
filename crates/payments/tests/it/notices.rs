use http::{HeaderMap, HeaderName};
use payments::provider::{Forged, PaymentProvider};
use serde_json::json;

use crate::world::World;

fn signed(key: &str, body: &str) -> HeaderMap {
    let signature = paysim::signature(key, body.as_bytes()).parse().expect("a header");
    HeaderMap::from_iter([(HeaderName::from_static("x-anet-signature"), signature)])
}

#[tokio::test]
async fn notices_of_the_provider_are_taken_and_no_others() {
    let world = World::new().await;
    let now = chrono::Utc::now();
    let body = json!({
        "notificationId": "d0e8e7fe-c3e7-4add-a480-27bc5ce28a18",
        "eventType": "net.authorize.payment.authcapture.created",
        "eventDate": now.to_rfc3339(),
        "payload": {"entityName": "transaction", "id": "245", "authAmount": 12.5},
    })
    .to_string();
    let right = signed(&world.sim.settings().signature_key, &body);

    let notice = world.provider.parse_webhook(&right, body.as_bytes(), now).unwrap();
    assert_eq!(notice.reference.as_deref(), Some("245"));

    let tampered = body.replace("245", "246");
    let outcome =
        |headers: &HeaderMap, body: &str| world.provider.parse_webhook(headers, body.as_bytes(), now).err();
    assert_eq!(outcome(&right, &tampered), Some(Forged::Signature));
    assert_eq!(outcome(&signed("a key that nobody has", &body), &body), Some(Forged::Signature));
    assert_eq!(outcome(&HeaderMap::new(), &body), Some(Forged::Signature));
}
