//! Call 26: what is accepted, held, published and refused.

use super::*;

/// [REV-01] [REV-02] [REV-49] [API-26]
#[tokio::test]
async fn a_guest_sends_a_review_and_it_is_held_with_everything_that_was_given() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    sqlx::query(
        "insert into review_criteria (label, is_required) values ('الجودة', true), ('التغليف', false)",
    )
    .execute(&shop.db)
    .await
    .expect("criteria");
    sqlx::query("insert into review_questions (label, kind, is_required) values ('لمن؟', 'text', true), ('كم؟', 'number', false)")
        .execute(&shop.db)
        .await
        .expect("questions");
    let guest = shop.shopper();
    let answers =
        json!({ "cr_criterion_1": "4", "cr_question_1": "هدية لأمي", "cr_question_2": "٣", "other": "x" });
    let form = with(guest_form(&honey.id, "Guest@Example.com"), "rating", "4");
    let answers = answers.to_string();

    let sent = action(&guest, "cr_submit_review", &with(form, "onsiteQuestions", &answers)).await;

    assert_eq!(sent.status, StatusCode::OK);
    let answer = sent.json();
    assert_eq!(answer["code"], 0, "{answer}");
    assert_eq!(answer["description"], "شكرًا لك، وصلنا تقييمك. سيظهر بعد التحقق منه.");
    assert!(!answer["button"].as_str().expect("a label").is_empty());
    let (product, rating, text, name, email): (i64, i16, String, String, String) =
        sqlx::query_as("select product_id, rating, text, name, email from reviews where state = 'held'")
            .fetch_one(&shop.db)
            .await
            .expect("one held review");
    assert_eq!((product.to_string(), rating), (honey.id.clone(), 4));
    assert_eq!((name.as_str(), email.as_str()), ("سلمى", "Guest@Example.com"));
    assert_eq!(text, "عسل ممتاز، طعمه أصيل وتغليفه محكم.");
    let (criteria, answers): (serde_json::Value, serde_json::Value) =
        sqlx::query_as("select criteria, answers from reviews").fetch_one(&shop.db).await.expect("a review");
    assert_eq!(criteria, json!([{ "label": "الجودة", "rating": 4 }]));
    assert_eq!(
        answers,
        json!([{ "question": "لمن؟", "answer": "هدية لأمي" }, { "question": "كم؟", "answer": "٣" }])
    );
    assert!(
        !shop.shopper().get(&honey.path).await.text().contains("طعمه أصيل"),
        "a held review is not public"
    );
    assert_figures(&shop).await;
}

/// [REV-02]: a review of the shop.
#[tokio::test]
async fn item_0_is_the_shop() {
    let shop = open().await;
    let answer = action(&shop.shopper(), "cr_submit_review", &guest_form("0", "a@example.com")).await.json();
    assert_eq!(answer["code"], 0, "{answer}");
    assert_eq!(count(&shop, "product_id is null").await, 1);
}

