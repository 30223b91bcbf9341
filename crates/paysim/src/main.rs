//! `paysim`: the payment provider simulator for development and browser tests.

use std::net::SocketAddr;

use clap::Parser;
use paysim::{Settings, Sim, Webhooks};

#[derive(Parser)]
#[command(about = "Speaks Authorize.Net's API and moves no money")]
struct Args {
    #[arg(long, default_value = "127.0.0.1:9911")]
    listen: SocketAddr,
    #[arg(long)]
    login: Option<String>,
    #[arg(long)]
    transaction_key: Option<String>,
    /// Public key for the browser script.
    #[arg(long)]
    client_key: Option<String>,
    /// 128 hexadecimal characters.
    #[arg(long)]
    signature_key: Option<String>,
    /// URL that notices are sent to.
    #[arg(long)]
    webhook: Option<String>,
    /// Seed of all random numbers, for reproducible faults.
    #[arg(long)]
    seed: Option<u64>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let defaults = Settings::default();
    let settings = Settings {
        login: args.login.unwrap_or(defaults.login),
        transaction_key: args.transaction_key.unwrap_or(defaults.transaction_key),
        client_key: args.client_key.unwrap_or(defaults.client_key),
        signature_key: args.signature_key.unwrap_or(defaults.signature_key),
        seed: args.seed.unwrap_or(defaults.seed),
    };
    let sim = Sim::open(args.listen, settings.clone()).await?;
    let url = sim.url();
    println!("API              {url}/xml/v1/request.api");
    println!("script           {url}/v1/Accept.js");
    println!("ledger           {url}/sim/ledger");
    println!("login            {}", settings.login);
    println!("transaction key  {}", settings.transaction_key);
    println!("client key       {}", settings.client_key);
    println!("signature key    {}", settings.signature_key);
    println!("seed             {}", settings.seed);
    if let Some(url) = args.webhook {
        println!("notices to       {url}");
        sim.set_webhooks(Some(Webhooks::to(url)));
    }
    tokio::signal::ctrl_c().await?;
    Ok(())
}
