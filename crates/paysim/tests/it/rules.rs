//! Each way to misbehave.

use std::time::{Duration, Instant};

use crate::desk::{Desk, VISA, charge, code, id, reason, transaction};

async fn rule(desk: &Desk, rule: &str) {
    desk.control("rules", &format!("[{rule}]")).await;
}

/// A charge whose answer may not come.
async fn try_to_charge(desk: &Desk, invoice: &str) -> reqwest::Result<reqwest::Response> {
    let card = desk.card(VISA).await;
    desk.post(Desk::request("createTransactionRequest", &transaction(&charge("5", &card, invoice)))).await
}

const CHARGES: &str = r#""when":{"request":"createTransactionRequest"}"#;

#[tokio::test]
async fn a_lost_answer_is_a_payment_made() {
    let desk = Desk::open().await;
    rule(&desk, &format!(r#"{{{CHARGES},"do":"swallow_after","times":1}}"#)).await;
    assert!(try_to_charge(&desk, "A1").await.is_err());
    assert_eq!(desk.sim.with_invoice("A1").len(), 1);
    assert!(try_to_charge(&desk, "A2").await.is_ok());
}

#[tokio::test]
async fn a_lost_request_is_no_payment() {
    let desk = Desk::open().await;
    rule(&desk, &format!(r#"{{{CHARGES},"do":"swallow_before"}}"#)).await;
    assert!(try_to_charge(&desk, "A1").await.is_err());
    assert!(desk.sim.ledger().is_empty());
}

#[tokio::test]
async fn slow_is_done_at_once_and_late_is_not() {
    let desk = Desk::open().await;
    rule(
        &desk,
        r#"{"when":{"invoice":"A1"},"do":"slow","ms":300},{"when":{"invoice":"A2"},"do":"late","ms":300}"#,
    )
    .await;
    for (invoice, early) in [("A1", 1), ("A2", 0)] {
        let started = Instant::now();
        let waiting = try_to_charge(&desk, invoice);
        let look = async {
            tokio::time::sleep(Duration::from_millis(150)).await;
            desk.sim.with_invoice(invoice).len()
        };
        let (answer, seen) = tokio::join!(waiting, look);
        assert!(answer.is_ok() && started.elapsed() >= Duration::from_millis(300));
        assert_eq!(seen, early, "{invoice}");
        assert_eq!(desk.sim.with_invoice(invoice).len(), 1);
    }
}

#[tokio::test]
async fn late_work_is_done_for_a_caller_who_left() {
    let desk = Desk::open().await;
    rule(&desk, r#"{"when":{"invoice":"A1"},"do":"late","ms":200}"#).await;
    let left = tokio::time::timeout(Duration::from_millis(60), try_to_charge(&desk, "A1")).await;
    assert!(left.is_err());
    assert!(desk.sim.ledger().is_empty());
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(desk.sim.with_invoice("A1").len(), 1);
}

#[tokio::test]
async fn a_request_that_arrives_twice_pays_once() {
    let desk = Desk::open().await;
    rule(&desk, r#"{"when":{"kind":"authCaptureTransaction"},"do":"twice"}"#).await;
    let card = r#"{"creditCard":{"cardNumber":"4111111111111111","expirationDate":"2038-12"}}"#;
    let second = desk.transact(&charge("5", card, "A1")).await;
    assert_eq!(reason(&second), "11");
    // A token is used up by the first.
    let card = desk.card(VISA).await;
    assert_eq!(code(&desk.transact(&charge("5", &card, "A2")).await), "E00114");
    assert_eq!(desk.sim.ledger().len(), 2);
}

#[tokio::test]
async fn banks_say_no_and_reviewers_take_their_time() {
    let desk = Desk::open().await;
    rule(&desk, r#"{"when":{"last4":"0027"},"do":"decline","code":"4"},{"when":{"amount":700},"do":"hold"}"#)
        .await;
    let card = desk.card("4007000000027").await;
    let declined = desk.transact(&charge("5", &card, "A1")).await;
    assert_eq!((reason(&declined), desk.status(&id(&declined)).await.as_str()), ("4", "declined"));

    for (approve, invoice, after) in [(true, "A2", "capturedPendingSettlement"), (false, "A3", "declined")] {
        let held = desk.charge("7", invoice).await;
        assert_eq!(held["transactionResponse"]["responseCode"], "4");
        let held = id(&held);
        assert_eq!(desk.status(&held).await, "FDSPendingReview");
        let list = desk.ask("getUnsettledTransactionListRequest", r#""status":"pendingApproval""#).await;
        assert_eq!(list["transactions"][0]["transId"], held);
        desk.control("review", &format!(r#"{{"trans_id":"{held}","approve":{approve}}}"#)).await;
        assert_eq!(desk.status(&held).await, after);
        assert!(!desk.sim.review(&held, approve));
    }
}

#[tokio::test]
async fn answers_that_help_nobody() {
    let desk = Desk::open().await;
    rule(
        &desk,
        r#"{"when":{"invoice":"A1"},"do":"error500"},{"when":{"invoice":"A2"},"do":"garbage"},
            {"when":{"invoice":"A3"},"do":"busy"}"#,
    )
    .await;
    assert_eq!(try_to_charge(&desk, "A1").await.unwrap().status(), 500);
    let garbage = try_to_charge(&desk, "A2").await.unwrap().text().await.unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&garbage).is_err());
    assert_eq!(code(&desk.charge("5", "A3").await), "E00001");
    let found: Vec<_> = desk.sim.ledger().into_iter().map(|entry| entry.invoice_number).collect();
    assert_eq!(found, ["A2"]);
}

#[tokio::test]
async fn a_provider_that_is_down_and_up_again() {
    let desk = Desk::open().await;
    desk.control("down", r#"{"down":true}"#).await;
    assert!(desk.post(Desk::request("authenticateTestRequest", "")).await.is_err());
    desk.control("down", r#"{"down":true,"answer":true}"#).await;
    assert_eq!(desk.post(Desk::request("authenticateTestRequest", "")).await.unwrap().status(), 503);
    desk.control("down", r#"{"down":false}"#).await;
    assert_eq!(code(&desk.ask("authenticateTestRequest", "").await), "I00001");
}

#[tokio::test]
async fn a_rule_that_is_added_decides_before_the_others() {
    let desk = Desk::open().await;
    rule(&desk, r#"{"do":"busy"}"#).await;
    desk.control("rules/add", r#"[{"when":{"invoice":"A1"},"do":"nothing"}]"#).await;
    let plain = r#"{"creditCard":{"cardNumber":"4111111111111111","expirationDate":"2038-12"}}"#;
    assert_eq!(code(&desk.transact(&charge("5", plain, "A1")).await), "I00001");
    assert_eq!(code(&desk.transact(&charge("5", plain, "A2")).await), "E00001");
    assert_eq!(desk.sim.rules().len(), 2);
}

#[tokio::test]
async fn a_rule_that_makes_no_sense_is_refused() {
    let desk = Desk::open().await;
    let url = format!("{}/sim/rules", desk.sim.url());
    let answer = desk.client.post(url).body(r#"[{"do":"explode"}]"#).send().await.unwrap();
    assert_eq!(answer.status(), 400);
}
