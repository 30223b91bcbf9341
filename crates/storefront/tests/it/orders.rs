//! Orders after they are placed: notices, refunds, staff, saved methods, letters, forgetting.

use http::{Method, StatusCode};
use paysim::{Rule, Then, When};
use testkit::{
    Answer, Options, Purchase, Shopper, TestShop,
    customers::{PASSWORD, SECRET},
    hidden_fields,
};

const NOTICES: &str = "/ar/wp-json/matjar/v1/payment-notices";

async fn state(shop: &TestShop) -> String {
    sqlx::query_scalar("select state from orders order by id desc limit 1")
        .fetch_one(&shop.db)
        .await
        .expect("an order")
}

/// A browser in which somebody of the shop has just signed in.
pub async fn staff_in(shop: &TestShop, email: &str) -> Shopper {
    let shopper = shop.shopper();
    let codes = totp_rs::Builder::new().with_secret(SECRET).build().expect("codes");
    let at = u64::try_from(shop.clock().now().timestamp()).expect("after 1970");
    let code = codes.generate(at).to_string();
    let login = "/ar/wp-login.php";
    let fields = [("log", email), ("pwd", PASSWORD), ("code", code.as_str())];
    assert_eq!(shopper.submit(login, login, &fields).await.status, 303);
    shopper
}

async fn bought(shop: &TestShop) -> (Shopper, String) {
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let landed = salma.buy(shop).await;
    (salma, landed)
}

/// A notice as the provider sends it.
fn notice(id: &str, reference: &str, at: chrono::DateTime<chrono::Utc>) -> String {
    format!(
        r#"{{"notificationId":"{id}","eventType":"net.authorize.payment.authcapture.created","eventDate":"{}","webhookId":"w","payload":{{"responseCode":1,"entityName":"transaction","id":"{reference}"}}}}"#,
        at.format("%Y-%m-%dT%H:%M:%S%.3fZ")
    )
}

async fn send(shop: &TestShop, body: &str, signature: Option<&str>) -> Answer {
    let mut headers = vec![("content-type", "application/json")];
    if let Some(signature) = signature {
        headers.push(("x-anet-signature", signature));
    }
    shop.shopper().send(Method::POST, NOTICES, Some(body.to_owned()), &headers).await
}

