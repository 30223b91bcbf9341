//! Pure functions of the search: how words are folded, related, corrected and ranked.

pub mod fold;
pub mod lookup;
pub mod query;
pub mod rank;
pub mod stem;
pub mod typo;
