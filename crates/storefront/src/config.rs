//! Configuration: one typed struct a concern, read from the environment, all faults told together.

use std::{
    net::SocketAddr,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    time::Duration,
};

use checkout::Pace;
use chrono::TimeDelta;
use clap::Args;
use edge::renderer::{Place, Setup};
use ipnet::IpNet;
use payments::provider::{AuthorizeNet, AuthorizeNetConfig, Limits, Validation};
use secrecy::{ExposeSecret, SecretString};

#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where shoppers are served.
    #[arg(long, env = "MATJAR_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Where Prometheus reads; keep it private.
    #[arg(long, env = "MATJAR_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// Scheme and host that shoppers see.
    #[arg(long, env = "MATJAR_PUBLIC_ORIGIN", default_value = "http://localhost:8080")]
    pub public_origin: String,
    /// Further Host headers to answer, comma separated.
    #[arg(long, env = "MATJAR_EXTRA_HOSTS", value_delimiter = ',')]
    pub extra_hosts: Vec<String>,
    /// Proxies whose X-Forwarded-For is believed, as networks, comma separated.
    #[arg(long, env = "MATJAR_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpNet>,
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: String,
    /// A Redis of its own for copies of pages, so that a flood of pages cannot push the rate limits' counters out;
    /// `REDIS_URL` unless given.
    #[arg(long, env = "MATJAR_REDIS_PAGES_URL", hide_env_values = true)]
    pub redis_pages_url: Option<String>,
    #[command(flatten)]
    pub renderers: RendererConfig,
    #[command(flatten)]
    pub mail: LetterConfig,
    #[command(flatten)]
    pub payment: PaymentConfig,
    #[command(flatten)]
    pub secrets: SecretConfig,
    /// Pictures.
    #[arg(long, env = "MATJAR_MEDIA_DIR", default_value = "seeds/media")]
    pub media_dir: PathBuf,
    /// Below this share of free disk, in percent, the server takes itself out of rotation.
    #[arg(long, env = "MATJAR_DISK_LEAST", default_value_t = 10, value_parser = clap::value_parser!(u64).range(0..=100))]
    pub disk_least: u64,
    /// How long a public page is fresh, in seconds; 0 draws every page anew, for development.
    #[arg(long, env = "MATJAR_PAGE_SECONDS", default_value_t = 600)]
    pub page_seconds: u64,
    /// Memory for finished pages, in MiB.
    #[arg(long, env = "MATJAR_PAGE_MEMORY", default_value_t = 512)]
    pub page_memory: u64,
    /// How long a stopping server stays open while it calls itself unready, so that its balancer notices.
    #[arg(long, env = "MATJAR_DRAIN_NOTICE_SECONDS", default_value_t = 3)]
    pub drain_notice_seconds: u64,
    /// Multiplies every rate limit: for load tests, which have one address only.
    #[arg(long, env = "MATJAR_RATE_FACTOR", default_value_t = 1)]
    pub rate_factor: u32,
}

#[derive(Debug, Clone, Args)]
pub struct DatabaseConfig {
    /// The primary, as `shop_web`.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    /// A replica (or the primary), as `shop_read`, which cannot see visitors.
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
    /// How many renderers to spawn and watch.
    #[arg(long, env = "MATJAR_RENDERERS", default_value_t = 2)]
    pub renderers: usize,
    /// Renderers that run elsewhere (`unix:/path` or `host:port`), instead of spawning any.
    #[arg(long, env = "MATJAR_RENDERER_ADDRS", value_delimiter = ',')]
    pub renderer_addrs: Vec<Place>,
    /// Node 22 or newer.
    #[arg(long, env = "MATJAR_NODE", default_value = "node")]
    pub node: PathBuf,
}

impl RendererConfig {
    pub fn setup(&self) -> std::io::Result<Setup> {
        if !self.renderer_addrs.is_empty() {
            return Ok(Setup::At(self.renderer_addrs.clone()));
        }
        let sockets = private_folder(&runtime_dir())?;
        let script = self.web_dir.join("renderer/renderer.mjs");
        Ok(Setup::Own { count: self.renderers, node: self.node.clone(), script, sockets })
    }
}

/// Where the system keeps what belongs to running processes: systemd's folder for the service, the user's, or else the
/// one for temporary files, which everybody may write to.
fn runtime_dir() -> PathBuf {
    let named = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"].into_iter().filter_map(std::env::var_os);
    // systemd may name several, with colons between them.
    let first = |paths: std::ffi::OsString| std::env::split_paths(&paths).next();
    named.filter_map(first).find(|path| path.is_dir()).unwrap_or_else(std::env::temp_dir)
}

