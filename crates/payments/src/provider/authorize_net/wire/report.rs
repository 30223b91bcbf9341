//! Questions about the books.

use serde::Serialize;

use super::Request;
use crate::provider::authorize_net::answers;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Details<'a> {
    pub trans_id: &'a str,
}

impl Request for Details<'_> {
    const NAME: &'static str = "getTransactionDetailsRequest";
    type Answer = answers::DetailsFound;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unsettled {
    pub sorting: Sorting,
    pub paging: Paging,
}

impl Request for Unsettled {
    const NAME: &'static str = "getUnsettledTransactionListRequest";
    type Answer = answers::Page;
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

/// The offset counts pages, from one.
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
    type Answer = answers::BatchesFound;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OfBatch<'a> {
    pub batch_id: &'a str,
    pub sorting: Sorting,
    pub paging: Paging,
}

impl Request for OfBatch<'_> {
    const NAME: &'static str = "getTransactionListRequest";
    type Answer = answers::Page;
}
