//! The list as a cookie: `12.7.9`, newest first, and `c.12.7.9` for the copy of a customer's list. The browser reads and
//! writes the same text: see `web/src/wishlist/cookie.ts`.

/// Products of one list. Also the limit of a customer's stored list.
pub const MAX_ITEMS: usize = 50;

/// Marks the copy of a stored list.
const OWN: &str = "c";

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedIds {
    /// Newest first, each once.
    pub ids: Vec<i64>,
    /// A copy of a customer's list.
    pub is_copy: bool,
}

impl SavedIds {
    /// Reads any text: what is no id is skipped, and what is too much is left out.
    pub fn parse(text: &str) -> Self {
        let is_copy = text.split('.').next() == Some(OWN);
        let mut ids = Vec::new();
        for id in text.split('.').filter_map(|part| part.parse().ok()).filter(|id| *id > 0) {
            if ids.len() < MAX_ITEMS && !ids.contains(&id) {
                ids.push(id);
            }
        }
        Self { ids, is_copy }
    }

    pub fn to_text(&self) -> String {
        let mark = self.is_copy.then(|| OWN.to_owned());
        let ids = self.ids.iter().map(i64::to_string);
        mark.into_iter().chain(ids).collect::<Vec<_>>().join(".")
    }

    /// Adds or removes a product. Returns false if the list is full.
    pub fn set(&mut self, id: i64, is_saved: bool) -> bool {
        let is_there = self.ids.contains(&id);
        match (is_saved, is_there) {
            (true, false) if self.ids.len() >= MAX_ITEMS => return false,
            (true, false) => self.ids.insert(0, id),
            (false, true) => self.ids.retain(|one| *one != id),
            _ => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_cookie_is_read_and_written() {
        for text in ["", "7", "12.7.9", "c", "c.12.7"] {
            assert_eq!(SavedIds::parse(text).to_text(), text);
        }
        let own = SavedIds::parse("c.12.7");
        assert!(own.is_copy);
        assert_eq!(own.ids, [12, 7]);
    }

    #[test]
    fn the_newest_is_first_and_a_full_list_takes_no_more() {
        let mut saved = SavedIds::default();
        for id in 1..=50 {
            assert!(saved.set(id, true));
        }
        assert_eq!(saved.ids[0], 50);
        assert!(!saved.set(51, true));
        assert!(saved.set(50, true), "one that is there already");
        assert!(saved.set(1, false) && saved.set(51, true));
        assert_eq!(saved.ids.len(), MAX_ITEMS);
    }

    proptest! {
        #[test]
        fn any_text_gives_a_bounded_list_without_repetitions(text in "\\PC{0,400}") {
            let saved = SavedIds::parse(&text);
            let mut once = saved.ids.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), saved.ids.len());
            prop_assert!(saved.ids.len() <= MAX_ITEMS && saved.ids.iter().all(|id| *id > 0));
            prop_assert_eq!(SavedIds::parse(&saved.to_text()), saved);
        }
    }
}
