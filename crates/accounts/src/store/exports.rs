//! Data exports and erasure of customers.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;
use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor, PgPool};

/// How long an export can be downloaded.
pub const LIFE: TimeDelta = TimeDelta::days(7);

#[derive(Debug, Clone)]
pub struct Export {
    pub id: String,
    pub requested_at: DateTime<Utc>,
    pub made_at: Option<DateTime<Utc>>,
}

/// Requests an export and returns its id, or `None` if one is already being created.
pub async fn request_export(
    db: &mut PgConnection,
    customer: CustomerId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    sqlx::query!("select from customers where id = $1 for update", customer.0).execute(&mut *db).await?;
    sqlx::query_scalar!(
        "insert into data_exports (id, customer_id, requested_at, expires_at) select $1, $2, $3, $4
         where not exists (select from data_exports where customer_id = $2 and made_at is null and expires_at > $3)
         returning id",
        hex::encode(rand::random::<[u8; 16]>()),
        customer.0,
        now,
        now + LIFE
    )
    .fetch_optional(db)
    .await
}

pub async fn exports(
    db: impl PgExecutor<'_>,
    customer: CustomerId,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Export>> {
    sqlx::query_as!(
        Export,
        "select id, requested_at, made_at from data_exports where customer_id = $1 and expires_at > $2
         order by requested_at desc limit 5",
        customer.0,
        now
    )
    .fetch_all(db)
    .await
}

/// Returns the content of an export if it belongs to the customer.
pub async fn export_body(
    db: impl PgExecutor<'_>,
    customer: CustomerId,
    id: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Value>> {
    let body = sqlx::query_scalar!(
        "select body from data_exports where id = $1 and customer_id = $2 and expires_at > $3",
        id,
        customer.0,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(body.flatten())
}

/// Collects all personal data of a customer. Reads carts, orders, saved methods, reviews, questions, comments, enquiries,
/// follow-ups, stock alerts, the wish list and the affiliate account, which belong to other crates, because an export must be complete.
pub async fn own_data(db: &PgPool, customer: CustomerId) -> sqlx::Result<Option<Value>> {
    let row = sqlx::query!(
        r#"
        select customer.email, customer.user_name, customer.first_name, customer.last_name, customer.created_at,
            (select coalesce(jsonb_agg(to_jsonb(own) - 'customer_id'), '[]') from addresses own
             where own.customer_id = customer.id) as "addresses!",
            (select coalesce(jsonb_agg(jsonb_build_object('list', list.name, 'since', own.created_at)), '[]')
             from subscriptions own join subscription_lists list on list.id = own.list_id
             where own.customer_id = customer.id) as "subscriptions!",
            (select coalesce(jsonb_agg(jsonb_build_object(
                 'product', product.name, 'quantity', line.quantity / 100000.0, 'added', line.added_at)), '[]')
             from cart_lines line join products product on product.id = line.product_id
             where line.cart_id = customer.cart_id) as "cart!",
            (select coalesce(jsonb_agg(jsonb_build_object('product', product.name, 'saved', own.saved_at)), '[]')
             from cart_saved_lines own join products product on product.id = own.product_id
             where own.cart_id = customer.cart_id) as "saved_for_later!",
            (select coalesce(jsonb_agg(jsonb_build_object(
                 'number', own.number, 'state', own.state, 'placed', own.created_at, 'total', own.total_minor / $2::double precision,
                 'email', own.email, 'first_name', own.first_name, 'last_name', own.last_name, 'phone', own.phone,
                 'country', own.country, 'city', own.city, 'address', own.address_1, 'home_number', own.home_number,
                 'postcode', own.postcode, 'notes', own.notes, 'gift', own.gift, 'source', own.attribution,
                 'products', (select jsonb_agg(jsonb_build_object('name', line.name, 'option', line.detail,
                                  'quantity', line.quantity / 100000.0, 'parts', line.parts) order by line.position)
                              from order_lines line
                              where line.order_id = own.id),
                 'parcels', (select jsonb_agg(jsonb_build_object('carrier', parcel.carrier,
                                 'number', parcel.tracking_number, 'sent', parcel.shipped_at,
                                 'arrived', parcel.delivered_at) order by parcel.id)
                             from order_shipments parcel where parcel.order_id = own.id)) order by own.id), '[]')
             from orders own where own.customer_id = customer.id) as "orders!",
            (select coalesce(jsonb_agg(jsonb_build_object('kind', own.kind, 'brand', own.brand, 'last4', own.last4)), '[]')
             from saved_methods own where own.customer_id = customer.id) as "methods!",
            (select coalesce(jsonb_agg(jsonb_build_object(
                 'product', product.name, 'rating', own.rating, 'text', own.text, 'name', own.name, 'email', own.email,
                 'answers', own.answers, 'written', own.created_at) order by own.id), '[]')
             from reviews own left join products product on product.id = own.product_id
             where own.customer_id = customer.id or lower(own.email) = customer.email_key) as "reviews!",
            (select coalesce(jsonb_agg(jsonb_build_object(
                 'product', product.name, 'text', own.text, 'name', own.name, 'email', own.email,
                 'written', own.created_at) order by own.id), '[]')
             from questions own join products product on product.id = own.product_id
             where own.customer_id = customer.id or lower(own.email) = customer.email_key) as "questions!",
            (select coalesce(jsonb_agg(jsonb_build_object(
                 'post', post.slug, 'text', own.text, 'name', own.name, 'email', own.email, 'written', own.created_at)
                 order by own.id), '[]')
             from comments own join content_items post on post.id = own.post_id
             where own.customer_id = customer.id or lower(own.email) = customer.email_key) as "comments!",
            (select coalesce(jsonb_agg(jsonb_build_object(
                 'product', product.name, 'question', question.text, 'text', own.text, 'name', own.name, 'email', own.email,
                 'written', own.created_at) order by own.id), '[]')
             from question_answers own join questions question on question.id = own.question_id
             join products product on product.id = own.product_id
             where own.customer_id = customer.id or lower(own.email) = customer.email_key) as "answers!",
            (select coalesce(jsonb_agg(own.entry order by own.id), '[]') from exported_enquiries own
             where own.customer_id = customer.id or own.email_key = customer.email_key) as "enquiries!",
            (select jsonb_build_object('number', own.id, 'name', own.slug, 'state', own.state, 'tax', own.tax_note,
                 'since', own.created_at,
                 'credits', (select coalesce(jsonb_agg(jsonb_build_object('date', credit.created_at,
                                 'amount', credit.amount_minor / $2::double precision, 'reversed', credit.reversed_minor / $2::double precision)
                                 order by credit.id), '[]') from affiliate_credits credit where credit.affiliate_id = own.id),
                 'payouts', (select coalesce(jsonb_agg(jsonb_build_object('date', payout.created_at,
                                 'amount', payout.amount_minor / $2::double precision, 'state', payout.state,
                                 'reference', payout.reference) order by payout.id), '[]')
                             from affiliate_payouts payout where payout.affiliate_id = own.id))
             from affiliates own where own.customer_id = customer.id) as "affiliate",
            (select coalesce(jsonb_agg(jsonb_build_object('cause', own.cause, 'state', own.state, 'reason', own.reason,
                 'planned', own.planned_at, 'finished', own.finished_at) order by own.id), '[]')
             from followups own where own.person = customer.email_key) as "followups!",
            (select coalesce(jsonb_agg(jsonb_build_object('product', product.name, 'requested', own.created_at) order by own.id), '[]')
             from stock_alerts own join products product on product.id = own.product_id
             where own.person = customer.email_key) as "stock_alerts!",
            (select coalesce(jsonb_agg(jsonb_build_object('product', product.name, 'saved', own.saved_at)
                 order by own.saved_at), '[]')
             from wishlist_items own join products product on product.id = own.product_id
             where own.customer_id = customer.id) as "wishlist!"
        from customers customer where customer.id = $1
        "#,
        customer.0,
        kernel::Currency::shop().minor_per_major() as f64
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| {
        json!({
            "account": {
                "email": row.email,
                "user_name": row.user_name,
                "first_name": row.first_name,
                "last_name": row.last_name,
                "created_at": row.created_at,
            },
            "addresses": row.addresses,
            "subscriptions": row.subscriptions,
            "cart": row.cart,
            "saved_for_later": row.saved_for_later,
            "orders": row.orders,
            "payment_methods": row.methods,
            "reviews": row.reviews,
            "questions": row.questions,
            "comments": row.comments,
            "answers": row.answers,
            "enquiries": row.enquiries,
            "affiliate": row.affiliate,
            "follow_ups": row.followups,
            "stock_alerts": row.stock_alerts,
            "wishlist": row.wishlist,
        })
    }))
}

/// Stores the content of an export. Returns false if it was stored before.
pub async fn fill_export(
    db: &mut PgConnection,
    id: &str,
    body: &Value,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let filled = sqlx::query!(
        "update data_exports set body = $2, made_at = $3 where id = $1 and made_at is null",
        id,
        body,
        now
    )
    .execute(db)
    .await?;
    Ok(filled.rows_affected() == 1)
}

pub async fn export_owner(db: impl PgExecutor<'_>, id: &str) -> sqlx::Result<Option<CustomerId>> {
    let owner = sqlx::query_scalar!("select customer_id from data_exports where id = $1", id)
        .fetch_optional(db)
        .await?;
    Ok(owner.map(CustomerId))
}

/// Deletes a customer. Addresses, subscriptions, tokens, exports and sessions are deleted by cascade; the cart,
/// captured emails and tokens for the address explicitly. Returns false if the customer is gone or has an open order.
pub async fn erase(db: &mut PgConnection, customer: CustomerId) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        r#"delete from customers where id = $1 and not has_open_orders(id)
           returning cart_id, lower(email) as "email_key!""#,
        customer.0
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(deleted) = deleted else { return Ok(false) };
    sqlx::query!("delete from cart_emails where email_key = $1", deleted.email_key).execute(&mut *db).await?;
    sqlx::query!("delete from email_tokens where lower(email) = $1", deleted.email_key)
        .execute(&mut *db)
        .await?;
    if let Some(cart) = deleted.cart_id {
        cart::service::delete(db, kernel::CartId(cart)).await?;
    }
    Ok(true)
}

pub async fn sweep_exports(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from data_exports where id in (select id from data_exports where expires_at < $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
