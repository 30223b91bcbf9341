//! Reading what a shopper typed: which known words may be meant by each of theirs.

use std::collections::{HashMap, HashSet};

use super::fold::{Kind, Token, words};
use super::{stem, typo};

/// A word of the catalogue, as the vocabulary remembers it.
#[derive(Debug, Clone)]
pub struct Known {
    pub word: String,
    pub shown: String,
    pub named: i64,
    pub documents: i64,
}

/// Why a known word is taken for the typed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The same word but for article, ending or spelling.
    Same,
    /// A possible relative: a broken plural, a word behind a preposition, the other script.
    Relative,
    /// It begins with what was typed.
    Begun,
    /// A typing mistake away.
    Mistyped,
}

#[derive(Debug, Clone)]
pub struct Choice {
    pub word: String,
    /// One for the very word, less for everything else.
    pub worth: f32,
    pub how: How,
    pub named: i64,
    pub documents: i64,
}

/// One typed word with everything it may stand for, best first.
#[derive(Debug, Clone)]
pub struct Term {
    pub typed: String,
    pub kind: Kind,
    pub choices: Vec<Choice>,
}

impl Term {
    pub fn is_sure(&self) -> bool {
        self.kind != Kind::Word
            || self.choices.iter().any(|choice| choice.how == How::Same && choice.documents > 0)
    }

    /// The term with only the choices that leave no doubt, if it has any.
    pub fn sure(&self) -> Self {
        let mut sure = self.clone();
        if self.is_sure() {
            sure.choices.retain(|choice| choice.how == How::Same);
        }
        sure
    }
}

/// A search box is not a text field: what is longer is cut.
pub const MAX_CHARS: usize = 100;
pub const MAX_TERMS: usize = 6;
const MAX_TOKENS: usize = 12;
/// More spellings of one word than this add time and no product.
const MAX_CHOICES: usize = 32;
const MAX_FORMS: usize = 12;

/// Words that say nothing about a product. They count only when nothing else was typed.
const FILLERS: [&str; 24] = [
    "من",
    "في",
    "على",
    "مع",
    "عن",
    "الى",
    "او",
    "و",
    "يا",
    "هل",
    "اي",
    "ال",
    "اريد",
    "ابغي",
    "ابي",
    "بدي",
    "عايز",
    "شراء",
    "شرا",
    "اشتري",
    "سعر",
    "the",
    "for",
    "of",
];

/// The tokens of a query, without fillers.
pub fn tokens(typed: &str) -> Vec<Token> {
    let all = words(&kernel::text::clean(typed, MAX_CHARS));
    let telling: Vec<Token> = all
        .iter()
        .filter(|token| !FILLERS.contains(&token.text.as_str()))
        .take(MAX_TOKENS)
        .cloned()
        .collect();
    if telling.is_empty() { all } else { telling }
}

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

/// Everything by which a word of the vocabulary may be found: see [`relation`].
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
fn cuts(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let letters = word.chars().count();
    let inner = word.char_indices().enumerate().filter(move |(at, _)| *at >= 2 && at + 2 <= letters);
    inner.map(|(_, (byte, _))| word.split_at(byte))
}

