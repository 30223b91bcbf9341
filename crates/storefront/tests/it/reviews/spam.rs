//! Spam in one act with its copies, its undo, and what the queue tells about a writer.

use super::{
    moderation::{QUEUE, act, change, change_all, nonce, state_of, undo},
    *,
};
use crate::orders::staff_in;

const AD: &str = "زوروا متجرنا للحصول على أرخص أنواع العسل";

/// Held reviews: every second one has the same text, the others and the first come from one network.
async fn flood(shop: &TestShop, product: &TestProduct, count: i32) -> Vec<i64> {
    sqlx::query_scalar(
        "insert into reviews (product_id, rating, text, name, email, signals, visitor, address, created_at)
         select $1, 5, case when n % 2 = 0 then $2::text || ' ' || n else 'رأي آخر رقم ' || n end, 'زائر',
             'flood' || n || '@example.com', '{link}', decode(md5(n::text), 'hex'),
             case when n % 2 = 0 and n > 0 then '10.1.' || n / 250 || '.' || n % 250 else '10.9.9.9' end, $3
         from generate_series(0, $4 - 1) n order by n returning id",
    )
    .bind(product.id.parse::<i64>().expect("an id"))
    .bind(AD)
    .bind(shop.clock().now())
    .bind(count)
    .fetch_all(&shop.db)
    .await
    .expect("reviews")
}

/// A held question from the session of a review.
async fn question_of(shop: &TestShop, product: &TestProduct, review: i64) -> i64 {
    sqlx::query_scalar(
        "insert into questions (product_id, text, name, email, visitor, address, created_at)
         select $1, 'هل عندكم عروض؟', 'زائر', 'other@example.com', visitor, '10.7.7.7', created_at
         from reviews where id = $2 returning id",
    )
    .bind(product.id.parse::<i64>().expect("an id"))
    .bind(review)
    .fetch_one(&shop.db)
    .await
    .expect("a question")
}

async fn spam(shop: &TestShop, staff: &Shopper, review: i64) -> TestResponse {
    let (nonce, item) = (nonce(staff).await, format!("review:{review}"));
    let seen = shop.clock().now().timestamp_micros().to_string();
    let fields =
        [("item[]", item.as_str()), ("do", "spam"), ("seen", seen.as_str()), ("nonce", nonce.as_str())];
    staff.post(QUEUE, &fields).await
}

async fn question_state(shop: &TestShop, question: i64) -> String {
    sqlx::query_scalar("select state from questions where id = $1")
        .bind(question)
        .fetch_one(&shop.db)
        .await
        .expect("a state")
}

/// The tags that were purged after a row of the log, each once.
async fn purged_after(shop: &TestShop, last: i64) -> Vec<String> {
    sqlx::query_scalar("select distinct tag from cache_purges where id > $1 order by tag")
        .bind(last)
        .fetch_all(&shop.db)
        .await
        .expect("purges")
}

async fn last_purge(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select coalesce(max(id), 0) from cache_purges")
        .fetch_one(&shop.db)
        .await
        .expect("an id")
}

fn plain(page: &TestResponse) -> String {
    kernel::text::without_isolates(&page.visible_text())
}

