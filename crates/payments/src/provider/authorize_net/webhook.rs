//! Parses webhook notices and verifies their signature.

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use http::HeaderMap;
use serde::Deserialize;
use sha2::Sha512;
use subtle::ConstantTimeEq;

use super::responses::{Text, read_time};
use crate::provider::{Notice, WebhookRefusal};

/// Applies in both directions, because clocks differ. Limits replays of old notices.
const MAX_AGE: TimeDelta = TimeDelta::seconds(300);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    notification_id: String,
    event_type: String,
    event_date: String,
    #[serde(default)]
    payload: Payload,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Payload {
    entity_name: String,
    id: Text,
}

pub fn read(
    key: &str,
    headers: &HeaderMap,
    body: &[u8],
    now: DateTime<Utc>,
) -> Result<Notice, WebhookRefusal> {
    if !is_signed(key, headers, body) {
        return Err(WebhookRefusal::Signature);
    }
    let body: Body = serde_json::from_slice(body).map_err(|_| WebhookRefusal::Unreadable)?;
    let date = read_time(&body.event_date).ok_or(WebhookRefusal::Unreadable)?;
    if (now - date).abs() > MAX_AGE {
        return Err(WebhookRefusal::Stale);
    }
    if body.notification_id.is_empty() {
        return Err(WebhookRefusal::Unreadable);
    }
    let Payload { entity_name, id: Text(id) } = body.payload;
    let reference = Some(id).filter(|id| entity_name == "transaction" && !id.is_empty());
    Ok(Notice { id: body.notification_id, kind: body.event_type, reference })
}

/// Checks `X-ANET-Signature: sha512=` followed by the HMAC of the body in hexadecimal. The HMAC key is the signature
/// key as text, not the bytes that its 128 hexadecimal characters encode.
fn is_signed(key: &str, headers: &HeaderMap, body: &[u8]) -> bool {
    let Some(given) = headers.get("x-anet-signature").and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let Some((method, digest)) = given.trim().split_once('=') else { return false };
    let Ok(digest) = hex::decode(digest) else { return false };
    if key.is_empty() || !method.eq_ignore_ascii_case("sha512") {
        return false;
    }
    let mut mac = Hmac::<Sha512>::new_from_slice(key.as_bytes()).expect("HMAC accepts keys of any length");
    mac.update(body);
    mac.finalize().into_bytes().as_slice().ct_eq(&digest).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0F1E2D3C4B5A69788796A5B4C3D2E1F00F1E2D3C4B5A69788796A5B4C3D2E1F0";

    fn body(date: &str) -> String {
        format!(
            r#"{{"notificationId":"n-1","eventType":"net.authorize.payment.void.created","eventDate":"{date}",
                "webhookId":"w","payload":{{"responseCode":1,"authAmount":12.5,"entityName":"transaction","id":"60123"}}}}"#
        )
    }

    fn headers(signature: &str) -> HeaderMap {
        HeaderMap::from_iter([(
            http::HeaderName::from_static("x-anet-signature"),
            signature.parse().expect("a valid header value"),
        )])
    }

    fn signature(key: &str, body: &str) -> String {
        let mut mac = Hmac::<Sha512>::new_from_slice(key.as_bytes()).unwrap();
        mac.update(body.as_bytes());
        hex::encode_upper(mac.finalize().into_bytes())
    }

    fn time(text: &str) -> DateTime<Utc> {
        read_time(text).expect("a valid time")
    }

    fn outcome(headers: &HeaderMap, body: &str, now: &str) -> Result<Option<String>, WebhookRefusal> {
        read(KEY, headers, body.as_bytes(), time(now)).map(|notice| notice.reference)
    }

    const THEN: &str = "2026-08-03T12:00:00.1234567Z";
    const NOW: &str = "2026-08-03T12:04:00Z";

    #[test]
    fn a_signed_current_notice_is_accepted() {
        let body = body(THEN);
        let headers = headers(&format!("sha512={}", signature(KEY, &body)));

        let notice = read(KEY, &headers, body.as_bytes(), time(NOW)).unwrap();

        assert_eq!(notice.id, "n-1");
        assert_eq!(notice.kind, "net.authorize.payment.void.created");
        assert_eq!(notice.reference.as_deref(), Some("60123"));
    }

    #[test]
    fn the_case_of_a_signature_does_not_matter() {
        let body = body(THEN);
        let lower = signature(KEY, &body).to_lowercase();
        assert!(outcome(&headers(&format!("SHA512={lower}")), &body, NOW).is_ok());
    }

    #[test]
    fn a_missing_or_wrong_signature_is_refused() {
        let text = body(THEN);
        let right = signature(KEY, &text);
        let cut = &right[..right.len() - 2];
        for wrong in [
            "",
            "sha512=",
            "sha512",
            &right,
            &format!("sha512={cut}"),
            &format!("sha256={right}"),
            &format!("sha512={}", signature("", &text)),
            &format!("sha512={}", signature("another", &text)),
            &format!("sha512={}", signature(KEY, "{}")),
            &format!("sha512={}zz", cut),
        ] {
            assert_eq!(outcome(&headers(wrong), &text, NOW), Err(WebhookRefusal::Signature), "{wrong:?}");
        }
        assert_eq!(outcome(&HeaderMap::new(), &text, NOW), Err(WebhookRefusal::Signature));
    }

    #[test]
    fn an_empty_key_matches_no_signature() {
        let text = body(THEN);
        let signed = headers(&format!("sha512={}", signature("", &text)));
        assert_eq!(read("", &signed, text.as_bytes(), time(NOW)).err(), Some(WebhookRefusal::Signature));
    }

    #[test]
    fn a_notice_more_than_five_minutes_off_is_stale() {
        let text = body("2026-08-03T12:00:00Z");
        let signed = headers(&format!("sha512={}", signature(KEY, &text)));
        for (now, is_stale) in [
            ("2026-08-03T12:05:00Z", false),
            ("2026-08-03T12:05:01Z", true),
            ("2026-08-03T11:55:00Z", false),
            ("2026-08-03T11:54:59Z", true),
        ] {
            assert_eq!(outcome(&signed, &text, now) == Err(WebhookRefusal::Stale), is_stale, "{now}");
        }
    }

    #[test]
    fn a_signed_but_invalid_body_is_refused() {
        for text in ["", "[]", "{}", r#"{"notificationId":"","eventType":"","eventDate":"now"}"#] {
            let signed = headers(&format!("sha512={}", signature(KEY, text)));
            assert_eq!(outcome(&signed, text, NOW), Err(WebhookRefusal::Unreadable), "{text:?}");
        }
    }

    #[test]
    fn a_notice_about_another_entity_has_no_payment_reference() {
        let text = body(THEN).replace("\"transaction\"", "\"customerProfile\"");
        let signed = headers(&format!("sha512={}", signature(KEY, &text)));
        assert_eq!(outcome(&signed, &text, NOW), Ok(None));
    }
}
