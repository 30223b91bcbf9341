//! Filters and order of a listing, and the choice of its query plan.

use std::{cmp::Reverse, collections::HashMap};

use kernel::{CategoryId, Money};

/// Term of products that are in stock.
pub const IN_STOCK: i32 = 1;
/// Term of products that are on sale.
pub const ON_SALE: i32 = 2;

/// Terms of products with at least this many stars on average, from the lowest to the highest.
pub const RATED: [(u8, i32); 2] = [(3, 3), (4, 4)];

/// A term with more products than this counts as common, however large the listing is.
const MAX_RARE_PRODUCTS: i64 = 3_000;
/// Offset that encodes (flag, value) pairs as one term id: flag * TERM_PAIR_OFFSET + value. The flag is
/// [`IN_STOCK`] or [`ON_SALE`].
const TERM_PAIR_OFFSET: i32 = 1_000_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// The shop owner's order.
    #[default]
    Arranged,
    Popular,
    Rated,
    Newest,
    PriceAscending,
    PriceDescending,
}

/// Filters and order of a listing.
#[derive(Debug, Clone, Default)]
pub struct ListingQuery {
    /// `None`: the whole shop.
    pub category: Option<CategoryId>,
    /// The products must have all of these.
    pub terms: Vec<i32>,
    pub price_from: Option<Money>,
    pub price_to: Option<Money>,
    pub sort: Sort,
    /// Sold-out products follow all others.
    pub available_first: bool,
}

/// Limits of a price filter in minor units, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceBounds {
    pub low: i64,
    pub high: i64,
}

impl ListingQuery {
    /// The id under which the listing is indexed: its category, or 0 for the whole shop.
    pub fn listing_id(&self) -> i64 {
        self.category.map_or(0, |category| category.0)
    }

    pub fn has_filters(&self) -> bool {
        !self.terms.is_empty() || self.has_prices()
    }

    fn has_prices(&self) -> bool {
        self.price_from.is_some() || self.price_to.is_some()
    }

    /// The same listing with one more filter term.
    pub fn with_term(&self, term: i32) -> Self {
        let terms = self.terms.iter().copied().filter(|other| *other != term).chain([term]);
        Self { terms: terms.collect(), ..self.clone() }
    }

    /// The filter terms and the term of the category itself.
    pub fn all_terms(&self) -> Vec<i32> {
        let category_term = i32::try_from(-self.listing_id()).unwrap_or(0);
        self.terms.iter().copied().chain([category_term]).collect()
    }

    /// The term in `facet_counts` whose count is the size of this listing, if there is one.
    pub fn counted_term(&self) -> Option<i32> {
        if self.has_prices() {
            return None;
        }
        match self.terms[..] {
            [] => Some(0),
            [term] => Some(term),
            [one, other] => {
                let (flag, value) = (one.min(other), one.max(other));
                (flag <= ON_SALE && value < TERM_PAIR_OFFSET)
                    .then(|| flag.saturating_mul(TERM_PAIR_OFFSET).saturating_add(value))
            }
            _ => None,
        }
    }

    pub fn prices(&self) -> PriceBounds {
        PriceBounds {
            low: self.price_from.map_or(0, Money::as_minor),
            high: self.price_to.map_or(i64::MAX, Money::as_minor),
        }
    }
}

/// A product in the listing of the whole shop: what search results are narrowed and sorted by.
#[derive(Debug, Clone)]
pub struct Entry {
    pub product_id: i64,
    pub position: i64,
    pub popularity: i32,
    pub rating: f32,
    pub price: Money,
    pub terms: Vec<i32>,
    /// The categories that the product is listed under.
    pub categories: Vec<i64>,
}

impl Entry {
    pub fn is_sold_out(&self) -> bool {
        !self.terms.contains(&IN_STOCK)
    }

    pub fn matches(&self, query: &ListingQuery) -> bool {
        let prices = query.prices();
        query.category.is_none_or(|category| self.categories.contains(&category.0))
            && query.terms.iter().all(|term| self.terms.contains(term))
            && (prices.low..=prices.high).contains(&self.price.as_minor())
    }
}

