//! Interprets a query: which words of the vocabulary each typed word may mean.

use std::collections::{HashMap, HashSet};

use super::fold::{Token, TokenKind};
use super::lookup::{joined, parts};
use super::meanings::Meanings;
use super::real_words::Familiarity;
use super::{arabizi, real_words, stem, typo};

/// A word of the vocabulary.
#[derive(Debug, Clone)]
pub struct KnownWord {
    pub word: String,
    pub spelling: String,
    pub named: i64,
    pub documents: i64,
}

/// How a known word is related to the typed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchKind {
    /// The same word except for article, ending or spelling.
    Same,
    /// Possibly related: a broken plural, a word after an attached preposition, the other script.
    Relative,
    /// It starts with the typed word.
    Prefix,
    /// Within the allowed distance of a typing mistake.
    Typo,
}

#[derive(Debug, Clone)]
pub struct Choice {
    pub word: String,
    /// 1.0 for the typed word itself, less for others.
    pub worth: f32,
    pub kind: MatchKind,
    pub named: i64,
    pub documents: i64,
}

/// One typed word with everything that it may mean, best first.
#[derive(Debug, Clone)]
pub struct Term {
    pub typed: String,
    pub kind: TokenKind,
    pub choices: Vec<Choice>,
    /// Products need not have it.
    pub is_soft: bool,
    /// A word that people use, so it is no misspelling of another one.
    pub is_real: bool,
    /// It was typed in other words; see [`super::meanings`].
    pub is_meant: bool,
}

impl Term {
    /// Whether a product outside its description has one of the words.
    pub fn is_sold(&self) -> bool {
        self.choices.iter().any(|choice| choice.documents > 0)
    }

    pub fn is_sure(&self) -> bool {
        self.kind != TokenKind::Word
            || self.choices.iter().any(|choice| choice.kind == MatchKind::Same && choice.documents > 0)
    }

    /// The term with only its certain choices, if it has any.
    pub fn sure(&self) -> Self {
        let mut sure = self.clone();
        if self.is_sure() {
            sure.choices.retain(|choice| choice.kind == MatchKind::Same);
        }
        sure
    }
}

pub const MAX_TERMS: usize = 6;
/// More choices for one word would add time but no products.
const MAX_CHOICES: usize = 32;
const MAX_FORMS: usize = 12;
/// Other names of one token.
const MAX_NAMES: usize = 60;

/// Added cost of another ending, so that the word with the typed ending comes first.
const ENDING: u32 = 4;

/// What a match is worth, by how the words are related; the typed word itself is worth 1.0. The judged queries
/// (`tests/judged.rs`) measure a change of these weights.
mod weight {
    pub const IDENTICAL: f32 = 1.0;
    /// The same word with or without the article.
    pub const SAME_BARE: f32 = 0.97;
    /// The same word with another ending.
    pub const SAME_LIGHT: f32 = 0.9;
    /// One of the words has an attached particle, and the documents show that it is one.
    pub const PARTICLE: f32 = 0.92;
    /// The known word may have an attached particle.
    pub const PARTICLE_OF_KNOWN: f32 = 0.7;
    /// The typed word may have an attached particle.
    pub const PARTICLE_OF_TYPED: f32 = 0.72;
    /// A query rarely starts with a preposition: a typing mistake is as likely there.
    pub const PARTICLE_OF_FIRST: f32 = 0.55;
    /// Subtracted from the weight of the typed word's particle.
    pub const LOOSE_STEM: f32 = 0.05;
    /// Without a possessive ending.
    pub const POSSESSED: f32 = 0.88;
    /// Three or more shared consonants in order: often a broken plural.
    pub const SKELETON: f32 = 0.62;
    pub const SHORT_SKELETON: f32 = 0.5;
    /// The same sound in the other script.
    pub const OTHER_SCRIPT: f32 = 0.72;
    pub const OTHER_SCRIPT_SHORT: f32 = 0.55;
    /// Subtracted for each vowel that does not fit.
    pub const MISFIT: f32 = 0.06;
    /// The best other way to say a word; each further way is worth less.
    pub const WAY: f32 = 0.95;
    pub const FURTHER_WAY: f32 = 0.03;
    pub const LEAST_WAY: f32 = 0.6;
    /// The typed word is the beginning of the known one.
    pub const PREFIX: f32 = 0.4;
    /// Added in proportion to how much of the known word was typed.
    pub const PREFIX_SHARE: f32 = 0.35;
    /// A typing mistake, before its slips are subtracted.
    pub const TYPO: f32 = 0.64;
    pub const SLIP: f32 = 0.012;
    /// Added if the mistake keeps the sound.
    pub const SOUND_IN_ARABIC: f32 = 0.03;
    /// For a Latin name, writing by ear is the usual mistake.
    pub const SOUND_IN_LATIN: f32 = 0.2;
    /// The number of a size without its unit.
    pub const NUMBER_OF_SIZE: f32 = 0.4;
}

