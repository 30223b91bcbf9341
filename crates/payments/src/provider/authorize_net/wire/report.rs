//! Requests that read the provider's ledger.

use serde::Serialize;

use super::Request;
use crate::provider::authorize_net::responses;

/// Asks for the properties of the shop's account.
#[derive(Serialize)]
pub struct MerchantDetails {}

impl Request for MerchantDetails {
    const NAME: &'static str = "getMerchantDetailsRequest";
    type Answer = responses::MerchantDetailsResponse;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Details<'a> {
    pub trans_id: &'a str,
}

impl Request for Details<'_> {
    const NAME: &'static str = "getTransactionDetailsRequest";
    type Answer = responses::TransactionDetailsResponse;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unsettled {
    pub sorting: Sorting,
    pub paging: Paging,
}

impl Request for Unsettled {
    const NAME: &'static str = "getUnsettledTransactionListRequest";
    type Answer = responses::TransactionListResponse;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sorting {
    order_by: &'static str,
    order_descending: bool,
}

impl Sorting {
    pub const NEWEST_FIRST: Self = Self { order_by: "submitTimeUTC", order_descending: true };
}

/// `offset` is a page number, starting at one.
#[derive(Serialize)]
pub struct Paging {
    pub limit: usize,
    pub offset: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Batches {
    pub first_settlement_date: String,
    pub last_settlement_date: String,
}

impl Request for Batches {
    const NAME: &'static str = "getSettledBatchListRequest";
    type Answer = responses::BatchListResponse;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BatchTransactions<'a> {
    pub batch_id: &'a str,
    pub sorting: Sorting,
    pub paging: Paging,
}

impl Request for BatchTransactions<'_> {
    const NAME: &'static str = "getTransactionListRequest";
    type Answer = responses::TransactionListResponse;
}
