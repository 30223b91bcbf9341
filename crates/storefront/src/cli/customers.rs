//! `matjar customers`: what an operator does for customers from a shell on the server.

use clap::Args;

use crate::server::database;

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Who {
    /// Email address or user name of one customer.
    #[arg(long)]
    login: Option<String>,
    /// All customers.
    #[arg(long)]
    all: bool,
}

#[derive(Debug, Args)]
pub struct SignOutArgs {
    #[command(flatten)]
    who: Who,
    #[arg(long, env = "DATABASE_WORKER_URL", hide_env_values = true)]
    database_worker_url: String,
}

/// Ends sessions: a customer reports a stolen device, or cookies have leaked.
pub async fn sign_out(args: &SignOutArgs) -> anyhow::Result<()> {
    let db = database::pool(&args.database_worker_url, 1, "matjar customers")?;
    let mut tx = db.begin().await?;
    let login = args.who.login.as_deref().filter(|_| !args.who.all);
    let ended = accounts::service::sign_out_by_shell(&mut tx, login, chrono::Utc::now()).await?;
    let Some(ended) = ended else { anyhow::bail!("no customer has this address or user name") };
    tx.commit().await?;
    println!("{ended} sessions ended");
    Ok(())
}
