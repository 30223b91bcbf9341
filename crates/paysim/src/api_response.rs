//! The provider's responses: JSON after a byte order mark, with a list of messages.

use serde_json::{Map, Value, json};

/// The real responses start with it, and clients that do not expect it fail to parse them.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A response before serialisation.
#[derive(Debug, Clone)]
pub struct ApiResponse {
    fields: Map<String, Value>,
}

impl ApiResponse {
    pub fn ok(fields: Value) -> Self {
        Self::with_message(fields, true, "I00001", "Successful.")
    }

    pub fn error(code: &str, text: impl AsRef<str>) -> Self {
        Self::failed(json!({}), code, text)
    }

    /// An error with additional fields.
    pub fn failed(fields: Value, code: &str, text: impl AsRef<str>) -> Self {
        Self::with_message(fields, false, code, text.as_ref())
    }

    pub fn not_found() -> Self {
        Self::error("E00040", "The record cannot be found.")
    }

    pub fn with_message(fields: Value, ok: bool, code: &str, text: &str) -> Self {
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

    /// Adds the request's `refId` to the response.
    pub fn with_ref(mut self, ref_id: Option<String>) -> Self {
        if let Some(ref_id) = ref_id {
            self.fields.insert("refId".to_owned(), ref_id.into());
        }
        self
    }

    pub fn body(self) -> String {
        format!("{BYTE_ORDER_MARK}{}", Value::Object(self.fields))
    }
}

/// Cents as a number of dollars, as in the provider's responses.
pub fn dollars(cents: i64) -> Value {
    json!(cents as f64 / 100.0)
}
