//! Emails: delivery, retries, subscriptions, unsubscribing, captured guest addresses, data export and erasure.

use std::time::Duration;

use chrono::TimeDelta;
use http::StatusCode;
use kernel::Clock;
use mailsink::Behaviour;
use testkit::{Options, Shopper, TestShop, customers::PASSWORD, hidden_fields};

const SUBSCRIPTIONS: &str = "/ar/my-account/email-subscriptions/";
const PRIVACY: &str = "/ar/my-account/privacy/";
const LOST: &str = "/ar/my-account/lost-password/";
const ACTION: &str = "/ar/wp-admin/admin-ajax.php";

async fn states(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar("select state from mail_outbox order by id").fetch_all(&shop.db).await.expect("states")
}

/// Polls a condition for half a minute and panics if it stays false.
pub async fn until(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    for _ in 0..300 {
        if condition().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{what} did not happen");
}

/// Waits until the job queue is empty.
pub async fn jobs_done(shop: &TestShop) {
    until("every job has run", async || {
        let count = sqlx::query_scalar::<_, i64>("select count(*) from graphile_worker._private_jobs");
        count.fetch_one(&shop.db).await.expect("count") == 0
    })
    .await;
}

async fn request_reset(shop: &TestShop) {
    let answer = shop.shopper().submit(LOST, LOST, &[("user_login", "salma@example.com")]).await;
    assert_eq!(answer.status, StatusCode::OK);
}

/// Opens a shop with the customer Salma, signed in.
async fn shop_with_salma() -> (TestShop, Shopper) {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    (shop, salma)
}

#[tokio::test]
async fn an_email_is_right_to_left_has_a_plain_text_part_and_comes_from_the_shop() {
    let (shop, _) = shop_with_salma().await;
    let mailbox = shop.open_mailbox().await;
    request_reset(&shop).await;
    let email = mailbox.wait_for(1).await.remove(0);

    assert_eq!(email.from, "shop@example.com");
    assert!(email.html.contains("dir=\"rtl\"") && email.html.contains("lang=\"ar\""));
    assert!(email.html.contains("مرحبًا \u{2068}سلمى\u{2069}،"), "{}", email.html);
    assert!(email.text.contains("مرحبًا سلمى،"), "{}", email.text);
    assert!(
        email.text.contains("بعد 60 دقيقة"),
        "the life of the link in the right plural form: {}",
        email.text
    );
    let link = email.link("/set-password/?key=").expect("link in the plain text");
    assert!(link.starts_with(&shop.config().public_origin), "{link}");
    assert!(email.html.contains(&link.replace('&', "&amp;")), "the same link in the HTML part");
    assert!(!email.html.contains("<script") && !email.html.contains("<img"), "no external resources");
    assert_eq!(email.header("auto-submitted"), Some("auto-generated"));
    assert!(email.header("list-unsubscribe").is_none(), "there is nothing to unsubscribe from");
    assert!(email.header("message-id").expect("message id").ends_with("@example.com>"));
    until("the email is marked as sent", async || states(&shop).await == ["sent"]).await;
}

/// Server behaviours: busy, response lost after the email was accepted, and permanent refusal.
#[tokio::test]
async fn an_email_is_retried_only_if_it_was_certainly_not_sent() {
    let (shop, salma) = shop_with_salma().await;
    let mailbox = shop.open_mailbox().await;

    mailbox.sink.set_behaviour(Behaviour::Busy);
    request_reset(&shop).await;
    until("a first attempt", async || {
        sqlx::query_scalar::<_, i32>("select tries from mail_outbox")
            .fetch_one(&shop.db)
            .await
            .expect("tries")
            > 0
    })
    .await;
    assert!(mailbox.sink.emails().is_empty());
    mailbox.sink.set_behaviour(Behaviour::Accepting);
    assert_eq!(mailbox.wait_for(1).await.len(), 1, "the job is retried");
    until("sent", async || states(&shop).await == ["sent"]).await;

    mailbox.sink.set_behaviour(Behaviour::Swallowing);
    request_reset(&shop).await;
    until("the outcome is unknown", async || states(&shop).await == ["sent", "unknown"]).await;
    mailbox.sink.set_behaviour(Behaviour::Accepting);
    jobs_done(&shop).await;
    assert_eq!(mailbox.sink.emails().len(), 2, "the server may have accepted it, so it is not sent again");

    mailbox.sink.set_behaviour(Behaviour::Refusing);
    let list = shop.list("عروض الموسم", true).await;
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    until("refused", async || states(&shop).await.last().is_some_and(|state| state == "refused")).await;
    let reason: String = sqlx::query_scalar("select reason from mail_suppressions")
        .fetch_one(&shop.db)
        .await
        .expect("suppression");
    assert_eq!(reason, "refused", "the address is suppressed for lists");
    let trouble: String = sqlx::query_scalar("select trouble from mail_outbox where state = 'refused'")
        .fetch_one(&shop.db)
        .await
        .expect("trouble");
    assert!(trouble.contains("550") && !trouble.contains("salma"), "{trouble}");
}

/// [RUST-3]
#[tokio::test]
async fn a_stopping_server_finishes_the_emails_in_progress_and_leaves_the_rest_queued() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let sink = mailsink::Sink::open(([127, 0, 0, 1], 0).into()).await.expect("mail sink");
    sink.set_behaviour(Behaviour::Slow);
    for number in 0..5 {
        let email = format!("salma{number}@example.com");
        shop.customer(&email, "سلمى").await;
        let answer = shop.shopper().submit(LOST, LOST, &[("user_login", &email)]).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    let server = || {
        let job_context = shop.job_context();
        let mailer = shop.mailer(&job_context, sink.url());
        let stopping = mailer.stopping.clone();
        let task = storefront::server::worker::run(
            job_context,
            mailer,
            shop.order_job_context(),
            Default::default(),
        );
        (stopping, tokio::spawn(task))
    };
    let (stopping, worker) = server();
    until("two are being sent", async || sink.emails().len() >= 2).await;
    stopping.cancel();
    tokio::time::timeout(Duration::from_secs(20), worker).await.expect("worker stopped").expect("no panic");
    let left = states(&shop).await;
    let sent = left.iter().filter(|state| *state == "sent").count();
    assert_eq!(sent, sink.emails().len(), "every email in progress was finished: {left:?}");
    assert!(sent < 5 && left.iter().all(|state| state == "sent" || state == "waiting"), "{left:?}");

    let (stopping, worker) = server();
    until("all are sent", async || states(&shop).await.iter().all(|state| state == "sent")).await;
    stopping.cancel();
    tokio::time::timeout(Duration::from_secs(20), worker).await.expect("worker stopped").expect("no panic");
    let mut to: Vec<String> = sink.emails().into_iter().flat_map(|email| email.to).collect();
    to.sort();
    assert_eq!(to, std::array::from_fn::<_, 5, _>(|number| format!("salma{number}@example.com")));
}

/// [RUST-3]
#[tokio::test]
async fn an_email_claimed_by_a_killed_server_is_sent_unless_it_was_handed_over() {
    let (shop, _) = shop_with_salma().await;
    request_reset(&shop).await;
    sqlx::query(
        "update mail_outbox set state = 'sending', tries = 1, taken_at = now() - interval '61 seconds'",
    )
    .execute(&shop.db)
    .await
    .expect("claimed by a dead server");
    request_reset(&shop).await;
    sqlx::query(
        "update mail_outbox set state = 'sending', tries = 1, taken_at = now() - interval '61 seconds', handed_at = now()
         where state = 'waiting'",
    )
    .execute(&shop.db)
    .await
    .expect("handed over by a dead server");
    // The worker starts here; both emails are as the dead server left them.
    let mailbox = shop.open_mailbox().await;
    assert_eq!(mailbox.wait_for(1).await.len(), 1);
    jobs_done(&shop).await;
    let mut states = states(&shop).await;
    states.sort();
    assert_eq!(states, ["sending", "sent"]);
    assert_eq!(mailbox.sink.emails().len(), 1, "the other may have been sent, so it is not sent again");
}

#[tokio::test]
async fn a_silent_mail_server_times_out_and_the_email_is_retried() {
    let (shop, _) = shop_with_salma().await;
    let mailbox = shop.open_mailbox().await;
    mailbox.sink.set_behaviour(Behaviour::Silent);
    request_reset(&shop).await;
    until("the attempt timed out", async || {
        sqlx::query_scalar::<_, String>("select trouble from mail_outbox")
            .fetch_one(&shop.db)
            .await
            .expect("row")
            .contains("greet")
    })
    .await;
    assert_eq!(states(&shop).await, ["waiting"]);
    mailbox.sink.set_behaviour(Behaviour::Accepting);
    assert_eq!(mailbox.wait_for(1).await.len(), 1);
}

#[tokio::test]
async fn an_email_undeliverable_for_two_days_is_dropped_and_its_content_deleted() {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    request_reset(&shop).await;
    let outbox_row = async || {
        sqlx::query_as::<_, (String, bool)>("select state, content is null from mail_outbox")
            .fetch_one(&shop.db)
            .await
            .expect("outbox row")
    };
    shop.clock().advance(TimeDelta::hours(47));
    mail::service::drop_expired(&shop.db, shop.clock().now()).await.expect("sweep");
    assert_eq!(outbox_row().await, ("waiting".to_owned(), false));
    shop.clock().advance(TimeDelta::hours(2));
    mail::service::drop_expired(&shop.db, shop.clock().now()).await.expect("sweep");
    assert_eq!(outbox_row().await, ("dropped".to_owned(), true));
    // It is not sent later either.
    let mailbox = shop.open_mailbox().await;
    jobs_done(&shop).await;
    assert!(mailbox.sink.emails().is_empty());
}

/// The outbox accepts a topic and key once, and sends each entry once.
#[tokio::test]
async fn no_email_is_sent_twice() {
    let (shop, salma) = shop_with_salma().await;
    let list = shop.list("عروض الموسم", true).await;
    for _ in 0..3 {
        salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
        salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[]).await;
    }
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    assert_eq!(states(&shop).await.len(), 1, "subscribed four times, one email");

    // The same job twenty times, as if the queue had lost its state.
    let payload: serde_json::Value =
        sqlx::query_scalar("select payload::jsonb from graphile_worker._private_jobs")
            .fetch_one(&shop.db)
            .await
            .expect("job payload");
    for _ in 0..20 {
        sqlx::query("select graphile_worker.add_job('accounts.send_notification', $1::json)")
            .bind(&payload)
            .execute(&shop.db)
            .await
            .expect("job added");
    }
    let mailbox = shop.open_mailbox().await;
    jobs_done(&shop).await;
    assert_eq!(mailbox.sink.emails().len(), 1);
}

