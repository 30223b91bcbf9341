//! Call 23: what is accepted, held, published and refused.

use super::*;

/// [QNA-01] [QNA-02] [QNA-11] [API-23]
#[tokio::test]
async fn a_guest_asks_and_the_question_is_held_with_everything_that_was_given() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let answer = ask(&shop, &shop.shopper(), &honey, "Reem@Example.com", " كم يدوم؟ \r\n").await;
    assert_eq!(answer["code"], 0, "{answer}");
    assert_eq!(answer["description"], "شكرًا لك، وصلنا سؤالك. سيظهر بعد التحقق منه.");
    assert_eq!(answer["button"], "متابعة");
    let row: (i64, String, String, String, String) =
        sqlx::query_as("select product_id, text, name, email, state from questions")
            .fetch_one(&shop.db)
            .await
            .expect("one question");
    let expected = (number(&honey), "كم يدوم؟", "ريم", "Reem@Example.com", "held");
    assert_eq!((row.0, row.1.as_str(), row.2.as_str(), row.3.as_str(), row.4.as_str()), expected);
    assert_eq!(count(&shop, "questions", "signals = '{no_token}'").await, 1);
    let page = shop.shopper().get(&honey.path).await.text();
    assert!(!page.contains("كم يدوم؟"), "a held question is not public");
    assert_counts(&shop).await;
}

/// [QNA-09] [QNA-13]
#[tokio::test]
async fn an_invalid_question_is_refused_with_a_code_and_an_arabic_text_and_nothing_is_stored() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let nonce = nonce(&shop, &honey);
    let cases = [
        ("text", " \n ", "اكتب سؤالك."),
        ("text", "\u{202e}", "اكتب سؤالك."),
        ("name", "  ", "اكتب اسمك."),
        ("email", "", "أدخل بريدًا إلكترونيًا صالحًا."),
        ("email", "reem", "أدخل بريدًا إلكترونيًا صالحًا."),
        ("email", "reem@example", "أدخل بريدًا إلكترونيًا صالحًا."),
    ];
    for (field, value, description) in cases {
        let form = with(question_form(&honey, &nonce, "reem@example.com", "كم يدوم؟"), field, value);
        let answer = action(&shop.shopper(), "cr_new_qna", &form).await;
        assert_eq!(answer.status, StatusCode::OK, "{field}={value}");
        let answer = answer.json();
        assert_ne!(answer["code"], 0, "{field}={value}");
        assert_eq!(answer["description"], description, "{field}={value}");
        assert_eq!(answer["button"], "حاول مرة أخرى");
    }
    assert_eq!(count(&shop, "questions", "true").await, 0);
}

/// [QNA-10]
#[tokio::test]
async fn terms_must_be_accepted_if_the_shop_has_them() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    configure(&shop, json!({ "terms": "أوافق على الشروط" })).await;
    let nonce = nonce(&shop, &honey);
    let form = question_form(&honey, &nonce, "reem@example.com", "كم يدوم؟");
    let refused = action(&shop.shopper(), "cr_new_qna", &form).await.json();
    assert_ne!(refused["code"], 0);
    assert_eq!(refused["description"], "ضع علامة في مربع الموافقة للمتابعة.");
    assert_eq!(count(&shop, "questions", "true").await, 0);
    let accepted = action(&shop.shopper(), "cr_new_qna", &with(form, "terms", "1")).await.json();
    assert_eq!(accepted["code"], 0);
    assert!(
        shop.shopper()
            .get(&format!("{WRITE}?product={}", honey.id))
            .await
            .text()
            .contains("أوافق على الشروط")
    );
}

#[tokio::test]
async fn the_nonce_is_that_of_the_product() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let tea = shop.product("شاي").make(&shop.db).await;
    let (own, foreign) = (nonce(&shop, &honey), nonce(&shop, &tea));
    for wrong in ["", "0123456789abcdef", foreign.as_str()] {
        let form = question_form(&honey, wrong, "reem@example.com", "كم يدوم؟");
        let answer = action(&shop.shopper(), "cr_new_qna", &form).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{wrong}");
    }
    let missing = shop.shop().nonces.page("questions.new", "987654321", shop.clock().now());
    let form = with(question_form(&honey, &missing, "reem@example.com", "كم؟"), "currentPostID", "987654321");
    let answer = action(&shop.shopper(), "cr_new_qna", &form).await.json();
    assert_eq!(answer["description"], "لا نستقبل أسئلة هنا الآن.");
    assert_eq!(count(&shop, "questions", "true").await, 0);
    let form = question_form(&honey, &own, "reem@example.com", "كم يدوم؟");
    assert_eq!(action(&shop.shopper(), "cr_new_qna", &form).await.json()["code"], 0);
}

