//! Decisions about orders: which state may follow which, and what a form must say.

mod happening;
mod state;

pub use happening::Happening;
pub use state::{Event, State};

/// One thing that was bought, the way everybody reads it: «2 × بنّ (متوسط، 250 غ)».
pub fn item_text(quantity: &str, name: &str, detail: Option<&str>) -> String {
    match detail {
        Some(detail) => format!("{quantity} × {name} ({detail})"),
        None => format!("{quantity} × {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_named_with_what_was_chosen_of_it() {
        assert_eq!(item_text("2", "بنّ", Some("متوسط، 250 غ")), "2 × بنّ (متوسط، 250 غ)");
        assert_eq!(item_text("1", "عسل", None), "1 × عسل");
    }
}
