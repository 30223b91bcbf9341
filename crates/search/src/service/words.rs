//! A query by words: its candidates, what is searched again after no match, and the order of the results.

use std::collections::HashMap;

use sqlx::PgPool;

use super::Note;
use crate::rules::{
    constraints::Order,
    fold::{Token, TokenKind},
    lookup::{Lookup, lookup, lookup_more},
    meanings::Meanings,
    query::{self, KnownWord, MatchKind, Term},
    rank::{self, Ranking},
};
use crate::store::{self, Candidates, Narrowing, Uses};

/// With fewer hits than this for the certain choices, the uncertain ones are searched as well.
const MIN_SURE_HITS: usize = 24;
/// The same while a query is being typed: as many as are shown.
const MIN_SUGGESTED: usize = 8;
/// When the query asks for an order, a product is sorted by it if its score is at least this share of the best one.
const RELEVANT: f32 = 0.8;

/// Products that have exactly these words or their inflected forms.
pub async fn find_exactly(db: &PgPool, tokens: &[Token]) -> sqlx::Result<WordMatches> {
    let vocabulary = store::known_words(db, &lookup(tokens, false)).await?;
    let terms: Vec<Term> = query::read(tokens, &vocabulary, false)
        .into_iter()
        .map(|mut term| {
            term.choices.retain(|choice| choice.kind == MatchKind::Same);
            term
        })
        .collect();
    let found = store::candidates(db, &terms, &store::whole(tokens), None, store::MAX_RANKED).await?;
    Ok(WordMatches { found, terms, vocabulary, ..WordMatches::default() })
}

/// Products found by words, and how the query was interpreted.
#[derive(Default)]
pub struct WordMatches {
    found: Candidates,
    terms: Vec<Term>,
    vocabulary: Vec<KnownWord>,
    left_out: Vec<String>,
    not_sold: Option<String>,
}

/// A query by words.
pub struct WordQuery<'a> {
    pub db: &'a PgPool,
    pub tokens: &'a [Token],
    pub typing: bool,
    /// A query without a match is searched again with corrected words, and then without some of its words.
    pub must_find: bool,
    pub narrowing: Option<Narrowing>,
    pub meanings: &'a Meanings,
    /// More words than name goods: some of them may be verbs.
    pub is_sentence: bool,
    /// Several goods at once: «لوز وفستق».
    pub is_list: bool,
}

