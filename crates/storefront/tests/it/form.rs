//! The checkout form when it is refused: what was typed comes back, at the settings that a shop has.

use kernel::Clock;
use testkit::{Answer, Options, Purchase, Shopper, TestShop, hidden_fields};

const CHECKOUT: &str = "/ar/checkout/";
const WAIT: &str = "محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.";

async fn count(shop: &TestShop, table: &str) -> i64 {
    let query = format!("select count(*) from {table}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(query)).fetch_one(&shop.db).await.expect("a count")
}

async fn sql(shop: &TestShop, text: &str) {
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(text.to_owned())).execute(&shop.db).await;
    done.expect("the shop is arranged");
}

fn words(answer: &Answer) -> String {
    kernel::text::without_isolates(&answer.words()).replace('\u{a0}', " ")
}

/// The value that a field of the form has.
fn value(page: &str, name: &str) -> String {
    let tag = page.split('<').find(|tag| tag.contains(&format!(" name=\"{name}\""))).unwrap_or_default();
    match tag.starts_with("select") {
        true => {
            let options = page.split(&format!(" name=\"{name}\"")).nth(1).unwrap_or_default();
            let options = options.split("</select").next().unwrap_or_default();
            let chosen =
                options.split("<option").find(|option| option.contains("selected")).unwrap_or_default();
            chosen.split("value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default()
        }
        false => tag.split(" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default(),
    }
    .to_owned()
}

async fn with_honey(shop: &TestShop) -> Shopper {
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    shopper
}

/// [CONF-B4] [PAY-03] [PAY-51]
#[tokio::test]
async fn a_form_that_is_mended_three_times_is_taken_the_fourth_time() {
    let shop = TestShop::open().await;
    let salma = with_honey(&shop).await;
    for phone in ["12", "313", "abc", "12"] {
        let card = shop.card("4111111111111111").await;
        let purchase =
            Purchase::new().card(&card).with(&[("billing_phone", phone), ("order_comments", "عند الحارس")]);
        let refused = salma.check_out(&purchase).await;
        assert_eq!(refused.status, 422);
        assert!(words(&refused).contains("أدخل رقم هاتف صالحًا."), "{}", words(&refused));
        assert_eq!(value(&refused.text(), "billing_address_1"), "5100 Maple St");
        assert!(refused.text().contains("عند الحارس"));
    }
    salma.buy(&shop).await;
    assert_eq!(shop.sim.ledger().len(), 1);
}

/// [CONF-B4] The limit itself answers with the form, whether the order is paid now or later.
#[tokio::test]
async fn whoever_orders_too_often_waits_with_the_form_filled_in() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for pays in [true, false] {
        let salma = shop.shopper();
        for turn in 0..4 {
            salma.add(&honey.id, "1").await;
            let purchase = Purchase::new().with(&[("order_comments", "عند الحارس")]);
            let purchase = match pays {
                true => purchase.card(&shop.card("4111111111111111").await),
                false => purchase.with(&[("pay_later", "1")]),
            };
            let before = count(&shop, "orders").await;
            let answer = salma.check_out(&purchase).await;
            if turn < 3 {
                assert_eq!(answer.status, 303, "{turn}: {}", words(&answer));
                continue;
            }
            assert_eq!(answer.status, 422);
            assert!(words(&answer).contains(WAIT), "{}", words(&answer));
            assert!(answer.text().contains("عند الحارس"));
            assert_eq!(value(&answer.text(), "billing_email"), "salma@example.com");
            assert_eq!(count(&shop, "orders").await, before, "nothing was placed");
        }
    }
}

/// [CONF-B14] [API-40]: signing in gives the browser another session, and the form of the other tab is of the old one.
#[tokio::test]
async fn an_expired_form_comes_back_filled_in_and_is_sent_again_by_one_press() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = with_honey(&shop).await;
    let page = salma.get(CHECKOUT).await.text();
    salma.log_in("salma@example.com", testkit::customers::PASSWORD).await;

    let typed = [("order_comments", "عند الحارس"), ("billing_country", "SA"), ("pay_later", "1")];
    let purchase = Purchase::new().with(&typed);
    let expired = salma.send_checkout(&page, &purchase).await;
    assert_eq!(expired.status, 403);
    let said = "انتهت صلاحية هذه الصفحة قبل إرسال طلبك، ولم يُطلب شيء. راجع بياناتك ثم أكّد الطلب من جديد.";
    assert!(words(&expired).contains(said), "{}", words(&expired));
    assert_eq!(count(&shop, "orders").await, 0, "nothing was placed");
    let moved: String =
        sqlx::query_scalar("select country from carts").fetch_one(&shop.db).await.expect("a cart");
    assert_eq!(moved, "", "nor anything else changed");

    let text = expired.text();
    for (name, typed) in [("billing_address_1", "5100 Maple St"), ("billing_country", "SA")] {
        assert_eq!(value(&text, name), typed, "{name}");
    }
    assert!(text.contains("عند الحارس"));
    // As the browser would: every field as the page has it.
    let again = salma.send_checkout(&text, &purchase).await;
    assert_eq!(again.status, 303, "{}", words(&again));
    assert!(again.location().contains("order-received"), "{}", again.location());

    let small = salma.post("/ar/checkout/update/", &purchase.fields()).await;
    assert_eq!(small.status, 403, "its smaller buttons are no dead end either");
}

