//! The owner's table of meanings.

use sqlx::{PgExecutor, PgPool};

use crate::rules::meanings::{Meaning, MeaningKind, Meanings};

/// A row of the table, for the owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedMeaning {
    pub word: String,
    /// Ways to say it, separated by commas. Empty: the word is switched off.
    pub meaning: String,
    pub kind: String,
}

/// All meanings, for searches. Callers cache them until [`crate::MEANINGS_TAG`] is purged.
pub async fn load_meanings(db: &PgPool) -> sqlx::Result<Meanings> {
    let rows = sqlx::query!("select word, meaning, kind from search_meanings order by changed_at, word")
        .fetch_all(db)
        .await?;
    let rows = rows.into_iter().filter_map(|row| {
        MeaningKind::parse(&row.kind).map(|kind| Meaning { word: row.word, meaning: row.meaning, kind })
    });
    Ok(Meanings::new(rows))
}

/// The rows whose word or meaning contains a text, by word.
pub async fn list_meanings(
    db: impl PgExecutor<'_>,
    contains: &str,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<SavedMeaning>> {
    sqlx::query_as!(
        SavedMeaning,
        "select word, meaning, kind from search_meanings
         where strpos(word, $1) > 0 or strpos(meaning, $1) > 0 order by word offset $2 limit $3",
        contains,
        offset,
        limit
    )
    .fetch_all(db)
    .await
}

pub async fn find_meaning(db: impl PgExecutor<'_>, word: &str) -> sqlx::Result<Option<SavedMeaning>> {
    sqlx::query_as!(SavedMeaning, "select word, meaning, kind from search_meanings where word = $1", word)
        .fetch_optional(db)
        .await
}

/// Adds a word, or replaces its meaning.
pub async fn save_meaning(
    db: impl PgExecutor<'_>,
    word: &str,
    meaning: &str,
    kind: MeaningKind,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into search_meanings (word, meaning, kind) values ($1, $2, $3)
         on conflict (word) do update set meaning = excluded.meaning, kind = excluded.kind, changed_at = now()",
        word,
        meaning,
        kind.name()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns false if there is no such word.
pub async fn remove_meaning(db: impl PgExecutor<'_>, word: &str) -> sqlx::Result<bool> {
    let removed = sqlx::query!("delete from search_meanings where word = $1", word).execute(db).await?;
    Ok(removed.rows_affected() > 0)
}
