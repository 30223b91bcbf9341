//! Moves above the limit of one person.

use chrono::TimeDelta;

use super::*;

async fn waiting(shop: &TestShop) -> Option<i64> {
    sqlx::query_scalar("select id from stock_approvals where decided_at is null order by id desc limit 1")
        .fetch_optional(&shop.db)
        .await
        .expect("approvals")
}

async fn decide(staff: &Shopper, product: &TestProduct, approval: i64, act: &str) -> String {
    let action = format!("{}approval/", url(&product.id));
    let page = staff.get(&url(&product.id)).await.text();
    // The nonce of any form of the page: the button itself may not be there for this member.
    let hidden = testkit::hidden_fields(&page, &format!("{}receive/", url(&product.id)));
    let nonce = &hidden.iter().find(|(name, _)| name == "nonce").expect("a nonce").1;
    let id = approval.to_string();
    let fields = [("nonce", nonce.as_str()), ("store_id", "1"), ("approval", id.as_str()), ("act", act)];
    notice(&staff.post(&action, &fields).await)
}

/// [D34] [D36]
#[tokio::test]
async fn more_than_a_thousand_pieces_wait_for_a_second_person_who_is_not_the_first() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let noura = manager(&shop).await;
    let huda = member(&shop, "huda@example.com", "owner").await;
    assert_eq!(receive(&noura, &honey, "1000").await, "received");
    assert_eq!(receive(&noura, &honey, "1001").await, "waits");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 1_005);
    assert_eq!(audited(&shop).await.0, "stock-ask");
    assert_eq!(receive(&noura, &honey, "1002").await, "approval-waits", "one after the other");
    let id = waiting(&shop).await.expect("a move that waits");

    let own = seen(&noura.get(LIST).await);
    assert!(own.contains("لا يوافق على الحركة من طلبها.") && own.contains("سحب الطلب"), "{own}");
    assert_eq!(decide(&noura, &honey, id, "approve").await, "approval-gone");
    let home = seen(&huda.get("/ar/wp-admin/").await);
    assert!(home.contains("حركة مخزون واحدة تنتظر موافقة"), "{home}");
    assert_eq!(decide(&huda, &honey, id, "approve").await, "approved");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 2_006);
    let (act, _, was, is) = audited(&shop).await;
    assert_eq!((act.as_str(), was.as_deref(), is.as_deref()), ("stock-approve", Some("1005"), Some("2006")));
    assert_eq!(decide(&huda, &honey, id, "approve").await, "approval-gone", "once");
    assert_ledger(&shop).await;

    // One person alone does not take it back by the tool's undo either.
    let fields = [
        ("action", "apply_barcode_action"),
        ("status", "undo"),
        ("type", "product"),
        ("id", honey.id.as_str()),
        ("store_id", "1"),
    ];
    let headers = [("sec-fetch-site", "same-origin"), ("idempotency-key", "undo-0000-0001")];
    let undone = huda.post_with("/ar/wp-admin/admin-ajax.php", &fields, &headers).await.json();
    assert_eq!(undone["code"], -1, "{undone}");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 2_006);
}

/// [D34]
#[tokio::test]
async fn a_move_that_waits_lapses_after_a_day_and_is_made_on_what_is_there_then() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(2_000).make(&shop.db).await;
    let noura = manager(&shop).await;
    let huda = member(&shop, "huda@example.com", "owner").await;
    assert_eq!(issue(&noura, &honey, "1500").await, "waits");
    let first = waiting(&shop).await.expect("a move that waits");
    assert_eq!(decide(&noura, &honey, first, "refuse").await, "refused", "the asker withdraws");

    assert_eq!(issue(&noura, &honey, "1500").await, "waits");
    let second = waiting(&shop).await.expect("a move that waits");
    // So much is sold meanwhile that the rest is too little.
    sell(&shop, &honey.sku, 900).await;
    assert_eq!(decide(&huda, &honey, second, "approve").await, "below-zero");
    assert_eq!(receive(&huda, &honey, "500").await, "received");
    assert_eq!(decide(&huda, &honey, second, "approve").await, "approved");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 100);

    assert_eq!(receive(&noura, &honey, "1200").await, "waits");
    let third = waiting(&shop).await.expect("a move that waits");
    shop.clock().advance(TimeDelta::hours(25));
    let huda = staff_in(&shop, "huda@example.com").await;
    assert_eq!(decide(&huda, &honey, third, "approve").await, "approval-gone");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 100);
    assert_ledger(&shop).await;
}

