//! Reads the provider's ledger: the details of one payment, and all payments since a time.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use kernel::Money;

use super::{
    AuthorizeNet,
    responses::{MerchantDetailsResponse, TransactionDetails, TransactionListItem},
    wire::{BatchTransactions, Batches, Details, MerchantDetails, Paging, Sorting, Unsettled},
};
use crate::provider::{Payment, PaymentMethodKind, ProviderError, TransactionStatus};

/// The provider's maximum page size, and more pages than a day can fill.
const PAGE_SIZE: usize = 1000;
const MAX_PAGES: usize = 100;

/// One request can list settlements of at most 31 days.
const MAX_SPAN: TimeDelta = TimeDelta::days(30);

/// Immutable details that lists leave out, by reference. Lists are read every minute, and without the cache each such
/// payment would be requested every time.
pub type DetailsCache = moka::sync::Cache<String, CachedDetails>;

#[derive(Clone)]
pub struct CachedDetails {
    amount: Money,
    code: Option<String>,
    refund_of: Option<String>,
}

/// Entries have some hundred bytes each.
pub const MAX_CACHED_DETAILS: u64 = 20_000;

/// When the account was last found to be in the shop's currency and in live mode. The ledger names neither, because
/// both belong to the account and not to a payment.
#[derive(Default)]
pub struct AccountCheck(Mutex<Option<Instant>>);

/// How long a check holds. Both change only by hand, at the provider.
const ACCOUNT_CHECK_LIFETIME: Duration = Duration::from_secs(600);

impl AccountCheck {
    fn is_fresh(&self) -> bool {
        let checked = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        checked.is_some_and(|checked| checked.elapsed() < ACCOUNT_CHECK_LIFETIME)
    }

