//! Votes on reviews.

use chrono::TimeDelta;
use sqlx::PgConnection;

use crate::votes::{MAX_PER_ADDRESS, Vote, VoteCounts, VoteOutcome};

/// Votes, in a transaction of the caller. A repeated vote is withdrawn and the opposite one replaces it.
///
/// The lock makes the votes of a review one after another, so that the limit of a network holds. The statement after it
/// sees everything that was committed before.
pub async fn vote(db: &mut PgConnection, vote: Vote<'_>) -> sqlx::Result<VoteOutcome> {
    let Vote { item: review, voter, value, address, now } = vote;
    let found =
        sqlx::query!("select upvotes, downvotes from review_scores where review_id = $1 for update", review)
            .fetch_optional(&mut *db)
            .await?;
    let Some(before) = found else { return Ok(VoteOutcome::NotFound) };
    let counted = sqlx::query_as!(
        VoteCounts,
        r#"
        with voted as (
            insert into review_votes as old (review_id, voter, value, address, voted_at)
            select $1, $2, $3, $4, $5
            where (select count(*) from review_votes given
                   where given.review_id = $1 and given.address = $4 and given.voted_at > $6 and given.voter <> $2) < $7
            on conflict (review_id, voter) do update set
                previous = old.value, value = case when old.value = excluded.value then 0 else excluded.value end,
                address = excluded.address, voted_at = excluded.voted_at
            returning value, previous
        )
        update review_scores score set
            upvotes = score.upvotes + (voted.value = 1)::integer - (voted.previous = 1)::integer,
            downvotes = score.downvotes + (voted.value = -1)::integer - (voted.previous = -1)::integer
        from voted where score.review_id = $1
        returning score.upvotes, score.downvotes, voted.value as current
        "#,
        review,
        voter,
        value,
        address,
        now,
        now - TimeDelta::days(1),
        MAX_PER_ADDRESS
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(counts) = counted {
        return Ok(VoteOutcome::Counted(counts));
    }
    let current = sqlx::query_scalar!(
        "select value from review_votes where review_id = $1 and voter = $2",
        review,
        voter
    )
    .fetch_optional(db)
    .await?;
    Ok(VoteOutcome::Refused(VoteCounts {
        upvotes: before.upvotes,
        downvotes: before.downvotes,
        current: current.unwrap_or(0),
    }))
}

/// The counts of a public review and the voter's own vote.
pub async fn find_votes(
    db: &mut PgConnection,
    review: i64,
    voter: &[u8],
) -> sqlx::Result<Option<VoteCounts>> {
    sqlx::query_as!(
        VoteCounts,
        r#"select score.upvotes, score.downvotes, coalesce(own.value, 0::smallint) as "current!"
           from review_scores score
           left join review_votes own on own.review_id = score.review_id and own.voter = $2
           where score.review_id = $1"#,
        review,
        voter
    )
    .fetch_optional(db)
    .await
}
