//! I11: the server's clock is a day ahead, a day behind, and flapping by an hour. No nonce is accepted after its time or
//! before it, a notice that is sent again changes nothing, no stock of an open payment is released, and payments that were
//! made meanwhile are settled.
//!
//! Needs the server with seeded bugs, because only that one has a clock that can be moved; no bug is active.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use chrono::{TimeDelta, Utc};
use clap::Args;
use http::StatusCode;

use super::orders;
use crate::{
    browser::{Browser, Visit},
    form::{self, Fields, PaymentSource},
    history::Record,
    notice::Notice,
    oracle::{self, Finding, Invariant},
    report::{self, Report},
    scenarios::{CHECKOUT, Scenario},
    shop::{Environment, Options, Shop},
    stock::Product,
};

#[derive(Debug, Clone, Args)]
pub struct ClockSizes {
    /// How often the clock flaps.
    #[arg(long, default_value_t = 20)]
    pub flaps: usize,
    /// Number of buyers in each part.
    #[arg(id = "clock_buyers", long = "clock-buyers", default_value_t = 12)]
    pub buyers: usize,
}

const DAY: i64 = 86_400;
const HOUR: i64 = 3_600;

const APPLY_TIMEOUT: Duration = Duration::from_secs(20);

/// The offset that the shop's server reads while it runs.
struct ClockFile(PathBuf);

impl ClockFile {
    fn write(&self, seconds: i64) -> anyhow::Result<()> {
        // Replaced as a whole: a server never reads half of it.
        let new = self.0.with_extension("new");
        std::fs::write(&new, seconds.to_string()).context("moving the clock")?;
        std::fs::rename(&new, &self.0).context("moving the clock")
    }

    /// Waits until the server has read it.
    async fn set(&self, seconds: i64) -> anyhow::Result<()> {
        self.write(seconds)?;
        let since = Instant::now();
        let applied = self.0.with_extension("applied");
        while std::fs::read_to_string(&applied).ok().as_deref() != Some(&seconds.to_string()) {
            ensure!(since.elapsed() < APPLY_TIMEOUT, "the server's clock did not move");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }
}

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &ClockSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("clock: a day ahead, a day behind, {} times an hour off", sizes.flaps);
    let file = environment.cluster.logs().join("clock");
    let clock = ClockFile(file.clone());
    clock.write(0)?;
    let shop = Shop::open(environment, options(&file)).await?;
    shop.clear_faults();
    let products = orders::products(&shop, 2, 1_000_000).await?;
    let mut run = Run { shop: &shop, clock, product: &products[0], records: Vec::new(), next: 0, sizes };

    let findings = run.nonces().await?;
    report.record("clock: a nonce is accepted in its time only (I11)", report::lines(&findings));
    let findings = run.notices().await?;
    report.record("clock: a notice that is sent again changes nothing (I11)", report::lines(&findings));
    let findings = run.holds().await?;
    report.record(
        "clock: a day ahead, no stock of an open payment is released (I11)",
        report::lines(&findings),
    );
    let findings = run.flapping().await?;
    report.record("clock: payments are settled after the clock was wrong (I11)", report::lines(&findings));
    shop.close().await
}

fn options(file: &Path) -> Options {
    Options {
        servers: 1,
        with_bugs: true,
        env: vec![("MATJAR_CLOCK_FILE", file.display().to_string())],
        ..Options::default()
    }
}

struct Run<'a> {
    shop: &'a Arc<Shop>,
    clock: ClockFile,
    product: &'a Product,
    records: Vec<Record>,
    next: usize,
    sizes: &'a ClockSizes,
}

fn wrong(text: impl Into<String>) -> Finding {
    Finding::hard(Invariant::Time, text)
}

