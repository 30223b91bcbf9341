//! Which page of a list a request asks for.

/// Pages that can be asked for by their number alone, so that none is far from the beginning.
const MAX_PAGES: i64 = 200;

/// The `page` of a request for the first page: a new search.
pub const REQUEST_FIRST_PAGE: i64 = -1;

/// Where a page of a list begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The first page is 0.
    pub page: i64,
    /// The last question of the page before. `None`: the page is found by its number.
    pub after: Option<i64>,
}

impl Position {
    pub const FIRST: Self = Self { page: 0, after: None };

    /// The page after `page`, which is -1 for a new search; `after` is its last question. `None` if there is no such page.
    pub fn after_page(page: i64, after: Option<i64>) -> Option<Self> {
        if page < REQUEST_FIRST_PAGE {
            return None;
        }
        let page = page.saturating_add(1);
        Some(Self { page, after: after.filter(|_| page > 0) })
    }

    /// How many questions are before the page, if it is found by its number. `None`: it is too far away.
    pub fn offset(&self, size: i64) -> Option<i64> {
        match self.after {
            Some(_) => Some(0),
            None => (self.page < MAX_PAGES).then(|| self.page * size),
        }
    }

    /// Questions before this one are on the page.
    pub fn before(&self) -> i64 {
        self.after.unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_minus_one_is_followed_by_the_first_page() {
        assert_eq!(Position::after_page(-1, Some(7)), Some(Position::FIRST));
        assert_eq!(Position::after_page(-2, None), None);
        assert_eq!(Position::after_page(0, Some(7)), Some(Position { page: 1, after: Some(7) }));
        assert_eq!(Position::after_page(i64::MAX, None).expect("a page").offset(5), None);
    }

    #[test]
    fn a_page_is_found_by_its_position_or_by_its_number() {
        let by_position = Position { page: 100_000, after: Some(42) };
        assert_eq!((by_position.offset(5), by_position.before()), (Some(0), 42));
        let by_number = Position { page: 3, after: None };
        assert_eq!((by_number.offset(5), by_number.before()), (Some(15), i64::MAX));
        assert_eq!(Position { page: 200, after: None }.offset(5), None);
    }
}
