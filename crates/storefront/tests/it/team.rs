//! The team page, invitations, and the limits of roles.

use chrono::TimeDelta;
use edge::policy::RateClass;
use http::StatusCode;
use kernel::Clock;
use testkit::{Options, Shopper, TestShop, hidden_fields};

use crate::orders::staff_in;

const TEAM: &str = "/ar/wp-admin/team/";
const INVITATION: &str = "/ar/wp-admin/invitation/";
const LOGIN: &str = "/ar/wp-login.php";
const NEW_PASSWORD: &str = "نخلة على التل 42";

fn noon() -> Clock {
    Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"))
}

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 100, clock: noon(), ..Options::default() }).await
}

async fn member(shop: &TestShop, name: &str, role: &str) -> (Shopper, String) {
    let email = format!("{name}@example.com");
    shop.staff_with_role(&email, role).await;
    let id: i64 = sqlx::query_scalar("select id from staff where email_key = $1")
        .bind(&email)
        .fetch_one(&shop.db)
        .await
        .expect("a member");
    (staff_in(shop, &email).await, id.to_string())
}

/// Posts one of the forms of the team page; the nonce is that of the first.
async fn change(owner: &Shopper, fields: &[(&str, &str)]) -> String {
    let page = owner.get(TEAM).await.text();
    let hidden = hidden_fields(&page, TEAM);
    let nonce = hidden.iter().find(|(name, _)| name == "_wpnonce").expect("a nonce");
    let nonce = (nonce.0.as_str(), nonce.1.as_str());
    let fields: Vec<_> = [nonce].into_iter().chain(fields.iter().copied()).collect();
    let answer = owner.post(TEAM, &fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.visible_text());
    answer.location().trim_start_matches(&format!("{TEAM}?notice=")).to_owned()
}

/// What the page's form of a role says that the role is.
async fn shown_role(owner: &Shopper, role: &str) -> String {
    let page = owner.get(TEAM).await.text();
    let hidden = page.split("<form").skip(1).map(|form| hidden_fields(&format!("<form{form}"), TEAM));
    let value = |fields: &[(String, String)], name: &str| {
        fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.clone())
    };
    let mut forms = hidden.filter(|fields| value(fields, "role").as_deref() == Some(role));
    forms.find_map(|fields| value(&fields, "was")).expect("the form of the role")
}

async fn audited(shop: &TestShop, action: &str) -> Vec<String> {
    sqlx::query_scalar("select subject from audit_log where action = $1 order by seq")
        .bind(action)
        .fetch_all(&shop.db)
        .await
        .expect("the audit log")
}

async fn owners(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select count(*) from staff where is_active and role = 'owner'")
        .fetch_one(&shop.db)
        .await
        .expect("count")
}

/// [D02]
#[tokio::test]
async fn support_refunds_fifty_and_is_refused_a_cent_more() {
    let shop = open().await;
    let (support, _) = member(&shop, "huda", "support").await;
    let (packer, _) = member(&shop, "yasser", "fulfilment").await;
    let honey = shop.product("عسل سدر").price(20_000).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("order number");
    let one = format!("/ar/wp-admin/orders/{number}/");
    let refund = format!("{one}refund/");
    let refunds = async || -> i64 {
        sqlx::query_scalar("select coalesce(sum(amount_minor), 0)::bigint from refunds")
            .fetch_one(&shop.db)
            .await
            .expect("a sum")
    };

    let page = packer.get(&one).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(!page.text().contains(&refund), "fulfilment sees no refund form");
    assert!(page.text().contains(&format!("{one}shipments/")), "fulfilment ships");

    let over = support.submit(&one, &refund, &[("amount", "50.01")]).await;
    assert_eq!(over.location(), format!("{one}?notice=over-limit"));
    assert_eq!(refunds().await, 0);
    let shown = kernel::text::without_isolates(&support.get(over.location()).await.visible_text());
    assert!(shown.contains("حتى 50.00"), "{shown}");
    let within = support.submit(&one, &refund, &[("amount", "50.00")]).await;
    assert_eq!(within.location(), format!("{one}?notice=refunded"));
    assert_eq!(refunds().await, 5_000);
    assert!(!support.get("/ar/wp-admin/orders/").await.text().contains("/orders/export/"), "no export");
}

