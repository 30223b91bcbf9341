//! Entries of an order's history.

use kernel::{Key, msg};

use super::State;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderEvent {
    StateChanged(State),
    PaymentUnknown,
    /// The provider could not be reached; the order can be paid later.
    PaymentUnreachable,
    /// A bank returned the payment but the order keeps its state, for example because it was shipped.
    PaymentReturned,
    RefundRequested,
    RefundDone,
    RefundRefused,
    ParcelSent,
    ParcelArrived,
    /// Staff corrected the carrier or the number.
    ParcelCorrected,
    /// Entered by mistake.
    ParcelRemoved,
    CancelledByBuyer,
    /// Staff have the courier's cash.
    CashCollected,
    TransferConfirmed,
    /// The transfer, or its proof, is not what the shop expects; the detail says why.
    TransferRefused,
    /// The buyer sent a proof of the transfer.
    ProofSent,
    /// The time for the transfer is over.
    TransferExpired,
    /// The buyer pays in another way than at first; the detail names it.
    MethodChanged,
    /// The detail names the member who prepares it.
    Assigned,
    Printed,
    /// Every piece was scanned into the box.
    Picked,
    /// Somebody goes on with it after all.
    PickingReopened,
    AddressChanged,
    EmailResent,
    /// A refund waits for a second person.
    RefundAwaitsApproval,
    /// The second person refused it.
    RefundRejected,
}

use OrderEvent::*;

impl OrderEvent {
    const NON_STATE: [Self; 25] = [
        PaymentUnknown,
        PaymentUnreachable,
        PaymentReturned,
        RefundRequested,
        RefundDone,
        RefundRefused,
        ParcelSent,
        ParcelArrived,
        ParcelCorrected,
        ParcelRemoved,
        CancelledByBuyer,
        CashCollected,
        TransferConfirmed,
        TransferRefused,
        ProofSent,
        TransferExpired,
        MethodChanged,
        Assigned,
        Printed,
        Picked,
        PickingReopened,
        AddressChanged,
        EmailResent,
        RefundAwaitsApproval,
        RefundRejected,
    ];

    /// The name stored in the database.
    pub fn name(self) -> &'static str {
        match self {
            StateChanged(state) => state.name(),
            PaymentUnknown => "payment unknown",
            PaymentUnreachable => "payment unreachable",
            PaymentReturned => "payment returned",
            RefundRequested => "refund requested",
            RefundDone => "refund done",
            RefundRefused => "refund refused",
            ParcelSent => "parcel sent",
            ParcelArrived => "parcel arrived",
            ParcelCorrected => "parcel corrected",
            ParcelRemoved => "parcel removed",
            CancelledByBuyer => "cancelled by buyer",
            CashCollected => "cash collected",
            TransferConfirmed => "transfer confirmed",
            TransferRefused => "transfer refused",
            ProofSent => "proof sent",
            TransferExpired => "transfer expired",
            MethodChanged => "payment method changed",
            Assigned => "assigned",
            Printed => "printed",
            Picked => "picked",
            PickingReopened => "picking reopened",
            AddressChanged => "address changed",
            EmailResent => "email resent",
            RefundAwaitsApproval => "refund awaits approval",
            RefundRejected => "refund rejected",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        let named = Self::NON_STATE.into_iter().find(|event| event.name() == name);
        named.or_else(|| State::parse(name).map(StateChanged))
    }

    pub fn label(self) -> Key {
        match self {
            StateChanged(state) => state.label(),
            PaymentUnknown => msg::checkout::STAFF_PAYMENT_UNKNOWN,
            PaymentUnreachable => msg::checkout::STAFF_PAYMENT_UNREACHABLE,
            PaymentReturned => msg::checkout::STAFF_PAYMENT_RETURNED,
            RefundRequested => msg::checkout::STAFF_REFUND_REQUESTED,
            RefundDone => msg::checkout::STAFF_REFUND_DONE,
            RefundRefused => msg::checkout::STAFF_REFUND_REFUSED,
            ParcelSent => msg::orders::EVENT_PARCEL_SENT,
            ParcelArrived => msg::orders::EVENT_PARCEL_ARRIVED,
            ParcelCorrected => msg::orders::EVENT_PARCEL_CORRECTED,
            ParcelRemoved => msg::orders::EVENT_PARCEL_REMOVED,
            CancelledByBuyer => msg::orders::EVENT_CANCELLED_BY_BUYER,
            CashCollected => msg::orders::EVENT_CASH_COLLECTED,
            TransferConfirmed => msg::orders::EVENT_TRANSFER_CONFIRMED,
            TransferRefused => msg::orders::EVENT_TRANSFER_REFUSED,
            ProofSent => msg::orders::EVENT_PROOF_SENT,
            TransferExpired => msg::orders::EVENT_TRANSFER_EXPIRED,
            MethodChanged => msg::orders::EVENT_METHOD_CHANGED,
            Assigned => msg::staff_orders::EVENT_ASSIGNED,
            Printed => msg::staff_orders::EVENT_PRINTED,
            Picked => msg::staff_orders::EVENT_PICKED,
            PickingReopened => msg::staff_orders::EVENT_PICKING_REOPENED,
            AddressChanged => msg::staff_orders::EVENT_ADDRESS_CHANGED,
            EmailResent => msg::staff_orders::EVENT_EMAIL_RESENT,
            RefundAwaitsApproval => msg::staff_orders::EVENT_REFUND_WAITS,
            RefundRejected => msg::staff_orders::EVENT_REFUND_REJECTED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_name_parses_back() {
        for event in State::ALL.into_iter().map(StateChanged).chain(OrderEvent::NON_STATE) {
            assert_eq!(OrderEvent::parse(event.name()), Some(event));
        }
        assert_eq!(OrderEvent::parse("paid in gold"), None);
    }
}
