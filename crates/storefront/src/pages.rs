//! Pages that show several capabilities side by side. All of these are public: none is given a visitor.

mod card;
pub mod home;
mod listing;
mod product;
pub mod view;

use edge::{Endpoint, Policy};

pub fn endpoints() -> Vec<Endpoint> {
    let public = Policy::public_page();
    vec![
        Endpoint::public("/ar/", &[], home::draw).policy(public.clone()),
        Endpoint::public("/ar/shop/", &["paged", "s"], listing::draw_shop).policy(public.clone()),
        Endpoint::public("/ar/product-category/{*path}", &["paged"], listing::draw_category)
            .policy(public.clone()),
        Endpoint::public("/ar/product/{slug}/", &[], product::draw).policy(public),
    ]
}

pub fn category_url(path: &str) -> String {
    format!("/ar/product-category/{path}/")
}
