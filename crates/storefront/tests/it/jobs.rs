//! Background jobs and database roles.

use std::time::Duration;

use cart::jobs::SweepVisitors;
use testkit::TestShop;

#[tokio::test]
async fn the_sweeper_deletes_expired_visitors_only() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let (expired, active) = (shop.shopper(), shop.shopper());
    expired.add(&honey.id, "1").await;
    sqlx::query("update sessions set expires_at = now() - interval '1 minute'")
        .execute(&shop.db)
        .await
        .expect("expire");
    sqlx::query("update carts set updated_at = now() - interval '91 days'")
        .execute(&shop.db)
        .await
        .expect("age");
    active.add(&honey.id, "1").await;
    let mut tx = shop.shop().db.begin().await.expect("begin");
    edge::jobs::enqueue(&mut *tx, &SweepVisitors {}, None).await.expect("enqueue");
    tx.commit().await.expect("commit");

    run_worker(&shop).await;

    let (sessions, carts): (i64, i64) =
        sqlx::query_as("select (select count(*) from sessions), (select count(*) from carts)")
            .fetch_one(&shop.db)
            .await
            .expect("counts");
    assert_eq!((sessions, carts), (1, 1));
    assert!(active.get("/ar/cart/").await.text().contains("عسل"));
}

#[tokio::test]
async fn a_job_of_a_transaction_that_rolled_back_never_runs() {
    let shop = TestShop::open().await;
    let mut tx = shop.shop().db.begin().await.expect("begin");
    edge::jobs::enqueue(&mut *tx, &SweepVisitors {}, None).await.expect("enqueue");
    tx.rollback().await.expect("rollback");

    let jobs: i64 = sqlx::query_scalar("select count(*) from graphile_worker._private_jobs")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(jobs, 0);
}

/// Job recovery is enabled: a job locked by a dead worker is given to another.
#[tokio::test]
async fn a_job_of_a_dead_worker_is_requeued() {
    let shop = TestShop::open().await;
    edge::jobs::enqueue(&shop.shop().db, &SweepVisitors {}, None).await.expect("enqueue");
    sqlx::query("insert into graphile_worker._private_workers (id, last_heartbeat_at) values ('dead', now() - interval '1 hour')")
        .execute(&shop.db)
        .await
        .expect("dead worker inserted");
    sqlx::query(
        "update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 hour'",
    )
    .execute(&shop.db)
    .await
    .expect("job locked by the dead worker");
    let job_context = shop.job_context();
    let mailer = shop.mailer(&job_context, shop.config().mail.smtp_url.clone());
    let worker = storefront::server::worker::build(job_context, mailer, shop.order_job_context())
        .await
        .expect("worker");
    let running = tokio::spawn(async move { worker.run().await });

    let deadline = std::time::Instant::now() + Duration::from_secs(40);
    loop {
        let left: i64 = sqlx::query_scalar("select count(*) from graphile_worker._private_jobs")
            .fetch_one(&shop.db)
            .await
            .expect("count");
        if left == 0 {
            break;
        }
        assert!(std::time::Instant::now() < deadline, "the dead worker's job was never done");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    running.abort();
}

/// A worker that takes jobs only by signals and polls does two in two seconds.
#[tokio::test]
async fn a_burst_of_jobs_is_done_without_waiting_for_the_poll_interval() {
    let shop = TestShop::open().await;
    let mut tx = shop.shop().db.begin().await.expect("begin");
    for _ in 0..100 {
        edge::jobs::enqueue(&mut *tx, &SweepVisitors {}, None).await.expect("enqueue");
    }
    tx.commit().await.expect("commit");
    let job_context = shop.job_context();
    let mailer = shop.mailer(&job_context, shop.config().mail.smtp_url.clone());
    let worker = storefront::server::worker::build(job_context, mailer, shop.order_job_context())
        .await
        .expect("worker");
    let running = tokio::spawn(async move { worker.run().await });

    let deadline = std::time::Instant::now() + Duration::from_secs(30);
    loop {
        let left: i64 = sqlx::query_scalar(
            "select count(*) from graphile_worker._private_jobs job
             join graphile_worker._private_tasks task on task.id = job.task_id
             where task.identifier = 'cart.sweep_visitors'",
        )
        .fetch_one(&shop.db)
        .await
        .expect("count");
        if left == 0 {
            break;
        }
        assert!(std::time::Instant::now() < deadline, "{left} jobs still wait");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    running.abort();
}

/// Runs the queued jobs once, without a mail server.
async fn run_worker(shop: &TestShop) {
    let job_context = shop.job_context();
    let mailer = shop.mailer(&job_context, shop.config().mail.smtp_url.clone());
    let worker = storefront::server::worker::build(job_context, mailer, shop.order_job_context())
        .await
        .expect("worker starts with its database role");
    worker.run_once().await.expect("jobs run");
}

/// No application role may change the schema, and the role for public pages cannot read visitor data.
#[tokio::test]
async fn database_roles_have_no_excess_privileges() {
    let shop = TestShop::open().await;
    let refused = async |role: &str, sql: &'static str| {
        let pool = storefront::server::database::pool(&shop.database().url(role).expect("url"), 1, "test")
            .expect("pool");
        let error = sqlx::query(sql).execute(&pool).await.expect_err(sql);
        let code = error.as_database_error().and_then(|error| error.code()).map(|code| code.into_owned());
        assert!(matches!(code.as_deref(), Some("42501" | "25006")), "{sql}: {error}");
    };
    refused("READ_", "select * from sessions").await;
    refused("READ_", "select * from carts").await;
    refused("READ_", "update products set name = 'x'").await;
    refused("", "update products set regular_minor = 0").await;
    refused("", "delete from cache_purges").await;
    refused("", "update idempotency_records set key = 'x'").await;
    refused("", "create table mine (id int)").await;
    refused("READ_", "select * from customers").await;
    refused("READ_", "select * from mail_outbox").await;
    refused("", "select * from staff").await;
    refused("", "select * from staff_sessions").await;
    refused("", "insert into staff_sessions (token_hash, name, expires_at) values ('', '', now())").await;
    refused("", "select * from audit_log").await;
    refused("STAFF_", "delete from audit_log").await;
    refused("STAFF_", "update audit_log set actor = 'x'").await;
    refused("STAFF_", "select * from customers").await;
    refused("", "select * from graphile_worker._private_jobs").await;
    refused("WORKER_", "insert into carts (created_at, updated_at) values (now(), now())").await;
}
