//! Votes.

use edge::{
    AppError, Shop, Visitor,
    session::{self, TokenHash},
};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use crate::{
    store::{self, VoteCounts, VoteOutcome},
    view::{VoteAnswer, VotesView},
};

/// Votes for a visitor with this session, in the caller's transaction.
pub async fn vote(
    shop: &Shop,
    db: &mut PgConnection,
    visitor: &Visitor,
    token: &TokenHash,
    review: i64,
    is_upvote: bool,
) -> Result<VoteAnswer, AppError> {
    let now = shop.clock.now();
    let voter = voter(shop, db, visitor, token).await?;
    let value = if is_upvote { 1 } else { -1 };
    let address = visitor.address.0.to_string();
    Ok(match store::vote(db, review, &voter, value, &address, now).await? {
        VoteOutcome::Counted(counts) => answer(0, counts),
        VoteOutcome::Refused(counts) => answer(2, counts),
        VoteOutcome::NotFound => VoteAnswer { code: 1, votes: VotesView::default() },
    })
}

/// The counts and the visitor's own vote, without a change.
pub async fn current_vote(
    shop: &Shop,
    db: &mut PgConnection,
    visitor: &Visitor,
    token: &TokenHash,
    review: i64,
) -> Result<VoteAnswer, AppError> {
    let voter = voter(shop, db, visitor, token).await?;
    let counts = store::find_votes(db, review, &voter).await?;
    Ok(counts.map_or(VoteAnswer { code: 1, votes: VotesView::default() }, |counts| answer(0, counts)))
}

/// A customer has one vote in all browsers; a guest one for each session.
async fn voter(
    shop: &Shop,
    db: &mut PgConnection,
    visitor: &Visitor,
    token: &TokenHash,
) -> sqlx::Result<[u8; 32]> {
    Ok(match session::find_customer(db, visitor, shop.clock.now()).await? {
        Some(customer) => Sha256::digest(format!("customer {}", customer.id)).into(),
        None => token.0,
    })
}

fn answer(code: i32, counts: VoteCounts) -> VoteAnswer {
    VoteAnswer {
        code,
        votes: VotesView {
            upvotes: counts.upvotes.into(),
            downvotes: counts.downvotes.into(),
            current: counts.current,
        },
    }
}
