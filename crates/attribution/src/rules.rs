//! Decisions about sources: the source of a visit, its cookies, and the fields of an order.

mod cookies;
mod crawlers;
mod fields;
mod source;

pub use cookies::{COOKIE_NAMES, SourceCookies, parse_cookie};
pub use crawlers::is_crawler;
pub use fields::{FIELDS, PREFIX, compare, computed_fields, default_value, read_fields};
pub use source::{DIRECT, NONE, Source, SourceType, source_of};
