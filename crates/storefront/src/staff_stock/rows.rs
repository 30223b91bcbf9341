//! Rows, lines of the ledger and waiting moves, as people read them.

use std::collections::HashMap;

use accounts::view::STAFF_ORDERS_URL;
use barcodes::{
    rules::{Cause, MoveReason, StockAction, days_left, to_order},
    service::{self, Approval, Movement, StockRow, Store, may_approve},
};
use edge::{AppError, Permission, Shop, ShopZone, session::StaffMember, view::LinkView};
use kernel::{Key, Quantity, Zone, msg};

use super::{DECIDE_URL, item_in_store, item_url, view::*};
use crate::staff_products::view::ListTab;

/// As the product's page.
const LOW: i64 = 3 * Quantity::UNITS_PER_ONE;
/// Goods that last no longer are marked.
const URGENT_DAYS: i64 = 7;

/// What the rows of a page have in common.
pub struct Rows<'a> {
    pub shop: &'a Shop,
    pub member: &'a StaffMember,
    pub store: &'a Store,
    pub zone: Zone,
}

impl<'a> Rows<'a> {
    pub async fn new(shop: &'a Shop, member: &'a StaffMember, store: &'a Store) -> Result<Self, AppError> {
        let zone = shop.settings.get::<ShopZone>().await?;
        Ok(Self { shop, member, store, zone: **zone })
    }

    fn text(&self, key: Key) -> String {
        self.shop.messages.text(key)
    }

    pub fn url(&self, item: i64) -> String {
        item_in_store(item, self.store.id)
    }

    /// The newest movements of each SKU before a number of its ledger.
    pub async fn movements(
        &self,
        skus: &[String],
        before: i64,
        limit: i64,
    ) -> Result<HashMap<String, Vec<(i64, MovementView)>>, AppError> {
        let db = &self.shop.db;
        let found = service::list_movements(db, skus, self.store.id, before, limit).await?;
        let causes: Vec<Cause<'_>> = found.iter().map(|line| Cause::parse(&line.reason)).collect();
        let staff: Vec<i64> = causes.iter().filter_map(|cause| cause.staff()).collect();
        let orders: Vec<i64> = causes.iter().filter_map(|cause| cause.order()).collect();
        let (staff, orders) = service::names_of(db, &staff, &orders).await?;
        let mut lines: HashMap<String, Vec<(i64, MovementView)>> = HashMap::new();
        for (line, cause) in found.iter().zip(causes) {
            let view = self.movement(line, cause, &staff, &orders);
            lines.entry(line.sku.clone()).or_default().push((line.seq, view));
        }
        Ok(lines)
    }

    fn movement(
        &self,
        line: &Movement,
        cause: Cause<'_>,
        staff: &HashMap<i64, String>,
        orders: &HashMap<i64, i64>,
    ) -> MovementView {
        let number = cause.order().and_then(|order| orders.get(&order));
        let of_order = |with: Key, without: Key| match number {
            Some(number) => self.shop.messages.text(with.with("number", number.to_string())),
            None => self.text(without),
        };
        let what = match cause {
            Cause::Sold(_) => of_order(msg::staff_stock::CAUSE_SOLD, msg::staff_stock::CAUSE_SOLD_PLAIN),
            Cause::Back(_) => of_order(msg::staff_stock::CAUSE_BACK, msg::staff_stock::CAUSE_BACK_PLAIN),
            Cause::Staff { action, reason, .. } => match reason {
                Some(reason) => self.shop.messages.text(
                    msg::staff_stock::CAUSE_REASON
                        .with("act", self.text(act_name(action)))
                        .with("reason", self.text(reason.message())),
                ),
                None => self.text(act_name(action)),
            },
            Cause::Count { count, .. } => {
                self.shop.messages.text(msg::staff_stock::CAUSE_COUNT.with("id", count.to_string()))
            }
            Cause::Opening => self.text(msg::staff_stock::CAUSE_OPENING),
            Cause::Renamed => self.text(msg::staff_stock::CAUSE_RENAMED),
            Cause::Other(_) => self.text(msg::staff_stock::CAUSE_OTHER),
        };
        let who = cause.staff().and_then(|id| staff.get(&id));
        let text = match who {
            Some(name) => self
                .shop
                .messages
                .text(msg::staff_stock::CAUSE_BY.with("what", what).with("name", name.as_str())),
            None => what,
        };
        let may_open = self.member.may(Permission::OrdersRead);
        MovementView {
            text,
            order_url: number.filter(|_| may_open).map(|number| format!("{STAFF_ORDERS_URL}{number}/")),
            note: line.note.clone(),
            delta: signed(line.delta),
            balance: line.balance_after.to_string(),
            time: self.zone.date_time(line.moved_at),
        }
    }

    /// The rows of the list, each with its newest movements.
    pub async fn list(&self, rows: Vec<StockRow>, movements: i64) -> Result<Vec<StockRowView>, AppError> {
        let products: Vec<i64> = rows.iter().map(|row| row.product_id).collect();
        let pictures = catalog::service::first_pictures(&self.shop.db, &products).await?;
        let skus: Vec<String> = rows.iter().map(|row| row.sku.clone()).collect();
        let mut lines = self.movements(&skus, i64::MAX, movements).await?;
        let views = rows.into_iter().map(|row| {
            let own = lines.remove(&row.sku).unwrap_or_default();
            let picture = pictures.get(&row.product_id).cloned();
            self.row(row, picture, own.into_iter().map(|(_, view)| view).collect())
        });
        Ok(views.collect())
    }

