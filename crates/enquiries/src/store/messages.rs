//! Who takes care of an enquiry, notes of the team, and answers to the sender.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

/// A member who may answer.
#[derive(Debug, Clone)]
pub struct Colleague {
    pub id: i64,
    pub name: String,
}

/// Members who are not stopped and may act here. Reads `staff` and `staff_roles`, tables of `accounts`.
pub async fn colleagues(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Colleague>> {
    sqlx::query_as!(
        Colleague,
        "select member.id, member.name from staff member join staff_roles role on role.name = member.role
         where member.is_active and 'inbox.act' = any (role.permissions)
         order by member.name, member.id limit 200"
    )
    .fetch_all(db)
    .await
}

/// Returns false if somebody else than `from` takes care of it by now, or if nothing would change.
pub async fn assign(
    db: impl PgExecutor<'_>,
    enquiry: i64,
    from: Option<i64>,
    to: Option<i64>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update enquiries set assignee_id = $3
         where id = $1 and assignee_id is not distinct from $2 and assignee_id is distinct from $3",
        enquiry,
        from,
        to
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Who takes care of it. `None`: there is no such enquiry.
pub async fn assignee(db: impl PgExecutor<'_>, enquiry: i64) -> sqlx::Result<Option<Option<i64>>> {
    sqlx::query_scalar!("select assignee_id from enquiries where id = $1 for update", enquiry)
        .fetch_optional(db)
        .await
}

/// A note or an answer.
#[derive(Debug, Clone)]
pub struct StaffMessage {
    pub at: DateTime<Utc>,
    pub actor: String,
    pub text: String,
    pub is_answer: bool,
    /// Of the email; `None` for a note.
    pub mail_state: Option<String>,
}

/// In the order of writing. Reads `mail_outbox`, which is `mail`'s.
pub async fn list_messages(db: impl PgExecutor<'_>, enquiry: i64) -> sqlx::Result<Vec<StaffMessage>> {
    sqlx::query_as!(
        StaffMessage,
        r#"select message.at, message.actor, message.text, message.is_answer, outbox.state as "mail_state?"
           from enquiry_messages message
           left join mail_outbox outbox
               on message.is_answer and outbox.topic = 'enquiry-answer' and outbox.key = message.id::text
           where message.enquiry_id = $1 order by message.id limit 200"#,
        enquiry
    )
    .fetch_all(db)
    .await
}

/// Returns `None` if the same member wrote the same within ten minutes. The caller has locked the enquiry.
pub async fn add_message(
    db: impl PgExecutor<'_>,
    enquiry: i64,
    actor: &str,
    text: &str,
    is_answer: bool,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into enquiry_messages (enquiry_id, at, actor, text, is_answer)
         select $1::bigint, $2::timestamptz, $3::text, $4::text, $5::boolean
         where not exists (
             select from enquiry_messages where enquiry_id = $1 and actor = $3 and text = $4 and is_answer = $5
                 and at > $2 - interval '10 minutes')
         returning id",
        enquiry,
        now,
        actor,
        text,
        is_answer
    )
    .fetch_optional(db)
    .await
}

/// Whether an enquiry has a sender's address and is not held.
pub async fn is_answerable(db: impl PgExecutor<'_>, enquiry: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from enquiries where id = $1 and email is not null and not is_spam) as "found!""#,
        enquiry
    )
    .fetch_one(db)
    .await
}

/// The text of an answer; `None` once it was deleted with its enquiry.
pub async fn find_answer(
    db: impl PgExecutor<'_>,
    enquiry: i64,
    message: i64,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select text from enquiry_messages where id = $2 and enquiry_id = $1 and is_answer",
        enquiry,
        message
    )
    .fetch_optional(db)
    .await
}
