//! What the email that requests reviews needs; the email itself is a follow-up.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

pub use crate::store::{LineToReview, invited_address, list_order_lines};
use crate::{
    store::{self, Invitation, PurchasedLine},
    urls::WRITE_URL,
};

/// Creates the invitation to review a line of an order, and returns its link. Only its hash is stored.
pub async fn invite(
    db: impl PgExecutor<'_>,
    order: i64,
    line: &LineToReview,
    now: DateTime<Utc>,
) -> sqlx::Result<String> {
    let invitation = Invitation {
        line: PurchasedLine { order_id: order, position: line.position },
        product: line.product_id,
        email: line.email.clone(),
        name: line.first_name.clone(),
    };
    let token = store::add_invitation(db, &invitation, now).await?;
    Ok(format!("{WRITE_URL}?item={}&key={token}", line.product_id))
}
