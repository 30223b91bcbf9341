//! Links in follow-ups. Only hashes of their 128 random bits are stored.

use cart::service::SavedLine;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, types::Json};

/// How long a cart can be restored.
const RESTORE_LIFE: TimeDelta = TimeDelta::days(30);

/// Returns 128 random bits as text.
pub fn new_token() -> String {
    hex::encode(rand::random::<[u8; 16]>())
}

fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// The links of one email. A second attempt to send it replaces those of the first.
#[derive(Debug, Clone, Default)]
pub struct NewLinks {
    /// Token of the link that ends the emails.
    pub stop: String,
    /// Token of the link that restores the cart, and its lines.
    pub restore: Option<(String, Vec<SavedLine>)>,
}

/// Returns false if the follow-up is not queued any more.
pub async fn set_links(
    db: impl PgExecutor<'_>,
    id: i64,
    links: &NewLinks,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let lines = links.restore.as_ref().map(|(_, lines)| serde_json::json!(lines));
    let set = sqlx::query!(
        "update followups set stop_hash = $2, restore_hash = $3, restore_expires_at = $4, lines = $5
         where id = $1 and state = 'queued'",
        id,
        token_hash(&links.stop),
        links.restore.as_ref().map(|(token, _)| token_hash(token)),
        links.restore.as_ref().map(|_| now + RESTORE_LIFE),
        lines
    )
    .execute(db)
    .await?;
    Ok(set.rows_affected() == 1)
}

/// What the link to a cart gives: products and quantities.
#[derive(Debug)]
pub struct RestorableCart {
    pub lines: Vec<SavedLine>,
}

/// `None` for an unknown and for an expired link.
pub async fn find_restorable(
    db: impl PgExecutor<'_>,
    token: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<RestorableCart>> {
    let row = sqlx::query!(
        r#"select lines as "lines: Json<Vec<SavedLine>>" from followups
           where restore_hash = $1 and restore_expires_at > $2"#,
        &token_hash(token),
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(row.and_then(|row| row.lines).map(|Json(lines)| RestorableCart { lines }))
}

/// Whose emails of which list a link ends.
#[derive(Debug, Clone)]
pub struct StopLink {
    pub person: String,
    pub list: Option<i64>,
}

pub async fn find_stop_link(db: impl PgExecutor<'_>, token: &str) -> sqlx::Result<Option<StopLink>> {
    sqlx::query_as!(
        StopLink,
        "select person, list_id as list from followups where stop_hash = $1",
        &token_hash(token)
    )
    .fetch_optional(db)
    .await
}
