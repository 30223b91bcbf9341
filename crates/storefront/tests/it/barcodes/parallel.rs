//! Many actions at once.

use futures_util::future::join_all;

use super::*;

/// Sends actions at the same time and returns how many happened and how many were refused. A shop that is too busy for one
/// gets it again with the same key, as a browser sends it: an answer may be lost after its action.
async fn at_once(staff: &[Shopper], item: &str, status: &str, amount: &str, times: usize) -> (i64, i64) {
    let calls = (0..times).map(async |number| {
        let key = format!("parallel-{number:06}");
        loop {
            let answer = apply_with(&staff[number % staff.len()], "1", item, status, amount, &key).await;
            if answer.status != StatusCode::SERVICE_UNAVAILABLE {
                return answer;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    });
    let mut done = (0, 0);
    for answer in join_all(calls).await {
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        match answer.json()["code"].as_i64() {
            Some(1) => done.0 += 1,
            _ => done.1 += 1,
        }
    }
    done
}

/// [BAR-11]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_parallel_actions_never_take_stock_below_zero() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(60).make(&shop.db).await;
    let staff = [admin(&shop).await, clerk(&shop).await];
    assert_eq!(at_once(&staff, &honey.id, "decrease-stock", "1", 200).await, (60, 140));
    assert_eq!(stock(&shop, &honey.sku, 1).await, 0);
    assert_eq!(count(&shop, "stock_actions", "kind = 'decrease-stock'").await, 60);
    assert_ledger(&shop).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_twenty_parallel_undos_one_happens() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let huda = [admin(&shop).await];
    applied(&huda[0], "1", &honey.id, "increase-stock", "5").await;
    let (undone, _) = at_once(&huda, &honey.id, "undo", "", 20).await;
    assert_eq!(undone, 1);
    assert_eq!(stock(&shop, &honey.sku, 1).await, 50);
    assert_ledger(&shop).await;
}

/// Members who count together lose no scan.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parallel_scans_of_a_count_all_count() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let staff = [admin(&shop).await, clerk(&shop).await];
    super::counts::open_count(&staff[0], "1").await;
    let (counted, _) = at_once(&staff, &honey.id, "count-add", "1", 40).await;
    let stored: i64 = sqlx::query_scalar("select counted / 100000 from stock_count_lines")
        .fetch_one(&shop.db)
        .await
        .expect("a line");
    assert_eq!(stored, counted);
    assert_eq!(stock(&shop, &honey.sku, 1).await, 50, "counting changes no stock");
}
