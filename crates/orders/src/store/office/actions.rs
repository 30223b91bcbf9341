//! What staff write about one order: notes, a corrected address, and refunds that wait for a second person.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Money, OrderId, Quantity};
use sqlx::{PgExecutor, types::Json};

use crate::{
    rules::OrderEvent,
    store::{Buyer, Order},
};

#[derive(Debug)]
pub struct Note {
    pub at: DateTime<Utc>,
    pub actor: String,
    pub text: String,
    pub to_buyer: bool,
}

pub async fn notes(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<Note>> {
    sqlx::query_as!(
        Note,
        "select at, actor, text, to_buyer from order_notes where order_id = $1 order by id limit 200",
        order.0
    )
    .fetch_all(db)
    .await
}

pub async fn add_note(
    db: impl PgExecutor<'_>,
    order: OrderId,
    actor: &str,
    text: &str,
    to_buyer: bool,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into order_notes (order_id, at, actor, text, to_buyer)
         select $1::bigint, $2::timestamptz, $3::text, $4::text, $5::boolean
         where not exists (
             select from order_notes where order_id = $1 and actor = $3 and text = $4 and to_buyer = $5
                 and at > $2 - interval '10 minutes')
         returning id",
        order.0,
        now,
        actor,
        text,
        to_buyer
    )
    .fetch_optional(db)
    .await
}

/// The text of a note; `None` once the buyer was erased.
pub async fn note_text(db: impl PgExecutor<'_>, note: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select text from order_notes where id = $1", note).fetch_optional(db).await
}

/// Writes another name, address and phone number into an order, and both versions into its changes. The caller holds the
/// order's lock. Returns the id of the change.
pub async fn change_address(
    db: impl PgExecutor<'_>,
    order: &Order,
    after: &Buyer,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "with changed as (
             update orders set first_name = $2, last_name = $3, country = $4, city = $5, address_1 = $6,
                 home_number = $7, postcode = $8, phone = $9, changed_at = $10 where id = $1)
         insert into order_changes (order_id, at, actor, before, after) values ($1, $10, $11, $12, $13)
         returning id",
        order.id.0,
        after.first_name,
        after.last_name,
        after.country,
        after.city,
        after.address_1,
        after.home_number,
        after.postcode,
        after.phone,
        now,
        actor,
        Json(address(&order.buyer)) as _,
        Json(address(after)) as _
    )
    .fetch_one(db)
    .await
}

fn address(buyer: &Buyer) -> serde_json::Value {
    serde_json::json!({
        "first_name": buyer.first_name, "last_name": buyer.last_name, "country": buyer.country, "city": buyer.city,
        "address_1": buyer.address_1, "home_number": buyer.home_number, "postcode": buyer.postcode,
        "phone": buyer.phone,
    })
}

/// A refund that waits for a second person.
#[derive(Debug)]
pub struct Approval {
    pub id: i64,
    pub amount: Money,
    pub detail: String,
    /// Positions of the order's lines, and how much of each is returned.
    pub lines: Json<Vec<(i16, Quantity)>>,
    pub requested_by: i64,
    pub asker: String,
    pub expires_at: DateTime<Utc>,
}

/// How long a second person has.
pub const APPROVAL_TIME: TimeDelta = TimeDelta::hours(24);

pub async fn ask_approval(
    db: impl PgExecutor<'_>,
    order: OrderId,
    amount: Money,
    detail: &str,
    lines: &[(i16, Quantity)],
    staff: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into order_approvals (order_id, amount_minor, detail, lines, requested_by, requested_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning id",
        order.0,
        amount.as_minor(),
        detail,
        Json(lines) as _,
        staff,
        now,
        now + APPROVAL_TIME
    )
    .fetch_one(db)
    .await
}

/// The order's refund that waits; after its time it is gone. Reads `staff`, a table of `accounts`.
pub async fn open_approval(
    db: impl PgExecutor<'_>,
    order: OrderId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Approval>> {
    sqlx::query_as!(
        Approval,
        r#"select waits.id, amount_minor as "amount: Money", detail,
                  lines as "lines: Json<Vec<(i16, Quantity)>>", requested_by, member.name as asker, expires_at
           from order_approvals waits join staff member on member.id = waits.requested_by
           where order_id = $1 and decided_at is null and expires_at > $2 order by waits.id desc limit 1"#,
        order.0,
        now
    )
    .fetch_optional(db)
    .await
}

/// How much of an order's lines was returned, by position. Reads `refunds`, a table of `payments`.
pub async fn returned(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<BTreeMap<i16, Quantity>> {
    let rows = sqlx::query!(
        r#"select line.position as "position!", sum(line.quantity)::bigint as "quantity!: Quantity"
           from refund_lines line join refunds refund on refund.key = line.refund_key
           where line.order_id = $1 and refund.state <> 'refused' group by line.position"#,
        order.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.position, row.quantity)).collect())
}

