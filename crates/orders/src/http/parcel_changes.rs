//! Corrections of parcels that staff entered. The buyer's pages show the corrected parcel; no email is sent again.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, FormView, OptionView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, PathParam, Shop, audit::AuditWriter, session::StaffMember};
use kernel::{msg, text::clean};
use serde::Deserialize;

use super::{
    nonces,
    shipments::{MAX_NUMBER_LENGTH, action},
    staff::{find, url},
};
use crate::{
    rules::{OrderEvent, state_without_parcel},
    store::{self, Carriers, Order, Shipment},
    view::{STAFF_CORRECT_URL, STAFF_REMOVE_URL},
};

pub fn correct_form(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    parcel: &Shipment,
    carriers: &Carriers,
) -> FormView {
    let mut names: Vec<String> = carriers.0.iter().map(|carrier| carrier.name.clone()).collect();
    // The shop may no longer ship with it.
    if !names.contains(&parcel.carrier) {
        names.push(parcel.carrier.clone());
    }
    let option = |name: String| OptionView { value: name.clone(), label: name };
    let carrier = FieldView::new("carrier", FieldKind::Select, msg::orders::STAFF_CARRIER, shop.messages)
        .options(names.into_iter().map(option).collect())
        .value(parcel.carrier.clone());
    let number = FieldView::new("number", FieldKind::Latin, msg::orders::STAFF_NUMBER, shop.messages)
        .value(parcel.tracking_number.clone());
    form_session
        .form(shop, &action(STAFF_CORRECT_URL, order), nonces::STAFF, msg::orders::STAFF_CORRECT_SUBMIT)
        .with_hidden("shipment", parcel.id.to_string())
        .with(carrier)
        .with(number)
}

/// `None` for a parcel that has arrived.
pub fn remove_form(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    parcel: &Shipment,
) -> Option<FormView> {
    parcel.delivered_at.is_none().then(|| {
        form_session
            .form(shop, &action(STAFF_REMOVE_URL, order), nonces::STAFF, msg::orders::STAFF_REMOVE)
            .with_hidden("shipment", parcel.id.to_string())
            .dangerous()
    })
}

fn describe(carrier: &str, number: &str) -> String {
    format!("{carrier} {number}").trim().to_owned()
}

#[derive(Debug, Deserialize)]
pub struct CorrectForm {
    shipment: i64,
    carrier: String,
    #[serde(default)]
    number: String,
}

pub async fn correct(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<CorrectForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let carriers = shop.settings.get::<Carriers>().await?;
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let number = clean(&form.number, MAX_NUMBER_LENGTH);
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let parcels = store::shipments(&mut *tx, order.id).await?;
    let Some(parcel) = parcels.iter().find(|parcel| parcel.id == form.shipment) else {
        return answer("not-corrected");
    };
    // Sent twice, or nothing was changed.
    if parcel.carrier == form.carrier && parcel.tracking_number == number {
        return answer("corrected");
    }
    let tracking_url = match carriers.find(&form.carrier) {
        Some(carrier) => carrier.tracking_url(&number),
        None if form.carrier == parcel.carrier => String::new(),
        None => return answer("not-corrected"),
    };
    store::correct_shipment(&mut *tx, order.id, parcel.id, &form.carrier, &number, &tracking_url).await?;
    let was = describe(&parcel.carrier, &parcel.tracking_number);
    let detail = format!("{was} ← {}", describe(&form.carrier, &number));
    let now = shop.clock.now();
    store::record_event(&mut *tx, order.id, OrderEvent::ParcelCorrected, &detail, &member.name, now).await?;
    let subject = format!("order {} parcel {} corrected", order.id, parcel.id);
    audit.record(&mut *tx, "order-shipment", &subject).await?;
    tx.commit().await?;
    answer("corrected")
}

#[derive(Debug, Deserialize)]
pub struct RemoveForm {
    shipment: i64,
}

/// Removes a parcel. What was in it is left to ship, and an order that was on its way with it is prepared again.
pub async fn remove(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<RemoveForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let now = shop.clock.now();
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let parcels = store::shipments(&mut *tx, order.id).await?;
    // Sent twice: it is gone.
    let Some(parcel) = parcels.iter().find(|parcel| parcel.id == form.shipment) else {
        return answer("parcel-removed");
    };
    let was_all_shipped =
        store::lines(&mut *tx, order.id).await?.iter().all(|line| line.open().open.is_zero());
    if !store::remove_shipment(&mut tx, order.id, parcel.id).await? {
        return answer("parcel-not-removed");
    }
    let detail = describe(&parcel.carrier, &parcel.tracking_number);
    store::record_event(&mut *tx, order.id, OrderEvent::ParcelRemoved, &detail, &member.name, now).await?;
    if let Some(state) = state_without_parcel(order.state, was_all_shipped) {
        store::set_state(&mut tx, &order, state, "", &member.name, now).await?;
    }
    let subject = format!("order {} parcel {} removed", order.id, parcel.id);
    audit.record(&mut *tx, "order-shipment", &subject).await?;
    tx.commit().await?;
    answer("parcel-removed")
}
