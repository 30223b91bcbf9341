//! `matjar staff`: manages staff accounts. There is no page for this: it requires a shell on the server.

use std::io::Read;

use accounts::service::{self, StaffAccount};
use anyhow::Context;
use clap::Args;
use edge::passwords::Passwords;
use kernel::EmailAddress;
use totp_rs::Builder;

use crate::server::database;

#[derive(Debug, Args)]
pub struct AddArgs {
    #[arg(long)]
    email: String,
    #[arg(long)]
    name: String,
    /// Full access to every store.
    #[arg(long)]
    admin: bool,
    /// Stores that the member may access, comma separated.
    #[arg(long, value_delimiter = ',')]
    stores: Vec<i16>,
    /// TOTP secret, 20 bytes as hexadecimal digits, instead of a random one.
    #[arg(long, hide = true)]
    secret: Option<String>,
    #[arg(long, env = "DATABASE_STAFF_URL", hide_env_values = true)]
    database_staff_url: String,
}

#[derive(Debug, Args)]
pub struct RemoveArgs {
    #[arg(long)]
    email: String,
    #[arg(long, env = "DATABASE_STAFF_URL", hide_env_values = true)]
    database_staff_url: String,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    #[arg(long, env = "DATABASE_STAFF_URL", hide_env_values = true)]
    database_staff_url: String,
}

/// Removes a staff member, which also ends all of their sessions.
pub async fn remove(args: &RemoveArgs) -> anyhow::Result<()> {
    let email = EmailAddress::parse(&args.email).context("--email")?;
    let db = database::pool(&args.database_staff_url, 1, "matjar staff")?;
    let mut tx = db.begin().await?;
    let removed = service::remove_staff(&mut tx, &email, chrono::Utc::now()).await?;
    tx.commit().await?;
    anyhow::ensure!(removed, "no staff member has this email address");
    println!("{email} can no longer sign in");
    Ok(())
}

pub async fn list(args: &ListArgs) -> anyhow::Result<()> {
    let db = database::pool(&args.database_staff_url, 1, "matjar staff")?;
    for StaffAccount { email, member } in service::list_staff(&db).await? {
        let role = if member.is_admin { "admin" } else { "staff" };
        let stores: Vec<_> = member.stores.iter().map(i16::to_string).collect();
        println!("{}\t{email}\t{}\t{role}\t{}", member.id, member.name, stores.join(","));
    }
    Ok(())
}

pub async fn add(args: &AddArgs) -> anyhow::Result<()> {
    let email = EmailAddress::parse(&args.email).context("--email")?;
    let mut password = String::new();
    std::io::stdin().read_to_string(&mut password).context("reading the password")?;
    let password = password.trim_end_matches(['\r', '\n']);
    anyhow::ensure!(
        password.chars().count() >= 12
            && !accounts::passwords::is_common(password, &[&args.email, &args.name]),
        "the password must have at least 12 characters and must not be a common one"
    );
    let secret: [u8; 20] = match &args.secret {
        Some(given) => {
            let bytes = hex::decode(given).context("--secret")?;
            bytes.try_into().map_err(|_| anyhow::anyhow!("--secret must have 20 bytes"))?
        }
        None => rand::random(),
    };
    let hash = Passwords::new().hash(password.to_owned().into()).await?;
    let member =
        service::NewStaff { name: args.name.clone(), is_admin: args.admin, stores: args.stores.clone() };
    let db = database::pool(&args.database_staff_url, 1, "matjar staff")?;
    let mut tx = db.begin().await?;
    service::add_staff(&mut tx, &email, &member, &hash, &secret, chrono::Utc::now()).await?;
    tx.commit().await?;
    let totp = Builder::new()
        .with_secret(secret)
        .with_account_name(email.to_string())
        .with_issuer(Some("Matjar"))
        .build()
        .map_err(|error| anyhow::anyhow!("TOTP: {error}"))?;
    println!("{} can sign in at {}", email, accounts::view::STAFF_LOGIN_URL);
    println!("URL for the authenticator app: {}", totp.to_url().map_err(|error| anyhow::anyhow!("{error}"))?);
    Ok(())
}
