//! The provider's answers: JSON after a byte order mark, and a list of messages in each.

use serde_json::{Map, Value, json};

/// The real answers begin with it, and clients that forget it fail there.
pub const MARK: &str = "\u{feff}";

/// What a request is answered with, before it is written down.
#[derive(Debug, Clone)]
pub struct Answer {
    fields: Map<String, Value>,
}

impl Answer {
    pub fn ok(fields: Value) -> Self {
        Self::said(fields, true, "I00001", "Successful.")
    }

    pub fn error(code: &str, text: impl AsRef<str>) -> Self {
        Self::failed(json!({}), code, text)
    }

    /// An error that tells more than its message.
    pub fn failed(fields: Value, code: &str, text: impl AsRef<str>) -> Self {
        Self::said(fields, false, code, text.as_ref())
    }

    pub fn not_found() -> Self {
        Self::error("E00040", "The record cannot be found.")
    }

    pub fn said(fields: Value, ok: bool, code: &str, text: &str) -> Self {
        let mut fields = match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        let result = if ok { "Ok" } else { "Error" };
        fields.insert(
            "messages".to_owned(),
            json!({"resultCode": result, "message": [{"code": code, "text": text}]}),
        );
        Self { fields }
    }

    /// What the request called itself comes back with the answer.
    pub fn with_ref(mut self, ref_id: Option<String>) -> Self {
        if let Some(ref_id) = ref_id {
            self.fields.insert("refId".to_owned(), ref_id.into());
        }
        self
    }

    pub fn body(self) -> String {
        format!("{MARK}{}", Value::Object(self.fields))
    }
}

/// Cents as the number of dollars that answers carry.
pub fn dollars(cents: i64) -> Value {
    json!(cents as f64 / 100.0)
}
