//! Index keys of the words of a review: folded and stemmed as in the shop's search, and hashed.

use std::collections::BTreeSet;

use search::rules::{fold, stem};

/// Words of a review that are indexed. Few reviews have more.
const MAX_WORDS: usize = 150;
/// Words of a query that must occur.
const MAX_QUERY_WORDS: usize = 6;

/// The keys of a review: each word alone, and each word with the product.
pub fn index_keys(text: &str, product: Option<i64>) -> Vec<i32> {
    let words = stems(text);
    let mut keys: Vec<i32> = words
        .iter()
        .take(MAX_WORDS)
        .flat_map(|word| [Some(hash(None, word)), product.map(|product| hash(Some(product), word))])
        .flatten()
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The keys that a review must have: one for each typed word. Empty if nothing was typed that could be found.
pub fn query_keys(typed: &str, product: Option<i64>) -> Vec<i32> {
    stems(typed).iter().take(MAX_QUERY_WORDS).map(|word| hash(product, word)).collect()
}

fn stems(text: &str) -> BTreeSet<String> {
    fold::words(text).iter().map(|token| stem::light(&token.text).to_owned()).collect()
}

/// FNV-1a: small and stable. Two words with the same hash would find each other's reviews, about once in four billion.
fn hash(product: Option<i64>, word: &str) -> i32 {
    let product = product.map(i64::to_be_bytes).unwrap_or_default();
    let mixed = product.into_iter().chain(word.bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    ((mixed >> 32) ^ mixed) as u32 as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(query: &str, text: &str) -> bool {
        let keys = index_keys(text, Some(7));
        let wanted = query_keys(query, Some(7));
        !wanted.is_empty() && wanted.iter().all(|key| keys.contains(key))
    }

    #[test]
    fn a_word_is_found_in_any_spelling_and_with_its_article() {
        let text = "القهوة مُمتازة والتغليف رائع";
        for query in ["قهوه", "القهوة", "ممتازة", "قهوة رائع", "التغليف"] {
            assert!(finds(query, text), "{query}");
        }
        for query in ["عسل", "قهوة عسل", "", "!؟"] {
            assert!(!finds(query, text), "{query}");
        }
    }

    #[test]
    fn the_reviews_of_another_product_have_other_keys() {
        let keys = index_keys("قهوة", Some(7));
        assert_eq!(keys.len(), 2);
        assert!(!keys.contains(&query_keys("قهوة", Some(8))[0]));
        assert!(keys.contains(&query_keys("قهوة", None)[0]));
    }

    #[test]
    fn a_query_of_many_words_is_cut() {
        let many = (0..40).map(|n| format!("كلمة{n}")).collect::<Vec<_>>().join(" ");
        assert!(query_keys(&many, None).len() <= MAX_QUERY_WORDS);
    }
}
