//! `mailsink`: writes each email of the shop to files: source, HTML for a browser, and JSON.

use std::{net::SocketAddr, path::PathBuf};

use anyhow::Context;
use clap::Parser;
use mailsink::Sink;

#[derive(Parser)]
#[command(about = "Receives mail over SMTP and writes it to a folder")]
struct Args {
    #[arg(long, default_value = "127.0.0.1:1025")]
    listen: SocketAddr,
    /// Folder for the emails; emptied at startup.
    #[arg(long)]
    folder: PathBuf,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let _ = std::fs::remove_dir_all(&args.folder);
    std::fs::create_dir_all(&args.folder).context("creating the mail folder")?;
    let sink = Sink::open(args.listen).await.context("listening for mail")?;
    println!("mail sent to {} is written to {}", sink.address, args.folder.display());
    for number in 1.. {
        let emails = sink.wait_for(number).await;
        let email = &emails[number - 1];
        let name = args.folder.join(format!("{number:04}"));
        std::fs::write(name.with_extension("eml"), &email.raw)?;
        std::fs::write(name.with_extension("html"), &email.html)?;
        // Written last and renamed into place: clients wait for this file.
        let scratch = name.with_extension("part");
        std::fs::write(&scratch, serde_json::to_vec_pretty(email)?)?;
        std::fs::rename(scratch, name.with_extension("json"))?;
        println!("{number:04}  {}  {}", email.to.join(", "), email.subject);
    }
    Ok(())
}
