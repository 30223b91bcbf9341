//! From a cart to an order, against the provider's stand-in.

use paysim::{Rule, Then, When};
use testkit::{Purchase, TestShop};

/// The next charge goes like this.
fn once(then: Then) -> Rule {
    let when = When { kind: Some("authCaptureTransaction".to_owned()), ..When::default() };
    Rule { when, then, times: Some(1), percent: None }
}

async fn order_states(shop: &TestShop) -> Vec<(String, Option<String>)> {
    sqlx::query_as(
        "select orders.state, attempt.state from orders
         left join payment_attempts attempt on attempt.order_id = orders.id order by orders.id, attempt.created_at",
    )
    .fetch_all(&shop.db)
    .await
    .expect("orders")
}

async fn on_hand(shop: &TestShop, sku: &str) -> (i64, i64) {
    sqlx::query_as("select on_hand / 100000, reserved / 100000 from stock_levels where sku = $1")
        .bind(sku)
        .fetch_one(&shop.db)
        .await
        .expect("stock")
}

#[tokio::test]
async fn a_guest_pays_by_card_and_lands_on_the_order() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").price(4_600).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "2").await;

    let page = salma.get("/ar/checkout/").await;
    assert_eq!(page.status, 200, "{}", page.words());
    let landed = salma.buy(&shop).await;
    assert!(landed.starts_with("/ar/checkout/order-received/"), "{landed}");

    let received = salma.get(&landed).await;
    assert_eq!(received.status, 200);
    assert!(received.words().contains("استلمنا طلبك"), "{}", received.words());
    assert_eq!(order_states(&shop).await, [("processing".to_owned(), Some("captured".to_owned()))]);
    assert_eq!(on_hand(&shop, &honey.sku).await, (98, 0));
    let charges = shop.sim.ledger();
    assert_eq!(charges.len(), 1);
    assert!(salma.get("/ar/cart/").await.words().contains("سلتك فارغة"));
}

#[tokio::test]
async fn a_decline_keeps_cart_and_form_and_the_next_try_succeeds() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Then::Decline { code: None })]);

    let token = shop.card("4111111111111111").await;
    let refused = salma.check_out(&Purchase::new().card(&token)).await;
    assert_eq!(refused.status, 422, "{}", refused.words());
    assert!(
        refused.words().contains("حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى."),
        "{}",
        refused.words()
    );
    assert!(refused.text().contains("5100 Maple St"), "what was typed is still there");
    assert_eq!(on_hand(&shop, &honey.sku).await, (100, 0));

    salma.buy(&shop).await;
    let states = order_states(&shop).await;
    assert_eq!(
        states,
        [
            ("cancelled".to_owned(), Some("declined".to_owned())),
            ("processing".to_owned(), Some("captured".to_owned()))
        ]
    );
}
