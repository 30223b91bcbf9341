//! What the provider's books say: of one payment, and of all since a time.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use kernel::Money;

use super::{
    AuthorizeNet,
    answers::{Known, Line},
    wire::{Batches, Details, OfBatch, Paging, Sorting, Unsettled},
};
use crate::provider::{Fate, MethodKind, Payment, ProviderError};

/// The most that a page may hold, and more pages than a day can fill.
const PAGE: usize = 1000;
const PAGES: usize = 100;

/// Settlements are told for 31 days at most in one answer.
const SPAN: TimeDelta = TimeDelta::days(30);

/// What lists leave out and never changes, by the payment's number: they are read every minute, and each such payment
/// would be asked for every time.
#[derive(Default)]
pub struct Told(Mutex<HashMap<String, Rest>>);

#[derive(Clone)]
struct Rest {
    amount: Money,
    code: Option<String>,
    refund_of: Option<String>,
}

/// Some hundred bytes each; beyond it everything is asked for once more.
const MOST_TOLD: usize = 20_000;

impl Told {
    fn find(&self, reference: &str) -> Option<Rest> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(reference).cloned()
    }

    fn keep(&self, payment: Payment) -> Rest {
        let rest = Rest { amount: payment.amount, code: payment.code, refund_of: payment.refund_of };
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() >= MOST_TOLD {
            told.clear();
        }
        told.insert(payment.reference, rest.clone());
        rest
    }
}

impl AuthorizeNet {
    pub(super) async fn known(&self, reference: &str) -> Result<Known, ProviderError> {
        let found = self.read(Details { trans_id: reference }).await?.transaction;
        found.ok_or_else(|| ProviderError::Unknown("a payment that is not told".to_owned()))
    }

    pub(super) async fn load(&self, reference: &str) -> Result<Payment, ProviderError> {
        self.known(reference).await.map(Payment::from)
    }

    pub(super) async fn find(
        &self,
        keys: &[String],
        since: DateTime<Utc>,
    ) -> Result<Vec<Payment>, ProviderError> {
        let mut found = self.unsettled(since).await?;
        found.retain(|payment| keys.contains(&payment.key));
        if !keys.iter().all(|key| found.iter().any(|payment| payment.key == *key)) {
            let settled = self.settled(since).await?.into_iter();
            found.extend(settled.filter(|payment| keys.contains(&payment.key)));
        }
        self.complete(once_each(found)).await
    }

    /// First what is not settled, then what is: what settles in between is in both, and never in neither.
    pub(super) async fn all(&self, since: DateTime<Utc>) -> Result<Vec<Payment>, ProviderError> {
        let mut all = self.unsettled(since).await?;
        all.extend(self.settled(since).await?);
        self.complete(once_each(all)).await
    }

    /// Lists tell neither what a refund gives back, nor the amount of what settles nothing: voided, declined.
    async fn complete(&self, mut payments: Vec<Payment>) -> Result<Vec<Payment>, ProviderError> {
        let is_short = |payment: &&mut Payment| payment.amount.is_zero() || payment.fate == Fate::Refunded;
        for payment in payments.iter_mut().filter(is_short) {
            let rest = match self.told.find(&payment.reference) {
                Some(rest) => rest,
                None => match self.load(&payment.reference).await {
                    Ok(loaded) => self.told.keep(loaded),
                    // One that cannot be told does not keep the others back.
                    Err(ProviderError::Refused { .. }) => continue,
                    Err(error) => return Err(error),
                },
            };
            Rest { amount: payment.amount, code: payment.code, refund_of: payment.refund_of } = rest;
        }
        Ok(payments)
    }

    /// Newest first, so that everything older than asked for is left alone.
    async fn unsettled(&self, since: DateTime<Utc>) -> Result<Vec<Payment>, ProviderError> {
        let mut all = Vec::new();
        for offset in 1..=PAGES {
            let request =
                Unsettled { sorting: Sorting::NEWEST_FIRST, paging: Paging { limit: PAGE, offset } };
            if !take(self.read(request).await?.transactions, since, &mut all) {
                break;
            }
        }
        Ok(all)
    }

    /// Nothing settles before it is submitted, so the batches since then hold all that is asked for.
    async fn settled(&self, since: DateTime<Utc>) -> Result<Vec<Payment>, ProviderError> {
        let mut all = Vec::new();
        // The provider's clock may be ahead.
        let end = Utc::now() + TimeDelta::days(1);
        let mut first = since;
        while first < end {
            let last = (first + SPAN).min(end);
            let request =
                Batches { first_settlement_date: written(first), last_settlement_date: written(last) };
            for batch in self.read(request).await?.batch_list {
                self.of_batch(&batch.batch_id.0, since, &mut all).await?;
            }
            first = last;
        }
        Ok(all)
    }

