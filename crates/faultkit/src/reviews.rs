//! Reviews to vote on, and visitors who vote.

use anyhow::Context;
use serde_json::Value;
use sqlx::PgPool;

use crate::{
    browser::{Browser, Visit},
    form::Fields,
    shop::Shop,
};

pub const ACTIONS: &str = "/ar/wp-admin/admin-ajax.php";

/// Inserts a published review of a product.
pub async fn review(db: &PgPool, product: i64, number: usize) -> anyhow::Result<i64> {
    let id: i64 = sqlx::query_scalar(
        "with written as (
             insert into reviews (product_id, rating, text, name, email, state, created_at, published_at)
             values ($1, 5, 'طعم ممتاز', 'سلمى', $2, 'published', now(), now()) returning id, product_id, rating)
         insert into review_scores (review_id, product_id, rating) select id, product_id, rating from written
         returning review_id",
    )
    .bind(product)
    .bind(format!("reviewer{number}@example.com"))
    .fetch_one(db)
    .await
    .context("inserting a review")?;
    Ok(id)
}

/// A visitor with a session, which the first request of a cart creates.
pub async fn visitor(shop: &Shop, number: usize, product: i64) -> Option<Browser> {
    let mut browser = Browser::new(shop, number);
    let fields = vec![("product_id".to_owned(), product.to_string())];
    browser.visit(&Visit::post("/ar/?wc-ajax=add_to_cart", &fields)).await?;
    browser.token_hash().map(|_| browser)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Votes {
    pub code: i64,
    pub current: i64,
}

/// Votes once, under a key that repeats a vote if it was used before. `None`: no answer, or one that is no vote.
pub async fn vote(browser: &mut Browser, review: i64, is_upvote: bool, key: &str) -> Option<Votes> {
    let fields: Fields = [
        ("action", "cr_vote_review".to_owned()),
        ("reviewID", review.to_string()),
        ("upvote", if is_upvote { "1" } else { "0" }.to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec();
    let answer = browser.send(&Visit::post(ACTIONS, &fields).header("idempotency-key", key)).await?;
    let body: Value = serde_json::from_slice(&answer.body).ok()?;
    Some(Votes { code: body["code"].as_i64()?, current: body["votes"]["current"].as_i64()? })
}
