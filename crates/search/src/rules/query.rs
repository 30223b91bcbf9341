//! Interprets a query: which words of the vocabulary each typed word may mean.

use std::collections::{HashMap, HashSet};

use super::fold::{Token, TokenKind, words};
use super::lookup::{cuts, joined};
use super::{stem, typo};

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
}

impl Term {
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

/// Longer queries are truncated.
pub const MAX_CHARS: usize = 100;
pub const MAX_TERMS: usize = 6;
const MAX_TOKENS: usize = 12;
/// More choices for one word would add time but no products.
const MAX_CHOICES: usize = 32;
const MAX_FORMS: usize = 12;

/// Words that say nothing about a product. They are used only if nothing else was typed.
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
    let meaningful: Vec<Token> = all
        .iter()
        .filter(|token| !FILLERS.contains(&token.text.as_str()))
        .take(MAX_TOKENS)
        .cloned()
        .collect();
    if meaningful.is_empty() { all } else { meaningful }
}

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
    /// Three or more shared consonants in order: often a broken plural.
    pub const SKELETON: f32 = 0.62;
    pub const SHORT_SKELETON: f32 = 0.5;
    /// The same sound in the other script.
    pub const OTHER_SCRIPT: f32 = 0.72;
    pub const OTHER_SCRIPT_SHORT: f32 = 0.55;
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

/// A typed word and its place in the query.
#[derive(Debug, Clone, Copy)]
struct TypedWord<'a> {
    text: &'a str,
    /// Products that have exactly this word.
    documents: i64,
    /// It is the first word of the query.
    opens: bool,
}

/// A typed word beside a known one, both also without article (`bare`) and without ending (`light`).
struct Pair<'a> {
    typed: TypedWord<'a>,
    known: &'a KnownWord,
    bare: &'a str,
    known_bare: &'a str,
    light: &'a str,
    known_light: &'a str,
}

impl<'a> Pair<'a> {
    fn new(typed: TypedWord<'a>, known: &'a KnownWord) -> Self {
        let word = known.word.as_str();
        Self {
            typed,
            known,
            bare: stem::bare(typed.text),
            known_bare: stem::bare(word),
            light: stem::light(typed.text),
            known_light: stem::light(word),
        }
    }

    /// `None`: the words are not related. Prefixes and typing mistakes are considered only if `guess` is set.
    fn relation(&self, guess: bool) -> Option<Relation> {
        if let Some(relation) = self.same_word().or_else(|| self.particle()) {
            return Some(relation);
        }
        let mut best = Best::default();
        self.offer_stems(&mut best);
        let sound = self.shared_sound();
        if let Some(sound) = &sound
            && stem::is_arabic(self.typed.text) != stem::is_arabic(&self.known.word)
        {
            let is_long = sound.len() > 2;
            best.offer(
                if is_long { weight::OTHER_SCRIPT } else { weight::OTHER_SCRIPT_SHORT },
                MatchKind::Relative,
            );
        }
        if guess {
            self.offer_prefix(&mut best);
            self.offer_typo(sound.is_some(), &mut best);
        }
        best.0
    }

    fn same_word(&self) -> Option<Relation> {
        let worth = if self.typed.text == self.known.word {
            weight::IDENTICAL
        } else if self.bare == self.known_bare {
            weight::SAME_BARE
        } else if self.light == self.known_light {
            weight::SAME_LIGHT
        } else {
            return None;
        };
        Some(Relation::new(worth, MatchKind::Same))
    }

