use kernel::vectors;
use serde::Deserialize;

use super::*;

fn code<T>(answer: Result<T, Fault>) -> Option<&'static str> {
    answer.err().map(Fault::code)
}

#[derive(Deserialize)]
struct NumberCase {
    name: String,
    input: String,
    brand: Option<String>,
    fault: Option<String>,
}

/// The browser runs the same files: see `web/src/payments/rules.test.ts`.
#[test]
fn numbers_agree_with_the_shared_vectors() {
    for case in vectors::<NumberCase>("payments/number.json") {
        let answer = check_number(&case.input);
        assert_eq!(code(answer), case.fault.as_deref(), "{}", case.name);
        if let Ok(brand) = answer {
            assert_eq!(Some(brand.name()), case.brand.as_deref(), "{}", case.name);
        }
    }
}

#[derive(Deserialize)]
struct Shown {
    name: String,
    shown: String,
    brand: Option<String>,
}

/// How they are shown while somebody types is the browser's alone; of which type they are is not.
#[test]
fn types_of_unfinished_numbers_agree_with_the_shared_vectors() {
    for case in vectors::<Shown>("payments/format-number.json") {
        let brand = Brand::of(&case.shown.replace(' ', ""));
        assert_eq!(brand.map(Brand::name), case.brand.as_deref(), "{}", case.name);
    }
}

#[derive(Deserialize)]
struct ExpiryCase {
    name: String,
    input: String,
    today: NaiveDate,
    expires: Option<(i32, u32)>,
    fault: Option<String>,
}

#[test]
fn expiry_dates_agree_with_the_shared_vectors() {
    for case in vectors::<ExpiryCase>("payments/expiry.json") {
        let answer = check_expiry(&case.input, case.today);
        assert_eq!(code(answer), case.fault.as_deref(), "{}", case.name);
        assert_eq!(answer.ok().map(|expiry| (expiry.year, expiry.month)), case.expires, "{}", case.name);
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
    fault: Option<String>,
}

#[test]
fn security_codes_agree_with_the_shared_vectors() {
    for case in vectors::<CscCase>("payments/csc.json") {
        let terms = CscTerms {
            required: case.required,
            required_for_tokens: case.required_for_tokens,
            saved_chosen: case.saved_chosen,
        };
        assert_eq!(code(check_csc(&case.value, terms)), case.fault.as_deref(), "{}", case.name);
    }
}

#[test]
fn a_type_that_the_shop_does_not_take_is_named() {
    assert_eq!(check_type(Some(Brand::Visa)), Ok(Brand::Visa));
    assert_eq!(code(check_type(Some(Brand::Unionpay))), Some("card.type.invalid_named"));
    assert_eq!(code(check_type(None)), Some("card.type.invalid"));
    assert!(Brand::ENABLED.into_iter().all(|brand| check_type(Some(brand)).is_ok()));
}

#[test]
fn every_name_is_read_as_it_is_written() {
    for brand in Brand::ALL {
        assert_eq!(Brand::parse(brand.name()), Some(brand));
        assert_eq!(serde_json::to_value(brand).expect("a name"), brand.name());
    }
    assert_eq!(Brand::parse(""), None);
    assert_eq!(Brand::parse("Visa"), None);
}

proptest::proptest! {
    /// Whatever is typed, the checks answer.
    #[test]
    fn no_text_is_too_strange(text in ".{0,40}") {
        let _ = check_number(&text);
        let _ = check_expiry(&text, NaiveDate::default());
    }

    #[test]
    fn one_wrong_digit_is_always_noticed(body in "4[0-9]{14}", at in 0usize..16, off in 1u8..10) {
        let whole = (0..10).map(|last| format!("{body}{last}")).find(|whole| passes_luhn(whole)).expect("one fits");
        let mut wrong = whole.into_bytes();
        wrong[at] = b'0' + (wrong[at] - b'0' + off) % 10;
        proptest::prop_assert!(!passes_luhn(&String::from_utf8(wrong).expect("digits")));
    }
}
