//! From a cart to an order, against the provider's stand-in.

use paysim::{Rule, Then, When};
use testkit::{Answer, Card, Options, Purchase, Shopper, TestShop, hidden_fields};

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

#[tokio::test]
async fn the_same_form_sent_again_and_again_makes_one_order() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Then::Slow { ms: 400 })]);
    let token = shop.card("4111111111111111").await;
    let purchase = Purchase::new().card(&token);
    let page = salma.get("/ar/checkout/").await.text();

    let many = (0..8).map(|_| salma.send_checkout(&page, &purchase));
    let answers = futures_util::future::join_all(many).await;
    for answer in &answers {
        assert_eq!(answer.status, 303, "{}", answer.words());
    }
    let led: Vec<_> = answers.iter().map(|answer| answer.location().to_owned()).collect();
    assert!(led.iter().all(|to| to.starts_with("/ar/checkout/order-received/")), "{led:?}");
    assert!(led.iter().all(|to| *to == led[0]), "{led:?}");
    assert_eq!(shop.sim.ledger().len(), 1);
    assert_eq!(on_hand(&shop, &honey.sku).await, (99, 0));
}

#[tokio::test]
async fn everything_that_is_missing_is_named_at_once() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;

    let refused = salma.check_out(&Purchase::empty().with(&[("billing_email", "salma@")])).await;
    assert_eq!(refused.status, 422);
    let words = kernel::text::without_isolates(&refused.words());
    for label in ["الاسم الأول", "اسم العائلة", "الدولة", "العنوان", "المدينة", "رقم الهاتف"]
    {
        assert!(words.contains(&format!("حقل «{label}» مطلوب.")), "{label} in {words}");
    }
    for text in ["أدخل بريدًا إلكترونيًا صالحًا.", "وافق على الشروط والأحكام لإتمام الطلب.", "اختر طريقة الدفع."]
    {
        assert!(words.contains(text), "{text} in {words}");
    }
    assert!(!words.contains("حقل «رقم الشقة أو المنزل» مطلوب"), "it is optional");
    assert!(order_states(&shop).await.is_empty());
}

#[tokio::test]
async fn a_price_that_changed_is_shown_and_confirmed_again() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    sqlx::query("update products set regular_minor = 2500").execute(&shop.db).await.expect("a new price");

    let token = shop.card("4111111111111111").await;
    let refused = salma.send_checkout(&page, &Purchase::new().card(&token)).await;
    assert_eq!(refused.status, 422);
    assert!(refused.words().contains("تغيّر إجمالي طلبك. راجعه ثم أكّد الطلب من جديد."), "{}", refused.words());
    assert!(shop.sim.ledger().is_empty());

    salma.buy(&shop).await;
    assert_eq!(shop.sim.ledger()[0].amount, 2_500);
}

#[tokio::test]
async fn goods_that_are_gone_are_named_and_nothing_is_charged() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(1).make(&shop.db).await;
    let (salma, badr) = (shop.shopper(), shop.shopper());
    salma.add(&honey.id, "1").await;
    badr.add(&honey.id, "1").await;
    salma.buy(&shop).await;

    let token = shop.card("4111111111111111").await;
    let refused = badr.check_out(&Purchase::new().card(&token)).await;
    assert_eq!(refused.status, 422);
    let words = kernel::text::without_isolates(&refused.words());
    assert!(words.contains("الكمية المطلوبة من المنتج «عسل سدر» لم تعد متوفرة."), "{words}");
    assert_eq!(shop.sim.ledger().len(), 1);
}

