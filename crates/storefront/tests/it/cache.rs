//! The page cache: shared renderings, compression, purges and stale copies.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use edge::{AppError, Endpoint, Policy};
use http::StatusCode;
use testkit::{Options, Shopper, TestShop};

async fn rename(shop: &TestShop, id: &str, name: &str) {
    let mut tx = shop.db.begin().await.expect("begin");
    sqlx::query("update products set name = $2 where id = $1::bigint")
        .bind(id.parse::<i64>().expect("id"))
        .bind(name)
        .execute(&mut *tx)
        .await
        .expect("update");
    let rows = edge::purge::record(&mut *tx, &[format!("product:{id}")]).await.expect("purge");
    tx.commit().await.expect("commit");
    edge::purge::announce(&shop.shop().redis, &rows).await;
}

/// Polls a page until it contains `text` and returns the time it took.
async fn time_until(shopper: &Shopper, path: &str, text: &str) -> Duration {
    let started = Instant::now();
    while !shopper.get(path).await.text().contains(text) {
        assert!(started.elapsed() < Duration::from_secs(5), "{path} never contained {text}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    started.elapsed()
}

#[tokio::test]
async fn a_cached_page_has_an_etag_and_is_sent_in_the_accepted_encoding() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();

    let plain = shopper.get(&honey.path).await;
    let brotli = shopper.get_with(&honey.path, &[("accept-encoding", "gzip, br")]).await;
    let gzip = shopper.get_with(&honey.path, &[("accept-encoding", "gzip")]).await;
    assert_eq!(brotli.header("content-encoding"), "br");
    let mut unpacked = Vec::new();
    brotli::BrotliDecompress(&mut &brotli.body[..], &mut unpacked).expect("brotli");
    assert_eq!(unpacked, plain.body);
    let zstd = shopper.get_with(&honey.path, &[("accept-encoding", "gzip, deflate, br, zstd")]).await;
    assert_eq!(zstd.header("content-encoding"), "zstd");
    assert_eq!(edge::compress::unzstd(&zstd.body).expect("zstd"), plain.body);
    assert_eq!(gzip.header("content-encoding"), "gzip");
    assert!(gzip.body.len() < plain.body.len() / 2);
    assert_eq!(plain.header("vary"), "accept-encoding");
    assert!(plain.header("cache-tag").contains(&format!("product:{}", honey.id)));

    let unchanged = shopper.get_with(&honey.path, &[("if-none-match", plain.header("etag"))]).await;
    assert_eq!((unchanged.status, unchanged.body.len()), (StatusCode::NOT_MODIFIED, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_requests_share_one_rendering() {
    let renders = Arc::new(AtomicUsize::new(0));
    let counter = renders.clone();
    let slow = Endpoint::public("/ar/slow/", &[], move |shop, _| {
        counter.fetch_add(1, Ordering::Relaxed);
        async move {
            // Long enough for all requests to arrive before the first response.
            tokio::time::sleep(Duration::from_millis(200)).await;
            let page =
                storefront::server::error_pages::error_page(&AppError::NotFound, &shop.origin, shop.messages);
            Ok(page.expect("a page").1)
        }
    })
    .policy(Policy::public_page());
    let shop = TestShop::open_with(Options { extra_endpoints: vec![slow], ..Options::default() }).await;

    let requests: Vec<_> = (0..50)
        .map(|_| {
            let shopper = shop.shopper();
            tokio::spawn(async move { shopper.get("/ar/slow/").await.status })
        })
        .collect();
    for request in requests {
        assert_eq!(request.await.expect("request task"), StatusCode::OK);
    }
    assert_eq!(renders.load(Ordering::Relaxed), 1, "renderings for fifty visitors");
}

#[tokio::test]
async fn a_purge_reaches_the_other_server_within_a_second() {
    let mut shop = TestShop::open().await;
    let honey = shop.product("عسل قديم").make(&shop.db).await;
    let other = shop.open_another().await;
    let other = shop.shopper_at(other);
    other.get(&honey.path).await;

    rename(&shop, &honey.id, "عسل جديد").await;

    let took = time_until(&other, &honey.path, "عسل جديد").await;
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn without_redis_a_purge_reaches_the_other_server_within_a_second() {
    let unreachable = Some("redis://127.0.0.1:1/0".to_owned());
    let mut shop = TestShop::open_with(Options { redis_url: unreachable, ..Options::default() }).await;
    let honey = shop.product("عسل قديم").make(&shop.db).await;
    let other = shop.open_another().await;
    let other = shop.shopper_at(other);
    other.get(&honey.path).await;

    rename(&shop, &honey.id, "عسل جديد").await;

    let took = time_until(&other, &honey.path, "عسل جديد").await;
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn a_purge_leaves_other_pages_alone() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let oud = shop.product("عود").make(&shop.db).await;
    // Related products appear on each other's pages; another category separates these two.
    sqlx::query("insert into categories (slug, path, name) values ('other', 'other', 'قسم آخر')")
        .execute(&shop.db)
        .await
        .expect("category");
    sqlx::query(
        "update products set category_id = (select id from categories where path = 'other') where id = $1",
    )
    .bind(oud.id.parse::<i64>().expect("id"))
    .execute(&shop.db)
    .await
    .expect("move");
    let shopper = shop.shopper();
    shopper.get(&honey.path).await;
    shopper.get(&oud.path).await;
    sqlx::query("update products set name = 'تغيّر'").execute(&shop.db).await.expect("update");

    let rows = edge::purge::record(&shop.db, &[format!("product:{}", honey.id)]).await.expect("purge");
    edge::purge::announce(&shop.shop().redis, &rows).await;

    time_until(&shopper, &honey.path, "تغيّر").await;
    assert!(shopper.get(&oud.path).await.text().contains("عود"));
}

#[tokio::test]
async fn a_list_with_parameters_is_purged_in_every_spelling() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();
    let list = "/ar/wp-json/wc/store/v1/products?per_page=5&page=1";
    let spellings = [
        list,
        "/ar/wp-json/wc/store/v1/products?page=1&per_page=5",
        "/ar/wp-json/wc/store/v1/products?utm_source=mail&per_page=5&page=1",
        "/ar/wp-json/wc/store/v1/products?per_page=5&page=%31",
    ];
    let etag = shopper.get(list).await.header("etag").to_owned();
    for path in spellings.into_iter().chain(spellings) {
        assert_eq!(shopper.get(path).await.header("etag"), etag, "{path} is the same list, from memory");
    }
    let other = shopper.get("/ar/wp-json/wc/store/v1/products?per_page=5&page=2").await;
    assert!(!other.text().contains("عسل سدر"), "another page is another list");
    rename(&shop, &honey.id, "عسل طلح").await;
    time_until(&shopper, list, "عسل طلح").await;
    for path in spellings {
        assert!(shopper.get(path).await.text().contains("عسل طلح"), "{path}");
    }
}

/// The second cache level: a restarted server does not render everything again.
#[tokio::test]
async fn a_restarted_server_finds_its_pages_in_redis_but_not_the_purged_ones() {
    let mut shop = TestShop::open().await;
    let honey = shop.product("عسل أول").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.get(&honey.path).await;
    // The copy is stored in the background; wait for it.
    let pages = format!("{}*", shop.shop().redis.name("page:"));
    let admin = std::env::var("REDIS_ADMIN_URL").expect("REDIS_ADMIN_URL");
    let mut redis = redis_client(&admin).await;
    loop {
        let keys: Vec<String> = redis::cmd("KEYS").arg(&pages).query_async(&mut redis).await.expect("keys");
        if !keys.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sqlx::query("update products set name = 'عسل ثانٍ'").execute(&shop.db).await.expect("update");

    shop.restart().await;
    let shopper = shop.shopper();
    assert!(shopper.get(&honey.path).await.text().contains("عسل أول"), "read from redis, not rendered");

    edge::purge::record(&shop.db, &[format!("product:{}", honey.id)]).await.expect("purge");
    shop.restart().await;
    let shopper = shop.shopper();
    assert!(
        shopper.get(&honey.path).await.text().contains("عسل ثانٍ"),
        "the purge log invalidates the copy in redis"
    );
}

async fn redis_client(url: &str) -> redis::aio::MultiplexedConnection {
    redis::Client::open(url).expect("address").get_multiplexed_async_connection().await.expect("redis")
}

#[tokio::test]
async fn a_stale_page_is_served_while_a_new_one_is_rendered() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop =
        TestShop::open_with(Options { clock: clock.clone(), page_seconds: 60, ..Options::default() }).await;
    let honey = shop.product("عسل أول").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.get(&honey.path).await;
    sqlx::query("update products set name = 'عسل ثانٍ'").execute(&shop.db).await.expect("update");

    clock.advance(chrono::TimeDelta::seconds(61));

    assert!(shopper.get(&honey.path).await.text().contains("عسل أول"), "the first visitor does not wait");
    time_until(&shopper, &honey.path, "عسل ثانٍ").await;
}
