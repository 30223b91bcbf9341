//! Stock counts.

use testkit::hidden_fields;

use super::*;

pub(super) async fn post(staff: &Shopper, action: &str, store: &str, id: &str) -> TestResponse {
    // Every page of counts with a form has the nonce; the tool's own page has none without results.
    let page = if id.is_empty() { format!("{COUNTS}?store_id={store}") } else { format!("{COUNTS}{id}/") };
    let html = staff.get(&page).await.text();
    let hidden = hidden_fields(&html, COUNTS);
    let nonce = hidden.iter().find(|(name, _)| name == "nonce").map_or("", |(_, value)| value.as_str());
    staff.post(COUNTS, &[("do", action), ("store_id", store), ("id", id), ("nonce", nonce)]).await
}

pub(super) async fn open_count(staff: &Shopper, store: &str) {
    let opened = post(staff, "open", store, "").await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text());
}

#[tokio::test]
async fn a_count_closes_with_all_its_differences_at_once() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(10).make(&shop.db).await;
    let dates = shop.product("تمر").stock(4).make(&shop.db).await;
    let coffee = shop.product("بنّ").stock(6).make(&shop.db).await;
    let (huda, noura) = (admin(&shop).await, clerk(&shop).await);
    open_count(&noura, "1").await;
    for _ in 0..3 {
        applied(&noura, "1", &honey.id, "count-add", "1").await;
    }
    assert_eq!(applied(&huda, "1", &honey.id, "count-add", "4").await.1, "عدد المنتج «عسل سدر» الآن 7.");
    applied(&noura, "1", &dates.id, "count-set", "5").await;
    assert_eq!(stock(&shop, &honey.sku, 1).await, 10, "nothing changes before the end");

    // Sold after it was counted: no difference.
    sqlx::query("select move_stock($1, 1::smallint, -200000, 'order')")
        .bind(&honey.sku)
        .execute(&shop.db)
        .await
        .expect("sold");
    let report = noura.get(&format!("{COUNTS}1/")).await;
    let text = report.visible_text();
    assert!(text.contains("عسل سدر") && text.contains("-3") && text.contains("+1"), "{text}");
    assert!(text.contains("منتج واحد له مخزون ولم يُعدّ"), "{text}");
    let csv = noura.get(&format!("{COUNTS}1/csv/")).await;
    assert!(csv.header("content-disposition").contains("count-1.csv"));
    assert!(csv.text().contains("عسل سدر,10,7,-3\r\n"), "{}", csv.text());

    assert_eq!(post(&noura, "close", "1", "1").await.status, StatusCode::FORBIDDEN, "for administrators");
    let closed = post(&huda, "close", "1", "1").await;
    assert_eq!(closed.location(), format!("{COUNTS}1/?notice=closed"));
    assert_eq!(stock(&shop, &honey.sku, 1).await, 5);
    assert_eq!(stock(&shop, &dates.sku, 1).await, 5);
    assert_eq!(stock(&shop, &coffee.sku, 1).await, 6, "what was not counted stays");
    assert_eq!(count(&shop, "stock_movements", "reason like 'count 1 by staff %'").await, 2);
    assert_eq!(applied(&noura, "1", &honey.id, "count-add", "1").await.0, -1, "it is over");
    assert_ledger(&shop).await;
}

#[tokio::test]
async fn a_store_has_one_open_count_and_others_go_on_with_it() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (huda, noura) = (admin(&shop).await, clerk(&shop).await);
    open_count(&noura, "1").await;
    applied(&noura, "1", &honey.id, "count-add", "1").await;
    let page = huda.get(&format!("{PAGE}?store_id=1&mode=count")).await;
    assert!(page.visible_text().contains("عُدّ منتج واحد"), "{}", page.visible_text());
    huda.post(COUNTS, &[("do", "open"), ("store_id", "1")]).await;
    assert_eq!(count(&shop, "stock_counts", "store = 1").await, 1);
    open_count(&huda, "2").await;
    assert_eq!(count(&shop, "stock_counts", "state = 'open'").await, 2, "of two stores");
    let none = noura.get(&format!("{PAGE}?store_id=2&mode=count")).await;
    assert_eq!(none.status, StatusCode::OK);
    applied(&noura, "2", &honey.id, "count-add", "1").await;
    assert_eq!(count(&shop, "stock_count_lines", "count_id = 1").await, 1, "each counts its own store");
}

