//! The admin's home page: what waits, and figures that lead to the rows that they are made of.

use chrono::TimeDelta;
use testkit::{Options, Shopper, TestShop};

use crate::orders::staff_in;

const HOME: &str = "/ar/wp-admin/";

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await
}

async fn member(shop: &TestShop, email: &str, role: &str) -> Shopper {
    shop.staff_with_role(email, role).await;
    staff_in(shop, email).await
}

fn plain(text: &str) -> String {
    kernel::text::without_isolates(text).replace('\u{a0}', " ")
}

async fn buy(shop: &TestShop, name: &str, price: i64) -> String {
    let product = shop.product(name).price(price).stock(50).make(&shop.db).await;
    let buyer = shop.shopper();
    buyer.add(&product.id, "1").await;
    buyer.buy(shop).await.split('/').nth(4).expect("order number").to_owned()
}

/// The amounts of a list's rows that were booked in its span, in cents.
fn booked(text: &str) -> Vec<i64> {
    let amount = |part: &str| {
        let number: String =
            part.chars().skip_while(|c| c.is_whitespace()).take_while(|c| *c != '$').collect();
        number.trim().replace(['.', ','], "").parse().ok()
    };
    text.split("في هذه المدة").skip(1).filter_map(amount).collect()
}

/// [D30]
#[tokio::test]
async fn the_figures_agree_with_the_ledger_and_lead_to_rows_that_sum_to_them() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { rate_factor: 50, clock, ..Options::default() }).await;
    let first = buy(&shop, "عسل", 2_000).await;
    // The first sale is in a stored quarter, the second in the ledger alone.
    shop.clock().advance(TimeDelta::minutes(40));
    let noura = member(&shop, "noura@example.com", "manager").await;
    buy(&shop, "تمر", 1_000).await;
    shop.sim.settle();
    let one = format!("/ar/wp-admin/orders/{first}/");
    noura.submit(&one, &format!("{one}refund/"), &[("amount", "4.55")]).await;
    let key: String =
        sqlx::query_scalar("select key from refunds").fetch_one(&shop.db).await.expect("a refund");
    payments::jobs::refund_payment(&shop.payment_context(), &key).await.expect("refunded");

    for visit in ["first", "second"] {
        let html = noura.get(HOME).await.text();
        let text = plain(&testkit::visible_text(&html));
        assert!(text.contains("25.45 $"), "{visit}: {text}");
        let link = html.split("href=\"").find(|part| part.contains("?booked=")).expect("a link");
        let link = link.split('"').next().expect("an address").replace("&amp;", "&");
        let list = plain(&noura.get(&link).await.visible_text());
        assert!(list.contains("المجموع 25.45 $"), "{list}");
        let rows = booked(&list);
        assert_eq!(rows.iter().sum::<i64>(), 2_545, "{rows:?} in {list}");
    }
    let stored: i64 = sqlx::query_scalar("select sum(net_minor)::bigint from sales_quarters")
        .fetch_one(&shop.db)
        .await
        .expect("quarters");
    assert_eq!(stored, 2_000, "what is past was added up once");
}

/// Paid orders over four weeks, one every four minutes. Every third was refunded in part, on the day after or later.
async fn sell_for_weeks(shop: &TestShop, count: i32) {
    let mut tx = shop.db.begin().await.expect("a transaction");
    for sql in [
        "insert into orders (number, key, state, placed_by, form_key, address, email, first_name, last_name, phone, country,
             city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, refunded_minor,
             created_at, changed_at)
         select 900000 + n, 'key' || n, 'completed', decode(repeat('00', 32), 'hex'), 'form' || n, '', 'x@example.com',
             'سلمى', '', '', 'US', '', '', subtotal, subtotal / 10, 500, 37, subtotal - subtotal / 10 + 537,
             case when n % 3 = 0 then 100 + n % 701 else 0 end, at, at
         from (select n, 1000 + n * 7919 % 9001 as subtotal, $1::timestamptz - n * interval '241 seconds' as at
               from generate_series(1, $2) n) sold",
        "insert into journals (order_id, kind, subject, at)
         select id, 'payment', 'sold ' || id, created_at from orders where created_at < $1 and $2 > 0
         union all
         select id, 'refund', 'back ' || id, least(created_at + interval '30 hours', $1) from orders
         where refunded_minor > 0",
        "insert into journal_entries (journal_id, account, minor)
         select journal.id, entry.account, entry.minor
         from journals journal join orders sold on sold.id = journal.order_id
         cross join lateral (values
             ('payment', 'provider', sold.total_minor), ('payment', 'sales', sold.discount_minor - sold.subtotal_minor),
             ('payment', 'shipping', -sold.shipping_minor), ('payment', 'taxes', -sold.tax_minor),
             ('refund', 'refunds', sold.refunded_minor), ('refund', 'provider', -sold.refunded_minor)
         ) entry (kind, account, minor)
         where entry.kind = journal.kind and journal.at <= $1 and $2 > 0",
    ] {
        sqlx::query(sql).bind(shop.clock().now()).bind(count).execute(&mut *tx).await.expect("sold");
    }
    tx.commit().await.expect("a ledger that balances");
}

