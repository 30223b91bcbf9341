//! The demo shop's subscription lists and customers.

use anyhow::Context;
use kernel::EmailAddress;
use serde::Deserialize;
use sqlx::PgConnection;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccountSeed {
    lists: Vec<ListSeed>,
    customers: Vec<CustomerSeed>,
}

#[derive(Deserialize)]
struct ListSeed {
    name: String,
    description: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CustomerSeed {
    email: String,
    first_name: String,
    last_name: String,
    password: String,
}

pub async fn put(db: &mut PgConnection, seed: &AccountSeed) -> anyhow::Result<()> {
    for (position, list) in (0i32..).zip(&seed.lists) {
        sqlx::query("insert into subscription_lists (name, description, position) values ($1, $2, $3)")
            .bind(&list.name)
            .bind(&list.description)
            .bind(position)
            .execute(&mut *db)
            .await
            .context("lists")?;
    }
    let passwords = edge::passwords::Passwords::new();
    for customer in &seed.customers {
        let hash = passwords.hash(customer.password.clone().into()).await?;
        let new = accounts::service::NewCustomer {
            email: &EmailAddress::parse(&customer.email).context("customers")?,
            first_name: &customer.first_name,
            last_name: &customer.last_name,
            password_hash: &hash,
        };
        // An existing customer is not changed.
        accounts::service::add(&mut *db, new, chrono::Utc::now()).await.context("customers")?;
    }
    Ok(())
}
