//! Every statement on accounts.

mod addresses;
mod attempts;
mod capture;
mod customers;
mod entry;
mod exports;
mod links;
mod staff;
mod subscriptions;

pub use addresses::{address, put_address};
pub use attempts::{Tried, forget, forgive, sweep_attempts, take_try, try_for};
pub use capture::{remember_email, sweep_emails};
pub use customers::{
    Customer, NewCustomer, add, adopt_orders, by_email, by_login, find, has_open_orders, is_being_told,
    leavers, set_email, set_leaving, set_names, set_password,
};
pub use entry::{enter, knows_device, leave, remember_device, sweep_devices};
pub use exports::{
    Export, LIFE as EXPORT_LIFE, ask_export, erase, export_body, export_owner, exports, fill_export,
    own_data, sweep_exports,
};
pub use links::{LIFE as LINK_LIFE, Link, Purpose, end_links, find_link, put_link, sweep_links, use_link};
pub use staff::{NewStaff, StaffRow, add_staff, by_staff_email, list_staff, remove_staff, use_code};
pub use subscriptions::{
    Subscribed, Subscription, lists, replace, subscribed, unsubscribe, unsubscribe_name,
};