/// How a known word is related to a typed one.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Relation {
    worth: f32,
    kind: MatchKind,
}

impl Relation {
    fn new(worth: f32, kind: MatchKind) -> Self {
        Self { worth, kind }
    }
}

/// Keeps the best of the offered relations.
#[derive(Default)]
struct Best(Option<Relation>);

impl Best {
    fn offer(&mut self, worth: f32, kind: MatchKind) {
        if self.0.is_none_or(|known| worth > known.worth) {
            self.0 = Some(Relation::new(worth, kind));
        }
    }
}

/// The forms of a word by which words are compared, computed once.
struct Forms<'a> {
    word: &'a str,
    bare: &'a str,
    light: &'a str,
    loose: Vec<&'a str>,
    skeletons: Vec<String>,
    sounds: Vec<String>,
}

impl<'a> Forms<'a> {
    fn new(word: &'a str) -> Self {
        Self {
            word,
            bare: stem::bare(word),
            light: stem::light(word),
            loose: stem::loose(word),
            skeletons: stem::skeletons(word),
            sounds: stem::sound(word).into_iter().collect(),
        }
    }

    /// Of a typed word, which may be Arabic in Latin letters.
    fn typed(word: &'a str) -> Self {
        let mut forms = Self::new(word);
        if !stem::is_arabic(word) {
            forms.sounds.extend(arabizi::sounds(word));
        }
        forms
    }
}

/// A word of the vocabulary with its forms.
struct Known<'a> {
    word: &'a KnownWord,
    forms: Forms<'a>,
}

/// A typed word and its place in the query.
struct TypedWord<'a> {
    forms: Forms<'a>,
    /// What it may be without a possessive ending.
    possessed: Vec<String>,
    /// Products that have exactly this word.
    documents: i64,
    /// It is the first word of the query.
    opens: bool,
    is_real: bool,
    /// It may be the beginning of a longer word.
    is_open: bool,
    typing: bool,
}

/// A typed word beside a known one.
struct Pair<'a> {
    typed: &'a TypedWord<'a>,
    known: &'a Known<'a>,
}

/// How far a word is guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guess {
    /// It is known, or a real word.
    Not,
    /// A real word beside others: only the likeliest single mistake.
    Slip,
    Freely,
}

/// The cost of a mistake that turns a word into another real one: letters that sound or look alike, a missing vowel.
const REAL_SLIP: u32 = 7;

