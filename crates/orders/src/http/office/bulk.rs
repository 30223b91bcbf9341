//! What can be done with several orders of the list. Every order is changed in a transaction of its own, and the answer
//! names each that was not.

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, audit::AuditWriter, session::StaffMember};
use kernel::{OrderId, text};
use payments::PaymentContext;
use serde::Deserialize;

use super::{
    moving::{MoveRefusal, audit_subject, move_order},
    query::OrdersQuery,
};
use crate::{
    rules::{OrderEvent, State as OrderState},
    store::{
        self,
        office::{self, Tagged},
    },
    view::{STAFF_ORDERS_URL, STAFF_PICKING_URL},
};

/// As many as a page lists.
const MAX_ORDERS: usize = 50;
pub const MAX_TAG: usize = 30;

#[derive(Debug, Deserialize)]
pub struct BulkForm {
    /// Numbers of orders.
    #[serde(rename = "order[]", default)]
    orders: Vec<i64>,
    /// The query of the list that the form was sent from.
    #[serde(default)]
    back: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    assignee: String,
    #[serde(default)]
    tag: String,
}

impl BulkForm {
    fn numbers(&self) -> &[i64] {
        self.orders.get(..self.orders.len().min(MAX_ORDERS)).unwrap_or_default()
    }

    /// Back to the list, with the answer.
    fn answer(&self, notice: &str, done: usize, refused: &[(i64, MoveRefusal)]) -> Response {
        let list = OrdersQuery::parse(&self.back);
        let not: Vec<_> =
            refused.iter().map(|(number, reason)| format!("{number}:{}", reason.name())).collect();
        let (done, not) = (done.to_string(), not.join(","));
        let mut pairs = list.filters();
        pairs.extend([("notice", notice), ("done", done.as_str())]);
        if !not.is_empty() {
            pairs.push(("not", not.as_str()));
        }
        let query = serde_urlencoded::to_string(pairs).expect("text pairs can be encoded");
        redirect(&format!("{STAFF_ORDERS_URL}?{query}"), None)
    }

    async fn ids(&self, shop: &Shop) -> Result<Vec<(i64, Option<OrderId>)>, AppError> {
        let mut ids = Vec::new();
        for number in self.numbers() {
            ids.push((*number, store::find_by_number(&shop.db, *number).await?));
        }
        Ok(ids)
    }
}

pub async fn change_state(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    audit: AuditWriter,
    member: StaffMember,
    Fields(form): Fields<BulkForm>,
) -> Result<Response, AppError> {
    let Some(to) = OrderState::parse(&form.state).filter(|_| !form.orders.is_empty()) else {
        return Ok(form.answer("none-chosen", 0, &[]));
    };
    let (mut done, mut refused) = (0, Vec::new());
    for (number, id) in form.ids(&shop).await? {
        let Some(id) = id else {
            refused.push((number, MoveRefusal::Gone));
            continue;
        };
        match move_one(&shop, &context, &audit, &member, id, to).await {
            Ok(Ok(())) => done += 1,
            Ok(Err(refusal)) => refused.push((number, refusal)),
            // Others were moved already: the answer must name them.
            Err(error) => {
                tracing::error!(%error, order = %id, "moving an order failed");
                refused.push((number, MoveRefusal::Busy));
            }
        }
    }
    Ok(form.answer("moved", done, &refused))
}

async fn move_one(
    shop: &Shop,
    context: &PaymentContext,
    audit: &AuditWriter,
    member: &StaffMember,
    id: OrderId,
    to: OrderState,
) -> anyhow::Result<Result<(), MoveRefusal>> {
    let mut tx = shop.db.begin().await?;
    let moved = move_order(context, &mut tx, member, id, None, to, shop.clock.now()).await?;
    let (order, next) = match moved {
        Ok(moved) => moved,
        Err(refusal) => return Ok(Err(refusal)),
    };
    audit.record(&mut *tx, "order-state", &audit_subject(&order, next)).await?;
    tx.commit().await?;
    Ok(Ok(()))
}

pub async fn assign(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    Fields(form): Fields<BulkForm>,
) -> Result<Response, AppError> {
    let members = office::colleagues(&shop.db).await?;
    let assignee = members.iter().find(|one| one.id.to_string() == form.assignee);
    if form.orders.is_empty() || (assignee.is_none() && !form.assignee.is_empty()) {
        return Ok(form.answer("none-chosen", 0, &[]));
    }
    let (mut done, mut refused) = (0, Vec::new());
    for (number, id) in form.ids(&shop).await? {
        let Some(id) = id else {
            refused.push((number, MoveRefusal::Gone));
            continue;
        };
        let mut tx = shop.db.begin().await?;
        set_assignee(&shop, &mut tx, &audit, &member, id, assignee).await?;
        tx.commit().await?;
        done += 1;
    }
    Ok(form.answer("assigned", done, &refused))
}