fn joined(tokens: &[Token]) -> impl Iterator<Item = (usize, String)> {
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

/// What another ending adds to a slip, so that the word with the typed ending comes first.
const ENDING: u32 = 4;

/// Whether, why and how surely a known word may be meant by a typed one.
fn relation(
    typed: &str,
    known: &Known,
    typed_documents: i64,
    opens: bool,
    guess: bool,
) -> Option<(f32, How)> {
    let word = known.word.as_str();
    let (bare, known_bare) = (stem::bare(typed), stem::bare(word));
    if typed == word {
        return Some((1.0, How::Same));
    }
    if bare == known_bare {
        return Some((0.97, How::Same));
    }
    let (light, known_light) = (stem::light(typed), stem::light(word));
    if light == known_light {
        return Some((0.9, How::Same));
    }
    // `وتمر` is "and dates" because dates are sold; `بخور` is not "with khour". The shorter word
    // being the commoner one is the evidence.
    if stem::without_particle(known_bare).is_some_and(|rest| rest == bare) {
        let how = if typed_documents > known.documents { How::Same } else { How::Relative };
        return Some((if how == How::Same { 0.92 } else { 0.7 }, how));
    }
    // A query seldom opens with a preposition: a slip is as likely there.
    let attached = if opens { 0.55 } else { 0.72 };
    if stem::without_particle(bare).is_some_and(|rest| rest == known_bare) {
        let same = typed_documents > 0 && known.documents > typed_documents;
        return Some(if same { (0.92, How::Same) } else { (attached, How::Relative) });
    }
    let shared = |ours: Vec<String>, theirs: Vec<String>| {
        ours.into_iter().filter(|one| theirs.contains(one)).map(|one| one.chars().count()).max()
    };
    let mut best: Option<(f32, How)> = None;
    let mut offer = |worth: f32, how| {
        if best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, how));
        }
    };
    if stem::loose(typed).iter().any(|stem| stem::loose(word).contains(stem)) {
        offer(attached - 0.05, How::Relative);
    }
    match shared(stem::skeletons(typed), stem::skeletons(word)) {
        Some(3..) => offer(0.62, How::Relative),
        // Two consonants are shared by chance as often as by kin: the vowels must look it too.
        Some(2) if typo::distance(light, known_light).is_some_and(|slips| slips <= 2 * typo::SLIP) => {
            offer(0.5, How::Relative)
        }
        _ => {}
    }
    let sound = stem::sound(typed).filter(|sound| stem::sound(word).as_ref() == Some(sound));
    if let Some(sound) = &sound
        && stem::is_arabic(typed) != stem::is_arabic(word)
    {
        offer(if sound.len() > 2 { 0.72 } else { 0.55 }, How::Relative);
    }
    if !guess {
        return best;
    }
    for (typed, word) in [(bare, known_bare), (typed, word)] {
        if word.starts_with(typed) && typed.chars().count() >= 2 {
            let share = typed.chars().count() as f32 / word.chars().count() as f32;
            offer(0.4 + 0.35 * share, How::Begun);
        }
    }
    // A slip may have hit the article, or come with another ending.
    let allowed = typo::allowance(bare, known_bare);
    let slips = [
        typo::distance(bare, known_bare),
        typo::distance(typed, word),
        typo::distance(light, known_light).map(|slips| slips + ENDING),
    ];
    if let Some(slips) = slips.into_iter().flatten().min().filter(|slips| *slips <= allowed) {
        // Written by ear, a word keeps its consonants; a Latin name is hardly ever written otherwise.
        let by_ear = match (sound, stem::is_arabic(typed)) {
            (Some(_), true) => 0.03,
            (Some(_), false) => 0.2,
            (None, _) => 0.0,
        };
        offer(0.64 + by_ear - 0.012 * slips as f32, How::Mistyped);
    }
    best
}

/// How a query is being read.
#[derive(Debug, Clone, Copy)]
struct Reading {
    /// The last word may still grow.
    typing: bool,
    /// A known word may be a mistake as well.
    doubt: bool,
}

fn term(token: &Token, vocabulary: &[Known], opens: bool, reading: Reading) -> Term {
    let typing = reading.typing;
    let typed = token.text.as_str();
    let count = |word: &str| {
        vocabulary.iter().find(|known| known.word == word).map(|known| (known.named, known.documents))
    };
    let (named, documents) = count(typed).unwrap_or_default();
    let itself = Choice { word: typed.to_owned(), worth: 1.0, how: How::Same, named, documents };
    let mut choices = vec![itself];
    match token.kind {
        Kind::Word => {
            // Guessing is slow, and wasted on a word that is known.
            let light = stem::light(typed);
            let sure =
                vocabulary.iter().any(|known| known.documents > 0 && stem::light(&known.word) == light);
            let guess = typing || reading.doubt || !sure;
            for known in vocabulary.iter().filter(|known| known.word != typed) {
                if let Some((worth, how)) = relation(typed, known, documents, opens, guess) {
                    let how = if typing && how == How::Begun { How::Same } else { how };
                    choices.push(Choice {
                        word: known.word.clone(),
                        worth,
                        how,
                        named: known.named,
                        documents: known.documents,
                    });
                }
            }
        }
        // The number alone, for a size whose unit the product does not name.
        Kind::Size => choices.extend(token.parts.iter().map(|part| {
            let (named, documents) = count(part).unwrap_or_default();
            Choice { word: part.clone(), worth: 0.4, how: How::Relative, named, documents }
        })),
        Kind::Number | Kind::Code => {}
    }
    settle(Term { typed: typed.to_owned(), kind: token.kind, choices }, reading)
}

/// Sorts the choices and drops those that a much better one makes unlikely.
fn settle(mut term: Term, reading: Reading) -> Term {
    let Reading { typing, doubt } = reading;
    // A commoner word is the likelier one, but never by as much as one slip.
    let likely = |choice: &Choice| choice.worth + 0.008 * (choice.documents.max(1) as f32).ln().min(9.0);
    term.choices.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
    let best =
        |how: How| term.choices.iter().filter(|choice| choice.how == how).map(likely).fold(0.0, f32::max);
    let (sure, mistyped) = (term.is_sure() && !doubt, best(How::Mistyped));
    let related = best(How::Relative).max(best(How::Begun));
    term.choices.retain(|choice| match choice.how {
        How::Same => true,
        How::Relative => true,
        // Letters are still missing: that is not a mistake.
        How::Begun => !sure && likely(choice) + 0.12 >= mistyped.min(0.6),
        How::Mistyped => !sure && likely(choice) + 0.07 >= mistyped && likely(choice) + 0.15 >= related,
    });
    let mut same = 0;
    term.choices.retain(|choice| {
        same += usize::from(choice.how == How::Same && !typing);
        choice.how != How::Same || same <= MAX_FORMS
    });
    term.choices.truncate(MAX_CHOICES);
    term
}

