//! Links that are mailed: a new account, a forgotten password, a new address; and what ends them.

use http::StatusCode;
use testkit::{TestShop, customers::PASSWORD};

use crate::accounts::{ACCOUNT, CHANGE_PASSWORD, DETAILS, NEW_PASSWORD, is_in};

const LOST: &str = "/ar/my-account/lost-password/";
const SET: &str = "/ar/my-account/set-password/";
const REGISTER: &str = "/ar/my-account/register/";
const CONFIRM: &str = "/ar/my-account/confirm-email/";

/// The path and query of a link in a letter.
pub fn path_of(link: &str) -> &str {
    let at = link.find("/ar/").expect("an address of the shop");
    &link[at..]
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
