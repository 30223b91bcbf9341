//! What people try at a login: planting, guessing, asking who is there, replaying, posting from elsewhere.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use http::StatusCode;
use kernel::Clock;
use testkit::{
    Answer, Options, Shopper, TestShop,
    customers::{PASSWORD, SECRET},
    hidden_fields,
};

const ACCOUNT: &str = "/ar/my-account/";
const LOST: &str = "/ar/my-account/lost-password/";
const REGISTER: &str = "/ar/my-account/register/";

fn noon() -> Clock {
    Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"))
}

/// What stands on a page, without what is different each time by design.
fn told(answer: &Answer) -> (StatusCode, String, bool) {
    (answer.status, answer.words(), answer.headers.contains_key("set-cookie"))
}

#[tokio::test]
async fn nobody_is_told_which_addresses_have_accounts() {
    let shop = TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    for (page, field) in [(LOST, "user_login"), (REGISTER, "email")] {
        let known = shop.shopper().submit(page, page, &[(field, "salma@example.com")]).await;
        let unknown = shop.shopper().submit(page, page, &[(field, "nobody@example.com")]).await;
        assert_eq!(told(&known), told(&unknown), "{page}");
    }
    let mailbox = shop.open_mailbox().await;
    let letters = mailbox.wait_for(3).await;
    let of = |email: &str| {
        let mut subjects: Vec<_> = letters
            .iter()
            .filter(|letter| letter.to == [email])
            .map(|letter| letter.subject.clone())
            .collect();
        subjects.sort();
        subjects
    };
    assert_eq!(of("salma@example.com"), ["استعادة كلمة المرور", "لديك حساب عندنا"]);
    assert_eq!(of("nobody@example.com"), ["أكمل إنشاء حسابك"], "and no word of a password that is not there");
}

/// How often a value of the first is above one of the second; one half where nothing can be told apart.
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

async fn timed(work: impl Future<Output = Answer>) -> (Duration, Answer) {
    let started = Instant::now();
    let answer = work.await;
    (started.elapsed(), answer)
}

/// A form filled in, ready to be sent: only the sending is measured.
async fn ready(shop: &TestShop, page: &str) -> (Shopper, Vec<(String, String)>) {
    let shopper = shop.shopper();
    let hidden = hidden_fields(&shopper.get(page).await.text(), page);
    (shopper, hidden)
}

async fn send(shopper: &Shopper, page: &str, hidden: &[(String, String)], fields: &[(&str, &str)]) -> Answer {
    let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
    shopper.post(page, &all).await
}

/// Two hundred tries each way, taking turns, so that whatever else the machine does happens to both.
#[tokio::test]
async fn nobody_can_hear_by_the_clock_which_accounts_exist() {
    let shop = TestShop::open_with(Options { rate_factor: 1000, ..Options::default() }).await;
    shop.customer("known@example.com", "").await;
    // As many more, with the same hash: making each would take longer than the test.
    sqlx::query(
        "insert into customers (email, email_key, user_name, user_name_key, password_hash, created_at)
         select 'known' || n || '@example.com', 'known' || n || '@example.com', 'known' || n, 'known' || n, password_hash,
                now()
         from customers, generate_series(0, 199) n",
    )
    .execute(&shop.db)
    .await
    .expect("customers");
    let ways = [
        (ACCOUNT, "username", StatusCode::UNPROCESSABLE_ENTITY),
        (LOST, "user_login", StatusCode::OK),
        (REGISTER, "email", StatusCode::OK),
    ];
    for (page, field, status) in ways {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for round in 0..200 {
            let name = |kind: &str| format!("{kind}{round}@example.com");
            let (there, nowhere) = (name("known"), name("nobody"));
            let mut turns = [(&there, &mut known), (&nowhere, &mut unknown)];
            if round % 2 == 1 {
                turns.reverse();
            }
            for (who, times) in turns {
                let (shopper, hidden) = ready(&shop, page).await;
                let fields = [(field, who.as_str()), ("password", "not the password")];
                let (time, answer) = timed(send(&shopper, page, &hidden, &fields)).await;
                assert_eq!(answer.status, status, "{page}");
                times.push(time);
            }
        }
        let share = above(&known, &unknown);
        assert!((0.4..=0.6).contains(&share), "{page}: a known name takes longer in {share:.3} of all pairs");
    }
}