/// Turns tokens into terms. Words that were run together are parted and parted words joined
/// where the vocabulary knows the outcome and not what was typed.
pub fn read(tokens: &[Token], vocabulary: &[Known], typing: bool) -> Vec<Term> {
    read_all(tokens, vocabulary, Reading { typing, doubt: false })
}

/// Like [`read`], but a known word may be a typing mistake too.
pub fn read_with_doubt(tokens: &[Token], vocabulary: &[Known], typing: bool) -> Vec<Term> {
    read_all(tokens, vocabulary, Reading { typing, doubt: true })
}

fn read_all(tokens: &[Token], vocabulary: &[Known], reading: Reading) -> Vec<Term> {
    let counts: HashMap<&str, i64> =
        vocabulary.iter().map(|known| (known.word.as_str(), known.documents)).collect();
    let stems: HashMap<&str, i64> = vocabulary.iter().fold(HashMap::new(), |mut stems, known| {
        *stems.entry(stem::light(&known.word)).or_default() += known.documents;
        stems
    });
    let last = tokens.len().saturating_sub(1);
    let documents = |word: &str| stems.get(stem::light(word)).or(counts.get(word)).copied().unwrap_or(0);

    let mut terms: Vec<Term> = Vec::new();
    let mut skip = false;
    for (at, token) in tokens.iter().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        if let Some((_, whole)) = joined(&tokens[at..]).find(|(first, _)| *first == 0) {
            let parts = documents(&token.text).min(documents(&tokens[at + 1].text));
            let code = tokens[at + 1].kind == Kind::Number;
            if !code && documents(&whole) > 0 && parts * 20 < documents(&whole) {
                let reading = Reading { typing: reading.typing && at + 1 == last, ..reading };
                terms.push(term(&Token::new(whole, Kind::Word), vocabulary, at == 0, reading));
                skip = true;
                continue;
            }
        }
        let now = Reading { typing: reading.typing && at == last, ..reading };
        let whole = term(token, vocabulary, at == 0, now);
        let slip = whole.choices.iter().any(|choice| choice.how == How::Mistyped && choice.worth > 0.52);
        if !whole.is_sure() && !slip {
            let known = |part: &str| if part.chars().count() > 2 { documents(part) } else { 0 };
            let parted =
                cuts(&token.text).map(|(left, right)| (known(left).min(known(right)), left, right)).max();
            if let Some((1.., left, right)) = parted {
                let now = Reading { typing: false, ..reading };
                terms.extend(
                    [left, right].map(|part| term(&Token::new(part, Kind::Word), vocabulary, false, now)),
                );
                continue;
            }
        }
        terms.push(whole);
    }
    let mut seen = HashSet::new();
    terms.retain(|term| seen.insert(term.typed.clone()));
    terms.truncate(MAX_TERMS);
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary(words: &[(&str, i64)]) -> Vec<Known> {
        words
            .iter()
            .map(|(word, documents)| Known {
                word: (*word).into(),
                shown: (*word).into(),
                named: *documents,
                documents: *documents,
            })
            .collect()
    }

    fn best(typed: &str, words: &[(&str, i64)]) -> Vec<String> {
        read(&tokens(typed), &vocabulary(words), false)
            .into_iter()
            .map(|term| {
                term.choices.into_iter().find(|choice| choice.documents > 0).map(|choice| choice.word)
            })
            .map(Option::unwrap_or_default)
            .collect()
    }

    #[test]
    fn a_known_word_is_not_corrected() {
        let terms = read(&tokens("سمر"), &vocabulary(&[("سمر", 3), ("تمر", 900)]), false);

        assert_eq!(terms[0].choices.iter().map(|choice| choice.word.as_str()).collect::<Vec<_>>(), ["سمر"]);
    }

    #[test]
    fn swapped_letters_lead_to_the_word_with_those_letters() {
        assert_eq!(best("مبرخة", &[("مبخره", 40), ("مبرده", 40)]), ["مبخره"]);
    }

    #[test]
    fn words_run_together_are_parted_and_parted_words_joined() {
        assert_eq!(best("قهوةعربية", &[("قهوه", 9), ("عربيه", 9)]), ["قهوه", "عربيه"]);
        assert_eq!(best("مب خرة", &[("مبخره", 9)]), ["مبخره"]);
    }

    #[test]
    fn a_preposition_is_told_from_a_first_letter_by_what_is_sold() {
        let terms = read(&tokens("تمر"), &vocabulary(&[("تمر", 90), ("وتمر", 5)]), false);
        assert!(terms[0].sure().choices.iter().any(|choice| choice.word == "وتمر"));

        let terms = read(&tokens("بخور"), &vocabulary(&[("بخور", 90), ("خور", 1)]), false);
        assert!(terms[0].sure().choices.iter().all(|choice| choice.word != "خور"));
    }

    #[test]
    fn fillers_count_only_alone() {
        assert_eq!(tokens("عسل من اليمن").len(), 2);
        assert_eq!(tokens("من").len(), 1);
    }
}
