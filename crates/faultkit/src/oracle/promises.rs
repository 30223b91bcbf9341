//! Compares what was acknowledged to buyers with what is stored.

use std::collections::{BTreeMap, HashMap, HashSet};

use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use super::{Finding, Invariant};
use crate::{history::Record, stock::PIECE};

pub async fn check(db: &mut PgConnection, records: &[Record]) -> anyhow::Result<Vec<Finding>> {
    let mut findings = acknowledged(db, records).await?;
    findings.extend(once(db, records).await?);
    findings.extend(carts(db, records).await?);
    Ok(findings)
}

/// Every acknowledged order exists.
async fn acknowledged(db: &mut PgConnection, records: &[Record]) -> anyhow::Result<Vec<Finding>> {
    let known: Vec<(i64, String)> = sqlx::query_as("select number, key from orders").fetch_all(db).await?;
    let known: HashSet<(i64, &str)> = known.iter().map(|(number, key)| (*number, key.as_str())).collect();
    let receipts = records.iter().flat_map(|record| &record.forms).flat_map(|form| &form.orders);
    let missing = receipts.filter(|receipt| !known.contains(&(receipt.number, receipt.key.as_str())));
    let line =
        |receipt: &crate::history::Receipt| format!("order {} was acknowledged and is lost", receipt.number);
    Ok(missing.map(|receipt| Finding::hard(Invariant::Promises, line(receipt))).collect())
}

/// One form creates at most one order: by the responses, and by the stored orders.
async fn once(db: &mut PgConnection, records: &[Record]) -> anyhow::Result<Vec<Finding>> {
    let counts: HashMap<String, i64> = sqlx::query_as("select email, count(*) from orders group by 1")
        .fetch_all(db)
        .await?
        .into_iter()
        .collect();
    let mut findings = Vec::new();
    for record in records {
        for form in record.forms.iter().filter(|form| form.orders.len() > 1) {
            let text = format!("one form of a buyer ({}) made {} orders", record.scenario, form.orders.len());
            findings.push(Finding::hard(Invariant::Once, text));
        }
        let (orders, forms) = (counts.get(&record.email).copied().unwrap_or(0), record.forms.len());
        if usize::try_from(orders).unwrap_or(0) > forms {
            let text = format!("a buyer made {orders} orders with {forms} forms ({})", record.scenario);
            findings.push(Finding::hard(Invariant::Once, text));
        }
    }
    Ok(findings)
}

/// The carts of collectors contain exactly what was acknowledged.
async fn carts(db: &mut PgConnection, records: &[Record]) -> anyhow::Result<Vec<Finding>> {
    let collectors = records.iter().filter(|record| record.scenario == crate::collectors::SCENARIO);
    let tokens: BTreeMap<Vec<u8>, &Record> = collectors
        .filter_map(|record| {
            let (_, token) = record.cookie.as_deref()?.split_once('=')?;
            Some((Sha256::digest(token).to_vec(), record))
        })
        .collect();
    let wanted: Vec<Vec<u8>> = tokens.keys().cloned().collect();
    let lines: Vec<(Vec<u8>, i64, i64)> = sqlx::query_as(
        "select session.token_hash, line.product_id, sum(line.quantity)::bigint
         from sessions session join cart_lines line on line.cart_id = session.cart_id
         where session.token_hash = any($1) group by 1, 2",
    )
    .bind(&wanted)
    .fetch_all(db)
    .await?;
    let found: HashMap<(&[u8], i64), i64> =
        lines.iter().map(|(token, product, sum)| ((token.as_slice(), *product), *sum)).collect();
    let mut findings = Vec::new();
    for (token, record) in &tokens {
        for (product, pieces) in &record.added {
            let there = found.get(&(token.as_slice(), *product)).copied().unwrap_or(0);
            if there != pieces * PIECE {
                let text = format!("{pieces} pieces were acknowledged, {} are in the cart", there / PIECE);
                findings.push(Finding::hard(Invariant::Promises, text));
            }
        }
    }
    Ok(findings)
}
