//! What each endpoint must refuse, derived from the registry: an endpoint is covered from the day it is added.

mod fuzz;
mod generator;
mod limits;
mod roles;
mod target;
mod world;

use std::{
    future::Future,
    sync::{Arc, Mutex},
};

use edge::policy::{NonceKind, Role, Shape};
use futures_util::{StreamExt, stream};
use http::{Method, StatusCode};
use testkit::Options;

use target::{Draft, Target, WrongNonce};
use world::{Actor, Answer, World};

/// Requests on their way at once: below the smallest bound of admission, which would answer 503.
const CONCURRENT: usize = 6;

async fn open() -> World {
    World::open(Options { rate_factor: 1_000_000, ..Options::default() }).await
}

/// Runs `check` for every endpoint, with sessions of its own, and reports all failures together.
async fn for_each<F, Fut>(world: &World, check: F)
where
    F: Fn(Target, World, Arc<Failures>) -> Fut,
    Fut: Future<Output = ()>,
{
    let (failures, check) = (&Arc::<Failures>::default(), &check);
    stream::iter(Target::all())
        .for_each_concurrent(CONCURRENT, |target| async move {
            check(target, world.with_new_sessions().await, failures.clone()).await;
        })
        .await;
    failures.report();
}

#[derive(Default)]
struct Failures(Mutex<Vec<String>>);

impl Failures {
    fn add(&self, text: String) {
        self.0.lock().expect("not poisoned").push(text);
    }

    fn report(&self) {
        let mut all = self.0.lock().expect("not poisoned").clone();
        all.sort();
        assert!(all.is_empty(), "{} failures:\n{}", all.len(), all[..all.len().min(60)].join("\n"));
    }

    /// A refusal has one of these statuses, carries the security headers, starts no session, and its handler has not
    /// seen the request.
    fn check_refusal(&self, what: &str, answer: &Answer, wanted: StatusCode) {
        if answer.status != wanted {
            self.add(format!("{what}: {} instead of {wanted}", answer.status));
        }
        if answer.reached {
            self.add(format!("{what}: the handler was reached"));
        }
        self.check_headers(what, answer);
    }

    /// Content has a type, text has a charset, and the content is of that type.
    fn check_type(&self, what: &str, answer: &Answer) {
        if answer.body.is_empty() {
            return;
        }
        let kind = answer.header("content-type");
        let (essence, parameters) = kind.split_once(';').unwrap_or((kind, ""));
        let is_text = essence.starts_with("text/") || essence.ends_with("xml");
        if essence.is_empty() || (is_text && parameters.trim() != "charset=utf-8") {
            self.add(format!("{what}: the type is {kind:?}"));
        }
        let is_right = match essence {
            "application/json" => serde_json::from_slice::<serde_json::Value>(&answer.body).is_ok(),
            _ => !is_text || std::str::from_utf8(&answer.body).is_ok(),
        };
        if !is_right {
            self.add(format!("{what}: the content is not {kind:?}"));
        }
    }

    fn check_headers(&self, what: &str, answer: &Answer) {
        for (name, part) in [
            ("content-security-policy", "default-src 'none'"),
            ("strict-transport-security", "max-age=31536000"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "camera=()"),
            ("cache-control", "no-store"),
        ] {
            if !answer.header(name).contains(part) {
                self.add(format!("{what}: {name} is {:?}", answer.header(name)));
            }
        }
        if answer.headers.contains_key("server") || answer.headers.contains_key("x-powered-by") {
            self.add(format!("{what}: names the server"));
        }
        for cookie in answer.headers.get_all("set-cookie") {
            self.add(format!("{what}: sets {cookie:?}"));
        }
    }
}

/// [SEC-L14] [RUST-9]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_refuses_every_other_role() {
    let world = &open().await;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        for actor in Actor::without(target.policy.role) {
            // The nonce is right wherever it can be: only the role is wrong.
            let draft = target.draft_of(world, *actor);
            let answer = world.send(&draft, *actor).await;
            let wanted = match (target.policy.role, target.policy.shape) {
                (Role::Staff, _) if target.policy.is_disclosed => StatusCode::FORBIDDEN,
                (Role::Staff, _) => StatusCode::NOT_FOUND,
                (_, Shape::Page) => StatusCode::SEE_OTHER,
                (_, Shape::Json | Shape::Api) => StatusCode::FORBIDDEN,
            };
            let what = format!("{target} as {actor:?}");
            failures.check_refusal(&what, &answer, wanted);
            if wanted == StatusCode::SEE_OTHER
                && !answer.header("location").starts_with("/ar/my-account/?next=")
            {
                failures.add(format!("{what}: leads to {:?}", answer.header("location")));
            }
        }
        // The walk proves something only if the same request passes for the right role.
        let answer = world.send(&target.draft(world), Actor::with(target.policy.role)).await;
        let is_public = target.policy.cache == edge::policy::CacheClass::Public;
        if !answer.reached && !is_public {
            failures.add(format!("{target}: the right request did not reach its handler: {}", answer.status));
        }
    })
    .await;
}

