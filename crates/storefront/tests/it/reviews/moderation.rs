//! The staff's queue, and figures that follow every change.

use super::*;
use crate::orders::staff_in;

pub(super) const QUEUE: &str = "/ar/wp-admin/reviews/";

/// The nonce of the queue's forms; there is no form while nothing was written.
pub(super) async fn nonce(staff: &Shopper) -> String {
    for state in ["held", "published", "refused"] {
        let page = staff.get(&format!("{QUEUE}?state={state}")).await.text();
        let found = page.split("name=\"nonce\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        if let Some(found) = found {
            return found.to_owned();
        }
    }
    panic!("no form");
}

pub(super) async fn change_all(staff: &Shopper, reviews: &[i64], action: &str, text: &str) -> TestResponse {
    let nonce = nonce(staff).await;
    let items: Vec<String> = reviews.iter().map(|review| format!("review:{review}")).collect();
    let items = items.iter().map(|item| ("item[]", item.as_str()));
    let rest = [("do", action), ("text", text), ("nonce", nonce.as_str())];
    staff.post(QUEUE, &items.chain(rest).collect::<Vec<_>>()).await
}

pub(super) async fn change(staff: &Shopper, review: i64, action: &str, text: &str) -> TestResponse {
    change_all(staff, &[review], action, text).await
}

/// The decision that the answer leads to.
pub(super) fn act(answer: &TestResponse) -> String {
    let (_, act) = answer.location().split_once("act=").unwrap_or_else(|| panic!("{}", answer.location()));
    act.to_owned()
}

pub(super) async fn undo(staff: &Shopper, act: &str) -> TestResponse {
    let nonce = nonce(staff).await;
    staff.post(QUEUE, &[("do", "undo"), ("act", act), ("nonce", nonce.as_str())]).await
}

pub(super) async fn state_of(shop: &TestShop, review: i64) -> (String, String) {
    sqlx::query_as("select state, reason from reviews where id = $1")
        .bind(review)
        .fetch_one(&shop.db)
        .await
        .expect("a review")
}

async fn audited(shop: &TestShop) -> Vec<(String, String)> {
    sqlx::query_as("select action, subject from audit_log where action like 'moderate%' order by seq")
        .fetch_all(&shop.db)
        .await
        .expect("the audit log")
}

#[tokio::test]
async fn staff_publish_refuse_and_reply_and_everything_is_recorded() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let id = TestReview::of(&honey, 5, "رأي ينتظر").hold(&shop).await;
    let spam = TestReview::of(&honey, 1, "رأي مزعج").hold(&shop).await;
    sqlx::query("update reviews set signals = '{link}' where id = $1")
        .bind(spam)
        .execute(&shop.db)
        .await
        .expect("signal");
    let noura = staff_in(&shop, "noura@example.com").await;

    let queue = noura.get(QUEUE).await.text();
    for expected in ["رأي ينتظر", "رأي مزعج", "فيه رابط", "@example.com"] {
        assert!(queue.contains(expected), "{expected}");
    }
    let published = change(&noura, id, "publish", "").await;
    assert!(published.location().starts_with("/ar/wp-admin/reviews/?state=held&act="));
    assert!(noura.get(published.location()).await.text().contains("نُشرت مشاركة واحدة."));
    assert_eq!(
        change(&noura, id, "publish", "").await.location(),
        "/ar/wp-admin/reviews/?state=held&notice=not-changed"
    );
    assert_eq!(
        change(&noura, id, "reply", "شكرًا لك يا سلمى").await.location(),
        "/ar/wp-admin/reviews/?state=held&notice=replied"
    );
    act(&change(&noura, spam, "refuse", "spam").await);
    assert_eq!(change(&noura, spam, "refuse", "because").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(change(&noura, spam, "delete", "").await.status, StatusCode::BAD_REQUEST);
    assert_figures(&shop).await;
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    let page = shop.shopper().get(&honey.path).await.text();
    assert!(page.contains("رأي ينتظر") && page.contains("شكرًا لك يا سلمى") && !page.contains("رأي مزعج"));

    let expected = [
        ("moderate".to_owned(), format!("review:{id} published ")),
        ("moderate-reply".to_owned(), format!("review:{id}")),
        ("moderate".to_owned(), format!("review:{spam} refused spam")),
    ];
    assert_eq!(audited(&shop).await, expected);

    // A published review can be taken back.
    change(&noura, id, "refuse", "false").await;
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    assert!(!shop.shopper().get(&honey.path).await.text().contains("رأي ينتظر"));
    assert_figures(&shop).await;
}

