//! Prices: discount rules, discount tables, strikeout prices and scheduled sales.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Clock;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use storefront::server::jobs;
use testkit::{Options, Shopper, TestResponse, TestShop, builders::TestProduct, visible_text};

const ACTIONS: &str = "/ar/wp-admin/admin-ajax.php";

fn noon() -> DateTime<Utc> {
    "2026-11-15T12:00:00Z".parse().expect("time")
}

/// Inserts a discount rule without time limits.
async fn rule(shop: &TestShop, target: (&str, Option<i64>), kind: &str, tiers: &[(i64, i64)]) -> i64 {
    rule_between(shop, target, kind, tiers, (None, None), true).await
}

async fn rule_between(
    shop: &TestShop,
    (target, id): (&str, Option<i64>),
    kind: &str,
    tiers: &[(i64, i64)],
    (from, to): (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
    stacks: bool,
) -> i64 {
    let rule: i64 = sqlx::query_scalar(
        "insert into discount_rules (name, target, target_id, kind, starts_at, ends_at, stacks)
         values ('تجربة', $1, $2, $3, $4, $5, $6) returning id",
    )
    .bind(target)
    .bind(id)
    .bind(kind)
    .bind(from)
    .bind(to)
    .bind(stacks)
    .fetch_one(&shop.db)
    .await
    .expect("rule inserted");
    for (pieces, value) in tiers {
        sqlx::query("insert into discount_tiers (rule_id, min_quantity, value) values ($1, $2, $3)")
            .bind(rule)
            .bind(pieces * 100_000)
            .bind(value)
            .execute(&shop.db)
            .await
            .expect("tier inserted");
    }
    rule
}

/// Waits until the server has loaded the current rules; it caches them until a purge.
async fn wait_for_rules(shop: &TestShop) {
    let purges = shop.shop().cache.purges();
    let version = pricing::service::version(&shop.db).await.expect("version");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while shop.shop().settings.get::<pricing::Rules>().await.expect("rules").version != version {
        assert!(std::time::Instant::now() < deadline, "the server never loaded the rules");
        purges.catch_up(&shop.db, TimeDelta::seconds(30)).await.expect("purges");
    }
}

fn id(made: &TestProduct) -> Option<i64> {
    made.id.parse().ok()
}

async fn action(shopper: &Shopper, name: &str, fields: &[(&str, &str)]) -> TestResponse {
    let mut all = vec![("action", name)];
    all.extend_from_slice(fields);
    shopper.post(ACTIONS, &all).await
}

async fn call_11(shopper: &Shopper, id: &str) -> serde_json::Value {
    action(shopper, "loadWooDiscountedPriceForVariant", &[("id", id), ("price_html", "<b>1</b>")])
        .await
        .json()
}

async fn call_13(shopper: &Shopper, id: &str, quantity: &str) -> serde_json::Value {
    let fields = [("id", id), ("qty", quantity), ("price_html", "")];
    action(shopper, "loadWooDiscountStrikeoutPriceOfProduct", &fields).await.json()
}

/// Returns the displayed amounts of money in a piece of HTML.
fn amounts(html: &str) -> Vec<String> {
    let parts = html.split("<bdi dir=\"ltr\">").skip(1);
    let numbers = parts.filter_map(|part| part.split_once('\u{a0}').map(|(number, _)| number));
    let is_amount =
        |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || ".,".contains(c));
    numbers.filter(is_amount).map(str::to_owned).collect()
}