/// [REV-65] [REV-35] [REV-37] [REV-38] [REV-45] [REV-51]
#[tokio::test]
async fn an_invalid_review_is_refused_with_a_code_and_an_arabic_text_and_nothing_is_stored() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let cases = [
        ("rating", "", "اختر تقييمًا للمنتج."),
        ("rating", "0", "اختر تقييمًا للمنتج."),
        ("rating", "6", "اختر تقييمًا للمنتج."),
        ("rating", "-1", "اختر تقييمًا للمنتج."),
        ("review", " \n ", "اكتب نص التقييم."),
        ("name", "  ", "اكتب اسمك."),
        ("email", "", "أدخل بريدًا إلكترونيًا صالحًا."),
        ("email", "salma", "أدخل بريدًا إلكترونيًا صالحًا."),
        ("email", "salma@example", "أدخل بريدًا إلكترونيًا صالحًا."),
        ("email", "salma@example.c", "أدخل بريدًا إلكترونيًا صالحًا."),
        ("email", "@example.com", "أدخل بريدًا إلكترونيًا صالحًا."),
        ("email", "salma@[1.2.3]", "أدخل بريدًا إلكترونيًا صالحًا."),
        ("id", "987654321", "لا نستقبل تقييمات هنا الآن."),
        ("id", "x", "لا نستقبل تقييمات هنا الآن."),
    ];
    for (field, value, description) in cases {
        let form = with(guest_form(&honey.id, "salma@example.com"), field, value);
        let answer = action(&shop.shopper(), "cr_submit_review", &form).await;
        assert_eq!(answer.status, StatusCode::OK, "{field}={value}");
        let answer = answer.json();
        assert_ne!(answer["code"], 0, "{field}={value}");
        assert_eq!(answer["description"], description, "{field}={value}");
        assert_eq!(answer["button"], "حاول مرة أخرى");
    }
    assert_eq!(count(&shop, "true").await, 0);
    let bracketed = with(guest_form(&honey.id, "salma@[192.0.2.1]"), "rating", "٣");
    assert_eq!(action(&shop.shopper(), "cr_submit_review", &bracketed).await.json()["code"], 0);
}

/// [REV-35]: with another value than yes, a missing rating does not block.
#[tokio::test]
async fn a_rating_can_be_optional() {
    let shop = open().await;
    configure(&shop, json!({ "ratingRequired": false, "hold": "nobody" })).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let form = with(guest_form(&honey.id, "salma@example.com"), "rating", "");
    assert_eq!(action(&shop.shopper(), "cr_submit_review", &form).await.json()["code"], 0);
    let id: i64 = sqlx::query_scalar("select id from reviews").fetch_one(&shop.db).await.expect("a review");
    set_state(&shop, id, ReviewState::Published).await;
    assert_figures(&shop).await;
    let wrong = with(guest_form(&honey.id, "other@example.com"), "rating", "6");
    assert_ne!(action(&shop.shopper(), "cr_submit_review", &wrong).await.json()["code"], 0);
}

/// [REV-36] [REV-39] [REV-46]
#[tokio::test]
async fn required_criteria_questions_and_terms_are_checked_by_the_server() {
    let shop = open().await;
    sqlx::query("insert into review_criteria (label, is_required) values ('الجودة', true)")
        .execute(&shop.db)
        .await
        .expect("criteria");
    sqlx::query("insert into review_questions (label, kind, is_required) values ('لمن؟', 'text', true), ('كم؟', 'number', true)")
        .execute(&shop.db)
        .await
        .expect("questions");
    configure(&shop, json!({ "terms": "أوافق على الشروط" })).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let complete = json!({ "cr_criterion_1": "5", "cr_question_1": "لي", "cr_question_2": "2" });
    let send = async |changed: &str, value: &str, terms: &str| {
        let mut answers = complete.clone();
        if !changed.is_empty() {
            answers[changed] = json!(value);
        }
        let answers = answers.to_string();
        let form = with(guest_form(&honey.id, "salma@example.com"), "onsiteQuestions", &answers);
        let answer = action(&shop.shopper(), "cr_submit_review", &with(form, "terms", terms)).await.json();
        (
            answer["code"].as_i64().expect("a code"),
            kernel::text::without_isolates(answer["description"].as_str().expect("text")),
        )
    };
    assert_eq!(send("cr_criterion_1", "", "1").await.1, "اختر عدد النجوم لمعيار «الجودة».");
    assert_eq!(send("cr_criterion_1", "9", "1").await.1, "اختر عدد النجوم لمعيار «الجودة».");
    assert_eq!(send("cr_question_1", "  ", "1").await.1, "أجب عن السؤال «لمن؟».");
    assert_eq!(send("cr_question_2", "كثير", "1").await.1, "أجب عن السؤال «كم؟».");
    assert_eq!(send("", "", "").await.1, "ضع علامة في مربع الموافقة للمتابعة.");
    assert_eq!(count(&shop, "true").await, 0);
    assert_eq!(send("", "", "1").await.0, 0);
}

