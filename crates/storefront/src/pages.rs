//! Pages that show several capabilities side by side. All of these are public: none is given a visitor.

pub mod barcode;
mod card;
mod gallery;
pub mod home;
mod island_errors;
mod listing;
mod prices;
mod product;
mod suggest;
mod suggestions;
pub mod till;
pub mod view;

use axum::response::Redirect;
use edge::{
    AppError, Endpoint, Policy,
    policy::{DatabaseRole, NonceField, NonceKind, Priority, RateClass, Shape},
    registry::At,
    view::LinkView,
};
use http::Uri;
use serde_json::json;

pub use suggestions::suggestions;

pub fn endpoints() -> Vec<Endpoint> {
    let public = Policy::public_page();
    let gallery =
        NonceKind::Page(NonceField { field: "nonce", action: product::GALLERY, object: "product_id" });
    let price = Policy::read_call(RateClass::Read, Priority(3));
    let read_only = |policy: Policy| Policy { database: DatabaseRole::Read, shape: Shape::Json, ..policy };
    vec![
        Endpoint::public("/ar/", &["s", "paged"], home::draw).policy(public.clone()),
        Endpoint::public(listing::SHOP_URL, listing::PARAMETERS, listing::draw_shop).policy(public.clone()),
        Endpoint::public("/ar/product-category/{*path}", listing::PARAMETERS, listing::draw_category)
            .policy(public.clone()),
        Endpoint::public("/ar/product/{slug}/", &[], product::draw).policy(public),
        Endpoint::handler(At::Page("/ar/product/{slug}/comment-page-{number}/"), page_of_reviews)
            .policy(read_only(Policy::personal_page())),
        Endpoint::handler(At::Page("/ar/search/suggest/"), suggest::suggest)
            .policy(read_only(Policy::personal_page())),
        Endpoint::handler(At::Action("loadWooDiscountedPriceForVariant"), prices::of_variation)
            .policy(read_only(price.clone())),
        Endpoint::handler(At::Action("loadWooDiscountStrikeoutPriceOfProduct"), prices::of_quantity)
            .policy(read_only(price.clone())),
        // Looks whether staff asks, which the reading role may not know.
        Endpoint::handler(At::Action("loadWooDiscountedDiscountTable"), prices::table).policy(price.clone()),
        Endpoint::handler(At::Action("visctr_doing_cron"), prices::sale_ended).policy(read_only(price)),
        Endpoint::handler(At::Action("matjar_island_error"), island_errors::report)
            .policy(Policy::write_call(RateClass::Beacon, Priority(5)).naturally()),
        Endpoint::handler(At::Action("twist_variation_ajax"), gallery::of_variation)
            .policy(read_only(Policy::read_call(RateClass::Read, Priority(3)).nonce(gallery))),
    ]
}

/// Reviews lie on their product's own page; its script opens them for this query. Moved shops are still linked to by the other address.
async fn page_of_reviews(uri: Uri) -> Result<Redirect, AppError> {
    let asked = uri.path().trim_end_matches('/').rsplit_once("/comment-page-");
    let asked = asked.and_then(|(product, number)| Some((product, number.parse::<u32>().ok()?)));
    let (product, number) = asked.ok_or(AppError::NotFound)?;
    Ok(Redirect::permanent(&format!("{product}/?cpage={number}")))
}

/// Where a page stands, for search engines.
fn breadcrumbs(origin: &str, crumbs: &[LinkView]) -> String {
    let steps = crumbs.iter().zip(1..).map(|(crumb, position)| {
        json!({ "@type": "ListItem", "position": position, "name": crumb.label, "item": format!("{origin}{}", crumb.url) })
    });
    let steps: Vec<_> = steps.collect();
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": steps })
        .to_string()
}

pub fn category_url(path: &str) -> String {
    format!("/ar/product-category/{path}/")
}
