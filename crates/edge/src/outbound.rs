//! Requests to other hosts. Visitors and staff can name such hosts, so the server connects to public addresses only.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use reqwest::{
    Certificate, Client, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// What the owner allows besides public hosts with certificates that everybody trusts, for example a picture host inside
/// the shop's own network.
#[derive(Debug, Clone, Default)]
pub struct FetchConfig {
    /// Further root certificates, as PEM.
    pub roots: Vec<u8>,
    /// Names that are not looked up.
    pub hosts: Vec<FixedHost>,
}

/// A name with a fixed address, which need not be public: `name=address:port`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedHost {
    pub name: String,
    pub address: SocketAddr,
}

impl FromStr for FixedHost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, address) = text.split_once('=').ok_or("a host is `name=address:port`")?;
        let address = address.parse().map_err(|_| format!("{address} is not an address with a port"))?;
        Ok(Self { name: name.to_owned(), address })
    }
}

/// `https` on its own port, with a host name: an address in numbers is no public host.
pub fn allowed_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_name = url.domain().is_some();
    let has_no_user = url.username().is_empty() && url.password().is_none();
    (url.scheme() == "https" && url.port_or_known_default() == Some(443) && is_name && has_no_user)
        .then_some(url)
}

/// reqwest is built without a default crypto library.
pub fn install_crypto() {
    // An error means that one is installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Connects to public hosts by https, and follows no redirect.
pub fn client(config: &FetchConfig, timeout: Duration) -> anyhow::Result<Client> {
    install_crypto();
    let mut builder = Client::builder();
    for FixedHost { name, address } in &config.hosts {
        builder = builder.resolve(name, *address);
    }
    if !config.roots.is_empty() {
        let roots = Certificate::from_pem_bundle(&config.roots).context("reading root certificates")?;
        builder = builder.tls_certs_merge(roots);
    }
    builder
        .https_only(true)
        .no_proxy()
        .redirect(Policy::none())
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(timeout)
        .dns_resolver(Arc::new(PublicResolver))
        .build()
        .context("building the client")
}

/// Resolves names to public addresses only. The client connects to exactly these, so a name that resolves differently
/// the second time gains nothing.
struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            // One private address among public ones is a trick, not an error.
            if found.is_empty() || !found.iter().all(|address| is_public(address.ip())) {
                return Err("the host has no public address".into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is reachable by everybody: not private, loopback, link-local, multicast, shared by carriers,
/// reserved, or an IPv4 address in the clothes of IPv6.
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    !(ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_broadcast()
        || ip.is_documentation()
        || a == 0
        // Multicast and reserved.
        || a >= 224
        // Shared by carriers, and for tests of networks.
        || (a == 100 && (64..128).contains(&b))
        || (a == 198 && (b == 18 || b == 19))
        // Assignments of protocols, and the way from IPv6 to IPv4.
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99))
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    // Of all networks only 2000::/3 is public, and in it there are ways to IPv4 and examples.
    let [a, b, ..] = ip.segments();
    (a & 0xe000) == 0x2000
        // Teredo and the like.
        && !(a == 0x2001 && b < 0x0200)
        && !(a == 0x2001 && b == 0x0db8)
        // 6to4.
        && a != 0x2002
        && !(a == 0x3fff && b < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [API-46]
    #[test]
    fn only_https_addresses_with_a_host_name_are_fetched() {
        assert!(allowed_url("https://pictures.example/a/b.jpg").is_some());
        assert!(allowed_url("https://pictures.example:443/b.jpg").is_some());
        for refused in [
            "http://pictures.example/b.jpg",
            "https://pictures.example:8443/b.jpg",
            "https://127.0.0.1/b.jpg",
            "https://0x7f.1/b.jpg",
            "https://2130706433/b.jpg",
            "https://[::1]/b.jpg",
            "https://user@pictures.example/b.jpg",
            "file:///etc/passwd",
            "ftp://pictures.example/b.jpg",
            "//pictures.example/b.jpg",
            "",
        ] {
            assert!(allowed_url(refused).is_none(), "{refused}");
        }
    }

    /// [API-46]
    #[test]
    fn addresses_that_are_not_public_are_refused() {
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::a00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:a00:1::",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().expect("an address")), "{private}");
        }
        for public in ["1.1.1.1", "8.8.8.8", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"] {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
    }

    #[test]
    fn a_fixed_host_is_a_name_with_an_address() {
        let host: FixedHost = "pictures.example=10.0.0.5:8443".parse().expect("a host");
        assert_eq!(host.name, "pictures.example");
        assert_eq!(host.address, SocketAddr::from(([10, 0, 0, 5], 8443)));
        for wrong in ["pictures.example", "pictures.example=10.0.0.5", "=x"] {
            assert!(wrong.parse::<FixedHost>().is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_name_of_this_machine_is_not_resolved() {
        let name: Name = "localhost".parse().expect("a name");
        assert!(PublicResolver.resolve(name).await.is_err());
    }
}