/// [D03] [D04]
#[tokio::test]
async fn a_stopped_member_gets_404_and_nobody_stops_or_changes_themselves() {
    let shop = open().await;
    let (noura, own) = member(&shop, "noura", "owner").await;
    let (huda, other) = member(&shop, "huda", "owner").await;
    assert_eq!(huda.get(TEAM).await.status, StatusCode::OK);

    for act in ["stop", "sessions", "role"] {
        assert_eq!(change(&noura, &[("act", act), ("member", &own), ("role", "content")]).await, "own");
    }
    assert_eq!(change(&noura, &[("act", "stop"), ("member", &other)]).await, "stopped");
    assert_eq!(huda.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(owners(&shop).await, 1);
    assert_eq!(change(&noura, &[("act", "stop"), ("member", &other)]).await, "not-changed");
    assert_eq!(audited(&shop, "staff-stop").await, [format!("staff {other}")]);
    assert!(!noura.get(TEAM).await.visible_text().contains("huda@example.com"));
}

/// [D04] Two owners who stop each other at the same moment leave one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_owner_stays_even_in_a_race() {
    let shop = open().await;
    for round in 0..5 {
        sqlx::query("update staff set is_active = false").execute(&shop.db).await.expect("a new round");
        let (noura, first) = member(&shop, &format!("noura{round}"), "owner").await;
        let (huda, second) = member(&shop, &format!("huda{round}"), "owner").await;
        let post = async |owner: &Shopper, fields: &[(&str, &str)]| {
            let page = owner.get(TEAM).await.text();
            let nonce = hidden_fields(&page, TEAM).swap_remove(0);
            let fields: Vec<_> =
                [(nonce.0.as_str(), nonce.1.as_str())].into_iter().chain(fields.iter().copied()).collect();
            owner.post(TEAM, &fields).await.status
        };
        let stop = [("act", "stop"), ("member", second.as_str())];
        let demote = [("act", "role"), ("member", first.as_str()), ("role", "content")];
        tokio::join!(post(&noura, &stop), post(&huda, &demote));
        assert!(owners(&shop).await >= 1, "round {round}: nobody is left");
    }
}

