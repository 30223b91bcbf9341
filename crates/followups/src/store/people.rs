//! Who may get a follow-up, read in the transaction that decides.

use kernel::EmailAddress;
use sqlx::PgConnection;

use super::{CauseSettings, Followup};
use crate::rules::Person;

/// What is known about the person now. Reads customers, subscriptions, orders and carts, which belong to other crates.
pub async fn person(
    db: &mut PgConnection,
    followup: &Followup,
    settings: &CauseSettings,
) -> anyhow::Result<Person> {
    let row = sqlx::query!(
        r#"
        select exists (select from subscription_lists list where list.id = $2) as "has_list!",
            customer.id is not null as "is_customer!",
            exists (select from subscriptions own where own.customer_id = customer.id and own.list_id = $2)
                as "is_subscribed!",
            exists (select from customers gone where gone.leaving_at is not null and lower(gone.email) = $1) as "is_leaving!",
            exists (select from orders later where (lower(later.email) = $1 or later.customer_id = customer.id)
                and later.id > $3 and later.paid_at is not null) as "has_bought!",
            exists (select from orders later where (lower(later.email) = $1 or later.customer_id = customer.id)
                and later.id > $3 and later.paid_at is null
                and later.state in ('pending', 'on_hold', 'processing', 'shipped')) as "is_buying!",
            case $4::text
                when 'abandoned-cart' then exists (select from cart_lines line where line.cart_id = $5)
                when 'review-request' then exists (select from orders bought
                    where bought.id = $3 and bought.state in ('delivered', 'completed'))
                else exists (select from orders bought where bought.id = $3
                    and bought.state in ('processing', 'shipped', 'delivered', 'completed'))
            end as "is_current!"
        from (select) one left join customers customer on customer.email_key = $1
        "#,
        followup.person,
        settings.list,
        followup.occasion,
        settings.cause.name(),
        followup.cart_id
    )
    .fetch_one(&mut *db)
    .await?;
    let is_suppressed = match (EmailAddress::parse(&followup.person), settings.list) {
        (Ok(address), Some(list)) => mail::service::is_suppressed(db, &address, list).await?,
        // An address that cannot be written to.
        (Err(_), _) => true,
        (Ok(_), None) => false,
    };
    Ok(Person {
        is_on: settings.is_on,
        has_list: row.has_list,
        is_customer: row.is_customer,
        is_subscribed: row.is_subscribed,
        is_suppressed,
        is_leaving: row.is_leaving,
        has_bought: row.has_bought,
        is_buying: row.is_buying,
        is_current: row.is_current,
    })
}