impl Pair<'_> {
    /// `None`: the words are not related.
    fn relation(&self, guess: Guess) -> Option<Relation> {
        if let Some(relation) = self.same_word().or_else(|| self.possessed()).or_else(|| self.particle()) {
            return Some(relation);
        }
        let mut best = Best::default();
        self.offer_stems(&mut best);
        let sound = self.shared_sound();
        if let Some(sound) = &sound
            && stem::is_arabic(self.typed.forms.word) != stem::is_arabic(self.known.forms.word)
        {
            self.offer_sound(sound.len(), &mut best);
        }
        // A description alone carries no correction.
        if self.known.word.documents > 0 || self.typed.typing {
            if self.typed.is_open {
                self.offer_prefix(&mut best);
            }
            if guess != Guess::Not {
                self.offer_typo(guess, sound.is_some(), &mut best);
            }
        }
        best.0
    }

    fn offer_sound(&self, length: usize, best: &mut Best) {
        let mut worth = if length > 2 { weight::OTHER_SCRIPT } else { weight::OTHER_SCRIPT_SHORT };
        if !stem::is_arabic(self.typed.forms.word) {
            let misfits = arabizi::vowel_misfits(self.typed.forms.word, self.known.forms.word);
            // An English word that sounds like an Arabic one is rarely meant as one.
            if misfits > 2 || self.typed.is_real && (length < 4 || misfits > 1) {
                return;
            }
            worth -= weight::MISFIT * misfits as f32;
        }
        best.offer(worth, MatchKind::Relative);
    }

    fn possessed(&self) -> Option<Relation> {
        let is_possessed = self.typed.documents == 0
            && self.typed.possessed.iter().any(|word| stem::light(word) == self.known.forms.light);
        is_possessed.then(|| Relation::new(weight::POSSESSED, MatchKind::Same))
    }

    fn same_word(&self) -> Option<Relation> {
        let (typed, known) = (&self.typed.forms, &self.known.forms);
        let worth = if typed.word == known.word {
            weight::IDENTICAL
        } else if typed.bare == known.bare {
            weight::SAME_BARE
        } else if typed.light == known.light {
            weight::SAME_LIGHT
        } else {
            return None;
        };
        Some(Relation::new(worth, MatchKind::Same))
    }

    /// `وتمر` is "and dates" because dates are sold; `بخور` is not "with khour". The evidence is that the shorter word
    /// is the more common one.
    fn particle(&self) -> Option<Relation> {
        let (typed, known) = (self.typed.documents, self.known.word.documents);
        let (bare, known_bare) = (self.typed.forms.bare, self.known.forms.bare);
        let (is_proven, unproven) = if stem::without_particle(known_bare) == Some(bare) {
            (typed > known, weight::PARTICLE_OF_KNOWN)
        } else if stem::without_particle(bare) == Some(known_bare) {
            (typed > 0 && known > typed, self.attached_weight())
        } else {
            return None;
        };
        Some(match is_proven {
            true => Relation::new(weight::PARTICLE, MatchKind::Same),
            false => Relation::new(unproven, MatchKind::Relative),
        })
    }

    fn attached_weight(&self) -> f32 {
        if self.typed.opens { weight::PARTICLE_OF_FIRST } else { weight::PARTICLE_OF_TYPED }
    }

    fn offer_stems(&self, best: &mut Best) {
        let (typed, known) = (&self.typed.forms, &self.known.forms);
        // At most one of the words may have an attached letter: «فندق» and «بندق» share the rest.
        let is_stem_of =
            |loose: &[&str], other: &Forms<'_>| loose.contains(&other.bare) || loose.contains(&other.light);
        if is_stem_of(&typed.loose, known) || is_stem_of(&known.loose, typed) {
            best.offer(self.attached_weight() - weight::LOOSE_STEM, MatchKind::Relative);
        }
        let shared = typed.skeletons.iter().filter(|one| known.skeletons.contains(one));
        match shared.map(|one| one.chars().count()).max() {
            Some(3..) if !(self.typed.is_real && is_derived(known.bare, typed.bare)) => {
                best.offer(weight::SKELETON, MatchKind::Relative)
            }
            // Two shared consonants are as often chance as relation: the words must also be similar.
            Some(2)
                if typo::distance(typed.light, known.light).is_some_and(|slips| slips <= 2 * typo::SLIP)
                    && (!self.typed.is_real
                        || holds(typed.bare, known.light)
                        || holds(known.bare, typed.light)) =>
            {
                best.offer(weight::SHORT_SKELETON, MatchKind::Relative)
            }
            _ => {}
        }
    }

    fn shared_sound(&self) -> Option<String> {
        self.typed.forms.sounds.iter().find(|sound| self.known.forms.sounds.contains(sound)).cloned()
    }

    fn offer_prefix(&self, best: &mut Best) {
        let (typed, known) = (&self.typed.forms, &self.known.forms);
        // Two letters begin too many words, unless the shopper is still typing.
        let least = if self.typed.typing { 2 } else { 3 };
        for (typed, word) in [(typed.bare, known.bare), (typed.word, known.word)] {
            if word.starts_with(typed) && typed.chars().count() >= least {
                let share = typed.chars().count() as f32 / word.chars().count() as f32;
                best.offer(weight::PREFIX + weight::PREFIX_SHARE * share, MatchKind::Prefix);
            }
        }
    }

    fn offer_typo(&self, guess: Guess, keeps_sound: bool, best: &mut Best) {
        let (typed, known) = (&self.typed.forms, &self.known.forms);
        // The mistake may be in the article, or come with another ending.
        let slips = [
            typo::distance(typed.bare, known.bare),
            typo::distance(typed.word, known.word),
            typo::distance(typed.light, known.light).map(|slips| slips + ENDING),
        ];
        let most = if guess == Guess::Slip { REAL_SLIP } else { u32::MAX };
        let allowed = typo::allowance(typed.bare, known.bare).min(most);
        if let Some(slips) = slips.into_iter().flatten().min().filter(|slips| *slips <= allowed) {
            // A word written by ear keeps its consonants.
            let by_ear = match (keeps_sound, stem::is_arabic(typed.word)) {
                (true, true) => weight::SOUND_IN_ARABIC,
                (true, false) => weight::SOUND_IN_LATIN,
                (false, _) => 0.0,
            };
            best.offer(weight::TYPO + by_ear - weight::SLIP * slips as f32, MatchKind::Typo);
        }
    }
}

