//! Reads what the editors write before and after an edit: `name: "تمر"; regular_minor: 1450`. A long value is cut: the first
//! characters of its JSON, and an ellipsis.

use serde_json::{Deserializer, Value};

/// Characters of a value, as the editors cut it.
const CUT_CHARS: usize = 120;
/// Of an escape that was cut: `\u001f`.
const ESCAPE_CHARS: usize = 6;

#[derive(Debug, PartialEq)]
pub enum FieldValue<'a> {
    Whole(Value),
    /// The beginning of its JSON.
    Cut(&'a str),
}

/// What can be read of a cut value.
#[derive(Debug, PartialEq)]
pub struct Beginning<'a> {
    pub value: Value,
    /// JSON that is not in `value`; empty if the value was cut between two of its items.
    pub rest: Option<&'a str>,
}

/// The fields in their order; `None`: the text is no list of fields.
pub fn read(text: &str) -> Option<Vec<(&str, FieldValue<'_>)>> {
    let mut fields = Vec::new();
    let mut left = text;
    loop {
        let (name, value) = left.split_once(": ")?;
        let is_name = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
        if !is_name {
            return None;
        }
        let (value, after) = whole(value).or_else(|| cut(value))?;
        fields.push((name, value));
        match after.strip_prefix("; ") {
            Some(next) => left = next,
            None => return Some(fields),
        }
    }
}

fn is_end(after: &str) -> bool {
    after.is_empty() || after.starts_with("; ")
}

/// Whether the end of the value is a sign of its own.
fn is_delimited(text: &str) -> bool {
    text.starts_with(['"', '[', '{'])
}

fn whole(text: &str) -> Option<(FieldValue<'_>, &str)> {
    if !is_delimited(text) {
        let end = text.find("; ").unwrap_or(text.len());
        let value = serde_json::from_str(&text[..end]).ok()?;
        return Some((FieldValue::Whole(value), &text[end..]));
    }
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let after = &text[values.byte_offset()..];
    is_end(after).then_some((FieldValue::Whole(value), after))
}

fn cut(text: &str) -> Option<(FieldValue<'_>, &str)> {
    let (end, _) = text.char_indices().nth(CUT_CHARS)?;
    let after = text[end..].strip_prefix('…')?;
    is_end(after).then_some((FieldValue::Cut(&text[..end]), after))
}

/// `None`: it is neither a text nor a list.
pub fn beginning(cut: &str) -> Option<Beginning<'_>> {
    if cut.starts_with('"') {
        return Some(Beginning { value: Value::String(beginning_of_text(cut)?), rest: None });
    }
    let mut left = cut.strip_prefix('[')?;
    let mut items = Vec::new();
    while is_delimited(left) {
        let mut values = Deserializer::from_str(left).into_iter::<Value>();
        let Some(Ok(item)) = values.next() else { break };
        items.push(item);
        let after = &left[values.byte_offset()..];
        left = after.strip_prefix(',').unwrap_or(after);
    }
    if left.starts_with('"') {
        items.push(Value::String(beginning_of_text(left)?));
        return Some(Beginning { value: Value::Array(items), rest: None });
    }
    Some(Beginning { value: Value::Array(items), rest: Some(left) })
}

fn beginning_of_text(cut: &str) -> Option<String> {
    let ends = cut.char_indices().rev().map(|(start, _)| start);
    let ends = std::iter::once(cut.len()).chain(ends).take(ESCAPE_CHARS + 1);
    ends.into_iter().find_map(|end| serde_json::from_str(&format!("{}…\"", &cut[..end])).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// As `audited` of the editors.
    fn logged(fields: &[(&str, Value)]) -> String {
        let shown = |(field, value): &(&str, Value)| {
            let text = value.to_string();
            match text.char_indices().nth(CUT_CHARS) {
                Some((end, _)) => format!("{field}: {}…", &text[..end]),
                None => format!("{field}: {text}"),
            }
        };
        fields.iter().map(shown).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn fields_are_read_whatever_their_values_contain() {
        let fields = [
            ("name", json!("تمر; slug: \"x\"; \\ end")),
            ("regular_minor", json!(1_450)),
            ("sale_minor", Value::Null),
            ("is_new", json!(true)),
            ("tags", json!(["a; b: 1", "…"])),
            ("focus", json!({"x": 45, "y": 30})),
            ("cod.minTotalMinor", json!(-3)),
        ];
        let text = logged(&fields);
        let expected: Vec<_> =
            fields.iter().map(|(name, value)| (*name, FieldValue::Whole(value.clone()))).collect();
        assert_eq!(read(&text), Some(expected), "{text}");
    }

    #[test]
    fn a_cut_value_does_not_hide_the_next_field() {
        let long = "كلمة \"مقتبسة\"; status: \"draft\"; ".repeat(8);
        let text =
            logged(&[("description", json!([long])), ("name", json!(long)), ("status", json!("hidden"))]);
        let fields = read(&text).expect("fields");
        assert_eq!(
            fields.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            ["description", "name", "status"]
        );
        assert_eq!(fields[2].1, FieldValue::Whole(json!("hidden")));
        let FieldValue::Cut(cut) = &fields[1].1 else { panic!("the name is long") };
        let read = beginning(cut).expect("a text");
        let text = read.value.as_str().expect("a text");
        assert!(long.starts_with(text.trim_end_matches('…')) && text.ends_with('…'), "{text}");
        let FieldValue::Cut(cut) = &fields[0].1 else { panic!("the description is long") };
        assert_eq!(beginning(cut).expect("a list").value.as_array().map(Vec::len), Some(1));
    }

    #[test]
    fn a_text_that_is_cut_within_an_escape_is_read_up_to_it() {
        for (cut, expected) in [
            (r#""abc"#, "abc…"),
            (r#""abc\"#, "abc…"),
            (r#""abc\u00"#, "abc…"),
            (r#""abc\""#, "abc\"…"),
            (r#"""#, "…"),
        ] {
            assert_eq!(beginning_of_text(cut).as_deref(), Some(expected), "{cut}");
        }
    }

    #[test]
    fn the_complete_items_of_a_cut_list_are_read_and_nothing_of_the_rest_is_lost() {
        for (cut, items, rest) in [
            (r#"[{"key":"a"},{"key":"b"},{"ke"#, json!([{"key": "a"}, {"key": "b"}]), Some(r#"{"ke"#)),
            (r#"[{"key":"a"},"#, json!([{"key": "a"}]), Some("")),
            (r#"[{"key":"a"}"#, json!([{"key": "a"}]), Some("")),
            (r#"["a","b"#, json!(["a", "b…"]), None),
            (r#"["a","b""#, json!(["a", "b"]), Some("")),
            (r"[3,5,1", json!([]), Some("3,5,1")),
            ("[", json!([]), Some("")),
        ] {
            assert_eq!(beginning(cut), Some(Beginning { value: items, rest }), "{cut}");
        }
        assert_eq!(beginning("{\"x\":1"), None);
    }

    #[test]
    fn other_texts_are_no_fields() {
        for text in
            ["", "failed", "قيد التجهيز", "order 7", "name: ", "name: x", ": 1", "a b: 1", "name: 1; "]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
