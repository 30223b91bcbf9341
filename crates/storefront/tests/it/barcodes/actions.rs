//! Call 34: changes of stock and their undo.

use super::*;

/// [API-34] [BAR-07] [BAR-08] [BAR-09]
#[tokio::test]
async fn an_action_changes_the_stock_of_its_store_and_answers_the_new_row() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(7).make(&shop.db).await;
    let huda = admin(&shop).await;
    let answer = apply(&huda, "2", &honey.id, "increase-stock", "٦").await.json();
    assert_eq!(answer["code"], 1);
    assert_eq!(answer["results"]["rows"][0]["stock"], "6");
    assert!(answer["items"].as_str().expect("markup").contains("عسل سدر"));
    assert_eq!(
        applied(&huda, "2", &honey.id, "decrease-stock", "2").await.1,
        "مخزون المنتج «عسل سدر» الآن 4."
    );
    assert_eq!(applied(&huda, "2", &honey.id, "set-stock", "9").await.0, 1);
    assert_eq!((stock(&shop, &honey.sku, 1).await, stock(&shop, &honey.sku, 2).await), (7, 9));
    let reasons: Vec<String> =
        sqlx::query_scalar("select reason from stock_movements where store = 2 order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("movements");
    let staff: i64 = sqlx::query_scalar("select id from staff").fetch_one(&shop.db).await.expect("staff");
    let expected =
        ["increase-stock", "decrease-stock", "set-stock"].map(|name| format!("{name} by staff {staff}"));
    assert_eq!(reasons, expected);
    assert_eq!(count(&shop, "audit_log", "action = 'stock-action'").await, 3);
    assert_ledger(&shop).await;
}

/// [BAR-11]
#[tokio::test]
async fn stock_never_falls_below_zero_or_below_what_is_reserved() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let huda = admin(&shop).await;
    let refused = apply(&huda, "1", &honey.id, "decrease-stock", "6").await.json();
    assert_eq!(refused["code"], -1);
    assert!(refused["items"].as_str().expect("markup").contains("لا يمكن أن تقلّ كمية المخزون عن صفر."));
    assert_eq!(
        applied(&huda, "2", &honey.id, "decrease-stock", "1").await.0,
        -1,
        "another store has nothing"
    );
    sqlx::query("update stock_levels set reserved = 300000 where sku = $1")
        .bind(&honey.sku)
        .execute(&shop.db)
        .await
        .expect("reserved");
    assert_eq!(applied(&huda, "1", &honey.id, "decrease-stock", "3").await.0, -1, "three are being paid");
    assert_eq!(applied(&huda, "1", &honey.id, "set-stock", "2").await.0, -1);
    assert_eq!(applied(&huda, "1", &honey.id, "decrease-stock", "2").await.0, 1);
    assert_eq!(stock(&shop, &honey.sku, 1).await, 3);
    assert_ledger(&shop).await;
}

/// What was sold since a page was shown does not come back by the quantity that it sets.
#[tokio::test]
async fn a_quantity_is_set_only_where_it_is_the_one_that_was_seen() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let huda = admin(&shop).await;
    let sell = async || {
        sqlx::query("select move_stock($1, 1::smallint, -200000, 'order')")
            .bind(&honey.sku)
            .execute(&shop.db)
            .await
            .expect("sold");
    };
    let set = async |seen: &str, amount: &str| {
        let fields = [
            ("status", "set-stock"),
            ("type", "product"),
            ("barcode-actions", STOCK),
            ("id", honey.id.as_str()),
            ("stock_unit", amount),
            ("stock_seen", seen),
            ("store_id", "1"),
        ];
        call(&huda, "apply_barcode_action", &fields).await
    };
    let shown = search(&huda, "1", &honey.sku).await;
    let seen = shown["results"]["rows"][0]["stock"].as_str().expect("a row").to_owned();
    sell().await;
    let refused = set(&seen, "9").await.json();
    assert_eq!(refused["code"], -1);
    assert!(refused["message"].as_str().expect("words").contains("تغيّر قبل قليل"), "{refused}");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 3);
    let seen = refused["results"]["rows"][0]["stock"].as_str().expect("the row as it is now");
    assert_eq!(seen, "3");
    assert_eq!(set(seen, "9").await.json()["code"], 1);
    assert_eq!(stock(&shop, &honey.sku, 1).await, 9);
    assert_eq!(set("many", "4").await.status, StatusCode::BAD_REQUEST);

    // Without script.
    let path = format!("{PAGE}?store_id=1&text={}", honey.sku);
    let html = huda.get(&path).await.text();
    let form = html.split("method=\"post\"").nth(1).map(|rest| format!("<form action=\"{PAGE}\" {rest}"));
    let hidden = testkit::hidden_fields(&form.expect("a row"), PAGE);
    let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let fields: Vec<_> = hidden.chain([("status", "set-stock"), ("stock_unit", "20")]).collect();
    sell().await;
    let refused = huda.post(PAGE, &fields).await;
    let shown = huda.get(refused.location()).await.visible_text();
    assert!(shown.contains("تغيّر قبل قليل"), "{shown}");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 7);
    assert_ledger(&shop).await;
}

