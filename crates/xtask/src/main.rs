//! The small programs behind `make`: `cargo xtask --help` lists them.

mod boundaries;
mod fresh;
mod ids;
mod links;
mod repo;
mod sqlx;
mod types;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use repo::Repo;

#[derive(Parser)]
#[command(about = "The small programs behind `make`", version)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Say which boundary between the modules was broken
    Boundaries,
    /// Find links in the documents that lead nowhere
    Links,
    /// Write the TypeScript types of the view-models, from Rust
    Types {
        /// Only say whether the committed files are fresh
        #[arg(long)]
        check: bool,
    },
    /// Check every query against the migrated database and write .sqlx/
    Sqlx {
        /// Only say whether the committed files are fresh
        #[arg(long)]
        check: bool,
    },
    /// Count the requirements that tests name, by area
    Ids {
        /// Also list each requirement with the files that name it
        #[arg(long)]
        list: bool,
    },
}

fn main() -> ExitCode {
    let faults = Repo::find().and_then(|repo| run(&Cli::parse().task, &repo));
    match faults {
        Ok(faults) if faults.is_empty() => ExitCode::SUCCESS,
        Ok(faults) => {
            for fault in &faults {
                eprintln!("{fault}");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Does the task and tells what is wrong with the repository, one line each.
fn run(task: &Task, repo: &Repo) -> Result<Vec<String>> {
    match *task {
        Task::Boundaries => boundaries::check(repo),
        Task::Links => links::check(&repo.root),
        Task::Types { check } => types::run(repo, check),
        Task::Sqlx { check } => sqlx::run(repo, check),
        Task::Ids { list } => ids::print(&repo.root, list).map(|()| Vec::new()),
    }
}
