//! The work list, in the order of what is lost by waiting. A kind without anything to do is absent.

use accounts::view::{STAFF_INBOX_URL, STAFF_ORDERS_URL, STAFF_REVIEWS_URL};
use barcodes::service as stock;
use chrono::{DateTime, TimeDelta, Utc};
use edge::{AppError, Permission, Shop, ShopZone, session::StaffMember};
use kernel::{Key, msg};
use orders::service::office::{self, LOOKED_AT};

use super::{goods::LowStock, store, view::WorkItem};
use crate::{
    health_page::{HEALTH_URL, RecentChecks, Summary, summary},
    staff_products::PRODUCT_URL,
    staff_stock::STOCK_LIST_URL,
};

/// A payment without an answer is asked about for so long before it is work.
const UNKNOWN_AFTER: TimeDelta = TimeDelta::minutes(5);
/// Reviews and messages wait so long before they are work.
const READ_AFTER: TimeDelta = TimeDelta::hours(4);
/// Sales that end sooner are work: their goods get dearer, and their pages change.
const SALE_ENDS_WITHIN: TimeDelta = TimeDelta::days(3);

struct List<'a> {
    shop: &'a Shop,
    items: Vec<WorkItem>,
}

impl List<'_> {
    /// A text with a count, or with «أكثر من 1,000»: no more are looked at.
    fn counted(&self, text: Key, count: i64) -> String {
        if count < LOOKED_AT {
            return self.shop.messages.text(text.with("count", count));
        }
        let thousand = self.shop.messages.text(text.with("count", LOOKED_AT - 1));
        self.shop.messages.text(msg::staff_orders::WORK_MORE.with("what", thousand))
    }

    fn push(&mut self, icon: &'static str, title: String, detail: String, url: String, act: Key) {
        self.items.push(WorkItem { icon, title, detail, url, act: self.shop.messages.text(act) });
    }
}

