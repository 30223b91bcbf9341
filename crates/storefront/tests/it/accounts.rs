//! Identity: coming in, going out, passwords, addresses of e-mail, and what is in the account area.

use http::StatusCode;
use testkit::{Shopper, TestShop, customers::PASSWORD};

const ACCOUNT: &str = "/ar/my-account/";
const LOST: &str = "/ar/my-account/lost-password/";
const SET: &str = "/ar/my-account/set-password/";
const REGISTER: &str = "/ar/my-account/register/";
const DETAILS: &str = "/ar/my-account/edit-account/";
const CHANGE_PASSWORD: &str = "/ar/my-account/edit-password/";
const CONFIRM: &str = "/ar/my-account/confirm-email/";
const FAILED: &str = "بيانات الدخول غير صحيحة. تحقّق منها وحاول مرة أخرى.";
const NEW_PASSWORD: &str = "قهوة الصباح 12";

/// The path and query of a link in a letter.
fn path_of(link: &str) -> &str {
    let at = link.find("/ar/").expect("an address of the shop");
    &link[at..]
}

/// The token of a browser's session.
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

/// What call 4 shows of the visitor's own cart.
async fn in_cart(shopper: &Shopper) -> String {
    let answer = shopper.call("xoo_wsc_refresh_fragments", &[]).await.json();
    answer["fragments"]["mini-cart"].as_str().expect("a mini cart").to_owned()
}

async fn is_in(shopper: &Shopper) -> bool {
    shopper.get("/ar/my-account/orders/").await.status == StatusCode::OK
}

/// [ACCT-01] [ACCT-02] [SITE-06]
#[tokio::test]
async fn the_account_area_is_its_owners_and_guests_get_the_login_form() {
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
                && login.words().contains("سجّل الدخول لفتح هذه الصفحة.")
        );
        assert_eq!(login.header("cache-control"), "private, no-store");
    }

    let salma = shop.signed_in("salma@example.com").await;
    let dashboard = salma.get(ACCOUNT).await;
    assert!(dashboard.words().contains("مرحبًا \u{2068}سلمى\u{2069}"), "{}", dashboard.words());
    for page in pages {
        let path = format!("{ACCOUNT}{page}/");
        assert!(dashboard.text().contains(&format!("href=\"{path}\"")), "{path} is linked");
        let answer = salma.get(&path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header("cache-control"), "private, no-store", "{path}");
    }
    assert!(salma.get("/ar/my-account/payment-methods/").await.words().contains("لا توجد طرق دفع محفوظة"));
    assert!(salma.get("/ar/my-account/orders/").await.words().contains("لا توجد طلبات بعد"));
    assert_eq!(salma.get("/ar/my-account/view-order/17/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(salma.get("/ar/my-account/edit-address/other/").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn login_takes_address_or_user_name_in_any_spelling_and_leads_where_one_was_going() {
    let shop = TestShop::open().await;
    shop.customer("Salma@Example.com", "سلمى").await;
    for user in ["salma@example.com", "SALMA@EXAMPLE.COM", "salma", "Salma"] {
        let shopper = shop.shopper();
        assert_eq!(shopper.log_in(user, PASSWORD).await.location(), ACCOUNT, "{user}");
        assert!(is_in(&shopper).await, "{user}");
    }
    let shopper = shop.shopper();
    let asked = shopper.get("/ar/my-account/orders/").await;
    let fields = [("username", "salma"), ("password", PASSWORD)];
    let answer = shopper.submit(asked.location(), ACCOUNT, &fields).await;
    assert_eq!(answer.location(), "/ar/my-account/orders/");
    assert!(!answer.header("set-cookie").contains("Max-Age"), "not remembered: until the browser is closed");

    // A login never leads out of the shop.
    for elsewhere in ["//evil.example/", "https://evil.example/", "/ar/\\evil.example"] {
        let shopper = shop.shopper();
        let fields = [("username", "salma"), ("password", PASSWORD), ("next", elsewhere)];
        assert_eq!(shopper.submit(ACCOUNT, ACCOUNT, &fields).await.location(), ACCOUNT, "{elsewhere}");
    }
}

/// [ACCT-04]
#[tokio::test]
async fn every_failed_login_says_the_same() {
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
        assert!(answer.words().contains(FAILED), "{user}");
        assert!(!answer.text().contains("value=\"wrong\""), "a password is never sent back");
        assert!(!is_in(&shopper).await);
        answers.push(answer.words());
    }
    assert!(answers.iter().all(|words| *words == answers[0]), "one text for all of them");
}

