//! Checkout: from a cart to a paid order, against the simulated payment provider.

use paysim::{Fault, FaultRule, RequestMatcher};
use testkit::{Card, Options, Purchase, Shopper, TestResponse, TestShop, hidden_fields};

/// Applies a fault to the next charge only.
pub fn once(fault: Fault) -> FaultRule {
    let when =
        RequestMatcher { kind: Some("authCaptureTransaction".to_owned()), ..RequestMatcher::default() };
    FaultRule { when, fault, times: Some(1), percent: None }
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

/// Returns the pieces on hand and reserved.
async fn stock(shop: &TestShop, sku: &str) -> (i64, i64) {
    sqlx::query_as("select on_hand / 100000, reserved / 100000 from stock_levels where sku = $1")
        .bind(sku)
        .fetch_one(&shop.db)
        .await
        .expect("stock")
}

#[tokio::test]
async fn a_guest_pays_by_card_and_is_redirected_to_the_order() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").price(4_600).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "2").await;

    let page = salma.get("/ar/checkout/").await;
    assert_eq!(page.status, 200, "{}", page.visible_text());
    let landed = salma.buy(&shop).await;
    assert!(landed.starts_with("/ar/checkout/order-received/"), "{landed}");

    let received = salma.get(&landed).await;
    assert_eq!(received.status, 200);
    assert!(received.visible_text().contains("استلمنا طلبك"), "{}", received.visible_text());
    assert_eq!(order_states(&shop).await, [("processing".to_owned(), Some("captured".to_owned()))]);
    assert_eq!(stock(&shop, &honey.sku).await, (98, 0));
    let charges = shop.sim.ledger();
    assert_eq!(charges.len(), 1);
    assert!(salma.get("/ar/cart/").await.visible_text().contains("سلتك فارغة"));
}

#[tokio::test]
async fn a_decline_keeps_cart_and_form_and_the_next_attempt_succeeds() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Fault::Decline { code: None })]);

    let token = shop.card("4111111111111111").await;
    let refused = salma.check_out(&Purchase::new().card(&token)).await;
    assert_eq!(refused.status, 422, "{}", refused.visible_text());
    assert!(
        refused.visible_text().contains("حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى."),
        "{}",
        refused.visible_text()
    );
    assert!(refused.text().contains("5100 Maple St"), "the submitted values are shown again");
    assert_eq!(stock(&shop, &honey.sku).await, (100, 0));

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

#[tokio::test]
async fn a_form_submitted_many_times_creates_one_order() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Fault::Slow { ms: 400 })]);
    let token = shop.card("4111111111111111").await;
    let purchase = Purchase::new().card(&token);
    let page = salma.get("/ar/checkout/").await.text();

    let submissions = (0..8).map(|_| salma.send_checkout(&page, &purchase));
    let answers = futures_util::future::join_all(submissions).await;
    for answer in &answers {
        assert_eq!(answer.status, 303, "{}", answer.visible_text());
    }
    let locations: Vec<_> = answers.iter().map(|answer| answer.location().to_owned()).collect();
    assert!(locations.iter().all(|url| url.starts_with("/ar/checkout/order-received/")), "{locations:?}");
    assert!(locations.iter().all(|url| *url == locations[0]), "{locations:?}");
    assert_eq!(shop.sim.ledger().len(), 1);
    assert_eq!(stock(&shop, &honey.sku).await, (99, 0));
}

#[tokio::test]
async fn every_missing_field_is_reported_at_once() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;

    let refused = salma.check_out(&Purchase::empty().with(&[("billing_email", "salma@")])).await;
    assert_eq!(refused.status, 422);
    let words = kernel::text::without_isolates(&refused.visible_text());
    for label in ["الاسم الأول", "اسم العائلة", "الدولة", "العنوان", "المدينة", "رقم الهاتف"]
    {
        assert!(words.contains(&format!("حقل «{label}» مطلوب.")), "{label} in {words}");
    }
    for text in ["أدخل بريدًا إلكترونيًا صالحًا.", "وافق على الشروط والأحكام لإتمام الطلب.", "اختر طريقة الدفع."]
    {
        assert!(words.contains(text), "{text} in {words}");
    }
    assert!(!words.contains("حقل «رقم الشقة أو المنزل» مطلوب"), "the field is optional");
    assert!(order_states(&shop).await.is_empty());
}

