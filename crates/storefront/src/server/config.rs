//! Configuration from the environment, one struct per concern. All errors are reported together.

use std::{
    net::SocketAddr,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    time::Duration,
};

use chrono::TimeDelta;
use clap::Args;
use edge::{
    middleware::client_ip::TrustedProxies,
    renderer::{RendererAddress, RendererSource},
};
use http::Uri;
use ipnet::IpNet;
use payments::{
    PaymentTimings,
    provider::{AuthorizeNet, AuthorizeNetConfig, Limits, Validation},
};
use secrecy::{ExposeSecret, SecretString};

use super::{serve::ConnectionLimits, tag_config::TagConfig, upload_config::UploadConfig};

#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Address for shoppers.
    #[arg(long, env = "MATJAR_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Address for Prometheus; must not be public.
    #[arg(long, env = "MATJAR_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// Scheme and host that shoppers see.
    #[arg(long, env = "MATJAR_PUBLIC_ORIGIN", default_value = "http://localhost:8080")]
    pub public_origin: String,
    /// Further accepted Host headers, comma separated.
    #[arg(long, env = "MATJAR_EXTRA_HOSTS", value_delimiter = ',')]
    pub extra_hosts: Vec<String>,
    /// Origins of other front ends that may use the Store API from a browser, without cookies; comma separated.
    #[arg(long, env = "MATJAR_STORE_API_ORIGINS", value_delimiter = ',')]
    pub store_api_origins: Vec<String>,
    /// Networks of proxies whose X-Forwarded-For is trusted, comma separated.
    #[arg(long, env = "MATJAR_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpNet>,
    /// How many connections may be open at once; further ones wait.
    #[arg(long, env = "MATJAR_MAX_CONNECTIONS", default_value_t = 4_096)]
    pub max_connections: usize,
    /// How many connections one client address may have open; further ones are closed. Trusted proxies are exempt.
    #[arg(long, env = "MATJAR_MAX_CONNECTIONS_PER_ADDRESS", default_value_t = 256)]
    pub max_connections_per_address: usize,
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: String,
    /// Separate Redis for copies of pages, so that pages cannot evict the rate-limit counters; `REDIS_URL` by default.
    #[arg(long, env = "MATJAR_REDIS_PAGES_URL", hide_env_values = true)]
    pub redis_pages_url: Option<String>,
    #[command(flatten)]
    pub renderers: RendererConfig,
    #[command(flatten)]
    pub mail: EmailConfig,
    #[command(flatten)]
    pub payment: PaymentConfig,
    #[command(flatten)]
    pub traces: TraceConfig,
    #[command(flatten)]
    pub secrets: SecretConfig,
    #[command(flatten)]
    pub uploads: UploadConfig,
    #[command(flatten)]
    pub tags: TagConfig,
    /// Folder of the pictures.
    #[arg(long, env = "MATJAR_MEDIA_DIR", default_value = "seeds/media")]
    pub media_dir: PathBuf,
    /// Share of free disk, in percent, below which the server reports itself unready.
    #[arg(long, env = "MATJAR_MIN_FREE_DISK", default_value_t = 10, value_parser = clap::value_parser!(u64).range(0..=100))]
    pub min_free_disk: u64,
    /// How long a public page is fresh, in seconds; 0 renders every page for each request, for development.
    #[arg(long, env = "MATJAR_PAGE_SECONDS", default_value_t = 600)]
    pub page_seconds: u64,
    /// Memory for cached pages, in MiB.
    #[arg(long, env = "MATJAR_PAGE_MEMORY", default_value_t = 512)]
    pub page_memory: u64,
    /// Seconds that a stopping server stays open while it reports itself unready, so that the load balancer notices.
    #[arg(long, env = "MATJAR_DRAIN_NOTICE_SECONDS", default_value_t = 3)]
    pub drain_notice_seconds: u64,
    /// Shared caches in front of the shop, comma separated; each is purged. Without one, shared caches must not keep pages.
    #[arg(long, env = "MATJAR_EDGE_PURGE_URLS", value_delimiter = ',', hide_env_values = true)]
    pub edge_purge_urls: Vec<String>,
    /// This is a restored copy of the shop: it contacts no payment provider, mail server, receiver of events, shared cache
    /// or measurement service, and runs no jobs. Staff see a banner. Remove the setting when the copy becomes the shop.
    #[arg(
        long = "restored-copy",
        env = "MATJAR_RESTORED_COPY",
        default_value_t = false,
        num_args = 0..=1,
        default_missing_value = "true",
        action = clap::ArgAction::Set
    )]
    pub is_copy: bool,
    /// Multiplies every rate limit: for load tests, which come from a single address.
    #[arg(long, env = "MATJAR_RATE_FACTOR", default_value_t = 1)]
    pub rate_factor: u32,
}