/// A new folder that nobody else may enter. Whoever could make it before us would answer in the renderers' place, so its
/// name cannot be guessed, and one that exists is refused.
fn private_folder(parent: &Path) -> std::io::Result<PathBuf> {
    let name = format!("matjar-{}-{}", std::process::id(), hex::encode(rand::random::<[u8; 8]>()));
    let folder = parent.join(name);
    std::fs::DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(folder)
}

#[derive(Debug, Clone, Args)]
pub struct LetterConfig {
    /// The mail server: `smtp://host:port`, or `smtps://user:password@host`.
    #[arg(long, env = "MATJAR_SMTP_URL", default_value = "smtp://127.0.0.1:1025", hide_env_values = true)]
    pub smtp_url: String,
    /// In whose name letters are sent: an address, or a name and an address in angle brackets.
    #[arg(long, env = "MATJAR_MAIL_FROM", default_value = "shop@localhost")]
    pub mail_from: String,
    /// What one letter may take, in seconds.
    #[arg(long, env = "MATJAR_MAIL_SECONDS", default_value_t = 20)]
    pub mail_seconds: u64,
}

impl LetterConfig {
    pub fn smtp(&self) -> anyhow::Result<mail::Smtp> {
        mail::Smtp::new(&mail::MailConfig {
            url: self.smtp_url.clone(),
            from: self.mail_from.clone(),
            patience: Duration::from_secs(self.mail_seconds),
        })
    }
}

/// The provider of payments. The defaults are those of `paysim`, the stand-in of this repository; the provider's own
/// sandbox and its real service are other values of the same settings.
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
    /// What the provider signs its notices with.
    #[arg(long, env = "MATJAR_PAY_SIGNATURE_KEY", default_value = SIM_SIGNATURE_KEY, hide_env_values = true, hide_default_value = true)]
    pay_signature_key: SecretString,
    /// Names the means that a browser may keep for quick payment; empty: none is offered.
    #[arg(long, env = "MATJAR_PAY_EXPRESS_URL", default_value = "http://localhost:9911/pay")]
    pub pay_express_url: String,
    /// What the shop is called on a buyer's statement.
    #[arg(long, env = "MATJAR_PAY_DESCRIPTOR", default_value = "MATJAR")]
    pub pay_descriptor: String,
    /// Connections that only paying uses.
    #[arg(long, env = "MATJAR_POOL_PAY", default_value_t = 4)]
    pub pool_pay: u32,
    /// Who of the shop is told of new orders.
    #[arg(long, env = "MATJAR_ORDERS_TO")]
    pub orders_to: Option<String>,
    /// How old an account must be to keep a new payment method, in seconds.
    #[arg(long, env = "MATJAR_PAY_YOUNG_SECONDS", default_value_t = 600)]
    pub pay_young_seconds: i64,
    /// After how long, in seconds, an attempt without an answer is looked up.
    #[arg(long, env = "MATJAR_PAY_SILENCE_SECONDS", default_value_t = 30)]
    pub pay_silence_seconds: i64,
    /// After how long, in seconds, an attempt that the provider does not know was never made.
    #[arg(long, env = "MATJAR_PAY_ABSENT_SECONDS", default_value_t = 90)]
    pub pay_absent_seconds: i64,
    /// How often, in seconds, the provider's books are compared with ours.
    #[arg(long, env = "MATJAR_PAY_COMPARE_SECONDS", default_value_t = 60)]
    pub pay_compare_seconds: i64,
}

/// Of the stand-in. Anybody can read them here, so a shop that takes money has others.
const SIM_TRANSACTION_KEY: &str = "matjar-sim-transaction-key";
const SIM_SIGNATURE_KEY: &str = "5C1A90E7B3D24F68A1C7E09B52D8F4361E7A9C03B5D86F2147E8A0C95B3D7F16\
    92E4B7A05D1C8F36E927B4A10D5C8E73F6219A4B0E7D5C83A16F92B4E08D7C35";

impl std::fmt::Debug for PaymentConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PaymentConfig")
    }
}

impl PaymentConfig {
    /// As `paysim` wants it, at this address.
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
            pay_young_seconds: 0,
            pay_silence_seconds: 30,
            pay_absent_seconds: 90,
            pay_compare_seconds: 60,
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

    pub fn pace(&self) -> Pace {
        Pace {
            silence: TimeDelta::seconds(self.pay_silence_seconds),
            absent: TimeDelta::seconds(self.pay_absent_seconds),
            compare: TimeDelta::seconds(self.pay_compare_seconds),
            young: TimeDelta::seconds(self.pay_young_seconds),
            ..Pace::default()
        }
    }

