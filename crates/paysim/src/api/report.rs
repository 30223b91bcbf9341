//! Reports: details of a transaction, unsettled transactions, settled batches.

use chrono::{DateTime, Duration, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::customer_profiles;
use crate::{
    api_response::{ApiResponse, dollars},
    ledger::{Batch, Status, Transaction},
    ordered_json::Node,
    payment_source::PaymentMethodKind as Method,
    schema,
    state::SimState,
};

/// The properties of the merchant's account.
pub fn merchant(state: &SimState) -> ApiResponse {
    ApiResponse::ok(json!({
        "isTestMode": state.account.is_test,
        "processors": [{"name": "First Data Nashville", "id": 2}],
        "merchantName": "Matjar",
        "gatewayId": "1",
        "marketTypes": ["2"],
        "currencies": [state.account.currency],
    }))
}

pub fn details(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let found =
        body.number_at("transId").and_then(|id| state.ledger.get(id)).ok_or_else(ApiResponse::not_found)?;
    let mut fields = json!({
        "transId": found.id.to_string(),
        "submitTimeUTC": utc(found.submitted),
        "submitTimeLocal": local(found.submitted),
        "transactionType": found.kind.as_str(),
        "transactionStatus": found.status.as_str(),
        "responseCode": found.response_code,
        "responseReasonCode": found.reason.parse::<u32>().unwrap_or(2),
        "responseReasonDescription": reason_description(found),
        "authCode": found.auth_code,
        "AVSResponse": found.avs,
        "cardCodeResponse": found.source.code,
        "authAmount": dollars(found.amount),
        "settleAmount": dollars(settled_amount(found)),
        "taxExempt": false,
        "payment": customer_profiles::payment_json(&found.source, false),
        "recurringBilling": false,
        "product": "Card Not Present",
        "marketType": "eCommerce",
    });
    if !found.invoice.is_empty() || !found.description.is_empty() {
        fields["order"] = json!({
            "invoiceNumber": found.invoice,
            "description": found.description,
            "discountAmount": 0.0,
            "taxIsAfterDiscount": false,
        });
    }
    if let Some(first) = found.refund_of {
        fields["refTransId"] = first.to_string().into();
    }
    if !found.customer_id.is_empty() || !found.email.is_empty() {
        fields["customer"] = json!({"type": "individual", "id": found.customer_id, "email": found.email});
    }
    if !found.bill_to.is_empty() {
        fields["billTo"] = customer_profiles::address_json(&found.bill_to);
    }
    if !found.ip.is_empty() {
        fields["customerIP"] = found.ip.clone().into();
    }
    if let Some((profile, method)) = &found.profile {
        fields["profile"] = json!({"customerProfileId": profile, "customerPaymentProfileId": method});
    }
    if found.status == Status::PendingReview {
        fields["FDSFilterAction"] = "hold".into();
    }
    if let Some(batch) = found.batch.and_then(|id| state.ledger.batches().iter().find(|batch| batch.id == id))
    {
        fields["batch"] = json!({
            "batchId": batch.id.to_string(),
            "settlementTimeUTC": utc(batch.settled),
            "settlementTimeLocal": local(batch.settled),
            "settlementState": "settledSuccessfully",
        });
    }
    if let Some(returned) = found.returned {
        fields["returnedItems"] = json!([{
            "id": (found.id + 1).to_string(),
            "dateUTC": utc(returned),
            "dateLocal": local(returned),
            "code": "R01",
            "description": "Insufficient Funds",
        }]);
    }
    let mut answer = json!({ "transaction": fields });
    if let Some(ref_id) = &found.ref_id {
        answer["transrefId"] = ref_id.clone().into();
    }
    Ok(ApiResponse::ok(answer))
}

fn reason_description(transaction: &Transaction) -> &'static str {
    match transaction.response_code {
        1 => "Approval",
        2 => "Decline",
        4 => "Transaction is under review",
        _ => "Error",
    }
}

fn settled_amount(transaction: &Transaction) -> i64 {
    match transaction.status {
        Status::Voided | Status::Declined => 0,
        _ => transaction.settle_amount,
    }
}

/// One page of the transactions since the last settlement, newest first by default.
pub fn unsettled(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    if body.text_at("status") == "pendingApproval" {
        let held = state.ledger.unsettled().filter(|found| found.status == Status::PendingReview);
        let held: Vec<_> = held.collect();
        return list_page(held.iter().copied(), held.len(), body);
    }
    list_page(state.ledger.unsettled(), state.ledger.unsettled_count(), body)
}

pub fn batch_transactions(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let id = body.number_at("batchId");
    let batch = state
        .ledger
        .batches()
        .iter()
        .find(|batch| Some(batch.id) == id)
        .ok_or_else(ApiResponse::not_found)?;
    let found = batch.transactions.iter().filter_map(|id| state.ledger.get(*id));
    list_page(found, batch.transactions.len(), body)
}

pub fn customer_transactions(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let profile = body.text_at("customerProfileId");
    let method = body.some_text_at("customerPaymentProfileId");
    let found = state.ledger.all().iter().filter(|found| {
        found.profile.as_ref().is_some_and(|(customer, with)| {
            *customer == profile && method.as_ref().is_none_or(|method| method == with)
        })
    });
    let found: Vec<_> = found.collect();
    list_page(found.iter().copied(), found.len(), body)
}