/// [API-11] [PRICE-03]: the price that the client sends is ignored.
#[tokio::test]
async fn call_11_returns_the_price_of_a_variation_and_ignores_the_submitted_one() {
    let shop = TestShop::open().await;
    let coffee =
        shop.product("بنّ").variation("250 غ", 1_800, 5).variation("500 غ", 3_400, 5).make(&shop.db).await;
    let second: i64 = coffee.variations[1].parse().expect("id");
    rule(&shop, ("item", Some(second)), "percent", &[(0, 1_000)]).await;
    wait_for_rules(&shop).await;
    let shopper = shop.shopper();

    let first = call_11(&shopper, &coffee.variations[0]).await;
    assert_eq!(
        (first["status"].as_i64(), amounts(first["price_html"].as_str().expect("html"))),
        (Some(1), vec!["18.00".to_owned()])
    );
    let discounted = call_11(&shopper, &coffee.variations[1]).await;
    assert_eq!(amounts(discounted["price_html"].as_str().expect("html")), ["34.00", "30.60"]);
    assert!(discounted["price_html"].as_str().expect("html").contains("<del>"));
    assert_eq!(
        discounted["price"],
        serde_json::json!({
            "amount": "30.60\u{a0}$", "regular": "34.00\u{a0}$", "percentOff": 10, "from": false,
        }),
        "also as data for the shop's components"
    );

    for invalid in ["0", "-5", "x", "", "999999999", "1e3"] {
        let answer = call_11(&shopper, invalid).await;
        assert_eq!(
            (answer["status"].as_i64(), answer["price_html"].as_str()),
            (Some(0), Some("")),
            "{invalid}"
        );
    }
}

/// [CONF-A13] [PRICE-07]: the page contains the container of the table that call 12 fills for one variation.
#[tokio::test]
async fn a_page_contains_the_discount_table_container_if_any_variation_has_a_table() {
    let shop = TestShop::open().await;
    let coffee =
        shop.product("بنّ").variation("250 غ", 1_800, 9).variation("500 غ", 3_400, 9).make(&shop.db).await;
    let plain =
        shop.product("هيل").variation("50 غ", 900, 9).variation("100 غ", 1_600, 9).make(&shop.db).await;
    let discounted: i64 = coffee.variations[1].parse().expect("id");
    rule(&shop, ("item", Some(discounted)), "percent", &[(3, 1_000)]).await;
    wait_for_rules(&shop).await;
    let shopper = shop.shopper();

    let table_label = "aria-label=\"كلما زادت الكمية قلّ السعر\"";
    assert!(shopper.get(&coffee.path).await.text().contains(table_label));
    assert!(!shopper.get(&plain.path).await.text().contains(table_label));
}

/// [API-13] [PRICE-03] [PRICE-16]
#[tokio::test]
async fn call_13_returns_the_price_at_a_quantity_with_product_type_and_parent() {
    let shop = TestShop::open().await;
    let same =
        shop.product("بنّ").variation("حبوب", 1_800, 9).variation("مطحون", 1_800, 9).make(&shop.db).await;
    let other =
        shop.product("هيل").variation("50 غ", 900, 9).variation("100 غ", 1_600, 9).make(&shop.db).await;
    let honey = shop.product("عسل").price(4_600).make(&shop.db).await;
    rule(&shop, ("shop", None), "percent", &[(3, 1_000), (6, 1_500)]).await;
    wait_for_rules(&shop).await;
    let shopper = shop.shopper();

    let simple = call_13(&shopper, &honey.id, "٣").await;
    assert_eq!(
        amounts(simple["price_html"].as_str().expect("html")),
        ["46.00", "41.40"],
        "digits of any script"
    );
    assert_eq!(
        (simple["product_type"].as_str(), simple["parent_id"].as_str()),
        (Some("simple"), Some(honey.id.as_str()))
    );
    assert_eq!(
        amounts(call_13(&shopper, &honey.id, "2").await["price_html"].as_str().expect("html")),
        ["46.00"]
    );

    let single = call_13(&shopper, &same.variations[1], "6").await;
    assert_eq!(single["product_type"], "variation");
    assert_eq!(
        (single["has_single_price"].as_i64(), single["parent_id"].as_str()),
        (Some(1), Some(same.id.as_str()))
    );
    assert_eq!(amounts(single["price_html"].as_str().expect("html")), ["18.00", "15.30"]);
    let several = call_13(&shopper, &other.variations[0], "6").await;
    assert_eq!(several["has_single_price"], 0);

    for (id, quantity) in
        [("0", "1"), (honey.id.as_str(), "0"), (honey.id.as_str(), "كثير"), (honey.id.as_str(), "")]
    {
        assert_eq!(call_13(&shopper, id, quantity).await["status"], 0, "{id} {quantity}");
    }
}

