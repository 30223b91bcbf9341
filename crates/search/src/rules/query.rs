//! Reading what a shopper typed: which known words may be meant by each of theirs.

use std::collections::{HashMap, HashSet};

use super::fold::{Kind, Token, words};
use super::lookup::{cuts, joined};
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
