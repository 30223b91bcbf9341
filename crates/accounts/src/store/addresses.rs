//! Saved addresses of customers.

use kernel::CustomerId;
use sqlx::PgExecutor;

use crate::rules::{Address, AddressKind};

pub async fn find_address(
    db: impl PgExecutor<'_>,
    customer: CustomerId,
    kind: AddressKind,
) -> sqlx::Result<Option<Address>> {
    sqlx::query_as!(
        Address,
        "select first_name, last_name, country, city, address_1, home_number, postcode, phone, email from addresses
         where customer_id = $1 and kind = $2",
        customer.0,
        kind as AddressKind
    )
    .fetch_optional(db)
    .await
}

pub async fn save_address(
    db: impl PgExecutor<'_>,
    customer: CustomerId,
    kind: AddressKind,
    address: &Address,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into addresses (customer_id, kind, first_name, last_name, country, city, address_1, home_number,
                                postcode, phone, email)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (customer_id, kind) do update set
             first_name = excluded.first_name, last_name = excluded.last_name, country = excluded.country,
             city = excluded.city, address_1 = excluded.address_1, home_number = excluded.home_number,
             postcode = excluded.postcode, phone = excluded.phone, email = excluded.email",
        customer.0,
        kind as AddressKind,
        address.first_name,
        address.last_name,
        address.country,
        address.city,
        address.address_1,
        address.home_number,
        address.postcode,
        address.phone,
        address.email
    )
    .execute(db)
    .await?;
    Ok(())
}
