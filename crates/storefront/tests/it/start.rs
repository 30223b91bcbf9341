//! What keeps the server from starting.

use edge::{Endpoint, Policy, registry::At};
use storefront::config::SecretConfig;
use testkit::{Options, TestShop};

async fn answer() -> &'static str {
    "ok"
}

#[tokio::test]
async fn an_endpoint_without_a_policy_stops_the_start() {
    let endpoint = Endpoint::handler(At::WcAjax("forgotten"), answer);

    let refused = TestShop::try_open(Options { extra_endpoints: vec![endpoint], ..Options::default() }).await;

    let error = refused.err().expect("the start is refused");
    assert!(format!("{error:#}").contains("wc-ajax forgotten has no policy"), "{error:#}");
}

#[tokio::test]
async fn two_endpoints_at_one_address_stop_the_start() {
    let twin = Endpoint::handler(At::WcAjax("add_to_cart"), answer)
        .policy(Policy::read_call(edge::policy::RateClass::Read, edge::policy::Priority(3)));

    let refused = TestShop::try_open(Options { extra_endpoints: vec![twin], ..Options::default() }).await;

    assert!(format!("{:#}", refused.err().expect("the start is refused")).contains("registered twice"));
}

#[tokio::test]
async fn weak_secrets_are_refused_all_at_once() {
    let shop = TestShop::open().await;
    let mut config = shop.config().clone();
    config.secrets = SecretConfig::new("short", &"a".repeat(64));
    config.public_origin = "shop.example/".to_owned();

    let faults = config.faults();

    assert_eq!(faults.len(), 3, "{faults:?}");
}