#[tokio::test]
async fn a_changed_total_is_shown_and_must_be_confirmed() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    sqlx::query("update products set regular_minor = 2500").execute(&shop.db).await.expect("price changed");

    let token = shop.card("4111111111111111").await;
    let refused = salma.send_checkout(&page, &Purchase::new().card(&token)).await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.visible_text().contains("تغيّر إجمالي طلبك. راجعه ثم أكّد الطلب من جديد."),
        "{}",
        refused.visible_text()
    );
    assert!(shop.sim.ledger().is_empty());

    salma.buy(&shop).await;
    assert_eq!(shop.sim.ledger()[0].amount, 2_500);
}

#[tokio::test]
async fn sold_out_products_are_named_and_nothing_is_charged() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(1).make(&shop.db).await;
    let (salma, badr) = (shop.shopper(), shop.shopper());
    salma.add(&honey.id, "1").await;
    badr.add(&honey.id, "1").await;
    salma.buy(&shop).await;

    let token = shop.card("4111111111111111").await;
    let refused = badr.check_out(&Purchase::new().card(&token)).await;
    assert_eq!(refused.status, 422);
    let words = kernel::text::without_isolates(&refused.visible_text());
    assert!(words.contains("الكمية المطلوبة من المنتج «عسل سدر» لم تعد متوفرة."), "{words}");
    assert_eq!(shop.sim.ledger().len(), 1);
}

#[tokio::test]
async fn a_charge_with_a_lost_response_is_looked_up_and_never_repeated() {
    let shop = TestShop::open_with(Options { payment_timing_seconds: (1, 3), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Fault::SwallowAfter)]);

    let landed = salma.buy(&shop).await;
    let waiting = salma.get(&landed).await;
    assert!(waiting.visible_text().contains("نؤكّد دفع طلبك"), "{}", waiting.visible_text());
    assert!(waiting.visible_text().contains("حدثت مشكلة أثناء معالجة الدفع."), "{}", waiting.visible_text());
    assert_eq!(order_states(&shop).await, [("pending".to_owned(), Some("unknown".to_owned()))]);

    wait_for_state(&shop, "captured").await;
    assert_eq!(order_states(&shop).await, [("processing".to_owned(), Some("captured".to_owned()))]);
    assert_eq!(shop.sim.ledger().len(), 1, "charged once");
    assert!(salma.get(&landed).await.visible_text().contains("استلمنا طلبك"));
    assert_eq!(stock(&shop, &honey.sku).await, (99, 0));
}

#[tokio::test]
async fn a_charge_that_never_arrived_releases_the_stock() {
    let shop = TestShop::open_with(Options { payment_timing_seconds: (1, 3), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Fault::SwallowBefore)]);

    salma.buy(&shop).await;
    assert_eq!(stock(&shop, &honey.sku).await, (100, 1), "reserved while the outcome is unknown");
    wait_for_state(&shop, "declined").await;
    assert_eq!(order_states(&shop).await, [("failed".to_owned(), Some("declined".to_owned()))]);
    assert_eq!(stock(&shop, &honey.sku).await, (100, 0));
}

#[tokio::test]
async fn an_unpaid_order_is_paid_by_its_link() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    // Without scripts there is no payment token; the order is placed unpaid.
    let placed = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    assert_eq!(placed.status, 303, "{}", placed.visible_text());
    let landed = placed.location().to_owned();
    let unpaid = salma.get(&landed).await;
    assert!(unpaid.visible_text().contains("حفظنا طلبك لدفعه لاحقًا."), "{}", unpaid.visible_text());
    assert_eq!(stock(&shop, &honey.sku).await, (100, 0), "no stock is reserved before payment");

    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let token = shop.card("4111111111111111").await;
    let paid = pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), landed, "{}", paid.visible_text());
    assert_eq!(order_states(&shop).await, [("processing".to_owned(), Some("captured".to_owned()))]);
    assert_eq!(salma.get(&pay).await.status, 303, "a paid order cannot be paid again");
    let wrong = pay.replace("key=wc_order_", "key=wc_order_X");
    assert_eq!(salma.get(&wrong).await.status, 404);
    assert_eq!(
        salma.get(landed.split('?').next().expect("path")).await.status,
        404,
        "an order needs its key"
    );
}