async fn view(member: &Shopper, path: &str) -> serde_json::Value {
    member.get_with(path, &[("accept", "application/json")]).await.json()["props"].clone()
}

/// «1,234.50 $» in cents.
fn cents(amount: &serde_json::Value) -> i64 {
    let text = amount.as_str().expect("an amount");
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let sign = if text.contains('\u{2212}') { -1 } else { 1 };
    sign * digits.parse::<i64>().expect("a number")
}

/// [D30] Every figure of the home page is what the ledger says, and its address lists the rows that it is made of.
#[tokio::test]
async fn ten_thousand_orders_and_their_partial_refunds_agree_to_the_cent() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { rate_factor: 1_000, clock, ..Options::default() }).await;
    sell_for_weeks(&shop, 10_000).await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let booked = async |from: i64, until: i64| -> i64 {
        sqlx::query_scalar(
            "select coalesce(-sum(minor), 0)::bigint from journals join journal_entries on journal_id = id
             where at >= to_timestamp($1::float8) and at < to_timestamp($2::float8)
                 and account in ('sales', 'shipping', 'taxes', 'refunds')",
        )
        .bind(from)
        .bind(until)
        .fetch_one(&shop.db)
        .await
        .expect("a sum")
    };

    let sales = view(&noura, HOME).await["sales"].clone();
    let days = sales["days"].as_array().expect("days");
    assert_eq!(days.len(), 14);
    let mut shown_orders = 0;
    for day in days {
        let url = day["url"].as_str().expect("an address");
        let (from, until) =
            url.split_once("booked=").and_then(|(_, span)| span.split_once("..")).expect("a span");
        let wanted = booked(from.parse().expect("a time"), until.parse().expect("a time")).await;
        assert_eq!(cents(&day["value"]), wanted, "{day}");
        let mut rows = 0;
        let mut next = Some(url.to_owned());
        while let Some(url) = next {
            let list = view(&noura, &url).await;
            assert_eq!(cents(&list["booked"]), wanted, "the sum above the rows of {url}");
            let orders = list["orders"].as_array().expect("orders");
            rows += orders.iter().map(|order| cents(&order["booked"])).sum::<i64>();
            shown_orders += orders.len();
            next = list["nextUrl"].as_str().map(str::to_owned);
        }
        assert_eq!(rows, wanted, "the rows of {url}");
    }
    assert!(shown_orders > 5_000, "{shown_orders} rows in fourteen days");
    let sum: i64 = days.iter().map(|day| cents(&day["value"])).sum();
    assert_eq!(cents(&sales["total"]), sum);
    let today = &sales["cards"][0];
    assert_eq!((&today["value"], &today["url"]), (&days[13]["value"], &days[13]["url"]));

    // The stored quarters are asked a second time, and say the same.
    assert_eq!(view(&noura, HOME).await["sales"]["total"], sales["total"]);
    let of_before: i64 = days.iter().map(|day| cents(&day["before"])).sum();
    assert_eq!(cents(&sales["totalBefore"]), of_before);
}