/// Of answers and of refusals.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_names_the_type_of_what_it_answers() {
    let world = &open().await;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        let right = target.draft(world);
        let refused = Draft { raw_query: "x=1&x=2".to_owned(), ..right.clone() };
        for (draft, actor) in [
            (&right, Actor::with(target.policy.role)),
            (&right, Actor::Nobody),
            (&refused, Actor::with(target.policy.role)),
        ] {
            let answer = world.send(draft, actor).await;
            failures.check_type(&format!("{target} as {actor:?}: {}", answer.status), &answer);
        }
    })
    .await;
}

/// [SEC-L14] [RUST-9]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_refuses_every_wrong_nonce() {
    let world = &open().await;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        for wrong in WrongNonce::ALL {
            let Some(draft) = target.draft_with_wrong_nonce(world, wrong) else { continue };
            let answer = world.send(&draft, Actor::with(target.policy.role)).await;
            // The nonce of an upload must stand before its file.
            let is_late = target.is_upload() && wrong == WrongNonce::Missing;
            let is_absent = matches!(wrong, WrongNonce::Missing | WrongNonce::Empty);
            let wanted = match target.policy.nonce {
                NonceKind::Api if is_absent => StatusCode::UNAUTHORIZED,
                _ if is_late => StatusCode::BAD_REQUEST,
                _ => StatusCode::FORBIDDEN,
            };
            failures.check_refusal(&format!("{target} with {wrong:?}"), &answer, wanted);
        }
    })
    .await;
}

/// Headers of requests that pages of other sites make.
const FOREIGN: [&[(&str, &str)]; 7] = [
    &[("sec-fetch-site", "cross-site")],
    &[("sec-fetch-site", "same-site")],
    &[("sec-fetch-site", "SAME-ORIGIN, cross-site")],
    &[("sec-fetch-site", "")],
    &[("origin", "https://evil.example")],
    &[("origin", "null")],
    &[("sec-fetch-site", "cross-site"), ("origin", "{own}")],
];

/// [SEC-H1] From the headers alone: no handler sees the request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_that_writes_refuses_other_origins() {
    let world = &open().await;
    let origin = world.shop.config().public_origin.as_str();
    let count = async || {
        let carts: i64 =
            sqlx::query_scalar("select count(*) from carts").fetch_one(&world.shop.db).await.expect("count");
        carts
    };
    let carts = count().await;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        let is_checked = target.is_post() || target.nonce().is_some();
        let follows_links = target.policy.nonce == NonceKind::SameOriginNavigation;
        for headers in FOREIGN.iter().filter(|_| is_checked || follows_links) {
            let mut draft = target.draft(world).without_header("sec-fetch-site");
            for (name, value) in *headers {
                draft = draft.with_header(name, &value.replace("{own}", origin));
            }
            let actor = if follows_links { Actor::Nobody } else { Actor::with(target.policy.role) };
            let answer = world.send(&draft, actor).await;
            let what = format!("{target} with {headers:?}");
            if is_checked {
                failures.check_refusal(&what, &answer, StatusCode::FORBIDDEN);
            } else if answer.headers.contains_key("set-cookie") {
                failures.add(format!("{what}: a foreign link started a session"));
            }
        }
    })
    .await;
    assert_eq!(count().await, carts, "a foreign request made a cart");
}

/// [SEC-H1] [SEC-L14]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_refuses_other_methods_and_lists_its_own() {
    let world = &open().await;
    let targets = &Target::all();
    let others = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::OPTIONS,
        Method::TRACE,
        Method::from_bytes(b"PROPFIND").expect("a method"),
    ];
    let others = &others;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        // Endpoints of one path share their methods.
        let is_call = |target: &Target| matches!(target.location, edge::registry::Location::WcAjax(_));
        let same_path = |other: &&Target| match is_call(&target) {
            true => other.location == target.location,
            false => !is_call(other) && other.path(world) == target.path(world),
        };
        let allowed: Vec<Method> =
            targets.iter().filter(same_path).flat_map(|other| other.policy.methods.iter().cloned()).collect();
        for method in others.iter().filter(|method| !allowed.contains(method)) {
            let mut draft = target.draft(world);
            draft.method = method.clone();
            let answer = world.send(&draft, Actor::with(target.policy.role)).await;
            let what = format!("{target} by {method}");
            if target.is_action() {
                failures.check_refusal(&what, &answer, StatusCode::BAD_REQUEST);
                continue;
            }
            failures.check_refusal(&what, &answer, StatusCode::METHOD_NOT_ALLOWED);
            let listed: Vec<&str> = answer.header("allow").split(", ").collect();
            if !allowed.iter().all(|one| listed.contains(&one.as_str()))
                || !listed.iter().all(|one| allowed.iter().any(|other| other.as_str() == *one))
            {
                failures.add(format!("{what}: allows {listed:?} instead of {allowed:?}"));
            }
        }
    })
    .await;
}

