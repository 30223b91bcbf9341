//! Tests of payments.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::merchant::{Merchant, VISA, charge, code, id, read, reason};

#[tokio::test]
async fn a_token_pays() {
    let merchant = Merchant::open().await;
    let answer = merchant.charge("19.99", "A1").await;
    let response = &answer["transactionResponse"];
    assert_eq!(answer["messages"]["resultCode"], "Ok");
    assert_eq!(answer["refId"], "our-ref");
    assert_eq!(code(&answer), "I00001");
    assert_eq!(response["responseCode"], "1");
    assert_eq!(response["accountNumber"], "XXXX1111");
    assert_eq!(response["accountType"], "Visa");
    assert_eq!(response["messages"][0]["code"], "1");
    assert_eq!(response["cvvResultCode"], "M");
    assert_eq!(response["authCode"].as_str().unwrap().len(), 6);

    let ledger = merchant.sim.ledger();
    assert_eq!(ledger.len(), 1);
    assert_eq!(ledger[0].trans_id, id(&answer));
    assert_eq!(ledger[0].amount, 1999);
    assert_eq!(ledger[0].invoice_number, "A1");
    assert_eq!(ledger[0].ref_id.as_deref(), Some("our-ref"));
    assert_eq!(ledger[0].status, "capturedPendingSettlement");
    assert_eq!((ledger[0].method, ledger[0].brand, ledger[0].last4.as_str()), ("card", "Visa", "1111"));
}

#[tokio::test]
async fn a_token_is_valid_once_and_for_15_minutes() {
    let merchant = Merchant::open().await;
    let card = merchant.card(VISA).await;
    assert_eq!(code(&merchant.transact(&charge("1", &card, "A1")).await), "I00001");
    assert_eq!(code(&merchant.transact(&charge("2", &card, "A2")).await), "E00114");

    let card = merchant.card(VISA).await;
    merchant.sim.advance_clock(Duration::from_secs(15 * 60));
    assert_eq!(code(&merchant.transact(&charge("3", &card, "A3")).await), "E00114");
    assert_eq!(merchant.sim.ledger().len(), 1);
}

#[tokio::test]
async fn the_same_payment_is_refused_within_its_window() {
    let merchant = Merchant::open().await;
    let first = merchant.charged("5.00", "A1").await;
    let again = merchant.charge("5.00", "A1").await;
    assert_eq!((code(&again), reason(&again)), ("E00027", "11"));
    assert_eq!(again["transactionResponse"]["responseCode"], "3");
    assert_eq!(id(&again), "0");

    // With an explicit window the response names the original payment.
    let setting =
        r#","transactionSettings":{"setting":[{"settingName":"duplicateWindow","settingValue":"600"}]}"#;
    let card = merchant.card(VISA).await;
    let again = merchant.transact(&format!("{}{setting}", charge("5.00", &card, "A1"))).await;
    assert_eq!((reason(&again), id(&again)), ("11", first));

    merchant.charged("5.01", "A1").await;
    merchant.charged("5.00", "A2").await;
    let other = merchant.card("4007000000027").await;
    assert_eq!(reason(&merchant.transact(&charge("5.00", &other, "A1")).await), "");

    merchant.sim.advance_clock(Duration::from_secs(121));
    merchant.charged("5.00", "A1").await;
}

#[tokio::test]
async fn a_postcode_decides_the_decline_and_the_avs_result() {
    let merchant = Merchant::open().await;
    let card = merchant.card(VISA).await;
    let with_zip = |zip: &str, invoice: &str| {
        format!(r#"{},"billTo":{{"firstName":"Amal","zip":"{zip}"}}"#, charge("5", &card, invoice))
    };
    let declined = merchant.transact(&with_zip("46282", "A1")).await;
    assert_eq!(declined["messages"]["resultCode"], "Ok");
    assert_eq!(declined["transactionResponse"]["responseCode"], "2");
    assert_eq!(reason(&declined), "2");
    assert_eq!(merchant.status(&id(&declined)).await, "declined");

    for (zip, letter) in [("46201", "A"), ("46205", "N"), ("46217", "Z"), ("10001", "Y")] {
        let card = merchant.card(VISA).await;
        let request = format!(r#"{},"billTo":{{"zip":"{zip}"}}"#, charge("5", &card, zip));
        assert_eq!(merchant.transact(&request).await["transactionResponse"]["avsResultCode"], letter);
    }
}

#[tokio::test]
async fn invalid_requests_are_refused_with_a_reason() {
    let merchant = Merchant::open().await;
    for (amount, expected) in [("0", "5"), ("-1", "5"), ("1.999", "5"), ("", "5")] {
        let card = merchant.card(VISA).await;
        assert_eq!(reason(&merchant.transact(&charge(amount, &card, "A")).await), expected, "{amount:?}");
    }
    let euro = r#""transactionType":"authCaptureTransaction","amount":"5","currencyCode":"EUR","payment":{}"#;
    assert_eq!(reason(&merchant.transact(euro).await), "39");
    let card = merchant.card(VISA).await;
    assert_eq!(code(&merchant.transact(&charge("5", &card, "123456789012345678901")).await), "E00003");
    let disordered = r#""amount":"5","transactionType":"authCaptureTransaction""#;
    assert_eq!(code(&merchant.transact(disordered).await), "E00003");
    assert_eq!(code(&merchant.call("getMerchantWeatherRequest", "").await), "E00045");
    let broken = merchant.post("{".to_owned()).await.unwrap().bytes().await.unwrap();
    assert_eq!(code(&read(&broken)), "E00003");
    let other = r#"{"authenticateTestRequest":{"merchantAuthentication":{"name":"matjar-sim",
        "transactionKey":"no"}}}"#;
    let refused = merchant.post(other.to_owned()).await.unwrap().bytes().await.unwrap();
    assert_eq!(code(&read(&refused)), "E00007");
    assert_eq!(code(&merchant.call("authenticateTestRequest", "").await), "I00001");
    assert_eq!(merchant.sim.ledger().len(), 0);
}

