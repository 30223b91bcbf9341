//! Startup checks.

use clap::Parser;
use edge::{Endpoint, Policy, registry::Location};
use storefront::server::config::{Config, SecretConfig};
use testkit::{Options, TestShop};

async fn answer() -> &'static str {
    "ok"
}

#[tokio::test]
async fn an_endpoint_without_a_policy_prevents_startup() {
    let endpoint = Endpoint::handler(Location::WcAjax("forgotten"), answer);

    let refused = TestShop::try_open(Options { extra_endpoints: vec![endpoint], ..Options::default() }).await;

    let error = refused.err().expect("startup fails");
    assert!(format!("{error:#}").contains("wc-ajax forgotten has no policy"), "{error:#}");
}

#[tokio::test]
async fn two_endpoints_at_one_location_prevent_startup() {
    let duplicate = Endpoint::handler(Location::WcAjax("add_to_cart"), answer)
        .policy(Policy::read_call(edge::policy::RateClass::Read, edge::policy::Priority(3)));

    let refused =
        TestShop::try_open(Options { extra_endpoints: vec![duplicate], ..Options::default() }).await;

    assert!(format!("{:#}", refused.err().expect("startup fails")).contains("registered twice"));
}

#[tokio::test]
async fn all_configuration_errors_are_reported_at_once() {
    let shop = TestShop::open().await;
    let mut config = shop.config().clone();
    config.secrets = SecretConfig::new("short", &"a".repeat(64));
    config.public_origin = "shop.example/".to_owned();

    let errors = config.errors();

    assert_eq!(
        errors,
        [
            "MATJAR_SECRET_NONCE_PAGE must have at least 32 bytes",
            "MATJAR_SECRET_NONCE_SESSION is a sample value",
            "MATJAR_PUBLIC_ORIGIN is a scheme and a host, without a slash at the end",
        ]
    );
}

/// [SEC-L18]
#[tokio::test]
async fn development_settings_are_refused_on_https() {
    let shop = TestShop::open().await;
    let mut config = shop.config().clone();
    config.public_origin = "https://shop.example".to_owned();
    config.rate_factor = 1_000;

    assert_eq!(
        config.errors(),
        [
            "MATJAR_PAY_SIGNATURE_KEY is a sample value",
            "MATJAR_PAY_TRANSACTION_KEY is a sample value",
            "MATJAR_PAY_API_URL must be an https address",
            "MATJAR_PAY_SCRIPT_URL must be an https address",
            "MATJAR_PAY_EXPRESS_URL must be an https address",
            "MATJAR_RATE_FACTOR is for load tests only",
        ]
    );
}

/// [SEC-L18]
#[tokio::test]
async fn a_valid_https_configuration_allows_no_local_sources_in_its_policy() {
    let key = "0123456789ABCDEF".repeat(8);
    let shop = |express: &str| {
        let given = [
            ("--database-url", "postgres://web@db.example/matjar"),
            ("--database-read-url", "postgres://read@db.example/matjar"),
            ("--database-staff-url", "postgres://staff@db.example/matjar"),
            ("--database-worker-url", "postgres://worker@db.example/matjar"),
            ("--redis-url", "redis://redis.example"),
            ("--public-origin", "https://shop.example"),
            ("--nonce-page", "2f8a61c0e4d74b5f9a3c6e8d1b0f7a52"),
            ("--nonce-session", "9c3e5a7b1d2f4860b8e6c4a2f0d1937e"),
            ("--pay-api-url", "https://api.pay.example/xml/v1/request.api"),
            ("--pay-script-url", "https://js.pay.example/v1/Accept.js"),
            ("--pay-transaction-key", "a real one"),
            ("--pay-signature-key", &key),
            ("--pay-express-url", express),
        ];
        let args = given.iter().flat_map(|(name, value)| [(*name).to_owned(), (*value).to_owned()]);
        Shop::try_parse_from(std::iter::once("matjar".to_owned()).chain(args))
            .expect("valid arguments")
            .config
    };
    let policy = |config: &Config| {
        let db = sqlx::PgPool::connect_lazy("postgres://localhost/unused").expect("a lazy pool");
        let payment_context = storefront::server::app::payment_context(config, &kernel::Clock::real(), db)
            .expect("payment context");
        payment_context.headers.0["content-security-policy"].to_str().expect("ASCII header").to_owned()
    };

    for express in ["", "https://pay.example/pay"] {
        let config = shop(express);
        assert_eq!(config.errors(), [""; 0]);
        assert!(!policy(&config).contains("localhost"), "{}", policy(&config));
        assert!(!policy(&config).contains("http://"), "{}", policy(&config));
    }
    assert!(policy(&shop("https://pay.example/pay")).contains("https://pay.example"));
}

#[derive(clap::Parser)]
struct Shop {
    #[command(flatten)]
    config: Config,
}
