//! The comment form: what is published, held and refused.

use base64::{Engine, prelude::BASE64_STANDARD};

use super::*;
use crate::orders::staff_in;

const QUEUE: &str = "/ar/wp-admin/reviews/";

fn form<'a>(post: &'a str, text: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("comment", text),
        ("author", "غادة الصالح"),
        ("email", "ghada@example.com"),
        ("comment_post_ID", post),
        ("comment_parent", "0"),
    ]
}

fn with<'a>(mut form: Vec<(&'a str, &'a str)>, name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    form.retain(|(field, _)| *field != name);
    form.push((name, value));
    form
}

async fn solve(shopper: &Shopper) -> String {
    let answer = shopper.get("/ar/comments/challenge/").await;
    assert!(answer.header("cache-control").contains("no-store"));
    let challenge: altcha::Challenge = serde_json::from_slice(&answer.body).expect("a challenge");
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge));
    let solution = solution.expect("a challenge").expect("a solution");
    BASE64_STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).expect("JSON"))
}

/// [SITE-29] [SITE-30]
#[tokio::test]
async fn a_comment_is_posted_as_a_plain_form_and_leads_to_itself() {
    let shop = open().await;
    configure(&shop, json!({ "hold": "nobody" })).await;
    let coffee = post(&shop, "coffee", "القهوة السعودية").await.to_string();
    let guest = shop.shopper();
    assert!(guest.get("/ar/coffee/").await.text().contains("لا تعليقات"), "cached without comments");
    let token = solve(&guest).await;

    let sent = guest.post(COMMENT, &with(form(&coffee, "وصفة جميلة، شكرًا."), "cptcha", &token)).await;

    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    let id: i64 = sqlx::query_scalar("select id from comments where state = 'published'")
        .fetch_one(&shop.db)
        .await
        .expect("a published comment");
    assert_eq!(sent.location(), format!("/ar/coffee/#comment-{id}"));
    let page = guest.get("/ar/coffee/").await.text();
    assert!(
        page.contains(&format!("id=\"comment-{id}\"")) && page.contains("وصفة جميلة"),
        "the copy was purged"
    );
    assert!(!page.contains("ghada@example.com"));

    let other = shop.shopper();
    let token = solve(&other).await;
    let parent = id.to_string();
    let answer = with(with(form(&coffee, "وأنا جرّبتها أيضًا."), "comment_parent", &parent), "cptcha", &token);
    assert_eq!(other.post(COMMENT, &answer).await.status, StatusCode::SEE_OTHER);
    let (parent_id, ancestors): (Option<i64>, Vec<i64>) =
        sqlx::query_as("select parent_id, ancestors from comments order by id desc limit 1")
            .fetch_one(&shop.db)
            .await
            .expect("the answer");
    assert_eq!((parent_id, ancestors), (Some(id), vec![id]));
    assert_counts(&shop).await;
}

