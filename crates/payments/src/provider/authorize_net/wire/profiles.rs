//! Requests about saved methods.

use serde::Serialize;

use super::{BillTo, PaymentType, Request};
use crate::provider::{
    Billing, Token,
    authorize_net::{Validation, responses},
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateProfile<'a> {
    pub profile: NewProfile<'a>,
    pub validation_mode: &'static str,
}

impl Request for CreateProfile<'_> {
    const NAME: &'static str = "createCustomerProfileRequest";
    type Answer = responses::ProfileResponse;
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
    payment: PaymentType<'a>,
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
    type Answer = responses::ProfileResponse;
}

pub fn validation_mode(validation: Validation) -> &'static str {
    match validation {
        Validation::TestMode => "testMode",
        Validation::LiveMode => "liveMode",
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateProfileFromTransaction<'a> {
    pub trans_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<CustomerRef<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_profile_id: Option<&'a str>,
}

impl Request for CreateProfileFromTransaction<'_> {
    const NAME: &'static str = "createCustomerProfileFromTransactionRequest";
    type Answer = responses::ProfileResponse;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerRef<'a> {
    pub merchant_customer_id: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetMethod<'a> {
    pub customer_profile_id: &'a str,
    pub customer_payment_profile_id: &'a str,
    pub unmask_expiration_date: bool,
}

impl Request for GetMethod<'_> {
    const NAME: &'static str = "getCustomerPaymentProfileRequest";
    type Answer = responses::PaymentProfileResponse;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeleteMethod<'a> {
    pub customer_profile_id: &'a str,
    pub customer_payment_profile_id: &'a str,
}

impl Request for DeleteMethod<'_> {
    const NAME: &'static str = "deleteCustomerPaymentProfileRequest";
    type Answer = responses::EmptyResponse;
}
