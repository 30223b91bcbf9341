//! What a buyer can do with an order: cancel, order again, print.

use http::StatusCode;
use testkit::{Options, Purchase, Shopper, TestShop};

use crate::shipments::{Bought, buy};

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await
}

async fn state(shop: &TestShop) -> String {
    sqlx::query_scalar("select state from orders order by id desc limit 1")
        .fetch_one(&shop.db)
        .await
        .expect("order")
}

async fn on_hand(shop: &TestShop) -> Vec<i64> {
    sqlx::query_scalar("select on_hand / 100000 from stock_levels order by sku")
        .fetch_all(&shop.db)
        .await
        .expect("stock")
}

fn shown(text: &str) -> String {
    kernel::text::without_isolates(text).replace('\u{a0}', " ")
}

async fn cancel(shopper: &Shopper, order: &Bought) -> String {
    let action = format!("/ar/order/{}/cancel/", order.number);
    shopper.submit(&order.page, &action, &[]).await.location().to_owned()
}

/// Refunds what is requested, as the worker does.
async fn refund(shop: &TestShop) {
    let keys: Vec<String> =
        sqlx::query_scalar("select key from refunds").fetch_all(&shop.db).await.expect("refunds");
    shop.sim.settle();
    for key in keys {
        payments::jobs::refund_payment(&shop.payment_context(), &key).await.expect("refunded");
    }
}

/// [VIS-12]
#[tokio::test]
async fn a_paid_order_that_has_not_left_is_cancelled_with_stock_and_money_once() {
    let shop = open().await;
    let order = buy(&shop).await;
    let sold = on_hand(&shop).await;
    let action = format!("/ar/order/{}/cancel/", order.number);
    let html = order.salma.get(&order.page).await.text();
    assert!(shown(&testkit::visible_text(&html)).contains("نردّ 25.00 $ إلى طريقة الدفع"), "{html}");
    let hidden = testkit::hidden_fields(&html, &action);
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (one, two) = tokio::join!(order.salma.post(&action, &fields), order.salma.post(&action, &fields));
    for answer in [one, two] {
        assert!(answer.location().ends_with("&notice=cancelled-refund"), "{}", answer.location());
    }
    assert_eq!(state(&shop).await, "cancelled");
    let back = on_hand(&shop).await;
    assert_eq!(back.iter().sum::<i64>(), sold.iter().sum::<i64>() + 3, "all three pieces are for sale again");
    let refunds: Vec<(i64, String)> = sqlx::query_as("select amount_minor, reason from refunds")
        .fetch_all(&shop.db)
        .await
        .expect("refunds");
    assert_eq!(refunds, [(2_500, "cancelled".to_owned())]);
    let page = shown(&order.salma.get(&order.page).await.visible_text());
    assert!(page.contains("أُلغي طلبك") && page.contains("نردّ المبلغ"), "{page}");

    refund(&shop).await;
    assert_eq!(state(&shop).await, "refunded");
    assert_eq!(on_hand(&shop).await, back, "the stock came back once");
    let journal: i64 =
        sqlx::query_scalar("select sum(minor)::bigint from journal_entries where account = 'provider'")
            .fetch_one(&shop.db)
            .await
            .expect("journal");
    assert_eq!(journal, 0);
    let emails: Vec<String> = sqlx::query_scalar(
        "select split_part(key, ' ', 1) from mail_outbox where topic = 'order' order by id",
    )
    .fetch_all(&shop.db)
    .await
    .expect("outbox");
    assert_eq!(emails, ["received", "shop", "cancelled", "refunded"]);
}

/// [VIS-12]
#[tokio::test]
async fn an_unpaid_order_is_cancelled_without_a_refund_and_nothing_that_has_left() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let placed = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let page = placed.location().to_owned();
    let number = page.split('/').nth(4).expect("order number").to_owned();
    let unpaid = Bought { number, page, salma };
    assert!(cancel(&unpaid.salma, &unpaid).await.ends_with("&notice=cancelled"));
    assert_eq!(state(&shop).await, "cancelled");

    let order = buy(&shop).await;
    let action = format!("/ar/order/{}/cancel/", order.number);
    let hidden = testkit::hidden_fields(&order.salma.get(&order.page).await.text(), &action);
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    sqlx::query(
        "insert into order_shipments (order_id, form_key, carrier, shipped_at, created_at)
         select id, 'k', 'ناقل', now(), now() from orders order by id desc limit 1",
    )
    .execute(&shop.db)
    .await
    .expect("a parcel");
    let refused = order.salma.post(&action, &fields).await;
    assert!(refused.location().ends_with("&notice=not-cancelled"), "{}", refused.location());
    assert_eq!(state(&shop).await, "processing");
    let page = order.salma.get(&order.page).await.text();
    assert!(!page.contains(&action), "the page offers it no more");
    let refunds: i64 =
        sqlx::query_scalar("select count(*) from refunds").fetch_one(&shop.db).await.expect("refunds");
    assert_eq!(refunds, 0);
}