#[tokio::test]
async fn a_review_is_announced_once_when_staff_publish_it() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    sqlx::query(
        "insert into event_endpoints (url, secret, kinds, created_at)
         values ('https://shop.example/hook', 'secret', '{review.published}', now())",
    )
    .execute(&shop.db)
    .await
    .expect("an endpoint");
    let events = async || -> Vec<(serde_json::Value,)> {
        let found = sqlx::query_as("select payload from shop_events where kind = 'review.published'");
        found.fetch_all(&shop.db).await.expect("events")
    };
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let id = TestReview::of(&honey, 4, "رأي ينتظر").hold(&shop).await;
    let other = TestReview::of(&honey, 1, "رأي آخر").hold(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    assert_eq!(events().await, [], "a held review is nobody's business");
    let published = change(&noura, id, "publish", "").await;
    change(&noura, other, "refuse", "مكرر").await;
    let expected = json!({ "id": id.to_string(), "productId": honey.id, "rating": 4, "isVerified": false });
    assert_eq!(events().await, [(expected.clone(),)]);
    undo(&noura, &act(&published)).await;
    assert_eq!(state_of(&shop, id).await.0, "held");
    change(&noura, id, "publish", "").await;
    assert_eq!(events().await, [(expected,)], "the second publication is the same event");
}

#[tokio::test]
async fn several_reviews_are_decided_at_once_and_restored_by_one_undo() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(TestReview::of(&honey, 4, &format!("رأي العدد {number}")).hold(&shop).await);
    }
    set_state(&shop, ids[3], ReviewState::Published).await;
    let noura = staff_in(&shop, "noura@example.com").await;

    let refused = change_all(&noura, &ids, "refuse", "spam").await;
    let page = noura.get(refused.location()).await.text();
    assert!(kernel::text::without_isolates(&page).contains("رُفضت 4 مشاركات."));
    for &id in &ids {
        assert_eq!(state_of(&shop, id).await, ("refused".to_owned(), "spam".to_owned()));
    }
    assert_figures(&shop).await;
    // A colleague decides otherwise about one of them before the undo.
    set_state(&shop, ids[0], ReviewState::Published).await;

    let undone = undo(&noura, &act(&refused)).await;
    assert_eq!(undone.location(), "/ar/wp-admin/reviews/?state=held&notice=undone&left=1");
    let states = ["published", "held", "held", "published"];
    for (&id, state) in ids.iter().zip(states) {
        assert_eq!(state_of(&shop, id).await.0, state, "review {id}");
    }
    assert_figures(&shop).await;
    let log = audited(&shop).await;
    assert_eq!(log.iter().filter(|(action, _)| action == "moderate").count(), 4);
    let undone: Vec<_> = log.into_iter().filter(|(action, _)| action == "moderate-undo").collect();
    let line = |id: i64, state: &str| ("moderate-undo".to_owned(), format!("review:{id} {state}"));
    assert_eq!(undone, [line(ids[1], "held"), line(ids[2], "held"), line(ids[3], "published")]);
}

#[tokio::test]
async fn a_decision_is_undone_once_within_thirty_days_by_whoever_may_moderate() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let options = Options { clock: clock.clone(), rate_factor: 100, ..Options::default() };
    let shop = TestShop::open_with(options).await;
    shop.staff("noura@example.com", false).await;
    shop.staff("badr@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let id = TestReview::of(&honey, 5, "رأي ينتظر").hold(&shop).await;
    let not_undone = "/ar/wp-admin/reviews/?state=held&notice=not-undone";
    let acts = "/ar/wp-admin/reviews/acts/";

    let noura = staff_in(&shop, "noura@example.com").await;
    let first = act(&change(&noura, id, "publish", "").await);
    clock.advance(chrono::TimeDelta::days(29));
    // Nobody stays signed in for so long.
    let badr = staff_in(&shop, "badr@example.com").await;
    assert!(badr.get(acts).await.text().contains(&format!("name=\"act\" value=\"{first}\"")));
    assert!(undo(&badr, &first).await.location().ends_with("notice=undone"));
    assert_eq!(state_of(&shop, id).await.0, "held");
    assert_eq!(undo(&badr, &first).await.location(), not_undone, "only once");
    assert!(!badr.get(acts).await.text().contains("name=\"act\""));

    let second = act(&change(&badr, id, "refuse", "off-topic").await);
    let page = format!("{QUEUE}?state=refused&act={second}");
    assert!(badr.get(&page).await.text().contains("value=\"undo\""));
    clock.advance(chrono::TimeDelta::days(30));
    let badr = staff_in(&shop, "badr@example.com").await;
    assert!(!badr.get(&page).await.text().contains("value=\"undo\""));
    assert_eq!(undo(&badr, &second).await.location(), not_undone, "thirty days have passed");
    assert_eq!(state_of(&shop, id).await, ("refused".to_owned(), "off-topic".to_owned()));
}

#[tokio::test]
async fn the_queue_is_paged_oldest_first() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for number in 0..25 {
        TestReview::of(&honey, 4, &format!("رأي العدد {number:02}")).hold(&shop).await;
    }
    let noura = staff_in(&shop, "noura@example.com").await;
    let first = noura.get(QUEUE).await.text();
    assert!(first.contains("رأي العدد 00") && first.contains("رأي العدد 19"));
    assert!(!first.contains("رأي العدد 20"));
    let next =
        first.split("&amp;after=").nth(1).and_then(|rest| rest.split('"').next()).expect("a next page");
    let second = noura.get(&format!("{QUEUE}?state=held&after={next}")).await.text();
    assert!(second.contains("رأي العدد 20") && second.contains("رأي العدد 24"));
    assert!(!second.contains("رأي العدد 19") && !second.contains("&amp;after="));
}

