//! The fields of a request: checked for duplicates, control characters and their number, then deserialized into a
//! struct.

use std::{convert::Infallible, future::ready, sync::Arc};

use axum::{
    extract::{FromRequest, Request},
    http::{HeaderMap, Method, header},
};
use axum_extra::extract::Form;
use bytes::Bytes;
use futures_util::stream;
use serde::de::DeserializeOwned;

use crate::AppError;

/// The fields of a form or a query, in order. Put into the request by [`crate::middleware::body`].
#[derive(Debug, Clone, Default)]
pub struct RawFields(pub Arc<Vec<(String, String)>>);

/// The unparsed body of a request that is no form.
#[derive(Debug, Clone, Default)]
pub struct RawBody(pub Bytes);

impl<S: Sync> FromRequest<S> for RawBody {
    type Rejection = AppError;

    async fn from_request(request: Request, _: &S) -> Result<Self, AppError> {
        Ok(request.extensions().get::<Self>().cloned().unwrap_or_default())
    }
}

/// Whether the content type is one of these.
pub fn has_content_type(headers: &HeaderMap, expected: &[&str]) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    expected.iter().any(|one| kind.eq_ignore_ascii_case(one))
}

/// No form of the shop has more fields.
pub(crate) const MAX_FIELDS: usize = 400;

impl RawFields {
    /// Parses a URL-encoded form or query. Refuses duplicate names, except lists (`tags[]`), because it would be
    /// ambiguous which one counts, and text that is not UTF-8.
    pub fn parse(bytes: &[u8]) -> Result<Self, AppError> {
        // The separators are ASCII, so the whole is valid exactly if each part is.
        if percent_encoding::percent_decode(bytes).decode_utf8().is_err() {
            return Err(AppError::BadRequest("invalid UTF-8 in a form"));
        }
        let pairs: Vec<(String, String)> =
            serde_urlencoded::from_bytes(bytes).map_err(|_| AppError::BadRequest("unreadable form"))?;
        Self::new(pairs)
    }

    /// Parses a multipart form, as scripts send it. Refuses files: uploads have separate endpoints.
    pub async fn parse_multipart(bytes: Bytes, boundary: &str) -> Result<Self, AppError> {
        let unreadable = |_| AppError::BadRequest("unreadable form");
        let mut parts = multer::Multipart::new(stream::once(ready(Ok::<_, Infallible>(bytes))), boundary);
        let mut pairs = Vec::new();
        while let Some(part) = parts.next_field().await.map_err(unreadable)? {
            if part.file_name().is_some() || pairs.len() > MAX_FIELDS {
                return Err(AppError::BadRequest("file or too many fields in a multipart form"));
            }
            let name = part.name().unwrap_or_default().to_owned();
            pairs.push((name, part.text().await.map_err(unreadable)?));
        }
        Self::new(pairs)
    }

    pub(crate) fn new(pairs: Vec<(String, String)>) -> Result<Self, AppError> {
        if pairs.len() > MAX_FIELDS {
            return Err(AppError::BadRequest("too many fields"));
        }
        if pairs.iter().any(|(name, value)| has_control_character(name) || has_control_character(value)) {
            return Err(AppError::BadRequest("control character in a field"));
        }
        let mut names: Vec<&str> =
            pairs.iter().map(|(name, _)| name.as_str()).filter(|name| !name.ends_with("[]")).collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(AppError::BadRequest("duplicate field"));
        }
        Ok(Self(Arc::new(pairs)))
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// The fields as a URL-encoded form.
    pub fn encode(&self) -> Result<Bytes, AppError> {
        let text = serde_urlencoded::to_string(self.0.as_slice());
        Ok(text.map_err(|_| AppError::BadRequest("unreadable form"))?.into())
    }
}

