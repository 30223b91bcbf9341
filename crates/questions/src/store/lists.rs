//! Lists of published questions. A page is read from an index in its order, from where the page before ended.

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

/// A published question as lists show it.
#[derive(Debug, Clone)]
pub struct StoredQuestion {
    pub id: i64,
    pub text: String,
    pub name: String,
    pub created_at: DateTime<Utc>,
    pub upvotes: i32,
    pub downvotes: i32,
    /// Published answers.
    pub answers: i32,
}

/// Published questions of a product.
pub async fn count(db: &PgPool, product: i64) -> sqlx::Result<i64> {
    let count = sqlx::query_scalar!("select count from question_counts where product_id = $1", product)
        .fetch_optional(db)
        .await?;
    Ok(count.unwrap_or(0).into())
}

/// Questions of a product that were asked before the question `before`, newest first.
pub async fn page(
    db: &PgPool,
    product: i64,
    before: i64,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<StoredQuestion>> {
    sqlx::query_as!(
        StoredQuestion,
        r#"select question.id as "id!", question.text as "text!", question.name as "name!",
               question.created_at as "created_at!", score.upvotes, score.downvotes, score.answers
           from (select id, text, name, created_at from questions
                 where product_id = $1 and state = 'published' and id < $2
                 order by id desc offset $3 limit $4) question
           join question_scores score on score.question_id = question.id
           order by question.id desc"#,
        product,
        before,
        offset,
        limit
    )
    .fetch_all(db)
    .await
}

/// Loads published questions by their ids, newest first.
pub async fn load(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<StoredQuestion>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query_as!(
        StoredQuestion,
        "select question.id, question.text, question.name, question.created_at, score.upvotes, score.downvotes,
             score.answers
         from questions question join question_scores score on score.question_id = question.id
         where question.id = any($1) and question.state = 'published'
         order by question.id desc",
        ids
    )
    .fetch_all(db)
    .await
}

/// Ids of questions that have all keys and were asked before the question `before`, newest first: at least `enough`, if there
/// are so many. The keys contain the product.
pub async fn search(db: &PgPool, keys: &[i32], before: i64, enough: i64) -> sqlx::Result<Vec<i64>> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query_scalar!(
        r#"select search_newest_questions($1, $2, $3) as "ids!""#,
        keys,
        before,
        i32::try_from(enough).unwrap_or(i32::MAX)
    )
    .fetch_one(db)
    .await
}

/// A published question with the product that it is about.
#[derive(Debug, Clone)]
pub struct PublicQuestion {
    pub question: StoredQuestion,
    pub product: FoundProduct,
}

/// Finds a published question of a product that has a page. Reads `products`, which is `catalog`'s.
pub async fn find_public(db: &PgPool, question: i64) -> sqlx::Result<Option<PublicQuestion>> {
    let row = sqlx::query!(
        r#"select question.id, question.text, question.name, question.created_at, score.upvotes, score.downvotes,
               score.answers, product.id as product_id, product.name as product_name, product.note, product.slug
           from questions question
           join question_scores score on score.question_id = question.id
           join products product on product.id = question.product_id and product.status in ('published', 'hidden')
           where question.id = $1 and question.state = 'published'"#,
        question
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| PublicQuestion {
        question: StoredQuestion {
            id: row.id,
            text: row.text,
            name: row.name,
            created_at: row.created_at,
            upvotes: row.upvotes,
            downvotes: row.downvotes,
            answers: row.answers,
        },
        product: FoundProduct { id: row.product_id, name: row.product_name, note: row.note, slug: row.slug },
    }))
}

#[derive(Debug, Clone)]
pub struct FoundProduct {
    pub id: i64,
    pub name: String,
    pub note: String,
    pub slug: String,
}

/// Finds a product that has a page. Reads `products`, which is `catalog`'s.
pub async fn find_product(db: impl PgExecutor<'_>, product: i64) -> sqlx::Result<Option<FoundProduct>> {
    sqlx::query_as!(
        FoundProduct,
        "select id, name, note, slug from products where id = $1 and status in ('published', 'hidden')",
        product
    )
    .fetch_optional(db)
    .await
}

/// The same by the product's address.
pub async fn find_product_by_slug(db: impl PgExecutor<'_>, slug: &str) -> sqlx::Result<Option<FoundProduct>> {
    sqlx::query_as!(
        FoundProduct,
        "select id, name, note, slug from products where slug = $1 and status in ('published', 'hidden')",
        slug
    )
    .fetch_optional(db)
    .await
}
