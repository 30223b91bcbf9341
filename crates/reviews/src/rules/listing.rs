//! Lists of reviews: their order, filters and numbered pages.

use kernel::{Key, msg};

/// Pages that a list has at most, so that no page is far from its beginning.
pub const MAX_PAGES: i64 = 200;
/// Tags that a list can be filtered by at once.
pub const MAX_TAGS: usize = 10;

/// What is reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Product(i64),
    /// Everything: reviews of all products and of the shop.
    All,
}

impl Scope {
    /// The row of `review_summaries`.
    pub fn id(self) -> i64 {
        match self {
            Self::Product(id) => id,
            Self::All => 0,
        }
    }

    pub fn product(self) -> Option<i64> {
        match self {
            Self::Product(id) => Some(id),
            Self::All => None,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Newest,
    Helpful,
    Highest,
    Lowest,
}

impl Sort {
    pub const ALL: [Self; 4] = [Self::Newest, Self::Helpful, Self::Highest, Self::Lowest];

    /// The value on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Newest => "recent",
            Self::Helpful => "helpful",
            Self::Highest => "rating_desc",
            Self::Lowest => "rating_asc",
        }
    }

    /// Unknown values are sorted like none.
    pub fn parse(name: &str) -> Self {
        Self::ALL.into_iter().find(|sort| sort.name() == name).unwrap_or_default()
    }

    pub fn label(self) -> Key {
        match self {
            Self::Newest => msg::reviews::SORT_NEWEST,
            Self::Helpful => msg::reviews::SORT_HELPFUL,
            Self::Highest => msg::reviews::SORT_HIGHEST,
            Self::Lowest => msg::reviews::SORT_LOWEST,
        }
    }
}

/// Which reviews of a scope are listed, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub sort: Sort,
    /// `None`: all ratings.
    pub rating: Option<u8>,
    pub search: String,
    pub tags: Vec<i64>,
}

impl Filter {
    /// Parses what a request says. A rating outside 1 to 5 means all; a search is cut.
    pub fn from_request(sort: &str, rating: &str, search: &str, tags: &[i64]) -> Self {
        let rating =
            kernel::digits::fold(rating.trim()).parse().ok().filter(|rating| (1..=5).contains(rating));
        let mut tags: Vec<i64> = tags.iter().copied().filter(|tag| *tag > 0).take(MAX_TAGS).collect();
        tags.sort_unstable();
        tags.dedup();
        Self { sort: Sort::parse(sort), rating, search: kernel::text::clean(search, 100), tags }
    }

    /// Whether what a search finds, newest first, is the list as it is: no rating is left out, and nothing is sorted.
    pub fn takes_newest_first(&self) -> bool {
        self.sort == Sort::Newest && self.rating.is_none()
    }
}

/// The numbers to show below page `current` of `total`: the ends and those around the current one; `None` for a gap.
pub fn page_numbers(current: i64, total: i64) -> Vec<Option<i64>> {
    let mut numbers = Vec::new();
    let mut last = 0;
    for page in 1..=total {
        if page != 1 && page != total && (page - current).abs() > 1 {
            continue;
        }
        match page - last {
            2 => numbers.push(Some(page - 1)),
            3.. => numbers.push(None),
            _ => {}
        }
        numbers.push(Some(page));
        last = page;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_values_of_a_request_mean_none() {
        let filter = Filter::from_request("; drop table", "9", &"أ".repeat(500), &[3, -1, 3, 1]);
        assert_eq!((filter.sort, filter.rating), (Sort::Newest, None));
        assert_eq!((filter.search.chars().count(), filter.tags), (100, vec![1, 3]));
        assert_eq!(Filter::from_request("helpful", "٤", " عسل ", &[]).rating, Some(4));
        assert_eq!(Filter::from_request("", "0", "", &[]).rating, None);
    }

    #[test]
    fn page_numbers_show_the_ends_and_the_neighbours() {
        let shown = |current, total| {
            let numbers = page_numbers(current, total).into_iter();
            numbers
                .map(|page| page.map_or("…".to_owned(), |page| page.to_string()))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(shown(1, 1), "1");
        assert_eq!(shown(1, 5), "1 2 … 5");
        assert_eq!(shown(3, 5), "1 2 3 4 5");
        assert_eq!(shown(100, 200), "1 … 99 100 101 … 200");
        assert_eq!(shown(200, 200), "1 … 199 200");
    }
}
