//! Signals: what waits with the spam. Nothing of it is refused, and nothing of it is lost.

use super::*;

async fn signals(shop: &FormShop) -> Vec<String> {
    sqlx::query_scalar("select signals from enquiries order by id desc limit 1")
        .fetch_one(&shop.shop.db)
        .await
        .expect("signals")
}

/// The answer is the same, the enquiry waits with the spam, and no email leaves the shop.
#[tokio::test]
async fn a_filled_trap_a_young_form_and_a_missing_proof_hold_the_enquiry() {
    let shop = open_with(
        with(
            definition(),
            json!({ "confirmation": {
        "emailElement": "2", "subject": "وصلتنا رسالتك", "text": "شكرًا لك." } }),
        ),
        100,
    )
    .await;
    let sender = shop.sender();
    let send = async |text: &str, further: &[(&str, &str)], waits: bool| {
        let token = sender.token().await;
        if waits {
            shop.wait();
        }
        let answer = sender.send_with(&token, &[MESSAGE[0], MESSAGE[1], ("5", text)], further).await.json();
        assert_eq!(answer["type"], "success", "{answer}");
    };
    let solution = sender.solve().await;
    send("رسالة أولى", &[("cptcha", &solution), ("cr_website", "http://x")], true).await;
    assert_eq!(signals(&shop).await, ["trap"]);
    let solution = sender.solve().await;
    send("رسالة ثانية", &[("cptcha", &solution)], false).await;
    assert_eq!(signals(&shop).await, ["too_fast"]);
    send("رسالة ثالثة", &[], true).await;
    assert_eq!(signals(&shop).await, ["no_token"]);
    let solution = sender.solve().await;
    send("رسالة ثالثة", &[("cptcha", &solution)], true).await;
    assert_eq!(signals(&shop).await, ["near_duplicate"], "the same text within a day");
    assert_eq!(shop.count("is_spam").await, 4);
    for topic in ["enquiry-received", "enquiry-confirmation"] {
        assert_eq!(shop.queued(topic).await, 0, "{topic}");
    }
    let solution = sender.solve().await;
    send("رسالة من إنسان", &[("cptcha", &solution)], true).await;
    assert_eq!((signals(&shop).await, shop.count("not is_spam").await), (Vec::<String>::new(), 1));
    assert_eq!(shop.queued("enquiry-received").await, 1);
}

/// Links and numbers are usual in an enquiry: staff see the signal, and nothing is held.
#[tokio::test]
async fn links_and_numbers_in_a_message_hold_nothing() {
    let shop = open().await;
    let sender = shop.sender();
    let text = "رقمي 0501234567 وموقعي https://example.com";
    assert_eq!(
        sender.send(&sender.token().await, &[MESSAGE[0], MESSAGE[1], ("5", text)]).await["type"],
        "success"
    );
    assert_eq!(signals(&shop).await, ["link", "phone"]);
    assert_eq!(shop.count("not is_spam").await, 1);
}

/// A signed-in customer needs no proof.
#[tokio::test]
async fn a_customer_is_no_spam_without_a_proof() {
    let shop = open().await;
    shop.shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.shop.signed_in("salma@example.com").await;
    let sender = Sender { shop: &shop, shopper: salma };
    let token = sender.token().await;
    shop.wait();
    let answer = sender.send_with(&token, &MESSAGE, &[]).await.json();
    assert_eq!(answer["type"], "success");
    assert_eq!(shop.count("not is_spam and customer_id is not null").await, 1);
}
