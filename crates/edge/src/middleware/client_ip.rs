//! Finds the client's address behind the configured proxies.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use ipnet::IpNet;

use crate::address::ClientAddress;

/// The address of the connection's other end; put into each request by the server.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The networks of the proxies in front of this server.
#[derive(Clone)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl TrustedProxies {
    pub fn new(networks: Vec<IpNet>) -> Self {
        Self(networks.into())
    }

    pub fn contains(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.0.iter().any(|network| network.contains(&peer))
    }
}

/// Puts the [`ClientAddress`] into the request. A request id is accepted only from a trusted proxy.
pub async fn find(State(proxies): State<TrustedProxies>, mut request: Request, next: Next) -> Response {
    // A request without a peer comes from a test that calls the router directly.
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0);
    let address = ClientAddress::from_peer(peer, request.headers(), &proxies.0);
    request.extensions_mut().insert(address);
    next.run(request).await
}

/// Runs before the request id is set: clients must not choose ids that end up in the log.
pub async fn drop_foreign_request_id(
    State(proxies): State<TrustedProxies>,
    mut request: Request,
    next: Next,
) -> Response {
    let is_trusted = request.extensions().get::<Peer>().is_some_and(|peer| proxies.contains(peer.0));
    if !is_trusted {
        request.headers_mut().remove("x-request-id");
    }
    next.run(request).await
}