#[tokio::test]
async fn the_guest_cart_is_merged_once_and_is_the_same_on_every_device() {
    let shop = TestShop::open().await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    let (honey, dates) = (shop.product("عسل").make(&shop.db).await, shop.product("تمر").make(&shop.db).await);

    let phone = shop.shopper();
    phone.add(&honey.id, "2").await;
    phone.log_in("salma", PASSWORD).await;
    assert_eq!(cart_quantity(&shop, salma).await, 2, "what a guest chose becomes theirs");

    let desk = shop.shopper();
    desk.add(&honey.id, "1").await;
    desk.add(&dates.id, "1").await;
    desk.log_in("salma", PASSWORD).await;
    assert_eq!(cart_quantity(&shop, salma).await, 4, "and joins what was there");

    // Both see one cart, whoever changes it.
    phone.add(&dates.id, "3").await;
    let words = in_cart(&desk).await;
    assert!(words.contains("عسل") && words.contains("تمر"));
    assert_eq!(cart_quantity(&shop, salma).await, 7);

    // Signing in again merges nothing again.
    desk.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    assert!(!in_cart(&desk).await.contains("عسل"), "the cart stays with the account");
    desk.log_in("salma", PASSWORD).await;
    assert_eq!(cart_quantity(&shop, salma).await, 7);

    // Another customer on the same device inherits nothing.
    let noor = shop.customer("noor@example.com", "نور").await;
    let token = edge::session::TokenHash::of(sid(&desk).expect("a session").as_bytes());
    let nonce = shop.shop().nonces.session("accounts.login", "", &token, shop.clock().now());
    let fields = [("_wpnonce", nonce.as_str()), ("username", "noor"), ("password", PASSWORD)];
    assert_eq!(desk.post(ACCOUNT, &fields).await.status, StatusCode::SEE_OTHER);
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
    let mut entered = 0;
    for login in logins.collect::<Vec<_>>() {
        match login.await.expect("a login") {
            StatusCode::SEE_OTHER => entered += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "none of them breaks"),
        }
    }
    assert!(entered >= 5, "{entered} came in");
    assert_eq!(cart_quantity(&shop, salma).await, 2);
}