#[tokio::test]
async fn an_answer_that_is_lost_is_looked_up_and_never_charged_again() {
    let shop = TestShop::open_with(Options { pay_seconds: (1, 3), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Then::SwallowAfter)]);

    let landed = salma.buy(&shop).await;
    let waiting = salma.get(&landed).await;
    assert!(waiting.words().contains("نؤكّد دفع طلبك"), "{}", waiting.words());
    assert!(waiting.words().contains("حدثت مشكلة أثناء معالجة الدفع."), "{}", waiting.words());
    assert_eq!(order_states(&shop).await, [("pending".to_owned(), Some("unknown".to_owned()))]);

    settle_soon(&shop, "captured").await;
    assert_eq!(order_states(&shop).await, [("processing".to_owned(), Some("captured".to_owned()))]);
    assert_eq!(shop.sim.ledger().len(), 1, "charged once");
    assert!(salma.get(&landed).await.words().contains("استلمنا طلبك"));
    assert_eq!(on_hand(&shop, &honey.sku).await, (99, 0));
}

#[tokio::test]
async fn a_charge_that_never_arrived_gives_the_goods_back() {
    let shop = TestShop::open_with(Options { pay_seconds: (1, 3), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Then::SwallowBefore)]);

    salma.buy(&shop).await;
    assert_eq!(on_hand(&shop, &honey.sku).await, (100, 1), "set aside while nobody knows");
    settle_soon(&shop, "declined").await;
    assert_eq!(order_states(&shop).await, [("failed".to_owned(), Some("declined".to_owned()))]);
    assert_eq!(on_hand(&shop, &honey.sku).await, (100, 0));
}

#[tokio::test]
async fn an_order_that_is_kept_to_be_paid_later_is_paid_by_its_link() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    // Without script there is no token: the order is kept all the same.
    let kept = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    assert_eq!(kept.status, 303, "{}", kept.words());
    let landed = kept.location().to_owned();
    let unpaid = salma.get(&landed).await;
    assert!(unpaid.words().contains("حفظنا طلبك لدفعه لاحقًا."), "{}", unpaid.words());
    assert_eq!(on_hand(&shop, &honey.sku).await, (100, 0), "nothing is set aside before somebody pays");

    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let token = shop.card("4111111111111111").await;
    let paid = pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), landed, "{}", paid.words());
    assert_eq!(order_states(&shop).await, [("processing".to_owned(), Some("captured".to_owned()))]);
    assert_eq!(salma.get(&pay).await.status, 303, "a paid order is not paid again");
    let wrong = pay.replace("key=wc_order_", "key=wc_order_X");
    assert_eq!(salma.get(&wrong).await.status, 404);
    assert_eq!(salma.get(landed.split('?').next().expect("a path")).await.status, 404, "no key, no order");
}

/// [API-40] [CONF-B14]: of an order that is paid later, too.
#[tokio::test]
async fn an_expired_form_of_an_unpaid_order_comes_back_and_pays_nothing() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let kept = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let landed = kept.location().to_owned();
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
    let wanted = purchase.fields();
    let all: Vec<_> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(wanted).collect();
    let refused = salma.post(&pay, &all).await;
    assert_eq!(refused.status, 403);
    assert!(refused.words().contains("ولم يُدفع شيء."), "{}", refused.words());
    assert!(refused.text().contains(r#"id="order_review""#), "the form is there again");
    assert!(shop.sim.ledger().is_empty());

    let paid = pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), landed, "{}", paid.words());
}

/// The page of a payment that is being confirmed asks for it.
#[tokio::test]
async fn the_status_of_an_order_is_told_to_whoever_has_its_key() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let kept = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let landed = kept.location().to_owned();
    let number = landed.split('/').rev().nth(1).expect("a number").to_owned();
    let key = landed.split("key=").nth(1).expect("a key").to_owned();
    let ask =
        async |key: &str| shop.shopper().call("order_status", &[("order", &number), ("key", key)]).await;
    assert_eq!(ask(&key).await.json(), serde_json::json!({"kind": "unpaid"}));
    assert_eq!(ask("wc_order_another").await.status, 404);
    assert_eq!(salma.call("order_status", &[("order", &number)]).await.status, 400);

    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let token = shop.card("4111111111111111").await;
    pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(ask(&key).await.json(), serde_json::json!({"kind": "paid"}));
}

