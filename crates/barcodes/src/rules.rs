//! Decisions about codes and stock, on plain data.

mod action;
mod code;

pub use action::{
    Level, MAX_COUNTED, MAX_DELTA, ONLINE_STORE, Refusal, StockAction, UNDO_MINUTES, decide, parse_amount,
};
pub use code::{CodeType, ProductCodes, clean_code, order_number};
