//! The reconciler keeps running when a server hangs, panics or cannot write its log.

use std::{
    fs::OpenOptions,
    process::Stdio,
    time::{Duration, Instant},
};

use edge::supervise::{Heartbeat, supervise};
use testkit::{TestShop, renderers};
use tokio::process::Command;

async fn finished(shop: &TestShop) -> bool {
    sqlx::query_scalar("select finished_at is not null from leases where name = 'reconciler'")
        .fetch_one(&shop.db)
        .await
        .expect("lease")
}

/// Waits until a server has finished a run and returns the time it took.
async fn wait_for_run(shop: &TestShop, timeout: Duration) -> Duration {
    sqlx::query("update leases set finished_at = null").execute(&shop.db).await.expect("lease reset");
    let since = Instant::now();
    while !finished(shop).await {
        assert!(since.elapsed() < timeout, "no server finished a run");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    since.elapsed()
}

/// [RUN-1]
#[tokio::test]
async fn an_unwritable_log_stops_neither_the_shop_nor_reconciliation() {
    let shop = TestShop::open().await;
    let full = OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let free = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("free port");
    let addresses: Vec<String> = renderers::shared().iter().map(ToString::to_string).collect();
    let database = |role: &str| shop.database().url(role).expect("url");
    let mut server = Command::new(env!("CARGO_BIN_EXE_matjar"))
        .arg("serve")
        .env("MATJAR_LISTEN", free.to_string())
        .env("MATJAR_PUBLIC_ORIGIN", &shop.config().public_origin)
        .env("DATABASE_URL", database(""))
        .env("DATABASE_READ_URL", database("READ_"))
        .env("DATABASE_STAFF_URL", database("STAFF_"))
        .env("DATABASE_WORKER_URL", database("WORKER_"))
        .env("MATJAR_PAY_API_URL", format!("{}/xml/v1/request.api", shop.sim.url()))
        .env("MATJAR_WEB_DIR", renderers::web_dir())
        .env("MATJAR_MEDIA_DIR", &shop.config().media_dir)
        .env("MATJAR_RENDERER_ADDRS", addresses.join(","))
        // Log as much as possible; every write fails.
        .env("RUST_LOG", "debug")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(full)
        .kill_on_drop(true)
        .spawn()
        .expect("server started");
    wait_for_run(&shop, Duration::from_secs(30)).await;
    // Every run now fails and logs an error.
    sqlx::query("alter table reconciliation_cursor rename to hidden")
        .execute(&shop.db)
        .await
        .expect("table renamed");
    tokio::time::sleep(Duration::from_secs(3)).await;
    sqlx::query("alter table hidden rename to reconciliation_cursor")
        .execute(&shop.db)
        .await
        .expect("table restored");
    let took = wait_for_run(&shop, Duration::from_secs(10)).await;
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert!(server.try_wait().expect("server status").is_none(), "the server has stopped");
}

/// [RUN-1] [RUST-10]
#[tokio::test]
async fn a_server_that_hangs_while_holding_the_lease_is_replaced_within_ten_seconds() {
    let shop = TestShop::open().await;
    // The hanging server has just renewed its lease and never will again.
    sqlx::query(
        "update leases set holder = gen_random_uuid(), expires_at = clock_timestamp() + interval '8 s'",
    )
    .execute(&shop.db)
    .await
    .expect("lease taken");
    let payment_context = shop.payment_context();
    let (lease, other) = (payments::jobs::Lease::default(), payments::jobs::Lease::default());
    let first = tokio::spawn(payments::jobs::run_reconciler(
        payment_context.clone(),
        lease.clone(),
        Heartbeat::default(),
    ));
    let took = wait_for_run(&shop, Duration::from_secs(12)).await;
    assert!((Duration::from_secs(6)..Duration::from_secs(10)).contains(&took), "{took:?}");

    // A second server waits until the first one stops and releases the lease.
    let second = tokio::spawn(payments::jobs::run_reconciler(
        payment_context.clone(),
        other.clone(),
        Heartbeat::default(),
    ));
    let holder = async || -> sqlx::types::Uuid {
        sqlx::query_scalar("select holder from leases").fetch_one(&shop.db).await.expect("holder")
    };
    let held = holder().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(holder().await, held);
    first.abort();
    let _ = first.await;
    lease.release(&payment_context).await;
    let took = wait_for_run(&shop, Duration::from_secs(5)).await;
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert_ne!(holder().await, held);
    second.abort();
}

/// [RUN-1]
#[tokio::test]
async fn a_panicking_reconciler_is_restarted_at_once() {
    let shop = TestShop::open().await;
    let payment_context = shop.payment_context();
    let lease = payments::jobs::Lease::default();
    let panics = std::sync::atomic::AtomicUsize::new(0);
    let _task = supervise("reconciler", payments::jobs::HEARTBEAT_TIMEOUT, move |heartbeat| {
        let first = panics.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        let run = payments::jobs::run_reconciler(payment_context.clone(), lease.clone(), heartbeat);
        async move {
            if first {
                let _ = tokio::time::timeout(Duration::from_millis(700), run).await;
                panic!("on purpose");
            }
            run.await;
        }
    });
    tokio::time::sleep(Duration::from_millis(800)).await;
    let took = wait_for_run(&shop, Duration::from_secs(5)).await;
    assert!(took < Duration::from_secs(3), "{took:?}");
}
