//! Orders after they are placed: provider notices, reconciliation, refunds, staff pages, saved methods and emails.

use http::{Method, StatusCode};
use paysim::{Fault, FaultRule, RequestMatcher};
use testkit::{
    Options, Purchase, Shopper, TestResponse, TestShop,
    customers::{PASSWORD, SECRET},
    hidden_fields,
};

const NOTICES: &str = "/ar/wp-json/matjar/v1/payment-notices";

async fn state(shop: &TestShop) -> String {
    sqlx::query_scalar("select state from orders order by id desc limit 1")
        .fetch_one(&shop.db)
        .await
        .expect("order")
}

/// Signs a staff member in and returns the browser.
pub async fn staff_in(shop: &TestShop, email: &str) -> Shopper {
    let shopper = shop.shopper();
    let codes = totp_rs::Builder::new().with_secret(SECRET).build().expect("TOTP generator");
    let timestamp = u64::try_from(shop.clock().now().timestamp()).expect("after 1970");
    let code = codes.generate(timestamp).to_string();
    let login = "/ar/wp-login.php";
    let fields = [("log", email), ("pwd", PASSWORD), ("code", code.as_str())];
    assert_eq!(shopper.submit(login, login, &fields).await.status, 303);
    shopper
}

/// Buys one product as a guest; returns the browser and the URL of the order.
async fn buy_as_guest(shop: &TestShop) -> (Shopper, String) {
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let landed = salma.buy(shop).await;
    (salma, landed)
}

/// Returns the body of a webhook notice of the provider.
fn notice(id: &str, reference: &str, time: chrono::DateTime<chrono::Utc>) -> String {
    format!(
        r#"{{"notificationId":"{id}","eventType":"net.authorize.payment.authcapture.created","eventDate":"{}","webhookId":"w","payload":{{"responseCode":1,"entityName":"transaction","id":"{reference}"}}}}"#,
        time.format("%Y-%m-%dT%H:%M:%S%.3fZ")
    )
}

async fn send(shop: &TestShop, body: &str, signature: Option<&str>) -> TestResponse {
    let mut headers = vec![("content-type", "application/json")];
    if let Some(signature) = signature {
        headers.push(("x-anet-signature", signature));
    }
    shop.shopper().send(Method::POST, NOTICES, Some(body.to_owned()), &headers).await
}