#[tokio::test]
async fn nobody_but_staff_sees_the_queue() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let id = TestReview::of(&honey, 5, "رأي ينتظر").hold(&shop).await;
    let id = format!("review:{id}");
    for shopper in [shop.shopper(), shop.signed_in("salma@example.com").await] {
        assert_eq!(shopper.get(QUEUE).await.status, StatusCode::NOT_FOUND);
        let posted = shopper.post(QUEUE, &[("item[]", id.as_str()), ("do", "publish"), ("nonce", "x")]).await;
        assert_eq!(posted.status, StatusCode::NOT_FOUND);
    }
    shop.staff("noura@example.com", false).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    let without_nonce = noura.post(QUEUE, &[("item[]", id.as_str()), ("do", "publish")]).await;
    assert_eq!(without_nonce.status, StatusCode::FORBIDDEN);
    assert_eq!(count(&shop, "state = 'published'").await, 0);
}

/// Figures never drift: a long random sequence of changes, several at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_are_exact_after_any_sequence_of_concurrent_changes() {
    let shop = open().await;
    let products = [shop.product("أ").make(&shop.db).await, shop.product("ب").make(&shop.db).await];
    let tags: Vec<i64> =
        sqlx::query_scalar("insert into review_tags (label) values ('x'), ('y') returning id")
            .fetch_all(&shop.db)
            .await
            .expect("tags");
    let mut ids = Vec::new();
    for number in 0..30_i16 {
        let review = match number % 3 {
            0 => TestReview::of_shop(number % 5 + 1, "عن المتجر"),
            other => TestReview::of(
                &products[usize::try_from(other - 1).expect("index")],
                number % 5 + 1,
                "عن المنتج",
            ),
        };
        let id = review.hold(&shop).await;
        sqlx::query("update reviews set media_count = $2 where id = $1")
            .bind(id)
            .bind(number % 4)
            .execute(&shop.db)
            .await
            .expect("media");
        let tag = tags[usize::try_from(number % 2).expect("index")];
        sqlx::query("insert into review_tag_links (review_id, tag_id, product_id) select id, $2, product_id from reviews where id = $1")
            .bind(id)
            .bind(tag)
            .execute(&shop.db)
            .await
            .expect("tag");
        ids.push(id);
    }
    let tasks = (0..4_u64).map(|task| {
        let (db, ids, now) = (shop.db.clone(), ids.clone(), shop.clock().now());
        tokio::spawn(async move {
            let mut seed = task + 1;
            for _ in 0..60 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let id = ids[usize::try_from(seed >> 33).expect("index") % ids.len()];
                let state = [ReviewState::Published, ReviewState::Refused, ReviewState::Held]
                    [usize::try_from(seed >> 60).expect("index") % 3];
                let mut tx = db.begin().await.expect("a transaction");
                ::reviews::service::change_state(&mut tx, id, state, "", now).await.expect("no deadlock");
                tx.commit().await.expect("committed");
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("the changes");
    }
    assert_figures(&shop).await;
}

#[tokio::test]
async fn an_erased_customer_is_forgotten_in_reviews() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (salma, _) = buyer(&shop, &honey, "salma@example.com").await;
    action(&salma, "cr_submit_review", &guest_form(&honey.id, "salma@example.com")).await;
    sqlx::query("update orders set state = 'completed'").execute(&shop.db).await.expect("orders");
    sqlx::query("delete from customers").execute(&shop.db).await.expect("erased");
    let (name, email, visitor): (String, Option<String>, Option<Vec<u8>>) =
        sqlx::query_as("select name, email, visitor from reviews")
            .fetch_one(&shop.db)
            .await
            .expect("a review");
    assert_eq!((name.as_str(), email, visitor), ("عميل", None, None));
    assert_figures(&shop).await;
}

/// Public pages are rendered by a role that cannot read addresses.
#[tokio::test]
async fn the_role_of_public_pages_cannot_read_who_wrote_a_review() {
    let shop = open().await;
    let url = shop.database().url("READ_").expect("url");
    let db = storefront::server::database::pool(&url, 1, "test").expect("pool");
    for column in ["email", "visitor", "address", "customer_id", "order_id", "signals", "reason"] {
        let sql = sqlx::AssertSqlSafe(format!("select {column} from reviews"));
        let refused = sqlx::query(sql).execute(&db).await.expect_err(column);
        let code = refused.as_database_error().and_then(|error| error.code()).map(|code| code.into_owned());
        assert_eq!(code.as_deref(), Some("42501"), "{column}");
    }
    for table in ["review_votes", "review_invitations", "review_confirmations"] {
        let sql = sqlx::AssertSqlSafe(format!("select from {table}"));
        assert!(sqlx::query(sql).execute(&db).await.is_err(), "{table}");
    }
}