/// [REV-40] [REV-41] [REV-46]
#[tokio::test]
async fn a_captcha_is_asked_for_only_with_the_flag_and_without_it_a_review_is_held_and_not_lost() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let sent =
        action(&shop.shopper(), "cr_submit_review", &guest_form(&honey.id, "a@example.com")).await.json();
    assert_eq!(sent["code"], 0, "the flag is 0 by default");
    assert_eq!(count(&shop, "state = 'held' and 'no_token' = any(signals)").await, 1);

    configure(&shop, json!({ "captcha": true })).await;
    for token in ["", "forged"] {
        let form = with(guest_form(&honey.id, "b@example.com"), "g-recaptcha-response", token);
        let refused = action(&shop.shopper(), "cr_submit_review", &form).await.json();
        assert_ne!(refused["code"], 0, "{token:?}");
        assert_eq!(refused["description"], "أكّد أنك لست روبوتًا.");
    }
    assert_eq!(count(&shop, "true").await, 1);
}

#[tokio::test]
async fn an_address_reviews_an_item_once_whatever_became_of_its_review() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let tea = shop.product("شاي").make(&shop.db).await;
    let send = async |item: &str, email: &str, text: &str| {
        let form = with(guest_form(item, email), "review", text);
        action(&shop.shopper(), "cr_submit_review", &form).await.json()["code"].as_i64().expect("a code")
    };
    assert_eq!(send(&honey.id, "salma@example.com", "رأي أول").await, 0);
    assert_ne!(send(&honey.id, "SALMA@example.com", "رأي ثان").await, 0);
    sqlx::query("update reviews set state = 'refused'").execute(&shop.db).await.expect("refused");
    assert_ne!(send(&honey.id, "salma@example.com", "رأي ثالث").await, 0);
    assert_eq!(send(&tea.id, "salma@example.com", "رأي في الشاي").await, 0);
    assert_eq!(send("0", "salma@example.com", "رأي في المتجر").await, 0);
    assert_ne!(send("0", "salma@example.com", "رأي آخر في المتجر").await, 0);
    assert_eq!(count(&shop, "true").await, 3);
}

#[tokio::test]
async fn a_repeated_request_gets_the_same_answer_and_stores_nothing_more() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let form = guest_form(&honey.id, "salma@example.com");
    let first = action(&guest, "cr_submit_review", &form).await.json();
    let again = action(&guest, "cr_submit_review", &form).await.json();
    assert_eq!((&first["code"], &again["code"]), (&json!(0), &json!(0)), "{again}");
    assert_eq!(first, again);

    let fields: Vec<_> = [("action", "cr_submit_review")]
        .into_iter()
        .chain(with(guest_form(&honey.id, "other@example.com"), "review", "نص آخر"))
        .collect();
    let same_origin = ("sec-fetch-site", "same-origin");
    for _ in 0..2 {
        let keyed =
            guest.post_with(ACTION, &fields, &[same_origin, ("idempotency-key", "0123456789abcdef")]).await;
        assert_eq!(keyed.json()["code"], 0, "{}", keyed.text());
    }
    assert_eq!(count(&shop, "true").await, 2);
}

#[tokio::test]
async fn a_verified_buyer_is_published_at_once_and_the_page_shows_it() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    assert!(shop.shopper().get(&honey.path).await.status.is_success(), "the page is cached without reviews");
    let (salma, order) = buyer(&shop, &honey, "salma@example.com").await;

    // Whatever address is typed, the review is that of the account.
    let form = guest_form(&honey.id, "somebody.else@example.com");
    let answer = action(&salma, "cr_submit_review", &form).await.json();

    assert_eq!(answer["code"], 0, "{answer}");
    assert_eq!(answer["description"], "شكرًا لك، وصلنا تقييمك.");
    let (state, verified, line, email): (String, bool, i64, String) =
        sqlx::query_as("select state, is_verified, order_id, email from reviews")
            .fetch_one(&shop.db)
            .await
            .expect("a review");
    assert_eq!(
        (state.as_str(), verified, line, email.as_str()),
        ("published", true, order, "salma@example.com")
    );
    assert_figures(&shop).await;
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    let page = shop.shopper().get(&honey.path).await.text();
    assert!(page.contains("طعمه أصيل"), "the cached page was purged");
}

