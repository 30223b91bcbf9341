//! Answering the search box.

use std::collections::{BTreeMap, HashMap};

use kernel::ProductId;
use sqlx::PgPool;

use super::code;
use super::write::whole;
use crate::rules::fold::{Kind, Token};
use crate::rules::rank::Ranking;
use crate::rules::{
    lookup::{Lookup, Scope, Share, document_key, lookup, lookup_more},
    query::{self, How, Known, Term},
};

/// So many products are ranked, and counted, at most: more than anybody leafs through. The time of
/// a search hangs on this number rather than on the size of the catalogue.
pub const CAP: i64 = 240;
/// With fewer hits than this for the words as typed, their relatives are asked for as well.
const FEW: usize = 24;
/// How many products are looked at when some of the words have to be given up.
const RELAXED: i32 = 300;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// One page of them, best first.
    pub products: Vec<ProductId>,
    /// How many there are in all; exact below [`CAP`].
    pub total: i64,
    /// What was searched instead, where a word was taken for a typing mistake.
    pub corrected: Option<String>,
}

/// Products for what was typed and sent.
pub async fn find(db: &PgPool, words: &str, offset: i64, limit: i64) -> sqlx::Result<Found> {
    search(db, words, false, offset, limit).await
}

/// Products for what is being typed: the last word may still grow.
pub async fn suggest(db: &PgPool, typed: &str, limit: i64) -> sqlx::Result<Found> {
    // After a space the last word is complete.
    search(db, typed, !typed.ends_with(char::is_whitespace), 0, limit).await
}

async fn search(db: &PgPool, typed: &str, typing: bool, offset: i64, limit: i64) -> sqlx::Result<Found> {
    let tokens = query::tokens(typed);
    if tokens.is_empty() {
        return Ok(Found::default());
    }
    let coded = by_code(db, &tokens).await?;
    let mut vocabulary = known_words(db, &lookup(&tokens, typing)).await?;
    let more = lookup_more(&tokens, &vocabulary, false);
    learn(db, &mut vocabulary, &more).await?;
    let mut terms = query::read(&tokens, &vocabulary, typing);
    let name = whole(&tokens);

    let sure: Vec<Term> = terms.iter().map(Term::sure).collect();
    let mut found = candidates(db, &sure, &name).await?;
    let doubtful = terms.iter().zip(&sure).any(|(term, sure)| term.choices.len() > sure.choices.len());
    if found.len() < FEW && doubtful {
        found.extend(candidates(db, &terms, &name).await?);
    }
    if found.is_empty() && coded.is_empty() {
        // Every word is known and no product has them all: one of them may be a slip that
        // happens to be a word.
        let more = lookup_more(&tokens, &vocabulary, true);
        learn(db, &mut vocabulary, &more).await?;
        terms = query::read_with_doubt(&tokens, &vocabulary, typing);
        found = candidates(db, &terms, &name).await?;
    }
    if found.is_empty() && coded.is_empty() {
        found = relaxed(db, &terms).await?;
    }

    let ranking = Ranking::new(&terms);
    let mut ranked: Vec<(f32, i64)> = found.iter().map(|(id, words)| (ranking.score(words), *id)).collect();
    // By id among equals, so that pages do not overlap.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let others = ranked.into_iter().map(|(_, id)| id).filter(|id| !coded.contains(id));
    let all: Vec<i64> =
        coded.iter().copied().chain(others).take(usize::try_from(CAP).unwrap_or(usize::MAX)).collect();

    let page =
        all.iter().skip(usize::try_from(offset).unwrap_or(0)).take(usize::try_from(limit).unwrap_or(0));
    Ok(Found {
        products: page.map(|id| ProductId(*id)).collect(),
        total: i64::try_from(all.len()).unwrap_or(CAP),
        corrected: if all.is_empty() || !coded.is_empty() { None } else { correction(&terms, &vocabulary) },
    })
}

/// The words that were searched, if one of them differs from what was typed by a mistake.
fn correction(terms: &[Term], vocabulary: &[Known]) -> Option<String> {
    let shown: HashMap<&str, &str> =
        vocabulary.iter().map(|known| (known.word.as_str(), known.shown.as_str())).collect();
    let mut mistaken = false;
    let words: Vec<&str> = terms
        .iter()
        .map(|term| {
            let best = term.choices.iter().find(|choice| choice.documents > 0).filter(|_| !term.is_sure());
            mistaken |= best.is_some_and(|choice| choice.how == How::Mistyped);
            let word = best.map_or(term.typed.as_str(), |choice| choice.word.as_str());
            shown.get(word).copied().unwrap_or(word)
        })
        .collect();
    mistaken.then(|| words.join(" "))
}

