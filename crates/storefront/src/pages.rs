//! Pages and calls that combine several capabilities. The pages are public: they get no visitor.

pub mod barcode;
mod card;
mod content_rows;
mod cross_sells;
mod csp_reports;
mod gallery;
pub mod home;
mod island_errors;
mod listing;
pub mod price_calculator;
mod prices;
pub(crate) mod product;
mod suggest;
pub mod view;
mod wishlist;

use axum::response::Redirect;
use edge::{
    AppError, Endpoint, Policy,
    headers::CSP_REPORTS_URL,
    policy::{DatabaseRole, NonceField, NonceKind, Priority, RateClass, Shape},
    registry::Location,
    view::LinkView,
};
use http::Uri;
use serde_json::json;

pub use content_rows::content_rows;
pub use cross_sells::cross_sells;

pub fn endpoints() -> Vec<Endpoint> {
    let public = Policy::public_page();
    let gallery =
        NonceKind::Page(NonceField { field: "nonce", action: product::GALLERY, object: "product_id" });
    let price = Policy::read_call(RateClass::Read, Priority(4));
    let read_only = |policy: Policy| Policy { database: DatabaseRole::Read, shape: Shape::Json, ..policy };
    vec![
        Endpoint::public("/ar/", &["s", "paged"], home::render).policy(public.clone()),
        Endpoint::public(listing::SHOP_URL, listing::PARAMETERS, listing::render_shop).policy(public.clone()),
        Endpoint::public("/ar/product-category/{*path}", listing::PARAMETERS, listing::render_category)
            .policy(public.clone()),
        Endpoint::public("/ar/product/{slug}/", product::PARAMETERS, product::render).policy(public),
        Endpoint::handler(Location::Page("/ar/product/{slug}/comment-page-{number}/"), page_of_reviews)
            .policy(read_only(Policy::personal_page())),
        Endpoint::handler(Location::Page("/ar/search/suggest/"), suggest::suggest)
            .policy(read_only(Policy::personal_page())),
        Endpoint::handler(Location::Action("loadWooDiscountedPriceForVariant"), prices::variation_price)
            .policy(read_only(price.clone())),
        Endpoint::handler(Location::Action("loadWooDiscountStrikeoutPriceOfProduct"), prices::quantity_price)
            .policy(read_only(price.clone())),
        // Checks for a staff session, which the read role cannot access.
        Endpoint::handler(Location::Action("loadWooDiscountedDiscountTable"), prices::discount_table)
            .policy(price.clone()),
        // Sent by every countdown that ends: a burst of them must not displace shoppers' requests.
        Endpoint::handler(Location::Action("visctr_doing_cron"), prices::sale_ended)
            .policy(read_only(Policy::read_call(RateClass::Beacon, Priority(5)))),
        Endpoint::handler(Location::Action("matjar_island_error"), island_errors::report)
            .policy(Policy::write_call(RateClass::Beacon, Priority(5)).idempotent()),
        Endpoint::handler(Location::Page(wishlist::WISHLIST_URL), wishlist::show)
            .policy(Policy::personal_page()),
        // They set a state, so a repetition changes nothing more.
        Endpoint::handler(Location::Form(wishlist::WISHLIST_URL), wishlist::change_by_form)
            .policy(Policy::form(RateClass::CartWrite, Priority(3)).idempotent()),
        Endpoint::handler(Location::WcAjax("matjar_wishlist"), wishlist::change_by_call)
            .policy(Policy::write_call(RateClass::CartWrite, Priority(3)).idempotent()),
        Endpoint::handler(Location::WcAjax("matjar_recent"), wishlist::recent)
            .policy(read_only(Policy::read_call(RateClass::Read, Priority(4)))),
        Endpoint::handler(Location::Rest(CSP_REPORTS_URL), csp_reports::receive)
            .policy(Policy::browser_reports(csp_reports::MAX_BYTES)),
        Endpoint::handler(Location::Action("twist_variation_ajax"), gallery::variation_gallery)
            .policy(read_only(price.nonce(gallery))),
    ]
}

/// Redirects to the product page, whose script opens the reviews for this query. Links from before a migration still
/// use the old URL.
async fn page_of_reviews(uri: Uri) -> Result<Redirect, AppError> {
    let target = uri.path().trim_end_matches('/').rsplit_once("/comment-page-");
    let target = target.and_then(|(product, number)| Some((product, number.parse::<u32>().ok()?)));
    let (product, number) = target.ok_or(AppError::NotFound)?;
    Ok(Redirect::permanent(&format!("{product}/?cpage={number}")))
}

/// Returns the breadcrumbs as structured data for search engines.
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
