//! Addresses of the pages of follow-ups.

pub use accounts::view::STAFF_FOLLOW_UPS_URL;

/// One cause, for staff.
pub const STAFF_CAUSE_URL: &str = "/ar/wp-admin/follow-ups/{cause}/";
/// Restores the lines of a cart that was left.
pub const RESTORE_URL: &str = "/ar/follow-ups/cart/{key}/";
/// Ends the emails of a list to an address without an account.
pub const STOP_URL: &str = "/ar/follow-ups/stop/{key}/";
/// The same in emails that requested reviews before they were follow-ups.
pub const STOP_REVIEWS_URL: &str = "/ar/reviews/stop/{key}/";
