//! Keys: by what words and products are indexed, and what the vocabulary is asked for.

use std::collections::HashSet;

use super::fold::{Kind, Token};
use super::query::Known;
use super::{stem, typo};

/// What the vocabulary is asked for.
#[derive(Debug, Default)]
pub struct Lookup {
    pub keys: Vec<i32>,
    pub words: Vec<String>,
    pub beginnings: Vec<String>,
}

/// FNV-1a: small, fixed for ever, and good enough for what is checked afterwards anyway.
fn hash(tag: u8, text: &str) -> i32 {
    let mixed = std::iter::once(tag).chain(text.bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    ((mixed >> 32) ^ mixed) as u32 as i32
}

/// In which part of a product a word must stand, and in which share of all products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Name(Share),
    Anywhere(Share),
    /// The whole name, word for word.
    Whole,
}

/// A sample of the catalogue: one product in so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    All = 1,
    Eighth = 8,
    SixtyFourth = 64,
}

impl Share {
    pub const SAMPLES: [Self; 2] = [Self::SixtyFourth, Self::Eighth];

    /// Ids are handed out in order, so they are mixed first: a sample has something of everything.
    pub fn holds(self, product: i64) -> bool {
        let mixed = (product as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        mixed.is_multiple_of(self as u64)
    }
}

/// The key under which a product with this word is indexed.
pub fn document_key(scope: Scope, word: &str) -> i32 {
    match scope {
        Scope::Name(share) => hash(b'N' ^ share as u8, word),
        Scope::Anywhere(share) => hash(b'a' ^ share as u8, word),
        Scope::Whole => hash(b'=', word),
    }
}

/// Everything by which a word of the vocabulary may be found: see the crate's reading of a query.
pub fn word_keys(word: &str) -> Vec<i32> {
    let mut keys = kin_keys(word);
    keys.extend(slip_keys(word));
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Keys that a word shares with its other forms.
fn kin_keys(word: &str) -> Vec<i32> {
    let mut keys = vec![hash(b's', stem::light(word))];
    keys.extend(stem::loose(word).into_iter().map(|stem| hash(b'l', stem)));
    keys.extend(stem::skeletons(word).iter().map(|skeleton| hash(b'k', skeleton)));
    keys.extend(stem::sound(word).map(|sound| hash(b'p', &sound)));
    keys
}

/// Keys that a word shares with its misspellings: many, so they are asked for only in doubt.
fn slip_keys(word: &str) -> impl Iterator<Item = i32> {
    let shapes = HashSet::from([word, stem::bare(word), stem::light(word)]);
    shapes.into_iter().flat_map(typo::deletions).map(|shape| hash(b'd', &shape))
}

/// Where a word may have been run together from two.
pub(super) fn cuts(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let letters = word.chars().count();
    let inner = word.char_indices().enumerate().filter(move |(at, _)| *at >= 2 && at + 2 <= letters);
    inner.map(|(_, (byte, _))| word.split_at(byte))
}

/// Neighbours that may have been one word, with the place of the first.
pub(super) fn joined(tokens: &[Token]) -> impl Iterator<Item = (usize, String)> {
    let pairs = tokens.windows(2).enumerate();
    let plain = |token: &Token| matches!(token.kind, Kind::Word | Kind::Number);
    pairs
        .filter(move |(_, pair)| pair[0].kind == Kind::Word && plain(&pair[1]))
        .map(|(at, pair)| (at, format!("{}{}", pair[0].text, pair[1].text)))
}

impl Lookup {
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.words.is_empty() && self.beginnings.is_empty()
    }

    fn begin(&mut self, word: &str) {
        if word.chars().count() >= 2 {
            self.beginnings.extend([word, stem::bare(word)].map(str::to_owned));
            self.beginnings.dedup();
        }
    }
}

/// The words themselves and their other forms. That is all, for a query without mistakes.
pub fn lookup(tokens: &[Token], typing: bool) -> Lookup {
    let mut wanted = Lookup::default();
    for (at, token) in tokens.iter().enumerate() {
        wanted.words.push(token.text.clone());
        wanted.words.extend(token.parts.iter().cloned());
        if token.kind == Kind::Word {
            wanted.keys.extend(kin_keys(&token.text));
            if typing && at + 1 == tokens.len() {
                wanted.begin(&token.text);
            }
        }
    }
    wanted
}

/// A slip that happens to be a word is hardly ever a common one: two words are doubted, no more.
fn rarest<'a>(tokens: &'a [Token], vocabulary: &[Known]) -> Vec<&'a str> {
    let documents =
        |word: &str| vocabulary.iter().find(|known| known.word == word).map_or(0, |known| known.documents);
    let words = tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| token.text.as_str());
    let mut words: Vec<&str> = words.collect();
    words.sort_by_key(|word| documents(word));
    words.truncate(2);
    words
}

/// For words that the vocabulary does not have: what they may be the beginning or a misspelling
/// of, and what they make when parted or joined. With `doubt`, for the rarest words too.
pub fn lookup_more(tokens: &[Token], vocabulary: &[Known], doubt: bool) -> Lookup {
    let sure: HashSet<&str> =
        vocabulary.iter().filter(|known| known.documents > 0).map(|known| stem::light(&known.word)).collect();
    let doubted = if doubt { rarest(tokens, vocabulary) } else { Vec::new() };
    let unknown = |token: &Token| {
        let word = token.text.as_str();
        token.kind == Kind::Word && (!sure.contains(stem::light(word)) || doubted.contains(&word))
    };
    let mut wanted = Lookup::default();
    for word in tokens.iter().filter(|token| unknown(token)).map(|token| token.text.as_str()) {
        wanted.keys.extend(slip_keys(word));
        wanted.begin(word);
        for (left, right) in cuts(word).filter(|_| word.chars().count() <= 24) {
            wanted.keys.extend([left, right].map(|part| hash(b's', stem::light(part))));
        }
    }
    for (at, word) in joined(tokens) {
        if unknown(&tokens[at]) || unknown(&tokens[at + 1]) {
            wanted.keys.push(hash(b's', stem::light(&word)));
            wanted.words.push(word);
        }
    }
    wanted
}
