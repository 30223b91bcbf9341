//! Packing an order by scans: each scanned code is a piece in the box.

use super::*;

/// An order with two pieces of the one and one of the other, and the SKUs of both.
async fn order(shop: &TestShop) -> (String, String, String) {
    let honey = shop.product("عسل سدر").price(1_000).stock(9).make(&shop.db).await;
    let dates = shop.product("تمر سكري").price(1_000).stock(9).make(&shop.db).await;
    let buyer = shop.shopper();
    buyer.add(&honey.id, "2").await;
    buyer.add(&dates.id, "1").await;
    let token = shop.card("4111111111111111").await;
    let placed = buyer.check_out(&Purchase::new().card(&token)).await;
    assert_eq!(placed.status, 303, "{}", placed.visible_text());
    let number = placed.location().split('/').nth(4).expect("order number").to_owned();
    (number, honey.sku, dates.sku)
}

fn pick_url(number: &str) -> String {
    format!("{LIST}{number}/picking/")
}

/// Sends one act of the page's forms; returns the name of its notice.
async fn act(browser: &Shopper, number: &str, act: &str, value: &str) -> String {
    let url = pick_url(number);
    let hidden = hidden_fields(&browser.get(&url).await.text(), &url);
    let of = |name: &str| hidden.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value.as_str());
    let fields = [("nonce", of("nonce")), ("key", of("key")), ("act", act), ("value", value)];
    let answer = browser.post(&url, &fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{act} {value}: {}", answer.visible_text());
    let notice = answer.location().split("notice=").nth(1).unwrap_or_default();
    notice.split('&').next().unwrap_or_default().to_owned()
}

/// Sends one act as the script does.
async fn call(browser: &Shopper, number: &str, act: &str, value: &str, key: &str) -> serde_json::Value {
    let fields = [("action", "staff_order_pick"), ("order", number), ("act", act), ("value", value)];
    let headers = [("sec-fetch-site", "same-origin"), ("idempotency-key", key)];
    browser.post_with("/ar/wp-admin/admin-ajax.php", &fields, &headers).await.json()
}

/// What is stored of an order: pieces by SKU, and whether they are marked as picked.
async fn picked(shop: &TestShop, sku: &str) -> Option<(i64, bool)> {
    sqlx::query_as("select units / 100000, picked_at is not null from order_picks where sku = $1")
        .bind(sku)
        .fetch_optional(&shop.db)
        .await
        .expect("picks")
}

/// [D29] [D36]
#[tokio::test]
async fn a_scan_counts_one_piece_and_what_is_wrong_or_too_many_is_refused_in_words() {
    let shop = open().await;
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let salim = member(&shop, "salim@example.com", "fulfilment").await;
    let (number, honey, dates) = order(&shop).await;
    let other = shop.product("دلة نحاسية").stock(4).make(&shop.db).await;
    assert!(yasser.get(&one(&number)).await.text().contains(&pick_url(&number)), "the order leads to it");

    assert_eq!(act(&yasser, &number, "scan", &honey).await, "counted");
    assert_eq!(picked(&shop, &honey).await, Some((1, false)));
    assert_eq!(act(&yasser, &number, "finish", "").await, "missing");
    assert_eq!(act(&yasser, &number, "scan", &other.sku).await, "wrong");
    assert_eq!(picked(&shop, &other.sku).await, None);
    let refused = shown(&yasser, &format!("{}?notice=wrong&sku={}", pick_url(&number), other.sku)).await;
    assert!(refused.contains("دلة نحاسية ليس في هذا الطلب"), "{refused}");
    assert_eq!(act(&yasser, &number, "scan", "000").await, "unknown");

    // Another member goes on from what is stored; the same code again is another piece.
    let page = shown(&salim, &pick_url(&number)).await;
    assert!(page.contains("1 من 2") && page.contains("0 من 1"), "{page}");
    assert_eq!(act(&salim, &number, "scan", &honey).await, "counted");
    assert_eq!(act(&salim, &number, "scan", &honey).await, "too-many");
    assert_eq!(picked(&shop, &honey).await, Some((2, false)));
    assert_eq!(act(&salim, &number, "take-back", &honey).await, "taken-back");
    assert_eq!(act(&salim, &number, "take-back", &dates).await, "nothing");
    assert_eq!(act(&yasser, &number, "scan", &honey).await, "counted");
    assert_eq!(act(&yasser, &number, "scan", &dates).await, "counted");
    assert_eq!(act(&yasser, &number, "finish", "").await, "finished");
    assert_eq!(
        (picked(&shop, &honey).await, picked(&shop, &dates).await),
        (Some((2, true)), Some((1, true)))
    );
    assert_eq!(act(&salim, &number, "scan", &dates).await, "over");
    assert!(shown(&salim, &one(&number)).await.contains("اكتمل تجهيز القطع بالمسح"));

    let id = id_of(&shop, &number).await;
    let audit: Vec<(String, Option<String>, Option<String>)> = sqlx::query_as(
        "select subject, before, after from audit_log where action = 'order-pick' order by seq",
    )
    .fetch_all(&shop.db)
    .await
    .expect("audit");
    let line = |sku: &str, before: &str, after: &str| {
        (format!("order {id} {sku}"), Some(before.to_owned()), Some(after.to_owned()))
    };
    let end = (format!("order {id}"), Some("open".to_owned()), Some("picked".to_owned()));
    assert_eq!(
        audit,
        [
            line(&honey, "0", "1"),
            line(&honey, "1", "2"),
            line(&honey, "2", "1"),
            line(&honey, "1", "2"),
            line(&dates, "0", "1"),
            end
        ]
    );
}

