//! The `matjar` command: server, migrations and administration.

use std::process::ExitCode;

use clap::Parser;
use storefront::{cli::Cli, server::logs};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().run_without_threads() {
        Ok(code) => Ok(code),
        Err(cli) => run(*cli).map(|()| ExitCode::SUCCESS),
    }
}

#[tokio::main]
async fn run(cli: Cli) -> anyhow::Result<()> {
    let traces = cli.trace_exporter()?;
    let _log = logs::start(traces.as_ref())?;
    let ended = cli.run().await;
    if let Some(traces) = traces {
        traces.flush().await;
    }
    ended
}
