//! Call 25 for whatever can be voted on, and the same by a plain form. `questions` uses it too.

use std::future::Future;

use accounts::service::{FormSession, redirect};
use axum::{
    Json,
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use edge::{
    AppError, Fields, Shop, Visitor,
    idempotency::{self, Claim, RequestKey},
    session::TokenHash,
};
use http::{Uri, header};
use kernel::CustomerId;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use crate::{
    store,
    urls::ALL_REVIEWS_URL,
    view::{VoteAnswer, VotesView},
};

/// Votes that one network may give one item in a day.
pub const MAX_PER_ADDRESS: i64 = 5;

/// A vote on one item.
#[derive(Debug, Clone, Copy)]
pub struct Vote<'a> {
    pub item: i64,
    pub voter: &'a [u8],
    /// 1 or -1.
    pub value: i16,
    pub address: &'a str,
    pub now: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoteCounts {
    pub upvotes: i32,
    pub downvotes: i32,
    /// The voter's own vote: 1, -1, or 0 for none.
    pub current: i16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoteOutcome {
    Counted(VoteCounts),
    /// Too many votes from this network; nothing has changed.
    Refused(VoteCounts),
    /// No such public item.
    NotFound,
}

/// A kind of item that can be voted on.
pub trait Votable: Send + Sync + 'static {
    /// Name of the call.
    const ACTION: &'static str;
    /// Where the plain form leads if its page is unknown.
    const PAGE_URL: &'static str;

    /// Votes in a transaction of the caller. A repeated vote is withdrawn and the opposite one replaces it.
    fn vote(db: &mut PgConnection, vote: Vote<'_>) -> impl Future<Output = sqlx::Result<VoteOutcome>> + Send;

    /// The counts of a public item and the voter's own vote.
    fn find(
        db: &mut PgConnection,
        item: i64,
        voter: &[u8],
    ) -> impl Future<Output = sqlx::Result<Option<VoteCounts>>> + Send;
}

/// Reviews.
pub struct ReviewVotes;

impl Votable for ReviewVotes {
    const ACTION: &'static str = "cr_vote_review";
    const PAGE_URL: &'static str = ALL_REVIEWS_URL;

    async fn vote(db: &mut PgConnection, vote: Vote<'_>) -> sqlx::Result<VoteOutcome> {
        store::vote(db, vote).await
    }

    async fn find(db: &mut PgConnection, item: i64, voter: &[u8]) -> sqlx::Result<Option<VoteCounts>> {
        store::find_votes(db, item, voter).await
    }
}

#[derive(Debug, Deserialize)]
pub struct VoteForm {
    /// The call names every item like a review.
    #[serde(rename = "reviewID")]
    item: i64,
    /// 1 for up, 0 for down.
    upvote: i64,
}

impl VoteForm {
    fn value(&self) -> Result<i16, AppError> {
        match self.upvote {
            1 => Ok(1),
            0 => Ok(-1),
            _ => Err(AppError::BadRequest("no such vote")),
        }
    }
}

/// Call 25.
pub async fn call<V: Votable>(
    State(shop): State<Shop>,
    visitor: Visitor,
    key: RequestKey,
    Fields(form): Fields<VoteForm>,
) -> Result<Response, AppError> {
    let (session, answer) = vote::<V>(&shop, &visitor, &key, &form).await?;
    let mut response = Json(answer).into_response();
    session.append_cookie(&mut response);
    Ok(response)
}

/// The same for browsers without script: back to the page with the item.
pub async fn form<V: Votable>(
    State(shop): State<Shop>,
    visitor: Visitor,
    key: RequestKey,
    headers: HeaderMap,
    Fields(form): Fields<VoteForm>,
) -> Result<Response, AppError> {
    let (session, _) = vote::<V>(&shop, &visitor, &key, &form).await?;
    let mut response = redirect(&back(&headers, &shop.origin, V::PAGE_URL), None);
    session.append_cookie(&mut response);
    Ok(response)
}

/// A visitor without a session gets one: a vote belongs to it. A retry of a vote that was counted does not withdraw it.
async fn vote<V: Votable>(
    shop: &Shop,
    visitor: &Visitor,
    key: &RequestKey,
    form: &VoteForm,
) -> Result<(FormSession, VoteAnswer), AppError> {
    let value = form.value()?;
    let (session, customer) = FormSession::with_customer(shop, visitor).await?;
    let (token, request) = (session.token, format!("{} {}", form.item, value > 0));
    let mut tx = shop.db.begin().await?;
    let now = shop.clock.now();
    let claim = idempotency::claim(&mut tx, V::ACTION, &token, key, &request, now).await?;
    let voter = voter(customer, &token);
    let outcome = match claim {
        Claim::New => {
            let address = visitor.address.0.to_string();
            let vote = Vote { item: form.item, voter: &voter, value, address: &address, now };
            V::vote(&mut tx, vote).await?
        }
        Claim::Repeated => {
            V::find(&mut tx, form.item, &voter).await?.map_or(VoteOutcome::NotFound, VoteOutcome::Counted)
        }
    };
    tx.commit().await?;
    Ok((session, answer(outcome)))
}

/// A customer has one vote in all browsers; a guest one for each session.
fn voter(customer: Option<CustomerId>, token: &TokenHash) -> [u8; 32] {
    match customer {
        Some(customer) => Sha256::digest(format!("customer {customer}")).into(),
        None => token.0,
    }
}

fn answer(outcome: VoteOutcome) -> VoteAnswer {
    let (code, votes) = match outcome {
        VoteOutcome::Counted(counts) => (0, votes_view(counts)),
        VoteOutcome::Refused(counts) => (2, votes_view(counts)),
        VoteOutcome::NotFound => (1, VotesView::default()),
    };
    VoteAnswer { code, votes }
}

fn votes_view(counts: VoteCounts) -> VotesView {
    VotesView { upvotes: counts.upvotes.into(), downvotes: counts.downvotes.into(), current: counts.current }
}

/// The page of this shop that the form was on.
fn back(headers: &HeaderMap, origin: &str, otherwise: &str) -> String {
    let page = headers.get(header::REFERER).and_then(|value| value.to_str().ok());
    let path = page.and_then(|page| page.strip_prefix(origin)).filter(|path| path.starts_with("/ar/"));
    let uri = path.and_then(|path| path.parse::<Uri>().ok());
    uri.map_or_else(|| otherwise.to_owned(), |uri| uri.to_string())
}
