//! Letters: sent once or not at all, subscriptions and their way out, the guest's address, one's own data.

use std::time::Duration;

use chrono::TimeDelta;
use http::StatusCode;
use kernel::Clock;
use mailsink::Mood;
use testkit::{Options, Shopper, TestShop, customers::PASSWORD, hidden_fields};

const SUBSCRIPTIONS: &str = "/ar/my-account/email-subscriptions/";
const PRIVACY: &str = "/ar/my-account/privacy/";
const LOST: &str = "/ar/my-account/lost-password/";
const ACTION: &str = "/ar/wp-admin/admin-ajax.php";

async fn states(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar("select state from mail_outbox order by id").fetch_all(&shop.db).await.expect("states")
}

/// Looks until it is so; half a minute at most.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..300 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{what} did not happen");
}

/// Waits until nothing is in line any more.
pub async fn jobs_done(shop: &TestShop) {
    until("every job has run", async || {
        let count = sqlx::query_scalar::<_, i64>("select count(*) from graphile_worker._private_jobs");
        count.fetch_one(&shop.db).await.expect("count") == 0
    })
    .await;
}

async fn ask_for_reset(shop: &TestShop) {
    let answer = shop.shopper().submit(LOST, LOST, &[("user_login", "salma@example.com")]).await;
    assert_eq!(answer.status, StatusCode::OK);
}

/// A shop with Salma in it, signed in.
async fn shop_with_salma() -> (TestShop, Shopper) {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    (shop, salma)
}

#[tokio::test]
async fn a_letter_is_right_to_left_has_a_plain_text_part_and_comes_from_the_shop() {
    let (shop, _) = shop_with_salma().await;
    let mailbox = shop.open_mailbox().await;
    ask_for_reset(&shop).await;
    let letter = mailbox.wait_for(1).await.remove(0);

    assert_eq!(letter.from, "shop@example.com");
    assert!(letter.html.contains("dir=\"rtl\"") && letter.html.contains("lang=\"ar\""));
    assert!(letter.html.contains("مرحبًا \u{2068}سلمى\u{2069}،"), "{}", letter.html);
    assert!(letter.text.contains("مرحبًا سلمى،"), "{}", letter.text);
    assert!(letter.text.contains("بعد 60 دقيقة"), "a counted form of its life: {}", letter.text);
    let link = letter.link("/set-password/?key=").expect("a link in the plain text");
    assert!(link.starts_with(&shop.config().public_origin), "{link}");
    assert!(letter.html.contains(&link.replace('&', "&amp;")), "and the same in the other part");
    assert!(
        !letter.html.contains("<script") && !letter.html.contains("<img"),
        "nothing is loaded from anywhere"
    );
    assert_eq!(letter.header("auto-submitted"), Some("auto-generated"));
    assert!(letter.header("list-unsubscribe").is_none(), "there is nothing to unsubscribe from");
    assert!(letter.header("message-id").expect("an id").ends_with("@example.com>"));
    until("the letter is noted as sent", async || states(&shop).await == ["sent"]).await;
}

/// Real answers of a real server: come back later, nobody there, silence, and the letter taken without a word.
#[tokio::test]
async fn a_letter_is_tried_again_only_when_it_surely_was_not_sent() {
    let (shop, salma) = shop_with_salma().await;
    let mailbox = shop.open_mailbox().await;

    mailbox.sink.set_mood(Mood::Busy);
    ask_for_reset(&shop).await;
    until("a first try", async || {
        sqlx::query_scalar::<_, i32>("select tries from mail_outbox")
            .fetch_one(&shop.db)
            .await
            .expect("tries")
            > 0
    })
    .await;
    assert!(mailbox.sink.letters().is_empty());
    mailbox.sink.set_mood(Mood::Kind);
    assert_eq!(mailbox.wait_for(1).await.len(), 1, "it comes back by itself");
    until("sent", async || states(&shop).await == ["sent"]).await;

    mailbox.sink.set_mood(Mood::Swallowing);
    ask_for_reset(&shop).await;
    until("its fate is unknown", async || states(&shop).await == ["sent", "unknown"]).await;
    mailbox.sink.set_mood(Mood::Kind);
    jobs_done(&shop).await;
    assert_eq!(mailbox.sink.letters().len(), 2, "the server has it: it is not sent again");

    mailbox.sink.set_mood(Mood::Refusing);
    let list = shop.list("عروض الموسم", true).await;
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    until("refused", async || states(&shop).await.last().is_some_and(|state| state == "refused")).await;
    let reason: String = sqlx::query_scalar("select reason from mail_suppressions")
        .fetch_one(&shop.db)
        .await
        .expect("a suppression");
    assert_eq!(reason, "refused", "no list writes there any more");
    let trouble: String = sqlx::query_scalar("select trouble from mail_outbox where state = 'refused'")
        .fetch_one(&shop.db)
        .await
        .expect("trouble");
    assert!(trouble.contains("550") && !trouble.contains("salma"), "{trouble}");
}