#[tokio::test]
async fn a_repeated_request_gets_the_same_answer_and_stores_nothing_more() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let first = ask(&shop, &guest, &honey, "reem@example.com", "كم يدوم؟").await;
    let again = ask(&shop, &guest, &honey, "reem@example.com", "كم يدوم؟").await;
    assert_eq!((first["code"].as_i64(), &first), (Some(0), &again));
    let nonce = nonce(&shop, &honey);
    let form = question_form(&honey, &nonce, "reem@example.com", "ومن أين هو؟");
    let fields: Vec<_> = [("action", "cr_new_qna")].into_iter().chain(form).collect();
    let headers = [("sec-fetch-site", "same-origin"), ("idempotency-key", "0123456789abcdef")];
    for _ in 0..2 {
        let keyed = guest.post_with(ACTION, &fields, &headers).await;
        assert_eq!(keyed.json()["code"], 0, "{}", keyed.text());
    }
    assert_eq!(count(&shop, "questions", "true").await, 2);
}

#[tokio::test]
async fn a_buyer_is_published_at_once_and_the_page_shows_it() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    assert!(
        shop.shopper().get(&honey.path).await.status.is_success(),
        "the page is cached without questions"
    );
    let (salma, customer) = buyer(&shop, "salma@example.com").await;
    let answer = ask(&shop, &salma, &honey, "somebody.else@example.com", "كم يدوم العسل؟").await;
    assert_eq!(answer["description"], "شكرًا لك، وصلنا سؤالك.");
    // Whatever address is typed, the email about an answer goes to the account.
    let row: (String, String, i64) = sqlx::query_as("select state, email, customer_id from questions")
        .fetch_one(&shop.db)
        .await
        .expect("one");
    assert_eq!((row.0.as_str(), row.1.as_str(), row.2), ("published", "salma@example.com", customer));
    assert_counts(&shop).await;
    purged().await;
    assert!(
        shop.shopper().get(&honey.path).await.text().contains("كم يدوم العسل؟"),
        "the cached page was purged"
    );
}

#[tokio::test]
async fn suspicious_questions_of_buyers_are_held_too() {
    let shop = open().await;
    configure(&shop, json!({ "shopName": "دكان النخلة" })).await;
    let mut signals = Vec::new();
    let cases = [
        ("text", "اشتروا من http://spam.example الآن"),
        ("text", "اتصل على 0501234567 للطلب"),
        ("text", "راسلني me@example.com"),
        ("text", "рaypal رائع جدا"),
        ("cr_website", "http://x.example"),
        ("cr_time", ""),
        ("name", "دكان النخله"),
    ];
    for (index, (field, value)) in cases.into_iter().enumerate() {
        let product = shop.product(&format!("منتج {index}")).make(&shop.db).await;
        let email = format!("buyer{index}@example.com");
        let (buyer, _) = buyer(&shop, &email).await;
        let text = format!("نص لا يشبه غيره رقم {index} وفيه كلمات مختلفة {}", "كلمة ".repeat(index));
        let nonce = nonce(&shop, &product);
        let now = shop.clock().now().timestamp().to_string();
        let fresh = format!("{now}-{}", shop.shop().nonces.page("questions.time", &now, shop.clock().now()));
        let value = if field == "cr_time" { fresh.as_str() } else { value };
        let form = with(question_form(&product, &nonce, &email, &text), field, value);
        let answer = action(&buyer, "cr_new_qna", &form).await.json();
        assert_eq!(answer["code"], 0, "{field}: nothing is lost");
        let held: Vec<Vec<String>> =
            sqlx::query_scalar("select signals from questions where email = $1 and state = 'held'")
                .bind(&email)
                .fetch_all(&shop.db)
                .await
                .expect("signals");
        assert_eq!(held.len(), 1, "{field}={value} is held");
        signals.extend(held.into_iter().flatten());
    }
    assert_eq!(signals, ["link", "phone", "email", "mixed_script", "trap", "too_fast"]);
}

