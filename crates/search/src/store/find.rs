//! Reads the index: words of the catalogue, and products by words or codes.

use std::collections::BTreeMap;

use sqlx::PgPool;

use super::code;
use super::write::whole;
use crate::rules::fold::{Token, TokenKind};
use crate::rules::{
    lookup::{Lookup, Scope, Share, document_key},
    query::{self, KnownWord, Term},
};

/// Maximum number of products that are ranked and counted: more than shoppers page through. It bounds the time
/// of a search, independently of the size of the catalogue.
pub const MAX_RANKED: i64 = 240;
/// The same while a query is being typed: a few products are shown, after every letter.
pub const MAX_SUGGESTED: i64 = 24;
/// Maximum number of products that are fetched when some of the words are dropped.
const MAX_RELAXED_CANDIDATES: i32 = 300;

/// The words of the catalogue that match a look-up.
pub async fn known_words(db: &PgPool, wanted: &Lookup) -> sqlx::Result<Vec<KnownWord>> {
    let ends: Vec<String> = wanted.prefixes.iter().map(|word| format!("{word}\u{10ffff}")).collect();
    let rows = sqlx::query!(
        r#"
        select word as "word!", shown as "shown!", named as "named!", documents as "documents!"
        from search_known_words($1, $2, $3, $4)
        "#,
        &wanted.keys,
        &wanted.words,
        &wanted.prefixes,
        &ends
    )
    .fetch_all(db)
    .await?;
    let known = |named: i32, documents: i32| (i64::from(named), i64::from(documents));
    Ok(rows
        .into_iter()
        .map(|row| {
            let (named, documents) = known(row.named, row.documents);
            KnownWord { word: row.word, spelling: row.shown, named, documents }
        })
        .collect())
}

/// The scopes to search, in order: a narrower scope comes first if it is expected to yield enough results.
fn scopes_to_try(terms: &[Term], most: i64) -> Vec<Scope> {
    let least = |count: fn(&query::Choice) -> i64| {
        terms.iter().map(|term| term.choices.iter().map(count).sum::<i64>()).min().unwrap_or(0)
    };
    let (named, documents) = (least(|choice| choice.named), least(|choice| choice.documents));
    if documents <= most {
        return vec![Scope::Anywhere(Share::All)];
    }
    // Each further word leaves about a quarter; a sample that yields too few results is wasted time.
    let narrowed = 2 * terms.len().saturating_sub(1);
    let fills = |count: i64| {
        let samples =
            Share::SAMPLES.into_iter().filter(move |share| (count >> narrowed) / *share as i64 >= most);
        samples.chain([Share::All])
    };
    let mut scopes = vec![Scope::Whole];
    scopes.extend(fills(named).map(Scope::Name));
    scopes.extend(fills(documents).map(Scope::Anywhere));
    scopes
}

/// A product that may match.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub words: String,
    /// In minor units; known only if the query is narrowed.
    pub price: Option<i64>,
}

/// The candidates by product.
pub type Candidates = BTreeMap<i64, Candidate>;

/// What the products must cost.
#[derive(Debug, Clone, Copy)]
pub struct Narrowing {
    pub low: i64,
    pub high: i64,
    pub only_sale: bool,
    /// 1 for the cheapest first, -1 for the dearest first, 0 for any order.
    pub direction: i32,
}

/// Products that have a matching word for every term, `most` at most.
pub async fn candidates(
    db: &PgPool,
    terms: &[Term],
    name: &str,
    narrowing: Option<Narrowing>,
    most: i64,
) -> sqlx::Result<Candidates> {
    let attempts: Vec<Vec<Vec<i32>>> = scopes_to_try(terms, most)
        .into_iter()
        .map(|scope| match scope {
            Scope::Whole => vec![vec![document_key(scope, name)]; terms.len()],
            _ => terms.iter().map(|term| keys(scope, term)).collect(),
        })
        .collect();
    fetch(db, &attempts, most as i32, narrowing).await
}

fn keys(scope: Scope, term: &Term) -> Vec<i32> {
    term.choices.iter().map(|choice| document_key(scope, &choice.word)).collect()
}

/// Products that have all words but one: without one of the others, or else without the first, which says what is wanted.
pub async fn all_but_one(
    db: &PgPool,
    terms: &[Term],
    narrowing: Option<Narrowing>,
) -> sqlx::Result<Candidates> {
    let scope = Scope::Anywhere(Share::All);
    let without = |left: usize| -> Vec<Vec<i32>> {
        terms
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != left)
            .map(|(_, term)| keys(scope, term))
            .collect()
    };
    let attempts: Vec<Vec<Vec<i32>>> = (1..terms.len()).rev().map(without).collect();
    let found = fetch(db, &attempts, MAX_RELAXED_CANDIDATES, narrowing).await?;
    if !found.is_empty() {
        return Ok(found);
    }
    fetch(db, &[without(0)], MAX_RELAXED_CANDIDATES, narrowing).await
}

/// Products that have any of the words.
pub async fn any_word(db: &PgPool, terms: &[Term], narrowing: Option<Narrowing>) -> sqlx::Result<Candidates> {
    let scope = Scope::Anywhere(Share::All);
    let single: Vec<Vec<Vec<i32>>> = terms.iter().map(|term| vec![keys(scope, term)]).collect();
    fetch(db, &single, MAX_RELAXED_CANDIDATES, narrowing).await
}

