//! The admin's home page: what waits, and figures that lead to the rows that they are made of.

use chrono::TimeDelta;
use testkit::{Options, Shopper, TestShop};

use crate::orders::staff_in;

const HOME: &str = "/ar/wp-admin/";

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await
}

async fn member(shop: &TestShop, email: &str, role: &str) -> Shopper {
    shop.staff_with_role(email, role).await;
    staff_in(shop, email).await
}

fn plain(text: &str) -> String {
    kernel::text::without_isolates(text).replace('\u{a0}', " ")
}

async fn buy(shop: &TestShop, name: &str, price: i64) -> String {
    let product = shop.product(name).price(price).stock(50).make(&shop.db).await;
    let buyer = shop.shopper();
    buyer.add(&product.id, "1").await;
    buyer.buy(shop).await.split('/').nth(4).expect("order number").to_owned()
}

/// The amounts of a list's rows that were booked in its span, in cents.
fn booked(text: &str) -> Vec<i64> {
    let amount = |part: &str| {
        let number: String =
            part.chars().skip_while(|c| c.is_whitespace()).take_while(|c| *c != '$').collect();
        number.trim().replace(['.', ','], "").parse().ok()
    };
    text.split("في هذه المدة").skip(1).filter_map(amount).collect()
}

/// [D30]
#[tokio::test]
async fn the_figures_agree_with_the_ledger_and_lead_to_rows_that_sum_to_them() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { rate_factor: 50, clock, ..Options::default() }).await;
    let first = buy(&shop, "عسل", 2_000).await;
    // The first sale is in a stored quarter, the second in the ledger alone.
    shop.clock().advance(TimeDelta::minutes(40));
    let noura = member(&shop, "noura@example.com", "manager").await;
    buy(&shop, "تمر", 1_000).await;
    shop.sim.settle();
    let one = format!("/ar/wp-admin/orders/{first}/");
    noura.submit(&one, &format!("{one}refund/"), &[("amount", "4.55")]).await;
    let key: String =
        sqlx::query_scalar("select key from refunds").fetch_one(&shop.db).await.expect("a refund");
    payments::jobs::refund_payment(&shop.payment_context(), &key).await.expect("refunded");

    for visit in ["first", "second"] {
        let html = noura.get(HOME).await.text();
        let text = plain(&testkit::visible_text(&html));
        assert!(text.contains("25.45 $"), "{visit}: {text}");
        let link = html.split("href=\"").find(|part| part.contains("?booked=")).expect("a link");
        let link = link.split('"').next().expect("an address").replace("&amp;", "&");
        let list = plain(&noura.get(&link).await.visible_text());
        assert!(list.contains("المجموع 25.45 $"), "{list}");
        let rows = booked(&list);
        assert_eq!(rows.iter().sum::<i64>(), 2_545, "{rows:?} in {list}");
    }
    let stored: i64 = sqlx::query_scalar("select sum(net_minor)::bigint from sales_quarters")
        .fetch_one(&shop.db)
        .await
        .expect("quarters");
    assert_eq!(stored, 2_000, "what is past was added up once");
}

#[tokio::test]
async fn what_waits_comes_first_and_parts_without_the_right_are_absent() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let quiet = plain(&noura.get(HOME).await.visible_text());
    assert!(quiet.contains("لا شيء ينتظرك الآن."), "{quiet}");
    let number = buy(&shop, "عسل", 2_000).await;
    sqlx::query("update payment_attempts set state = 'unknown', created_at = $1")
        .bind(shop.clock().now() - TimeDelta::minutes(22))
        .execute(&shop.db)
        .await
        .expect("unknown");
    let page = plain(&noura.get(HOME).await.visible_text());
    let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("«{words}» in {page}"));
    assert!(place("طلب واحد جاهز للتجهيز") < place("دفعة لم تُعرف نتيجتها"), "orders to prepare come first");
    assert!(page.contains(&format!("أقدمها الطلب رقم {number}")), "{page}");

    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let page = plain(&yasser.get(HOME).await.visible_text());
    assert!(page.contains("طلب واحد جاهز للتجهيز") && !page.contains("صافي المبيعات"), "{page}");
    let writer = member(&shop, "writer@example.com", "content").await;
    let page = plain(&writer.get(HOME).await.visible_text());
    assert!(!page.contains("جاهز للتجهيز") && !page.contains("صافي المبيعات"), "{page}");
}

/// [D30] What leads to a page is shown only to those who may open it, and no number says more than is known.
#[tokio::test]
async fn awaited_goods_are_for_those_who_move_stock() {
    let shop = open().await;
    let product = shop.product("عسل").price(2_000).stock(0).make(&shop.db).await;
    let id: i64 = product.id.parse().expect("an id");
    sqlx::query(
        "insert into stock_alerts (product_id, person, address_hash, page_hash, created_at)
         select $1, n || '@example.com', '\\x00', int4send(n), now() from generate_series(1, 1001) n",
    )
    .bind(id)
    .execute(&shop.db)
    .await
    .expect("alerts");
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let page = plain(&yasser.get(HOME).await.visible_text());
    assert!(page.contains("صنف واحد يحتاج طلبًا"), "{page}");
    assert!(page.contains("أكثر من 1,000 شخص طلبوا تنبيههم حين تتوفر"), "{page}");
    let writer = member(&shop, "writer@example.com", "content").await;
    let page = plain(&writer.get(HOME).await.visible_text());
    assert!(!page.contains("يحتاج طلبًا"), "its page needs a right that content has not: {page}");
}
