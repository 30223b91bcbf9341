//! What other crates may ask of the catalogue.

pub use crate::store::{
    Card, Category, CountdownMessages, ItemIds, SearchableProduct, Variation, cards, cards_in, categories,
    drafts, edit, email_pictures, export, find_item, first_pictures, full, library, list_cards, list_prices,
    list_searchable, listing, pictures, product, save_picture, selection, skus, staff_list,
};
