//! `matjar staff`: manages staff accounts from a shell on the server: the first owner, and every case in which nobody can
//! open the team page.

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
    /// The name of a role: owner, manager, fulfilment, support, content, or one that the shop has added.
    #[arg(long, default_value = service::OWNER, conflicts_with = "admin")]
    role: String,
    /// The same as `--role owner`.
    #[arg(long)]
    admin: bool,
    /// Stores of a member who works in their own stores only, comma separated.
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
    for StaffAccount { id, email, name, role, stores } in service::list_staff(&db).await? {
        let stores: Vec<_> = stores.iter().map(i16::to_string).collect();
        println!("{id}\t{email}\t{name}\t{role}\t{}", stores.join(","));
    }
    Ok(())
}

pub async fn add(args: &AddArgs) -> anyhow::Result<()> {
    let email = EmailAddress::parse(&args.email).context("--email")?;
    let mut password = String::new();
    std::io::stdin().read_to_string(&mut password).context("reading the password")?;
    let password = password.trim_end_matches(['\r', '\n']);
    anyhow::ensure!(
        password.chars().count() >= accounts::service::MIN_STAFF_PASSWORD_LENGTH
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
    let db = database::pool(&args.database_staff_url, 1, "matjar staff")?;
    let role = if args.admin { service::OWNER } else { &args.role };
    let roles = service::list_roles(&db).await?;
    anyhow::ensure!(
        roles.iter().any(|known| known.role.name == role),
        "--role is one of: {}",
        roles.iter().map(|known| known.role.name.as_str()).collect::<Vec<_>>().join(", ")
    );
    let member =
        service::NewStaff { name: args.name.clone(), role: role.to_owned(), stores: args.stores.clone() };
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
