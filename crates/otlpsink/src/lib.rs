//! A collector that receives traces as OTLP over HTTP and passes on their decoded spans.

use std::{collections::BTreeMap, sync::Arc};

use axum::{Router, body::Bytes, response::IntoResponse, routing::post};
use http::{HeaderMap, StatusCode, header};
use opentelemetry_proto::tonic::{
    collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse},
    common::v1::{KeyValue, any_value},
    trace::v1,
};
use prost::Message;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::net::TcpListener;

const PROTOBUF: &str = "application/x-protobuf";

pub type Attributes = BTreeMap<String, Value>;

/// A span. Ids are in hexadecimal; a root span has an empty parent id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Span {
    pub trace_id: String,
    pub span_id: String,
    pub parent_id: String,
    pub name: String,
    pub kind: String,
    pub is_error: bool,
    pub attributes: Attributes,
    /// Attributes of the events and links of the span.
    pub events: Vec<Attributes>,
    pub links: Vec<Attributes>,
    /// Attributes of the service that sent the span.
    pub resource: Attributes,
}

/// Decodes the body of an export request.
pub fn decode(body: &[u8]) -> Result<Vec<Span>, prost::DecodeError> {
    let request = ExportTraceServiceRequest::decode(body)?;
    let mut spans = Vec::new();
    for group in request.resource_spans {
        let resource = group.resource.map(|resource| attributes(resource.attributes)).unwrap_or_default();
        let decoded = group.scope_spans.into_iter().flat_map(|scope| scope.spans);
        spans.extend(decoded.map(|decoded| span(decoded, &resource)));
    }
    Ok(spans)
}

fn span(span: v1::Span, resource: &Attributes) -> Span {
    Span {
        trace_id: hex::encode(&span.trace_id),
        span_id: hex::encode(&span.span_id),
        parent_id: hex::encode(&span.parent_span_id),
        kind: span.kind().as_str_name().trim_start_matches("SPAN_KIND_").to_lowercase(),
        is_error: span.status.is_some_and(|status| status.code() == v1::status::StatusCode::Error),
        name: span.name,
        attributes: attributes(span.attributes),
        events: span.events.into_iter().map(|event| attributes(event.attributes)).collect(),
        links: span.links.into_iter().map(|link| attributes(link.attributes)).collect(),
        resource: resource.clone(),
    }
}

fn attributes(pairs: Vec<KeyValue>) -> Attributes {
    let value = |value: Option<any_value::Value>| match value {
        Some(any_value::Value::StringValue(text)) => text.into(),
        Some(any_value::Value::IntValue(number)) => number.into(),
        Some(any_value::Value::BoolValue(value)) => value.into(),
        Some(any_value::Value::DoubleValue(number)) => number.into(),
        Some(other) => format!("{other:?}").into(),
        None => Value::Null,
    };
    let mut attributes = Attributes::new();
    for pair in pairs {
        let value = value(pair.value.and_then(|any| any.value));
        match attributes.remove(&pair.key) {
            // Keys must be unique; a repeated one is shown with all its values.
            Some(earlier) => attributes.insert(pair.key, Value::Array(vec![earlier, value])),
            None => attributes.insert(pair.key, value),
        };
    }
    attributes
}

/// Receives traces until the task is dropped.
pub async fn serve(
    listener: TcpListener,
    receive: impl Fn(Span) + Send + Sync + 'static,
) -> std::io::Result<()> {
    let receive = Arc::new(receive);
    let handler = move |headers: HeaderMap, body: Bytes| {
        let receive = receive.clone();
        async move {
            if headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != PROTOBUF) {
                return StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response();
            }
            let Ok(spans) = decode(&body) else { return StatusCode::BAD_REQUEST.into_response() };
            spans.into_iter().for_each(|span| receive(span));
            let accepted = ExportTraceServiceResponse::default().encode_to_vec();
            ([(header::CONTENT_TYPE, PROTOBUF)], accepted).into_response()
        }
    };
    axum::serve(listener, Router::new().route("/v1/traces", post(handler))).await
}

#[cfg(test)]
mod tests {
    use opentelemetry_proto::tonic::{
        common::v1::AnyValue,
        resource::v1::Resource,
        trace::v1::{ResourceSpans, ScopeSpans},
    };

    use super::*;

    fn pair(key: &str, value: any_value::Value) -> KeyValue {
        KeyValue { key: key.to_owned(), value: Some(AnyValue { value: Some(value) }), ..KeyValue::default() }
    }

    #[test]
    fn a_span_is_decoded_with_its_ids_attributes_and_resource() {
        let child = v1::Span {
            trace_id: vec![0xab; 16],
            span_id: vec![1; 8],
            parent_span_id: vec![2; 8],
            name: "charge".to_owned(),
            kind: v1::span::SpanKind::Client.into(),
            attributes: vec![
                pair("order", any_value::Value::IntValue(7)),
                pair("state", any_value::Value::StringValue("unknown".to_owned())),
                pair("state", any_value::Value::StringValue("captured".to_owned())),
            ],
            ..v1::Span::default()
        };
        let request = ExportTraceServiceRequest {
            resource_spans: vec![ResourceSpans {
                resource: Some(Resource {
                    attributes: vec![pair(
                        "service.name",
                        any_value::Value::StringValue("matjar".to_owned()),
                    )],
                    ..Resource::default()
                }),
                scope_spans: vec![ScopeSpans { spans: vec![child], ..ScopeSpans::default() }],
                ..ResourceSpans::default()
            }],
        };

        let spans = decode(&request.encode_to_vec()).expect("valid");

        assert_eq!(spans.len(), 1);
        assert_eq!(spans[0].trace_id, "ab".repeat(16));
        assert_eq!(
            (spans[0].span_id.as_str(), spans[0].parent_id.as_str()),
            ("0101010101010101", "0202020202020202")
        );
        assert_eq!((spans[0].name.as_str(), spans[0].kind.as_str()), ("charge", "client"));
        assert_eq!(spans[0].attributes["order"], 7);
        assert_eq!(spans[0].attributes["state"], serde_json::json!(["unknown", "captured"]));
        assert_eq!(spans[0].resource["service.name"], "matjar");
        assert!(decode(b"not a message").is_err());
    }
}
