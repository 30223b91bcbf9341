//! The refused checkout form, which is shown again with the submitted values; with production limits.

use kernel::Clock;
use testkit::{Options, Purchase, Shopper, TestResponse, TestShop, hidden_fields};

const CHECKOUT: &str = "/ar/checkout/";
const WAIT: &str = "محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.";

async fn count(shop: &TestShop, table: &str) -> i64 {
    let query = format!("select count(*) from {table}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(query)).fetch_one(&shop.db).await.expect("count")
}

async fn sql(shop: &TestShop, text: &str) {
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(text.to_owned())).execute(&shop.db).await;
    done.expect("setup statement");
}

fn plain_text(answer: &TestResponse) -> String {
    kernel::text::without_isolates(&answer.visible_text()).replace('\u{a0}', " ")
}

/// Returns the value of a form field.
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
async fn invalid_submissions_do_not_count_against_the_limit() {
    let shop = TestShop::open().await;
    let salma = with_honey(&shop).await;
    for phone in ["12", "313", "abc", "12"] {
        let card = shop.card("4111111111111111").await;
        let purchase =
            Purchase::new().card(&card).with(&[("billing_phone", phone), ("order_comments", "عند الحارس")]);
        let refused = salma.check_out(&purchase).await;
        assert_eq!(refused.status, 422);
        assert!(plain_text(&refused).contains("أدخل رقم هاتف صالحًا."), "{}", plain_text(&refused));
        assert_eq!(value(&refused.text(), "billing_address_1"), "5100 Maple St");
        assert!(refused.text().contains("عند الحارس"));
    }
    salma.buy(&shop).await;
    assert_eq!(shop.sim.ledger().len(), 1);
}

/// [CONF-B4] A throttled order shows the form again, whether it is paid now or later.
#[tokio::test]
async fn a_throttled_order_shows_the_form_with_the_submitted_values() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for pays in [true, false] {
        let salma = shop.shopper();
        for attempt in 0..4 {
            salma.add(&honey.id, "1").await;
            let purchase = Purchase::new().with(&[("order_comments", "عند الحارس")]);
            let purchase = match pays {
                true => purchase.card(&shop.card("4111111111111111").await),
                false => purchase.with(&[("pay_later", "1")]),
            };
            let before = count(&shop, "orders").await;
            let answer = salma.check_out(&purchase).await;
            if attempt < 3 {
                assert_eq!(answer.status, 303, "{attempt}: {}", plain_text(&answer));
                continue;
            }
            assert_eq!(answer.status, 422);
            assert!(plain_text(&answer).contains(WAIT), "{}", plain_text(&answer));
            assert!(answer.text().contains("عند الحارس"));
            assert_eq!(value(&answer.text(), "billing_email"), "salma@example.com");
            assert_eq!(count(&shop, "orders").await, before, "no order was placed");
        }
    }
}

/// [CONF-B14] [API-40]: sign-in in another tab starts a new session, so the nonce of the form is outdated.
#[tokio::test]
async fn an_expired_form_is_shown_with_its_values_and_can_be_resubmitted() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = with_honey(&shop).await;
    let page = salma.get(CHECKOUT).await.text();
    salma.log_in("salma@example.com", testkit::customers::PASSWORD).await;

    let typed = [("order_comments", "عند الحارس"), ("billing_country", "SA"), ("pay_later", "1")];
    let purchase = Purchase::new().with(&typed);
    let expired = salma.send_checkout(&page, &purchase).await;
    assert_eq!(expired.status, 403);
    let notice = "انتهت صلاحية هذه الصفحة قبل إرسال طلبك، ولم يُطلب شيء. راجع بياناتك ثم أكّد الطلب من جديد.";
    assert!(plain_text(&expired).contains(notice), "{}", plain_text(&expired));
    assert_eq!(count(&shop, "orders").await, 0, "no order was placed");
    let moved: String =
        sqlx::query_scalar("select country from carts").fetch_one(&shop.db).await.expect("cart");
    assert_eq!(moved, "", "nothing else changed");

    let text = expired.text();
    for (name, typed) in [("billing_address_1", "5100 Maple St"), ("billing_country", "SA")] {
        assert_eq!(value(&text, name), typed, "{name}");
    }
    assert!(text.contains("عند الحارس"));
    // Resubmit every field with the value on the page.
    let again = salma.send_checkout(&text, &purchase).await;
    assert_eq!(again.status, 303, "{}", plain_text(&again));
    assert!(again.location().contains("order-received"), "{}", again.location());

    let small = salma.post("/ar/checkout/update/", &purchase.fields()).await;
    assert_eq!(small.status, 403, "the update button is refused the same way");
}