    /// What must not be in a shop that shoppers reach over https: the stand-in's keys, and addresses that anybody on the
    /// way can read or answer for.
    fn unfit_for_money(&self) -> Vec<String> {
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
        // No express address at all is right: then nothing is offered.
        let plain = addresses.iter().filter(|(_, url)| !url.is_empty() && !url.starts_with("https://"));
        samples
            .map(|(name, ..)| format!("{name} is a sample value"))
            .chain(plain.map(|(name, _)| format!("{name} must be an https address")))
            .collect()
    }

    fn faults(&self, public_origin: &str) -> Vec<String> {
        let mut faults = Vec::new();
        if let Err(error) = self.provider() {
            faults.push(format!("the provider of payments: {error}"));
        }
        if let Some(address) = &self.orders_to
            && kernel::EmailAddress::parse(address).is_err()
        {
            faults.push("MATJAR_ORDERS_TO is no e-mail address".to_owned());
        }
        if public_origin.starts_with("https://") {
            faults.extend(self.unfit_for_money());
        }
        faults
    }
}

/// Keys, one a purpose. Two may be given, comma separated, while one replaces the other: the first one signs.
#[derive(Clone, Args)]
pub struct SecretConfig {
    #[arg(long, env = "MATJAR_SECRET_NONCE_PAGE", hide_env_values = true)]
    nonce_page: SecretString,
    #[arg(long, env = "MATJAR_SECRET_NONCE_SESSION", hide_env_values = true)]
    nonce_session: SecretString,
}

impl std::fmt::Debug for SecretConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretConfig")
    }
}

impl SecretConfig {
    pub fn new(nonce_page: &str, nonce_session: &str) -> Self {
        Self { nonce_page: nonce_page.into(), nonce_session: nonce_session.into() }
    }

    pub fn nonce_page(&self) -> Vec<SecretString> {
        split(&self.nonce_page)
    }

    pub fn nonce_session(&self) -> Vec<SecretString> {
        split(&self.nonce_session)
    }
}

fn split(secret: &SecretString) -> Vec<SecretString> {
    secret.expose_secret().split(',').map(|part| part.trim().to_owned().into()).collect()
}

const SHORTEST_SECRET: usize = 32;

impl Config {
    pub fn page_life(&self) -> Duration {
        Duration::from_secs(self.page_seconds)
    }

    /// Everything wrong with it, at once.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let named = [
            ("MATJAR_SECRET_NONCE_PAGE", self.secrets.nonce_page()),
            ("MATJAR_SECRET_NONCE_SESSION", self.secrets.nonce_session()),
        ];
        for (name, keys) in &named {
            for key in keys {
                let key = key.expose_secret();
                if key.len() < SHORTEST_SECRET {
                    faults.push(format!("{name} must have at least {SHORTEST_SECRET} bytes"));
                } else if key.contains("change-me") || key.bytes().all(|byte| byte == key.as_bytes()[0]) {
                    faults.push(format!("{name} is a sample value"));
                }
            }
        }
        if named[0].1[0].expose_secret() == named[1].1[0].expose_secret() {
            faults.push("the two nonce secrets must differ".to_owned());
        }
        let origin = &self.public_origin;
        if !(origin.starts_with("http://") || origin.starts_with("https://")) || origin.ends_with('/') {
            faults.push("MATJAR_PUBLIC_ORIGIN is a scheme and a host, without a slash at the end".to_owned());
        }
        if let Err(error) = self.mail.smtp() {
            faults.push(format!("MATJAR_SMTP_URL or MATJAR_MAIL_FROM: {error}"));
        }
        faults.extend(self.payment.faults(origin));
        if self.rate_factor > 1 && origin.starts_with("https://") {
            faults.push("MATJAR_RATE_FACTOR is for load tests only".to_owned());
        }
        if self.renderers.renderers == 0 && self.renderers.renderer_addrs.is_empty() {
            faults.push("MATJAR_RENDERERS must be at least 1, or MATJAR_RENDERER_ADDRS given".to_owned());
        }
        faults
    }

    /// The Host headers that name this shop.
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
    fn the_renderers_sockets_lie_in_a_new_folder_that_only_we_can_enter() {
        let parent = std::env::temp_dir();
        let (one, other) = (private_folder(&parent).expect("one"), private_folder(&parent).expect("another"));
        assert_ne!(one, other);
        let mode = std::fs::metadata(&one).expect("metadata").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let taken = std::fs::DirBuilder::new().mode(0o700).create(&one).expect_err("it exists");
        assert_eq!(taken.kind(), std::io::ErrorKind::AlreadyExists);
        for folder in [one, other] {
            std::fs::remove_dir(folder).expect("removed");
        }
        assert!(private_folder(Path::new("/nowhere")).is_err());
    }
}