/// Whether a word has all letters of another one in order, as «أكواب» has those of «كوب».
fn holds(word: &str, letters: &str) -> bool {
    let mut rest = word.chars();
    letters.chars().nth(2).is_some() && letters.chars().all(|letter| rest.any(|c| c == letter))
}

/// How a query is interpreted.
#[derive(Debug, Clone, Copy)]
struct Reading {
    /// The last word may be incomplete.
    typing: bool,
    /// A known word may also be a typing mistake.
    allow_typos: bool,
}

fn choice(known: &KnownWord, worth: f32, kind: MatchKind) -> Choice {
    Choice { word: known.word.clone(), worth, kind, named: known.named, documents: known.documents }
}

fn term(token: &Token, vocabulary: &[Known<'_>], opens: bool, reading: Reading) -> Term {
    let typing = reading.typing;
    let typed = token.text.as_str();
    let count = |word: &str| {
        let known = vocabulary.iter().find(|known| known.word.word == word);
        known.map(|known| (known.word.named, known.word.documents))
    };
    let (named, documents) = count(typed).unwrap_or_default();
    let itself = Choice { word: typed.to_owned(), worth: 1.0, kind: MatchKind::Same, named, documents };
    let mut choices = vec![itself];
    let is_real = token.kind == TokenKind::Word && (!token.ways.is_empty() || real_words::is_real(typed));
    match token.kind {
        TokenKind::Word => {
            // Guessing is slow, and useless for a known word.
            let light = stem::light(typed);
            let sure = vocabulary.iter().any(|known| known.word.documents > 0 && known.forms.light == light);
            let guess = match (typing, reading.allow_typos, sure, is_real) {
                (true, ..) | (_, true, _, false) | (_, false, false, false) => Guess::Freely,
                (_, true, _, true) => Guess::Slip,
                (_, false, ..) => Guess::Not,
            };
            let typed_word = TypedWord {
                forms: Forms::typed(typed),
                possessed: stem::possessed(stem::bare(typed)),
                documents,
                opens,
                is_real,
                is_open: guess == Guess::Freely
                    || guess == Guess::Not && !sure && real_words::familiarity(typed) == Familiarity::Rare,
                typing,
            };
            for known in vocabulary.iter().filter(|known| known.word.word != typed) {
                if let Some(Relation { worth, kind }) = (Pair { typed: &typed_word, known }).relation(guess) {
                    let how = if typing && kind == MatchKind::Prefix { MatchKind::Same } else { kind };
                    choices.push(choice(known.word, worth, how));
                }
            }
        }
        // The number alone, for products that do not name the unit.
        TokenKind::Size => choices.extend(token.parts.iter().map(|part| {
            let (named, documents) = count(part).unwrap_or_default();
            let kind = MatchKind::Relative;
            Choice { word: part.clone(), worth: weight::NUMBER_OF_SIZE, kind, named, documents }
        })),
        TokenKind::Number | TokenKind::Code => {}
    }
    let term = Term {
        typed: typed.to_owned(),
        kind: token.kind,
        choices,
        is_soft: token.is_soft || matches!(token.kind, TokenKind::Size | TokenKind::Number),
        is_real,
        is_meant: false,
    };
    prune_choices(term, reading)
}

/// Whether one of two words with the same stem ends in letters that make another word: «ريحان» is not «ريحة».
fn has_other_ending(one: &str, other: &str) -> bool {
    one.ends_with("ان") != other.ends_with("ان")
}

/// Whether a known word with the same consonants is made from the other one, and no plural of it: «حلبي» of «حليب», «حاسبة» of
/// «حاسوب».
fn is_derived(known: &str, other: &str) -> bool {
    let ends = |ending: char| known.ends_with(ending) && !other.ends_with(ending);
    ends('ي') || ends('ه') && !known.starts_with('ا')
}

/// A broken plural rarely has fewer letters than its singular: «مطر» is no «مطارة».
fn is_as_long(plural: &str, singular: &str) -> bool {
    plural.chars().count() >= singular.chars().count()
}

/// The sold words that name the same as this one, which is spelt right: inflected forms and broken plurals.
fn named(word: &str, vocabulary: &[Known<'_>]) -> Vec<Choice> {
    let forms = Forms::new(word);
    let sold = vocabulary.iter().filter(|known| known.word.documents > 0);
    let related = sold.filter_map(|known| {
        let shares = || {
            let shared = forms.skeletons.iter().filter(|one| known.forms.skeletons.contains(one));
            shared.map(|one| one.chars().count()).max().unwrap_or(0)
        };
        let worth = if known.forms.word == forms.word {
            weight::IDENTICAL
        } else if known.forms.bare == forms.bare {
            weight::SAME_BARE
        } else if known.forms.light == forms.light && !has_other_ending(known.forms.bare, forms.bare) {
            weight::SAME_LIGHT
        } else if shares() > 2
            && !is_derived(known.forms.bare, forms.bare)
            && is_as_long(known.forms.bare, forms.light)
        {
            weight::SKELETON
        } else {
            return None;
        };
        Some(choice(known.word, worth, MatchKind::Same))
    });
    let mut related: Vec<Choice> = related.collect();
    // A plural by its consonants counts only if nothing closer is sold.
    if related.iter().any(|choice| choice.worth > weight::SKELETON) {
        related.retain(|choice| choice.worth > weight::SKELETON);
    }
    related
}

/// The terms for another way to say a token: the first way that is sold decides. Ways of one word are searched together.
fn meant(token: &Token, vocabulary: &[Known<'_>]) -> Option<Vec<Term>> {
    let choices: Vec<Vec<Vec<Choice>>> =
        token.ways.iter().map(|way| way.iter().map(|word| named(word, vocabulary)).collect()).collect();
    let whole = |way: &Vec<Vec<Choice>>| way.iter().all(|choices| !choices.is_empty());
    let first = choices.iter().position(whole);
    // «سماعة رأس» where only «سماعة» is sold.
    let first = first.or_else(|| choices.iter().position(|way| !way[0].is_empty()))?;
    let term = |typed: &str, choices: Vec<Choice>, is_soft: bool| Term {
        typed: typed.to_owned(),
        kind: TokenKind::Word,
        choices,
        is_soft,
        is_real: true,
        is_meant: true,
    };
    if let [_, _, ..] = choices[first].as_slice() {
        let sold = token.ways[first].iter().zip(&choices[first]).filter(|(_, choices)| !choices.is_empty());
        let terms = sold
            .enumerate()
            .map(|(index, (word, choices))| term(word, choices.clone(), token.is_soft || index > 0));
        return Some(terms.collect());
    }
    let mut together: Vec<Choice> = Vec::new();
    for (index, way) in choices.iter().filter(|way| way.len() == 1).enumerate() {
        let worth = (weight::WAY - weight::FURTHER_WAY * index as f32).max(weight::LEAST_WAY);
        for choice in &way[0] {
            if together.iter().all(|known| known.word != choice.word) {
                together.push(Choice { worth: choice.worth * worth, ..choice.clone() });
            }
        }
    }
    together.truncate(MAX_CHOICES);
    Some(vec![term(&token.text, together, token.is_soft)])
}

/// Sorts the choices and drops those that a much better one makes unlikely.
fn prune_choices(mut term: Term, reading: Reading) -> Term {
    let Reading { typing, allow_typos } = reading;
    // A more common word is more likely, but by less than one typing mistake.
    let likely = |choice: &Choice| choice.worth + 0.008 * (choice.documents.max(1) as f32).ln().min(9.0);
    term.choices.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
    let best = |how: MatchKind| {
        term.choices.iter().filter(|choice| choice.kind == how).map(likely).fold(0.0, f32::max)
    };
    let (sure, mistyped) = (term.is_sure() && !allow_typos, best(MatchKind::Typo));
    let related = best(MatchKind::Relative).max(best(MatchKind::Prefix));
    term.choices.retain(|choice| match choice.kind {
        MatchKind::Same => true,
        MatchKind::Relative => true,
        // A prefix is an incomplete word, not a mistake.
        MatchKind::Prefix => !sure && likely(choice) + 0.12 >= mistyped.min(0.6),
        MatchKind::Typo => !sure && likely(choice) + 0.07 >= mistyped && likely(choice) + 0.15 >= related,
    });
    let mut same = 0;
    term.choices.retain(|choice| {
        same += usize::from(choice.kind == MatchKind::Same && !typing);
        choice.kind != MatchKind::Same || same <= MAX_FORMS
    });
    term.choices.truncate(MAX_CHOICES);
    term
}

/// Turns tokens into terms: by their words, by other ways to say them, parted, or joined, as the vocabulary has them.
pub fn read(tokens: &[Token], vocabulary: &[KnownWord], typing: bool) -> Vec<Term> {
    read_all(tokens, vocabulary, Reading { typing, allow_typos: false })
}

/// Like [`read`], but a known word may also be a typing mistake.
pub fn read_allowing_typos(tokens: &[Token], vocabulary: &[KnownWord], typing: bool) -> Vec<Term> {
    read_all(tokens, vocabulary, Reading { typing, allow_typos: true })
}

/// Adds the other names of goods that the catalogue does not call as typed.
pub fn extend_ways(tokens: &mut [Token], vocabulary: &[KnownWord], meanings: &Meanings) {
    let sold = Sold::new(vocabulary);
    let unsold = |token: &&mut Token| !token.ways.is_empty() || sold.documents(&token.text) == 0;
    for token in tokens.iter_mut().filter(|token| token.kind == TokenKind::Word).filter(unsold) {
        let own = [vec![token.text.clone()]];
        let ways = token.ways.iter().chain(own.iter().filter(|_| token.parts.is_empty()));
        // «حقيبة مدرسية» is also «شنطة مدرسية».
        let named = ways.flat_map(|way| {
            let names = meanings.names_of(&way[0]).iter().filter(|name| **name != token.text);
            names
                .map(|name| std::iter::once(name.clone()).chain(way[1..].iter().cloned()).collect::<Vec<_>>())
        });
        let named: Vec<Vec<String>> = named.take(MAX_NAMES).collect();
        token.ways.extend(named);
    }
}

/// How often words and stems are sold.
struct Sold<'a> {
    words: HashMap<&'a str, i64>,
    stems: HashMap<&'a str, i64>,
}

impl<'a> Sold<'a> {
    fn new(vocabulary: &'a [KnownWord]) -> Self {
        let words = vocabulary.iter().map(|known| (known.word.as_str(), known.documents)).collect();
        let stems = vocabulary.iter().fold(HashMap::new(), |mut stems, known| {
            *stems.entry(stem::light(&known.word)).or_default() += known.documents;
            stems
        });
        Self { words, stems }
    }

    fn documents(&self, word: &str) -> i64 {
        self.stems.get(stem::light(word)).or(self.words.get(word)).copied().unwrap_or(0)
    }

    /// A part of a word; two letters must be a word as they are.
    fn part(&self, part: &str) -> i64 {
        match part.chars().count() {
            0 | 1 => 0,
            2 => self.words.get(part).copied().unwrap_or(0),
            _ => self.documents(part),
        }
    }

    /// The fewest sold words that a word without spaces consists of; of several, those that are sold most.
    fn parted<'w>(&self, word: &'w str) -> Option<Vec<&'w str>> {
        let known: HashSet<&str> = parts(word).into_iter().filter(|part| self.part(part) > 0).collect();
        if known.is_empty() {
            return None;
        }
        let mut ends: Vec<usize> = word.char_indices().map(|(byte, _)| byte).skip(1).collect();
        ends.push(word.len());
        // By end: the number of parts, how rare the rarest is, and where the last one starts.
        let mut best: HashMap<usize, (usize, i64, usize)> = HashMap::from([(0, (0, i64::MIN, 0))]);
        for &end in &ends {
            let starts = std::iter::once(0).chain(ends.iter().copied()).filter(|start| *start < end);
            let ways = starts.filter_map(|start| {
                let (many, rarest, _) = best.get(&start)?;
                let part = known.get(&word[start..end])?;
                Some((many + 1, (*rarest).max(-self.part(part)), start))
            });
            if let Some(way) = ways.min() {
                best.insert(end, way);
            }
        }
        let mut cut = Vec::new();
        let mut end = word.len();
        while end > 0 {
            let (_, _, start) = best.get(&end)?;
            cut.push(&word[*start..end]);
            end = *start;
        }
        cut.reverse();
        Some(cut)
    }
}

