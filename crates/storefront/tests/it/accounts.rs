//! Customer accounts: sign-in, sign-out, sessions, cart merging and the account area.

use http::StatusCode;
use testkit::{Shopper, TestShop, customers::PASSWORD};

pub const ACCOUNT: &str = "/ar/my-account/";
pub const DETAILS: &str = "/ar/my-account/edit-account/";
pub const CHANGE_PASSWORD: &str = "/ar/my-account/edit-password/";
const FAILED: &str = "بيانات الدخول غير صحيحة. تحقّق منها وحاول مرة أخرى.";
pub const NEW_PASSWORD: &str = "قهوة الصباح 12";

/// Returns the session token of a browser.
fn sid(shopper: &Shopper) -> Option<String> {
    let cookies = shopper.cookie()?;
    cookies.split("; ").find_map(|pair| pair.strip_prefix("__Host-sid=")).map(str::to_owned)
}

async fn cart_quantity(shop: &TestShop, customer: i64) -> i64 {
    sqlx::query_scalar(
        "select coalesce(sum(quantity), 0)::bigint / 100000 from cart_lines
         where cart_id = (select cart_id from customers where id = $1)",
    )
    .bind(customer)
    .fetch_one(&shop.db)
    .await
    .expect("sum")
}

/// Returns the mini cart of the visitor, from call 4.
async fn mini_cart(shopper: &Shopper) -> String {
    let answer = shopper.call("xoo_wsc_refresh_fragments", &[]).await;
    answer.fragment("mini-cart").expect("mini cart")
}

pub async fn is_signed_in(shopper: &Shopper) -> bool {
    shopper.get("/ar/my-account/orders/").await.status == StatusCode::OK
}

/// [ACCT-01] [ACCT-02] [SITE-06]
#[tokio::test]
async fn customers_see_the_account_area_and_guests_get_the_login_form() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let pages =
        ["orders", "edit-address", "edit-account", "payment-methods", "email-subscriptions", "privacy"];
    let guest = shop.shopper();
    for page in pages {
        let path = format!("{ACCOUNT}{page}/");
        let answer = guest.get(&path).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{path}");
        let login = guest.get(answer.location()).await;
        assert!(
            login.text().contains("name=\"username\"")
                && login.visible_text().contains("سجّل الدخول لفتح هذه الصفحة.")
        );
        assert_eq!(login.header("cache-control"), "private, no-store");
    }

    let salma = shop.signed_in("salma@example.com").await;
    let dashboard = salma.get(ACCOUNT).await;
    assert!(dashboard.visible_text().contains("مرحبًا \u{2068}سلمى\u{2069}"), "{}", dashboard.visible_text());
    for page in pages {
        let path = format!("{ACCOUNT}{page}/");
        assert!(dashboard.text().contains(&format!("href=\"{path}\"")), "{path} is linked");
        let answer = salma.get(&path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header("cache-control"), "private, no-store", "{path}");
    }
    assert!(
        salma.get("/ar/my-account/payment-methods/").await.visible_text().contains("لا توجد طرق دفع محفوظة")
    );
    assert!(salma.get("/ar/my-account/orders/").await.visible_text().contains("لا توجد طلبات بعد"));
    assert_eq!(salma.get("/ar/my-account/view-order/17/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(salma.get("/ar/my-account/edit-address/other/").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn login_takes_email_or_user_name_in_any_case_and_redirects_to_the_requested_page() {
    let shop = TestShop::open().await;
    shop.customer("Salma@Example.com", "سلمى").await;
    for user in ["salma@example.com", "SALMA@EXAMPLE.COM", "salma", "Salma"] {
        let shopper = shop.shopper();
        assert_eq!(shopper.log_in(user, PASSWORD).await.location(), ACCOUNT, "{user}");
        assert!(is_signed_in(&shopper).await, "{user}");
    }
    let shopper = shop.shopper();
    let redirected = shopper.get("/ar/my-account/orders/").await;
    let fields = [("username", "salma"), ("password", PASSWORD)];
    let answer = shopper.submit(redirected.location(), ACCOUNT, &fields).await;
    assert_eq!(answer.location(), "/ar/my-account/orders/");
    assert!(!answer.header("set-cookie").contains("Max-Age"), "without rememberme, a session cookie");

    // A login never redirects to another site.
    for foreign in ["//evil.example/", "https://evil.example/", "/ar/\\evil.example"] {
        let shopper = shop.shopper();
        let fields = [("username", "salma"), ("password", PASSWORD), ("next", foreign)];
        assert_eq!(shopper.submit(ACCOUNT, ACCOUNT, &fields).await.location(), ACCOUNT, "{foreign}");
    }
}

/// [ACCT-04]
#[tokio::test]
async fn every_failed_login_gets_the_same_response() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let mut answers = Vec::new();
    for (user, password) in [
        ("salma@example.com", "wrong"),
        ("nobody@example.com", "wrong"),
        ("", ""),
        ("salma", ""),
        ("' or 1=1 --", "x"),
    ] {
        let shopper = shop.shopper();
        let answer = shopper.log_in(user, password).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.visible_text().contains(FAILED), "{user}");
        assert!(!answer.text().contains("value=\"wrong\""), "a password is never sent back");
        assert!(!is_signed_in(&shopper).await);
        answers.push(answer.visible_text());
    }
    assert!(answers.iter().all(|text| *text == answers[0]), "the texts differ");
}

