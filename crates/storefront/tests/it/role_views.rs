//! An owner looks at the admin as a role sees it.

use chrono::TimeDelta;
use http::StatusCode;
use kernel::{Clock, text::without_isolates};
use serde_json::Value;
use testkit::{Options, Shopper, TestShop, hidden_fields};

use crate::orders::staff_in;

const HOME: &str = "/ar/wp-admin/";
const TEAM: &str = "/ar/wp-admin/team/";
const END: &str = "/ar/wp-admin/end-view/";

async fn open() -> TestShop {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    TestShop::open_with(Options { rate_factor: 100, clock, ..Options::default() }).await
}

async fn member(shop: &TestShop, role: &str) -> Shopper {
    let email = format!("{role}@example.com");
    shop.staff_with_role(&email, role).await;
    staff_in(shop, &email).await
}

/// Posts the form of the team page, and returns where it leads.
async fn view_as(owner: &Shopper, role: &str) -> String {
    let page = owner.get(TEAM).await.text();
    let hidden = hidden_fields(&page, TEAM);
    let nonce = hidden.iter().find(|(name, _)| name == "_wpnonce").expect("a nonce");
    let answer = owner.post(TEAM, &[("_wpnonce", &nonce.1), ("act", "view"), ("role", role)]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.visible_text());
    answer.location().to_owned()
}

async fn layout(member: &Shopper) -> Value {
    let answer = member.get_with(HOME, &[("accept", "application/json")]).await;
    assert_eq!(answer.status, StatusCode::OK);
    answer.json()["layout"].clone()
}

type AuditLine = (String, String, String, Option<String>, Option<String>);

async fn audited(shop: &TestShop) -> Vec<AuditLine> {
    sqlx::query_as(
        "select actor, action, subject, before, after from audit_log where action like 'staff-view-%' order by seq",
    )
    .fetch_all(&shop.db)
    .await
    .expect("the audit log")
}

async fn actor(shop: &TestShop, role: &str) -> String {
    sqlx::query_scalar("select 'staff ' || id from staff where role = $1")
        .bind(role)
        .fetch_one(&shop.db)
        .await
        .expect("a member")
}

#[tokio::test]
async fn an_owner_sees_what_a_member_with_the_role_sees_until_one_press_ends_it() {
    let shop = open().await;
    let noura = member(&shop, "owner").await;
    let own = layout(&noura).await;
    assert_eq!(own["roleBand"], Value::Null);
    let pages =
        ["", "orders/", "products/", "stock/", "barcodes/", "reviews/", "inbox/", "content/", "media/"];
    let more = [
        "reports/",
        "follow-ups/",
        "affiliates/",
        "team/",
        "audit/",
        "health/",
        "events/",
        "settings/",
        "find/",
    ];
    for (role, title) in [("fulfilment", "التجهيز"), ("support", "الدعم"), ("content", "المحتوى")]
    {
        let other = member(&shop, role).await;
        assert_eq!(view_as(&noura, role).await, HOME);
        let seen = layout(&noura).await;
        assert_eq!(seen["roleBand"]["role"], title);
        let wanted = layout(&other).await;
        assert_eq!((&seen["menu"], &seen["bar"]), (&wanted["menu"], &wanted["bar"]), "{role}");
        for page in pages.iter().chain(&more) {
            let url = format!("{HOME}{page}");
            let (seen, wanted) = (noura.get(&url).await, other.get(&url).await);
            assert_eq!(seen.status, wanted.status, "{url} as {role}");
            if seen.status == StatusCode::OK {
                let text = without_isolates(&seen.visible_text());
                assert!(text.contains(&format!("تُعرض اللوحة بدور «{title}»")), "{url}: no band");
                assert!(seen.text().contains(END), "{url}: no button");
                assert!(!wanted.text().contains(END), "{url}: a member has no band");
            } else {
                assert_eq!(seen.text(), wanted.text(), "{url}: answered otherwise than a member");
            }
        }
        let ended = noura.submit(HOME, END, &[]).await;
        assert_eq!((ended.status, ended.location()), (StatusCode::SEE_OTHER, HOME));
        assert_eq!(layout(&noura).await, own);
        assert!(!noura.get(HOME).await.text().contains(END), "no band is left");
    }
    let owner = actor(&shop, "owner").await;
    let line = |action: &str, before: Option<&str>, after: Option<&str>| {
        let text = |text: Option<&str>| text.map(str::to_owned);
        (owner.clone(), action.to_owned(), owner.clone(), text(before), text(after))
    };
    let lines = ["fulfilment", "support", "content"]
        .map(|role| [line("staff-view-begin", None, Some(role)), line("staff-view-end", Some(role), None)]);
    assert_eq!(audited(&shop).await, lines.concat());
}

