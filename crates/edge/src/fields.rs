//! What a request says: read once, checked for doubles, then made into a strict struct.

use std::{convert::Infallible, future::ready, sync::Arc};

use axum::{
    extract::{FromRequest, Request},
    http::{HeaderMap, header},
};
use bytes::Bytes;
use futures_util::stream;
use serde::de::DeserializeOwned;

use crate::AppError;

/// The fields of a form or a query, in order. Put into the request by the frame.
#[derive(Debug, Clone, Default)]
pub struct RawFields(pub Arc<Vec<(String, String)>>);

/// A body that is no form, as it came.
#[derive(Debug, Clone, Default)]
pub struct RawBody(pub Bytes);

impl<S: Sync> FromRequest<S> for RawBody {
    type Rejection = AppError;

    async fn from_request(request: Request, _: &S) -> Result<Self, AppError> {
        Ok(request.extensions().get::<Self>().cloned().unwrap_or_default())
    }
}

/// Whether a body says that it is JSON.
pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// No list of a request is longer.
const MOST_FIELDS: usize = 400;

impl RawFields {
    /// Refuses a name that stands twice, unless it is a list (`tags[]`): nobody then has to guess which one counts.
    pub fn parse(bytes: &[u8]) -> Result<Self, AppError> {
        let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(bytes)
            .map_err(|_| AppError::BadRequest("the form cannot be read"))?;
        Self::new(pairs)
    }

    /// The same as parts, the way scripts send a form. Files have endpoints of their own.
    pub async fn parse_multipart(bytes: Bytes, boundary: &str) -> Result<Self, AppError> {
        let unreadable = |_| AppError::BadRequest("the form cannot be read");
        let mut parts = multer::Multipart::new(stream::once(ready(Ok::<_, Infallible>(bytes))), boundary);
        let mut pairs = Vec::new();
        while let Some(part) = parts.next_field().await.map_err(unreadable)? {
            if part.file_name().is_some() || pairs.len() > MOST_FIELDS {
                return Err(AppError::BadRequest("only fields, and not too many"));
            }
            let name = part.name().unwrap_or_default().to_owned();
            pairs.push((name, part.text().await.map_err(unreadable)?));
        }
        Self::new(pairs)
    }

    fn new(pairs: Vec<(String, String)>) -> Result<Self, AppError> {
        if pairs.len() > MOST_FIELDS {
            return Err(AppError::BadRequest("too many fields"));
        }
        let mut names: Vec<&str> =
            pairs.iter().map(|(name, _)| name.as_str()).filter(|name| !name.ends_with("[]")).collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(AppError::BadRequest("a field stands twice"));
        }
        Ok(Self(Arc::new(pairs)))
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    pub fn read<T: DeserializeOwned>(&self) -> Result<T, AppError> {
        let text = serde_urlencoded::to_string(self.0.as_slice())
            .map_err(|_| AppError::BadRequest("the form cannot be read"))?;
        serde_urlencoded::from_str(&text)
            .map_err(|_| AppError::BadRequest("a field is missing or has the wrong form"))
    }
}

/// A request's fields as a typed struct; unknown ones are dropped.
pub struct Fields<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Fields<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, _: &S) -> Result<Self, AppError> {
        let raw = request.extensions().get::<RawFields>().cloned().unwrap_or_default();
        raw.read().map(Self)
    }
}

/// How a body was sent.
pub enum BodyKind {
    Form,
    Multipart(String),
}

/// Bodies come as forms. Anything else was not sent by our pages.
pub fn body_kind(headers: &HeaderMap) -> Option<BodyKind> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if let Ok(boundary) = multer::parse_boundary(kind) {
        return Some(BodyKind::Multipart(boundary));
    }
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let is_form = kind.is_empty() || kind.eq_ignore_ascii_case("application/x-www-form-urlencoded");
    is_form.then_some(BodyKind::Form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_stands_twice_is_refused_unless_it_is_a_list() {
        assert!(RawFields::parse(b"product_id=1&product_id=2").is_err());
        assert!(RawFields::parse(b"tags[]=1&tags[]=2&x=1").is_ok());
    }

    #[tokio::test]
    async fn parts_are_read_like_a_form_and_a_file_is_refused() {
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

    #[test]
    fn unknown_fields_are_dropped_and_missing_ones_refused() {
        #[derive(serde::Deserialize)]
        struct Form {
            qty: String,
        }
        let read = |text: &str| RawFields::parse(text.as_bytes()).expect("form").read::<Form>();

        assert_eq!(read("qty=2&price=0").map(|form| form.qty).ok().as_deref(), Some("2"));
        assert!(read("price=0").is_err());
    }
}
