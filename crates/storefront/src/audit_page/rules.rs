//! The words of acts and people in the audit log, and the filters of an address.

use kernel::{Key, msg::audit as text};

/// Every act that is recorded, in groups of the filter. One of another release is shown by the name that the log has.
pub const ACTS: &[(&str, Key)] = &[
    ("order-state", text::ORDER_STATE),
    ("order-shipment", text::ORDER_SHIPMENT),
    ("order-delivery", text::ORDER_DELIVERY),
    ("order-pick", text::ORDER_PICK),
    ("order-payment", text::ORDER_PAYMENT),
    ("order-proof", text::ORDER_PROOF),
    ("order-address", text::ORDER_ADDRESS),
    ("order-note", text::ORDER_NOTE),
    ("order-tag", text::ORDER_TAG),
    ("order-assign", text::ORDER_ASSIGN),
    ("order-list", text::ORDER_LIST),
    ("email-resend", text::EMAIL_RESEND),
    ("print", text::PRINT),
    ("refund", text::REFUND),
    ("refund-ask", text::REFUND_ASK),
    ("refund-refuse", text::REFUND_REFUSE),
    ("orders-export", text::ORDERS_EXPORT),
    ("product-edit", text::PRODUCT_EDIT),
    ("product-price", text::PRODUCT_PRICE),
    ("product-publish", text::PRODUCT_PUBLISH),
    ("product-variations", text::PRODUCT_VARIATIONS),
    ("bundle-edit", text::BUNDLE_EDIT),
    ("draft-save", text::DRAFT_SAVE),
    ("draft-publish", text::DRAFT_PUBLISH),
    ("product-schedule", text::PRODUCT_SCHEDULE),
    ("draft-discard", text::DRAFT_DISCARD),
    ("draft-refused", text::DRAFT_REFUSED),
    ("product-picture", text::PRODUCT_PICTURE),
    ("picture-alt", text::PICTURE_ALT),
    ("picture-edit", text::PICTURE_EDIT),
    ("media-add", text::MEDIA_ADD),
    ("media-replace", text::MEDIA_REPLACE),
    ("media-delete", text::MEDIA_DELETE),
    ("category-add", text::CATEGORY_ADD),
    ("undo", text::UNDO),
    ("bulk", text::BULK),
    ("bulk-undo", text::BULK_UNDO),
    ("bulk-export", text::BULK_EXPORT),
    ("stock-action", text::STOCK_ACTION),
    ("stock-move", text::STOCK_MOVE),
    ("stock-count", text::STOCK_COUNT),
    ("stock-ask", text::STOCK_ASK),
    ("stock-approve", text::STOCK_APPROVE),
    ("stock-refuse", text::STOCK_REFUSE),
    ("stock-bin", text::STOCK_BIN),
    ("stock-count-opened", text::COUNT_OPENED),
    ("stock-count-closed", text::COUNT_CLOSED),
    ("stock-count-cancelled", text::COUNT_CANCELLED),
    ("moderate", text::MODERATE),
    ("moderate-reply", text::MODERATE_REPLY),
    ("moderate-undo", text::MODERATE_UNDO),
    ("review-topics", text::REVIEW_TOPICS),
    ("enquiry", text::ENQUIRY),
    ("enquiry-file", text::ENQUIRY_FILE),
    ("enquiry-answer", text::ENQUIRY_ANSWER),
    ("enquiry-note", text::ENQUIRY_NOTE),
    ("enquiry-assign", text::ENQUIRY_ASSIGN),
    ("enquiries-export", text::ENQUIRIES_EXPORT),
    ("enquiries-erase", text::ENQUIRIES_ERASE),
    ("content", text::CONTENT),
    ("post-category", text::POST_CATEGORY),
    ("redirect", text::REDIRECT),
    ("site", text::SITE),
    ("settings-edit", text::SETTINGS_EDIT),
    ("search-words", text::SEARCH_WORDS),
    ("follow-up-settings", text::FOLLOW_UP_SETTINGS),
    ("follow-up-template", text::FOLLOW_UP_TEMPLATE),
    ("affiliate-requested", text::AFFILIATE_REQUESTED),
    ("affiliate-added", text::AFFILIATE_ADDED),
    ("affiliate-changed", text::AFFILIATE_CHANGED),
    ("affiliate-product-rate", text::AFFILIATE_RATE),
    ("affiliate-payout-created", text::PAYOUT_CREATED),
    ("affiliate-payout-paid", text::PAYOUT_PAID),
    ("affiliate-payout-cancelled", text::PAYOUT_CANCELLED),
    ("affiliate-payouts-export", text::PAYOUTS_EXPORT),
    ("affiliate-report-export", text::REPORT_EXPORT),
    ("event-endpoint", text::EVENT_ENDPOINT),
    ("event-replay", text::EVENT_REPLAY),
    ("job-retry", text::JOB_RETRY),
    ("job-stop", text::JOB_STOP),
    ("staff-invite", text::STAFF_INVITED),
    ("staff-joined", text::STAFF_JOINED),
    ("staff-role", text::STAFF_ROLE),
    ("staff-stop", text::STAFF_REMOVED),
    ("staff-sessions-ended", text::STAFF_SESSIONS),
    ("staff-view-begin", text::VIEW_BEGUN),
    ("staff-view-end", text::VIEW_ENDED),
    ("role-edit", text::ROLE_EDIT),
    ("staff-invite-withdrawn", text::INVITE_WITHDRAWN),
    ("staff-added", text::STAFF_ADDED),
    ("staff-removed", text::STAFF_REMOVED),
    ("staff-login-failed", text::LOGIN_FAILED),
    ("login", text::LOGIN),
    ("logout", text::LOGOUT),
    ("end-sessions", text::SESSIONS_ENDED),
    ("customer-sessions-ended", text::CUSTOMER_SESSIONS),
    ("login-failed", text::LOGIN_FAILED),
    ("request-registration", text::REGISTRATION_REQUESTED),
    ("register", text::REGISTERED),
    ("request-reset", text::RESET_REQUESTED),
    ("reset-password", text::RESET_DONE),
    ("change-password", text::PASSWORD_CHANGED),
    ("ask-email", text::EMAIL_REQUESTED),
    ("change-email", text::EMAIL_CHANGED),
    ("change-names", text::NAMES_CHANGED),
    ("change-address", text::ADDRESS_CHANGED),
    ("subscriptions", text::SUBSCRIPTIONS),
    ("method-added", text::METHOD_ADDED),
    ("method-deleted", text::METHOD_DELETED),
    ("method-default", text::METHOD_DEFAULT),
    ("export", text::DATA_REQUESTED),
    ("export-fetched", text::DATA_FETCHED),
    ("erase", text::ERASE_REQUESTED),
    ("erased", text::ERASED),
];

