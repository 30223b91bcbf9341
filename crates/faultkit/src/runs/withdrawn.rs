//! I8: goods that are withdrawn while they lie in carts. From that moment nobody buys them, and nobody for nothing.

use std::{sync::Arc, time::Duration};

use clap::Args;

use super::rush;
use crate::{
    habits::Habit,
    oracle::{self, Law},
    report::{self, Report},
    shop::{Ground, Options, Shop},
    stock,
};

#[derive(Debug, Clone, Args)]
pub struct Withdrawn {
    /// For each way of withdrawing a product.
    #[arg(long, default_value_t = 60)]
    pub shoppers: usize,
}

/// As an import or a person does it.
const WAYS: [(&str, &str); 3] = [
    ("hidden", "update products set status = 'hidden' where id = $1"),
    ("unpriced", "update products set regular_minor = null where id = $1"),
    (
        "external",
        "update products set kind = 'external', external_url = 'https://example.com/', regular_minor = null where id = $1",
    ),
];

/// An order that was being written down at that moment may still be; none that begins later.
const UNDER_WAY: Duration = Duration::from_secs(3);

pub async fn run(ground: &Arc<Ground>, sizes: &Withdrawn, report: &mut Report) -> anyhow::Result<()> {
    println!("withdrawn: {} ways, {} shoppers each", WAYS.len(), sizes.shoppers);
    let shop = Shop::open(ground, Options::default()).await?;
    let mut everybody = Vec::new();
    for (way, change) in WAYS {
        let product = stock::product(&shop.db, &format!("withdrawn-{way}"), 10_000).await?;
        let first = everybody.len();
        // The first wave buys it, and the second finds it gone between its pages.
        rush::wave(&shop, &product, first, sizes.shoppers / 2, &[(Habit::Plain, 1)], &mut everybody).await;
        let withdraw = async {
            tokio::time::sleep(Duration::from_millis(150)).await;
            sqlx::query(change).bind(product.id).execute(&shop.db).await?;
            anyhow::Ok(chrono::Utc::now())
        };
        let first = everybody.len();
        let mix = [(Habit::Plain, 1)];
        let second = rush::wave(&shop, &product, first, sizes.shoppers, &mix, &mut everybody);
        let ((), moment) = tokio::join!(second, withdraw);
        let moment = moment? + UNDER_WAY;
        let first = everybody.len();
        rush::wave(&shop, &product, first, sizes.shoppers / 2, &mix, &mut everybody).await;
        let verdict = oracle::judge(&shop, &everybody, Duration::from_secs(60)).await?;
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
                "{}: {sold} orders of {way} goods, {late} of them after they were withdrawn, {free} for nothing",
                Law::Ledgers
            ));
        }
        println!("  {way}: {sold} sold before, none after");
        report.put(format!("withdrawn ({way})"), findings);
    }
    shop.close().await
}
