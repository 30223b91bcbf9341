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
    policy::{BodyShape, Shape},
    router::EndpointContext,
    upload::{self, LiveBody, Opened, UploadTimings},
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
    let body = if endpoint.policy.shape == Shape::Api {
        read_api(&mut parts, body, max).await?
    } else if parts.method != Method::POST {
        let query = RawFields::parse(parts.uri.query().unwrap_or_default().as_bytes())?;
        parts.extensions.insert(query);
        Body::empty()
    } else if endpoint.policy.body.has_files() {
        return receive_file(&endpoint, parts, body, next).await;
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

/// The parameters of an API call: of its query, and of its JSON body, if it has one.
async fn read_api(parts: &mut Parts, body: Body, max: usize) -> Result<Body, AppError> {
    parts.extensions.insert(RawFields::parse(parts.uri.query().unwrap_or_default().as_bytes())?);
    if matches!(parts.method, Method::GET | Method::HEAD) {
        return Ok(Body::empty());
    }
    let body = bytes(body, max).await?;
    if !body.is_empty() && !fields::has_content_type(&parts.headers, BodyShape::Json.content_types()) {
        return Err(AppError::BadRequest("wrong content type"));
    }
    parts.extensions.insert(RawBody(body));
    Ok(Body::empty())
}

/// Reads the form up to its first file. What is left of the body after a refusal is read and dropped.
async fn receive_file(
    endpoint: &EndpointContext,
    mut parts: Parts,
    body: Body,
    next: Next,
) -> Result<Response, AppError> {
    let Some(BodyKind::Multipart(boundary)) = fields::body_kind(&parts.headers) else {
        return Err(AppError::BadRequest("multipart form expected"));
    };
    let body = LiveBody::new(body, UploadTimings::default());
    match open(&body, &boundary).await? {
        Opened::Form(fields) if endpoint.policy.body == BodyShape::Files => {
            upload::put_without_file(fields, &mut parts, &body);
        }
        Opened::Form(_) => return Err(AppError::BadRequest("file expected")),
        Opened::File(file) => file.put(&mut parts, &body, &endpoint.policy)?,
    }
    let response = next.run(Request::from_parts(parts, Body::empty())).await;
    body.drain_in_background(endpoint.policy.max_body_bytes);
    Ok(response)
}

/// Reads a multipart form up to its file, or to its end.
pub(crate) async fn open(body: &LiveBody, boundary: &str) -> Result<Opened, AppError> {
    let opened = tokio::time::timeout(TIMEOUT, upload::open(body, boundary)).await;
    opened.unwrap_or(Err(AppError::BodyTimeout))
}

async fn bytes(body: Body, max: usize) -> Result<Bytes, AppError> {
    let whole = Limited::new(body, max).collect();
    match tokio::time::timeout(TIMEOUT, whole).await {
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(_)) => Err(AppError::TooLarge),
        Err(_) => Err(AppError::BodyTimeout),
    }
}

/// Reads a URL-encoded form, or one of several parts without a file, puts its [`RawFields`] into the request and returns it URL-encoded, as the request's new body.
pub async fn form(parts: &mut Parts, body: Body, max: usize) -> Result<Body, AppError> {
    let kind = fields::body_kind(&parts.headers).ok_or(AppError::BadRequest("form expected"))?;
    let bytes = bytes(body, max).await?;
    match kind {
        BodyKind::Form => {
            parts.extensions.insert(RawFields::parse(&bytes)?);
            parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(fields::FORM));
            Ok(Body::from(bytes))
        }
        BodyKind::Multipart(boundary) => put_form(parts, RawFields::parse_multipart(bytes, &boundary).await?),
    }
}

/// Puts the fields of a multipart form into the request and returns them URL-encoded, as the request's new body.
pub fn put_form(parts: &mut Parts, fields: RawFields) -> Result<Body, AppError> {
    let encoded = fields.encode()?;
    parts.extensions.insert(fields);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(fields::FORM));
    Ok(Body::from(encoded))
}
