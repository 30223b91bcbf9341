//! Search: finds products by what a shopper types, however it is spelt.
//!
//! Products are indexed by their folded words, nothing else. All knowledge of Arabic — articles,
//! endings, broken plurals, typing mistakes, the two scripts of a brand — is applied to the
//! *vocabulary*: a typed word is turned into the catalogue's words that it may stand for
//! ([`rules::query`]), products that have one of each are fetched, and the words decide the order
//! ([`rules::rank`]). So a better rule needs no new index, and correction never leads to a word
//! that the shop does not sell.
//!
//! The time of a search does not follow the size of the catalogue: no more than [`CAP`] products
//! are ever ranked. Where more match, they come from a sample that holds some of everything.
//!
//! What is indexed and when is the caller's to decide; this crate owns only what it derives.

pub mod rules;
pub mod store;

pub use rules::fold::fold;
pub use store::{CAP, Document, Found, find, index, refresh_words, remove, suggest};