#[tokio::test]
async fn plain_numbers_pay_too() {
    let merchant = Merchant::open().await;
    let card =
        r#"{"creditCard":{"cardNumber":"5424000000000015","expirationDate":"2038-12","cardCode":"901"}}"#;
    let answer = merchant.transact(&charge("5", card, "A1")).await;
    assert_eq!(answer["transactionResponse"]["accountType"], "MasterCard");
    assert_eq!(answer["transactionResponse"]["cvvResultCode"], "N");
    let wrong = r#"{"creditCard":{"cardNumber":"5424000000000016","expirationDate":"2038-12"}}"#;
    assert_eq!(reason(&merchant.transact(&charge("5", wrong, "A2")).await), "6");
    let bank = r#"{"bankAccount":{"accountType":"checking","routingNumber":"121042882",
        "accountNumber":"123456789","nameOnAccount":"Amal"}}"#;
    let answer = merchant.transact(&charge("5", bank, "A3")).await;
    assert_eq!(answer["transactionResponse"]["accountType"], "eCheck");
    assert_eq!(answer["transactionResponse"]["accountNumber"], "XXXX6789");
}

#[tokio::test]
async fn a_bank_payment_settles_later_and_may_be_returned() {
    let merchant = Merchant::open().await;
    let bank = merchant.bank().await;
    let paid = id(&merchant.transact(&charge("70", &bank, "A1")).await);
    assert_eq!(merchant.status(&paid).await, "capturedPendingSettlement");
    assert_eq!(merchant.control("settle", r#"{"echecks":false}"#).await["settled"], 0);
    assert_eq!(merchant.control("settle", "").await["settled"], 1);
    assert_eq!(merchant.status(&paid).await, "settledSuccessfully");
    merchant.control("return", &format!(r#"{{"trans_id":"{paid}"}}"#)).await;
    let details = merchant.details(&paid).await;
    assert_eq!(details["transactionStatus"], "returnedItem");
    assert_eq!(details["returnedItems"][0]["code"], "R01");
    assert_eq!(details["payment"]["bankAccount"]["accountNumber"], "XXXX6789");
    assert!(!merchant.sim.return_payment(&paid));
}

#[tokio::test]
async fn one_connection_carries_many_requests() {
    let merchant = Merchant::open().await;
    let mut connection = TcpStream::connect(merchant.sim.address).await.unwrap();
    let body = Merchant::request("authenticateTestRequest", "");
    let length = body.len();
    let request =
        format!("POST /xml/v1/request.api HTTP/1.1\r\nHost: sim\r\nContent-Length: {length}\r\n\r\n{body}");
    for _ in 0..3 {
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = vec![0; 4096];
        let count = connection.read(&mut answer).await.unwrap();
        assert!(String::from_utf8_lossy(&answer[..count]).contains("I00001"));
    }
}

#[tokio::test]
async fn only_the_browser_endpoints_allow_other_origins() {
    let merchant = Merchant::open().await;
    let url = format!("{}/xml/v1/request.api", merchant.sim.url());
    let preflight = merchant.client.request(reqwest::Method::OPTIONS, &url).send().await.unwrap();
    assert_eq!(preflight.headers()["access-control-allow-origin"], "*");
    let script = merchant.client.get(format!("{}/v1/Accept.js", merchant.sim.url())).send().await.unwrap();
    assert_eq!(script.headers()["access-control-allow-origin"], "*");
    assert!(script.text().await.unwrap().contains("dispatchData"));
    let merchants = merchant.post(Merchant::request("authenticateTestRequest", "")).await.unwrap();
    assert!(!merchants.headers().contains_key("access-control-allow-origin"));
    let wrong = r#"{"securePaymentContainerRequest":{"merchantAuthentication":{"name":"matjar-sim",
        "clientKey":"no"},"data":{"type":"TOKEN","token":{}}}}"#;
    let refused = merchant.post(wrong.to_owned()).await.unwrap();
    assert_eq!(refused.headers()["access-control-allow-origin"], "*");
    assert_eq!(code(&read(&refused.bytes().await.unwrap())), "E00007");
    let invalid = merchant.token_for(r#"{"cardNumber":"4111","expirationDate":"122038"}"#).await;
    assert_eq!(code(&invalid), "E00013");
}
