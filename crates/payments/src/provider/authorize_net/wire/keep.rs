//! Requests about methods that customers keep.

use serde::Serialize;

use super::{BillTo, Paid, Request};
use crate::provider::{
    Billing, Token,
    authorize_net::{Validation, answers},
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateProfile<'a> {
    pub profile: NewProfile<'a>,
    pub validation_mode: &'static str,
}

impl Request for CreateProfile<'_> {
    const NAME: &'static str = "createCustomerProfileRequest";
    type Answer = answers::KeptAs;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewProfile<'a> {
    pub merchant_customer_id: &'a str,
    pub payment_profiles: NewMethod<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewMethod<'a> {
    customer_type: &'static str,
    bill_to: BillTo<'a>,
    payment: Paid<'a>,
}

impl<'a> NewMethod<'a> {
    pub fn new(token: &'a Token, billing: &'a Billing) -> Self {
        Self { customer_type: "individual", bill_to: billing.into(), payment: token.into() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateMethod<'a> {
    pub customer_profile_id: &'a str,
    pub payment_profile: NewMethod<'a>,
    pub validation_mode: &'static str,
}

impl Request for CreateMethod<'_> {
    const NAME: &'static str = "createCustomerPaymentProfileRequest";
    type Answer = answers::KeptAs;
}

pub fn validation_mode(validation: Validation) -> &'static str {
    match validation {
        Validation::TestMode => "testMode",
        Validation::LiveMode => "liveMode",
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeepUsed<'a> {
    pub trans_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_profile_id: Option<&'a str>,
}

impl Request for KeepUsed<'_> {
    const NAME: &'static str = "createCustomerProfileFromTransactionRequest";
    type Answer = answers::KeptAs;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Named<'a> {
    pub merchant_customer_id: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShowMethod<'a> {
    pub customer_profile_id: &'a str,
    pub customer_payment_profile_id: &'a str,
    pub unmask_expiration_date: bool,
}

impl Request for ShowMethod<'_> {
    const NAME: &'static str = "getCustomerPaymentProfileRequest";
    type Answer = answers::MethodFound;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeleteMethod<'a> {
    pub customer_profile_id: &'a str,
    pub customer_payment_profile_id: &'a str,
}

impl Request for DeleteMethod<'_> {
    const NAME: &'static str = "deleteCustomerPaymentProfileRequest";
    type Answer = answers::Nothing;
}
