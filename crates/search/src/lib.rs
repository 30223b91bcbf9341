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
//! Before its words are matched, a query is understood ([`rules::understand`]): layout, signs, numbers, constraints about price and
//! order, fillers, and other words for goods. A real word that the shop does not sell is not corrected to one that it does.
//!
//! The caller decides what is indexed and when; this crate owns only the derived tables.

pub mod rules;
pub mod service;
mod store;
#[cfg(test)]
mod word_lists;

pub use rules::constraints::{Constraint, Filters, Order, TypedConstraint};
pub use rules::fold::fold;
pub use rules::meanings::{MeaningKind, Meanings};
pub use service::{
    Document, MAX_RANKED, Note, SavedMeaning, Search, SearchResults, UnansweredQuery, Understanding,
    count_unanswered, find_meaning, fold_choices, forget_unanswered, index, list_meanings, list_unanswered,
    load_meanings, record_choice, record_purchase, refresh_words, remove, remove_meaning, save_meaning,
    set_prices, topic,
};

/// The cache tag of the owner's meanings: a purge makes every server read them again.
pub const MEANINGS_TAG: &str = "search-meanings";
