//! One request over the limit of an endpoint's rate class, with the limits of a real shop.

use std::{
    net::IpAddr,
    time::{SystemTime, UNIX_EPOCH},
};

use edge::{
    address::ClientAddress,
    policy::{CacheClass, RateClass, Role},
    rate_limit::{Limit, RateLimits},
    registry::Location,
};
use http::StatusCode;
use testkit::Options;

use super::{
    Failures, for_each,
    target::{Draft, Target},
    world::{Answer, Cookies, World, hash},
};

fn period(limit: Limit) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    now.as_secs() / u64::from(limit.seconds)
}

fn random_address() -> IpAddr {
    let [a, b, c] = rand::random::<[u8; 3]>();
    IpAddr::from([10, a, b, c])
}

/// The last request within the limit, and the one after it. Requests before them are counted directly.
async fn around_the_limit(world: &World, target: &Target, limit: Limit) -> (Answer, Answer) {
    let is_public = target.policy.cache == CacheClass::Public;
    // A window that ends in between lets more through, and so does a Redis that was slow once, whose requests are counted
    // by the process: both are begun again. An endpoint without a limit lets every attempt through.
    let mut attempts = 0;
    loop {
        attempts += 1;
        let started = period(limit);
        // Staff are counted by member, everybody else by session.
        let (cookies, member) = match target.policy.role {
            Role::Staff => {
                let (cookies, id) = world.new_member().await;
                (cookies, Some(id))
            }
            _ if is_public => (Cookies::default(), None),
            _ => (Cookies::session_and_staff(), None),
        };
        let token = cookies.session.as_ref().map(|token| hash(Some(token)));
        let address = random_address();
        for _ in 1..limit.count {
            let limiter = &world.shop.shop().rate_limiter;
            let within = match member {
                Some(id) => limiter.check_member(target.policy.rate, id).await,
                None => limiter.check(target.policy.rate, token.as_ref(), ClientAddress(address)).await,
            };
            assert!(within.is_ok() || period(limit) != started, "{target}: refused within the limit");
        }
        let request = async || {
            let draft = fresh(target, world);
            world.send_from(&draft, &cookies, &address.to_string()).await
        };
        let (last, over) = (request().await, request().await);
        let is_counted = over.status == StatusCode::TOO_MANY_REQUESTS || attempts == 4;
        if period(limit) == started && (is_counted || target.policy.rate == RateClass::Beacon) {
            return (last, over);
        }
    }
}

/// A page that is in no cache, or a call.
fn fresh(target: &Target, world: &World) -> Draft {
    let mut draft = target.draft(world);
    if target.policy.cache == CacheClass::Public {
        let number: u32 = rand::random();
        let names = ["s", "paged", "crsearch", "search", "page"];
        draft.query.extend(names.map(|name| (name.to_owned(), number.to_string())));
        draft.path = draft.path.replace("/ar/product/", &format!("/ar/product/{number}-"));
    }
    draft
}

/// An answer of the Store API without parameters. From memory it is not counted, as a page is not.
fn is_always_in_memory(target: &Target) -> bool {
    let names = ["/openapi.json", "/wc/store", "/wc/store/v1", "/products/attributes"];
    matches!(target.location, Location::Api(_, path) if names.iter().any(|name| path.ends_with(name)))
        && target.policy.cache == CacheClass::Public
}

/// [SEC-H2] [SEC-L15] Staff are counted by member.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_refuses_one_request_over_the_limit_of_its_class() {
    let world = &World::open(Options::default()).await;
    let limits = &RateLimits::default();
    for_each(world, |target, world, failures| async move {
        let world = &world;
        if is_always_in_memory(&target) {
            return;
        }
        let class = limits.for_class(target.policy.rate);
        let is_public = target.policy.cache == CacheClass::Public;
        let limit = if is_public { class.address[0] } else { class.session[0] };
        let (last, over) = around_the_limit(world, &target, limit).await;
        if last.status == StatusCode::TOO_MANY_REQUESTS {
            failures.add(format!("{target}: {} requests are refused", limit.count));
        }
        check_over(&failures, &target, &over);
    })
    .await;
}

/// Beacons are dropped; everything else is told when to come back.
fn check_over(failures: &Failures, target: &Target, over: &Answer) {
    let what = format!("{target} over the limit");
    if target.policy.rate == RateClass::Beacon {
        failures.check_refusal(&what, over, StatusCode::OK);
        if over.text() != r#"{"success":true}"# {
            failures.add(format!("{what}: answers {}", over.text()));
        }
        return;
    }
    failures.check_refusal(&what, over, StatusCode::TOO_MANY_REQUESTS);
    if !over.header("retry-after").parse::<u64>().is_ok_and(|seconds| (1..=3_600).contains(&seconds)) {
        failures.add(format!("{what}: retry after {:?}", over.header("retry-after")));
    }
}

/// A thousand a minute.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beacons_of_all_visitors_together_are_bounded() {
    let world = &World::open(Options::default()).await;
    let beacon = Target::all().into_iter().find(|target| target.policy.rate == RateClass::Beacon);
    let beacon = beacon.expect("a beacon");
    let limit = RateLimits::default().for_class(RateClass::Beacon).total[0];
    loop {
        let started = period(limit);
        let first = world.send_from(&beacon.draft(world), &Cookies::session_and_staff(), "10.0.0.1").await;
        assert!(first.reached, "{}", first.status);
        for _ in 0..limit.count {
            let address = ClientAddress(random_address());
            let _ = world.shop.shop().rate_limiter.check(RateClass::Beacon, None, address).await;
        }
        let next = world.send_from(&beacon.draft(world), &Cookies::session_and_staff(), "10.0.0.2").await;
        if period(limit) == started {
            assert_eq!((next.status, next.reached), (StatusCode::OK, false));
            return;
        }
    }
}
