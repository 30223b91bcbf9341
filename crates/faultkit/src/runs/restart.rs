//! Servers are stopped and started again, one after the other, while people buy: every email is sent, and once.

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
    orders::{self, RECOVERY},
};
use crate::{
    history, oracle,
    report::{self, Report},
    shop::{Ground, Options, Shop},
};

#[derive(Debug, Clone, Args)]
pub struct Restart {
    /// How often a server is stopped and started again.
    #[arg(long, default_value_t = 10)]
    pub restarts: usize,
}

/// What a server may take to finish requests and jobs.
const STOP: Duration = Duration::from_secs(60);

pub async fn run(ground: &Arc<Ground>, sizes: &Restart, report: &mut Report) -> anyhow::Result<()> {
    println!("restart: {} times, while people buy", sizes.restarts);
    let sink = Sink::open(([127, 0, 0, 1], 0).into()).await?;
    let shop = Shop::open(ground, Options { smtp_url: Some(sink.url()), ..Options::default() }).await?;
    shop.calm();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let since = Instant::now();
    let crowd = Crowd::start(&shop, &products);
    let mut dice = shop.dice.stream("restart", 0);
    let mut longest = Duration::ZERO;
    for number in 0..sizes.restarts {
        tokio::time::sleep(Duration::from_millis(dice.random_range(100..700))).await;
        let server = &shop.servers[number % shop.servers.len()];
        longest = longest.max(server.stop(STOP).await?);
        server.start().await?;
        server.ready(&shop.client, Duration::from_secs(30)).await?;
    }
    let records = crowd.end().await;
    let bought = since.elapsed();
    let verdict = oracle::judge(&shop, &records, RECOVERY).await?;
    let (emails, wrong) = delivered(&shop, &sink).await?;

    println!("  {}", history::sentence(&history::ends(&records)));
    println!(
        "  {:.0} s of buying; stopping took at most {:.1} s; {emails} emails; {}",
        bought.as_secs_f64(),
        longest.as_secs_f64(),
        report::figures(&verdict, &records)
    );
    let name = format!("restart: {} times, and nothing acknowledged is gone", sizes.restarts);
    let findings = report::lines(&verdict.findings).into_iter().chain(report::untold(&records));
    report.put(name, findings.collect());
    report.put(format!("restart: {emails} emails, none lost and none doubled"), wrong);
    shop.close().await
}

/// How many emails there are, and what is wrong with them once all have had time to go out.
async fn delivered(shop: &Shop, sink: &Sink) -> anyhow::Result<(usize, Vec<String>)> {
    let since = Instant::now();
    loop {
        let rows: Vec<(String, String)> =
            sqlx::query_as("select name::text, state from mail_outbox").fetch_all(&shop.db).await?;
        let open = rows.iter().filter(|(_, state)| state == "waiting" || state == "sending").count();
        if open > 0 && since.elapsed() < RECOVERY * 3 {
            tokio::time::sleep(Duration::from_millis(250)).await;
            continue;
        }
        let mut received: HashMap<String, usize> = HashMap::new();
        for email in sink.letters() {
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
        wrong.extend(received.keys().map(|name| format!("email {name} arrived, and nobody knows of it")));
        return Ok((rows.len(), wrong));
    }
}