/// [SITE-29]: `comment_parent` is checked by the server.
#[tokio::test]
async fn an_answer_needs_a_comment_of_the_same_post() {
    let shop = open().await;
    configure(&shop, json!({ "hold": "nobody" })).await;
    let (coffee, honey) = (post(&shop, "coffee", "القهوة").await, post(&shop, "honey", "العسل").await);
    let elsewhere = comment(&shop, honey, None, "تركي", "تعليق آخر").await.to_string();
    let coffee = coffee.to_string();
    for parent in [elsewhere.as_str(), "987654"] {
        let sent = shop.shopper().post(COMMENT, &with(form(&coffee, "ردّ"), "comment_parent", parent)).await;
        assert_eq!(sent.status, StatusCode::UNPROCESSABLE_ENTITY, "{parent}");
        assert!(sent.text().contains("لم يعد موجودًا"));
    }
    assert_eq!(count(&shop, "text = 'ردّ'").await, 0);
    for post in ["987654", "0"] {
        assert_eq!(shop.shopper().post(COMMENT, &form(post, "x")).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_guest_is_held_by_default_and_sees_the_own_comment_alone() {
    let shop = open().await;
    let coffee = post(&shop, "coffee", "القهوة").await.to_string();
    let guest = shop.shopper();
    let sent = guest.post(COMMENT, &form(&coffee, "تعليق ينتظر المراجعة")).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    let id: i64 =
        sqlx::query_scalar("select id from comments where state = 'held' and signals = '{no_token}'")
            .fetch_one(&shop.db)
            .await
            .expect("a held comment");
    let location = sent.location().to_owned();
    assert!(location.starts_with(&format!("/ar/coffee/?unapproved={id}&moderation-hash=")), "{location}");
    assert!(location.ends_with(&format!("#comment-{id}")));
    let own_url = location.split('#').next().expect("an address");
    let own = guest.get(own_url).await;
    assert!(own.header("cache-control").contains("no-store"));
    assert!(own.text().contains("تعليق ينتظر المراجعة") && own.text().contains("سيظهر للجميع بعد مراجعته"));
    assert!(!shop.shopper().get("/ar/coffee/").await.text().contains("تعليق ينتظر المراجعة"));
    let forged = format!("/ar/coffee/?unapproved={id}&moderation-hash=0123456789");
    assert_eq!(shop.shopper().get(&forged).await.status, StatusCode::NOT_FOUND);
    // The same form again leads to the same comment.
    assert_eq!(
        guest.post(COMMENT, &form(&coffee, "تعليق ينتظر المراجعة")).await.status,
        StatusCode::SEE_OTHER
    );
    assert_eq!(count(&shop, "true").await, 1);
}

#[tokio::test]
async fn everything_that_is_wrong_is_shown_with_what_was_typed() {
    let shop = open().await;
    let coffee = post(&shop, "coffee", "القهوة").await.to_string();
    let sent = shop
        .shopper()
        .post(COMMENT, &with(with(form(&coffee, "نص كتبته"), "author", " "), "email", "x"))
        .await;
    assert_eq!(sent.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(sent.header("cache-control").contains("no-store"));
    let html = sent.text();
    for part in ["اكتب اسمك.", "أدخل بريدًا إلكترونيًا صالحًا.", "نص كتبته"]
    {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(
        shop.shopper().post(COMMENT, &form(&coffee, " \n ")).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let long = "ا".repeat(5_001);
    assert_eq!(
        shop.shopper().post(COMMENT, &form(&coffee, &long)).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(count(&shop, "true").await, 0);
    assert!(
        !shop.shopper().get("/ar/coffee/").await.text().contains("نص كتبته"),
        "nothing personal is cached"
    );
}

#[tokio::test]
async fn signals_of_spam_hold_a_comment_and_nothing_links() {
    let shop = open().await;
    configure(&shop, json!({ "hold": "nobody" })).await;
    let coffee = post(&shop, "coffee", "القهوة").await.to_string();
    let forged = format!("{}-forged", shop.clock().now().timestamp() - 60);
    let cases: [(&str, &str, &str); 5] = [
        ("comment", "زوروا https://spam.example الآن", "link"),
        ("comment", "اتصل على ٠٥٠١٢٣٤٥٦٧", "phone"),
        ("comment", "راسلني me@example.com", "email"),
        ("cr_website", "x", "trap"),
        ("cr_time", forged.as_str(), "too_fast"),
    ];
    for (index, (field, value, signal)) in cases.into_iter().enumerate() {
        let guest = shop.shopper();
        let token = solve(&guest).await;
        let text = format!("تعليق مختلف تمامًا عن غيره رقم {index} {}", "كلمة ".repeat(index * 3));
        let sent =
            guest.post(COMMENT, &with(with(form(&coffee, &text), "cptcha", &token), field, value)).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{field}");
        assert_eq!(
            count(&shop, &format!("state = 'held' and '{signal}' = any(signals)")).await,
            1,
            "{signal}"
        );
    }
    sqlx::query("update comments set state = 'published'").execute(&shop.db).await.expect("published");
    sqlx::query("update content_items set comment_count = 5").execute(&shop.db).await.expect("a count");
    let html = shop.shopper().get("/ar/coffee/").await.text();
    assert!(html.contains("https://spam.example") && !html.contains("href=\"https://spam.example"));
}

#[tokio::test]
async fn a_token_is_worth_one_comment_and_that_of_a_review_none() {
    let shop = open().await;
    configure(&shop, json!({ "hold": "nobody", "captcha": true })).await;
    let coffee = post(&shop, "coffee", "القهوة").await.to_string();
    let guest = shop.shopper();
    let missing = guest.post(COMMENT, &form(&coffee, "من دون إثبات")).await;
    assert_eq!(missing.status, StatusCode::UNPROCESSABLE_ENTITY);
    let token = solve(&guest).await;
    let first = guest.post(COMMENT, &with(form(&coffee, "التعليق الأول هنا"), "cptcha", &token)).await;
    assert_eq!(first.status, StatusCode::SEE_OTHER);
    let again = guest.post(COMMENT, &with(form(&coffee, "شيء آخر لا يشبهه"), "cptcha", &token)).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(count(&shop, "state = 'published'").await, 1);
}

#[tokio::test]
async fn comments_can_be_closed_for_a_post_and_for_the_shop() {
    let shop = open().await;
    let now = shop.clock().now();
    let mut closed = draft(ItemKind::Post, "closed", "مغلقة", Vec::new());
    closed.comments_open = false;
    let closed = put(&shop, &closed, Some(now)).await.to_string();
    let about = page(&shop, "about", "حكاية", "<p>x</p>").await.to_string();
    let guest = shop.shopper();
    assert!(!guest.get("/ar/closed/").await.text().contains("id=\"respond\""));
    assert_eq!(guest.post(COMMENT, &form(&closed, "تعليق")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        guest.post(COMMENT, &form(&about, "تعليق")).await.status,
        StatusCode::NOT_FOUND,
        "pages have none"
    );
    assert_eq!(count(&shop, "true").await, 0);
}

#[tokio::test]
async fn a_customer_is_published_and_erased_without_a_trace() {
    let shop = open().await;
    let coffee = post(&shop, "coffee", "القهوة").await.to_string();
    shop.customer("ghada@example.com", "غادة").await;
    let ghada = shop.signed_in("ghada@example.com").await;
    let fields =
        [("comment", "تعليق عميلة مسجّلة"), ("comment_post_ID", coffee.as_str()), ("comment_parent", "0")];
    let sent = ghada.post(COMMENT, &fields).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "name and address are those of the account");
    assert_eq!(
        count(&shop, "state = 'published' and name = 'غادة' and email = 'ghada@example.com'").await,
        1
    );
    sqlx::query("delete from customers").execute(&shop.db).await.expect("erased");
    assert_eq!(
        count(&shop, "name = 'عميل' and email is null and customer_id is null and address = ''").await,
        1
    );
}

async fn decide(staff: &Shopper, comment: i64, action: &str, text: &str) -> TestResponse {
    let mut nonce = None;
    for state in ["held", "published", "refused"] {
        let page = staff.get(&format!("{QUEUE}?state={state}&kind=comment")).await.text();
        nonce = nonce.or_else(|| {
            page.split("name=\"nonce\" value=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next())
                .map(str::to_owned)
        });
    }
    let (item, nonce) = (format!("comment:{comment}"), nonce.expect("a form"));
    staff
        .post(QUEUE, &[("item[]", item.as_str()), ("do", action), ("text", text), ("nonce", nonce.as_str())])
        .await
}

#[tokio::test]
async fn staff_decide_in_the_queue_and_answer_for_the_shop() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let coffee = post(&shop, "coffee", "القهوة السعودية").await;
    let sent = shop.shopper().post(COMMENT, &form(&coffee.to_string(), "كم ترتاح الدلّة؟")).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    let id: i64 = sqlx::query_scalar("select id from comments").fetch_one(&shop.db).await.expect("a comment");
    let noura = staff_in(&shop, "noura@example.com").await;
    let queue = noura.get(&format!("{QUEUE}?kind=comment")).await.text();
    assert!(
        queue.contains("كم ترتاح الدلّة؟")
            && queue.contains("القهوة السعودية")
            && queue.contains("ghada@example.com")
    );

    let before = last_purge(&shop).await;
    decide(&noura, id, "publish", "").await;
    assert_eq!(purged_since(&shop, before).await, [format!("comments:{coffee}")]);
    assert_eq!(count(&shop, "state = 'published'").await, 1);
    decide(&noura, id, "reply", "خمس دقائق تكفي.").await;
    assert_eq!(count(&shop, "is_staff and state = 'published'").await, 1);
    assert_counts(&shop).await;
    let html = shop.shopper().get("/ar/coffee/").await.text();
    assert!(html.contains("خمس دقائق تكفي."));
    decide(&noura, id, "refuse", "spam").await;
    assert_counts(&shop).await;
    assert_eq!(count(&shop, "id <> 0 and state = 'refused'").await, 1);
}
