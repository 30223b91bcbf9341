//! `paysim`: the provider of payments on a developer's machine and in browser tests.

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
    /// The browser's half.
    #[arg(long)]
    client_key: Option<String>,
    /// 128 characters of hexadecimal.
    #[arg(long)]
    signature_key: Option<String>,
    /// Where notices go.
    #[arg(long)]
    webhook: Option<String>,
    /// The same seed, the same bad luck.
    #[arg(long)]
    seed: Option<u64>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let own = Settings::default();
    let settings = Settings {
        login: args.login.unwrap_or(own.login),
        transaction_key: args.transaction_key.unwrap_or(own.transaction_key),
        client_key: args.client_key.unwrap_or(own.client_key),
        signature_key: args.signature_key.unwrap_or(own.signature_key),
        seed: args.seed.unwrap_or(own.seed),
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
        sim.webhooks_to(Some(Webhooks::to(url)));
    }
    tokio::signal::ctrl_c().await?;
    Ok(())
}
