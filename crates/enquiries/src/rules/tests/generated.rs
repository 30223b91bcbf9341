//! 100,000 generated forms and submissions, with one digest on both sides.

use serde_json::json;

use super::*;

/// The same generator as in the browser's test (`web/src/enquiries/rules/generated.test.ts`).
struct Rng(u32);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % limit
    }

    fn pick<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }
}

#[derive(Deserialize)]
struct Expected {
    seed: u32,
    cases: u32,
    digest: u32,
    /// Values by kind.
    pools: BTreeMap<String, Vec<Value>>,
}

const KINDS: [&str; 13] = [
    "text",
    "email",
    "phone",
    "number",
    "textarea",
    "select",
    "radio",
    "checkboxes",
    "date",
    "upload",
    "hidden",
    "captcha",
    "heading",
];
const OPTIONS: [&str; 3] = ["نعم", "لا", "ربما"];

fn random_element(rng: &mut Rng, id: u32) -> Element {
    let kind = *rng.pick(&KINDS);
    let required = rng.below(2) == 0;
    let options: Vec<_> = OPTIONS.iter().map(|value| json!({ "value": value, "label": value })).collect();
    let mut element = json!({ "id": id.to_string(), "label": "س", "kind": kind, "required": required });
    match kind {
        "text" => {
            let validators = [
                json!([]),
                json!([{ "type": "length", "min": 3, "max": 10 }]),
                json!([{ "type": "digits" }]),
                json!([{ "type": "code" }, { "type": "length", "min": 4 }]),
                json!([{ "type": "identical", "elementId": "1" }]),
            ];
            element["validators"] = rng.pick(&validators).clone();
        }
        "number" => {
            element["min"] = rng.pick(&[json!(null), json!(-5), json!(0), json!(10)]).clone();
            element["max"] = rng.pick(&[json!(null), json!(20), json!(1_000)]).clone();
            element["decimals"] = json!(rng.below(5));
        }
        "select" | "radio" | "checkboxes" => element["options"] = json!(options),
        "date" => {
            let validators =
                [json!([]), json!([{ "type": "from-today" }]), json!([{ "type": "until-today" }])];
            element["validators"] = rng.pick(&validators).clone();
            element["firstYear"] = json!(2020);
            element["lastYear"] = json!(2030);
        }
        "upload" => {
            element["fileUploadLimit"] = json!(rng.below(3));
            let extensions = [json!([]), json!(["pdf"]), json!(["jpg", "png"])];
            element["allowedExtensions"] = rng.pick(&extensions).clone();
            element["fileSizeLimit"] = json!([1_000, 5_000][rng.below(2)]);
        }
        "hidden" => element["value"] = json!(["", "مخفي"][rng.below(2)]),
        _ => {}
    }
    serde_json::from_value(element).expect("an element")
}

/// Conditions read earlier elements only, so there is no cycle.
fn random_logic(rng: &mut Rng, id: u32) -> Logic {
    let action = if rng.below(2) == 0 { LogicAction::Show } else { LogicAction::Hide };
    let matching = if rng.below(2) == 0 { Match::Any } else { Match::All };
    let rules = (0..1 + rng.below(3)).map(|_| Rule {
        element_id: ElementId(1 + u32::try_from(rng.below(id as usize - 1)).expect("a small number")),
        operator: if rng.below(2) == 0 { Operator::Eq } else { Operator::Neq },
        value: (*rng.pick(&["", "نعم", "لا", "ربما", "x"])).to_owned(),
    });
    Logic { action, matching, animate: false, rules: rules.collect() }
}

/// Whose pool the values of an element come from.
fn pool(kind: &ElementKind) -> &'static str {
    match kind {
        ElementKind::Text {}
        | ElementKind::Hidden { .. }
        | ElementKind::Heading {}
        | ElementKind::Note { .. } => "text",
        ElementKind::Email {} => "email",
        ElementKind::Phone {} => "phone",
        ElementKind::Number { .. } => "number",
        ElementKind::Textarea { .. } => "textarea",
        ElementKind::Select { .. } | ElementKind::Radio { .. } => "choice",
        ElementKind::Checkboxes { .. } => "list",
        ElementKind::Date { .. } => "date",
        ElementKind::Upload { .. } => "files",
        ElementKind::Captcha {} => "captcha",
    }
}

fn random_case(
    rng: &mut Rng,
    pools: &BTreeMap<String, Vec<Value>>,
) -> (FormDefinition, Values, CaptchaState) {
    let count = 3 + u32::try_from(rng.below(6)).expect("a small number");
    let mut elements = Vec::new();
    let mut logic = BTreeMap::new();
    let mut values = Values::new();
    for id in 1..=count {
        let element = random_element(rng, id);
        if id > 1 && rng.below(2) == 0 {
            logic.insert(element.id, random_logic(rng, id));
        }
        // Now and then the value of another kind, or none.
        let name = match rng.below(10) {
            0 => "list",
            1 => "date",
            _ => pool(&element.kind),
        };
        let value = rng.pick(&pools[name]).clone();
        if rng.below(6) != 0 {
            values.insert(element.id, value);
        }
        elements.push(element);
    }
    if rng.below(2) == 0 {
        elements.reverse();
    }
    let states = [CaptchaState::Unchecked, CaptchaState::Passed, CaptchaState::Wrong];
    (form(elements, logic), values, *rng.pick(&states))
}

/// The result in one line.
fn written(form: &FormDefinition, values: &Values, captcha: CaptchaState) -> String {
    let today = NaiveDate::from_ymd_opt(2026, 11, 17).expect("a date");
    let visible: Vec<String> = visible_elements(form, values).iter().map(ElementId::to_string).collect();
    let rest: String = match validate(form, values, Facts { today, captcha }) {
        Ok(accepted) => {
            let one = |(id, value): (ElementId, StoredValue)| match value {
                StoredValue::Text(text) => format!("|{id}={text}"),
                StoredValue::List(list) => format!("|{id}=[{}]", list.join("+")),
            };
            accepted.values.into_iter().map(one).collect()
        }
        Err(errors) => {
            let one = |(id, errors): (ElementId, Vec<(String, String)>)| {
                let errors: Vec<String> =
                    errors.into_iter().map(|(code, arg)| format!("{code}({arg})")).collect();
                format!("|{id}!{}", errors.join("+"))
            };
            codes(errors).into_iter().map(one).collect()
        }
    };
    format!("{}{rest}\n", visible.join(","))
}

/// [FORM-30] [FORM-31] [FORM-32] [FORM-35] [FORM-36]
#[test]
fn the_browser_decides_alike_about_generated_submissions() {
    let expected = vectors::<Expected>("enquiries/random.json").remove(0);
    assert!(expected.cases >= 100_000);
    let mut rng = Rng(expected.seed);
    let mut digest: u32 = 2_166_136_261;
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..expected.cases {
        let (form, values, captcha) = random_case(&mut rng, &expected.pools);
        let line = written(&form, &values, captcha);
        if line.contains('!') {
            refused += 1
        } else {
            accepted += 1
        }
        for byte in line.bytes() {
            digest = (digest ^ u32::from(byte)).wrapping_mul(16_777_619);
        }
    }
    assert_eq!(digest, expected.digest);
    // The digest would prove little if nearly all of them ended alike.
    assert!(accepted > 5_000 && refused > 5_000, "{accepted} accepted, {refused} refused");
}
