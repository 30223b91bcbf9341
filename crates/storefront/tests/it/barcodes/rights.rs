//! Who may use the tool, and where.

use super::*;

const FORM: [(&str, &str); 6] = [
    ("status", "increase-stock"),
    ("type", "product"),
    ("barcode-actions", STOCK),
    ("id", "1"),
    ("stock_unit", "1"),
    ("store_id", "1"),
];

/// [BAR-10]
#[tokio::test]
async fn everybody_but_staff_is_refused() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    for visitor in [shop.shopper(), shop.signed_in("salma@example.com").await] {
        let page = visitor.get(PAGE).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN);
        assert!(page.visible_text().contains("هذه الصفحة للموظفين فقط."), "{}", page.visible_text());
        for name in ["barcode_actions_search_product", "barcode_actions_search_order", "apply_barcode_action"]
        {
            let answer = call(&visitor, name, &FORM).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name}");
            assert_eq!(answer.text(), r#"{"success":false,"status":403}"#);
        }
        assert_eq!(visitor.get(COUNTS).await.status, StatusCode::FORBIDDEN);
    }
}

/// [BAR-10]
#[tokio::test]
async fn a_call_from_another_site_is_refused() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let huda = admin(&shop).await;
    let mut fields = FORM.to_vec();
    fields[3] = ("id", honey.id.as_str());
    fields.push(("action", "apply_barcode_action"));
    for site in ["cross-site", "same-site"] {
        let answer = huda.post_with(ACTION, &fields, &[("sec-fetch-site", site)]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{site}");
    }
    assert_eq!(stock(&shop, &honey.sku, 1).await, 5);
}

/// [BAR-09] [BAR-10]
#[tokio::test]
async fn a_forged_store_is_refused_everywhere() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let (huda, noura) = (admin(&shop).await, clerk(&shop).await);
    for (staff, store) in [(&noura, "3"), (&noura, "9"), (&huda, "9"), (&noura, "-1")] {
        let fields = [("text", "x"), ("barcode-actions", STOCK), ("store_id", store)];
        let found = call(staff, "barcode_actions_search_product", &fields).await;
        assert_eq!(found.status, StatusCode::FORBIDDEN, "{store}");
        let answer = apply(staff, store, &honey.id, "increase-stock", "1").await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{store}");
        assert_eq!(staff.get(&format!("{PAGE}?store_id={store}")).await.status, StatusCode::FORBIDDEN);
        assert_eq!(staff.get(&format!("{COUNTS}?store_id={store}")).await.status, StatusCode::FORBIDDEN);
    }
    for store in ["", "x", "99999"] {
        assert_eq!(
            apply(&huda, store, &honey.id, "increase-stock", "1").await.status,
            StatusCode::BAD_REQUEST
        );
    }
    assert_eq!(count(&shop, "stock_actions", "true").await, 0);
    assert_eq!(
        applied(&huda, "3", &honey.id, "increase-stock", "1").await.0,
        1,
        "an administrator acts everywhere"
    );
}

#[tokio::test]
async fn only_administrators_replace_a_quantity() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let noura = clerk(&shop).await;
    let rows = search(&noura, "1", &honey.sku).await;
    assert_eq!(
        rows["results"]["rows"][0]["actions"],
        serde_json::json!(["increase-stock", "decrease-stock"])
    );
    assert_eq!(apply(&noura, "1", &honey.id, "set-stock", "1").await.status, StatusCode::FORBIDDEN);
    assert_eq!(stock(&shop, &honey.sku, 1).await, 5);
}

/// A right that ends applies to the next request.
#[tokio::test]
async fn a_store_that_is_taken_away_is_refused_at_once() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let noura = clerk(&shop).await;
    assert_eq!(applied(&noura, "2", &honey.id, "increase-stock", "1").await.0, 1);
    sqlx::query("update staff set stores = '{1}'").execute(&shop.db).await.expect("fewer stores");
    assert_eq!(apply(&noura, "2", &honey.id, "increase-stock", "1").await.status, StatusCode::FORBIDDEN);
    sqlx::query("update staff set stores = '{}'").execute(&shop.db).await.expect("no stores");
    let page = noura.get(PAGE).await;
    assert!(page.visible_text().contains("لم يُحدَّد لك فرع بعد"), "{}", page.visible_text());
}

/// Many small moves are no way around the limit of a role.
#[tokio::test]
async fn the_limit_of_a_role_is_for_all_moves_of_a_product_in_a_day() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let dates = shop.product("تمر").stock(50).make(&shop.db).await;
    sqlx::query(
        "insert into staff_roles (name, title, permissions, stock_limit) values ('carriers', 'النقل', '{stock.move}', 10)",
    )
    .execute(&shop.db)
    .await
    .expect("a role");
    shop.staff_with_role("reem@example.com", "carriers").await;
    let reem = staff_in(&shop, "reem@example.com").await;
    assert_eq!(applied(&reem, "1", &honey.id, "increase-stock", "6").await.0, 1);
    let (code, message) = applied(&reem, "1", &honey.id, "decrease-stock", "5").await;
    assert_eq!(code, -1, "eleven pieces");
    assert!(message.contains("في 24 ساعة"), "{message}");
    assert_eq!(
        applied(&reem, "2", &honey.id, "increase-stock", "5").await.0,
        -1,
        "another store is no other day"
    );
    assert_eq!(applied(&reem, "1", &honey.id, "decrease-stock", "4").await.0, 1);
    assert_eq!(applied(&reem, "1", &honey.id, "increase-stock", "1").await.0, -1);
    // What was taken back was not moved.
    assert_eq!(applied(&reem, "1", &honey.id, "undo", "").await.0, 1);
    assert_eq!(applied(&reem, "1", &honey.id, "increase-stock", "5").await.0, -1);
    assert_eq!(applied(&reem, "1", &honey.id, "increase-stock", "4").await.0, 1);
    assert_eq!(stock(&shop, &honey.sku, 1).await, 60);
    assert_eq!(applied(&reem, "1", &dates.id, "increase-stock", "10").await.0, 1, "another product");
    // Another member with the same role.
    shop.staff_with_role("salim@example.com", "carriers").await;
    let salim = staff_in(&shop, "salim@example.com").await;
    assert_eq!(applied(&salim, "1", &honey.id, "decrease-stock", "10").await.0, 1);

    shop.clock().advance(chrono::TimeDelta::hours(24) + chrono::TimeDelta::seconds(1));
    let reem = staff_in(&shop, "reem@example.com").await;
    assert_eq!(applied(&reem, "1", &honey.id, "increase-stock", "10").await.0, 1, "a day later");
    assert_ledger(&shop).await;
}

/// Moves of one member that arrive together are within the limit together.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_at_the_same_moment_count_together() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    sqlx::query(
        "insert into staff_roles (name, title, permissions, stock_limit) values ('carriers', 'النقل', '{stock.move}', 10)",
    )
    .execute(&shop.db)
    .await
    .expect("a role");
    shop.staff_with_role("reem@example.com", "carriers").await;
    let reem = staff_in(&shop, "reem@example.com").await;
    let calls = (0..8).map(|_| applied(&reem, "1", &honey.id, "increase-stock", "3"));
    let answers = futures_util::future::join_all(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.0 == 1).count(), 3, "{answers:?}");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 59);
}