async fn own_lists(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar("select list_id::text from subscriptions order by list_id")
        .fetch_all(&shop.db)
        .await
        .expect("lists")
}

/// Sends call 9.
async fn call(shopper: &Shopper, nonce: &str, lists: &[&str]) -> StatusCode {
    let lists = lists.iter().map(|list| ("lists[]", *list));
    let fields: Vec<_> =
        [("action", "fue_update_account_subscriptions"), ("nonce", nonce)].into_iter().chain(lists).collect();
    shopper.post(ACTION, &fields).await.status
}

async fn nonce_of(shopper: &Shopper) -> String {
    let hidden = hidden_fields(&shopper.get(SUBSCRIPTIONS).await.text(), SUBSCRIPTIONS);
    hidden.into_iter().find(|(name, _)| name == "nonce").expect("nonce").1
}

/// [API-09] [ACCT-05] [ACCT-08]
#[tokio::test]
async fn call_9_replaces_all_subscriptions_of_the_caller_only() {
    let (shop, salma) = shop_with_salma().await;
    shop.customer("noor@example.com", "نور").await;
    let noor = shop.signed_in("noor@example.com").await;
    let (offers, recipes) = (shop.list("عروض", true).await, shop.list("وصفات", true).await);
    let hidden = shop.list("للموظفين", false).await;
    let page = salma.get(SUBSCRIPTIONS).await;
    assert!(page.text().contains(&format!("value=\"{offers}\"")) && page.visible_text().contains("وصفات"));
    assert!(!page.visible_text().contains("للموظفين"));
    let nonce = nonce_of(&salma).await;

    assert_eq!(call(&salma, &nonce, &[&offers, &recipes]).await, StatusCode::OK);
    assert_eq!(own_lists(&shop).await, [offers.clone(), recipes.clone()]);
    assert_eq!(call(&salma, &nonce, &[&recipes]).await, StatusCode::OK);
    assert_eq!(own_lists(&shop).await.join(","), recipes, "the set is replaced, not extended");

    // Another customer's nonce, no nonce, no session and non-public lists are refused, and nothing changes.
    for (shopper, nonce, lists) in [
        (&noor, nonce.as_str(), [offers.as_str()]),
        (&salma, "", [&offers]),
        (&salma, "x", [&offers]),
        (&shop.shopper(), nonce.as_str(), [&offers]),
    ] {
        assert_eq!(call(shopper, nonce, &lists).await, StatusCode::FORBIDDEN);
    }
    for lists in
        [[hidden.as_str(), offers.as_str()], ["999999", &offers], ["1; drop", &offers], ["-1", &offers]]
    {
        assert_eq!(call(&salma, &nonce, &lists).await, StatusCode::BAD_REQUEST, "{lists:?}");
    }
    assert_eq!(own_lists(&shop).await, [recipes]);
    // Staff subscribed her to a non-public list; her form does not remove it.
    sqlx::query("insert into subscriptions select id, $1::bigint, 'k', now() from customers where email = 'salma@example.com'")
        .bind(hidden.parse::<i64>().expect("id"))
        .execute(&shop.db)
        .await
        .expect("subscribed by staff");
    assert_eq!(call(&salma, &nonce, &[]).await, StatusCode::OK);
    assert_eq!(own_lists(&shop).await, [hidden]);
}

