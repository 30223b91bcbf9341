//! Call 24: answers.

use super::*;

/// [QNA-01] [QNA-02] [QNA-11] [API-24]
#[tokio::test]
async fn a_guest_answers_and_the_answer_is_held_with_its_question_and_product() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = publish_question(&shop, &honey, "كم يدوم؟").await;
    let answer = reply(&shop, &shop.shopper(), &honey, question, "majed@example.com", "سنة كاملة").await;
    assert_eq!(answer["code"], 0, "{answer}");
    assert_eq!(answer["description"], "شكرًا لك، وصلنا جوابك. سيظهر بعد التحقق منه.");
    let row: (i64, i64, String, String, String, bool, String) = sqlx::query_as(
        "select question_id, product_id, text, name, email, is_shop, state from question_answers",
    )
    .fetch_one(&shop.db)
    .await
    .expect("one answer");
    assert_eq!((row.0, row.1, row.2.as_str()), (question, number(&honey), "سنة كاملة"));
    assert_eq!(
        (row.3.as_str(), row.4.as_str(), row.5, row.6.as_str()),
        ("ريم", "majed@example.com", false, "held")
    );
    assert!(
        !shop.shopper().get(&honey.path).await.text().contains("سنة كاملة"),
        "a held answer is not public"
    );
    assert_counts(&shop).await;
}

#[tokio::test]
async fn a_question_of_another_product_or_one_that_is_not_public_cannot_be_answered() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let tea = shop.product("شاي").make(&shop.db).await;
    let of_honey = publish_question(&shop, &honey, "كم يدوم؟").await;
    let of_tea = publish_question(&shop, &tea, "هل هو أخضر؟").await;
    let waiting = held(&shop, &honey, "محجوز").await;
    for question in [of_tea, waiting, 987_654_321, 0] {
        let refused = reply(&shop, &shop.shopper(), &honey, question, "majed@example.com", "نعم").await;
        assert_ne!(refused["code"], 0, "{question}");
        assert_eq!(refused["description"], "هذا السؤال غير موجود.");
    }
    // The form of one product with the question of another.
    let (nonce, id) = (nonce(&shop, &honey), of_tea.to_string());
    let form = answer_form(question_form(&honey, &nonce, "majed@example.com", "نعم"), &tea, &id);
    assert_ne!(action(&shop.shopper(), "cr_new_qna", &form).await.json()["code"], 0);
    let form = with(form, "productID", "");
    assert_ne!(action(&shop.shopper(), "cr_new_qna", &form).await.json()["code"], 0);
    assert_eq!(count(&shop, "question_answers", "true").await, 0);
    let sent = reply(&shop, &shop.shopper(), &honey, of_honey, "majed@example.com", "سنة").await;
    assert_eq!(sent["code"], 0);
}

/// [QNA-09] [QNA-13]
#[tokio::test]
async fn an_invalid_answer_is_refused_in_words() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = publish_question(&shop, &honey, "كم يدوم؟").await.to_string();
    let nonce = nonce(&shop, &honey);
    for (field, description) in
        [("text", "اكتب جوابك."), ("name", "اكتب اسمك."), ("email", "أدخل بريدًا إلكترونيًا صالحًا.")]
    {
        let form = answer_form(question_form(&honey, &nonce, "majed@example.com", "سنة"), &honey, &question);
        let refused = action(&shop.shopper(), "cr_new_qna", &with(form, field, " ")).await.json();
        assert_ne!(refused["code"], 0);
        assert_eq!(refused["description"], description);
    }
    assert_eq!(count(&shop, "question_answers", "true").await, 0);
}

#[tokio::test]
async fn a_buyer_answers_at_once_without_the_badge_of_the_shop() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = publish_question(&shop, &honey, "كم يدوم؟").await;
    let (salma, _) = buyer(&shop, "salma@example.com").await;
    let (nonce, id) = (nonce(&shop, &honey), question.to_string());
    let form = answer_form(question_form(&honey, &nonce, "x@example.com", "سنة كاملة عندي"), &honey, &id);
    // Whatever else a form names, only staff answer for the shop.
    let form = with(with(form, "is_shop", "1"), "isShop", "true");
    assert_eq!(action(&salma, "cr_new_qna", &form).await.json()["description"], "شكرًا لك، وصلنا جوابك.");
    let again = action(&salma, "cr_new_qna", &form).await.json();
    assert_eq!(again["description"], "شكرًا لك، وصلنا جوابك.", "a second click");
    assert_eq!(count(&shop, "question_answers", "state = 'published' and not is_shop").await, 1);
    assert_counts(&shop).await;
    let page = shop.shopper().get(&format!("/ar/questions/{question}/")).await.text();
    assert!(page.contains("سنة كاملة عندي") && page.contains("ريم"));
}

/// The database refuses what no code writes.
#[tokio::test]
async fn an_answer_cannot_be_of_another_product_than_its_question() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let tea = shop.product("شاي").make(&shop.db).await;
    let question = publish_question(&shop, &honey, "كم يدوم؟").await;
    let inserted = sqlx::query(
        "insert into question_answers (question_id, product_id, text, name, created_at) values ($1, $2, 'x', 'y', now())",
    )
    .bind(question)
    .bind(number(&tea))
    .execute(&shop.db)
    .await;
    assert!(inserted.is_err());
}
