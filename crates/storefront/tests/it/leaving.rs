//! Account erasure while paid orders are open.

use testkit::{Options, Purchase, Shopper, TestShop, customers::PASSWORD};

use crate::{
    emails::{jobs_done, until},
    enquiries::stored::{self, Stored},
    orders::staff_in,
};

/// The form of an act, the notice that follows it, and what is typed.
type Act<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

const PRIVACY: &str = "/ar/my-account/privacy/";
const ERASE: &str = "/ar/my-account/privacy/erase/";

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await
}

async fn buy(shop: &TestShop, shopper: &Shopper) -> String {
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    shopper.add(&honey.id, "1").await;
    shopper.buy(shop).await.split('/').nth(4).expect("order number").to_owned()
}

async fn request_erasure(shopper: &Shopper) -> String {
    let answer = shopper.submit(PRIVACY, ERASE, &[("password_current", PASSWORD), ("consent", "1")]).await;
    answer.location().to_owned()
}

async fn customers(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select count(*) from customers").fetch_one(&shop.db).await.expect("customers")
}

/// Dumps orders, payment attempts and reservations, without times: their digits could look like a part of an address.
async fn dump_orders(shop: &TestShop) -> String {
    sqlx::query_scalar(
        r"select regexp_replace(
              concat((select string_agg(orders::text, '') from orders),
                     (select string_agg(payment_attempts::text, '') from payment_attempts),
                     (select string_agg(stock_reservations::text, '') from stock_reservations)),
              '\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?', '', 'g')",
    )
    .fetch_one(&shop.db)
    .await
    .expect("orders")
}

async fn move_to(noura: &Shopper, number: &str, states: &[&str]) {
    let one = format!("/ar/wp-admin/orders/{number}/");
    for state in states {
        let moved = noura.submit(&one, &format!("{one}state/"), &[("state", state)]).await;
        assert_eq!(moved.location(), format!("{one}?notice=changed"));
    }
}

/// [CONF-B6] [SEC-L23]
#[tokio::test]
async fn an_account_is_erased_when_its_last_paid_order_is_closed() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    shop.customer("salma@example.com", "سلمى").await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    let number = buy(&shop, &salma).await;
    let privacy = salma.get(PRIVACY).await.visible_text();
    assert!(privacy.contains("لديك طلبات مدفوعة لم تكتمل بعد."), "the page explains the delay: {privacy}");

    assert_eq!(request_erasure(&salma).await, "/ar/my-account/?notice=erasure-waits");
    let account_page = shop.shopper().get("/ar/my-account/?notice=erasure-waits").await.visible_text();
    assert!(account_page.contains("نحذف حسابك حين تكتمل طلباتك المدفوعة"), "{account_page}");
    until("the email is sent", async || {
        mailbox.sink.to("salma@example.com").iter().any(|email| email.subject == "وصلنا طلب حذف حسابك")
    })
    .await;
    jobs_done(&shop).await;
    assert_eq!(customers(&shop).await, 1);
    let signed_in = shop.shopper().log_in("salma@example.com", PASSWORD).await;
    assert_eq!(signed_in.status, 422, "sign-in is blocked meanwhile");
    // Staff still see the name, the address and the email.
    let noura = staff_in(&shop, "noura@example.com").await;
    let page = noura.get(&format!("/ar/wp-admin/orders/{number}/")).await.visible_text();
    for words in ["سلمى", "5100 Maple St", "salma@example.com"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // The database refuses to delete the customer.
    let deleted = sqlx::query("delete from customers").execute(&shop.db).await;
    assert!(deleted.is_err(), "a customer with an open order was deleted");

    let one = format!("/ar/wp-admin/orders/{number}/");
    for state in ["shipped", "delivered"] {
        noura.submit(&one, &format!("{one}state/"), &[("state", state)]).await;
        jobs_done(&shop).await;
        assert_eq!(customers(&shop).await, 1, "{state}");
    }
    noura.submit(&one, &format!("{one}state/"), &[("state", "completed")]).await;
    until("the erasure email is sent", async || {
        mailbox.sink.to("salma@example.com").iter().any(|email| email.subject == "حُذف حسابك")
    })
    .await;
    jobs_done(&shop).await;
    assert_eq!(customers(&shop).await, 0);
    let left = dump_orders(&shop).await;
    for trace in ["salma", "سلمى", "Maple", "555 0142", "5550142", "10."] {
        assert!(!left.contains(trace), "{trace} in {left}");
    }
    let total: i64 =
        sqlx::query_scalar("select total_minor from orders").fetch_one(&shop.db).await.expect("order");
    assert_eq!(total, 1_800, "the order total stays");
}