#[derive(Debug, Clone, Args)]
pub struct DatabaseConfig {
    /// The primary, as `shop_web`.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    /// A replica (or the primary), as `shop_read`, which has no access to visitors' data.
    #[arg(long, env = "DATABASE_READ_URL", hide_env_values = true)]
    pub database_read_url: String,
    /// The primary, as `shop_staff`.
    #[arg(long, env = "DATABASE_STAFF_URL", hide_env_values = true)]
    pub database_staff_url: String,
    /// The primary, as `shop_worker`.
    #[arg(long, env = "DATABASE_WORKER_URL", hide_env_values = true)]
    pub database_worker_url: String,
    /// Connections for shoppers' requests.
    #[arg(long, env = "MATJAR_POOL_WEB", default_value_t = 12)]
    pub pool_web: u32,
}

#[derive(Debug, Clone, Args)]
pub struct RendererConfig {
    /// The built web files.
    #[arg(long, env = "MATJAR_WEB_DIR", default_value = "web/dist")]
    pub web_dir: PathBuf,
    /// Folder with the scripts and styles of earlier builds, for pages that were opened before a release.
    #[arg(long, env = "MATJAR_PREVIOUS_ASSETS")]
    pub previous_assets: Option<PathBuf>,
    /// Number of renderers to start and supervise.
    #[arg(long, env = "MATJAR_RENDERERS", default_value_t = 2)]
    pub renderers: usize,
    /// Externally managed renderers (`unix:/path` or `host:port`); if set, none are started.
    #[arg(long, env = "MATJAR_RENDERER_ADDRS", value_delimiter = ',')]
    pub renderer_addrs: Vec<RendererAddress>,
    /// Node 22 or newer.
    #[arg(long, env = "MATJAR_NODE", default_value = "node")]
    pub node: PathBuf,
}

impl RendererConfig {
    pub fn source(&self) -> std::io::Result<RendererSource> {
        if !self.renderer_addrs.is_empty() {
            return Ok(RendererSource::Remote(self.renderer_addrs.clone()));
        }
        let sockets = private_folder(&runtime_dir())?;
        let script = self.web_dir.join("renderer/renderer.mjs");
        Ok(RendererSource::Spawned { count: self.renderers, node: self.node.clone(), script, sockets })
    }
}

/// Returns the folder for files of running processes: systemd's folder for the service, the user's, or else the folder
/// for temporary files, which is world-writable.
fn runtime_dir() -> PathBuf {
    let named = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"].into_iter().filter_map(std::env::var_os);
    // systemd may name several folders, separated by colons.
    let first = |paths: std::ffi::OsString| std::env::split_paths(&paths).next();
    named.filter_map(first).find(|path| path.is_dir()).unwrap_or_else(std::env::temp_dir)
}

/// Creates a folder that other users cannot access. A user who created it first could answer in place of the renderers,
/// so its name is random, and an existing folder is an error.
fn private_folder(parent: &Path) -> std::io::Result<PathBuf> {
    let name = format!("matjar-{}-{}", std::process::id(), hex::encode(rand::random::<[u8; 8]>()));
    let folder = parent.join(name);
    std::fs::DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(folder)
}

#[derive(Debug, Clone, Args)]
pub struct EmailConfig {
    /// The mail server: `smtp://host:port`, or `smtps://user:password@host`.
    #[arg(long, env = "MATJAR_SMTP_URL", default_value = "smtp://127.0.0.1:1025", hide_env_values = true)]
    pub smtp_url: String,
    /// Sender of emails: an address, or a name and an address in angle brackets.
    #[arg(long, env = "MATJAR_MAIL_FROM", default_value = "shop@localhost")]
    pub mail_from: String,
    /// Timeout for sending one email, in seconds.
    #[arg(long, env = "MATJAR_MAIL_SECONDS", default_value_t = 20)]
    pub mail_seconds: u64,
}