/// [RUST-3]
#[tokio::test]
async fn a_server_that_stops_finishes_the_emails_in_hand_and_leaves_the_others_to_the_next() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let sink = mailsink::Sink::open(([127, 0, 0, 1], 0).into()).await.expect("a mail sink");
    sink.set_mood(Mood::Slow);
    for number in 0..5 {
        let email = format!("salma{number}@example.com");
        shop.customer(&email, "سلمى").await;
        let answer = shop.shopper().submit(LOST, LOST, &[("user_login", &email)]).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    let server = || {
        let desk = shop.desk();
        let postman = shop.postman(&desk, sink.url());
        let stopping = postman.stopping.clone();
        let work = storefront::worker::work(desk, postman, shop.till(), Default::default());
        (stopping, tokio::spawn(work))
    };
    let (stopping, worker) = server();
    until("two are being sent", async || sink.letters().len() >= 2).await;
    stopping.cancel();
    tokio::time::timeout(Duration::from_secs(20), worker).await.expect("it stops").expect("without a panic");
    let left = states(&shop).await;
    let sent = left.iter().filter(|state| *state == "sent").count();
    assert_eq!(sent, sink.letters().len(), "what was begun was finished: {left:?}");
    assert!(sent < 5 && left.iter().all(|state| state == "sent" || state == "waiting"), "{left:?}");

    let (stopping, worker) = server();
    until("all are sent", async || states(&shop).await.iter().all(|state| state == "sent")).await;
    stopping.cancel();
    tokio::time::timeout(Duration::from_secs(20), worker).await.expect("it stops").expect("without a panic");
    let mut to: Vec<String> = sink.letters().into_iter().flat_map(|email| email.to).collect();
    to.sort();
    assert_eq!(to, std::array::from_fn::<_, 5, _>(|number| format!("salma{number}@example.com")));
}

/// [RUST-3]
#[tokio::test]
async fn an_email_whose_server_was_killed_before_handing_it_over_is_sent_by_another() {
    let (shop, _) = shop_with_salma().await;
    ask_for_reset(&shop).await;
    sqlx::query(
        "update mail_outbox set state = 'sending', tries = 1, taken_at = now() - interval '61 seconds'",
    )
    .execute(&shop.db)
    .await
    .expect("taken by a server that is gone");
    ask_for_reset(&shop).await;
    sqlx::query(
        "update mail_outbox set state = 'sending', tries = 1, taken_at = now() - interval '61 seconds', handed_at = now()
         where state = 'waiting'",
    )
    .execute(&shop.db)
    .await
    .expect("handed over by a server that is gone");
    // The worker starts here: both emails are as another server left them.
    let mailbox = shop.open_mailbox().await;
    assert_eq!(mailbox.wait_for(1).await.len(), 1);
    jobs_done(&shop).await;
    let mut states = states(&shop).await;
    states.sort();
    assert_eq!(states, ["sending", "sent"]);
    assert_eq!(mailbox.sink.letters().len(), 1, "it may have left: nobody sends it again");
}

#[tokio::test]
async fn a_silent_server_holds_up_nobody() {
    let (shop, _) = shop_with_salma().await;
    let mailbox = shop.open_mailbox().await;
    mailbox.sink.set_mood(Mood::Silent);
    ask_for_reset(&shop).await;
    until("given up for now", async || {
        sqlx::query_scalar::<_, String>("select trouble from mail_outbox")
            .fetch_one(&shop.db)
            .await
            .expect("row")
            .contains("greet")
    })
    .await;
    assert_eq!(states(&shop).await, ["waiting"]);
    mailbox.sink.set_mood(Mood::Kind);
    assert_eq!(mailbox.wait_for(1).await.len(), 1);
}

