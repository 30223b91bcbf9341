//! Parcels of an order: entered by staff, seen by the buyer, told by email once each.

use testkit::{Options, Shopper, TestShop, hidden_fields};

use crate::{emails::jobs_done, orders::staff_in};

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await
}

pub struct Bought {
    pub number: String,
    /// The page that the key opens.
    pub page: String,
    pub salma: Shopper,
}

impl Bought {
    fn staff_page(&self) -> String {
        format!("/ar/wp-admin/orders/{}/", self.number)
    }

    async fn shown(&self) -> String {
        plain(&self.salma.get(&self.page).await.visible_text())
    }
}

fn plain(text: &str) -> String {
    kernel::text::without_isolates(text).replace('\u{a0}', " ")
}

/// Buys two pieces of one product and one of another.
pub async fn buy(shop: &TestShop) -> Bought {
    let honey = shop.product("عسل سدر").price(1_000).stock(20).make(&shop.db).await;
    let dates = shop.product("تمر سكري").price(500).stock(20).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "2").await;
    salma.add(&dates.id, "1").await;
    let page = salma.buy(shop).await;
    let number = page.split('/').nth(4).expect("order number").to_owned();
    Bought { number, page, salma }
}

async fn state(shop: &TestShop) -> String {
    sqlx::query_scalar("select state from orders").fetch_one(&shop.db).await.expect("order")
}

