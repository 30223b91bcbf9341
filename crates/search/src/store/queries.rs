//! Queries without a result, for the owner: counts per day, of no visitor.

use chrono::NaiveDate;
use sqlx::PgExecutor;

/// A query that was asked without an answer, or answered with other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnansweredQuery {
    pub query: String,
    /// What was searched instead; empty without a result.
    pub taken_for: String,
    pub times: i64,
}

/// A longer query is recorded without its end.
pub const MAX_RECORDED_CHARS: usize = 100;
/// A number of more digits may be a person's.
const MAX_DIGITS: usize = 5;

/// Whether a query may be recorded: it has no email address and no long number.
pub fn is_recorded(query: &str) -> bool {
    let digits = kernel::digits::fold(query).bytes().filter(u8::is_ascii_digit).count();
    !query.is_empty() && !query.contains('@') && digits <= MAX_DIGITS
}

/// Counts a query of a day. What may be a person's data is not stored.
pub async fn count_unanswered(
    db: impl PgExecutor<'_>,
    query: &str,
    taken_for: &str,
    day: NaiveDate,
) -> sqlx::Result<()> {
    let query = kernel::text::clean(query, MAX_RECORDED_CHARS);
    if !is_recorded(&query) {
        return Ok(());
    }
    let taken_for = kernel::text::clean(taken_for, 200);
    sqlx::query!("select search_count_unanswered($1, $2, $3)", query, taken_for, day).execute(db).await?;
    Ok(())
}

/// The most frequent unanswered queries since a day.
pub async fn list_unanswered(
    db: impl PgExecutor<'_>,
    since: NaiveDate,
    limit: i64,
) -> sqlx::Result<Vec<UnansweredQuery>> {
    sqlx::query_as!(
        UnansweredQuery,
        r#"
        select query as "query!", (array_agg(taken_for order by day desc))[1] as "taken_for!",
               sum(times)::bigint as "times!"
        from search_unanswered where day >= $1
        group by query order by sum(times) desc, query limit $2
        "#,
        since,
        limit
    )
    .fetch_all(db)
    .await
}

/// Deletes the queries of the days before.
pub async fn forget_unanswered(db: impl PgExecutor<'_>, before: NaiveDate) -> sqlx::Result<()> {
    sqlx::query!("delete from search_unanswered where day < $1", before).execute(db).await?;
    Ok(())
}
