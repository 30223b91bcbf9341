//! Index keys of words and products, and look-ups in the vocabulary.

use std::collections::HashSet;

use super::fold::{Token, TokenKind};
use super::meanings::Meanings;
use super::query::KnownWord;
use super::real_words::Familiarity;
use super::{arabizi, real_words, stem, typo};

/// A look-up in the vocabulary: by key, by word and by prefix.
#[derive(Debug, Default)]
pub struct Lookup {
    pub keys: Vec<i32>,
    pub words: Vec<String>,
    pub prefixes: Vec<String>,
}

/// FNV-1a: small and stable. Collisions are harmless because results are checked afterwards.
fn hash(tag: u8, text: &str) -> i32 {
    let mixed = std::iter::once(tag).chain(text.bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    ((mixed >> 32) ^ mixed) as u32 as i32
}

/// Where in a product a word must occur, and in which sample of the products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Name(Share),
    Anywhere(Share),
    /// The whole name, word by word.
    Whole,
}

/// A sample of the catalogue: one in this many products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    All = 1,
    Eighth = 8,
    SixtyFourth = 64,
}

impl Share {
    pub const SAMPLES: [Self; 2] = [Self::SixtyFourth, Self::Eighth];

    /// Ids are sequential, so they are hashed first: a sample then contains products of every kind.
    pub fn holds(self, product: i64) -> bool {
        let mixed = (product as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        mixed.is_multiple_of(self as u64)
    }
}

/// The index key of products with this word.
pub fn document_key(scope: Scope, word: &str) -> i32 {
    match scope {
        Scope::Name(share) => hash(b'N' ^ share as u8, word),
        Scope::Anywhere(share) => hash(b'a' ^ share as u8, word),
        Scope::Whole => hash(b'=', word),
    }
}

/// All keys by which a word of the vocabulary can be found; see [`super::query`].
pub fn word_keys(word: &str) -> Vec<i32> {
    let mut keys = form_keys(word);
    keys.extend(typo_keys(word));
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Keys that a word shares with its inflected forms.
fn form_keys(word: &str) -> Vec<i32> {
    let mut keys = vec![hash(b's', stem::light(word))];
    keys.extend(stem::loose(word).into_iter().map(|stem| hash(b'l', stem)));
    keys.extend(stem::skeletons(word).iter().map(|skeleton| hash(b'k', skeleton)));
    keys.extend(stem::sound(word).map(|sound| hash(b'p', &sound)));
    keys
}

/// Keys that a word shares with its misspellings. There are many, so they are used only if the word may be
/// misspelt.
fn typo_keys(word: &str) -> impl Iterator<Item = i32> {
    let shapes = HashSet::from([word, stem::bare(word), stem::light(word)]);
    shapes.into_iter().flat_map(typo::deletions).map(|shape| hash(b'd', &shape))
}

/// Longer words are not parted.
const MAX_PARTED: usize = 30;
/// Shorter parts are as often chance as words, and longer ones are rare.
const PART_LENGTHS: std::ops::RangeInclusive<usize> = 2..=12;

/// All parts of a word that may be several words without spaces.
pub(super) fn parts(word: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = word.char_indices().map(|(byte, _)| byte).collect();
    starts.push(word.len());
    let letters = starts.len() - 1;
    if !(5..=MAX_PARTED).contains(&letters) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for from in 0..letters {
        for many in PART_LENGTHS {
            // What is left on both sides must be long enough for a word.
            let (before, after) = (from, letters.saturating_sub(from + many));
            if from + many <= letters && before != 1 && after != 1 && many < letters {
                all.push(&word[starts[from]..starts[from + many]]);
            }
        }
    }
    all
}

/// Pairs of neighbours that may be one word, with the index of the first.
pub(super) fn joined(tokens: &[Token]) -> impl Iterator<Item = (usize, String)> {
    let pairs = tokens.windows(2).enumerate();
    let plain = |token: &Token| matches!(token.kind, TokenKind::Word | TokenKind::Number);
    pairs
        .filter(move |(_, pair)| pair[0].kind == TokenKind::Word && plain(&pair[1]))
        .map(|(index, pair)| (index, format!("{}{}", pair[0].text, pair[1].text)))
}

impl Lookup {
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.words.is_empty() && self.prefixes.is_empty()
    }

    fn add_prefix(&mut self, word: &str) {
        if word.chars().count() >= 2 {
            self.prefixes.extend([word, stem::bare(word)].map(str::to_owned));
            self.prefixes.dedup();
        }
    }
}

/// Looks up the words and their inflected forms. This is enough for a query without mistakes.
pub fn lookup(tokens: &[Token], typing: bool) -> Lookup {
    let mut wanted = Lookup::default();
    for (index, token) in tokens.iter().enumerate() {
        wanted.words.push(token.text.clone());
        wanted.words.extend(token.parts.iter().cloned());
        for word in token.ways.iter().flatten() {
            wanted.keys.extend(name_keys(word));
        }
        if token.kind == TokenKind::Word {
            wanted.keys.extend(form_keys(&token.text));
            wanted.keys.extend(spoken_keys(&token.text));
            wanted
                .keys
                .extend(stem::possessed(stem::bare(&token.text)).iter().flat_map(|word| name_keys(word)));
            if typing && index + 1 == tokens.len() {
                wanted.add_prefix(&token.text);
            }
        }
    }
    wanted.keys.sort_unstable();
    wanted.keys.dedup();
    wanted
}

/// Keys of a word that is known to be spelt right: by stem and consonants.
fn name_keys(word: &str) -> Vec<i32> {
    let mut keys = vec![hash(b's', stem::light(word))];
    keys.extend(stem::skeletons(word).iter().map(|skeleton| hash(b'k', skeleton)));
    keys
}

/// Keys of the Arabic words that a Latin word may sound like.
fn spoken_keys(word: &str) -> Vec<i32> {
    if stem::is_arabic(word) {
        return Vec::new();
    }
    arabizi::sounds(word).iter().map(|sound| hash(b'p', sound)).collect()
}

/// The two rarest words: a misspelling that happens to be a word is rarely a common one.
fn rarest<'a>(tokens: &'a [Token], vocabulary: &[KnownWord]) -> Vec<&'a str> {
    let documents =
        |word: &str| vocabulary.iter().find(|known| known.word == word).map_or(0, |known| known.documents);
    let words = tokens.iter().filter(|token| token.kind == TokenKind::Word).map(|token| token.text.as_str());
    let mut words: Vec<&str> = words.collect();
    words.sort_by_key(|word| documents(word));
    words.truncate(2);
    words
}