#[tokio::test]
async fn a_cancelled_count_changes_nothing() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(10).make(&shop.db).await;
    let noura = clerk(&shop).await;
    open_count(&noura, "1").await;
    applied(&noura, "1", &honey.id, "count-add", "1").await;
    assert_eq!(post(&noura, "cancel", "1", "1").await.location(), format!("{COUNTS}1/?notice=cancelled"));
    assert!(!noura.get(&format!("{COUNTS}1/")).await.text().contains("value=\"close\""), "it has ended");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 10);
    let tool = noura.get(&format!("{PAGE}?store_id=1&mode=count")).await;
    assert_eq!(tool.location(), format!("{COUNTS}?store_id=1"));
}

#[tokio::test]
async fn a_count_that_would_take_reserved_stock_is_not_closed() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(10).make(&shop.db).await;
    let dates = shop.product("تمر").stock(4).make(&shop.db).await;
    let huda = admin(&shop).await;
    open_count(&huda, "1").await;
    applied(&huda, "1", &honey.id, "count-set", "1").await;
    applied(&huda, "1", &dates.id, "count-set", "9").await;
    sqlx::query("update stock_levels set reserved = 200000 where sku = $1")
        .bind(&honey.sku)
        .execute(&shop.db)
        .await
        .expect("reserved");
    assert_eq!(post(&huda, "close", "1", "1").await.location(), format!("{COUNTS}1/?notice=close-blocked"));
    assert_eq!(
        (stock(&shop, &honey.sku, 1).await, stock(&shop, &dates.sku, 1).await),
        (10, 4),
        "all or nothing"
    );
    assert_eq!(count(&shop, "stock_counts", "state = 'open'").await, 1);
}

#[tokio::test]
async fn a_large_difference_needs_a_second_person() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(10).make(&shop.db).await;
    let huda = admin(&shop).await;
    open_count(&huda, "1").await;
    applied(&huda, "1", &honey.id, "count-set", "1011").await;
    assert_eq!(post(&huda, "close", "1", "1").await.location(), format!("{COUNTS}1/?notice=second-person"));
    shop.staff("amal@example.com", true).await;
    let amal = staff_in(&shop, "amal@example.com").await;
    assert_eq!(post(&amal, "close", "1", "1").await.location(), format!("{COUNTS}1/?notice=closed"));
    assert_eq!(stock(&shop, &honey.sku, 1).await, 1011);
}

#[tokio::test]
async fn who_counted_a_large_difference_does_not_close_it_though_another_opened_the_count() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(10).make(&shop.db).await;
    let (huda, noura) = (admin(&shop).await, clerk(&shop).await);
    open_count(&noura, "1").await;
    applied(&huda, "1", &honey.id, "count-set", "1011").await;
    assert_eq!(post(&huda, "close", "1", "1").await.location(), format!("{COUNTS}1/?notice=second-person"));
    assert_eq!(stock(&shop, &honey.sku, 1).await, 10);
    applied(&noura, "1", &honey.id, "count-set", "1011").await;
    assert_eq!(post(&huda, "close", "1", "1").await.location(), format!("{COUNTS}1/?notice=closed"));
    assert_eq!(stock(&shop, &honey.sku, 1).await, 1011);
}

/// A role's limit is for counts as it is for moves.
#[tokio::test]
async fn a_role_with_a_limit_closes_no_larger_difference() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(10).make(&shop.db).await;
    sqlx::query(
        "insert into staff_roles (name, title, permissions, stock_limit) values ('counters', 'الجرد', '{stock.move}', 5)",
    )
    .execute(&shop.db)
    .await
    .expect("a role");
    shop.staff_with_role("sami@example.com", "counters").await;
    let sami = staff_in(&shop, "sami@example.com").await;
    open_count(&clerk(&shop).await, "1").await;
    applied(&sami, "1", &honey.id, "count-set", "16").await;
    assert_eq!(post(&sami, "close", "1", "1").await.location(), format!("{COUNTS}1/?notice=second-person"));
    applied(&sami, "1", &honey.id, "count-set", "15").await;
    assert_eq!(post(&sami, "close", "1", "1").await.location(), format!("{COUNTS}1/?notice=closed"));
    assert_eq!(stock(&shop, &honey.sku, 1).await, 15);
}

#[tokio::test]
async fn the_report_of_a_foreign_store_is_refused() {
    let shop = open().await;
    let (huda, noura) = (admin(&shop).await, clerk(&shop).await);
    open_count(&huda, "3").await;
    for path in [format!("{COUNTS}1/"), format!("{COUNTS}1/csv/")] {
        assert_eq!(noura.get(&path).await.status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(huda.get(&path).await.status, StatusCode::OK, "{path}");
    }
    assert_eq!(huda.get(&format!("{COUNTS}99/")).await.status, StatusCode::NOT_FOUND);
}
