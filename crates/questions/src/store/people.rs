//! Who asks: customers, their emails about answers, and the shop's settings. Reads tables of other crates.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool, types::Json};

use crate::QuestionSettings;

/// How long the link that ends a guest's emails works.
const STOP_KEY_LIFE: TimeDelta = TimeDelta::days(365);

/// Reads `settings`, which is the storefront's.
pub async fn settings(db: impl PgExecutor<'_>) -> sqlx::Result<QuestionSettings> {
    let value: Option<Json<QuestionSettings>> =
        sqlx::query_scalar("select value from settings where name = 'questions'").fetch_optional(db).await?;
    Ok(value.map(|Json(settings)| settings).unwrap_or_default())
}

pub async fn shop_name(db: impl PgExecutor<'_>) -> sqlx::Result<Option<String>> {
    let name = sqlx::query_scalar!("select value ->> 'name' as name from settings where name = 'shop'")
        .fetch_optional(db)
        .await?;
    Ok(name.flatten())
}

/// The name of a subscription list. Reads a table of `accounts`.
pub async fn list_name(db: &PgPool, list: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select name from subscription_lists where id = $1", list).fetch_optional(db).await
}

/// Name and address of a customer.
#[derive(Debug, Clone)]
pub struct Author {
    pub name: String,
    pub email: String,
}

/// Reads `customers`, which is `accounts`'.
pub async fn find_author(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<Option<Author>> {
    sqlx::query_as!(
        Author,
        r#"select trim(first_name || ' ' || last_name) as "name!", email from customers where id = $1"#,
        customer.0
    )
    .fetch_optional(db)
    .await
}

/// Whether a customer has bought anything. Reads orders, because only they prove it.
pub async fn has_completed_order(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from orders where customer_id = $1 and state in ('delivered', 'completed') limit 1"#,
        customer.0
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Who gets the email about an answer, and about what.
#[derive(Debug, Clone)]
pub struct Asker {
    pub email: String,
    pub customer_id: Option<i64>,
    pub product_name: String,
    /// The shop itself has answered.
    pub by_shop: bool,
}

/// `None` if the question is not public any more, or its asker was erased. Reads `products`, which is `catalog`'s.
pub async fn find_asker(db: impl PgExecutor<'_>, question: i64) -> sqlx::Result<Option<Asker>> {
    sqlx::query_as!(
        Asker,
        r#"select question.email as "email!", question.customer_id, product.name as product_name,
               exists (select from question_answers answer
                       where answer.question_id = question.id and answer.is_shop and answer.state = 'published')
                   as "by_shop!"
           from questions question join products product on product.id = question.product_id
           where question.id = $1 and question.state = 'published' and question.email is not null"#,
        question
    )
    .fetch_optional(db)
    .await
}

/// Creates the token of a link that ends the emails to a guest's address.
pub async fn add_stop_key(db: impl PgExecutor<'_>, email: &str, now: DateTime<Utc>) -> sqlx::Result<String> {
    let token = hex::encode(rand::random::<[u8; 16]>());
    sqlx::query!(
        "insert into question_stop_keys (token_hash, email, created_at) values ($1, $2, $3)",
        &token_hash(&token),
        email,
        now
    )
    .execute(db)
    .await?;
    Ok(token)
}

pub async fn stopped_address(db: impl PgExecutor<'_>, token: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select email from question_stop_keys where token_hash = $1", &token_hash(token))
        .fetch_optional(db)
        .await
}

/// Deletes up to 1,000 links that have expired.
pub async fn sweep_stop_keys(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from question_stop_keys where token_hash in (
             select token_hash from question_stop_keys where created_at < $1 limit 1000)",
        now - STOP_KEY_LIFE
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}

fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
