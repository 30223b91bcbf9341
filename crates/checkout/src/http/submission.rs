//! A submitted checkout, from the page's form or from the browser's payment sheet.

use affiliates::service::ReferralCookies;
use attribution::service::OrderAttribution;
use cart::service::Rates;
use edge::Shop;
use payments::service::page::FormError;

use super::{checkout::CurrentBuyer, form::CheckoutForm};
use crate::place::{AgreedTotal, Pay, PlaceOrder};

pub struct Submission<'a> {
    pub buyer: &'a CurrentBuyer,
    pub typed: CheckoutForm,
    /// The chosen payment, or why it cannot be used.
    pub payment: Result<ChosenPayment, FormError>,
    pub attribution: OrderAttribution,
    pub referral: Option<ReferralCookies>,
    pub form_key: String,
    pub agreed_total: AgreedTotal,
}

pub struct ChosenPayment {
    pub pay: Pay,
    pub wants_saved: bool,
}

impl Submission<'_> {
    /// Returns the command to place the order, or all errors of the form together.
    pub fn into_command(self, shop: &Shop, rates: &Rates) -> Result<PlaceOrder, Vec<FormError>> {
        let mut errors = self.typed.validate(shop, rates);
        let payment = self.payment.map_err(|error| errors.push(error)).ok();
        let Some(payment) = payment.filter(|_| errors.is_empty()) else { return Err(errors) };
        let is_guest = self.buyer.customer.is_none();
        Ok(PlaceOrder {
            customer: self.buyer.customer,
            wants_account: self.typed.wants_account && is_guest,
            wants_saved: payment.wants_saved && (!is_guest || self.typed.wants_account),
            buyer: self.typed.buyer,
            notes: self.typed.notes,
            gift: self.typed.gift,
            attribution: self.attribution,
            referral: self.referral,
            form_key: self.form_key,
            agreed_total: self.agreed_total,
            pay: payment.pay,
        })
    }
}
