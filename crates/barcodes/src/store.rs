//! Every SQL statement of the barcode tool.

mod actions;
mod counts;
mod items;

pub use actions::{
    LastAction, NewAction, delete_actions_before, insert_action, is_undone, last_action, lock_last_action,
    lock_level, move_stock, settings,
};
pub use counts::{
    Count, CountLine, CountState, NewCountLine, add_line, cancel_count, changed_products, close_count,
    find_count, find_open_count, has_large_difference, list_counts, list_lines, lock_open_count, open_count,
    tallies,
};
pub use items::{Item, Store, find_order_state, find_store, list_stores, load_items, match_codes, set_bin};
