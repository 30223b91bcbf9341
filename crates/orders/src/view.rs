//! Views of the order pages.

mod actions;
mod office;
mod pages;
mod staff;
mod tracking;

pub use accounts::view::STAFF_ORDERS_URL;

pub use actions::*;
pub use office::*;
pub use pages::*;
pub use staff::*;
pub use tracking::*;

pub const PAY_URL: &str = "/ar/checkout/order-pay/{id}/";
pub const RECEIVED_URL: &str = "/ar/checkout/order-received/{id}/";
pub const TRACK_URL: &str = "/ar/track-order/";
pub const CONTACT_URL: &str = "/ar/contact/";
pub const CANCEL_URL: &str = "/ar/order/{id}/cancel/";
pub const AGAIN_URL: &str = "/ar/order/{id}/again/";
pub const PRINT_URL: &str = "/ar/order/{id}/print/";
pub const PROOF_URL: &str = "/ar/order/{id}/proof/";
pub const STAFF_PROOF_URL: &str = "/ar/wp-admin/orders/{id}/proof/";
pub const STAFF_GIFT_URL: &str = "/ar/wp-admin/orders/{id}/gift/";
pub const STAFF_ORDER_URL: &str = "/ar/wp-admin/orders/{id}/";
pub const STAFF_STATE_URL: &str = "/ar/wp-admin/orders/{id}/state/";
pub const STAFF_REFUND_URL: &str = "/ar/wp-admin/orders/{id}/refund/";
pub const STAFF_PAYMENT_URL: &str = "/ar/wp-admin/orders/{id}/payment/";
pub const STAFF_SHIP_URL: &str = "/ar/wp-admin/orders/{id}/shipments/";
pub const STAFF_CORRECT_URL: &str = "/ar/wp-admin/orders/{id}/shipments/correct/";
pub const STAFF_REMOVE_URL: &str = "/ar/wp-admin/orders/{id}/shipments/remove/";
pub const STAFF_DELIVER_URL: &str = "/ar/wp-admin/orders/{id}/delivered/";
pub const STAFF_EXPORT_URL: &str = "/ar/wp-admin/orders/export/";
pub const STAFF_BULK_STATE_URL: &str = "/ar/wp-admin/orders/bulk/state/";
pub const STAFF_BULK_ASSIGN_URL: &str = "/ar/wp-admin/orders/bulk/assign/";
pub const STAFF_BULK_TAG_URL: &str = "/ar/wp-admin/orders/bulk/tag/";
pub const STAFF_BULK_PRINT_URL: &str = "/ar/wp-admin/orders/bulk/print/";
pub const STAFF_LISTS_URL: &str = "/ar/wp-admin/orders/lists/";
pub const STAFF_LIST_REMOVE_URL: &str = "/ar/wp-admin/orders/lists/remove/";
pub const STAFF_PICKING_URL: &str = "/ar/wp-admin/orders/print/picking/";
pub const STAFF_APPROVAL_URL: &str = "/ar/wp-admin/orders/{id}/approval/";
pub const STAFF_ADDRESS_URL: &str = "/ar/wp-admin/orders/{id}/address/";
pub const STAFF_NOTE_URL: &str = "/ar/wp-admin/orders/{id}/notes/";
pub const STAFF_RESEND_URL: &str = "/ar/wp-admin/orders/{id}/emails/";
pub const STAFF_ASSIGN_URL: &str = "/ar/wp-admin/orders/{id}/assign/";
pub const STAFF_TAG_URL: &str = "/ar/wp-admin/orders/{id}/tags/";
pub const STAFF_PRINT_URL: &str = "/ar/wp-admin/orders/{id}/print/";
pub const STAFF_ORDER_PICKING_URL: &str = "/ar/wp-admin/orders/{id}/print/picking/";
/// Its endpoints are those of the barcode tool.
pub const STAFF_PICK_URL: &str = "/ar/wp-admin/orders/{id}/picking/";
pub const STAFF_INVOICE_URL: &str = "/ar/wp-admin/orders/{id}/print/invoice/";
pub const STAFF_LABELS_URL: &str = "/ar/wp-admin/orders/{id}/print/labels/";