/// Assigns an order, with its history and the audit line. Without effect if it is assigned so already.
pub async fn set_assignee(
    shop: &Shop,
    db: &mut sqlx::PgConnection,
    audit: &AuditWriter,
    member: &StaffMember,
    order: OrderId,
    assignee: Option<&office::Colleague>,
) -> Result<(), AppError> {
    let before = office::assignee(&mut *db, order).await?;
    if !office::assign(&mut *db, order, assignee.map(|one| one.id)).await? {
        return Ok(());
    }
    let name = assignee.map_or("", |one| one.name.as_str());
    store::record_event(&mut *db, order, OrderEvent::Assigned, name, &member.name, shop.clock.now()).await?;
    let id = |staff: Option<i64>| staff.map_or_else(|| "nobody".to_owned(), |id| format!("staff {id}"));
    let subject =
        format!("order {order} {} -> {}", id(before.map(|one| one.id)), id(assignee.map(|one| one.id)));
    audit.record(&mut *db, "order-assign", &subject).await?;
    Ok(())
}

pub async fn tag(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<BulkForm>,
) -> Result<Response, AppError> {
    let tag = text::clean(&form.tag, MAX_TAG);
    if tag.is_empty() {
        return Ok(form.answer("no-tag", 0, &[]));
    }
    if form.orders.is_empty() {
        return Ok(form.answer("none-chosen", 0, &[]));
    }
    let (mut done, mut refused) = (0, Vec::new());
    for (number, id) in form.ids(&shop).await? {
        let Some(id) = id else {
            refused.push((number, MoveRefusal::Gone));
            continue;
        };
        let mut tx = shop.db.begin().await?;
        match office::add_tag(&mut *tx, id, &tag).await? {
            Tagged::Added => {
                audit.record(&mut *tx, "order-tag", &format!("order {id} none -> tagged")).await?;
                tx.commit().await?;
                done += 1;
            }
            Tagged::Before => {}
            Tagged::Full => refused.push((number, MoveRefusal::TagsFull)),
        }
    }
    Ok(form.answer("tagged", done, &refused))
}

/// Records that picking lists were printed, and leads to them.
pub async fn print(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    Fields(form): Fields<BulkForm>,
) -> Result<Response, AppError> {
    if form.orders.is_empty() {
        return Ok(form.answer("none-chosen", 0, &[]));
    }
    let ids: Vec<OrderId> = form.ids(&shop).await?.into_iter().filter_map(|(_, id)| id).collect();
    let mut tx = shop.db.begin().await?;
    for id in &ids {
        let now = shop.clock.now();
        store::record_event(&mut *tx, *id, OrderEvent::Printed, "", &member.name, now).await?;
    }
    let list = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    audit.record(&mut *tx, "print", &format!("picking orders {list}")).await?;
    tx.commit().await?;
    let numbers: Vec<_> = form.numbers().iter().map(|number| ("order[]", number)).collect();
    let query = serde_urlencoded::to_string(numbers).expect("numbers can be encoded");
    Ok(redirect(&format!("{STAFF_PICKING_URL}?{query}"), None))
}

#[derive(Debug, Deserialize)]
pub struct SaveListForm {
    title: String,
    query: String,
    #[serde(default)]
    shared: String,
}

pub async fn save_list(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    Fields(form): Fields<SaveListForm>,
) -> Result<Response, AppError> {
    let list = OrdersQuery::parse(&form.query).without_search();
    let title = text::clean(&form.title, 40);
    let back = |notice: &str| {
        let url = list.url();
        let sign = if url.contains('?') { '&' } else { '?' };
        Ok(redirect(&format!("{url}{sign}notice={notice}"), None))
    };
    let query = list.to_query();
    if title.is_empty() || query.is_empty() || query.len() > 600 {
        return back("no-title");
    }
    let mut tx = shop.db.begin().await?;
    let id = office::save_list(&mut *tx, member.id, &title, &query, !form.shared.is_empty()).await?;
    audit.record(&mut *tx, "order-list", &format!("list {id} saved")).await?;
    tx.commit().await?;
    back("list-saved")
}

#[derive(Debug, Deserialize)]
pub struct RemoveListForm {
    list: i64,
}

pub async fn remove_list(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    Fields(form): Fields<RemoveListForm>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    if office::remove_list(&mut *tx, member.id, form.list).await? {
        audit.record(&mut *tx, "order-list", &format!("list {} removed", form.list)).await?;
    }
    tx.commit().await?;
    Ok(redirect(&format!("{STAFF_ORDERS_URL}?notice=list-removed"), None))
}
