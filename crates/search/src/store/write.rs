//! Updates the index from the catalogue.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kernel::{Money, ProductId};
use sqlx::PgConnection;

use super::code;
use crate::rules::fold::{Token, TokenKind, words};
use crate::rules::lookup::{Scope, Share, document_key, word_keys};
use crate::rules::rank::line;

/// The searchable texts of one product.
#[derive(Debug, Clone)]
pub struct Document {
    pub product_id: ProductId,
    pub name: String,
    pub brand: String,
    pub categories: Vec<String>,
    pub attributes: Vec<String>,
    pub tags: Vec<String>,
    /// SKU, GTIN and part number, also of the variations.
    pub codes: Vec<String>,
    pub summary: String,
    /// What a shopper pays now.
    pub price: Option<Money>,
    pub is_on_sale: bool,
}

impl Document {
    /// The tokens in the order of [`crate::rules::rank::Field`].
    fn fields(&self) -> [Vec<Token>; 6] {
        let list = |texts: &[String]| texts.iter().flat_map(|text| words(text)).collect();
        [
            with_models(words(&self.name)),
            words(&self.brand),
            list(&self.attributes),
            list(&self.categories),
            list(&self.tags),
            words(&self.summary),
        ]
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.attributes, &self.categories, &self.tags];
        let single = [&self.name, &self.brand, &self.summary];
        single.into_iter().chain(lists.into_iter().flatten()).map(String::as_str)
    }
}

/// Makes a model number written with a space, `KG 520`, findable as `kg520`.
fn with_models(mut tokens: Vec<Token>) -> Vec<Token> {
    for index in 1..tokens.len() {
        let [before, after] = &mut tokens[index - 1..=index] else { continue };
        let latin = before.kind == TokenKind::Word && before.text.is_ascii() && before.text.len() <= 4;
        if latin && after.kind == TokenKind::Number {
            after.parts.push(format!("{}{}", before.text, after.text));
        }
    }
    tokens
}

fn every_word(tokens: &[Token]) -> impl Iterator<Item = &str> {
    tokens.iter().flat_map(|token| std::iter::once(&token.text).chain(&token.parts)).map(String::as_str)
}

fn document_keys(product: ProductId, fields: &[Vec<Token>; 6]) -> BTreeSet<i32> {
    let shares = [Share::All, Share::Eighth, Share::SixtyFourth];
    let shares: Vec<Share> = shares.into_iter().filter(|share| share.holds(product.0)).collect();
    let mut keys = BTreeSet::new();
    for share in shares {
        keys.extend(every_word(&fields[0]).map(|word| document_key(Scope::Name(share), word)));
        keys.extend(
            fields
                .iter()
                .flat_map(|field| every_word(field))
                .map(|word| document_key(Scope::Anywhere(share), word)),
        );
    }
    keys.insert(document_key(Scope::Whole, &whole(&fields[0])));
    keys
}

