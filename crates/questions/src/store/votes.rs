//! Votes on questions.

use chrono::TimeDelta;
use reviews::votes::{MAX_PER_ADDRESS, Vote, VoteCounts, VoteOutcome};
use sqlx::PgConnection;

/// Votes, in a transaction of the caller.
///
/// The lock makes the votes of a question one after another, so that the limit of a network holds. The statement after
/// it sees everything that was committed before, and moves the counts by what it changes.
pub async fn vote(db: &mut PgConnection, vote: Vote<'_>) -> sqlx::Result<VoteOutcome> {
    let Vote { item: question, voter, value, address, now } = vote;
    let found = sqlx::query!(
        "select upvotes, downvotes from question_scores where question_id = $1 for update",
        question
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(before) = found else { return Ok(VoteOutcome::NotFound) };
    let counted = sqlx::query_as!(
        VoteCounts,
        r#"
        with voted as (
            insert into question_votes as old (question_id, voter, value, address, voted_at)
            select $1, $2, $3, $4, $5
            where (select count(*) from question_votes given
                   where given.question_id = $1 and given.address = $4 and given.voted_at > $6 and given.voter <> $2) < $7
            on conflict (question_id, voter) do update set
                previous = old.value, value = case when old.value = excluded.value then 0 else excluded.value end,
                address = excluded.address, voted_at = excluded.voted_at
            returning value, previous
        )
        update question_scores score set
            upvotes = score.upvotes + (voted.value = 1)::integer - (voted.previous = 1)::integer,
            downvotes = score.downvotes + (voted.value = -1)::integer - (voted.previous = -1)::integer
        from voted where score.question_id = $1
        returning score.upvotes, score.downvotes, voted.value as current
        "#,
        question,
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
        "select value from question_votes where question_id = $1 and voter = $2",
        question,
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

/// The counts of a public question and the voter's own vote.
pub async fn find_votes(
    db: &mut PgConnection,
    question: i64,
    voter: &[u8],
) -> sqlx::Result<Option<VoteCounts>> {
    sqlx::query_as!(
        VoteCounts,
        r#"select score.upvotes, score.downvotes, coalesce(own.value, 0::smallint) as "current!"
           from question_scores score
           left join question_votes own on own.question_id = score.question_id and own.voter = $2
           where score.question_id = $1"#,
        question,
        voter
    )
    .fetch_optional(db)
    .await
}