/// [API-40] [CONF-B14]: also on the order-pay page.
#[tokio::test]
async fn an_expired_order_pay_form_is_shown_again_and_charges_nothing() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let placed = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let landed = placed.location().to_owned();
    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let token = shop.card("4111111111111111").await;
    let page = salma.get(&pay).await.text();
    let mut fields = hidden_fields(&page, &pay);
    fields.retain(|(name, _)| !name.starts_with("wc-authorize"));
    for (name, value) in &mut fields {
        if name == "woocommerce-pay-nonce" {
            *value = "0".repeat(32);
        }
    }
    let purchase = Purchase::empty().card(&token);
    let submitted = purchase.fields();
    let all: Vec<_> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(submitted).collect();
    let refused = salma.post(&pay, &all).await;
    assert_eq!(refused.status, 403);
    assert!(refused.visible_text().contains("ولم يُدفع شيء."), "{}", refused.visible_text());
    assert!(refused.text().contains(r#"id="order_review""#), "the form is shown again");
    assert!(shop.sim.ledger().is_empty());

    let paid = pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), landed, "{}", paid.visible_text());
}

/// The page of a payment that is being confirmed polls this call.
#[tokio::test]
async fn the_order_status_call_requires_the_order_key() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let placed = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let landed = placed.location().to_owned();
    let number = landed.split('/').rev().nth(1).expect("order number").to_owned();
    let key = landed.split("key=").nth(1).expect("order key").to_owned();
    let order_status =
        async |key: &str| shop.shopper().call("order_status", &[("order", &number), ("key", key)]).await;
    assert_eq!(order_status(&key).await.json(), serde_json::json!({"kind": "unpaid"}));
    assert_eq!(order_status("wc_order_another").await.status, 404);
    assert_eq!(salma.call("order_status", &[("order", &number)]).await.status, 400);

    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let token = shop.card("4111111111111111").await;
    pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(order_status(&key).await.json(), serde_json::json!({"kind": "paid"}));
}

/// The summary is an island: the response contains its props, not markup.
#[tokio::test]
async fn a_changed_address_returns_the_props_of_the_order_summary() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    let nonce = hidden_fields(&page, "/ar/checkout/")
        .into_iter()
        .find_map(|(name, value)| (name == "woocommerce-process-checkout-nonce").then_some(value))
        .expect("nonce");
    let answer = salma.call("update_order_review", &[("security", &nonce), ("country", "US")]).await.json();
    assert_eq!(answer["result"], "success");
    let fragments = answer["fragments"].as_object().expect("fragments");
    assert_eq!(fragments.keys().collect::<Vec<_>>(), [r#"[data-region="order-summary"] > script"#]);
    let html = fragments.values().next().and_then(|html| html.as_str()).expect("html");
    let props = html
        .strip_prefix(r#"<script type="application/json">"#)
        .and_then(|rest| rest.strip_suffix("</script>"))
        .expect("script element");
    let props: serde_json::Value = serde_json::from_str(props).expect("props");
    assert_eq!(props["lines"][0]["name"], "عسل سدر");
    let minor: i64 = props["totalMinor"].as_str().expect("text").parse().expect("number");
    assert_eq!(props["totalAmount"], format!("{}.{:02}", minor / 100, minor % 100));
}

#[tokio::test]
async fn concurrent_payments_of_one_order_charge_once() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let placed = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let pay =
        placed.location().replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    shop.sim.set_rules(vec![once(Fault::Slow { ms: 300 })]);

    let mut attempts = Vec::new();
    for _ in 0..6 {
        let token = shop.card("4111111111111111").await;
        let friend = shop.shopper();
        let pay = pay.clone();
        attempts.push(async move { pay_order(&friend, &pay, &Purchase::empty().card(&token)).await });
    }
    let answers = futures_util::future::join_all(attempts).await;
    assert!(
        answers.iter().all(|answer| answer.status == 303),
        "{:?}",
        answers.iter().map(|a| a.status).collect::<Vec<_>>()
    );
    let charges = shop.sim.ledger();
    assert_eq!(charges.len(), 1, "{charges:?}");
}

#[tokio::test]
async fn an_echeck_waits_for_settlement_and_may_be_returned() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let token = shop.bank_account("987654321").await;
    let landed = salma.check_out(&Purchase::new().echeck(&token)).await;
    assert_eq!(landed.status, 303, "{}", landed.visible_text());
    assert_eq!(order_states(&shop).await, [("on_hold".to_owned(), Some("processing".to_owned()))]);
    assert_eq!(stock(&shop, &honey.sku).await, (100, 1), "reserved until settlement");

    shop.sim.settle();
    let payment_context = shop.payment_context();
    payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
    assert_eq!(order_states(&shop).await, [("processing".to_owned(), Some("captured".to_owned()))]);
    assert_eq!(stock(&shop, &honey.sku).await, (99, 0));

    let paid = shop.sim.ledger()[0].trans_id.clone();
    assert!(shop.sim.return_payment(&paid));
    payments::jobs::reconcile(&payment_context).await.expect("reconciliation");
    assert_eq!(order_states(&shop).await, [("failed".to_owned(), Some("returned".to_owned()))]);
    assert_eq!(
        stock(&shop, &honey.sku).await,
        (100, 0),
        "the stock is released, because nothing was shipped"
    );
    assert_eq!(provider_balance(&shop).await, 0, "the capture and the return cancel out");
}

