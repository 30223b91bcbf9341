//! The URL of a listing: its filters, order and page. Each listing has exactly one URL.

use std::collections::BTreeMap;

use catalog::{
    Category,
    rules::listing::{IN_STOCK, ListingQuery, ON_SALE, RATED, Sort},
    service::listing::Facet,
};
use edge::PageRequest;
use kernel::CategoryId;

use super::{ORDERS, money};
use crate::pages::view::HiddenField;

#[derive(Debug, Clone)]
pub struct ListingUrl {
    path: String,
    /// Parameters by name, except the page, the order and the prices.
    choices: BTreeMap<String, String>,
    terms: Vec<i32>,
    /// Only search results are narrowed by a category; elsewhere it is part of the path.
    category: Option<CategoryId>,
    sort: Sort,
    pub page: i64,
    /// In whole currency units.
    pub price_from: Option<i64>,
    pub price_to: Option<i64>,
}

/// No listing has more pages.
const MAX_PAGE: i64 = 1_000_000;

impl ListingUrl {
    /// Returns `None` if a parameter is unknown or has an invalid value.
    pub fn read(
        path: &str,
        request: &PageRequest,
        facets: &[Facet],
        categories: &[Category],
    ) -> Option<Self> {
        let is_search = request.query("s").is_some();
        let mut address = Self {
            path: path.to_owned(),
            choices: BTreeMap::new(),
            terms: Vec::new(),
            category: None,
            sort: Sort::default(),
            page: 1,
            price_from: None,
            price_to: None,
        };
        for (name, value) in request.queries() {
            match name {
                "paged" => address.page = value.parse().ok().filter(|page| (1..=MAX_PAGE).contains(page))?,
                // Plugins of other shops have further orders: the default order replaces them.
                "orderby" => {
                    address.sort = ORDERS
                        .iter()
                        .find(|(name, _)| *name == value)
                        .map_or_else(Sort::default, |one| one.1);
                }
                "min_price" => address.price_from = Some(whole(value)?),
                "max_price" => address.price_to = Some(whole(value)?),
                "in_stock" | "on_sale" if value == "1" => {
                    address.terms.push(if name == "in_stock" { IN_STOCK } else { ON_SALE });
                    address.choices.insert(name.to_owned(), value.to_owned());
                }
                RATING => {
                    if let Some((stars, term)) = lowest_rating(value)? {
                        address.terms.push(term);
                        address.choices.insert(name.to_owned(), rating_value(stars));
                    }
                }
                "product_cat" | "exact" if !is_search => {}
                "product_cat" => {
                    address.category = Some(categories.iter().find(|one| one.path == value)?.id);
                    address.choices.insert(name.to_owned(), value.to_owned());
                }
                "exact" if value != "1" => return None,
                "s" | "exact" => _ = address.choices.insert(name.to_owned(), value.to_owned()),
                _ => {
                    let attribute = name.strip_prefix("filter_")?;
                    let facet =
                        facets.iter().find(|facet| facet.attribute == attribute && facet.value == value)?;
                    address.terms.push(facet.term);
                    address.choices.insert(name.to_owned(), value.to_owned());
                }
            }
        }
        Some(address)
    }

    pub fn query(&self, category: Option<CategoryId>) -> ListingQuery {
        ListingQuery {
            category: category.or(self.category),
            terms: self.terms.clone(),
            price_from: self.price_from.map(money),
            price_to: self.price_to.map(money),
            sort: self.sort,
            available_first: true,
        }
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    pub fn order(&self) -> &'static str {
        ORDERS.iter().find(|(_, sort)| *sort == self.sort).map_or(ORDERS[0].0, |(name, _)| name)
    }

    /// Whether the order differs from the default.
    pub fn has_custom_order(&self) -> bool {
        self.sort != Sort::default()
    }

    /// Whether anything but a search query narrows the listing.
    pub fn is_filtered(&self) -> bool {
        self.choices.keys().any(|name| !is_query(name))
            || self.price_from.is_some()
            || self.price_to.is_some()
    }

    pub fn has(&self, name: &str) -> bool {
        self.choices.contains_key(name)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.choices.get(name).map(String::as_str)
    }

