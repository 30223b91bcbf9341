//! Compares the provider's ledger with the shop's, in both directions.

use std::collections::HashMap;

use paysim::LedgerEntry;
use sqlx::PgConnection;

use super::{Finding, Invariant};

/// Figures of a round.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    pub orders: usize,
    pub paid: usize,
    /// Paid after the stock was gone, and therefore refunded.
    pub unfulfillable: usize,
    /// Charges that the provider made, and how many of them were voided.
    pub charges: usize,
    pub undone: usize,
    /// Payment attempts whose outcome was unknown at some time.
    pub unknown_payments: usize,
    /// Carts with two forms, sent concurrently, that were both paid.
    pub carts_bought_twice: usize,
}

struct Attempt {
    order: i64,
    state: String,
    reference: Option<String>,
}

struct Order {
    number: i64,
    state: String,
    total: i64,
    live: usize,
}

impl Order {
    fn is_paid(&self) -> bool {
        matches!(self.state.as_str(), "processing" | "shipped" | "delivered" | "completed")
    }
}

/// Queries that must return no rows in the end. `true`: they must return none at any time.
const CHECKS: &[(Invariant, bool, &str)] = &[
    (
        Invariant::Ledgers,
        true,
        "select format('journal %s of order %s adds up to %s', journal.id, journal.order_id, coalesce(sum(entry.minor), 0))
         from journals journal left join journal_entries entry on entry.journal_id = journal.id
         group by journal.id having coalesce(sum(entry.minor), 1) <> 0",
    ),
    (
        Invariant::Ledgers,
        true,
        "select format('order %s is %s, and %s is in the books', orders.number, orders.state, coalesce(sum(entry.minor), 0))
         from orders left join journals journal on journal.order_id = orders.id
         left join journal_entries entry on entry.journal_id = journal.id and entry.account = 'provider'
         where orders.state in ('processing', 'pending', 'failed', 'on_hold', 'cancelled')
         group by orders.id
         having coalesce(sum(entry.minor), 0) <>
                case orders.state when 'processing' then orders.total_minor - orders.refunded_minor
                    when 'cancelled' then (select coalesce(sum(amount_minor), 0) from refunds
                                           where order_id = orders.id and state = 'requested')
                    else 0 end",
    ),
    (
        Invariant::Charges,
        false,
        "select format('a payment of order %s is still %s', orders.number, attempt.state)
         from payment_attempts attempt join orders on orders.id = attempt.order_id
         where attempt.state in ('submitting', 'unknown', 'requires_action', 'authorised')",
    ),
    (Invariant::Charges, false, "select format('refund of %s is still requested', amount_minor) from refunds where state = 'requested'"),
    (Invariant::Charges, false, "select format('notice %s is unread', event_id) from webhook_inbox where done_at is null"),
    (
        Invariant::Charges,
        false,
        "select format('a discrepancy is open: %s, local %s, provider %s', kind, local_value, provider_value)
         from reconciliation_discrepancies where settled_at is null",
    ),
];

