//! Views of the order pages.

mod pages;
mod staff;

pub use accounts::view::STAFF_ORDERS_URL;

pub use pages::*;
pub use staff::*;

pub const PAY_URL: &str = "/ar/checkout/order-pay/{id}/";
pub const RECEIVED_URL: &str = "/ar/checkout/order-received/{id}/";
pub const STAFF_ORDER_URL: &str = "/ar/wp-admin/orders/{id}/";
pub const STAFF_STATE_URL: &str = "/ar/wp-admin/orders/{id}/state/";
pub const STAFF_REFUND_URL: &str = "/ar/wp-admin/orders/{id}/refund/";
pub const STAFF_EXPORT_URL: &str = "/ar/wp-admin/orders/export/";