/// [CONF-B17]: the answer to a refused form is a page that can be gone back to.
#[tokio::test]
async fn a_refused_form_is_a_page_of_its_own_for_its_visitor_alone() {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    let salma = with_honey(&shop).await;
    let token = shop.card("4111111111111111").await;
    let wrong = [
        ("billing_phone", "4111 1111 1111 1111"),
        ("order_comments", "رقم بطاقتي 4111 1111 1111 1111"),
        ("billing_city", "عمّان"),
    ];
    let purchase = Purchase::new().card(&token).with(&wrong);
    let page = salma.get(CHECKOUT).await.text();
    let hidden = hidden_fields(&page, CHECKOUT);
    let hidden = hidden.iter().map(|(name, value)| (&**name, &**value));
    let mut all: Vec<_> = hidden.filter(|(name, _)| !name.starts_with("wc-auth")).collect();
    all.extend(purchase.fields());
    let led = salma.post(CHECKOUT, &all).await;
    assert_eq!(led.status, 303);
    assert!(led.location().starts_with("/ar/checkout/?refused="), "{}", led.location());

    for _ in 0..2 {
        let refused = salma.get(led.location()).await;
        assert_eq!(refused.status, 422, "and however often it is looked at");
        assert!(words(&refused).contains("لا تكتب رقم بطاقتك في حقل «ملاحظات على الطلب»."));
        assert_eq!(value(&refused.text(), "billing_city"), "عمّان");
    }
    let plain = salma.get(CHECKOUT).await;
    assert_eq!((plain.status.as_u16(), value(&plain.text(), "billing_city")), (200, "عمّان".to_owned()));
    assert!(!words(&plain).contains("لا تكتب رقم بطاقتك"), "said once");
    let stranger = with_honey(&shop).await;
    let other = stranger.get(led.location()).await;
    assert_eq!((other.status.as_u16(), value(&other.text(), "billing_city")), (200, String::new()));

    let kept: String = sqlx::query_scalar("select fields::text || faults::text from form_drafts")
        .fetch_one(&shop.db)
        .await
        .expect("one");
    for secret in ["4111", &token.token, "woocommerce-process-checkout-nonce", "order_form_key"] {
        assert!(!kept.contains(secret), "{secret} in {kept}");
    }
    shop.clock().advance(chrono::TimeDelta::minutes(31));
    assert_eq!(value(&salma.get(CHECKOUT).await.text(), "billing_city"), "", "forgotten after half an hour");
    checkout::jobs::tidy(&shop.till()).await.expect("tidied");
    assert_eq!(count(&shop, "form_drafts").await, 0);

    salma.check_out(&Purchase::new().with(&[("billing_phone", "1")])).await;
    assert_eq!(count(&shop, "form_drafts").await, 1);
    salma.buy(&shop).await;
    assert_eq!(count(&shop, "form_drafts").await, 0, "an order needs no draft any more");
}

