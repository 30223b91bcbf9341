//! Headers of answers. Public answers have those of lists alone; the others belong to one visitor.

use ::http::{HeaderMap, HeaderName, HeaderValue};
use edge::{Shop, Visitor, policy::API_NONCE, session::TokenHash};

pub const ALLOW: &str = "allow";
pub const TOTAL: &str = "x-wp-total";
pub const TOTAL_PAGES: &str = "x-wp-totalpages";
pub const LINK: &str = "link";
pub const NONCE: HeaderName = HeaderName::from_static("nonce");
pub const NONCE_TIMESTAMP: HeaderName = HeaderName::from_static("nonce-timestamp");
pub const USER_ID: HeaderName = HeaderName::from_static("user-id");
pub const CART_TOKEN: HeaderName = HeaderName::from_static("cart-token");
pub const CART_HASH: HeaderName = HeaderName::from_static("cart-hash");

/// The nonce of this visitor's next request that writes. `session`: a session that this answer begins.
pub fn nonce(shop: &Shop, visitor: &Visitor, session: Option<&TokenHash>) -> String {
    let now = shop.clock.now();
    // A token replaces the nonce: the nonce is for a browser that has no session yet.
    let own = session.or(visitor.token.as_ref()).filter(|_| !visitor.has_cart_token);
    match own {
        Some(token) => shop.nonces.session(API_NONCE, "", token, now),
        None => shop.nonces.page(API_NONCE, "", now),
    }
}

/// Headers of every answer about a cart or a checkout, errors included. `User-ID` is 0 for guests and 1 for customers:
/// clients compare it to notice a login, and the customer's own number stays inside.
pub fn put_visitor(
    headers: &mut HeaderMap,
    shop: &Shop,
    visitor: &Visitor,
    session: Option<&TokenHash>,
    is_customer: bool,
) {
    if let Ok(nonce) = HeaderValue::try_from(nonce(shop, visitor, session)) {
        headers.insert(NONCE, nonce);
    }
    headers.insert(NONCE_TIMESTAMP, HeaderValue::from(shop.clock.now().timestamp()));
    headers.insert(USER_ID, HeaderValue::from(u16::from(is_customer)));
}
