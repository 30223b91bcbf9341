//! When an order arrives: the product page, the call, the cart, the checkout, the Store API, the order and its email say
//! the same.

use chrono::{DateTime, TimeDelta, Utc};
use http::StatusCode;
use kernel::Clock;
use testkit::{Options, Purchase, TestShop, visible_text};

/// A Sunday, two hours before the cut-off in Riyadh.
fn morning() -> DateTime<Utc> {
    "2026-11-15T09:00:00Z".parse().expect("time")
}

/// A shop in Riyadh that ships from Sunday to Thursday in two to four days, with a holiday and two cities.
async fn open(clock: &Clock) -> TestShop {
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    let setup = "
        insert into settings (name, value) values ('shop', jsonb_build_object(
            'name', 'متجر', 'tagline', '', 'phone', '', 'timeZone', 'Asia/Riyadh'));
        insert into countries (code, name) values ('US', 'الولايات المتحدة'), ('SA', 'السعودية') on conflict do nothing;
        with zone as (insert into shipping_zones (name, countries, position) values ('هنا', '{US}', 1) returning id)
        insert into shipping_methods (zone_id, kind, title, cost_minor, position, days_min, days_max)
        select id, kind, title, cost, place, least, most from zone, (values
            ('flat', 'عادي', 500, 1, 2, 4), ('flat', 'سريع', 900, 2, 1, 1), ('pickup', 'استلام', 0, 3, 0, 0)
        ) way (kind, title, cost, place, least, most);
        with zone as (insert into shipping_zones (name, countries, position) values ('الخليج', '{SA}', 2) returning id)
        insert into shipping_methods (zone_id, kind, title, cost_minor) select id, 'flat', 'دولي', 1500 from zone;
        insert into shipping_holidays (day) values ('2026-11-19');
        insert into shipping_cities (country, name, folded, extra_days, is_served) values
            ('US', 'أنكوراج', 'انكوراج', 3, true), ('US', 'غوام', 'غوام', 0, false)";
    sqlx::raw_sql(setup).execute(&shop.db).await.expect("setup");
    shop
}

fn plain(html: &str) -> String {
    visible_text(html).replace(['\u{2068}', '\u{2069}'], "").replace('\u{a0}', " ")
}

/// Thursday 19 is a holiday, Friday and Saturday are free.
const BEFORE: &str = "يصلك بين الثلاثاء 17 والأحد 22 نوفمبر";
const AFTER: &str = "يصلك بين الأربعاء 18 والاثنين 23 نوفمبر";

/// [VIS-5]
#[tokio::test]
async fn a_cached_product_page_changes_its_promise_at_the_cutoff_by_itself() {
    let clock = Clock::manual(morning());
    let shop = open(&clock).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();
    let page = async || plain(&shopper.get(&honey.path).await.text());

    assert!(page().await.contains(BEFORE));
    clock.advance(TimeDelta::seconds(2 * 3_600 - 1));
    assert!(page().await.contains(BEFORE), "one second before the cut-off");
    clock.advance(TimeDelta::seconds(1));
    let after = page().await;
    assert!(after.contains(AFTER) && !after.contains(BEFORE), "at the cut-off: {after}");
}

#[tokio::test]
async fn a_sold_out_product_promises_nothing() {
    let shop = open(&Clock::manual(morning())).await;
    let honey = shop.product("عسل سدر").stock(0).make(&shop.db).await;
    let page = plain(&shop.shopper().get(&honey.path).await.text());
    assert!(page.contains("عسل سدر") && !page.contains("يصلك"), "{page}");
}

/// [VIS-5]
#[tokio::test]
async fn the_call_answers_for_a_city_in_any_spelling_and_says_where_the_shop_does_not_ship() {
    let shop = open(&Clock::manual(morning())).await;
    let shopper = shop.shopper();
    let ask = async |country: &str, city: &str| {
        let answer = shopper.call("matjar_delivery", &[("country", country), ("city", city)]).await;
        assert_eq!(answer.status, StatusCode::OK);
        let answer = answer.json();
        let place = &answer["place"];
        let arrival = place["arrival"].as_str().map(plain);
        let name = place["place"].as_str().expect("place").to_owned();
        (arrival, name, place["isUnserved"].as_bool().expect("boolean"))
    };

    let usual = Some(BEFORE.to_owned());
    assert_eq!(ask("US", "").await, (usual.clone(), "الولايات المتحدة".to_owned(), false));
    assert_eq!(ask("US", "ديربورن").await, (usual.clone(), "ديربورن".to_owned(), false));
    let later = Some("يصلك بين الاثنين 23 والأربعاء 25 نوفمبر".to_owned());
    for spelling in ["أنكوراج", "انكوراج", " أنْكوراج "] {
        assert_eq!(ask("US", spelling).await.0, later, "{spelling}");
    }
    assert_eq!(ask("US", "غوام").await, (None, "غوام".to_owned(), true));
    assert_eq!(ask("SA", "الرياض").await, (None, "الرياض".to_owned(), false), "a method without days");
    for unknown in ["XX", "", "<b>", "السعودية"] {
        assert_eq!(ask(unknown, "").await, (usual.clone(), "الولايات المتحدة".to_owned(), false), "{unknown}");
    }
}

