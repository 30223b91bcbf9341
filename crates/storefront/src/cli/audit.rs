//! `matjar audit`: verifies that the audit log was not altered.

use std::io::BufRead;

use anyhow::Context;
use clap::Args;
use edge::audit::{self, Head};
use sqlx::PgPool;

use crate::server::database;

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[arg(long, env = "DATABASE_WORKER_URL", hide_env_values = true)]
    database_worker_url: String,
    /// Server logs that contain the heads; `-` is standard input. Pass all logs that you have.
    #[arg(long, required = true)]
    logs: Vec<std::path::PathBuf>,
}

pub async fn verify(args: &VerifyArgs) -> anyhow::Result<()> {
    let mut heads = Vec::new();
    for path in &args.logs {
        if path.as_os_str() == "-" {
            heads.extend(read_heads(std::io::stdin().lock())?);
        } else {
            let file = std::fs::File::open(path).with_context(|| format!("opening {}", path.display()))?;
            heads.extend(read_heads(std::io::BufReader::new(file))?);
        }
    }
    anyhow::ensure!(!heads.is_empty(), "the logs contain no head of the audit log: nothing to compare with");
    let db = database::pool(&args.database_worker_url, 1, "matjar audit")?;
    check(&db, heads).await
}

async fn check(db: &PgPool, mut heads: Vec<Head>) -> anyhow::Result<()> {
    // Every server logs every head.
    heads.sort_by_key(ToString::to_string);
    heads.dedup();
    let errors = audit::verify(db, &heads).await?;
    let list = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    anyhow::ensure!(errors.is_empty(), "the audit log was altered:\n{list}");
    println!("the audit log contains all {} logged heads", heads.len());
    Ok(())
}

/// Skips lines without a head: they belong to other events.
fn read_heads(log: impl BufRead) -> anyhow::Result<Vec<Head>> {
    #[derive(serde::Deserialize)]
    struct Line {
        audit_head: String,
    }
    let mut heads = Vec::new();
    for line in log.lines() {
        let line = line.context("reading the log")?;
        if let Ok(Line { audit_head }) = serde_json::from_str(&line) {
            heads.push(audit_head.parse().with_context(|| format!("in the log: {line}"))?);
        }
    }
    Ok(heads)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_found_among_other_lines() {
        let log = concat!(
            r#"{"level":"INFO","message":"audit log head","audit_head":"2-2-0a"}"#,
            "\nplain text\n",
            r#"{"level":"INFO","message":"server started"}"#,
            "\n",
        );
        let heads = read_heads(log.as_bytes()).expect("readable");
        assert_eq!(heads.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2-2-0a"]);
    }
}
