//! A listing's address: what it is narrowed to, in which order, on which page. One listing has one address.

use std::collections::BTreeMap;

use catalog::listing::{Facet, IN_STOCK, ON_SALE, Sort, Wanted};
use edge::PageRequest;
use kernel::{CategoryId, Money};

use super::ORDERS;
use crate::pages::view::HiddenField;

#[derive(Debug, Clone)]
pub struct Address {
    path: String,
    /// Parameters but the page, the order and the prices: name and value.
    choices: BTreeMap<String, String>,
    terms: Vec<i32>,
    sort: Sort,
    pub page: i64,
    /// In whole units of money.
    pub price_from: Option<i64>,
    pub price_to: Option<i64>,
}

impl Address {
    /// `None` when a parameter says what no listing of ours says.
    pub fn read(path: &str, request: &PageRequest, facets: &[Facet]) -> Option<Self> {
        let mut address = Self {
            path: path.to_owned(),
            choices: BTreeMap::new(),
            terms: Vec::new(),
            sort: Sort::default(),
            page: 1,
            price_from: None,
            price_to: None,
        };
        for (name, value) in request.queries() {
            match name {
                "paged" => address.page = value.parse().ok().filter(|page| *page >= 1)?,
                // Another shop's plugins had orders of their own: the usual one stands in for them.
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
                "s" => _ = address.choices.insert(name.to_owned(), value.to_owned()),
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

    pub fn wanted(&self, category: Option<CategoryId>) -> Wanted {
        let money = |whole: i64| Money::minor(whole.saturating_mul(100));
        Wanted {
            category,
            terms: self.terms.clone(),
            price_from: self.price_from.map(money),
            price_to: self.price_to.map(money),
            sort: self.sort,
        }
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    pub fn order(&self) -> &'static str {
        ORDERS.iter().find(|(_, sort)| *sort == self.sort).map_or(ORDERS[0].0, |(name, _)| name)
    }

    /// Whether another order than the usual one was asked for.
    pub fn orders(&self) -> bool {
        self.sort != Sort::default()
    }

    pub fn is_filtered(&self) -> bool {
        !self.choices.is_empty() || self.price_from.is_some() || self.price_to.is_some()
    }

    pub fn has(&self, name: &str) -> bool {
        self.choices.contains_key(name)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.choices.get(name).map(String::as_str)
    }

    /// Narrowed further, and from its first page. Another value of the same attribute takes the place of the first.
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

    /// The listing in its usual order, with nothing left out.
    pub fn cleared(&self) -> Self {
        Self {
            choices: self.choices.iter().filter(|(name, _)| *name == "s").map(owned).collect(),
            terms: Vec::new(),
            sort: Sort::default(),
            price_from: None,
            price_to: None,
            ..self.at_page(1)
        }
    }

    pub fn at_page(&self, page: i64) -> Self {
        Self { page, ..self.clone() }
    }

    /// Everything but these, for a form that sets them.
    pub fn fields(&self, but: &[&str]) -> Vec<HiddenField> {
        let pairs = self.pairs().into_iter().filter(|(name, _)| !but.contains(&name.as_str()));
        pairs.map(|(name, value)| HiddenField { name, value }).collect()
    }

    fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs: Vec<_> = self.choices.iter().map(owned).collect();
        let numbers = [("min_price", self.price_from), ("max_price", self.price_to)];
        pairs.extend(
            numbers.iter().filter_map(|(name, value)| Some(((*name).to_owned(), (*value)?.to_string()))),
        );
        if self.orders() {
            pairs.push(("orderby".to_owned(), self.order().to_owned()));
        }
        if self.page > 1 {
            pairs.push(("paged".to_owned(), self.page.to_string()));
        }
        pairs
    }

    pub fn url(&self) -> String {
        let query = serde_urlencoded::to_string(self.pairs()).expect("pairs of text");
        if query.is_empty() { self.path.clone() } else { format!("{}?{query}", self.path) }
    }
}

fn owned((name, value): (&String, &String)) -> (String, String) {
    (name.clone(), value.clone())
}

/// A price as a shopper types it, in whole units: other digits and a fraction are forgiven.
fn whole(text: &str) -> Option<i64> {
    let folded = kernel::digits::fold(text);
    let number = folded.trim().split(['.', ',']).next().unwrap_or_default();
    number.parse().ok().filter(|number| (0..=10_000_000).contains(number))
}