/// Adds to the words at hand those that are not among them yet.
async fn learn(db: &PgPool, vocabulary: &mut Vec<Known>, wanted: &Lookup) -> sqlx::Result<()> {
    if !wanted.is_empty() {
        let more = known_words(db, wanted).await?;
        let news = more.into_iter().filter(|word| vocabulary.iter().all(|known| known.word != word.word));
        let news: Vec<Known> = news.collect();
        vocabulary.extend(news);
    }
    Ok(())
}

/// The words of the catalogue that have anything to do with the wanted ones.
async fn known_words(db: &PgPool, wanted: &Lookup) -> sqlx::Result<Vec<Known>> {
    let ends: Vec<String> = wanted.beginnings.iter().map(|word| format!("{word}\u{10ffff}")).collect();
    let rows = sqlx::query!(
        r#"
        select word as "word!", shown as "shown!", named as "named!", documents as "documents!"
        from search_known_words($1, $2, $3, $4)
        "#,
        &wanted.keys,
        &wanted.words,
        &wanted.beginnings,
        &ends
    )
    .fetch_all(db)
    .await?;
    let known = |named: i32, documents: i32| (i64::from(named), i64::from(documents));
    Ok(rows
        .into_iter()
        .map(|row| {
            let (named, documents) = known(row.named, row.documents);
            Known { word: row.word, shown: row.shown, named, documents }
        })
        .collect())
}

/// Where to look, in which order: a narrower place is tried first if it can fill the answer.
fn attempts(terms: &[Term]) -> Vec<Scope> {
    let least = |count: fn(&query::Choice) -> i64| {
        terms.iter().map(|term| term.choices.iter().map(count).sum::<i64>()).min().unwrap_or(0)
    };
    let (named, documents) = (least(|choice| choice.named), least(|choice| choice.documents));
    if documents <= CAP {
        return vec![Scope::Anywhere(Share::All)];
    }
    // Each further word leaves about a quarter; a sample that comes out short is time lost.
    let narrowed = 2 * terms.len().saturating_sub(1);
    let fills = |count: i64| {
        let samples =
            Share::SAMPLES.into_iter().filter(move |share| (count >> narrowed) / *share as i64 >= CAP);
        samples.chain([Share::All])
    };
    let mut scopes = vec![Scope::Whole];
    scopes.extend(fills(named).map(Scope::Name));
    scopes.extend(fills(documents).map(Scope::Anywhere));
    scopes
}

/// Products with their words.
type Candidates = BTreeMap<i64, String>;

/// Products that have a word for every term.
async fn candidates(db: &PgPool, terms: &[Term], name: &str) -> sqlx::Result<Candidates> {
    let attempts: Vec<Vec<Vec<i32>>> = attempts(terms)
        .into_iter()
        .map(|scope| match scope {
            Scope::Whole => vec![vec![document_key(scope, name)]; terms.len()],
            _ => terms.iter().map(|term| keys(scope, term)).collect(),
        })
        .collect();
    fetch(db, &attempts, CAP as i32).await
}

fn keys(scope: Scope, term: &Term) -> Vec<i32> {
    term.choices.iter().map(|choice| document_key(scope, &choice.word)).collect()
}

/// Products that have most of the words: all but one, or else any.
async fn relaxed(db: &PgPool, terms: &[Term]) -> sqlx::Result<Candidates> {
    let scope = Scope::Anywhere(Share::All);
    let without = |left: usize| -> Vec<Vec<i32>> {
        terms.iter().enumerate().filter(|(at, _)| *at != left).map(|(_, term)| keys(scope, term)).collect()
    };
    let attempts: Vec<Vec<Vec<i32>>> =
        (0..terms.len()).map(without).filter(|groups| !groups.is_empty()).collect();
    let found = fetch(db, &attempts, RELAXED).await?;
    if !found.is_empty() || terms.len() < 3 {
        return Ok(found);
    }
    let single: Vec<Vec<Vec<i32>>> = terms.iter().map(|term| vec![keys(scope, term)]).collect();
    fetch(db, &single, RELAXED).await
}

