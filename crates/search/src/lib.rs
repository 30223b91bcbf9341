//! Search: finds products by what a shopper types, in any spelling.
//!
//! Products are indexed by their folded words only. All knowledge of Arabic (articles, endings, broken plurals,
//! typing mistakes, brands in both scripts) is applied to the *vocabulary*: a typed word is expanded to the
//! words of the catalogue that it may mean ([`rules::query`]), products that have one of them for each typed
//! word are fetched, and the matched words determine the order ([`rules::rank`]). Therefore a better rule needs
//! no new index, and a correction never leads to a word that no product has.
//!
//! The time of a search does not grow with the catalogue: at most [`MAX_RANKED`] products are ranked. If more
//! match, they come from a sample of the catalogue.
//!
//! The caller decides what is indexed and when; this crate owns only the derived tables.

pub mod rules;
pub mod service;
mod store;

pub use rules::fold::fold;
pub use service::{Document, MAX_RANKED, SearchResults, find, index, refresh_words, remove, suggest};
