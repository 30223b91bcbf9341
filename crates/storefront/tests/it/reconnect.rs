//! A pool that has lost its connections gets new ones, however many requests wait for them.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use http::StatusCode;
use testkit::{Options, TestShop};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};
use tokio_util::task::AbortOnDropHandle;

/// How long the database takes to open a connection: less than a request waits for one.
const OPENING: Duration = Duration::from_millis(150);

/// Forwards connections to the database while `is_up`; cuts and stalls them otherwise.
async fn relay(port: u16, is_up: watch::Receiver<bool>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("free port");
    let address = listener.local_addr().expect("local address");
    tokio::spawn(async move {
        let mut open = JoinSet::new();
        while let Ok((mut from, _)) = listener.accept().await {
            let mut is_up = is_up.clone();
            open.spawn(async move {
                is_up.wait_for(|is_up| *is_up).await.expect("the test runs");
                tokio::time::sleep(OPENING).await;
                let mut database = TcpStream::connect(("127.0.0.1", port)).await.expect("database");
                tokio::select! {
                    _ = tokio::io::copy_bidirectional(&mut from, &mut database) => {}
                    _ = is_up.wait_for(|is_up| !*is_up) => {}
                }
            });
        }
    });
    address
}

/// 250 requests a second queue for two connections, and those that get none leave the queue after 250 ms. So each is
/// next only milliseconds before its time is over, and opening a connection takes longer: unless some are refused, none
/// is ever opened.
#[tokio::test]
async fn a_pool_reconnects_while_many_requests_wait() {
    let primary = std::env::var("DATABASE_URL").expect("DATABASE_URL");
    let primary: sqlx::postgres::PgConnectOptions = primary.parse().expect("an address");
    let (line, is_up) = watch::channel(true);
    let replica = relay(primary.get_port(), is_up).await;
    let options = Options { replica: Some(replica), pool_web: 2, rate_factor: 10_000, ..Options::default() };
    let shop = Arc::new(TestShop::open_with(options).await);
    let path = "/ar/search/suggest/?s=honey";
    assert_eq!(shop.shopper().get(path).await.status, StatusCode::OK);

    // Evenly: requests that fail together and come again together would have the whole time for a connection.
    let answered = Arc::new(AtomicUsize::new(0));
    let arrivals = AbortOnDropHandle::new(tokio::spawn({
        let (shop, answered) = (shop.clone(), answered.clone());
        async move {
            let mut next = tokio::time::interval(Duration::from_millis(4));
            let mut requests = JoinSet::new();
            loop {
                next.tick().await;
                let (shopper, answered) = (shop.shopper(), answered.clone());
                requests.spawn(async move {
                    if shopper.get(path).await.status == StatusCode::OK {
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                });
                while requests.try_join_next().is_some() {}
            }
        }
    }));
    let answers_within = async |limit: Duration| {
        let (since, before) = (Instant::now(), answered.load(Ordering::Relaxed));
        while since.elapsed() < limit && answered.load(Ordering::Relaxed) < before + 60 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        answered.load(Ordering::Relaxed) - before
    };
    assert!(answers_within(Duration::from_secs(10)).await >= 60, "the shop works");

    line.send(false).expect("the relay runs");
    tokio::time::sleep(Duration::from_secs(1)).await;
    line.send(true).expect("the relay runs");
    let answers = answers_within(Duration::from_secs(10)).await;
    assert!(answers >= 60, "{answers} answers in the ten seconds after the database was back");
    drop(arrivals);
}

/// A visitor without a session has an empty cart, which needs no database.
#[tokio::test]
async fn an_empty_cart_is_answered_while_the_pool_hands_out_nothing() {
    let shop = TestShop::open_with(Options { pool_web: 1, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let refresh = async || shop.shopper().call("xoo_wsc_refresh_fragments", &[]).await.status;
    assert_eq!(refresh().await, StatusCode::OK);
    let only = shop.shop().db.acquire().await.expect("the only connection");
    let add = async || shop.shopper().call("add_to_cart", &[("product_id", &honey.id)]).await.status;
    assert_eq!(add().await, StatusCode::SERVICE_UNAVAILABLE);
    for _ in 0..5 {
        assert_eq!(refresh().await, StatusCode::OK);
    }
    drop(only);
    assert_eq!(add().await, StatusCode::OK);
}
