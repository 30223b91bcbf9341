//! The index of the base: which addresses exist, and which methods and parameters each has.

use std::{collections::BTreeMap, sync::Arc};

use edge::{
    AppError, Endpoint, Policy, PublicShop,
    page::Document,
    registry::{Location, Verb},
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::addresses;
use crate::headers::ALLOW;

const ROOT: &str = "/ar/wp-json";

/// A path pattern without its root, and one of its methods.
type Row = (&'static str, Verb);

#[derive(Debug, Serialize, ToSchema)]
pub struct Index {
    namespace: &'static str,
    /// By the platform's patterns of paths.
    routes: BTreeMap<String, Route>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Route {
    namespace: &'static str,
    methods: Vec<&'static str>,
    #[schema(value_type = Vec<Object>)]
    endpoints: Vec<Value>,
    /// `None` for an address with a parameter.
    #[serde(rename = "_links", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    links: Option<Value>,
}

/// `others`: every other endpoint of the Store API.
pub fn endpoints<C>(others: &[Endpoint<C>]) -> Vec<Endpoint<C>>
where
    C: Clone + Send + Sync + 'static,
{
    let [versioned, plain] = addresses!("");
    let registered = others.iter().filter_map(|endpoint| match endpoint.location() {
        Location::Api(verb, path) => path.strip_prefix(ROOT).map(|path| (path, verb)),
        _ => None,
    });
    let own = [versioned, plain].map(|path| (path.trim_start_matches(ROOT), Verb::Get));
    let rows: Arc<[Row]> = registered.chain(own).collect();
    let index = |path, namespace| {
        let rows = rows.clone();
        Endpoint::public_api(path, &[], move |shop, _| build(shop, rows.clone(), namespace))
            .policy(Policy::public_api())
    };
    vec![index(versioned, "wc/store/v1"), index(plain, "wc/store")]
}

async fn build(shop: PublicShop, rows: Arc<[Row]>, namespace: &'static str) -> Result<Document, AppError> {
    let base = format!("/{namespace}");
    let is_below =
        |path: &str| path.strip_prefix(&base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    // The plain base contains the versioned one, which has its own index.
    let is_other = |path: &str| namespace == "wc/store" && path.starts_with("/wc/store/v1");
    let mut routes = BTreeMap::new();
    for (path, verb) in rows.iter().filter(|(path, _)| is_below(path) && !is_other(path)) {
        for path in platform_paths(path) {
            let route = routes.entry(platform_pattern(&path)).or_insert_with(|| Route {
                namespace,
                methods: Vec::new(),
                endpoints: Vec::new(),
                links: links(&shop.origin, &path),
            });
            let method = verb.methods()[0].as_str();
            route.methods.push(method);
            route.endpoints.push(json!({ "methods": [method], "args": arguments(&path) }));
        }
    }
    Ok(Document::json(&Index { namespace, routes }).with_header(ALLOW, "GET".to_owned()))
}

/// The parameters in the path.
fn arguments(path: &str) -> Map<String, Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    names.map(|name| (name.to_owned(), json!({ "required": true }))).collect()
}

/// An address with a parameter is no link.
fn links(origin: &str, path: &str) -> Option<Value> {
    (!path.contains('{')).then(|| json!({ "self": [{ "href": format!("{origin}{ROOT}{path}") }] }))
}

/// The path with the platform's names of parameters. A product is found by its id or its slug, which are two routes there.
fn platform_paths(path: &str) -> Vec<String> {
    if path.ends_with("/products/{id}") {
        return vec![path.to_owned(), path.replace("{id}", "{slug}")];
    }
    vec![path.replace("{id}/terms", "{attribute_id}/terms")]
}

/// The pattern as the platform writes it: `{id}` is `(?P<id>[\d]+)`.
fn platform_pattern(path: &str) -> String {
    let part = |part: &str| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
        Some(name) => {
            let values = match name {
                "id" | "attribute_id" => r"[\d]+",
                "slug" => r"[\S]+",
                "key" => r"[\w-]{32}",
                _ => r"[\w-]+",
            };
            format!("(?P<{name}>{values})")
        }
        None => part.to_owned(),
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_written_as_the_platform_writes_it() {
        assert_eq!(platform_pattern("/wc/store/v1/products/{id}"), r"/wc/store/v1/products/(?P<id>[\d]+)");
        assert_eq!(platform_pattern("/wc/store/v1/cart"), "/wc/store/v1/cart");
        assert_eq!(platform_paths("/a/products/{id}"), ["/a/products/{id}", "/a/products/{slug}"]);
        assert_eq!(platform_paths("/a/{id}/terms"), ["/a/{attribute_id}/terms"]);
    }
}
