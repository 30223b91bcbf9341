//! `otlpsink`: receives traces and prints each span as a line of JSON.

use std::net::SocketAddr;

use anyhow::Context;
use clap::Parser;
use tokio::net::TcpListener;

#[derive(Parser)]
#[command(about = "Receives traces as OTLP over HTTP and prints each span as a line of JSON")]
struct Args {
    #[arg(long, default_value = "127.0.0.1:4318")]
    listen: SocketAddr,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let listener = TcpListener::bind(Args::parse().listen).await.context("listening for traces")?;
    eprintln!("listening for traces on http://{}", listener.local_addr()?);
    otlpsink::serve(listener, |span| match serde_json::to_string(&span) {
        Ok(line) => println!("{line}"),
        Err(error) => eprintln!("printing a span failed: {error}"),
    })
    .await?;
    Ok(())
}
