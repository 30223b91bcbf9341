//! Customers and staff.

use std::process::Stdio;

use anyhow::{Context, ensure};
use rand::RngExt;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use tokio::{io::AsyncWriteExt, process::Command};

use crate::{rng::Seed, shop::Environment};

/// The password of every person.
pub const PASSWORD: &str = "سعف النخيل 7";

const STAFF_EMAIL: &str = "staff@example.com";

/// Adds a member of staff. The server hashes the password; customers get a copy of the hash.
pub async fn add_staff(environment: &Environment, database: &str) -> anyhow::Result<()> {
    let mut command = Command::new(&environment.program)
        .args(["staff", "add", "--admin", "--name", "Staff", "--email", STAFF_EMAIL])
        .env("DATABASE_STAFF_URL", environment.cluster.url("STAFF_", database)?)
        .env("RUST_LOG", "warn")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .context("adding staff")?;
    let mut stdin = command.stdin.take().context("the command has no standard input")?;
    stdin.write_all(PASSWORD.as_bytes()).await?;
    drop(stdin);
    ensure!(command.wait().await?.success(), "adding staff failed");
    Ok(())
}

/// What is known about one customer; each value occurs nowhere else.
#[derive(Debug, Clone)]
pub struct Customer {
    pub id: i64,
    pub email: String,
    pub first_name: String,
    pub street: String,
    pub phone: String,
}

pub async fn add_customer(db: &PgPool, name: &str) -> anyhow::Result<Customer> {
    let customer = Customer {
        id: 0,
        email: format!("{name}@example.com"),
        first_name: format!("Given-{name}"),
        street: format!("Street-{name} 5"),
        phone: format!("+1 313 {}", digits(name)),
    };
    let id: i64 = sqlx::query_scalar(
        "with added as (
             insert into customers (email, email_key, user_name, user_name_key, password_hash, first_name, created_at)
             select $1, $1, $2, $2, password_hash, $3, now() - interval '1 day' from staff limit 1 returning id),
         address as (
             insert into addresses (customer_id, kind, first_name, last_name, country, city, address_1, phone, email)
             select id, 'billing', $3, 'Family', 'US', 'City', $4, $5, $1 from added)
         select id from added",
    )
    .bind(&customer.email)
    .bind(name)
    .bind(&customer.first_name)
    .bind(&customer.street)
    .bind(&customer.phone)
    .fetch_one(db)
    .await
    .context("adding a customer")?;
    Ok(Customer { id, ..customer })
}

/// Seven digits that belong to this name.
fn digits(name: &str) -> String {
    let digest = Sha256::digest(name);
    digest.iter().take(7).map(|byte| char::from(b'0' + byte % 10)).collect()
}

/// Signs the member of staff in and returns the cookie. The sign-in page is not under test.
pub async fn staff_cookie(db: &PgPool, seed: Seed) -> anyhow::Result<String> {
    let token = hex::encode(seed.stream("staff", 0).random::<[u8; 32]>());
    sqlx::query(
        "insert into staff_sessions (token_hash, staff_id, name, seen_at, expires_at)
         select $1, id, name, now(), now() + interval '1 hour' from staff limit 1",
    )
    .bind(Sha256::digest(&token).as_slice())
    .execute(db)
    .await
    .context("signing staff in")?;
    Ok(format!("__Host-staff={token}"))
}
