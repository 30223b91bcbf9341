//! The lists and their search.

use barcodes::service::refresh_attention;
use testkit::BundleRow;

use super::*;

/// Names of products on a page of the list.
async fn listed(staff: &Shopper, query: &str) -> String {
    seen(&staff.get(&format!("{LIST}?{query}")).await)
}

#[tokio::test]
async fn each_list_has_what_its_name_says_and_home_counts_the_first_one() {
    let shop = open().await;
    let fast = shop.product("قهوة سريعة").stock(40).make(&shop.db).await;
    let few = shop.product("دلة قليلة").stock(2).make(&shop.db).await;
    let out = shop.product("عود نافد").stock(0).make(&shop.db).await;
    let calm = shop.product("تمر هادئ").stock(50).make(&shop.db).await;
    let noura = manager(&shop).await;
    let none = listed(&noura, "").await;
    assert!(none.contains("لا شيء يحتاج طلبًا الآن."), "nothing was sold, and nobody waits: {none}");
    assert!(!seen(&noura.get("/ar/wp-admin/").await).contains("يحتاج طلبًا"));

    // Sold so fast that the rest lasts for days only. The job finds what has not become few yet.
    sell(&shop, &fast.sku, 30).await;
    sqlx::query("delete from stock_attention").execute(&shop.db).await.expect("forgotten");
    assert!(!listed(&noura, "").await.contains("قهوة سريعة"));
    let worker = shop.job_context();
    let now = shop.clock().now();
    assert_eq!(refresh_attention(&worker.db, now).await.expect("found"), 1);
    let page = listed(&noura, "").await;
    assert!(page.contains("قهوة سريعة") && page.contains("بعد 4 أيام"), "{page}");
    for other in ["دلة قليلة", "عود نافد", "تمر هادئ"] {
        assert!(!page.contains(other), "{other} in {page}");
    }
    // Somebody waits for what is out, and then for what was sold out just now.
    let ask = [("product_id", out.id.as_str()), ("variation_id", "0"), ("email", "salma@example.com")];
    shop.shopper().call("matjar_stock_alert", &ask).await;
    sell(&shop, &few.sku, 2).await;
    let page = listed(&noura, "").await;
    for name in ["قهوة سريعة", "دلة قليلة", "عود نافد"] {
        assert!(page.contains(name), "{name} in {page}");
    }
    let home = seen(&noura.get("/ar/wp-admin/").await);
    assert!(home.contains("3 أصناف تحتاج طلبًا") && home.contains("شخص واحد طلب تنبيهه"), "{home}");

    sqlx::query(
        "insert into stock_reservations (order_key, sku, quantity, holder, address, created_at, expires_at)
         values ('order 9', $1, 100000, '\\x00', '192.0.2.1', now(), now() + interval '1 hour')",
    )
    .bind(&calm.sku)
    .execute(&shop.db)
    .await
    .expect("reserved");
    for (list, has, lacks) in [
        ("list=out", "عود نافد", "تمر هادئ"),
        ("list=reserved", "تمر هادئ", "عود نافد"),
        ("list=all", "تمر هادئ", "لا مخزون"),
    ] {
        let page = listed(&noura, list).await;
        assert!(page.contains(has) && !page.contains(lacks), "{list}: {page}");
    }
    receive(&noura, &few, "2").await;
    let page = listed(&noura, "list=low").await;
    assert!(page.contains("دلة قليلة") && !page.contains("عود نافد"), "{page}");
}