impl WordQuery<'_> {
    async fn candidates(&self, terms: &[Term], name: &str) -> sqlx::Result<Candidates> {
        let most = if self.typing { store::MAX_SUGGESTED } else { store::MAX_RANKED };
        store::candidates(self.db, terms, name, self.narrowing, most).await
    }

    pub async fn find(&self, mut vocabulary: Vec<KnownWord>) -> sqlx::Result<WordMatches> {
        if self.tokens.is_empty() {
            return Ok(match self.narrowing {
                Some(narrowing) => WordMatches {
                    found: store::by_price(self.db, narrowing).await?,
                    ..WordMatches::default()
                },
                None => WordMatches::default(),
            });
        }
        let more = lookup_more(self.tokens, &vocabulary, self.meanings, false);
        let mut tokens = self.tokens.to_vec();
        if !more.is_empty() {
            extend_vocabulary(self.db, &mut vocabulary, &more).await?;
            query::extend_ways(&mut tokens, &vocabulary, self.meanings);
        }
        let mut terms = query::read(&tokens, &vocabulary, self.typing);
        let name = store::whole(&tokens);

        let sure: Vec<Term> = terms.iter().map(Term::sure).collect();
        let mut found = self.candidates(&sure, &name).await?;
        let doubtful = terms.iter().zip(&sure).any(|(term, sure)| term.choices.len() > sure.choices.len());
        let enough = if self.typing { MIN_SUGGESTED } else { MIN_SURE_HITS };
        if found.len() < enough && doubtful {
            found.extend(self.candidates(&terms, &name).await?);
        }
        let mut matches = WordMatches { found, terms: Vec::new(), vocabulary, ..WordMatches::default() };
        if matches.found.is_empty() && self.must_find {
            self.relax(&mut matches, &mut terms, &tokens).await?;
        }
        matches.terms = terms;
        Ok(matches)
    }

    /// No product has all words. Tries, in this order: without what a product need not have; a real word that is a slip of
    /// another; without the words that nothing is sold under; without one word; any word.
    async fn relax(
        &self,
        matches: &mut WordMatches,
        terms: &mut Vec<Term>,
        tokens: &[Token],
    ) -> sqlx::Result<()> {
        let hard: Vec<Term> = terms.iter().filter(|term| !term.is_soft).cloned().collect();
        if !hard.is_empty() && hard.len() < terms.len() && hard.iter().all(Term::is_sold) {
            // First without the soft words that nothing is sold under, then without all of them.
            let live: Vec<Term> =
                terms.iter().filter(|term| !term.is_soft || term.is_sold()).cloned().collect();
            for subset in [live, hard.clone()] {
                if subset.len() < terms.len() && matches.found.is_empty() {
                    matches.found = self.candidates(&subset, "").await?;
                }
            }
            if !matches.found.is_empty() {
                return Ok(());
            }
        }
        // A word that is real, or even sold, may be a slip if the words beside it are sold.
        if terms.len() > 1 && terms.iter().any(Term::is_sold) {
            let more = lookup_more(tokens, &matches.vocabulary, self.meanings, true);
            extend_vocabulary(self.db, &mut matches.vocabulary, &more).await?;
            let guessed = query::read_allowing_typos(tokens, &matches.vocabulary, self.typing);
            matches.found = self.candidates(&guessed, "").await?;
            if !matches.found.is_empty() {
                *terms = guessed;
                return Ok(());
            }
        }
        if let Some(word) = not_sold(terms, self.is_sentence, self.is_list) {
            matches.not_sold = Some(word);
            return Ok(());
        }
        let (live, dead): (Vec<Term>, Vec<Term>) = terms.iter().cloned().partition(Term::is_sold);
        if live.is_empty() {
            return Ok(());
        }
        matches.left_out = dead.iter().map(|term| term.typed.clone()).collect();
        if !dead.is_empty() {
            matches.found = self.candidates(&live, "").await?;
        }
        if matches.found.is_empty() && live.len() > 1 {
            matches.found = store::all_but_one(self.db, &live, self.narrowing).await?;
        }
        if matches.found.is_empty() && live.len() > 2 {
            matches.found = store::any_word(self.db, &live, self.narrowing).await?;
        }
        Ok(())
    }
}

/// A real word that nothing is sold under and that decides what the query is about: then there is no result.
///
/// In a short query that is its first word, or for English its last, or most of its words; in a sentence, more such words
/// than sold ones. A word that is only sold if it is a misspelling says nothing for the query.
fn not_sold(terms: &[Term], is_sentence: bool, is_list: bool) -> Option<String> {
    let hard: Vec<&Term> =
        terms.iter().filter(|term| !term.is_soft && term.kind == TokenKind::Word).collect();
    let foreign = |term: &&&Term| term.is_real && !term.is_sold();
    let unknown: Vec<&&Term> = hard.iter().filter(foreign).collect();
    let guessed = |term: &Term| WordMatches::guessed(term).is_some_and(|best| best.kind == MatchKind::Typo);
    // An occasion or a purpose counts for the query too.
    let is_for = |term: &&Term| term.is_sold() && !guessed(term) && (!term.is_soft || term.is_meant);
    let sold = terms.iter().filter(is_for).count();
    let head = match hard.as_slice() {
        [] => None,
        [.., last] if last.typed.is_ascii() => Some(last),
        [first, ..] => Some(first),
    };
    let first = unknown.first()?;
    let decides = match is_sentence {
        false => head.is_some_and(|head| foreign(&head) && !is_list) || unknown.len() > sold,
        true => sold == 0 || unknown.len() > sold + 1,
    };
    decides.then(|| first.typed.clone())
}

