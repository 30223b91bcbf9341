//! The `matjar` command: server, migrations and administration.

use clap::Parser;
use storefront::{cli::Cli, server::logs};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let traces = cli.trace_exporter()?;
    let _log = logs::start(traces.as_ref())?;
    let ended = cli.run().await;
    if let Some(traces) = traces {
        traces.flush().await;
    }
    ended
}