    fn passed(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

/// Why payments of this account must not be booked.
fn account_mismatch(account: &MerchantDetailsResponse) -> Option<String> {
    let currency = kernel::Currency::shop().code;
    if account.is_test_mode {
        return Some("the provider's account is in test mode".to_owned());
    }
    let is_other = account.currencies.is_empty() || account.currencies.iter().any(|one| one != currency);
    is_other.then(|| format!("the provider's account is in {:?}, not in {currency}", account.currencies))
}

impl AuthorizeNet {
    /// Refuses to read a ledger whose amounts are in another currency, or are not money. The outcome of its payments
    /// stays unknown, so nothing is booked and nothing is given up.
    async fn check_account(&self) -> Result<(), ProviderError> {
        if self.account_check.is_fresh() {
            return Ok(());
        }
        let account = self.read(MerchantDetails {}).await?;
        match account_mismatch(&account) {
            None => {
                self.account_check.passed();
                Ok(())
            }
            Some(why) => {
                tracing::error!(why, "payments of the provider's ledger are not booked");
                Err(ProviderError::Unknown(why))
            }
        }
    }

    pub(super) async fn load_transaction(
        &self,
        reference: &str,
    ) -> Result<TransactionDetails, ProviderError> {
        let found = self.read(Details { trans_id: reference }).await?.transaction;
        found.ok_or_else(|| ProviderError::Unknown("response without the transaction".to_owned()))
    }

    pub(super) async fn load(&self, reference: &str) -> Result<Payment, ProviderError> {
        self.check_account().await?;
        self.load_transaction(reference).await.map(Payment::from)
    }

    pub(super) async fn find_by_keys(
        &self,
        keys: &[String],
        since: DateTime<Utc>,
    ) -> Result<Vec<Payment>, ProviderError> {
        self.check_account().await?;
        let mut found = self.unsettled(since).await?;
        found.retain(|payment| keys.contains(&payment.key));
        if !keys.iter().all(|key| found.iter().any(|payment| payment.key == *key)) {
            let settled = self.settled(since).await?.into_iter();
            found.extend(settled.filter(|payment| keys.contains(&payment.key)));
        }
        self.complete(deduplicate(found)).await
    }

    /// Reads unsettled payments first, then settled ones, so that a payment that settles in between is in both lists
    /// and never missing.
    pub(super) async fn list_all(&self, since: DateTime<Utc>) -> Result<Vec<Payment>, ProviderError> {
        self.check_account().await?;
        let mut all = self.unsettled(since).await?;
        all.extend(self.settled(since).await?);
        self.complete(deduplicate(all)).await
    }

    /// Adds the details that lists leave out: the payment that a refund belongs to, and the amount of voided and
    /// declined payments.
    async fn complete(&self, mut payments: Vec<Payment>) -> Result<Vec<Payment>, ProviderError> {
        let is_incomplete = |payment: &&mut Payment| {
            payment.amount.is_zero() || payment.status == TransactionStatus::Refunded
        };
        for payment in payments.iter_mut().filter(is_incomplete) {
            let details = match self.details_cache.get(&payment.reference) {
                Some(cached) => cached,
                None => match self.load(&payment.reference).await {
                    Ok(Payment { amount, code, refund_of, .. }) => CachedDetails { amount, code, refund_of },
                    // A payment without details does not fail the whole list.
                    Err(ProviderError::Refused { .. }) => continue,
                    Err(error) => return Err(error),
                },
            };
            self.details_cache.insert(payment.reference.clone(), details.clone());
            CachedDetails { amount: payment.amount, code: payment.code, refund_of: payment.refund_of } =
                details;
        }
        Ok(payments)
    }

    /// Reads newest first, and stops at the first payment older than `since`.
    async fn unsettled(&self, since: DateTime<Utc>) -> Result<Vec<Payment>, ProviderError> {
        let mut all = Vec::new();
        for offset in 1..=MAX_PAGES {
            let request =
                Unsettled { sorting: Sorting::NEWEST_FIRST, paging: Paging { limit: PAGE_SIZE, offset } };
            if !take_page(self.read(request).await?.transactions, since, &mut all) {
                break;
            }
        }
        Ok(all)
    }

    /// Reads the batches settled since `since`: a payment settles after it is submitted, so they contain all that
    /// match.
    async fn settled(&self, since: DateTime<Utc>) -> Result<Vec<Payment>, ProviderError> {
        let mut all = Vec::new();
        // The provider's clock may be ahead.
        let end = Utc::now() + TimeDelta::days(1);
        let mut first = since;
        while first < end {
            let last = (first + MAX_SPAN).min(end);
            let request = Batches {
                first_settlement_date: format_time(first),
                last_settlement_date: format_time(last),
            };
            for batch in self.read(request).await?.batch_list {
                self.batch_transactions(&batch.batch_id.0, since, &mut all).await?;
            }
            first = last;
        }
        Ok(all)
    }

    async fn batch_transactions(
        &self,
        batch_id: &str,
        since: DateTime<Utc>,
        all: &mut Vec<Payment>,
    ) -> Result<(), ProviderError> {
        for offset in 1..=MAX_PAGES {
            let paging = Paging { limit: PAGE_SIZE, offset };
            let request = BatchTransactions { batch_id, sorting: Sorting::NEWEST_FIRST, paging };
            if !take_page(self.read(request).await?.transactions, since, all) {
                break;
            }
        }
        Ok(())
    }
}

/// Adds the page's payments since `since`. Returns whether the next page may contain more.
fn take_page(page: Vec<TransactionListItem>, since: DateTime<Utc>, all: &mut Vec<Payment>) -> bool {
    let is_full = page.len() >= PAGE_SIZE;
    let (count, before) = (page.len(), all.len());
    all.extend(page.into_iter().filter(|line| line.submit_time_utc >= since).map(Payment::from));
    is_full && all.len() - before == count
}

/// Keeps the last entry of each reference, sorted newest first.
fn deduplicate(payments: Vec<Payment>) -> Vec<Payment> {
    let last: HashMap<_, _> =
        payments.into_iter().map(|payment| (payment.reference.clone(), payment)).collect();
    let mut payments: Vec<_> = last.into_values().collect();
    payments.sort_by(|one, other| {
        (other.submitted_at, &other.reference).cmp(&(one.submitted_at, &one.reference))
    });
    payments
}

fn format_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

impl From<TransactionDetails> for Payment {
    fn from(details: TransactionDetails) -> Self {
        let method = details.payment.details();
        let kind = method.as_ref().map(|method| method.kind);
        let status = match details.returned_items.is_empty() {
            true => parse_status(&details.transaction_status, kind),
            false => TransactionStatus::Returned,
        };
        // Voided and declined payments have no settled amount.
        let amount =
            if details.settle_amount.0.is_zero() { details.auth_amount } else { details.settle_amount };
        // The type also covers refunds that were declined or voided.
        let is_refund =
            status == TransactionStatus::Refunded || details.transaction_type == "refundTransaction";
        let is_reason = |code: &String| !matches!(code.as_str(), "" | "0" | "1");
        Self {
            reference: details.trans_id.0,
            key: details.order.invoice_number,
            amount: amount.0,
            status,
            code: Some(details.response_reason_code.0).filter(is_reason),
            method,
            refund_of: Some(details.ref_trans_id.0).filter(|id| is_refund && !id.is_empty()),
            submitted_at: details.submit_time_utc,
        }
    }
}

impl From<TransactionListItem> for Payment {
    fn from(line: TransactionListItem) -> Self {
        let method = line.method();
        let kind = method.as_ref().map(|method| method.kind);
        let status = if line.has_returned_items {
            TransactionStatus::Returned
        } else {
            parse_status(&line.transaction_status, kind)
        };
        Self {
            reference: line.trans_id.0,
            key: line.invoice_number,
            amount: line.settle_amount.0,
            status,
            code: None,
            method,
            refund_of: None,
            submitted_at: line.submit_time_utc,
        }
    }
}

/// Maps a status. An unknown one counts as processing: the order is neither shipped nor given up.
fn parse_status(status: &str, kind: Option<PaymentMethodKind>) -> TransactionStatus {
    match status {
        "authorizedPendingCapture" => TransactionStatus::Authorised,
        // A bank payment can bounce until it is settled.
        "capturedPendingSettlement" if kind == Some(PaymentMethodKind::Echeck) => {
            TransactionStatus::Processing
        }
        "capturedPendingSettlement" | "settledSuccessfully" => TransactionStatus::Captured,
        "declined" | "expired" | "generalError" | "communicationError" | "failedReview" => {
            TransactionStatus::Declined
        }
        "voided" => TransactionStatus::Voided,
        "refundPendingSettlement" | "refundSettledSuccessfully" => TransactionStatus::Refunded,
        "returnedItem" | "chargeback" | "chargebackReversal" => TransactionStatus::Returned,
        _ => TransactionStatus::Processing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::authorize_net::responses::{
        Reply, TransactionDetailsResponse, TransactionListResponse,
    };

    #[test]
    fn every_provider_status_is_mapped() {
        let card = Some(PaymentMethodKind::Card);
        for (status, expected) in [
            ("authorizedPendingCapture", TransactionStatus::Authorised),
            ("capturedPendingSettlement", TransactionStatus::Captured),
            ("settledSuccessfully", TransactionStatus::Captured),
            ("FDSPendingReview", TransactionStatus::Processing),
            ("FDSAuthorizedPendingReview", TransactionStatus::Processing),
            ("underReview", TransactionStatus::Processing),
            ("settlementError", TransactionStatus::Processing),
            ("somethingNew", TransactionStatus::Processing),
            ("returnedItem", TransactionStatus::Returned),
            ("chargeback", TransactionStatus::Returned),
            ("voided", TransactionStatus::Voided),
            ("declined", TransactionStatus::Declined),
            ("expired", TransactionStatus::Declined),
            ("generalError", TransactionStatus::Declined),
            ("failedReview", TransactionStatus::Declined),
            ("refundPendingSettlement", TransactionStatus::Refunded),
            ("refundSettledSuccessfully", TransactionStatus::Refunded),
        ] {
            assert_eq!(parse_status(status, card), expected, "{status}");
        }
        let bank = Some(PaymentMethodKind::Echeck);
        assert_eq!(parse_status("capturedPendingSettlement", bank), TransactionStatus::Processing);
        assert_eq!(parse_status("settledSuccessfully", bank), TransactionStatus::Captured);
    }

    #[test]
    fn only_a_live_account_in_the_currency_of_the_shop_is_booked() {
        let mismatch = |json: &str| {
            let json = format!(r#"{{{json},"messages":{{"resultCode":"Ok"}}}}"#);
            account_mismatch(&Reply::<MerchantDetailsResponse>::read(json.as_bytes()).unwrap().body)
        };
        assert_eq!(mismatch(r#""isTestMode":false,"currencies":["USD"]"#), None);
        assert!(mismatch(r#""isTestMode":true,"currencies":["USD"]"#).is_some());
        assert!(mismatch(r#""isTestMode":false,"currencies":["CAD"]"#).is_some());
        assert!(mismatch(r#""isTestMode":false,"currencies":["USD","CAD"]"#).is_some());
        assert!(mismatch(r#""isTestMode":false"#).is_some(), "an account that does not say so");
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
        let reply = Reply::<TransactionDetailsResponse>::read(json.as_bytes()).unwrap();
        reply.into_result().unwrap().transaction.unwrap().into()
    }

    #[test]
    fn a_payment_is_read_from_its_details() {
        let payment = details("");
        assert_eq!((payment.reference.as_str(), payment.key.as_str()), ("60198", "A1"));
        assert_eq!(
            (payment.amount, payment.status, payment.code),
            (Money::from_minor(123_456), TransactionStatus::Captured, None)
        );
        let method = payment.method.unwrap();
        assert_eq!((method.brand.as_str(), method.last4.as_str(), method.expires), ("amex", "0005", None));
    }

    #[test]
    fn a_settled_payment_with_returned_items_is_returned() {
        let payment = details(r#""returnedItems":[{"id":"1","code":"R01"}],"#);
        assert_eq!(payment.status, TransactionStatus::Returned);
    }

    fn page(times: &[&str]) -> Vec<TransactionListItem> {
        let lines: Vec<String> = times
            .iter()
            .enumerate()
            .map(|(index, time)| {
                format!(
                    r#"{{"transId":"{index}","submitTimeUTC":"{time}","transactionStatus":"declined","invoiceNumber":"K{index}",
                        "accountType":"eCheck","accountNumber":"XXXX6789","settleAmount":"0.07"}}"#
                )
            })
            .collect();
        let json = format!(
            r#"{{"transactions":[{}],"totalNumInResultSet":1,"messages":{{"resultCode":"Ok"}}}}"#,
            lines.join(",")
        );
        Reply::<TransactionListResponse>::read(json.as_bytes()).unwrap().into_result().unwrap().transactions
    }

    #[test]
    fn a_page_is_read_until_its_payments_are_too_old() {
        let since = "2026-08-03T10:00:00Z".parse().unwrap();
        let mut all = vec![];

        let has_more = take_page(
            page(&["2026-08-03T10:00:01Z", "2026-08-03T10:00:00", "2026-08-03T09:59:59Z"]),
            since,
            &mut all,
        );

        assert!(!has_more);
        let keys: Vec<_> = all.iter().map(|payment| payment.key.as_str()).collect();
        assert_eq!(keys, ["K0", "K1"]);
        assert_eq!(all[0].amount, Money::from_minor(7));
        assert_eq!(all[0].method.as_ref().unwrap().kind, PaymentMethodKind::Echeck);
    }

    #[test]
    fn only_a_full_page_has_a_next_one() {
        let since = "2026-08-03T10:00:00Z".parse().unwrap();
        let full = vec!["2026-08-03T10:00:00Z"; PAGE_SIZE];
        assert!(take_page(page(&full), since, &mut vec![]));
        assert!(!take_page(page(&full[1..]), since, &mut vec![]));
        assert!(!take_page(page(&[]), since, &mut vec![]));
    }

    #[test]
    fn the_last_entry_of_a_payment_listed_twice_counts() {
        let listed = |status: &str| {
            let mut lines = page(&["2026-08-03T10:00:00Z"]);
            lines[0].transaction_status = status.to_owned();
            Payment::from(lines.remove(0))
        };
        let payments = deduplicate(vec![listed("authorizedPendingCapture"), listed("settledSuccessfully")]);
        assert_eq!(payments.len(), 1);
        assert_eq!(payments[0].status, TransactionStatus::Captured);
    }
}
