//! HTTP server with persistent connections and injected faults.
//!
//! Uses hyper directly: an error of the service closes the connection without a response, which several faults
//! need.

use std::{io, time::Duration};

use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Method, Request as HttpRequest, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LINK,
    },
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::{
    Sim,
    api::Request,
    api_response::{ApiResponse, BYTE_ORDER_MARK},
    control,
    faults::{self, Fault},
    state::Availability,
};

pub type Reply = Response<Full<Bytes>>;

const API: &str = "/xml/v1/request.api";
const SCRIPT: &str = include_str!("accept.js");
const MAX_BODY_BYTES: usize = 1 << 20;

pub async fn serve(listener: TcpListener, sim: Sim) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Usually out of file descriptors; retry.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let sim = sim.clone();
        tokio::spawn(async move {
            let service = service_fn(move |request| route(sim.clone(), request));
            // A connection that breaks is either the client's doing or an injected fault.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// An error closes the connection without a response.
async fn route(sim: Sim, request: HttpRequest<Incoming>) -> io::Result<Reply> {
    let (head, body) = request.into_parts();
    let path = head.uri.path();
    if path.starts_with("/sim/") {
        let body = Limited::new(body, MAX_BODY_BYTES).collect().await.map_err(io::Error::other)?.to_bytes();
        return Ok(control::handle(&sim, &head.method, path, head.uri.query().unwrap_or_default(), &body));
    }
    let availability = sim.state.lock().availability;
    match availability {
        Availability::Up => {}
        Availability::Disconnecting => return Err(connection_aborted()),
        Availability::Unavailable => {
            return Ok(plain(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable"));
        }
    }
    match (&head.method, path) {
        (&Method::POST, API) => {
            let body =
                Limited::new(body, MAX_BODY_BYTES).collect().await.map_err(io::Error::other)?.to_bytes();
            api(sim, &body).await
        }
        (&Method::OPTIONS, API) => Ok(preflight_response()),
        (&Method::GET, "/v1/Accept.js" | "/v3/AcceptUI.js") => Ok(script()),
        // The identifier of a payment method names its manifest in a header.
        (&Method::GET | &Method::HEAD, "/pay") => {
            let mut reply = plain(StatusCode::OK, "");
            let link = HeaderValue::from_static(r#"</pay/manifest.json>; rel="payment-method-manifest""#);
            reply.headers_mut().insert(LINK, link);
            Ok(reply)
        }
        // No application handles this payment method.
        (&Method::GET, "/pay/manifest.json") => {
            Ok(json(r#"{"default_applications":[],"supported_origins":[]}"#.to_owned(), true))
        }
        _ => Ok(plain(StatusCode::NOT_FOUND, "Not Found")),
    }
}

async fn api(sim: Sim, bytes: &[u8]) -> io::Result<Reply> {
    let request = match Request::read(bytes) {
        Ok(request) => request,
        Err(answer) => return Ok(json(answer.body(), false)),
    };
    let open = request.is_from_browser();
    let fault = {
        let mut state = sim.state.lock();
        let facts =
            if state.rules.is_empty() { faults::RequestFacts::default() } else { request.facts(&state) };
        let state = &mut *state;
        faults::select_fault(&mut state.rules, &facts, &mut state.rng)
    };
    let respond = move |sim: &Sim, fault: &Fault| request.respond(&mut sim.state.lock(), fault).body();
    let body = match &fault {
        Fault::SwallowBefore => return Err(connection_aborted()),
        Fault::Error500 => return Ok(plain(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")),
        Fault::Busy => {
            ApiResponse::error("E00001", "An error occurred during processing. Please try again.").body()
        }
        Fault::SwallowAfter => {
            respond(&sim, &fault);
            return Err(connection_aborted());
        }
        Fault::Garbage => {
            respond(&sim, &fault);
            return Ok(json(format!("{BYTE_ORDER_MARK}<html><body>{{\"transactionResponse\":"), open));
        }
        Fault::Slow { ms } => {
            let body = respond(&sim, &fault);
            tokio::time::sleep(Duration::from_millis(*ms)).await;
            body
        }
        Fault::Late { ms } => {
            let ms = *ms;
            // In a separate task, so that it continues after the client has disconnected.
            let late = tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(ms)).await;
                respond(&sim, &fault)
            });
            late.await.map_err(io::Error::other)?
        }
        Fault::Twice => {
            respond(&sim, &fault);
            respond(&sim, &fault)
        }
        Fault::Nothing | Fault::Decline { .. } | Fault::Hold => respond(&sim, &fault),
    };
    Ok(json(body, open))
}

fn connection_aborted() -> io::Error {
    io::ErrorKind::ConnectionAborted.into()
}

fn json(body: String, open: bool) -> Reply {
    let mut reply = Response::new(Full::from(body));
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    if open {
        reply.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    reply
}

pub fn plain(status: StatusCode, text: &'static str) -> Reply {
    let mut reply = Response::new(Full::from(text));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    reply
}

/// Response to the browser's CORS preflight.
fn preflight_response() -> Reply {
    let mut reply = plain(StatusCode::NO_CONTENT, "");
    let headers = reply.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST, OPTIONS"));
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("Content-Type"));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    reply
}

fn script() -> Reply {
    let mut reply = Response::new(Full::from(SCRIPT));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    reply
}
