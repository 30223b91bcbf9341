//! Checks the stock ledger, and the reserved and sold stock against the orders.

use sqlx::PgConnection;

use super::{Finding, Invariant};

/// Each query returns one line per violation.
const CHECKS: &[(Invariant, &str)] = &[
    (
        Invariant::Ledgers,
        "select format('%s: %s on hand, movements add up to %s, the last balance is %s', sku, on_hand, moved, last)
         from (select level.sku, level.on_hand, coalesce(sum(movement.delta), 0) as moved,
                      coalesce((array_agg(movement.balance_after order by movement.seq desc)
                                filter (where movement.seq is not null))[1], 0) as last
               from stock_levels level left join stock_movements movement using (sku, store)
               group by level.sku, level.store, level.on_hand) one
         where on_hand <> moved or on_hand <> last",
    ),
    (
        Invariant::Ledgers,
        "select format('%s: movement %s follows %s, with a balance of %s', sku, seq, before, balance_after)
         from (select sku, seq, delta, balance_after, coalesce(lag(seq) over line, 0) as before,
                      coalesce(lag(balance_after) over line, 0) as balance_before
               from stock_movements window line as (partition by sku, store order by seq)) one
         where seq <> before + 1 or balance_after <> balance_before + delta",
    ),
    (
        Invariant::Ledgers,
        "select format('%s: %s reserved, holds add up to %s', level.sku, level.reserved, coalesce(held.sum, 0))
         from stock_levels level
         left join (select sku, store, sum(quantity) as sum from stock_reservations where state = 'held' group by 1, 2) held
             using (sku, store)
         where level.reserved <> coalesce(held.sum, 0)",
    ),
    (
        Invariant::Stock,
        "select format('%s: %s on hand, %s reserved', sku, on_hand, reserved) from stock_levels
         where reserved < 0 or reserved > on_hand",
    ),
    (
        Invariant::Ledgers,
        "select format('%s: %s claimed, %s left the stock', sku, coalesce(claimed.sum, 0), coalesce(moved.sum, 0))
         from (select sku, sum(quantity) as sum from stock_reservations where state = 'claimed' group by 1) claimed
         full join (select sku, -sum(delta) as sum from stock_movements
                    where reason like 'order %' or reason like 'return of %' group by 1) moved using (sku)
         where coalesce(claimed.sum, 0) <> coalesce(moved.sum, 0)",
    ),
    (
        Invariant::Stock,
        "select format('order %s is %s, and its %s is %s', orders.number, orders.state, wanted.sku,
                       coalesce(held.state, 'not set aside'))
         from orders join order_stock wanted on wanted.order_id = orders.id
         left join stock_reservations held on held.order_key = 'order ' || orders.id and held.sku = wanted.sku
         where (orders.state in ('processing', 'shipped', 'delivered', 'completed')
                and (held.state is distinct from 'claimed' or held.quantity <> wanted.quantity))
            or (orders.state = 'on_hold'
                and (held.state is distinct from 'held' or held.quantity <> wanted.quantity))
            or (orders.state in ('pending', 'failed', 'cancelled', 'unfulfillable') and held.state = 'claimed')
            or (orders.state in ('failed', 'cancelled', 'unfulfillable') and held.state = 'held')",
    ),
    (
        Invariant::Stock,
        "select format('a payment of order %s is %s, and its %s is %s', orders.number, attempt.state, wanted.sku,
                       coalesce(held.state, 'not set aside'))
         from payment_attempts attempt join orders on orders.id = attempt.order_id
         join order_stock wanted on wanted.order_id = orders.id
         left join stock_reservations held on held.order_key = 'order ' || orders.id and held.sku = wanted.sku
         where attempt.state in ('submitting', 'unknown', 'processing') and held.state is distinct from 'held'",
    ),
];

pub async fn check(db: &mut PgConnection) -> anyhow::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for (invariant, sql) in CHECKS {
        let lines: Vec<String> = sqlx::query_scalar(*sql).fetch_all(&mut *db).await?;
        findings.extend(lines.into_iter().map(|line| Finding::hard(*invariant, line)));
    }
    Ok(findings)
}