/// Products by price alone.
pub async fn by_price(db: &PgPool, narrowing: Narrowing) -> sqlx::Result<Candidates> {
    priced(db, "{}", 0, MAX_RANKED as i32, narrowing).await
}

async fn fetch(
    db: &PgPool,
    attempts: &[Vec<Vec<i32>>],
    limit: i32,
    narrowing: Option<Narrowing>,
) -> sqlx::Result<Candidates> {
    let Some(width) = attempts.first().map(Vec::len) else { return Ok(Candidates::new()) };
    let longest = attempts.iter().flatten().map(Vec::len).max().unwrap_or(0);
    if width == 0 || longest == 0 {
        return Ok(Candidates::new());
    }
    // PostgreSQL arrays are rectangular: short groups repeat their last key.
    let row = |group: &Vec<i32>| {
        let padded = group.iter().chain(std::iter::repeat(group.last().unwrap_or(&0))).take(longest);
        format!("{{{}}}", padded.map(i32::to_string).collect::<Vec<_>>().join(","))
    };
    let groups = format!("{{{}}}", attempts.iter().flatten().map(row).collect::<Vec<_>>().join(","));
    let width = i32::try_from(width).unwrap_or(1);
    if let Some(narrowing) = narrowing {
        return priced(db, &groups, width, limit, narrowing).await;
    }
    let rows = sqlx::query!(
        r#"
        select product_id as "product_id!", words as "words!"
        from search_candidates($1::text::integer[], $2, $3)
        "#,
        groups,
        width,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.product_id, Candidate { words: row.words, price: None })).collect())
}

async fn priced(
    db: &PgPool,
    groups: &str,
    width: i32,
    limit: i32,
    narrowing: Narrowing,
) -> sqlx::Result<Candidates> {
    let rows = sqlx::query!(
        r#"
        select product_id as "product_id!", words as "words!", price
        from search_priced_candidates($1::text::integer[], $2, $3, $4, $5, $6, $7)
        "#,
        groups,
        width,
        limit,
        narrowing.low,
        narrowing.high,
        narrowing.only_sale,
        narrowing.direction
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.product_id, Candidate { words: row.words, price: row.price }))
        .collect())
}

/// A code, or Arabic in Latin letters with digits, which has the form of one.
fn is_code(token: &Token) -> bool {
    token.kind == TokenKind::Code
        || token.kind == TokenKind::Word
            && token.text.is_ascii()
            && token.text.bytes().any(|c| c.is_ascii_digit())
}

/// Products by SKU, GTIN or part number, exact codes first. Empty if the query cannot be a code.
pub async fn by_code(db: &PgPool, tokens: &[Token]) -> sqlx::Result<Vec<i64>> {
    let latin = tokens.iter().all(|token| token.text.is_ascii());
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let mut exact: Vec<String> =
        tokens.iter().filter(|token| is_code(token)).map(|token| code(&token.text)).collect();
    let mut prefixes = Vec::new();
    if latin {
        let all = code(&whole(tokens));
        let numeric = digits(&all) == all.len();
        if digits(&all) > 0 && all.len() >= 3 {
            exact.push(all.clone());
            exact.extend(misread(&all));
            if !numeric || all.len() >= 4 {
                prefixes.push(all.clone());
            }
            if numeric && all.len() >= 4 {
                prefixes.push(format!("~{}", all.chars().rev().collect::<String>()));
            }
        }
    }
    exact.retain(|code| code.len() >= 3);
    if exact.is_empty() && prefixes.is_empty() {
        return Ok(Vec::new());
    }
    let first = exact.last().cloned().unwrap_or_default();
    let typed = prefixes.first().cloned().unwrap_or(first);
    let ends: Vec<String> = prefixes.iter().map(|code| format!("{code}\u{7f}")).collect();
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
        &prefixes,
        &ends,
        typed
    )
    .fetch_all(db)
    .await?;
    // A misread code is considered only if no product has the code as typed.
    let certain = rows.iter().any(|row| row.rank != 1);
    Ok(rows.into_iter().filter(|row| !certain || row.rank != 1 || !latin).map(|row| row.product_id).collect())
}

/// The code with two adjacent characters swapped, or with letters and digits that look alike replaced.
fn misread(code: &str) -> Vec<String> {
    let signs: Vec<char> = code.chars().collect();
    let swapped = (1..signs.len()).filter(|index| signs[index - 1] != signs[*index]).map(|index| {
        let mut other = signs.clone();
        other.swap(index - 1, index);
        other.into_iter().collect()
    });
    let alike = [('O', '0'), ('I', '1'), ('L', '1'), ('S', '5')];
    let replaced =
        alike.iter().flat_map(|(letter, digit)| [(letter, digit), (digit, letter)]).flat_map(|(from, to)| {
            let matching = signs.iter().enumerate().filter(move |(_, sign)| *sign == from);
            matching.map(|(index, _)| {
                let mut other = signs.clone();
                other[index] = *to;
                other.into_iter().collect()
            })
        });
    swapped.chain(replaced).filter(|_| signs.len() >= 5).collect()
}
