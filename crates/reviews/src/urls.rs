//! Addresses of the pages and forms of reviews.

pub const ALL_REVIEWS_URL: &str = "/ar/reviews/";
pub const WRITE_URL: &str = "/ar/reviews/write/";
pub const VOTE_URL: &str = "/ar/reviews/vote/";
pub const CONFIRM_URL: &str = "/ar/reviews/confirm/";
/// Topics of reviews, for staff.
pub const STAFF_TOPICS_URL: &str = "/ar/wp-admin/review-topics/";
/// Proof of work.
pub const CHALLENGE_URL: &str = "/ar/reviews/challenge/";
