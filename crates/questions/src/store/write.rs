//! Writing questions and answers, and what decides whether they are published.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;
use moderation::ItemState;
use reviews::rules::index_keys;
use sqlx::{PgConnection, PgExecutor, PgPool};

use super::state::lock_counts;
use crate::rules::Draft;

/// A question or an answer of a shopper.
pub struct NewPost<'a> {
    pub product: i64,
    pub draft: &'a Draft,
    pub customer: Option<CustomerId>,
    pub signals: &'a [String],
    pub visitor: &'a [u8],
    pub address: &'a str,
    pub now: DateTime<Utc>,
}

/// Inserts a held question.
pub async fn insert_question(db: impl PgExecutor<'_>, new: &NewPost<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into questions (product_id, text, keys, name, email, customer_id, signals, visitor, address, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id",
        new.product,
        new.draft.text,
        &index_keys(&new.draft.text, Some(new.product)),
        new.draft.name,
        new.draft.email.as_str(),
        new.customer.map(|customer| customer.0),
        new.signals,
        new.visitor,
        new.address,
        new.now
    )
    .fetch_one(db)
    .await
}

/// Inserts a held answer. Returns `None` unless the question is public and about the product.
pub async fn insert_answer(
    db: impl PgExecutor<'_>,
    question: i64,
    new: &NewPost<'_>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into question_answers (question_id, product_id, text, name, email, customer_id, signals, visitor, address,
                                       created_at)
         select id, product_id, $3, $4, $5, $6, $7, $8, $9, $10 from questions
         where id = $1 and product_id = $2 and state = 'published'
         returning id",
        question,
        new.product,
        new.draft.text,
        new.draft.name,
        new.draft.email.as_str(),
        new.customer.map(|customer| customer.0),
        new.signals,
        new.visitor,
        new.address,
        new.now
    )
    .fetch_optional(db)
    .await
}

/// The state of a question with this text that the same visitor asked about the product within a day.
pub async fn find_repeated_question(
    db: impl PgExecutor<'_>,
    new: &NewPost<'_>,
) -> sqlx::Result<Option<ItemState>> {
    sqlx::query_scalar!(
        r#"select state as "state: ItemState" from questions
           where address = $1 and address <> '' and product_id = $2 and text = $3 and visitor = $4 and created_at > $5
           order by id desc limit 1"#,
        new.address,
        new.product,
        new.draft.text,
        new.visitor,
        new.now - TimeDelta::days(1)
    )
    .fetch_optional(db)
    .await
}

/// The same for an answer to the question.
pub async fn find_repeated_answer(
    db: impl PgExecutor<'_>,
    question: i64,
    new: &NewPost<'_>,
) -> sqlx::Result<Option<ItemState>> {
    sqlx::query_scalar!(
        r#"select state as "state: ItemState" from question_answers
           where address = $1 and address <> '' and question_id = $2 and text = $3 and visitor = $4 and created_at > $5
           order by id desc limit 1"#,
        new.address,
        question,
        new.draft.text,
        new.visitor,
        new.now - TimeDelta::days(1)
    )
    .fetch_optional(db)
    .await
}

/// Whether this session, from this network, has written a question or an answer within the hour.
pub async fn has_recent(db: impl PgExecutor<'_>, new: &NewPost<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from questions where address = $1 and address <> '' and visitor = $2 and created_at > $3)
               or exists (select from question_answers
                          where address = $1 and address <> '' and visitor = $2 and created_at > $3) as "found!""#,
        new.address,
        new.visitor,
        new.now - TimeDelta::hours(1)
    )
    .fetch_one(db)
    .await
}

/// Texts of recent questions and answers that a new one is compared with: the product's, also those that wait for staff,
/// and those from the same network.
pub async fn recent_texts(
    db: impl PgExecutor<'_>,
    product: i64,
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"
        select recent.text as "text!" from (
            (select text, created_at from questions
             where state = 'published' and product_id = $1 order by id desc limit 100)
            union all
            (select text, created_at from (select text, created_at, product_id from questions where state = 'held'
                                           order by id desc limit 500) held
             where product_id = $1)
            union all
            (select text, created_at from (select text, created_at, product_id from question_answers where state = 'held'
                                           order by id desc limit 500) held
             where product_id = $1)
            union all
            (select text, created_at from questions where address = $2 and address <> '' order by id desc limit 100)
            union all
            (select text, created_at from question_answers
             where address = $2 and address <> '' order by id desc limit 100)
        ) recent
        where recent.created_at > $3
        "#,
        product,
        address,
        now - TimeDelta::days(30)
    )
    .fetch_all(db)
    .await
}

/// Sets the shop's answer to a question; an empty one removes it. Returns the product, or `None` if there is no such
/// question. It is counted in the same statement.
pub async fn set_shop_answer(
    db: &mut PgConnection,
    question: i64,
    text: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    lock_counts(db).await?;
    let found = sqlx::query!("select product_id from questions where id = $1", question)
        .fetch_optional(&mut *db)
        .await?;
    let Some(found) = found else { return Ok(None) };
    if text.is_empty() {
        sqlx::query!(
            "with removed as (
                 delete from question_answers where question_id = $1 and is_shop returning state)
             update question_scores set answers = answers - 1 from removed
             where question_id = $1 and removed.state = 'published'",
            question
        )
        .execute(db)
        .await?;
        return Ok(Some(found.product_id));
    }
    let updated = sqlx::query!(
        "update question_answers set text = $2 where question_id = $1 and is_shop and state = 'published'",
        question,
        text
    )
    .execute(&mut *db)
    .await?;
    if updated.rows_affected() == 0 {
        // It may exist and be taken back.
        sqlx::query!(
            "with added as (
                 insert into question_answers (question_id, product_id, text, name, is_shop, state, created_at, published_at)
                 values ($1, $2, $3, '', true, 'published', $4, $4)
                 on conflict (question_id) where is_shop
                 do update set text = excluded.text, state = 'published', reason = '', published_at = excluded.published_at
                 returning question_id)
             update question_scores score set answers = score.answers + 1 from added
             where score.question_id = added.question_id",
            question,
            found.product_id,
            text,
            now
        )
        .execute(db)
        .await?;
    }
    Ok(Some(found.product_id))
}

/// Whether a public question has a published answer that its asker did not write.
pub async fn has_foreign_answer(db: impl PgExecutor<'_>, question: i64) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from questions question
           join question_answers answer on answer.question_id = question.id and answer.state = 'published'
           where question.id = $1 and question.state = 'published'
             and (answer.is_shop or lower(answer.email) is distinct from lower(question.email)
                  and (answer.customer_id is null or answer.customer_id is distinct from question.customer_id))
           limit 1"#,
        question
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Forgets sessions and networks of up to 1,000 questions, answers and votes each that are older than 30 days.
pub async fn forget_networks(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let before = now - TimeDelta::days(30);
    let questions = sqlx::query!(
        "update questions set address = '', visitor = null where id in (
             select id from questions where address <> '' and created_at < $1 limit 1000)",
        before
    )
    .execute(db)
    .await?;
    let answers = sqlx::query!(
        "update question_answers set address = '', visitor = null where id in (
             select id from question_answers where address <> '' and created_at < $1 limit 1000)",
        before
    )
    .execute(db)
    .await?;
    let votes = sqlx::query!(
        "update question_votes set address = '' where (question_id, voter) in (
             select question_id, voter from question_votes where address <> '' and voted_at < $1 limit 1000)",
        before
    )
    .execute(db)
    .await?;
    Ok(questions.rows_affected() + answers.rows_affected() + votes.rows_affected())
}