/// The checkout's island keeps its markup: it takes the summary as props.
#[tokio::test]
async fn a_changed_place_is_answered_with_the_props_of_the_summary() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    let nonce = hidden_fields(&page, "/ar/checkout/")
        .into_iter()
        .find_map(|(name, value)| (name == "woocommerce-process-checkout-nonce").then_some(value))
        .expect("a nonce");
    let answer = salma.call("update_order_review", &[("security", &nonce), ("country", "US")]).await.json();
    assert_eq!(answer["result"], "success");
    let fragments = answer["fragments"].as_object().expect("fragments");
    assert_eq!(fragments.keys().collect::<Vec<_>>(), [r#"[data-region="order-summary"] > script"#]);
    let html = fragments.values().next().and_then(|html| html.as_str()).expect("html");
    let props = html
        .strip_prefix(r#"<script type="application/json">"#)
        .and_then(|rest| rest.strip_suffix("</script>"))
        .expect("a script");
    let props: serde_json::Value = serde_json::from_str(props).expect("props");
    assert_eq!(props["lines"][0]["name"], "عسل سدر");
    let minor: i64 = props["totalMinor"].as_str().expect("text").parse().expect("a number");
    assert_eq!(props["totalAmount"], format!("{}.{:02}", minor / 100, minor % 100));
}

#[tokio::test]
async fn two_who_pay_one_order_at_once_pay_it_once() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let kept = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let pay =
        kept.location().replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    shop.sim.set_rules(vec![once(Then::Slow { ms: 300 })]);

    let mut tries = Vec::new();
    for _ in 0..6 {
        let token = shop.card("4111111111111111").await;
        let friend = shop.shopper();
        let pay = pay.clone();
        tries.push(async move { pay_order(&friend, &pay, &Purchase::empty().card(&token)).await });
    }
    let answers = futures_util::future::join_all(tries).await;
    assert!(
        answers.iter().all(|answer| answer.status == 303),
        "{:?}",
        answers.iter().map(|a| a.status).collect::<Vec<_>>()
    );
    let taken = shop.sim.ledger();
    assert_eq!(taken.len(), 1, "{taken:?}");
}

#[tokio::test]
async fn an_echeck_waits_for_its_bank_and_may_come_back() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let token = shop.bank_account("987654321").await;
    let landed = salma.check_out(&Purchase::new().echeck(&token)).await;
    assert_eq!(landed.status, 303, "{}", landed.words());
    assert_eq!(order_states(&shop).await, [("on_hold".to_owned(), Some("processing".to_owned()))]);
    assert_eq!(on_hand(&shop, &honey.sku).await, (100, 1), "it stays here until the bank has paid");

    shop.sim.settle();
    let till = shop.till();
    checkout::jobs::compare_books(&till).await.expect("books");
    assert_eq!(order_states(&shop).await, [("processing".to_owned(), Some("captured".to_owned()))]);
    assert_eq!(on_hand(&shop, &honey.sku).await, (99, 0));

    let paid = shop.sim.ledger()[0].trans_id.clone();
    assert!(shop.sim.give_back(&paid));
    checkout::jobs::compare_books(&till).await.expect("books");
    assert_eq!(order_states(&shop).await, [("failed".to_owned(), Some("returned".to_owned()))]);
    assert_eq!(on_hand(&shop, &honey.sku).await, (100, 0), "it had not left yet");
    assert_eq!(books(&shop).await, 0, "what came and went");
}