    /// `وتمر` is "and dates" because dates are sold; `بخور` is not "with khour". The evidence is that the shorter word
    /// is the more common one.
    fn particle(&self) -> Option<Relation> {
        let (typed, known) = (self.typed.documents, self.known.documents);
        let (is_proven, unproven) = if stem::without_particle(self.known_bare) == Some(self.bare) {
            (typed > known, weight::PARTICLE_OF_KNOWN)
        } else if stem::without_particle(self.bare) == Some(self.known_bare) {
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
        let (typed, word) = (self.typed.text, self.known.word.as_str());
        if stem::loose(typed).iter().any(|stem| stem::loose(word).contains(stem)) {
            best.offer(self.attached_weight() - weight::LOOSE_STEM, MatchKind::Relative);
        }
        let known_skeletons = stem::skeletons(word);
        let shared = stem::skeletons(typed).into_iter().filter(|one| known_skeletons.contains(one));
        match shared.map(|one| one.chars().count()).max() {
            Some(3..) => best.offer(weight::SKELETON, MatchKind::Relative),
            // Two shared consonants are as often chance as relation: the words must also be similar.
            Some(2)
                if typo::distance(self.light, self.known_light)
                    .is_some_and(|slips| slips <= 2 * typo::SLIP) =>
            {
                best.offer(weight::SHORT_SKELETON, MatchKind::Relative)
            }
            _ => {}
        }
    }

    fn shared_sound(&self) -> Option<String> {
        stem::sound(self.typed.text).filter(|sound| stem::sound(&self.known.word).as_ref() == Some(sound))
    }

    fn offer_prefix(&self, best: &mut Best) {
        for (typed, word) in [(self.bare, self.known_bare), (self.typed.text, self.known.word.as_str())] {
            if word.starts_with(typed) && typed.chars().count() >= 2 {
                let share = typed.chars().count() as f32 / word.chars().count() as f32;
                best.offer(weight::PREFIX + weight::PREFIX_SHARE * share, MatchKind::Prefix);
            }
        }
    }

    fn offer_typo(&self, keeps_sound: bool, best: &mut Best) {
        // The mistake may be in the article, or come with another ending.
        let slips = [
            typo::distance(self.bare, self.known_bare),
            typo::distance(self.typed.text, &self.known.word),
            typo::distance(self.light, self.known_light).map(|slips| slips + ENDING),
        ];
        let allowed = typo::allowance(self.bare, self.known_bare);
        if let Some(slips) = slips.into_iter().flatten().min().filter(|slips| *slips <= allowed) {
            // A word written by ear keeps its consonants.
            let by_ear = match (keeps_sound, stem::is_arabic(self.typed.text)) {
                (true, true) => weight::SOUND_IN_ARABIC,
                (true, false) => weight::SOUND_IN_LATIN,
                (false, _) => 0.0,
            };
            best.offer(weight::TYPO + by_ear - weight::SLIP * slips as f32, MatchKind::Typo);
        }
    }
}

/// How a query is interpreted.
#[derive(Debug, Clone, Copy)]
struct Reading {
    /// The last word may be incomplete.
    typing: bool,
    /// A known word may also be a typing mistake.
    allow_typos: bool,
}

fn term(token: &Token, vocabulary: &[KnownWord], opens: bool, reading: Reading) -> Term {
    let typing = reading.typing;
    let typed = token.text.as_str();
    let count = |word: &str| {
        vocabulary.iter().find(|known| known.word == word).map(|known| (known.named, known.documents))
    };
    let (named, documents) = count(typed).unwrap_or_default();
    let itself = Choice { word: typed.to_owned(), worth: 1.0, kind: MatchKind::Same, named, documents };
    let mut choices = vec![itself];
    match token.kind {
        TokenKind::Word => {
            // Guessing is slow, and useless for a known word.
            let light = stem::light(typed);
            let sure =
                vocabulary.iter().any(|known| known.documents > 0 && stem::light(&known.word) == light);
            let guess = typing || reading.allow_typos || !sure;
            let typed_word = TypedWord { text: typed, documents, opens };
            for known in vocabulary.iter().filter(|known| known.word != typed) {
                if let Some(Relation { worth, kind }) = Pair::new(typed_word, known).relation(guess) {
                    let how = if typing && kind == MatchKind::Prefix { MatchKind::Same } else { kind };
                    choices.push(Choice {
                        word: known.word.clone(),
                        worth,
                        kind: how,
                        named: known.named,
                        documents: known.documents,
                    });
                }
            }
        }
        // The number alone, for products that do not name the unit.
        TokenKind::Size => choices.extend(token.parts.iter().map(|part| {
            let (named, documents) = count(part).unwrap_or_default();
            Choice {
                word: part.clone(),
                worth: weight::NUMBER_OF_SIZE,
                kind: MatchKind::Relative,
                named,
                documents,
            }
        })),
        TokenKind::Number | TokenKind::Code => {}
    }
    prune_choices(Term { typed: typed.to_owned(), kind: token.kind, choices }, reading)
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

/// Turns tokens into terms. Splits a word, or joins two, where the vocabulary has the result but not the typed
/// form.
pub fn read(tokens: &[Token], vocabulary: &[KnownWord], typing: bool) -> Vec<Term> {
    read_all(tokens, vocabulary, Reading { typing, allow_typos: false })
}

/// Like [`read`], but a known word may also be a typing mistake.
pub fn read_allowing_typos(tokens: &[Token], vocabulary: &[KnownWord], typing: bool) -> Vec<Term> {
    read_all(tokens, vocabulary, Reading { typing, allow_typos: true })
}

fn read_all(tokens: &[Token], vocabulary: &[KnownWord], reading: Reading) -> Vec<Term> {
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
    for (index, token) in tokens.iter().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        if let Some((_, whole)) = joined(&tokens[index..]).find(|(first, _)| *first == 0) {
            let parts = documents(&token.text).min(documents(&tokens[index + 1].text));
            let code = tokens[index + 1].kind == TokenKind::Number;
            if !code && documents(&whole) > 0 && parts * 20 < documents(&whole) {
                let reading = Reading { typing: reading.typing && index + 1 == last, ..reading };
                terms.push(term(&Token::new(whole, TokenKind::Word), vocabulary, index == 0, reading));
                skip = true;
                continue;
            }
        }
        let now = Reading { typing: reading.typing && index == last, ..reading };
        let whole = term(token, vocabulary, index == 0, now);
        let slip = whole.choices.iter().any(|choice| choice.kind == MatchKind::Typo && choice.worth > 0.52);
        if !whole.is_sure() && !slip {
            let known = |part: &str| if part.chars().count() > 2 { documents(part) } else { 0 };
            let parted =
                cuts(&token.text).map(|(left, right)| (known(left).min(known(right)), left, right)).max();
            if let Some((1.., left, right)) = parted {
                let now = Reading { typing: false, ..reading };
                terms.extend(
                    [left, right]
                        .map(|part| term(&Token::new(part, TokenKind::Word), vocabulary, false, now)),
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
    fn fillers_are_used_only_if_nothing_else_was_typed() {
        assert_eq!(tokens("عسل من اليمن").len(), 2);
        assert_eq!(tokens("من").len(), 1);
    }
}
