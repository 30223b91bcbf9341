use super::*;

fn amount(json: &str) -> Option<i64> {
    serde_json::from_str::<Amount>(json).ok().map(|amount| amount.0.as_minor())
}

#[test]
fn amounts_are_exact_however_they_are_written() {
    assert_eq!(amount("2"), Some(200));
    assert_eq!(amount("2.0"), Some(200));
    assert_eq!(amount("1234.56"), Some(123_456));
    assert_eq!(amount("0.29"), Some(29));
    assert_eq!(amount(r#""19.99""#), Some(1_999));
    assert_eq!(amount(r#""x""#), None);
    for minor in (0..10_000_000).step_by(97) {
        let text = Money::minor(minor).to_decimal();
        assert_eq!(amount(&text), Some(minor));
        assert_eq!(amount(&format!("\"{text}\"")), Some(minor));
    }
}

#[test]
fn the_byte_order_mark_is_left_out() {
    let text = r#"{"messages":{"resultCode":"Ok","message":[{"code":"I00001","text":"Successful."}]}}"#;
    for bytes in [format!("\u{feff}{text}"), text.to_owned()] {
        assert!(Reply::<Nothing>::read(bytes.as_bytes()).unwrap().is_done());
    }
}

#[test]
fn times_are_read_with_and_without_their_zone() {
    let expected = "2026-08-03T10:00:00.5Z".parse::<DateTime<Utc>>().ok();
    assert_eq!(read_time("2026-08-03T10:00:00.500Z"), expected);
    assert_eq!(read_time("2026-08-03T10:00:00.5000000Z"), expected);
    assert_eq!(read_time("2026-08-03T10:00:00.5"), expected);
    assert_eq!(read_time("2026-08-03T13:00:00.5+03:00"), expected);
    assert_eq!(read_time("yesterday"), None);
}

#[test]
fn a_kept_card_shows_its_brand_end_and_month() {
    let json = r#"{"paymentProfile":{"customerProfileId":"1","payment":{"creditCard":
        {"cardNumber":"XXXX4444","expirationDate":"2030-12","cardType":"MasterCard"}}},"messages":{"resultCode":"Ok"}}"#;
    let found = Reply::<MethodFound>::read(json.as_bytes()).unwrap().into_done().unwrap();
    let shown = found.payment_profile.unwrap().payment.shown().unwrap();
    assert_eq!(shown.kind, MethodKind::Card);
    assert_eq!(
        (shown.brand.as_str(), shown.last4.as_str(), shown.expires),
        ("mastercard", "4444", Some((2030, 12)))
    );
}

#[test]
fn a_kept_account_shows_its_end() {
    let json = r#"{"paymentProfile":{"payment":{"bankAccount":{"accountType":"checking","routingNumber":"XXXX2882",
        "accountNumber":"XXXX6789","nameOnAccount":"A B"}}},"messages":{"resultCode":"Ok"}}"#;
    let found = Reply::<MethodFound>::read(json.as_bytes()).unwrap().into_done().unwrap();
    let shown = found.payment_profile.unwrap().payment.shown().unwrap();
    assert_eq!((shown.kind, shown.brand.as_str(), shown.last4.as_str()), (MethodKind::Echeck, "", "6789"));
}

#[test]
fn an_answer_without_what_was_asked_for_tells_why() {
    let json = r#"{"messages":{"resultCode":"Error","message":[{"code":"E00040","text":"Not found."}]}}"#;
    let fault = Reply::<DetailsFound>::read(json.as_bytes()).unwrap().into_done().err();
    assert!(matches!(fault, Some(ProviderError::Refused { code }) if code == "E00040"));
}