/// Records how much of which lines a refund returns.
pub async fn add_refund_lines(
    db: impl PgExecutor<'_>,
    refund: &str,
    order: OrderId,
    lines: &[(i16, Quantity)],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into refund_lines (refund_key, order_id, position, quantity)
         select $1::text, $2::bigint, line.position, line.quantity
         from unnest($3::smallint[], $4::bigint[]) as line (position, quantity)",
        refund,
        order.0,
        &lines.iter().map(|(position, _)| *position).collect::<Vec<_>>(),
        &lines.iter().map(|(_, quantity)| quantity.as_units()).collect::<Vec<_>>()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Orders with a refund that waits, next to lapse first: their numbers, up to the number that is looked at.
pub async fn orders_to_approve(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select own.number from order_approvals waits join orders own on own.id = waits.order_id
         where decided_at is null and expires_at > $1 order by expires_at limit $2",
        now,
        super::LOOKED_AT
    )
    .fetch_all(db)
    .await
}

/// Decides a refund that waits. Returns false if it does not wait any more, or if the asker approves.
pub async fn decide_approval(
    db: impl PgExecutor<'_>,
    id: i64,
    staff: i64,
    is_approved: bool,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let decided = sqlx::query!(
        "update order_approvals set decided_by = $2, decided_at = $3, is_approved = $4
         where id = $1 and decided_at is null and expires_at > $3 and (requested_by <> $2 or not $4)",
        id,
        staff,
        now,
        is_approved
    )
    .execute(db)
    .await?;
    Ok(decided.rows_affected() == 1)
}

/// An email about an order.
#[derive(Debug)]
pub struct SentEmail {
    /// The first word or words of its key: see [`crate::jobs::OrderNotification::key`].
    pub key: String,
    pub state: String,
    pub at: DateTime<Utc>,
}

/// The emails about an order that were queued, oldest first. Reads `mail_outbox`, a table of `mail`.
pub async fn emails(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<SentEmail>> {
    let names =
        ["received", "unpaid", "cancelled", "shipped", "delivered", "transfer confirmed", "transfer expired"];
    let keys: Vec<String> = names.iter().map(|name| format!("{name} {order}")).collect();
    let again = ["received", "unpaid", "shipped", "delivered", "cancelled"];
    let resent: Vec<String> = again.iter().map(|name| format!("resent {order} {name}")).collect();
    sqlx::query_as!(
        SentEmail,
        r#"select key, state, coalesce(handed_at, created_at) as "at!" from mail_outbox
           where topic = 'order' and key = any($1::text[]
               || array(select 'parcel ' || id from order_shipments where order_id = $2)
               || array(select 'refunded ' || key from refunds where order_id = $2)
               || array(select 'note ' || id from order_notes where order_id = $2)
               || array(select name || ' ' || floor(extract(epoch from at) / 60)::bigint
                        from order_events, unnest($3::text[]) as again (name)
                        where order_id = $2 and kind = $4))
           order by created_at limit 50"#,
        &keys,
        order.0,
        &resent,
        OrderEvent::EmailResent.name()
    )
    .fetch_all(db)
    .await
}

/// Whether the ledger says the same of the order as its payments and refunds: entries of every journal sum to zero, and
/// what is booked as sold, refunds subtracted, is what the order's row says. Returns the booked amount.
pub async fn ledger_check(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<(bool, Money)> {
    let row = sqlx::query!(
        r#"select coalesce(sum(entry.minor), 0)::bigint as "sum!",
                  coalesce(-sum(entry.minor) filter (where entry.account in ('sales', 'shipping', 'taxes', 'refunds')), 0)::bigint
                      as "net!",
                  coalesce(sum(entry.minor) filter (where entry.account = 'refunds' and journal.kind = 'refund'), 0)::bigint
                      as "refunded!",
                  (select refunded_minor from orders where id = $1) as "known!"
           from journals journal join journal_entries entry on entry.journal_id = journal.id
           where journal.order_id = $1"#,
        order.0
    )
    .fetch_one(db)
    .await?;
    Ok((row.sum == 0 && row.refunded == row.known, Money::from_minor(row.net)))
}

/// Pieces of an order, and where they are.
#[derive(Debug)]
pub struct BinPiece {
    pub sku: String,
    pub units: i64,
    pub name: String,
    pub variation: Option<String>,
    pub bin: Option<String>,
}

/// Under the SKU that they have now. Reads `products`, `variations` and `sku_renames`, tables of `catalog`, and `stock_bins`, a
/// table of `barcodes`.
pub async fn bins(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<BinPiece>> {
    sqlx::query_as!(
        BinPiece,
        r#"select piece.sku as "sku!", piece.quantity as "units!",
                  coalesce(product.name, parent.name, piece.sku) as "name!", variation.label as "variation?",
                  (select min(bin) from stock_bins where stock_bins.sku = piece.sku) as bin
           from (select coalesce(renamed.new_sku, wanted.sku) as sku, wanted.quantity
                 from order_stock wanted left join sku_renames renamed on renamed.old_sku = wanted.sku
                 where wanted.order_id = $1) piece
           left join variations variation on variation.sku = piece.sku
           left join products parent on parent.id = variation.product_id
           left join products product on product.sku = piece.sku
           order by piece.sku"#,
        order.0
    )
    .fetch_all(db)
    .await
}