#[tokio::test]
async fn money_that_comes_when_the_goods_are_gone_goes_back() {
    let shop = TestShop::open_with(Options { pay_seconds: (1, 3), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").stock(1).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Then::SwallowAfter)]);
    salma.buy(&shop).await;
    // Somebody breaks the rule that what is being paid for stays set aside.
    sqlx::query("select release_stock('order ' || id) from orders")
        .execute(&shop.db)
        .await
        .expect("released");
    let badr = shop.shopper();
    badr.add(&honey.id, "1").await;
    badr.buy(&shop).await;

    settle_soon(&shop, "captured").await;
    let till = shop.till();
    let key: String =
        sqlx::query_scalar("select key from refunds").fetch_one(&shop.db).await.expect("a refund");
    checkout::jobs::give_back(&till, &key).await.expect("given back");
    let states = order_states(&shop).await;
    assert_eq!(states[0].0, "refunded");
    assert_eq!(states[1].0, "processing");
    assert_eq!(on_hand(&shop, &honey.sku).await, (0, 0), "never less than nothing");
    let given: Vec<_> = shop.sim.ledger().into_iter().filter(|entry| entry.status == "voided").collect();
    assert_eq!(given.len(), 1);
    checkout::jobs::give_back(&till, &key).await.expect("asked again");
    assert_eq!(books(&shop).await, 1_800, "only what was kept");
}

#[tokio::test]
async fn a_number_in_the_wrong_field_is_not_taken() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let token = shop.card("4111111111111111").await;
    let purchase = Purchase::new().card(&token).with(&[("order_comments", "رقم بطاقتي 4111 1111 1111 1111")]);
    let refused = salma.check_out(&purchase).await;
    assert_eq!(refused.status, 422);
    let words = kernel::text::without_isolates(&refused.words());
    assert!(words.contains("لا تكتب رقم بطاقتك في حقل «ملاحظات على الطلب»."), "{words}");
    assert!(!refused.text().contains("4111 1111 1111 1111"), "not even shown again");
    let dump: String = sqlx::query_scalar("select coalesce(string_agg(orders::text, ''), '') from orders")
        .fetch_one(&shop.db)
        .await
        .expect("orders");
    assert!(!dump.contains("4111"));
}

/// [PAY-41] [PAY-64]: what the form says of a card, before anybody is asked.
#[tokio::test]
async fn a_card_type_that_is_not_taken_is_refused_by_name() {
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
        let words = kernel::text::without_isolates(&refused.words());
        assert!(words.contains(text), "{text} in {words}");
    }
    let card = Card { brand: "", ..shop.card("4111111111111111").await };
    let refused = salma.check_out(&Purchase::new().card(&card)).await;
    assert!(refused.words().contains("هذه البطاقة غير صالحة."), "{}", refused.words());
    let card = shop.card("4111111111111111").await;
    for (month, year) in [("12", "2020"), ("13", "2038"), ("", "")] {
        let old = [
            ("wc-authorize-net-cim-credit-card-exp-month", month),
            ("wc-authorize-net-cim-credit-card-exp-year", year),
        ];
        let refused = salma.check_out(&Purchase::new().card(&card).with(&old)).await;
        assert!(refused.words().contains("تاريخ انتهاء البطاقة غير صالح."), "{month}/{year}");
    }
    assert!(shop.sim.ledger().is_empty());
}

