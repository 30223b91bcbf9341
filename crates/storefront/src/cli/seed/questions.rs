//! The demo shop's questions: in every state, with answers of the shop and of shoppers, and votes.

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use moderation::{ItemState, StateChange};
use reviews::rules::index_keys;
use serde::Deserialize;
use sqlx::PgConnection;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionSeed {
    sku: String,
    name: String,
    days_ago: i64,
    text: String,
    #[serde(default)]
    up: i32,
    #[serde(default)]
    down: i32,
    #[serde(default = "published")]
    state: ItemState,
    #[serde(default)]
    signals: Vec<String>,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    answers: Vec<AnswerSeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnswerSeed {
    /// Answered by the shop.
    #[serde(default)]
    shop: bool,
    #[serde(default)]
    name: String,
    days_ago: i64,
    text: String,
    #[serde(default = "published")]
    state: ItemState,
    #[serde(default)]
    signals: Vec<String>,
}

fn published() -> ItemState {
    ItemState::Published
}

pub async fn put(
    db: &mut PgConnection,
    questions: &[QuestionSeed],
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    for (number, question) in questions.iter().enumerate() {
        put_question(db, number, question, now)
            .await
            .with_context(|| format!("question {number} by {}", question.name))?;
    }
    Ok(())
}

async fn put_question(
    db: &mut PgConnection,
    number: usize,
    seed: &QuestionSeed,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let product: i64 = sqlx::query_scalar("select id from products where sku = $1")
        .bind(&seed.sku)
        .fetch_one(&mut *db)
        .await
        .with_context(|| format!("product {}", seed.sku))?;
    let id: i64 = sqlx::query_scalar(
        "insert into questions (product_id, text, keys, name, email, signals, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning id",
    )
    .bind(product)
    .bind(&seed.text)
    .bind(index_keys(&seed.text, Some(product)))
    .bind(&seed.name)
    .bind(format!("asker{number}@example.com"))
    .bind(&seed.signals)
    .bind(now - TimeDelta::days(seed.days_ago) - TimeDelta::minutes(i64::try_from(number)?))
    .fetch_one(&mut *db)
    .await?;
    for (position, answer) in seed.answers.iter().enumerate() {
        put_answer(db, (id, product), position, answer, now).await?;
    }
    if seed.state != ItemState::Held {
        let change = StateChange { state: seed.state, reason: &seed.reason, from: None, now };
        questions::service::change_question(&mut *db, id, &change).await?;
    }
    // The voters are not invented: only their number.
    sqlx::query("update question_scores set upvotes = $2, downvotes = $3 where question_id = $1")
        .bind(id)
        .bind(seed.up)
        .bind(seed.down)
        .execute(db)
        .await?;
    Ok(())
}

async fn put_answer(
    db: &mut PgConnection,
    (question, product): (i64, i64),
    position: usize,
    seed: &AnswerSeed,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let email = (!seed.shop).then(|| format!("answerer{question}-{position}@example.com"));
    let id: i64 = sqlx::query_scalar(
        "insert into question_answers (question_id, product_id, text, name, email, is_shop, signals, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id",
    )
    .bind(question)
    .bind(product)
    .bind(&seed.text)
    .bind(&seed.name)
    .bind(email)
    .bind(seed.shop)
    .bind(&seed.signals)
    .bind(now - TimeDelta::days(seed.days_ago))
    .fetch_one(&mut *db)
    .await?;
    if seed.state != ItemState::Held {
        let change = StateChange { state: seed.state, reason: "", from: None, now };
        questions::service::change_answer(&mut *db, id, &change).await?;
    }
    Ok(())
}
