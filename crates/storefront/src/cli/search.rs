//! `matjar search --queries FILE`: prints the search results of each query, for scoring.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use crate::server::database;

#[derive(Debug, Args)]
pub struct SearchArgs {
    /// File with one query per line, or a JSON list of queries (strings, or objects with a `query`).
    #[arg(long)]
    pub queries: PathBuf,
    /// Maximum number of products per query.
    #[arg(long, default_value_t = 10)]
    pub limit: i64,
    #[arg(long, env = "DATABASE_READ_URL", hide_env_values = true)]
    pub database_read_url: String,
}

#[derive(Serialize)]
struct QueryResult {
    query: String,
    skus: Vec<String>,
    corrected: Option<String>,
    milliseconds: f64,
}

pub async fn run(args: &SearchArgs) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(&args.queries)
        .with_context(|| format!("reading {}", args.queries.display()))?;
    let db = database::pool(&args.database_read_url, 2, "matjar search")?;
    let mut results = Vec::new();
    for query in queries(&text)? {
        let started = std::time::Instant::now();
        let found = search::find(&db, &query, 0, args.limit).await?;
        let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
        let ids: Vec<i64> = found.products.iter().map(|id| id.0).collect();
        let skus = catalog::service::skus(&db, &ids).await?;
        results.push(QueryResult { query, skus, corrected: found.corrected, milliseconds });
    }
    println!("{}", serde_json::to_string_pretty(&results)?);
    Ok(())
}

fn queries(text: &str) -> anyhow::Result<Vec<String>> {
    if !text.trim_start().starts_with('[') {
        return Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect());
    }
    let listed: Vec<serde_json::Value> = serde_json::from_str(text).context("invalid list of queries")?;
    listed
        .iter()
        .map(|one| {
            let query = one.as_str().or_else(|| one.get("query")?.as_str());
            query.map(str::to_owned).context("a query must be a string, or an object with a `query`")
        })
        .collect()
}
