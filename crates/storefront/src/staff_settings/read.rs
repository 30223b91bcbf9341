//! Reads the fields that a form has sent.

use std::collections::HashMap;

use edge::changes::Patch;

use super::spec::{Kind, Refused, Spec};

/// What a form has typed into a field; `None`: the form lacks the field.
fn given(form: &HashMap<String, String>, spec: &Spec) -> Option<String> {
    // The third wording of a conflict.
    let own = form.get(&format!("own_{}", spec.name)).filter(|text| !text.trim().is_empty());
    if let Some(given) = own.or_else(|| form.get(spec.name)) {
        return Some(given.replace("\r\n", "\n"));
    }
    let has_boxes = form.get("boxes").is_some_and(|names| names.split(' ').any(|name| name == spec.name));
    if !has_boxes {
        return None;
    }
    if spec.kind == Kind::Switch {
        return Some("0".to_owned());
    }
    let prefix = format!("{}:", spec.name);
    let mut ticked: Vec<&str> = form.keys().filter_map(|name| name.strip_prefix(&prefix)).collect();
    ticked.sort_unstable();
    Some(ticked.join(" "))
}

/// Reads the fields that a form has. A text that is the page's own copy is no change.
pub fn read(form: &HashMap<String, String>, specs: &[&Spec], was: &Patch) -> (Patch, Vec<Refused>) {
    let mut fields = was.clone();
    let mut refused = Vec::new();
    for spec in specs.iter().filter(|spec| spec.kind.is_open()) {
        let Some(given) = given(form, spec) else { continue };
        let shown = was.0.get(spec.name).map(|value| spec.kind.text(value));
        if shown.as_ref() == Some(&given) {
            continue;
        }
        match spec.kind.read(&given) {
            Ok(value) => _ = fields.0.insert(spec.name.to_owned(), value),
            Err(message) => refused.push(Refused::new(spec.name, message)),
        }
    }
    (fields, refused)
}

#[cfg(test)]
mod tests {
    use kernel::msg::settings as msg;
    use serde_json::json;

    use super::*;

    const SPECS: [Spec; 4] = [
        Spec { name: "open", label: msg::OFFERED, hint: None, kind: Kind::Switch },
        Spec { name: "countries", label: msg::OFFERED, hint: None, kind: Kind::Countries },
        Spec { name: "cost", label: msg::COST, hint: None, kind: Kind::Money },
        Spec { name: "days", label: msg::BACS_DAYS, hint: None, kind: Kind::Number { min: 1, max: 30 } },
    ];

    fn form(pairs: &[(&str, &str)]) -> HashMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn stored() -> Patch {
        let value = json!({ "open": true, "countries": ["SA", "AE"], "cost": 850, "days": 3 });
        serde_json::from_value(value).expect("an object")
    }

    fn read_form(pairs: &[(&str, &str)]) -> (Patch, Vec<Refused>) {
        read(&form(pairs), &SPECS.iter().collect::<Vec<_>>(), &stored())
    }

    #[test]
    fn the_page_s_own_texts_change_nothing() {
        let all = [
            ("open", "1"),
            ("countries:AE", "1"),
            ("countries:SA", "1"),
            ("boxes", "open countries"),
            ("cost", "8.50"),
            ("days", "3"),
        ];
        assert_eq!(read_form(&all), (stored(), Vec::new()), "in another order");
        assert_eq!(read_form(&[]), (stored(), Vec::new()), "fields that the form lacks");
    }

    #[test]
    fn boxes_that_are_not_ticked_are_off() {
        let (fields, refused) = read_form(&[("boxes", "open countries"), ("countries:KW", "1")]);
        assert_eq!((&fields.0["open"], &fields.0["countries"]), (&json!(false), &json!(["KW"])));
        assert!(refused.is_empty());
    }

    /// [D21]
    #[test]
    fn any_digits_are_read_and_what_is_unreadable_is_refused_at_its_field() {
        let (fields, refused) = read_form(&[("cost", "١٤٫٤٠"), ("days", "٣٠")]);
        assert_eq!((&fields.0["cost"], &fields.0["days"]), (&json!(1_440), &json!(30)));
        assert!(refused.is_empty());
        let (_, refused) = read_form(&[("cost", "-1"), ("days", "31"), ("countries", "saudi")]);
        assert_eq!(refused.iter().map(|one| one.field).collect::<Vec<_>>(), ["countries", "cost", "days"]);
    }
}