#[tokio::test]
async fn a_notice_needs_a_valid_signature_and_time_and_is_stored_once() {
    let shop = TestShop::open().await;
    let (_, _) = buy_as_guest(&shop).await;
    let reference = shop.sim.ledger()[0].trans_id.clone();
    let key = shop.sim.settings().signature_key.clone();
    let now = shop.clock().now();
    let body = notice("n-1", &reference, now);
    let valid = paysim::signature(&key, body.as_bytes());

    assert_eq!(send(&shop, &body, None).await.status, StatusCode::FORBIDDEN);
    assert_eq!(send(&shop, &body, Some("")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(send(&shop, &body, Some("sha512=")).await.status, StatusCode::FORBIDDEN);
    let foreign = paysim::signature("another key", body.as_bytes());
    assert_eq!(send(&shop, &body, Some(&foreign)).await.status, StatusCode::FORBIDDEN);
    let other = notice("n-2", &reference, now);
    assert_eq!(
        send(&shop, &other, Some(&valid)).await.status,
        StatusCode::FORBIDDEN,
        "signed for another body"
    );
    let old = notice("n-3", &reference, now - chrono::TimeDelta::seconds(301));
    let signed = paysim::signature(&key, old.as_bytes());
    assert_eq!(send(&shop, &old, Some(&signed)).await.status, StatusCode::FORBIDDEN, "too old");

    for _ in 0..3 {
        assert_eq!(send(&shop, &body, Some(&valid)).await.status, StatusCode::OK);
    }
    let received: i64 =
        sqlx::query_scalar("select count(*) from webhook_inbox").fetch_one(&shop.db).await.expect("inbox");
    assert_eq!(received, 1);
    assert_eq!(payments::jobs::read_notices(&shop.payment_context()).await.expect("read"), 1);
    assert_eq!(payments::jobs::read_notices(&shop.payment_context()).await.expect("read"), 0);
    assert_eq!(state(&shop).await, "processing");
}

/// [CONF-B9] A card payment under review must not be described as an eCheck.
#[tokio::test]
async fn a_payment_held_for_review_can_be_approved_later() {
    let shop = TestShop::open().await;
    let when =
        RequestMatcher { kind: Some("authCaptureTransaction".to_owned()), ..RequestMatcher::default() };
    shop.sim.set_rules(vec![FaultRule { when, fault: Fault::Hold, times: Some(1), percent: None }]);
    let (salma, landed) = buy_as_guest(&shop).await;
    assert_eq!(state(&shop).await, "on_hold");
    let held = salma.get(&landed).await.visible_text();
    assert!(held.contains("بانتظار تأكيد المصرف"), "{held}");
    assert!(held.contains("تُراجَع عملية الدفع قبل تجهيز الطلب"), "{held}");
    assert!(!held.contains("الشيك الإلكتروني"), "{held}");
    let reference = shop.sim.ledger()[0].trans_id.clone();
    assert!(shop.sim.review(&reference, true));
    payments::jobs::reconcile(&shop.payment_context()).await.expect("reconciliation");
    assert_eq!(state(&shop).await, "processing");
}

/// Detaches the payment attempts from the provider's transactions, as if the attempts had been lost.
pub async fn lose_attempts(shop: &TestShop) {
    sqlx::query(
        "update payment_attempts set key = lpad(order_id::text, 20, 'Z'), provider_ref = 'nobody ' || order_id
         where provider_ref not like 'nobody%'",
    )
    .execute(&shop.db)
    .await
    .expect("attempts detached");
}

async fn discrepancies(shop: &TestShop) -> Vec<(String, String, String)> {
    sqlx::query_as("select kind, settled_by, held_for from reconciliation_discrepancies order by kind, id")
        .fetch_all(&shop.db)
        .await
        .expect("discrepancies")
}

fn discrepancy(kind: &str, settled_by: &str, held_for: &str) -> (String, String, String) {
    (kind.to_owned(), settled_by.to_owned(), held_for.to_owned())
}

pub fn count_voided(shop: &TestShop) -> usize {
    shop.sim.ledger().iter().filter(|entry| entry.status == "voided").count()
}

/// [SEC-H3]
#[tokio::test]
async fn a_charge_without_an_attempt_is_voided_after_the_first_reconciliation() {
    let shop = TestShop::open().await;
    let payment_context = shop.payment_context();
    payments::jobs::reconcile(&payment_context).await.expect("first reconciliation");
    let (_, _) = buy_as_guest(&shop).await;
    lose_attempts(&shop).await;
    payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
    assert_eq!(count_voided(&shop), 1);
    assert_eq!(
        discrepancies(&shop).await,
        [discrepancy("missing", "", ""), discrepancy("orphan", "voided", "")]
    );
    payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
    assert_eq!(discrepancies(&shop).await.len(), 2, "recorded once");
}

/// [SEC-H3] [CONF-B0]
#[tokio::test]
async fn the_first_reconciliation_voids_nothing() {
    let shop = TestShop::open().await;
    let (_, _) = buy_as_guest(&shop).await;
    lose_attempts(&shop).await;
    for _ in 0..2 {
        payments::jobs::reconcile(&shop.payment_context()).await.expect("reconciliation");
    }
    assert_eq!(count_voided(&shop), 0, "a new or restored database voids nothing");
    assert_eq!(
        discrepancies(&shop).await,
        [discrepancy("missing", "", ""), discrepancy("orphan", "", "before first reading")]
    );
}

/// [SEC-H3] [CONF-B0]
#[tokio::test]
async fn payments_of_another_shop_are_only_recorded() {
    let shop = TestShop::open().await;
    payments::jobs::reconcile(&shop.payment_context()).await.expect("first reconciliation");
    let (_, _) = buy_as_guest(&shop).await;
    lose_attempts(&shop).await;
    sqlx::query("update shop_identity set id = gen_random_uuid()")
        .execute(&shop.db)
        .await
        .expect("shop identity changed");
    sqlx::query("delete from payment_attempts").execute(&shop.db).await.expect("attempts deleted");
    let reference = shop.sim.ledger()[0].trans_id.clone();
    // Restart, because the running server has cached its shop identity.
    let mut shop = shop;
    shop.restart().await;
    let payment_context = shop.payment_context();
    let now = shop.clock().now();
    let body = notice("n-1", &reference, now);
    let signature = paysim::signature(&shop.sim.settings().signature_key, body.as_bytes());
    assert_eq!(send(&shop, &body, Some(&signature)).await.status, StatusCode::OK);
    assert_eq!(payments::jobs::read_notices(&payment_context).await.expect("read"), 1);
    for _ in 0..2 {
        payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
    }
    assert_eq!(count_voided(&shop), 0);
    assert_eq!(discrepancies(&shop).await, [discrepancy("foreign", "not ours", "")]);
}

/// [SEC-H3]
#[tokio::test]
async fn a_restored_database_voids_nothing_until_an_operator_allows_it() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let payment_context = shop.payment_context();
    payments::jobs::reconcile(&payment_context).await.expect("first reconciliation");
    for (what, sql) in [
        ("another database", "update reconciliation_cursor set database_identity = 'elsewhere'"),
        (
            "an older copy",
            "update reconciliation_cursor set undo_from = now(), reconciled_until = now() - interval '2 hours'",
        ),
    ] {
        let (_, _) = buy_as_guest(&shop).await;
        lose_attempts(&shop).await;
        sqlx::query(sql).execute(&shop.db).await.expect(what);
        for _ in 0..2 {
            payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
        }
        assert_eq!(count_voided(&shop), 0, "{what}");
    }
    let kinds = discrepancies(&shop).await;
    assert_eq!(kinds.iter().filter(|row| **row == discrepancy("restored", "", "")).count(), 2, "{kinds:?}");
    assert_eq!(kinds.iter().filter(|row| **row == discrepancy("orphan", "", "database restored")).count(), 2);

    // As described in the operations manual.
    sqlx::query("update reconciliation_cursor set undo_from = now()")
        .execute(&shop.db)
        .await
        .expect("allowed");
    let (_, _) = buy_as_guest(&shop).await;
    lose_attempts(&shop).await;
    payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
    assert_eq!(count_voided(&shop), 1, "held discrepancies still wait for an operator");
}

/// [SEC-H3]
#[tokio::test]
async fn at_most_five_charges_an_hour_are_voided_and_the_rest_is_held() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let payment_context = shop.payment_context();
    payments::jobs::reconcile(&payment_context).await.expect("first reconciliation");
    for _ in 0..7 {
        let (_, _) = buy_as_guest(&shop).await;
    }
    lose_attempts(&shop).await;
    for _ in 0..3 {
        payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
    }
    assert_eq!(count_voided(&shop), 5);
    let held =
        discrepancies(&shop).await.into_iter().filter(|row| *row == discrepancy("orphan", "", "too many"));
    assert_eq!(held.count(), 2);

    // An operator voids one at the provider; the next reconciliation settles its row.
    let open: String = sqlx::query_scalar(
        "select reference from reconciliation_discrepancies where held_for = 'too many' order by id limit 1",
    )
    .fetch_one(&shop.db)
    .await
    .expect("held discrepancy");
    payment_context.provider.void(&open).await.expect("voided at the provider");
    payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
    let held =
        discrepancies(&shop).await.into_iter().filter(|row| *row == discrepancy("orphan", "", "too many"));
    assert_eq!(held.count(), 1);
}

