//! What causes a follow-up.

use kernel::{Key, msg};

/// A year.
pub const MAX_DELAY_HOURS: i32 = 8_760;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A guest typed an address at checkout and did not buy.
    AbandonedCart,
    AfterPurchase,
    /// The buyer of an order that has arrived is requested to review it.
    ReviewRequest,
    /// The last purchase was long ago.
    WinBack,
}

impl Cause {
    pub const ALL: [Self; 4] = [Self::AbandonedCart, Self::AfterPurchase, Self::ReviewRequest, Self::WinBack];

    pub fn name(self) -> &'static str {
        match self {
            Self::AbandonedCart => "abandoned-cart",
            Self::AfterPurchase => "after-purchase",
            Self::ReviewRequest => "review-request",
            Self::WinBack => "win-back",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.name() == name)
    }

    pub fn label(self) -> Key {
        match self {
            Self::AbandonedCart => msg::followups::ABANDONED_CART,
            Self::AfterPurchase => msg::followups::AFTER_PURCHASE,
            Self::ReviewRequest => msg::followups::REVIEW_REQUEST,
            Self::WinBack => msg::followups::WIN_BACK,
        }
    }

    pub fn hint(self) -> Key {
        match self {
            Self::AbandonedCart => msg::followups::ABANDONED_CART_HINT,
            Self::AfterPurchase => msg::followups::AFTER_PURCHASE_HINT,
            Self::ReviewRequest => msg::followups::REVIEW_REQUEST_HINT,
            Self::WinBack => msg::followups::WIN_BACK_HINT,
        }
    }

    /// Whether a purchase ends it.
    pub fn stops_on_purchase(self) -> bool {
        matches!(self, Self::AbandonedCart | Self::WinBack)
    }
}