    async fn of_batch(
        &self,
        batch_id: &str,
        since: DateTime<Utc>,
        all: &mut Vec<Payment>,
    ) -> Result<(), ProviderError> {
        for offset in 1..=PAGES {
            let paging = Paging { limit: PAGE, offset };
            let request = OfBatch { batch_id, sorting: Sorting::NEWEST_FIRST, paging };
            if !take(self.read(request).await?.transactions, since, all) {
                break;
            }
        }
        Ok(())
    }
}

/// Takes a page, and says whether the next one may hold more.
fn take(page: Vec<Line>, since: DateTime<Utc>, all: &mut Vec<Payment>) -> bool {
    let is_full = page.len() >= PAGE;
    let (count, before) = (page.len(), all.len());
    all.extend(page.into_iter().filter(|line| line.submit_time_utc >= since).map(Payment::from));
    is_full && all.len() - before == count
}

/// What was told twice is kept as it was told last; newest first.
fn once_each(payments: Vec<Payment>) -> Vec<Payment> {
    let last: HashMap<_, _> =
        payments.into_iter().map(|payment| (payment.reference.clone(), payment)).collect();
    let mut payments: Vec<_> = last.into_values().collect();
    payments.sort_by(|one, other| {
        (other.submitted_at, &other.reference).cmp(&(one.submitted_at, &one.reference))
    });
    payments
}