#[tokio::test]
async fn nearly_the_same_text_again_is_held() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    publish_question(&shop, &honey, "هل يمكن حفظ العسل في الثلاجة بعد فتح البرطمان").await;
    let (salma, _) = buyer(&shop, "salma@example.com").await;
    let copy = "هل يمكن حفظ العسل في الثلاجة، بعد فتح البرطمان؟";
    assert_eq!(ask(&shop, &salma, &honey, "salma@example.com", copy).await["code"], 0);
    assert_eq!(count(&shop, "questions", "state = 'held' and signals = '{near_duplicate}'").await, 1);
}

#[tokio::test]
async fn a_shop_can_publish_everybody_hold_everybody_or_close_its_questions() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    configure(&shop, json!({ "hold": "everyone" })).await;
    let (salma, _) = buyer(&shop, "salma@example.com").await;
    ask(&shop, &salma, &honey, "salma@example.com", "سؤال أول").await;
    assert_eq!(count(&shop, "questions", "state = 'held' and signals = '{}'").await, 1);
    configure(&shop, json!({ "isOpen": false })).await;
    let closed = ask(&shop, &salma, &honey, "salma@example.com", "سؤال ثان").await;
    assert_eq!(closed["description"], "لا نستقبل أسئلة هنا الآن.");
    assert_eq!(count(&shop, "questions", "true").await, 1);
}

/// A buyer is trusted once; the next text within the hour needs a proof of work.
#[tokio::test]
async fn the_second_question_within_the_hour_is_held_without_a_proof_of_work() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (salma, _) = buyer(&shop, "salma@example.com").await;
    ask(&shop, &salma, &honey, "salma@example.com", "كم يدوم؟").await;
    ask(&shop, &salma, &honey, "salma@example.com", "وهل يُرسل هدية؟").await;
    assert_eq!(count(&shop, "questions", "state = 'published'").await, 1);
    assert_eq!(count(&shop, "questions", "state = 'held' and signals = '{no_token}'").await, 1);
}

/// Class D: five an hour for a session.
#[tokio::test]
async fn the_sixth_question_in_an_hour_is_too_many() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (guest, nonce) = (shop.shopper(), nonce(&shop, &honey));
    let mut statuses = Vec::new();
    for index in 0..7 {
        let text = format!("سؤال رقم {index}");
        let form = question_form(&honey, &nonce, "reem@example.com", &text);
        statuses.push(action(&guest, "cr_new_qna", &form).await.status.as_u16());
    }
    assert_eq!(statuses[6], 429, "the first request had no session yet: {statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 1, "{statuses:?}");
}

/// Solves a challenge of the shop, as the browser's worker does.
async fn solve(shopper: &Shopper, url: &str) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let answer = shopper.get(url).await;
    assert!(answer.header("cache-control").contains("no-store"));
    let challenge: altcha::Challenge = serde_json::from_slice(&answer.body).expect("a challenge");
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge));
    let solution = solution.expect("a challenge").expect("a solution");
    BASE64_STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).expect("JSON"))
}

/// [QNA-11]
#[tokio::test]
async fn a_solved_challenge_is_worth_one_question_and_that_of_a_review_none() {
    let shop = open().await;
    configure(&shop, json!({ "hold": "nobody", "captcha": true })).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (guest, nonce) = (shop.shopper(), nonce(&shop, &honey));
    let token = solve(&guest, "/ar/questions/challenge/").await;
    let form = question_form(&honey, &nonce, "reem@example.com", "كم يدوم؟");
    let sent = action(&guest, "cr_new_qna", &with(form, "cptcha", &token)).await.json();
    assert_eq!(sent["code"], 0, "{sent}");
    assert_eq!(count(&shop, "questions", "state = 'published' and signals = '{}'").await, 1);
    let of_review = solve(&guest, "/ar/reviews/challenge/").await;
    for wrong in [token.as_str(), of_review.as_str(), "forged", ""] {
        let form = question_form(&honey, &nonce, "reem@example.com", "سؤال آخر لا يشبه الأول في شيء");
        let refused = action(&guest, "cr_new_qna", &with(form, "cptcha", wrong)).await.json();
        assert_eq!(refused["description"], "أكّد أنك لست روبوتًا.");
    }
    assert_eq!(count(&shop, "questions", "true").await, 1);
}
