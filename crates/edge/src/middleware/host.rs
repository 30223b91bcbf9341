//! Answers only for the hosts of this shop.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};

use crate::trace;

/// The host names, with port where it is not the default one, under which the shop answers.
#[derive(Clone)]
pub struct Hosts(Arc<[String]>);

impl Hosts {
    pub fn new(hosts: Vec<String>) -> Self {
        Self(hosts.into())
    }

    /// Requires exactly one `Host` header: with two, a proxy and this server could each obey a different one.
    pub fn contains_host_of(&self, headers: &HeaderMap) -> bool {
        let mut given = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else { return false };
        self.0.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(host.as_bytes()))
    }
}

pub async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    if hosts.contains_host_of(request.headers()) {
        next.run(request).await
    } else {
        trace::refuse("another host");
        StatusCode::MISDIRECTED_REQUEST.into_response()
    }
}