/// [API-12] [API-44] [PRICE-08] [PRICE-09]: the response has a `cookie` field, and no cookie is set.
#[tokio::test]
async fn call_12_returns_a_table_and_links_only_staff_to_its_rules() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").price(1_440).make(&shop.db).await;
    let plain = shop.product("سكر").price(300).make(&shop.db).await;
    rule(&shop, ("item", id(&honey)), "percent", &[(3, 1_000), (6, 1_500)]).await;
    sqlx::query("insert into settings (name, value) values ('discounts', '{\"settings_url\": \"https://office.example/rules\"}')")
        .execute(&shop.db)
        .await
        .expect("settings");
    wait_for_rules(&shop).await;
    let table = async |shopper: &Shopper, id: &str| {
        let fields = [("id", id), ("loaded", "1"), ("time", "1")];
        let answer = action(shopper, "loadWooDiscountedDiscountTable", &fields).await;
        assert_eq!(answer.header("set-cookie"), "");
        let answer = answer.json();
        assert!(answer["cookie"].is_string());
        let html = answer["html"].as_str().expect("html").to_owned();
        // The data for the shop's components has the same rows, and the link for the same visitors.
        let rows = answer["table"]["rows"].as_array().map_or(0, Vec::len);
        assert_eq!(rows, html.matches("<tr data-from").count());
        assert_eq!(answer["table"].to_string().contains("office.example"), html.contains("office.example"));
        html
    };

    let html = table(&shop.shopper(), &honey.id).await;
    assert_eq!(amounts(&html), ["14.40", "12.96", "12.24"]);
    let text = visible_text(&html).replace(['\u{2068}', '\u{2069}'], "");
    for part in ["من 1 إلى 2", "بلا خصم", "من 3 إلى 5", "10%", "6 فأكثر", "15%"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!html.contains("office.example"), "shoppers do not see the link");
    assert_eq!(table(&shop.shopper(), &plain.id).await, "", "no table without a discount");
    assert_eq!(table(&shop.shopper(), "0").await, "");

    let token = "ab".repeat(32);
    shop.staff("noura@example.com", true).await;
    sqlx::query(
        "insert into staff_sessions (token_hash, staff_id, name, expires_at)
         select sha256($1::bytea), id, name, $2 from staff",
    )
    .bind(token.as_bytes())
    .bind(shop.clock().now() + TimeDelta::hours(1))
    .execute(&shop.db)
    .await
    .expect("staff");
    let staff = |cookie: String| {
        let shopper = shop.shopper();
        shopper.set_cookie(Some(cookie));
        shopper
    };
    let html = table(&staff(format!("__Host-staff={token}")), &honey.id).await;
    assert!(html.contains("https://office.example/rules") && visible_text(&html).contains("إعدادات الخصم"));
    for other in [format!("__Host-sid={token}"), format!("__Host-staff={}", "cd".repeat(32))] {
        assert!(!table(&staff(other), &honey.id).await.contains("office.example"));
    }
    sqlx::query("update staff set is_active = false").execute(&shop.db).await.expect("deactivated");
    let html = table(&staff(format!("__Host-staff={token}")), &honey.id).await;
    assert!(!html.contains("office.example"), "former staff are shoppers");
}

/// [API-15] [PRICE-42]: the response follows the clock, and the call changes nothing.
#[tokio::test]
async fn call_15_does_not_end_a_sale_early() {
    let clock = Clock::manual(noon());
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    let hour = noon() + TimeDelta::hours(1);
    let honey = shop.product("عسل").price(4_600).sale(4_000, None, Some(hour)).make(&shop.db).await;
    let shopper = shop.shopper();
    let cron = async |id: &str| {
        let fields = [("product_id", id), ("remove_sale", "1")];
        action(&shopper, "visctr_doing_cron", &fields).await.json()["cron"].as_bool().expect("boolean")
    };

    assert!(!cron(&honey.id).await, "the sale is active");
    assert_eq!(
        amounts(call_11(&shopper, &honey.id).await["price_html"].as_str().expect("html")),
        ["46.00", "40.00"]
    );
    clock.advance(TimeDelta::hours(1));
    assert!(cron(&honey.id).await, "the sale has ended");
    assert_eq!(amounts(call_11(&shopper, &honey.id).await["price_html"].as_str().expect("html")), ["46.00"]);
    assert!(!cron("0").await && !cron("99999999").await, "an unknown product has no ended sale");
}