impl EmailConfig {
    pub fn smtp(&self) -> anyhow::Result<mail::Smtp> {
        mail::Smtp::new(&mail::MailConfig {
            url: self.smtp_url.clone(),
            from: self.mail_from.clone(),
            timeout: Duration::from_secs(self.mail_seconds),
        })
    }
}

/// The payment provider. The defaults are those of `paysim`, the simulator in this repository; the provider's sandbox
/// and production service use other values of the same settings.
#[derive(Clone, Args)]
pub struct PaymentConfig {
    #[arg(long, env = "MATJAR_PAY_API_URL", default_value = "http://localhost:9911/xml/v1/request.api")]
    pub pay_api_url: String,
    /// The provider's browser script; its origin is allowed on payment pages, and nowhere else.
    #[arg(long, env = "MATJAR_PAY_SCRIPT_URL", default_value = "http://localhost:9911/v1/Accept.js")]
    pub pay_script_url: String,
    #[arg(long, env = "MATJAR_PAY_LOGIN", default_value = "matjar-sim")]
    pub pay_login: String,
    #[arg(
        long,
        env = "MATJAR_PAY_TRANSACTION_KEY",
        default_value = SIM_TRANSACTION_KEY,
        hide_env_values = true
    )]
    pay_transaction_key: SecretString,
    /// Published on pages.
    #[arg(long, env = "MATJAR_PAY_CLIENT_KEY", default_value = "matjar-sim-client-key")]
    pub pay_client_key: String,
    /// Key with which the provider signs its webhooks.
    #[arg(long, env = "MATJAR_PAY_SIGNATURE_KEY", default_value = SIM_SIGNATURE_KEY, hide_env_values = true, hide_default_value = true)]
    pay_signature_key: SecretString,
    /// Payment Request method URL for express checkout; empty disables it.
    #[arg(long, env = "MATJAR_PAY_EXPRESS_URL", default_value = "http://localhost:9911/pay")]
    pub pay_express_url: String,
    /// The shop's name on the buyer's statement.
    #[arg(long, env = "MATJAR_PAY_DESCRIPTOR", default_value = "MATJAR")]
    pub pay_descriptor: String,
    /// Connections reserved for payments.
    #[arg(long, env = "MATJAR_POOL_PAY", default_value_t = 12)]
    pub pool_pay: u32,
    /// Email address that receives notifications of new orders.
    #[arg(long, env = "MATJAR_ORDERS_TO")]
    pub orders_to: Option<String>,
    /// Minimum age of an account for saving a new payment method, in seconds.
    #[arg(long, env = "MATJAR_PAY_MIN_ACCOUNT_AGE_SECONDS", default_value_t = 600)]
    pub pay_min_account_age_seconds: i64,
    /// Age, in seconds, at which an attempt without a response is looked up.
    #[arg(long, env = "MATJAR_PAY_LOOKUP_SECONDS", default_value_t = 30)]
    pub pay_lookup_seconds: i64,
    /// Age, in seconds, at which an attempt that the provider does not list is declined.
    #[arg(long, env = "MATJAR_PAY_ABSENT_SECONDS", default_value_t = 90)]
    pub pay_absent_seconds: i64,
    /// Interval, in seconds, of the reconciliation with the provider's ledger.
    #[arg(long, env = "MATJAR_PAY_RECONCILE_SECONDS", default_value_t = 60)]
    pub pay_reconcile_seconds: i64,
}

/// Keys of `paysim`. They are public, so a shop that takes money must use others.
const SIM_TRANSACTION_KEY: &str = "matjar-sim-transaction-key";
const SIM_SIGNATURE_KEY: &str = "5C1A90E7B3D24F68A1C7E09B52D8F4361E7A9C03B5D86F2147E8A0C95B3D7F16\
    92E4B7A05D1C8F36E927B4A10D5C8E73F6219A4B0E7D5C83A16F92B4E08D7C35";

