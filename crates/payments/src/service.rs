//! What other capabilities may ask of payments.
//!
//! Payments knows an order only by its id. What a change of a payment means for the order is decided by the
//! [`PaymentSink`], in the transaction of that change.

pub mod card_acceptance;
pub mod form;
pub mod offline;
pub mod page;
mod refunds;
mod saving;
mod settle;
mod sink;
mod undo;

pub use refunds::{finish_refund, refund_later};
pub use saving::save_used_method;
pub use settle::{ABSENT, Report, Settled, UNREACHABLE, mark_unknown, settle};
pub use sink::{PaymentChange, PaymentSink, SinkFuture};
pub use undo::hold_undoing;

pub use crate::store::random_text;

/// Payment attempts of an order. The caller holds the order's lock when it begins one.
pub mod attempts {
    pub use crate::store::{
        Attempt, NewAttempt, RecentAttempts, begin, find, find_live, list_by_order, next_lookup,
        recent_attempts,
    };
}

/// Payment methods that customers saved.
pub mod methods {
    pub use crate::store::{SavedMethod, list_methods};
}

/// Refunds of an order. The caller holds the order's lock when it requests one.
pub mod refund_requests {
    pub use crate::store::{
        RefundReason, RefundRequest, RefundRow, RefundState, find_refund, refunds_under_way, request_refund,
    };
}

/// Returns the nonce of the call that counts events of pages with a payment form.
pub fn tracks_nonce(shop: &edge::Shop) -> String {
    shop.nonces.page(crate::http::nonces::TRACKS, "", shop.clock.now())
}

/// The event that a product page queues for the payment plugin.
pub fn product_page_view(shop: &edge::PublicShop) -> crate::view::TracksView {
    let props = serde_json::json!({
        "theme_type": "short_code",
        "record_event_data": { "is_admin_event": false, "track_on_all_stores": true },
    });
    crate::view::TracksView {
        nonce: shop.nonces.sign(crate::http::nonces::TRACKS, "", shop.clock.now()),
        events: vec![crate::view::TrackedEvent { name: "product_page_view", props }],
    }
}