impl WordMatches {
    /// The products, best first, and how many of them are sorted by `order`.
    pub fn ranked(&self, order: Option<Order>, uses: &Uses) -> (Vec<i64>, usize) {
        let ranking = Ranking::new(&self.terms);
        let score = |id: &i64, words: &str| ranking.score(words) * (1.0 + rank::MAX_LIFT * uses.share(*id));
        let mut ranked: Vec<(f32, i64)> =
            self.found.iter().map(|(id, candidate)| (score(id, &candidate.words), *id)).collect();
        // Ties are ordered by id, so that pages do not overlap.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let relevant = order.map_or(ranked.len(), |order| self.reorder(&mut ranked, order));
        (ranked.into_iter().map(|(_, id)| id).collect(), relevant)
    }

    /// Orders the relevant products as the query asks, and returns their number. The others keep their place behind them.
    fn reorder(&self, ranked: &mut [(f32, i64)], order: Order) -> usize {
        let best = ranked.first().map_or(0.0, |(score, _)| *score);
        let relevant = ranked.partition_point(|(score, _)| *score >= best * RELEVANT);
        let price = |id: &i64| self.found.get(id).and_then(|candidate| candidate.price);
        let size = |id: &i64| self.found.get(id).map_or(0.0, |candidate| rank::size(&candidate.words));
        let ranked = &mut ranked[..relevant];
        match order {
            Order::Cheapest => ranked.sort_by_key(|(_, id)| price(id).unwrap_or(i64::MAX)),
            Order::Dearest => ranked.sort_by_key(|(_, id)| std::cmp::Reverse(price(id).unwrap_or(-1))),
            Order::Newest => ranked.sort_by_key(|(_, id)| std::cmp::Reverse(*id)),
            Order::Largest => ranked.sort_by(|a, b| size(&b.1).total_cmp(&size(&a.1))),
            Order::Smallest => ranked.sort_by(|a, b| size(&a.1).total_cmp(&size(&b.1))),
            // The caller knows sales and ratings.
            Order::Popular | Order::Rated => {}
        }
        relevant
    }

    /// The best sold choice of a term that is not sure.
    fn guessed(term: &Term) -> Option<&query::Choice> {
        term.choices.iter().find(|choice| choice.documents > 0).filter(|_| !term.is_sure())
    }

    /// The searched words, if one of them corrects a typing mistake.
    pub fn correction(&self) -> Option<String> {
        let spellings = self.spellings();
        let mut mistaken = false;
        let words: Vec<&str> = self
            .terms
            .iter()
            .map(|term| {
                let best = Self::guessed(term);
                mistaken |= best.is_some_and(|choice| choice.kind == MatchKind::Typo);
                let word = best.map_or(term.typed.as_str(), |choice| choice.word.as_str());
                spellings.get(word).copied().unwrap_or(word)
            })
            .collect();
        mistaken.then(|| words.join(" "))
    }

    fn spellings(&self) -> HashMap<&str, &str> {
        self.vocabulary.iter().map(|known| (known.word.as_str(), known.spelling.as_str())).collect()
    }

    /// What was done with the words.
    pub fn notes(&self) -> Vec<Note> {
        let spellings = self.spellings();
        let shown = |choice: &query::Choice| {
            spellings.get(choice.word.as_str()).map_or(choice.word.clone(), |shown| (*shown).to_owned())
        };
        let mut notes = Vec::new();
        for term in &self.terms {
            let typed = term.typed.clone();
            if term.is_meant {
                let words = term.choices.iter().take(5).map(shown).collect();
                notes.push(Note::Meaning { typed, words });
            } else if let Some(best) = Self::guessed(term)
                && best.kind == MatchKind::Typo
            {
                notes.push(Note::Corrected { typed, words: vec![shown(best)] });
            }
        }
        if !self.left_out.is_empty() {
            notes.push(Note::LeftOut(self.left_out.clone()));
        }
        notes.extend(self.not_sold.clone().map(Note::NotSold));
        notes
    }
}

/// Adds words to the vocabulary that are not in it yet.
async fn extend_vocabulary(
    db: &PgPool,
    vocabulary: &mut Vec<KnownWord>,
    wanted: &Lookup,
) -> sqlx::Result<()> {
    if !wanted.is_empty() {
        let more = store::known_words(db, wanted).await?;
        let new_words =
            more.into_iter().filter(|word| vocabulary.iter().all(|known| known.word != word.word));
        let new_words: Vec<KnownWord> = new_words.collect();
        vocabulary.extend(new_words);
    }
    Ok(())
}
