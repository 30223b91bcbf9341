//! Developer tasks behind `make`; `cargo xtask --help` lists them.

mod asvs;
mod boundaries;
mod client;
mod fresh;
mod ids;
mod links;
mod reference;
mod repo;
mod sqlx;
mod types;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use repo::Repo;

#[derive(Parser)]
#[command(about = "Developer tasks behind `make`", version)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Check the module boundaries
    Boundaries,
    /// Find broken links in the documentation, and tests that it names and that do not exist
    Links,
    /// Generate the TypeScript types of the views from Rust
    Types {
        /// Only check that the committed files are up to date
        #[arg(long)]
        check: bool,
    },
    /// Generate the TypeScript client of the Store API, and its reference in the handbook
    Client {
        /// Only check that the committed file is up to date
        #[arg(long)]
        check: bool,
    },
    /// Check every query against the migrated database and write .sqlx/
    Sqlx {
        /// Only check that the committed files are up to date
        #[arg(long)]
        check: bool,
        /// Lint with clippy, whose compilation describes the queries too: a fresh clone is compiled once less
        #[arg(long, requires = "check")]
        lint: bool,
    },
    /// Count the requirement ids that tests name, by area
    Ids {
        /// Also list each id with the files that name it
        #[arg(long)]
        list: bool,
    },
}

fn main() -> ExitCode {
    let violations = Repo::find().and_then(|repo| run(&Cli::parse().task, &repo));
    match violations {
        Ok(violations) if violations.is_empty() => ExitCode::SUCCESS,
        Ok(violations) => {
            for violation in &violations {
                eprintln!("{violation}");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the task and returns the violations it found, one line each.
fn run(task: &Task, repo: &Repo) -> Result<Vec<String>> {
    match *task {
        Task::Boundaries => boundaries::check(repo),
        Task::Links => links::check(&repo.root),
        Task::Types { check } => types::run(repo, check),
        Task::Client { check } => client::run(repo, check),
        Task::Sqlx { check, lint } => sqlx::run(repo, check, lint),
        Task::Ids { list } => ids::print(&repo.root, list).map(|()| Vec::new()),
    }
}