impl std::fmt::Debug for PaymentConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PaymentConfig")
    }
}

impl PaymentConfig {
    /// Returns the settings for `paysim` at this origin.
    pub fn simulated(origin: &str) -> Self {
        Self {
            pay_api_url: format!("{origin}/xml/v1/request.api"),
            pay_script_url: format!("{origin}/v1/Accept.js"),
            pay_login: "matjar-sim".to_owned(),
            pay_transaction_key: SIM_TRANSACTION_KEY.to_owned().into(),
            pay_client_key: "matjar-sim-client-key".to_owned(),
            pay_signature_key: SIM_SIGNATURE_KEY.to_owned().into(),
            pay_express_url: format!("{origin}/pay"),
            pay_descriptor: "MATJAR".to_owned(),
            pool_pay: 4,
            orders_to: None,
            pay_min_account_age_seconds: 0,
            pay_lookup_seconds: 30,
            pay_absent_seconds: 90,
            pay_reconcile_seconds: 60,
        }
    }

    pub fn provider(&self) -> anyhow::Result<AuthorizeNet> {
        AuthorizeNet::new(AuthorizeNetConfig {
            api_url: self.pay_api_url.clone(),
            script_url: self.pay_script_url.clone(),
            login: self.pay_login.clone(),
            transaction_key: self.pay_transaction_key.clone(),
            client_key: self.pay_client_key.clone(),
            signature_key: self.pay_signature_key.clone(),
            validation: Validation::default(),
            limits: Limits::default(),
        })
    }

    pub fn timings(&self) -> PaymentTimings {
        PaymentTimings {
            submit_timeout: TimeDelta::seconds(self.pay_lookup_seconds),
            absent_after: TimeDelta::seconds(self.pay_absent_seconds),
            reconcile_interval: TimeDelta::seconds(self.pay_reconcile_seconds),
            min_account_age: TimeDelta::seconds(self.pay_min_account_age_seconds),
            ..PaymentTimings::default()
        }
    }

    /// Returns an error for each setting that is insecure in a shop on https: the keys of `paysim`, and provider URLs
    /// that are not https, because their traffic can be read and altered.
    fn insecure_settings(&self) -> Vec<String> {
        let keys = [
            ("MATJAR_PAY_SIGNATURE_KEY", &self.pay_signature_key, SIM_SIGNATURE_KEY),
            ("MATJAR_PAY_TRANSACTION_KEY", &self.pay_transaction_key, SIM_TRANSACTION_KEY),
        ];
        let addresses = [
            ("MATJAR_PAY_API_URL", &self.pay_api_url),
            ("MATJAR_PAY_SCRIPT_URL", &self.pay_script_url),
            ("MATJAR_PAY_EXPRESS_URL", &self.pay_express_url),
        ];
        let samples = keys.iter().filter(|(_, key, sample)| key.expose_secret() == *sample);
        // An empty express URL is valid: it disables express checkout.
        let plain = addresses.iter().filter(|(_, url)| !url.is_empty() && !url.starts_with("https://"));
        samples
            .map(|(name, ..)| format!("{name} is a sample value"))
            .chain(plain.map(|(name, _)| format!("{name} must be an https address")))
            .collect()
    }

    fn errors(&self, public_origin: &str) -> Vec<String> {
        let mut errors = Vec::new();
        if let Err(error) = self.provider() {
            errors.push(format!("payment provider: {error}"));
        }
        if let Some(address) = &self.orders_to
            && kernel::EmailAddress::parse(address).is_err()
        {
            errors.push("MATJAR_ORDERS_TO is not an email address".to_owned());
        }
        if public_origin.starts_with("https://") {
            errors.extend(self.insecure_settings());
        }
        errors
    }
}

/// The OpenTelemetry collector that receives traces. The variables have the names that OpenTelemetry defines.
#[derive(Debug, Clone, Args)]
pub struct TraceConfig {
    /// URL of the collector, for OTLP over HTTP: `http://127.0.0.1:4318`. Empty: no traces are sent.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", default_value = "")]
    pub otlp_endpoint: String,
    /// Name of this service in traces.
    #[arg(long, env = "OTEL_SERVICE_NAME", default_value = "matjar")]
    pub service_name: String,
    /// Share of the requests and scheduled jobs that are traced, from 0 to 1.
    #[arg(long, env = "MATJAR_TRACE_RATIO", default_value_t = 1.0)]
    pub trace_ratio: f64,
}