/// The words of a name or a query as one text: equal for the same words in the same order.
pub fn whole(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A code, and its suffixes from each group on; see the comment of the table `search_codes`.
fn code_forms(text: &str) -> BTreeSet<String> {
    let mut forms = BTreeSet::new();
    let text = kernel::digits::fold(text);
    let mut before = ' ';
    for (index, c) in text.char_indices() {
        let starts_group = c.is_ascii_alphanumeric()
            && (!before.is_ascii_alphanumeric() || before.is_ascii_digit() != c.is_ascii_digit());
        if starts_group {
            forms.insert(code(&text[index..]));
        }
        before = c;
    }
    let whole = code(&text);
    if whole.len() >= 8 && whole.bytes().all(|c| c.is_ascii_digit()) {
        forms.insert(format!("~{}", whole.chars().rev().collect::<String>()));
    }
    forms.retain(|form| form.len() >= 3);
    forms
}

fn array(keys: impl IntoIterator<Item = i32>) -> String {
    let keys: Vec<String> = keys.into_iter().map(|key| key.to_string()).collect();
    format!("{{{}}}", keys.join(","))
}

/// Adds or replaces products. Pass thousands at a time.
pub async fn index(db: &mut PgConnection, documents: &[Document]) -> sqlx::Result<()> {
    // Deduplicate, the last one wins: a statement may not touch a row twice.
    let documents: BTreeMap<i64, &Document> =
        documents.iter().map(|document| (document.product_id.0, document)).collect();
    let ids: Vec<i64> = documents.keys().copied().collect();
    let (mut lines, mut keys) = (Vec::with_capacity(ids.len()), Vec::with_capacity(ids.len()));
    let prices: Vec<Option<i64>> =
        documents.values().map(|document| document.price.map(Money::as_minor)).collect();
    let on_sale: Vec<bool> = documents.values().map(|document| document.is_on_sale).collect();
    let (mut codes, mut code_ids) = (Vec::new(), Vec::new());
    let mut counts: BTreeMap<String, (i32, i32)> = BTreeMap::new();
    for (id, document) in &documents {
        let fields = document.fields();
        lines.push(fields.each_ref().map(|field| line(field)).join("\n"));
        keys.push(array(document_keys(document.product_id, &fields)));
        for form in document.codes.iter().flat_map(|text| code_forms(text)).collect::<BTreeSet<_>>() {
            codes.push(form);
            code_ids.push(*id);
        }
        let named: BTreeSet<&str> = every_word(&fields[0]).collect();
        for word in fields[..5].iter().flat_map(|field| every_word(field)).collect::<BTreeSet<_>>() {
            let (names, all) = counts.entry(word.to_owned()).or_default();
            *all += 1;
            *names += i32::from(named.contains(word));
        }
        for word in every_word(&fields[5]) {
            counts.entry(word.to_owned()).or_default();
        }
    }
    sqlx::query!(
        r#"
        insert into search_documents (product_id, words, keys, price_minor, is_on_sale)
        select id, words, keys::integer[], price, is_on_sale
        from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::boolean[])
            as given (id, words, keys, price, is_on_sale)
        on conflict (product_id) do update
        set words = excluded.words, keys = excluded.keys, price_minor = excluded.price_minor,
            is_on_sale = excluded.is_on_sale
        "#,
        &ids,
        &lines,
        &keys,
        &prices as &[Option<i64>],
        &on_sale
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from search_codes where product_id = any($1::bigint[])", &ids)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        r#"
        insert into search_codes (code, product_id)
        select code, id from unnest($1::text[], $2::bigint[]) as given (code, id)
        on conflict do nothing
        "#,
        &codes,
        &code_ids
    )
    .execute(&mut *db)
    .await?;
    counts.retain(|word, _| is_vocabulary(word));
    insert_new_words(db, &counts, documents.values().copied()).await
}

/// Whether a word belongs in the vocabulary: words without digits, and short numbers that many products share.
/// A model number belongs to one product, so the vocabulary would grow with the catalogue.
fn is_vocabulary(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    digits == 0 || digits <= 4 && word.starts_with(|c: char| c.is_ascii_digit())
}

/// Inserts new words. Their counts are those of this batch until the next refresh.
async fn insert_new_words<'a>(
    db: &mut PgConnection,
    counts: &BTreeMap<String, (i32, i32)>,
    documents: impl Iterator<Item = &'a Document>,
) -> sqlx::Result<()> {
    let words: Vec<String> = counts.keys().cloned().collect();
    let fresh = sqlx::query_scalar!(
        r#"
        select given.word as "word!" from unnest($1::text[]) as given (word)
        where not exists (select from search_words known where known.word = given.word)
        order by given.word collate "C"
        "#,
        &words
    )
    .fetch_all(&mut *db)
    .await?;
    if fresh.is_empty() {
        return Ok(());
    }
    let spellings = spellings(documents);
    let shown: Vec<String> = fresh.iter().map(|word| spellings.get(word).unwrap_or(word).clone()).collect();
    let keys: Vec<String> =
        fresh
            .iter()
            .map(|word| {
                if word.starts_with(|c: char| c.is_ascii_digit()) {
                    array([])
                } else {
                    array(word_keys(word))
                }
            })
            .collect();
    let (named, all): (Vec<i32>, Vec<i32>) = fresh.iter().map(|word| counts[word]).unzip();
    // Sorted by word, so that concurrent writers cannot deadlock.
    sqlx::query!(
        r#"
        insert into search_words (word, shown, named, documents, keys)
        select word, shown, named, documents, keys::integer[]
        from unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::text[])
            as given (word, shown, named, documents, keys)
        on conflict (word) do nothing
        "#,
        &fresh,
        &shown,
        &named,
        &all,
        &keys
    )
    .execute(&mut *db)
    .await?;
    Ok(())
}