impl Run<'_> {
    /// The process never goes back in time, so only a new one has the earlier time.
    async fn restart_at(&self, seconds: i64) -> anyhow::Result<()> {
        self.clock.set(seconds).await?;
        let server = self.shop.servers.first().context("the shop has no server")?;
        server.kill().await?;
        server.start().await?;
        server.ready(&self.shop.client, Duration::from_secs(60)).await?;
        Ok(())
    }

    async fn buy(&mut self, scenario: Scenario) {
        let first = self.next;
        self.next += self.sizes.buyers;
        let products = std::slice::from_ref(self.product);
        let records = orders::crowd(self.shop, products, first, self.sizes.buyers, 6, &[(scenario, 1)]).await;
        self.records.extend(records);
    }

    /// A visitor with a cart and the form of the checkout.
    async fn visitor(&mut self) -> anyhow::Result<(Browser, Fields)> {
        self.next += 1;
        let mut browser = Browser::new(self.shop, 50_000 + self.next);
        ensure!(
            browser.add(self.product, 1, &format!("clock-key-{}", self.next)).await,
            "the product was not added"
        );
        let page = browser.open(CHECKOUT).await.context("the checkout has no response")?;
        let email = format!("clock-{}@example.com", self.next);
        let fields = form::checkout(&page, &email, &PaymentSource::Later).context("no form")?;
        Ok((browser, fields))
    }

    /// The form of a page is good for hours, not for a day, and not before the page was made.
    async fn nonces(&mut self) -> anyhow::Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let (mut old, old_form) = self.visitor().await?;
        let (mut good, good_form) = self.visitor().await?;
        if !placed(&mut good, &good_form).await {
            findings.push(wrong("a fresh nonce was refused"));
        }
        self.clock.set(DAY + HOUR).await?;
        if placed(&mut old, &old_form).await {
            findings.push(wrong("a nonce was accepted a day later"));
        }
        let (mut early, early_form) = self.visitor().await?;
        if !is_unready(self.shop).await {
            findings.push(wrong("a server whose clock is a day ahead is ready"));
        }
        // Back in the present, that page is of tomorrow.
        self.restart_at(0).await?;
        if placed(&mut early, &early_form).await {
            findings.push(wrong("a nonce of tomorrow was accepted"));
        }
        self.restart_at(-DAY - HOUR).await?;
        let (mut late, late_form) = self.visitor().await?;
        self.clock.set(0).await?;
        if placed(&mut late, &late_form).await {
            findings.push(wrong("a nonce of yesterday was accepted"));
        }
        self.restart_at(0).await?;
        Ok(findings)
    }

    /// Sends a real notice again: at once, twice at once, with the clock a day ahead, and from an hour ago.
    async fn notices(&mut self) -> anyhow::Result<Vec<Finding>> {
        let mut findings = Vec::new();
        self.buy(Scenario::Plain).await;
        let verdict = self.settled().await?;
        findings.extend(verdict);
        let payment =
            self.shop.sim.ledger().first().map(|entry| entry.trans_id.clone()).context("no payment")?;
        let before = self.effects().await?;
        let notice = Notice::new(self.shop, "clock-replayed", &payment);
        for _ in 0..3 {
            let (one, other) = tokio::join!(notice.post(self.shop, 0), notice.post(self.shop, 0));
            for answer in [one, other] {
                if answer != Some(StatusCode::OK) {
                    findings.push(wrong(format!("a notice was answered {answer:?}")));
                }
            }
        }
        for (what, date) in [("old", -HOUR), ("future", HOUR)] {
            let dated = Notice::dated(self.shop, what, &payment, Utc::now() + TimeDelta::seconds(date));
            if dated.post(self.shop, 0).await == Some(StatusCode::OK) {
                findings.push(wrong(format!("a notice of the {what} was accepted")));
            }
        }
        self.clock.set(DAY).await?;
        if notice.post(self.shop, 0).await == Some(StatusCode::OK) {
            findings.push(wrong("a notice was accepted a day later"));
        }
        self.restart_at(0).await?;
        findings.extend(self.settled().await?);
        let after = self.effects().await?;
        if after != before {
            findings
                .push(wrong(format!("{before:?} before the notices were sent again, {after:?} afterwards")));
        }
        let inbox: i64 =
            sqlx::query_scalar("select count(*) from webhook_inbox where event_id = 'clock-replayed'")
                .fetch_one(&self.shop.db)
                .await?;
        if inbox != 1 {
            findings.push(wrong(format!("one notice is stored {inbox} times")));
        }
        Ok(findings)
    }

    /// Bank payments take days; their stock stays reserved although the clock says that all time is over.
    async fn holds(&mut self) -> anyhow::Result<Vec<Finding>> {
        self.buy(Scenario::Echeck).await;
        self.clock.set(DAY).await?;
        // Longer than the interval between two sweeps.
        tokio::time::sleep(Duration::from_secs(6)).await;
        let findings = self.settled().await?;
        self.restart_at(0).await?;
        Ok(findings)
    }

    /// People buy while the clock flaps; then it is right again, and everything is settled within a minute.
    async fn flapping(&mut self) -> anyhow::Result<Vec<Finding>> {
        let flaps = self.sizes.flaps;
        let clock = ClockFile(self.clock.0.clone());
        let flap = async {
            for flap in 0..flaps {
                clock.set(if flap % 2 == 0 { HOUR } else { -HOUR }).await?;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            anyhow::Ok(())
        };
        let first = self.next;
        self.next += self.sizes.buyers;
        let products = std::slice::from_ref(self.product);
        let lost = crate::provider::FaultRates { swallowed_after: 40, ..Default::default() };
        self.shop.sim.set_rules(lost.rules());
        let buying = orders::crowd(self.shop, products, first, self.sizes.buyers, 6, &[(Scenario::Plain, 1)]);
        let (flapped, records) = tokio::join!(flap, buying);
        flapped?;
        self.records.extend(records);
        self.shop.clear_faults();
        self.restart_at(0).await?;
        let mut findings = self.settled().await?;
        findings.extend(report::unanswered(&self.records).map(wrong));
        Ok(findings)
    }

    /// What the oracle finds after at most a minute. A clock that jumped makes the shop ask staff whether its database is
    /// an old copy, which is right.
    async fn settled(&self) -> anyhow::Result<Vec<Finding>> {
        let since = Instant::now();
        loop {
            let mut findings = oracle::inspect(self.shop, &self.records).await?.findings;
            findings.retain(|finding| !finding.text.contains("a discrepancy is open: restored"));
            let is_over =
                findings.iter().any(|finding| finding.is_hard) || since.elapsed() > orders::RECOVERY_TIMEOUT;
            if findings.is_empty() || is_over {
                return Ok(findings);
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }

    /// Everything that a notice could do twice.
    async fn effects(&self) -> anyhow::Result<(i64, i64, i64, i64)> {
        Ok(sqlx::query_as(
            "select (select count(*) from journal_entries), (select count(*) from stock_movements),
                    (select count(*) from order_events), (select count(*) from mail_outbox)",
        )
        .fetch_one(&self.shop.db)
        .await?)
    }
}

/// Submits a form once. Returns whether an order was placed.
async fn placed(browser: &mut Browser, fields: &Fields) -> bool {
    let answer = browser.visit(&Visit::post(CHECKOUT, fields)).await;
    answer.is_some_and(|answer| answer.location().contains("/order-received/"))
}

async fn is_unready(shop: &Shop) -> bool {
    let mut browser = Browser::new(shop, 49_999);
    let answer = browser.send(&Visit::to("/readyz")).await;
    answer.is_some_and(|answer| answer.status == StatusCode::SERVICE_UNAVAILABLE)
}