#[tokio::test]
async fn what_waits_comes_first_and_parts_without_the_right_are_absent() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let quiet = plain(&noura.get(HOME).await.visible_text());
    assert!(quiet.contains("لا شيء ينتظرك الآن."), "{quiet}");
    let number = buy(&shop, "عسل", 2_000).await;
    sqlx::query("update payment_attempts set state = 'unknown', created_at = $1")
        .bind(shop.clock().now() - TimeDelta::minutes(22))
        .execute(&shop.db)
        .await
        .expect("unknown");
    let page = plain(&noura.get(HOME).await.visible_text());
    let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("«{words}» in {page}"));
    assert!(place("طلب واحد جاهز للتجهيز") < place("دفعة لم تُعرف نتيجتها"), "orders to prepare come first");
    assert!(page.contains(&format!("أقدمها الطلب رقم {number}")), "{page}");

    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let page = plain(&yasser.get(HOME).await.visible_text());
    assert!(page.contains("طلب واحد جاهز للتجهيز") && !page.contains("صافي المبيعات"), "{page}");
    let writer = member(&shop, "writer@example.com", "content").await;
    let page = plain(&writer.get(HOME).await.visible_text());
    assert!(!page.contains("جاهز للتجهيز") && !page.contains("صافي المبيعات"), "{page}");
}

/// [D30] What leads to a page is shown only to those who may open it, and no number says more than is known.
#[tokio::test]
async fn awaited_goods_are_for_those_who_move_stock() {
    let shop = open().await;
    let product = shop.product("عسل").price(2_000).stock(0).make(&shop.db).await;
    let id: i64 = product.id.parse().expect("an id");
    sqlx::query(
        "insert into stock_alerts (product_id, person, address_hash, page_hash, created_at)
         select $1, n || '@example.com', '\\x00', int4send(n), now() from generate_series(1, 1001) n",
    )
    .bind(id)
    .execute(&shop.db)
    .await
    .expect("alerts");
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let page = plain(&yasser.get(HOME).await.visible_text());
    assert!(page.contains("صنف واحد يحتاج طلبًا"), "{page}");
    assert!(page.contains("أكثر من 1,000 شخص طلبوا تنبيههم حين تتوفر"), "{page}");
    let writer = member(&shop, "writer@example.com", "content").await;
    let page = plain(&writer.get(HOME).await.visible_text());
    assert!(!page.contains("يحتاج طلبًا"), "its page needs a right that content has not: {page}");
}

/// The last place of the work list: what is not well in the shop itself, for those who can do something about it.
#[tokio::test]
async fn the_shop_s_health_is_work_when_something_is_not_well() {
    const HEALTH: &str = "href=\"/ar/wp-admin/health/\"";
    let quiet = open().await;
    let noura = member(&quiet, "noura@example.com", "manager").await;
    let work = async |member: &Shopper| view(member, HOME).await["work"].as_array().expect("work").clone();
    assert_eq!(work(&noura).await, [] as [serde_json::Value; 0], "all is well");
    // Another server: each shows what it found for some seconds.
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    for sql in [
        "insert into graphile_worker._private_tasks (identifier) values ('media_scan') on conflict do nothing",
        "insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, last_error, run_at)
         select id, 12, 12, 'no scanner', now() from graphile_worker._private_tasks where identifier = 'media_scan'",
    ] {
        sqlx::query(sql).execute(&shop.db).await.expect("a job that failed for good");
    }
    buy(&shop, "عسل", 2_000).await;
    let items = work(&noura).await;
    let last = items.last().expect("work");
    assert_eq!((last["url"].as_str(), items.len()), (Some("/ar/wp-admin/health/"), 2), "{items:?}");
    assert_eq!(last["title"], "المتجر يعمل، وشيء ينتظر");
    assert!(noura.get(HOME).await.text().contains(HEALTH));
    let salim = member(&shop, "salim@example.com", "support").await;
    let items = work(&salim).await;
    assert!(items.iter().all(|item| item["url"] != "/ar/wp-admin/health/"), "{items:?}");
}

