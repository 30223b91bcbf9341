//! The state of the checkout's own pages.

use axum::extract::FromRef;
use edge::AppState;
use payments::PaymentContext;

#[derive(Debug, Clone)]
pub struct CheckoutContext {
    pub payments: PaymentContext,
    /// Payment Request method URL for express checkout; `None` disables it.
    pub express_url: Option<String>,
}

impl<C: AsRef<CheckoutContext>> FromRef<AppState<C>> for CheckoutContext {
    fn from_ref(state: &AppState<C>) -> Self {
        state.contexts.as_ref().clone()
    }
}
