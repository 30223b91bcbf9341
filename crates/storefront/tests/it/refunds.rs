//! Refunds of payments that end in another way before the provider has made them.

use paysim::{Availability, Fault, FaultRule, RequestMatcher};
use testkit::{Purchase, TestShop};

use crate::orders::staff_in;

/// Requests a refund of the shop's only order on its staff page. Returns the refund's key.
async fn request_refund(shop: &TestShop, landed: &str, amount: &str) -> String {
    shop.staff("noura@example.com", false).await;
    let number = landed.split('/').nth(4).expect("order number");
    let one = format!("/ar/wp-admin/orders/{number}/");
    let noura = staff_in(shop, "noura@example.com").await;
    let requested = noura.submit(&one, &format!("{one}refund/"), &[("amount", amount)]).await;
    assert_eq!(requested.location(), format!("{one}?notice=refunded"));
    sqlx::query_scalar("select key from refunds").fetch_one(&shop.db).await.expect("refund key")
}

/// The states of the order, its payment and its refund, and what the books say that the provider has.
async fn states(shop: &TestShop) -> (String, String, String, i64) {
    sqlx::query_as(
        "select orders.state, attempt.state, refund.state,
                (select sum(minor)::bigint from journal_entries where account = 'provider')
         from orders join payment_attempts attempt on attempt.order_id = orders.id
         join refunds refund on refund.order_id = orders.id",
    )
    .fetch_one(&shop.db)
    .await
    .expect("an order with a refund")
}

fn expected(order: &str, payment: &str, refund: &str, balance: i64) -> (String, String, String, i64) {
    (order.to_owned(), payment.to_owned(), refund.to_owned(), balance)
}

/// As two minutes later, when the reconciler repeats refunds whose job may be lost.
async fn clean_up_later(shop: &TestShop) {
    sqlx::query("update refunds set created_at = created_at - interval '3 minutes'")
        .execute(&shop.db)
        .await
        .expect("aged");
    payments::jobs::clean_up(&shop.payment_context()).await.expect("cleanup");
}

async fn buy_by_card(shop: &TestShop) -> String {
    let honey = shop.product("عسل سدر").price(1_000).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.buy(shop).await
}

/// [CONF-B8] The payment has ended by another hand: the refund is finished without asking the provider again.
#[tokio::test]
async fn a_void_that_failed_is_not_tried_again_once_the_payment_was_voided() {
    let shop = TestShop::open().await;
    let landed = buy_by_card(&shop).await;
    let key = request_refund(&shop, &landed, "10.00").await;
    let when = RequestMatcher { kind: Some("voidTransaction".to_owned()), ..RequestMatcher::default() };
    shop.sim.set_rules(vec![FaultRule { when, fault: Fault::Busy, times: None, percent: None }]);
    let context = shop.payment_context();
    payments::jobs::refund_payment(&context, &key).await.expect_err("the void failed");
    assert_eq!(states(&shop).await, expected("processing", "captured", "requested", 1_000));

    // Staff void it in the provider's merchant interface, and the shop learns it.
    shop.sim.set_rules(vec![]);
    context.provider.void(&shop.sim.ledger()[0].trans_id).await.expect("voided by hand");
    payments::jobs::reconcile(&context).await.expect("reconciliation");
    assert_eq!(states(&shop).await, expected("processing", "voided", "requested", 1_000));

    shop.sim.set_availability(Availability::Disconnecting);
    clean_up_later(&shop).await;
    assert_eq!(states(&shop).await, expected("refunded", "voided", "done", 0));
}

/// [CONF-B8] The provider refuses to refund what the bank has taken back, however often it is asked.
#[tokio::test]
async fn a_refund_is_given_up_when_the_bank_has_returned_the_payment() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").price(1_000).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let token = shop.bank_account("987654321").await;
    let landed = salma.check_out(&Purchase::new().echeck(&token)).await;
    shop.sim.settle();
    let context = shop.payment_context();
    payments::jobs::reconcile(&context).await.expect("reconciliation");
    let key = request_refund(&shop, landed.location(), "10.00").await;
    assert!(shop.sim.return_payment(&shop.sim.ledger()[0].trans_id));
    payments::jobs::reconcile(&context).await.expect("reconciliation");
    assert_eq!(states(&shop).await, expected("failed", "returned", "requested", 0));

    clean_up_later(&shop).await;
    assert_eq!(
        states(&shop).await,
        expected("failed", "returned", "refused", 0),
        "the return is booked once"
    );
    payments::jobs::refund_payment(&context, &key).await.expect("the job ends too");
}

/// [CONF-B8] A part can be refunded only after the settlement, and a void before it gives back all.
#[tokio::test]
async fn a_refund_of_a_part_ends_with_the_void_of_the_whole() {
    let shop = TestShop::open().await;
    let landed = buy_by_card(&shop).await;
    let key = request_refund(&shop, &landed, "2.50").await;
    let context = shop.payment_context();
    payments::jobs::refund_payment(&context, &key).await.expect_err("not settled yet");
    context.provider.void(&shop.sim.ledger()[0].trans_id).await.expect("voided by hand");
    payments::jobs::reconcile(&context).await.expect("reconciliation");

    clean_up_later(&shop).await;
    assert_eq!(states(&shop).await, expected("refunded", "voided", "refused", 0), "all of it is back");
}
