//! A selection of products by any combination of filters, and when it is a plain listing.

use chrono::{DateTime, Utc};
use kernel::{CategoryId, Money};

use super::{
    ProductKind,
    listing::{IN_STOCK, ListingQuery, ON_SALE, PriceBounds, Sort},
};

/// Things of one kind that products must have or must not have.
#[derive(Debug, Clone)]
pub struct Membership<T> {
    /// At least one of these, unless it is empty.
    pub any: Vec<T>,
    pub all: Vec<T>,
    pub none: Vec<T>,
}

impl<T> Default for Membership<T> {
    fn default() -> Self {
        Self { any: Vec::new(), all: Vec::new(), none: Vec::new() }
    }
}

impl<T> Membership<T> {
    fn is_empty(&self) -> bool {
        self.any.is_empty() && self.all.is_empty() && self.none.is_empty()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SelectionSort {
    /// The order of the ids that were named.
    Included,
    /// The order of creation.
    #[default]
    Id,
    Modified,
    Name,
    Slug,
    Price,
    Popularity,
    Rating,
    /// The shop owner's order.
    Arranged,
    /// The number of reviews.
    Reviews,
}

/// Filters and order. The default is every published product.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Only these; `None` is no condition.
    pub include: Option<Vec<i64>>,
    pub exclude: Vec<i64>,
    pub slugs: Vec<String>,
    /// Of the product or of one of its variations.
    pub skus: Vec<String>,
    pub kind: Option<ProductKind>,
    pub is_featured: Option<bool>,
    pub is_on_sale: Option<bool>,
    pub is_in_stock: Option<bool>,
    pub price_from: Option<Money>,
    pub price_to: Option<Money>,
    pub categories: Membership<i64>,
    pub tags: Membership<String>,
    pub brands: Membership<i64>,
    /// Values of attributes: at least one of each group.
    pub term_groups: Vec<Vec<i32>>,
    pub excluded_terms: Vec<i32>,
    /// Rounded averages of stars.
    pub ratings: Vec<i32>,
    pub after: Option<DateTime<Utc>>,
    pub before: Option<DateTime<Utc>>,
    /// `after` and `before` are about the last change instead of the creation.
    pub by_modified: bool,
    pub sort: SelectionSort,
    pub is_descending: bool,
}

impl Selection {
    pub fn prices(&self) -> PriceBounds {
        PriceBounds {
            low: self.price_from.map_or(0, Money::as_minor),
            high: self.price_to.map_or(i64::MAX, Money::as_minor),
        }
    }

    /// The same selection as a listing, which is read from an index, if it is one.
    pub fn as_listing(&self) -> Option<ListingQuery> {
        let is_plain = self.include.is_none()
            && self.exclude.is_empty()
            && self.slugs.is_empty()
            && self.skus.is_empty()
            && self.kind.is_none()
            && self.is_featured.is_none()
            && self.is_on_sale != Some(false)
            && self.is_in_stock != Some(false)
            && self.categories.all.is_empty()
            && self.categories.none.is_empty()
            && self.categories.any.len() <= 1
            && self.tags.is_empty()
            && self.brands.is_empty()
            && self.term_groups.iter().all(|group| group.len() == 1)
            && self.excluded_terms.is_empty()
            && self.ratings.is_empty()
            && self.after.is_none()
            && self.before.is_none();
        let sort = match (self.sort, self.is_descending) {
            (SelectionSort::Id, true) => Sort::Newest,
            (SelectionSort::Price, false) => Sort::PriceAscending,
            (SelectionSort::Price, true) => Sort::PriceDescending,
            (SelectionSort::Popularity, true) => Sort::Popular,
            (SelectionSort::Arranged, false) => Sort::Arranged,
            _ => return None,
        };
        let flags = [(self.is_in_stock, IN_STOCK), (self.is_on_sale, ON_SALE)];
        let flags = flags.into_iter().filter(|(flag, _)| *flag == Some(true)).map(|(_, term)| term);
        is_plain.then(|| ListingQuery {
            category: self.categories.any.first().copied().map(CategoryId),
            terms: flags.chain(self.term_groups.iter().flatten().copied()).collect(),
            price_from: self.price_from,
            price_to: self.price_to,
            sort,
            // The API's orders are exactly those that a client asks for.
            available_first: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn newest() -> Selection {
        Selection { is_descending: true, ..Selection::default() }
    }

    #[test]
    fn a_plain_selection_is_a_listing() {
        let selection = Selection {
            categories: Membership { any: vec![7], ..Membership::default() },
            term_groups: vec![vec![12]],
            is_in_stock: Some(true),
            ..newest()
        };
        let query = selection.as_listing().expect("a listing");
        assert_eq!((query.listing_id(), query.terms), (7, vec![IN_STOCK, 12]));
        assert_eq!(query.sort, Sort::Newest);
    }

    #[test]
    fn a_listing_cannot_express_every_filter() {
        let selections = [
            Selection { include: Some(vec![1]), ..newest() },
            Selection { exclude: vec![1], ..newest() },
            Selection { term_groups: vec![vec![12, 13]], ..newest() },
            Selection { is_on_sale: Some(false), ..newest() },
            Selection { categories: Membership { any: vec![7, 8], ..Membership::default() }, ..newest() },
            Selection {
                tags: Membership { none: vec!["تمر".to_owned()], ..Membership::default() },
                ..newest()
            },
            Selection { sort: SelectionSort::Name, ..newest() },
            Selection { is_descending: false, ..newest() },
        ];
        for selection in selections {
            assert!(selection.as_listing().is_none(), "{selection:?}");
        }
    }
}