#[tokio::test]
async fn a_purchase_counts_only_for_its_buyer_and_its_product_once_it_is_completed() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let tea = shop.product("شاي").make(&shop.db).await;
    let (salma, order) = buyer(&shop, &honey, "salma@example.com").await;
    action(&salma, "cr_submit_review", &guest_form(&tea.id, "salma@example.com")).await;
    // A guest with the buyer's address.
    action(&shop.shopper(), "cr_submit_review", &guest_form(&honey.id, "salma@example.com")).await;
    assert_eq!(count(&shop, "is_verified or state <> 'held'").await, 0);
    sqlx::query("delete from reviews").execute(&shop.db).await.expect("deleted");
    sqlx::query("update orders set state = 'refunded' where id = $1")
        .bind(order)
        .execute(&shop.db)
        .await
        .expect("order");
    action(&salma, "cr_submit_review", &guest_form(&honey.id, "salma@example.com")).await;
    assert_eq!(count(&shop, "not is_verified and state = 'held'").await, 1);
}

#[tokio::test]
async fn suspicious_reviews_of_verified_buyers_are_held_too() {
    let shop = open().await;
    let mut signals = Vec::new();
    let cases = [
        ("review", "اشتروا من http://spam.example الآن"),
        ("review", "اتصل على 0501234567 للطلب"),
        ("review", "راسلني me@example.com"),
        ("review", "рaypal رائع جدا"),
        ("cr_website", "http://x.example"),
        ("cr_time", "1-00000000000000000000000000000000"),
    ];
    for (number, (field, value)) in cases.into_iter().enumerate() {
        let product = shop.product(&format!("منتج {number}")).make(&shop.db).await;
        let email = format!("buyer{number}@example.com");
        let (buyer, _) = buyer(&shop, &product, &email).await;
        let text = format!("نص لا يشبه غيره رقم {number} وفيه كلمات مختلفة {}", "كلمة ".repeat(number));
        let form = with(guest_form(&product.id, &email), "review", &text);
        // A signed time that was forged or is a moment old.
        let now = shop.clock().now().timestamp().to_string();
        let fresh = format!("{now}-{}", shop.shop().nonces.page("reviews.time", &now, shop.clock().now()));
        let value = if field == "cr_time" { fresh.as_str() } else { value };
        let answer = action(&buyer, "cr_submit_review", &with(form, field, value)).await.json();
        assert_eq!(answer["code"], 0, "{field}: nothing is lost");
        let held: Vec<String> = sqlx::query_scalar(
            "select unnest(signals) from reviews where email = $1 and state = 'held' and is_verified",
        )
        .bind(&email)
        .fetch_all(&shop.db)
        .await
        .expect("signals");
        signals.extend(held);
    }
    assert_eq!(signals, ["link", "phone", "email", "mixed_script", "trap", "too_fast"]);
}

#[tokio::test]
async fn nearly_the_same_text_again_is_held() {
    let shop = open().await;
    configure(&shop, json!({ "hold": "unverified" })).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let text = "عسل ممتاز جدا وصل بسرعة والتغليف رائع أنصح به الجميع";
    TestReview::of(&honey, 5, text).publish(&shop).await;
    let (salma, _) = buyer(&shop, &honey, "salma@example.com").await;
    let copy = "عسل ممتاز جدًا، وصل بسرعة! والتغليف رائع. أنصح به الجميع";
    let form = with(guest_form(&honey.id, "salma@example.com"), "review", copy);
    assert_eq!(action(&salma, "cr_submit_review", &form).await.json()["code"], 0);
    assert_eq!(count(&shop, "state = 'held' and signals = '{near_duplicate}'").await, 1);
}