/// Fixation: a token that somebody knew before the login is worth nothing after it.
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
    assert!(!is_in(&attacker).await);
    assert!(!in_cart(&attacker).await.contains("عسل"), "the guest's token died with its cart");

    let other = shop.signed_in("salma@example.com").await;
    let fields = [("password_current", PASSWORD), ("password_1", NEW_PASSWORD), ("password_2", NEW_PASSWORD)];
    let changed = shopper.submit(DETAILS, CHANGE_PASSWORD, &fields).await;
    assert_eq!(changed.location(), "/ar/my-account/edit-account/?told=password");
    let second = shopper.cookie();
    assert_ne!(second, first);
    assert!(is_in(&shopper).await && !is_in(&other).await, "every other device is signed out");
    attacker.set_cookie(first);
    assert!(!is_in(&attacker).await);

    let answer = shopper.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    assert_eq!(answer.location(), "/ar/my-account/?told=logged-out");
    assert!(sid(&shopper).is_none());
    attacker.set_cookie(second);
    assert!(!is_in(&attacker).await);
    assert_eq!(shopper.log_in("salma", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(shopper.log_in("salma", NEW_PASSWORD).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_new_account_comes_to_be_by_the_link_in_its_letter() {
    let shop = TestShop::open().await;
    let mailbox = shop.open_mailbox().await;
    let shopper = shop.shopper();
    let sent =
        shopper.submit(REGISTER, REGISTER, &[("email", " Noor@Example.com "), ("first_name", "نور")]).await;
    assert!(sent.words().contains("أرسلنا رسالة إلى هذا البريد."), "{}", sent.words());

    let letter = mailbox.wait_for(1).await.remove(0);
    assert_eq!(
        (letter.to.as_slice(), letter.subject.as_str()),
        (["Noor@Example.com".to_owned()].as_slice(), "أكمل إنشاء حسابك")
    );
    let link = path_of(letter.link(SET).expect("a link")).to_owned();
    let form = shopper.get(&link).await;
    assert_eq!(form.status, StatusCode::OK);
    assert!(form.words().contains("اختر كلمة مرور لحسابك الجديد."));

    for (first, second, wrong) in [
        ("short", "short", "استخدم 8 أحرف على الأقل"),
        ("password1", "password1", "كلمة المرور هذه شائعة."),
        (NEW_PASSWORD, PASSWORD, "كلمتا المرور غير متطابقتين."),
    ] {
        let answer = shopper.submit(&link, SET, &[("password_1", first), ("password_2", second)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.words().contains(wrong), "{wrong} in {}", answer.words());
    }
    let done = shopper.submit(&link, SET, &[("password_1", PASSWORD), ("password_2", PASSWORD)]).await;
    assert_eq!(done.location(), "/ar/my-account/?told=registered");
    assert!(shopper.get(ACCOUNT).await.words().contains("نور"));
    assert_eq!(shop.shopper().log_in("noor", PASSWORD).await.status, StatusCode::SEE_OTHER);

    let used = shop.shopper().get(&link).await;
    assert_eq!(used.status, StatusCode::GONE);
    assert!(used.words().contains("انتهت صلاحية هذا الرابط."));
    let wrong = shop.shopper().submit(REGISTER, REGISTER, &[("email", "noor@")]).await;
    assert!(wrong.words().contains("أدخل بريدًا إلكترونيًا صالحًا."));
}

/// Replay and race: of thirty who come with one link, one sets the password.
#[tokio::test]
async fn a_reset_link_is_good_once_and_for_an_hour() {
    let clock = kernel::Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(testkit::Options { clock, rate_factor: 100, ..Default::default() }).await;
    let id = shop.customer("salma@example.com", "سلمى").await;
    let elsewhere = shop.signed_in("salma@example.com").await;
    let mailbox = shop.open_mailbox().await;
    shop.shopper().submit(LOST, LOST, &[("user_login", "salma")]).await;
    let letter = mailbox.wait_for(1).await.remove(0);
    assert_eq!(letter.subject, "استعادة كلمة المرور");
    let link = path_of(letter.link(SET).expect("a link")).to_owned();
    let key = link.split("key=").nth(1).expect("a key").to_owned();
    assert_eq!(key.len(), 32, "128 bits");
    let stored: Vec<u8> =
        sqlx::query_scalar("select hash from account_links").fetch_one(&shop.db).await.expect("row");
    assert_eq!(stored.len(), 32, "only its hash is known here");
    let dump: String =
        sqlx::query_scalar("select coalesce(string_agg(content::text, ''), '') from mail_outbox")
            .fetch_one(&shop.db)
            .await
            .expect("jobs");
    assert!(!dump.contains(&key));

    let tries = (0..30).map(|number| {
        let (shopper, link) = (shop.shopper(), link.clone());
        tokio::spawn(async move {
            let password = format!("{NEW_PASSWORD} {number}");
            let answer =
                shopper.submit(&link, SET, &[("password_1", &password), ("password_2", &password)]).await;
            (answer.status, password)
        })
    });
    let mut winners = Vec::new();
    for one in tries.collect::<Vec<_>>() {
        match one.await.expect("a try") {
            (StatusCode::SEE_OTHER, password) => winners.push(password),
            (status, _) => assert_eq!(status, StatusCode::GONE),
        }
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(shop.shopper().log_in("salma", &winners[0]).await.status, StatusCode::SEE_OTHER);
    assert!(!is_in(&elsewhere).await, "whoever was signed in is not any more");
    let told = mailbox.wait_for(2).await;
    assert_eq!(told[1].subject, "تغيّرت كلمة المرور");

    // Asking for another spoils none; using one ends them all; an hour and a second ends each.
    let ask = async |who: &str| {
        let before = mailbox.sink.letters().len();
        shop.shopper().submit(LOST, LOST, &[("user_login", who)]).await;
        path_of(mailbox.wait_for(before + 1).await[before].link(SET).expect("a link")).to_owned()
    };
    // Told apart by its moment from the one before.
    shop.clock().advance(chrono::TimeDelta::seconds(1));
    let (second, third) = (ask("salma").await, ask("salma@example.com").await);
    assert_eq!(shop.shopper().get(&second).await.status, StatusCode::OK);
    let done =
        shop.shopper().submit(&third, SET, &[("password_1", PASSWORD), ("password_2", PASSWORD)]).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER);
    assert_eq!(shop.shopper().get(&second).await.status, StatusCode::GONE);
    mailbox.wait_for(5).await;
    let fourth = ask("salma@example.com").await;
    assert_eq!(shop.shopper().get(&fourth).await.status, StatusCode::OK);
    shop.clock().advance(chrono::TimeDelta::seconds(3_601));
    assert_eq!(shop.shopper().get(&fourth).await.status, StatusCode::GONE);
    for nonsense in ["", "0", "00000000000000000000000000000000"] {
        assert_eq!(shop.shopper().get(&format!("{SET}?key={nonsense}")).await.status, StatusCode::GONE);
    }
    let actions: Vec<String> =
        sqlx::query_scalar("select action from audit_log where actor = $1 order by seq")
            .bind(format!("customer {id}"))
            .fetch_all(&shop.db)
            .await
            .expect("audit");
    assert!(actions.contains(&"reset-password".to_owned()), "{actions:?}");
}

#[tokio::test]
async fn a_new_address_is_theirs_when_they_show_that_they_read_it() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.customer("taken@example.com", "").await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    let to = |email: &'static str, password: &'static str| {
        [
            ("account_first_name", "سلمى"),
            ("account_last_name", "الناصر"),
            ("account_email", email),
            ("password_current", password),
        ]
    };
    let wrong = salma.submit(DETAILS, DETAILS, &to("new@example.com", "wrong")).await;
    assert!(wrong.words().contains("كلمة المرور الحالية غير صحيحة."));
    let names = salma.submit(DETAILS, DETAILS, &to("salma@example.com", "")).await;
    assert_eq!(names.location(), "/ar/my-account/edit-account/?told=details");
    assert!(salma.get(DETAILS).await.text().contains("value=\"الناصر\""));

    let sent = salma.submit(DETAILS, DETAILS, &to("new@example.com", PASSWORD)).await;
    assert!(
        sent.words().contains("أرسلنا رابط تأكيد إلى \u{2068}new@example.com\u{2069}"),
        "{}",
        sent.words()
    );
    let letter = mailbox.wait_for(1).await.remove(0);
    assert_eq!(letter.to, ["new@example.com"]);
    let link = path_of(letter.link(CONFIRM).expect("a link")).to_owned();
    assert_eq!(
        shop.shopper().log_in("new@example.com", PASSWORD).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(salma.get(&link).await.status, StatusCode::OK, "looking changes nothing");
    assert_eq!(salma.submit(&link, CONFIRM, &[]).await.location(), "/ar/my-account/edit-account/?told=email");
    assert_eq!(shop.shopper().log_in("new@example.com", PASSWORD).await.status, StatusCode::SEE_OTHER);
    let told = mailbox.wait_for(2).await.remove(1);
    assert_eq!((told.to[0].as_str(), told.subject.as_str()), ("salma@example.com", "تغيّر بريد حسابك"));
    assert_eq!(salma.get(&link).await.status, StatusCode::GONE);

    // Somebody else's address: the same words here, and its owner is told.
    let taken = salma.submit(DETAILS, DETAILS, &to("taken@example.com", PASSWORD)).await;
    assert_eq!(taken.status, sent.status);
    let letter = mailbox.wait_for(3).await.remove(2);
    assert_eq!((letter.to[0].as_str(), letter.subject.as_str()), ("taken@example.com", "لديك حساب عندنا"));
}

#[tokio::test]
async fn an_address_is_kept_in_plain_digits_or_every_fault_of_it_is_named() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let billing = "/ar/my-account/edit-address/billing/";
    let empty = salma.submit(billing, billing, &[("billing_phone", "abc")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    let words = empty.words();
    for field in ["الاسم الأول", "اسم العائلة", "الدولة", "المدينة", "العنوان", "البريد الإلكتروني"]
    {
        assert!(words.contains(&format!("حقل «\u{2068}{field}\u{2069}» مطلوب.")), "{field} in {words}");
    }
    assert!(words.contains("أدخل رقم هاتف صالحًا."));
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
    assert_eq!(saved.location(), "/ar/my-account/edit-address/?told=address", "{}", saved.words());
    let page = salma.get(saved.location()).await;
    assert!(
        page.words().contains("حُفظ العنوان.") && page.words().contains("+962 79 1234567"),
        "{}",
        page.words()
    );
    assert!(page.text().contains("سلمى &lt;b&gt;") && !page.text().contains("سلمى <b>"));
    let shipping = salma.get("/ar/my-account/edit-address/shipping/").await;
    assert!(!shipping.text().contains("shipping_email") && shipping.text().contains("value=\"سلمى\""));
}

/// A thief who knows the password asks for another address; the owner changes the password in time.
#[tokio::test]
async fn a_new_password_ends_every_link_that_was_sent_before() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let (thief, salma) =
        (shop.signed_in("salma@example.com").await, shop.signed_in("salma@example.com").await);
    let asked = [("account_email", "thief@example.com"), ("password_current", PASSWORD)];
    thief.submit(DETAILS, DETAILS, &asked).await;
    let mailbox = shop.open_mailbox().await;
    let link = path_of(mailbox.wait_for(1).await[0].link(CONFIRM).expect("a link")).to_owned();
    // And one that has not been written yet.
    drop(mailbox);
    thief
        .submit(DETAILS, DETAILS, &[("account_email", "other@example.com"), ("password_current", PASSWORD)])
        .await;
    let fields = [("password_current", PASSWORD), ("password_1", NEW_PASSWORD), ("password_2", NEW_PASSWORD)];
    assert_eq!(salma.submit(DETAILS, CHANGE_PASSWORD, &fields).await.status, StatusCode::SEE_OTHER);
    assert_eq!(salma.get(&link).await.status, StatusCode::GONE);
    let mailbox = shop.open_mailbox().await;
    mailbox.wait_for(1).await;
    let left = async || {
        let count = sqlx::query_scalar::<_, i64>("select count(*) from graphile_worker._private_jobs");
        count.fetch_one(&shop.db).await.expect("count")
    };
    for _ in 0..100 {
        if left().await == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let told: Vec<_> = mailbox.sink.letters().into_iter().map(|letter| letter.subject).collect();
    assert_eq!(told, ["تغيّرت كلمة المرور"], "the letter to the other address is never written");
}

#[tokio::test]
async fn a_password_that_was_changed_while_it_was_checked_lets_nobody_in() {
    let shop = TestShop::open().await;
    let id = kernel::CustomerId(shop.customer("salma@example.com", "سلمى").await);
    let now = shop.clock().now();
    let old: String =
        sqlx::query_scalar("select password_hash from customers").fetch_one(&shop.db).await.expect("a hash");
    let mut tx = shop.shop().db.begin().await.expect("begin");
    let life = edge::session::Life::Long;
    assert!(accounts::store::set_password(&mut *tx, id, Some(&old), "new").await.expect("set"));
    assert!(!accounts::store::set_password(&mut *tx, id, Some(&old), "newer").await.expect("too late"));
    assert!(accounts::store::enter(&mut tx, None, id, &old, life, now).await.expect("enter").is_none());
    assert!(accounts::store::enter(&mut tx, None, id, "new", life, now).await.expect("enter").is_some());
}

#[tokio::test]
async fn a_session_slides_while_it_is_used_and_a_brief_one_does_not() {
    let clock = kernel::Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(testkit::Options { clock, ..Default::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let kept = shop.signed_in("salma@example.com").await;
    let brief = shop.shopper();
    brief.submit(ACCOUNT, ACCOUNT, &[("username", "salma"), ("password", PASSWORD)]).await;
    shop.clock().advance(chrono::TimeDelta::hours(47));
    let answer = kept.get("/ar/my-account/orders/").await;
    assert!(answer.header("set-cookie").contains("Max-Age=2592000"), "{}", answer.header("set-cookie"));
    assert_eq!(brief.get("/ar/my-account/orders/").await.header("set-cookie"), "");
    assert!(is_in(&brief).await);
    shop.clock().advance(chrono::TimeDelta::hours(2));
    assert!(!is_in(&brief).await);
    for _ in 0..3 {
        shop.clock().advance(chrono::TimeDelta::days(25));
        assert!(is_in(&kept).await);
    }
    shop.clock().advance(chrono::TimeDelta::days(31));
    assert!(!is_in(&kept).await);
}

#[tokio::test]
async fn carts_that_are_merged_stay_within_their_limit() {
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
        .expect("a line of both");
    assert_eq!(joined, 2);
}

#[tokio::test]
async fn whoever_asked_to_be_forgotten_is_out_before_the_job_runs() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let fields = [("password_current", PASSWORD), ("consent", "1")];
    salma.submit("/ar/my-account/privacy/", "/ar/my-account/privacy/erase/", &fields).await;
    assert!(!is_in(&salma).await);
    assert_eq!(shop.shopper().log_in("salma", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// Two tabs: signed out in one, a button pressed in the other.
#[tokio::test]
async fn a_form_that_comes_too_late_leads_through_the_login_to_its_page() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    for action in ["privacy/export/", "privacy/erase/", "edit-password/", "edit-account/", "customer-logout/"]
    {
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
        assert_eq!(answer.status, StatusCode::OK, "{action} led to {}", answer.words());
    }
}