/// [CONF-B6] A full refund closes an order.
#[tokio::test]
async fn an_account_is_erased_when_its_last_order_is_refunded() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let number = buy(&shop, &salma).await;
    assert_eq!(request_erasure(&salma).await, "/ar/my-account/?notice=erasure-waits");
    let noura = staff_in(&shop, "noura@example.com").await;
    let one = format!("/ar/wp-admin/orders/{number}/");
    noura.submit(&one, &format!("{one}refund/"), &[("amount", "18.00")]).await;
    let _mailbox = shop.open_mailbox().await;
    until("the customer is erased", async || customers(&shop).await == 0).await;
}

/// [D38] What staff can open after they have handled what she bought, wrote and asked, and the log with its details.
#[tokio::test]
async fn an_erased_customer_leaves_no_trace_on_any_screen_of_the_office() {
    const EMAIL: &str = "zabyana@example.com";
    const OFFICE: &str = "/ar/wp-admin/";
    // None of them is a part of a nonce by chance.
    const TRACES: [&str; 5] = ["zabyana", "ظبيانة", "المنخلي", "Qasr", "555 0177"];
    let shop = TestShop::open_with(Options { rate_factor: 500, ..Options::default() }).await;
    shop.staff("noura@example.com", true).await;
    shop.customer(EMAIL, "ظبيانة").await;
    let _mailbox = shop.open_mailbox().await;
    let her = shop.signed_in(EMAIL).await;
    let honey = shop.product("عسل سدر").stock(9).make(&shop.db).await;
    her.add(&honey.id, "1").await;
    let token = shop.card("4111111111111111").await;
    let typed = [
        ("billing_first_name", "ظبيانة"),
        ("billing_last_name", "المنخلي"),
        ("billing_email", EMAIL),
        ("billing_phone", "+1 313 555 0177"),
        ("billing_address_1", "77 Qasr Lane"),
        ("order_comments", "اتصلوا بظبيانة"),
    ];
    let placed = her.check_out(&Purchase::new().card(&token).with(&typed)).await;
    assert_eq!(placed.status, 303, "{}", placed.visible_text());
    let number = placed.location().split('/').nth(4).expect("order number").to_owned();
    shop.sim.settle();
    for sql in [
        "insert into reviews (product_id, rating, text, keys, name, email, created_at)
         values ($1, 5, 'طعمه أصيل', '{}', 'ظبيانة', $2, now())",
        "insert into questions (product_id, text, keys, name, email, created_at)
         values ($1, 'كم يدوم؟', '{}', 'ظبيانة', $2, now())",
    ] {
        let product: i64 = honey.id.parse().expect("an id");
        sqlx::query(sql).bind(product).bind(EMAIL).execute(&shop.db).await.expect("written");
    }
    let form = stored::form(&shop).await;
    let message = Stored { email: EMAIL, text: "أنا ظبيانة المنخلي", ..Stored::default() };
    message.insert(&shop, form).await;

    let noura = staff_in(&shop, "noura@example.com").await;
    let one = format!("{OFFICE}orders/{number}/");
    let address = [
        ("first_name", "ظبيانة"),
        ("last_name", "المنخلي"),
        ("phone", "+1 313 555 0177"),
        ("city", "ديربورن"),
        ("address_1", "78 Qasr Lane"),
        ("home_number", "12"),
        ("postcode", "48126"),
    ];
    let acts: [Act<'_>; 5] = [
        ("address", "address-changed", &address),
        ("notes", "note-saved", &[("text", "ظبيانة تفضّل المساء"), ("to", "team")]),
        ("notes", "note-sent", &[("text", "شكرًا يا ظبيانة"), ("to", "buyer")]),
        ("emails", "resent", &[]),
        ("refund", "refunded", &[("amount", "1.00")]),
    ];
    for (form, notice, fields) in acts {
        let answer = noura.submit(&one, &format!("{one}{form}/"), fields).await;
        assert_eq!(answer.location(), format!("{one}?notice={notice}"), "{}", answer.text());
    }
    let seen = noura.get(&one).await.visible_text();
    assert!(seen.contains("78 Qasr Lane") && seen.contains("ظبيانة تفضّل المساء"), "{seen}");
    jobs_done(&shop).await;
    move_to(&noura, &number, &["completed"]).await;
    jobs_done(&shop).await;
    request_erasure(&her).await;
    until("the customer is erased", async || customers(&shop).await == 0).await;
    jobs_done(&shop).await;

    let item = &honey.id;
    let mut paths = vec![OFFICE.to_owned(), one.clone(), format!("{OFFICE}stock/{item}/?store_id=1")];
    for kind in ["picking", "invoice", "labels"] {
        paths.push(format!("{one}print/{kind}/"));
    }
    for list in [
        "orders/",
        "products/",
        "stock/?list=all",
        "barcodes/",
        "reviews/",
        "reviews/?state=held",
        "reviews/?kind=question",
        "reviews/acts/",
        "inbox/",
        "inbox/?state=closed",
        "inbox/?state=spam",
        "reports/",
        "follow-ups/",
        "affiliates/",
        "search/",
        "media/",
        "content/",
        "team/",
        "audit/",
        "audit/?what=order-address",
        "audit/?what=order-note",
        "audit/?what=refund",
        "health/",
        "events/",
    ] {
        paths.push(format!("{OFFICE}{list}"));
    }
    paths.push(format!("{OFFICE}products/{item}/"));
    for path in paths {
        for accept in ["text/html", "application/json"] {
            let page = noura.get_with(&path, &[("accept", accept)]).await;
            assert_eq!(page.status, 200, "{path}");
            let text = page.text();
            for trace in TRACES {
                assert!(!text.contains(trace), "{trace} in {path} as {accept}: {text}");
            }
        }
    }
    for trace in TRACES {
        let typed = percent_encoding::utf8_percent_encode(trace, percent_encoding::NON_ALPHANUMERIC);
        let list = noura.get(&format!("{OFFICE}orders/?search={typed}")).await.visible_text();
        assert!(list.contains("لا طلبات بهذه التصفية"), "{trace}: {list}");
        let found =
            noura.get_with(&format!("{OFFICE}find/?q={typed}"), &[("accept", "application/json")]).await;
        let groups = found.json()["props"]["groups"].to_string();
        assert!(!groups.contains(&number), "{trace}: {groups}");
    }
    let acts: i64 = sqlx::query_scalar(
        "select count(*) from audit_log where action in ('order-address', 'order-note', 'email-resend', 'refund')",
    )
    .fetch_one(&shop.db)
    .await
    .expect("acts");
    assert_eq!(acts, 5, "the log has the acts, without whom they were about");
    let left: String = sqlx::query_scalar(
        "select concat((select string_agg(audit_log::text, '') from audit_log),
                       (select string_agg(order_notes::text, '') from order_notes),
                       (select string_agg(order_changes::text, '') from order_changes),
                       (select string_agg(order_events::text, '') from order_events))",
    )
    .fetch_one(&shop.db)
    .await
    .expect("a dump");
    for trace in TRACES {
        assert!(!left.contains(trace), "{trace} in {left}");
    }
    // [D36] Nor a secret, or anything of the card.
    for secret in ["4111111111111111", PASSWORD] {
        assert!(!left.contains(secret), "{secret} in {left}");
    }
}