/// For words that are not in the vocabulary: words that they may be a prefix or a misspelling of, the results of parting or
/// joining them, and other names of what they mean. With `allow_typos`, also for the rarest words. A real word is no misspelling.
pub fn lookup_more(
    tokens: &[Token],
    vocabulary: &[KnownWord],
    meanings: &Meanings,
    allow_typos: bool,
) -> Lookup {
    let sure: HashSet<&str> =
        vocabulary.iter().filter(|known| known.documents > 0).map(|known| stem::light(&known.word)).collect();
    let suspects = if allow_typos { rarest(tokens, vocabulary) } else { Vec::new() };
    let is_sold = |word: &str| sure.contains(stem::light(word));
    let is_meaning_sold = |token: &Token| token.ways.iter().any(|way| way.iter().all(|word| is_sold(word)));
    let unknown = |token: &Token| {
        let word = token.text.as_str();
        token.kind == TokenKind::Word
            && (!is_sold(word) && !is_meaning_sold(token) || suspects.contains(&word))
    };
    let mut wanted = Lookup::default();
    for token in tokens.iter().filter(|token| unknown(token)) {
        let word = token.text.as_str();
        let named = token.ways.iter().map(|way| way[0].as_str());
        for name in named.chain([word]).flat_map(|name| meanings.names_of(name)) {
            wanted.keys.extend(name_keys(name));
        }
        let is_real = real_words::is_real(word) || !token.ways.is_empty();
        if !is_real || suspects.contains(&word) {
            wanted.keys.extend(typo_keys(word));
        }
        if !is_real || real_words::familiarity(word) == Familiarity::Rare {
            wanted.add_prefix(word);
        }
        if !is_real {
            wanted.keys.extend(parts(word).into_iter().map(|part| hash(b's', stem::light(part))));
        }
    }
    for (index, word) in joined(tokens) {
        if unknown(&tokens[index]) || unknown(&tokens[index + 1]) {
            wanted.keys.push(hash(b's', stem::light(&word)));
            wanted.words.push(word);
        }
    }
    wanted.keys.sort_unstable();
    wanted.keys.dedup();
    wanted
}
