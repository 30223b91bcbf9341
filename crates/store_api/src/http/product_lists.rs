//! Lists about products: categories, tags, brands, attributes and their terms, reviews, and figures of a selection.

mod attributes;
mod categories;
mod collection_data;
mod reviews;
mod terms;

use edge::{AppError, Endpoint, PageRequest, Policy, PublicShop, page::Document};

use super::{addresses, parameters};

fn public<F, Fut>(
    paths: [&'static str; 2],
    parameters: &'static [&'static str],
    build: F,
) -> impl Iterator<Item = Endpoint>
where
    F: Fn(PublicShop, PageRequest) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Result<Document, AppError>> + Send + 'static,
{
    paths
        .into_iter()
        .map(move |path| Endpoint::public_api(path, parameters, build.clone()).policy(Policy::public_api()))
}

pub fn endpoints() -> Vec<Endpoint> {
    let categories = public(addresses!("/products/categories"), parameters::TERMS, categories::list)
        .chain(public(addresses!("/products/categories/{id}"), &[], categories::one));
    let names = public(addresses!("/products/tags"), parameters::TERMS, terms::tags)
        .chain(public(addresses!("/products/brands"), parameters::TERMS, terms::brands))
        .chain(public(addresses!("/products/brands/{id}"), &[], terms::brand));
    let attributes = public(addresses!("/products/attributes"), &[], attributes::list)
        .chain(public(addresses!("/products/attributes/{id}"), &[], attributes::one))
        .chain(public(addresses!("/products/attributes/{id}/terms"), parameters::TERMS, attributes::terms));
    let figures =
        public(addresses!("/products/collection-data"), parameters::COLLECTION_DATA, collection_data::show);
    let reviews = public(addresses!("/products/reviews"), parameters::REVIEWS, reviews::list);
    categories.chain(names).chain(attributes).chain(figures).chain(reviews).collect()
}
