//! Finds the pictures of a page of the list.

use std::collections::HashSet;

use catalog::service::library::{self, Cursor, LibraryFilter, LibraryRow};
use edge::{AppError, Shop};
use search::rules::layout;

use super::uses;

const PAGE_SIZE: usize = 24;
/// Pictures that are looked at for a page of unused ones; the next page goes on behind them.
const MAX_LOOKED: usize = 1_000;
const BATCH: i64 = 200;

/// A page of the list, and where the next one begins.
pub async fn page(
    shop: &Shop,
    typed: &str,
    show: &str,
    after: Option<Cursor>,
) -> Result<(Vec<LibraryRow>, Option<Cursor>), AppError> {
    let start = Cursor::start(shop.clock.now());
    let after = after.unwrap_or_else(|| start.clone());
    let filter = match show {
        "undescribed" => LibraryFilter::Undescribed,
        "large" => LibraryFilter::Large,
        _ => LibraryFilter::All,
    };
    let words = reading(shop, typed, &start).await?;
    if show == "unused" {
        return find_unused(shop, words.as_deref(), after).await;
    }
    let most = i64::try_from(PAGE_SIZE + 1).unwrap_or(0);
    let mut rows = library::list(&shop.db, filter, words.as_deref(), &after, most).await?;
    let has_more = rows.len() > PAGE_SIZE;
    rows.truncate(PAGE_SIZE);
    let next = rows.last().filter(|_| has_more).map(LibraryRow::cursor);
    Ok((rows, next))
}

/// The folded search: as it was typed, or as the same keys type with the other layout if only that finds something.
async fn reading(shop: &Shop, typed: &str, start: &Cursor) -> Result<Option<String>, AppError> {
    let folded = search::fold(typed).trim().to_owned();
    if folded.is_empty() {
        return Ok(None);
    }
    let others = [layout::to_arabic(typed), layout::to_latin(typed)];
    let others = others.map(|other| search::fold(&other).trim().to_owned());
    for words in [&folded, &others[0], &others[1]].into_iter().filter(|words| !words.is_empty()) {
        if !library::list(&shop.db, LibraryFilter::All, Some(words), start, 1).await?.is_empty() {
            return Ok(Some(words.clone()));
        }
    }
    Ok(Some(folded))
}

/// Pictures that nothing shows. Whether one is used is looked up for each, so a page looks at so many and no more.
async fn find_unused(
    shop: &Shop,
    words: Option<&str>,
    after: Cursor,
) -> Result<(Vec<LibraryRow>, Option<Cursor>), AppError> {
    let content = content::service::list_used_pictures(&shop.db, shop.clock.now()).await?;
    let home = uses::list_home(&shop.db).await?;
    let (mut found, mut cursor, mut looked) = (Vec::new(), after, 0);
    loop {
        let batch = library::list(&shop.db, LibraryFilter::All, words, &cursor, BATCH).await?;
        let names: Vec<String> = batch.iter().map(|row| row.name.clone()).collect();
        let used: HashSet<String> = library::filter_used(&shop.db, &names).await?.into_iter().collect();
        looked += batch.len();
        let is_end = i64::try_from(batch.len()).unwrap_or(0) < BATCH;
        for row in batch {
            cursor = row.cursor();
            let is_named = |names: &HashSet<String>| {
                names.contains(&row.name)
                    || row.files.addresses().iter().any(|address| names.contains(address))
            };
            if used.contains(&row.name) || home.contains(&row.name) || is_named(&content) {
                continue;
            }
            found.push(row);
            if found.len() == PAGE_SIZE {
                return Ok((found, Some(cursor)));
            }
        }
        if is_end {
            return Ok((found, None));
        }
        if looked >= MAX_LOOKED {
            return Ok((found, Some(cursor)));
        }
    }
}
