//! Which definitions are refused.

use serde_json::json;

use super::*;

/// A valid form: a select, and a text that it shows.
fn valid() -> serde_json::Value {
    json!({
        "title": "طلب", "submitLabel": "أرسل", "success": { "html": "<p>وصلنا طلبك.</p>" },
        "elements": [
            { "id": "1", "label": "النوع", "kind": "select",
              "options": [{ "value": "a", "label": "أ" }, { "value": "b", "label": "ب" }] },
            { "id": "2", "label": "التفاصيل", "kind": "text", "required": true },
            { "id": "3", "label": "البريد", "kind": "email", "required": true },
        ],
        "logic": { "2": { "action": "show", "match": "all", "rules": [
            { "element_id": "1", "operator": "eq", "value": "a" }] } },
        "recipients": ["orders@example.com"],
        "confirmation": { "emailElement": "3", "subject": "وصلنا طلبك", "text": "شكرًا لك." },
    })
}

type Change = fn(&mut serde_json::Value);

fn check(change: impl FnOnce(&mut serde_json::Value)) -> Result<(), DefinitionError> {
    let mut json = valid();
    change(&mut json);
    check_definition(&serde_json::from_value(json).expect("a definition"))
}

#[test]
fn a_valid_definition_is_accepted_and_survives_json() {
    assert_eq!(check(|_| {}), Ok(()));
    let form: FormDefinition = serde_json::from_value(valid()).expect("a definition");
    let json = serde_json::to_value(&form).expect("JSON");
    assert_eq!(serde_json::from_value::<FormDefinition>(json).expect("a definition"), form);
    assert_eq!(form.sender_element(), Some(ElementId(3)));
}

#[test]
fn unknown_fields_and_kinds_are_refused() {
    let is_refused = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut json = valid();
        change(&mut json);
        serde_json::from_value::<FormDefinition>(json).is_err()
    };
    assert!(is_refused(&|json| json["script"] = json!("x")));
    assert!(is_refused(&|json| json["elements"][0]["onclick"] = json!("x")));
    assert!(is_refused(&|json| json["elements"][0]["kind"] = json!("html")));
    assert!(is_refused(&|json| json["elements"][0]["id"] = json!("01")));
    assert!(is_refused(&|json| json["logic"]["2"]["match"] = json!("some")));
    assert!(is_refused(&|json| json["logic"]["2"]["rules"][0]["operator"] = json!("gt")));
    assert!(is_refused(&|json| json["success"]["then"] = json!({ "type": "script" })));
}

#[test]
fn the_html_of_a_definition_is_cleaned_when_it_is_read() {
    let mut json = valid();
    json["success"]["html"] = json!("<p onclick=x>a</p><script>b</script>");
    let form: FormDefinition = serde_json::from_value(json).expect("a definition");
    assert_eq!(form.success.html.as_str(), "<p>a</p>");
}

#[test]
fn elements_are_checked() {
    let two = ElementId(2);
    let cases: [(Change, DefinitionError); 14] = [
        (|json| json["title"] = json!(" "), DefinitionError::TextMissing),
        (|json| json["elements"][1]["id"] = json!("3"), DefinitionError::DuplicateId(ElementId(3))),
        (|json| json["elements"][1]["label"] = json!(""), DefinitionError::LabelMissing(two)),
        (|json| json["elements"][0]["options"] = json!([]), DefinitionError::InvalidOptions(ElementId(1))),
        (
            |json| json["elements"][0]["options"][1]["value"] = json!("a"),
            DefinitionError::InvalidOptions(ElementId(1)),
        ),
        (|json| json["elements"][0]["default"] = json!("z"), DefinitionError::InvalidDefault(ElementId(1))),
        (|json| json["elements"][0]["default"] = json!(["a"]), DefinitionError::InvalidDefault(ElementId(1))),
        (
            |json| {
                json["elements"][1] =
                    json!({ "id": "2", "label": "ع", "kind": "number", "min": 5, "max": 4 });
            },
            DefinitionError::InvalidLimits(two),
        ),
        (
            |json| {
                json["elements"][1] =
                    json!({ "id": "2", "label": "ت", "kind": "date", "firstYear": 2027, "lastYear": 2026 });
            },
            DefinitionError::InvalidLimits(two),
        ),
        (
            |json| {
                json["elements"][1] =
                    json!({ "id": "2", "label": "م", "kind": "upload", "fileSizeLimit": MAX_FILE_BYTES + 1 });
            },
            DefinitionError::InvalidLimits(two),
        ),
        (
            |json| json["elements"][1]["validators"] = json!([{ "type": "from-today" }]),
            DefinitionError::InvalidValidator(two),
        ),
        (
            |json| json["elements"][1]["validators"] = json!([{ "type": "identical", "elementId": "9" }]),
            DefinitionError::UnknownElement(two, ElementId(9)),
        ),
        (
            |json| json["elements"][1] = json!({ "id": "2", "label": "أ", "kind": "captcha" }),
            DefinitionError::InvalidCaptcha(two),
        ),
        (
            |json| {
                json["elements"] = json!([{ "id": "1", "label": "عنوان", "kind": "heading" }]);
                json["logic"] = json!({});
                json["confirmation"] = json!(null);
            },
            DefinitionError::NoField,
        ),
    ];
    for (change, error) in cases {
        assert_eq!(check(change), Err(error));
    }
}

