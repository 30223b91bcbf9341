//! Votes on questions: call 25 of reviews, on the tables of questions.

use reviews::votes::{Votable, Vote, VoteCounts, VoteOutcome};
use sqlx::PgConnection;

use crate::store;

pub struct QuestionVotes;

impl Votable for QuestionVotes {
    const ACTION: &'static str = "cr_vote_question";
    // A question is always on a page of its product; a browser that hides which one goes to the shop.
    const PAGE_URL: &'static str = "/ar/shop/";

    async fn vote(db: &mut PgConnection, vote: Vote<'_>) -> sqlx::Result<VoteOutcome> {
        store::vote(db, vote).await
    }

    async fn find(db: &mut PgConnection, item: i64, voter: &[u8]) -> sqlx::Result<Option<VoteCounts>> {
        store::find_votes(db, item, voter).await
    }
}
