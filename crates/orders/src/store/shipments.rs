//! Statements on the parcels of orders, and the carriers that the shop ships with.

use chrono::{DateTime, Utc};
use edge::settings_cache::Cached;
use kernel::{OrderId, Quantity};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};

use crate::rules::OpenLine;

#[derive(Debug, Clone)]
pub struct Shipment {
    pub id: i64,
    pub carrier: String,
    pub tracking_number: String,
    pub tracking_url: String,
    pub shipped_at: DateTime<Utc>,
    pub delivered_at: Option<DateTime<Utc>>,
    pub lines: Json<Vec<ShippedLine>>,
}

/// How much of a line is in a parcel.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct ShippedLine {
    pub position: i16,
    /// In units of [`Quantity`].
    pub units: i64,
}

impl ShippedLine {
    pub fn quantity(self) -> Quantity {
        Quantity::from_units(self.units)
    }
}

/// The parcels of an order, in the order in which they were entered.
pub async fn shipments(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<Shipment>> {
    sqlx::query_as!(
        Shipment,
        r#"select id, carrier, tracking_number, tracking_url, shipped_at, delivered_at,
                  (select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'units', line.quantity)
                                   order by line.position), '[]')
                   from order_shipment_lines line where line.shipment_id = order_shipments.id)
                      as "lines!: Json<Vec<ShippedLine>>"
           from order_shipments where order_id = $1 order by id"#,
        order.0
    )
    .fetch_all(db)
    .await
}

pub struct NewShipment<'a> {
    pub form_key: &'a str,
    pub carrier: &'a str,
    pub tracking_number: &'a str,
    pub tracking_url: &'a str,
    pub shipped_at: DateTime<Utc>,
    pub lines: &'a [OpenLine],
}

/// Whether a form has entered its parcel already.
pub async fn has_shipment(db: impl PgExecutor<'_>, order: OrderId, form_key: &str) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from order_shipments where order_id = $1 and form_key = $2"#,
        order.0,
        form_key
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Inserts a parcel and counts its goods as shipped. Returns `None` if its form has entered it already. The caller holds
/// the order's lock; a constraint refuses more than was ordered.
pub async fn insert_shipment(
    db: &mut PgConnection,
    order: OrderId,
    new: &NewShipment<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    let id = sqlx::query_scalar!(
        "insert into order_shipments (order_id, form_key, carrier, tracking_number, tracking_url, shipped_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (order_id, form_key) do nothing returning id",
        order.0,
        new.form_key,
        new.carrier,
        new.tracking_number,
        new.tracking_url,
        new.shipped_at,
        now
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = id else { return Ok(None) };
    sqlx::query!(
        "with packed as (
             insert into order_shipment_lines (shipment_id, order_id, position, quantity)
             select $1, $2, line.position, line.quantity
             from unnest($3::smallint[], $4::bigint[]) as line (position, quantity)
             returning position, quantity)
         update order_lines set shipped = shipped + packed.quantity
         from packed where order_lines.order_id = $2 and order_lines.position = packed.position",
        id,
        order.0,
        &new.lines.iter().map(|line| line.position).collect::<Vec<_>>(),
        &new.lines.iter().map(|line| line.open.as_units()).collect::<Vec<_>>()
    )
    .execute(db)
    .await?;
    Ok(Some(id))
}

/// Corrects who carries a parcel, and its number.
pub async fn correct_shipment(
    db: impl PgExecutor<'_>,
    order: OrderId,
    shipment: i64,
    carrier: &str,
    number: &str,
    url: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update order_shipments set carrier = $3, tracking_number = $4, tracking_url = $5
         where id = $2 and order_id = $1",
        order.0,
        shipment,
        carrier,
        number,
        url
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Removes a parcel that has not arrived; its goods are left to ship again. Returns false if there is none. The caller
/// holds the order's lock.
pub async fn remove_shipment(db: &mut PgConnection, order: OrderId, shipment: i64) -> sqlx::Result<bool> {
    sqlx::query!(
        "update order_lines set shipped = shipped - packed.quantity
         from order_shipment_lines packed join order_shipments parcel on parcel.id = packed.shipment_id
         where parcel.id = $2 and parcel.order_id = $1 and parcel.delivered_at is null
           and order_lines.order_id = $1 and order_lines.position = packed.position",
        order.0,
        shipment
    )
    .execute(&mut *db)
    .await?;
    let done = sqlx::query!(
        "delete from order_shipments where id = $2 and order_id = $1 and delivered_at is null",
        order.0,
        shipment
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Records that a parcel has arrived. Returns false if it had before, or had not left by then.
pub async fn deliver_shipment(
    db: impl PgExecutor<'_>,
    order: OrderId,
    shipment: i64,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update order_shipments set delivered_at = $3
         where id = $2 and order_id = $1 and delivered_at is null and shipped_at <= $3",
        order.0,
        shipment,
        at
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Records that all parcels have arrived, for an order that staff set to delivered.
pub async fn deliver_all(db: impl PgExecutor<'_>, order: OrderId, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update order_shipments set delivered_at = greatest(shipped_at, $2)
         where order_id = $1 and delivered_at is null",
        order.0,
        at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A carrier, and where it shows a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Carrier {
    pub name: String,
    /// `{number}` stands for the tracking number. Empty if parcels cannot be followed.
    #[serde(default)]
    pub url: String,
}

impl Carrier {
    /// The page of a parcel; empty without one.
    pub fn tracking_url(&self, number: &str) -> String {
        if number.is_empty() || !self.url.starts_with("https://") {
            return String::new();
        }
        self.url.replace("{number}", &utf8_percent_encode(number, NON_ALPHANUMERIC).to_string())
    }
}

/// The group `carriers` of the table `settings`: a list of names and URLs.
#[derive(Debug, Clone)]
pub struct Carriers(pub Vec<Carrier>);

impl Default for Carriers {
    fn default() -> Self {
        let carrier = |name: &str, url: &str| Carrier { name: name.to_owned(), url: url.to_owned() };
        Self(vec![
            carrier("أرامكس", "https://www.aramex.com/track/results?ShipmentNumber={number}"),
            carrier("دي إتش إل", "https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}"),
            carrier("فيديكس", "https://www.fedex.com/fedextrack/?trknbr={number}"),
            carrier("يو بي إس", "https://www.ups.com/track?tracknum={number}"),
            carrier("مندوب المتجر", ""),
        ])
    }
}

impl Carriers {
    pub fn find(&self, name: &str) -> Option<&Carrier> {
        self.0.iter().find(|carrier| carrier.name == name)
    }
}

impl Cached for Carriers {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<Json<Vec<Carrier>>> =
            sqlx::query_scalar("select value from settings where name = 'carriers'")
                .fetch_optional(db)
                .await?;
        Ok(value.map(|Json(list)| Self(list)).filter(|carriers| !carriers.0.is_empty()).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tracking_number_cannot_change_the_address_of_its_carrier() {
        let carrier = |url: &str| Carrier { name: "ناقل".to_owned(), url: url.to_owned() };
        let known = carrier("https://carrier.example/?n={number}");
        assert_eq!(known.tracking_url("1Z 9&x=/.."), "https://carrier.example/?n=1Z%209%26x%3D%2F%2E%2E");
        assert_eq!(known.tracking_url(""), "");
        assert_eq!(carrier("javascript:alert({number})").tracking_url("1"), "");
        assert_eq!(carrier("").tracking_url("1"), "");
    }
}