/// [SEC-L22]
#[tokio::test]
async fn a_failing_notice_does_not_block_others() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let payment_context = shop.payment_context();
    for number in 0..3 {
        let (_, _) = buy_as_guest(&shop).await;
        let reference = shop.sim.ledger()[number].trans_id.clone();
        sqlx::query(
            "insert into webhook_inbox (provider, event_id, kind, reference, received_at)
             values ($1, $2, 'test', $3, now() + $4 * interval '1 second')",
        )
        .bind(payment_context.provider.name())
        .bind(format!("n-{number}"))
        .bind(&reference)
        .bind(i32::try_from(number).expect("small number"))
        .execute(&shop.db)
        .await
        .expect("notice inserted");
    }
    let bad = shop.sim.ledger()[0].trans_id.clone();
    let when = RequestMatcher { trans_id: Some(bad), ..RequestMatcher::default() };
    shop.sim.set_rules(vec![FaultRule { when, fault: Fault::Garbage, times: None, percent: None }]);

    assert_eq!(payments::jobs::read_notices(&payment_context).await.expect("read"), 3);
    let open: Vec<(String, i32)> =
        sqlx::query_as("select event_id, tries from webhook_inbox where done_at is null")
            .fetch_all(&shop.db)
            .await
            .expect("inbox");
    assert_eq!(open, [("n-0".to_owned(), 1)], "the other notices are processed");
    assert_eq!(
        payments::jobs::read_notices(&payment_context).await.expect("read"),
        0,
        "the failed notice waits for its retry"
    );
}

