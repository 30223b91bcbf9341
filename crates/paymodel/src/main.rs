//! `paymodel`: run it through `scripts/faults model`.

use std::{
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use anyhow::ensure;
use clap::Parser;
use paymodel::{Failure, run_seed, shrink};

/// Seeds that a thread takes at once.
const BATCH: u64 = 1_000;

/// How often progress is printed, in seeds.
const PROGRESS: u64 = 100_000;

#[derive(Parser)]
#[command(about = "Runs random schedules of the model of payments and stock, and checks it after every step")]
struct Cli {
    /// How many schedules.
    #[arg(long, default_value_t = 100_000)]
    seeds: u64,
    /// The first seed, to go on with a run that was ended.
    #[arg(long, default_value_t = 1)]
    from: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some((seed, failure))) => {
            report(seed, failure);
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("model: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the failure with the lowest seed that was found.
fn run(cli: &Cli) -> anyhow::Result<Option<(u64, Failure)>> {
    ensure!(cli.threads > 0 && cli.seeds > 0, "there is nothing to run");
    let end = cli.from.saturating_add(cli.seeds);
    let since = Instant::now();
    let next = AtomicU64::new(cli.from);
    let found: Mutex<Option<(u64, Failure)>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..cli.threads {
            scope.spawn(|| work(&next, end, &found));
        }
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    if found.is_none() {
        println!(
            "model: seeds {} to {}: nothing broken; {:.0} s",
            cli.from,
            end - 1,
            since.elapsed().as_secs_f64()
        );
    }
    Ok(found)
}

/// Runs batches until none is left or a failure is found.
fn work(next: &AtomicU64, end: u64, found: &Mutex<Option<(u64, Failure)>>) {
    loop {
        let start = next.fetch_add(BATCH, Ordering::Relaxed);
        let is_over = found.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if start >= end || is_over {
            return;
        }
        for seed in start..end.min(start + BATCH) {
            let Err(failure) = run_seed(seed, None) else { continue };
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            if found.as_ref().is_none_or(|(known, _)| seed < *known) {
                *found = Some((seed, failure));
            }
            return;
        }
        // All seeds before this one are done or being run: a later run may begin a few batches earlier.
        if start / PROGRESS != (start + BATCH) / PROGRESS {
            println!("model: at seed {}", start + BATCH);
        }
    }
}

fn report(seed: u64, failure: Failure) {
    let (long, short) = (failure.steps.len(), shrink(failure, None));
    println!("model: seed {seed} breaks {}: {}", short.violation.invariant, short.violation.text);
    println!("model: {} of its {long} steps are enough:", short.steps.len());
    for step in &short.steps {
        println!("  {:?} which {} detail {}", step.kind, step.which, step.detail);
    }
    println!("model: again with: scripts/faults model --seeds 1 --from {seed}");
}
