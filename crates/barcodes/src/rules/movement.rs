//! Why stock moved: what staff choose, and what a line of the ledger says.

use kernel::{Key, msg};

use super::{ONLINE_STORE, StockAction};

/// Why a member of staff moved stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveReason {
    Delivery,
    Returned,
    Damaged,
    Gift,
    OwnUse,
    Counted,
    Correction,
}

impl MoveReason {
    const ALL: [Self; 7] = [
        Self::Delivery,
        Self::Returned,
        Self::Damaged,
        Self::Gift,
        Self::OwnUse,
        Self::Counted,
        Self::Correction,
    ];

    /// The reasons that the form of an action offers, the usual one first.
    pub const fn of(action: StockAction) -> &'static [Self] {
        match action {
            StockAction::IncreaseStock => &[Self::Delivery, Self::Returned, Self::Correction],
            StockAction::DecreaseStock => &[Self::Damaged, Self::Gift, Self::OwnUse, Self::Correction],
            StockAction::SetStock => &[Self::Counted, Self::Damaged, Self::Correction],
            StockAction::CountAdd | StockAction::CountSet | StockAction::Undo => &[],
        }
    }

    pub fn parse(action: StockAction, name: &str) -> Option<Self> {
        Self::of(action).iter().copied().find(|reason| reason.name() == name)
    }

    /// Of any action, as it is stored.
    pub fn parse_stored(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Delivery => "delivery",
            Self::Returned => "returned",
            Self::Damaged => "damaged",
            Self::Gift => "gift",
            Self::OwnUse => "own-use",
            Self::Counted => "counted",
            Self::Correction => "correction",
        }
    }

    pub const fn message(self) -> Key {
        match self {
            Self::Delivery => msg::staff_stock::REASON_DELIVERY,
            Self::Returned => msg::staff_stock::REASON_RETURNED,
            Self::Damaged => msg::staff_stock::REASON_DAMAGED,
            Self::Gift => msg::staff_stock::REASON_GIFT,
            Self::OwnUse => msg::staff_stock::REASON_OWN_USE,
            Self::Counted => msg::staff_stock::REASON_COUNTED,
            Self::Correction => msg::staff_stock::REASON_CORRECTION,
        }
    }
}

/// The text of a line of the ledger for what staff did.
pub fn ledger_reason(action: StockAction, staff: i64, reason: MoveReason) -> String {
    format!("{} by staff {staff}: {}", action.name(), reason.name())
}

/// What a line of the ledger says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause<'a> {
    /// Sold with this order.
    Sold(i64),
    /// Came back from this order.
    Back(i64),
    Staff {
        action: StockAction,
        staff: i64,
        reason: Option<MoveReason>,
    },
    /// The differences of a count of the whole store.
    Count {
        count: i64,
        staff: i64,
    },
    Opening,
    /// From a SKU to its new name.
    Renamed,
    Other(&'a str),
}

impl<'a> Cause<'a> {
    pub fn parse(text: &'a str) -> Self {
        Self::parse_known(text).unwrap_or(Self::Other(text))
    }

    fn parse_known(text: &'a str) -> Option<Self> {
        if text == "opening balance" {
            return Some(Self::Opening);
        }
        if text.starts_with("sku ") && text.contains(" is now ") {
            return Some(Self::Renamed);
        }
        // The key of an order's pieces ends with its id.
        let id = || text.rsplit(' ').next().and_then(|id| id.parse().ok());
        if text.starts_with("order ") {
            return Some(Self::Sold(id()?));
        }
        if text.starts_with("return of ") {
            return Some(Self::Back(id()?));
        }
        let (act, who) = text.split_once(" by staff ")?;
        let (staff, reason) = match who.split_once(": ") {
            Some((staff, reason)) => (staff, MoveReason::parse_stored(reason)),
            None => (who, None),
        };
        let staff = staff.parse().ok()?;
        match act.strip_prefix("count ") {
            Some(count) => Some(Self::Count { count: count.parse().ok()?, staff }),
            None => Some(Self::Staff { action: StockAction::parse(act)?, staff, reason }),
        }
    }

    pub fn staff(self) -> Option<i64> {
        match self {
            Self::Staff { staff, .. } | Self::Count { staff, .. } => Some(staff),
            _ => None,
        }
    }