/// [SEC-L22]
#[tokio::test]
async fn a_failing_attempt_or_method_does_not_block_others() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let payment_context = shop.payment_context();
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for account in ["987654321", "987654322"] {
        let (salma, token) = (shop.shopper(), shop.bank_account(account).await);
        salma.add(&honey.id, "1").await;
        let landed = salma.check_out(&Purchase::new().echeck(&token)).await;
        assert_eq!(landed.status, 303, "{}", landed.visible_text());
    }
    // Both payments have settled. Each is looked up separately; the first response is garbage.
    shop.sim.settle();
    sqlx::query("update payment_attempts set look_at = created_at").execute(&shop.db).await.expect("due");
    let bad = shop.sim.ledger()[0].trans_id.clone();
    let when = RequestMatcher { trans_id: Some(bad.clone()), ..RequestMatcher::default() };
    let mut rules = vec![FaultRule { when, fault: Fault::Garbage, times: None, percent: None }];
    shop.sim.set_rules(rules.clone());
    assert_eq!(payments::jobs::look_up_due(&payment_context).await.expect("lookup"), 2);
    let states: Vec<(String, String)> =
        sqlx::query_as("select provider_ref, state from payment_attempts order by created_at")
            .fetch_all(&shop.db)
            .await
            .expect("attempts");
    assert_eq!(states[0], (bad, "processing".to_owned()));
    assert_eq!(states[1].1, "captured");

    // The provider fails to delete a method; stale orders are still cancelled.
    sqlx::query("insert into payment_method_deletions (profile, method, at) values ('1', '2', now())")
        .execute(&shop.db)
        .await
        .expect("deletion inserted");
    let when = RequestMatcher {
        request: Some("deleteCustomerPaymentProfileRequest".to_owned()),
        ..RequestMatcher::default()
    };
    rules.push(FaultRule { when, fault: Fault::Garbage, times: None, percent: None });
    shop.sim.set_rules(rules);
    sqlx::query("update orders set state = 'pending', created_at = created_at - interval '8 days'")
        .execute(&shop.db)
        .await
        .expect("stale");
    sqlx::query("update payment_attempts set state = 'declined'").execute(&shop.db).await.expect("unpaid");
    payments::jobs::clean_up(&payment_context).await.expect("cleanup");
    orders::jobs::cancel_stale(&payment_context).await.expect("stale orders cancelled");
    assert_eq!(state(&shop).await, "cancelled");
    let tries: i32 = sqlx::query_scalar("select tries from payment_method_deletions")
        .fetch_one(&shop.db)
        .await
        .expect("pending deletion");
    assert_eq!(tries, 1);
}