fn written(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

impl From<Known> for Payment {
    fn from(known: Known) -> Self {
        let method = known.payment.shown();
        let kind = method.as_ref().map(|method| method.kind);
        let fate = match known.returned_items.is_empty() {
            true => fate(&known.transaction_status, kind),
            false => Fate::Returned,
        };
        // What was voided or declined settles nothing.
        let amount = if known.settle_amount.0.is_zero() { known.auth_amount } else { known.settle_amount };
        // Also one that was declined, or undone.
        let is_refund = fate == Fate::Refunded || known.transaction_type == "refundTransaction";
        let is_reason = |code: &String| !matches!(code.as_str(), "" | "0" | "1");
        Self {
            reference: known.trans_id.0,
            key: known.order.invoice_number,
            amount: amount.0,
            fate,
            code: Some(known.response_reason_code.0).filter(is_reason),
            method,
            refund_of: Some(known.ref_trans_id.0).filter(|id| is_refund && !id.is_empty()),
            submitted_at: known.submit_time_utc,
        }
    }
}

impl From<Line> for Payment {
    fn from(line: Line) -> Self {
        let method = line.method();
        let kind = method.as_ref().map(|method| method.kind);
        let fate =
            if line.has_returned_items { Fate::Returned } else { fate(&line.transaction_status, kind) };
        Self {
            reference: line.trans_id.0,
            key: line.invoice_number,
            amount: line.settle_amount.0,
            fate,
            code: None,
            method,
            refund_of: None,
            submitted_at: line.submit_time_utc,
        }
    }
}

/// A status that is new to us is taken for under way: nothing is released for it, and nothing given up.
fn fate(status: &str, kind: Option<MethodKind>) -> Fate {
    match status {
        "authorizedPendingCapture" => Fate::Authorised,
        // Until a bank payment is settled it may well bounce.
        "capturedPendingSettlement" if kind == Some(MethodKind::Echeck) => Fate::Processing,
        "capturedPendingSettlement" | "settledSuccessfully" => Fate::Captured,
        "declined" | "expired" | "generalError" | "communicationError" | "failedReview" => Fate::Declined,
        "voided" => Fate::Voided,
        "refundPendingSettlement" | "refundSettledSuccessfully" => Fate::Refunded,
        "returnedItem" | "chargeback" | "chargebackReversal" => Fate::Returned,
        _ => Fate::Processing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::authorize_net::answers::{DetailsFound, Page, Reply};

    #[test]
    fn every_status_has_its_fate() {
        let card = Some(MethodKind::Card);
        for (status, expected) in [
            ("authorizedPendingCapture", Fate::Authorised),
            ("capturedPendingSettlement", Fate::Captured),
            ("settledSuccessfully", Fate::Captured),
            ("FDSPendingReview", Fate::Processing),
            ("FDSAuthorizedPendingReview", Fate::Processing),
            ("underReview", Fate::Processing),
            ("settlementError", Fate::Processing),
            ("somethingNew", Fate::Processing),
            ("returnedItem", Fate::Returned),
            ("chargeback", Fate::Returned),
            ("voided", Fate::Voided),
            ("declined", Fate::Declined),
            ("expired", Fate::Declined),
            ("generalError", Fate::Declined),
            ("failedReview", Fate::Declined),
            ("refundPendingSettlement", Fate::Refunded),
            ("refundSettledSuccessfully", Fate::Refunded),
        ] {
            assert_eq!(fate(status, card), expected, "{status}");
        }
        let bank = Some(MethodKind::Echeck);
        assert_eq!(fate("capturedPendingSettlement", bank), Fate::Processing);
        assert_eq!(fate("settledSuccessfully", bank), Fate::Captured);
    }

    fn details(rest: &str) -> Payment {
        let json = format!(
            "\u{feff}{}",
            r#"{"transaction":{"transId":60198,"submitTimeUTC":"2026-08-03T10:00:00.123Z",
            "transactionStatus":"settledSuccessfully","responseCode":1,"responseReasonCode":1,"authAmount":1234.5,
            "settleAmount":1234.56,"order":{"invoiceNumber":"A1"}, REST
            "payment":{"creditCard":{"cardNumber":"XXXX0005","expirationDate":"XXXX","cardType":"AmericanExpress"}}},
            "messages":{"resultCode":"Ok","message":[{"code":"I00001","text":"Successful."}]}}"#
                .replace("REST", rest)
        );
        let reply = Reply::<DetailsFound>::read(json.as_bytes()).unwrap();
        reply.into_done().unwrap().transaction.unwrap().into()
    }

    #[test]
    fn a_payment_is_read_from_its_details() {
        let payment = details("");
        assert_eq!((payment.reference.as_str(), payment.key.as_str()), ("60198", "A1"));
        assert_eq!(
            (payment.amount, payment.fate, payment.code),
            (Money::minor(123_456), Fate::Captured, None)
        );
        let method = payment.method.unwrap();
        assert_eq!((method.brand.as_str(), method.last4.as_str(), method.expires), ("amex", "0005", None));
    }

    #[test]
    fn what_a_bank_took_back_is_returned_though_it_was_settled() {
        let payment = details(r#""returnedItems":[{"id":"1","code":"R01"}],"#);
        assert_eq!(payment.fate, Fate::Returned);
    }

    fn page(times: &[&str]) -> Vec<Line> {
        let lines: Vec<String> = times
            .iter()
            .enumerate()
            .map(|(at, time)| {
                format!(
                    r#"{{"transId":"{at}","submitTimeUTC":"{time}","transactionStatus":"declined","invoiceNumber":"K{at}",
                        "accountType":"eCheck","accountNumber":"XXXX6789","settleAmount":"0.07"}}"#
                )
            })
            .collect();
        let json = format!(
            r#"{{"transactions":[{}],"totalNumInResultSet":1,"messages":{{"resultCode":"Ok"}}}}"#,
            lines.join(",")
        );
        Reply::<Page>::read(json.as_bytes()).unwrap().into_done().unwrap().transactions
    }

    #[test]
    fn a_page_is_read_until_it_grows_too_old() {
        let since = "2026-08-03T10:00:00Z".parse().unwrap();
        let mut all = vec![];

        let goes_on = take(
            page(&["2026-08-03T10:00:01Z", "2026-08-03T10:00:00", "2026-08-03T09:59:59Z"]),
            since,
            &mut all,
        );

        assert!(!goes_on);
        let keys: Vec<_> = all.iter().map(|payment| payment.key.as_str()).collect();
        assert_eq!(keys, ["K0", "K1"]);
        assert_eq!(all[0].amount, Money::minor(7));
        assert_eq!(all[0].method.as_ref().unwrap().kind, MethodKind::Echeck);
    }

    #[test]
    fn only_a_full_page_has_a_next_one() {
        let since = "2026-08-03T10:00:00Z".parse().unwrap();
        let full = vec!["2026-08-03T10:00:00Z"; PAGE];
        assert!(take(page(&full), since, &mut vec![]));
        assert!(!take(page(&full[1..]), since, &mut vec![]));
        assert!(!take(page(&[]), since, &mut vec![]));
    }

    #[test]
    fn what_is_told_twice_counts_as_told_last() {
        let told = |status: &str| {
            let mut lines = page(&["2026-08-03T10:00:00Z"]);
            lines[0].transaction_status = status.to_owned();
            Payment::from(lines.remove(0))
        };
        let payments = once_each(vec![told("authorizedPendingCapture"), told("settledSuccessfully")]);
        assert_eq!(payments.len(), 1);
        assert_eq!(payments[0].fate, Fate::Captured);
    }
}
