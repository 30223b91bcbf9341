//! Links in emails: invitations to review a bought product, and confirmations of a guest's address. Only hashes are
//! stored.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor};

use super::PurchasedLine;

/// How long an invitation can be used.
const INVITATION_LIFE: TimeDelta = TimeDelta::days(60);
/// How long an address can be confirmed.
const CONFIRMATION_LIFE: TimeDelta = TimeDelta::days(7);

/// Returns 128 random bits as text, and their hash.
fn new_token() -> (String, Vec<u8>) {
    let token = hex::encode(rand::random::<[u8; 16]>());
    let hash = token_hash(&token);
    (token, hash)
}

fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// Who may review what by an invitation.
#[derive(Debug, Clone)]
pub struct Invitation {
    pub line: PurchasedLine,
    pub product: i64,
    pub email: String,
    pub name: String,
}

/// Creates an invitation and returns its token.
pub async fn add_invitation(
    db: impl PgExecutor<'_>,
    invitation: &Invitation,
    now: DateTime<Utc>,
) -> sqlx::Result<String> {
    let (token, hash) = new_token();
    sqlx::query!(
        "insert into review_invitations (token_hash, order_id, order_position, product_id, email, name, created_at,
                                         expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        hash,
        invitation.line.order_id,
        invitation.line.position,
        invitation.product,
        invitation.email,
        invitation.name,
        now,
        now + INVITATION_LIFE
    )
    .execute(db)
    .await?;
    Ok(token)
}

/// An invitation that was not used yet.
#[derive(Debug, Clone)]
pub struct OpenInvitation {
    pub product_id: i64,
    pub email: String,
    pub name: String,
}

pub async fn find_invitation(
    db: impl PgExecutor<'_>,
    token: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<OpenInvitation>> {
    sqlx::query_as!(
        OpenInvitation,
        "select product_id, email, name from review_invitations
         where token_hash = $1 and used_at is null and expires_at > $2",
        &token_hash(token),
        now
    )
    .fetch_optional(db)
    .await
}

/// Uses an invitation for the product. Returns `None` if it is another product's, was used or has expired.
pub async fn use_invitation(
    db: impl PgExecutor<'_>,
    token: &str,
    product: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<(PurchasedLine, String)>> {
    let used = sqlx::query!(
        "update review_invitations set used_at = $3
         where token_hash = $1 and product_id = $2 and used_at is null and expires_at > $3
         returning order_id, order_position, email",
        &token_hash(token),
        product,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(used.map(|row| (PurchasedLine { order_id: row.order_id, position: row.order_position }, row.email)))
}

/// A line of an order whose buyer is asked for a review.
#[derive(Debug, Clone)]
pub struct LineToReview {
    pub email: String,
    pub first_name: String,
    pub position: i16,
    pub product_id: i64,
    pub product_name: String,
}

/// The lines of an order that has arrived, without products that the buyer has reviewed or that are gone.
pub async fn list_order_lines(db: impl PgExecutor<'_>, order: i64) -> sqlx::Result<Vec<LineToReview>> {
    sqlx::query_as!(
        LineToReview,
        "select distinct on (product.id) bought.email, bought.first_name,
             line.position, product.id as product_id, product.name as product_name
         from orders bought
         join order_lines line on line.order_id = bought.id
         join products product on product.id = line.product_id and product.status in ('published', 'hidden')
         where bought.id = $1 and bought.state in ('delivered', 'completed')
           and not exists (select from reviews own
                           where lower(own.email) = lower(bought.email) and coalesce(own.product_id, 0) = product.id)
         order by product.id, line.position",
        order
    )
    .fetch_all(db)
    .await
}

/// Creates the token of a link that confirms the address of a review.
pub async fn create_confirmation(
    db: impl PgExecutor<'_>,
    review: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<String> {
    let (token, hash) = new_token();
    sqlx::query!(
        "insert into review_confirmations (token_hash, review_id, expires_at) values ($1, $2, $3)",
        hash,
        review,
        now + CONFIRMATION_LIFE
    )
    .execute(db)
    .await?;
    Ok(token)
}

pub async fn confirmation_exists(
    db: impl PgExecutor<'_>,
    token: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from review_confirmations where token_hash = $1 and expires_at > $2"#,
        &token_hash(token),
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Marks the address of a review as its writer's. Returns false if the link has expired or was used.
pub async fn confirm(db: &mut PgConnection, token: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let confirmed = sqlx::query!(
        "with link as (delete from review_confirmations where token_hash = $1 and expires_at > $2 returning review_id)
         update reviews set is_confirmed = true from link where id = link.review_id",
        &token_hash(token),
        now
    )
    .execute(db)
    .await?;
    Ok(confirmed.rows_affected() == 1)
}

/// The address that an invitation was sent to, also after it was used.
pub async fn invited_address(db: impl PgExecutor<'_>, token: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select email from review_invitations where token_hash = $1", &token_hash(token))
        .fetch_optional(db)
        .await
}