/// [D21]
#[tokio::test]
async fn a_search_finds_names_and_codes_in_any_digits_and_a_scan_opens_the_forms() {
    let shop = open().await;
    let honey = shop.product("عسل أكاسيا").stock(5).make(&shop.db).await;
    let shirt = shop.product("ثوب").variation("أبيض", 2_000, 3).variation("أسود", 2_000, 0);
    let shirt = shirt.make(&shop.db).await;
    sqlx::query("update products set gtin = '6291041500213' where sku = $1")
        .bind(&honey.sku)
        .execute(&shop.db)
        .await
        .expect("a code");
    let noura = manager(&shop).await;
    // The second is the first in Arabic digits.
    let arabic = "%D9%A6%D9%A2%D9%A9%D9%A1%D9%A0%D9%A4%D9%A1%D9%A5%D9%A0%D9%A0%D9%A2%D9%A1%D9%A3";
    for code in ["6291041500213", arabic, "06291041500213", honey.sku.as_str()] {
        let answer = noura.get(&format!("{LIST}?store_id=1&s={code}")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{code}");
        assert_eq!(answer.location(), format!("{}?store_id=1", url(&honey.id)), "{code}");
    }
    let by_name = listed(&noura, "s=%D8%A7%D9%83%D8%A7%D8%B3%D9%8A%D8%A7").await;
    assert!(by_name.contains("عسل أكاسيا"), "without its hamza: {by_name}");
    let both = listed(&noura, &format!("s={}", shirt.sku)).await;
    assert!(both.contains("أبيض") && both.contains("أسود"), "{both}");
    // The parent has no stock of its own; each variation has a page.
    assert_eq!(noura.get(&url(&shirt.id)).await.status, StatusCode::NOT_FOUND);
    let fields = [("amount", "2"), ("reason", "delivery"), ("note", "")];
    let answer = send(&noura, &shirt.variations[1], "1", "receive", &fields).await;
    assert_eq!(notice(&answer), "received");
    assert_eq!(stock(&shop, &format!("{}-1", shirt.sku), 1).await, 2);
    assert!(listed(&noura, "s=zzzz").await.contains("لا نتائج."));
}

#[tokio::test]
async fn a_bundle_leads_to_its_parts_and_goods_of_another_shop_have_no_stock() {
    let shop = open().await;
    let cup = shop.product("فنجان").stock(7).make(&shop.db).await;
    let pot = shop.product("دلة").stock(7).make(&shop.db).await;
    let part = |product| BundleRow { product, is_optional: false, pieces: (1, 1, 2) };
    let set = shop.bundle("طقم الضيافة", "", &[part(&cup), part(&pot)]).await;
    // The list of products knows those that shoppers do not find by their names.
    sqlx::query("update products set status = 'hidden' where sku = $1")
        .bind(&set.sku)
        .execute(&shop.db)
        .await
        .expect("hidden");
    let far = shop.product("كتاب بعيد").make(&shop.db).await;
    sqlx::query(
        "update products set kind = 'external', external_url = 'https://example.com/' where sku = $1",
    )
    .bind(&far.sku)
    .execute(&shop.db)
    .await
    .expect("kind");
    let noura = manager(&shop).await;
    let found = listed(&noura, "s=%D8%B7%D9%82%D9%85%20%D8%A7%D9%84%D8%B6%D9%8A%D8%A7%D9%81%D8%A9").await;
    for name in ["طقم الضيافة", "فنجان", "دلة"] {
        assert!(found.contains(name), "{name} in {found}");
    }
    assert_eq!(noura.get(&url(&set.id)).await.status, StatusCode::OK);
    assert_eq!(noura.get(&url(&far.id)).await.status, StatusCode::NOT_FOUND);
    let all = listed(&noura, "list=all").await;
    assert!(all.contains("فنجان") && !all.contains("كتاب بعيد"), "{all}");
}

/// What a list says of a SKU: whether nothing is free; no answer if the list does not have it.
async fn watched(shop: &TestShop, sku: &str) -> Option<bool> {
    sqlx::query_scalar("select is_out from stock_watch where store = 1 and sku = $1")
        .bind(sku)
        .fetch_optional(&shop.db)
        .await
        .expect("the list")
}

async fn run(shop: &TestShop, sql: &'static str, values: &[&str]) {
    let mut query = sqlx::query(sql);
    for value in values {
        query = query.bind(*value);
    }
    query.execute(&shop.db).await.expect("done");
}

#[tokio::test]
async fn the_lists_know_goods_by_the_sku_of_now_and_forget_deleted_ones() {
    let shop = open().await;
    let few = shop.product("دلة قليلة").stock(2).make(&shop.db).await;
    let out = shop.product("عود نافد").stock(0).make(&shop.db).await;
    let shirt = shop.product("ثوب").variation("أبيض", 2_000, 1).make(&shop.db).await;
    sell(&shop, &few.sku, 1).await;
    run(
        &shop,
        "insert into stock_attention (store, sku) values (1, $1) on conflict do nothing",
        &[few.sku.as_str()],
    )
    .await;
    for (sku, is_out, new) in [(few.sku.as_str(), false, "NEW-1"), (out.sku.as_str(), true, "NEW-2")] {
        let was_out = Some(is_out);
        assert_eq!(watched(&shop, sku).await, was_out, "{sku}");
        run(&shop, "update products set sku = $2 where sku = $1", &[sku, new]).await;
        run(
            &shop,
            "select move_stock($2, store, on_hand, 'renamed'), move_stock($1, store, -on_hand, 'renamed')
             from stock_levels where sku = $1 and on_hand > 0",
            &[sku, new],
        )
        .await;
        run(&shop, "select rename_stock($1, $2)", &[sku, new]).await;
        assert_eq!((watched(&shop, sku).await, watched(&shop, new).await), (None, was_out), "{sku}");
    }
    let candidates: Vec<String> = sqlx::query_scalar("select sku from stock_attention order by sku")
        .fetch_all(&shop.db)
        .await
        .expect("candidates");
    assert!(candidates.contains(&"NEW-1".to_owned()) && !candidates.contains(&few.sku), "{candidates:?}");

    let white = format!("{}-0", shirt.sku);
    assert_eq!(watched(&shop, &white).await, Some(false));
    run(&shop, "delete from variations where sku = $1", &[white.as_str()]).await;
    assert_eq!(watched(&shop, &white).await, None);
}