#[tokio::test]
async fn a_late_capture_without_stock_is_refunded() {
    let shop = TestShop::open_with(Options { payment_timing_seconds: (1, 3), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").stock(1).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Fault::SwallowAfter)]);
    salma.buy(&shop).await;
    // Break the invariant that stock stays reserved while a payment is in progress.
    sqlx::query("select release_stock('order ' || id) from orders")
        .execute(&shop.db)
        .await
        .expect("released");
    let badr = shop.shopper();
    badr.add(&honey.id, "1").await;
    badr.buy(&shop).await;

    wait_for_state(&shop, "captured").await;
    let payment_context = shop.payment_context();
    let key: String =
        sqlx::query_scalar("select key from refunds").fetch_one(&shop.db).await.expect("refund key");
    payments::jobs::refund_payment(&payment_context, &key).await.expect("refunded");
    let states = order_states(&shop).await;
    assert_eq!(states[0].0, "refunded");
    assert_eq!(states[1].0, "processing");
    assert_eq!(stock(&shop, &honey.sku).await, (0, 0), "stock is never negative");
    let voided: Vec<_> = shop.sim.ledger().into_iter().filter(|entry| entry.status == "voided").collect();
    assert_eq!(voided.len(), 1);
    payments::jobs::refund_payment(&payment_context, &key).await.expect("repeated refund");
    assert_eq!(provider_balance(&shop).await, 1_800, "only the second charge remains");
}

#[tokio::test]
async fn a_card_number_in_another_field_is_refused() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let token = shop.card("4111111111111111").await;
    let purchase = Purchase::new().card(&token).with(&[("order_comments", "رقم بطاقتي 4111 1111 1111 1111")]);
    let refused = salma.check_out(&purchase).await;
    assert_eq!(refused.status, 422);
    let words = kernel::text::without_isolates(&refused.visible_text());
    assert!(words.contains("لا تكتب رقم بطاقتك في حقل «ملاحظات على الطلب»."), "{words}");
    assert!(!refused.text().contains("4111 1111 1111 1111"), "the number is not shown again");
    let dump: String = sqlx::query_scalar("select coalesce(string_agg(orders::text, ''), '') from orders")
        .fetch_one(&shop.db)
        .await
        .expect("orders");
    assert!(!dump.contains("4111"));
}

/// [PAY-41] [PAY-64]: card type and expiry as submitted, before the provider is called.
#[tokio::test]
async fn an_unsupported_card_type_is_refused_by_name() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    for (number, text) in [
        ("6759649826438453", "بطاقة مايسترو غير صالحة."),
        ("6230000000000009", "بطاقة يونيون باي غير صالحة."),
    ] {
        let card = shop.card(number).await;
        let refused = salma.check_out(&Purchase::new().card(&card)).await;
        let words = kernel::text::without_isolates(&refused.visible_text());
        assert!(words.contains(text), "{text} in {words}");
    }
    let card = Card { brand: "", ..shop.card("4111111111111111").await };
    let refused = salma.check_out(&Purchase::new().card(&card)).await;
    assert!(refused.visible_text().contains("هذه البطاقة غير صالحة."), "{}", refused.visible_text());
    let card = shop.card("4111111111111111").await;
    for (month, year) in [("12", "2020"), ("13", "2038"), ("", "")] {
        let old = [
            ("wc-authorize-net-cim-credit-card-exp-month", month),
            ("wc-authorize-net-cim-credit-card-exp-year", year),
        ];
        let refused = salma.check_out(&Purchase::new().card(&card).with(&old)).await;
        assert!(refused.visible_text().contains("تاريخ انتهاء البطاقة غير صالح."), "{month}/{year}");
    }
    assert!(shop.sim.ledger().is_empty());
}