#[tokio::test]
async fn guessing_one_account_grows_slow_and_locks_nobody_out() {
    let shop = TestShop::open_with(Options { clock: noon(), ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let status = async |password: &str| shop.shopper().log_in("salma@example.com", password).await.status;
    for _ in 0..5 {
        assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    // The sixth is heard, and from then on waiting doubles, up to a minute.
    assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
    for seconds in [2, 4, 8, 16, 32, 60, 60] {
        let refused = shop.shopper().log_in("SALMA@example.com", PASSWORD).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "even the right one waits");
        assert!(refused.words().contains("محاولات كثيرة في وقت قصير."));
        let wait: i64 = refused.header("retry-after").parse().expect("seconds");
        assert!((1..=seconds + 1).contains(&wait), "{wait} of {seconds}");
        shop.clock().advance(TimeDelta::seconds(seconds));
        assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY, "after {seconds} s");
    }
    shop.clock().advance(TimeDelta::seconds(60));
    assert_eq!(status(PASSWORD).await, StatusCode::SEE_OTHER, "the owner comes in");
    assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY, "and all is forgotten");

    // Somebody takes every turn as soon as it comes. The owner's own browser waits for nobody.
    let owner = shop.signed_in("salma@example.com").await;
    owner.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    for _ in 0..12 {
        status("wrong").await;
        shop.clock().advance(TimeDelta::seconds(60));
    }
    assert_eq!(status("wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(status(PASSWORD).await, StatusCode::TOO_MANY_REQUESTS, "a stranger's browser");
    assert_eq!(owner.log_in("salma@example.com", PASSWORD).await.status, StatusCode::SEE_OTHER);
    // And is no place to guess from, at this account or another.
    owner.submit(ACCOUNT, "/ar/my-account/customer-logout/", &[]).await;
    let mut guesses = Vec::new();
    for _ in 0..7 {
        guesses.push(owner.log_in("salma@example.com", "wrong").await.status.as_u16());
    }
    assert_eq!(guesses, [422, 422, 422, 422, 422, 422, 429]);

    // An account that does not exist behaves the same.
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(shop.shopper().log_in("nobody@example.com", "wrong").await.status.as_u16());
    }
    assert_eq!(statuses, [422, 422, 422, 422, 422, 422, 429]);
}

#[tokio::test]
async fn a_hundred_guesses_at_once_are_not_a_hundred_guesses() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let mut prepared = Vec::new();
    for _ in 0..100 {
        prepared.push(ready(&shop, ACCOUNT).await);
    }
    let tries = prepared.into_iter().map(|(shopper, hidden)| {
        tokio::spawn(async move {
            let fields = [("username", "salma@example.com"), ("password", "wrong")];
            send(&shopper, ACCOUNT, &hidden, &fields).await.status
        })
    });
    let mut checked = 0;
    for one in tries.collect::<Vec<_>>() {
        match one.await.expect("a try") {
            StatusCode::UNPROCESSABLE_ENTITY => checked += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    assert!((5..=8).contains(&checked), "{checked} passwords were looked at");
}

/// Stuffing: one place, a new account each time.
#[tokio::test]
async fn one_address_may_fail_thirty_times_and_those_who_know_their_password_do_not_count() {
    let shop = TestShop::open_with(Options { clock: noon(), ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let place = shop.shopper();
    let attempt = async |user: &str, password: &str| {
        place.set_cookie(None);
        place.log_in(user, password).await.status
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
        "others come in"
    );
    shop.clock().advance(TimeDelta::minutes(16));
    assert_eq!(attempt("salma", PASSWORD).await, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn an_address_is_not_buried_under_letters() {
    let shop = TestShop::open_with(Options { clock: noon(), rate_factor: 100, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let mut answers = Vec::new();
    for _ in 0..10 {
        answers.push(told(&shop.shopper().submit(LOST, LOST, &[("user_login", "salma@example.com")]).await));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "nobody is told either");
    let put: i64 =
        sqlx::query_scalar("select count(*) from mail_outbox").fetch_one(&shop.db).await.expect("count");
    assert!((3..=4).contains(&put), "{put} letters");
}

/// Nor can one place send letters to everybody.
#[tokio::test]
async fn one_place_does_not_write_to_the_whole_world() {
    let shop = TestShop::open_with(Options { clock: noon(), ..Options::default() }).await;
    let place = shop.shopper();
    let mut statuses = Vec::new();
    for number in 0..24 {
        place.set_cookie(None);
        let email = format!("somebody{number}@example.com");
        statuses.push(place.submit(REGISTER, REGISTER, &[("email", &email)]).await.status.as_u16());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 21);
    assert!(statuses[21..].iter().all(|status| *status == 429), "{statuses:?}");
}

/// Every form: without its nonce, with an empty one, with somebody else's, with another form's, and from another site.
#[tokio::test]
async fn no_form_of_the_account_can_be_posted_from_elsewhere() {
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
    // Forms that a link leads to, and that of staff: drawn with a link of Salma's.
    let id: i64 = sqlx::query_scalar("select id from customers where email = 'salma@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("an id");
    let link = |purpose, email: &str| accounts::store::Link {
        purpose,
        customer: Some(kernel::CustomerId(id)),
        email: email.to_owned(),
        first_name: String::new(),
        last_name: String::new(),
    };
    let now = shop.clock().now();
    let reset = accounts::store::put_link(&shop.db, &link(accounts::store::Purpose::Reset, ""), now).await;
    let reset = format!("/ar/my-account/set-password/?key={}", reset.expect("a link"));
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
            nonce(&mine.get(page.as_str()).await.text()).unwrap_or_else(|| panic!("{action} has a nonce"));
        let (_, foreign) = nonce(&theirs.get(page.as_str()).await.text()).expect("a nonce");
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
        // Good for this very session, and for another form.
        let sid = mine.cookie().and_then(|line| {
            line.split("; ").find_map(|pair| pair.strip_prefix("__Host-sid=").map(str::to_owned))
        });
        let token = edge::session::TokenHash::of(sid.expect("a session").as_bytes());
        let other = shop.shop().nonces.session("accounts.another", "", &token, shop.clock().now());
        for given in [None, Some(""), Some(foreign.as_str()), Some(other.as_str()), Some("x")] {
            let fields = with(given);
            let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let answer = mine.post(action, &fields).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{action} with {given:?}: {}", answer.words());
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
    assert_eq!(fingerprint(&shop).await, before, "nothing has changed");
}

/// Everything that those forms could have changed.
async fn fingerprint(shop: &TestShop) -> String {
    sqlx::query_scalar(
        "select jsonb_build_array(
             (select jsonb_agg(to_jsonb(customer) order by id) from customers customer),
             (select count(*) from addresses), (select count(*) from subscriptions), (select count(*) from data_exports),
             (select count(*) from mail_outbox), (select jsonb_agg(used_at) from account_links),
             (select count(*) from staff_sessions), (select count(*) from sessions where customer_id is not null),
             (select count(*) from graphile_worker._private_jobs))::text",
    )
    .fetch_one(&shop.db)
    .await
    .expect("fingerprint")
}

fn code(at: chrono::DateTime<chrono::Utc>) -> String {
    let codes = totp_rs::Builder::new().with_secret(SECRET).build().expect("codes");
    codes.generate(u64::try_from(at.timestamp()).expect("after 1970")).to_string()
}

async fn staff_login(shopper: &Shopper, password: &str, code: &str) -> StatusCode {
    let fields = [("log", "noura@example.com"), ("pwd", password), ("code", code)];
    shopper.submit("/ar/wp-login.php", "/ar/wp-login.php", &fields).await.status
}

#[tokio::test]
async fn staff_needs_password_and_code_and_its_pages_do_not_exist_for_others() {
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
    let right = code(now());
    assert_eq!(staff_login(&noura, PASSWORD, &right).await, StatusCode::SEE_OTHER);
    let cookies = noura.cookie().expect("cookies");
    assert!(cookies.contains("__Host-staff="), "{cookies}");
    let home = noura.get("/ar/wp-admin/").await;
    assert!(home.words().contains("نورة") && home.words().contains("مدير"), "{}", home.words());
    assert_eq!(
        staff_login(&shop.shopper(), PASSWORD, &right).await,
        StatusCode::UNPROCESSABLE_ENTITY,
        "a code is good once"
    );
    // One step of grace either way, and no more.
    for (steps, status) in [(3, StatusCode::UNPROCESSABLE_ENTITY), (1, StatusCode::SEE_OTHER)] {
        let late = code(now() + TimeDelta::seconds(30 * steps));
        assert_eq!(staff_login(&shop.shopper(), PASSWORD, &late).await, status, "{steps} steps");
    }
    shop.clock().advance(TimeDelta::seconds(30));

    // The customer's cookie opens nothing here, and staff's opens no account.
    let mixed = shop.shopper();
    let token = |line: &str, name: &str| {
        line.split("; ")
            .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
            .expect("a token")
    };
    let shoppers = token(&customer.cookie().expect("cookie"), "__Host-sid");
    mixed.set_cookie(Some(format!("__Host-staff={shoppers}")));
    assert_eq!(mixed.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND);
    mixed.set_cookie(Some(format!("__Host-sid={}", token(&cookies, "__Host-staff"))));
    assert_eq!(mixed.get("/ar/my-account/orders/").await.status, StatusCode::SEE_OTHER);

    // Half an hour of rest, or half a day of work.
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
    sqlx::query("update staff set is_active = false").execute(&shop.db).await.expect("gone");
    assert_eq!(noura.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND, "at once");
    shop.clock().advance(TimeDelta::seconds(60));
    assert_eq!(staff_login(&noura, PASSWORD, &code(now())).await, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_audit_log_tells_when_a_line_was_changed_or_taken_out() {
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
    let told: String = sqlx::query_scalar("select string_agg(audit_log::text, '') from audit_log")
        .fetch_one(&shop.db)
        .await
        .expect("lines");
    assert!(!told.contains("salma"), "no address and no name");
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