#[tokio::test]
async fn one_click_unsubscribes_and_subscribing_again_lifts_the_suppression() {
    let (shop, salma) = shop_with_salma().await;
    let list = shop.list("عروض الموسم", true).await;
    let mailbox = shop.open_mailbox().await;
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    let email = mailbox.wait_for(1).await.remove(0);
    assert_eq!(email.header("list-unsubscribe-post"), Some("List-Unsubscribe=One-Click"));
    let url = email
        .header("list-unsubscribe")
        .expect("list-unsubscribe header")
        .trim_matches(['<', '>'])
        .to_owned();
    let path = &url[url.find("/ar/").expect("URL of the shop")..];
    assert!(email.text.contains(&url) && email.html.contains(&url), "the link is also in the email body");

    let page = shop.shopper().get(path).await;
    assert!(
        page.visible_text().contains("عروض الموسم") && own_lists(&shop).await.len() == 1,
        "a GET changes nothing"
    );
    // As a mail client does: no cookie, no page, no origin.
    let clicked = shop.shopper().post_with(path, &[("List-Unsubscribe", "One-Click")], &[]).await;
    assert_eq!(clicked.status, StatusCode::OK);
    assert!(own_lists(&shop).await.is_empty());
    let again = shop.shopper().post_with(path, &[("List-Unsubscribe", "One-Click")], &[]).await;
    assert_eq!(again.status, StatusCode::OK, "unsubscribing is idempotent");
    let other = shop.shopper().post("/ar/unsubscribe/00000000000000000000000000000000/", &[]).await;
    assert_eq!(other.status, StatusCode::OK, "an unknown key gets the same response");
    let suppressed: i64 = sqlx::query_scalar("select count(*) from mail_suppressions")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(suppressed, 1);

    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    let suppressed: i64 = sqlx::query_scalar("select count(*) from mail_suppressions")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!((own_lists(&shop).await.len(), suppressed), (1, 0));
}