/// The brand that the browser sends is not trusted; the provider reports the charged brand.
/// [CONF-B7] [PAY-41] [PAY-64]
#[tokio::test]
async fn a_charge_on_an_unsupported_card_type_is_voided() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    sqlx::raw_sql("insert into coupons (code, kind, value, max_uses) values ('مرة', 'percent', 1000, 1)")
        .execute(&shop.db)
        .await
        .expect("coupon");
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.call("apply_coupon", &[("coupon_code", "مرة")]).await;
    for (number, text) in
        [("6759649826438453", "بطاقة مايسترو غير صالحة."), ("6230000000000009", "هذه البطاقة غير صالحة.")]
    {
        let card = Card { brand: "visa", ..shop.card(number).await };
        let refused = salma.check_out(&Purchase::new().card(&card)).await;
        let words = kernel::text::without_isolates(&refused.visible_text());
        assert_eq!(refused.status, 422, "{words}");
        assert!(words.contains(text), "{text} in {words}");
        assert!(!words.contains("رفض المصرف"), "the bank did not decline: {words}");
        assert!(refused.text().contains("5100 Maple St"), "the submitted values are shown again");
        assert_eq!(stock(&shop, &honey.sku).await, (100, 0));
    }
    let statuses: Vec<_> = shop.sim.ledger().into_iter().map(|entry| entry.status).collect();
    assert_eq!(statuses, ["voided", "voided"]);
    assert_eq!(provider_balance(&shop).await, 0);
    payments::jobs::reconcile(&shop.payment_context()).await.expect("reconciliation");
    let discrepancies: i64 = sqlx::query_scalar("select count(*) from reconciliation_discrepancies")
        .fetch_one(&shop.db)
        .await
        .expect("discrepancies");
    assert_eq!(discrepancies, 0, "both ledgers agree");

    salma.buy(&shop).await;
    assert_eq!(
        shop.sim.ledger().last().map(|entry| entry.amount),
        Some(1_620),
        "the coupon use was released"
    );
}