#[tokio::test]
async fn a_notice_counts_only_with_its_signature_its_time_and_once() {
    let shop = TestShop::open().await;
    let (_, _) = bought(&shop).await;
    let reference = shop.sim.ledger()[0].trans_id.clone();
    let key = shop.sim.settings().signature_key.clone();
    let now = shop.clock().now();
    let body = notice("n-1", &reference, now);
    let right = paysim::signature(&key, body.as_bytes());

    assert_eq!(send(&shop, &body, None).await.status, StatusCode::FORBIDDEN);
    assert_eq!(send(&shop, &body, Some("")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(send(&shop, &body, Some("sha512=")).await.status, StatusCode::FORBIDDEN);
    let foreign = paysim::signature("another key", body.as_bytes());
    assert_eq!(send(&shop, &body, Some(&foreign)).await.status, StatusCode::FORBIDDEN);
    let other = notice("n-2", &reference, now);
    assert_eq!(
        send(&shop, &other, Some(&right)).await.status,
        StatusCode::FORBIDDEN,
        "signed for another body"
    );
    let old = notice("n-3", &reference, now - chrono::TimeDelta::seconds(301));
    let signed = paysim::signature(&key, old.as_bytes());
    assert_eq!(send(&shop, &old, Some(&signed)).await.status, StatusCode::FORBIDDEN, "replayed later");

    for _ in 0..3 {
        assert_eq!(send(&shop, &body, Some(&right)).await.status, StatusCode::OK);
    }
    let told: i64 =
        sqlx::query_scalar("select count(*) from webhook_inbox").fetch_one(&shop.db).await.expect("inbox");
    assert_eq!(told, 1);
    assert_eq!(checkout::jobs::read_notices(&shop.till()).await.expect("read"), 1);
    assert_eq!(checkout::jobs::read_notices(&shop.till()).await.expect("read"), 0);
    assert_eq!(state(&shop).await, "processing");
}

/// [CONF-B9] A card that is looked at is no eCheck.
#[tokio::test]
async fn a_payment_held_for_review_is_let_through_later() {
    let shop = TestShop::open().await;
    let when = When { kind: Some("authCaptureTransaction".to_owned()), ..When::default() };
    shop.sim.set_rules(vec![Rule { when, then: Then::Hold, times: Some(1), percent: None }]);
    let (salma, landed) = bought(&shop).await;
    assert_eq!(state(&shop).await, "on_hold");
    let held = salma.get(&landed).await.words();
    assert!(held.contains("بانتظار تأكيد المصرف"), "{held}");
    assert!(held.contains("تُراجَع عملية الدفع قبل تجهيز الطلب"), "{held}");
    assert!(!held.contains("الشيك الإلكتروني"), "{held}");
    let reference = shop.sim.ledger()[0].trans_id.clone();
    assert!(shop.sim.review(&reference, true));
    checkout::jobs::compare_books(&shop.till()).await.expect("books");
    assert_eq!(state(&shop).await, "processing");
}

/// As if the orders had been lost, the money not.
async fn lose_attempts(shop: &TestShop) {
    sqlx::query(
        "update payment_attempts set key = lpad(order_id::text, 20, 'Z'), provider_ref = 'nobody ' || order_id
         where provider_ref not like 'nobody%'",
    )
    .execute(&shop.db)
    .await
    .expect("lost");
}

async fn differences(shop: &TestShop) -> Vec<(String, String, String)> {
    sqlx::query_as("select kind, settled_by, held_for from payment_differences order by kind, id")
        .fetch_all(&shop.db)
        .await
        .expect("differences")
}

fn difference(kind: &str, settled_by: &str, held_for: &str) -> (String, String, String) {
    (kind.to_owned(), settled_by.to_owned(), held_for.to_owned())
}

fn undone(shop: &TestShop) -> usize {
    shop.sim.ledger().iter().filter(|entry| entry.status == "voided").count()
}

/// [SEC-H3]
#[tokio::test]
async fn a_charge_that_no_attempt_stands_for_is_undone_once_the_ledger_is_known() {
    let shop = TestShop::open().await;
    let till = shop.till();
    checkout::jobs::compare_books(&till).await.expect("a first reading");
    let (_, _) = bought(&shop).await;
    lose_attempts(&shop).await;
    checkout::jobs::compare_books(&till).await.expect("books");
    assert_eq!(undone(&shop), 1);
    assert_eq!(differences(&shop).await, [difference("missing", "", ""), difference("orphan", "voided", "")]);
    checkout::jobs::compare_books(&till).await.expect("books");
    assert_eq!(differences(&shop).await.len(), 2, "written down once");
}

/// [SEC-H3] [CONF-B0]
#[tokio::test]
async fn nothing_is_undone_when_the_ledger_is_read_for_the_first_time() {
    let shop = TestShop::open().await;
    let (_, _) = bought(&shop).await;
    lose_attempts(&shop).await;
    for _ in 0..2 {
        checkout::jobs::compare_books(&shop.till()).await.expect("books");
    }
    assert_eq!(undone(&shop), 0, "a fresh or restored database undoes nothing");
    assert_eq!(
        differences(&shop).await,
        [difference("missing", "", ""), difference("orphan", "", "before first reading")]
    );
}

/// [SEC-H3] [CONF-B0]
#[tokio::test]
async fn payments_of_another_shop_are_only_recorded() {
    let shop = TestShop::open().await;
    checkout::jobs::compare_books(&shop.till()).await.expect("a first reading");
    let (_, _) = bought(&shop).await;
    lose_attempts(&shop).await;
    sqlx::query("update shop_identity set id = gen_random_uuid()")
        .execute(&shop.db)
        .await
        .expect("another shop");
    sqlx::query("delete from payment_attempts").execute(&shop.db).await.expect("with nothing in its books");
    let reference = shop.sim.ledger()[0].trans_id.clone();
    // A server of that shop: the one above knows its own id by now.
    let mut shop = shop;
    shop.restart().await;
    let till = shop.till();
    let now = shop.clock().now();
    let body = notice("n-1", &reference, now);
    let signature = paysim::signature(&shop.sim.settings().signature_key, body.as_bytes());
    assert_eq!(send(&shop, &body, Some(&signature)).await.status, StatusCode::OK);
    assert_eq!(checkout::jobs::read_notices(&till).await.expect("read"), 1);
    for _ in 0..2 {
        checkout::jobs::compare_books(&till).await.expect("books");
    }
    assert_eq!(undone(&shop), 0);
    assert_eq!(differences(&shop).await, [difference("foreign", "not ours", "")]);
}

/// [SEC-H3]
#[tokio::test]
async fn a_restored_copy_undoes_nothing_until_a_person_allows_it() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let till = shop.till();
    checkout::jobs::compare_books(&till).await.expect("a first reading");
    for (what, sql) in [
        ("another database", "update payment_book set home = 'elsewhere'"),
        (
            "an older copy",
            "update payment_book set undo_from = now(), compared_at = now() - interval '2 hours'",
        ),
    ] {
        let (_, _) = bought(&shop).await;
        lose_attempts(&shop).await;
        sqlx::query(sql).execute(&shop.db).await.expect(what);
        for _ in 0..2 {
            checkout::jobs::compare_books(&till).await.expect("books");
        }
        assert_eq!(undone(&shop), 0, "{what}");
    }
    let kinds = differences(&shop).await;
    assert_eq!(kinds.iter().filter(|row| **row == difference("restored", "", "")).count(), 2, "{kinds:?}");
    assert_eq!(kinds.iter().filter(|row| **row == difference("orphan", "", "database restored")).count(), 2);

    // As the operations manual says.
    sqlx::query("update payment_book set undo_from = now()").execute(&shop.db).await.expect("allowed");
    let (_, _) = bought(&shop).await;
    lose_attempts(&shop).await;
    checkout::jobs::compare_books(&till).await.expect("books");
    assert_eq!(undone(&shop), 1, "and what waited for a person still does");
}

/// [SEC-H3]
#[tokio::test]
async fn no_more_than_five_an_hour_are_undone_and_the_rest_waits_for_a_person() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let till = shop.till();
    checkout::jobs::compare_books(&till).await.expect("a first reading");
    for _ in 0..7 {
        let (_, _) = bought(&shop).await;
    }
    lose_attempts(&shop).await;
    for _ in 0..3 {
        checkout::jobs::compare_books(&till).await.expect("books");
    }
    assert_eq!(undone(&shop), 5);
    let held =
        differences(&shop).await.into_iter().filter(|row| *row == difference("orphan", "", "too many"));
    assert_eq!(held.count(), 2);

    // A person voids one at the provider: its row is settled by itself.
    let open: String = sqlx::query_scalar(
        "select reference from payment_differences where held_for = 'too many' order by id limit 1",
    )
    .fetch_one(&shop.db)
    .await
    .expect("one of them");
    till.provider.void(&open).await.expect("voided by hand");
    checkout::jobs::compare_books(&till).await.expect("books");
    let held =
        differences(&shop).await.into_iter().filter(|row| *row == difference("orphan", "", "too many"));
    assert_eq!(held.count(), 1);
}