#[tokio::test]
async fn a_customer_saves_uses_and_deletes_their_own_methods() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.customer("badr@example.com", "بدر").await;
    let (salma, badr) = (shop.signed_in("salma@example.com").await, shop.signed_in("badr@example.com").await);
    let add = "/ar/my-account/add-payment-method/";
    let token = shop.card("5424000000000015").await;
    let page = salma.get(add).await.text();
    let hidden = hidden_fields(&page, add);
    let purchase = Purchase::empty().card(&token);
    let mut fields: Vec<(&str, &str)> =
        hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.retain(|(name, _)| !name.starts_with("wc-"));
    fields.extend(purchase.fields());
    let added = salma.post(add, &fields).await;
    assert_eq!(added.location(), "/ar/my-account/payment-methods/?notice=added", "{}", added.visible_text());
    let list = salma.get("/ar/my-account/payment-methods/").await;
    assert!(
        kernel::text::without_isolates(&list.visible_text()).contains("تنتهي بـ 0015"),
        "{}",
        list.visible_text()
    );

    let id: String =
        sqlx::query_scalar("select id from saved_methods").fetch_one(&shop.db).await.expect("saved method");
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    badr.add(&honey.id, "1").await;
    let refused = badr.check_out(&Purchase::new().saved(&id)).await;
    assert_eq!(refused.status, 422, "a method of another customer");
    let delete = format!("/ar/my-account/delete-payment-method/{id}/");
    let own = hidden_fields(&salma.get("/ar/my-account/payment-methods/").await.text(), &delete);
    let foreign: Vec<_> = own.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(
        badr.post(&delete, &foreign).await.status,
        StatusCode::FORBIDDEN,
        "with another customer's nonce"
    );
    let make = format!("/ar/my-account/set-default-payment-method/{id}/");
    assert_eq!(badr.post(&make, &foreign).await.status, StatusCode::FORBIDDEN);

    salma.add(&honey.id, "1").await;
    let paid = salma.check_out(&Purchase::new().saved(&id)).await;
    assert_eq!(paid.status, 303, "{}", paid.visible_text());
    assert_eq!(shop.sim.ledger()[0].last4, "0015");
    let number = paid.location().split('/').nth(4).expect("order number").to_owned();
    assert_eq!(salma.get(&format!("/ar/my-account/view-order/{number}/")).await.status, 200);
    assert_eq!(
        badr.get(&format!("/ar/my-account/view-order/{number}/")).await.status,
        404,
        "an order of another customer"
    );

    let gone = salma.submit("/ar/my-account/payment-methods/", &delete, &[]).await;
    assert_eq!(gone.location(), "/ar/my-account/payment-methods/?notice=deleted");
    payments::jobs::clean_up(&shop.payment_context()).await.expect("cleanup");
    let left: i64 = sqlx::query_scalar("select count(*) from payment_method_deletions")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(left, 0, "the method is deleted at the provider too");
    salma.add(&honey.id, "1").await;
    assert_eq!(
        salma.check_out(&Purchase::new().saved(&id)).await.status,
        422,
        "a deleted method cannot be used"
    );
}

/// [SEC-L15]
#[tokio::test]
async fn staff_can_find_update_refund_and_export_orders_and_others_get_404() {
    let shop = TestShop::open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("=cmd|عسل").price(1_000).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "3").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("order number").to_owned();
    let one = format!("/ar/wp-admin/orders/{number}/");
    assert_eq!(salma.get("/ar/wp-admin/orders/").await.status, 404);
    assert_eq!(salma.get(&one).await.status, 404);

    let noura = staff_in(&shop, "noura@example.com").await;
    let list = noura.get("/ar/wp-admin/orders/").await;
    assert!(list.visible_text().contains(&number), "{}", list.visible_text());
    for search in [number.as_str(), "salma@example.com"] {
        let found = noura.get(&format!("/ar/wp-admin/orders/?search={search}")).await;
        assert!(found.visible_text().contains(&number), "{search}");
    }
    let refund = format!("{one}refund/");
    let requested = noura.submit(&one, &refund, &[("amount", "12.50")]).await;
    assert_eq!(requested.location(), format!("{one}?notice=refunded"));
    let too_much = noura.submit(&one, &refund, &[("amount", "17.51")]).await;
    assert_eq!(too_much.location(), format!("{one}?notice=not-refunded"), "never more than was paid");
    let refusal_page = kernel::text::without_isolates(&noura.get(too_much.location()).await.visible_text());
    assert!(refusal_page.contains("أدخل مبلغًا لا يزيد على 17.50"), "{refusal_page}");
    shop.sim.settle();
    let key: String =
        sqlx::query_scalar("select key from refunds").fetch_one(&shop.db).await.expect("refund key");
    payments::jobs::refund_payment(&shop.payment_context(), &key).await.expect("refunded");
    let refunds: Vec<_> =
        shop.sim.ledger().into_iter().filter(|entry| entry.ref_trans_id.is_some()).collect();
    assert_eq!((refunds.len(), refunds[0].amount), (1, 1_250));
    assert_eq!(state(&shop).await, "processing", "a partial refund does not close the order");

    let page = noura.get(&one).await.text();
    let change = format!("{one}state/");
    let hidden = hidden_fields(&page, &change);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("state", "shipped"));
    assert_eq!(noura.post(&change, &fields).await.location(), format!("{one}?notice=changed"));
    assert_eq!(
        noura.post(&change, &fields).await.location(),
        format!("{one}?notice=not-changed"),
        "submitted twice"
    );
    assert_eq!(state(&shop).await, "shipped");
    let order_page = noura.get(&one).await.visible_text();
    for words in ["مدفوع", "طُلب ردّ المبلغ12.50", "رُدّ المبلغ12.50", "في الطريق"]
    {
        assert!(order_page.contains(words), "«{words}» in {order_page}");
    }
    for word in ["captured", "refund", "shipped"] {
        assert!(!order_page.contains(word), "the history contains the untranslated {word}");
    }

    let export = noura.submit("/ar/wp-admin/orders/", "/ar/wp-admin/orders/export/", &[]).await;
    let csv = export.text();
    assert!(csv.contains(&number) && csv.contains("salma@example.com"), "{csv}");
    assert!(csv.contains("12.50"), "{csv}");
    let audit: Vec<String> =
        sqlx::query_scalar("select action from audit_log where actor = (select 'staff ' || id from staff)")
            .fetch_all(&shop.db)
            .await
            .expect("audit");
    for action in ["login", "refund", "order-state", "orders-export"] {
        assert!(audit.iter().any(|line| line == action), "{action} in {audit:?}");
    }
    let named: i64 =
        sqlx::query_scalar("select count(*) from audit_log where actor || subject like '%نورة%'")
            .fetch_one(&shop.db)
            .await
            .expect("audit");
    assert_eq!(named, 0, "the audit log contains no names");
}

