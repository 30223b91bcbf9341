//! Updates `.sqlx/`, the committed descriptions of the checked queries.
//!
//! The sqlx macros describe each query against a live database while a crate compiles, and write the result to
//! `SQLX_OFFLINE_DIR`. They run only when a crate is compiled, so this task forces cargo to recompile the workspace
//! crates. It uses a workspace wrapper, which gives these crates separate artifacts (dependencies are shared), and
//! deletes the artifacts at the end.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Message, TargetKind};

use crate::fresh::{contents, differences};
use crate::repo::{Repo, cargo};

const FOLDER: &str = ".sqlx";

/// Also read by `scripts/describe`.
const PLANNER: &str = include_str!("planner.txt");

pub fn run(repo: &Repo, check: bool, lint: bool) -> Result<Vec<String>> {
    let url = database()?;
    let scratch = repo.scratch("sqlx")?;
    // Crates that were linted before are not compiled again, and their queries are then missing: the pass below decides.
    if lint && are_described_by_clippy(repo, &url, &scratch)? {
        return Ok(Vec::new());
    }
    compile(repo, &url, &scratch)?;
    let wanted = contents(&scratch)?;

    let folder = repo.root.join(FOLDER);
    let found = differences(&folder, &wanted, |name, _| name.starts_with("query-"))?;
    if check {
        let violations = found.iter().map(|found| format!("{FOLDER}/{}: run `make sqlx`", found.describe()));
        return Ok(violations.collect());
    }
    fs::create_dir_all(&folder).context("creating .sqlx")?;
    for difference in &found {
        difference.apply(&folder, &wanted)?;
    }
    println!("{FOLDER}: {} queries, {} files changed", wanted.len(), found.len());
    Ok(Vec::new())
}

/// Lints the workspace and returns true if the descriptions that clippy's compilation wrote are those in `.sqlx/`.
fn are_described_by_clippy(repo: &Repo, url: &str, data: &Path) -> Result<bool> {
    let status = describing("clippy", url, data)
        .args(["--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"])
        .current_dir(&repo.root)
        .status()
        .context("starting cargo clippy")?;
    ensure!(status.success(), "clippy has found something");
    let found = differences(&repo.root.join(FOLDER), &contents(data)?, |name, _| name.starts_with("query-"))?;
    Ok(found.is_empty())
}

/// A cargo command in which the macros write the query descriptions to `data`.
fn describing(command: &str, url: &str, data: &Path) -> Command {
    let mut cargo = cargo();
    cargo
        .arg(command)
        .env("DATABASE_URL", url)
        .env("SQLX_OFFLINE", "false")
        .env("SQLX_OFFLINE_DIR", data)
        .env("CARGO_INCREMENTAL", "0");
    cargo
}

/// Returns the URL of the database owner. sqlx explains each query, which needs the privileges of all application roles
/// together.
fn database() -> Result<String> {
    let url = ["DATABASE_MIGRATE_URL", "DATABASE_URL"].iter().find_map(|name| env::var(name).ok());
    let url = url.filter(|url| !url.is_empty());
    url.map(|url| with_fixed_planner(&url))
        .context("set DATABASE_MIGRATE_URL to a migrated database; `make migrate` creates one")
}

/// Fixes the planner's choices. sqlx infers nullable columns from the query plan, so the descriptions would otherwise
/// depend on the table statistics.
fn with_fixed_planner(url: &str) -> String {
    let choices = PLANNER.lines().filter_map(|line| line.split_once('='));
    let choices =
        choices.map(|(name, value)| format!("options[{name}]={value}")).collect::<Vec<_>>().join("&");
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}{choices}")
}

/// Compiles the workspace crates; the macros write the query descriptions to `data`.
fn compile(repo: &Repo, url: &str, data: &Path) -> Result<()> {
    // An interrupted run leaves artifacts behind, and cargo then skips those crates. The first pass deletes the
    // artifacts, and a second pass describes the remaining queries.
    let skipped = pass(repo, url, data)?;
    if skipped {
        ensure!(!pass(repo, url, data)?, "cargo keeps skipping crates; try again after `cargo clean`");
    }
    Ok(())
}

/// Runs cargo once and deletes its artifacts. Returns true if a workspace crate was not compiled.
fn pass(repo: &Repo, url: &str, data: &Path) -> Result<bool> {
    let output = describing("check", url, data)
        .args(["--workspace", "--all-targets", "--locked", "--quiet"])
        .args(["--message-format", "json-render-diagnostics"])
        // `env rustc …` runs rustc; only the presence of a wrapper matters.
        .env("RUSTC_WORKSPACE_WRAPPER", "env")
        .current_dir(&repo.root)
        .stderr(Stdio::inherit())
        .output()
        .context("starting cargo check")?;

    let mut skipped = false;
    for message in Message::parse_stream(&*output.stdout) {
        let Message::CompilerArtifact(artifact) = message.context("reading cargo's messages")? else {
            continue;
        };
        let is_member = repo.crates.iter().any(|member| artifact.package_id == member.id);
        // Build scripts contain no queries.
        if !is_member || artifact.target.kind.contains(&TargetKind::CustomBuild) {
            continue;
        }
        skipped |= artifact.fresh;
        for file in &artifact.filenames {
            match fs::remove_file(file) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("removing {file}"));
                }
                _ => {}
            }
        }
    }
    ensure!(output.status.success(), "a query does not match the database, or the code does not compile");
    Ok(skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planner_options_are_added_to_any_url() {
        assert!(
            with_fixed_planner("postgres://a@b/c")
                .starts_with("postgres://a@b/c?options[enable_hashjoin]=off&options[")
        );
        assert!(
            with_fixed_planner("postgres://a@b/c?host=/run")
                .starts_with("postgres://a@b/c?host=/run&options[enable")
        );
    }
}
