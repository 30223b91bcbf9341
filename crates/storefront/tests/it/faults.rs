//! Behaviour during outages of the renderer, redis, the database and the disk.

use std::{
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use http::StatusCode;
use testkit::{Options, TestShop, redis_server::TestRedis};

fn kill_renderers(shop: &TestShop, signal: &str) {
    for id in shop.shop().renderer.process_ids() {
        Command::new("kill").args([signal, &id.to_string()]).status().expect("kill");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_every_renderer_killed_under_load_cached_pages_stay_and_carts_recover() {
    let shop =
        TestShop::open_with(Options { own_renderers: Some(2), rate_factor: 1_000, ..Options::default() })
            .await;
    let honey = shop.product("عسل").stock(1_000_000).make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.get(&honey.path).await;
    shopper.add(&honey.id, "1").await;

    let mut writes = 1;
    let stop = Arc::new(AtomicBool::new(false));
    let (pages, bad) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let load: Vec<_> = (0..4)
        .map(|_| {
            let (shopper, path) = (shop.shopper(), honey.path.clone());
            let (stop, pages, bad) = (stop.clone(), pages.clone(), bad.clone());
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    let answer = shopper.get(&path).await;
                    pages.fetch_add(1, Ordering::Relaxed);
                    bad.fetch_add(usize::from(answer.status != StatusCode::OK), Ordering::Relaxed);
                }
            })
        })
        .collect();

    // The best of three counts, so that load on the test machine does not fail the test.
    let mut recovery = Duration::MAX;
    for attempt in 1..=3 {
        kill_renderers(&shop, "-9");
        let killed = Instant::now();
        // The write succeeds at once; the regions follow when a renderer is back.
        let written = shopper.add(&honey.id, "1").await;
        assert_eq!(written.status, StatusCode::OK);
        writes += 1;
        loop {
            let answer = shopper.call("xoo_wsc_refresh_fragments", &[]).await;
            if answer.status == StatusCode::OK {
                assert!(answer.fragment("mini-cart").is_some_and(|html| html.contains("عسل")));
                break;
            }
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "attempt {attempt}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        recovery = recovery.min(killed.elapsed());
        if recovery < Duration::from_secs(2) {
            break;
        }
    }
    stop.store(true, Ordering::Relaxed);
    for task in load {
        task.await.expect("load task");
    }
    assert!(recovery < Duration::from_secs(2), "rendered again after {recovery:?}");
    assert_eq!(bad.load(Ordering::Relaxed), 0, "of {} pages", pages.load(Ordering::Relaxed));
    assert!(pages.load(Ordering::Relaxed) > 10);
    let held: i64 = sqlx::query_scalar("select quantity / 100000 from cart_lines")
        .fetch_one(&shop.db)
        .await
        .expect("line");
    assert_eq!(held, writes);
}

#[tokio::test]
async fn without_a_renderer_a_purged_page_is_served_stale_and_an_uncached_page_gets_503() {
    let shop = TestShop::open_with(Options { own_renderers: Some(1), ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let never_seen = shop.product("عود").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.get(&honey.path).await;
    let rows = edge::purge::record(&shop.db, &[format!("product:{}", honey.id)]).await.expect("purge");
    shop.shop().cache.purges().apply(rows, chrono::Utc::now());

    kill_renderers(&shop, "-STOP");

    let stale = shopper.get(&honey.path).await;
    assert_eq!(stale.status, StatusCode::OK);
    assert!(stale.text().contains("عسل"));
    let uncached = shopper.get(&never_seen.path).await;
    assert_eq!(uncached.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(uncached.header("retry-after"), "2");
    assert!(uncached.text().contains("المتجر متوقف مؤقتًا"));
    assert_eq!(shopper.get("/readyz").await.status, StatusCode::OK, "readiness does not depend on renderers");
}

#[tokio::test]
async fn without_redis_the_shop_works_and_rate_limits_still_hold() {
    let mut redis = TestRedis::start();
    let shop = TestShop::open_with(Options { redis_url: Some(redis.url()), ..Options::default() }).await;
    let honey = shop.product("عسل").stock(1_000).make(&shop.db).await;
    let shopper = shop.shopper();
    assert_eq!(shopper.add(&honey.id, "1").await.status, StatusCode::OK);

    redis.stop();
    for path in ["/ar/", honey.path.as_str(), "/ar/cart/"] {
        assert_eq!(shopper.get(path).await.status, StatusCode::OK, "{path}");
    }
    assert_eq!(shopper.add(&honey.id, "1").await.status, StatusCode::OK);
    assert_eq!(shopper.get("/readyz").await.status, StatusCode::OK);
    let mut limited = 0;
    for _ in 0..70 {
        limited += usize::from(shopper.add(&honey.id, "1").await.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(limited >= 5, "only {limited} of 70 were refused without redis");

    redis.start_again();
    let another = shop.shopper();
    assert_eq!(another.add(&honey.id, "1").await.status, StatusCode::OK);
    let cart = shopper.get("/ar/cart/").await;
    assert!(cart.text().contains("عسل"), "the cart was never in redis");
}

#[tokio::test]
async fn without_the_database_cached_pages_are_served_and_readiness_fails() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.get(&honey.path).await;
    assert_eq!(shopper.get("/readyz").await.status, StatusCode::OK);

    shop.shop().db.close().await;
    shop.shop().read_db.close().await;

    assert_eq!(shopper.get(&honey.path).await.status, StatusCode::OK);
    assert_eq!(shopper.get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(shopper.get("/healthz").await.status, StatusCode::OK);
    assert!(shopper.add(&honey.id, "1").await.status.is_server_error());
}

#[tokio::test]
async fn a_full_disk_fails_readiness_and_the_shop_still_sells() {
    // No disk is 100 % free.
    let shop = TestShop::open_with(Options { min_free_disk: 100, ..Options::default() }).await;
    let honey = shop.product("عسل").stock(3).make(&shop.db).await;
    let shopper = shop.shopper();

    let probe = shopper.get("/readyz").await;
    assert_eq!(probe.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(probe.text(), "disk\n");
    assert_eq!(shopper.get("/healthz").await.status, StatusCode::OK);
    assert_eq!(shopper.add(&honey.id, "1").await.status, StatusCode::OK);
}
