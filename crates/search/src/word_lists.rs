//! Reviews the word lists of the rules: everything once, folded, and nothing that the shops' own names use in another meaning.
//! `tests/meanings.rs` reviews the shipped meanings.

use std::collections::{HashMap, HashSet};

use crate::rules::{constraints, emoji, fold::fold, understand};

/// The names of the judged catalogue and of the demo shop.
const CATALOGUE: &str = include_str!("../../../vectors/search/catalogue.csv");
const DEMO: &str = include_str!("../../../seeds/shop.json");

/// Words that mean the same in a name and in a sentence.
const SAME_IN_NAMES: &[&str] = &["من"];

fn lists() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut lists = understand::word_lists();
    lists.extend(constraints::word_lists());
    lists
}

/// Folded words of product names, each with one of the names.
fn words_of_names() -> HashMap<String, String> {
    let mut rows = csv::Reader::from_reader(CATALOGUE.as_bytes());
    let column = rows.headers().expect("headers").iter().position(|name| name == "Name").expect("names");
    let mut names: Vec<String> =
        rows.records().map(|row| row.expect("a row").get(column).unwrap_or_default().to_owned()).collect();
    let demo: serde_json::Value = serde_json::from_str(DEMO).expect("the demo shop");
    let products = demo["products"].as_array().expect("products");
    names.extend(products.iter().map(|product| product["name"].as_str().expect("a name").to_owned()));
    let words = |name: &String| -> Vec<(String, String)> {
        fold(name).split(' ').map(|word| (word.to_owned(), name.clone())).collect()
    };
    names.iter().flat_map(words).collect()
}

#[test]
fn each_list_has_everything_once_and_folded() {
    for (name, list) in lists() {
        let mut seen = HashSet::new();
        for entry in list {
            assert_eq!(fold(entry), entry, "{name}: is not folded, so it never matches");
            assert!(seen.insert(entry), "{name}: {entry} is listed twice");
        }
    }
}

#[test]
fn a_word_has_one_role() {
    let lists: HashMap<_, HashSet<_>> =
        lists().into_iter().map(|(name, list)| (name, list.into_iter().collect())).collect();
    for (one, other) in
        [("fillers", "soft words"), ("upper limits", "lower limits"), ("fillers", "currencies")]
    {
        let both: Vec<_> = lists[one].intersection(&lists[other]).collect();
        assert!(both.is_empty(), "{one} and {other}: {both:?}");
    }
    let orders: Vec<_> = lists.keys().filter(|name| name.starts_with("order")).collect();
    for one in &orders {
        for other in orders.iter().filter(|other| *other != one) {
            let both: Vec<_> = lists[*one].intersection(&lists[*other]).collect();
            assert!(both.is_empty(), "{one} and {other}: {both:?}");
        }
    }
}

/// Such a word is dropped from a query, or becomes a filter: a product that is named by it would not be found by its name.
#[test]
fn no_word_is_used_by_the_shops_in_another_meaning() {
    let names = words_of_names();
    let mut wrong = Vec::new();
    for (list, words) in lists().into_iter().filter(|(name, _)| *name != "soft words") {
        for word in words.into_iter().filter(|word| !SAME_IN_NAMES.contains(word)) {
            if let Some(name) = names.get(word) {
                wrong.push(format!("{list}: {word} in «{name}»"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let unused: Vec<_> = SAME_IN_NAMES.iter().filter(|word| !names.contains_key(**word)).collect();
    assert!(unused.is_empty(), "exceptions that no name has: {unused:?}");
}

#[test]
fn each_sign_has_its_names_once() {
    let mut signs = HashSet::new();
    for (sign, names) in emoji::rows() {
        assert!(signs.insert(sign), "{sign} is listed twice");
        let mut seen = HashSet::new();
        for name in names {
            assert!(!name.is_empty() && seen.insert(fold(name)), "{sign}: {name}");
        }
    }
}
