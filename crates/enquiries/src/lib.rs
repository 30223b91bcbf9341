//! Enquiries: forms that the shop owner composes, and what visitors send with them.
//!
//! A form is data ([`rules::FormDefinition`]): its elements, when each is shown, what is accepted, what happens after it
//! was sent. A definition never changes: an edit is a new version, and an enquiry names the version that it was written
//! with. The browser repeats [`rules`] for instant feedback (`web/src/enquiries/rules`); both sides run the cases of
//! `vectors/enquiries/`, and the result of this code is binding.
//!
//! A form is shown by a block of a page of `content`, which gets its view from [`form_views`]. Files are received by
//! `media`, never processed and never public.

mod http;
pub mod jobs;
pub mod rules;
pub mod service;
mod store;
pub mod urls;
pub mod view;

pub use http::{EnquiryOptions, endpoints};
pub use service::forms::form_views;
