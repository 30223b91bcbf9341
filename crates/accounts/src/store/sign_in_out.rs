//! Customer sessions and trusted devices.

use chrono::{DateTime, Utc};
use edge::session::{self, NewToken, SessionLifetime, SetCookie, TokenHash};
use kernel::{CartId, CustomerId};
use sqlx::{PgConnection, PgExecutor};

/// Signs a customer in: merges the guest's cart into the customer's and ends the guest's session.
/// `proof` is the hash that the password was verified against. Returns `None` if the hash changed since or the customer
/// is leaving. Locks the customer row before any session row; all code uses this order.
pub async fn sign_in(
    db: &mut PgConnection,
    guest_token: Option<TokenHash>,
    customer: CustomerId,
    proof: &str,
    life: SessionLifetime,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<SetCookie>> {
    let own = sqlx::query_scalar!(
        "select cart_id from customers where id = $1 and password_hash = $2 and leaving_at is null for update",
        customer.0,
        proof
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(own) = own else { return Ok(None) };
    let own = own.map(CartId);
    // Of two concurrent logins with the same guest token, only one ends the session and gets its cart.
    let ended = match guest_token {
        Some(token) => session::end(&mut *db, &token, now).await?,
        None => None,
    };
    // A session of another customer keeps its cart.
    let guest = ended.filter(|ended| ended.customer.is_none()).and_then(|ended| ended.cart_id).map(CartId);
    let cart = match (own, guest) {
        (Some(own), Some(guest)) if own != guest => {
            cart::service::merge(&mut *db, guest, own, now).await?;
            own
        }
        (Some(cart), _) | (None, Some(cart)) => cart,
        (None, None) => cart::service::new_cart(&mut *db, now).await?,
    };
    if own != Some(cart) {
        sqlx::query!("update customers set cart_id = $2 where id = $1", customer.0, cart.0)
            .execute(&mut *db)
            .await?;
    }
    if let Some(guest) = guest {
        // The customer's address is known, so the captured guest address is not needed.
        sqlx::query!("delete from cart_emails where cart_id = $1", guest.0).execute(&mut *db).await?;
    }
    session::begin(db, customer, cart.0, life, now).await.map(Some)
}

/// Signs out on this device alone.
pub async fn sign_out(
    db: &mut PgConnection,
    token: Option<TokenHash>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    if let Some(token) = token {
        session::end(db, &token, now).await?;
    }
    Ok(())
}

/// Signs a customer out everywhere, or all customers, from a shell on the server. `None` if nobody has this login.
pub async fn sign_out_by_shell(
    db: &mut PgConnection,
    login: Option<&str>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<u64>> {
    let (ended, subject) = match login {
        Some(login) => {
            let Some(customer) = super::find_by_login(&mut *db, login).await? else { return Ok(None) };
            (session::end_all(&mut *db, customer.id).await?, format!("customer {}", customer.id))
        }
        None => (session::end_everybody(&mut *db).await?, "all customers".to_owned()),
    };
    edge::audit::record(db, now, "shell", "customer-sessions-ended", &subject).await?;
    Ok(Some(ended))
}

/// Whether the customer with this login has signed in on this device before.
pub async fn is_trusted_device(
    db: impl PgExecutor<'_>,
    device: Option<TokenHash>,
    login: &str,
) -> sqlx::Result<bool> {
    let Some(device) = device else { return Ok(false) };
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from trusted_devices device join customers customer on customer.id = device.customer_id
           where device.hash = $1 and $2 in (customer.email_key, customer.user_name_key)"#,
        &device.0,
        login.to_lowercase()
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Records a sign-in on this device. Returns a new device cookie if the device has none or its token is unknown; an
/// unknown token could have been planted.
pub async fn trust_device(
    db: &mut PgConnection,
    device: Option<TokenHash>,
    customer: CustomerId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<SetCookie>> {
    let known = match device {
        Some(device) => sqlx::query_scalar!(
            r#"select true as "found!" from trusted_devices where hash = $1 limit 1"#,
            &device.0
        )
        .fetch_optional(&mut *db)
        .await?
        .map(|_| device),
        None => None,
    };
    let new = NewToken::random();
    let hash = known.unwrap_or(new.hash);
    sqlx::query!(
        "insert into trusted_devices (hash, customer_id, seen_at) values ($1, $2, $3)
         on conflict (hash, customer_id) do update set seen_at = excluded.seen_at",
        &hash.0,
        customer.0,
        now
    )
    .execute(db)
    .await?;
    Ok(known.is_none().then(|| new.set_device_cookie()))
}

pub async fn sweep_devices(db: &sqlx::PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from trusted_devices where ctid in (select ctid from trusted_devices where seen_at < $1 limit 1000)",
        now - chrono::TimeDelta::days(365)
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
