//! The one-time token: the same form twice is one enquiry, one email and one answer.

use super::*;

/// A repeated request gets the answer of the first.
#[tokio::test]
async fn the_same_form_twice_is_stored_and_mailed_once() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    let solution = sender.solve().await;
    shop.wait();
    let first = sender.send_with(&token, &MESSAGE, &[("cptcha", &solution)]).await.json();
    let second = sender.send_with(&token, &MESSAGE, &[("cptcha", &solution)]).await.json();
    assert_eq!(first["type"], "success");
    assert_eq!(first, second);
    assert_eq!(shop.count("true").await, 1);
    assert_eq!(shop.queued("enquiry-received").await, 1);
}

#[tokio::test]
async fn the_same_form_four_times_at_once_is_one() {
    let shop = open().await;
    let sender = shop.sender();
    // The first request begins the session; the others have the same.
    sender.send(&sender.token().await, &[("1", "x")]).await;
    let (token, solution) = (sender.token().await, sender.solve().await);
    shop.wait();
    let further = [("cptcha", solution.as_str())];
    // As many as a visitor may send at once.
    let sent = (0..4).map(|_| sender.send_with(&token, &MESSAGE, &further));
    for answer in futures_util::future::join_all(sent).await {
        assert_eq!(answer.json()["type"], "success", "{}", answer.text());
    }
    assert_eq!(shop.count("not is_spam").await, 1);
    assert_eq!(shop.count("true").await, 1);
    assert_eq!(shop.queued("enquiry-received").await, 1);
}

#[tokio::test]
async fn a_used_token_is_no_good_for_other_values() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    assert_eq!(sender.send(&token, &MESSAGE).await["type"], "success");
    let other = [MESSAGE[0], MESSAGE[1], ("5", "رسالة أخرى تمامًا")];
    let answer = sender.send_with(&token, &other, &[]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(shop.count("true").await, 1);
    assert_eq!(sender.send(&sender.token().await, &other).await["type"], "success");
}

/// Without a token of the shop the form is not lost: it waits with the spam.
#[tokio::test]
async fn a_forged_or_foreign_token_counts_as_none() {
    let shop = open().await;
    let other = save(&shop.shop, "other", definition()).await;
    let sender = shop.sender();
    let foreign = sender.shopper.get(&format!("/ar/forms/token/?form={other}")).await.json();
    let good = sender.token().await;
    let forged = [
        String::new(),
        "x".repeat(64),
        foreign["uid"].as_str().expect("a token").to_owned(),
        format!("{good}0"),
        good.replacen('.', ".1", 1),
    ];
    for (number, token) in forged.iter().enumerate() {
        let text = format!("رسالة رقم {number}");
        let answer = sender.send(token, &[MESSAGE[0], MESSAGE[1], ("5", &text)]).await;
        assert_eq!(answer["type"], "success", "{token}");
    }
    assert_eq!(shop.count("is_spam and 'too_fast' = any(signals)").await, 5);
    assert_eq!(shop.queued("enquiry-received").await, 0);
    assert_eq!(sender.shopper.get("/ar/forms/token/?form=999").await.status, StatusCode::NOT_FOUND);
}

/// The token in a cached page is the same for everybody, so it makes no two visitors one.
#[tokio::test]
async fn two_visitors_of_one_cached_page_send_two_forms() {
    let shop = open().await;
    let (first, second) = (shop.sender(), shop.sender());
    let shared = plain::shared_token(&shop).await;
    shop.wait();
    for sender in [&first, &second] {
        for _ in 0..2 {
            let sent = sender.post_form(PAGE, &shared, &MESSAGE, &[], &[]).await;
            assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.visible_text());
        }
    }
    assert_eq!(shop.count("true").await, 2, "one for each, however often it was sent");
}