pub fn label(action: &str) -> Option<Key> {
    ACTS.iter().find(|(name, _)| *name == action).map(|(_, label)| *label)
}

/// Who acted, as the log names them: `staff 7`, `customer 12`, `guest`, `shell`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    Staff(i64),
    Customer,
    Guest,
    Shell,
    Shop,
}

impl Actor {
    pub fn parse(text: &str) -> Self {
        match text.split_once(' ') {
            Some(("staff", id)) => id.parse().map_or(Self::Shop, Self::Staff),
            Some(("customer", _)) => Self::Customer,
            _ if text == "guest" => Self::Guest,
            _ if text == "shell" => Self::Shell,
            _ => Self::Shop,
        }
    }
}

/// What an address asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub member: Option<i64>,
    /// One of [`ACTS`].
    pub action: Option<&'static str>,
    pub days: Option<u32>,
    pub before: Option<i64>,
}

/// The spans that can be chosen.
pub const DAYS: [u32; 3] = [1, 7, 30];

impl Filter {
    /// Unknown values filter nothing.
    pub fn parse(who: &str, what: &str, days: &str, before: &str) -> Self {
        Self {
            member: who.parse().ok(),
            action: ACTS.iter().map(|(name, _)| *name).find(|name| *name == what),
            days: days.parse().ok().filter(|days| DAYS.contains(days)),
            before: before.parse().ok(),
        }
    }

    /// The address of the same list with the lines before one.
    pub fn query(&self, before: Option<i64>) -> String {
        let mut pairs = Vec::new();
        pairs.extend(self.member.map(|id| ("who", id.to_string())));
        pairs.extend(self.action.map(|name| ("what", name.to_owned())));
        pairs.extend(self.days.map(|days| ("days", days.to_string())));
        pairs.extend(before.map(|seq| ("before", seq.to_string())));
        serde_urlencoded::to_string(pairs).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_filter_is_its_address() {
        let filter = Filter::parse("7", "refund", "30", "");
        assert_eq!(filter.query(Some(12)), "who=7&what=refund&days=30&before=12");
        assert_eq!(Filter::parse("x", "drop table", "5", "-"), Filter::default());
    }

    #[test]
    fn every_act_is_listed_once() {
        let names: BTreeSet<_> = ACTS.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), ACTS.len());
    }

    #[test]
    fn an_actor_is_read_from_the_log() {
        assert_eq!(Actor::parse("staff 7"), Actor::Staff(7));
        assert_eq!(Actor::parse("customer 12"), Actor::Customer);
        assert_eq!(Actor::parse("guest"), Actor::Guest);
        assert_eq!(Actor::parse("shell"), Actor::Shell);
        assert_eq!(Actor::parse("staff seven"), Actor::Shop);
    }
}