fn read_all(tokens: &[Token], vocabulary: &[KnownWord], reading: Reading) -> Vec<Term> {
    let sold = Sold::new(vocabulary);
    let known: Vec<Known<'_>> =
        vocabulary.iter().map(|word| Known { word, forms: Forms::new(&word.word) }).collect();
    let last = tokens.len().saturating_sub(1);
    let word = |text: &str| Token::new(text, TokenKind::Word);

    let mut terms: Vec<Term> = Vec::new();
    let mut skip = false;
    for (index, token) in tokens.iter().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        let now = Reading { typing: reading.typing && index == last, ..reading };
        if !token.ways.is_empty() && !now.typing {
            // A phrase whose words are all sold is what it says.
            let says = |part: &String| sold.documents(part) > 0;
            if !token.parts.is_empty() && token.parts.iter().all(says) {
                terms.extend(token.parts.iter().map(|part| term(&word(part), &known, index == 0, now)));
                continue;
            }
            // Exactly so: another ending may make another word, as of a colour.
            let bare = stem::bare(&token.text);
            let is_sold = token.parts.is_empty()
                && vocabulary.iter().any(|known| known.documents > 0 && stem::bare(&known.word) == bare);
            if let Some(mut meant) = meant(token, &known) {
                if !is_sold {
                    terms.append(&mut meant);
                    continue;
                }
                // What is sold under the typed word comes first.
                let mut whole = term(token, &known, index == 0, now);
                for choice in meant.swap_remove(0).choices {
                    if whole.choices.iter().all(|known| known.word != choice.word) {
                        whole.choices.push(Choice {
                            worth: 0.7 * choice.worth,
                            kind: MatchKind::Relative,
                            ..choice
                        });
                    }
                }
                whole.choices.truncate(MAX_CHOICES);
                terms.push(whole);
                continue;
            }
        }
        if let Some((_, whole)) = joined(&tokens[index..]).find(|(first, _)| *first == 0) {
            let parts = sold.documents(&token.text).min(sold.documents(&tokens[index + 1].text));
            let code = tokens[index + 1].kind == TokenKind::Number;
            if !code && sold.documents(&whole) > 0 && parts * 20 < sold.documents(&whole) {
                let reading = Reading { typing: reading.typing && index + 1 == last, ..reading };
                terms.push(term(&word(&whole), &known, index == 0, reading));
                skip = true;
                continue;
            }
        }
        let whole = term(token, &known, index == 0, now);
        let slip = whole.choices.iter().any(|choice| choice.kind == MatchKind::Typo && choice.worth > 0.52);
        if token.kind == TokenKind::Word
            && !whole.is_sure()
            && !slip
            && !whole.is_real
            && let Some(cut) = sold.parted(&token.text)
        {
            let now = Reading { typing: false, ..reading };
            terms.extend(cut.into_iter().map(|part| term(&word(part), &known, false, now)));
            continue;
        }
        terms.push(whole);
    }
    let mut seen = HashSet::new();
    terms.retain(|term| seen.insert(term.typed.clone()));
    shorten(terms)
}