    fn row(
        &self,
        row: StockRow,
        picture: Option<catalog::PictureView>,
        movements: Vec<MovementView>,
    ) -> StockRowView {
        let free = row.free();
        let sold = row.sold.as_units();
        let days = days_left(free, sold);
        let url = self.url(row.item);
        let act = |key: Key, name: &str| LinkView::new(self.text(key), format!("{url}#{name}"));
        let counted = |key: Key, count: i64| self.shop.messages.text(key.with("count", count));
        let lasts = match days {
            _ if free <= 0 => self.text(msg::staff_stock::OUT),
            Some(days) => counted(msg::staff_stock::LASTS, days),
            None => String::new(),
        };
        StockRowView {
            id: row.item.to_string(),
            bin: row.bin,
            on_hand: row.on_hand.to_string(),
            reserved: row.reserved.to_string(),
            free: Quantity::from_units(free).to_string(),
            is_out: free <= 0,
            lasts,
            is_urgent: free <= LOW || days.is_some_and(|days| days < URGENT_DAYS),
            to_order: to_order(free, sold).map(|units| Quantity::from_units(units).to_string()),
            awaiting: (row.awaiting > 0).then(|| counted(msg::staff_stock::AWAITING, row.awaiting)),
            movements,
            acts: vec![
                act(msg::staff_stock::RECEIVE, "receive"),
                act(msg::staff_stock::COUNT, "count"),
                act(msg::staff_stock::ISSUE, "issue"),
            ],
            name: row.name,
            label: row.label,
            sku: row.sku,
            picture,
            url,
        }
    }

    /// What waits for a second person. A member may take their own request back.
    pub fn approval(&self, waits: Approval, nonce: &str) -> StockApprovalView {
        let is_own = waits.requested_by == self.member.id;
        let may_approve = may_approve(self.member, &waits);
        let form = |act: &str, submit: Key| DecisionForm {
            action: item_url(DECIDE_URL, waits.item),
            hidden: [
                ("nonce", nonce.to_owned()),
                ("store_id", self.store.id.to_string()),
                ("approval", waits.id.to_string()),
                ("act", act.to_owned()),
            ]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
            submit: self.text(submit),
        };
        let act = StockAction::parse(&waits.kind).map(|action| self.text(act_name(action)));
        let reason = MoveReason::parse_stored(&waits.reason).map(|reason| self.text(reason.message()));
        let text = msg::staff_stock::APPROVAL_WAITS
            .with("act", act.unwrap_or_default())
            .with("delta", signed(Quantity::from_units(waits.delta)))
            .with("name", waits.asker.as_str())
            .with("time", self.zone.weekday_and_time(waits.expires_at));
        let detail: Vec<String> = [reason.unwrap_or_default(), waits.note.clone()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        let why_not = match (is_own, may_approve) {
            (true, _) => Some(self.text(msg::staff_stock::APPROVAL_OWN)),
            (false, false) => Some(self.text(msg::staff_stock::APPROVAL_NOT_YOU)),
            (false, true) => None,
        };
        StockApprovalView {
            id: waits.id.to_string(),
            url: self.url(waits.item),
            text: self.shop.messages.text(text),
            detail: detail.join(" · "),
            own: why_not,
            approve: may_approve.then(|| form("approve", msg::staff_stock::APPROVE)),
            refuse: (is_own || may_approve).then(|| {
                form("refuse", if is_own { msg::staff_stock::WITHDRAW } else { msg::staff_stock::REFUSE })
            }),
            sku: waits.sku,
            name: waits.name,
        }
    }
}

/// «+5», «-2», «0».
pub fn signed(quantity: Quantity) -> String {
    if quantity.as_units() > 0 { format!("+{quantity}") } else { quantity.to_string() }
}

fn act_name(action: StockAction) -> Key {
    match action {
        StockAction::IncreaseStock => msg::staff_stock::ACT_RECEIVE,
        StockAction::DecreaseStock => msg::staff_stock::ACT_ISSUE,
        StockAction::SetStock | StockAction::CountAdd | StockAction::CountSet => msg::staff_stock::ACT_COUNT,
        StockAction::Undo => msg::staff_stock::ACT_UNDO,
    }
}

/// Links to the same page for other stores; none if there is one store.
pub fn store_tabs(stores: &[Store], current: i16, url: impl Fn(i16) -> String) -> Vec<ListTab> {
    if stores.len() < 2 {
        return Vec::new();
    }
    let tab = |store: &Store| ListTab {
        label: store.name.clone(),
        url: url(store.id),
        is_current: store.id == current,
    };
    stores.iter().map(tab).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_has_its_sign() {
        let shown = |units| signed(Quantity::from_units(units));
        assert_eq!(shown(500_000), "+5");
        assert_eq!(shown(-150_000), "-1.5");
        assert_eq!(shown(0), "0");
    }
}
