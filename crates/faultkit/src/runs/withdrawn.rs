//! I8: products are withdrawn while they are in carts. From then on they are neither sold nor given away for
//! free.

use std::{sync::Arc, time::Duration};

use clap::Args;

use super::rush;
use crate::{
    oracle::{self, Invariant},
    report::{self, Report},
    scenarios::Scenario,
    shop::{Environment, Options, Shop},
    stock,
};

#[derive(Debug, Clone, Args)]
pub struct Withdrawn {
    /// Number of shoppers for each way of withdrawing a product.
    #[arg(long, default_value_t = 60)]
    pub shoppers: usize,
}

/// Ways to withdraw a product, as an import or staff would do it.
const WAYS: [(&str, &str); 3] = [
    ("hidden", "update products set status = 'hidden' where id = $1"),
    ("unpriced", "update products set regular_minor = null where id = $1"),
    (
        "external",
        "update products set kind = 'external', external_url = 'https://example.com/', regular_minor = null where id = $1",
    ),
];

/// An order that was being created at that time may still complete; none may start later.
const IN_FLIGHT_GRACE: Duration = Duration::from_secs(3);

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &Withdrawn,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("withdrawn: {} ways, {} shoppers each", WAYS.len(), sizes.shoppers);
    let shop = Shop::open(environment, Options::default()).await?;
    let mut records = Vec::new();
    for (way, change) in WAYS {
        let product = stock::product(&shop.db, &format!("withdrawn-{way}"), 10_000).await?;
        let first = records.len();
        // The first wave buys the product; it is withdrawn during the second.
        rush::wave(&shop, &product, first, sizes.shoppers / 2, &[(Scenario::Plain, 1)], &mut records).await;
        let withdraw = async {
            tokio::time::sleep(Duration::from_millis(150)).await;
            sqlx::query(change).bind(product.id).execute(&shop.db).await?;
            anyhow::Ok(chrono::Utc::now())
        };
        let first = records.len();
        let mix = [(Scenario::Plain, 1)];
        let second = rush::wave(&shop, &product, first, sizes.shoppers, &mix, &mut records);
        let ((), moment) = tokio::join!(second, withdraw);
        let moment = moment? + IN_FLIGHT_GRACE;
        let first = records.len();
        rush::wave(&shop, &product, first, sizes.shoppers / 2, &mix, &mut records).await;
        let verdict = oracle::judge(&shop, &records, Duration::from_secs(60)).await?;
        let mut findings = report::lines(&verdict.findings);
        let (late, free, sold): (i64, i64, i64) = sqlx::query_as(
            "select count(*) filter (where own.created_at > $2), count(*) filter (where line.total_minor <= 0), count(*)
             from orders own join order_lines line on line.order_id = own.id where line.product_id = $1",
        )
        .bind(product.id)
        .bind(moment)
        .fetch_one(&shop.db)
        .await?;
        if late + free > 0 || sold == 0 {
            findings.push(format!(
                "{}: {sold} orders of {way} products, {late} of them after the withdrawal, {free} for free",
                Invariant::Ledgers
            ));
        }
        println!("  {way}: {sold} sold before, none after");
        report.record(format!("withdrawn ({way})"), findings);
    }
    shop.close().await
}