/// [D01] [D34]
#[tokio::test]
async fn a_clerk_moves_in_their_own_stores_and_lets_others_agree_to_a_count() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(10).make(&shop.db).await;
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let foreign = format!("{}?store_id=3", url(&honey.id));
    assert_eq!(yasser.get(&foreign).await.status, StatusCode::NOT_FOUND);
    assert_eq!(yasser.get(&format!("{LIST}?store_id=3")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(receive(&yasser, &honey, "3").await, "received");
    let action = format!("{}receive/", url(&honey.id));
    let hidden = testkit::hidden_fields(&yasser.get(&url(&honey.id)).await.text(), &action);
    let mut fields: Vec<_> = hidden
        .iter()
        .map(|(name, value)| (name.as_str(), if name == "store_id" { "3" } else { value.as_str() }))
        .collect();
    fields.extend([("amount", "1"), ("reason", "delivery"), ("note", "")]);
    assert_eq!(yasser.post(&action, &fields).await.status, StatusCode::NOT_FOUND);

    // What replaces a quantity hides how it came about.
    let check = format!("{}?store_id=1&counted=9", url(&honey.id));
    let page = seen(&yasser.get(&check).await);
    assert!(page.contains("ينتظر هذا الفرق موافقة شخص ثانٍ"), "{page}");
    let reason = [("reason", "counted"), ("note", "")];
    let answer = yasser.submit(&check, &format!("{}count/", url(&honey.id)), &reason).await;
    assert_eq!(notice(&answer), "waits");
    let id = waiting(&shop).await.expect("a count that waits");
    let salim = member(&shop, "salim@example.com", "fulfilment").await;
    assert_eq!(decide(&salim, &honey, id, "approve").await, "approval-gone", "another clerk");
    let noura = manager(&shop).await;
    assert_eq!(decide(&noura, &honey, id, "approve").await, "approved");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 9);

    let writer = member(&shop, "writer@example.com", "content").await;
    for path in [LIST.to_owned(), url(&honey.id)] {
        assert_eq!(writer.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_ledger(&shop).await;
}

/// [D34] The home page leads to where something waits.
#[tokio::test]
async fn a_move_that_waits_in_another_store_is_opened_from_home() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let noura = manager(&shop).await;
    let huda = member(&shop, "huda@example.com", "owner").await;
    let many = [("amount", "1001"), ("reason", "delivery"), ("note", "")];
    assert_eq!(notice(&send(&noura, &honey.id, "2", "receive", &many).await), "waits");
    let home = huda.get("/ar/wp-admin/").await.text();
    let address = format!("{LIST}?store_id=2");
    assert!(home.contains(&format!("href=\"{address}\"")), "{home}");
    assert!(!seen(&huda.get(LIST).await).contains("عسل سدر"), "the first store has nothing that waits");
    assert!(seen(&huda.get(&address).await).contains("عسل سدر"));
}

/// [D34] The limit of a role is for a day: what goes beyond it waits, and what another person agreed to is not counted again.
#[tokio::test]
async fn small_moves_of_a_day_wait_for_a_second_person_where_one_large_one_would() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(0).make(&shop.db).await;
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let noura = manager(&shop).await;
    assert_eq!(receive(&yasser, &honey, "600").await, "received");
    assert_eq!(receive(&yasser, &honey, "401").await, "waits");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 600);
    let id = waiting(&shop).await.expect("a move that waits");
    assert_eq!(decide(&noura, &honey, id, "approve").await, "approved");
    assert_eq!(receive(&yasser, &honey, "400").await, "received");
    assert_eq!(issue(&yasser, &honey, "1").await, "waits");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 1_401);
    // Whose role has no limit has that of the shop, for one move.
    for _ in 0..2 {
        assert_eq!(receive(&noura, &honey, "1000").await, "received");
    }
    assert_ledger(&shop).await;
}
