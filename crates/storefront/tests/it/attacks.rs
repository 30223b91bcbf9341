//! Attacks on sign-in: account enumeration, password guessing, replay and cross-site requests.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use http::StatusCode;
use kernel::Clock;
use testkit::{
    Options, Shopper, TestResponse, TestShop,
    customers::{PASSWORD, SECRET},
    hidden_fields,
};

const ACCOUNT: &str = "/ar/my-account/";
const LOST: &str = "/ar/my-account/lost-password/";
const REGISTER: &str = "/ar/my-account/register/";

fn noon() -> Clock {
    Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"))
}

/// The parts of a response that must not differ between known and unknown accounts.
fn visible_outcome(answer: &TestResponse) -> (StatusCode, String, bool) {
    (answer.status, answer.visible_text(), answer.headers.contains_key("set-cookie"))
}

#[tokio::test]
async fn no_form_reveals_which_addresses_have_accounts() {
    let shop = TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    for (page, field) in [(LOST, "user_login"), (REGISTER, "email")] {
        let known = shop.shopper().submit(page, page, &[(field, "salma@example.com")]).await;
        let unknown = shop.shopper().submit(page, page, &[(field, "nobody@example.com")]).await;
        assert_eq!(visible_outcome(&known), visible_outcome(&unknown), "{page}");
    }
    let mailbox = shop.open_mailbox().await;
    let emails = mailbox.wait_for(3).await;
    let subjects_to = |email: &str| {
        let mut subjects: Vec<_> = emails
            .iter()
            .filter(|message| message.to == [email])
            .map(|message| message.subject.clone())
            .collect();
        subjects.sort();
        subjects
    };
    assert_eq!(subjects_to("salma@example.com"), ["استعادة كلمة المرور", "لديك حساب عندنا"]);
    assert_eq!(
        subjects_to("nobody@example.com"),
        ["أكمل إنشاء حسابك"],
        "no password reset email for an unknown address"
    );
}

/// Returns how often a value of `first` exceeds one of `second`; 0.5 if the two are indistinguishable.
fn above(first: &[Duration], second: &[Duration]) -> f64 {
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    let wins: f64 = pairs
        .map(|(a, b)| {
            if a > b {
                1.0
            } else if a == b {
                0.5
            } else {
                0.0
            }
        })
        .sum();
    wins / (first.len() * second.len()) as f64
}

async fn timed(request: impl Future<Output = TestResponse>) -> (Duration, TestResponse) {
    let started = Instant::now();
    let answer = request.await;
    (started.elapsed(), answer)
}

/// Loads a form before the measurement; only the submission is timed.
async fn load_form(shop: &TestShop, page: &str) -> (Shopper, Vec<(String, String)>) {
    let shopper = shop.shopper();
    let hidden = hidden_fields(&shopper.get(page).await.text(), page);
    (shopper, hidden)
}

async fn send(
    shopper: &Shopper,
    page: &str,
    hidden: &[(String, String)],
    fields: &[(&str, &str)],
) -> TestResponse {
    let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
    shopper.post(page, &all).await
}

/// Two hundred attempts of each kind, interleaved, so that other load affects both equally.
#[tokio::test]
async fn response_times_do_not_reveal_which_accounts_exist() {
    let shop = TestShop::open_with(Options { rate_factor: 1000, ..Options::default() }).await;
    shop.customer("known@example.com", "").await;
    // Two hundred more with the same hash; hashing each password would take longer than the test.
    sqlx::query(
        "insert into customers (email, email_key, user_name, user_name_key, password_hash, created_at)
         select 'known' || n || '@example.com', 'known' || n || '@example.com', 'known' || n, 'known' || n, password_hash,
                now()
         from customers, generate_series(0, 199) n",
    )
    .execute(&shop.db)
    .await
    .expect("customers");
    let forms = [
        (ACCOUNT, "username", StatusCode::UNPROCESSABLE_ENTITY),
        (LOST, "user_login", StatusCode::OK),
        (REGISTER, "email", StatusCode::OK),
    ];
    for (page, field, status) in forms {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for round in 0..200 {
            let name = |kind: &str| format!("{kind}{round}@example.com");
            let (existing, missing) = (name("known"), name("nobody"));
            let mut attempts = [(&existing, &mut known), (&missing, &mut unknown)];
            if round % 2 == 1 {
                attempts.reverse();
            }
            for (user, times) in attempts {
                let (shopper, hidden) = load_form(&shop, page).await;
                let fields = [(field, user.as_str()), ("password", "not the password")];
                let (time, answer) = timed(send(&shopper, page, &hidden, &fields)).await;
                assert_eq!(answer.status, status, "{page}");
                times.push(time);
            }
        }
        let share = above(&known, &unknown);
        assert!((0.4..=0.6).contains(&share), "{page}: known accounts are slower in {share:.3} of all pairs");
    }
}

