//! Captures, voids and refunds.

use crate::desk::{Desk, VISA, code, id, reason};

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

async fn authorised(desk: &Desk, amount: &str, invoice: &str) -> String {
    let card = desk.card(VISA).await;
    let asked = format!(
        r#""transactionType":"authOnlyTransaction","amount":"{amount}","payment":{card},
            "order":{{"invoiceNumber":"{invoice}"}}"#
    );
    id(&desk.transact(&asked).await)
}

#[tokio::test]
async fn what_is_set_aside_is_taken_once_and_never_more() {
    let desk = Desk::open().await;
    let held = authorised(&desk, "50", "A1").await;
    assert_eq!(desk.status(&held).await, "authorizedPendingCapture");
    assert_eq!(desk.sim.settle(), 0);
    assert_eq!(reason(&desk.transact(&capture("50.01", &held)).await), "47");
    let taken = desk.transact(&capture("40", &held)).await;
    assert_eq!(taken["transactionResponse"]["responseCode"], "1");
    assert_eq!(id(&taken), held);
    assert_eq!(taken["transactionResponse"]["refTransID"], held);
    let again = desk.transact(&capture("40", &held)).await;
    assert_eq!(again["transactionResponse"]["messages"][0]["code"], "311");
    let details = desk.details(&held).await;
    assert_eq!(details["transactionStatus"], "capturedPendingSettlement");
    assert_eq!((&details["authAmount"], &details["settleAmount"]), (&50.0.into(), &40.0.into()));
    assert_eq!(reason(&desk.transact(&capture("1", "12345")).await), "16");
}

#[tokio::test]
async fn before_settlement_a_void_and_after_it_a_refund() {
    let desk = Desk::open().await;
    let paid = desk.charged("20", "A1").await;
    assert_eq!(reason(&desk.transact(&refund("20", "1111", &paid, "R1")).await), "54");
    let undone = desk.transact(&about("voidTransaction", &paid)).await;
    assert_eq!((id(&undone), code(&undone)), (paid.clone(), "I00001"));
    assert_eq!(desk.status(&paid).await, "voided");
    let again = desk.transact(&about("voidTransaction", &paid)).await;
    assert_eq!(again["transactionResponse"]["messages"][0]["code"], "310");

    let paid = desk.charged("21", "A2").await;
    desk.sim.settle();
    assert_eq!(reason(&desk.transact(&about("voidTransaction", &paid)).await), "16");
    let back = desk.transact(&refund("21", "XXXX1111", &paid, "R2")).await;
    assert_eq!(back["transactionResponse"]["responseCode"], "1");
    assert_eq!(back["transactionResponse"]["refTransID"], paid);
    assert_ne!(id(&back), paid);
    let details = desk.details(&id(&back)).await;
    assert_eq!(details["transactionType"], "refundTransaction");
    assert_eq!(details["transactionStatus"], "refundPendingSettlement");
    assert_eq!(details["refTransId"], paid);
    desk.sim.settle();
    assert_eq!(desk.status(&id(&back)).await, "refundSettledSuccessfully");
}

#[tokio::test]
async fn no_more_goes_back_than_came() {
    let desk = Desk::open().await;
    let paid = desk.charged("30", "A1").await;
    desk.sim.settle();
    let first = desk.transact(&refund("20", "1111", &paid, "R1")).await;
    assert_eq!(code(&first), "I00001");
    assert_eq!(reason(&desk.transact(&refund("20", "1111", &paid, "R1")).await), "11");
    assert_eq!(reason(&desk.transact(&refund("10.01", "1111", &paid, "R2")).await), "55");
    // An undone refund makes room again.
    desk.transact(&about("voidTransaction", &id(&first))).await;
    assert_eq!(code(&desk.transact(&refund("30", "1111", &paid, "R3")).await), "I00001");
    assert_eq!(reason(&desk.transact(&refund("0.01", "1111", &paid, "R4")).await), "55");
    assert_eq!(desk.sim.with_invoice("A1")[0].refunded, 3000);
}

#[tokio::test]
async fn money_goes_back_to_where_it_came_from() {
    let desk = Desk::open().await;
    let paid = desk.charged("30", "A1").await;
    desk.sim.settle();
    assert_eq!(reason(&desk.transact(&refund("5", "0027", &paid, "R1")).await), "54");
    let without = format!(r#""transactionType":"refundTransaction","amount":"5","refTransId":"{paid}""#);
    assert_eq!(reason(&desk.transact(&without).await), "33");
    let unlinked = r#""transactionType":"refundTransaction","amount":"5""#;
    assert_eq!(reason(&desk.transact(unlinked).await), "54");
    assert_eq!(reason(&desk.transact(&refund("5", "1111", "999", "R1")).await), "16");
}