/// [D36]
#[tokio::test]
async fn a_new_role_applies_to_the_next_request_and_sessions_end_by_one_press() {
    let shop = open().await;
    let (noura, _) = member(&shop, "noura", "owner").await;
    let (reem, id) = member(&shop, "reem", "content").await;
    assert_eq!(reem.get("/ar/wp-admin/orders/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(change(&noura, &[("act", "role"), ("member", &id), ("role", "support")]).await, "role");
    assert_eq!(reem.get("/ar/wp-admin/orders/").await.status, StatusCode::OK);
    assert_eq!(reem.get("/ar/wp-admin/content/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(change(&noura, &[("act", "role"), ("member", &id), ("role", "nobody")]).await, "not-changed");

    assert_eq!(change(&noura, &[("act", "sessions"), ("member", &id)]).await, "sessions");
    assert_eq!(reem.get("/ar/wp-admin/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(audited(&shop, "staff-role").await, [format!("staff {id} support")]);
    let change: (Option<String>, Option<String>) =
        sqlx::query_as("select before, after from audit_log where action = 'staff-role'")
            .fetch_one(&shop.db)
            .await
            .expect("the line");
    assert_eq!(change, (Some("content".to_owned()), Some("support".to_owned())));
    assert_eq!(audited(&shop, "staff-sessions-ended").await, [format!("staff {id}")]);
    // The account is not stopped.
    shop.clock().advance(TimeDelta::minutes(1));
    staff_in(&shop, "reem@example.com").await;
}

#[tokio::test]
async fn a_role_is_copied_changed_and_removed_but_delivered_ones_stay() {
    let shop = open().await;
    let (noura, _) = member(&shop, "noura", "owner").await;
    let copy = [("act", "copy-role"), ("role", "support"), ("title", "دعم المساء")];
    assert_eq!(change(&noura, &copy).await, "role-saved");
    let name: String = sqlx::query_scalar("select name from staff_roles where title = 'دعم المساء'")
        .fetch_one(&shop.db)
        .await
        .expect("the copy");
    let was = shown_role(&noura, &name).await;
    let save = |role| {
        [
            ("act", "save-role"),
            ("role", role),
            ("was", was.as_str()),
            ("title", "دعم الليل"),
            ("refund_limit", "٢٠٫٥٠"),
            ("stock_limit", ""),
            ("right_orders.read", "1"),
            ("right_orders.refund", "1"),
            ("right_everything", "1"),
        ]
    };
    assert_eq!(change(&noura, &save(&name)).await, "role-saved");
    let row: (String, Vec<String>, Option<i64>) =
        sqlx::query_as("select title, permissions, refund_limit from staff_roles where name = $1")
            .bind(&name)
            .fetch_one(&shop.db)
            .await
            .expect("the role");
    let rights = vec!["orders.read".to_owned(), "orders.refund".to_owned()];
    assert_eq!(row, ("دعم الليل".to_owned(), rights, Some(2_050)));
    let line: (String, Option<String>, Option<String>) = sqlx::query_as(
        "select subject, before, after from audit_log where action = 'role-edit' order by seq desc limit 1",
    )
    .fetch_one(&shop.db)
    .await
    .expect("the audit log");
    let after = "دعم الليل: orders.read orders.refund; in part: ; refunds: 2050; pieces: none";
    assert_eq!(line, (name.clone(), Some(was.clone()), Some(after.to_owned())));
    for delivered in ["support", "owner"] {
        let answer = change(&noura, &save(delivered)).await;
        assert_eq!(answer, if delivered == "owner" { "own" } else { "not-changed" });
    }

    let (_, id) = member(&shop, "huda", &name).await;
    assert_eq!(change(&noura, &[("act", "remove-role"), ("role", &name)]).await, "role-used");
    assert_eq!(change(&noura, &[("act", "role"), ("member", &id), ("role", "support")]).await, "role");
    assert_eq!(change(&noura, &[("act", "remove-role"), ("role", &name)]).await, "role-removed");
    assert_eq!(change(&noura, &[("act", "remove-role"), ("role", "support")]).await, "role-used");
}

/// The form of a role has all of its rights: a stale one would bring back what another owner has taken away.
#[tokio::test]
async fn a_stale_form_of_a_role_brings_no_right_back() {
    let shop = open().await;
    let (noura, _) = member(&shop, "noura", "owner").await;
    let (huda, _) = member(&shop, "huda", "owner").await;
    change(&noura, &[("act", "copy-role"), ("role", "support"), ("title", "دعم المساء")]).await;
    let name: String = sqlx::query_scalar("select name from staff_roles where title = 'دعم المساء'")
        .fetch_one(&shop.db)
        .await
        .expect("the copy");
    let stale = shown_role(&huda, &name).await;
    let save = |was, title, rights: &[&'static str]| {
        let fields =
            [("act", "save-role"), ("role", name.as_str()), ("was", was), ("title", title)].into_iter();
        fields.chain(rights.iter().map(|right| (*right, "1"))).collect::<Vec<_>>()
    };
    let fewer = ["right_orders.read"];
    assert_eq!(change(&noura, &save(&stale, "دعم المساء", &fewer)).await, "role-saved");
    let both = ["right_orders.read", "right_orders.refund"];
    for was in [stale.as_str(), ""] {
        assert_eq!(change(&huda, &save(was, "دعم الليل", &both)).await, "not-changed");
    }
    let rights = async || -> Vec<String> {
        sqlx::query_scalar("select permissions from staff_roles where name = $1")
            .bind(&name)
            .fetch_one(&shop.db)
            .await
            .expect("the role")
    };
    assert_eq!(rights().await, ["orders.read"]);
    let now = shown_role(&huda, &name).await;
    assert_eq!(change(&huda, &save(&now, "دعم الليل", &both)).await, "role-saved");
    assert_eq!(rights().await, both.map(|right| right.trim_start_matches("right_").to_owned()));
}

async fn invite(owner: &Shopper, email: &str) -> String {
    change(
        owner,
        &[("act", "invite"), ("name", "ريم"), ("email", email), ("role", "content"), ("stores", "١،2")],
    )
    .await
}

/// The key in the last email that was sent.
fn key_of(text: &str) -> String {
    let from = text.find(&format!("{INVITATION}?key=")).expect("the link") + INVITATION.len() + 5;
    text[from..].chars().take_while(char::is_ascii_hexdigit).collect()
}

async fn code_of(shop: &TestShop, email: &str) -> String {
    let secret: Vec<u8> = sqlx::query_scalar(
        "select totp_secret from staff_invitations where email_key = $1 order by id desc limit 1",
    )
    .bind(email)
    .fetch_one(&shop.db)
    .await
    .expect("a secret");
    let codes = totp_rs::Builder::new().with_secret(secret.as_slice()).build().expect("TOTP generator");
    codes.generate(u64::try_from(shop.clock().now().timestamp()).expect("after 1970")).to_string()
}

async fn join(person: &Shopper, key: &str, password: &str, code: &str) -> StatusCode {
    let fields = [("password_1", password), ("password_2", password), ("code", code)];
    person.submit(&format!("{INVITATION}?key={key}"), INVITATION, &fields).await.status
}

#[tokio::test]
async fn an_invited_person_joins_once_with_a_password_and_a_code() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let (noura, _) = member(&shop, "noura", "owner").await;
    assert_eq!(invite(&noura, "not an address").await, "not-invited");
    assert_eq!(invite(&noura, "noura@example.com").await, "already-member");
    assert_eq!(invite(&noura, "reem@example.com").await, "invited");
    assert!(noura.get(TEAM).await.visible_text().contains("reem@example.com"));
    let emails = mailbox.wait_for(1).await;
    assert_eq!(emails.len(), 1);
    let key = key_of(&emails[0].text);

    let reem = shop.shopper();
    let page = format!("{INVITATION}?key={key}");
    // Mail scanners open the link too.
    for _ in 0..2 {
        assert_eq!(reem.get(&page).await.status, StatusCode::OK);
    }
    let code = code_of(&shop, "reem@example.com").await;
    for (password, code) in [("قصيرة", code.as_str()), (NEW_PASSWORD, "000000"), (NEW_PASSWORD, "")] {
        assert_eq!(join(&reem, &key, password, code).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(join(&reem, &key, NEW_PASSWORD, &code).await, StatusCode::SEE_OTHER);
    assert_eq!(reem.get(&page).await.status, StatusCode::GONE, "the link works once");

    let sign_in = async |code: &str| {
        let fields = [("log", "reem@example.com"), ("pwd", NEW_PASSWORD), ("code", code)];
        reem.submit(LOGIN, LOGIN, &fields).await.status
    };
    assert_eq!(sign_in(&code).await, StatusCode::UNPROCESSABLE_ENTITY, "a code is accepted once");
    shop.clock().advance(TimeDelta::minutes(2));
    assert_eq!(sign_in(&code_of(&shop, "reem@example.com").await).await, StatusCode::SEE_OTHER);
    assert_eq!(reem.get("/ar/wp-admin/content/").await.status, StatusCode::OK);
    assert_eq!(reem.get("/ar/wp-admin/orders/").await.status, StatusCode::NOT_FOUND);
    let stores: Vec<i16> =
        sqlx::query_scalar("select stores from staff where email_key = 'reem@example.com'")
            .fetch_one(&shop.db)
            .await
            .expect("stores");
    assert_eq!(stores, [1, 2]);
    assert_eq!(audited(&shop, "staff-invite").await.len(), 1);
    assert_eq!(audited(&shop, "staff-joined").await.len(), 1);
}

#[tokio::test]
async fn an_invitation_that_expired_was_withdrawn_or_never_existed_answers_alike() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let (noura, _) = member(&shop, "noura", "owner").await;
    assert_eq!(invite(&noura, "reem@example.com").await, "invited");
    let first = key_of(&mailbox.wait_for(1).await[0].text);
    let id: i64 =
        sqlx::query_scalar("select id from staff_invitations").fetch_one(&shop.db).await.expect("one");
    let withdraw = [("act", "withdraw"), ("invitation", &*id.to_string())];
    assert_eq!(change(&noura, &withdraw).await, "withdrawn");
    assert_eq!(change(&noura, &withdraw).await, "not-changed");
    assert_eq!(invite(&noura, "reem@example.com").await, "invited");
    let second = key_of(&mailbox.wait_for(2).await[1].text);

    let person = shop.shopper();
    let open = person.get(&format!("{INVITATION}?key={second}")).await;
    assert_eq!(open.status, StatusCode::OK);
    let hidden = hidden_fields(&open.text(), INVITATION);
    shop.clock().advance(TimeDelta::days(3) + TimeDelta::seconds(1));
    let code = code_of(&shop, "reem@example.com").await;
    let mut answers = Vec::new();
    for key in [first.as_str(), second.as_str(), &"0".repeat(32), ""] {
        let answer = person.get(&format!("{INVITATION}?key={key}")).await;
        assert_eq!(answer.status, StatusCode::GONE, "{key}");
        answers.push(answer.visible_text());
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "the four cases look alike");
    // The form that was opened in time.
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.extend([("password_1", NEW_PASSWORD), ("password_2", NEW_PASSWORD), ("code", &*code)]);
    let late = person.post(INVITATION, &fields).await.status;
    assert!(late == StatusCode::GONE || late == StatusCode::FORBIDDEN, "{late}");
    let members: i64 =
        sqlx::query_scalar("select count(*) from staff").fetch_one(&shop.db).await.expect("count");
    assert_eq!(members, 1);
}

/// Whoever is an owner no more does not come back by an invitation of their own.
#[tokio::test]
async fn the_invitations_of_an_owner_end_with_the_right_to_invite() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let (noura, _) = member(&shop, "noura", "owner").await;
    let (huda, id) = member(&shop, "huda", "owner").await;
    assert_eq!(invite(&huda, "reem@example.com").await, "invited");
    let first = key_of(&mailbox.wait_for(1).await[0].text);
    assert_eq!(invite(&noura, "salma@example.com").await, "invited");
    let second = key_of(&mailbox.wait_for(2).await[1].text);
    assert_eq!(change(&noura, &[("act", "role"), ("member", &id), ("role", "manager")]).await, "role");
    let reem = shop.shopper();
    assert_eq!(reem.get(&format!("{INVITATION}?key={first}")).await.status, StatusCode::GONE);
    assert!(!noura.get(TEAM).await.visible_text().contains("reem@example.com"));
    assert_eq!(audited(&shop, "staff-role").await, [format!("staff {id} manager, 1 invitations ended")]);
    let members = async || -> i64 {
        sqlx::query_scalar("select count(*) from staff").fetch_one(&shop.db).await.expect("a count")
    };
    assert_eq!(members().await, 2);
    let code = code_of(&shop, "salma@example.com").await;
    assert_eq!(join(&shop.shopper(), &second, NEW_PASSWORD, &code).await, StatusCode::SEE_OTHER);
    assert_eq!(members().await, 3);
}

/// `matjar staff remove` ends what the member has let in and nobody has come in by yet.
#[tokio::test]
async fn the_invitations_of_an_owner_end_when_the_shell_removes_them() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let (noura, _) = member(&shop, "noura", "owner").await;
    let (huda, id) = member(&shop, "huda", "owner").await;
    assert_eq!(invite(&huda, "reem@example.com").await, "invited");
    let first = key_of(&mailbox.wait_for(1).await[0].text);
    assert_eq!(invite(&noura, "salma@example.com").await, "invited");
    let second = key_of(&mailbox.wait_for(2).await[1].text);
    let reem = shop.shopper();
    let page = format!("{INVITATION}?key={first}");
    assert_eq!(reem.get(&page).await.status, StatusCode::OK);

    let removed = std::process::Command::new(env!("CARGO_BIN_EXE_matjar"))
        .args(["staff", "remove", "--email", "huda@example.com"])
        .env("DATABASE_STAFF_URL", shop.database().url("STAFF_").expect("a URL"))
        .output()
        .expect("matjar runs");
    assert!(removed.status.success(), "{}", String::from_utf8_lossy(&removed.stderr));
    assert_eq!(huda.get(TEAM).await.status, StatusCode::NOT_FOUND);
    assert_eq!(reem.get(&page).await.status, StatusCode::GONE);
    let still = shop.shopper().get(&format!("{INVITATION}?key={second}")).await;
    assert_eq!(still.status, StatusCode::OK, "those of others stay");
    let team = noura.get(TEAM).await.visible_text();
    assert!(!team.contains("reem@example.com") && team.contains("salma@example.com"), "{team}");
    assert_eq!(audited(&shop, "staff-removed").await, [format!("staff {id}")]);
}

/// [SEC-L15]
#[tokio::test]
async fn requests_are_counted_by_member_on_all_devices_together() {
    let shop = TestShop::open_with(Options { clock: noon(), ..Options::default() }).await;
    let (first, id) = member(&shop, "noura", "owner").await;
    let (other, _) = member(&shop, "huda", "owner").await;
    shop.clock().advance(TimeDelta::minutes(1));
    let second = staff_in(&shop, "noura@example.com").await;
    for _ in 0..400 {
        let _ = shop.shop().rate_limiter.check_member(RateClass::Staff, id.parse().expect("an id")).await;
    }
    for device in [&first, &second] {
        assert_eq!(device.get("/ar/wp-admin/").await.status, StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(other.get("/ar/wp-admin/").await.status, StatusCode::OK, "another member on the same address");
    // Without the shopper's cookie the member is the same.
    let cookies = first.cookie().expect("cookies");
    let staff = cookies.split("; ").find(|one| one.starts_with("__Host-staff=")).expect("the staff cookie");
    first.set_cookie(Some(staff.to_owned()));
    assert_eq!(first.get("/ar/wp-admin/").await.status, StatusCode::TOO_MANY_REQUESTS);
}
