//! What the books say: one payment, what is not settled, what is.

use chrono::{DateTime, Duration, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::keep;
use crate::{
    answer::{Answer, dollars},
    book::{Batch, Status, Transaction},
    means::Kind as Method,
    node::Node,
    schema,
    world::World,
};

pub fn details(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let found = body.number("transId").and_then(|id| world.book.get(id)).ok_or_else(Answer::not_found)?;
    let mut fields = json!({
        "transId": found.id.to_string(),
        "submitTimeUTC": utc(found.submitted),
        "submitTimeLocal": local(found.submitted),
        "transactionType": found.kind.as_str(),
        "transactionStatus": found.status.as_str(),
        "responseCode": found.response_code,
        "responseReasonCode": found.reason.parse::<u32>().unwrap_or(2),
        "responseReasonDescription": described(found),
        "authCode": found.auth_code,
        "AVSResponse": found.avs,
        "cardCodeResponse": found.means.code,
        "authAmount": dollars(found.amount),
        "settleAmount": dollars(settles(found)),
        "taxExempt": false,
        "payment": keep::payment(&found.means, false),
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
        fields["billTo"] = keep::address(&found.bill_to);
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
    if let Some(batch) = found.batch.and_then(|id| world.book.batches().iter().find(|batch| batch.id == id)) {
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
    Ok(Answer::ok(answer))
}

fn described(of: &Transaction) -> &'static str {
    match of.response_code {
        1 => "Approval",
        2 => "Decline",
        4 => "Transaction is under review",
        _ => "Error",
    }
}

fn settles(of: &Transaction) -> i64 {
    match of.status {
        Status::Voided | Status::Declined => 0,
        _ => of.settles,
    }
}

/// Everything since the last settlement, newest first unless asked otherwise; a page of it.
pub fn unsettled(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    if body.word("status") == "pendingApproval" {
        let held = world.book.open().filter(|found| found.status == Status::PendingReview);
        let held: Vec<_> = held.collect();
        return listed(held.iter().copied(), held.len(), body);
    }
    listed(world.book.open(), world.book.open_count(), body)
}

pub fn of_batch(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let id = body.number("batchId");
    let batch =
        world.book.batches().iter().find(|batch| Some(batch.id) == id).ok_or_else(Answer::not_found)?;
    let found = batch.transactions.iter().filter_map(|id| world.book.get(*id));
    listed(found, batch.transactions.len(), body)
}

pub fn of_customer(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let profile = body.word("customerProfileId");
    let method = body.some_word("customerPaymentProfileId");
    let found = world.book.all().iter().filter(|found| {
        found
            .profile
            .as_ref()
            .is_some_and(|(of, with)| *of == profile && method.as_ref().is_none_or(|method| method == with))
    });
    let found: Vec<_> = found.collect();
    listed(found.iter().copied(), found.len(), body)
}

/// One page. They come in the order of their numbers, which is that of their times.
fn listed<'b>(
    all: impl DoubleEndedIterator<Item = &'b Transaction>,
    count: usize,
    body: &Node,
) -> Result<Answer, Answer> {
    let paged = body.at("paging").is_there();
    let number = |name: &str, default| if paged { body.number(name) } else { Some(default) };
    let limit = number("paging.limit", 1000).filter(|limit| (1..=1000).contains(limit));
    let limit = limit.ok_or_else(|| Answer::error("E00003", schema::not_allowed("limit")))?;
    let offset = number("paging.offset", 1).filter(|offset| (1..=100_000).contains(offset));
    let offset = offset.ok_or_else(|| Answer::error("E00003", schema::not_allowed("offset")))?;
    let forwards = body.at("sorting").is_there() && !body.yes("sorting.orderDescending");
    let skip = usize::try_from((offset - 1) * limit).unwrap_or(usize::MAX);
    let limit = usize::try_from(limit).unwrap_or(1000);
    let page: Vec<_> = if forwards {
        all.skip(skip).take(limit).map(line).collect()
    } else {
        all.rev().skip(skip).take(limit).map(line).collect()
    };
    if page.is_empty() {
        return Ok(Answer::said(json!({"totalNumInResultSet": 0}), true, "I00004", "No records found."));
    }
    Ok(Answer::ok(json!({"totalNumInResultSet": count, "transactions": page})))
}

fn line(of: &Transaction) -> Value {
    let mut fields = json!({
        "transId": of.id.to_string(),
        "submitTimeUTC": utc(of.submitted),
        "submitTimeLocal": local(of.submitted),
        "transactionStatus": of.status.as_str(),
        "invoiceNumber": of.invoice,
        "firstName": of.billed("firstName"),
        "lastName": of.billed("lastName"),
        "accountType": of.means.brand,
        "accountNumber": of.means.masked(),
        "settleAmount": dollars(settles(of)),
        "marketType": "eCommerce",
        "product": "Card Not Present",
    });
    if of.returned.is_some() {
        fields["hasReturnedItems"] = true.into();
    }
    if let Some((profile, method)) = &of.profile {
        fields["profile"] = json!({"customerProfileId": profile, "customerPaymentProfileId": method});
    }
    fields
}

/// Batches of a span of time, of the last day when none is given; a month at most.
pub fn batches(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let day = |name: &str| -> Option<DateTime<Utc>> {
        let text = body.some_word(name)?;
        let text = text.trim_end_matches('Z');
        let read = chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").ok()?;
        Some(read.and_utc())
    };
    let last = day("lastSettlementDate").unwrap_or_else(|| world.now() + Duration::minutes(1));
    let first = day("firstSettlementDate").unwrap_or_else(|| last - Duration::days(1));
    if first > last {
        return Err(Answer::error("E00003", "The first settlement date must not be after the last."));
    }
    if last - first > Duration::days(31) {
        return Err(Answer::error("E00003", "The specified date range exceeds 31 days."));
    }
    let statistics = body.yes("includeStatistics");
    let found: Vec<_> = world
        .book
        .batches()
        .iter()
        .filter(|batch| (first..=last).contains(&batch.settled))
        .map(|batch| shown(world, batch, statistics))
        .collect();
    if found.is_empty() {
        return Ok(Answer::said(json!({}), true, "I00004", "No records found."));
    }
    Ok(Answer::ok(json!({ "batchList": found })))
}

fn shown(world: &World, batch: &Batch, statistics: bool) -> Value {
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
        let mut lines: Vec<(&str, Sums)> = Vec::new();
        for found in batch.transactions.iter().filter_map(|id| world.book.get(*id)) {
            let place = lines.iter().position(|(brand, _)| *brand == found.means.brand);
            let place = place.unwrap_or_else(|| {
                lines.push((found.means.brand, Sums::default()));
                lines.len() - 1
            });
            lines[place].1.add(found);
        }
        let lines: Vec<_> = lines.iter().map(|(brand, sums)| sums.shown(brand)).collect();
        fields["statistics"] = lines.into();
    }
    fields
}

#[derive(Default)]
struct Sums {
    charge: (i64, u64),
    refund: (i64, u64),
    voids: u64,
    declines: u64,
}

impl Sums {
    fn add(&mut self, found: &Transaction) {
        let (sum, count) = match found.status {
            Status::Voided => return self.voids += 1,
            Status::Declined => return self.declines += 1,
            Status::RefundSettled => &mut self.refund,
            _ => &mut self.charge,
        };
        *sum += found.settles;
        *count += 1;
    }

    fn shown(&self, brand: &str) -> Value {
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

/// The merchant's own clock. It stands in the provider's home, seven hours behind.
fn local(time: DateTime<Utc>) -> String {
    (time - Duration::hours(7)).format("%Y-%m-%dT%H:%M:%S%.3f").to_string()
}
