//! `matjar search --queries FILE`: what the shop finds for each query, to be scored.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use crate::database;

#[derive(Debug, Args)]
pub struct SearchArgs {
    /// One query a line, or a JSON list of queries (texts, or objects with a `query`).
    #[arg(long)]
    pub queries: PathBuf,
    /// How many products to name for each.
    #[arg(long, default_value_t = 10)]
    pub limit: i64,
    #[arg(long, env = "DATABASE_READ_URL", hide_env_values = true)]
    pub database_read_url: String,
}

#[derive(Serialize)]
struct Answer {
    query: String,
    skus: Vec<String>,
    corrected: Option<String>,
    milliseconds: f64,
}

pub async fn run(args: &SearchArgs) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(&args.queries)
        .with_context(|| format!("reading {}", args.queries.display()))?;
    let db = database::pool(&args.database_read_url, 2, "matjar search")?;
    let mut answers = Vec::new();
    for query in queries(&text)? {
        let started = std::time::Instant::now();
        let found = search::find(&db, &query, 0, args.limit).await?;
        let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
        let ids: Vec<i64> = found.products.iter().map(|id| id.0).collect();
        let skus = catalog::store::skus(&db, &ids).await?;
        answers.push(Answer { query, skus, corrected: found.corrected, milliseconds });
    }
    println!("{}", serde_json::to_string_pretty(&answers)?);
    Ok(())
}

fn queries(text: &str) -> anyhow::Result<Vec<String>> {
    if !text.trim_start().starts_with('[') {
        return Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect());
    }
    let listed: Vec<serde_json::Value> = serde_json::from_str(text).context("the list of queries")?;
    listed
        .iter()
        .map(|one| {
            let query = one.as_str().or_else(|| one.get("query")?.as_str());
            query.map(str::to_owned).context("a query is a text, or an object with a `query`")
        })
        .collect()
}
