//! Description and focal point, conflicts, undo and deletion.

use chrono::TimeDelta;
use serde_json::json;
use storefront::{media_library::purge_pictures, server::database};

use super::*;

/// [D19] [D36]
#[tokio::test]
async fn description_and_focal_point_are_where_the_picture_is_and_purge_its_pages_only() {
    let shop = open().await;
    picture(&shop, "scene", "", "").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    give(&shop, &honey, "scene").await;
    let visitor = shop.shopper();
    assert!(!visitor.get(&honey.path).await.text().contains("data-focus=\""));
    let huda = owner(&shop).await;
    let last = newest_purge(&shop).await;
    let fields = [("alt", "برطمان عسل"), ("focus_x", "٣١"), ("focus_y", "80")];
    let saved = Opened::of(&huda, "scene").await.send(&huda, &fields).await;
    assert_eq!(saved.location(), format!("{}?saved=2", url("scene")), "{}", saved.text());
    assert_eq!(purged_since(&shop, last).await, [format!("product:{}", honey.id)]);
    let (action, subject, before, after) = audited(&shop).await;
    assert_eq!((action.as_str(), subject.as_str()), ("picture-edit", "picture scene v2"));
    assert_eq!(before.as_deref(), Some("alt: \"\"; focus: {\"x\":50,\"y\":50}"));
    assert_eq!(after.as_deref(), Some("alt: \"برطمان عسل\"; focus: {\"x\":30,\"y\":80}"));
    let page = visitor.get(&honey.path).await.text();
    assert!(page.contains("data-focus=\"x3 y8\""), "the crop follows");
    assert!(page.contains("برطمان عسل"));
    // A name is shown to staff only.
    let last = newest_purge(&shop).await;
    Opened::of(&huda, "scene").await.send(&huda, &[("title", "مشهد")]).await;
    assert!(purged_since(&shop, last).await.is_empty());
}

/// [D05] [D06]
#[tokio::test]
async fn two_people_keep_both_fields_and_compare_the_same_one() {
    let shop = open().await;
    picture(&shop, "scene", "", "قديم").await;
    let huda = owner(&shop).await;
    let writer = member(&shop, "content").await;
    let (first, second) = (Opened::of(&huda, "scene").await, Opened::of(&writer, "scene").await);
    first.send(&huda, &[("alt", "وصف هدى")]).await;
    let merged = second.send(&writer, &[("focus_x", "20"), ("focus_y", "40")]).await;
    assert!(merged.location().contains("saved=3"), "{}", merged.text());
    assert_eq!(stored(&shop, "scene").await, (3, "وصف هدى".to_owned(), Some(json!({"x": 20, "y": 40}))));
    let conflict = second.send(&writer, &[("alt", "وصف آخر")]).await;
    assert_eq!(conflict.status, StatusCode::CONFLICT);
    let text = seen(&conflict);
    assert!(["قديم", "وصف هدى", "وصف آخر"].iter().all(|value| text.contains(value)), "{text}");
    assert_eq!(stored(&shop, "scene").await.0, 3, "nothing is written");
    // The form of the conflict is on the version of now.
    let form = Opened { url: url("scene"), hidden: testkit::hidden_fields(&conflict.text(), &url("scene")) };
    form.send(&writer, &[("alt", "وصف آخر")]).await;
    assert_eq!(stored(&shop, "scene").await.1, "وصف آخر");
}

/// [D09]
#[tokio::test]
async fn an_undo_brings_its_own_fields_back_and_asks_about_those_changed_since() {
    let shop = open().await;
    picture(&shop, "scene", "", "أول").await;
    let huda = owner(&shop).await;
    Opened::of(&huda, "scene").await.send(&huda, &[("alt", "ثانٍ")]).await;
    Opened::of(&huda, "scene").await.send(&huda, &[("focus_x", "0"), ("focus_y", "0")]).await;
    let nonce = Opened::of(&huda, "scene").await.hidden.remove(0).1;
    let undo = url("scene") + "undo/";
    huda.post(&undo, &[("nonce", &nonce), ("version", "2")]).await;
    assert_eq!(stored(&shop, "scene").await, (4, "أول".to_owned(), Some(json!({"x": 0, "y": 0}))));
    assert_eq!(audited(&shop).await.0, "undo");
    Opened::of(&huda, "scene").await.send(&huda, &[("focus_x", "100"), ("focus_y", "0")]).await;
    let conflict = huda.post(&undo, &[("nonce", &nonce), ("version", "3")]).await;
    assert_eq!(conflict.status, StatusCode::CONFLICT, "the focal point has moved since");
}

/// [D09] [D36]
#[tokio::test]
async fn only_an_unused_picture_is_deleted_and_it_comes_back_until_its_files_go() {
    let shop = open().await;
    let worker =
        database::pool(&shop.database().url("WORKER_").expect("a URL"), 2, "worker").expect("a pool");
    for name in ["scene", "spare"] {
        picture(&shop, name, "", "").await;
    }
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    give(&shop, &honey, "scene").await;
    let huda = owner(&shop).await;
    let delete = Opened::form(&huda, "spare", "delete/").await;
    // Its page offers no deletion, and a form of before is refused with the list.
    assert!(!huda.get(&url("scene")).await.text().contains("/scene/delete/"));
    let refused =
        Opened { url: url("scene") + "delete/", hidden: delete.hidden.clone() }.send(&huda, &[]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(seen(&refused).contains("منتج «عسل سدر»"), "{}", seen(&refused));

    let deleted = delete.send(&huda, &[]).await;
    assert!(deleted.location().contains("notice=deleted"), "{}", deleted.text());
    assert_eq!(audited(&shop).await.0, "media-delete");
    assert!(!huda.get(LIST).await.text().contains("/media/spare/\""));
    let nonce = &delete.hidden[0].1;
    let undo = url("spare") + "undo/";
    huda.post(&undo, &[("nonce", nonce), ("version", "2")]).await;
    assert!(huda.get(LIST).await.text().contains("/media/spare/\""));

    // One that is used again meanwhile stays.
    for (name, product) in [("spare", None), ("scene", Some(&honey))] {
        sqlx::query("update pictures set deleted_at = $2 where name = $1")
            .bind(name)
            .bind(shop.clock().now())
            .execute(&shop.db)
            .await
            .expect("deleted");
        if let Some(product) = product {
            give(&shop, product, name).await;
        }
    }
    shop.clock().advance(TimeDelta::days(29));
    assert_eq!(purge_pictures(&worker, shop.clock()).await.expect("purged"), 0);
    shop.clock().advance(TimeDelta::days(2));
    assert_eq!(purge_pictures(&worker, shop.clock()).await.expect("purged"), 1);
    let left: Vec<(String, bool)> = sqlx::query_as("select name, deleted_at is null from pictures")
        .fetch_all(&shop.db)
        .await
        .expect("pictures");
    assert_eq!(left, [("scene".to_owned(), true)]);
}
