//! What may be done to the stock of a store.

use kernel::{Key, Quantity, msg};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What the shop online sells from.
pub const ONLINE_STORE: i16 = 1;
/// The largest change that one person makes alone.
pub const MAX_DELTA: Quantity = Quantity::from_whole(1_000);
/// As the constraint of the table.
pub const MAX_COUNTED: Quantity = Quantity::MAX;
pub const UNDO_MINUTES: i64 = 10;

/// `status` of call 34, and the names in `barcode-actions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "barcodes.ts")]
pub enum StockAction {
    IncreaseStock,
    DecreaseStock,
    SetStock,
    /// Adds to the quantity that was counted.
    CountAdd,
    /// Replaces the quantity that was counted.
    CountSet,
    Undo,
}

impl StockAction {
    const ALL: [Self; 6] = [
        Self::IncreaseStock,
        Self::DecreaseStock,
        Self::SetStock,
        Self::CountAdd,
        Self::CountSet,
        Self::Undo,
    ];
    /// The actions of a row in the two modes of the tool.
    pub const STOCK: [Self; 3] = [Self::IncreaseStock, Self::DecreaseStock, Self::SetStock];
    pub const COUNT: [Self; 2] = [Self::CountAdd, Self::CountSet];

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// Parses `barcode-actions`: names with commas. Unknown names are left out.
    pub fn parse_list(names: &str) -> Vec<Self> {
        Self::ALL.into_iter().filter(|action| names.split(',').any(|name| name == action.name())).collect()
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::IncreaseStock => "increase-stock",
            Self::DecreaseStock => "decrease-stock",
            Self::SetStock => "set-stock",
            Self::CountAdd => "count-add",
            Self::CountSet => "count-set",
            Self::Undo => "undo",
        }
    }

    pub fn is_count(self) -> bool {
        Self::COUNT.contains(&self)
    }

    /// Whether members of staff may do it who work in their own stores only: what replaces a quantity hides how it came
    /// about.
    pub fn is_allowed(self, works_everywhere: bool) -> bool {
        works_everywhere || self != Self::SetStock
    }
}

/// What a store has of a product, locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    pub on_hand: Quantity,
    /// For orders that are being paid.
    pub reserved: Quantity,
}

/// Why an action was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    NotFound,
    OrderNotFound,
    BelowZero,
    BelowReserved,
    Amount,
    TooMuch,
    /// The store has another quantity than the member saw.
    Changed,
    NothingToUndo,
    CountGone,
    CountTooLarge,
    SecondPerson,
    CloseBlocked,
    /// Something else of the product waits for a second person already.
    ApprovalWaits,
    /// It does not wait any more, or not for this member.
    ApprovalGone,
}

impl Refusal {
    const ALL: [Self; 14] = [
        Self::NotFound,
        Self::OrderNotFound,
        Self::BelowZero,
        Self::BelowReserved,
        Self::Amount,
        Self::TooMuch,
        Self::Changed,
        Self::NothingToUndo,
        Self::CountGone,
        Self::CountTooLarge,
        Self::SecondPerson,
        Self::CloseBlocked,
        Self::ApprovalWaits,
        Self::ApprovalGone,
    ];

    /// In the address of the page that shows it.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::OrderNotFound => "order-not-found",
            Self::BelowZero => "below-zero",
            Self::BelowReserved => "below-reserved",
            Self::Amount => "amount",
            Self::TooMuch => "too-much",
            Self::Changed => "changed",
            Self::NothingToUndo => "nothing-to-undo",
            Self::CountGone => "count-gone",
            Self::CountTooLarge => "count-too-large",
            Self::SecondPerson => "second-person",
            Self::CloseBlocked => "close-blocked",
            Self::ApprovalWaits => "approval-waits",
            Self::ApprovalGone => "approval-gone",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.name() == name)
    }

    pub fn message(self) -> Key {
        match self {
            Self::NotFound => msg::barcodes::NOT_FOUND,
            Self::OrderNotFound => msg::barcodes::ORDER_NOT_FOUND,
            Self::BelowZero => msg::barcodes::STOCK_REFUSED,
            Self::BelowReserved => msg::barcodes::RESERVED_REFUSED,
            Self::Amount => msg::barcodes::AMOUNT_REFUSED,
            Self::TooMuch => msg::barcodes::TOO_MUCH,
            Self::Changed => msg::staff_products::STOCK_CHANGED,
            Self::NothingToUndo => msg::barcodes::NOTHING_TO_UNDO,
            Self::CountGone => msg::barcodes::COUNT_GONE,
            Self::CountTooLarge => msg::barcodes::COUNT_TOO_LARGE,
            Self::SecondPerson => msg::barcodes::CLOSE_SECOND,
            Self::CloseBlocked => msg::barcodes::CLOSE_BLOCKED,
            Self::ApprovalWaits => msg::staff_stock::APPROVAL_WAITS_ALREADY,
            Self::ApprovalGone => msg::staff_stock::APPROVAL_GONE,
        }
    }
}

