//! Parcels, entered by staff on the order's page. The state of the order follows them, in the same transaction.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::NONCE,
};
use axum::{extract::State, response::Response};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use edge::{AppError, Fields, PathParam, Shop, ShopZone, audit::AuditWriter, session::StaffMember};
use kernel::{Quantity, Zone, text::clean};
use payments::{PaymentContext, service::random_text};
use serde::Deserialize;
use sqlx::PgConnection;

use super::{
    nonces, parcel_changes,
    payment::collect_cash,
    rendering::parcel_contents,
    staff::{find, url},
};
use crate::{
    jobs::{self, OrderNotification},
    rules::{OpenLine, OrderEvent, State as OrderState, StateTrigger, pack, state_by_parcels},
    store::{self, Carriers, NewShipment, Order, OrderLine, Shipment},
    view::{
        DeliverFormView, OpenLineView, STAFF_DELIVER_URL, STAFF_SHIP_URL, ShipFormView, StaffShipmentView,
    },
};

pub const MAX_NUMBER_LENGTH: usize = 80;
const FORM_KEY_LENGTH: usize = 26;

pub fn action(pattern: &str, order: &Order) -> String {
    pattern.replace("{id}", &order.number.to_string())
}

fn day(zone: &Zone, time: DateTime<Utc>) -> String {
    zone.local(time).date().to_string()
}

/// `None` if nothing is left to ship.
pub async fn ship_form(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    lines: &[OrderLine],
) -> Result<Option<ShipFormView>, AppError> {
    let open: Vec<OpenLine> = lines.iter().map(OrderLine::open).collect();
    if pack(order.state, &open, &[]).is_err() {
        return Ok(None);
    }
    let zone = shop.settings.get::<ShopZone>().await?;
    let line = |line: &OrderLine| OpenLineView {
        position: line.position.to_string(),
        name: match &line.detail {
            Some(detail) => format!("{} ({detail})", line.name),
            None => line.name.clone(),
        },
        open: line.open().open.to_string(),
    };
    let carriers = shop.settings.get::<Carriers>().await?;
    Ok(Some(ShipFormView {
        action: action(STAFF_SHIP_URL, order),
        hidden: vec![
            (NONCE.to_owned(), form_session.nonce(shop, nonces::STAFF)),
            ("form_key".to_owned(), random_text(FORM_KEY_LENGTH)),
        ],
        carriers: carriers.0.iter().map(|carrier| carrier.name.clone()).collect(),
        today: day(&zone, shop.clock.now()),
        first_day: day(&zone, order.created_at),
        lines: lines.iter().filter(|line| !line.open().open.is_zero()).map(line).collect(),
    }))
}

pub async fn shipment_views(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    lines: &[OrderLine],
    parcels: &[Shipment],
    may_move: bool,
) -> Result<Vec<StaffShipmentView>, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let deliver = |parcel: &Shipment| DeliverFormView {
        action: action(STAFF_DELIVER_URL, order),
        hidden: vec![
            (NONCE.to_owned(), form_session.nonce(shop, nonces::STAFF)),
            ("shipment".to_owned(), parcel.id.to_string()),
        ],
        today: day(&zone, shop.clock.now()),
        first_day: day(&zone, parcel.shipped_at),
    };
    let carriers = shop.settings.get::<Carriers>().await?;
    let view = |parcel: &Shipment| StaffShipmentView {
        correct: parcel_changes::correct_form(shop, form_session, order, parcel, &carriers),
        remove: parcel_changes::remove_form(shop, form_session, order, parcel),
        id: parcel.id.to_string(),
        carrier: parcel.carrier.clone(),
        number: parcel.tracking_number.clone(),
        url: Some(parcel.tracking_url.clone()).filter(|url| !url.is_empty()),
        shipped: zone.weekday_and_time(parcel.shipped_at),
        delivered: parcel.delivered_at.map(|at| zone.weekday_and_time(at)),
        contents: parcel_contents(parcel, lines),
        deliver: (may_move && parcel.delivered_at.is_none()).then(|| deliver(parcel)),
    };
    Ok(parcels.iter().map(view).collect())
}

/// The moment of a day in a form: now for today, otherwise noon. `None` for a day before `first` or after today.
fn moment(zone: &Zone, typed: &str, first: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let typed = kernel::digits::fold(typed.trim());
    if typed.is_empty() {
        return Some(now);
    }
    let day: NaiveDate = typed.parse().ok()?;
    let (first_day, today) = (zone.local(first).date(), zone.local(now).date());
    if day < first_day || day > today {
        return None;
    }
    if day == today {
        return Some(now);
    }
    let noon = NaiveTime::from_hms_opt(12, 0, 0)?;
    Some(zone.moment(day.and_time(noon)).clamp(first, now))
}

#[derive(Debug, Deserialize)]
pub struct ShipForm {
    /// One parcel for each form.
    form_key: String,
    carrier: String,
    #[serde(default)]
    number: String,
    #[serde(default)]
    shipped_on: String,
    /// Positions of lines and quantities, in the same order. Without any, everything that is left is in the parcel.
    #[serde(rename = "line[]", default)]
    lines: Vec<i16>,
    #[serde(rename = "quantity[]", default)]
    quantities: Vec<String>,
}

impl ShipForm {
    /// `None` if a quantity is no number.
    fn wanted(&self) -> Option<Vec<OpenLine>> {
        if self.lines.len() != self.quantities.len() {
            return None;
        }
        let quantity = |text: &String| match text.trim() {
            "" => Some(Quantity::ZERO),
            text => Quantity::parse(text).ok(),
        };
        let line =
            |(position, text): (&i16, &String)| Some(OpenLine { position: *position, open: quantity(text)? });
        self.lines.iter().zip(&self.quantities).map(line).collect()
    }
}

