//! Changes of state. The statement that changes one moves the counts that depend on it.

use moderation::{ItemState, StateChange};
use sqlx::PgConnection;

/// Advisory-lock id; any constant unique to these counts.
const COUNTS_LOCK: i64 = 7_310_025;

/// A question or an answer whose state was changed.
#[derive(Debug, Clone)]
pub struct ChangedPost {
    pub question_id: i64,
    pub product_id: i64,
    pub before: ItemState,
    pub before_reason: String,
}

/// One change after another: a transaction may change several, in any order.
pub(super) async fn lock_counts(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(r#"select pg_advisory_xact_lock($1) as "locked: ()""#, COUNTS_LOCK).execute(db).await?;
    Ok(())
}

/// Changes the state of a question in the caller's transaction. Returns `None` if nothing was changed.
pub async fn change_question(
    db: &mut PgConnection,
    question: i64,
    change: &StateChange<'_>,
) -> sqlx::Result<Option<ChangedPost>> {
    lock_counts(db).await?;
    sqlx::query_as!(
        ChangedPost,
        r#"
        with old as (
            select id, state, reason from questions where id = $1 and state <> $2 and state = coalesce($4, state)
            for update
        ),
        changed as (
            update questions question set state = $2, reason = $3,
                published_at = case when $2 = 'published' then coalesce(published_at, $5) else published_at end
            from old where question.id = old.id
            returning question.id, question.product_id, old.state as before, old.reason as before_reason
        ),
        scored as (
            insert into question_scores (question_id, upvotes, downvotes, answers)
            select id,
                (select count(*) from question_votes vote where vote.question_id = changed.id and vote.value = 1),
                (select count(*) from question_votes vote where vote.question_id = changed.id and vote.value = -1),
                (select count(*) from question_answers answer
                 where answer.question_id = changed.id and answer.state = 'published')
            from changed where $2 = 'published'
        ),
        unscored as (
            delete from question_scores score using changed
            where score.question_id = changed.id and changed.before = 'published'
        ),
        counted as (
            insert into question_counts as old (product_id, count)
            select product_id, 1 from changed where $2 = 'published'
            on conflict (product_id) do update set count = old.count + 1
        ),
        uncounted as (
            update question_counts old set count = old.count - 1
            from changed where old.product_id = changed.product_id and changed.before = 'published'
        )
        select id as "question_id!", product_id as "product_id!", before as "before!: ItemState",
            before_reason as "before_reason!"
        from changed
        "#,
        question,
        change.state as ItemState,
        change.reason,
        change.from as Option<ItemState>,
        change.now
    )
    .fetch_optional(db)
    .await
}

/// Changes the state of an answer in the caller's transaction. Returns `None` if nothing was changed.
pub async fn change_answer(
    db: &mut PgConnection,
    answer: i64,
    change: &StateChange<'_>,
) -> sqlx::Result<Option<ChangedPost>> {
    lock_counts(db).await?;
    sqlx::query_as!(
        ChangedPost,
        r#"
        with old as (
            select id, state, reason from question_answers
            where id = $1 and state <> $2 and state = coalesce($4, state) for update
        ),
        changed as (
            update question_answers answer set state = $2, reason = $3,
                published_at = case when $2 = 'published' then coalesce(published_at, $5) else published_at end
            from old where answer.id = old.id
            returning answer.question_id, answer.product_id, old.state as before, old.reason as before_reason
        ),
        -- A question that is not public has no counts.
        counted as (
            update question_scores score
            set answers = score.answers + ($2 = 'published')::integer - (changed.before = 'published')::integer
            from changed where score.question_id = changed.question_id
        )
        select question_id as "question_id!", product_id as "product_id!", before as "before!: ItemState",
            before_reason as "before_reason!"
        from changed
        "#,
        answer,
        change.state as ItemState,
        change.reason,
        change.from as Option<ItemState>,
        change.now
    )
    .fetch_optional(db)
    .await
}