/// [D29] The script's call: a scan that is sent again counts once, two members at once count two, and the end can be taken
/// back.
#[tokio::test]
async fn a_repeated_scan_counts_once_and_two_members_count_two() {
    let shop = open().await;
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let salim = member(&shop, "salim@example.com", "fulfilment").await;
    let (number, honey, dates) = order(&shop).await;
    for _ in 0..2 {
        let answer = call(&yasser, &number, "scan", &honey, "scan-0000-0001").await;
        assert_eq!(answer["notice"]["isError"], false, "{answer}");
    }
    assert_eq!(picked(&shop, &honey).await, Some((1, false)));
    let (own, other) = tokio::join!(
        call(&yasser, &number, "scan", &honey, "scan-0000-0002"),
        call(&salim, &number, "scan", &honey, "scan-0000-0003"),
    );
    let refusals = [&own, &other].into_iter().filter(|answer| answer["notice"]["isError"] == true).count();
    assert_eq!((refusals, picked(&shop, &honey).await), (1, Some((2, false))), "{own} {other}");

    // Under the SKU of now: a renamed thing is the same thing.
    for statement in ["update products set sku = 'NEW-1' where sku = $1", "select rename_stock($1, 'NEW-1')"]
    {
        sqlx::query(statement).bind(&honey).execute(&shop.db).await.expect("renamed");
    }
    let answer = call(&yasser, &number, "take-back", "NEW-1", "scan-0000-0004").await;
    assert_eq!(answer["state"]["lines"].as_array().map(Vec::len), Some(2), "{answer}");
    assert_eq!((picked(&shop, &honey).await, picked(&shop, "NEW-1").await), (None, Some((1, false))));
    call(&yasser, &number, "scan", "NEW-1", "scan-0000-0005").await;
    call(&yasser, &number, "scan", &dates, "scan-0000-0006").await;
    let done = call(&yasser, &number, "finish", "", "scan-0000-0007").await;
    assert_eq!(done["state"]["isOpen"], false, "{done}");
    assert_eq!(done["state"]["canReopen"], true, "{done}");
    let open = call(&salim, &number, "reopen", "", "scan-0000-0008").await;
    assert_eq!(open["state"]["isOpen"], true, "{open}");
    assert_eq!(picked(&shop, &dates).await, Some((1, false)));

    // What has left is not packed any more.
    sqlx::query("update orders set state = 'shipped'").execute(&shop.db).await.expect("shipped");
    let late = call(&salim, &number, "take-back", &dates, "scan-0000-0009").await;
    assert_eq!(late["notice"]["text"], "لا يُجهَّز هذا الطلب في حالته الآن.", "{late}");
    assert_eq!(picked(&shop, &dates).await, Some((1, false)));
}

/// [D01]
#[tokio::test]
async fn whoever_moves_no_order_does_not_know_the_page() {
    let shop = open().await;
    let writer = member(&shop, "writer@example.com", "content").await;
    let (number, honey, _) = order(&shop).await;
    assert_eq!(writer.get(&pick_url(&number)).await.status, StatusCode::NOT_FOUND);
    let fields = [("act", "scan"), ("value", honey.as_str())];
    assert_eq!(writer.post(&pick_url(&number), &fields).await.status, StatusCode::NOT_FOUND);
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    assert_eq!(yasser.get(&pick_url("999999")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(picked(&shop, &honey).await, None);
}