/// [SEC-L22]
#[tokio::test]
async fn one_bad_notice_keeps_no_other_from_being_read() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let till = shop.till();
    for number in 0..3 {
        let (_, _) = bought(&shop).await;
        let reference = shop.sim.ledger()[number].trans_id.clone();
        sqlx::query(
            "insert into webhook_inbox (provider, event_id, kind, reference, received_at)
             values ($1, $2, 'test', $3, now() + $4 * interval '1 second')",
        )
        .bind(till.provider.name())
        .bind(format!("n-{number}"))
        .bind(&reference)
        .bind(i32::try_from(number).expect("few"))
        .execute(&shop.db)
        .await
        .expect("a notice");
    }
    let bad = shop.sim.ledger()[0].trans_id.clone();
    let when = When { trans_id: Some(bad), ..When::default() };
    shop.sim.set_rules(vec![Rule { when, then: Then::Garbage, times: None, percent: None }]);

    assert_eq!(checkout::jobs::read_notices(&till).await.expect("read"), 3);
    let open: Vec<(String, i32)> =
        sqlx::query_as("select event_id, tries from webhook_inbox where done_at is null")
            .fetch_all(&shop.db)
            .await
            .expect("inbox");
    assert_eq!(open, [("n-0".to_owned(), 1)], "the others are done");
    assert_eq!(checkout::jobs::read_notices(&till).await.expect("read"), 0, "it waits for its next turn");
}