/// Fills a body up to `size` bytes.
fn padded(target: &Target, draft: &Draft, size: usize) -> Draft {
    let mut draft = draft.clone();
    let body = draft.body();
    if let Some(file) = &mut draft.file {
        file.resize(file.len() + size - body.len(), 0);
        return draft;
    }
    let mut bytes = body.to_vec();
    if target.is_json() {
        bytes.resize(size, b' ');
    } else {
        bytes.extend_from_slice(if bytes.is_empty() { b"padding=" } else { b"&padding=" });
        bytes.resize(size, b'a');
    }
    draft.raw = Some(bytes);
    draft
}

/// [SEC-H1] [SEC-L14]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_bounds_its_body_and_checks_its_type() {
    let world = &open().await;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        if !target.is_post() {
            return;
        }
        let actor = Actor::with(target.policy.role);
        let draft = target.draft(world);
        let limit = target.policy.max_body_bytes;
        let full = world.send(&padded(&target, &draft, limit), actor).await;
        if !full.reached {
            failures.add(format!("{target}: {} for {limit} bytes", full.status));
        }
        let answer = world.send(&padded(&target, &target.draft(world), limit + 1), actor).await;
        failures.check_refusal(
            &format!("{target} with a byte too many"),
            &answer,
            StatusCode::PAYLOAD_TOO_LARGE,
        );
        let wrong = if target.is_json() || target.is_upload() {
            [
                "",
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/jsonp",
                "multipart/form-data",
            ]
        } else {
            ["text/plain", "application/json", "multipart/form-data", "application/x-www-form", "image/png"]
        };
        for kind in wrong {
            let answer = world.send(&draft.clone().with_header("content-type", kind), actor).await;
            failures.check_refusal(&format!("{target} as {kind:?}"), &answer, StatusCode::BAD_REQUEST);
        }
    })
    .await;
}

/// [SEC-L12]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_refuses_duplicates_control_characters_and_invalid_text() {
    let world = &open().await;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        let actor = Actor::with(target.policy.role);
        let refused = async |what: &str, draft: &Draft| {
            let answer = world.send(draft, actor).await;
            failures.check_refusal(&format!("{target} with {what}"), &answer, StatusCode::BAD_REQUEST);
        };
        let draft = target.draft(world);
        for escape in ["%00", "%01", "%0a", "%0D%0A", "%1F", "%7f"] {
            let mut path = draft.clone();
            path.path.insert_str(path.path.len() - 1, escape);
            refused(&format!("{escape} in the path"), &path).await;
            let query = Draft { raw_query: format!("x={escape}"), ..draft.clone() };
            refused(&format!("{escape} in the query"), &query).await;
        }
        if !target.is_action() {
            refused("a parameter twice", &Draft { raw_query: "x=1&x=2".to_owned(), ..draft.clone() }).await;
            refused("invalid text in the query", &Draft { raw_query: "x=%ff".to_owned(), ..draft.clone() })
                .await;
        }
        if !target.is_post() || target.is_json() {
            return;
        }
        for (name, _) in &draft.fields {
            let mut doubled = draft.clone();
            doubled.add(name, "2");
            refused(&format!("{name} twice"), &doubled).await;
        }
        if target.is_upload() {
            for (name, value) in [("x", "\0"), ("\u{1}", "1"), ("x", "\u{b}"), ("x", "\u{7f}")] {
                let mut changed = draft.clone();
                changed.add(name, value);
                refused(&format!("{value:?} in a part"), &changed).await;
            }
            return;
        }
        for ending in
            ["x=1&x=2", "x=%00", "%00=1", "x=%0b", "x=%1F", "x=%7f", "x=%ff", "x=%c3%28", "%ed%a0%80=1"]
        {
            let mut bytes = draft.body().to_vec();
            bytes.extend_from_slice(format!("&{ending}").as_bytes());
            refused(ending, &Draft { raw: Some(bytes), ..draft.clone() }).await;
        }
        let mut bytes = draft.body().to_vec();
        bytes.extend_from_slice(b"&x=\xff\xfe");
        refused("raw invalid text", &Draft { raw: Some(bytes), ..draft.clone() }).await;
    })
    .await;
}
