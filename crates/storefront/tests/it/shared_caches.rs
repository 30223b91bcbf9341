//! Caches in front of the shop are purged, and a visitor who has just written sees the change.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use http::StatusCode;
use testkit::{Options, TestShop};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

/// A cache that records the tags of its purges, and answers the first one with an error.
async fn cache() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("free port");
    let url = format!("http://{}", listener.local_addr().expect("local address"));
    let purged: Arc<Mutex<Vec<String>>> = Arc::default();
    let record = purged.clone();
    tokio::spawn(async move {
        let mut has_failed = false;
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 16_384];
            let length = stream.read(&mut request).await.unwrap_or(0);
            let request = String::from_utf8_lossy(&request[..length]).into_owned();
            assert!(request.starts_with("PURGE / HTTP/1.1\r\n"), "{request}");
            let tags = request.lines().find_map(|line| line.strip_prefix("xkey-purge: "));
            let status = if has_failed { "200 OK" } else { "503 Service Unavailable" };
            if has_failed {
                let mut purged = record.lock().expect("not poisoned");
                purged.extend(tags.unwrap_or_default().split(' ').map(str::to_owned));
            }
            has_failed = true;
            let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (url, purged)
}

#[tokio::test]
async fn a_shared_cache_is_purged_within_two_seconds_although_its_first_answer_is_an_error() {
    let (url, purged) = cache().await;
    let shop = TestShop::open_with(Options { edge_purge_urls: vec![url], ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let page = shop.shopper().get(&honey.path).await;
    assert_eq!(page.header("cache-control"), "public, max-age=0, s-maxage=600, stale-while-revalidate=60");
    let tag = format!("product:{}", honey.id);
    assert!(page.header("cache-tag").split(',').any(|one| one == tag));

    let since = Instant::now();
    edge::purge::record(&shop.db, std::slice::from_ref(&tag)).await.expect("purge");
    let times = || purged.lock().expect("not poisoned").iter().filter(|one| **one == tag).count();
    while times() < 1 {
        assert!(since.elapsed() < Duration::from_secs(2), "the cache was not purged");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    while times() < 2 {
        assert!(since.elapsed() < Duration::from_secs(8), "a page that was on its way stays in the cache");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// What nobody purges must not be kept.
#[tokio::test]
async fn without_a_purger_shared_caches_may_not_keep_a_page() {
    let shop = TestShop::open().await;
    let page = shop.shopper().get("/ar/").await;
    assert_eq!(page.header("cache-control"), "public, max-age=0, s-maxage=0");
}

/// A purged page that cannot be rendered again is still shown, but purged no second time.
#[tokio::test]
async fn a_shared_cache_may_not_keep_an_outdated_page() {
    let (url, _) = cache().await;
    let shop = TestShop::open_with(Options { edge_purge_urls: vec![url], ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.get(&honey.path).await;
    let rows = edge::purge::record(&shop.db, &[format!("product:{}", honey.id)]).await.expect("purge");
    shop.shop().cache.purges().apply(rows, chrono::Utc::now());
    shop.shop().read_db.close().await;
    let page = shopper.get(&honey.path).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("cache-control"), "public, max-age=0, s-maxage=0");
}

#[tokio::test]
async fn a_visitor_who_has_just_written_sees_the_change_on_every_server_at_once() {
    // Without Redis a server learns of a purge up to 0.7 seconds later.
    let unreachable = Some("redis://127.0.0.1:1/0".to_owned());
    let mut shop = TestShop::open_with(Options { redis_url: unreachable, ..Options::default() }).await;
    let honey = shop.product("عسل 0").make(&shop.db).await;
    let other = shop.open_another().await;
    let (here, there) = (shop.shopper(), shop.shopper_at(other));
    for round in 1..=4 {
        for shopper in [&here, &there] {
            shopper.get(&honey.path).await;
        }
        let name = format!("عسل {round}");
        sqlx::query("update products set name = $2 where id = $1::bigint")
            .bind(honey.id.parse::<i64>().expect("id"))
            .bind(&name)
            .execute(&shop.db)
            .await
            .expect("update");
        edge::purge::record(&shop.db, &[format!("product:{}", honey.id)]).await.expect("purge");
        for shopper in [&here, &there] {
            let page = shopper.get_with(&honey.path, &[("cookie", "__Host-wrote=1")]).await;
            assert!(page.text().contains(&name), "round {round}");
        }
    }
}
