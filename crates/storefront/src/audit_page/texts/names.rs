//! Which things lines of the log are about, and what people call them.

use std::collections::HashMap;

use catalog::Category;

use super::Logged;

/// Things whose names have to be looked up, by id; pictures by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub orders: Vec<i64>,
    pub products: Vec<i64>,
    pub variations: Vec<i64>,
    pub content: Vec<i64>,
    pub enquiries: Vec<i64>,
    pub bulk_jobs: Vec<i64>,
    pub pictures: Vec<String>,
}

impl Wanted {
    /// What a line may name. More than it names costs nothing.
    pub fn add(&mut self, line: &Logged<'_>) {
        let subject = line.subject;
        self.orders.extend(numbers_after(subject, "order "));
        if let Some((_, list)) = subject.split_once("orders ") {
            self.orders.extend(list.split(' ').filter_map(|id| id.parse::<i64>().ok()));
        }
        for start in ["product ", "bundle ", "product="] {
            self.products.extend(numbers_after(subject, start));
        }
        for text in [line.before, line.after].into_iter().flatten() {
            // Of the parts of a bundle.
            self.products.extend(numbers_after(text, "\"product\":"));
        }
        self.variations.extend(numbers_after(subject, "variation "));
        for start in ["page ", "post "] {
            self.content.extend(numbers_after(subject, start));
        }
        for start in ["bulk job ", "as job "] {
            self.bulk_jobs.extend(numbers_after(subject, start));
        }
        if let Some(rest) = subject.strip_prefix("picture ") {
            self.pictures.extend(rest.split([' ', ':']).next().map(str::to_owned));
        }
        let number = || subject.split(' ').next().and_then(|id| id.parse::<i64>().ok());
        match line.action {
            "affiliate-product-rate" => self.products.extend(number()),
            action if action.starts_with("enquiry") => self.enquiries.extend(number()),
            _ => {}
        }
    }
}

fn numbers_after(text: &str, start: &str) -> impl Iterator<Item = i64> {
    text.match_indices(start).filter_map(move |(at, _)| {
        let rest = &text[at + start.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    })
}

/// What people call a thing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    /// The product of a variation.
    pub product: Option<i64>,
}

#[derive(Debug, Default)]
pub struct Names {
    /// Everybody who ever was in the team.
    pub people: HashMap<i64, String>,
    pub categories: Vec<Category>,
    /// By kind and key.
    pub things: HashMap<String, HashMap<String, Name>>,
}

impl Names {
    pub fn insert(&mut self, kind: String, key: String, name: Name) {
        self.things.entry(kind).or_default().insert(key, name);
    }

    /// `None`: there is no such thing any more, or it has no name.
    pub fn find(&self, kind: &str, key: &str) -> Option<&Name> {
        self.things.get(kind)?.get(key).filter(|name| !name.text.is_empty())
    }

    /// The names of products by their ids.
    pub fn products(&self) -> HashMap<i64, String> {
        let found = self.things.get("product").into_iter().flatten();
        found.filter_map(|(key, name)| Some((key.parse().ok()?, name.text.clone()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_of_lines_are_found() {
        let mut wanted = Wanted::default();
        let parts = r#"parts: [{"key":"p1","product":42},{"key":"p2","product":43}]"#;
        for (action, subject, before) in [
            ("order-state", "order 7 processing -> shipped", None),
            ("print", "picking orders 8 9", None),
            ("print", "invoice order 10", None),
            ("bundle-edit", "bundle 41 v2", Some(parts)),
            ("product-price", "variation 5 v3", None),
            ("affiliate-product-rate", "44", None),
            ("orders-export", "state=shipped&product=45", None),
            ("content", "page 3 published", None),
            ("enquiry-answer", "12 message 4", None),
            ("bulk-undo", "bulk job 1: undo as job 2 of 3 things, running", None),
            ("picture-alt", "picture dates-box v4", None),
            ("media-add", "picture upload-9: تمر.jpg", None),
            ("login-failed", "a1b2c3", None),
        ] {
            wanted.add(&Logged { action, subject, before, after: None });
        }
        let expected = Wanted {
            orders: vec![7, 8, 9, 10],
            products: vec![41, 42, 43, 44, 45],
            variations: vec![5],
            content: vec![3],
            enquiries: vec![12],
            bulk_jobs: vec![1, 2],
            pictures: vec!["dates-box".to_owned(), "upload-9".to_owned()],
        };
        assert_eq!(wanted, expected);
    }
}
