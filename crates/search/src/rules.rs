//! Pure functions of the search: how a query is understood, and how words are folded, related, corrected and ranked.

pub mod arabizi;
pub mod constraints;
pub mod emoji;
pub mod fold;
pub mod layout;
pub mod lookup;
pub mod meanings;
pub mod numbers;
pub mod query;
pub mod rank;
pub mod real_words;
pub mod stem;
pub mod typo;
pub mod understand;
