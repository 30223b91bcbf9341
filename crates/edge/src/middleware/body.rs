//! Reads the body of a request, bounded in size and time.

use std::time::Duration;

use axum::{
    body::Body,
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use bytes::Bytes;
use http::{HeaderValue, Method, header, request::Parts};
use http_body_util::{BodyExt, Limited};

use crate::{
    AppError,
    fields::{self, BodyKind, RawBody, RawFields},
    policy::BodyShape,
    router::EndpointContext,
};

/// How long a whole body may take. A form of 64 KiB arrives within it at 7 kB/s.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// Checks the [`RawFields`] of the request and puts them into it: those of its form, or of its query where it has no
/// body. JSON is put there as [`RawBody`]. A form stays the body of the request, for [`crate::Fields`].
pub async fn read(
    State(endpoint): State<EndpointContext>,
    request: Request,
    next: Next,
) -> Result<Response, AppError> {
    // An action's form was read to find its endpoint.
    if request.extensions().get::<RawFields>().is_some() {
        return Ok(next.run(request).await);
    }
    let (mut parts, body) = request.into_parts();
    let max = endpoint.policy.max_body_bytes;
    let body = if parts.method != Method::POST {
        let query = RawFields::parse(parts.uri.query().unwrap_or_default().as_bytes())?;
        parts.extensions.insert(query);
        Body::empty()
    } else if endpoint.policy.body != BodyShape::Form {
        if !fields::has_content_type(&parts.headers, endpoint.policy.body.content_types()) {
            return Err(AppError::BadRequest("wrong content type"));
        }
        let unparsed = RawBody(bytes(body, max).await?);
        parts.extensions.insert(unparsed);
        parts.extensions.insert(RawFields::default());
        Body::empty()
    } else {
        form(&mut parts, body, max).await?
    };
    Ok(next.run(Request::from_parts(parts, body)).await)
}

async fn bytes(body: Body, max: usize) -> Result<Bytes, AppError> {
    let whole = Limited::new(body, max).collect();
    match tokio::time::timeout(TIMEOUT, whole).await {
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(_)) => Err(AppError::TooLarge),
        Err(_) => Err(AppError::BodyTimeout),
    }
}

/// Reads a form, puts its [`RawFields`] into the request and returns it URL-encoded, as the request's new body.
pub async fn form(parts: &mut Parts, body: Body, max: usize) -> Result<Body, AppError> {
    let kind = fields::body_kind(&parts.headers).ok_or(AppError::BadRequest("form expected"))?;
    let bytes = bytes(body, max).await?;
    let (fields, encoded) = match kind {
        BodyKind::Form => (RawFields::parse(&bytes)?, bytes),
        BodyKind::Multipart(boundary) => {
            let fields = RawFields::parse_multipart(bytes, &boundary).await?;
            let encoded = fields.encode()?;
            (fields, encoded)
        }
    };
    parts.extensions.insert(fields);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(fields::FORM));
    Ok(Body::from(encoded))
}
