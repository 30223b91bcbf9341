//! Topics of reviews, which staff write and assign.

use super::*;
use crate::orders::staff_in;

const TOPICS: &str = "/ar/wp-admin/review-topics/";

async fn send(staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
    staff.submit(TOPICS, TOPICS, fields).await
}

async fn topics(shop: &TestShop) -> Vec<(i64, String)> {
    sqlx::query_as("select id, label from review_tags order by label")
        .fetch_all(&shop.db)
        .await
        .expect("topics")
}

#[tokio::test]
async fn staff_add_rename_assign_and_delete_topics() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let published = TestReview::of(&honey, 5, "رأي منشور").publish(&shop).await;
    let held = TestReview::of(&honey, 4, "رأي ينتظر").hold(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;

    let nonce = noura.get(TOPICS).await.text();
    let nonce = nonce.split("name=\"nonce\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let nonce = nonce.expect("a form").to_owned();
    let post = |fields: Vec<(&'static str, String)>| {
        let fields: Vec<_> = fields.into_iter().chain([("nonce", nonce.clone())]).collect();
        let noura = &noura;
        async move {
            let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            noura.post(TOPICS, &fields).await.location().to_owned()
        }
    };
    let text = |value: &str| value.to_owned();
    assert!(post(vec![("do", text("add")), ("label", text("الطعم"))]).await.ends_with("notice=saved"));
    assert!(post(vec![("do", text("add")), ("label", text("التغليف"))]).await.ends_with("notice=saved"));
    for wrong in ["الطعم", "   "] {
        let answer = post(vec![("do", text("add")), ("label", text(wrong))]).await;
        assert!(answer.ends_with("notice=not-changed"), "{wrong}");
    }
    let [(packing, _), (taste, _)] = topics(&shop).await[..] else { panic!("two topics") };
    let rename = |topic: i64, label: &str| {
        post(vec![("do", text("rename")), ("topic", topic.to_string()), ("label", text(label))])
    };
    assert!(rename(taste, "التغليف").await.ends_with("notice=not-changed"), "another topic has this name");
    assert!(rename(taste, "الطعم والرائحة").await.ends_with("notice=saved"));

    let assign = |review: i64, chosen: Vec<i64>| {
        let mut fields = vec![("do", text("assign")), ("review", review.to_string())];
        fields.extend(chosen.iter().map(|topic| ("topics[]", topic.to_string())));
        post(fields)
    };
    for chosen in [vec![taste, packing], vec![packing], vec![taste], vec![taste]] {
        for review in [published, held] {
            assert!(assign(review, chosen.clone()).await.ends_with("notice=saved"));
            assert_figures(&shop).await;
        }
    }
    set_state(&shop, held, ReviewState::Published).await;
    assert_figures(&shop).await;
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    assert!(shop.shopper().get(&honey.path).await.text().contains("الطعم والرائحة"));

    // The name is on pages of any product: they have a tag of their own.
    assert!(rename(taste, "النكهة").await.ends_with("notice=saved"));
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    let page = shop.shopper().get(&honey.path).await.text();
    assert!(page.contains("النكهة") && !page.contains("الطعم والرائحة"));

    let deleted = post(vec![("do", text("delete")), ("topic", taste.to_string())]).await;
    assert!(deleted.ends_with("notice=deleted"));
    assert_figures(&shop).await;
    assert_eq!(topics(&shop).await, [(packing, "التغليف".to_owned())]);
    let audited: i64 = sqlx::query_scalar("select count(*) from audit_log where action = 'review-topics'")
        .fetch_one(&shop.db)
        .await
        .expect("the audit log");
    assert_eq!(audited, 2 + 2 + 8 + 1, "added, renamed, assigned, deleted");
}

#[tokio::test]
async fn topics_are_for_staff_and_a_review_has_few() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let review = TestReview::of(&honey, 5, "رأي منشور").publish(&shop).await.to_string();
    assert_eq!(shop.shopper().get(TOPICS).await.status, StatusCode::NOT_FOUND);
    let noura = staff_in(&shop, "noura@example.com").await;
    let missing = noura.get(&format!("{TOPICS}?review=987654")).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    let ids: Vec<String> = (1..=11).map(|id| id.to_string()).collect();
    let mut fields = vec![("do", "assign"), ("review", review.as_str())];
    fields.extend(ids.iter().map(|id| ("topics[]", id.as_str())));
    let refused = send(&noura, &fields).await;
    assert!(refused.location().ends_with("notice=too-many"), "{}", refused.location());
}
