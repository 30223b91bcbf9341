//! Tests of each injected fault.

use std::time::{Duration, Instant};

use crate::merchant::{Merchant, VISA, charge, code, id, reason, transaction};

async fn rule(merchant: &Merchant, rule: &str) {
    merchant.control("rules", &format!("[{rule}]")).await;
}

/// A charge that may get no response.
async fn try_to_charge(merchant: &Merchant, invoice: &str) -> reqwest::Result<reqwest::Response> {
    let card = merchant.card(VISA).await;
    merchant
        .post(Merchant::request("createTransactionRequest", &transaction(&charge("5", &card, invoice))))
        .await
}

const CHARGES: &str = r#""when":{"request":"createTransactionRequest"}"#;

#[tokio::test]
async fn a_lost_response_leaves_a_payment() {
    let merchant = Merchant::open().await;
    rule(&merchant, &format!(r#"{{{CHARGES},"do":"swallow_after","times":1}}"#)).await;
    assert!(try_to_charge(&merchant, "A1").await.is_err());
    assert_eq!(merchant.sim.with_invoice("A1").len(), 1);
    assert!(try_to_charge(&merchant, "A2").await.is_ok());
}

#[tokio::test]
async fn a_lost_request_leaves_no_payment() {
    let merchant = Merchant::open().await;
    rule(&merchant, &format!(r#"{{{CHARGES},"do":"swallow_before"}}"#)).await;
    assert!(try_to_charge(&merchant, "A1").await.is_err());
    assert!(merchant.sim.ledger().is_empty());
}

#[tokio::test]
async fn slow_executes_at_once_and_late_does_not() {
    let merchant = Merchant::open().await;
    rule(
        &merchant,
        r#"{"when":{"invoice":"A1"},"do":"slow","ms":300},{"when":{"invoice":"A2"},"do":"late","ms":300}"#,
    )
    .await;
    for (invoice, early) in [("A1", 1), ("A2", 0)] {
        let started = Instant::now();
        let waiting = try_to_charge(&merchant, invoice);
        let look = async {
            tokio::time::sleep(Duration::from_millis(150)).await;
            merchant.sim.with_invoice(invoice).len()
        };
        let (answer, seen) = tokio::join!(waiting, look);
        assert!(answer.is_ok() && started.elapsed() >= Duration::from_millis(300));
        assert_eq!(seen, early, "{invoice}");
        assert_eq!(merchant.sim.with_invoice(invoice).len(), 1);
    }
}

#[tokio::test]
async fn a_late_request_is_executed_after_the_client_disconnects() {
    let merchant = Merchant::open().await;
    rule(&merchant, r#"{"when":{"invoice":"A1"},"do":"late","ms":200}"#).await;
    let timed_out = tokio::time::timeout(Duration::from_millis(60), try_to_charge(&merchant, "A1")).await;
    assert!(timed_out.is_err());
    assert!(merchant.sim.ledger().is_empty());
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(merchant.sim.with_invoice("A1").len(), 1);
}

#[tokio::test]
async fn a_request_that_arrives_twice_pays_once() {
    let merchant = Merchant::open().await;
    rule(&merchant, r#"{"when":{"kind":"authCaptureTransaction"},"do":"twice"}"#).await;
    let card = r#"{"creditCard":{"cardNumber":"4111111111111111","expirationDate":"2038-12"}}"#;
    let second = merchant.transact(&charge("5", card, "A1")).await;
    assert_eq!(reason(&second), "11");
    // The first request uses up the token.
    let card = merchant.card(VISA).await;
    assert_eq!(code(&merchant.transact(&charge("5", &card, "A2")).await), "E00114");
    assert_eq!(merchant.sim.ledger().len(), 2);
}

#[tokio::test]
async fn payments_can_be_declined_or_held_for_review() {
    let merchant = Merchant::open().await;
    rule(
        &merchant,
        r#"{"when":{"last4":"0027"},"do":"decline","code":"4"},{"when":{"amount":700},"do":"hold"}"#,
    )
    .await;
    let card = merchant.card("4007000000027").await;
    let declined = merchant.transact(&charge("5", &card, "A1")).await;
    assert_eq!((reason(&declined), merchant.status(&id(&declined)).await.as_str()), ("4", "declined"));

    for (approve, invoice, after) in [(true, "A2", "capturedPendingSettlement"), (false, "A3", "declined")] {
        let held = merchant.charge("7", invoice).await;
        assert_eq!(held["transactionResponse"]["responseCode"], "4");
        let held = id(&held);
        assert_eq!(merchant.status(&held).await, "FDSPendingReview");
        let list = merchant.call("getUnsettledTransactionListRequest", r#""status":"pendingApproval""#).await;
        assert_eq!(list["transactions"][0]["transId"], held);
        merchant.control("review", &format!(r#"{{"trans_id":"{held}","approve":{approve}}}"#)).await;
        assert_eq!(merchant.status(&held).await, after);
        assert!(!merchant.sim.review(&held, approve));
    }
}

#[tokio::test]
async fn responses_can_be_errors_or_garbage() {
    let merchant = Merchant::open().await;
    rule(
        &merchant,
        r#"{"when":{"invoice":"A1"},"do":"error500"},{"when":{"invoice":"A2"},"do":"garbage"},
            {"when":{"invoice":"A3"},"do":"busy"}"#,
    )
    .await;
    assert_eq!(try_to_charge(&merchant, "A1").await.unwrap().status(), 500);
    let garbage = try_to_charge(&merchant, "A2").await.unwrap().text().await.unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&garbage).is_err());
    assert_eq!(code(&merchant.charge("5", "A3").await), "E00001");
    let found: Vec<_> = merchant.sim.ledger().into_iter().map(|entry| entry.invoice_number).collect();
    assert_eq!(found, ["A2"]);
}

#[tokio::test]
async fn the_provider_can_be_down_and_come_back() {
    let merchant = Merchant::open().await;
    merchant.control("down", r#"{"down":true}"#).await;
    assert!(merchant.post(Merchant::request("authenticateTestRequest", "")).await.is_err());
    merchant.control("down", r#"{"down":true,"answer":true}"#).await;
    assert_eq!(merchant.post(Merchant::request("authenticateTestRequest", "")).await.unwrap().status(), 503);
    merchant.control("down", r#"{"down":false}"#).await;
    assert_eq!(code(&merchant.call("authenticateTestRequest", "").await), "I00001");
}

#[tokio::test]
async fn an_added_rule_takes_precedence() {
    let merchant = Merchant::open().await;
    rule(&merchant, r#"{"do":"busy"}"#).await;
    merchant.control("rules/add", r#"[{"when":{"invoice":"A1"},"do":"nothing"}]"#).await;
    let plain = r#"{"creditCard":{"cardNumber":"4111111111111111","expirationDate":"2038-12"}}"#;
    assert_eq!(code(&merchant.transact(&charge("5", plain, "A1")).await), "I00001");
    assert_eq!(code(&merchant.transact(&charge("5", plain, "A2")).await), "E00001");
    assert_eq!(merchant.sim.rules().len(), 2);
}

#[tokio::test]
async fn an_invalid_rule_is_refused() {
    let merchant = Merchant::open().await;
    let url = format!("{}/sim/rules", merchant.sim.url());
    let answer = merchant.client.post(url).body(r#"[{"do":"explode"}]"#).send().await.unwrap();
    assert_eq!(answer.status(), 400);
}