#[tokio::test]
async fn the_guest_cart_is_merged_once_and_is_the_same_on_every_device() {
    let shop = TestShop::open().await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    let (honey, dates) = (shop.product("عسل").make(&shop.db).await, shop.product("تمر").make(&shop.db).await);

    let phone = shop.shopper();
    phone.add(&honey.id, "2").await;
    phone.log_in("salma", PASSWORD).await;
    assert_eq!(cart_quantity(&shop, salma).await, 2, "the guest cart becomes the customer's");

    let desktop = shop.shopper();
    desktop.add(&honey.id, "1").await;
    desktop.add(&dates.id, "1").await;
    desktop.log_in("salma", PASSWORD).await;
    assert_eq!(cart_quantity(&shop, salma).await, 4, "and is merged into an existing one");

    // Both devices show the same cart.
    phone.add(&dates.id, "3").await;
    let text = mini_cart(&desktop).await;
    assert!(text.contains("عسل") && text.contains("تمر"));
    assert_eq!(cart_quantity(&shop, salma).await, 7);

    // Signing in again does not merge again.
    desktop.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    assert!(!mini_cart(&desktop).await.contains("عسل"), "the cart stays with the account");
    desktop.log_in("salma", PASSWORD).await;
    assert_eq!(cart_quantity(&shop, salma).await, 7);

    // Another customer on the same device inherits nothing.
    let noor = shop.customer("noor@example.com", "نور").await;
    let token = edge::session::TokenHash::from_token(sid(&desktop).expect("session token").as_bytes());
    let nonce = shop.shop().nonces.session("accounts.login", "", &token, shop.clock().now());
    let fields = [("_wpnonce", nonce.as_str()), ("username", "noor"), ("password", PASSWORD)];
    assert_eq!(desktop.post(ACCOUNT, &fields).await.status, StatusCode::SEE_OTHER);
    assert_eq!((cart_quantity(&shop, noor).await, cart_quantity(&shop, salma).await), (0, 7));
}

#[tokio::test]
async fn fifty_logins_with_one_guest_cookie_merge_its_cart_once() {
    let shop = TestShop::open_with(testkit::Options { rate_factor: 100, ..Default::default() }).await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "2").await;
    let html = shopper.get(ACCOUNT).await.text();
    let hidden = testkit::hidden_fields(&html, ACCOUNT);
    let cookie = shopper.cookie();

    let logins = (0..50).map(|_| {
        let (shopper, cookie, hidden) = (shop.shopper(), cookie.clone(), hidden.clone());
        tokio::spawn(async move {
            shopper.set_cookie(cookie);
            let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let fields: Vec<_> = hidden.chain([("username", "salma"), ("password", PASSWORD)]).collect();
            shopper.post(ACCOUNT, &fields).await.status
        })
    });
    let mut signed_in = 0;
    for login in logins.collect::<Vec<_>>() {
        match login.await.expect("login task") {
            StatusCode::SEE_OTHER => signed_in += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "no login fails otherwise"),
        }
    }
    assert!(signed_in >= 5, "{signed_in} signed in");
    assert_eq!(cart_quantity(&shop, salma).await, 2);
}

