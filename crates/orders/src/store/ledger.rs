//! The double-entry ledger. Each journal is inserted once, and its entries sum to zero.

use chrono::{DateTime, Utc};
use kernel::{Money, OrderId};
use payments::rules::OfflineMethod;
use sqlx::{PgConnection, PgExecutor};

use super::Order;

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Posting {
    Payment,
    Refund,
    /// A bank returned the payment.
    Return,
}

/// Inserts a journal. Returns false if it exists already.
pub async fn post(
    db: &mut PgConnection,
    order: &Order,
    posting: Posting,
    subject: &str,
    amount: Money,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let minor = amount.as_minor();
    // Where the money is.
    let place = match order.offline {
        None => "provider",
        Some(OfflineMethod::Cod) => "cash",
        Some(OfflineMethod::Bacs) => "bank",
    };
    let entries: Vec<(&str, i64)> = match posting {
        Posting::Payment => {
            let goods = order.subtotal.as_minor() - order.discount.as_minor();
            vec![
                (place, minor),
                ("sales", -goods),
                ("shipping", -order.shipping.as_minor()),
                ("taxes", -order.tax.as_minor()),
            ]
        }
        Posting::Refund | Posting::Return => vec![(place, -minor), ("refunds", minor)],
    };
    let entries: Vec<_> = entries.into_iter().filter(|(_, minor)| *minor != 0).collect();
    let inserted = sqlx::query!(
        "with journal as (
             insert into journals (order_id, kind, subject, at) values ($1, $2, $3, $4)
             on conflict do nothing returning id)
         insert into journal_entries (journal_id, account, minor)
         select journal.id, entry.account, entry.minor
         from journal, unnest($5::text[], $6::bigint[]) as entry (account, minor)",
        order.id.0,
        posting as Posting,
        subject,
        now,
        &entries.iter().map(|(account, _)| (*account).to_owned()).collect::<Vec<_>>(),
        &entries.iter().map(|(_, minor)| *minor).collect::<Vec<_>>()
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

pub async fn add_refunded(db: impl PgExecutor<'_>, order: OrderId, amount: Money) -> sqlx::Result<()> {
    sqlx::query!(
        "update orders set refunded_minor = least(total_minor, refunded_minor + $2) where id = $1",
        order.0,
        amount.as_minor()
    )
    .execute(db)
    .await?;
    Ok(())
}
