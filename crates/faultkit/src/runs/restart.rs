//! Servers are restarted one after the other while buyers run: every email is sent exactly once.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use mailsink::Sink;
use rand::RngExt;

use super::{
    crowd::Crowd,
    orders::{self, RECOVERY_TIMEOUT},
};
use crate::{
    history, oracle,
    report::{self, Report},
    shop::{Environment, Options, Shop},
};

#[derive(Debug, Clone, Args)]
pub struct Restart {
    /// Number of restarts.
    #[arg(long, default_value_t = 10)]
    pub restarts: usize,
}

/// Longest time that a server may take to finish requests and jobs.
const STOP_TIMEOUT: Duration = Duration::from_secs(60);

pub async fn run(environment: &Arc<Environment>, sizes: &Restart, report: &mut Report) -> anyhow::Result<()> {
    println!("restart: {} times, while people buy", sizes.restarts);
    let sink = Sink::open(([127, 0, 0, 1], 0).into()).await?;
    let shop = Shop::open(environment, Options { smtp_url: Some(sink.url()), ..Options::default() }).await?;
    shop.clear_faults();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let since = Instant::now();
    let crowd = Crowd::start(&shop, &products);
    let mut rng = shop.seed.stream("restart", 0);
    let mut longest = Duration::ZERO;
    for number in 0..sizes.restarts {
        tokio::time::sleep(Duration::from_millis(rng.random_range(100..700))).await;
        let server = &shop.servers[number % shop.servers.len()];
        longest = longest.max(server.stop(STOP_TIMEOUT).await?);
        server.start().await?;
        server.ready(&shop.client, Duration::from_secs(30)).await?;
    }
    let records = crowd.end().await;
    let bought = since.elapsed();
    let verdict = oracle::judge(&shop, &records, RECOVERY_TIMEOUT).await?;
    let (emails, wrong) = delivered(&shop, &sink).await?;

    println!("  {}", history::sentence(&history::ends(&records)));
    println!(
        "  {:.0} s of buying; stopping took at most {:.1} s; {emails} emails; {}",
        bought.as_secs_f64(),
        longest.as_secs_f64(),
        report::figures(&verdict, &records)
    );
    let name = format!("restart: {} times, and nothing acknowledged is lost", sizes.restarts);
    let findings = report::lines(&verdict.findings).into_iter().chain(report::unanswered(&records));
    report.record(name, findings.collect());
    report.record(format!("restart: {emails} emails, none lost and none doubled"), wrong);
    shop.close().await
}

/// The number of emails, and the errors after all had time to be sent.
async fn delivered(shop: &Shop, sink: &Sink) -> anyhow::Result<(usize, Vec<String>)> {
    let since = Instant::now();
    loop {
        let rows: Vec<(String, String)> =
            sqlx::query_as("select name::text, state from mail_outbox").fetch_all(&shop.db).await?;
        let open = rows.iter().filter(|(_, state)| state == "waiting" || state == "sending").count();
        if open > 0 && since.elapsed() < RECOVERY_TIMEOUT * 3 {
            tokio::time::sleep(Duration::from_millis(250)).await;
            continue;
        }
        let mut received: HashMap<String, usize> = HashMap::new();
        for email in sink.emails() {
            let id = email.header("message-id").unwrap_or_default().trim_matches(['<', '>', ' ']);
            *received.entry(id.split('@').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        let mut wrong = Vec::new();
        if rows.is_empty() {
            wrong.push("there were no emails".to_owned());
        }
        for (name, state) in &rows {
            let count = received.remove(name).unwrap_or(0);
            if state != "sent" || count != 1 {
                wrong.push(format!("email {name} is {state}, and arrived {count} times"));
            }
        }
        wrong.extend(received.keys().map(|name| format!("email {name} arrived without an outbox row")));
        return Ok((rows.len(), wrong));
    }
}
