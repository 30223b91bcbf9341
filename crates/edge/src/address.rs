//! The client's address, believed only from a configured proxy.

use std::net::{IpAddr, Ipv6Addr};

use http::HeaderMap;
use ipnet::IpNet;

/// One bucket of the rate limits: an IPv4 address, or the /64 an IPv6 customer is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The last hop that is not one of our proxies. `X-Forwarded-For` from anybody else is ignored.
    pub fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let is_ours = |ip: &IpAddr| trusted.iter().any(|net| net.contains(ip));
        if !is_ours(&peer) {
            return Self::bucket(peer);
        }
        let hops = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let named = hops.flat_map(|line| line.split(',')).filter_map(|hop| hop.trim().parse::<IpAddr>().ok());
        Self::bucket(named.rev().find(|hop| !is_ours(hop)).unwrap_or(peer))
    }

    fn bucket(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V4(v4) => IpAddr::V4(v4),
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(peer: &str, forwarded: &str, trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().expect("header"));
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().expect("net")).collect();
        ClientAddress::of(peer.parse().expect("peer"), &headers, &trusted).0.to_string()
    }

    #[test]
    fn a_stranger_cannot_name_its_own_address() {
        assert_eq!(of("203.0.113.9", "198.51.100.1", &["127.0.0.0/8"]), "203.0.113.9");
    }

    #[test]
    fn behind_our_proxy_the_nearest_foreign_hop_counts() {
        assert_eq!(of("127.0.0.1", "10.9.9.9, 198.51.100.7", &["127.0.0.0/8"]), "198.51.100.7");
        assert_eq!(of("127.0.0.1", "198.51.100.7, 127.0.0.5", &["127.0.0.0/8"]), "198.51.100.7");
    }

    #[test]
    fn an_ipv6_customer_is_one_bucket() {
        assert_eq!(of("2001:db8:1:2:3:4:5:6", "", &[]), "2001:db8:1:2::");
    }
}
