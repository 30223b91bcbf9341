//! Judges a shop after a round: what stands in its database, in the provider's books, and in the memory of its buyers
//! must tell one story.
//!
//! All of the database is read in one snapshot. What must hold at every commit is a hard finding at once; what the shop
//! may still be finding out (a charge whose answer was lost) is only wrong if it stays.

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

/// The invariants, as the design numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Law {
    /// I1: neither more nor less is sold than there is.
    Stock,
    /// I2: every charge has its order.
    Charges,
    /// I3: nobody pays twice.
    Once,
    /// I8: the ledgers add up.
    Ledgers,
    /// I10: what was acknowledged is there.
    Promises,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stock => "I1",
            Self::Charges => "I2",
            Self::Once => "I3",
            Self::Ledgers => "I8",
            Self::Promises => "I10",
        })
    }
}

#[derive(Debug, Clone)]
pub struct Finding {
    pub law: Law,
    /// Time does not mend it.
    pub is_hard: bool,
    pub text: String,
}

impl Finding {
    pub fn hard(law: Law, text: impl Into<String>) -> Self {
        Self { law, is_hard: true, text: text.into() }
    }

    pub fn open(law: Law, text: impl Into<String>) -> Self {
        Self { law, is_hard: false, text: text.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.text)
    }
}

#[derive(Debug, Clone, Default)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    pub figures: Figures,
    /// How long it took until everything was explained, or was given up.
    pub took: Duration,
}

impl Verdict {
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

/// One look at everything.
pub async fn look(shop: &Shop, records: &[Record]) -> anyhow::Result<Verdict> {
    let mut connection = shop.db.acquire().await.context("the oracle's connection")?;
    let mut tx = connection.begin_with("begin isolation level repeatable read read only").await?;
    let db: &mut PgConnection = &mut tx;
    let mut findings = stock::check(db).await?;
    findings.extend(promises::check(db, records).await?);
    // After the database: a charge is written down there before it is made.
    let ledger = shop.sim.ledger();
    let (figures, more) = money::check(db, &ledger).await?;
    findings.extend(more);
    Ok(Verdict { findings, figures, took: Duration::ZERO })
}

/// Looks until nothing is left to be found, something is wrong for good, or patience ends.
pub async fn judge(shop: &Shop, records: &[Record], patience: Duration) -> anyhow::Result<Verdict> {
    let since = Instant::now();
    loop {
        let mut verdict = look(shop, records).await?;
        verdict.took = since.elapsed();
        let is_wrong = verdict.findings.iter().any(|finding| finding.is_hard);
        if verdict.is_clean() || is_wrong || since.elapsed() >= patience {
            return Ok(verdict);
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}
