//! Words that people use, whether or not the shop sells them: such a word is no typing mistake.
//!
//! The list is made by `examples/real_words.rs` from the data of `wordfreq` (see the capability's documentation for its
//! licence). Only hashes of the folded words are kept: about one unknown word in 20,000 counts as real by chance.

use super::stem;

/// Sorted hashes of 31 bits, each with one bit that says whether the word is common; four bytes, lowest byte first.
static HASHES: &[u8] = include_bytes!("../../data/real_words.bin");

/// FNV-1a, folded to 32 bits.
pub fn hash(word: &str) -> u32 {
    let mixed = word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    ((mixed >> 32) ^ mixed) as u32
}

/// Whether a word is common, if it is listed.
fn listed(word: &str) -> Option<bool> {
    let (hashes, _) = HASHES.as_chunks::<4>();
    let found = hashes.binary_search_by_key(&(hash(word) >> 1), |bytes| u32::from_le_bytes(*bytes) >> 1);
    found.ok().map(|index| hashes[index][0] & 1 == 1)
}

/// How well known a folded word is, with or without its article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Familiarity {
    /// Maybe a misspelling.
    Unknown,
    /// A real word; but its letters are as often the beginning of a longer one.
    Rare,
    Common,
}

pub fn familiarity(word: &str) -> Familiarity {
    let known = word.chars().nth(1).and_then(|_| listed(word).max(listed(stem::bare(word))));
    match known {
        Some(true) => Familiarity::Common,
        Some(false) => Familiarity::Rare,
        None => Familiarity::Unknown,
    }
}

/// Whether a folded word is a real one.
pub fn is_real(word: &str) -> bool {
    familiarity(word) > Familiarity::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fold::fold;

    #[test]
    fn goods_and_places_are_real_and_misspellings_are_not() {
        for word in ["فندق", "حلاقة", "بندق", "الفندق", "ثلاجة", "hotel", "razor", "بخور", "حقيقة"]
        {
            assert!(is_real(&fold(word)), "{word}");
        }
        for word in ["مبرخه", "زعفرن", "حقيية", "قهووة", "شاحنسيارة", "bunarra", "wargali"]
        {
            assert!(!is_real(&fold(word)), "{word}");
        }
    }

    #[test]
    fn the_list_is_sorted_and_small() {
        let (hashes, rest) = HASHES.as_chunks::<4>();
        assert!(rest.is_empty() && HASHES.len() < 700_000, "{} bytes", HASHES.len());
        let word = |bytes: [u8; 4]| u32::from_le_bytes(bytes) >> 1;
        assert!(hashes.windows(2).all(|pair| word(pair[0]) < word(pair[1])));
    }
}