/// [SEC-L22]
#[tokio::test]
async fn one_bad_attempt_or_method_keeps_no_other_from_its_turn() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let till = shop.till();
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for account in ["987654321", "987654322"] {
        let (salma, token) = (shop.shopper(), shop.bank_account(account).await);
        salma.add(&honey.id, "1").await;
        let landed = salma.check_out(&Purchase::new().echeck(&token)).await;
        assert_eq!(landed.status, 303, "{}", landed.words());
    }
    // Both banks have paid. The provider is asked for each alone; the first answer makes no sense.
    shop.sim.settle();
    sqlx::query("update payment_attempts set look_at = created_at").execute(&shop.db).await.expect("due");
    let bad = shop.sim.ledger()[0].trans_id.clone();
    let when = When { trans_id: Some(bad.clone()), ..When::default() };
    let mut rules = vec![Rule { when, then: Then::Garbage, times: None, percent: None }];
    shop.sim.set_rules(rules.clone());
    assert_eq!(checkout::jobs::look_up_due(&till).await.expect("a look"), 2);
    let states: Vec<(String, String)> =
        sqlx::query_as("select provider_ref, state from payment_attempts order by created_at")
            .fetch_all(&shop.db)
            .await
            .expect("attempts");
    assert_eq!(states[0], (bad, "processing".to_owned()));
    assert_eq!(states[1].1, "captured");

    // The provider will not delete a method: stale orders are cancelled all the same.
    sqlx::query("insert into forgotten_methods (profile, method, at) values ('1', '2', now())")
        .execute(&shop.db)
        .await
        .expect("a method");
    let when = When { request: Some("deleteCustomerPaymentProfileRequest".to_owned()), ..When::default() };
    rules.push(Rule { when, then: Then::Garbage, times: None, percent: None });
    shop.sim.set_rules(rules);
    sqlx::query("update orders set state = 'pending', created_at = created_at - interval '8 days'")
        .execute(&shop.db)
        .await
        .expect("stale");
    sqlx::query("update payment_attempts set state = 'declined'").execute(&shop.db).await.expect("unpaid");
    checkout::jobs::tidy(&till).await.expect("tidied");
    assert_eq!(state(&shop).await, "cancelled");
    let tries: i32 =
        sqlx::query_scalar("select tries from forgotten_methods").fetch_one(&shop.db).await.expect("kept");
    assert_eq!(tries, 1);
}

