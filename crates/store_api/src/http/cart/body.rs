//! Parameters of a JSON body. Numbers may be written as text, as the platform accepts them.

use ::http::StatusCode;
use axum::extract::{FromRequest, Request};
use edge::{AppError, fields::RawBody};
use kernel::{Quantity, msg};
use serde_json::{Map, Value};

use crate::envelope::{invalid_param, refusal};

/// The members of a JSON object. A request without a body has none.
#[derive(Debug, Default)]
pub struct Body(pub Map<String, Value>);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Self, AppError> {
        let RawBody(bytes) = RawBody::from_request(request, state).await?;
        Self::parse(&bytes)
    }
}

impl Body {
    pub fn parse(bytes: &[u8]) -> Result<Self, AppError> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self::default());
        }
        match serde_json::from_slice(bytes) {
            Ok(Value::Object(members)) if members.iter().all(is_clean) => Ok(Self(members)),
            _ => {
                let invalid =
                    refusal(StatusCode::BAD_REQUEST, "rest_invalid_json", msg::store_api::INVALID_JSON);
                Err(invalid.into())
            }
        }
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A text; empty if it is missing.
    pub fn text(&self, name: &str) -> Result<String, AppError> {
        match self.get(name) {
            None => Ok(String::new()),
            Some(value) => scalar(value).ok_or_else(|| invalid_param(name, msg::store_api::PARAM_TEXT)),
        }
    }

    pub fn integer(&self, name: &str) -> Result<Option<i64>, AppError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.as_i64().or_else(|| value.as_str()?.trim().parse().ok());
        number.map(Some).ok_or_else(|| invalid_param(name, msg::store_api::PARAM_INTEGER))
    }

    pub fn boolean(&self, name: &str) -> Result<bool, AppError> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(value)) => Ok(*value),
            Some(_) => Err(invalid_param(name, msg::store_api::PARAM_BOOLEAN)),
        }
    }

    /// `None` if there is none; an error if it is no quantity.
    pub fn quantity(&self, name: &str) -> Result<Option<Quantity>, AppError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let quantity = scalar(value).and_then(|text| Quantity::parse(&text).ok());
        quantity.map(Some).ok_or_else(|| invalid_param(name, msg::store_api::PARAM_QUANTITY))
    }

    pub fn object(&self, name: &str) -> Result<Option<&Map<String, Value>>, AppError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Object(members)) => Ok(Some(members)),
            // An empty array is how the platform writes an empty object.
            Some(Value::Array(items)) if items.is_empty() => Ok(None),
            Some(_) => Err(invalid_param(name, msg::store_api::PARAM_OBJECT)),
        }
    }

    /// A list of at most `max` objects.
    pub fn objects(&self, name: &str, max: usize) -> Result<Vec<&Map<String, Value>>, AppError> {
        let invalid = || invalid_param(name, msg::store_api::PARAM_LIST.with("max", max));
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) if items.len() <= max => {
                items.iter().map(|item| item.as_object().ok_or_else(invalid)).collect()
            }
            Some(_) => Err(invalid()),
        }
    }
}

/// As in forms: no text has a control character, except line breaks and tabs. PostgreSQL stores no NUL.
fn is_clean((name, value): (&String, &Value)) -> bool {
    let is_clean_text = |text: &str| {
        text.bytes().all(|byte| (byte >= 0x20 && byte != 0x7f) || matches!(byte, b'\t' | b'\n' | b'\r'))
    };
    is_clean_text(name)
        && match value {
            Value::String(text) => is_clean_text(text),
            Value::Array(items) => items.iter().all(|item| is_clean((name, item))),
            Value::Object(members) => members.iter().all(is_clean),
            Value::Null | Value::Bool(_) | Value::Number(_) => true,
        }
}

/// A text, a number or a truth value, as text.
pub fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Null => Some(String::new()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> Body {
        Body::parse(text.as_bytes()).expect("an object")
    }

    #[test]
    fn numbers_may_be_texts() {
        let given = body(r#"{"id": "17", "quantity": 2, "weight": "٠٫٥", "half": 0.5}"#);
        assert_eq!(given.integer("id").expect("a number"), Some(17));
        assert_eq!(given.quantity("quantity").expect("a quantity"), Some(Quantity::from_whole(2)));
        assert_eq!(given.quantity("half").expect("a quantity"), Some(Quantity::from_units(50_000)));
        assert_eq!(given.integer("missing").expect("nothing"), None);
        assert!(body(r#"{"id": "x"}"#).integer("id").is_err());
        assert!(body(r#"{"quantity": -1}"#).quantity("quantity").is_err());
        assert!(body(r#"{"quantity": 1e300}"#).quantity("quantity").is_err());
    }

    #[test]
    fn control_characters_are_refused_wherever_they_are() {
        for wrong in [r#"{"a": "\u0000"}"#, r#"{"\u0001": 1}"#, r#"{"a": [{"b": "x\u007f"}]}"#] {
            assert!(Body::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(Body::parse(r#"{"note": "سطر\nثانٍ\t"}"#.as_bytes()).is_ok());
    }

    #[test]
    fn only_an_object_is_a_body() {
        assert!(Body::parse(b"").expect("no body").0.is_empty());
        for wrong in ["[]", "1", "{", "\u{0}"] {
            assert!(Body::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(Body::parse(&vec![b'['; 30_000]).is_err());
    }
}