async fn with_zones() -> TestShop {
    let shop = TestShop::open().await;
    sql(
        &shop,
        "insert into countries (code, name) values ('US', 'الولايات المتحدة'), ('SA', 'السعودية'), ('AE', 'الإمارات')
         on conflict do nothing;
         with zone as (insert into shipping_zones (name, countries, position) values ('هنا', '{US}', 1) returning id)
         insert into shipping_methods (zone_id, kind, title, cost_minor, position) select id, 'flat', 'شحن', 500, 1 from zone;
         with zone as (insert into shipping_zones (name, countries, position) values ('الخليج', '{SA,AE}', 2) returning id)
         insert into shipping_methods (zone_id, kind, title, cost_minor, position)
         select id, 'flat', title, cost, place from zone, (values ('بطيء', 1500, 1), ('سريع', 2500, 2)) way (title, cost, place)",
    )
    .await;
    shop
}

async fn customer_in(shop: &TestShop, country: &str) -> Shopper {
    let id = shop.customer("salma@example.com", "سلمى").await;
    let insert = "insert into addresses (customer_id, kind, first_name, last_name, country, city, address_1, phone, email)
                  values ($1, 'billing', 'سلمى', 'الخطيب', $2, 'الرياض', 'شارع العليا', '+966501234567', 'salma@example.com')";
    sqlx::query(insert).bind(id).bind(country).execute(&shop.db).await.expect("an address");
    shop.signed_in("salma@example.com").await
}

/// The form as it stands, sent by the button.
async fn press(shop: &TestShop, shopper: &Shopper) -> Answer {
    let page = shopper.get(CHECKOUT).await.text();
    let names = ["email", "first_name", "last_name", "country", "address_1", "city", "phone"];
    let filled: Vec<(String, String)> = names
        .iter()
        .map(|name| format!("billing_{name}"))
        .map(|name| (name.clone(), value(&page, &name)))
        .collect();
    let filled: Vec<(&str, &str)> = filled.iter().map(|(name, value)| (&**name, &**value)).collect();
    let card = shop.card("4111111111111111").await;
    shopper.send_checkout(&page, &Purchase::empty().with(&filled).with(&[("terms", "1")]).card(&card)).await
}

/// [CONF-B5] [PAY-02]
#[tokio::test]
async fn a_saved_address_sets_the_total_and_the_first_press_succeeds() {
    let shop = with_zones().await;
    let salma = customer_in(&shop, "SA").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    salma.add(&honey.id, "1").await;
    let page = salma.get(CHECKOUT).await;
    assert_eq!(value(&page.text(), "billing_country"), "SA");
    assert_eq!(value(&page.text(), "seen_total"), "3300");
    assert!(words(&page).contains("33.00 $") && words(&page).contains("سريع"), "{}", words(&page));
    let moved: String =
        sqlx::query_scalar("select country from carts").fetch_one(&shop.db).await.expect("a cart");
    assert_eq!(moved, "", "a page that is read writes nothing");

    let placed = press(&shop, &salma).await;
    assert_eq!(placed.status, 303, "{}", words(&placed));
    assert_eq!(shop.sim.ledger()[0].amount, 3_300);
}