/// [CONF-B7] The responses to the charge and to the void are both lost.
#[tokio::test]
async fn an_unsupported_card_type_found_by_the_reconciler_is_voided() {
    let shop = TestShop::open_with(Options { payment_timing_seconds: (1, 3), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let lose_response = |kind: &str| FaultRule {
        when: RequestMatcher { kind: Some(kind.to_owned()), ..RequestMatcher::default() },
        fault: Fault::SwallowAfter,
        times: Some(1),
        percent: None,
    };
    shop.sim.set_rules(vec![lose_response("authCaptureTransaction"), lose_response("voidTransaction")]);
    let card = Card { brand: "visa", ..shop.card("6759649826438453").await };
    let placed = salma.check_out(&Purchase::new().card(&card)).await;
    assert_eq!(placed.status, 303, "the outcome is unknown: {}", placed.visible_text());

    wait_for_state(&shop, "voided").await;
    assert_eq!(order_states(&shop).await, [("failed".to_owned(), Some("voided".to_owned()))]);
    assert_eq!(shop.sim.ledger().iter().map(|entry| entry.status).collect::<Vec<_>>(), ["voided"]);
    assert_eq!((stock(&shop, &honey.sku).await, provider_balance(&shop).await), ((100, 0), 0));
}

/// [CONF-B7] [PAY-62] [PAY-63] The same for express checkout and for adding a saved method.
#[tokio::test]
async fn express_checkout_and_saved_methods_refuse_unsupported_card_types() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    let nonce = page.split("\"express\":{").nth(1).and_then(|rest| rest.split("\"nonce\":\"").nth(1));
    let nonce = nonce.and_then(|rest| rest.split('"').next()).unwrap_or_default();
    assert_eq!(nonce.len(), 32, "the page has an express nonce");
    let card = shop.card("6759649826438453").await;
    let address: serde_json::Map<String, serde_json::Value> = testkit::BUYER
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix("billing_")?.to_owned(), (*value).into())))
        .collect();
    let body = serde_json::json!({
        "billing_address": address,
        "payment_method": "authorize_net_cim_credit_card",
        "payment_data": [
            {"key": "wc-authorize-net-cim-credit-card-payment-nonce", "value": card.token},
            {"key": "wc-authorize-net-cim-credit-card-payment-descriptor", "value": "COMMON.ACCEPT.INAPP.PAYMENT"},
        ],
        "expected_total": "1800",
    });
    let headers = [
        ("content-type", "application/json"),
        ("sec-fetch-site", "same-origin"),
        ("x-wc-store-api-nonce", nonce),
        ("idempotency-key", "0123456789abcdef0123"),
    ];
    let url = "/ar/wp-json/wc/store/v1/checkout";
    let refused = salma.send(http::Method::POST, url, Some(body.to_string()), &headers).await;
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert!(kernel::text::without_isolates(&refused.text()).contains("بطاقة مايسترو غير صالحة."));
    assert_eq!(shop.sim.ledger()[0].status, "voided");

    let add = "/ar/my-account/add-payment-method/";
    let card = Card { brand: "visa", ..shop.card("6759649826438453").await };
    let mut fields = hidden_fields(&salma.get(add).await.text(), add);
    fields.retain(|(name, _)| !name.starts_with("wc-"));
    let purchase = Purchase::empty().card(&card);
    let all: Vec<_> =
        fields.iter().map(|(name, value)| (&**name, &**value)).chain(purchase.fields()).collect();
    let refused = salma.post(add, &all).await;
    assert_eq!(refused.status, 422);
    assert!(kernel::text::without_isolates(&refused.visible_text()).contains("بطاقة مايسترو غير صالحة."));
    let saved_methods: i64 =
        sqlx::query_scalar("select count(*) from saved_methods").fetch_one(&shop.db).await.expect("count");
    assert_eq!(saved_methods, 0);
}

/// Buys once, inserts `count` earlier attempts of the same buyer, and buys again. Returns the response and the number
/// of charges.
async fn buy_after_attempts(count: i32, state: &str, minutes_ago: i32) -> (TestResponse, usize) {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.buy(&shop).await;
    salma.add(&honey.id, "1").await;
    sqlx::query(
        "insert into payment_attempts (key, order_id, amount_minor, kind, state, placed_by, address, created_at, changed_at)
         select lpad(n::text, 20, '0'), order_id, 100, 'card', $2, placed_by, address,
                created_at - make_interval(mins => $3), created_at
         from payment_attempts, generate_series(1, $1) n",
    )
    .bind(count)
    .bind(state)
    .bind(minutes_ago)
    .execute(&shop.db)
    .await
    .expect("attempts inserted");
    let token = shop.card("4111111111111111").await;
    let answer = salma.check_out(&Purchase::new().card(&token)).await;
    (answer, shop.sim.ledger().len())
}

#[tokio::test]
async fn declines_and_frequent_attempts_are_throttled() {
    for (count, state, minutes_ago) in [(5, "declined", 1), (19, "voided", 30), (2, "voided", 0)] {
        let (refused, charges) = buy_after_attempts(count, state, minutes_ago).await;
        assert_eq!(
            (refused.status.as_u16(), charges),
            (422, 1),
            "{count} {state}, {minutes_ago} minutes ago"
        );
        assert!(refused.visible_text().contains("محاولات كثيرة في وقت قصير."), "{}", refused.visible_text());
    }
    for (count, state, minutes_ago) in [(4, "declined", 1), (18, "voided", 30), (5, "declined", 61)] {
        let (accepted, charges) = buy_after_attempts(count, state, minutes_ago).await;
        assert_eq!(
            (accepted.status.as_u16(), charges),
            (303, 2),
            "{count} {state}, {minutes_ago} minutes ago"
        );
    }
}

