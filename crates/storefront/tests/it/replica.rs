//! Public pages read from the replica and fail over to the primary.

use http::StatusCode;
use testkit::{Options, TestShop};

/// Forwards connections to the database until the task is aborted.
async fn relay(to: String) -> (std::net::SocketAddr, tokio::task::JoinHandle<()>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("free port");
    let address = listener.local_addr().expect("local address");
    let task = tokio::spawn(async move {
        let mut open = tokio::task::JoinSet::new();
        while let Ok((mut from, _)) = listener.accept().await {
            let to = to.clone();
            open.spawn(async move {
                let mut database = tokio::net::TcpStream::connect(to).await.expect("database");
                let _ = tokio::io::copy_bidirectional(&mut from, &mut database).await;
            });
        }
    });
    (address, task)
}

/// A relay to the database, which a shop takes for a replica.
async fn replica() -> (std::net::SocketAddr, tokio::task::JoinHandle<()>) {
    let primary = std::env::var("DATABASE_URL").expect("DATABASE_URL");
    let primary: sqlx::postgres::PgConnectOptions = primary.parse().expect("an address");
    relay(format!("127.0.0.1:{}", primary.get_port())).await
}

/// A page that was purged a moment ago is read from the primary, but one of the replica is better than none.
#[tokio::test]
async fn a_purged_page_of_the_replica_is_shown_while_the_primary_does_not_answer() {
    let (replica, _running) = replica().await;
    let shop = TestShop::open_with(Options { replica: Some(replica), ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let rows = edge::purge::record(&shop.db, &[format!("product:{}", honey.id)]).await.expect("purge");
    shop.shop().cache.purges().apply(rows, shop.clock().now());
    shop.shop().read_primary.as_ref().expect("there is a replica").close().await;
    assert_eq!(shop.shopper().get(&honey.path).await.status, StatusCode::OK);
}

/// While the replica is down, the primary answers.
#[tokio::test]
async fn uncached_pages_are_read_from_the_primary_while_the_replica_is_down() {
    let (replica, running) = replica().await;
    let shop =
        TestShop::open_with(Options { replica: Some(replica), page_seconds: 0, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    assert_eq!(shopper.get(&honey.path).await.status, StatusCode::OK);
    let on_primary = async || {
        let rows: i64 = sqlx::query_scalar(
            "select count(*) from pg_stat_activity where application_name = 'matjar read' and datname = current_database()",
        )
        .fetch_one(&shop.db)
        .await
        .expect("count");
        rows
    };
    assert!(on_primary().await > 0);

    running.abort();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(8);
    let mut answered = 0;
    // Twelve successes in a row have used every connection of the pool.
    while answered < 12 {
        assert!(std::time::Instant::now() < deadline, "the primary never took over");
        match shopper.get(&honey.path).await.status {
            StatusCode::OK => answered += 1,
            _ => {
                answered = 0;
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        }
    }

    // A server that starts without the replica works from the first request.
    let late = TestShop::open_with(Options { replica: Some(replica), ..Options::default() }).await;
    let tea = late.product("شاي").make(&late.db).await;
    assert_eq!(late.shopper().get(&tea.path).await.status, StatusCode::OK);
}
