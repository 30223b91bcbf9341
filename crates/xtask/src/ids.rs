//! Counts the requirement ids that tests name, such as `[CART-03]` in a title or in the line above a test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;

use crate::repo::{files, read, relative_path};

type Named = BTreeMap<String, BTreeSet<String>>;

pub fn print(root: &Path, list: bool) -> Result<()> {
    let mut areas: BTreeMap<String, Named> = BTreeMap::new();
    for path in files(root, &[".rs", ".ts", ".tsx"])? {
        let file = relative_path(root, &path);
        if is_test(&file) {
            for id in named(&read(&path)?) {
                let area = id.split('-').next().unwrap_or_default().to_owned();
                areas.entry(area).or_default().entry(id).or_default().insert(file.clone());
            }
        }
    }

    for (area, ids) in &areas {
        println!("{area:6} {:4}", ids.len());
        for (id, paths) in ids.iter().filter(|_| list) {
            println!("       {id}  {}", paths.iter().cloned().collect::<Vec<_>>().join(", "));
        }
    }
    println!("{:6} {:4}", "all", areas.values().map(BTreeMap::len).sum::<usize>());
    Ok(())
}

/// Any Rust file may contain unit tests. xtask is skipped, because its tests contain sample ids.
fn is_test(path: &str) -> bool {
    match path.split('/').next() {
        Some("crates") => path.ends_with(".rs") && !path.starts_with("crates/xtask/"),
        Some("e2e") => path.ends_with(".ts") || path.ends_with(".tsx"),
        Some("web") => path.ends_with(".test.ts") || path.ends_with(".test.tsx"),
        _ => false,
    }
}

/// Returns the ids in square brackets: two to six capitals, a dash, two or three digits.
fn named(text: &str) -> BTreeSet<String> {
    let inside = text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    inside.map(|(inside, _)| inside).filter(|inside| is_id(inside)).map(str::to_owned).collect()
}

fn is_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(area, number)| {
        (2..=6).contains(&area.len())
            && area.bytes().all(|byte| byte.is_ascii_uppercase())
            && (2..=3).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_from_titles() {
        let title = r#"test("a price [PRICE-01] [PRICE-02]", () => { list[0]; x["A-1"]; [UTF-8] })"#;

        assert_eq!(named(title), BTreeSet::from(["PRICE-01".to_owned(), "PRICE-02".to_owned()]));
    }

    #[test]
    fn only_tests_are_read() {
        assert!(is_test("crates/cart/src/rules.rs"));
        assert!(is_test("e2e/cart.spec.ts"));
        assert!(is_test("web/src/cart/MiniCart.test.tsx"));
        assert!(!is_test("web/src/cart/MiniCart.tsx"));
        assert!(!is_test("docs/sample.ts"));
    }
}