#[tokio::test]
async fn password_guessing_is_slowed_down_without_locking_the_owner_out() {
    let shop = TestShop::open_with(Options { clock: noon(), ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let status = async |password: &str| shop.shopper().log_in("salma@example.com", password).await.status;
    for _ in 0..5 {
        assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    // The sixth attempt is still checked; from then on the wait doubles, up to a minute.
    assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
    for seconds in [2, 4, 8, 16, 32, 60, 60] {
        let refused = shop.shopper().log_in("SALMA@example.com", PASSWORD).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "even the correct password waits");
        assert!(refused.visible_text().contains("محاولات كثيرة في وقت قصير."));
        let wait: i64 = refused.header("retry-after").parse().expect("seconds");
        assert!((1..=seconds + 1).contains(&wait), "{wait} of {seconds}");
        shop.clock().advance(TimeDelta::seconds(seconds));
        assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY, "after {seconds} s");
    }
    shop.clock().advance(TimeDelta::seconds(60));
    assert_eq!(status(PASSWORD).await, StatusCode::SEE_OTHER, "the owner signs in");
    assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY, "the counter is reset");

    // An attacker uses every attempt as soon as it is allowed. The owner's trusted device has its own counter.
    let owner = shop.signed_in("salma@example.com").await;
    owner.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    for _ in 0..12 {
        status("wrong").await;
        shop.clock().advance(TimeDelta::seconds(60));
    }
    assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(status(PASSWORD).await, StatusCode::TOO_MANY_REQUESTS, "an untrusted device");
    assert_eq!(owner.log_in("salma@example.com", PASSWORD).await.status, StatusCode::SEE_OTHER);
    // The trusted device is throttled too.
    owner.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    let mut guesses = Vec::new();
    for _ in 0..7 {
        guesses.push(owner.log_in("salma@example.com", "wrong").await.status.as_u16());
    }
    assert_eq!(guesses, [422, 422, 422, 422, 422, 422, 429]);

    // An unknown account behaves the same.
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(shop.shopper().log_in("nobody@example.com", "wrong").await.status.as_u16());
    }
    assert_eq!(statuses, [422, 422, 422, 422, 422, 422, 429]);
}

#[tokio::test]
async fn a_hundred_concurrent_guesses_are_throttled() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let mut prepared = Vec::new();
    for _ in 0..100 {
        prepared.push(load_form(&shop, ACCOUNT).await);
    }
    let attempts = prepared.into_iter().map(|(shopper, hidden)| {
        tokio::spawn(async move {
            let fields = [("username", "salma@example.com"), ("password", "wrong")];
            send(&shopper, ACCOUNT, &hidden, &fields).await.status
        })
    });
    let mut checked = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        match attempt.await.expect("login task") {
            StatusCode::UNPROCESSABLE_ENTITY => checked += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    assert!((5..=8).contains(&checked), "{checked} passwords were checked");
}

