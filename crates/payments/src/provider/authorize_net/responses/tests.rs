use super::*;

fn amount(json: &str) -> Option<i64> {
    serde_json::from_str::<Amount>(json).ok().map(|amount| amount.0.as_minor())
}

#[test]
fn amounts_are_exact_in_every_notation() {
    assert_eq!(amount("2"), Some(200));
    assert_eq!(amount("2.0"), Some(200));
    assert_eq!(amount("1234.56"), Some(123_456));
    assert_eq!(amount("0.29"), Some(29));
    assert_eq!(amount(r#""19.99""#), Some(1_999));
    assert_eq!(amount(r#""x""#), None);
    for minor in (0..10_000_000).step_by(97) {
        let text = Money::from_minor(minor).to_decimal();
        assert_eq!(amount(&text), Some(minor));
        assert_eq!(amount(&format!("\"{text}\"")), Some(minor));
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let text = r#"{"messages":{"resultCode":"Ok","message":[{"code":"I00001","text":"Successful."}]}}"#;
    for bytes in [format!("\u{feff}{text}"), text.to_owned()] {
        assert!(Reply::<EmptyResponse>::read(bytes.as_bytes()).unwrap().is_done());
    }
}

#[test]
fn times_are_parsed_with_and_without_a_zone() {
    let expected = "2026-08-03T10:00:00.5Z".parse::<DateTime<Utc>>().ok();
    assert_eq!(read_time("2026-08-03T10:00:00.500Z"), expected);
    assert_eq!(read_time("2026-08-03T10:00:00.5000000Z"), expected);
    assert_eq!(read_time("2026-08-03T10:00:00.5"), expected);
    assert_eq!(read_time("2026-08-03T13:00:00.5+03:00"), expected);
    assert_eq!(read_time("yesterday"), None);
}

#[test]
fn a_saved_card_has_its_brand_last_digits_and_month() {
    let json = r#"{"paymentProfile":{"customerProfileId":"1","payment":{"creditCard":
        {"cardNumber":"XXXX4444","expirationDate":"2030-12","cardType":"MasterCard"}}},"messages":{"resultCode":"Ok"}}"#;
    let found = Reply::<PaymentProfileResponse>::read(json.as_bytes()).unwrap().into_result().unwrap();
    let details = found.payment_profile.unwrap().payment.details().unwrap();
    assert_eq!(details.kind, PaymentMethodKind::Card);
    assert_eq!(
        (details.brand.as_str(), details.last4.as_str(), details.expires),
        ("mastercard", "4444", Some((2030, 12)))
    );
}

#[test]
fn a_saved_account_has_its_last_digits() {
    let json = r#"{"paymentProfile":{"payment":{"bankAccount":{"accountType":"checking","routingNumber":"XXXX2882",
        "accountNumber":"XXXX6789","nameOnAccount":"A B"}}},"messages":{"resultCode":"Ok"}}"#;
    let found = Reply::<PaymentProfileResponse>::read(json.as_bytes()).unwrap().into_result().unwrap();
    let details = found.payment_profile.unwrap().payment.details().unwrap();
    assert_eq!(
        (details.kind, details.brand.as_str(), details.last4.as_str()),
        (PaymentMethodKind::Echeck, "", "6789")
    );
}

#[test]
fn an_error_response_has_its_code() {
    let json = r#"{"messages":{"resultCode":"Error","message":[{"code":"E00040","text":"Not found."}]}}"#;
    let error = Reply::<TransactionDetailsResponse>::read(json.as_bytes()).unwrap().into_result().err();
    assert!(matches!(error, Some(ProviderError::Refused { code }) if code == "E00040"));
}
