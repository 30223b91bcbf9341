//! Votes. `questions` has the same statements on its own tables.

/// Defines the statements behind [`crate::votes::Votable`] on the tables of one kind of item: `vote` and `find_votes`. The first
/// argument is the name of the item's column in both tables.
#[macro_export]
macro_rules! vote_store {
    ($item:literal, $votes:literal, $scores:literal) => {
        /// Votes, in a transaction of the caller. A repeated vote is withdrawn and the opposite one replaces it.
        ///
        /// The lock makes the votes of an item one after another, so that the limit of a network holds. The statement
        /// after it sees everything that was committed before, and moves the counts by what it changes.
        pub async fn vote(
            db: &mut sqlx::PgConnection,
            vote: $crate::votes::Vote<'_>,
        ) -> sqlx::Result<$crate::votes::VoteOutcome> {
            use $crate::votes::{VoteCounts, VoteOutcome};

            let found = sqlx::query!(
                "select upvotes, downvotes from " + $scores + " where " + $item + " = $1 for update",
                vote.item
            )
            .fetch_optional(&mut *db)
            .await?;
            let Some(before) = found else { return Ok(VoteOutcome::NotFound) };
            let counted = sqlx::query_as!(
                VoteCounts,
                "with voted as (
                     insert into " + $votes + " as old (" + $item + ", voter, value, address, voted_at)
                     select $1, $2, $3, $4, $5
                     where (select count(*) from " + $votes + " given
                            where given." + $item + " = $1 and given.address = $4 and given.voted_at > $6
                                and given.voter <> $2) < $7
                     on conflict (" + $item + ", voter) do update set
                         previous = old.value,
                         value = case when old.value = excluded.value then 0 else excluded.value end,
                         address = excluded.address, voted_at = excluded.voted_at
                     returning value, previous
                 )
                 update " + $scores + " score set
                     upvotes = score.upvotes + (voted.value = 1)::integer - (voted.previous = 1)::integer,
                     downvotes = score.downvotes + (voted.value = -1)::integer - (voted.previous = -1)::integer
                 from voted where score." + $item + " = $1
                 returning score.upvotes, score.downvotes, voted.value as current",
                vote.item,
                vote.voter,
                vote.value,
                vote.address,
                vote.now,
                vote.now - chrono::TimeDelta::days(1),
                $crate::votes::MAX_PER_ADDRESS
            )
            .fetch_optional(&mut *db)
            .await?;
            if let Some(counts) = counted {
                return Ok(VoteOutcome::Counted(counts));
            }
            let current = sqlx::query_scalar!(
                "select value from " + $votes + " where " + $item + " = $1 and voter = $2",
                vote.item,
                vote.voter
            )
            .fetch_optional(db)
            .await?;
            Ok(VoteOutcome::Refused(VoteCounts {
                upvotes: before.upvotes,
                downvotes: before.downvotes,
                current: current.unwrap_or(0),
            }))
        }

        /// The counts of a public item and the voter's own vote.
        pub async fn find_votes(
            db: &mut sqlx::PgConnection,
            item: i64,
            voter: &[u8],
        ) -> sqlx::Result<Option<$crate::votes::VoteCounts>> {
            sqlx::query_as!(
                $crate::votes::VoteCounts,
                r#"select score.upvotes, score.downvotes, coalesce(own.value, 0::smallint) as "current!" from "#
                    + $scores + " score left join " + $votes + " own on own." + $item + " = score." + $item
                    + " and own.voter = $2 where score." + $item + " = $1",
                item,
                voter
            )
            .fetch_optional(db)
            .await
        }
    };
}

crate::vote_store!("review_id", "review_votes", "review_scores");