/// Credential stuffing: one IP address, a new account each time.
#[tokio::test]
async fn one_ip_address_may_fail_thirty_times_and_successful_logins_do_not_count() {
    let shop = TestShop::open_with(Options { clock: noon(), ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let client = shop.shopper();
    let attempt = async |user: &str, password: &str| {
        client.set_cookie(None);
        client.log_in(user, password).await.status
    };
    for number in 0..30 {
        assert_eq!(attempt(&format!("stolen{number}"), "wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
        if number % 5 == 0 {
            assert_eq!(attempt("salma", PASSWORD).await, StatusCode::SEE_OTHER);
        }
    }
    assert_eq!(attempt("stolen31", "wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(attempt("stolen32", "wrong").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(
        shop.shopper().log_in("salma", PASSWORD).await.status,
        StatusCode::SEE_OTHER,
        "other IP addresses are not affected"
    );
    shop.clock().advance(TimeDelta::minutes(16));
    assert_eq!(attempt("salma", PASSWORD).await, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn an_address_is_not_flooded_with_emails() {
    let shop = TestShop::open_with(Options { clock: noon(), rate_factor: 100, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let mut answers = Vec::new();
    for _ in 0..10 {
        answers.push(visible_outcome(
            &shop.shopper().submit(LOST, LOST, &[("user_login", "salma@example.com")]).await,
        ));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "the response does not reveal the limit");
    let queued: i64 =
        sqlx::query_scalar("select count(*) from mail_outbox").fetch_one(&shop.db).await.expect("count");
    assert!((3..=4).contains(&queued), "{queued} emails");
}

#[tokio::test]
async fn one_ip_address_cannot_request_emails_to_many_addresses() {
    let shop = TestShop::open_with(Options { clock: noon(), ..Options::default() }).await;
    let client = shop.shopper();
    let mut statuses = Vec::new();
    for number in 0..24 {
        client.set_cookie(None);
        let email = format!("victim{number}@example.com");
        statuses.push(client.submit(REGISTER, REGISTER, &[("email", &email)]).await.status.as_u16());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 21);
    assert!(statuses[21..].iter().all(|status| *status == 429), "{statuses:?}");
}

/// Every form: without a nonce, with an empty one, another visitor's, another form's, and from another site.
#[tokio::test]
async fn account_forms_refuse_wrong_nonces_and_cross_site_posts() {
    let shop = TestShop::open_with(Options { rate_factor: 1000, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.customer("noor@example.com", "نور").await;
    let (salma, noor) = (shop.signed_in("salma@example.com").await, shop.signed_in("noor@example.com").await);
    let list = shop.list("عروض", true).await;
    let (guest, stranger) = (shop.shopper(), shop.shopper());
    let own = |page: &'static str, action: &'static str| (page, action, &salma, &noor);
    let open = |page: &'static str| (page, page, &guest, &stranger);
    let forms = [
        open(ACCOUNT),
        open(REGISTER),
        open(LOST),
        open("/ar/wp-login.php"),
        own(ACCOUNT, "/ar/my-account/customer-logout/"),
        own("/ar/my-account/edit-account/", "/ar/my-account/edit-account/"),
        own("/ar/my-account/edit-account/", "/ar/my-account/edit-password/"),
        own("/ar/my-account/edit-address/billing/", "/ar/my-account/edit-address/billing/"),
        own("/ar/my-account/email-subscriptions/", "/ar/my-account/email-subscriptions/"),
        own("/ar/my-account/privacy/", "/ar/my-account/privacy/export/"),
        own("/ar/my-account/privacy/", "/ar/my-account/privacy/erase/"),
    ];
    // The form behind an emailed link, rendered with a token of Salma's.
    let id: i64 = sqlx::query_scalar("select id from customers where email = 'salma@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("customer id");
    let link = |purpose, email: &str| accounts::service::EmailToken {
        purpose,
        customer: Some(kernel::CustomerId(id)),
        email: email.to_owned(),
        first_name: String::new(),
        last_name: String::new(),
    };
    let now = shop.clock().now();
    let reset =
        accounts::service::create_email_token(&shop.db, &link(accounts::service::Purpose::Reset, ""), now)
            .await;
    let reset = format!("/ar/my-account/set-password/?key={}", reset.expect("token"));
    let mut forms: Vec<_> = forms
        .into_iter()
        .map(|(page, action, mine, theirs)| (page.to_owned(), action, mine, theirs))
        .collect();
    forms.push((reset, "/ar/my-account/set-password/", &guest, &stranger));
    let before = fingerprint(&shop).await;
    for (page, action, mine, theirs) in &forms {
        let nonce =
            |html: &str| hidden_fields(html, action).into_iter().find(|(name, _)| name.ends_with("nonce"));
        let (field, right) =
            nonce(&mine.get(page.as_str()).await.text()).unwrap_or_else(|| panic!("{action} has no nonce"));
        let (_, foreign) = nonce(&theirs.get(page.as_str()).await.text()).expect("nonce");
        let filled = [
            ("username", "salma"),
            ("password", "wrong"),
            ("email", "attack@example.com"),
            ("user_login", "salma"),
            ("account_email", "salma@example.com"),
            ("account_first_name", "attack"),
            ("password_current", PASSWORD),
            ("password_1", "another password 7"),
            ("password_2", "another password 7"),
            ("lists[]", list.as_str()),
            ("consent", "1"),
        ];
        let with = |nonce: Option<&str>| {
            let nonce = nonce.map(|value| (field.clone(), value.to_owned()));
            let filled = filled.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            filled.chain(nonce).collect::<Vec<_>>()
        };
        // Valid for this session, but for another form.
        let sid = mine.cookie().and_then(|line| {
            line.split("; ").find_map(|pair| pair.strip_prefix("__Host-sid=").map(str::to_owned))
        });
        let token = edge::session::TokenHash::from_token(sid.expect("session token").as_bytes());
        let other = shop.shop().nonces.session("accounts.another", "", &token, shop.clock().now());
        for given in [None, Some(""), Some(foreign.as_str()), Some(other.as_str()), Some("x")] {
            let fields = with(given);
            let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let answer = mine.post(action, &fields).await;
            assert_eq!(
                answer.status,
                StatusCode::FORBIDDEN,
                "{action} with {given:?}: {}",
                answer.visible_text()
            );
        }
        let fields = with(Some(&right));
        let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        for from in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("origin", "https://evil.example"),
        ] {
            let answer = mine.post_with(action, &fields, &[from]).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{action} from {from:?}");
        }
    }
    assert_eq!(fingerprint(&shop).await, before, "a refused form changed data");
}

/// Digest of everything that the account forms can change.
async fn fingerprint(shop: &TestShop) -> String {
    sqlx::query_scalar(
        "select jsonb_build_array(
             (select jsonb_agg(to_jsonb(customer) order by id) from customers customer),
             (select count(*) from addresses), (select count(*) from subscriptions), (select count(*) from data_exports),
             (select count(*) from mail_outbox), (select jsonb_agg(used_at) from email_tokens),
             (select count(*) from staff_sessions), (select count(*) from sessions where customer_id is not null),
             (select count(*) from graphile_worker._private_jobs))::text",
    )
    .fetch_one(&shop.db)
    .await
    .expect("fingerprint")
}

fn code(time: chrono::DateTime<chrono::Utc>) -> String {
    let codes = totp_rs::Builder::new().with_secret(SECRET).build().expect("TOTP generator");
    codes.generate(u64::try_from(time.timestamp()).expect("after 1970")).to_string()
}

async fn staff_login(shopper: &Shopper, password: &str, code: &str) -> StatusCode {
    let fields = [("log", "noura@example.com"), ("pwd", password), ("code", code)];
    shopper.submit("/ar/wp-login.php", "/ar/wp-login.php", &fields).await.status
}

#[tokio::test]
async fn staff_sign_in_needs_password_and_code_and_staff_pages_return_404_to_others() {
    let shop = TestShop::open_with(Options { clock: noon(), rate_factor: 100, ..Options::default() }).await;
    shop.customer("noura@example.com", "نورة").await;
    shop.staff("noura@example.com", true).await;
    let now = || shop.clock().now();
    let customer = shop.signed_in("noura@example.com").await;
    assert_eq!(customer.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(customer.get("/ar/wp-admin/").await.text(), customer.get("/ar/nothing-here/").await.text());
    assert_eq!(customer.post("/ar/wp-admin/logout/", &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(shop.shopper().get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND);

    let noura = shop.shopper();
    for (password, given) in [(PASSWORD, ""), (PASSWORD, "000000"), ("wrong", code(now()).as_str())] {
        assert_eq!(staff_login(&noura, password, given).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let correct = code(now());
    assert_eq!(staff_login(&noura, PASSWORD, &correct).await, StatusCode::SEE_OTHER);
    let cookies = noura.cookie().expect("cookies");
    assert!(cookies.contains("__Host-staff="), "{cookies}");
    let home = noura.get("/ar/wp-admin/").await;
    assert!(
        home.visible_text().contains("نورة") && home.visible_text().contains("المالك"),
        "{}",
        home.visible_text()
    );
    assert_eq!(
        staff_login(&shop.shopper(), PASSWORD, &correct).await,
        StatusCode::UNPROCESSABLE_ENTITY,
        "a code is accepted once"
    );
    // One step of clock skew is accepted, and no more.
    for (steps, status) in [(3, StatusCode::UNPROCESSABLE_ENTITY), (1, StatusCode::SEE_OTHER)] {
        let late = code(now() + TimeDelta::seconds(30 * steps));
        assert_eq!(staff_login(&shop.shopper(), PASSWORD, &late).await, status, "{steps} steps");
    }
    shop.clock().advance(TimeDelta::seconds(30));

    // A customer cookie opens no staff page, and a staff cookie opens no account.
    let mixed = shop.shopper();
    let token = |line: &str, name: &str| {
        line.split("; ")
            .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
            .expect("token")
    };
    let shoppers = token(&customer.cookie().expect("cookie"), "__Host-sid");
    mixed.set_cookie(Some(format!("__Host-staff={shoppers}")));
    assert_eq!(mixed.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND);
    mixed.set_cookie(Some(format!("__Host-sid={}", token(&cookies, "__Host-staff"))));
    assert_eq!(mixed.get("/ar/my-account/orders/").await.status, StatusCode::SEE_OTHER);

    // A staff session ends after 30 minutes of inactivity or after twelve hours.
    shop.clock().advance(TimeDelta::minutes(29));
    assert_eq!(noura.get("/ar/wp-admin/").await.status, StatusCode::OK);
    shop.clock().advance(TimeDelta::minutes(31));
    assert_eq!(noura.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(staff_login(&noura, PASSWORD, &code(now())).await, StatusCode::SEE_OTHER);
    for _ in 0..26 {
        shop.clock().advance(TimeDelta::minutes(27));
        assert_eq!(noura.get("/ar/wp-admin/").await.status, StatusCode::OK);
    }
    shop.clock().advance(TimeDelta::minutes(20));
    assert_eq!(noura.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND, "after twelve hours");

    assert_eq!(staff_login(&noura, PASSWORD, &code(now())).await, StatusCode::SEE_OTHER);
    let out = noura.submit("/ar/wp-admin/", "/ar/wp-admin/logout/", &[]).await;
    assert_eq!(out.location(), "/ar/wp-login.php");
    assert_eq!(noura.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND);
    shop.clock().advance(TimeDelta::seconds(60));
    assert_eq!(staff_login(&noura, PASSWORD, &code(now())).await, StatusCode::SEE_OTHER);
    assert_eq!(noura.get("/ar/wp-admin/").await.status, StatusCode::OK);
    sqlx::query("update staff set is_active = false").execute(&shop.db).await.expect("deactivated");
    assert_eq!(noura.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND, "signed out at once");
    shop.clock().advance(TimeDelta::seconds(60));
    assert_eq!(staff_login(&noura, PASSWORD, &code(now())).await, StatusCode::UNPROCESSABLE_ENTITY);
}

/// Of customers and of staff, with the outcome; a failed one names the typed account by its fingerprint only.
#[tokio::test]
async fn every_sign_in_is_in_the_audit_log_with_its_outcome() {
    let shop = TestShop::open_with(Options { clock: noon(), rate_factor: 100, ..Options::default() }).await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    shop.staff("noura@example.com", true).await;
    let member: i64 = sqlx::query_scalar("select id from staff").fetch_one(&shop.db).await.expect("a member");
    shop.shopper().log_in("salma@example.com", "wrong").await;
    shop.shopper().log_in("nobody@example.com", PASSWORD).await;
    let browser = shop.signed_in("salma@example.com").await;
    browser.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    staff_login(&shop.shopper(), PASSWORD, "000000").await;
    staff_login(&shop.shopper(), PASSWORD, &code(shop.clock().now())).await;

    let rows: Vec<(String, String, String)> =
        sqlx::query_as("select actor, action, subject from audit_log where action like '%log%' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("rows");
    let acts: Vec<_> = rows.iter().map(|(actor, action, _)| format!("{actor}: {action}")).collect();
    assert_eq!(
        acts,
        [
            "guest: login-failed".to_owned(),
            "guest: login-failed".to_owned(),
            format!("customer {salma}: login"),
            format!("customer {salma}: logout"),
            "guest: staff-login-failed".to_owned(),
            format!("staff {member}: login"),
        ]
    );
    let failed: Vec<&str> =
        rows.iter().filter(|row| row.1.ends_with("failed")).map(|row| row.2.as_str()).collect();
    assert!(failed.iter().all(|subject| subject.len() == 12), "fingerprints: {failed:?}");
    assert_ne!(failed[0], failed[1], "they tell accounts apart");
}

#[tokio::test]
async fn the_audit_log_detects_a_changed_or_deleted_row() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    for _ in 0..3 {
        shop.signed_in("salma@example.com").await;
    }
    let breaks = async || {
        sqlx::query_scalar::<_, i64>("select audit_breaks()").fetch_one(&shop.db).await.expect("breaks")
    };
    let lines: i64 = sqlx::query_scalar("select count(*) from audit_log where action = 'login'")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!((lines, breaks().await), (3, 0));
    let log: String = sqlx::query_scalar("select string_agg(audit_log::text, '') from audit_log")
        .fetch_one(&shop.db)
        .await
        .expect("lines");
    assert!(!log.contains("salma"), "no address and no name");
    sqlx::query(
        "update audit_log set actor = 'customer 999' where seq = (select min(seq) + 1 from audit_log)",
    )
    .execute(&shop.db)
    .await
    .expect("tampering");
    assert_eq!(breaks().await, 1);
    sqlx::query("delete from audit_log where seq = (select min(seq) + 1 from audit_log)")
        .execute(&shop.db)
        .await
        .expect("tampering");
    assert_eq!(breaks().await, 1);
}
