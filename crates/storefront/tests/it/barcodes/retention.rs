//! Old actions are deleted, and the ledger stays.

use barcodes::jobs::{BarcodeJobContext, sweep_actions};

use super::*;

/// The context of the job, connected as `shop_worker`.
fn sweeper(shop: &TestShop) -> BarcodeJobContext {
    BarcodeJobContext { db: shop.job_context().db.clone(), clock: shop.clock().clone() }
}

#[tokio::test]
async fn old_actions_are_deleted_with_their_undo_and_the_ledger_stays() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let huda = admin(&shop).await;
    let sweeper = sweeper(&shop);
    assert_eq!(applied(&huda, "1", &honey.id, "increase-stock", "4").await.0, 1);
    assert_eq!(applied(&huda, "1", &honey.id, "undo", "").await.0, 1);
    assert_eq!(applied(&huda, "1", &honey.id, "decrease-stock", "1").await.0, 1);
    let movements = count(&shop, "stock_movements", "true").await;
    age(&shop, 89).await;
    assert_eq!(sweep_actions(&sweeper).await.expect("swept"), 0, "they are young enough");

    // The action is old enough and its undo is not yet: they go together.
    sqlx::query(
        "update stock_actions set done_at = done_at - interval '2 days' where kind = 'increase-stock'",
    )
    .execute(&shop.db)
    .await
    .expect("older");
    assert_eq!(sweep_actions(&sweeper).await.expect("swept"), 2);
    assert_eq!(count(&shop, "stock_actions", "kind = 'decrease-stock'").await, 1);
    age(&shop, 2).await;
    assert_eq!(sweep_actions(&sweeper).await.expect("swept"), 1);
    assert_eq!(count(&shop, "stock_actions", "true").await, 0);
    assert_eq!(count(&shop, "stock_movements", "true").await, movements);
    assert_ledger(&shop).await;

    // The tool goes on as before.
    assert_eq!(applied(&huda, "1", &honey.id, "increase-stock", "1").await.0, 1);
    assert_eq!(applied(&huda, "1", &honey.id, "undo", "").await.0, 1);
    assert_eq!(stock(&shop, &honey.sku, 1).await, 4);
}

#[tokio::test]
async fn the_shop_owner_decides_how_long_actions_are_listed() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let huda = admin(&shop).await;
    assert_eq!(applied(&huda, "1", &honey.id, "increase-stock", "4").await.0, 1);
    let set = async |days: i32| {
        sqlx::query(
            "insert into settings (name, value) values ('barcodes', jsonb_build_object('actionRetentionDays', $1::int))
             on conflict (name) do update set value = excluded.value",
        )
        .bind(days)
        .execute(&shop.db)
        .await
        .expect("setting");
    };
    age(&shop, 8).await;
    set(30).await;
    assert_eq!(sweep_actions(&sweeper(&shop)).await.expect("swept"), 0);
    set(7).await;
    assert_eq!(sweep_actions(&sweeper(&shop)).await.expect("swept"), 1);
    // None is as short as the undo.
    assert_eq!(applied(&huda, "1", &honey.id, "increase-stock", "4").await.0, 1);
    set(0).await;
    assert_eq!(sweep_actions(&sweeper(&shop)).await.expect("swept"), 0);
    assert_eq!(applied(&huda, "1", &honey.id, "undo", "").await.0, 1);
}

/// More than one batch, by the worker's own job.
#[tokio::test]
async fn the_worker_deletes_many_old_actions_in_batches() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let huda = admin(&shop).await;
    assert_eq!(applied(&huda, "1", &honey.id, "increase-stock", "1").await.0, 1);
    sqlx::query(
        "insert into stock_actions (staff_id, store, sku, item_id, kind, delta, done_at)
         select staff_id, store, sku, item_id, kind, delta, done_at - interval '91 days'
         from stock_actions, generate_series(1, 2500)",
    )
    .execute(&shop.db)
    .await
    .expect("old actions");
    edge::jobs::enqueue(&shop.shop().db, &barcodes::jobs::SweepActions {}, None).await.expect("enqueue");
    let job_context = shop.job_context();
    let mailer = shop.mailer(&job_context, shop.config().mail.smtp_url.clone());
    let worker = storefront::server::worker::build(job_context, mailer, shop.order_job_context())
        .await
        .expect("worker");
    worker.run_once().await.expect("jobs run");
    assert_eq!(count(&shop, "stock_actions", "true").await, 1);
}

/// Makes all actions older.
async fn age(shop: &TestShop, days: i32) {
    sqlx::query("update stock_actions set done_at = done_at - make_interval(days => $1)")
        .bind(days)
        .execute(&shop.db)
        .await
        .expect("aged");
}
