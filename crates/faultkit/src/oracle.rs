//! Checks a shop after a round: its database, the provider's ledger and the buyers' records must be consistent.
//!
//! The database is read in one snapshot. A violation of what must hold at every commit is a hard finding at
//! once. What the shop may still be resolving (a charge whose response was lost) is a violation only if it
//! persists.

pub mod media;
mod money;
mod promises;
mod stock;

use std::{
    fmt,
    time::{Duration, Instant},
};

use anyhow::Context;
use sqlx::{Connection, PgConnection};

use crate::{history::Record, shop::Shop};

pub use money::Figures;

/// The invariants, numbered as in the design.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Invariant {
    /// I1: exactly the available stock can be sold.
    Stock,
    /// I2: every charge belongs to an order.
    Charges,
    /// I3: no order is charged twice.
    Once,
    /// I4: no lost review media.
    Media,
    /// I5: one affiliate credit for each paid order, one reversal for each refund.
    Credits,
    /// I6: carts never mix.
    Carts,
    /// I7: no other person's data in a response or a cache.
    Privacy,
    /// I8: the ledgers balance.
    Ledgers,
    /// I9: limits hold.
    Limits,
    /// I10: everything acknowledged is stored.
    Promises,
    /// I11: time cannot break rules.
    Time,
    /// I12: faults stay contained.
    Containment,
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stock => "I1",
            Self::Charges => "I2",
            Self::Once => "I3",
            Self::Media => "I4",
            Self::Credits => "I5",
            Self::Carts => "I6",
            Self::Privacy => "I7",
            Self::Ledgers => "I8",
            Self::Limits => "I9",
            Self::Promises => "I10",
            Self::Time => "I11",
            Self::Containment => "I12",
        })
    }
}

#[derive(Debug, Clone)]
pub struct Finding {
    pub invariant: Invariant,
    /// Waiting does not resolve it.
    pub is_hard: bool,
    pub text: String,
}

impl Finding {
    pub fn hard(invariant: Invariant, text: impl Into<String>) -> Self {
        Self { invariant, is_hard: true, text: text.into() }
    }

    pub fn open(invariant: Invariant, text: impl Into<String>) -> Self {
        Self { invariant, is_hard: false, text: text.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.invariant, self.text)
    }
}

#[derive(Debug, Clone, Default)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    pub figures: Figures,
    /// Time until everything was consistent, or until the timeout.
    pub took: Duration,
}

impl Verdict {
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Runs all checks once.
pub async fn inspect(shop: &Shop, records: &[Record]) -> anyhow::Result<Verdict> {
    let mut connection = shop.db.acquire().await.context("connecting the oracle")?;
    let mut tx = connection.begin_with("begin isolation level repeatable read read only").await?;
    let db: &mut PgConnection = &mut tx;
    let mut findings = stock::check(db).await?;
    findings.extend(promises::check(db, records).await?);
    // After the database: an attempt is stored there before the charge is made.
    let ledger = shop.sim.ledger();
    let (figures, more) = money::check(db, &ledger).await?;
    findings.extend(more);
    Ok(Verdict { findings, figures, took: Duration::ZERO })
}

/// Repeats the checks until there are no findings, a hard finding, or the timeout has passed.
pub async fn judge(shop: &Shop, records: &[Record], timeout: Duration) -> anyhow::Result<Verdict> {
    let since = Instant::now();
    loop {
        let mut verdict = inspect(shop, records).await?;
        verdict.took = since.elapsed();
        let is_wrong = verdict.findings.iter().any(|finding| finding.is_hard);
        if verdict.is_clean() || is_wrong || since.elapsed() >= timeout {
            return Ok(verdict);
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}
