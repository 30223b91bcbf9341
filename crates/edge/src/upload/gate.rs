//! Bounds the uploads that run at once. They take minutes on a weak connection, so they do not share the permits of other
//! requests.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{AppError, Visitor, address::ClientAddress, session::TokenHash};

/// Uploads of one server at once.
pub const MAX_TOTAL: usize = 64;
pub const MAX_PER_VISITOR: usize = 4;
/// Carriers hide thousands of phones behind one address.
pub const MAX_PER_ADDRESS: usize = 8;

/// How soon a visitor with too many uploads may try again, in seconds.
const RETRY_AFTER: u64 = 5;

#[derive(Clone, Default)]
pub struct UploadGate(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    total: usize,
    visitors: HashMap<TokenHash, usize>,
    addresses: HashMap<ClientAddress, usize>,
}

/// One running upload.
pub struct UploadPermit {
    gate: UploadGate,
    visitor: Option<TokenHash>,
    address: ClientAddress,
}

impl UploadGate {
    pub fn enter(&self, visitor: &Visitor) -> Result<UploadPermit, AppError> {
        let mut counts = self.lock();
        if counts.total >= MAX_TOTAL {
            return Err(AppError::Busy);
        }
        let of_visitor = visitor.token.and_then(|token| counts.visitors.get(&token).copied());
        let of_address = counts.addresses.get(&visitor.address).copied();
        if of_visitor.is_some_and(|count| count >= MAX_PER_VISITOR)
            || of_address.is_some_and(|count| count >= MAX_PER_ADDRESS)
        {
            return Err(AppError::TooManyRequests { retry_after: RETRY_AFTER });
        }
        counts.total += 1;
        if let Some(token) = visitor.token {
            *counts.visitors.entry(token).or_default() += 1;
        }
        *counts.addresses.entry(visitor.address).or_default() += 1;
        Ok(UploadPermit { gate: self.clone(), visitor: visitor.token, address: visitor.address })
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UploadPermit {
    fn drop(&mut self) {
        let mut counts = self.gate.lock();
        counts.total -= 1;
        if let Some(token) = self.visitor {
            release(&mut counts.visitors, token);
        }
        release(&mut counts.addresses, self.address);
    }
}

fn release<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: K) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use http::{HeaderMap, header};

    use super::*;

    fn visitor(token: Option<u8>, address: u8) -> Visitor {
        let mut headers = HeaderMap::new();
        if let Some(token) = token {
            let cookie = format!("{}={}", crate::session::COOKIE, hex::encode([token; 32]));
            headers.insert(header::COOKIE, cookie.parse().expect("a header"));
        }
        Visitor::from_headers(&headers, ClientAddress(IpAddr::from([192, 0, 2, address])))
    }

    #[test]
    fn a_visitor_an_address_and_the_server_have_limits_of_their_own() {
        let gate = UploadGate::default();
        let mut permits: Vec<_> =
            (0..MAX_PER_VISITOR).map(|_| gate.enter(&visitor(Some(1), 1)).expect("four")).collect();
        let is_limited =
            |result: Result<UploadPermit, AppError>| matches!(result, Err(AppError::TooManyRequests { .. }));
        assert!(is_limited(gate.enter(&visitor(Some(1), 2))), "the visitor, also from another address");
        permits.extend((0..4).map(|_| gate.enter(&visitor(None, 1)).expect("eight")));
        assert!(is_limited(gate.enter(&visitor(Some(2), 1))), "the address");
        for address in 3..10 {
            permits.extend((0..8).map(|_| gate.enter(&visitor(None, address)).expect("64")));
        }
        assert!(matches!(gate.enter(&visitor(None, 20)), Err(AppError::Busy)), "the server");

        permits.remove(0);
        permits.push(gate.enter(&visitor(Some(1), 20)).expect("one has ended"));
        permits.clear();
        let counts = gate.lock();
        assert!(counts.total == 0 && counts.visitors.is_empty() && counts.addresses.is_empty());
    }
}
