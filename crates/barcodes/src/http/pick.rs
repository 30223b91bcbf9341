//! Packing an order by scans: the page, its plain forms, and the call of the script.

use accounts::service::{FormSession, redirect};
use axum::{Json, extract::State, response::Response};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, headers::for_camera,
    idempotency::RequestKey, session::StaffMember,
};
use http::StatusCode;
use kernel::{Message, msg};
use orders::{
    service::Order,
    view::{STAFF_ORDER_URL, STAFF_PICK_URL},
};
use serde::Deserialize;

use super::NONCE;
use crate::{
    rules::PickNotice,
    service::{self, PickAct, PickLine, PickRequest, Picked},
    view::*,
};

#[derive(Debug, Default, Deserialize)]
pub struct PickQuery {
    #[serde(default)]
    notice: String,
    #[serde(default)]
    sku: String,
}

async fn find(shop: &Shop, number: i64) -> Result<Order, AppError> {
    let id = orders::service::find_by_number(&shop.db, number).await?.ok_or(AppError::NotFound)?;
    orders::service::find(&shop.db, id).await?.ok_or(AppError::NotFound)
}

fn url(pattern: &str, order: &Order) -> String {
    pattern.replace("{id}", &order.number.to_string())
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(number): PathParam<i64>,
    Fields(query): Fields<PickQuery>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let lines = service::pick_lines(&shop.db, order.id).await?;
    let session = FormSession::for_staff(&visitor)?;
    let notice = match PickNotice::parse(&query.notice) {
        Some(notice) => {
            let sku = Some(query.sku).filter(|sku| !sku.is_empty());
            Some(notice_view(&shop, &lines, &Picked { notice, sku }).await?)
        }
        None => None,
    };
    let title = shop.messages.text(msg::barcodes::PICK_OF.with("number", order.number.to_string()));
    let action = url(STAFF_PICK_URL, &order);
    let view = PickPageView {
        title: title.clone(),
        order_url: url(STAFF_ORDER_URL, &order),
        tool: PickToolView {
            order: order.number.to_string(),
            nonce: session.nonce(&shop, NONCE),
            request_key: hex::encode(rand::random::<[u8; 16]>()),
            notice,
            state: state_view(&shop, &order, &lines),
            action: action.clone(),
        },
    };
    let heading = kernel::text::without_isolates(&title);
    let mut response = session.render_page(&shop, &action, &heading, &view, StatusCode::OK).await?;
    response.extensions_mut().insert(for_camera());
    Ok(response)
}

fn state_view(shop: &Shop, order: &Order, lines: &[PickLine]) -> PickStateView {
    let is_now = service::is_open(order.state);
    let is_over = lines.iter().any(|line| line.is_over);
    let left = lines.iter().filter(|line| line.picked < line.wanted).count();
    let is_open = is_now && !is_over && !lines.is_empty();
    let text: Message = if lines.is_empty() {
        msg::barcodes::PICK_NO_LINES.into()
    } else if is_over {
        msg::barcodes::PICK_FINISHED.into()
    } else if !is_now {
        msg::barcodes::PICK_NOT_NOW.into()
    } else {
        msg::barcodes::PICK_LEFT.with("count", left)
    };
    PickStateView {
        lines: lines
            .iter()
            .map(|line| PickLineView {
                sku: line.sku.clone(),
                name: service::with_label(&line.name, &line.label),
                bin: Some(line.bin.clone()).filter(|bin| !bin.is_empty()),
                wanted: line.wanted.to_string(),
                picked: line.picked.to_string(),
                is_complete: line.picked >= line.wanted,
                can_take_back: is_open && !line.picked.is_zero(),
            })
            .collect(),
        text: shop.messages.text(text),
        is_open,
        can_finish: is_open && left == 0,
        can_reopen: is_now && is_over,
    }
}

/// What became of an act, in words: with the name of the goods, and what is counted of them now.
async fn notice_view(shop: &Shop, lines: &[PickLine], done: &Picked) -> Result<BarcodeNotice, AppError> {
    let sku = done.sku.as_deref().unwrap_or_default();
    let line = lines.iter().find(|line| line.sku == sku);
    let name = match line {
        Some(line) => service::with_label(&line.name, &line.label),
        None if sku.is_empty() => String::new(),
        None => service::name_of(shop, sku).await?.unwrap_or_else(|| sku.to_owned()),
    };
    let count = |count: fn(&PickLine) -> String| line.map(count).unwrap_or_default();
    let message = Message::from(done.notice.message())
        .with("name", name)
        .with("picked", count(|line| line.picked.to_string()))
        .with("wanted", count(|line| line.wanted.to_string()));
    Ok(BarcodeNotice { text: shop.messages.text(message), is_error: done.notice.is_refusal() })
}

#[derive(Debug, Deserialize)]
pub struct PickForm {
    act: String,
    /// The code, or the SKU of the piece that comes out.
    #[serde(default)]
    value: String,
    /// Of a form without script.
    #[serde(default)]
    key: String,
    /// The number of the order, in a call.
    #[serde(default)]
    order: Option<i64>,
}

async fn act(
    shop: &Shop,
    audit: &AuditWriter,
    staff: &StaffMember,
    visitor: &Visitor,
    key: &RequestKey,
    (order, form): (&Order, &PickForm),
) -> Result<Picked, AppError> {
    let act = PickAct::parse(&form.act, &form.value).ok_or(AppError::BadRequest("no such act"))?;
    let session = FormSession::for_staff(visitor)?;
    let request = PickRequest { staff, token: &session.token, key, order: order.id, act };
    service::pick(shop, audit, &request).await
}

/// A plain form of the page.
pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    staff: StaffMember,
    visitor: Visitor,
    key: RequestKey,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<PickForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let own = Some(form.key.clone()).filter(|key| (8..=64).contains(&key.len()));
    let key = RequestKey(key.0.or(own));
    let done = act(&shop, &audit, &staff, &visitor, &key, (&order, &form)).await?;
    let sku = done.sku.unwrap_or_default();
    let pairs = [("notice", done.notice.name()), ("sku", sku.as_str())];
    let query = pairs.into_iter().filter(|(_, value)| !value.is_empty()).collect::<Vec<_>>();
    let query = serde_urlencoded::to_string(query).map_err(anyhow::Error::from)?;
    Ok(redirect(&format!("{}?{query}", url(STAFF_PICK_URL, &order)), None))
}

/// The same act of the script, which goes on scanning without a new page.
pub async fn call(
    State(shop): State<Shop>,
    audit: AuditWriter,
    staff: StaffMember,
    visitor: Visitor,
    key: RequestKey,
    Fields(form): Fields<PickForm>,
) -> Result<Json<PickAnswer>, AppError> {
    let order = find(&shop, form.order.ok_or(AppError::BadRequest("no order"))?).await?;
    let done = act(&shop, &audit, &staff, &visitor, &key, (&order, &form)).await?;
    // As it is now: another member may have counted meanwhile.
    let order = find(&shop, order.number).await?;
    let lines = service::pick_lines(&shop.db, order.id).await?;
    let notice = notice_view(&shop, &lines, &done).await?;
    Ok(Json(PickAnswer { notice, state: state_view(&shop, &order, &lines) }))
}
