//! Decisions about codes and stock, on plain data.

mod action;
mod code;
mod movement;
mod pick;

pub use action::{
    Level, MAX_COUNTED, MAX_DELTA, ONLINE_STORE, Refusal, StockAction, UNDO_MINUTES, decide, decide_any,
    parse_amount,
};
pub use code::{CodeType, ProductCodes, clean_code, order_number};
pub use movement::{Cause, MoveReason, days_left, ledger_reason, purge_tags, to_order};
pub use pick::{PickNotice, one_less, one_more};
