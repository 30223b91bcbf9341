//! Captures, voids and refunds.

use crate::merchant::{Merchant, VISA, code, id, reason};

fn about(kind: &str, id: &str) -> String {
    format!(r#""transactionType":"{kind}","refTransId":"{id}""#)
}

fn capture(amount: &str, id: &str) -> String {
    format!(r#""transactionType":"priorAuthCaptureTransaction","amount":"{amount}","refTransId":"{id}""#)
}

fn refund(amount: &str, last4: &str, id: &str, invoice: &str) -> String {
    format!(
        r#""transactionType":"refundTransaction","amount":"{amount}",
            "payment":{{"creditCard":{{"cardNumber":"{last4}","expirationDate":"XXXX"}}}},
            "refTransId":"{id}","order":{{"invoiceNumber":"{invoice}"}}"#
    )
}

async fn authorised(merchant: &Merchant, amount: &str, invoice: &str) -> String {
    let card = merchant.card(VISA).await;
    let request = format!(
        r#""transactionType":"authOnlyTransaction","amount":"{amount}","payment":{card},
            "order":{{"invoiceNumber":"{invoice}"}}"#
    );
    id(&merchant.transact(&request).await)
}

#[tokio::test]
async fn an_authorisation_is_captured_once_and_never_for_more() {
    let merchant = Merchant::open().await;
    let held = authorised(&merchant, "50", "A1").await;
    assert_eq!(merchant.status(&held).await, "authorizedPendingCapture");
    assert_eq!(merchant.sim.settle(), 0);
    assert_eq!(reason(&merchant.transact(&capture("50.01", &held)).await), "47");
    let taken = merchant.transact(&capture("40", &held)).await;
    assert_eq!(taken["transactionResponse"]["responseCode"], "1");
    assert_eq!(id(&taken), held);
    assert_eq!(taken["transactionResponse"]["refTransID"], held);
    let again = merchant.transact(&capture("40", &held)).await;
    assert_eq!(again["transactionResponse"]["messages"][0]["code"], "311");
    let details = merchant.details(&held).await;
    assert_eq!(details["transactionStatus"], "capturedPendingSettlement");
    assert_eq!((&details["authAmount"], &details["settleAmount"]), (&50.0.into(), &40.0.into()));
    assert_eq!(reason(&merchant.transact(&capture("1", "12345")).await), "16");
}

#[tokio::test]
async fn a_payment_is_voided_before_settlement_and_refunded_after_it() {
    let merchant = Merchant::open().await;
    let paid = merchant.charged("20", "A1").await;
    assert_eq!(reason(&merchant.transact(&refund("20", "1111", &paid, "R1")).await), "54");
    let undone = merchant.transact(&about("voidTransaction", &paid)).await;
    assert_eq!((id(&undone), code(&undone)), (paid.clone(), "I00001"));
    assert_eq!(merchant.status(&paid).await, "voided");
    let again = merchant.transact(&about("voidTransaction", &paid)).await;
    assert_eq!(again["transactionResponse"]["messages"][0]["code"], "310");

    let paid = merchant.charged("21", "A2").await;
    merchant.sim.settle();
    assert_eq!(reason(&merchant.transact(&about("voidTransaction", &paid)).await), "16");
    let back = merchant.transact(&refund("21", "XXXX1111", &paid, "R2")).await;
    assert_eq!(back["transactionResponse"]["responseCode"], "1");
    assert_eq!(back["transactionResponse"]["refTransID"], paid);
    assert_ne!(id(&back), paid);
    let details = merchant.details(&id(&back)).await;
    assert_eq!(details["transactionType"], "refundTransaction");
    assert_eq!(details["transactionStatus"], "refundPendingSettlement");
    assert_eq!(details["refTransId"], paid);
    merchant.sim.settle();
    assert_eq!(merchant.status(&id(&back)).await, "refundSettledSuccessfully");
}

#[tokio::test]
async fn refunds_never_exceed_the_payment() {
    let merchant = Merchant::open().await;
    let paid = merchant.charged("30", "A1").await;
    merchant.sim.settle();
    let first = merchant.transact(&refund("20", "1111", &paid, "R1")).await;
    assert_eq!(code(&first), "I00001");
    assert_eq!(reason(&merchant.transact(&refund("20", "1111", &paid, "R1")).await), "11");
    assert_eq!(reason(&merchant.transact(&refund("10.01", "1111", &paid, "R2")).await), "55");
    // A voided refund makes its amount refundable again.
    merchant.transact(&about("voidTransaction", &id(&first))).await;
    assert_eq!(code(&merchant.transact(&refund("30", "1111", &paid, "R3")).await), "I00001");
    assert_eq!(reason(&merchant.transact(&refund("0.01", "1111", &paid, "R4")).await), "55");
    assert_eq!(merchant.sim.with_invoice("A1")[0].refunded, 3000);
}

#[tokio::test]
async fn a_refund_goes_to_the_original_payment_source() {
    let merchant = Merchant::open().await;
    let paid = merchant.charged("30", "A1").await;
    merchant.sim.settle();
    assert_eq!(reason(&merchant.transact(&refund("5", "0027", &paid, "R1")).await), "54");
    let without = format!(r#""transactionType":"refundTransaction","amount":"5","refTransId":"{paid}""#);
    assert_eq!(reason(&merchant.transact(&without).await), "33");
    let unlinked = r#""transactionType":"refundTransaction","amount":"5""#;
    assert_eq!(reason(&merchant.transact(unlinked).await), "54");
    assert_eq!(reason(&merchant.transact(&refund("5", "1111", "999", "R1")).await), "16");
}