    /// Returns the first page of the listing with this filter, which replaces another value of the same parameter.
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut changed = self.at_page(1);
        changed.choices.insert(name.to_owned(), value.to_owned());
        changed
    }

    pub fn without(&self, name: &str) -> Self {
        let mut changed = self.at_page(1);
        changed.choices.remove(name);
        match name {
            "min_price" => changed.price_from = None,
            "max_price" => changed.price_to = None,
            _ => {}
        }
        changed
    }

    /// Returns the listing in default order without filters; a search query remains.
    pub fn cleared(&self) -> Self {
        Self {
            choices: self.choices.iter().filter(|(name, _)| is_query(name)).map(owned).collect(),
            terms: Vec::new(),
            category: None,
            sort: Sort::default(),
            price_from: None,
            price_to: None,
            ..self.at_page(1)
        }
    }

    /// Returns the same filters and order under another path: that of a category.
    pub fn under(&self, path: &str) -> Self {
        Self { path: path.to_owned(), ..self.at_page(1) }
    }

    /// Returns the first page in another order.
    pub fn sorted(&self, sort: Sort) -> Self {
        Self { sort, ..self.at_page(1) }
    }

    pub fn at_page(&self, page: i64) -> Self {
        Self { page, ..self.clone() }
    }

    /// Returns all parameters except these as hidden fields, for a form that sets these.
    pub fn fields(&self, except: &[&str]) -> Vec<HiddenField> {
        let pairs = self.pairs().into_iter().filter(|(name, _)| !except.contains(&name.as_str()));
        pairs.map(|(name, value)| HiddenField { name, value }).collect()
    }

    fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs: Vec<_> = self.choices.iter().map(owned).collect();
        let numbers = [("min_price", self.price_from), ("max_price", self.price_to)];
        pairs.extend(
            numbers.iter().filter_map(|(name, value)| Some(((*name).to_owned(), (*value)?.to_string()))),
        );
        if self.has_custom_order() {
            pairs.push(("orderby".to_owned(), self.order().to_owned()));
        }
        if self.page > 1 {
            pairs.push(("paged".to_owned(), self.page.to_string()));
        }
        pairs
    }

    pub fn url(&self) -> String {
        let query = serde_urlencoded::to_string(self.pairs()).expect("text pairs can be encoded");
        if query.is_empty() { self.path.clone() } else { format!("{}?{query}", self.path) }
    }
}

/// The platform's parameter: a list of stars, such as `4,5`.
pub const RATING: &str = "rating_filter";

/// The value of the parameter for this many stars or more.
pub fn rating_value(stars: u8) -> String {
    (stars..=5).map(|stars| stars.to_string()).collect::<Vec<_>>().join(",")
}

/// The lowest of the listed stars, and its term. Links of other shops list any stars: below the lowest term there is nothing
/// to filter. `None` if the list is not one of stars.
fn lowest_rating(value: &str) -> Option<Option<(u8, i32)>> {
    let stars: Option<Vec<u8>> = value.split(',').map(|one| one.trim().parse().ok()).collect();
    let lowest = stars?.into_iter().map(|stars| (1..=5).contains(&stars).then_some(stars));
    let lowest = lowest.collect::<Option<Vec<u8>>>()?.into_iter().min()?;
    Some(RATED.into_iter().rfind(|(stars, _)| *stars <= lowest))
}

/// Whether a parameter is part of a search query, which is no filter.
fn is_query(name: &str) -> bool {
    matches!(name, "s" | "exact")
}

fn owned((name, value): (&String, &String)) -> (String, String) {
    (name.clone(), value.clone())
}

/// Parses a typed price in whole currency units. Accepts Arabic digits, and ignores a fraction.
fn whole(text: &str) -> Option<i64> {
    let folded = kernel::digits::fold(text);
    let number = folded.trim().split(['.', ',']).next().unwrap_or_default();
    number.parse().ok().filter(|number| (0..=10_000_000).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_stars_is_the_lowest_of_them_or_more() {
        assert_eq!(rating_value(4), "4,5");
        assert_eq!(rating_value(3), "3,4,5");
        for (value, stars) in [("4,5", 4), ("5", 4), ("3,4,5", 3), ("3", 3)] {
            assert_eq!(lowest_rating(value).flatten().map(|(stars, _)| stars), Some(stars), "{value}");
        }
        for all in ["1", "2,3,4,5"] {
            assert_eq!(lowest_rating(all), Some(None), "{all}");
        }
        for wrong in ["", "6", "0", "four", "4,x"] {
            assert_eq!(lowest_rating(wrong), None, "{wrong}");
        }
    }
}