async fn count(shop: &TestShop, what: &str) -> i64 {
    let sql = format!("select count(*) from {what}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&shop.db).await.expect("count")
}

async fn outbox(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar("select split_part(key, ' ', 1) from mail_outbox where topic = 'order' order by id")
        .fetch_all(&shop.db)
        .await
        .expect("outbox")
}

/// Sends the form of a parcel with these quantities, and returns where it leads.
async fn ship(noura: &Shopper, order: &Bought, number: &str, quantities: &[&str]) -> String {
    let page = order.staff_page();
    let mut fields = vec![("carrier", "يو بي إس"), ("number", number)];
    fields.extend(quantities.iter().map(|quantity| ("quantity[]", *quantity)));
    let answer = noura.submit(&page, &format!("{page}shipments/"), &fields).await;
    answer.location().rsplit('=').next().unwrap_or_default().to_owned()
}

async fn deliver(noura: &Shopper, order: &Bought) -> String {
    let page = order.staff_page();
    let answer = noura.submit(&page, &format!("{page}delivered/"), &[]).await;
    answer.location().rsplit('=').next().unwrap_or_default().to_owned()
}

/// [VIS-12]
#[tokio::test]
async fn an_order_is_on_its_way_when_all_of_it_has_left_and_delivered_when_all_has_arrived() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let order = buy(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    let before = order.shown().await;
    assert!(before.contains("نجهّز طلبك") && before.contains("نرسل إليك رقم الشحنة"), "{before}");

    assert_eq!(ship(&noura, &order, "1Z 9/AA", &["1", "0"]).await, "shipped");
    assert_eq!(state(&shop).await, "processing", "a part of it is still here");
    let part = order.shown().await;
    for words in ["خرج جزء من طلبك", "1Z 9/AA", "يو بي إس", "1 × عسل سدر"] {
        assert!(part.contains(words), "«{words}» in {part}");
    }
    let html = order.salma.get(&order.page).await.text();
    assert!(html.contains("https://www.ups.com/track?tracknum=1Z%209%2FAA"), "{html}");

    assert_eq!(ship(&noura, &order, "1Z-2", &["2", "1"]).await, "not-shipped", "only one is left");
    assert_eq!(ship(&noura, &order, "1Z-2", &["1", "1"]).await, "shipped");
    assert_eq!(state(&shop).await, "shipped");
    assert!(order.shown().await.contains("في الطريق إليك"));

    assert_eq!(deliver(&noura, &order).await, "delivered");
    assert_eq!(state(&shop).await, "shipped", "the other parcel is under way");
    assert_eq!(deliver(&noura, &order).await, "delivered");
    assert_eq!(state(&shop).await, "delivered");
    let arrived = order.shown().await;
    assert!(arrived.contains("تمّ التوصيل") && arrived.contains("خرج إليك"), "{arrived}");

    assert_eq!(outbox(&shop).await, ["received", "shop", "parcel", "parcel", "delivered"]);
    let audit: Vec<String> =
        sqlx::query_scalar("select action from audit_log where action like 'order-%' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("audit");
    assert_eq!(audit, ["order-shipment", "order-shipment", "order-delivery", "order-delivery"]);
    let history = plain(&noura.get(&order.staff_page()).await.visible_text());
    assert!(history.contains("خرجت شحنة") && history.contains("وصلت شحنة"), "{history}");
}

/// [VIS-12]: repeated requests change nothing.
#[tokio::test]
async fn a_form_that_is_sent_twice_is_one_parcel_and_one_arrival() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let order = buy(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    let page = order.staff_page();
    let action = format!("{page}shipments/");
    let hidden = hidden_fields(&noura.get(&page).await.text(), &action);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.extend([("carrier", "مندوب المتجر"), ("quantity[]", "2"), ("quantity[]", "1")]);
    let (first, second) = tokio::join!(noura.post(&action, &fields), noura.post(&action, &fields));
    for answer in [first, second, noura.post(&action, &fields).await] {
        assert_eq!(answer.location(), format!("{page}?notice=shipped"));
    }
    assert_eq!(count(&shop, "order_shipments").await, 1);
    assert_eq!(state(&shop).await, "shipped");

    let action = format!("{page}delivered/");
    let hidden = hidden_fields(&noura.get(&page).await.text(), &action);
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    for _ in 0..2 {
        assert_eq!(noura.post(&action, &fields).await.location(), format!("{page}?notice=delivered"));
    }
    assert_eq!(outbox(&shop).await, ["received", "shop", "parcel", "delivered"]);
}

/// [VIS-12]
#[tokio::test]
async fn nothing_is_shipped_of_an_unpaid_order_nor_by_an_unknown_carrier_nor_tomorrow() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let order = buy(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    let page = order.staff_page();
    let action = format!("{page}shipments/");
    let hidden = hidden_fields(&noura.get(&page).await.text(), &action);
    let send = async |fields: &[(&str, &str)]| {
        let own = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<_> =
            own.chain([("quantity[]", "2"), ("quantity[]", "1")]).chain(fields.iter().copied()).collect();
        noura.post(&action, &all).await.location().to_owned()
    };
    let refused = format!("{page}?notice=not-shipped");
    assert_eq!(send(&[("carrier", "ناقل غريب")]).await, refused);
    let tomorrow = (shop.clock().now() + chrono::TimeDelta::days(2)).format("%Y-%m-%d").to_string();
    assert_eq!(send(&[("carrier", "أرامكس"), ("shipped_on", &tomorrow)]).await, refused);
    assert_eq!(send(&[("carrier", "أرامكس"), ("shipped_on", "2020-01-01")]).await, refused);
    sqlx::query("update orders set state = 'cancelled'").execute(&shop.db).await.expect("state");
    assert_eq!(send(&[("carrier", "أرامكس")]).await, refused);
    assert_eq!(count(&shop, "order_shipments").await, 0);
    let more = sqlx::query("update order_lines set shipped = quantity + 1").execute(&shop.db).await;
    assert!(more.is_err(), "by a constraint");
}

/// [VIS-9]
#[tokio::test]
async fn each_step_has_one_email_with_goods_parcel_and_address() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let mailbox = shop.open_mailbox().await;
    let order = buy(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    mailbox.wait_for(2).await;
    let received = mailbox.sink.to("salma@example.com").remove(0);
    for words in ["استلمنا طلبك", "2 × عسل سدر: 20.00", "5100 Maple St", "تنتهي بـ"]
    {
        assert!(plain(&received.text).contains(words), "«{words}» in {}", received.text);
    }
    assert!(received.header("from").is_some_and(|from| !from.starts_with("shop@")), "with the shop's name");

    ship(&noura, &order, "1Z-77", &["2", "1"]).await;
    mailbox.wait_for(3).await;
    let shipped = mailbox.sink.to("salma@example.com").remove(1);
    assert_eq!(shipped.subject, format!("في الطريق إليك: الطلب رقم {}", order.number));
    for words in ["طلبك في الطريق إليك", "رقم الشحنة: 1Z-77", "يو بي إس", "2 × عسل سدر", "5100 Maple St"]
    {
        assert!(plain(&shipped.text).contains(words), "«{words}» in {}", shipped.text);
    }
    assert!(!shipped.text.contains("20.00"), "prices do not matter in a parcel");
    assert!(shipped.text.contains(&order.page), "the button leads to the order");

    deliver(&noura, &order).await;
    jobs_done(&shop).await;
    let all = mailbox.sink.to("salma@example.com");
    assert_eq!(all.len(), 3, "one for each change");
    assert_eq!(all[2].subject, format!("وصل طلبك رقم {}", order.number));
}

/// [VIS-12]: the request for a review follows the delivery.
#[tokio::test]
async fn a_review_is_requested_after_the_delivery() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let list = shop.list("أسئلة بعد الطلب", true).await;
    crate::follow_ups::turn_on(&shop, "review-request", &list, 0).await;
    let order = buy(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    let mailbox = shop.open_mailbox().await;
    let plan = async || {
        let mailer = shop.mailer(&shop.job_context(), mailbox.sink.url());
        followups::jobs::maintain(&mailer).await.expect("maintenance");
        jobs_done(&shop).await;
        mailbox.sink.to("salma@example.com").iter().filter(|email| email.subject.contains("ما رأيك")).count()
    };
    ship(&noura, &order, "", &["2", "1"]).await;
    assert_eq!(plan().await, 0, "it has not arrived");
    deliver(&noura, &order).await;
    assert_eq!(plan().await, 1);
    sqlx::query("update orders set state = 'completed', changed_at = now()")
        .execute(&shop.db)
        .await
        .expect("state");
    assert_eq!(plan().await, 1, "once");
}

/// [VIS-12]
#[tokio::test]
async fn an_erased_buyer_leaves_no_tracking_number() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let customer = shop.customer("salma@example.com", "سلمى").await;
    let order = buy(&shop).await;
    sqlx::query("update orders set customer_id = $1")
        .bind(customer)
        .execute(&shop.db)
        .await
        .expect("customer");
    let noura = staff_in(&shop, "noura@example.com").await;
    ship(&noura, &order, "1Z-9", &["2", "1"]).await;
    sqlx::query("update orders set state = 'completed'").execute(&shop.db).await.expect("state");
    sqlx::query("delete from customers where id = $1")
        .bind(customer)
        .execute(&shop.db)
        .await
        .expect("erased");
    let left: Vec<(String, String)> =
        sqlx::query_as("select tracking_number, tracking_url from order_shipments")
            .fetch_all(&shop.db)
            .await
            .expect("parcels");
    assert_eq!(left, [(String::new(), String::new())]);
}

/// Sends the first form that changes a parcel, and returns where it leads.
async fn change(noura: &Shopper, order: &Bought, act: &str, fields: &[(&str, &str)]) -> String {
    let page = order.staff_page();
    let answer = noura.submit(&page, &format!("{page}shipments/{act}/"), fields).await;
    answer.location().rsplit('=').next().unwrap_or_default().to_owned()
}

/// [VIS-12]
#[tokio::test]
async fn staff_correct_a_parcel_and_the_buyer_sees_it_without_a_second_email() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let order = buy(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    assert_eq!(ship(&noura, &order, "1Z-1", &["2", "1"]).await, "shipped");
    let right = [("carrier", "أرامكس"), ("number", "AR-7")];
    for _ in 0..2 {
        assert_eq!(change(&noura, &order, "correct", &right).await, "corrected");
    }
    let shown = order.shown().await;
    assert!(shown.contains("AR-7") && shown.contains("أرامكس") && !shown.contains("1Z-1"), "{shown}");
    let html = order.salma.get(&order.page).await.text();
    assert!(html.contains("https://www.aramex.com/track/results?ShipmentNumber=AR%2D7"), "{html}");
    let wrong = [("carrier", "ناقل مجهول"), ("number", "AR-8")];
    assert_eq!(change(&noura, &order, "correct", &wrong).await, "not-corrected");
    assert_eq!(outbox(&shop).await, ["received", "shop", "parcel"]);
    let audit: Vec<String> =
        sqlx::query_scalar("select subject from audit_log where action = 'order-shipment' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("audit");
    assert_eq!(audit.len(), 2, "entered and corrected once: {audit:?}");
    assert!(audit[1].ends_with("corrected"));
    let history = plain(&noura.get(&order.staff_page()).await.visible_text());
    assert!(history.contains("صُحّحت شحنة") && history.contains("يو بي إس 1Z-1 ← أرامكس AR-7"), "{history}");
}

/// [VIS-12]
#[tokio::test]
async fn a_parcel_that_was_entered_by_mistake_is_removed_with_what_it_did() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let order = buy(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    assert_eq!(ship(&noura, &order, "1Z-1", &["2", "1"]).await, "shipped");
    assert_eq!(state(&shop).await, "shipped");
    let page = order.staff_page();
    let action = format!("{page}shipments/remove/");
    let fields = hidden_fields(&noura.get(&page).await.text(), &action);
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (one, two) = tokio::join!(noura.post(&action, &fields), noura.post(&action, &fields));
    for answer in [one, two] {
        assert!(answer.location().ends_with("notice=parcel-removed"), "{}", answer.location());
    }
    assert_eq!(state(&shop).await, "processing");
    assert_eq!(count(&shop, "order_shipments").await, 0);
    assert_eq!(count(&shop, "order_lines where shipped <> 0").await, 0);
    assert_eq!(count(&shop, "audit_log where subject like '%removed'").await, 1);
    assert!(!order.shown().await.contains("1Z-1"));
    assert_eq!(order.salma.post(&action, &fields).await.status, 404, "only staff");

    // What was in it can be shipped again, and stays once it has arrived.
    assert_eq!(ship(&noura, &order, "1Z-2", &["1", "0"]).await, "shipped");
    assert_eq!(deliver(&noura, &order).await, "delivered");
    let page_now = noura.get(&page).await.text();
    assert!(!page_now.contains(&action), "a parcel that has arrived is not removed");
    let parcel: i64 =
        sqlx::query_scalar("select id from order_shipments").fetch_one(&shop.db).await.expect("a parcel");
    let parcel = parcel.to_string();
    let late: Vec<_> = fields
        .iter()
        .map(|(name, value)| (*name, if *name == "shipment" { parcel.as_str() } else { *value }))
        .collect();
    let refused = noura.post(&action, &late).await;
    assert!(refused.location().ends_with("notice=parcel-not-removed"), "{}", refused.location());
}
