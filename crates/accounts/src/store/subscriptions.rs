//! Subscription lists and subscriptions.

use chrono::{DateTime, Utc};
use kernel::{CustomerId, EmailAddress};
use sqlx::{PgConnection, PgExecutor, PgPool};

#[derive(Debug, Clone)]
pub struct SubscriptionList {
    pub id: i64,
    pub name: String,
    pub description: String,
    pub is_on: bool,
}

/// Returns the public lists, and whether the customer subscribes to each.
pub async fn lists(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<Vec<SubscriptionList>> {
    sqlx::query_as!(
        SubscriptionList,
        r#"select list.id, list.name, list.description, own.list_id is not null as "is_on!"
           from subscription_lists list
           left join subscriptions own on own.list_id = list.id and own.customer_id = $1
           where list.is_public order by list.position, list.id"#,
        customer.0
    )
    .fetch_all(db)
    .await
}

/// Replaces the customer's public subscriptions and returns the newly added lists. Returns `None`, without a change, if
/// a list does not exist or is not public.
pub async fn replace(
    db: &mut PgConnection,
    customer: CustomerId,
    email: &EmailAddress,
    wanted: &[i64],
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Vec<i64>>> {
    let known = sqlx::query_scalar!(
        r#"select count(*) as "count!" from subscription_lists where id = any($1) and is_public"#,
        wanted
    )
    .fetch_one(&mut *db)
    .await?;
    if usize::try_from(known).ok() != Some(wanted.len()) {
        return Ok(None);
    }
    // Non-public subscriptions are managed by staff and stay unchanged.
    sqlx::query!(
        "delete from subscriptions own using subscription_lists list
         where own.customer_id = $1 and list.id = own.list_id and list.is_public and not own.list_id = any($2)",
        customer.0,
        wanted
    )
    .execute(&mut *db)
    .await?;
    let keys: Vec<String> = wanted.iter().map(|_| hex::encode(rand::random::<[u8; 16]>())).collect();
    let new = sqlx::query_scalar!(
        "insert into subscriptions (customer_id, list_id, key, created_at)
         select $1, list, key, $4 from unnest($2::bigint[], $3::text[]) as wanted (list, key)
         on conflict (customer_id, list_id) do nothing returning list_id",
        customer.0,
        wanted,
        &keys,
        now
    )
    .fetch_all(&mut *db)
    .await?;
    for list in &new {
        // Subscribing again lifts an earlier unsubscribe.
        mail::service::unsuppress(&mut *db, email, *list).await?;
    }
    Ok(Some(new))
}

/// The list that the form of the footer subscribes to: the first public one.
#[derive(Debug, Clone)]
pub struct Newsletter {
    pub id: i64,
    pub name: String,
    pub description: String,
}

pub async fn newsletter(db: impl PgExecutor<'_>) -> sqlx::Result<Option<Newsletter>> {
    sqlx::query_as!(
        Newsletter,
        "select id, name, description from subscription_lists where is_public order by position, id limit 1"
    )
    .fetch_optional(db)
    .await
}

/// Subscribes an address that was confirmed: of a customer in the account, otherwise without one. Repeated without
/// effect.
pub async fn subscribe(
    db: &mut PgConnection,
    email: &EmailAddress,
    list: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let key = hex::encode(rand::random::<[u8; 16]>());
    match super::find_by_email(&mut *db, email).await? {
        Some(customer) => {
            sqlx::query!(
                "insert into subscriptions (customer_id, list_id, key, created_at) values ($1, $2, $3, $4)
                 on conflict (customer_id, list_id) do nothing",
                customer.id.0,
                list,
                key,
                now
            )
            .execute(&mut *db)
            .await?;
        }
        None => {
            sqlx::query!(
                "insert into list_subscribers (list_id, email, key, created_at) values ($1, $2, $3, $4)
                 on conflict (list_id, email) do nothing",
                list,
                email.key(),
                key,
                now
            )
            .execute(&mut *db)
            .await?;
        }
    }
    // Subscribing again lifts an earlier unsubscribe.
    mail::service::unsuppress(&mut *db, email, list).await
}

/// The subscription of an address, with or without an account.
pub async fn find_subscription_by_email(
    db: &PgPool,
    email: &EmailAddress,
    list: i64,
) -> sqlx::Result<Option<SubscriptionKey>> {
    sqlx::query_as!(
        SubscriptionKey,
        r#"select list.name as list_name, own.key as "key!"
           from subscription_lists list
           join (select key, list_id from list_subscribers where email = $1
                 union all
                 select own.key, own.list_id from subscriptions own join customers customer on customer.id = own.customer_id
                 where lower(customer.email) = $1) own on own.list_id = list.id
           where list.id = $2 limit 1"#,
        email.key(),
        list
    )
    .fetch_optional(db)
    .await
}

/// List name and unsubscribe key of a subscription, for the list email.
#[derive(Debug, Clone)]
pub struct SubscriptionKey {
    pub list_name: String,
    pub key: String,
}

pub async fn find_subscription(
    db: &PgPool,
    customer: CustomerId,
    list: i64,
) -> sqlx::Result<Option<SubscriptionKey>> {
    sqlx::query_as!(
        SubscriptionKey,
        "select list.name as list_name, own.key from subscriptions own join subscription_lists list on list.id = own.list_id
         where own.customer_id = $1 and own.list_id = $2",
        customer.0,
        list
    )
    .fetch_optional(db)
    .await
}

/// Returns the name of the list that an unsubscribe key belongs to.
pub async fn find_list_name_by_key(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select list.name from subscription_lists list
         where list.id in (select list_id from subscriptions where key = $1
                           union all select list_id from list_subscribers where key = $1)",
        key
    )
    .fetch_optional(db)
    .await
}

/// Ends the subscription with this key, and suppresses emails of the list that are already queued.
pub async fn unsubscribe(
    db: &mut PgConnection,
    key: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<String>> {
    let ended = sqlx::query!(
        r#"with ended as (delete from subscriptions where key = $1 returning customer_id, list_id),
         ended_without_account as (delete from list_subscribers where key = $1 returning email, list_id),
         addresses as (
             select customer.email, ended.list_id from ended join customers customer on customer.id = ended.customer_id
             union all select email, list_id from ended_without_account)
         select list.id, list.name, addresses.email as "email!" from addresses
         join subscription_lists list on list.id = addresses.list_id"#,
        key
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(ended) = ended else { return Ok(None) };
    let email = EmailAddress::parse(&ended.email)?;
    mail::service::suppress(&mut *db, &email, Some(ended.id), "unsubscribed", now).await?;
    Ok(Some(ended.name))
}