/// [VIS-5]: without script.
#[tokio::test]
async fn the_page_lists_the_dates_of_all_methods() {
    let shop = open(&Clock::manual(morning())).await;
    let shopper = shop.shopper();
    let page = async |query: &str| {
        let answer = shopper.get(&format!("/ar/delivery/{query}")).await;
        assert_eq!(answer.status, StatusCode::OK);
        plain(&answer.text())
    };

    let here = page("").await;
    for date in [BEFORE, "يصلك الاثنين 16 نوفمبر", "جاهز للاستلام الأحد 15 نوفمبر"]
    {
        assert!(here.contains(date), "{date} in {here}");
    }
    let far = page("?country=US&city=%D8%A3%D9%86%D9%83%D9%88%D8%B1%D8%A7%D8%AC").await;
    assert!(far.contains("يصلك الأحد 22 نوفمبر") && far.contains("جاهز للاستلام الأحد 15 نوفمبر"), "{far}");
    let unserved = page("?country=US&city=%D8%BA%D9%88%D8%A7%D9%85").await;
    assert!(unserved.contains("لا نشحن إلى هذه المدينة بعد") && !unserved.contains("يصلك بين"), "{unserved}");
    assert!(unserved.contains("جاهز للاستلام الأحد 15 نوفمبر"), "goods can still be picked up: {unserved}");
}

/// Goods can be picked up from a city that the shop does not ship to; nobody is made to do so unasked.
#[tokio::test]
async fn an_order_from_a_city_that_is_not_served_is_picked_up_once_the_buyer_has_seen_it() {
    let shop = open(&Clock::manual(morning())).await;
    // The totals of both methods are the same.
    sqlx::query("update shipping_methods set cost_minor = 0").execute(&shop.db).await.expect("free");
    let method = async |title: &str| -> String {
        sqlx::query_scalar::<_, i64>("select id from shipping_methods where title = $1")
            .bind(title)
            .fetch_one(&shop.db)
            .await
            .expect("a method")
            .to_string()
    };
    let (flat, pickup) = (method("عادي").await, method("استلام").await);
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let card = shop.card("4111111111111111").await;
    let form = |method: &str| {
        let fields = [("billing_city", "غوام"), ("shipping_method[0]", method)];
        Purchase::new().card(&card).with(&fields)
    };
    let refused = salma.check_out(&form(&flat)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let text = plain(&refused.text());
    assert!(text.contains("لا يتوفر شحن إلى هذا العنوان"), "{text}");
    assert!(text.contains("استلام") && !text.contains("عادي"), "what is left: {text}");
    let page = refused.text();
    let card = shop.card("4111111111111111").await;
    let placed = salma.send_checkout(&page, &form(&pickup).card(&card)).await;
    let chosen: Vec<String> =
        sqlx::query_scalar("select shipping_title from orders").fetch_all(&shop.db).await.expect("orders");
    assert_eq!(chosen, ["استلام"], "{}", placed.visible_text());
}

/// [VIS-5]
#[tokio::test]
async fn cart_checkout_order_and_email_promise_the_same_days() {
    let clock = Clock::manual(morning());
    let shop = open(&clock).await;
    let mailbox = shop.open_mailbox().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    for address in ["/ar/cart/", "/ar/checkout/"] {
        let page = plain(&salma.get(address).await.text());
        assert!(page.contains(BEFORE) && page.contains("يصلك الاثنين 16 نوفمبر"), "{address}: {page}");
    }
    let cart = salma.get("/ar/wp-json/wc/store/v1/cart").await.json();
    let rate = &cart["shipping_rates"][0]["shipping_rates"][0];
    assert_eq!(rate["delivery_time"].as_str().map(plain).as_deref(), Some(BEFORE), "{rate}");

    let order = salma.buy(&shop).await;
    let promised = async || plain(&salma.get(&order).await.text());
    assert!(promised().await.contains(BEFORE));
    let emails = mailbox.wait_for(2).await;
    let email = emails.iter().find(|email| email.to == ["salma@example.com"]).expect("an email to the buyer");
    assert!(plain(&email.html).contains(BEFORE), "{}", email.html);
    assert!(email.text.replace('\u{a0}', " ").contains(BEFORE), "{}", email.text);

    // What was promised stays, whatever the method does later.
    clock.advance(TimeDelta::hours(30));
    sqlx::query("update shipping_methods set days_min = 9, days_max = 9")
        .execute(&shop.db)
        .await
        .expect("changed");
    assert!(promised().await.contains(BEFORE));
    sqlx::query("update orders set state = 'completed'").execute(&shop.db).await.expect("completed");
    assert!(!promised().await.contains("يصلك"), "an order that has arrived promises nothing");
}