/// [SEC-L23] An order of another customer with the same email address is not changed.
#[tokio::test]
async fn erasure_anonymizes_the_customers_own_orders_only() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.customer("badr@example.com", "بدر").await;
    let (salma, badr) = (shop.signed_in("salma@example.com").await, shop.signed_in("badr@example.com").await);
    // Badr orders with her address. She has a completed order and an unpaid one.
    let his = buy(&shop, &badr).await;
    let hers = buy(&shop, &salma).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    salma.add(&honey.id, "1").await;
    salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    move_to(&staff_in(&shop, "noura@example.com").await, &hers, &["completed"]).await;

    let _mailbox = shop.open_mailbox().await;
    assert_eq!(request_erasure(&salma).await, "/ar/my-account/?notice=erased");
    until("the customer is erased", async || customers(&shop).await == 1).await;
    let left: Vec<(i64, String, String, String)> =
        sqlx::query_as("select number, state, email, address from orders order by id")
            .fetch_all(&shop.db)
            .await
            .expect("orders");
    assert_eq!((left[0].0.to_string(), left[0].2.as_str()), (his, "salma@example.com"));
    assert_ne!(left[0].3, "");
    assert_eq!((left[1].1.as_str(), left[1].2.as_str(), left[1].3.as_str()), ("completed", "", ""));
    assert_eq!((left[2].1.as_str(), left[2].2.as_str()), ("cancelled", ""), "an unpaid order is cancelled");
    // Her address is free for a new account.
    shop.customer("salma@example.com", "سلمى").await;
}

