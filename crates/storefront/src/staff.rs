//! Letting people of the shop in. There is no page for it: whoever may do this has a shell on the server.

use std::io::Read;

use accounts::store;
use anyhow::Context;
use clap::Args;
use edge::passwords::Passwords;
use kernel::EmailAddress;
use totp_rs::Builder;

use crate::database;

#[derive(Debug, Args)]
pub struct AddArgs {
    #[arg(long)]
    email: String,
    #[arg(long)]
    name: String,
    /// May do everything, in every store.
    #[arg(long)]
    admin: bool,
    /// Where they work, comma separated.
    #[arg(long, value_delimiter = ',')]
    stores: Vec<i16>,
    /// Twenty bytes as hexadecimal digits, instead of random ones: for whoever brings their code along.
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

/// Signs them out everywhere, at once.
pub async fn remove(args: &RemoveArgs) -> anyhow::Result<()> {
    let email = EmailAddress::parse(&args.email).context("--email")?;
    let db = database::pool(&args.database_staff_url, 1, "matjar staff")?;
    let mut tx = db.begin().await?;
    let removed = store::remove_staff(&mut tx, &email, chrono::Utc::now()).await?;
    tx.commit().await?;
    anyhow::ensure!(removed, "nobody of that address may sign in");
    println!("{email} may not sign in any more");
    Ok(())
}

pub async fn list(args: &ListArgs) -> anyhow::Result<()> {
    let db = database::pool(&args.database_staff_url, 1, "matjar staff")?;
    for (email, member) in store::list_staff(&db).await? {
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
        "the password has at least 12 characters and is not a common one"
    );
    let secret: [u8; 20] = match &args.secret {
        Some(given) => {
            let bytes = hex::decode(given).context("--secret")?;
            bytes.try_into().map_err(|_| anyhow::anyhow!("--secret has twenty bytes"))?
        }
        None => rand::random(),
    };
    let hash = Passwords::new().hash(password.to_owned().into()).await?;
    let member =
        store::NewStaff { name: args.name.clone(), is_admin: args.admin, stores: args.stores.clone() };
    let db = database::pool(&args.database_staff_url, 1, "matjar staff")?;
    let mut tx = db.begin().await?;
    store::add_staff(&mut tx, &email, &member, &hash, &secret, chrono::Utc::now()).await?;
    tx.commit().await?;
    let codes = Builder::new()
        .with_secret(secret)
        .with_account_name(email.to_string())
        .with_issuer(Some("Matjar"))
        .build()
        .map_err(|error| anyhow::anyhow!("the code: {error}"))?;
    println!("{} may sign in at {}", email, accounts::view::STAFF_LOGIN_URL);
    println!(
        "for the app that shows the codes: {}",
        codes.to_url().map_err(|error| anyhow::anyhow!("{error}"))?
    );
    Ok(())
}
