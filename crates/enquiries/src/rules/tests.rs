//! The cases that the browser runs too (`web/src/enquiries/rules`), and which definitions are refused.

mod definitions;
mod generated;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use kernel::vectors;
use serde::Deserialize;

use super::*;

/// A form with these elements and nothing else that matters.
fn form(elements: Vec<Element>, logic: BTreeMap<ElementId, Logic>) -> FormDefinition {
    FormDefinition {
        title: "نموذج".to_owned(),
        intro: String::new(),
        elements,
        logic,
        submit_label: "إرسال".to_owned(),
        success: Success {
            html: content::rules::SafeHtml::clean("<p>وصلتنا رسالتك.</p>"),
            timeout_seconds: 0,
            then: AfterSuccess::Stay,
        },
        reset: ResetMode::Defaults,
        use_ajax: true,
        lightbox: None,
        recipients: Vec::new(),
        confirmation: None,
    }
}

#[derive(Deserialize)]
struct VisibilityCase {
    name: String,
    elements: Vec<Element>,
    logic: BTreeMap<ElementId, Logic>,
    values: Values,
    visible: Vec<ElementId>,
}

/// [FORM-30] [FORM-31] [FORM-32]
#[test]
fn elements_are_shown_as_in_the_test_vectors() {
    let cases = vectors::<VisibilityCase>("enquiries/visibility.json");
    assert!(cases.len() >= 60, "{}", cases.len());
    for case in cases {
        let visible = visible_elements(&form(case.elements, case.logic), &case.values);
        assert_eq!(visible.into_iter().collect::<Vec<_>>(), case.visible, "{}", case.name);
    }
}

#[derive(Deserialize)]
struct ValidateCase {
    name: String,
    elements: Vec<Element>,
    logic: BTreeMap<ElementId, Logic>,
    values: Values,
    today: NaiveDate,
    captcha: String,
    errors: BTreeMap<ElementId, Vec<(String, String)>>,
    stored: StoredValues,
}

fn captcha_state(name: &str) -> CaptchaState {
    match name {
        "unchecked" => CaptchaState::Unchecked,
        "passed" => CaptchaState::Passed,
        "wrong" => CaptchaState::Wrong,
        other => panic!("no such state: {other}"),
    }
}

/// Codes and arguments of errors.
fn codes(errors: BTreeMap<ElementId, Vec<FieldError>>) -> BTreeMap<ElementId, Vec<(String, String)>> {
    let code = |error: FieldError| {
        let (code, argument) = error.code();
        (code.to_owned(), argument)
    };
    errors.into_iter().map(|(id, errors)| (id, errors.into_iter().map(code).collect())).collect()
}

/// [FORM-20] [FORM-21] [FORM-22] [FORM-35] [FORM-36]
#[test]
fn values_are_accepted_as_in_the_test_vectors() {
    let cases = vectors::<ValidateCase>("enquiries/validate.json");
    assert!(cases.len() >= 120, "{}", cases.len());
    for case in cases {
        let facts = Facts { today: case.today, captcha: captcha_state(&case.captcha) };
        match validate(&form(case.elements, case.logic), &case.values, facts) {
            Ok(accepted) => {
                assert!(case.errors.is_empty(), "{}: accepted", case.name);
                assert_eq!(accepted.values, case.stored, "{}", case.name);
            }
            Err(errors) => {
                assert_eq!(codes(errors), case.errors, "{}", case.name);
                assert!(case.stored.is_empty(), "{}: refused", case.name);
            }
        }
    }
}

#[derive(Deserialize)]
struct SizeCase {
    bytes: u64,
    text: String,
}

/// [FORM-23]
#[test]
fn file_sizes_are_written_as_in_the_test_vectors() {
    for case in vectors::<SizeCase>("enquiries/sizes.json") {
        assert_eq!(format_size(case.bytes), case.text);
    }
}

#[test]
fn an_error_has_the_text_of_the_owner_or_the_standard_one() {
    let element = |required_message: &str, invalid_message: &str| -> Element {
        serde_json::from_value(serde_json::json!({
            "id": "1", "label": "الاسم", "kind": "text",
            "requiredMessage": required_message, "invalidMessage": invalid_message,
        }))
        .expect("an element")
    };
    let own = element("اكتب اسمك الكامل.", "اسم غير صالح.");
    assert_eq!(FieldError::Required.own_text(&own), Some("اكتب اسمك الكامل."));
    assert_eq!(FieldError::DigitsOnly.own_text(&own), Some("اسم غير صالح."));
    assert_eq!(FieldError::CaptchaWrong.own_text(&own), None);
    assert_eq!(FieldError::Required.own_text(&element("", "")), None);
}
