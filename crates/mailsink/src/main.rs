//! `mailsink`: shows a developer the letters of the shop. Each becomes a file to open in a browser, and one to read.

use std::{net::SocketAddr, path::PathBuf};

use anyhow::Context;
use clap::Parser;
use mailsink::Sink;

#[derive(Parser)]
#[command(about = "Takes mail over SMTP and puts it into a folder")]
struct Args {
    #[arg(long, default_value = "127.0.0.1:1025")]
    listen: SocketAddr,
    /// Emptied at the start.
    #[arg(long)]
    folder: PathBuf,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let _ = std::fs::remove_dir_all(&args.folder);
    std::fs::create_dir_all(&args.folder).context("making the folder of letters")?;
    let sink = Sink::open(args.listen).await.context("listening for mail")?;
    println!("letters to {} are put into {}", sink.address, args.folder.display());
    for number in 1.. {
        let letters = sink.wait_for(number).await;
        let letter = &letters[number - 1];
        let name = args.folder.join(format!("{number:04}"));
        std::fs::write(name.with_extension("eml"), &letter.raw)?;
        std::fs::write(name.with_extension("html"), &letter.html)?;
        // Last, and whole at once: whoever waits for a letter waits for this file.
        let scratch = name.with_extension("part");
        std::fs::write(&scratch, serde_json::to_vec_pretty(letter)?)?;
        std::fs::rename(scratch, name.with_extension("json"))?;
        println!("{number:04}  {}  {}", letter.to.join(", "), letter.subject);
    }
    Ok(())
}