/// The fifth place of the work list: what is too late after a moment.
#[tokio::test]
async fn sales_that_end_within_three_days_are_work_for_those_who_set_prices() {
    let shop = open().await;
    let now = shop.clock().now();
    let hours = |hours| Some(now + TimeDelta::hours(hours));
    let later = shop.product("لاحق").sale(1_500, None, hours(74)).make(&shop.db).await;
    shop.product("انتهى").sale(1_500, None, hours(-1)).make(&shop.db).await;
    shop.product("لم يبدأ").sale(1_500, hours(1), hours(48)).make(&shop.db).await;
    shop.product("مسودة").sale(1_500, None, hours(48)).status("draft").make(&shop.db).await;
    let again = shop.product("يعود").sale(1_500, hours(-48), hours(48)).make(&shop.db).await;
    sqlx::query("update products set sale_pause = 3600 where id = $1::bigint")
        .bind(&again.id)
        .execute(&shop.db)
        .await
        .expect("a sale that comes back");
    let noura = member(&shop, "noura@example.com", "manager").await;
    let sales = async |member: &Shopper| {
        let work = view(member, HOME).await["work"].as_array().expect("work").clone();
        work.into_iter().find(|item| item["icon"] == "tag")
    };
    assert_eq!(sales(&noura).await, None);

    let soon = shop.product("قريب").sale(1_500, hours(-1), hours(70)).make(&shop.db).await;
    let sooner =
        shop.product("أقرب").variation("500 غ", 1_800, 5).variation("كغ", 3_000, 5).make(&shop.db).await;
    sqlx::query("update variations set sale_minor = 900, sale_to = $2 where product_id = $1::bigint")
        .bind(&sooner.id)
        .bind(hours(20))
        .execute(&shop.db)
        .await
        .expect("sales of both variations");
    let item = sales(&noura).await.expect("work");
    assert_eq!(
        item["title"], "تخفيضان ينتهيان خلال 3 أيام",
        "products are counted: {} and {}",
        soon.id, sooner.id
    );
    assert_eq!(item["url"], format!("/ar/wp-admin/products/{}/", sooner.id));
    assert!(plain(item["detail"].as_str().expect("a text")).starts_with("تخفيض «أقرب» ينتهي"), "{item}");
    assert_ne!(later.id, sooner.id);
    let writer = member(&shop, "writer@example.com", "content").await;
    assert_eq!(sales(&writer).await, None);
}

#[tokio::test]
async fn goods_that_run_out_and_the_newest_acts_are_for_those_who_may_know_them() {
    let shop = open().await;
    let honey = shop.product("عسل").price(2_000).stock(0).make(&shop.db).await;
    sqlx::query(
        "insert into stock_alerts (product_id, person, address_hash, page_hash, created_at)
         values ($1::bigint, 'a@example.com', '\\x00', '\\x00', now())",
    )
    .bind(&honey.id)
    .execute(&shop.db)
    .await
    .expect("an alert");
    let noura = member(&shop, "noura@example.com", "manager").await;
    let id: i64 = sqlx::query_scalar("select id from staff where email_key = 'noura@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("a member");
    let now = shop.clock().now();
    let (me, other) = (format!("staff {id}"), "staff 999999");
    for (actor, action, subject, before) in [
        (me.as_str(), "product-edit", format!("product {} v2", honey.id), Some("name: \"تمر\"")),
        (other, "order-pick", "order 1".to_owned(), None),
        ("customer 12", "change-names", String::new(), None),
        (me.as_str(), "logout", String::new(), None),
    ] {
        edge::audit::record_change(&shop.db, now, actor, action, &subject, before, before)
            .await
            .expect("recorded");
    }
    let home = view(&noura, HOME).await;
    let goods = home["lowStock"]["goods"].as_array().expect("goods");
    assert_eq!(goods.len(), 1, "{goods:?}");
    assert_eq!((&goods[0]["name"], &goods[0]["left"]), (&"عسل".into(), &"نفدت الكمية".into()));
    assert_eq!(goods[0]["detail"], "شخص واحد ينتظره");
    let url = goods[0]["url"].as_str().expect("an address");
    assert_eq!(noura.get(url).await.status, http::StatusCode::OK);
    let acts = |home: &serde_json::Value| -> Vec<(String, bool)> {
        let acts = home["acts"].as_array().expect("acts").clone();
        let act = |one: &serde_json::Value| {
            (one["what"]["text"].as_str().expect("words").to_owned(), !one["undo"].is_null())
        };
        acts.iter().map(act).collect()
    };
    let found = acts(&home);
    assert_eq!(found[0], ("تجهيز الطلب بالمسح".to_owned(), false), "customers and sign-outs are left out");
    assert_eq!(found[1], ("تعديل منتج".to_owned(), true), "an edit is taken back here");

    // Support moves no stock and knows its own acts only; fulfilment reads no log.
    let huda = member(&shop, "huda@example.com", "support").await;
    let home = view(&huda, HOME).await;
    assert!(home["lowStock"].is_null());
    assert!(acts(&home).iter().all(|(what, _)| what == "دخول"), "{home}");
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    assert_eq!(view(&yasser, HOME).await["acts"].as_array().map(Vec::len), Some(0));
}
