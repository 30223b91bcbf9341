//! Tests of reports.

use serde_json::Value;

use crate::merchant::{Merchant, charge, code, id};

async fn page(merchant: &Merchant, descending: bool, limit: u32, offset: u32) -> Value {
    let request = format!(
        r#""sorting":{{"orderBy":"submitTimeUTC","orderDescending":{descending}}},
            "paging":{{"limit":"{limit}","offset":"{offset}"}}"#
    );
    merchant.call("getUnsettledTransactionListRequest", &request).await
}

fn invoices(page: &Value) -> Vec<&str> {
    let lines = page["transactions"].as_array().map(Vec::as_slice).unwrap_or_default();
    lines.iter().map(|line| line["invoiceNumber"].as_str().expect("invoice number")).collect()
}

#[tokio::test]
async fn unsettled_transactions_are_paged() {
    let merchant = Merchant::open().await;
    assert_eq!(code(&page(&merchant, true, 10, 1).await), "I00004");
    for number in 1..=7 {
        merchant.charged("5", &format!("A{number}")).await;
    }
    assert_eq!(invoices(&page(&merchant, true, 3, 1).await), ["A7", "A6", "A5"]);
    assert_eq!(invoices(&page(&merchant, true, 3, 3).await), ["A1"]);
    assert_eq!(invoices(&page(&merchant, false, 3, 2).await), ["A4", "A5", "A6"]);
    assert_eq!(page(&merchant, true, 3, 1).await["totalNumInResultSet"], 7);
    assert!(invoices(&page(&merchant, true, 3, 4).await).is_empty());
    assert_eq!(code(&page(&merchant, true, 1001, 1).await), "E00003");
    assert_eq!(code(&page(&merchant, true, 3, 0).await), "E00003");
    let plain = merchant.call("getUnsettledTransactionListRequest", "").await;
    assert_eq!(invoices(&plain).len(), 7);
    assert_eq!(plain["transactions"][0]["settleAmount"], 5.0);
}

#[tokio::test]
async fn a_batch_takes_what_is_settleable() {
    let merchant = Merchant::open().await;
    merchant.charged("5", "A1").await;
    let bank = merchant.bank().await;
    merchant.transact(&charge("6", &bank, "A2")).await;
    assert_eq!(code(&merchant.call("getSettledBatchListRequest", "").await), "I00004");
    assert_eq!(merchant.sim.settle(), 2);
    let batches = merchant.call("getSettledBatchListRequest", r#""includeStatistics":true"#).await;
    let batches = batches["batchList"].as_array().unwrap();
    assert_eq!(batches.len(), 2);
    assert_eq!(batches[0]["statistics"][0]["chargeAmount"], 5.0);
    let batch = batches[1]["batchId"].as_str().unwrap();
    let lines = merchant.call("getTransactionListRequest", &format!(r#""batchId":"{batch}""#)).await;
    assert_eq!(invoices(&lines), ["A2"]);
    assert_eq!(lines["transactions"][0]["transactionStatus"], "settledSuccessfully");
    assert_eq!(code(&page(&merchant, true, 10, 1).await), "I00004");
    let details = merchant.details(&merchant.sim.with_invoice("A2")[0].trans_id).await;
    assert_eq!(details["batch"]["batchId"], batch);
}

#[tokio::test]
async fn one_payment_settles_alone() {
    let merchant = Merchant::open().await;
    let (first, second) = (merchant.charged("5", "A1").await, merchant.charged("6", "A2").await);
    let request = format!(r#"{{"trans_id":"{first}"}}"#);
    assert_eq!(merchant.control("settle", &request).await["settled"], 1);
    assert_eq!(merchant.control("settle", &request).await["settled"], 0);
    assert_eq!(merchant.status(&first).await, "settledSuccessfully");
    assert_eq!(merchant.status(&second).await, "capturedPendingSettlement");
}

#[tokio::test]
async fn details_show_what_was_requested() {
    let merchant = Merchant::open().await;
    let card = merchant.card("370000000000002").await;
    let request = format!(
        r#"{},"customer":{{"id":"c1","email":"a@example.test"}},"billTo":{{"firstName":"Amal",
            "zip":"10001"}},"customerIP":"192.0.2.7""#,
        charge("12.34", &card, "A1")
    );
    let paid = id(&merchant.transact(&request).await);
    let details = merchant.details(&paid).await;
    assert_eq!(details["order"]["invoiceNumber"], "A1");
    assert_eq!(details["payment"]["creditCard"]["cardType"], "AmericanExpress");
    assert_eq!(details["payment"]["creditCard"]["cardNumber"], "XXXX0002");
    assert_eq!(details["customer"]["email"], "a@example.test");
    assert_eq!(details["billTo"]["zip"], "10001");
    assert_eq!(details["customerIP"], "192.0.2.7");
    assert_eq!(details["authAmount"], 12.34);
    assert_eq!(code(&merchant.call("getTransactionDetailsRequest", r#""transId":"1""#).await), "E00040");
}

#[tokio::test]
async fn no_number_is_shown_anywhere() {
    let merchant = Merchant::open().await;
    merchant.charged("5", "A1").await;
    let bank = merchant.bank().await;
    merchant.transact(&charge("6", &bank, "A2")).await;
    let ledger = merchant.client.get(format!("{}/sim/ledger", merchant.sim.url())).send().await.unwrap();
    let ledger = ledger.text().await.unwrap();
    let list = merchant.call("getUnsettledTransactionListRequest", "").await.to_string();
    for text in [&ledger, &list] {
        assert!(text.contains("1111") && text.contains("6789"));
        assert!(!text.contains("4111111") && !text.contains("123456789") && !text.contains("121042882"));
    }
    let one =
        merchant.client.get(format!("{}/sim/ledger?invoice=A2", merchant.sim.url())).send().await.unwrap();
    assert_eq!(one.json::<Value>().await.unwrap().as_array().unwrap().len(), 1);
    let counts = merchant.client.get(format!("{}/sim/counts", merchant.sim.url())).send().await.unwrap();
    assert_eq!(counts.json::<Value>().await.unwrap()["transactions"], 2);
}

#[tokio::test]
async fn a_reset_empties_the_ledger_and_reuses_no_id() {
    let merchant = Merchant::open().await;
    let before = merchant.charged("5", "A1").await;
    merchant.control("reset", "").await;
    assert!(merchant.sim.ledger().is_empty());
    assert_eq!(
        code(&merchant.call("getTransactionDetailsRequest", &format!(r#""transId":"{before}""#)).await),
        "E00040"
    );
    assert!(merchant.charged("5", "A1").await > before);
}
