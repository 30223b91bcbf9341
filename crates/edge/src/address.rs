//! The client's address. `X-Forwarded-For` counts only from a configured proxy.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::HeaderMap;
use ipnet::IpNet;

use crate::AppError;

/// The key of the rate limits: an IPv4 address, or the /64 network of an IPv6 address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Returns the last hop of `X-Forwarded-For` that is not a trusted proxy, if the peer is one; otherwise the peer. A
    /// hop that cannot be parsed ends the search: the hops before it may be forged.
    pub fn from_peer(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let is_trusted = |ip: IpAddr| trusted.iter().any(|net| net.contains(&ip.to_canonical()));
        let mut client = peer;
        let lines = headers.get_all("x-forwarded-for").iter().rev();
        let mut hops = lines.flat_map(|line| line.to_str().unwrap_or("unreadable").rsplit(','));
        while is_trusted(client) {
            let Some(hop) = hops.next().and_then(|hop| parse_hop(hop.trim())) else { break };
            client = hop;
        }
        Self::bucket(client)
    }

    /// Returns the address that [`crate::middleware::client_ip`] has put into the request.
    pub fn of(extensions: &http::Extensions) -> Result<Self, AppError> {
        extensions.get().copied().ok_or_else(|| anyhow::anyhow!("the request has no client address").into())
    }

    pub fn bucket(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V4(v4) => IpAddr::V4(v4),
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        })
    }
}

/// Some proxies write the client's port as well.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_address(peer: &str, forwarded: &str, trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().expect("header"));
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().expect("net")).collect();
        ClientAddress::from_peer(peer.parse().expect("peer"), &headers, &trusted).0.to_string()
    }

    #[test]
    fn forwarded_headers_of_an_untrusted_peer_are_ignored() {
        assert_eq!(client_address("203.0.113.9", "198.51.100.1", &["127.0.0.0/8"]), "203.0.113.9");
    }

    #[test]
    fn behind_a_trusted_proxy_the_last_untrusted_hop_counts() {
        assert_eq!(client_address("127.0.0.1", "10.9.9.9, 198.51.100.7", &["127.0.0.0/8"]), "198.51.100.7");
        assert_eq!(client_address("127.0.0.1", "198.51.100.7, 127.0.0.5", &["127.0.0.0/8"]), "198.51.100.7");
    }

    /// [SEC-L13]
    #[test]
    fn hops_before_an_unreadable_one_are_ignored() {
        let trusted = &["127.0.0.0/8"];
        assert_eq!(client_address("127.0.0.1", "198.51.100.1, nonsense", trusted), "127.0.0.1");
        assert_eq!(client_address("127.0.0.1", "198.51.100.1, 203.0.113.9:4711", trusted), "203.0.113.9");
        assert_eq!(client_address("::ffff:127.0.0.1", "198.51.100.1", trusted), "198.51.100.1");
    }

    #[test]
    fn an_ipv6_network_is_one_bucket() {
        assert_eq!(client_address("2001:db8:1:2:3:4:5:6", "", &[]), "2001:db8:1:2::");
    }
}
