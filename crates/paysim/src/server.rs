//! The wire: HTTP with lines that stay open, and everything that can go wrong with them.
//!
//! Spoken with hyper itself: a service that fails closes its line without a word, and that is how half of the
//! misbehaviour is made.

use std::{io, time::Duration};

use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Method, Request as HttpRequest, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, CONTENT_TYPE, HeaderValue,
    },
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::{
    Sim,
    answer::{Answer, MARK},
    api::Request,
    control,
    moods::{self, Then},
    world::Down,
};

pub type Reply = Response<Full<Bytes>>;

const API: &str = "/xml/v1/request.api";
const SCRIPT: &str = include_str!("accept.js");
const MOST_BYTES: usize = 1 << 20;

pub async fn serve(listener: TcpListener, sim: Sim) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of handles, as a rule: some will come back.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let sim = sim.clone();
        tokio::spawn(async move {
            let service = service_fn(move |request| route(sim.clone(), request));
            // A line that ends in the middle is the caller's business, or our intent.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// An error here is a line that goes dead.
async fn route(sim: Sim, request: HttpRequest<Incoming>) -> io::Result<Reply> {
    let (head, body) = request.into_parts();
    let path = head.uri.path();
    if path.starts_with("/sim/") {
        let body = Limited::new(body, MOST_BYTES).collect().await.map_err(io::Error::other)?.to_bytes();
        return Ok(control::answer(&sim, &head.method, path, head.uri.query().unwrap_or_default(), &body));
    }
    let down = sim.world.lock().down;
    match down {
        Down::Up => {}
        Down::Closing => return Err(dead()),
        Down::Unavailable => return Ok(plain(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable")),
    }
    match (&head.method, path) {
        (&Method::POST, API) => {
            let body = Limited::new(body, MOST_BYTES).collect().await.map_err(io::Error::other)?.to_bytes();
            api(sim, &body).await
        }
        (&Method::OPTIONS, API) => Ok(allowed()),
        (&Method::GET, "/v1/Accept.js" | "/v3/AcceptUI.js") => Ok(script()),
        // Where a browser asks who may pay by this means; nobody has it.
        (&Method::GET | &Method::HEAD, "/pay") => Ok(plain(StatusCode::OK, r#"{"supported_origins":[]}"#)),
        _ => Ok(plain(StatusCode::NOT_FOUND, "Not Found")),
    }
}

async fn api(sim: Sim, bytes: &[u8]) -> io::Result<Reply> {
    let request = match Request::read(bytes) {
        Ok(request) => request,
        Err(answer) => return Ok(json(answer.body(), false)),
    };
    let open = request.is_from_browser();
    let then = {
        let mut world = sim.world.lock();
        let facts = if world.rules.is_empty() { moods::Facts::default() } else { request.facts(&world) };
        let world = &mut *world;
        moods::pick(&mut world.rules, &facts, &mut world.dice)
    };
    let work = move |sim: &Sim, then: &Then| request.answer(&mut sim.world.lock(), then).body();
    let body = match &then {
        Then::SwallowBefore => return Err(dead()),
        Then::Error500 => return Ok(plain(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")),
        Then::Busy => {
            Answer::error("E00001", "An error occurred during processing. Please try again.").body()
        }
        Then::SwallowAfter => {
            work(&sim, &then);
            return Err(dead());
        }
        Then::Garbage => {
            work(&sim, &then);
            return Ok(json(format!("{MARK}<html><body>{{\"transactionResponse\":"), open));
        }
        Then::Slow { ms } => {
            let body = work(&sim, &then);
            tokio::time::sleep(Duration::from_millis(*ms)).await;
            body
        }
        Then::Late { ms } => {
            let ms = *ms;
            // In a task of its own: it goes on when the caller has given up.
            let late = tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(ms)).await;
                work(&sim, &then)
            });
            late.await.map_err(io::Error::other)?
        }
        Then::Twice => {
            work(&sim, &then);
            work(&sim, &then)
        }
        Then::Nothing | Then::Decline { .. } | Then::Hold => work(&sim, &then),
    };
    Ok(json(body, open))
}

fn dead() -> io::Error {
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

/// A browser asks first whether it may send JSON here.
fn allowed() -> Reply {
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