#[tokio::test]
async fn the_checkout_form_refuses_wrong_nonces_and_cross_site_posts() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    let badr = shop.shopper();
    badr.add(&honey.id, "1").await;
    let token = shop.card("4111111111111111").await;
    let purchase = Purchase::new().card(&token);
    assert_eq!(badr.send_checkout(&page, &purchase).await.status, 403, "a form of another visitor");
    let nonce = "woocommerce-process-checkout-nonce";
    for wrong in ["", "0", "00000000000000000000000000000000"] {
        let sent = purchase.clone().with(&[(nonce, wrong)]);
        assert_eq!(salma.send_checkout(&page, &sent).await.status, 403, "{wrong:?}");
    }
    for site in ["cross-site", "same-site"] {
        let all = purchase.fields();
        let answer = salma.post_with("/ar/checkout/", &all, &[("sec-fetch-site", site)]).await;
        assert_eq!(answer.status, 403, "{site}");
    }
    assert!(shop.sim.ledger().is_empty());
    let orders: i64 =
        sqlx::query_scalar("select count(*) from orders").fetch_one(&shop.db).await.expect("orders");
    assert_eq!(orders, 0);
}

#[tokio::test]
async fn the_content_security_policy_of_payment_pages_allows_only_the_provider() {
    let shop = TestShop::open().await;
    let (salma, landed) = buy_as_guest(&shop).await;
    let policy = |answer: &TestResponse| answer.header("content-security-policy").to_owned();
    let checkout = salma.get("/ar/checkout/").await;
    let provider = shop.sim.url();
    assert!(policy(&checkout).contains(&format!("script-src 'self' {provider};")), "{}", policy(&checkout));
    assert!(policy(&checkout).contains(&format!("connect-src 'self' {provider};")), "{}", policy(&checkout));
    assert_eq!(checkout.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    assert_eq!(checkout.header("cache-control"), "private, no-store");
    assert!(!policy(&salma.get("/ar/cart/").await).contains(&provider));
    let received = salma.get(&landed).await;
    assert_eq!(received.header("cache-control"), "private, no-store");
    assert!(!policy(&received).contains(&provider), "nothing is paid there");
    assert!(policy(&checkout).contains("img-src 'self';"), "no uploads there: {}", policy(&checkout));
    assert!(policy(&received).contains("img-src 'self' blob:;"), "{}", policy(&received));
    for answer in [&checkout, &received] {
        assert!(policy(answer).contains("report-to csp;"), "{}", policy(answer));
    }
}

/// Captures the log lines of this thread, on which the whole shop of a test runs.
#[derive(Clone, Default)]
struct Lines(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("lock not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// [PAY-54] [API-31]
#[tokio::test]
async fn payment_script_errors_are_logged_and_known_events_are_counted() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt().json().with_writer(move || writer.clone()).finish();
    let _logged = tracing::subscriber::set_default(subscriber);
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    let between =
        |from: &str| page.split(from).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    let security = between("\"log_nonce\":\"");
    let action = "/ar/wp-admin/admin-ajax.php";
    for form in ["credit_card", "echeck"] {
        let name = format!("wc_authorize_net_cim_{form}_payment_form_log_script_event");
        let call = [
            ("action", name.as_str()),
            ("security", security),
            ("name", "Accept.js"),
            ("message", "A script error has occurred."),
        ];
        assert_eq!(salma.post(action, &call).await.status, 200);
        let unsigned =
            [("action", name.as_str()), ("security", ""), ("name", "foreign"), ("message", "foreign")];
        assert_eq!(salma.post(action, &unsigned).await.status, 403);
    }
    let log = String::from_utf8(lines.0.lock().expect("lock not poisoned").clone()).expect("text");
    let logged: Vec<serde_json::Value> = log
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .map(|line| line["fields"].clone())
        .filter(|fields| {
            fields["message"] == "a payment script failed in a browser" || fields["name"] == "Accept.js"
        })
        .collect();
    let forms: Vec<_> = logged.iter().map(|fields| fields["form"].as_str().unwrap_or_default()).collect();
    assert_eq!(forms, ["card", "echeck"], "each error is logged once: {log}");
    assert!(log.contains("A script error has occurred.") && !log.contains("foreign"), "{log}");
    let nonce = between("data-tracks-nonce=\"");
    let track = |name: &'static str, prop: &'static str| {
        let salma = salma.clone();
        let nonce = nonce.to_owned();
        async move {
            let call = [
                ("action", "platform_tracks"),
                ("tracksNonce", nonce.as_str()),
                ("tracksEventName", name),
                ("tracksEventProp", prop),
            ];
            salma.post(action, &call).await
        }
    };
    let known = track(
        "product_page_view",
        r#"{"theme_type":"short_code","record_event_data":{"is_admin_event":false}}"#,
    )
    .await;
    assert_eq!(known.json()["success"], true, "{}", known.text());
    assert_eq!(track("anything_else", "{}").await.json()["success"], false);
    assert_eq!(track("product_page_view", r#"{"email":"salma@example.com"}"#).await.json()["success"], false);
    assert_eq!(track("product_page_view", "no json").await.json()["success"], false);
}

#[tokio::test]
async fn express_checkout_places_the_same_kind_of_order() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    let nonce = page
        .split("\"express\":{")
        .nth(1)
        .and_then(|rest| rest.split("\"nonce\":\"").nth(1))
        .and_then(|rest| rest.split('"').next())
        .expect("nonce")
        .to_owned();
    let token = shop.card("4111111111111111").await.token;
    let body = format!(
        r#"{{"billing_address":{{"first_name":"سلمى","last_name":"الخطيب","address_1":"5100 Maple St","city":"ديربورن","country":"US","postcode":"48126","phone":"+13135550142","email":"salma@example.com"}},
            "expected_total":"1800","payment_method":"authorize_net_cim_credit_card","payment_data":[
            {{"key":"wc-authorize-net-cim-credit-card-payment-nonce","value":"{token}"}},
            {{"key":"wc-authorize-net-cim-credit-card-payment-descriptor","value":"COMMON.ACCEPT.INAPP.PAYMENT"}}]}}"#
    );
    let url = "/ar/wp-json/wc/store/v1/checkout";
    let headers = |nonce: &str| {
        vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("sec-fetch-site".to_owned(), "same-origin".to_owned()),
            ("x-wc-store-api-nonce".to_owned(), nonce.to_owned()),
            ("idempotency-key".to_owned(), "0123456789abcdef0123456789abcdef".to_owned()),
        ]
    };
    let post = async |nonce: &str| {
        let headers = headers(nonce);
        let headers: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        salma.send(Method::POST, url, Some(body.clone()), &headers).await
    };
    assert_eq!(post("").await.status, 401);
    assert_eq!(post(&"0".repeat(32)).await.status, 403);
    let placed = post(&nonce).await;
    assert_eq!(placed.status, 200, "{}", placed.text());
    let redirect = placed.json()["payment_result"]["redirect_url"].as_str().expect("redirect URL").to_owned();
    assert!(salma.get(&redirect).await.visible_text().contains("استلمنا طلبك"));
    assert_eq!(
        post(&nonce).await.json()["payment_result"]["redirect_url"],
        redirect,
        "the same key gives the same order"
    );
    assert_eq!(shop.sim.ledger().len(), 1);
}

