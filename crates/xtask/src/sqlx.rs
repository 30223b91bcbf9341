//! The committed data of every checked query, in `.sqlx/`.
//!
//! sqlx's macros describe each query against a live database while a crate compiles, and write
//! what they learn to `SQLX_OFFLINE_DIR`; no other program is needed. They run only when a crate
//! is really compiled, so this task makes cargo compile ours anew: under a workspace wrapper,
//! which gives our crates artifacts apart from everyday ones (dependencies are shared), and
//! whose artifacts are thrown away at the end.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Stdio;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::fresh::{contents, differences};
use crate::repo::{Repo, cargo, list};

const FOLDER: &str = ".sqlx";

pub fn run(repo: &Repo, check: bool) -> Result<Vec<String>> {
    let url = database()?;
    let scratch = repo.scratch("sqlx")?;
    compile(repo, &url, &scratch)?;
    let wanted = contents(&scratch)?;

    let folder = repo.root.join(FOLDER);
    let found = differences(&folder, &wanted, |name, _| name.starts_with("query-"))?;
    if check {
        let faults = found.iter().map(|found| format!("{FOLDER}/{}: run `make sqlx`", found.describe()));
        return Ok(faults.collect());
    }
    fs::create_dir_all(&folder).context("making .sqlx")?;
    for difference in &found {
        difference.settle(&folder, &wanted)?;
    }
    println!("{FOLDER}: {} queries, {} files changed", wanted.len(), found.len());
    Ok(Vec::new())
}

/// The database as its owner, because sqlx asks for each query's plan, which needs the rights of
/// every process in one.
fn database() -> Result<String> {
    let url = ["DATABASE_MIGRATE_URL", "DATABASE_URL"].iter().find_map(|name| env::var(name).ok());
    let url = url.filter(|url| !url.is_empty());
    url.map(|url| steady(&url))
        .context("set DATABASE_MIGRATE_URL to a migrated database; `make migrate` makes one")
}

/// Fixes the planner's choices. From the plan sqlx tells which columns may be null, so the data
/// would otherwise depend on how full the tables happen to be.
fn steady(url: &str) -> String {
    const CHOICES: [(&str, &str); 7] = [
        ("enable_hashjoin", "off"),
        ("enable_mergejoin", "off"),
        ("enable_indexscan", "off"),
        ("enable_indexonlyscan", "off"),
        ("from_collapse_limit", "1"),
        ("join_collapse_limit", "1"),
        ("max_parallel_workers_per_gather", "0"),
    ];
    let choices = CHOICES.map(|(name, value)| format!("options[{name}]={value}")).join("&");
    let joint = if url.contains('?') { '&' } else { '?' };
    format!("{url}{joint}{choices}")
}

/// Compiles our crates with their queries described into the folder.
fn compile(repo: &Repo, url: &str, data: &Path) -> Result<()> {
    // A run that was interrupted leaves artifacts behind, and cargo then skips those crates; one
    // more pass, with the artifacts gone, describes their queries too.
    let skipped = pass(repo, url, data)?;
    if skipped {
        ensure!(!pass(repo, url, data)?, "cargo keeps skipping crates; try again after `cargo clean`");
    }
    Ok(())
}

/// Runs cargo once and removes what it made. True if a crate of ours was not compiled.
fn pass(repo: &Repo, url: &str, data: &Path) -> Result<bool> {
    let output = cargo()
        .args(["check", "--workspace", "--all-targets", "--locked", "--quiet"])
        .args(["--message-format", "json-render-diagnostics"])
        .env("DATABASE_URL", url)
        .env("SQLX_OFFLINE", "false")
        .env("SQLX_OFFLINE_DIR", data)
        // `env rustc …` is rustc: only the difference counts.
        .env("RUSTC_WORKSPACE_WRAPPER", "env")
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(&repo.root)
        .stderr(Stdio::inherit())
        .output()
        .context("starting cargo check")?;

    let messages = String::from_utf8(output.stdout).context("reading cargo's messages")?;
    let ours = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .filter(|message| repo.crates.iter().any(|member| message["package_id"] == *member.id))
        // A build script is compiled, run and kept: it holds no query.
        .filter(|message| !list(&message["target"]["kind"]).any(|kind| kind == "custom-build"));

    let mut skipped = false;
    for artifact in ours {
        skipped |= artifact["fresh"] == true;
        for file in list(&artifact["filenames"]).filter_map(Value::as_str) {
            match fs::remove_file(file) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("removing {file}"));
                }
                _ => {}
            }
        }
    }
    ensure!(output.status.success(), "a query does not fit the database, or the code does not compile");
    Ok(skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_planner_s_choices_are_added_to_any_address() {
        assert!(
            steady("postgres://a@b/c").starts_with("postgres://a@b/c?options[enable_hashjoin]=off&options[")
        );
        assert!(
            steady("postgres://a@b/c?host=/run").starts_with("postgres://a@b/c?host=/run&options[enable")
        );
    }
}