impl TraceConfig {
    pub fn off() -> Self {
        Self { otlp_endpoint: String::new(), service_name: "matjar".to_owned(), trace_ratio: 1.0 }
    }

    /// Returns the URL that traces are sent to, or `None` if they are off.
    pub fn url(&self) -> Result<Option<Uri>, &'static str> {
        const INVALID: &str = "OTEL_EXPORTER_OTLP_ENDPOINT is an http or https address";
        if self.otlp_endpoint.is_empty() {
            return Ok(None);
        }
        let url = format!("{}/v1/traces", self.otlp_endpoint.trim_end_matches('/'));
        let url: Uri = url.parse().map_err(|_| INVALID)?;
        match url.scheme_str() {
            Some("http" | "https") => Ok(Some(url)),
            _ => Err(INVALID),
        }
    }

    fn errors(&self) -> Vec<String> {
        let mut errors: Vec<String> = self.url().err().map(str::to_owned).into_iter().collect();
        if !(0.0..=1.0).contains(&self.trace_ratio) {
            errors.push("MATJAR_TRACE_RATIO is a number from 0 to 1".to_owned());
        }
        errors
    }
}

/// Secrets, one per purpose. To rotate a secret, pass the new and the old value, comma separated: the first one signs.
#[derive(Clone, Args)]
pub struct SecretConfig {
    #[arg(long, env = "MATJAR_SECRET_NONCE_PAGE", hide_env_values = true)]
    nonce_page: SecretString,
    #[arg(long, env = "MATJAR_SECRET_NONCE_SESSION", hide_env_values = true)]
    nonce_session: SecretString,
    /// Seals the audit log; without it the log has its chain alone.
    #[arg(long, env = "MATJAR_SECRET_AUDIT", hide_env_values = true)]
    audit: Option<SecretString>,
}

impl std::fmt::Debug for SecretConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretConfig")
    }
}

impl SecretConfig {
    pub fn new(nonce_page: &str, nonce_session: &str) -> Self {
        Self { nonce_page: nonce_page.into(), nonce_session: nonce_session.into(), audit: None }
    }

    pub fn nonce_page(&self) -> Vec<SecretString> {
        split(&self.nonce_page)
    }

    pub fn nonce_session(&self) -> Vec<SecretString> {
        split(&self.nonce_session)
    }

    pub fn audit(&self) -> Vec<SecretString> {
        self.audit.as_ref().filter(|secret| !secret.expose_secret().is_empty()).map(split).unwrap_or_default()
    }
}

fn split(secret: &SecretString) -> Vec<SecretString> {
    secret.expose_secret().split(',').map(|part| part.trim().to_owned().into()).collect()
}

/// See [`Config::redis_shop`].
pub fn redis_shop(public_origin: &str, is_copy: bool) -> String {
    let copy = if is_copy { " restored copy" } else { "" };
    format!("{public_origin}{copy}")
}

const MIN_SECRET_BYTES: usize = 32;

impl Config {
    pub fn page_ttl(&self) -> Duration {
        Duration::from_secs(self.page_seconds)
    }

    /// Names this shop in Redis. A copy shares no page, counter or message with the shop, even if it is given the same
    /// server.
    pub fn redis_shop(&self) -> String {
        redis_shop(&self.public_origin, self.is_copy)
    }

    /// A copy purges no cache: those in front of it are the shop's own.
    pub fn active_edge_purge_urls(&self) -> &[String] {
        if self.is_copy { &[] } else { &self.edge_purge_urls }
    }

    /// A copy measures nobody.
    pub fn active_tags(&self) -> TagConfig {
        if self.is_copy { TagConfig::default() } else { self.tags.clone() }
    }

    /// Origins as browsers send them.
    pub fn api_origins(&self) -> Vec<String> {
        let origins = self.store_api_origins.iter().map(|origin| origin.trim().trim_end_matches('/'));
        origins.filter(|origin| !origin.is_empty()).map(str::to_ascii_lowercase).collect()
    }