#[tokio::test]
async fn a_letter_that_cannot_be_given_for_two_days_is_forgotten_with_what_it_says() {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    ask_for_reset(&shop).await;
    let look = async || {
        sqlx::query_as::<_, (String, bool)>("select state, content is null from mail_outbox")
            .fetch_one(&shop.db)
            .await
            .expect("a letter")
    };
    shop.clock().advance(TimeDelta::hours(47));
    mail::store::drop_old(&shop.db, shop.clock().now()).await.expect("sweep");
    assert_eq!(look().await, ("waiting".to_owned(), false));
    shop.clock().advance(TimeDelta::hours(2));
    mail::store::drop_old(&shop.db, shop.clock().now()).await.expect("sweep");
    assert_eq!(look().await, ("dropped".to_owned(), true));
    // Nor does it leave later.
    let mailbox = shop.open_mailbox().await;
    jobs_done(&shop).await;
    assert!(mailbox.sink.letters().is_empty());
}

/// The outbox takes a topic and key once, and a letter in the outbox leaves it once.
#[tokio::test]
async fn nothing_is_sent_twice() {
    let (shop, salma) = shop_with_salma().await;
    let list = shop.list("عروض الموسم", true).await;
    for _ in 0..3 {
        salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
        salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[]).await;
    }
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    assert_eq!(states(&shop).await.len(), 1, "ticked four times, told once");

    // The same job twenty times, as a queue that forgets would give it out.
    let payload: serde_json::Value =
        sqlx::query_scalar("select payload::jsonb from graphile_worker._private_jobs")
            .fetch_one(&shop.db)
            .await
            .expect("its job");
    for _ in 0..20 {
        sqlx::query("select graphile_worker.add_job('accounts.send_news', $1::json)")
            .bind(&payload)
            .execute(&shop.db)
            .await
            .expect("again");
    }
    let mailbox = shop.open_mailbox().await;
    jobs_done(&shop).await;
    assert_eq!(mailbox.sink.letters().len(), 1);
}

async fn own_lists(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar("select list_id::text from subscriptions order by list_id")
        .fetch_all(&shop.db)
        .await
        .expect("lists")
}

/// Call 9 as the page sends it.
async fn call(shopper: &Shopper, nonce: &str, lists: &[&str]) -> StatusCode {
    let lists = lists.iter().map(|list| ("lists[]", *list));
    let fields: Vec<_> =
        [("action", "fue_update_account_subscriptions"), ("nonce", nonce)].into_iter().chain(lists).collect();
    shopper.post(ACTION, &fields).await.status
}

async fn nonce_of(shopper: &Shopper) -> String {
    let hidden = hidden_fields(&shopper.get(SUBSCRIPTIONS).await.text(), SUBSCRIPTIONS);
    hidden.into_iter().find(|(name, _)| name == "nonce").expect("a nonce").1
}

/// [API-09] [ACCT-05] [ACCT-08]
#[tokio::test]
async fn call_9_replaces_the_whole_set_of_its_caller_and_no_one_elses() {
    let (shop, salma) = shop_with_salma().await;
    shop.customer("noor@example.com", "نور").await;
    let noor = shop.signed_in("noor@example.com").await;
    let (offers, recipes) = (shop.list("عروض", true).await, shop.list("وصفات", true).await);
    let hidden = shop.list("للموظفين", false).await;
    let page = salma.get(SUBSCRIPTIONS).await;
    assert!(page.text().contains(&format!("value=\"{offers}\"")) && page.words().contains("وصفات"));
    assert!(!page.words().contains("للموظفين"));
    let nonce = nonce_of(&salma).await;

    assert_eq!(call(&salma, &nonce, &[&offers, &recipes]).await, StatusCode::OK);
    assert_eq!(own_lists(&shop).await, [offers.clone(), recipes.clone()]);
    assert_eq!(call(&salma, &nonce, &[&recipes]).await, StatusCode::OK);
    assert_eq!(own_lists(&shop).await.join(","), recipes, "the whole set, not one more");

    // Nobody else's, nobody's, and lists that are not for everybody: refused, and nothing changes.
    for (who, nonce, lists) in [
        (&noor, nonce.as_str(), [offers.as_str()]),
        (&salma, "", [&offers]),
        (&salma, "x", [&offers]),
        (&shop.shopper(), nonce.as_str(), [&offers]),
    ] {
        assert_eq!(call(who, nonce, &lists).await, StatusCode::FORBIDDEN);
    }
    for lists in
        [[hidden.as_str(), offers.as_str()], ["999999", &offers], ["1; drop", &offers], ["-1", &offers]]
    {
        assert_eq!(call(&salma, &nonce, &lists).await, StatusCode::BAD_REQUEST, "{lists:?}");
    }
    assert_eq!(own_lists(&shop).await, [recipes]);
    // The shop put her on a list by hand: her own form does not take her off it.
    sqlx::query("insert into subscriptions select id, $1::bigint, 'k', now() from customers where email = 'salma@example.com'")
        .bind(hidden.parse::<i64>().expect("id"))
        .execute(&shop.db)
        .await
        .expect("by hand");
    assert_eq!(call(&salma, &nonce, &[]).await, StatusCode::OK);
    assert_eq!(own_lists(&shop).await, [hidden]);
}

