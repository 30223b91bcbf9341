//! Emailed links: registration, password reset, email change, and their expiry.

use http::StatusCode;
use testkit::{TestShop, customers::PASSWORD};

use crate::accounts::{ACCOUNT, CHANGE_PASSWORD, DETAILS, NEW_PASSWORD, is_signed_in};

const LOST: &str = "/ar/my-account/lost-password/";
const SET: &str = "/ar/my-account/set-password/";
const REGISTER: &str = "/ar/my-account/register/";
const CONFIRM: &str = "/ar/my-account/confirm-email/";

/// Returns the path and query of an emailed link.
pub fn path_of(link: &str) -> &str {
    let start = link.find("/ar/").expect("URL of the shop");
    &link[start..]
}

#[tokio::test]
async fn a_new_account_is_created_by_the_emailed_link() {
    let shop = TestShop::open().await;
    let mailbox = shop.open_mailbox().await;
    let shopper = shop.shopper();
    let sent =
        shopper.submit(REGISTER, REGISTER, &[("email", " Noor@Example.com "), ("first_name", "نور")]).await;
    assert!(sent.visible_text().contains("أرسلنا رسالة إلى هذا البريد."), "{}", sent.visible_text());

    let email = mailbox.wait_for(1).await.remove(0);
    assert_eq!(
        (email.to.as_slice(), email.subject.as_str()),
        (["Noor@Example.com".to_owned()].as_slice(), "أكمل إنشاء حسابك")
    );
    let link = path_of(email.link(SET).expect("a link")).to_owned();
    let form = shopper.get(&link).await;
    assert_eq!(form.status, StatusCode::OK);
    assert!(form.visible_text().contains("اختر كلمة مرور لحسابك الجديد."));

    for (first, second, message) in [
        ("short", "short", "استخدم 8 أحرف على الأقل"),
        ("password1", "password1", "كلمة المرور هذه شائعة."),
        (NEW_PASSWORD, PASSWORD, "كلمتا المرور غير متطابقتين."),
    ] {
        let answer = shopper.submit(&link, SET, &[("password_1", first), ("password_2", second)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.visible_text().contains(message), "{message} in {}", answer.visible_text());
    }
    let done = shopper.submit(&link, SET, &[("password_1", PASSWORD), ("password_2", PASSWORD)]).await;
    assert_eq!(done.location(), "/ar/my-account/?notice=registered");
    assert!(shopper.get(ACCOUNT).await.visible_text().contains("نور"));
    assert_eq!(shop.shopper().log_in("noor", PASSWORD).await.status, StatusCode::SEE_OTHER);

    let used = shop.shopper().get(&link).await;
    assert_eq!(used.status, StatusCode::GONE);
    assert!(used.visible_text().contains("انتهت صلاحية هذا الرابط."));
    let wrong = shop.shopper().submit(REGISTER, REGISTER, &[("email", "noor@")]).await;
    assert!(wrong.visible_text().contains("أدخل بريدًا إلكترونيًا صالحًا."));
}

/// The name is a setting, and the host that of this shop. What an attacker adds to them does not help.
#[tokio::test]
async fn a_password_made_of_the_shops_or_the_owners_words_is_refused() {
    let shop = TestShop::open().await;
    sqlx::query("insert into settings (name, value) values ('shop', $1)")
        .bind(serde_json::json!({ "name": "دكان النخلة", "tagline": "", "phone": "" }))
        .execute(&shop.db)
        .await
        .expect("a setting");
    shop.customer("salma.nasser@example.com", "سلمى").await;
    let salma = shop.signed_in("salma.nasser@example.com").await;
    let host = shop.config().public_origin.replace("http://", "");
    for word in ["دكان-النخلة-2026", "المتجر 123", "Salma-Nasser-1", &host] {
        let fields = [("password_current", PASSWORD), ("password_1", word), ("password_2", word)];
        let answer = salma.submit(DETAILS, CHANGE_PASSWORD, &fields).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{word}");
        assert!(answer.visible_text().contains("كلمة المرور هذه شائعة."), "{word}");
    }
    let long = "بوابة الدكان الزرقاء";
    let fields = [("password_current", PASSWORD), ("password_1", long), ("password_2", long)];
    let answer = salma.submit(DETAILS, CHANGE_PASSWORD, &fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "such a word may be a part of a password");
}

/// Replay and race: of thirty concurrent uses of one link, one sets the password.
#[tokio::test]
async fn a_reset_link_is_valid_once_and_for_an_hour() {
    let clock = kernel::Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(testkit::Options { clock, rate_factor: 100, ..Default::default() }).await;
    let id = shop.customer("salma@example.com", "سلمى").await;
    let other_device = shop.signed_in("salma@example.com").await;
    let mailbox = shop.open_mailbox().await;
    shop.shopper().submit(LOST, LOST, &[("user_login", "salma")]).await;
    let email = mailbox.wait_for(1).await.remove(0);
    assert_eq!(email.subject, "استعادة كلمة المرور");
    let link = path_of(email.link(SET).expect("a link")).to_owned();
    let key = link.split("key=").nth(1).expect("key").to_owned();
    assert_eq!(key.len(), 32, "128 bits");
    let stored: Vec<u8> =
        sqlx::query_scalar("select hash from email_tokens").fetch_one(&shop.db).await.expect("row");
    assert_eq!(stored.len(), 32, "only the hash is stored");
    let dump: String =
        sqlx::query_scalar("select coalesce(string_agg(content::text, ''), '') from mail_outbox")
            .fetch_one(&shop.db)
            .await
            .expect("outbox content");
    assert!(!dump.contains(&key));

    let attempts = (0..30).map(|number| {
        let (shopper, link) = (shop.shopper(), link.clone());
        tokio::spawn(async move {
            let password = format!("{NEW_PASSWORD} {number}");
            let answer =
                shopper.submit(&link, SET, &[("password_1", &password), ("password_2", &password)]).await;
            (answer.status, password)
        })
    });
    let mut winners = Vec::new();
    for attempt in attempts.collect::<Vec<_>>() {
        match attempt.await.expect("task") {
            (StatusCode::SEE_OTHER, password) => winners.push(password),
            (status, _) => assert_eq!(status, StatusCode::GONE),
        }
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(shop.shopper().log_in("salma", &winners[0]).await.status, StatusCode::SEE_OTHER);
    assert!(!is_signed_in(&other_device).await, "every session is ended");
    let emails = mailbox.wait_for(2).await;
    assert_eq!(emails[1].subject, "تغيّرت كلمة المرور");

    // A new link keeps the older ones valid, using one invalidates all, and each expires after an hour.
    let request_link = async |user: &str| {
        let before = mailbox.sink.emails().len();
        shop.shopper().submit(LOST, LOST, &[("user_login", user)]).await;
        path_of(mailbox.wait_for(before + 1).await[before].link(SET).expect("a link")).to_owned()
    };
    // The notification key contains the time, so the next one needs another second.
    shop.clock().advance(chrono::TimeDelta::seconds(1));
    let (second, third) = (request_link("salma").await, request_link("salma@example.com").await);
    assert_eq!(shop.shopper().get(&second).await.status, StatusCode::OK);
    let done =
        shop.shopper().submit(&third, SET, &[("password_1", PASSWORD), ("password_2", PASSWORD)]).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER);
    assert_eq!(shop.shopper().get(&second).await.status, StatusCode::GONE);
    mailbox.wait_for(5).await;
    let fourth = request_link("salma@example.com").await;
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
async fn a_new_email_takes_effect_when_its_link_is_confirmed() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.customer("taken@example.com", "").await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    let details = |email: &'static str, password: &'static str| {
        [
            ("account_first_name", "سلمى"),
            ("account_last_name", "الناصر"),
            ("account_email", email),
            ("password_current", password),
        ]
    };
    let wrong = salma.submit(DETAILS, DETAILS, &details("new@example.com", "wrong")).await;
    assert!(wrong.visible_text().contains("كلمة المرور الحالية غير صحيحة."));
    let names = salma.submit(DETAILS, DETAILS, &details("salma@example.com", "")).await;
    assert_eq!(names.location(), "/ar/my-account/edit-account/?notice=details");
    assert!(salma.get(DETAILS).await.text().contains("value=\"الناصر\""));

    let sent = salma.submit(DETAILS, DETAILS, &details("new@example.com", PASSWORD)).await;
    assert!(
        sent.visible_text().contains("أرسلنا رابط تأكيد إلى \u{2068}new@example.com\u{2069}"),
        "{}",
        sent.visible_text()
    );
    let email = mailbox.wait_for(1).await.remove(0);
    assert_eq!(email.to, ["new@example.com"]);
    let link = path_of(email.link(CONFIRM).expect("a link")).to_owned();
    assert_eq!(
        shop.shopper().log_in("new@example.com", PASSWORD).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(salma.get(&link).await.status, StatusCode::OK, "a GET changes nothing");
    assert_eq!(
        salma.submit(&link, CONFIRM, &[]).await.location(),
        "/ar/my-account/edit-account/?notice=email"
    );
    assert_eq!(shop.shopper().log_in("new@example.com", PASSWORD).await.status, StatusCode::SEE_OTHER);
    let notice = mailbox.wait_for(2).await.remove(1);
    assert_eq!((notice.to[0].as_str(), notice.subject.as_str()), ("salma@example.com", "تغيّر بريد حسابك"));
    assert_eq!(salma.get(&link).await.status, StatusCode::GONE);

    // Another customer's address: the response is the same, and its owner is notified.
    let taken = salma.submit(DETAILS, DETAILS, &details("taken@example.com", PASSWORD)).await;
    assert_eq!(taken.status, sent.status);
    let email = mailbox.wait_for(3).await.remove(2);
    assert_eq!((email.to[0].as_str(), email.subject.as_str()), ("taken@example.com", "لديك حساب عندنا"));
}

/// An attacker who knows the password requests an email change; the owner changes the password first.
#[tokio::test]
async fn a_new_password_invalidates_every_earlier_link() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let (attacker, salma) =
        (shop.signed_in("salma@example.com").await, shop.signed_in("salma@example.com").await);
    let email_change = [("account_email", "attacker@example.com"), ("password_current", PASSWORD)];
    attacker.submit(DETAILS, DETAILS, &email_change).await;
    let mailbox = shop.open_mailbox().await;
    let link = path_of(mailbox.wait_for(1).await[0].link(CONFIRM).expect("a link")).to_owned();
    // A second request, whose email is not composed yet.
    drop(mailbox);
    attacker
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
    let subjects: Vec<_> = mailbox.sink.emails().into_iter().map(|email| email.subject).collect();
    assert_eq!(subjects, ["تغيّرت كلمة المرور"], "the second email is never sent");
}

#[tokio::test]
async fn sign_in_fails_if_the_password_changed_during_verification() {
    let shop = TestShop::open().await;
    let id = kernel::CustomerId(shop.customer("salma@example.com", "سلمى").await);
    let now = shop.clock().now();
    let old: String =
        sqlx::query_scalar("select password_hash from customers").fetch_one(&shop.db).await.expect("hash");
    let mut tx = shop.shop().db.begin().await.expect("begin");
    let life = edge::session::SessionLifetime::Long;
    assert!(accounts::service::set_password(&mut *tx, id, Some(&old), "new").await.expect("set"));
    assert!(!accounts::service::set_password(&mut *tx, id, Some(&old), "newer").await.expect("query"));
    assert!(accounts::service::sign_in(&mut tx, None, id, &old, life, now).await.expect("query").is_none());
    assert!(accounts::service::sign_in(&mut tx, None, id, "new", life, now).await.expect("query").is_some());
}