pub async fn work(
    shop: &Shop,
    member: &StaffMember,
    low_stock: Option<&LowStock>,
    recent: &RecentChecks,
) -> Result<Vec<WorkItem>, AppError> {
    let now = shop.clock.now();
    let mut list = List { shop, items: Vec::new() };
    if member.may(Permission::OrdersRead) {
        orders_to_prepare(&mut list).await?;
        payments_without_answer(&mut list, now).await?;
    }
    if let Some(goods) = low_stock {
        goods_to_order(&mut list, goods).await?;
    }
    if member.may(Permission::ReviewsModerate) {
        let queue = store::to_moderate(&shop.db).await?;
        let is_late = queue.oldest.is_some_and(|oldest| now - oldest > READ_AFTER);
        if is_late || queue.urgent > 0 {
            let title = list.counted(msg::staff_orders::WORK_MODERATE, queue.count);
            let detail = match queue.urgent {
                0 => shop.messages.text(msg::staff_orders::WORK_WAITS_LONG),
                // Among those that were not looked at there may be more.
                _ if queue.count >= LOOKED_AT && is_late => {
                    shop.messages.text(msg::staff_orders::WORK_WAITS_LONG)
                }
                count => shop.messages.text(msg::staff_orders::WORK_LOW_STARS.with("count", count)),
            };
            list.push("star", title, detail, STAFF_REVIEWS_URL.to_owned(), msg::staff_orders::WORK_OPEN);
        }
    }
    if member.may(Permission::InboxAct) {
        let queue = store::to_answer(&shop.db).await?;
        if queue.oldest.is_some_and(|oldest| now - oldest > READ_AFTER) {
            let title = list.counted(msg::staff_orders::WORK_ANSWER, queue.count);
            let detail = shop.messages.text(msg::staff_orders::WORK_WAITS_LONG);
            list.push("inbox", title, detail, STAFF_INBOX_URL.to_owned(), msg::staff_orders::WORK_OPEN);
        }
    }
    // Deadlines. Requests of customers about their data have none: copies and erasures are made at once.
    if member.may(Permission::OrdersRefund) {
        refunds_to_approve(&mut list, now).await?;
    }
    if member.may(Permission::StockMove) {
        moves_to_approve(&mut list, member, now).await?;
    }
    if member.may(Permission::PricesWrite) && member.may(Permission::CatalogRead) {
        sales_that_end(&mut list, now).await?;
    }
    if member.may(Permission::JobsAct) {
        let Summary { is_well, state, checks } = summary(shop, member, recent).await?;
        if !is_well {
            let url = HEALTH_URL.to_owned();
            list.push("pulse", state, checks.join("، "), url, msg::staff_orders::WORK_SHOW);
        }
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
    let title = list.counted(msg::staff_orders::WORK_PREPARE, waiting.count);
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
    let title = list.counted(msg::staff_orders::WORK_UNKNOWN, waiting.count);
    let detail = msg::staff_orders::WORK_UNKNOWN_OLDEST
        .with("number", waiting.number.to_string())
        .with("since", shop.messages.text(msg::staff_orders::UNKNOWN_SINCE.with("count", minutes)));
    let detail = shop.messages.text(detail);
    let url = format!("{STAFF_ORDERS_URL}?payment=unknown");
    list.push("pulse", title, detail, url, msg::staff_orders::WORK_SHOW);
    Ok(())
}

/// As many as the list has that it leads to.
async fn goods_to_order(list: &mut List<'_>, goods: &LowStock) -> Result<(), AppError> {
    let shop = list.shop;
    if goods.count == 0 {
        return Ok(());
    }
    let title = list.counted(msg::staff_orders::WORK_STOCK, goods.count);
    let people = if goods.is_online() { stock::count_awaiting(&shop.db).await? } else { 0 };
    let detail = match people {
        0 => shop.messages.text(msg::staff_orders::WORK_STOCK_SOON),
        people => list.counted(msg::staff_orders::WORK_SOLD_OUT_PEOPLE, people),
    };
    let url = STOCK_LIST_URL.to_owned();
    list.push("stack", title, detail, url, msg::staff_orders::WORK_SHOW);
    Ok(())
}

/// Moves of stock that wait, for those who may agree to them.
async fn moves_to_approve(
    list: &mut List<'_>,
    member: &StaffMember,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    if !member.works_everywhere() {
        return Ok(());
    }
    let waiting = stock::count_approvals(&list.shop.db, member.id, now).await?;
    if let Some(store) = waiting.store {
        let title = list.counted(msg::staff_orders::WORK_STOCK_APPROVE, waiting.count);
        let detail = list.shop.messages.text(msg::staff_orders::WORK_STOCK_APPROVE_HINT);
        // The list is of one store: of one where something waits, and of the next one when that is decided.
        let url = format!("{STOCK_LIST_URL}?store_id={store}");
        list.push("history", title, detail, url, msg::staff_orders::WORK_OPEN);
    }
    Ok(())
}

async fn refunds_to_approve(list: &mut List<'_>, now: DateTime<Utc>) -> Result<(), AppError> {
    let shop = list.shop;
    let numbers = office::orders_to_approve(&shop.db, now).await?;
    let Some(first) = numbers.first() else { return Ok(()) };
    let title = list.counted(msg::staff_orders::WORK_APPROVE, numbers.len() as i64);
    let detail = shop.messages.text(msg::staff_orders::WORK_APPROVE_NEXT.with("number", first.to_string()));
    list.push("history", title, detail, order_url(*first), msg::staff_orders::WORK_OPEN);
    Ok(())
}

async fn sales_that_end(list: &mut List<'_>, now: DateTime<Utc>) -> Result<(), AppError> {
    let shop = list.shop;
    let found = store::ending_sales(&shop.db, now, now + SALE_ENDS_WITHIN).await?;
    let Some(sales) = found else { return Ok(()) };
    let zone = shop.settings.get::<ShopZone>().await?;
    let title = list.counted(msg::staff_orders::WORK_SALES, sales.count);
    let detail = msg::staff_orders::WORK_SALES_NEXT
        .with("name", sales.name)
        .with("time", zone.weekday_and_time(sales.ends_at));
    let detail = shop.messages.text(detail);
    let url = PRODUCT_URL.replace("{id}", &sales.product_id.to_string());
    list.push("tag", title, detail, url, msg::staff_orders::WORK_OPEN);
    Ok(())
}
