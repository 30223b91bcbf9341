//! Publishing by the clock, and exactly what a change purges.

use kernel::Clock;

use super::*;

fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000, 0).expect("a time")
}

/// [D13] Within a second of its moment, on two servers that both have a copy, and no job runs.
#[tokio::test]
async fn a_version_starts_and_ends_by_the_clock_and_the_copy_ends_with_it() {
    let clock = Clock::manual(start());
    let mut shop =
        TestShop::open_with(Options { clock: clock.clone(), rate_factor: 100, ..Options::default() }).await;
    let other = shop.open_another().await;
    let id =
        put(&shop, &draft(ItemKind::Page, "offer", "عرض اليوم", vec![text("<p>x</p>")]), Some(start())).await;
    sqlx::query(
        "insert into content_versions (item_id, valid_from, title, saved_at) values ($1, $2, 'عرض الغد', $3)",
    )
    .bind(id)
    .bind(start() + TimeDelta::minutes(5))
    .bind(start())
    .execute(&shop.db)
    .await
    .expect("a version");
    let guests = [shop.shopper(), shop.shopper_at(other)];
    let mut copies = Vec::new();
    for guest in &guests {
        let today = guest.get("/ar/offer/").await;
        assert!(today.text().contains("عرض اليوم"));
        copies.push(today.header("etag").to_owned());
    }
    clock.advance(TimeDelta::minutes(5) - TimeDelta::seconds(1));
    for (guest, copy) in guests.iter().zip(&copies) {
        let still = guest.get("/ar/offer/").await;
        assert_eq!(still.header("etag"), copy, "the copy is used until the next version starts");
    }
    clock.advance(TimeDelta::seconds(2));
    for guest in &guests {
        assert!(
            guest.get("/ar/offer/").await.text().contains("عرض الغد"),
            "without a job and without a purge"
        );
    }
}

#[tokio::test]
async fn a_post_appears_in_the_blog_and_the_feed_when_its_time_comes() {
    let clock = Clock::manual(start());
    let shop =
        TestShop::open_with(Options { clock: clock.clone(), rate_factor: 100, ..Options::default() }).await;
    post(&shop, "first", "المقالة الأولى").await;
    put(
        &shop,
        &draft(ItemKind::Post, "second", "المقالة الثانية", Vec::new()),
        Some(start() + TimeDelta::minutes(2)),
    )
    .await;
    let guest = shop.shopper();
    assert!(!guest.get("/ar/blog/").await.text().contains("المقالة الثانية"));
    assert!(!guest.get("/ar/feed/").await.text().contains("المقالة الثانية"));
    assert_eq!(guest.get("/ar/second/").await.status, StatusCode::NOT_FOUND);
    clock.advance(TimeDelta::seconds(121));
    assert!(guest.get("/ar/blog/").await.text().contains("المقالة الثانية"));
    assert!(guest.get("/ar/feed/").await.text().contains("المقالة الثانية"));
    assert_eq!(guest.get("/ar/second/").await.status, StatusCode::OK);
}

/// A page is rendered once, and a change of another page or of another post's comments leaves its copy alone.
#[tokio::test]
async fn a_change_purges_exactly_what_shows_it() {
    let shop = open().await;
    let (about, coffee) =
        (page(&shop, "about", "حكاية", "<p>x</p>").await, post(&shop, "coffee", "قهوة").await);
    let honey = post(&shop, "honey", "عسل").await;
    let guest = shop.shopper();
    let tags = |page: &TestResponse| -> Vec<String> {
        page.header("cache-tag").split([' ', ',']).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
    };
    let own = [format!("content:{coffee}"), format!("comments:{coffee}")];
    let coffee_tags = tags(&guest.get("/ar/coffee/").await);
    assert!(own.iter().all(|tag| coffee_tags.contains(tag)), "{coffee_tags:?}");
    for other in [
        format!("content:{about}"),
        format!("comments:{honey}"),
        "posts".to_owned(),
        "content-search".to_owned(),
    ] {
        assert!(!coffee_tags.contains(&other), "{other}");
    }
    let blog_tags = tags(&guest.get("/ar/blog/").await);
    assert!(
        blog_tags.contains(&"posts".to_owned()) && !blog_tags.iter().any(|tag| tag.starts_with("comments:"))
    );
    let etag = guest.get("/ar/honey/").await.header("etag").to_owned();
    comment(&shop, coffee, None, "غادة", "وصفة جميلة").await;
    purge(&shop, &format!("comments:{coffee}")).await;
    assert!(guest.get("/ar/coffee/").await.text().contains("وصفة جميلة"));
    assert_eq!(guest.get("/ar/honey/").await.header("etag"), etag);
}

/// Comments are most of such a post, and change less often than what else purges it.
#[tokio::test]
async fn the_comments_of_a_post_are_rendered_once_for_many_cold_pages() {
    let shop = open().await;
    let coffee = post(&shop, "coffee", "القهوة").await;
    let first = comment(&shop, coffee, None, "غادة", "هل ينفع الزعفران؟").await;
    // Of this thread, on which the whole shop of the test runs.
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let calls = |path: &str| {
        let start = format!("matjar_render_seconds_count{{path=\"{path}\"}} ");
        let metrics = handle.render();
        let count = metrics.lines().find_map(|line| line.strip_prefix(&start));
        count.map_or(0, |count| count.parse::<u64>().expect("a number"))
    };
    let guest = shop.shopper();

    let html = guest.get("/ar/coffee/").await.text();
    assert!(html.contains("هل ينفع الزعفران؟") && !html.contains("held-slot"));
    assert_eq!((calls("/page"), calls("/regions")), (1, 1));

    purge(&shop, &format!("content:{coffee}")).await;
    assert!(guest.get("/ar/coffee/").await.text().contains("هل ينفع الزعفران؟"));
    assert_eq!((calls("/page"), calls("/regions")), (2, 1), "the page alone is rendered again");

    comment(&shop, coffee, Some(first), "تركي", "ينفع").await;
    purge(&shop, &format!("comments:{coffee}")).await;
    let html = guest.get("/ar/coffee/").await.text();
    assert!(html.contains("هل ينفع الزعفران؟") && html.contains(">ينفع</p>"), "the new comment too");
    assert_eq!((calls("/page"), calls("/regions")), (3, 2));

    // The form is below a comment: the thread is rendered with the page.
    let answering = guest.get(&format!("/ar/coffee/?replytocom={first}")).await.text();
    assert!(answering.contains(">ينفع</p>") && !answering.contains("held-slot"));
    assert_eq!((calls("/page"), calls("/regions")), (4, 2));

    // An answer for one visitor: the refused form, with the comments above it.
    let refused =
        guest.post(COMMENT, &[("comment_post_ID", coffee.to_string().as_str()), ("comment", "")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains(">ينفع</p>") && !refused.text().contains("held-slot"));
    assert_eq!(calls("/regions"), 2);
}
