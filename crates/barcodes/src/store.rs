//! Every SQL statement of the barcode tool.

mod actions;
mod approvals;
mod counts;
mod items;
mod office;
mod picks;

pub use actions::{
    LastAction, NewAction, delete_actions_before, insert_action, is_undone, last_action, lock_last_action,
    lock_level, move_stock, moved_since, settings,
};
pub use approvals::{
    Approval, NewApproval, WaitingMoves, ask_approval, count_approvals, decide_approval, list_approvals,
};
pub use counts::{
    Count, CountLine, CountState, NewCountLine, add_line, cancel_count, changed_products, close_count,
    find_count, find_open_count, has_large_difference, list_counts, list_lines, lock_open_count, open_count,
    tallies,
};
pub use items::{Item, Store, find_order_state, find_store, list_stores, load_items, match_codes, set_bin};
pub use office::{
    Horizon, Movement, StockList, StockRow, add_note, count_awaiting, find_attention, forget_attention,
    list_movements, list_skus, load_rows, names_of, skus_of_items, skus_of_products,
};
pub use picks::{PickLine, pick_lines, set_over, set_picked};
