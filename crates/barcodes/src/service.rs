//! What the endpoints do: read, decide, write in one transaction.

mod act;
mod count;
mod find;
mod office;
mod pick;
mod rights;

pub use act::{ActRequest, act, moved_today, save_bin};
pub use count::{CountEnd, cancel, close, open};
pub use find::{Finder, done_text, results_of, rows_of};
pub use office::{
    Decision, MoveRequest, Moved, attention, decide, may_approve, move_item, needs_second, refresh_attention,
    restock_days, skus_of_code,
};
pub use pick::{PickAct, PickRequest, Picked, is_open, name_of, pick, pick_lines, with_label};
pub use rights::{allowed_actions, authorize, stores_of};

pub use crate::store::{
    Approval, Horizon, Movement, PickLine, StockList, StockRow, Store, WaitingMoves, count_approvals,
    count_awaiting, list_approvals, list_movements, list_skus, load_rows, names_of, skus_of_items,
    skus_of_products,
};
