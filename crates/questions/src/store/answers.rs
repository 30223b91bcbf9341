//! Published answers: the shop's first, then the oldest.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

#[derive(Debug, Clone)]
pub struct StoredAnswer {
    pub id: i64,
    pub question_id: i64,
    pub text: String,
    pub name: String,
    pub is_shop: bool,
    pub created_at: DateTime<Utc>,
}

/// The first answers of each question.
pub async fn first_answers(db: &PgPool, questions: &[i64], limit: i64) -> sqlx::Result<Vec<StoredAnswer>> {
    if questions.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query_as!(
        StoredAnswer,
        r#"select answer.id as "id!", answer.question_id as "question_id!", answer.text as "text!",
               answer.name as "name!", answer.is_shop as "is_shop!", answer.created_at as "created_at!"
           from unnest($1::bigint[]) as wanted (id)
           cross join lateral (
               select * from (select id, question_id, text, name, is_shop, created_at from question_answers
                              where question_id = wanted.id and state = 'published'
                              order by is_shop desc, id limit $2) first
           ) answer
           order by answer.question_id, answer.is_shop desc, answer.id"#,
        questions,
        limit
    )
    .fetch_all(db)
    .await
}

/// The answers of a question that follow the answer `after`. The shop's own is always among the first.
pub async fn further_answers(
    db: &PgPool,
    question: i64,
    after: i64,
    limit: i64,
) -> sqlx::Result<Vec<StoredAnswer>> {
    sqlx::query_as!(
        StoredAnswer,
        "select id, question_id, text, name, is_shop, created_at from question_answers
         where question_id = $1 and state = 'published' and is_shop = false and id > $2 order by id limit $3",
        question,
        after,
        limit
    )
    .fetch_all(db)
    .await
}