pub async fn check(db: &mut PgConnection, ledger: &[LedgerEntry]) -> anyhow::Result<(Figures, Vec<Finding>)> {
    let mut findings = Vec::new();
    for (invariant, is_hard, sql) in CHECKS {
        let lines: Vec<String> = sqlx::query_scalar(*sql).fetch_all(&mut *db).await?;
        findings.extend(lines.into_iter().map(|text| Finding {
            invariant: *invariant,
            is_hard: *is_hard,
            text,
        }));
    }
    let attempts = attempts(db).await?;
    let mut orders = orders(db).await?;
    let mut figures = Figures { orders: orders.len(), ..Figures::default() };
    let mut balance = 0;
    for entry in ledger.iter().filter(|entry| entry.status != "declined") {
        if entry.kind == "refundTransaction" {
            balance -= entry.amount;
            continue;
        }
        figures.charges += 1;
        balance += settled(entry);
        match attempts.get(entry.invoice_number.as_str()) {
            // Every attempt is stored before the provider is called.
            None => findings.push(Finding::hard(
                Invariant::Charges,
                format!("charge {} ({}) belongs to no attempt", entry.trans_id, entry.status),
            )),
            Some(attempt) => {
                if entry.status == "voided" {
                    figures.undone += 1;
                }
                findings.extend(explain(entry, attempt, &mut orders));
            }
        }
    }
    for order in orders.values() {
        figures.paid += usize::from(order.is_paid());
        if order.live > 1 {
            let text = format!("order {} was charged {} times", order.number, order.live);
            findings.push(Finding::open(Invariant::Once, text));
        }
        if (order.is_paid() || order.state == "on_hold") && order.live == 0 {
            let text = format!("order {} is {} without a charge", order.number, order.state);
            findings.push(Finding::open(Invariant::Charges, text));
        }
    }
    let journal_balance: i64 = sqlx::query_scalar(
        "select coalesce(sum(minor), 0)::bigint from journal_entries where account = 'provider'",
    )
    .fetch_one(&mut *db)
    .await?;
    if journal_balance != balance {
        let text = format!("the journals have {journal_balance} at the provider, the provider has {balance}");
        findings.push(Finding::open(Invariant::Ledgers, text));
    }
    let (unknown_payments, unfulfillable, twice): (i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from order_events where kind = 'payment unknown'),
                (select count(*) from refunds where reason = 'unfulfillable'),
                (select count(*) from (select cart_id from orders where state in ('processing', 'on_hold')
                                       group by cart_id having count(*) > 1) one)",
    )
    .fetch_one(db)
    .await?;
    figures.unknown_payments = usize::try_from(unknown_payments).unwrap_or(0);
    figures.unfulfillable = usize::try_from(unfulfillable).unwrap_or(0);
    figures.carts_bought_twice = usize::try_from(twice).unwrap_or(0);
    Ok((figures, findings))
}

/// The captured amount of a charge; for a bank payment, only after settlement.
fn settled(entry: &LedgerEntry) -> i64 {
    match (entry.status, entry.method) {
        ("settledSuccessfully", _) | ("capturedPendingSettlement", "card") => entry.amount,
        _ => 0,
    }
}

fn is_live(entry: &LedgerEntry) -> bool {
    matches!(entry.status, "capturedPendingSettlement" | "settledSuccessfully" | "FDSPendingReview")
}

fn explain(entry: &LedgerEntry, attempt: &Attempt, orders: &mut HashMap<i64, Order>) -> Option<Finding> {
    let order = orders.get_mut(&attempt.order)?;
    let is_refunded = entry.refunded == entry.amount;
    if !is_live(entry) || is_refunded {
        // Undone. If its order counts as paid, the check of the order reports it.
        return None;
    }
    order.live += 1;
    let is_known = attempt.reference.as_deref() == Some(entry.trans_id.as_str());
    let fits = match attempt.state.as_str() {
        "captured" => order.is_paid() || order.state == "unfulfillable",
        "processing" => order.state == "on_hold",
        _ => false,
    };
    if is_known && fits && order.total == entry.amount {
        return None;
    }
    let text = format!(
        "charge {} of {} ({}): the attempt is {}, order {} of {} is {}",
        entry.trans_id, entry.amount, entry.status, attempt.state, order.number, order.total, order.state
    );
    Some(Finding::open(Invariant::Charges, text))
}

async fn attempts(db: &mut PgConnection) -> anyhow::Result<HashMap<String, Attempt>> {
    let rows: Vec<(String, i64, String, Option<String>)> =
        sqlx::query_as("select key, order_id, state, provider_ref from payment_attempts")
            .fetch_all(db)
            .await?;
    let attempt = |(key, order, state, reference)| (key, Attempt { order, state, reference });
    Ok(rows.into_iter().map(attempt).collect())
}

async fn orders(db: &mut PgConnection) -> anyhow::Result<HashMap<i64, Order>> {
    let rows: Vec<(i64, i64, String, i64)> =
        sqlx::query_as("select id, number, state, total_minor from orders").fetch_all(db).await?;
    let order = |(id, number, state, total)| (id, Order { number, state, total, live: 0 });
    Ok(rows.into_iter().map(order).collect())
}
