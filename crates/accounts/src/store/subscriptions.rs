//! Lists, and who wants them.

use chrono::{DateTime, Utc};
use kernel::{CustomerId, EmailAddress};
use sqlx::{PgConnection, PgExecutor, PgPool};

#[derive(Debug, Clone)]
pub struct Subscription {
    pub id: i64,
    pub name: String,
    pub description: String,
    pub is_on: bool,
}

/// The lists that everybody may see, and which of them are this customer's.
pub async fn lists(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<Vec<Subscription>> {
    sqlx::query_as!(
        Subscription,
        r#"select list.id, list.name, list.description, own.list_id is not null as "is_on!"
           from subscription_lists list
           left join subscriptions own on own.list_id = list.id and own.customer_id = $1
           where list.is_public order by list.position, list.id"#,
        customer.0
    )
    .fetch_all(db)
    .await
}

/// Makes these the customer's lists, and no others. `None`: one of them is not for everybody, and nothing was changed.
/// Otherwise those that are new.
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
    // Lists that only the shop may put somebody on are not this form's to end.
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
        // Whoever asks for a list again wants it again.
        mail::store::allow(&mut *db, email, *list).await?;
    }
    Ok(Some(new))
}

/// What a letter to a list says of it.
#[derive(Debug, Clone)]
pub struct Subscribed {
    pub list_name: String,
    pub key: String,
}

pub async fn subscribed(db: &PgPool, customer: CustomerId, list: i64) -> sqlx::Result<Option<Subscribed>> {
    sqlx::query_as!(
        Subscribed,
        "select list.name as list_name, own.key from subscriptions own join subscription_lists list on list.id = own.list_id
         where own.customer_id = $1 and own.list_id = $2",
        customer.0,
        list
    )
    .fetch_optional(db)
    .await
}

/// The name of the list that a key of a letter belongs to.
pub async fn unsubscribe_name(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select list.name from subscriptions own join subscription_lists list on list.id = own.list_id where own.key = $1",
        key
    )
    .fetch_optional(db)
    .await
}

/// Ends the one subscription that this key names, and sees to it that no letter under way arrives after it.
pub async fn unsubscribe(
    db: &mut PgConnection,
    key: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<String>> {
    let ended = sqlx::query!(
        "with ended as (delete from subscriptions where key = $1 returning customer_id, list_id)
         select list.id, list.name, customer.email from ended
         join subscription_lists list on list.id = ended.list_id
         join customers customer on customer.id = ended.customer_id",
        key
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(ended) = ended else { return Ok(None) };
    let email = EmailAddress::parse(&ended.email)?;
    mail::store::suppress(&mut *db, &email, Some(ended.id), "unsubscribed", now).await?;
    Ok(Some(ended.name))
}
