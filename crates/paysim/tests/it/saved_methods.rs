//! Tests of customer profiles and saved methods.

use serde_json::Value;

use crate::merchant::{Merchant, VISA, charge, code, id, reason};

async fn customer(merchant: &Merchant, key: &str) -> String {
    let made = merchant
        .call("createCustomerProfileRequest", &format!(r#""profile":{{"merchantCustomerId":"{key}"}}"#))
        .await;
    made["customerProfileId"].as_str().expect("customer profile id").to_owned()
}

async fn save_card(merchant: &Merchant, customer: &str, number: &str) -> Value {
    let card = merchant.card(number).await;
    let fields = format!(
        r#""customerProfileId":"{customer}","paymentProfile":{{"billTo":{{"firstName":"Amal",
            "zip":"10001"}},"payment":{card}}},"validationMode":"none""#
    );
    merchant.call("createCustomerPaymentProfileRequest", &fields).await
}

fn with_saved(amount: &str, customer: &str, method: &str, invoice: &str) -> String {
    format!(
        r#""transactionType":"authCaptureTransaction","amount":"{amount}",
            "profile":{{"customerProfileId":"{customer}","paymentProfile":{{"paymentProfileId":"{method}",
            "cardCode":"901"}}}},"order":{{"invoiceNumber":"{invoice}"}}"#
    )
}

#[tokio::test]
async fn a_saved_card_pays_again_and_again_until_it_is_deleted() {
    let merchant = Merchant::open().await;
    let customer = customer(&merchant, "shop-1").await;
    let saved = save_card(&merchant, &customer, VISA).await;
    let method = saved["customerPaymentProfileId"].as_str().unwrap();
    for (amount, invoice) in [("5", "A1"), ("6", "A2")] {
        let paid = merchant.transact(&with_saved(amount, &customer, method, invoice)).await;
        assert_eq!(paid["transactionResponse"]["responseCode"], "1", "{paid}");
        assert_eq!(paid["transactionResponse"]["profile"]["customerPaymentProfileId"], method);
        assert_eq!(paid["transactionResponse"]["cvvResultCode"], "N");
    }
    let again = merchant.transact(&with_saved("5", &customer, method, "A1")).await;
    assert_eq!(reason(&again), "11");

    let ids = format!(r#""customerProfileId":"{customer}","customerPaymentProfileId":"{method}""#);
    assert_eq!(code(&merchant.call("deleteCustomerPaymentProfileRequest", &ids).await), "I00001");
    assert_eq!(code(&merchant.call("deleteCustomerPaymentProfileRequest", &ids).await), "E00040");
    assert_eq!(code(&merchant.transact(&with_saved("7", &customer, method, "A3")).await), "E00040");
}

#[tokio::test]
async fn no_customer_or_card_is_saved_twice() {
    let merchant = Merchant::open().await;
    let customer_id = customer(&merchant, "shop-1").await;
    let again =
        merchant.call("createCustomerProfileRequest", r#""profile":{"merchantCustomerId":"shop-1"}"#).await;
    assert_eq!(code(&again), "E00039");
    assert!(again["messages"]["message"][0]["text"].as_str().unwrap().contains(&customer_id));
    let saved = save_card(&merchant, &customer_id, VISA).await;
    let twice = save_card(&merchant, &customer_id, VISA).await;
    assert_eq!(code(&twice), "E00039");
    assert_eq!(twice["customerPaymentProfileId"], saved["customerPaymentProfileId"]);
    assert_eq!(code(&merchant.call("createCustomerProfileRequest", r#""profile":{}"#).await), "E00041");
    assert_eq!(code(&save_card(&merchant, "404", VISA).await), "E00040");
}

#[tokio::test]
async fn the_source_of_a_payment_can_be_saved() {
    let merchant = Merchant::open().await;
    let paid = merchant.charged("5", "A1").await;
    let request = format!(r#""transId":"{paid}","customer":{{"merchantCustomerId":"shop-2"}}"#);
    let made = merchant.call("createCustomerProfileFromTransactionRequest", &request).await;
    assert_eq!(code(&made), "I00001");
    let customer = made["customerProfileId"].as_str().unwrap();
    let method = made["customerPaymentProfileIdList"][0].as_str().unwrap();
    let paid = merchant.transact(&with_saved("9", customer, method, "A2")).await;
    assert_eq!(paid["transactionResponse"]["accountNumber"], "XXXX1111");

    // Another card of an existing customer.
    let card = merchant.card("5424000000000015").await;
    let other = id(&merchant.transact(&charge("5", &card, "A3")).await);
    let request = format!(r#""transId":"{other}","customerProfileId":"{customer}""#);
    let more = merchant.call("createCustomerProfileFromTransactionRequest", &request).await;
    assert_eq!(more["customerProfileId"], customer);
    assert_eq!(
        code(&merchant.call("createCustomerProfileFromTransactionRequest", r#""transId":"1""#).await),
        "E00099"
    );
}

#[tokio::test]
async fn saved_methods_are_shown_masked() {
    let merchant = Merchant::open().await;
    let customer = customer(&merchant, "shop-1").await;
    let saved = save_card(&merchant, &customer, VISA).await;
    let method = saved["customerPaymentProfileId"].as_str().unwrap();
    let ids = format!(r#""customerProfileId":"{customer}","customerPaymentProfileId":"{method}""#);
    let shown = merchant.call("getCustomerPaymentProfileRequest", &ids).await;
    let card = &shown["paymentProfile"]["payment"]["creditCard"];
    assert_eq!((&card["cardNumber"], &card["expirationDate"]), (&"XXXX1111".into(), &"XXXX".into()));
    assert_eq!(shown["paymentProfile"]["billTo"]["firstName"], "Amal");
    let request = format!(r#"{ids},"unmaskExpirationDate":"true""#);
    let shown = merchant.call("getCustomerPaymentProfileRequest", &request).await;
    assert_eq!(shown["paymentProfile"]["payment"]["creditCard"]["expirationDate"], "2038-12");
    let profile =
        merchant.call("getCustomerProfileRequest", &format!(r#""customerProfileId":"{customer}""#)).await;
    assert_eq!(profile["profile"]["merchantCustomerId"], "shop-1");
    assert_eq!(profile["profile"]["paymentProfiles"][0]["customerPaymentProfileId"], method);
    let ids = format!(r#""customerProfileId":"{customer}""#);
    assert_eq!(code(&merchant.call("deleteCustomerProfileRequest", &ids).await), "I00001");
    assert_eq!(code(&merchant.call("getCustomerProfileRequest", &ids).await), "E00040");
}
