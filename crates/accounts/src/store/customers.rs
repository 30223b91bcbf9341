//! Customer accounts.

use chrono::{DateTime, Utc};
use edge::session::TokenHash;
use kernel::{CustomerId, EmailAddress};
use sqlx::{PgConnection, PgExecutor};

use crate::rules;

#[derive(Debug, Clone)]
pub struct Customer {
    pub id: CustomerId,
    pub email: String,
    pub user_name: String,
    pub password_hash: String,
    pub first_name: String,
    pub last_name: String,
    pub created_at: DateTime<Utc>,
}

impl Customer {
    pub fn address(&self) -> anyhow::Result<EmailAddress> {
        Ok(EmailAddress::parse(&self.email)?)
    }
}

/// Finds a customer by email or user name. They cannot collide: a user name never contains an `@`.
pub async fn find_by_login(db: impl PgExecutor<'_>, typed: &str) -> sqlx::Result<Option<Customer>> {
    let key = typed.to_lowercase();
    sqlx::query_as!(
        Customer,
        r#"select id as "id: CustomerId", email, user_name, password_hash, first_name, last_name, created_at
           from customers
           where (email_key = $1 or user_name_key = $1) and leaving_at is null"#,
        key
    )
    .fetch_optional(db)
    .await
}

pub async fn find_by_email(db: impl PgExecutor<'_>, email: &EmailAddress) -> sqlx::Result<Option<Customer>> {
    find_by_login(db, &email.key()).await
}

pub async fn find(db: impl PgExecutor<'_>, id: CustomerId) -> sqlx::Result<Option<Customer>> {
    sqlx::query_as!(
        Customer,
        r#"select id as "id: CustomerId", email, user_name, password_hash, first_name, last_name, created_at
           from customers
           where id = $1"#,
        id.0
    )
    .fetch_optional(db)
    .await
}

/// Marks a customer for erasure: blocks sign-in and links, and frees the address for a new account. A job erases the
/// row. The placeholder keys contain a space, so they match no address and no user name.
pub async fn set_leaving(db: impl PgExecutor<'_>, id: CustomerId, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update customers set leaving_at = $2, email_key = 'leaving ' || id || '@erased', user_name_key = 'leaving ' || id
         where id = $1",
        id.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether the customer has a paid order or a refund in progress. Calls a database function of the checkout crate.
pub async fn has_open_orders(db: impl PgExecutor<'_>, id: CustomerId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select has_open_orders($1) as "open!""#, id.0).fetch_one(db).await
}

/// Whether an order email to the customer is unsent. Reads the outbox of the mail crate and the orders table.
pub async fn has_pending_order_emails(db: impl PgExecutor<'_>, id: CustomerId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from mail_outbox email join orders own on own.id = (email.content ->> 'order')::bigint
               where email.topic = 'order' and email.state in ('waiting', 'sending') and own.customer_id = $1
           ) as "is_pending!""#,
        id.0
    )
    .fetch_one(db)
    .await
}

/// Returns customers marked for erasure who have no open order.
pub async fn leavers(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<CustomerId>> {
    let ids = sqlx::query_scalar!(
        "select id from customers where leaving_at is not null and not has_open_orders(id) order by id limit 1000"
    )
    .fetch_all(db)
    .await?;
    Ok(ids.into_iter().map(CustomerId).collect())
}

/// Assigns to the new account the orders that this browser placed as a guest who requested an account. Calls a database
/// function of the checkout crate, in the transaction that creates the account.
pub async fn adopt_orders(
    db: impl PgExecutor<'_>,
    customer: CustomerId,
    browser: &TokenHash,
) -> sqlx::Result<()> {
    sqlx::query!("select adopt_orders($1, $2)", customer.0, &browser.0).execute(db).await?;
    Ok(())
}

pub struct NewCustomer<'a> {
    pub email: &'a EmailAddress,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub password_hash: &'a str,
}

/// Returns `None` if the address already has an account.
pub async fn add(
    db: &mut PgConnection,
    new: NewCustomer<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<CustomerId>> {
    let base = rules::user_name(new.email);
    // If the user name is taken, append random digits.
    for tail in ["", "1", "2", "3", "4"] {
        let name = match tail {
            "" => base.clone(),
            _ => format!("{base}{}", rand::random::<u32>() % 1_000_000),
        };
        let added = sqlx::query_scalar!(
            "insert into customers (email, email_key, user_name, user_name_key, password_hash, first_name, last_name,
                                    created_at)
             values ($1, $2, $3, $3, $4, $5, $6, $7) on conflict do nothing returning id",
            new.email.as_str(),
            new.email.key(),
            name,
            new.password_hash,
            new.first_name,
            new.last_name,
            now
        )
        .fetch_optional(&mut *db)
        .await?;
        if let Some(id) = added {
            return Ok(Some(CustomerId(id)));
        }
        if find_by_email(&mut *db, new.email).await?.is_some() {
            return Ok(None);
        }
    }
    Ok(None)
}

pub async fn set_names(
    db: impl PgExecutor<'_>,
    id: CustomerId,
    first_name: &str,
    last_name: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update customers set first_name = $2, last_name = $3 where id = $1",
        id.0,
        first_name,
        last_name
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns false if another customer has the address.
pub async fn set_email(db: impl PgExecutor<'_>, id: CustomerId, email: &EmailAddress) -> sqlx::Result<bool> {
    let set = sqlx::query!(
        "update customers set email = $2, email_key = $3 where id = $1
         and not exists (select from customers other where other.email_key = $3 and other.id <> $1)",
        id.0,
        email.as_str(),
        email.key()
    )
    .execute(db)
    .await;
    match set {
        Ok(done) => Ok(done.rows_affected() == 1),
        // A concurrent request took the address between the check and the write.
        Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Sets the password hash. If `old` is given, returns false when it is no longer the current hash.
pub async fn set_password(
    db: impl PgExecutor<'_>,
    id: CustomerId,
    old: Option<&str>,
    hash: &str,
) -> sqlx::Result<bool> {
    let set = sqlx::query!(
        "update customers set password_hash = $3 where id = $1 and password_hash = coalesce($2, password_hash)",
        id.0,
        old,
        hash
    )
    .execute(db)
    .await?;
    Ok(set.rows_affected() == 1)
}

/// The shop's name. Reads `settings`, a table of the storefront.
pub async fn shop_name(db: impl PgExecutor<'_>) -> sqlx::Result<Option<String>> {
    let name = sqlx::query_scalar!("select value ->> 'name' as name from settings where name = 'shop'")
        .fetch_optional(db)
        .await?;
    Ok(name.flatten())
}
