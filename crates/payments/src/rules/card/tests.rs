use kernel::vectors;
use serde::Deserialize;

use super::*;

fn code<T>(result: Result<T, CardFieldError>) -> Option<&'static str> {
    result.err().map(CardFieldError::code)
}

#[derive(Deserialize)]
struct NumberCase {
    name: String,
    input: String,
    brand: Option<String>,
    error: Option<String>,
}

/// The browser's tests use the same files: see `web/src/payments/rules.test.ts`.
#[test]
fn numbers_agree_with_the_shared_vectors() {
    for case in vectors::<NumberCase>("payments/number.json") {
        let result = check_number(&case.input);
        assert_eq!(code(result), case.error.as_deref(), "{}", case.name);
        if let Ok(brand) = result {
            assert_eq!(Some(brand.name()), case.brand.as_deref(), "{}", case.name);
        }
    }
}

#[derive(Deserialize)]
struct FormatCase {
    name: String,
    shown: String,
    brand: Option<String>,
}

/// Formatting while typing is done only in the browser; recognising the type is not.
#[test]
fn types_of_incomplete_numbers_agree_with_the_shared_vectors() {
    for case in vectors::<FormatCase>("payments/format-number.json") {
        let brand = Brand::from_digits(&case.shown.replace(' ', ""));
        assert_eq!(brand.map(Brand::name), case.brand.as_deref(), "{}", case.name);
    }
}

#[derive(Deserialize)]
struct ExpiryCase {
    name: String,
    input: String,
    today: NaiveDate,
    expires: Option<(i32, u32)>,
    error: Option<String>,
}

#[test]
fn expiry_dates_agree_with_the_shared_vectors() {
    for case in vectors::<ExpiryCase>("payments/expiry.json") {
        let result = check_expiry(&case.input, case.today);
        assert_eq!(code(result), case.error.as_deref(), "{}", case.name);
        assert_eq!(result.ok().map(|expiry| (expiry.year, expiry.month)), case.expires, "{}", case.name);
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CscCase {
    name: String,
    value: String,
    required: bool,
    required_for_tokens: bool,
    saved_chosen: bool,
    error: Option<String>,
}

#[test]
fn security_codes_agree_with_the_shared_vectors() {
    for case in vectors::<CscCase>("payments/csc.json") {
        let terms = CscTerms {
            required: case.required,
            required_for_tokens: case.required_for_tokens,
            saved_chosen: case.saved_chosen,
        };
        assert_eq!(code(check_csc(&case.value, terms)), case.error.as_deref(), "{}", case.name);
    }
}

#[test]
fn a_type_that_the_shop_does_not_accept_is_named() {
    assert_eq!(check_type(Some(Brand::Visa)), Ok(Brand::Visa));
    assert_eq!(code(check_type(Some(Brand::Unionpay))), Some("card.type.invalid_named"));
    assert_eq!(code(check_type(None)), Some("card.type.invalid"));
    assert!(Brand::ENABLED.into_iter().all(|brand| check_type(Some(brand)).is_ok()));
}

#[test]
fn every_brand_name_parses_back() {
    for brand in Brand::ALL {
        assert_eq!(Brand::parse(brand.name()), Some(brand));
        assert_eq!(serde_json::to_value(brand).expect("a brand serialises to its name"), brand.name());
    }
    assert_eq!(Brand::parse(""), None);
    assert_eq!(Brand::parse("Visa"), None);
}

proptest::proptest! {
    /// The checks do not panic on any text.
    #[test]
    fn no_text_makes_the_checks_panic(text in ".{0,40}") {
        let _ = check_number(&text);
        let _ = check_expiry(&text, NaiveDate::default());
    }

    #[test]
    fn one_wrong_digit_is_always_detected(body in "4[0-9]{14}", index in 0usize..16, off in 1u8..10) {
        let mut numbers = (0..10).map(|last| format!("{body}{last}"));
        let valid = numbers.find(|number| passes_luhn(number)).expect("one check digit is valid");
        let mut wrong = valid.into_bytes();
        wrong[index] = b'0' + (wrong[index] - b'0' + off) % 10;
        proptest::prop_assert!(!passes_luhn(&String::from_utf8(wrong).expect("digits")));
    }
}
