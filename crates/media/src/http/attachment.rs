//! A file as an attachment, for staff: nothing of it opens in the browser.

use axum::{body::Body, response::Response};
use edge::{AppError, headers::HeaderOverride};
use http::{HeaderValue, header};
use object_store::GetOptions;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::SECURITY;
use crate::{objects, service::MediaContext};

/// Bytes that a name may have in a header as they are.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_');

/// The file of an enquiry with this name. `None`: the store has no such file.
pub async fn attachment(media: &MediaContext, id: i64, name: &str) -> Result<Option<Response>, AppError> {
    let found = match media.objects.get(&objects::form(id), GetOptions::new()).await {
        Ok(found) => found,
        Err(object_store::Error::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(anyhow::Error::from(error).context("reading a file of an enquiry").into()),
    };
    let size = found.meta.size;
    let mut response = Response::new(Body::from_stream(found.into_stream()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    headers.insert(header::CACHE_CONTROL, edge::headers::NO_STORE);
    let disposition = HeaderValue::from_str(&disposition(name)).map_err(anyhow::Error::from)?;
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    response.extensions_mut().insert(HeaderOverride(SECURITY.clone()));
    Ok(Some(response))
}

/// `filename` is for programs that do not know `filename*`: it has no character that needs quoting.
fn disposition(name: &str) -> String {
    format!("attachment; filename=\"file\"; filename*=UTF-8''{}", utf8_percent_encode(name, PLAIN))
}

#[cfg(test)]
mod tests {
    use super::disposition;

    #[test]
    fn a_name_cannot_leave_its_header() {
        assert_eq!(
            disposition("فاتورة.pdf"),
            "attachment; filename=\"file\"; filename*=UTF-8''%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9.pdf"
        );
        let hostile = disposition("a\"; filename=b.html\r\nset-cookie: x");
        assert!(hostile.ends_with("UTF-8''a%22%3B%20filename%3Db.html%0D%0Aset-cookie%3A%20x"), "{hostile}");
        assert!(http::HeaderValue::from_str(&hostile).is_ok());
    }
}