/// [VIS-12]: without the key there is no such order.
#[tokio::test]
async fn forged_keys_and_foreign_forms_are_refused() {
    let shop = open().await;
    let order = buy(&shop).await;
    let action = format!("/ar/order/{}/cancel/", order.number);
    let hidden = testkit::hidden_fields(&order.salma.get(&order.page).await.text(), &action);
    let nonce = &hidden.iter().find(|(name, _)| name == "_wpnonce").expect("a nonce").1;
    for key in ["", "wc_order_wrong", "0"] {
        let answer = order.salma.post(&action, &[("_wpnonce", nonce.as_str()), ("key", key)]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{key:?}");
    }
    let badr = shop.shopper();
    badr.get(&order.page).await;
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(
        badr.post(&action, &fields).await.status,
        StatusCode::FORBIDDEN,
        "the nonce of another session"
    );
    for path in
        [format!("/ar/order/{}/print/?key=wrong", order.number), format!("/ar/order/{}/print/", order.number)]
    {
        assert_eq!(badr.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(state(&shop).await, "processing");
}

/// [VIS-12]
#[tokio::test]
async fn the_same_products_are_ordered_again_and_what_is_gone_is_said() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_000).stock(20).make(&shop.db).await;
    let coffee =
        shop.product("بنّ").variation("داكن", 1_800, 5).variation("فاتح", 1_800, 5).make(&shop.db).await;
    let dates = shop.product("تمر سكري").stock(3).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "2").await;
    salma.add(&dates.id, "3").await;
    let variation: String =
        sqlx::query_scalar("select id::text from variations where product_id = $1 order by id limit 1")
            .bind(coffee.id.parse::<i64>().expect("an id"))
            .fetch_one(&shop.db)
            .await
            .expect("a variation");
    salma
        .call("add_to_cart", &[("product_id", &coffee.id), ("variation_id", &variation), ("quantity", "1")])
        .await;
    let page = salma.buy(&shop).await;
    let number = page.split('/').nth(4).expect("order number").to_owned();

    let action = format!("/ar/order/{number}/again/");
    for _ in 0..2 {
        let answer = salma.submit(&page, &action, &[]).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        let said = shown(&salma.get(answer.location()).await.visible_text());
        assert!(said.contains("المنتج «تمر سكري» غير متوفر الآن، ولم يُضف."), "{said}");
        assert!(said.contains("أضفنا 3 قطع إلى السلة"), "{said}");
    }
    let lines: Vec<(i64, Option<i64>)> =
        sqlx::query_as("select quantity / 100000, variation_id from cart_lines order by quantity desc")
            .fetch_all(&shop.db)
            .await
            .expect("lines");
    assert_eq!(lines, [(2, None), (1, Some(variation.parse().expect("an id")))], "sent twice, added once");
}

/// [VIS-12]
#[tokio::test]
async fn a_paid_order_is_printed_as_an_invoice() {
    let shop = open().await;
    let order = buy(&shop).await;
    let html = order.salma.get(&order.page).await.text();
    let marker = format!("/ar/order/{}/print/?key=", order.number);
    let start = html.find(&marker).expect("a link to the invoice");
    let url = html[start..].split('"').next().expect("a URL").to_owned();
    let invoice = shop.shopper().get(&url).await;
    assert_eq!(invoice.status, StatusCode::OK);
    assert_eq!(invoice.header("cache-control"), "private, no-store");
    let text = shown(&invoice.visible_text());
    for words in ["فاتورة الطلب رقم", "عسل سدر", "10.00 $", "20.00 $", "25.00 $", "5100 Maple St"]
    {
        assert!(text.contains(words), "«{words}» in {text}");
    }
}
