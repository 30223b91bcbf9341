//! Reconciliation goes on, whatever happens to a server or its log.

use std::{
    fs::OpenOptions,
    process::Stdio,
    time::{Duration, Instant},
};

use edge::{
    renderer::Place,
    supervise::{Heartbeat, supervise},
};
use testkit::{TestShop, renderers};
use tokio::process::Command;

async fn finished(shop: &TestShop) -> bool {
    sqlx::query_scalar("select finished_at is not null from leases where name = 'reconciler'")
        .fetch_one(&shop.db)
        .await
        .expect("the lease")
}

/// Says how long it took until some server finished a run.
async fn until_finished(shop: &TestShop, patience: Duration) -> Duration {
    sqlx::query("update leases set finished_at = null").execute(&shop.db).await.expect("unfinished");
    let since = Instant::now();
    while !finished(shop).await {
        assert!(since.elapsed() < patience, "nobody reconciles");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    since.elapsed()
}

/// [RUN-1]
#[tokio::test]
async fn a_log_that_cannot_be_written_stops_neither_the_shop_nor_reconciliation() {
    let shop = TestShop::open().await;
    let full = OpenOptions::new().write(true).open("/dev/full").expect("a device without room");
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr()).expect("a port");
    let addresses: Vec<String> = renderers::shared()
        .into_iter()
        .map(|place| match place {
            Place::Unix(path) => format!("unix:{}", path.display()),
            Place::Tcp(address) => address,
        })
        .collect();
    let database = |role: &str| shop.database().url(role).expect("an address");
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
        // Everything is logged, and nothing of it can be written.
        .env("RUST_LOG", "debug")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(full)
        .kill_on_drop(true)
        .spawn()
        .expect("a server");
    until_finished(&shop, Duration::from_secs(30)).await;
    // Whatever it logs about this, every round.
    sqlx::query("alter table payment_book rename to hidden").execute(&shop.db).await.expect("broken");
    tokio::time::sleep(Duration::from_secs(3)).await;
    sqlx::query("alter table hidden rename to payment_book").execute(&shop.db).await.expect("mended");
    let took = until_finished(&shop, Duration::from_secs(10)).await;
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert!(server.try_wait().expect("its state").is_none(), "the server has ended");
}

/// [RUN-1] [RUST-10]
#[tokio::test]
async fn a_server_that_hangs_with_the_lease_is_replaced_within_ten_seconds() {
    let shop = TestShop::open().await;
    // It renewed its lease just now, and never will again.
    sqlx::query(
        "update leases set holder = gen_random_uuid(), expires_at = clock_timestamp() + interval '8 s'",
    )
    .execute(&shop.db)
    .await
    .expect("held");
    let till = shop.till();
    let (lease, other) = (checkout::jobs::Lease::default(), checkout::jobs::Lease::default());
    let first = tokio::spawn(checkout::jobs::keep(till.clone(), lease.clone(), Heartbeat::default()));
    let took = until_finished(&shop, Duration::from_secs(12)).await;
    assert!((Duration::from_secs(6)..Duration::from_secs(10)).contains(&took), "{took:?}");

    // One at a time: a second server waits, until the first one stops and hands the lease over.
    let second = tokio::spawn(checkout::jobs::keep(till.clone(), other.clone(), Heartbeat::default()));
    let holder = async || -> sqlx::types::Uuid {
        sqlx::query_scalar("select holder from leases").fetch_one(&shop.db).await.expect("a holder")
    };
    let held = holder().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(holder().await, held);
    first.abort();
    let _ = first.await;
    lease.release(&till).await;
    let took = until_finished(&shop, Duration::from_secs(5)).await;
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert_ne!(holder().await, held);
    second.abort();
}

/// [RUN-1]
#[tokio::test]
async fn a_reconciler_that_panics_goes_on_at_once() {
    let shop = TestShop::open().await;
    let till = shop.till();
    let lease = checkout::jobs::Lease::default();
    let panics = std::sync::atomic::AtomicUsize::new(0);
    let _task = supervise("reconciler", checkout::jobs::SILENCE, move |heartbeat| {
        let first = panics.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        let keep = checkout::jobs::keep(till.clone(), lease.clone(), heartbeat);
        async move {
            if first {
                let _ = tokio::time::timeout(Duration::from_millis(700), keep).await;
                panic!("on purpose");
            }
            keep.await;
        }
    });
    tokio::time::sleep(Duration::from_millis(800)).await;
    let took = until_finished(&shop, Duration::from_secs(5)).await;
    assert!(took < Duration::from_secs(3), "{took:?}");
}