/// A browser that says visa of another card is not believed: the provider knows what it charged.
/// [CONF-B7] [PAY-41] [PAY-64]
#[tokio::test]
async fn what_the_provider_says_of_a_card_counts_and_a_wrong_one_is_undone() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    sqlx::raw_sql("insert into coupons (code, kind, value, max_uses) values ('مرة', 'percent', 1000, 1)")
        .execute(&shop.db)
        .await
        .expect("a coupon");
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.call("apply_coupon", &[("coupon_code", "مرة")]).await;
    for (number, text) in
        [("6759649826438453", "بطاقة مايسترو غير صالحة."), ("6230000000000009", "هذه البطاقة غير صالحة.")]
    {
        let card = Card { brand: "visa", ..shop.card(number).await };
        let refused = salma.check_out(&Purchase::new().card(&card)).await;
        let words = kernel::text::without_isolates(&refused.words());
        assert_eq!(refused.status, 422, "{words}");
        assert!(words.contains(text), "{text} in {words}");
        assert!(!words.contains("رفض المصرف"), "the bank refused nothing: {words}");
        assert!(refused.text().contains("5100 Maple St"), "what was typed is still there");
        assert_eq!(on_hand(&shop, &honey.sku).await, (100, 0));
    }
    let statuses: Vec<_> = shop.sim.ledger().into_iter().map(|entry| entry.status).collect();
    assert_eq!(statuses, ["voided", "voided"]);
    assert_eq!(books(&shop).await, 0);
    checkout::jobs::compare_books(&shop.till()).await.expect("books");
    let differences: i64 = sqlx::query_scalar("select count(*) from payment_differences")
        .fetch_one(&shop.db)
        .await
        .expect("differences");
    assert_eq!(differences, 0, "both books say the same");

    salma.buy(&shop).await;
    assert_eq!(shop.sim.ledger().last().map(|entry| entry.amount), Some(1_620), "the coupon was given back");
}

