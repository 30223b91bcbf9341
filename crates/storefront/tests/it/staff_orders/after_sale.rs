//! What is sent back, sent again and exported says what really was.

use super::*;
use crate::emails::jobs_done;

fn number_in(text: &str) -> i64 {
    text.parse().expect("a number")
}

/// [D33] A coupon for some goods is subtracted from those goods, to the last minor unit.
#[tokio::test]
async fn a_refund_suggests_what_was_paid_for_each_line() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let honey = shop.product("عسل").price(3_333).stock(50).make(&shop.db).await;
    let coffee = shop.product("بن").price(6_000).stock(50).make(&shop.db).await;
    sqlx::query(
        "insert into coupons (code, kind, value, product_ids) values ('عسل50', 'percent', 5000, array[$1::bigint])",
    )
    .bind(number_in(&honey.id))
    .execute(&shop.db)
    .await
    .expect("a coupon");
    let buyer = shop.shopper();
    buyer.add(&honey.id, "3").await;
    buyer.add(&coffee.id, "1").await;
    buyer.call("apply_coupon", &[("coupon_code", "عسل50")]).await;
    let token = shop.card("4111111111111111").await;
    let placed = buyer.check_out(&Purchase::new().card(&token)).await;
    assert_eq!(placed.status, 303, "{}", placed.visible_text());
    let number = placed.location().split('/').nth(4).expect("order number").to_owned();
    shop.sim.settle();

    let (page, refund) = (one(&number), format!("{}refund/", one(&number)));
    let text = shown(&noura, &page).await;
    assert!(text.contains("من 3 بقيمة 49.99 $"), "half of 99.99, rounded for the buyer: {text}");
    assert!(text.contains("من 1 بقيمة 60.00 $"), "the coupon was not for it: {text}");

    // Piece by piece, and then the rest: together what the goods were paid with.
    let first = "select position::bigint from order_lines where product_id = (select max(product_id) from order_lines)";
    let is_coffee_first = number_of(&shop, first).await == 1;
    let pieces = if is_coffee_first { ["", "1"] } else { ["1", ""] };
    for _ in 0..3 {
        let fields = pieces.map(|piece| ("quantity[]", piece));
        let answer = noura.submit(&page, &refund, &fields).await;
        assert_eq!(answer.location(), format!("{page}?notice=refunded"));
    }
    let honey_back = number_of(&shop, "select sum(amount_minor)::bigint from refunds").await;
    assert_eq!(honey_back, 4_999);
    let answer = noura.submit(&page, &refund, &[("quantity[]", "1")]).await;
    assert_eq!(answer.location(), format!("{page}?notice=refunded"));
    let left = "select total_minor - shipping_minor - tax_minor - (select sum(amount_minor)::bigint from refunds) from orders";
    assert_eq!(number_of(&shop, left).await, 0);
}

/// [D36] The email names the day of the delivery, not the day on which it is sent again.
#[tokio::test]
async fn a_delivery_that_is_told_again_keeps_its_day() {
    let clock = kernel::Clock::manual("2026-11-10T12:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { rate_factor: 50, clock, ..Options::default() }).await;
    let number = buy(&shop, "عسل", 1_000, "1", &[]).await;
    sqlx::query("update orders set state = 'delivered'").execute(&shop.db).await.expect("delivered");
    sqlx::query("insert into order_events (order_id, at, kind) values ($1, $2, 'delivered')")
        .bind(id_of(&shop, &number).await)
        .bind(shop.clock().now())
        .execute(&shop.db)
        .await
        .expect("an event");
    shop.clock().advance(TimeDelta::hours(48));
    let noura = member(&shop, "noura@example.com", "manager").await;
    let page = one(&number);
    let sent = noura.submit(&page, &format!("{page}emails/"), &[]).await;
    assert_eq!(sent.location(), format!("{page}?notice=resent"));
    let mailbox = shop.open_mailbox().await;
    jobs_done(&shop).await;
    let emails = mailbox.sink.to("salma@example.com");
    let texts: Vec<String> = emails.iter().map(|email| plain(&email.text)).collect();
    let again = texts.iter().find(|text| text.contains("وصل طلبك")).expect("the email");
    assert!(again.contains("10 نوفمبر") && !again.contains("12 نوفمبر"), "{again}");
}

/// [D23] The file has the orders of the list, and no others.
#[tokio::test]
async fn the_export_has_the_orders_of_its_list() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let first = buy(&shop, "عسل", 1_000, "1", &[("billing_first_name", "=HYPERLINK(1)")]).await;
    let second = buy(&shop, "تمر", 1_000, "1", &[("billing_last_name", "المطيري")]).await;
    bulk(&noura, "tag", &[&first], &[("tag", "هدية")]).await;
    let export = async |query: &str| {
        noura.submit(&format!("{LIST}{query}"), "/ar/wp-admin/orders/export/", &[]).await.text()
    };
    let tagged = export(&format!("?tag={}", encoded("هدية"))).await;
    assert!(tagged.contains(&first) && !tagged.contains(&second), "{tagged}");
    assert!(tagged.contains(",'=HYPERLINK(1),"), "a name is no formula: {tagged}");
    let found = export(&format!("?search={}", encoded("المطيري"))).await;
    assert!(found.contains(&second) && !found.contains(&first), "{found}");
    let all = export("").await;
    assert!(all.contains(&first) && all.contains(&second), "{all}");
    let subjects = lines(&shop, "orders-export").await;
    assert_eq!(subjects, [format!("tag={}", encoded("هدية")), "search".to_owned(), String::new()]);
}