/// [D37] [D19]
#[tokio::test]
async fn a_flood_of_500_reviews_is_refused_in_one_act_and_restored_in_one_undo() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    shop.staff("badr@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let coffee = shop.product("بن حراز").make(&shop.db).await;
    let ids = flood(&shop, &honey, 500).await;
    for &id in &ids[1..21] {
        set_state(&shop, id, ReviewState::Published).await;
    }
    let question = question_of(&shop, &honey, ids[0]).await;
    // A buyer in the same network, and a stranger elsewhere: neither is a copy.
    let buyer = TestReview { is_verified: true, ..TestReview::of(&honey, 4, "وصل في يومين") };
    let buyer = buyer.by("سلمى").hold(&shop).await;
    sqlx::query("update reviews set address = '10.9.9.9' where id = $1")
        .bind(buyer)
        .execute(&shop.db)
        .await
        .expect("a network");
    let stranger = TestReview::of(&coffee, 5, "قهوة طازجة ورائحتها جميلة").publish(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    let badr = staff_in(&shop, "badr@example.com").await;

    let queue = plain(&noura.get(&format!("{QUEUE}?kind=review&state=held")).await);
    for words in ["مزعج، ومعه 500 مشاركة", "النص نفسه في 249 مشاركة أخرى", "للمرسل نفسه 251 مشاركة أخرى"]
    {
        assert!(queue.contains(words), "{words}: {queue}");
    }
    let listed = plain(&noura.get(&format!("{QUEUE}spam/?item=review:{}", ids[0])).await);
    for words in ["النص نفسه", "المرسل نفسه", "منشورة", "لا تظهر هنا"] {
        assert!(listed.contains(words), "{words}");
    }
    assert!(!listed.contains("وصل في يومين") && !listed.contains("قهوة طازجة"));

    let before = last_purge(&shop).await;
    let refused = spam(&shop, &noura, ids[0]).await;
    assert!(plain(&noura.get(refused.location()).await).contains("رُفضت 501 مشاركة مزعجة."));
    assert_eq!(count(&shop, "state = 'refused' and reason = 'spam'").await, 500);
    assert_eq!(question_state(&shop, question).await, "refused");
    assert_eq!(state_of(&shop, buyer).await.0, "held");
    assert_eq!(state_of(&shop, stranger).await.0, "published");
    assert_figures(&shop).await;
    let purged = purged_after(&shop, before).await;
    assert!(purged.iter().any(|tag| tag.ends_with(&honey.id)), "{purged:?}");
    assert!(!purged.iter().any(|tag| tag.ends_with(&coffee.id) || tag == "settings"), "{purged:?}");

    // A colleague decides about three of them before the undo: one is back and refused for another reason.
    change_all(&badr, &[ids[5], ids[7]], "publish", "").await;
    change(&badr, ids[5], "refuse", "off-topic").await;
    change(&badr, ids[9], "hold", "").await;
    let between = last_purge(&shop).await;
    let undone = undo(&noura, &act(&refused)).await;
    assert!(undone.location().ends_with("notice=undone&left=3"), "{}", undone.location());
    assert_eq!(state_of(&shop, ids[0]).await.0, "held");
    assert_eq!(state_of(&shop, ids[1]).await.0, "published");
    assert_eq!(state_of(&shop, ids[5]).await, ("refused".to_owned(), "off-topic".to_owned()));
    assert_eq!(state_of(&shop, ids[7]).await.0, "published");
    assert_eq!(state_of(&shop, ids[9]).await.0, "held");
    assert_eq!(count(&shop, "state = 'refused'").await, 1);
    assert_eq!(question_state(&shop, question).await, "held");
    assert_figures(&shop).await;
    assert_eq!(purged_after(&shop, between).await, purged, "the same pages");

    // [D36] One line for each, with before and after.
    let lines: Vec<(Option<String>, Option<String>)> = sqlx::query_as(
        "select before, after from audit_log where action = 'moderate' and subject = $1 order by seq",
    )
    .bind(format!("review:{} refused spam", ids[1]))
    .fetch_all(&shop.db)
    .await
    .expect("the audit log");
    assert_eq!(lines, [(Some("published".to_owned()), Some("refused spam".to_owned()))]);
}

#[tokio::test]
async fn an_act_takes_nothing_that_was_written_after_the_page_was_seen() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let options = Options { clock: clock.clone(), rate_factor: 100, ..Options::default() };
    let shop = TestShop::open_with(options).await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let ids = flood(&shop, &honey, 3).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    let seen = clock.now().timestamp_micros().to_string();
    clock.advance(chrono::TimeDelta::minutes(1));
    let later = question_of(&shop, &honey, ids[0]).await;
    sqlx::query("update questions set created_at = $1")
        .bind(clock.now())
        .execute(&shop.db)
        .await
        .expect("a time");
    let (nonce, item) = (nonce(&noura).await, format!("review:{}", ids[0]));
    let fields =
        [("item[]", item.as_str()), ("do", "spam"), ("seen", seen.as_str()), ("nonce", nonce.as_str())];
    act(&noura.post(QUEUE, &fields).await);
    assert_eq!(count(&shop, "state = 'refused'").await, 3);
    assert_eq!(question_state(&shop, later).await, "held");
    // Without the time there is no act.
    let fields = [("item[]", item.as_str()), ("do", "spam"), ("nonce", nonce.as_str())];
    assert_eq!(noura.post(QUEUE, &fields).await.status, StatusCode::BAD_REQUEST);
    // Nor with one that the database does not have.
    let odd = [("seen", "-210866803200000001")];
    let all: Vec<_> = fields.into_iter().chain(odd).collect();
    assert_eq!(noura.post(QUEUE, &all).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn the_queue_is_searched_and_filtered() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let broken = TestReview::of(&honey, 1, "وصلت العلبة مكسورة").hold(&shop).await;
    let buyer = TestReview { is_verified: true, ..TestReview::of(&honey, 5, "طعمه أصيل") }.hold(&shop).await;
    let link = TestReview::of(&honey, 5, "زوروا موقعنا").hold(&shop).await;
    sqlx::query("update reviews set signals = '{link}' where id = $1")
        .bind(link)
        .execute(&shop.db)
        .await
        .expect("a signal");
    let noura = staff_in(&shop, "noura@example.com").await;
    let found = async |query: &str| {
        let page = noura.get(&format!("{QUEUE}?state=held&{query}")).await.text();
        let has = |id: &i64| page.contains(&format!("data-queue-item=\"review:{id}\""));
        [broken, buyer, link].into_iter().filter(has).collect::<Vec<_>>()
    };
    assert_eq!(found("s=العلبه").await, [broken], "another spelling");
    assert_eq!(found("s=hgugfi").await, [broken], "the other keyboard layout");
    assert_eq!(found("rating=5").await, [buyer, link]);
    assert_eq!(found("rating=٥&mark=verified").await, [buyer]);
    assert_eq!(found("mark=link").await, [link]);
    assert_eq!(found("kind=question").await, [] as [i64; 0]);
    assert_eq!(found("rating=nine&mark=nonsense").await.len(), 3);
    let page = noura.get(&format!("{QUEUE}?state=held&s=كوب")).await;
    assert!(page.visible_text().contains("لا نتائج بهذه التصفية."));
    // Every form returns to the part that it was sent from.
    let nonce = nonce(&noura).await;
    let item = format!("review:{link}");
    let fields = [("item[]", item.as_str()), ("do", "publish"), ("nonce", nonce.as_str()), ("mark", "link")];
    let answer = noura.post(QUEUE, &fields).await;
    assert!(answer.location().starts_with(&format!("{QUEUE}?state=held&mark=link&act=")));
}

/// A filtered page ends after some rows; the next one goes on where it ended.
#[tokio::test]
async fn a_filtered_part_has_pages_and_loses_nothing() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let ids = flood(&shop, &honey, 1_300).await;
    let last = ids[1_299];
    sqlx::query("update reviews set rating = 2 where id = $1 or id = $2")
        .bind(ids[3])
        .bind(last)
        .execute(&shop.db)
        .await
        .expect("a rating");
    let noura = staff_in(&shop, "noura@example.com").await;
    let first = noura.get(&format!("{QUEUE}?kind=review&state=held&rating=2")).await.text();
    let has = |page: &str, id: i64| page.contains(&format!("data-queue-item=\"review:{id}\""));
    assert!(has(&first, ids[3]) && !has(&first, last));
    let next =
        first.split("&amp;after=").nth(1).and_then(|rest| rest.split('"').next()).expect("a next page");
    let second = noura.get(&format!("{QUEUE}?kind=review&state=held&rating=2&after={next}")).await.text();
    assert!(has(&second, last) && !has(&second, ids[3]) && !second.contains("&amp;after="));
}