/// PostgreSQL refuses NUL in a text, and no field contains another control character. Texts of several lines contain
/// line breaks and tabs.
fn has_control_character(text: &str) -> bool {
    text.bytes().any(|byte| (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == 0x7f)
}

/// axum's [`Form`]: the form or the query of a request as a typed struct. Unknown fields are ignored, an empty field is
/// `None` in an `Option`, and a list (`tags[]`) is a `Vec`. [`crate::middleware::body`] has checked the fields.
pub struct Fields<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Fields<T> {
    type Rejection = AppError;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, AppError> {
        if request.method() == Method::HEAD {
            // `Form` reads the query of GET requests only.
            *request.method_mut() = Method::GET;
        }
        let form = Form::from_request(request, state).await;
        let Form(fields) = form.map_err(|_| AppError::BadRequest("missing or invalid field"))?;
        Ok(Self(fields))
    }
}

pub const FORM: &str = "application/x-www-form-urlencoded";

/// The encoding of a form.
pub enum BodyKind {
    Form,
    Multipart(String),
}

/// Returns the encoding of a form, or `None` if the content type is not that of a form.
pub fn body_kind(headers: &HeaderMap) -> Option<BodyKind> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if let Ok(boundary) = multer::parse_boundary(kind) {
        return Some(BodyKind::Multipart(boundary));
    }
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let is_form = kind.is_empty() || kind.eq_ignore_ascii_case(FORM);
    is_form.then_some(BodyKind::Form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duplicate_name_is_refused_unless_it_is_a_list() {
        assert!(RawFields::parse(b"product_id=1&product_id=2").is_err());
        assert!(RawFields::parse(b"tags[]=1&tags[]=2&x=1").is_ok());
    }

    #[test]
    fn text_that_is_not_utf_8_is_refused() {
        for invalid in [b"x=%ff".as_slice(), b"%ed%a0%80=1", b"x=%d8&y=%b9", b"x=\xff"] {
            assert!(RawFields::parse(invalid).is_err(), "{invalid:?}");
        }
        assert_eq!(RawFields::parse(b"x=%D8%B9+a").expect("form").get("x"), Some("ع a"));
    }

    #[tokio::test]
    async fn a_multipart_form_is_parsed_and_a_file_is_refused() {
        let part = |head: &str, text: &str| {
            format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{text}\r\n")
        };
        let read = async |parts: &[String]| {
            RawFields::parse_multipart(format!("{}--b--\r\n", parts.concat()).into(), "b").await
        };
        let both = [part("name=\"quantity\"", "٢"), part("name=\"add-to-cart\"", "17")];
        assert_eq!(read(&both).await.expect("form").get("quantity"), Some("٢"));
        assert!(read(&[part("name=\"a\"", "1"), part("name=\"a\"", "2")]).await.is_err());
        assert!(read(&[part("name=\"a\"; filename=\"a.txt\"", "1")]).await.is_err());
        assert!(RawFields::parse_multipart("nonsense".into(), "b").await.is_err());
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Sample {
        qty: u32,
        note: Option<String>,
        #[serde(rename = "tags[]", default)]
        tags: Vec<i64>,
    }

    async fn read(text: &'static str) -> Result<Sample, AppError> {
        let request = Request::builder()
            .method("POST")
            .header(header::CONTENT_TYPE, FORM)
            .body(text.into())
            .expect("a valid request");
        Fields::from_request(request, &()).await.map(|Fields(sample)| sample)
    }

    #[tokio::test]
    async fn unknown_fields_are_ignored_and_missing_ones_refused() {
        let sample = |note: Option<&str>, tags: &[i64]| Sample {
            qty: 2,
            note: note.map(str::to_owned),
            tags: tags.to_vec(),
        };
        assert_eq!(read("qty=2&price=0&other[]=1&other[]=2").await.expect("a form"), sample(None, &[]));
        assert_eq!(read("qty=2&note=%D8%A8+%26").await.expect("a form"), sample(Some("ب &"), &[]));
        assert_eq!(read("qty=2&note=").await.expect("a form"), sample(None, &[]));
        assert_eq!(read("qty=2&tags[]=7&tags%5B%5D=8").await.expect("a form"), sample(None, &[7, 8]));
        for refused in ["price=0", "qty=two", "qty=2&tags[]=x"] {
            assert!(matches!(read(refused).await, Err(AppError::BadRequest(_))), "{refused}");
        }
    }

    #[tokio::test]
    async fn a_request_without_a_body_has_the_fields_of_its_query() {
        for method in [Method::GET, Method::HEAD] {
            let request = Request::builder().method(method).uri("/?qty=2&tags[]=7").body(Default::default());
            let Fields(sample) =
                Fields::<Sample>::from_request(request.expect("valid"), &()).await.expect("a query");
            assert_eq!((sample.qty, sample.tags), (2, vec![7]));
        }
    }

    #[tokio::test]
    async fn a_multipart_form_is_encoded_without_loss() {
        let form = "--b\r\nContent-Disposition: form-data; name=\"qty\"\r\n\r\n2\r\n\
            --b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nعسل & تمر=١%\r\n--b--\r\n";
        let fields = RawFields::parse_multipart(form.into(), "b").await.expect("a form");
        let encoded = fields.encode().expect("encodes");
        assert_eq!(RawFields::parse(&encoded).expect("a form").0, fields.0);
    }
}