#[tokio::test]
async fn a_customer_keeps_uses_and_forgets_methods_of_their_own() {
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
    assert_eq!(added.location(), "/ar/my-account/payment-methods/?told=added", "{}", added.words());
    let list = salma.get("/ar/my-account/payment-methods/").await;
    assert!(kernel::text::without_isolates(&list.words()).contains("تنتهي بـ 0015"), "{}", list.words());

    let id: String =
        sqlx::query_scalar("select id from saved_methods").fetch_one(&shop.db).await.expect("one");
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    badr.add(&honey.id, "1").await;
    let refused = badr.check_out(&Purchase::new().saved(&id)).await;
    assert_eq!(refused.status, 422, "another's method does not exist");
    let delete = format!("/ar/my-account/delete-payment-method/{id}/");
    let own = hidden_fields(&salma.get("/ar/my-account/payment-methods/").await.text(), &delete);
    let foreign: Vec<_> = own.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(badr.post(&delete, &foreign).await.status, StatusCode::FORBIDDEN, "with her nonce");
    let make = format!("/ar/my-account/set-default-payment-method/{id}/");
    assert_eq!(badr.post(&make, &foreign).await.status, StatusCode::FORBIDDEN);

    salma.add(&honey.id, "1").await;
    let paid = salma.check_out(&Purchase::new().saved(&id)).await;
    assert_eq!(paid.status, 303, "{}", paid.words());
    assert_eq!(shop.sim.ledger()[0].last4, "0015");
    let number = paid.location().split('/').nth(4).expect("a number").to_owned();
    assert_eq!(salma.get(&format!("/ar/my-account/view-order/{number}/")).await.status, 200);
    assert_eq!(
        badr.get(&format!("/ar/my-account/view-order/{number}/")).await.status,
        404,
        "another's order"
    );

    let gone = salma.submit("/ar/my-account/payment-methods/", &delete, &[]).await;
    assert_eq!(gone.location(), "/ar/my-account/payment-methods/?told=deleted");
    checkout::jobs::tidy(&shop.till()).await.expect("tidied");
    let left: i64 =
        sqlx::query_scalar("select count(*) from forgotten_methods").fetch_one(&shop.db).await.expect("none");
    assert_eq!(left, 0, "the provider has forgotten it too");
    salma.add(&honey.id, "1").await;
    assert_eq!(salma.check_out(&Purchase::new().saved(&id)).await.status, 422, "deleted is deleted");
}

/// [SEC-L15]
#[tokio::test]
async fn staff_finds_moves_refunds_and_exports_orders_and_others_see_nothing() {
    let shop = TestShop::open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("=cmd|عسل").price(1_000).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "3").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("a number").to_owned();
    let one = format!("/ar/wp-admin/orders/{number}/");
    assert_eq!(salma.get("/ar/wp-admin/orders/").await.status, 404);
    assert_eq!(salma.get(&one).await.status, 404);

    let noura = staff_in(&shop, "noura@example.com").await;
    let list = noura.get("/ar/wp-admin/orders/").await;
    assert!(list.words().contains(&number), "{}", list.words());
    for search in [number.as_str(), "salma@example.com"] {
        let found = noura.get(&format!("/ar/wp-admin/orders/?search={search}")).await;
        assert!(found.words().contains(&number), "{search}");
    }
    let refund = format!("{one}refund/");
    let asked = noura.submit(&one, &refund, &[("amount", "12.50")]).await;
    assert_eq!(asked.location(), format!("{one}?told=refunded"));
    let too_much = noura.submit(&one, &refund, &[("amount", "17.51")]).await;
    assert_eq!(too_much.location(), format!("{one}?told=not-refunded"), "never more than was paid");
    let told = kernel::text::without_isolates(&noura.get(too_much.location()).await.words());
    assert!(told.contains("أدخل مبلغًا لا يزيد على 17.50"), "{told}");
    shop.sim.settle();
    let key: String = sqlx::query_scalar("select key from refunds").fetch_one(&shop.db).await.expect("asked");
    checkout::jobs::give_back(&shop.till(), &key).await.expect("given back");
    let given: Vec<_> = shop.sim.ledger().into_iter().filter(|entry| entry.ref_trans_id.is_some()).collect();
    assert_eq!((given.len(), given[0].amount), (1, 1_250));
    assert_eq!(state(&shop).await, "processing", "a part of it");

    let page = noura.get(&one).await.text();
    let change = format!("{one}state/");
    let hidden = hidden_fields(&page, &change);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("state", "shipped"));
    assert_eq!(noura.post(&change, &fields).await.location(), format!("{one}?told=changed"));
    assert_eq!(
        noura.post(&change, &fields).await.location(),
        format!("{one}?told=not-changed"),
        "pressed twice"
    );
    assert_eq!(state(&shop).await, "shipped");
    let told = noura.get(&one).await.words();
    for words in ["مدفوع", "طُلب ردّ المبلغ12.50", "رُدّ المبلغ12.50", "في الطريق"]
    {
        assert!(told.contains(words), "«{words}» in {told}");
    }
    for word in ["captured", "refund", "shipped"] {
        assert!(!told.contains(word), "the history is told in Arabic, not by {word}");
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
    assert_eq!(named, 0, "two may have one name; the log names none");
}

