//! What other crates may ask of the checkout: the inventory of the scripts on its pages.

pub mod scripts;
