//! Pages for paper: picking lists by bin, the invoice, and labels of bins.

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Page, PathParam, Shop, ShopZone, audit::AuditWriter, session::StaffMember};
use kernel::{Key, msg};
use payments::service::page::head;
use serde::Deserialize;

use crate::{
    http::{
        rendering::{gift_view, invoice_view},
        staff::{find, url},
    },
    rules::OrderEvent,
    store::{self, Order, office},
    view::{
        PickingLine, PickingOrder, STAFF_INVOICE_URL, STAFF_LABELS_URL, STAFF_ORDER_PICKING_URL,
        STAFF_ORDERS_URL, STAFF_PICKING_URL, StaffPrintPageView,
    },
};

/// As many as a page of the list.
const MAX_ORDERS: usize = 50;

#[derive(Debug, Deserialize)]
pub struct PickingQuery {
    #[serde(rename = "order[]", default)]
    orders: Vec<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintKind {
    Picking,
    Invoice,
    Labels,
}

impl PrintKind {
    pub const ALL: [Self; 3] = [Self::Picking, Self::Invoice, Self::Labels];

    pub fn name(self) -> &'static str {
        match self {
            Self::Picking => "picking",
            Self::Invoice => "invoice",
            Self::Labels => "labels",
        }
    }

    pub fn label(self) -> Key {
        match self {
            Self::Picking => msg::staff_orders::PRINT_ONE_PICKING,
            Self::Invoice => msg::staff_orders::PRINT_INVOICE,
            Self::Labels => msg::staff_orders::PRINT_LABELS,
        }
    }

    fn url(self) -> &'static str {
        match self {
            Self::Picking => STAFF_ORDER_PICKING_URL,
            Self::Invoice => STAFF_INVOICE_URL,
            Self::Labels => STAFF_LABELS_URL,
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct PrintForm {
    kind: String,
}

/// Records that something was printed, and leads to it.
pub async fn record(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<PrintForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let Some(kind) = PrintKind::ALL.into_iter().find(|kind| kind.name() == form.kind) else {
        return Ok(redirect(&url(&order), None));
    };
    let mut tx = shop.db.begin().await?;
    if kind == PrintKind::Picking {
        let now = shop.clock.now();
        store::record_event(&mut *tx, order.id, OrderEvent::Printed, "", &member.name, now).await?;
    }
    audit.record(&mut *tx, "print", &format!("{} order {}", kind.name(), order.id)).await?;
    tx.commit().await?;
    Ok(redirect(&kind.url().replace("{id}", &order.number.to_string()), None))
}

pub async fn picking_of_many(
    State(shop): State<Shop>,
    Fields(query): Fields<PickingQuery>,
) -> Result<Response, AppError> {
    let mut orders = Vec::new();
    for number in query.orders.iter().take(MAX_ORDERS) {
        if let Some(id) = store::find_by_number(&shop.db, *number).await?
            && let Some(order) = store::find(&shop.db, id).await?
        {
            orders.push(order);
        }
    }
    picking_page(&shop, &orders, STAFF_PICKING_URL, STAFF_ORDERS_URL).await
}

pub async fn picking(
    State(shop): State<Shop>,
    PathParam(number): PathParam<i64>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let back = url(&order);
    let path = STAFF_ORDER_PICKING_URL.replace("{id}", &order.number.to_string());
    picking_page(&shop, &[order], &path, &back).await
}

async fn picking_page(shop: &Shop, orders: &[Order], path: &str, back: &str) -> Result<Response, AppError> {
    let mut lists = Vec::new();
    for order in orders {
        lists.push(picking_list(shop, order).await?);
    }
    let title = shop.messages.text(msg::staff_orders::PRINT_PICKING);
    render(
        shop,
        path,
        StaffPrintPageView { title, orders: lists, labels: Vec::new(), back_url: back.to_owned() },
    )
    .await
}

async fn render(shop: &Shop, path: &str, view: StaffPrintPageView) -> Result<Response, AppError> {
    let head = head(shop, path, view.title.clone());
    shop.personal_response(&Page::new(head, &view).slim().preview()).await
}

/// The goods of an order in the order of the bins. What has no bin comes last.
async fn picking_list(shop: &Shop, order: &Order) -> Result<PickingOrder, AppError> {
    let rates = shop.settings.get::<cart::service::Rates>().await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let mut lines: Vec<PickingLine> =
        office::bins(&shop.db, order.id).await?.into_iter().map(picking_line).collect();
    lines.sort_by(|a, b| (a.bin.is_none(), &a.bin, &a.sku).cmp(&(b.bin.is_none(), &b.bin, &b.sku)));
    Ok(PickingOrder {
        number: order.number.to_string(),
        date: zone.date_time(order.created_at),
        address: store::address_lines(order.destination(), &rates),
        phone: order.destination().phone.clone(),
        notes: order.notes.clone(),
        gift: gift_view(order),
        shipping: order.shipping_title.clone(),
        lines,
    })
}

fn picking_line(piece: office::BinPiece) -> PickingLine {
    PickingLine {
        name: [Some(piece.name), piece.variation].into_iter().flatten().collect::<Vec<_>>().join("، "),
        quantity: kernel::Quantity::from_units(piece.units).to_string(),
        sku: piece.sku,
        bin: piece.bin,
    }
}

pub async fn invoice(
    State(shop): State<Shop>,
    PathParam(number): PathParam<i64>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let view = invoice_view(&shop, &shop.db, &order, url(&order)).await?;
    let path = STAFF_INVOICE_URL.replace("{id}", &order.number.to_string());
    shop.personal_response(&Page::new(head(&shop, &path, view.title.clone()), &view).slim().preview()).await
}

pub async fn labels(
    State(shop): State<Shop>,
    PathParam(number): PathParam<i64>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let title = shop.messages.text(msg::staff_orders::PRINT_LABELS);
    let labels = office::bins(&shop.db, order.id).await?.into_iter().map(picking_line).collect();
    let path = STAFF_LABELS_URL.replace("{id}", &order.number.to_string());
    render(&shop, &path, StaffPrintPageView { title, orders: Vec::new(), labels, back_url: url(&order) })
        .await
}