/// [CONF-B17]: a refused form redirects to a page that the browser can return to.
#[tokio::test]
async fn a_refused_form_has_its_own_url_that_works_for_its_visitor_only() {
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
    let redirect = salma.post(CHECKOUT, &all).await;
    assert_eq!(redirect.status, 303);
    assert!(redirect.location().starts_with("/ar/checkout/?refused="), "{}", redirect.location());

    for _ in 0..2 {
        let refused = salma.get(redirect.location()).await;
        assert_eq!(refused.status, 422, "on every request");
        assert!(plain_text(&refused).contains("لا تكتب رقم بطاقتك في حقل «ملاحظات على الطلب»."));
        assert_eq!(value(&refused.text(), "billing_city"), "عمّان");
    }
    let plain = salma.get(CHECKOUT).await;
    assert_eq!((plain.status.as_u16(), value(&plain.text(), "billing_city")), (200, "عمّان".to_owned()));
    assert!(!plain_text(&plain).contains("لا تكتب رقم بطاقتك"), "the error is shown only on its own page");
    let stranger = with_honey(&shop).await;
    let other = stranger.get(redirect.location()).await;
    assert_eq!((other.status.as_u16(), value(&other.text(), "billing_city")), (200, String::new()));

    let draft: String = sqlx::query_scalar("select fields::text || errors::text from form_drafts")
        .fetch_one(&shop.db)
        .await
        .expect("form draft");
    for secret in ["4111", &token.token, "woocommerce-process-checkout-nonce", "order_form_key"] {
        assert!(!draft.contains(secret), "{secret} in {draft}");
    }
    shop.clock().advance(chrono::TimeDelta::minutes(31));
    assert_eq!(
        value(&salma.get(CHECKOUT).await.text(), "billing_city"),
        "",
        "the draft expires after half an hour"
    );
    checkout::jobs::sweep_drafts(&shop.payment_context()).await.expect("drafts swept");
    assert_eq!(count(&shop, "form_drafts").await, 0);

    salma.check_out(&Purchase::new().with(&[("billing_phone", "1")])).await;
    assert_eq!(count(&shop, "form_drafts").await, 1);
    salma.buy(&shop).await;
    assert_eq!(count(&shop, "form_drafts").await, 0, "a placed order deletes the draft");
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
    sqlx::query(insert).bind(id).bind(country).execute(&shop.db).await.expect("address");
    shop.signed_in("salma@example.com").await
}

/// Submits the checkout form with the values on the page.
async fn submit_checkout(shop: &TestShop, shopper: &Shopper) -> TestResponse {
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
async fn a_saved_address_sets_the_total_and_the_first_submission_succeeds() {
    let shop = with_zones().await;
    let salma = customer_in(&shop, "SA").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    salma.add(&honey.id, "1").await;
    let page = salma.get(CHECKOUT).await;
    assert_eq!(value(&page.text(), "billing_country"), "SA");
    assert_eq!(value(&page.text(), "seen_total"), "3300");
    assert!(
        plain_text(&page).contains("33.00 $") && plain_text(&page).contains("سريع"),
        "{}",
        plain_text(&page)
    );
    let moved: String =
        sqlx::query_scalar("select country from carts").fetch_one(&shop.db).await.expect("cart");
    assert_eq!(moved, "", "a GET writes nothing");

    let placed = submit_checkout(&shop, &salma).await;
    assert_eq!(placed.status, 303, "{}", plain_text(&placed));
    assert_eq!(shop.sim.ledger()[0].amount, 3_300);
}

/// [CONF-B5] The destination chosen for the cart takes precedence over the saved address.
#[tokio::test]
async fn the_destination_of_the_cart_takes_precedence_over_the_saved_address() {
    let shop = with_zones().await;
    let salma = customer_in(&shop, "SA").await;
    let guest = shop.shopper();
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for (shopper, country, total) in [(&salma, "US", "2300"), (&guest, "AE", "3300")] {
        shopper.add(&honey.id, "1").await;
        let destination = [("calc_shipping_country", country), ("calc_shipping_city", "دبي")];
        assert_eq!(shopper.call("calculate_shipping", &destination).await.status, 200);
        let page = shopper.get(CHECKOUT).await.text();
        assert_eq!(value(&page, "billing_country"), country);
        assert_eq!(value(&page, "billing_city"), "دبي");
        assert_eq!(value(&page, "billing_address_1"), "", "a street in another country is not prefilled");
        assert_eq!(value(&page, "seen_total"), total);
    }
    assert_eq!(value(&salma.get(CHECKOUT).await.text(), "billing_first_name"), "سلمى");
}

/// [CONF-B12] [PAY-08] [ACCT-12]: with the production limit and its message.
#[tokio::test]
async fn a_new_account_sees_when_it_may_save_a_card() {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options {
        clock,
        min_account_age_seconds: 600,
        rate_factor: 1,
        ..Options::default()
    })
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
        assert!(plain_text(&refused).contains(text), "{text} in {}", plain_text(&refused));
        assert!(!plain_text(&refused).contains(WAIT), "not the throttle message");
    }
    shop.clock().advance(chrono::TimeDelta::minutes(1));
    let added = send().await;
    assert_eq!(added.location(), "/ar/my-account/payment-methods/?notice=added", "{}", plain_text(&added));
}

/// [ATTR-16]: all sixteen fields, unchanged.
#[tokio::test]
async fn the_attribution_of_an_order_is_stored_as_received() {
    let shop = TestShop::open().await;
    let salma = with_honey(&shop).await;
    let page = salma.get(CHECKOUT).await.text();
    let names: Vec<String> = hidden_fields(&page, CHECKOUT)
        .into_iter()
        .filter_map(|(name, _)| name.strip_prefix("wc_order_attribution_").map(str::to_owned))
        .collect();
    assert_eq!(names.len(), 16);
    let mut attribution: Vec<(String, String)> =
        names.iter().map(|name| (name.clone(), format!("قيمة {name}"))).collect();
    for (name, value) in &mut attribution {
        match name.as_str() {
            "source_type" => "utm".clone_into(value),
            "utm_term" => "(none)".clone_into(value),
            _ => {}
        }
    }
    let sent: Vec<(String, &str)> = attribution
        .iter()
        .map(|(name, value)| (format!("wc_order_attribution_{name}"), value.as_str()))
        .collect();
    let sent: Vec<(&str, &str)> = sent.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let placed = salma.send_checkout(&page, &Purchase::new().with(&sent).with(&[("pay_later", "1")])).await;
    assert_eq!(placed.status, 303, "{}", plain_text(&placed));
    let stored: serde_json::Value =
        sqlx::query_scalar("select attribution from orders").fetch_one(&shop.db).await.expect("order");
    for (name, value) in &attribution {
        assert_eq!(stored[name], *value, "{name}");
    }
}