    /// The id of the order, not its number.
    pub fn order(self) -> Option<i64> {
        match self {
            Self::Sold(order) | Self::Back(order) => Some(order),
            _ => None,
        }
    }
}

/// Days for which an order of goods shall last.
const ORDER_DAYS: i64 = 28;
/// Days whose sales say how fast goods go: as `stock_sold` of the database.
const SOLD_DAYS: i64 = 14;

/// For how many whole days the free pieces last. `None`: nothing was sold.
pub fn days_left(free: i64, sold: i64) -> Option<i64> {
    (sold > 0).then(|| free.max(0).saturating_mul(SOLD_DAYS) / sold)
}

/// Whole pieces to order, in units, so that the goods last for four weeks. `None`: enough is there, or nothing is sold.
pub fn to_order(free: i64, sold: i64) -> Option<i64> {
    let units = kernel::Quantity::UNITS_PER_ONE;
    let missing = sold.saturating_mul(ORDER_DAYS) / SOLD_DAYS - free.max(0);
    (sold > 0 && missing > 0).then(|| (missing + units - 1) / units * units)
}

/// Tags of what shoppers see differently: pages show what the online store has; lists change when it has nothing left, or
/// something again.
pub fn purge_tags(store: i16, product: i64, before: i64, after: i64) -> Vec<String> {
    if store != ONLINE_STORE || before == after {
        return Vec::new();
    }
    let mut tags = vec![format!("product:{product}")];
    if before == 0 || after == 0 {
        tags.push("catalog".to_owned());
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_ledger_says_who_and_why() {
        let line = ledger_reason(StockAction::IncreaseStock, 3, MoveReason::Delivery);
        let by_staff = |action, reason| Cause::Staff { action, staff: 3, reason };
        assert_eq!(Cause::parse(&line), by_staff(StockAction::IncreaseStock, Some(MoveReason::Delivery)));
        assert_eq!(Cause::parse("undo by staff 3"), by_staff(StockAction::Undo, None));
        assert_eq!(Cause::parse("count 7 by staff 3"), Cause::Count { count: 7, staff: 3 });
        assert_eq!(Cause::parse("order order 12"), Cause::Sold(12));
        assert_eq!(Cause::parse("return of order 12"), Cause::Back(12));
        assert_eq!(Cause::parse("opening balance"), Cause::Opening);
        assert_eq!(Cause::parse("sku A is now B"), Cause::Renamed);
        for other in ["delivery", "order x", "eat by staff 3", ""] {
            assert_eq!(Cause::parse(other), Cause::Other(other));
        }
    }

    #[test]
    fn each_reason_is_read_for_its_action_alone() {
        for action in StockAction::STOCK {
            for reason in MoveReason::of(action) {
                assert_eq!(MoveReason::parse(action, reason.name()), Some(*reason));
                assert_eq!(MoveReason::parse_stored(reason.name()), Some(*reason));
            }
        }
        assert_eq!(MoveReason::parse(StockAction::DecreaseStock, "delivery"), None);
    }

    #[test]
    fn goods_last_as_long_as_they_were_sold_lately() {
        let pieces = |count: i64| count * kernel::Quantity::UNITS_PER_ONE;
        assert_eq!(days_left(pieces(3), pieces(14)), Some(3));
        assert_eq!(days_left(pieces(-1), pieces(14)), Some(0));
        assert_eq!(days_left(pieces(3), 0), None);
        assert_eq!(to_order(pieces(3), pieces(14)), Some(pieces(25)));
        assert_eq!(to_order(pieces(3), 150_000), None);
        assert_eq!(to_order(0, 150_000), Some(pieces(3)));
        assert_eq!(to_order(0, 120_000), Some(pieces(3)), "only whole pieces can be ordered");
        assert_eq!(to_order(0, 0), None);
    }

    /// [D19]
    #[test]
    fn only_what_shoppers_see_is_purged() {
        assert_eq!(purge_tags(1, 8, 5, 3), ["product:8"]);
        assert_eq!(purge_tags(1, 8, 5, 0), ["product:8", "catalog"]);
        assert_eq!(purge_tags(1, 8, 0, 5), ["product:8", "catalog"]);
        assert!(purge_tags(1, 8, 5, 5).is_empty());
        assert!(purge_tags(2, 8, 5, 3).is_empty());
    }
}