async fn fetch(db: &PgPool, attempts: &[Vec<Vec<i32>>], most: i32) -> sqlx::Result<Candidates> {
    let Some(width) = attempts.first().map(Vec::len) else { return Ok(Candidates::new()) };
    let longest = attempts.iter().flatten().map(Vec::len).max().unwrap_or(0);
    if width == 0 || longest == 0 {
        return Ok(Candidates::new());
    }
    // PostgreSQL's arrays are rectangles: short groups repeat their last key.
    let row = |group: &Vec<i32>| {
        let padded = group.iter().chain(std::iter::repeat(group.last().unwrap_or(&0))).take(longest);
        format!("{{{}}}", padded.map(i32::to_string).collect::<Vec<_>>().join(","))
    };
    let groups = format!("{{{}}}", attempts.iter().flatten().map(row).collect::<Vec<_>>().join(","));
    let rows = sqlx::query!(
        r#"
        select product_id as "product_id!", words as "words!"
        from search_candidates($1::text::integer[], $2, $3)
        "#,
        groups,
        i32::try_from(width).unwrap_or(1),
        most
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.product_id, row.words)).collect())
}

/// Products by SKU, GTIN or part number, exact codes first. Only for what can be a code.
async fn by_code(db: &PgPool, tokens: &[Token]) -> sqlx::Result<Vec<i64>> {
    let latin = tokens.iter().all(|token| token.text.is_ascii());
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let mut exact: Vec<String> =
        tokens.iter().filter(|token| token.kind == Kind::Code).map(|token| code(&token.text)).collect();
    let mut begun = Vec::new();
    if latin {
        let all = code(&whole(tokens));
        let numeric = digits(&all) == all.len();
        if digits(&all) > 0 && all.len() >= 3 {
            exact.push(all.clone());
            exact.extend(misread(&all));
            if !numeric || all.len() >= 4 {
                begun.push(all.clone());
            }
            if numeric && all.len() >= 4 {
                begun.push(format!("~{}", all.chars().rev().collect::<String>()));
            }
        }
    }
    exact.retain(|code| code.len() >= 3);
    if exact.is_empty() && begun.is_empty() {
        return Ok(Vec::new());
    }
    let first = exact.last().cloned().unwrap_or_default();
    let typed = begun.first().cloned().unwrap_or(first);
    let ends: Vec<String> = begun.iter().map(|code| format!("{code}\u{7f}")).collect();
    let rows = sqlx::query!(
        r#"
        select hit.product_id as "product_id!", min(hit.rank) as "rank!" from (
            (select product_id, case when code = $4 then 0 else 1 end as rank
             from search_codes where code = any($1) limit 100)
            union all
            (select begun.product_id, 2 from unnest($2::text[], $3::text[]) as range (first, last)
             cross join lateral (
                 select product_id from search_codes where code >= range.first and code < range.last
                 order by code limit 100
             ) begun)
        ) hit
        group by hit.product_id
        order by min(hit.rank), hit.product_id
        limit 100
        "#,
        &exact,
        &begun,
        &ends,
        typed
    )
    .fetch_all(db)
    .await?;
    // A slip in a code is only considered when nothing has the code as typed.
    let certain = rows.iter().any(|row| row.rank != 1);
    Ok(rows.into_iter().filter(|row| !certain || row.rank != 1 || !latin).map(|row| row.product_id).collect())
}

/// A code with two neighbours swapped, or with letters taken for digits.
fn misread(code: &str) -> Vec<String> {
    let signs: Vec<char> = code.chars().collect();
    let swapped = (1..signs.len()).filter(|at| signs[at - 1] != signs[*at]).map(|at| {
        let mut other = signs.clone();
        other.swap(at - 1, at);
        other.into_iter().collect()
    });
    let alike = [('O', '0'), ('I', '1'), ('L', '1'), ('S', '5')];
    let replaced =
        alike.iter().flat_map(|(letter, digit)| [(letter, digit), (digit, letter)]).flat_map(|(from, to)| {
            let at = signs.iter().enumerate().filter(move |(_, sign)| *sign == from);
            at.map(|(at, _)| {
                let mut other = signs.clone();
                other[at] = *to;
                other.into_iter().collect()
            })
        });
    swapped.chain(replaced).filter(|_| signs.len() >= 5).collect()
}
