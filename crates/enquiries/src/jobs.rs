//! Work done later: emails, and the end of what is old.

mod emails;
mod retention;

pub use emails::SendEnquiryEmail;
pub(crate) use emails::{notify, send_answer};
pub use retention::{MaintainEnquiries, RETENTION};
