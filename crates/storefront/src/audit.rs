//! `matjar audit`: whether the audit log is what it was.

use std::io::BufRead;

use anyhow::Context;
use clap::Args;
use edge::audit::{self, Head};
use sqlx::PgPool;

use crate::database;

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[arg(long, env = "DATABASE_WORKER_URL", hide_env_values = true)]
    database_worker_url: String,
    /// The servers' logs, from which the heads are taken; `-` is standard input. Give all that you keep.
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
    anyhow::ensure!(!heads.is_empty(), "the logs name no head of the audit log: nothing to compare with");
    let db = database::pool(&args.database_worker_url, 1, "matjar audit")?;
    check(&db, heads).await
}

async fn check(db: &PgPool, mut heads: Vec<Head>) -> anyhow::Result<()> {
    // Every server writes every head.
    heads.sort_by_key(ToString::to_string);
    heads.dedup();
    let faults = audit::verify(db, &heads).await?;
    let list = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    anyhow::ensure!(faults.is_empty(), "the audit log is not what it was:\n{list}");
    println!("the audit log holds all {} heads that were written down", heads.len());
    Ok(())
}

/// Lines that name no head are those of other events.
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
            r#"{"level":"INFO","message":"the audit log ends with 2-2-0a","audit_head":"2-2-0a"}"#,
            "\nplain text\n",
            r#"{"level":"INFO","message":"the shop is open"}"#,
            "\n",
        );
        let heads = read_heads(log.as_bytes()).expect("readable");
        assert_eq!(heads.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2-2-0a"]);
    }
}
