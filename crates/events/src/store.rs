//! Every SQL statement on the tables of events.

mod deliveries;
mod endpoints;

pub use deliveries::{
    DeliveryRow, DueDelivery, claim_due, delete_old, list_deliveries, mark_delivered, mark_failed, replay,
};
pub use endpoints::{
    EndpointRow, count_endpoints, disable, insert_endpoint, list_endpoints, mark_failing, mark_working,
    remove_endpoint, set_secret, set_state,
};