#[tokio::test]
async fn forms_that_move_money_are_refused_from_elsewhere_and_without_their_nonce() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    let badr = shop.shopper();
    badr.add(&honey.id, "1").await;
    let token = shop.card("4111111111111111").await;
    let purchase = Purchase::new().card(&token);
    assert_eq!(badr.send_checkout(&page, &purchase).await.status, 403, "another's form");
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
async fn payment_pages_let_in_the_provider_and_nobody_else() {
    let shop = TestShop::open().await;
    let (salma, landed) = bought(&shop).await;
    let policy = |answer: &Answer| answer.header("content-security-policy").to_owned();
    let checkout = salma.get("/ar/checkout/").await;
    let provider = shop.sim.url();
    assert!(policy(&checkout).contains(&format!("script-src 'self' {provider};")), "{}", policy(&checkout));
    assert!(policy(&checkout).contains(&format!("connect-src 'self' {provider};")), "{}", policy(&checkout));
    assert_eq!(checkout.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    assert_eq!(checkout.header("cache-control"), "private, no-store");
    assert!(!policy(&salma.get("/ar/cart/").await).contains(&provider));
    assert_eq!(salma.get(&landed).await.header("cache-control"), "private, no-store");
}

/// Log lines of this thread, where a test's whole shop runs.
#[derive(Clone, Default)]
struct Lines(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no test panics in here").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// [PAY-54] [API-31]
#[tokio::test]
async fn scripts_that_fail_are_logged_and_known_events_are_counted() {
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
        let stranger =
            [("action", name.as_str()), ("security", ""), ("name", "foreign"), ("message", "foreign")];
        assert_eq!(salma.post(action, &stranger).await.status, 403);
    }
    let log = String::from_utf8(lines.0.lock().expect("no test panics in here").clone()).expect("text");
    let logged: Vec<serde_json::Value> = log
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .map(|line| line["fields"].clone())
        .filter(|fields| {
            fields["message"] == "a payment script failed in a browser" || fields["name"] == "Accept.js"
        })
        .collect();
    let forms: Vec<_> = logged.iter().map(|fields| fields["form"].as_str().unwrap_or_default()).collect();
    assert_eq!(forms, ["card", "echeck"], "each is written down once: {log}");
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
        .expect("a nonce")
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
    assert_eq!(post("").await.status, 403);
    let placed = post(&nonce).await;
    assert_eq!(placed.status, 200, "{}", placed.text());
    let to = placed.json()["payment_result"]["redirect_url"].as_str().expect("where to").to_owned();
    assert!(salma.get(&to).await.words().contains("استلمنا طلبك"));
    assert_eq!(
        post(&nonce).await.json()["payment_result"]["redirect_url"],
        to,
        "the same key, the same order"
    );
    assert_eq!(shop.sim.ledger().len(), 1);
}

/// [CONF-B19]
#[tokio::test]
async fn what_goes_back_in_part_is_told_as_a_part() {
    let shop = TestShop::open().await;
    shop.staff("noura@example.com", false).await;
    let (_, landed) = bought(&shop).await;
    shop.sim.settle();
    let number = landed.split('/').nth(4).expect("a number").to_owned();
    let one = format!("/ar/wp-admin/orders/{number}/");
    let noura = staff_in(&shop, "noura@example.com").await;
    noura.submit(&one, &format!("{one}refund/"), &[("amount", "2.50")]).await;
    let mailbox = shop.open_mailbox().await;
    let letters = mailbox.wait_for(3).await;
    let letter = letters.iter().find(|letter| letter.subject.contains("رددنا")).expect("a letter");
    assert_eq!(letter.subject, format!("رددنا إليك جزءًا من مبلغ الطلب رقم {number}"));
    let said = format!("من الطلب رقم {number} إلى البطاقة المنتهية بـ 1111. يظهر المبلغ خلال أيام عمل قليلة.");
    assert!(letter.text.contains("رددنا 2.50") && letter.text.contains(&said), "{}", letter.text);

    let (_, landed) = bought(&shop).await;
    shop.sim.settle();
    let number = landed.split('/').nth(4).expect("a number").to_owned();
    let one = format!("/ar/wp-admin/orders/{number}/");
    noura.submit(&one, &format!("{one}refund/"), &[("amount", "18.00")]).await;
    let letters = mailbox.wait_for(6).await;
    let whole = format!("رددنا إليك مبلغ الطلب رقم {number}");
    assert!(letters.iter().any(|letter| letter.subject == whole), "all of it");
}

/// [CONF-B21]
#[tokio::test]
async fn somebody_of_the_shop_is_let_in_no_more_at_once() {
    let shop = TestShop::open().await;
    shop.staff("noura@example.com", false).await;
    shop.staff("badr@example.com", true).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    assert_eq!(noura.get("/ar/wp-admin/orders/").await.status, 200);
    let matjar = |args: &[&str]| {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_matjar"))
            .arg("staff")
            .args(args)
            .env("DATABASE_STAFF_URL", shop.database().url("STAFF_").expect("an address"))
            .output()
            .expect("the program runs");
        (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let (_, list) = matjar(&["list"]);
    assert!(list.contains("noura@example.com") && list.contains("badr@example.com"), "{list}");
    assert!(matjar(&["remove", "--email", "Noura@example.com"]).0);
    assert_eq!(noura.get("/ar/wp-admin/orders/").await.status, 404, "signed out at once");
    let (_, list) = matjar(&["list"]);
    assert!(!list.contains("noura") && list.contains("badr@example.com"), "{list}");
    assert!(!matjar(&["remove", "--email", "noura@example.com"]).0, "there is nobody to remove");
    let log: Vec<(String, String)> =
        sqlx::query_as("select actor, subject from audit_log where action = 'staff-removed'")
            .fetch_all(&shop.db)
            .await
            .expect("audit");
    let id: i64 = sqlx::query_scalar("select id from staff where email_key = 'noura@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("her row stays");
    assert_eq!(log, [("shell".to_owned(), format!("staff {id}"))]);
}

/// [CONF-B17] The page that tells of a decline is one that a browser can come back to.
#[tokio::test]
async fn a_decline_on_order_pay_is_a_page_of_its_own() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let kept = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let pay =
        kept.location().replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let when = When { kind: Some("authCaptureTransaction".to_owned()), ..When::default() };
    let then = Then::Decline { code: None };
    shop.sim.set_rules(vec![Rule { when, then, times: Some(1), percent: None }]);
    let token = shop.card("4111111111111111").await;
    let declined = crate::checkout::pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(
        (declined.status.as_u16(), declined.location()),
        (303, format!("{pay}&told=declined").as_str())
    );
    let told = salma.get(declined.location()).await;
    assert_eq!(told.status, 200);
    assert!(told.words().contains("رفض المصرف العملية."), "{}", told.words());
    let token = shop.card("4111111111111111").await;
    let paid = crate::checkout::pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), kept.location());
    assert_eq!(salma.get(declined.location()).await.location(), kept.location(), "and back leads on");
}