#[tokio::test]
async fn nothing_is_written_meanwhile_and_the_answer_says_why() {
    let shop = open().await;
    let noura = member(&shop, "owner").await;
    let honey = shop.product("عسل سدر").price(20_000).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("order number");
    let one = format!("{HOME}orders/{number}/");
    let refund = format!("{one}refund/");
    let refunds = async || -> i64 {
        sqlx::query_scalar("select count(*) from refunds").fetch_one(&shop.db).await.expect("a count")
    };
    view_as(&noura, "manager").await;
    // The manager refunds any amount: the right is there, and the form with its nonce.
    let refused = noura.submit(&one, &refund, &[("amount", "5.00")]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.visible_text().contains("لم يُحفظ شيء"), "{}", refused.visible_text());
    assert_eq!(refunds().await, 0);
    // What the role lacks stays unknown, the view included.
    assert_eq!(noura.post(TEAM, &[("act", "view"), ("role", "support")]).await.status, StatusCode::NOT_FOUND);

    noura.submit(HOME, END, &[]).await;
    let done = noura.submit(&one, &refund, &[("amount", "5.00")]).await;
    assert_eq!(done.location(), format!("{one}?notice=refunded"));
    assert_eq!(refunds().await, 1);
}

#[tokio::test]
async fn only_an_owner_begins_it_and_only_with_another_role_that_exists() {
    let shop = open().await;
    let noura = member(&shop, "owner").await;
    let manager = member(&shop, "manager").await;
    let answer = manager.post(TEAM, &[("act", "view"), ("role", "support")]).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    for role in ["owner", "nobody", ""] {
        assert_eq!(view_as(&noura, role).await, format!("{TEAM}?notice=not-changed"), "{role:?}");
    }
    assert_eq!(audited(&shop).await, []);
    assert_eq!(layout(&noura).await["roleBand"], Value::Null);
}

#[tokio::test]
async fn it_is_of_one_session_and_ends_by_itself_after_an_hour() {
    let shop = open().await;
    let noura = member(&shop, "owner").await;
    shop.clock().advance(TimeDelta::minutes(1));
    let elsewhere = staff_in(&shop, "owner@example.com").await;
    view_as(&noura, "support").await;
    assert_eq!(elsewhere.get(TEAM).await.status, StatusCode::OK, "the other device");
    // A session ends after half an hour without a request.
    for _ in 0..2 {
        shop.clock().advance(TimeDelta::minutes(29));
        assert_eq!(noura.get(TEAM).await.status, StatusCode::NOT_FOUND);
    }
    shop.clock().advance(TimeDelta::minutes(2));
    for _ in 0..2 {
        assert_eq!(noura.get(TEAM).await.status, StatusCode::OK);
        assert_eq!(layout(&noura).await["roleBand"], Value::Null);
    }
    let lines: Vec<_> = audited(&shop).await.into_iter().map(|line| (line.1, line.3, line.4)).collect();
    let support = || Some("support".to_owned());
    let wanted = [("staff-view-begin", None, support()), ("staff-view-end", support(), None)];
    assert_eq!(lines, wanted.map(|(action, before, after)| (action.to_owned(), before, after)));
}

#[tokio::test]
async fn it_ends_with_the_session_and_with_the_role() {
    let shop = open().await;
    let noura = member(&shop, "owner").await;
    view_as(&noura, "support").await;
    let out = noura.submit(HOME, "/ar/wp-admin/logout/", &[]).await;
    assert_eq!(out.location(), "/ar/wp-login.php");
    assert_eq!(audited(&shop).await.len(), 2);
    shop.clock().advance(TimeDelta::minutes(1));
    let noura = staff_in(&shop, "owner@example.com").await;
    assert_eq!(noura.get(TEAM).await.status, StatusCode::OK, "the next session is nobody else's");

    shop.role("evening", &["orders.read", "jobs.act"]).await;
    view_as(&noura, "evening").await;
    assert_eq!(noura.get(TEAM).await.status, StatusCode::NOT_FOUND);
    sqlx::query("delete from staff_roles where name = 'evening'").execute(&shop.db).await.expect("removed");
    assert_eq!(noura.get(TEAM).await.status, StatusCode::OK);
}

/// A role can have rights that its viewer lacks: it gives none of them.
#[tokio::test]
async fn a_view_gives_no_right_that_the_member_lacks() {
    let shop = open().await;
    shop.role("team-lead", &["team.write", "orders.read"]).await;
    shop.role("all-but-team", &["orders.read", "settings.write", "audit.read"]).await;
    let lead = member(&shop, "team-lead").await;
    view_as(&lead, "all-but-team").await;
    assert_eq!(lead.get(&format!("{HOME}orders/")).await.status, StatusCode::OK);
    for page in ["settings/", "audit/", "team/"] {
        assert_eq!(lead.get(&format!("{HOME}{page}")).await.status, StatusCode::NOT_FOUND, "{page}");
    }
}