/// Returns the amounts in the summary of a product page.
fn page_price(html: &str) -> Vec<String> {
    let start = html.find("data-product-price").expect("summary price");
    let end = html[start..].find("</div>").expect("end of the price") + start;
    amounts(&html[start..end])
}

/// [PRICE-13]: cached pages on two servers, a thousand requests around the start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sale_starts_on_every_server_within_a_second() {
    let mut shop = TestShop::open_with(Options { rate_factor: 1_000, ..Options::default() }).await;
    let other = shop.open_another().await;
    let start = shop.clock().now() + TimeDelta::milliseconds(2_500);
    let honey = shop.product("عسل").price(4_600).sale(4_000, Some(start), None).make(&shop.db).await;
    let shoppers = [shop.shopper(), shop.shopper_at(other)];
    for shopper in &shoppers {
        assert_eq!(page_price(&shopper.get(&honey.path).await.text()), ["46.00"]);
    }
    let mut seen = Vec::new();
    while seen.len() < 1_000 || shop.clock().now() < start + TimeDelta::milliseconds(1_500) {
        let requested_at = shop.clock().now();
        let answer = shoppers[seen.len() % 2].get(&honey.path).await.text();
        seen.push((requested_at, shop.clock().now(), page_price(&answer).len() == 2));
        if seen.len() > 500 && shop.clock().now() < start {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
    let second = TimeDelta::seconds(1);
    let before = seen.iter().filter(|(_, answered, _)| *answered < start).count();
    assert!(before > 100 && seen.len() - before > 100, "{before} of {} before the start", seen.len());
    for (requested_at, answered, on_sale) in seen {
        let wrong = if on_sale { answered < start - second } else { requested_at > start + second };
        assert!(
            !wrong,
            "requested {requested_at}, answered {answered}, sale from {start}: on sale {on_sale}"
        );
    }
}

/// [PRICE-03]: the page, calls 11 and 13 and the cart agree, whatever the rules, the quantity and the instant.
#[tokio::test]
async fn ten_thousand_prices_agree_on_page_calls_and_cart() {
    const SCENARIOS: usize = 250;
    const PRODUCTS: usize = 20;
    let seed: u64 =
        std::env::var("MATJAR_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_115);
    let mut random = StdRng::seed_from_u64(seed);
    let clock = Clock::manual(noon());
    let shop =
        TestShop::open_with(Options { clock: clock.clone(), rate_factor: 1_000, ..Options::default() }).await;
    let hours = |random: &mut StdRng| {
        random.random_bool(0.7).then(|| noon() + TimeDelta::seconds(random.random_range(0..900_000)))
    };
    let mut products = Vec::new();
    for index in 0..PRODUCTS {
        let price = random.random_range(50..20_000);
        let (from, to) = (hours(&mut random), hours(&mut random));
        let made =
            shop.product(&format!("منتج {index}")).price(price).sale(price * 9 / 10, from, to).stock(1_000);
        products.push(made.make(&shop.db).await);
    }
    let category: i64 =
        sqlx::query_scalar("select id from categories").fetch_one(&shop.db).await.expect("category");
    let shopper = shop.shopper();
    for product in &products {
        shopper.add(&product.id, "1").await;
    }
    let mut compared = 0;
    for scenario in 0..SCENARIOS {
        sqlx::query("delete from discount_rules").execute(&shop.db).await.expect("clean");
        for _ in 0..random.random_range(0..6) {
            let target = match random.random_range(0..3) {
                0 => ("shop", None),
                1 => ("category", Some(category)),
                _ => ("item", id(&products[random.random_range(0..PRODUCTS)])),
            };
            let (kind, max_value) =
                [("percent", 9_000), ("amount", 2_000), ("price", 15_000)][random.random_range(0..3)];
            let tiers: Vec<_> = (0..random.random_range(1..4))
                .map(|step: i64| (step * 4, random.random_range(0..max_value)))
                .collect();
            let bounds = (hours(&mut random), hours(&mut random));
            let stacks = random.random_bool(0.7);
            rule_between(&shop, target, kind, &tiers, bounds, stacks).await;
        }
        wait_for_rules(&shop).await;
        clock.advance(TimeDelta::seconds(random.random_range(0..4_000)));
        let quantities: Vec<i64> = products.iter().map(|_| random.random_range(1..30)).collect();
        sqlx::query(
            "update cart_lines line set quantity = wanted.quantity * 100000
             from unnest($1::bigint[], $2::bigint[]) as wanted (product, quantity) where product_id = wanted.product",
        )
        .bind(products.iter().filter_map(id).collect::<Vec<_>>())
        .bind(&quantities)
        .execute(&shop.db)
        .await
        .expect("quantities");
        let cart = shopper.call("xoo_wsc_refresh_fragments", &[]).await;
        let cart = cart.fragment("cart-page").expect("cart page");
        let props = cart.strip_prefix("<script type=\"application/json\">").expect("props of the island");
        let props: serde_json::Value =
            serde_json::from_str(props.strip_suffix("</script>").expect("end of the script")).expect("json");
        let lines = props["lines"].as_array().expect("lines");
        for (product, quantity) in products.iter().zip(&quantities) {
            let line = lines.iter().find(|line| line["url"] == product.path.as_str()).expect("a line");
            let answer = call_13(&shopper, &product.id, &quantity.to_string()).await;
            let each = amounts(answer["price_html"].as_str().expect("html")).pop().expect("amount");
            assert_eq!(line["unitPrice"], format!("{each}\u{a0}$"), "scenario {scenario} seed {seed}");
            let first = call_11(&shopper, &product.id).await;
            let one = call_13(&shopper, &product.id, "1").await;
            assert_eq!(first["price_html"], one["price_html"], "scenario {scenario} seed {seed}");
            compared += 2;
        }
        let shown = &products[scenario % PRODUCTS];
        let page = page_price(&shopper.get(&shown.path).await.text());
        let answer = call_11(&shopper, &shown.id).await;
        assert_eq!(
            page,
            amounts(answer["price_html"].as_str().expect("html")),
            "scenario {scenario} seed {seed}"
        );
    }
    assert_eq!(compared, 10_000);
}

/// Listings are sorted and filtered by the discounted price.
#[tokio::test]
async fn listings_follow_the_discount_rules() {
    let clock = Clock::manual(noon());
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    let expensive = shop.product("عسل غالٍ").price(9_000).make(&shop.db).await;
    shop.product("عسل رخيص").price(1_000).make(&shop.db).await;
    let hour = noon() + TimeDelta::hours(1);
    rule_between(&shop, ("item", id(&expensive)), "price", &[(0, 500)], (None, Some(hour)), true).await;
    wait_for_rules(&shop).await;
    let is_first_and_on_sale = async || {
        jobs::maintain_listings(&shop.db, &clock).await.expect("listing maintenance");
        let purges = shop.shop().cache.purges();
        purges.catch_up(&shop.db, TimeDelta::seconds(60)).await.expect("purges");
        let page = shop.shopper().get("/ar/shop/?orderby=price").await.text();
        let sale = shop.shopper().get("/ar/shop/?on_sale=1").await.text();
        (page.find("عسل غالٍ") < page.find("عسل رخيص"), sale.contains("عسل غالٍ"))
    };

    assert_eq!(is_first_and_on_sale().await, (true, true));
    clock.advance(TimeDelta::hours(1));
    assert_eq!(is_first_and_on_sale().await, (false, false), "the rule has ended");
}