/// Enters a parcel, and moves the order on if all of it has left.
pub async fn ship(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<ShipForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let now = shop.clock.now();
    let zone = shop.settings.get::<ShopZone>().await?;
    let carriers = shop.settings.get::<Carriers>().await?;
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let tracking_number = clean(&form.number, MAX_NUMBER_LENGTH);
    let Some(carrier) = carriers.find(&form.carrier) else { return answer("not-shipped") };
    let Some(wanted) = form.wanted().filter(|_| form.form_key.len() == FORM_KEY_LENGTH) else {
        return answer("not-shipped");
    };
    let Some(shipped_at) = moment(&zone, &form.shipped_on, order.created_at, now) else {
        return answer("not-shipped");
    };
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    if store::has_shipment(&mut *tx, order.id, &form.form_key).await? {
        return answer("shipped");
    }
    let open: Vec<OpenLine> = store::lines(&mut *tx, order.id).await?.iter().map(OrderLine::open).collect();
    let Ok(packed) = pack(order.state, &open, &wanted) else { return answer("not-shipped") };
    let new = NewShipment {
        form_key: &form.form_key,
        carrier: &carrier.name,
        tracking_number: &tracking_number,
        tracking_url: &carrier.tracking_url(&tracking_number),
        shipped_at,
        lines: &packed,
    };
    let Some(id) = store::insert_shipment(&mut tx, order.id, &new, now).await? else {
        return answer("shipped");
    };
    let detail = format!("{} {tracking_number}", carrier.name);
    store::record_event(&mut *tx, order.id, OrderEvent::ParcelSent, detail.trim(), &member.name, now).await?;
    follow_parcels(&mut tx, &order, &member.name, now).await?;
    jobs::notify(&mut tx, order.id, OrderNotification::Parcel { shipment: id }, now).await?;
    audit.record(&mut *tx, "order-shipment", &format!("order {} parcel {id}", order.id)).await?;
    tx.commit().await?;
    answer("shipped")
}

#[derive(Debug, Deserialize)]
pub struct DeliverForm {
    shipment: i64,
    #[serde(default)]
    delivered_on: String,
}

/// Enters the arrival of a parcel, and moves the order on if all of it has arrived.
pub async fn deliver(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<DeliverForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let now = shop.clock.now();
    let zone = shop.settings.get::<ShopZone>().await?;
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let parcels = store::shipments(&mut *tx, order.id).await?;
    let Some(parcel) = parcels.iter().find(|parcel| parcel.id == form.shipment) else {
        return answer("not-delivered");
    };
    // Sent twice: it has arrived.
    if parcel.delivered_at.is_some() {
        return answer("delivered");
    }
    let Some(at) = moment(&zone, &form.delivered_on, parcel.shipped_at, now) else {
        return answer("not-delivered");
    };
    if !store::deliver_shipment(&mut *tx, order.id, parcel.id, at).await? {
        return answer("not-delivered");
    }
    let detail = &parcel.tracking_number;
    store::record_event(&mut *tx, order.id, OrderEvent::ParcelArrived, detail, &member.name, now).await?;
    if follow_parcels(&mut tx, &order, &member.name, now).await? == Some(OrderState::Delivered) {
        collect_cash(&context, &mut tx, &order, &member.name, now).await?;
        jobs::notify(&mut tx, order.id, OrderNotification::Delivered, now).await?;
    }
    audit.record(&mut *tx, "order-delivery", &format!("order {} parcel {}", order.id, parcel.id)).await?;
    tx.commit().await?;
    answer("delivered")
}

/// Moves the order to the state that its parcels have reached. Returns the new state.
async fn follow_parcels(
    db: &mut PgConnection,
    order: &Order,
    actor: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<OrderState>> {
    let is_all_shipped =
        store::lines(&mut *db, order.id).await?.iter().all(|line| line.open().open.is_zero());
    let parcels = store::shipments(&mut *db, order.id).await?;
    let is_all_delivered = parcels.iter().all(|parcel| parcel.delivered_at.is_some());
    let reached = state_by_parcels(order.state, is_all_shipped, is_all_delivered)
        .and_then(|state| order.state.after(StateTrigger::MovedByStaff(state)));
    if let Some(state) = reached {
        store::set_state(db, order, state, "", actor, now).await?;
    }
    Ok(reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_neither_in_the_future_nor_before_the_order() {
        let time = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
        let zone = Zone::default();
        let (first, now) = (time("2026-11-14T15:00:00Z"), time("2026-11-17T09:00:00Z"));
        let read = |typed: &str| moment(&zone, typed, first, now);
        assert_eq!(read(""), Some(now));
        assert_eq!(read("2026-11-17"), Some(now));
        assert_eq!(read("٢٠٢٦-١١-١٦"), Some(time("2026-11-16T12:00:00Z")));
        assert_eq!(read("2026-11-14"), Some(first), "not before the order itself");
        for wrong in ["2026-11-13", "2026-11-18", "yesterday", "2026-13-01"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_form_whose_lists_do_not_match_wants_nothing() {
        let form = |lines: &[i16], quantities: &[&str]| ShipForm {
            form_key: String::new(),
            carrier: String::new(),
            number: String::new(),
            shipped_on: String::new(),
            lines: lines.to_vec(),
            quantities: quantities.iter().map(|&text| text.to_owned()).collect(),
        };
        let line = |position, pieces| OpenLine { position, open: Quantity::from_whole(pieces) };
        assert_eq!(form(&[1, 2], &["٢", ""]).wanted(), Some(vec![line(1, 2), line(2, 0)]));
        assert_eq!(form(&[1, 2], &["2"]).wanted(), None);
        assert_eq!(form(&[1], &["two"]).wanted(), None);
    }
}