/// [CONF-B7] The answer is lost, and the reconciler finds a card that is not taken; and one whose undoing is not answered.
#[tokio::test]
async fn a_wrong_card_that_is_found_later_is_undone_too() {
    let shop = TestShop::open_with(Options { pay_seconds: (1, 3), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let no_answer = |kind: &str| Rule {
        when: When { kind: Some(kind.to_owned()), ..When::default() },
        then: Then::SwallowAfter,
        times: Some(1),
        percent: None,
    };
    shop.sim.set_rules(vec![no_answer("authCaptureTransaction"), no_answer("voidTransaction")]);
    let card = Card { brand: "visa", ..shop.card("6759649826438453").await };
    let placed = salma.check_out(&Purchase::new().card(&card)).await;
    assert_eq!(placed.status, 303, "nobody knows yet: {}", placed.words());

    settle_soon(&shop, "voided").await;
    assert_eq!(order_states(&shop).await, [("failed".to_owned(), Some("voided".to_owned()))]);
    assert_eq!(shop.sim.ledger().iter().map(|entry| entry.status).collect::<Vec<_>>(), ["voided"]);
    assert_eq!((on_hand(&shop, &honey.sku).await, books(&shop).await), ((100, 0), 0));
}

/// [CONF-B7] [PAY-62] [PAY-63] Nor is a sheet of the browser believed, nor a method that is to be kept.
#[tokio::test]
async fn a_wrong_card_pays_by_no_other_way_either() {
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
    assert!(kernel::text::without_isolates(&refused.words()).contains("بطاقة مايسترو غير صالحة."));
    let kept: i64 =
        sqlx::query_scalar("select count(*) from saved_methods").fetch_one(&shop.db).await.expect("none");
    assert_eq!(kept, 0);
}

/// Buys once, remembers that the same buyer tried so many times more before, and tries again.
async fn tries_after(count: i32, state: &str, minutes_ago: i32) -> (Answer, usize) {
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
    .expect("remembered");
    let token = shop.card("4111111111111111").await;
    let answer = salma.check_out(&Purchase::new().card(&token)).await;
    (answer, shop.sim.ledger().len())
}

#[tokio::test]
async fn whoever_is_declined_or_tries_too_often_waits() {
    for (count, state, minutes_ago) in [(5, "declined", 1), (19, "voided", 30), (2, "voided", 0)] {
        let (refused, charges) = tries_after(count, state, minutes_ago).await;
        assert_eq!(
            (refused.status.as_u16(), charges),
            (422, 1),
            "{count} {state}, {minutes_ago} minutes ago"
        );
        assert!(refused.words().contains("محاولات كثيرة في وقت قصير."), "{}", refused.words());
    }
    for (count, state, minutes_ago) in [(4, "declined", 1), (18, "voided", 30), (5, "declined", 61)] {
        let (taken, charges) = tries_after(count, state, minutes_ago).await;
        assert_eq!((taken.status.as_u16(), charges), (303, 2), "{count} {state}, {minutes_ago} minutes ago");
    }
}

#[tokio::test]
async fn a_payment_that_stays_unknown_raises_an_alarm_even_when_the_provider_is_gone() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let till = shop.till();
    let quiet = checkout::jobs::watch::look(&till).await.expect("a look");
    assert!(!quiet.is_unknown_too_long);
    assert_eq!((quiet.tries, quiet.under_way["unknown"].0), ((0, 0), 0));

    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.buy(&shop).await;
    sqlx::query(
        "update payment_attempts set state = 'unknown', look_at = created_at,
                created_at = created_at - interval '16 minutes'",
    )
    .execute(&shop.db)
    .await
    .expect("unknown");
    let standing = checkout::jobs::watch::look(&till).await.expect("a look");
    assert!(standing.is_unknown_too_long, "{standing:?}");
    let (count, oldest) = standing.under_way["unknown"];
    assert_eq!((count, oldest.num_minutes()), (1, 16));
}

/// Asks the provider until the attempt has got there.
async fn settle_soon(shop: &TestShop, wanted: &str) {
    let till = shop.till();
    for _ in 0..100 {
        checkout::jobs::look_up_due(&till).await.expect("a look");
        if order_states(shop).await[0].1.as_deref() == Some(wanted) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("not {wanted}: {:?}", order_states(shop).await);
}

/// What the provider owes the shop, by our own books; every journal sums to nothing.
async fn books(shop: &TestShop) -> i64 {
    let crooked: i64 = sqlx::query_scalar(
        "select count(*) from (select journal_id from journal_entries group by 1 having sum(minor) <> 0) few",
    )
    .fetch_one(&shop.db)
    .await
    .expect("journals");
    assert_eq!(crooked, 0);
    sqlx::query_scalar(
        "select coalesce(sum(minor), 0)::bigint from journal_entries where account = 'provider'",
    )
    .fetch_one(&shop.db)
    .await
    .expect("the provider's account")
}

pub async fn pay_order(shopper: &Shopper, url: &str, purchase: &Purchase) -> Answer {
    let page = shopper.get(url).await.text();
    if !page.contains("order_review") {
        return shopper.get(url).await;
    }
    let mut fields = hidden_fields(&page, url);
    fields.retain(|(name, _)| !name.starts_with("wc-authorize"));
    let wanted = purchase.fields();
    let all: Vec<_> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(wanted).collect();
    let answer = shopper.post(url, &all).await;
    shopper.follow_refusal(answer).await
}

#[tokio::test]
async fn what_the_payment_plugin_shows_is_where_its_configuration_says() {
    let shop = TestShop::open().await;
    let icon = shop.shopper().get("/ar/wp-content/plugins/woocommerce-payments/dist/cards.svg").await;
    assert_eq!(icon.status, 200);
    assert_eq!(icon.header("content-type"), "image/svg+xml");
}

#[tokio::test]
async fn two_forms_of_one_cart_sent_at_once_are_one_purchase() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![once(Then::Slow { ms: 500 })]);
    let (first, second) = (salma.get("/ar/checkout/").await.text(), salma.get("/ar/checkout/").await.text());
    let (one, two) = (shop.card("4111111111111111").await, shop.card("4111111111111111").await);
    let (one, two) = (Purchase::new().card(&one), Purchase::new().card(&two));
    let (one, two) = tokio::join!(salma.send_checkout(&first, &one), salma.send_checkout(&second, &two));
    assert_eq!(one.location(), two.location(), "{} {}", one.words(), two.words());
    assert_eq!(shop.sim.ledger().len(), 1);
    assert_eq!(on_hand(&shop, &honey.sku).await, (99, 0));
}