/// One page of transactions. Ids are in order of time.
fn list_page<'b>(
    all: impl DoubleEndedIterator<Item = &'b Transaction>,
    count: usize,
    body: &Node,
) -> Result<ApiResponse, ApiResponse> {
    let paged = body.get("paging").is_present();
    let number = |name: &str, default| if paged { body.number_at(name) } else { Some(default) };
    let limit = number("paging.limit", 1000).filter(|limit| (1..=1000).contains(limit));
    let limit = limit.ok_or_else(|| ApiResponse::error("E00003", schema::not_allowed("limit")))?;
    let offset = number("paging.offset", 1).filter(|offset| (1..=100_000).contains(offset));
    let offset = offset.ok_or_else(|| ApiResponse::error("E00003", schema::not_allowed("offset")))?;
    let forwards = body.get("sorting").is_present() && !body.bool_at("sorting.orderDescending");
    let skip = usize::try_from((offset - 1) * limit).unwrap_or(usize::MAX);
    let limit = usize::try_from(limit).unwrap_or(1000);
    let page: Vec<_> = if forwards {
        all.skip(skip).take(limit).map(transaction_json).collect()
    } else {
        all.rev().skip(skip).take(limit).map(transaction_json).collect()
    };
    if page.is_empty() {
        return Ok(ApiResponse::with_message(
            json!({"totalNumInResultSet": 0}),
            true,
            "I00004",
            "No records found.",
        ));
    }
    Ok(ApiResponse::ok(json!({"totalNumInResultSet": count, "transactions": page})))
}

fn transaction_json(transaction: &Transaction) -> Value {
    let mut fields = json!({
        "transId": transaction.id.to_string(),
        "submitTimeUTC": utc(transaction.submitted),
        "submitTimeLocal": local(transaction.submitted),
        "transactionStatus": transaction.status.as_str(),
        "invoiceNumber": transaction.invoice,
        "firstName": transaction.billing_field("firstName"),
        "lastName": transaction.billing_field("lastName"),
        "accountType": transaction.source.brand,
        "accountNumber": transaction.source.masked(),
        "settleAmount": dollars(settled_amount(transaction)),
        "marketType": "eCommerce",
        "product": "Card Not Present",
    });
    if transaction.returned.is_some() {
        fields["hasReturnedItems"] = true.into();
    }
    if let Some((profile, method)) = &transaction.profile {
        fields["profile"] = json!({"customerProfileId": profile, "customerPaymentProfileId": method});
    }
    fields
}

/// Batches settled within a period of at most 31 days; the default is the last day.
pub fn batches(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let day = |name: &str| -> Option<DateTime<Utc>> {
        let text = body.some_text_at(name)?;
        let text = text.trim_end_matches('Z');
        let read = chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").ok()?;
        Some(read.and_utc())
    };
    let last = day("lastSettlementDate").unwrap_or_else(|| state.now() + Duration::minutes(1));
    let first = day("firstSettlementDate").unwrap_or_else(|| last - Duration::days(1));
    if first > last {
        return Err(ApiResponse::error("E00003", "The first settlement date must not be after the last."));
    }
    if last - first > Duration::days(31) {
        return Err(ApiResponse::error("E00003", "The specified date range exceeds 31 days."));
    }
    let statistics = body.bool_at("includeStatistics");
    let found: Vec<_> = state
        .ledger
        .batches()
        .iter()
        .filter(|batch| (first..=last).contains(&batch.settled))
        .map(|batch| batch_json(state, batch, statistics))
        .collect();
    if found.is_empty() {
        return Ok(ApiResponse::with_message(json!({}), true, "I00004", "No records found."));
    }
    Ok(ApiResponse::ok(json!({ "batchList": found })))
}

fn batch_json(state: &SimState, batch: &Batch, statistics: bool) -> Value {
    let mut fields = json!({
        "batchId": batch.id.to_string(),
        "settlementTimeUTC": utc(batch.settled),
        "settlementTimeLocal": local(batch.settled),
        "settlementState": "settledSuccessfully",
        "paymentMethod": if batch.method == Method::Card { "creditCard" } else { "eCheck" },
        "marketType": "eCommerce",
        "product": "Card Not Present",
    });
    if statistics {
        let mut lines: Vec<(&str, BatchStatistics)> = Vec::new();
        for found in batch.transactions.iter().filter_map(|id| state.ledger.get(*id)) {
            let index = lines.iter().position(|(brand, _)| *brand == found.source.brand);
            let index = index.unwrap_or_else(|| {
                lines.push((found.source.brand, BatchStatistics::default()));
                lines.len() - 1
            });
            lines[index].1.add(found);
        }
        let lines: Vec<_> = lines.iter().map(|(brand, sums)| sums.to_json(brand)).collect();
        fields["statistics"] = lines.into();
    }
    fields
}

#[derive(Default)]
struct BatchStatistics {
    charge: (i64, u64),
    refund: (i64, u64),
    voids: u64,
    declines: u64,
}

impl BatchStatistics {
    fn add(&mut self, found: &Transaction) {
        let (sum, count) = match found.status {
            Status::Voided => return self.voids += 1,
            Status::Declined => return self.declines += 1,
            Status::RefundSettled => &mut self.refund,
            _ => &mut self.charge,
        };
        *sum += found.settle_amount;
        *count += 1;
    }

    fn to_json(&self, brand: &str) -> Value {
        json!({
            "accountType": brand,
            "chargeAmount": dollars(self.charge.0),
            "chargeCount": self.charge.1,
            "refundAmount": dollars(self.refund.0),
            "refundCount": self.refund.1,
            "voidCount": self.voids,
            "declineCount": self.declines,
            "errorCount": 0,
        })
    }
}

fn utc(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// The merchant's local time, seven hours behind UTC.
fn local(time: DateTime<Utc>) -> String {
    (time - Duration::hours(7)).format("%Y-%m-%dT%H:%M:%S%.3f").to_string()
}
