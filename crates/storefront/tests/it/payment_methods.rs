//! Payment without a provider: cash on delivery and bank transfer, from the checkout to the money in the books.

use http::Method;
use serde_json::json;
use testkit::{
    BOUNDARY, Options, Purchase, Shopper, TestResponse, TestShop, UploadFile, hidden_fields, multipart,
    visible_text,
};

use crate::{
    checkout::{once, pay_order},
    orders::staff_in,
    store_api::{Client, address},
};

const STAFF: &str = "noura@example.com";

fn plain(text: &str) -> String {
    kernel::text::without_isolates(text).replace('\u{a0}', " ")
}

/// Opens a shop with these settings. They are written before the first request, so nothing has to be purged.
async fn open(settings: serde_json::Value) -> TestShop {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    sqlx::query(
        "insert into settings (name, value) values ('payment_methods', $1)
         on conflict (name) do update set value = excluded.value",
    )
    .bind(settings)
    .execute(&shop.db)
    .await
    .expect("settings");
    shop.staff(STAFF, false).await;
    shop
}

async fn open_with_cash() -> TestShop {
    open(json!({ "cod": { "enabled": true, "maxTotalMinor": 10_000, "maxOpenOrders": 2 } })).await
}

async fn open_with_transfer() -> TestShop {
    let account =
        json!({ "bank": "مصرف النخلة", "holder": "دكان النخلة", "iban": "SA0380000000608010167519" });
    open(json!({ "bacs": { "enabled": true, "days": 3, "accounts": [account] } })).await
}

/// A visitor with a piece of a product in the cart.
async fn with_cart(shop: &TestShop, price: i64) -> Shopper {
    let honey = shop.product("عسل سدر").price(price).stock(20).make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    shopper
}

fn paid_by(method: &str) -> Purchase {
    Purchase::new().with(&[("payment_method", method)])
}

async fn placed(shopper: &Shopper, purchase: &Purchase) -> String {
    let answer = shopper.check_out(purchase).await;
    assert_eq!(answer.status, 303, "{}", answer.visible_text());
    answer.location().to_owned()
}

/// State of the newest order and of its attempt, and whether it is paid.
async fn newest(shop: &TestShop) -> (String, String, bool) {
    sqlx::query_as(
        "select orders.state, attempt.state, orders.paid_at is not null from orders
         join payment_attempts attempt on attempt.order_id = orders.id order by orders.id desc limit 1",
    )
    .fetch_one(&shop.db)
    .await
    .expect("an order")
}

fn known(state: &str, attempt: &str, is_paid: bool) -> (String, String, bool) {
    (state.to_owned(), attempt.to_owned(), is_paid)
}

/// Pieces on hand and reserved, of all products together.
async fn stock(shop: &TestShop) -> (i64, i64) {
    sqlx::query_as(
        "select (sum(on_hand) / 100000)::bigint, (sum(reserved) / 100000)::bigint from stock_levels",
    )
    .fetch_one(&shop.db)
    .await
    .expect("stock")
}

/// Sums of the journal by account.
async fn journal(shop: &TestShop) -> Vec<(String, i64)> {
    sqlx::query_as("select account, sum(minor)::bigint from journal_entries group by 1 order by 1")
        .fetch_all(&shop.db)
        .await
        .expect("journal")
}

async fn outbox(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar(
        "select regexp_replace(key, ' [0-9 ]+$', '') from mail_outbox where topic = 'order' order by id",
    )
    .fetch_all(&shop.db)
    .await
    .expect("outbox")
}

fn staff_page(order: &str) -> String {
    let number = order.split('/').nth(4).expect("an order number");
    format!("/ar/wp-admin/orders/{number}/")
}

/// Records money on the staff's page of an order.
async fn record(noura: &Shopper, order: &str, fields: &[(&str, &str)]) -> TestResponse {
    let hidden = payment_form(noura, order).await;
    let action = format!("{}payment/", staff_page(order));
    let hidden = hidden.iter().filter(|(name, _)| fields.iter().all(|(other, _)| other != name));
    let hidden = hidden.map(|(name, value)| (name.as_str(), value.as_str()));
    let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
    noura.post(&action, &all).await
}

/// Hidden fields of the first form that records money.
async fn payment_form(noura: &Shopper, order: &str) -> Vec<(String, String)> {
    let page = staff_page(order);
    hidden_fields(&noura.get(&page).await.text(), &format!("{page}payment/"))
}

fn notice(answer: &TestResponse) -> &str {
    answer.location().rsplit('=').next().unwrap_or_default()
}

#[tokio::test]
async fn without_settings_the_checkout_takes_what_the_provider_charges_and_nothing_else() {
    let shop = open(json!({})).await;
    let salma = with_cart(&shop, 4_600).await;
    let page = salma.get("/ar/checkout/").await;
    assert!(!page.text().contains("payment_method_cod") && !page.text().contains("payment_method_bacs"));
    for method in ["cod", "bacs"] {
        let refused = salma.check_out(&paid_by(method)).await;
        assert_eq!(refused.status, 422);
        assert!(refused.visible_text().contains("اختر طريقة الدفع."), "{}", refused.visible_text());
    }
    assert_eq!(stock(&shop).await, (20, 0));
}

