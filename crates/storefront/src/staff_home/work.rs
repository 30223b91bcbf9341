//! The work list, in the order of what is lost by waiting. A kind without anything to do is absent.

use accounts::view::{STAFF_INBOX_URL, STAFF_ORDERS_URL, STAFF_REVIEWS_URL};
use chrono::{DateTime, TimeDelta, Utc};
use edge::{AppError, Permission, Shop, ShopZone, session::StaffMember};
use kernel::{Key, msg};
use orders::service::office;

use super::{store, view::WorkItem};

/// A payment without an answer is asked about for so long before it is work.
const UNKNOWN_AFTER: TimeDelta = TimeDelta::minutes(5);
/// Reviews and messages wait so long before they are work.
const READ_AFTER: TimeDelta = TimeDelta::hours(4);

struct List<'a> {
    shop: &'a Shop,
    items: Vec<WorkItem>,
}

impl List<'_> {
    fn push(&mut self, icon: &'static str, title: String, detail: String, url: String, act: Key) {
        self.items.push(WorkItem { icon, title, detail, url, act: self.shop.messages.text(act) });
    }
}

pub async fn work(shop: &Shop, member: &StaffMember) -> Result<Vec<WorkItem>, AppError> {
    let now = shop.clock.now();
    let mut list = List { shop, items: Vec::new() };
    if member.may(Permission::OrdersRead) {
        orders_to_prepare(&mut list).await?;
        payments_without_answer(&mut list, now).await?;
    }
    if member.may(Permission::StockMove) || member.may(Permission::CatalogWrite) {
        awaited_goods(&mut list).await?;
    }
    if member.may(Permission::ReviewsModerate) {
        let queue = store::to_moderate(&shop.db).await?;
        let is_late = queue.oldest.is_some_and(|oldest| now - oldest > READ_AFTER);
        if is_late || queue.urgent > 0 {
            let title = shop.messages.text(msg::staff_orders::WORK_MODERATE.with("count", queue.count));
            let detail = match queue.urgent {
                0 => shop.messages.text(msg::staff_orders::WORK_WAITS_LONG),
                count => shop.messages.text(msg::staff_orders::WORK_LOW_STARS.with("count", count)),
            };
            list.push("star", title, detail, STAFF_REVIEWS_URL.to_owned(), msg::staff_orders::WORK_OPEN);
        }
    }
    if member.may(Permission::InboxAct) {
        let queue = store::to_answer(&shop.db).await?;
        if queue.oldest.is_some_and(|oldest| now - oldest > READ_AFTER) {
            let title = shop.messages.text(msg::staff_orders::WORK_ANSWER.with("count", queue.count));
            let detail = shop.messages.text(msg::staff_orders::WORK_WAITS_LONG);
            list.push("inbox", title, detail, STAFF_INBOX_URL.to_owned(), msg::staff_orders::WORK_OPEN);
        }
    }
    if member.may(Permission::OrdersRefund) {
        refunds_to_approve(&mut list, now).await?;
    }
    Ok(list.items)
}

fn order_url(number: i64) -> String {
    format!("{STAFF_ORDERS_URL}{number}/")
}

async fn orders_to_prepare(list: &mut List<'_>) -> Result<(), AppError> {
    let shop = list.shop;
    let Some(waiting) = office::to_prepare(&shop.db).await? else { return Ok(()) };
    let zone = shop.settings.get::<ShopZone>().await?;
    let title = shop.messages.text(msg::staff_orders::WORK_PREPARE.with("count", waiting.count));
    let detail = msg::staff_orders::WORK_OLDEST
        .with("number", waiting.number.to_string())
        .with("time", zone.weekday_and_time(waiting.since));
    let detail = shop.messages.text(detail);
    let url = format!("{STAFF_ORDERS_URL}?state=processing");
    list.push("order", title, detail, url, msg::staff_orders::WORK_START);
    Ok(())
}

async fn payments_without_answer(list: &mut List<'_>, now: DateTime<Utc>) -> Result<(), AppError> {
    let shop = list.shop;
    let found = office::unknown_payments(&shop.db, now - UNKNOWN_AFTER).await?;
    let Some(waiting) = found else { return Ok(()) };
    let minutes = (now - waiting.since).num_minutes();
    let title = shop.messages.text(msg::staff_orders::WORK_UNKNOWN.with("count", waiting.count));
    let detail = msg::staff_orders::WORK_UNKNOWN_OLDEST
        .with("number", waiting.number.to_string())
        .with("since", shop.messages.text(msg::staff_orders::UNKNOWN_SINCE.with("count", minutes)));
    let detail = shop.messages.text(detail);
    let url = format!("{STAFF_ORDERS_URL}?payment=unknown");
    list.push("pulse", title, detail, url, msg::staff_orders::WORK_SHOW);
    Ok(())
}

async fn awaited_goods(list: &mut List<'_>) -> Result<(), AppError> {
    let shop = list.shop;
    let (products, people) = store::awaited_goods(&shop.db).await?;
    if products == 0 {
        return Ok(());
    }
    let title = shop.messages.text(msg::staff_orders::WORK_SOLD_OUT.with("count", products));
    let detail = shop.messages.text(msg::staff_orders::WORK_SOLD_OUT_PEOPLE.with("count", people));
    let url = accounts::view::STAFF_BARCODES_URL.to_owned();
    list.push("stack", title, detail, url, msg::staff_orders::WORK_SHOW);
    Ok(())
}

async fn refunds_to_approve(list: &mut List<'_>, now: DateTime<Utc>) -> Result<(), AppError> {
    let shop = list.shop;
    let numbers = office::orders_to_approve(&shop.db, now).await?;
    let Some(first) = numbers.first() else { return Ok(()) };
    let title = shop.messages.text(msg::staff_orders::WORK_APPROVE.with("count", numbers.len()));
    let detail = shop.messages.text(msg::staff_orders::WORK_APPROVE_NEXT.with("number", first.to_string()));
    list.push("history", title, detail, order_url(*first), msg::staff_orders::WORK_OPEN);
    Ok(())
}
