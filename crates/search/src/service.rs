//! What other crates may ask of search.

use std::collections::HashMap;

use kernel::ProductId;
use sqlx::PgPool;

use crate::rules::{
    fold::Token,
    lookup::{Lookup, lookup, lookup_more},
    query::{self, KnownWord, MatchKind, Term},
    rank::Ranking,
};
use crate::store::{self, Candidates};
pub use crate::store::{Document, MAX_RANKED, index, refresh_words, remove};

/// With fewer hits than this for the certain choices, the uncertain ones are searched as well.
const MIN_SURE_HITS: usize = 24;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchResults {
    /// One page of results, best first.
    pub products: Vec<ProductId>,
    /// Total number of results; exact below [`MAX_RANKED`].
    pub total: i64,
    /// The query that was searched instead, if a word was corrected.
    pub corrected: Option<String>,
}

/// Products for a submitted query.
pub async fn find(db: &PgPool, words: &str, offset: i64, limit: i64) -> sqlx::Result<SearchResults> {
    search(db, words, false, offset, limit).await
}

/// Products for a query that is being typed: the last word may be incomplete.
pub async fn suggest(db: &PgPool, typed: &str, limit: i64) -> sqlx::Result<SearchResults> {
    // After a space the last word is complete.
    search(db, typed, !typed.ends_with(char::is_whitespace), 0, limit).await
}

async fn search(
    db: &PgPool,
    typed: &str,
    typing: bool,
    offset: i64,
    limit: i64,
) -> sqlx::Result<SearchResults> {
    let tokens = query::tokens(typed);
    if tokens.is_empty() {
        return Ok(SearchResults::default());
    }
    let coded = store::by_code(db, &tokens).await?;
    let matches = find_by_words(db, &tokens, typing, coded.is_empty()).await?;
    let by_words = matches.ranked().into_iter().filter(|id| !coded.contains(id));
    let all: Vec<i64> = coded
        .iter()
        .copied()
        .chain(by_words)
        .take(usize::try_from(MAX_RANKED).unwrap_or(usize::MAX))
        .collect();
    let page =
        all.iter().skip(usize::try_from(offset).unwrap_or(0)).take(usize::try_from(limit).unwrap_or(0));
    Ok(SearchResults {
        products: page.map(|id| ProductId(*id)).collect(),
        total: i64::try_from(all.len()).unwrap_or(MAX_RANKED),
        corrected: if all.is_empty() || !coded.is_empty() { None } else { matches.correction() },
    })
}

/// Products found by words, and how the query was interpreted.
struct WordMatches {
    found: Candidates,
    terms: Vec<Term>,
    vocabulary: Vec<KnownWord>,
}

/// Finds products by the words of a query. Only if `must_find` is set, a query without a match is searched again with
/// corrected words, and then without some of its words.
async fn find_by_words(
    db: &PgPool,
    tokens: &[Token],
    typing: bool,
    must_find: bool,
) -> sqlx::Result<WordMatches> {
    let mut vocabulary = store::known_words(db, &lookup(tokens, typing)).await?;
    let more = lookup_more(tokens, &vocabulary, false);
    extend_vocabulary(db, &mut vocabulary, &more).await?;
    let mut terms = query::read(tokens, &vocabulary, typing);
    let name = store::whole(tokens);

    let sure: Vec<Term> = terms.iter().map(Term::sure).collect();
    let mut found = store::candidates(db, &sure, &name).await?;
    let doubtful = terms.iter().zip(&sure).any(|(term, sure)| term.choices.len() > sure.choices.len());
    if found.len() < MIN_SURE_HITS && doubtful {
        found.extend(store::candidates(db, &terms, &name).await?);
    }
    if found.is_empty() && must_find {
        // Every word is known but no product has them all: one of them may be a typing mistake that happens to
        // be a word.
        let more = lookup_more(tokens, &vocabulary, true);
        extend_vocabulary(db, &mut vocabulary, &more).await?;
        terms = query::read_allowing_typos(tokens, &vocabulary, typing);
        found = store::candidates(db, &terms, &name).await?;
    }
    if found.is_empty() && must_find {
        found = store::relaxed(db, &terms).await?;
    }
    Ok(WordMatches { found, terms, vocabulary })
}

impl WordMatches {
    /// The products, best first.
    fn ranked(&self) -> Vec<i64> {
        let ranking = Ranking::new(&self.terms);
        let mut ranked: Vec<(f32, i64)> =
            self.found.iter().map(|(id, words)| (ranking.score(words), *id)).collect();
        // Ties are ordered by id, so that pages do not overlap.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, id)| id).collect()
    }

    /// The searched words, if one of them corrects a typing mistake.
    fn correction(&self) -> Option<String> {
        let spellings: HashMap<&str, &str> =
            self.vocabulary.iter().map(|known| (known.word.as_str(), known.spelling.as_str())).collect();
        let mut mistaken = false;
        let words: Vec<&str> = self
            .terms
            .iter()
            .map(|term| {
                let best =
                    term.choices.iter().find(|choice| choice.documents > 0).filter(|_| !term.is_sure());
                mistaken |= best.is_some_and(|choice| choice.kind == MatchKind::Typo);
                let word = best.map_or(term.typed.as_str(), |choice| choice.word.as_str());
                spellings.get(word).copied().unwrap_or(word)
            })
            .collect();
        mistaken.then(|| words.join(" "))
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