/// Narrows search results, which come best first, and sorts them: sold-out products last, and the arranged order is that
/// of the results.
pub fn arrange(found: &[Entry], query: &ListingQuery) -> Vec<Entry> {
    let mut entries: Vec<Entry> = found.iter().filter(|entry| entry.matches(query)).cloned().collect();
    match query.sort {
        Sort::Arranged => {}
        Sort::Popular => entries.sort_by_key(|entry| Reverse(entry.popularity)),
        Sort::Rated => entries.sort_by(|one, other| other.rating.total_cmp(&one.rating)),
        Sort::Newest => entries.sort_by_key(|entry| Reverse(entry.product_id)),
        Sort::PriceAscending => entries.sort_by_key(|entry| entry.price),
        Sort::PriceDescending => entries.sort_by_key(|entry| Reverse(entry.price)),
    }
    entries.sort_by_key(Entry::is_sold_out);
    entries
}

/// How many of these entries have each term.
pub fn tally(entries: &[Entry]) -> HashMap<i32, i64> {
    let mut counts = HashMap::new();
    for term in entries.iter().flat_map(|entry| &entry.terms) {
        *counts.entry(*term).or_insert(0) += 1;
    }
    counts
}

/// How many products a listing has, and how many of them have the rarest of the wanted terms.
#[derive(Debug, Clone, Copy)]
pub struct TermCounts {
    pub rarest: i64,
    pub all: i64,
}

/// Whether it is cheaper to read and sort all products with the rarest term than to scan the listing until the page,
/// which ends at `until`, is full. Reading one product costs about as much as three scan steps.
pub fn is_rare(counts: TermCounts, until: i64) -> bool {
    let sort_cost = counts.rarest.saturating_mul(counts.rarest).saturating_mul(3);
    let scan_cost = until.saturating_mul(counts.all);
    counts.rarest <= MAX_RARE_PRODUCTS && sort_cost <= scan_cost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_terms(terms: &[i32]) -> ListingQuery {
        ListingQuery { terms: terms.to_vec(), ..ListingQuery::default() }
    }

    #[test]
    fn a_listing_with_up_to_one_value_and_one_flag_is_counted_in_advance() {
        assert_eq!(with_terms(&[]).counted_term(), Some(0));
        assert_eq!(with_terms(&[7]).counted_term(), Some(7));
        assert_eq!(with_terms(&[7, ON_SALE]).counted_term(), Some(2_000_000_007));
        assert_eq!(with_terms(&[IN_STOCK, ON_SALE]).counted_term(), Some(1_000_000_002));
        assert_eq!(with_terms(&[7, 8]).counted_term(), None, "two values");
        assert_eq!(with_terms(&[IN_STOCK, ON_SALE, 7]).counted_term(), None);
        let priced = ListingQuery { price_to: Some(Money::from_minor(500)), ..with_terms(&[7]) };
        assert_eq!(priced.counted_term(), None);
    }

    #[test]
    fn search_results_keep_their_order_and_show_sold_out_products_last() {
        let entry = |product_id, price, terms: &[i32]| Entry {
            product_id,
            position: 0,
            popularity: 0,
            rating: 0.0,
            price: Money::from_minor(price),
            terms: terms.to_vec(),
            categories: vec![product_id * 10],
        };
        let found = [entry(3, 900, &[7]), entry(1, 500, &[IN_STOCK, 7]), entry(2, 100, &[IN_STOCK])];
        let ids = |query: ListingQuery| -> Vec<i64> {
            arrange(&found, &query).iter().map(|entry| entry.product_id).collect()
        };

        assert_eq!(ids(ListingQuery::default()), [1, 2, 3]);
        assert_eq!(ids(ListingQuery { sort: Sort::PriceAscending, ..ListingQuery::default() }), [2, 1, 3]);
        assert_eq!(ids(with_terms(&[7])), [1, 3]);
        assert_eq!(ids(ListingQuery { category: Some(CategoryId(20)), ..ListingQuery::default() }), [2]);
        let cheap = ListingQuery { price_to: Some(Money::from_minor(500)), ..ListingQuery::default() };
        assert_eq!(ids(cheap), [1, 2]);
        assert_eq!(tally(&found).get(&7), Some(&2));
    }

    #[test]
    fn a_rare_term_is_sorted_and_a_common_one_is_scanned() {
        assert!(is_rare(TermCounts { rarest: 10, all: 100_000 }, 24));
        assert!(!is_rare(TermCounts { rarest: 50_000, all: 100_000 }, 24));
        assert!(!is_rare(TermCounts { rarest: 3_001, all: i64::MAX }, 24), "however large the listing is");
        assert!(!is_rare(TermCounts { rarest: 10, all: 10 }, 24), "a small listing is scanned");
        assert!(is_rare(TermCounts { rarest: 0, all: 0 }, 24));
    }
}
