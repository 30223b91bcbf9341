//! Customers and kept methods.

use serde_json::Value;

use crate::desk::{Desk, VISA, charge, code, id, reason};

async fn customer(desk: &Desk, key: &str) -> String {
    let made = desk
        .ask("createCustomerProfileRequest", &format!(r#""profile":{{"merchantCustomerId":"{key}"}}"#))
        .await;
    made["customerProfileId"].as_str().expect("a number").to_owned()
}

async fn keep(desk: &Desk, customer: &str, number: &str) -> Value {
    let card = desk.card(number).await;
    let fields = format!(
        r#""customerProfileId":"{customer}","paymentProfile":{{"billTo":{{"firstName":"Amal",
            "zip":"10001"}},"payment":{card}}},"validationMode":"none""#
    );
    desk.ask("createCustomerPaymentProfileRequest", &fields).await
}

fn with_kept(amount: &str, customer: &str, method: &str, invoice: &str) -> String {
    format!(
        r#""transactionType":"authCaptureTransaction","amount":"{amount}",
            "profile":{{"customerProfileId":"{customer}","paymentProfile":{{"paymentProfileId":"{method}",
            "cardCode":"901"}}}},"order":{{"invoiceNumber":"{invoice}"}}"#
    )
}

#[tokio::test]
async fn a_kept_card_pays_again_and_again_until_it_is_deleted() {
    let desk = Desk::open().await;
    let customer = customer(&desk, "shop-1").await;
    let kept = keep(&desk, &customer, VISA).await;
    let method = kept["customerPaymentProfileId"].as_str().unwrap();
    for (amount, invoice) in [("5", "A1"), ("6", "A2")] {
        let paid = desk.transact(&with_kept(amount, &customer, method, invoice)).await;
        assert_eq!(paid["transactionResponse"]["responseCode"], "1", "{paid}");
        assert_eq!(paid["transactionResponse"]["profile"]["customerPaymentProfileId"], method);
        assert_eq!(paid["transactionResponse"]["cvvResultCode"], "N");
    }
    let again = desk.transact(&with_kept("5", &customer, method, "A1")).await;
    assert_eq!(reason(&again), "11");

    let ids = format!(r#""customerProfileId":"{customer}","customerPaymentProfileId":"{method}""#);
    assert_eq!(code(&desk.ask("deleteCustomerPaymentProfileRequest", &ids).await), "I00001");
    assert_eq!(code(&desk.ask("deleteCustomerPaymentProfileRequest", &ids).await), "E00040");
    assert_eq!(code(&desk.transact(&with_kept("7", &customer, method, "A3")).await), "E00040");
}

#[tokio::test]
async fn nobody_and_nothing_is_kept_twice() {
    let desk = Desk::open().await;
    let customer_id = customer(&desk, "shop-1").await;
    let again =
        desk.ask("createCustomerProfileRequest", r#""profile":{"merchantCustomerId":"shop-1"}"#).await;
    assert_eq!(code(&again), "E00039");
    assert!(again["messages"]["message"][0]["text"].as_str().unwrap().contains(&customer_id));
    let kept = keep(&desk, &customer_id, VISA).await;
    let twice = keep(&desk, &customer_id, VISA).await;
    assert_eq!(code(&twice), "E00039");
    assert_eq!(twice["customerPaymentProfileId"], kept["customerPaymentProfileId"]);
    assert_eq!(code(&desk.ask("createCustomerProfileRequest", r#""profile":{}"#).await), "E00041");
    assert_eq!(code(&keep(&desk, "404", VISA).await), "E00040");
}

#[tokio::test]
async fn what_a_payment_was_made_with_can_be_kept() {
    let desk = Desk::open().await;
    let paid = desk.charged("5", "A1").await;
    let asked = format!(r#""transId":"{paid}","customer":{{"merchantCustomerId":"shop-2"}}"#);
    let made = desk.ask("createCustomerProfileFromTransactionRequest", &asked).await;
    assert_eq!(code(&made), "I00001");
    let customer = made["customerProfileId"].as_str().unwrap();
    let method = made["customerPaymentProfileIdList"][0].as_str().unwrap();
    let paid = desk.transact(&with_kept("9", customer, method, "A2")).await;
    assert_eq!(paid["transactionResponse"]["accountNumber"], "XXXX1111");

    // Of a known customer, another card.
    let card = desk.card("5424000000000015").await;
    let other = id(&desk.transact(&charge("5", &card, "A3")).await);
    let asked = format!(r#""transId":"{other}","customerProfileId":"{customer}""#);
    let more = desk.ask("createCustomerProfileFromTransactionRequest", &asked).await;
    assert_eq!(more["customerProfileId"], customer);
    assert_eq!(
        code(&desk.ask("createCustomerProfileFromTransactionRequest", r#""transId":"1""#).await),
        "E00099"
    );
}

#[tokio::test]
async fn what_is_kept_is_shown_masked() {
    let desk = Desk::open().await;
    let customer = customer(&desk, "shop-1").await;
    let kept = keep(&desk, &customer, VISA).await;
    let method = kept["customerPaymentProfileId"].as_str().unwrap();
    let ids = format!(r#""customerProfileId":"{customer}","customerPaymentProfileId":"{method}""#);
    let shown = desk.ask("getCustomerPaymentProfileRequest", &ids).await;
    let card = &shown["paymentProfile"]["payment"]["creditCard"];
    assert_eq!((&card["cardNumber"], &card["expirationDate"]), (&"XXXX1111".into(), &"XXXX".into()));
    assert_eq!(shown["paymentProfile"]["billTo"]["firstName"], "Amal");
    let asked = format!(r#"{ids},"unmaskExpirationDate":"true""#);
    let shown = desk.ask("getCustomerPaymentProfileRequest", &asked).await;
    assert_eq!(shown["paymentProfile"]["payment"]["creditCard"]["expirationDate"], "2038-12");
    let profile =
        desk.ask("getCustomerProfileRequest", &format!(r#""customerProfileId":"{customer}""#)).await;
    assert_eq!(profile["profile"]["merchantCustomerId"], "shop-1");
    assert_eq!(profile["profile"]["paymentProfiles"][0]["customerPaymentProfileId"], method);
    let gone = format!(r#""customerProfileId":"{customer}""#);
    assert_eq!(code(&desk.ask("deleteCustomerProfileRequest", &gone).await), "I00001");
    assert_eq!(code(&desk.ask("getCustomerProfileRequest", &gone).await), "E00040");
}