/// Parses `stock_unit`. What is sold by the piece is counted by the piece; nothing can be set to zero only.
pub fn parse_amount(action: StockAction, text: &str, step: Quantity) -> Result<Quantity, Refusal> {
    let amount = Quantity::parse(text).map_err(|_| Refusal::Amount)?;
    let may_be_zero = matches!(action, StockAction::SetStock | StockAction::CountSet);
    let is_whole = amount.to_whole().is_some() || !step.is_multiple_of(Quantity::ONE);
    if (amount.is_zero() && !may_be_zero) || !is_whole { Err(Refusal::Amount) } else { Ok(amount) }
}

/// Returns the change of stock in units that one person makes, or why there is none.
pub fn decide(action: StockAction, level: Level, amount: Quantity) -> Result<i64, Refusal> {
    let delta = decide_any(action, level, amount)?;
    if delta.abs() > MAX_DELTA.as_units() { Err(Refusal::TooMuch) } else { Ok(delta) }
}

/// The same, however large: two people may agree on it.
pub fn decide_any(action: StockAction, level: Level, amount: Quantity) -> Result<i64, Refusal> {
    let delta = match action {
        StockAction::IncreaseStock => amount.as_units(),
        StockAction::DecreaseStock => -amount.as_units(),
        StockAction::SetStock => amount.as_units() - level.on_hand.as_units(),
        StockAction::CountAdd | StockAction::CountSet | StockAction::Undo => return Err(Refusal::Amount),
    };
    level.check(delta).map(|()| delta)
}

impl Level {
    /// Whether the store may have this much more or less.
    pub fn check(self, delta: i64) -> Result<(), Refusal> {
        let after = self.on_hand.as_units() + delta;
        if after < 0 {
            return Err(Refusal::BelowZero);
        }
        if after < self.reserved.as_units() { Err(Refusal::BelowReserved) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(on_hand: u32, reserved: u32) -> Level {
        Level { on_hand: Quantity::from_whole(on_hand), reserved: Quantity::from_whole(reserved) }
    }

    fn pieces(count: u32) -> Quantity {
        Quantity::from_whole(count)
    }

    #[test]
    fn stock_never_falls_below_zero_or_below_what_is_reserved() {
        let decrease = |level, count| decide(StockAction::DecreaseStock, level, pieces(count));
        assert_eq!(decrease(level(5, 0), 5), Ok(-500_000));
        assert_eq!(decrease(level(5, 0), 6), Err(Refusal::BelowZero));
        assert_eq!(decrease(level(5, 2), 4), Err(Refusal::BelowReserved));
        let set = |level, count| decide(StockAction::SetStock, level, pieces(count));
        assert_eq!(set(level(5, 2), 2), Ok(-300_000));
        assert_eq!(set(level(5, 2), 1), Err(Refusal::BelowReserved));
        assert_eq!(set(level(5, 0), 5), Ok(0));
    }

    #[test]
    fn one_person_changes_a_thousand_pieces_at_most() {
        let increase = |count| decide(StockAction::IncreaseStock, level(0, 0), pieces(count));
        assert_eq!(increase(1_000), Ok(100_000_000));
        assert_eq!(increase(1_001), Err(Refusal::TooMuch));
        assert_eq!(decide(StockAction::SetStock, level(1_500, 0), pieces(0)), Err(Refusal::TooMuch));
    }

    #[test]
    fn pieces_are_whole_and_weights_are_not() {
        let half = Quantity::parse("0.5").expect("a quantity");
        let amount = |action, text, step| parse_amount(action, text, step);
        assert_eq!(amount(StockAction::IncreaseStock, "٣", Quantity::ONE), Ok(pieces(3)));
        assert_eq!(amount(StockAction::IncreaseStock, "1.5", Quantity::ONE), Err(Refusal::Amount));
        assert!(amount(StockAction::IncreaseStock, "1.5", half).is_ok());
        for text in ["0", "", "-1", "x", "1,5"] {
            assert_eq!(
                amount(StockAction::DecreaseStock, text, Quantity::ONE),
                Err(Refusal::Amount),
                "{text}"
            );
        }
        assert_eq!(amount(StockAction::CountSet, "0", Quantity::ONE), Ok(Quantity::ZERO));
    }

    #[test]
    fn only_administrators_set_a_quantity() {
        for action in StockAction::ALL {
            assert!(action.is_allowed(true));
            assert_eq!(action.is_allowed(false), action != StockAction::SetStock);
        }
    }

    #[test]
    fn names_parse_back() {
        for action in StockAction::ALL {
            assert_eq!(StockAction::parse(action.name()), Some(action));
        }
        for refusal in Refusal::ALL {
            assert_eq!(Refusal::parse(refusal.name()), Some(refusal));
        }
        let stock = [StockAction::IncreaseStock, StockAction::DecreaseStock];
        assert_eq!(StockAction::parse_list("decrease-stock,increase-stock,other"), stock);
    }
}