/// [SEC-L23] Parameters contain personal data.
#[tokio::test]
async fn the_database_logs_slow_statements_without_their_parameters() {
    use std::os::unix::fs::PermissionsExt;

    let shop = TestShop::open().await;
    let setting = async |name: &str| {
        let value = sqlx::query_scalar::<_, String>("select current_setting($1)").bind(name);
        value.fetch_one(&shop.db).await.expect("setting")
    };
    assert_eq!(setting("log_parameter_max_length").await, "0");
    assert_eq!(setting("log_parameter_max_length_on_error").await, "0");
    let data = std::env::var("MATJAR_PG_PIDFILE").expect("set by make");
    let state = std::path::Path::new(&data).ancestors().nth(2).expect("state folder").to_owned();
    let log = std::fs::metadata(state.join("log/postgresql.log")).expect("log file");
    assert_eq!(log.permissions().mode() & 0o007, 0, "the log is not readable by others");
}

/// The key of the address is replaced as soon as its owner leaves, before anything is erased.
#[tokio::test]
async fn what_was_written_as_a_guest_with_the_address_of_the_account_names_nobody_afterwards() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.product("عسل سدر").make(&shop.db).await;
    for statement in [
        "insert into reviews (product_id, rating, text, name, email, created_at)
         select id, 5, 'طعمه طيب', 'سلمى', 'Salma@Example.com', now() from products",
        "insert into questions (product_id, text, name, email, created_at)
         select id, 'كم يدوم؟', 'سلمى', 'Salma@Example.com', now() from products",
        "insert into question_answers (question_id, product_id, text, name, email, created_at)
         select id, product_id, 'سنة', 'سلمى', 'Salma@Example.com', now() from questions",
        "with post as (insert into content_items (kind, slug, created_at) values ('post', 'honey', now()) returning id)
         insert into comments (post_id, text, name, email, created_at)
         select id, 'شكرًا', 'سلمى', 'Salma@Example.com', now() from post",
    ] {
        sqlx::query(statement).execute(&shop.db).await.expect(statement);
    }
    let _mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    request_erasure(&salma).await;
    until("the customer is erased", async || customers(&shop).await == 0).await;
    for table in ["reviews", "questions", "question_answers", "comments"] {
        let sql =
            format!("select count(*), count(*) filter (where email is null and name = 'عميل') from {table}");
        let (written, anonymous): (i64, i64) =
            sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_one(&shop.db).await.expect(table);
        assert_eq!((written, anonymous), (1, 1), "{table}");
    }
}
