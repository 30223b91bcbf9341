//! Credits the payments of a referred order and reverses them when money goes back.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{Money, OrderId};
use sqlx::{PgConnection, PgPool};

use crate::{
    rules::{Rate, ReferralRefusal, check_buyer, commission, reversal},
    store::{self, Credit, Journal},
};

/// Brings the credits of an order up to date with the ledger. Running it again, or twice at the same time, changes
/// nothing: the referral is locked, and each row of the ledger has at most one credit or reversal.
pub async fn settle(db: &PgPool, order: OrderId, now: DateTime<Utc>) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    let Some(referral) = store::lock_referral(&mut tx, order).await? else { return Ok(()) };
    if referral.refusal.is_some() {
        return Ok(());
    }
    let journals = store::journals(&mut *tx, order).await?;
    let mut credits = store::credits(&mut *tx, order).await?;
    let reversed = store::reversals(&mut *tx, order).await?;
    for (position, journal) in journals.iter().enumerate() {
        if journal.is_payment {
            if credits.iter().any(|credit| credit.journal_id == journal.id) {
                continue;
            }
            let amount = match worth(&mut tx, order, referral.affiliate_id).await? {
                Ok(amount) => amount,
                Err(refusal) => {
                    tracing::info!(
                        order = order.0,
                        affiliate = referral.affiliate_id,
                        ?refusal,
                        "order not credited"
                    );
                    store::refuse(&mut *tx, order, refusal).await?;
                    break;
                }
            };
            let id =
                store::insert_credit(&mut *tx, order, referral.affiliate_id, journal.id, amount, now).await?;
            credits.extend(id.map(|id| Credit { id, journal_id: journal.id, amount, reversed: Money::ZERO }));
        } else if !reversed.contains(&journal.id) {
            reverse(&mut tx, &referral, &journals[..=position], &mut credits, now).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

/// Returns the commission of an order, or why there is none.
async fn worth(
    db: &mut PgConnection,
    order: OrderId,
    affiliate: i64,
) -> anyhow::Result<Result<Money, ReferralRefusal>> {
    let buyer = store::load_buyer(&mut *db, order).await?;
    let owner = store::load_owner(&mut *db, affiliate).await?;
    if let Err(refusal) = check_buyer(&buyer, &owner) {
        return Ok(Err(refusal));
    }
    let lines = store::lines(&mut *db, order).await?;
    let products: Vec<i64> = lines.iter().map(|line| line.product_id).collect();
    let rates: HashMap<i64, i32> = store::product_rates(&mut *db, &products).await?.into_iter().collect();
    let own = store::find(&mut *db, affiliate).await?.and_then(|affiliate| affiliate.rate_bp);
    let shop = store::settings(&mut *db).await?.rate_bp;
    let rate = |product: &i64| Rate::from_basis_points(rates.get(product).copied().or(own).unwrap_or(shop));
    let lines: Vec<_> = lines.iter().map(|line| (line.total, rate(&line.product_id))).collect();
    let facts = store::load_order(db, order).await?;
    let amount = commission(&lines, facts.subtotal, facts.discount);
    Ok(if amount.is_zero() { Err(ReferralRefusal::NoCommission) } else { Ok(amount) })
}

/// Takes back the share of the last of `journals`, a refund or a return, from the credit of the payment before it.
async fn reverse(
    db: &mut PgConnection,
    referral: &store::Referral,
    journals: &[Journal],
    credits: &mut [Credit],
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let Some((refund, before)) = journals.split_last() else { return Ok(()) };
    let Some(paid) = before.iter().rev().find(|journal| journal.is_payment) else { return Ok(()) };
    let Some(credit) = credits.iter_mut().find(|credit| credit.journal_id == paid.id) else { return Ok(()) };
    let since = journals.iter().filter(|journal| !journal.is_payment && journal.id > paid.id);
    let refunded = Money::from_minor(since.map(|journal| journal.amount.as_minor()).sum());
    let amount = reversal(credit.amount, credit.reversed, paid.amount, refunded);
    store::insert_reversal(&mut *db, credit.id, referral.affiliate_id, refund.id, amount, now).await?;
    credit.reversed = Money::from_minor(credit.reversed.as_minor() + amount.as_minor());
    Ok(())
}
