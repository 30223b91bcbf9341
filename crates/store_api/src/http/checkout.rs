//! Checkout, orders by key, and paying an order.

use ::checkout::CheckoutContext;
use edge::Endpoint;
use payments::PaymentContext;

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    Vec::new()
}