/// Session fixation: a token known before the login is invalid after it.
#[tokio::test]
async fn the_token_changes_at_login_logout_and_password_change() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    let planted = shopper.cookie();
    shopper.log_in("salma", PASSWORD).await;
    let first = shopper.cookie();
    assert_ne!(
        sid(&shopper),
        planted.as_deref().and_then(|line| line.split_once('=')).map(|(_, sid)| sid.to_owned())
    );

    let attacker = shop.shopper();
    attacker.set_cookie(planted);
    assert!(!is_signed_in(&attacker).await);
    assert!(!mini_cart(&attacker).await.contains("عسل"), "the guest token is invalid after the login");

    let other = shop.signed_in("salma@example.com").await;
    let fields = [("password_current", PASSWORD), ("password_1", NEW_PASSWORD), ("password_2", NEW_PASSWORD)];
    let changed = shopper.submit(DETAILS, CHANGE_PASSWORD, &fields).await;
    assert_eq!(changed.location(), "/ar/my-account/edit-account/?notice=password");
    let second = shopper.cookie();
    assert_ne!(second, first);
    assert!(is_signed_in(&shopper).await && !is_signed_in(&other).await, "every other device is signed out");
    attacker.set_cookie(first);
    assert!(!is_signed_in(&attacker).await);

    let answer = shopper.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    assert_eq!(answer.location(), "/ar/my-account/?notice=logged-out");
    assert!(sid(&shopper).is_none());
    attacker.set_cookie(second);
    assert!(!is_signed_in(&attacker).await);
    assert_eq!(shopper.log_in("salma", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(shopper.log_in("salma", NEW_PASSWORD).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn an_address_is_saved_with_ascii_digits_or_every_field_error_is_shown() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let billing = "/ar/my-account/edit-address/billing/";
    let empty = salma.submit(billing, billing, &[("billing_phone", "abc")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    let text = empty.visible_text();
    for field in ["الاسم الأول", "اسم العائلة", "الدولة", "المدينة", "العنوان", "البريد الإلكتروني"]
    {
        assert!(text.contains(&format!("حقل «\u{2068}{field}\u{2069}» مطلوب.")), "{field} in {text}");
    }
    assert!(text.contains("أدخل رقم هاتف صالحًا."));
    let fields = [
        ("billing_first_name", "سلمى <b>"),
        ("billing_last_name", "الناصر"),
        ("billing_country", "JO"),
        ("billing_city", "عمّان"),
        ("billing_address_1", "شارع الرينبو"),
        ("billing_home_number", "١٢"),
        ("billing_phone", "+٩٦٢ ٧٩ ١٢٣٤٥٦٧"),
        ("billing_email", "salma@example.com"),
    ];
    let saved = salma.submit(billing, billing, &fields).await;
    assert_eq!(saved.location(), "/ar/my-account/edit-address/?notice=address", "{}", saved.visible_text());
    let page = salma.get(saved.location()).await;
    assert!(
        page.visible_text().contains("حُفظ العنوان.") && page.visible_text().contains("+962 79 1234567"),
        "{}",
        page.visible_text()
    );
    assert!(page.text().contains("سلمى &lt;b&gt;") && !page.text().contains("سلمى <b>"));
    let shipping = salma.get("/ar/my-account/edit-address/shipping/").await;
    assert!(!shipping.text().contains("shipping_email") && shipping.text().contains("value=\"سلمى\""));
}

#[tokio::test]
async fn a_session_slides_while_it_is_used_and_a_brief_one_does_not() {
    let clock = kernel::Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(testkit::Options { clock, ..Default::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let remembered = shop.signed_in("salma@example.com").await;
    let brief = shop.shopper();
    brief.submit(ACCOUNT, ACCOUNT, &[("username", "salma"), ("password", PASSWORD)]).await;
    shop.clock().advance(chrono::TimeDelta::hours(47));
    let answer = remembered.get("/ar/my-account/orders/").await;
    assert!(answer.header("set-cookie").contains("Max-Age=2592000"), "{}", answer.header("set-cookie"));
    assert_eq!(brief.get("/ar/my-account/orders/").await.header("set-cookie"), "");
    assert!(is_signed_in(&brief).await);
    shop.clock().advance(chrono::TimeDelta::hours(2));
    assert!(!is_signed_in(&brief).await);
    for _ in 0..3 {
        shop.clock().advance(chrono::TimeDelta::days(25));
        assert!(is_signed_in(&remembered).await);
    }
    shop.clock().advance(chrono::TimeDelta::days(31));
    assert!(!is_signed_in(&remembered).await);
}

/// Neither pages nor the cart extend it any more; a guest's session has nothing to protect and slides on.
#[tokio::test]
async fn a_customer_signs_in_again_after_ninety_days_however_often_the_session_is_used() {
    let clock = kernel::Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    // Three months of requests come within some seconds.
    let shop = TestShop::open_with(testkit::Options { clock, rate_factor: 20, ..Default::default() }).await;
    let honey = shop.product("عسل").stock(1_000).make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let (salma, guest) = (shop.signed_in("salma@example.com").await, shop.shopper());
    guest.add(&honey.id, "1").await;
    // The last renewal is on the fifty-eighth day.
    for day in 1..=87 {
        shop.clock().advance(chrono::TimeDelta::days(1));
        assert!(is_signed_in(&salma).await, "day {day}");
        assert_eq!(salma.add(&honey.id, "1").await.status, StatusCode::OK, "day {day}");
        guest.add(&honey.id, "1").await;
    }
    shop.clock().advance(chrono::TimeDelta::days(3));
    assert!(!is_signed_in(&salma).await);
    assert!(mini_cart(&guest).await.contains("عسل"));
}

/// The list is on the page of the details, while the customer is signed in anywhere else.
#[tokio::test]
async fn a_customer_sees_all_sessions_and_ends_the_others_with_the_password() {
    const END: &str = "/ar/my-account/end-sessions/";
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.customer("noor@example.com", "نور").await;
    let (salma, noor) = (shop.signed_in("salma@example.com").await, shop.signed_in("noor@example.com").await);
    assert!(!salma.get(DETAILS).await.text().contains(END), "nothing to end");
    let other = shop.signed_in("salma@example.com").await;
    let third = shop.signed_in("salma@example.com").await;
    let page = salma.get(DETAILS).await.visible_text();
    assert_eq!((page.matches("هذا الجهاز").count(), page.matches("جهاز آخر").count()), (1, 2), "{page}");

    let refused = salma.submit(DETAILS, END, &[("password_current", "wrong")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.visible_text().contains("كلمة المرور الحالية غير صحيحة."), "{}", refused.visible_text());
    assert!(is_signed_in(&other).await && is_signed_in(&third).await);

    let done = salma.submit(DETAILS, END, &[("password_current", PASSWORD)]).await;
    assert_eq!(done.location(), "/ar/my-account/edit-account/?notice=sessions");
    assert!(!is_signed_in(&other).await && !is_signed_in(&third).await);
    assert!(is_signed_in(&salma).await && is_signed_in(&noor).await);
    assert!(salma.get(done.location()).await.visible_text().contains("سُجّل خروجك من الأجهزة الأخرى."));
    let acts: Vec<String> = sqlx::query_scalar("select actor from audit_log where action = 'end-sessions'")
        .fetch_all(&shop.db)
        .await
        .expect("acts");
    assert_eq!(acts.len(), 1, "{acts:?}");
}

/// A reported theft, or cookies that have leaked.
#[tokio::test]
async fn an_operator_signs_one_customer_or_all_of_them_out() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    for (email, name) in [("salma@example.com", "سلمى"), ("noor@example.com", "نور")] {
        shop.customer(email, name).await;
    }
    let (salma, noor) = (shop.signed_in("salma@example.com").await, shop.signed_in("noor@example.com").await);
    let again = shop.signed_in("salma@example.com").await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    let matjar = |args: &[&str]| {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_matjar"))
            .args(["customers", "sign-out"])
            .args(args)
            .env("DATABASE_WORKER_URL", shop.database().url("WORKER_").expect("url"))
            .output()
            .expect("matjar runs");
        (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    assert!(!matjar(&[]).0, "nobody by mistake");
    assert!(!matjar(&["--login", "nobody@example.com"]).0);
    assert_eq!(matjar(&["--login", "Salma@example.com"]), (true, "2 sessions ended\n".to_owned()));
    assert!(!is_signed_in(&salma).await && !is_signed_in(&again).await && is_signed_in(&noor).await);
    assert_eq!(matjar(&["--all"]), (true, "1 sessions ended\n".to_owned()));
    assert!(!is_signed_in(&noor).await);
    assert!(mini_cart(&guest).await.contains("عسل"), "guests keep their carts");
    let acts: Vec<(String, String)> = sqlx::query_as(
        "select actor, subject from audit_log where action = 'customer-sessions-ended' order by seq",
    )
    .fetch_all(&shop.db)
    .await
    .expect("acts");
    assert_eq!(acts.len(), 2);
    assert!(
        acts[0].1.starts_with("customer ") && acts[1] == ("shell".to_owned(), "all customers".to_owned())
    );
}

/// Pages of accounts are not stored, and what a browser keeps for «Back» ends with the session. What scripts have stored is not
/// of the account and stays.
#[tokio::test]
async fn every_sign_out_makes_the_browser_forget_the_pages() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.staff("noura@example.com", true).await;
    let salma = shop.signed_in("salma@example.com").await;
    assert_eq!(salma.get(DETAILS).await.header("clear-site-data"), "");
    let out = salma.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    assert_eq!(out.header("clear-site-data"), "\"cache\"");
    let salma = shop.signed_in("salma@example.com").await;
    let privacy = "/ar/my-account/privacy/";
    let fields = [("password_current", PASSWORD), ("consent", "1")];
    let erased = salma.submit(privacy, "/ar/my-account/privacy/erase/", &fields).await;
    assert_eq!((erased.status, erased.header("clear-site-data")), (StatusCode::SEE_OTHER, "\"cache\""));
    let noura = crate::orders::staff_in(&shop, "noura@example.com").await;
    assert_eq!(noura.get("/ar/wp-admin/").await.header("cache-control"), "private, no-store");
    let out = noura.submit("/ar/wp-admin/", "/ar/wp-admin/logout/", &[]).await;
    assert_eq!((out.location(), out.header("clear-site-data")), ("/ar/wp-login.php", "\"cache\""));
}

#[tokio::test]
async fn a_customer_has_at_most_twenty_sessions_and_the_oldest_ends() {
    let clock = kernel::Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(testkit::Options { clock, ..Default::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.customer("noor@example.com", "نور").await;
    let noor = shop.signed_in("noor@example.com").await;
    let mut browsers = Vec::new();
    for _ in 0..21 {
        shop.clock().advance(chrono::TimeDelta::minutes(1));
        browsers.push(shop.signed_in("salma@example.com").await);
    }
    let mut ended = Vec::new();
    for (number, browser) in browsers.iter().enumerate() {
        if !is_signed_in(browser).await {
            ended.push(number);
        }
    }
    assert_eq!(ended, [0]);
    assert!(is_signed_in(&noor).await, "sessions of others do not count");
}

#[tokio::test]
async fn merged_carts_stay_within_the_line_limit() {
    let shop = TestShop::open().await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let fill = async |from: i64, cart: &str| {
        let sql = format!(
            "insert into cart_lines (cart_id, key, product_id, quantity, added_at)
             select ({cart}), 'line ' || n, {}, 100000, now() from generate_series({from}, {from} + 79) n",
            honey.id
        );
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&shop.db).await.expect("lines");
    };
    shop.signed_in("salma@example.com").await;
    fill(1, "select cart_id from customers").await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    fill(61, "select max(cart_id) from sessions where customer_id is null").await;
    guest.log_in("salma", PASSWORD).await;
    let lines: i64 = sqlx::query_scalar(
        "select count(*) from cart_lines where cart_id = (select cart_id from customers where id = $1)",
    )
    .bind(salma)
    .fetch_one(&shop.db)
    .await
    .expect("count");
    assert_eq!(lines, 100);
    let joined: i64 = sqlx::query_scalar("select quantity / 100000 from cart_lines where key = 'line 61'")
        .fetch_one(&shop.db)
        .await
        .expect("merged line");
    assert_eq!(joined, 2);
}

#[tokio::test]
async fn a_customer_who_requested_erasure_is_signed_out_before_the_job_runs() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let fields = [("password_current", PASSWORD), ("consent", "1")];
    salma.submit("/ar/my-account/privacy/", "/ar/my-account/privacy/erase/", &fields).await;
    assert!(!is_signed_in(&salma).await);
    assert_eq!(shop.shopper().log_in("salma", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// Two tabs: the customer signs out in one and submits a form in the other.
#[tokio::test]
async fn a_form_posted_after_sign_out_leads_through_the_login_to_its_page() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    for action in [
        "privacy/export/",
        "privacy/erase/",
        "edit-password/",
        "end-sessions/",
        "edit-account/",
        "customer-logout/",
    ] {
        let shopper = shop.shopper();
        let late = shopper.post(&format!("{ACCOUNT}{action}"), &[]).await;
        assert_eq!(late.status, StatusCode::SEE_OTHER, "{action}");
        let fields = [("username", "salma"), ("password", PASSWORD)];
        let mut answer = shopper.submit(late.location(), ACCOUNT, &fields).await;
        for _ in 0..2 {
            let next = answer.location().to_owned();
            answer = shopper.get(&next).await;
            if answer.status == StatusCode::OK {
                break;
            }
        }
        assert_eq!(answer.status, StatusCode::OK, "{action} led to {}", answer.visible_text());
    }
}
