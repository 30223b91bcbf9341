//! Questions and answers in the staff's queue.

use super::*;
use crate::orders::staff_in;

const QUEUE: &str = "/ar/wp-admin/reviews/";

async fn queue_nonce(staff: &Shopper) -> String {
    for query in
        ["kind=question", "kind=question&state=published", "kind=answer", "kind=answer&state=published"]
    {
        let page = staff.get(&format!("{QUEUE}?{query}")).await.text();
        let found = page.split("name=\"nonce\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        if let Some(found) = found {
            return found.to_owned();
        }
    }
    panic!("no form");
}

pub(super) async fn decide(staff: &Shopper, items: &[String], action: &str, text: &str) -> TestResponse {
    let nonce = queue_nonce(staff).await;
    let items = items.iter().map(|item| ("item[]", item.as_str()));
    let rest = [("do", action), ("text", text), ("nonce", nonce.as_str())];
    staff.post(QUEUE, &items.chain(rest).collect::<Vec<_>>()).await
}

async fn state_of(shop: &TestShop, table: &str, id: i64) -> String {
    let sql = sqlx::AssertSqlSafe(format!("select state from {table} where id = $1"));
    sqlx::query_scalar(sql).bind(id).fetch_one(&shop.db).await.expect("a state")
}

#[tokio::test]
async fn staff_publish_refuse_and_answer_and_the_shops_answer_is_marked() {
    let shop = open().await;
    configure(&shop, json!({ "shopName": "دكان النخلة" })).await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = held(&shop, &honey, "سؤال ينتظر").await;
    let spam = held(&shop, &honey, "سؤال مزعج").await;
    sqlx::query("update questions set signals = '{link}' where id = $1")
        .bind(spam)
        .execute(&shop.db)
        .await
        .expect("signal");
    let noura = staff_in(&shop, "noura@example.com").await;
    let queue = noura.get(&format!("{QUEUE}?kind=question")).await.text();
    for expected in ["سؤال ينتظر", "سؤال مزعج", "فيه رابط", "@example.com", "عسل سدر"]
    {
        assert!(queue.contains(expected), "{expected}");
    }
    let item = format!("question:{question}");
    decide(&noura, std::slice::from_ref(&item), "publish", "").await;
    decide(&noura, &[format!("question:{spam}")], "refuse", "spam").await;
    let replied = decide(&noura, std::slice::from_ref(&item), "reply", "جواب المتجر نفسه").await;
    assert_eq!(replied.status, StatusCode::SEE_OTHER, "{}", replied.text());
    assert_eq!(state_of(&shop, "questions", question).await, "published");
    assert_eq!(state_of(&shop, "questions", spam).await, "refused");
    assert_counts(&shop).await;
    purged().await;
    let page = shop.shopper().get(&honey.path).await.text();
    assert!(page.contains("سؤال ينتظر") && page.contains("جواب المتجر نفسه") && !page.contains("سؤال مزعج"));
    assert!(page.contains("دكان النخلة") && page.contains("فريق المتجر"), "signed and marked");

    // The shop has one answer, which can be changed and removed.
    decide(&noura, std::slice::from_ref(&item), "reply", "جواب أدق").await;
    assert_eq!(count(&shop, "question_answers", "is_shop and text = 'جواب أدق'").await, 1);
    assert_counts(&shop).await;
    decide(&noura, &[item], "reply", "").await;
    assert_eq!(count(&shop, "question_answers", "true").await, 0);
    assert_counts(&shop).await;
}

#[tokio::test]
async fn answers_are_moderated_with_the_question_that_they_answer_and_undone() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = publish_question(&shop, &honey, "كم يدوم العسل؟").await;
    reply(&shop, &shop.shopper(), &honey, question, "majed@example.com", "سنة كاملة").await;
    let answer: i64 =
        sqlx::query_scalar("select id from question_answers").fetch_one(&shop.db).await.expect("an answer");
    let noura = staff_in(&shop, "noura@example.com").await;
    let queue = noura.get(&format!("{QUEUE}?kind=answer")).await.text();
    assert!(queue.contains("سنة كاملة") && queue.contains("كم يدوم العسل؟"), "the answer and its question");
    let decided = decide(&noura, &[format!("answer:{answer}")], "publish", "").await;
    assert_eq!(state_of(&shop, "question_answers", answer).await, "published");
    assert_counts(&shop).await;
    purged().await;
    assert!(shop.shopper().get(&honey.path).await.text().contains("سنة كاملة"));

    let (_, act) = decided.location().split_once("act=").expect("a decision");
    let nonce = queue_nonce(&noura).await;
    noura.post(QUEUE, &[("do", "undo"), ("act", act), ("nonce", nonce.as_str())]).await;
    assert_eq!(state_of(&shop, "question_answers", answer).await, "held");
    assert_counts(&shop).await;
    purged().await;
    assert!(!shop.shopper().get(&honey.path).await.text().contains("سنة كاملة"));
    let audited: Vec<String> =
        sqlx::query_scalar("select subject from audit_log where action = 'moderate' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("the audit log");
    assert_eq!(audited.first().map(String::as_str), Some(format!("answer:{answer} published ").as_str()));
}

/// Publishing purges the pages of one product and no other.
#[tokio::test]
async fn a_decision_purges_only_the_pages_of_the_product() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = held(&shop, &honey, "سؤال ينتظر").await;
    let noura = staff_in(&shop, "noura@example.com").await;
    let before: i64 = sqlx::query_scalar("select coalesce(max(id), 0) from cache_purges")
        .fetch_one(&shop.db)
        .await
        .expect("the log of purges");
    decide(&noura, &[format!("question:{question}")], "publish", "").await;
    let tags: Vec<String> = sqlx::query_scalar("select tag from cache_purges where id > $1 order by id")
        .bind(before)
        .fetch_all(&shop.db)
        .await
        .expect("tags");
    assert_eq!(tags, [format!("questions:{}", honey.id)]);
}
