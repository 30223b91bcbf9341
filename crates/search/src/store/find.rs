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
fn scopes_to_try(terms: &[Term]) -> Vec<Scope> {
    let least = |count: fn(&query::Choice) -> i64| {
        terms.iter().map(|term| term.choices.iter().map(count).sum::<i64>()).min().unwrap_or(0)
    };
    let (named, documents) = (least(|choice| choice.named), least(|choice| choice.documents));
    if documents <= MAX_RANKED {
        return vec![Scope::Anywhere(Share::All)];
    }
    // Each further word leaves about a quarter; a sample that yields too few results is wasted time.
    let narrowed = 2 * terms.len().saturating_sub(1);
    let fills = |count: i64| {
        let samples =
            Share::SAMPLES.into_iter().filter(move |share| (count >> narrowed) / *share as i64 >= MAX_RANKED);
        samples.chain([Share::All])
    };
    let mut scopes = vec![Scope::Whole];
    scopes.extend(fills(named).map(Scope::Name));
    scopes.extend(fills(documents).map(Scope::Anywhere));
    scopes
}

/// The indexed words by product.
pub type Candidates = BTreeMap<i64, String>;

/// Products that have a matching word for every term.
pub async fn candidates(db: &PgPool, terms: &[Term], name: &str) -> sqlx::Result<Candidates> {
    let attempts: Vec<Vec<Vec<i32>>> = scopes_to_try(terms)
        .into_iter()
        .map(|scope| match scope {
            Scope::Whole => vec![vec![document_key(scope, name)]; terms.len()],
            _ => terms.iter().map(|term| keys(scope, term)).collect(),
        })
        .collect();
    fetch(db, &attempts, MAX_RANKED as i32).await
}

fn keys(scope: Scope, term: &Term) -> Vec<i32> {
    term.choices.iter().map(|choice| document_key(scope, &choice.word)).collect()
}

/// Products that have all words but one or, if there are none, any of the words.
pub async fn relaxed(db: &PgPool, terms: &[Term]) -> sqlx::Result<Candidates> {
    let scope = Scope::Anywhere(Share::All);
    let without = |left: usize| -> Vec<Vec<i32>> {
        terms
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != left)
            .map(|(_, term)| keys(scope, term))
            .collect()
    };
    let attempts: Vec<Vec<Vec<i32>>> =
        (0..terms.len()).map(without).filter(|groups| !groups.is_empty()).collect();
    let found = fetch(db, &attempts, MAX_RELAXED_CANDIDATES).await?;
    if !found.is_empty() || terms.len() < 3 {
        return Ok(found);
    }
    let single: Vec<Vec<Vec<i32>>> = terms.iter().map(|term| vec![keys(scope, term)]).collect();
    fetch(db, &single, MAX_RELAXED_CANDIDATES).await
}

async fn fetch(db: &PgPool, attempts: &[Vec<Vec<i32>>], limit: i32) -> sqlx::Result<Candidates> {
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
    let rows = sqlx::query!(
        r#"
        select product_id as "product_id!", words as "words!"
        from search_candidates($1::text::integer[], $2, $3)
        "#,
        groups,
        i32::try_from(width).unwrap_or(1),
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.product_id, row.words)).collect())
}

/// Products by SKU, GTIN or part number, exact codes first. Empty if the query cannot be a code.
pub async fn by_code(db: &PgPool, tokens: &[Token]) -> sqlx::Result<Vec<i64>> {
    let latin = tokens.iter().all(|token| token.text.is_ascii());
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let mut exact: Vec<String> =
        tokens.iter().filter(|token| token.kind == TokenKind::Code).map(|token| code(&token.text)).collect();
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
