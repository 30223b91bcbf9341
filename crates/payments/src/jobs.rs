//! Background work: refunds, and the reconciler, which resolves payments with an unknown outcome.

mod money;
pub mod monitoring;
mod reconciler;

use graphile_worker::WorkerContext;

pub use money::{Refund, refund_payment};
pub use reconciler::{
    HEARTBEAT_TIMEOUT, Lease, clean_up, last_finished, look_up_due, read_notices, reconcile, run_reconciler,
};

use crate::context::PaymentContext;

fn payment_context(context: &WorkerContext) -> Result<PaymentContext, String> {
    context.get_ext::<PaymentContext>().cloned().ok_or_else(|| "the worker has no PaymentContext".to_owned())
}