#[test]
fn conditions_that_name_nothing_or_each_other_are_refused() {
    let (one, two) = (ElementId(1), ElementId(2));
    let rules = |json: &mut serde_json::Value, rules: serde_json::Value| json["logic"]["2"]["rules"] = rules;
    let rule = |id: &str, operator: &str, value: &str| json!({ "element_id": id, "operator": operator, "value": value });
    assert_eq!(check(|json| rules(json, json!([]))), Err(DefinitionError::NoRules(two)));
    assert_eq!(
        check(|json| rules(json, json!([rule("9", "eq", "a")]))),
        Err(DefinitionError::UnknownElement(two, ElementId(9)))
    );
    assert_eq!(
        check(|json| rules(json, json!([rule("1", "eq", "z")]))),
        Err(DefinitionError::InvalidRule(two, one))
    );
    assert_eq!(
        check(|json| rules(json, json!([rule("3", "eq", "x")]))),
        Err(DefinitionError::InvalidRule(two, ElementId(3)))
    );
    assert_eq!(
        check(|json| rules(json, json!([rule("1", "eq", "a"), rule("1", "eq", "b")]))),
        Err(DefinitionError::NeverShown(two)),
        "two options of one select"
    );
    assert_eq!(
        check(|json| {
            json["logic"]["2"]["action"] = json!("hide");
            json["logic"]["2"]["match"] = json!("any");
            rules(json, json!([rule("1", "eq", ""), rule("1", "neq", "")]));
        }),
        Err(DefinitionError::NeverShown(two))
    );
    let select = json!([
        { "id": "1", "label": "أ", "kind": "select", "options": [{ "value": "a", "label": "a" }] },
        { "id": "2", "label": "ب", "kind": "select", "options": [{ "value": "a", "label": "a" }] },
    ]);
    assert_eq!(
        check(|json| {
            json["elements"] = select.clone();
            json["confirmation"] = json!(null);
            json["logic"] = json!({
                "1": { "action": "show", "match": "all", "rules": [rule("2", "eq", "a")] },
                "2": { "action": "show", "match": "all", "rules": [rule("1", "eq", "a")] },
            });
        }),
        Err(DefinitionError::Cycle(one))
    );
}

/// An element that only a hidden element could show is found through the chain.
#[test]
fn an_element_behind_one_that_is_never_shown_is_refused() {
    let option = |value: &str| json!({ "value": value, "label": value });
    let rule = |id: &str, value: &str| json!({ "element_id": id, "operator": "eq", "value": value });
    let result = check(|json| {
        json["elements"] = json!([
            { "id": "1", "label": "أ", "kind": "select", "options": [option("a"), option("b")] },
            { "id": "2", "label": "ب", "kind": "radio", "options": [option("a"), option("b")] },
            { "id": "3", "label": "ج", "kind": "email" },
        ]);
        json["logic"] = json!({
            "2": { "action": "show", "match": "all", "rules": [rule("1", "a")] },
            "3": { "action": "show", "match": "all", "rules": [rule("1", "b"), rule("2", "a")] },
        });
    });
    assert_eq!(result, Err(DefinitionError::NeverShown(ElementId(3))));
}

#[test]
fn a_redirect_leads_to_the_shop_or_to_https() {
    let redirect = |url: &str| {
        let url = url.to_owned();
        check(move |json| json["success"]["then"] = json!({ "type": "redirect", "url": url }))
    };
    for url in ["/ar/thanks/", "/ar/shop/?a=1", "https://example.com", "https://example.com/a?b"] {
        assert_eq!(redirect(url), Ok(()), "{url}");
    }
    for url in [
        "",
        "thanks",
        "//evil.example",
        "/\\evil.example",
        "http://example.com",
        "javascript:alert(1)",
        "https://",
        "https://user@example.com",
        "https://exa mple.com",
        "/ar/\n",
        "https:/example.com",
    ] {
        assert_eq!(redirect(url), Err(DefinitionError::InvalidRedirect), "{url}");
    }
}

#[test]
fn recipients_and_the_confirmation_are_addresses() {
    assert_eq!(
        check(|json| json["recipients"] = json!(["shop@example.com\nBcc: x@y.zz"])),
        Err(DefinitionError::InvalidRecipient("shop@example.com\nBcc: x@y.zz".to_owned()))
    );
    let changes: [Change; 3] = [
        |json| json["confirmation"]["emailElement"] = json!("2"),
        |json| json["confirmation"]["subject"] = json!("a\nb"),
        |json| json["confirmation"]["text"] = json!(""),
    ];
    for change in changes {
        assert_eq!(check(change), Err(DefinitionError::InvalidConfirmation));
    }
}

/// Each demo form also shows every element with some answer, because `check_definition` tries them.
#[test]
fn the_demo_forms_are_valid() {
    #[derive(Deserialize)]
    struct Seed {
        name: String,
        definition: FormDefinition,
    }
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let file = std::path::Path::new(&package).join("../../seeds/enquiries.json");
    let seeds = std::fs::read(file).expect("the demo forms");
    let seeds: Vec<Seed> = serde_json::from_slice(&seeds).expect("definitions");
    assert!(seeds.len() >= 3, "{}", seeds.len());
    for seed in seeds {
        assert_eq!(check_definition(&seed.definition), Ok(()), "{}", seed.name);
    }
}