/// [CONF-B5] What the shopper chose for this cart counts more than what the account remembers.
#[tokio::test]
async fn a_cart_that_was_sent_elsewhere_stays_there() {
    let shop = with_zones().await;
    let salma = customer_in(&shop, "SA").await;
    let guest = shop.shopper();
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for (shopper, country, total) in [(&salma, "US", "2300"), (&guest, "AE", "3300")] {
        shopper.add(&honey.id, "1").await;
        let place = [("calc_shipping_country", country), ("calc_shipping_city", "دبي")];
        assert_eq!(shopper.call("calculate_shipping", &place).await.status, 200);
        let page = shopper.get(CHECKOUT).await.text();
        assert_eq!(value(&page, "billing_country"), country);
        assert_eq!(value(&page, "billing_city"), "دبي");
        assert_eq!(value(&page, "billing_address_1"), "", "a street of another country is no help");
        assert_eq!(value(&page, "seen_total"), total);
    }
    assert_eq!(value(&salma.get(CHECKOUT).await.text(), "billing_first_name"), "سلمى");
}

/// [CONF-B12] [PAY-08] [ACCT-12]: the rule at its own setting, and in true words.
#[tokio::test]
async fn a_new_account_is_told_when_it_may_keep_a_card() {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop =
        TestShop::open_with(Options { clock, young_seconds: 600, rate_factor: 1, ..Options::default() })
            .await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let add = "/ar/my-account/add-payment-method/";
    let send = async || {
        let card = shop.card("4111111111111111").await;
        let purchase = Purchase::empty().card(&card);
        let mut fields = hidden_fields(&salma.get(add).await.text(), add);
        fields.retain(|(name, _)| !name.starts_with("wc-"));
        let hidden = fields.iter().map(|(name, value)| (&**name, &**value));
        let all: Vec<(&str, &str)> = hidden.chain(purchase.fields()).collect();
        let answer = salma.post(add, &all).await;
        salma.follow_refusal(answer).await
    };
    for (minutes, text) in [
        (0, "حسابك جديد. يمكنك إضافة طريقة دفع بعد 10 دقائق."),
        (8, "حسابك جديد. يمكنك إضافة طريقة دفع بعد دقيقتين."),
        (1, "حسابك جديد. يمكنك إضافة طريقة دفع بعد دقيقة واحدة."),
    ] {
        shop.clock().advance(chrono::TimeDelta::minutes(minutes));
        let refused = send().await;
        assert!(words(&refused).contains(text), "{text} in {}", words(&refused));
        assert!(!words(&refused).contains(WAIT), "nobody tried too often");
    }
    shop.clock().advance(chrono::TimeDelta::minutes(1));
    let added = send().await;
    assert_eq!(added.location(), "/ar/my-account/payment-methods/?told=added", "{}", words(&added));
}

/// [ATTR-16]: all sixteen, and as they came.
#[tokio::test]
async fn where_an_order_came_from_is_kept_as_it_was_received() {
    let shop = TestShop::open().await;
    let salma = with_honey(&shop).await;
    let page = salma.get(CHECKOUT).await.text();
    let names: Vec<String> = hidden_fields(&page, CHECKOUT)
        .into_iter()
        .filter_map(|(name, _)| name.strip_prefix("wc_order_attribution_").map(str::to_owned))
        .collect();
    assert_eq!(names.len(), 16);
    let mut told: Vec<(String, String)> =
        names.iter().map(|name| (name.clone(), format!("قيمة {name}"))).collect();
    for (name, value) in &mut told {
        match name.as_str() {
            "source_type" => "utm".clone_into(value),
            "utm_term" => "(none)".clone_into(value),
            _ => {}
        }
    }
    let sent: Vec<(String, &str)> =
        told.iter().map(|(name, value)| (format!("wc_order_attribution_{name}"), value.as_str())).collect();
    let sent: Vec<(&str, &str)> = sent.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let placed = salma.send_checkout(&page, &Purchase::new().with(&sent).with(&[("pay_later", "1")])).await;
    assert_eq!(placed.status, 303, "{}", words(&placed));
    let kept: serde_json::Value =
        sqlx::query_scalar("select attribution from orders").fetch_one(&shop.db).await.expect("an order");
    for (name, value) in &told {
        assert_eq!(kept[name], *value, "{name}");
    }
}