/// The most frequent spelling of each folded word.
fn spellings<'a>(documents: impl Iterator<Item = &'a Document>) -> HashMap<String, String> {
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    for text in documents.flat_map(Document::texts) {
        for piece in text.split_whitespace() {
            let plain: String = piece
                .trim_matches(|c: char| !c.is_alphanumeric())
                .chars()
                .filter(|c| !matches!(c, '\u{640}' | '\u{64b}'..='\u{652}' | '\u{670}'))
                .collect();
            if let [token] = words(&plain).as_slice() {
                *seen.entry((token.text.clone(), plain)).or_default() += 1;
            }
        }
    }
    let mut best: HashMap<String, (usize, String)> = HashMap::new();
    for ((word, shown), times) in seen {
        let candidate = (times, shown);
        best.entry(word)
            .and_modify(|known| *known = candidate.clone().max(known.clone()))
            .or_insert(candidate);
    }
    best.into_iter().map(|(word, (_, shown))| (word, shown)).collect()
}

/// Sets what products cost now, and whether that is a sale price.
pub async fn set_prices(db: &mut PgConnection, prices: &[(ProductId, Money, bool)]) -> sqlx::Result<()> {
    let ids: Vec<i64> = prices.iter().map(|(id, ..)| id.0).collect();
    let minor: Vec<i64> = prices.iter().map(|(_, price, _)| price.as_minor()).collect();
    let on_sale: Vec<bool> = prices.iter().map(|(.., is_on_sale)| *is_on_sale).collect();
    sqlx::query!(
        r#"
        update search_documents known set price_minor = given.price, is_on_sale = given.is_on_sale
        from unnest($1::bigint[], $2::bigint[], $3::boolean[]) as given (id, price, is_on_sale)
        where known.product_id = given.id
          and (known.price_minor, known.is_on_sale) is distinct from (given.price, given.is_on_sale)
        "#,
        &ids,
        &minor,
        &on_sale
    )
    .execute(&mut *db)
    .await?;
    Ok(())
}

/// Removes products from the index.
pub async fn remove(db: &mut PgConnection, products: &[ProductId]) -> sqlx::Result<()> {
    let ids: Vec<i64> = products.iter().map(|product| product.0).collect();
    sqlx::query!("delete from search_documents where product_id = any($1::bigint[])", &ids)
        .execute(&mut *db)
        .await?;
    sqlx::query!("delete from search_codes where product_id = any($1::bigint[])", &ids)
        .execute(&mut *db)
        .await?;
    Ok(())
}

/// Recounts the vocabulary. Reads every product: for a job, not for a request.
///
/// A word without products is deleted only by the second refresh in a row, because a product that is being
/// indexed concurrently may use it.
pub async fn refresh_words(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        with counted as materialized (
            select used.word,
                   count(*) filter (where used.named)::integer as named,
                   count(*) filter (where used.described)::integer as documents
            from search_documents document
            cross join lateral (
                select part.word, bool_or(line.at = 1) as named, bool_or(line.at < 6) as described
                from string_to_table(document.words, e'\n') with ordinality as line (words, at)
                cross join lateral string_to_table(translate(line.words, '|', ' '), ' ') as part (word)
                where part.word <> ''
                group by part.word
            ) used
            group by used.word
        ),
        gone as (
            delete from search_words known
            where known.documents = 0 and known.named = 0
              and not exists (select from counted where counted.word = known.word)
        )
        update search_words known
        set named = coalesce(fresh.named, 0), documents = coalesce(fresh.documents, 0)
        from (
            select word, counted.named, counted.documents from search_words left join counted using (word)
        ) fresh
        where fresh.word = known.word
          and (known.named, known.documents) is distinct from (coalesce(fresh.named, 0), coalesce(fresh.documents, 0))
        "#
    )
    .execute(&mut *db)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_indexed_from_each_of_its_groups_on() {
        let forms: Vec<String> = code_forms("DN-QM-1001").into_iter().collect();
        assert_eq!(forms, ["1001", "DNQM1001", "QM1001"]);
        assert!(code_forms("9520000401511").contains("~1151040000259"));
    }
}