#[tokio::test]
async fn a_member_without_the_right_moderates_without_addresses_of_customers() {
    let shop = open().await;
    shop.staff_with_role("writer@example.com", "content").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let id = TestReview::of(&honey, 5, "رأي ينتظر").hold(&shop).await;
    sqlx::query("update reviews set email = 'hind@secret.example'")
        .execute(&shop.db)
        .await
        .expect("an email");
    let writer = staff_in(&shop, "writer@example.com").await;
    for path in [QUEUE.to_owned(), format!("{QUEUE}spam/?item=review:{id}"), format!("{QUEUE}acts/")] {
        let page = writer.get(&path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(!page.text().contains("secret.example"), "{path}");
    }
    let item = format!("data-queue-item=\"review:{id}\"");
    assert!(writer.get(QUEUE).await.text().contains(&item));
    let found = writer.get(&format!("{QUEUE}?state=held&s=hind@secret")).await.text();
    assert!(!found.contains(&item), "a search would tell what the page hides");
    // The same view as JSON.
    let view = writer.get_with(QUEUE, &[("accept", "application/json")]).await;
    assert!(view.text().contains("رأي ينتظر") && !view.text().contains("secret.example"));
    act(&change(&writer, id, "publish", "").await);
    // Others do not learn that the pages exist.
    shop.staff_with_role("packer@example.com", "fulfilment").await;
    let packer = staff_in(&shop, "packer@example.com").await;
    for path in [QUEUE.to_owned(), format!("{QUEUE}spam/?item=review:{id}"), format!("{QUEUE}acts/")] {
        assert_eq!(packer.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_review_is_published_together_with_its_reply_and_held_again() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let id = TestReview::of(&honey, 2, "وصل متأخرًا").hold(&shop).await;
    let noura = staff_in(&shop, "noura@example.com").await;
    act(&change(&noura, id, "publish-reply", "نعتذر عن التأخير.").await);
    let reply: String = sqlx::query_scalar("select reply from reviews where id = $1")
        .bind(id)
        .fetch_one(&shop.db)
        .await
        .expect("a reply");
    assert_eq!((state_of(&shop, id).await.0.as_str(), reply.as_str()), ("published", "نعتذر عن التأخير."));
    let held = change(&noura, id, "hold", "").await;
    assert!(noura.get(held.location()).await.text().contains("عادت مشاركة واحدة إلى الانتظار."));
    assert_eq!(state_of(&shop, id).await.0, "held");
    assert_figures(&shop).await;
}