#[tokio::test]
async fn one_click_ends_a_subscription_and_asking_again_begins_it_anew() {
    let (shop, salma) = shop_with_salma().await;
    let list = shop.list("عروض الموسم", true).await;
    let mailbox = shop.open_mailbox().await;
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    let letter = mailbox.wait_for(1).await.remove(0);
    assert_eq!(letter.header("list-unsubscribe-post"), Some("List-Unsubscribe=One-Click"));
    let url = letter.header("list-unsubscribe").expect("a way out").trim_matches(['<', '>']).to_owned();
    let path = &url[url.find("/ar/").expect("an address of the shop")..];
    assert!(letter.text.contains(&url) && letter.html.contains(&url), "and for those who read it");

    let page = shop.shopper().get(path).await;
    assert!(
        page.words().contains("عروض الموسم") && own_lists(&shop).await.len() == 1,
        "looking ends nothing"
    );
    // As a mailbox does it: no cookie, no page, no origin.
    let clicked = shop.shopper().post_with(path, &[("List-Unsubscribe", "One-Click")], &[]).await;
    assert_eq!(clicked.status, StatusCode::OK);
    assert!(own_lists(&shop).await.is_empty());
    let again = shop.shopper().post_with(path, &[("List-Unsubscribe", "One-Click")], &[]).await;
    assert_eq!(again.status, StatusCode::OK, "repeating it is success");
    let other = shop.shopper().post("/ar/unsubscribe/00000000000000000000000000000000/", &[]).await;
    assert_eq!(other.status, StatusCode::OK, "and guessing tells nothing");
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
async fn call_10_keeps_a_guests_address_with_their_own_cart_for_a_month() {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let tell = async |shopper: &Shopper, email: &str| {
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
    let kept = async || {
        sqlx::query_as::<_, (String, String)>("select email, first_name from cart_emails order by 1")
            .fetch_all(&shop.db)
            .await
            .expect("kept")
    };
    let done = (StatusCode::OK, r#"{"success":true}"#.to_owned(), false);
    let not_done = (StatusCode::OK, r#"{"success":false}"#.to_owned(), false);
    let guest = shop.shopper();
    assert_eq!(tell(&guest, "noor@example.com").await, done, "without a cart");
    assert!(kept().await.is_empty());
    guest.add(&honey.id, "1").await;
    for wrong in ["", "noor", "noor@example", "noor@example.com\r\nBcc: x@example.com"] {
        assert_eq!(tell(&guest, wrong).await, not_done, "{wrong}");
    }
    let missing = guest.post(ACTION, &[("action", "fue_wc_set_cart_email"), ("first_name", "نور")]).await;
    assert_eq!(missing.status, StatusCode::BAD_REQUEST);
    assert!(kept().await.is_empty());
    assert_eq!(tell(&guest, "noor@example.com").await, done);
    assert_eq!(tell(&guest, "Noor@Example.org").await, done);
    assert_eq!(
        kept().await,
        [("Noor@Example.org".to_owned(), "نور".to_owned())],
        "one for each cart, the last one"
    );

    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.log_in("salma", PASSWORD).await;
    assert_eq!(tell(&salma, "salma@example.com").await, done, "it tells nothing");
    assert_eq!(kept().await.len(), 1, "nothing is kept for customers");
    let outside = guest
        .post_with(
            ACTION,
            &[("action", "fue_wc_set_cart_email"), ("email", "a@example.com")],
            &[("sec-fetch-site", "cross-site")],
        )
        .await;
    assert_eq!(outside.status, StatusCode::FORBIDDEN);

    shop.clock().advance(TimeDelta::days(29));
    accounts::store::sweep_emails(&shop.db, shop.clock().now()).await.expect("sweep");
    assert_eq!(kept().await.len(), 1);
    shop.clock().advance(TimeDelta::days(2));
    accounts::store::sweep_emails(&shop.db, shop.clock().now()).await.expect("sweep");
    assert!(kept().await.is_empty());
}

#[tokio::test]
async fn everybody_gets_a_copy_of_their_own_data_and_of_nobody_elses() {
    let (shop, salma) = shop_with_salma().await;
    let honey = shop.product("عسل السدر").make(&shop.db).await;
    let list = shop.list("عروض الموسم", true).await;
    salma.add(&honey.id, "2").await;
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    let mailbox = shop.open_mailbox().await;
    for _ in 0..3 {
        let asked = salma.submit(PRIVACY, "/ar/my-account/privacy/export/", &[]).await;
        assert_eq!(asked.location(), "/ar/my-account/privacy/?told=export");
        if mailbox.sink.letters().iter().any(|letter| letter.subject == "نسخة بياناتك جاهزة")
        {
            break;
        }
    }
    until("it is made", async || salma.get(PRIVACY).await.text().contains("/privacy/export/")).await;
    until("and told", async || {
        mailbox.sink.to("salma@example.com").iter().any(|letter| letter.subject == "نسخة بياناتك جاهزة")
    })
    .await;
    let html = salma.get(PRIVACY).await.text();
    let at = html.find("href=\"/ar/my-account/privacy/export/").expect("a file") + 6;
    let file = html[at..].split('"').next().expect("an address").to_owned();
    let copy = salma.get(&file).await;
    assert!(copy.header("content-disposition").starts_with("attachment"));
    assert_eq!(copy.header("cache-control"), "private, no-store");
    let data = copy.json();
    assert_eq!(data["account"]["email"], "salma@example.com");
    assert_eq!(data["cart"][0]["product"], "عسل السدر");
    assert_eq!(data["subscriptions"][0]["list"], "عروض الموسم");
    assert!(!copy.text().contains("argon2"), "the hash of a password is nobody's data");

    shop.customer("noor@example.com", "نور").await;
    let noor = shop.signed_in("noor@example.com").await;
    assert_eq!(noor.get(&file).await.status, StatusCode::NOT_FOUND);
    assert_eq!(shop.shopper().get(&file).await.status, StatusCode::SEE_OTHER);
}

/// A dump of the whole database holds no trace of the address.
#[tokio::test]
async fn an_erased_account_leaves_no_trace() {
    let (shop, salma) = shop_with_salma().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let list = shop.list("عروض", true).await;
    let mailbox = shop.open_mailbox().await;
    salma.add(&honey.id, "1").await;
    salma.submit(SUBSCRIPTIONS, SUBSCRIPTIONS, &[("lists[]", &list)]).await;
    salma.submit(PRIVACY, "/ar/my-account/privacy/export/", &[]).await;
    ask_for_reset(&shop).await;
    mailbox.wait_for(3).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    guest.post(ACTION, &[("action", "fue_wc_set_cart_email"), ("email", "SALMA@example.com")]).await;

    let erase = "/ar/my-account/privacy/erase/";
    let unsure = salma.submit(PRIVACY, erase, &[("password_current", PASSWORD)]).await;
    assert!(unsure.words().contains("وافق على حذف حسابك للمتابعة."));
    let wrong = salma.submit(PRIVACY, erase, &[("password_current", "wrong"), ("consent", "1")]).await;
    assert!(wrong.words().contains("كلمة المرور الحالية غير صحيحة."));
    let gone = salma.submit(PRIVACY, erase, &[("password_current", PASSWORD), ("consent", "1")]).await;
    assert_eq!(gone.location(), "/ar/my-account/?told=erased");
    assert!(!salma.cookie().unwrap_or_default().contains("__Host-sid"));

    until("the farewell", async || {
        mailbox.sink.to("salma@example.com").iter().any(|letter| letter.subject == "حُذف حسابك")
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
    assert!(dump.contains("cart_lines") && dump.contains("عسل"), "a dump of everything");
    for trace in ["salma", "سلمى"] {
        let line = dump.lines().find(|line| line.contains(trace));
        assert!(line.is_none(), "{trace} in {line:?}");
    }
    assert_eq!(
        shop.shopper().log_in("salma@example.com", PASSWORD).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}