#[tokio::test]
async fn a_payment_that_stays_unknown_raises_an_alarm_without_the_provider() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let payment_context = shop.payment_context();
    let idle = payments::jobs::monitoring::measure(&payment_context).await.expect("measured");
    assert_eq!(idle.unknown_too_long, None);
    assert_eq!((idle.recent.tries, idle.recent.declined, idle.under_way["unknown"].0), (0, 0, 0));

    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.buy(&shop).await;
    sqlx::query(
        "update payment_attempts set state = 'unknown', look_at = created_at,
                created_at = created_at - interval '16 minutes'",
    )
    .execute(&shop.db)
    .await
    .expect("state changed");
    let measured = payments::jobs::monitoring::measure(&payment_context).await.expect("measured");
    let key: String =
        sqlx::query_scalar("select key from payment_attempts").fetch_one(&shop.db).await.expect("an attempt");
    assert_eq!(measured.unknown_too_long.as_ref().map(|attempt| &attempt.key), Some(&key), "{measured:?}");
    let (count, oldest) = measured.under_way["unknown"];
    assert_eq!((count, oldest.num_minutes()), (1, 16));
}

/// Looks up due attempts until the first one has the state `wanted`.
async fn wait_for_state(shop: &TestShop, wanted: &str) {
    let payment_context = shop.payment_context();
    for _ in 0..100 {
        payments::jobs::look_up_due(&payment_context).await.expect("lookup");
        if order_states(shop).await[0].1.as_deref() == Some(wanted) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("state is not {wanted}: {:?}", order_states(shop).await);
}

/// Returns the balance of the provider account in the ledger, and checks that every journal is balanced.
async fn provider_balance(shop: &TestShop) -> i64 {
    let unbalanced: i64 = sqlx::query_scalar(
        "select count(*) from (select journal_id from journal_entries group by 1 having sum(minor) <> 0) few",
    )
    .fetch_one(&shop.db)
    .await
    .expect("journals");
    assert_eq!(unbalanced, 0);
    sqlx::query_scalar(
        "select coalesce(sum(minor), 0)::bigint from journal_entries where account = 'provider'",
    )
    .fetch_one(&shop.db)
    .await
    .expect("provider balance")
}

pub async fn pay_order(shopper: &Shopper, url: &str, purchase: &Purchase) -> TestResponse {
    let page = shopper.get(url).await.text();
    if !page.contains("order_review") {
        return shopper.get(url).await;
    }
    let mut fields = hidden_fields(&page, url);
    fields.retain(|(name, _)| !name.starts_with("wc-authorize"));
    let submitted = purchase.fields();
    let all: Vec<_> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(submitted).collect();
    let answer = shopper.post(url, &all).await;
    shopper.follow_refusal(answer).await
}

#[tokio::test]
async fn the_card_icon_of_the_payment_plugin_is_served() {
    let shop = TestShop::open().await;
    let icon = shop.shopper().get("/ar/wp-content/plugins/woocommerce-payments/dist/cards.svg").await;
    assert_eq!(icon.status, 200);
    assert_eq!(icon.header("content-type"), "image/svg+xml; charset=utf-8");
}

#[tokio::test]
async fn two_concurrent_forms_of_one_cart_create_one_order() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Fault::Slow { ms: 500 })]);
    let (first, second) = (salma.get("/ar/checkout/").await.text(), salma.get("/ar/checkout/").await.text());
    let (one, two) = (shop.card("4111111111111111").await, shop.card("4111111111111111").await);
    let (one, two) = (Purchase::new().card(&one), Purchase::new().card(&two));
    let (one, two) = tokio::join!(salma.send_checkout(&first, &one), salma.send_checkout(&second, &two));
    assert_eq!(one.location(), two.location(), "{} {}", one.visible_text(), two.visible_text());
    assert_eq!(shop.sim.ledger().len(), 1);
    assert_eq!(stock(&shop, &honey.sku).await, (99, 0));
}