/// At most [`MAX_TERMS`]: words that nothing is sold under are dropped first, then soft ones, then the last.
fn shorten(mut terms: Vec<Term>) -> Vec<Term> {
    for is_droppable in [|term: &Term| !term.is_sold(), |term: &Term| term.is_soft] {
        while terms.len() > MAX_TERMS
            && let Some(index) = terms.iter().rposition(is_droppable)
        {
            terms.remove(index);
        }
    }
    terms.truncate(MAX_TERMS);
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary(words: &[(&str, i64)]) -> Vec<KnownWord> {
        words
            .iter()
            .map(|(word, documents)| KnownWord {
                word: (*word).into(),
                spelling: (*word).into(),
                named: *documents,
                documents: *documents,
            })
            .collect()
    }

    fn tokens(text: &str) -> Vec<Token> {
        crate::rules::fold::words(text)
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
    fn words_without_a_space_are_split_and_split_words_joined() {
        assert_eq!(best("قهوةعربية", &[("قهوه", 9), ("عربيه", 9)]), ["قهوه", "عربيه"]);
        assert_eq!(best("مب خرة", &[("مبخره", 9)]), ["مبخره"]);
    }

    #[test]
    fn a_preposition_is_told_from_a_first_letter_by_word_counts() {
        let terms = read(&tokens("تمر"), &vocabulary(&[("تمر", 90), ("وتمر", 5)]), false);
        assert!(terms[0].sure().choices.iter().any(|choice| choice.word == "وتمر"));

        let terms = read(&tokens("بخور"), &vocabulary(&[("بخور", 90), ("خور", 1)]), false);
        assert!(terms[0].sure().choices.iter().all(|choice| choice.word != "خور"));
    }

    #[test]
    fn a_real_word_that_is_not_sold_is_no_mistake() {
        assert_eq!(best("فندق", &[("بندق", 40)]), [""]);
        assert_eq!(best("hotel", &[("hote", 40)]), [""]);
        // A word that only descriptions have is no correction.
        let terms = read(&tokens("مبرخة"), &vocabulary(&[("مبخره", 0)]), false);
        assert_eq!(terms[0].choices.len(), 1);
    }

    #[test]
    fn text_without_spaces_is_parted_into_any_number_of_words() {
        let words = [("محفظه", 9), ("جلد", 9), ("طبيعي", 9), ("ظه", 1)];
        assert_eq!(best("محفظةجلدطبيعي", &words), ["محفظه", "جلد", "طبيعي"]);
    }

    #[test]
    fn another_way_to_say_a_word_finds_what_is_sold() {
        let mut typed = tokens("شنطة");
        typed[0].ways = vec![vec!["صندوق".into()], vec!["حقيبه".into()]];
        let terms = read(&typed, &vocabulary(&[("حقايب", 5), ("شنطات", 0)]), false);
        assert_eq!(terms[0].choices.iter().map(|choice| choice.word.as_str()).collect::<Vec<_>>(), ["حقايب"]);
    }

    #[test]
    fn possessive_endings_are_left_out() {
        assert_eq!(best("مقلمتك", &[("مقلمه", 9)]), ["مقلمه"]);
        assert_eq!(best("سماعاتي", &[("سماعه", 9)]), ["سماعه"]);
    }

    #[test]
    fn arabic_in_latin_letters_sounds_like_the_word() {
        for (typed, known) in [("3asal", "عسل"), ("7aqiba", "حقيبه"), ("daftar", "دفتر"), ("mo5mal", "مخمل")]
        {
            let mut typed = tokens(typed);
            typed[0].kind = TokenKind::Word;
            let terms = read(&typed, &vocabulary(&[(known, 9)]), false);
            assert!(terms[0].choices.iter().any(|choice| choice.word == known), "{known}");
        }
    }
}