#[tokio::test]
async fn wrong_quantities_unknown_products_and_unknown_actions_change_nothing() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let huda = admin(&shop).await;
    for amount in ["0", "-1", "1.5", "x", "", "1001", "1e3", "99999999999999999999"] {
        assert_eq!(applied(&huda, "1", &honey.id, "increase-stock", amount).await.0, -1, "{amount}");
    }
    assert_eq!(applied(&huda, "1", "999999", "increase-stock", "1").await.0, -1);
    for status in ["", "delete", "undo2"] {
        assert_eq!(
            apply(&huda, "1", &honey.id, status, "1").await.status,
            StatusCode::BAD_REQUEST,
            "{status}"
        );
    }
    assert_eq!(stock(&shop, &honey.sku, 1).await, 5);
    assert_eq!(count(&shop, "stock_actions", "true").await, 0);
}

#[tokio::test]
async fn the_last_action_is_undone_once_and_only_by_its_author() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let dates = shop.product("تمر").stock(5).make(&shop.db).await;
    let (huda, noura) = (admin(&shop).await, clerk(&shop).await);
    applied(&huda, "1", &honey.id, "increase-stock", "4").await;
    assert_eq!(applied(&noura, "1", &honey.id, "undo", "").await.0, -1, "of another member");
    assert_eq!(applied(&huda, "1", &dates.id, "undo", "").await.0, -1, "of another product");
    assert_eq!(applied(&huda, "2", &honey.id, "undo", "").await.0, -1, "of another store");
    let (code, message) = applied(&huda, "1", &honey.id, "undo", "").await;
    assert_eq!((code, message.as_str()), (1, "عاد مخزون المنتج «عسل سدر» إلى 5."));
    assert_eq!(applied(&huda, "1", &honey.id, "undo", "").await.0, -1, "once");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 5);

    applied(&huda, "1", &honey.id, "decrease-stock", "1").await;
    shop.clock().advance(chrono::TimeDelta::minutes(11));
    assert_eq!(applied(&huda, "1", &honey.id, "undo", "").await.0, -1, "too late");
    assert_ledger(&shop).await;
}

#[tokio::test]
async fn an_undo_never_takes_what_was_sold_meanwhile() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(0).make(&shop.db).await;
    let huda = admin(&shop).await;
    applied(&huda, "1", &honey.id, "increase-stock", "4").await;
    sqlx::query("select move_stock($1, 1::smallint, -300000, 'order')")
        .bind(&honey.sku)
        .execute(&shop.db)
        .await
        .expect("sold");
    assert_eq!(applied(&huda, "1", &honey.id, "undo", "").await.0, -1);
    assert_eq!(stock(&shop, &honey.sku, 1).await, 1);
}

/// [API-34]
#[tokio::test]
async fn a_retried_action_happens_once() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let huda = admin(&shop).await;
    let fields = [
        ("action", "apply_barcode_action"),
        ("status", "increase-stock"),
        ("type", "product"),
        ("barcode-actions", STOCK),
        ("id", honey.id.as_str()),
        ("stock_unit", "2"),
        ("store_id", "1"),
    ];
    let headers = [("sec-fetch-site", "same-origin"), ("idempotency-key", "scan-0000-0001")];
    for _ in 0..3 {
        let answer = huda.post_with(ACTION, &fields, &headers).await.json();
        assert_eq!((&answer["code"], &answer["results"]["rows"][0]["stock"]), (&1.into(), &"7".into()));
    }
    assert_eq!(stock(&shop, &honey.sku, 1).await, 7);
}

/// What the shop online shows follows within a second; another store changes none of its pages.
#[tokio::test]
async fn the_product_page_follows_the_stock_of_the_store_online() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(2).make(&shop.db).await;
    let huda = admin(&shop).await;
    let tags = async |since: i64| -> Vec<String> {
        sqlx::query_scalar("select tag from cache_purges where id > $1 order by id")
            .bind(since)
            .fetch_all(&shop.db)
            .await
            .expect("purges")
    };
    let last = async || -> i64 {
        sqlx::query_scalar("select coalesce(max(id), 0) from cache_purges")
            .fetch_one(&shop.db)
            .await
            .expect("purges")
    };
    let before = last().await;
    applied(&huda, "2", &honey.id, "increase-stock", "3").await;
    assert!(tags(before).await.is_empty(), "store 2 is not sold online");
    applied(&huda, "1", &honey.id, "decrease-stock", "1").await;
    assert_eq!(tags(before).await, [format!("product:{}", honey.id)]);
    let before = last().await;
    applied(&huda, "1", &honey.id, "decrease-stock", "1").await;
    assert_eq!(tags(before).await, [format!("product:{}", honey.id), "catalog".to_owned()]);
}
