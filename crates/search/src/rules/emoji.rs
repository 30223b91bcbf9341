//! Emoji by their Arabic names. The table is a part of CLDR's annotations: goods only, under the Unicode licence.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::fold::fold;

/// Sign, and its names from the best to the weakest.
static TABLE: &str = include_str!("../../data/emoji.tsv");

static NAMES: LazyLock<HashMap<char, Vec<Vec<String>>>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (sign, names) = line.split_once('\t')?;
        let words = |name: &str| fold(name).split(' ').map(str::to_owned).collect();
        Some((sign.chars().next()?, names.split('|').map(words).collect()))
    };
    TABLE.lines().filter_map(row).collect()
});

/// The signs with their names, for their review.
#[cfg(test)]
pub(crate) fn rows() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    TABLE
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(sign, names)| (sign, names.split('|').collect()))
}

/// The folded names of a sign.
pub fn names(sign: char) -> Option<&'static [Vec<String>]> {
    (!sign.is_ascii()).then(|| NAMES.get(&sign)).flatten().map(Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_have_names_and_faces_do_not() {
        assert!(names('☕').is_some_and(|names| names.contains(&vec!["قهوه".to_owned()])));
        assert_eq!(names('⚽').map(|names| names[0].clone()), Some(vec!["كره".to_owned(), "قدم".to_owned()]));
        assert!(names('😀').is_none() && names('a').is_none());
        assert_eq!(NAMES.len(), TABLE.lines().count());
    }
}