#[tokio::test]
async fn cash_on_delivery_is_prepared_at_once_and_paid_when_staff_mark_it_delivered() {
    let shop = open_with_cash().await;
    let salma = with_cart(&shop, 4_600).await;
    let page = salma.get("/ar/checkout/").await;
    assert!(page.text().contains(r#"id="payment_method_cod""#), "{}", page.text());
    assert!(plain(&page.visible_text()).contains("تدفع 46.00 $ نقدًا لمندوب التوصيل"));

    let order = placed(&salma, &paid_by("cod")).await;
    assert_eq!(newest(&shop).await, known("processing", "authorised", false));
    assert_eq!(stock(&shop).await, (19, 0), "the piece is sold");
    assert_eq!(journal(&shop).await, [], "no money yet");
    assert!(shop.sim.ledger().is_empty(), "no provider is called");
    let received = plain(&salma.get(&order).await.visible_text());
    for words in ["استلمنا طلبك", "الدفع عند الاستلام", "تدفع 46.00 $ لمندوب التوصيل"]
    {
        assert!(received.contains(words), "«{words}» in {received}");
    }
    assert_eq!(outbox(&shop).await, ["received", "shop"]);
    assert!(salma.get("/ar/cart/").await.visible_text().contains("سلتك فارغة"));

    let noura = staff_in(&shop, STAFF).await;
    let page = staff_page(&order);
    let moved = noura.submit(&page, &format!("{page}state/"), &[("state", "delivered")]).await;
    assert_eq!(notice(&moved), "changed");
    assert_eq!(newest(&shop).await, known("delivered", "captured", true));
    assert_eq!(journal(&shop).await, [("cash".to_owned(), 4_600), ("sales".to_owned(), -4_600)]);
    assert_eq!(stock(&shop).await, (19, 0));
    let history = noura.get(&page).await.visible_text();
    assert!(history.contains("حُصّل المبلغ"), "{history}");
    assert!(!history.contains("تسجيل تحصيل المبلغ"), "recorded once: {history}");
}

#[tokio::test]
async fn staff_record_the_cash_once_and_in_the_audit_log() {
    let shop = open_with_cash().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = placed(&salma, &paid_by("cod")).await;
    let noura = staff_in(&shop, STAFF).await;
    let action = format!("{}payment/", staff_page(&order));
    let hidden = hidden_fields(&noura.get(&staff_page(&order)).await.text(), &action);
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (one, two) = tokio::join!(noura.post(&action, &fields), noura.post(&action, &fields));
    assert_eq!((notice(&one), notice(&two)), ("collected", "collected"));
    assert_eq!(newest(&shop).await, known("processing", "captured", true));
    assert_eq!(journal(&shop).await, [("cash".to_owned(), 4_600), ("sales".to_owned(), -4_600)]);
    let audit: Vec<String> =
        sqlx::query_scalar("select action from audit_log where action = 'order-payment'")
            .fetch_all(&shop.db)
            .await
            .expect("audit");
    assert_eq!(audit.len(), 1);
    let outsider = salma.post(&action, &fields).await;
    assert_eq!(outsider.status, 404, "only staff");
}

#[tokio::test]
async fn an_order_that_nobody_paid_is_cancelled_with_its_stock_once() {
    let shop = open_with_cash().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = placed(&salma, &paid_by("cod")).await;
    let number = order.split('/').nth(4).expect("a number").to_owned();
    let action = format!("/ar/order/{number}/cancel/");
    let hidden = hidden_fields(&salma.get(&order).await.text(), &action);
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (one, two) = tokio::join!(salma.post(&action, &fields), salma.post(&action, &fields));
    for answer in [one, two] {
        assert!(answer.location().ends_with("notice=cancelled"), "{}", answer.location());
    }
    assert_eq!(newest(&shop).await, known("cancelled", "voided", false));
    assert_eq!(stock(&shop).await, (20, 0));
    assert_eq!(journal(&shop).await, []);

    // By staff as well.
    let rana = with_cart(&shop, 4_600).await;
    let order = placed(&rana, &paid_by("cod")).await;
    let noura = staff_in(&shop, STAFF).await;
    let page = staff_page(&order);
    let moved = noura.submit(&page, &format!("{page}state/"), &[("state", "cancelled")]).await;
    assert_eq!(notice(&moved), "changed");
    assert_eq!(newest(&shop).await, known("cancelled", "voided", false));
    assert_eq!(stock(&shop).await, (40, 0));
}

#[tokio::test]
async fn an_order_above_the_limit_says_why_and_is_not_placed() {
    let shop = open_with_cash().await;
    let salma = with_cart(&shop, 10_001).await;
    let page = salma.get("/ar/checkout/").await;
    assert!(plain(&page.visible_text()).contains("متاح للطلبات حتى 100.00 $."), "{}", page.visible_text());
    let html = page.text();
    let radio = html.split("id=\"payment_method_cod\"").nth(1).and_then(|rest| rest.split('>').next());
    assert!(radio.is_some_and(|radio| radio.contains("disabled")), "{radio:?}");
    let refused = salma.check_out(&paid_by("cod")).await;
    assert_eq!(refused.status, 422);
    assert!(plain(&refused.visible_text()).contains("متاح للطلبات حتى 100.00 $."));
    assert_eq!(stock(&shop).await, (20, 0));
}

#[tokio::test]
async fn another_country_is_not_offered_cash() {
    let shop = open(json!({ "cod": { "enabled": true, "countries": ["SA"] } })).await;
    let salma = with_cart(&shop, 4_600).await;
    assert!(!salma.get("/ar/checkout/").await.text().contains("payment_method_cod"));
    let refused = salma.check_out(&paid_by("cod")).await;
    assert_eq!(refused.status, 422);
    assert!(refused.visible_text().contains("غير متاحة في هذه الدولة"), "{}", refused.visible_text());
}

/// The recipient of a gift must not pay for it.
#[tokio::test]
async fn a_gift_to_another_person_is_not_paid_at_the_door() {
    let shop = open_with_cash().await;
    let salma = with_cart(&shop, 4_600).await;
    let noura = [
        ("gift", "1"),
        ("ship_to_different_address", "1"),
        ("shipping_first_name", "نورة"),
        ("shipping_last_name", "الخطيب"),
        ("shipping_country", "US"),
        ("shipping_city", "ديربورن"),
        ("shipping_address_1", "12 Oak St"),
        ("shipping_phone", "+1 313 555 0177"),
    ];
    let refused = salma.check_out(&paid_by("cod").with(&noura)).await;
    assert_eq!(refused.status, 422);
    assert!(!refused.text().contains("payment_method_cod"), "not offered");
    assert_eq!(stock(&shop).await, (20, 0));
    // A gift to the buyer's own door.
    let gift = paid_by("cod").with(&noura).without("ship_to_different_address");
    placed(&salma, &gift).await;
}

#[tokio::test]
async fn a_phone_number_has_two_open_orders_even_when_many_are_placed_at_once() {
    let shop = open_with_cash().await;
    let honey = shop.product("عسل سدر").price(4_600).stock(20).make(&shop.db).await;
    // The same number, typed in five ways by five visitors.
    let phones = ["+1 313 555 0142", "(313) 555-0142", "0013135550142", "1-313-555-0142", "٣١٣ ٥٥٥ ٠١٤٢"];
    let mut pages = Vec::new();
    for phone in phones {
        let shopper = shop.shopper();
        shopper.add(&honey.id, "1").await;
        let page = shopper.get("/ar/checkout/").await.text();
        pages.push((shopper, page, paid_by("cod").with(&[("billing_phone", phone)])));
    }
    let sent = pages.iter().map(|(shopper, page, purchase)| shopper.send_checkout(page, purchase));
    let answers = futures_util::future::join_all(sent).await;
    let accepted = answers.iter().filter(|answer| answer.status == 303).count();
    assert_eq!(accepted, 2, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    let refused = answers.iter().find(|answer| answer.status == 422).expect("a refusal");
    assert!(refused.visible_text().contains("لرقم هاتفك طلبان"), "{}", refused.visible_text());
    assert_eq!(stock(&shop).await, (18, 0), "a refused order takes nothing");

    // Another number is free, and so is this one when an order was handed over.
    let rana = shop.shopper();
    rana.add(&honey.id, "1").await;
    placed(&rana, &paid_by("cod").with(&[("billing_phone", "+1 313 555 0199")])).await;
    sqlx::query("update orders set paid_at = now() where phone_key = '13135550142'")
        .execute(&shop.db)
        .await
        .expect("paid");
    let later = shop.shopper();
    later.add(&honey.id, "1").await;
    placed(&later, &paid_by("cod")).await;
}

#[tokio::test]
async fn a_cash_form_submitted_many_times_creates_one_order() {
    let shop = open_with_cash().await;
    let salma = with_cart(&shop, 4_600).await;
    let page = salma.get("/ar/checkout/").await.text();
    let purchase = paid_by("cod");
    let sent = (0..6).map(|_| salma.send_checkout(&page, &purchase));
    let answers = futures_util::future::join_all(sent).await;
    for answer in &answers {
        assert_eq!((answer.status.as_u16(), answer.location()), (303, answers[0].location()));
    }
    assert_eq!(stock(&shop).await, (19, 0));
}

#[tokio::test]
async fn a_transfer_waits_with_its_stock_held_until_staff_confirm_it() {
    let shop = open_with_transfer().await;
    let salma = with_cart(&shop, 4_600).await;
    let page = salma.get("/ar/checkout/").await.text();
    assert!(page.contains(r#"<bdi dir="ltr">SA03 8000 0000 6080 1016 7519</bdi>"#), "{page}");
    let order = placed(&salma, &paid_by("bacs")).await;
    assert_eq!(newest(&shop).await, known("on_hold", "processing", false));
    assert_eq!(stock(&shop).await, (20, 1), "held, not sold");
    let received = salma.get(&order).await;
    assert!(received.text().contains("SA03 8000 0000 6080 1016 7519"), "{}", received.text());
    assert!(plain(&received.visible_text()).contains("بانتظار حوالتك"), "{}", received.visible_text());

    let noura = staff_in(&shop, STAFF).await;
    assert_eq!(notice(&record(&noura, &order, &[("act", "refuse")]).await), "no-reason");
    let refused = record(&noura, &order, &[("act", "refuse"), ("reason", "المبلغ ناقص")]).await;
    assert_eq!(notice(&refused), "refused");
    assert_eq!(newest(&shop).await, known("on_hold", "processing", false), "it goes on waiting");
    let hidden = payment_form(&noura, &order).await;
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let action = format!("{}payment/", staff_page(&order));
    let (one, two) = tokio::join!(noura.post(&action, &fields), noura.post(&action, &fields));
    assert_eq!((notice(&one), notice(&two)), ("confirmed", "confirmed"), "sent twice");
    assert_eq!(newest(&shop).await, known("processing", "captured", true));
    assert_eq!(stock(&shop).await, (19, 0));
    assert_eq!(journal(&shop).await, [("bank".to_owned(), 4_600), ("sales".to_owned(), -4_600)]);
    assert_eq!(outbox(&shop).await, ["received", "shop", "transfer refused", "transfer confirmed"]);
}

/// [D01] Whoever packs orders does not say that they are paid, and neither does a role that refunds little.
#[tokio::test]
async fn only_the_right_to_record_payments_confirms_a_transfer() {
    let shop = open_with_transfer().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = placed(&salma, &paid_by("bacs")).await;
    let page = staff_page(&order);
    let action = format!("{page}payment/");
    for role in ["fulfilment", "support"] {
        let email = format!("{role}@example.com");
        shop.staff_with_role(&email, role).await;
        let member = staff_in(&shop, &email).await;
        let shown = member.get(&page).await;
        assert_eq!(shown.status, 200, "{role}");
        assert!(!shown.text().contains(&action), "{role} is offered to record money");
        // All forms of the page have one nonce: that of a note is as good.
        let mut hidden = hidden_fields(&shown.text(), &format!("{page}notes/"));
        hidden.retain(|(name, _)| name == "_wpnonce");
        assert_eq!(hidden.len(), 1, "{role} has a form of the page");
        for act in ["confirm", "collect", "refuse"] {
            let fields = [("_wpnonce", hidden[0].1.as_str()), ("act", act), ("reason", "المبلغ ناقص")];
            assert_eq!(member.post(&action, &fields).await.status, 404, "{role} {act}");
        }
    }
    assert_eq!(newest(&shop).await, known("on_hold", "processing", false));
    assert_eq!(journal(&shop).await, []);

    let noura = staff_in(&shop, STAFF).await;
    assert_eq!(notice(&record(&noura, &order, &[]).await), "confirmed", "a manager has the right");
    assert_eq!(newest(&shop).await, known("processing", "captured", true));
}

#[tokio::test]
async fn a_transfer_that_does_not_come_in_time_is_cancelled_once() {
    let shop = open_with_transfer().await;
    let salma = with_cart(&shop, 4_600).await;
    placed(&salma, &paid_by("bacs")).await;
    let context = shop.payment_context();
    assert_eq!(orders::jobs::cancel_overdue_transfers(&context).await.expect("run"), 0, "not yet");
    let days: f64 =
        sqlx::query_scalar("select extract(epoch from pay_by - created_at)::float8 / 86400 from orders")
            .fetch_one(&shop.db)
            .await
            .expect("a deadline");
    assert!((days - 3.0).abs() < 0.01, "{days}");
    sqlx::query("update orders set pay_by = now() - interval '1 second'")
        .execute(&shop.db)
        .await
        .expect("overdue");
    let (one, two) = tokio::join!(
        orders::jobs::cancel_overdue_transfers(&context),
        orders::jobs::cancel_overdue_transfers(&context)
    );
    assert_eq!(one.expect("run") + two.expect("run"), 1);
    assert_eq!(newest(&shop).await, known("cancelled", "voided", false));
    assert_eq!(stock(&shop).await, (20, 0));
    assert_eq!(outbox(&shop).await, ["received", "shop", "transfer expired"]);
    assert_eq!(journal(&shop).await, []);
}

#[tokio::test]
async fn the_store_api_lists_the_methods_and_places_orders_with_them() {
    let account = json!({ "iban": "SA0380000000608010167519" });
    let shop = open(json!({
        "cod": { "enabled": true, "maxTotalMinor": 100_000 },
        "bacs": { "enabled": true, "accounts": [account] },
    }))
    .await;
    let honey = shop.product("عسل سدر").price(4_600).make(&shop.db).await;
    for (method, status) in [("cod", "processing"), ("bacs", "on-hold")] {
        let app = Client::app(&shop);
        app.cart().await;
        app.add(&honey.id, 1).await;
        let methods = app.cart().await["payment_methods"].clone();
        assert!(methods.as_array().is_some_and(|list| list.contains(&json!(method))), "{methods}");
        let body = json!({ "billing_address": address(), "payment_method": method });
        let placed = app.post("/checkout", body.clone()).await;
        assert_eq!(placed.status, 200, "{}", placed.text());
        let order = placed.json();
        assert_eq!(
            (&order["status"], &order["payment_method"], &order["payment_result"]["payment_status"]),
            (&json!(status), &json!(method), &json!("success"))
        );
        assert_eq!(app.post("/checkout", body).await.json()["code"], "woocommerce_rest_cart_empty");
    }
}

#[tokio::test]
async fn pages_about_an_order_and_its_refund_work_without_a_card() {
    let shop = open_with_cash().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = placed(&salma, &paid_by("cod")).await;
    let number = order.split('/').nth(4).expect("a number").to_owned();
    let key = order.split("key=").nth(1).expect("a key").to_owned();
    let invoice = salma.get(&format!("/ar/order/{number}/print/?key={key}")).await;
    assert_eq!(invoice.status, 200);
    assert!(invoice.visible_text().contains("الدفع عند الاستلام"), "{}", invoice.visible_text());
    let fields = [("number", number.as_str()), ("email", "salma@example.com")];
    let tracked = salma.submit("/ar/track-order/", "/ar/track-order/", &fields).await;
    assert!(tracked.visible_text().contains("نجهّز طلبك"), "{}", tracked.visible_text());

    let noura = staff_in(&shop, STAFF).await;
    let page = staff_page(&order);
    let export = noura.submit("/ar/wp-admin/orders/", "/ar/wp-admin/orders/export/", &[]).await;
    let export = export.text();
    let row = export.lines().find(|row| row.contains(&number)).expect("a row");
    assert!(
        export.lines().next().is_some_and(|head| head.trim_end().ends_with("payment_method")),
        "{export}"
    );
    assert!(row.trim_end().ends_with("الدفع عند الاستلام"), "{row}");
    let list = noura.get("/ar/wp-admin/orders/").await.visible_text();
    assert!(list.contains("الدفع عند الاستلام"), "{list}");
    assert_eq!(notice(&record(&noura, &order, &[("act", "collect")]).await), "collected");
    let refund = noura.submit(&page, &format!("{page}refund/"), &[("amount", "46.00")]).await;
    assert_eq!(notice(&refund), "refunded");
    let refund: String =
        sqlx::query_scalar("select key from refunds").fetch_one(&shop.db).await.expect("a refund");
    payments::jobs::refund_payment(&shop.payment_context(), &refund).await.expect("refunded");
    assert_eq!(newest(&shop).await, known("refunded", "refunded", true));
    let cash = journal(&shop).await.into_iter().find(|(account, _)| account == "cash");
    assert_eq!(cash, Some(("cash".to_owned(), 0)));
    payments::jobs::reconcile(&shop.payment_context()).await.expect("compared");
    let found: i64 = sqlx::query_scalar("select count(*) from reconciliation_discrepancies")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(found, 0, "the provider's ledger knows nothing of cash");
}

/// Sends a file with the form of the order's page.
async fn send_proof(shopper: &Shopper, order: &str, file: &UploadFile<'_>) -> TestResponse {
    let number = order.split('/').nth(4).expect("a number");
    let action = format!("/ar/order/{number}/proof/");
    let hidden = hidden_fields(&shopper.get(order).await.text(), &action);
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let headers = [("sec-fetch-site", "same-origin"), ("content-type", kind.as_str())];
    shopper.send_bytes(Method::POST, &action, Some(multipart(&fields, file)), &headers).await
}

const RECEIPT: UploadFile<'_> =
    UploadFile { field: "proof", name: "إيصال.pdf", kind: "application/pdf", bytes: b"%PDF-1.7\n" };

#[tokio::test]
async fn a_proof_is_read_by_the_buyer_and_by_staff_alone_and_never_opens() {
    let shop = open_with_transfer().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = placed(&salma, &paid_by("bacs")).await;
    for _ in 0..2 {
        let sent = send_proof(&salma, &order, &RECEIPT).await;
        assert!(sent.location().ends_with("notice=proof-sent"), "{} {}", sent.status, sent.location());
    }
    let page = salma.get(&order).await.text();
    assert_eq!(page.matches("إيصال.pdf").count(), 1, "the same file is one proof");
    let url = page.split("href=\"").find(|rest| rest.contains("/proof/?key=")).expect("a link");
    let url = url.split('"').next().expect("a link").replace("&amp;", "&");
    let file = salma.get(&url).await;
    assert_eq!((file.status.as_u16(), file.text()), (200, "%PDF-1.7\n".to_owned()));
    assert_eq!(file.header("content-type"), "application/octet-stream");
    assert!(file.header("content-disposition").starts_with("attachment"));

    let id = url.rsplit('=').next().expect("an id").to_owned();
    let number = order.split('/').nth(4).expect("a number").to_owned();
    let stranger = shop.shopper();
    for key in ["", "wc_order_WRONG"] {
        let refused = stranger.get(&format!("/ar/order/{number}/proof/?key={key}&file={id}")).await;
        assert_eq!(refused.status, 404, "{key}");
    }
    assert_eq!(stranger.get(&format!("/ar/wp-admin/orders/{number}/proof/?file={id}")).await.status, 404);
    // The key of another order opens the files of that order only.
    let rana = with_cart(&shop, 4_600).await;
    let other = placed(&rana, &paid_by("bacs").with(&[("billing_phone", "+1 313 555 0199")])).await;
    let (other_number, other_key) = (other.split('/').nth(4).expect("a number"), other.split("key=").nth(1));
    let crossed = format!("/ar/order/{other_number}/proof/?key={}&file={id}", other_key.expect("a key"));
    assert_eq!(rana.get(&crossed).await.status, 404);

    let noura = staff_in(&shop, STAFF).await;
    let read = noura.get(&format!("/ar/wp-admin/orders/{number}/proof/?file={id}")).await;
    assert_eq!(read.text(), "%PDF-1.7\n");
    let audited: i64 = sqlx::query_scalar("select count(*) from audit_log where action = 'order-proof'")
        .fetch_one(&shop.db)
        .await
        .expect("audit");
    assert_eq!(audited, 1);
    assert!(outbox(&shop).await.contains(&"proof".to_owned()));
}

#[tokio::test]
async fn a_file_that_is_no_proof_is_refused_with_its_reason() {
    let shop = open_with_transfer().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = placed(&salma, &paid_by("bacs")).await;
    let page = UploadFile { name: "a.html", kind: "text/html", bytes: b"<script>", ..RECEIPT };
    let disguised = UploadFile { name: "a.pdf", bytes: b"<html><script>", ..RECEIPT };
    let none = UploadFile { name: "", bytes: b"", ..RECEIPT };
    for (file, notice) in [(page, "proof-type"), (disguised, "proof-type"), (none, "proof-missing")] {
        let refused = send_proof(&salma, &order, &file).await;
        assert!(refused.location().ends_with(notice), "{notice}: {}", refused.location());
    }
    let stored: i64 = sqlx::query_scalar("select count(*) from media_files where owner_kind = 'order'")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(stored, 0);
}

async fn open_with_both() -> TestShop {
    let account = json!({ "bank": "مصرف النخلة", "iban": "SA0380000000608010167519" });
    open(json!({
        "cod": { "enabled": true, "maxTotalMinor": 10_000, "maxOpenOrders": 2 },
        "bacs": { "enabled": true, "days": 3, "maxOpenOrders": 2, "accounts": [account] },
    }))
    .await
}

fn pay_page(order: &str) -> String {
    order.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=")
}

/// State of the newest order, and kind and state of its attempts.
async fn attempts(shop: &TestShop) -> (String, Vec<(String, String)>) {
    let (id, state): (i64, String) = sqlx::query_as("select id, state from orders order by id desc limit 1")
        .fetch_one(&shop.db)
        .await
        .expect("an order");
    let rows = sqlx::query_as(
        "select kind, state from payment_attempts where order_id = $1 order by kind, created_at",
    )
    .bind(id)
    .fetch_all(&shop.db)
    .await
    .expect("attempts");
    (state, rows)
}

fn expected(state: &str, attempts: &[(&str, &str)]) -> (String, Vec<(String, String)>) {
    let pairs = attempts.iter().map(|(kind, state)| ((*kind).to_owned(), (*state).to_owned()));
    (state.to_owned(), pairs.collect())
}

/// An order whose card was declined.
async fn declined_order(shop: &TestShop, shopper: &Shopper) -> String {
    shop.sim.set_rules(vec![once(paysim::Fault::Decline { code: None })]);
    let token = shop.card("4111111111111111").await;
    let answer = shopper.check_out(&Purchase::new().card(&token)).await;
    assert_ne!(answer.status, 500, "{}", answer.visible_text());
    let (number, key): (i64, String) =
        sqlx::query_as("select number, key from orders order by id desc limit 1")
            .fetch_one(&shop.db)
            .await
            .expect("an order");
    format!("/ar/checkout/order-received/{number}/?key={key}")
}

fn chosen(method: &str) -> Purchase {
    Purchase::empty().with(&[("payment_method", method)])
}

#[tokio::test]
async fn an_order_whose_card_was_declined_is_paid_to_the_courier_instead() {
    let shop = open_with_both().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = declined_order(&shop, &salma).await;
    let page = salma.get(&pay_page(&order)).await;
    assert!(page.text().contains(r#"id="payment_method_cod""#), "{}", page.visible_text());
    assert!(page.text().contains(r#"id="payment_method_bacs""#), "{}", page.visible_text());

    let page = page.text();
    let fields = hidden_fields(&page, &pay_page(&order));
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let fields = [fields.as_slice(), &[("payment_method", "cod")]].concat();
    let url = pay_page(&order);
    let (one, two) = tokio::join!(salma.post(&url, &fields), salma.post(&url, &fields));
    for answer in [one, two] {
        assert!(answer.location().starts_with(&order), "{} {}", answer.status, answer.location());
    }
    assert_eq!(
        attempts(&shop).await,
        expected("processing", &[("card", "declined"), ("cod", "authorised")]),
        "sent twice, promised once"
    );
    assert_eq!(stock(&shop).await, (19, 0), "the piece is sold once");
    assert_eq!(journal(&shop).await, []);
    assert_eq!(outbox(&shop).await, ["received", "shop"]);
    let received = plain(&salma.get(&order).await.visible_text());
    assert!(received.contains("تدفع 46.00 $ لمندوب التوصيل"), "{received}");
    // Staff see what happened.
    let noura = staff_in(&shop, STAFF).await;
    let history = noura.get(&staff_page(&order)).await.visible_text();
    assert!(history.contains("غيّر المشتري طريقة الدفع"), "{history}");
}

#[tokio::test]
async fn the_limits_of_the_checkout_hold_on_the_pay_page() {
    let shop = open_with_both().await;
    let salma = with_cart(&shop, 10_001).await;
    let order = declined_order(&shop, &salma).await;
    let page = salma.get(&pay_page(&order)).await;
    assert!(plain(&page.visible_text()).contains("متاح للطلبات حتى 100.00 $."), "{}", page.visible_text());
    let refused = pay_order(&salma, &pay_page(&order), &chosen("cod")).await;
    assert_eq!(refused.status, 422);
    assert!(plain(&refused.visible_text()).contains("متاح للطلبات حتى 100.00 $."));
    assert_eq!(attempts(&shop).await, expected("failed", &[("card", "declined")]));

    // Two transfers of this phone number are open.
    for _ in 0..2 {
        let other = with_cart(&shop, 4_600).await;
        placed(&other, &paid_by("bacs")).await;
    }
    let refused = pay_order(&salma, &pay_page(&order), &chosen("bacs")).await;
    assert_eq!(refused.status, 422);
    assert!(refused.visible_text().contains("لرقم هاتفك طلبان"), "{}", refused.visible_text());
    let unpaid: i64 = sqlx::query_scalar("select count(*) from orders where state = 'failed'")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(unpaid, 1);
}

#[tokio::test]
async fn a_method_that_is_switched_off_is_not_taken_on_the_pay_page() {
    let shop = open(json!({ "cod": { "enabled": true, "countries": ["SA"] } })).await;
    let salma = with_cart(&shop, 4_600).await;
    let order = declined_order(&shop, &salma).await;
    for (method, words) in [("cod", "غير متاحة في هذه الدولة"), ("bacs", "اختر طريقة الدفع.")]
    {
        let refused = pay_order(&salma, &pay_page(&order), &chosen(method)).await;
        assert_eq!(refused.status, 422);
        assert!(refused.visible_text().contains(words), "{}", refused.visible_text());
    }
    assert_eq!(stock(&shop).await, (20, 0));
}

#[tokio::test]
async fn an_order_that_waits_for_a_transfer_is_paid_by_card_and_the_transfer_is_closed() {
    let shop = open_with_both().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = placed(&salma, &paid_by("bacs")).await;
    let received = salma.get(&order).await;
    assert!(received.visible_text().contains("الدفع بطريقة أخرى"), "{}", received.visible_text());
    let page = salma.get(&pay_page(&order)).await;
    assert!(!page.text().contains("payment_method_bacs"), "it waits for a transfer already");
    // What the buyer puts into the cart meanwhile stays there.
    let dates: String = sqlx::query_scalar("select id::text from products limit 1")
        .fetch_one(&shop.db)
        .await
        .expect("a product");
    salma.add(&dates, "1").await;

    let token = shop.card("4111111111111111").await;
    let paid = pay_order(&salma, &pay_page(&order), &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), order, "{}", paid.visible_text());
    assert_eq!(attempts(&shop).await, expected("processing", &[("bacs", "voided"), ("card", "captured")]));
    assert_eq!(stock(&shop).await, (19, 0));
    assert_eq!(journal(&shop).await, [("provider".to_owned(), 4_600), ("sales".to_owned(), -4_600)]);
    let mails = outbox(&shop).await;
    assert_eq!(mails.len(), 3, "{mails:?}");
    assert!(mails[2].starts_with("received again"), "the buyer reads that it is paid: {mails:?}");
    let lines: i64 =
        sqlx::query_scalar("select count(*) from cart_lines").fetch_one(&shop.db).await.expect("count");
    assert_eq!(lines, 1, "what the buyer added meanwhile");
    // The deadline of the transfer is gone with it.
    let context = shop.payment_context();
    sqlx::query("update orders set created_at = created_at - interval '30 days'")
        .execute(&shop.db)
        .await
        .expect("old");
    assert_eq!(orders::jobs::cancel_overdue_transfers(&context).await.expect("run"), 0);
    // Staff cannot confirm a transfer that was given up.
    let noura = staff_in(&shop, STAFF).await;
    let page = noura.get(&staff_page(&order)).await.text();
    assert!(!page.contains(&format!("{}payment/", staff_page(&order))));
}

#[tokio::test]
async fn a_transfer_becomes_cash_and_a_declined_card_leaves_the_order_payable() {
    let shop = open_with_both().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = placed(&salma, &paid_by("bacs")).await;
    shop.sim.set_rules(vec![once(paysim::Fault::Decline { code: None })]);
    let token = shop.card("4111111111111111").await;
    pay_order(&salma, &pay_page(&order), &Purchase::empty().card(&token)).await;
    assert_eq!(attempts(&shop).await, expected("failed", &[("bacs", "voided"), ("card", "declined")]));
    assert_eq!(stock(&shop).await, (20, 0));

    let again = pay_order(&salma, &pay_page(&order), &chosen("bacs")).await;
    assert_eq!(again.location(), order);
    let cash = pay_order(&salma, &pay_page(&order), &chosen("cod")).await;
    assert_eq!(cash.location(), order, "{}", cash.visible_text());
    let (state, list) = attempts(&shop).await;
    assert_eq!(state, "processing");
    let live: Vec<_> =
        list.iter().filter(|(_, state)| !["voided", "declined"].contains(&state.as_str())).collect();
    assert_eq!(live, [&("cod".to_owned(), "authorised".to_owned())], "{list:?}");
    assert_eq!(stock(&shop).await, (19, 0));
}

#[tokio::test]
async fn a_payment_that_may_still_arrive_is_never_replaced() {
    let shop = open_with_both().await;
    // The answer of the provider is lost: the card may have been charged.
    let salma = with_cart(&shop, 4_600).await;
    let page = salma.get("/ar/checkout/").await.text();
    shop.sim.set_rules(vec![once(paysim::Fault::SwallowAfter)]);
    let token = shop.card("4111111111111111").await;
    let order = salma.send_checkout(&page, &Purchase::new().card(&token)).await.location().to_owned();
    assert_eq!(attempts(&shop).await, expected("pending", &[("card", "unknown")]));
    assert_eq!(salma.get(&pay_page(&order)).await.status, 303);
    // A form of a page that was opened before.
    let rana = with_cart(&shop, 4_600).await;
    let other = declined_order(&shop, &rana).await;
    let fields = hidden_fields(&rana.get(&pay_page(&other)).await.text(), &pay_page(&other));
    let key = order.split("key=").nth(1).expect("a key");
    let fields: Vec<_> = fields
        .iter()
        .map(|(name, value)| (name.as_str(), if name == "key" { key } else { value.as_str() }))
        .chain([("payment_method", "cod")])
        .collect();
    let refused = rana.post(&pay_page(&order), &fields).await;
    assert!(refused.location().ends_with("notice=payment-under-way"), "{}", refused.location());
    let words = salma.get(refused.location()).await.visible_text();
    assert!(words.contains("ننتظر نتيجة دفعة سابقة لهذا الطلب"), "{words}");

    // The buyer says that the transfer was made: staff look at it first.
    let layla = with_cart(&shop, 4_600).await;
    let order = placed(&layla, &paid_by("bacs")).await;
    let fields = hidden_fields(&layla.get(&pay_page(&order)).await.text(), &pay_page(&order));
    let fields: Vec<_> = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .chain([("payment_method", "cod")])
        .collect();
    send_proof(&layla, &order, &RECEIPT).await;
    assert!(!layla.get(&order).await.text().contains("order-pay"), "no link to another payment");
    let refused = layla.post(&pay_page(&order), &fields).await;
    assert!(refused.location().ends_with("notice=proof-in-review"), "{}", refused.location());
    assert!(layla.get(refused.location()).await.visible_text().contains("نراجع إثبات الحوالة"));
    assert_eq!(attempts(&shop).await, expected("on_hold", &[("bacs", "processing")]));
    // A refused proof gives the choice back.
    let noura = staff_in(&shop, STAFF).await;
    record(&noura, &order, &[("act", "refuse"), ("reason", "المبلغ ناقص")]).await;
    let cash = layla.post(&pay_page(&order), &fields).await;
    assert_eq!(cash.location(), order, "{}", cash.visible_text());
    assert_eq!(attempts(&shop).await, expected("processing", &[("bacs", "voided"), ("cod", "authorised")]));
}

#[tokio::test]
async fn a_buyer_is_reminded_of_the_transfer_once_before_the_deadline() {
    let shop = open_with_transfer().await;
    let salma = with_cart(&shop, 4_600).await;
    placed(&salma, &paid_by("bacs")).await;
    let context = shop.payment_context();
    assert_eq!(orders::jobs::remind_transfers(&context).await.expect("run"), 0, "three days are left");
    sqlx::query("update orders set pay_by = now() + interval '23 hours'")
        .execute(&shop.db)
        .await
        .expect("soon due");
    let (one, two) =
        tokio::join!(orders::jobs::remind_transfers(&context), orders::jobs::remind_transfers(&context));
    assert_eq!(one.expect("run") + two.expect("run"), 1);
    assert_eq!(orders::jobs::remind_transfers(&context).await.expect("run"), 0);
    assert_eq!(outbox(&shop).await, ["received", "shop", "transfer reminder"]);

    let mailbox = shop.open_mailbox().await;
    let emails = mailbox.wait_for(3).await;
    let reminder = emails
        .iter()
        .map(|email| plain(&email.text))
        .find(|text| text.contains("بقي القليل على مهلة حوالتك"));
    let reminder = reminder.expect("a reminder");
    for words in ["46.00 $", "SA03 8000 0000 6080 1016 7519", "order-received", "فأرسل إثباته من صفحة الطلب"]
    {
        assert!(reminder.contains(words), "«{words}» in {reminder}");
    }
}

#[tokio::test]
async fn nobody_is_reminded_of_a_transfer_that_is_proved_paid_or_cancelled() {
    let shop = open_with_transfer().await;
    let context = shop.payment_context();
    let buyer = async |phone: &str| {
        let shopper = with_cart(&shop, 4_600).await;
        let order = placed(&shopper, &paid_by("bacs").with(&[("billing_phone", phone)])).await;
        (shopper, order)
    };
    let noura = staff_in(&shop, STAFF).await;
    let (salma, proved) = buyer("+1 313 555 0151").await;
    send_proof(&salma, &proved, &RECEIPT).await;
    let (_, paid) = buyer("+1 313 555 0152").await;
    assert_eq!(notice(&record(&noura, &paid, &[("act", "confirm")]).await), "confirmed");
    let (_, cancelled) = buyer("+1 313 555 0153").await;
    let page = staff_page(&cancelled);
    noura.submit(&page, &format!("{page}state/"), &[("state", "cancelled")]).await;
    sqlx::query("update orders set pay_by = now() + interval '1 hour'")
        .execute(&shop.db)
        .await
        .expect("soon due");
    assert_eq!(orders::jobs::remind_transfers(&context).await.expect("run"), 0);
    // A proof that staff refused is no proof.
    record(&noura, &proved, &[("act", "refuse"), ("reason", "المبلغ ناقص")]).await;
    assert_eq!(orders::jobs::remind_transfers(&context).await.expect("run"), 1);
}

#[tokio::test]
async fn a_shop_may_switch_the_reminder_off() {
    let account = json!({ "iban": "SA0380000000608010167519" });
    let shop = open(json!({ "bacs": { "enabled": true, "reminderHours": 0, "accounts": [account] } })).await;
    let salma = with_cart(&shop, 4_600).await;
    placed(&salma, &paid_by("bacs")).await;
    sqlx::query("update orders set pay_by = now() + interval '1 hour'")
        .execute(&shop.db)
        .await
        .expect("soon due");
    assert_eq!(orders::jobs::remind_transfers(&shop.payment_context()).await.expect("run"), 0);
}

#[tokio::test]
async fn staff_see_the_method_that_counts_in_the_list_and_the_export() {
    let shop = open_with_both().await;
    let salma = with_cart(&shop, 4_600).await;
    let order = declined_order(&shop, &salma).await;
    let noura = staff_in(&shop, STAFF).await;
    // Without the filters above the table, which name every method.
    let list = async || {
        let page = noura.get("/ar/wp-admin/orders/").await.text();
        let (_, rows) = page.split_once("<tbody>").expect("a table");
        visible_text(rows)
    };
    let text = list().await;
    assert!(text.contains("بطاقة تنتهي"), "the last payment, though it failed: {text}");
    pay_order(&salma, &pay_page(&order), &chosen("bacs")).await;
    let text = list().await;
    assert!(text.contains("حوالة مصرفية") && !text.contains("بطاقة تنتهي"), "{text}");
    let export = noura.submit("/ar/wp-admin/orders/", "/ar/wp-admin/orders/export/", &[]).await.text();
    assert!(export.lines().nth(1).is_some_and(|row| row.trim_end().ends_with("حوالة مصرفية")), "{export}");
}