/// [CONF-B19]
#[tokio::test]
async fn a_partial_refund_is_reported_as_partial() {
    let shop = TestShop::open().await;
    shop.staff("noura@example.com", false).await;
    let (_, landed) = buy_as_guest(&shop).await;
    shop.sim.settle();
    let number = landed.split('/').nth(4).expect("order number").to_owned();
    let one = format!("/ar/wp-admin/orders/{number}/");
    let noura = staff_in(&shop, "noura@example.com").await;
    noura.submit(&one, &format!("{one}refund/"), &[("amount", "2.50")]).await;
    let mailbox = shop.open_mailbox().await;
    let emails = mailbox.wait_for(3).await;
    let email = emails.iter().find(|email| email.subject.contains("رددنا")).expect("refund email");
    assert_eq!(email.subject, format!("رددنا إليك جزءًا من مبلغ الطلب رقم {number}"));
    let sentence =
        format!("من الطلب رقم {number} إلى البطاقة المنتهية بـ 1111. يظهر المبلغ خلال أيام عمل قليلة.");
    assert!(email.text.contains("رددنا 2.50") && email.text.contains(&sentence), "{}", email.text);

    let (_, landed) = buy_as_guest(&shop).await;
    shop.sim.settle();
    let number = landed.split('/').nth(4).expect("order number").to_owned();
    let one = format!("/ar/wp-admin/orders/{number}/");
    noura.submit(&one, &format!("{one}refund/"), &[("amount", "18.00")]).await;
    let emails = mailbox.wait_for(6).await;
    let whole = format!("رددنا إليك مبلغ الطلب رقم {number}");
    assert!(emails.iter().any(|email| email.subject == whole), "no email about the full refund");
}