    /// A page without an origin sends `null`, and a wildcard would allow every page.
    fn api_origin_errors(&self) -> Vec<String> {
        let is_origin = |text: &String| {
            let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
            host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '*', '?', '#', '@', ' ']))
        };
        let wrong = self.api_origins().into_iter().filter(|origin| !is_origin(origin));
        wrong.map(|origin| format!("MATJAR_STORE_API_ORIGINS: {origin} is not an origin")).collect()
    }

    /// Returns all errors of the configuration.
    pub fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        let named = [
            ("MATJAR_SECRET_NONCE_PAGE", self.secrets.nonce_page()),
            ("MATJAR_SECRET_NONCE_SESSION", self.secrets.nonce_session()),
            ("MATJAR_SECRET_AUDIT", self.secrets.audit()),
        ];
        for (name, keys) in &named {
            for key in keys {
                let key = key.expose_secret();
                if key.len() < MIN_SECRET_BYTES {
                    errors.push(format!("{name} must have at least {MIN_SECRET_BYTES} bytes"));
                } else if key.contains("change-me") || key.bytes().all(|byte| byte == key.as_bytes()[0]) {
                    errors.push(format!("{name} is a sample value"));
                }
            }
        }
        errors.extend(self.api_origin_errors());
        // Without the address: it may have a password.
        let caches = self.active_edge_purge_urls().iter();
        let wrong = caches.filter_map(|url| edge::edge_purge::parse(url).err());
        errors.extend(wrong.map(|error| format!("MATJAR_EDGE_PURGE_URLS: {error}")));
        if named[0].1[0].expose_secret() == named[1].1[0].expose_secret() {
            errors.push("the two nonce secrets must differ".to_owned());
        }
        let origin = &self.public_origin;
        if !(origin.starts_with("http://") || origin.starts_with("https://")) || origin.ends_with('/') {
            errors.push("MATJAR_PUBLIC_ORIGIN is a scheme and a host, without a slash at the end".to_owned());
        }
        if let Err(error) = self.mail.smtp() {
            errors.push(format!("MATJAR_SMTP_URL or MATJAR_MAIL_FROM: {error}"));
        }
        errors.extend(self.payment.errors(origin));
        errors.extend(self.traces.errors());
        errors.extend(self.uploads.errors(origin));
        errors.extend(self.tags.errors(origin));
        if self.rate_factor > 1 && origin.starts_with("https://") {
            errors.push("MATJAR_RATE_FACTOR is for load tests only".to_owned());
        }
        if self.renderers.renderers == 0 && self.renderers.renderer_addrs.is_empty() {
            errors.push("MATJAR_RENDERERS must be at least 1, or MATJAR_RENDERER_ADDRS given".to_owned());
        }
        errors
    }

    /// `rate_factor` raises what one address may do, connections included.
    pub fn connection_limits(&self) -> ConnectionLimits {
        let factor = usize::try_from(self.rate_factor).unwrap_or(usize::MAX);
        ConnectionLimits {
            total: self.max_connections,
            per_address: self.max_connections_per_address.saturating_mul(factor),
            trusted: TrustedProxies::new(self.trusted_proxies.clone()),
        }
    }

    /// Returns the accepted Host headers.
    pub fn hosts(&self) -> Vec<String> {
        let own = self.public_origin.split_once("://").map(|(_, host)| host.to_owned());
        own.into_iter().chain(self.extra_hosts.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// [SEC-L17]
    #[test]
    fn the_renderer_sockets_are_in_a_new_folder_that_other_users_cannot_access() {
        let parent = std::env::temp_dir();
        let (one, other) = (private_folder(&parent).expect("one"), private_folder(&parent).expect("another"));
        assert_ne!(one, other);
        let mode = std::fs::metadata(&one).expect("metadata").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let error = std::fs::DirBuilder::new().mode(0o700).create(&one).expect_err("it exists");
        assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
        for folder in [one, other] {
            std::fs::remove_dir(folder).expect("removed");
        }
        assert!(private_folder(Path::new("/nowhere")).is_err());
    }
}