/// [API-10] [API-41] [API-42] [CONF-A14] [ACCT-10] [ACCT-11] [CONF-B11]
#[tokio::test]
async fn call_10_stores_a_guests_email_with_their_cart_for_a_month() {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let set_cart_email = async |shopper: &Shopper, email: &str| {
        let fields = [
            ("action", "fue_wc_set_cart_email"),
            ("email", email),
            ("first_name", "نور"),
            ("last_name", "الحسن"),
            ("cart_id", "1"),
        ];
        let answer = shopper.post(ACTION, &fields).await;
        (answer.status, answer.text(), answer.headers.contains_key("set-cookie"))
    };
    let stored_emails = async || {
        sqlx::query_as::<_, (String, String)>("select email, first_name from cart_emails order by 1")
            .fetch_all(&shop.db)
            .await
            .expect("cart emails")
    };
    let done = (StatusCode::OK, r#"{"success":true}"#.to_owned(), false);
    let not_done = (StatusCode::OK, r#"{"success":false}"#.to_owned(), false);
    let guest = shop.shopper();
    assert_eq!(set_cart_email(&guest, "noor@example.com").await, done, "without a cart");
    assert!(stored_emails().await.is_empty());
    guest.add(&honey.id, "1").await;
    for wrong in ["", "noor", "noor@example", "noor@example.com\r\nBcc: x@example.com"] {
        assert_eq!(set_cart_email(&guest, wrong).await, not_done, "{wrong}");
    }
    let missing = guest.post(ACTION, &[("action", "fue_wc_set_cart_email"), ("first_name", "نور")]).await;
    assert_eq!(missing.status, StatusCode::BAD_REQUEST);
    assert!(stored_emails().await.is_empty());
    assert_eq!(set_cart_email(&guest, "noor@example.com").await, done);
    assert_eq!(set_cart_email(&guest, "Noor@Example.org").await, done);
    assert_eq!(
        stored_emails().await,
        [("Noor@Example.org".to_owned(), "نور".to_owned())],
        "one address per cart, the latest"
    );

    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.log_in("salma", PASSWORD).await;
    assert_eq!(
        set_cart_email(&salma, "salma@example.com").await,
        done,
        "the response is the same for customers"
    );
    assert_eq!(stored_emails().await.len(), 1, "nothing is stored for customers");
    let outside = guest
        .post_with(
            ACTION,
            &[("action", "fue_wc_set_cart_email"), ("email", "a@example.com")],
            &[("sec-fetch-site", "cross-site")],
        )
        .await;
    assert_eq!(outside.status, StatusCode::FORBIDDEN);

    shop.clock().advance(TimeDelta::days(29));
    accounts::service::sweep_emails(&shop.db, shop.clock().now()).await.expect("sweep");
    assert_eq!(stored_emails().await.len(), 1);
    shop.clock().advance(TimeDelta::days(2));
    accounts::service::sweep_emails(&shop.db, shop.clock().now()).await.expect("sweep");
    assert!(stored_emails().await.is_empty());
}

#[tokio::test]
async fn a_customer_can_download_an_export_of_their_own_data_only() {
    let (shop, salma) = shop_with_salma().await;
    let honey = shop.product("عسل السدر").make(&shop.db).await;
    let list = shop.list("عروض الموسم", true).await;
    salma.add(&honey.id, "2").await;
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    let mailbox = shop.open_mailbox().await;
    for _ in 0..3 {
        let requested = salma.submit(PRIVACY, "/ar/my-account/privacy/export/", &[]).await;
        assert_eq!(requested.location(), "/ar/my-account/privacy/?notice=export");
        if mailbox.sink.emails().iter().any(|email| email.subject == "نسخة بياناتك جاهزة") {
            break;
        }
    }
    until("the export is listed", async || salma.get(PRIVACY).await.text().contains("/privacy/export/"))
        .await;
    until("the notification is sent", async || {
        mailbox.sink.to("salma@example.com").iter().any(|email| email.subject == "نسخة بياناتك جاهزة")
    })
    .await;
    let html = salma.get(PRIVACY).await.text();
    let start = html.find("href=\"/ar/my-account/privacy/export/").expect("export link") + 6;
    let file = html[start..].split('"').next().expect("URL").to_owned();
    let copy = salma.get(&file).await;
    assert!(copy.header("content-disposition").starts_with("attachment"));
    assert_eq!(copy.header("cache-control"), "private, no-store");
    let data = copy.json();
    assert_eq!(data["account"]["email"], "salma@example.com");
    assert_eq!(data["cart"][0]["product"], "عسل السدر");
    assert_eq!(data["subscriptions"][0]["list"], "عروض الموسم");
    assert!(!copy.text().contains("argon2"), "the password hash is not exported");

    shop.customer("noor@example.com", "نور").await;
    let noor = shop.signed_in("noor@example.com").await;
    assert_eq!(noor.get(&file).await.status, StatusCode::NOT_FOUND);
    assert_eq!(shop.shopper().get(&file).await.status, StatusCode::SEE_OTHER);
}

/// A dump of the whole database contains neither the address nor the name.
#[tokio::test]
async fn an_erased_account_leaves_no_trace() {
    let (shop, salma) = shop_with_salma().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let list = shop.list("عروض", true).await;
    let mailbox = shop.open_mailbox().await;
    salma.add(&honey.id, "1").await;
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    salma.submit(PRIVACY, "/ar/my-account/privacy/export/", &[]).await;
    request_reset(&shop).await;
    mailbox.wait_for(3).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    guest.post(ACTION, &[("action", "fue_wc_set_cart_email"), ("email", "SALMA@example.com")]).await;

    let erase = "/ar/my-account/privacy/erase/";
    let unsure = salma.submit(PRIVACY, erase, &[("password_current", PASSWORD)]).await;
    assert!(unsure.visible_text().contains("وافق على حذف حسابك للمتابعة."));
    let wrong = salma.submit(PRIVACY, erase, &[("password_current", "wrong"), ("consent", "1")]).await;
    assert!(wrong.visible_text().contains("كلمة المرور الحالية غير صحيحة."));
    let gone = salma.submit(PRIVACY, erase, &[("password_current", PASSWORD), ("consent", "1")]).await;
    assert_eq!(gone.location(), "/ar/my-account/?notice=erased");
    assert!(!salma.cookie().unwrap_or_default().contains("__Host-sid"));

    until("the erasure email is sent", async || {
        mailbox.sink.to("salma@example.com").iter().any(|email| email.subject == "حُذف حسابك")
    })
    .await;
    jobs_done(&shop).await;
    let dump = std::process::Command::new(format!(
        "{}/pg_dump",
        std::env::var("MATJAR_PG_BIN").expect("set by make")
    ))
    .args(["--data-only", &shop.database().url("ADMIN_").expect("url")])
    .output()
    .expect("pg_dump");
    let dump = String::from_utf8_lossy(&dump.stdout).to_lowercase();
    assert!(dump.contains("cart_lines") && dump.contains("عسل"), "the dump is complete");
    for trace in ["salma", "سلمى"] {
        let line = dump.lines().find(|line| line.contains(trace));
        assert!(line.is_none(), "{trace} in {line:?}");
    }
    assert_eq!(
        shop.shopper().log_in("salma@example.com", PASSWORD).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}