/// [CONF-B21]
#[tokio::test]
async fn removed_staff_are_signed_out_at_once() {
    let shop = TestShop::open().await;
    shop.staff("noura@example.com", false).await;
    shop.staff("badr@example.com", true).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    assert_eq!(noura.get("/ar/wp-admin/orders/").await.status, 200);
    let matjar = |args: &[&str]| {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_matjar"))
            .arg("staff")
            .args(args)
            .env("DATABASE_STAFF_URL", shop.database().url("STAFF_").expect("url"))
            .output()
            .expect("matjar runs");
        (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let (_, list) = matjar(&["list"]);
    assert!(list.contains("noura@example.com") && list.contains("badr@example.com"), "{list}");
    assert!(matjar(&["remove", "--email", "Noura@example.com"]).0);
    assert_eq!(noura.get("/ar/wp-admin/orders/").await.status, 404, "signed out at once");
    let (_, list) = matjar(&["list"]);
    assert!(!list.contains("noura") && list.contains("badr@example.com"), "{list}");
    assert!(!matjar(&["remove", "--email", "noura@example.com"]).0, "removing again fails");
    let log: Vec<(String, String)> =
        sqlx::query_as("select actor, subject from audit_log where action = 'staff-removed'")
            .fetch_all(&shop.db)
            .await
            .expect("audit");
    let id: i64 = sqlx::query_scalar("select id from staff where email_key = 'noura@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("the row is kept");
    assert_eq!(log, [("shell".to_owned(), format!("staff {id}"))]);
}

/// [CONF-B17] A decline redirects to a page that the browser can return to.
#[tokio::test]
async fn a_decline_on_order_pay_has_its_own_url() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let placed = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let pay =
        placed.location().replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let when =
        RequestMatcher { kind: Some("authCaptureTransaction".to_owned()), ..RequestMatcher::default() };
    let fault = Fault::Decline { code: None };
    shop.sim.set_rules(vec![FaultRule { when, fault, times: Some(1), percent: None }]);
    let token = shop.card("4111111111111111").await;
    let declined = crate::checkout::pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(
        (declined.status.as_u16(), declined.location()),
        (303, format!("{pay}&notice=declined").as_str())
    );
    let page = salma.get(declined.location()).await;
    assert_eq!(page.status, 200);
    assert!(page.visible_text().contains("رفض المصرف العملية."), "{}", page.visible_text());
    let token = shop.card("4111111111111111").await;
    let paid = crate::checkout::pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), placed.location());
    assert_eq!(
        salma.get(declined.location()).await.location(),
        placed.location(),
        "the declined page redirects to the paid order"
    );
}
