//! Payments of an account in another currency or in test mode are never booked.

use paysim::{Account, Fault, FaultRule, RequestMatcher};
use testkit::{Options, Purchase, TestShop};

async fn states(shop: &TestShop) -> (String, String, String) {
    sqlx::query_as(
        "select orders.state, attempt.state, attempt.code from orders
         join payment_attempts attempt on attempt.order_id = orders.id",
    )
    .fetch_one(&shop.db)
    .await
    .expect("one order")
}

async fn booked(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select count(*) from journals").fetch_one(&shop.db).await.expect("journals")
}

/// Buys, with the provider's response lost: the reconciler finds the payment in the provider's ledger.
async fn buy_with_lost_response(shop: &TestShop) {
    let when =
        RequestMatcher { kind: Some("authCaptureTransaction".to_owned()), ..RequestMatcher::default() };
    shop.sim.set_rules(vec![FaultRule { when, fault: Fault::SwallowAfter, times: Some(1), percent: None }]);
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.buy(shop).await;
    sqlx::query("update payment_attempts set look_at = now()").execute(&shop.db).await.expect("due");
}

/// Neither by lookup, nor by notice, nor by reconciliation.
#[tokio::test]
async fn a_payment_of_another_account_currency_or_mode_is_not_booked() {
    for account in [
        Account { currency: "CAD".to_owned(), ..Account::default() },
        Account { is_test: true, ..Account::default() },
    ] {
        let shop =
            TestShop::open_with(Options { payment_timing_seconds: (1, 3), ..Options::default() }).await;
        buy_with_lost_response(&shop).await;
        shop.sim.set_account(account.clone());
        let context = shop.payment_context();
        let reference = shop.sim.ledger()[0].trans_id.clone();
        assert!(context.provider.details(&reference).await.is_err(), "{account:?}");
        sqlx::query(
            "insert into webhook_inbox (provider, event_id, kind, reference, received_at)
             values ($1, 'n-1', 'net.authorize.payment.authcapture.created', $2, now())",
        )
        .bind(context.provider.name())
        .bind(&reference)
        .execute(&shop.db)
        .await
        .expect("a notice");
        for _ in 0..3 {
            let _ = payments::jobs::look_up_due(&context).await;
            let _ = payments::jobs::read_notices(&context).await;
            assert!(payments::jobs::reconcile(&context).await.is_err(), "{account:?}");
        }
        let (order, attempt, _) = states(&shop).await;
        assert_eq!((order.as_str(), attempt.as_str()), ("pending", "unknown"), "{account:?}");
        assert_eq!(booked(&shop).await, 0, "{account:?}");

        // The right account again: the payment is found, and nothing was given up.
        shop.sim.set_account(Account::default());
        payments::jobs::reconcile(&context).await.expect("reconciled");
        let (order, attempt, _) = states(&shop).await;
        assert_eq!((order.as_str(), attempt.as_str()), ("processing", "captured"));
        assert_eq!(booked(&shop).await, 1);
    }
}

/// By the response to the charge itself.
#[tokio::test]
async fn an_approval_in_another_currency_or_mode_is_not_booked() {
    for (account, code) in [
        (Account { currency: "CAD".to_owned(), ..Account::default() }, "39"),
        (Account { is_test: true, ..Account::default() }, "test-mode"),
    ] {
        let shop = TestShop::open().await;
        shop.sim.set_account(account);
        let honey = shop.product("عسل سدر").make(&shop.db).await;
        let salma = shop.shopper();
        salma.add(&honey.id, "1").await;
        let card = shop.card("4111111111111111").await;
        let answer = salma.check_out(&Purchase::new().card(&card)).await;
        assert_ne!(answer.status, 303, "not paid: {}", answer.location());
        let (order, attempt, given) = states(&shop).await;
        assert_ne!(order, "processing");
        assert_eq!((attempt.as_str(), given.as_str()), ("declined", code));
        assert_eq!((booked(&shop).await, shop.sim.ledger().len()), (0, 0));
    }
}