#[tokio::test]
async fn a_shop_can_hold_everybody_or_close_its_reviews() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    configure(&shop, json!({ "hold": "everyone" })).await;
    let (salma, _) = buyer(&shop, &honey, "salma@example.com").await;
    action(&salma, "cr_submit_review", &guest_form(&honey.id, "salma@example.com")).await;
    assert_eq!(count(&shop, "state = 'held' and is_verified and signals = '{}'").await, 1);
    configure(&shop, json!({ "isOpen": false })).await;
    let closed =
        action(&shop.shopper(), "cr_submit_review", &guest_form(&honey.id, "b@example.com")).await.json();
    assert_ne!(closed["code"], 0);
    assert_eq!(count(&shop, "true").await, 1);
}

/// Class D: five an hour for a session.
#[tokio::test]
async fn the_sixth_review_in_an_hour_is_too_many() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let mut statuses = Vec::new();
    for number in 0..7 {
        let (email, text) = (format!("guest{number}@example.com"), format!("نص رقم {number}"));
        let form = with(guest_form(&honey.id, &email), "review", &text);
        statuses.push(action(&guest, "cr_submit_review", &form).await.status.as_u16());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 1, "{statuses:?}");
    assert_eq!(statuses[6], 429, "the first request had no session yet: {statuses:?}");
}

/// Solves a challenge of the shop, as the browser's worker does.
async fn solve(shopper: &Shopper) -> String {
    solve_with(shopper, |_| {}).await
}

async fn solve_with(shopper: &Shopper, change: impl FnOnce(&mut altcha::Payload)) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let answer = shopper.get("/ar/reviews/challenge/").await;
    assert!(answer.header("cache-control").contains("no-store"));
    let challenge: altcha::Challenge = serde_json::from_slice(&answer.body).expect("a challenge");
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge));
    let solution = solution.expect("a challenge").expect("a solution");
    let mut payload = altcha::Payload { challenge, solution };
    change(&mut payload);
    BASE64_STANDARD.encode(serde_json::to_vec(&payload).expect("JSON"))
}

/// [REV-40] [REV-46]
#[tokio::test]
async fn a_solved_challenge_is_worth_one_review() {
    let shop = open().await;
    configure(&shop, json!({ "captcha": true, "hold": "nobody" })).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let token = solve(&guest).await;
    let form = with(guest_form(&honey.id, "a@example.com"), "g-recaptcha-response", &token);
    let answer = action(&guest, "cr_submit_review", &form).await.json();
    assert_eq!(answer["code"], 0, "{answer}");
    assert_eq!(count(&shop, "state = 'published' and signals = '{}'").await, 1);

    let form = with(guest_form(&honey.id, "b@example.com"), "g-recaptcha-response", &token);
    let form = with(form, "review", "نص آخر لا يشبه الأول في شيء");
    assert_ne!(action(&guest, "cr_submit_review", &form).await.json()["code"], 0, "a spent challenge");
    let forged = solve_with(&guest, |payload| payload.solution.derived_key = "00".repeat(32)).await;
    let form = with(guest_form(&honey.id, "b@example.com"), "g-recaptcha-response", &forged);
    let form = with(form, "review", "نص ثالث مختلف تمامًا");
    assert_ne!(action(&guest, "cr_submit_review", &form).await.json()["code"], 0, "a forged solution");
    let cheap = solve_with(&guest, |payload| payload.challenge.parameters.cost = 1).await;
    let form = with(guest_form(&honey.id, "b@example.com"), "g-recaptcha-response", &cheap);
    let form = with(form, "review", "نص رابع مختلف تمامًا");
    assert_ne!(action(&guest, "cr_submit_review", &form).await.json()["code"], 0, "a forged challenge");
    assert_eq!(count(&shop, "true").await, 1);
}
