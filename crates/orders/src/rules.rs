//! Decisions about orders: state transitions, events, parcels, the buyer's timeline, and how an item is written.

mod cancel;
mod offline;
mod order_event;
mod shipment;
mod staff_refund;
mod staff_search;
mod state;
mod timeline;

pub use cancel::{Cancellable, Cancellation, cancellation};
pub use offline::{Payability, payability, staff_choices};
pub use order_event::OrderEvent;
pub use shipment::{OpenLine, ShipmentRefusal, pack, state_by_parcels, state_without_parcel};
pub use staff_refund::{RefundPath, SECOND_PERSON_ABOVE, SoldLine, lines_amount, refund_path};
pub use staff_search::{Candidates, OrderSearch, has_trigram};
pub use state::{State, StateTrigger};
pub use timeline::{Progress, Step, StepKind, StepStatus, timeline, title};

/// Formats an ordered item for display: «2 × بنّ (متوسط، 250 غ)».
pub fn item_text(quantity: &str, name: &str, detail: Option<&str>) -> String {
    match detail {
        Some(detail) => format!("{quantity} × {name} ({detail})"),
        None => format!("{quantity} × {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_named_with_its_options() {
        assert_eq!(item_text("2", "بنّ", Some("متوسط، 250 غ")), "2 × بنّ (متوسط، 250 غ)");
        assert_eq!(item_text("1", "عسل", None), "1 × عسل");
    }
}
