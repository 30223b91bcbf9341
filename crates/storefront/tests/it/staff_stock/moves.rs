//! Receive, issue and count.

use futures_util::future::join_all;

use super::*;

async fn tags(shop: &TestShop, since: i64) -> Vec<String> {
    sqlx::query_scalar("select tag from cache_purges where id > $1 order by id")
        .bind(since)
        .fetch_all(&shop.db)
        .await
        .expect("purges")
}

async fn last_purge(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select coalesce(max(id), 0) from cache_purges")
        .fetch_one(&shop.db)
        .await
        .expect("purges")
}

/// [D11] [D19] [D36]
#[tokio::test]
async fn a_move_is_a_line_of_the_ledger_with_who_and_why_and_purges_what_shoppers_see() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(0).make(&shop.db).await;
    let noura = manager(&shop).await;
    let before = last_purge(&shop).await;
    let fields = [("amount", "٦"), ("reason", "delivery"), ("note", "فاتورة INV-7")];
    assert_eq!(notice(&send(&noura, &honey.id, "1", "receive", &fields).await), "received");
    assert_eq!(tags(&shop, before).await, [format!("product:{}", honey.id), "catalog".to_owned()]);
    let (act, subject, was, is) = audited(&shop).await;
    assert_eq!((act.as_str(), was.as_deref(), is.as_deref()), ("stock-move", Some("0"), Some("6")));
    assert!(subject.contains(&honey.sku) && !subject.contains("INV-7"), "{subject}");

    let before = last_purge(&shop).await;
    assert_eq!(issue(&noura, &honey, "2").await, "issued");
    assert_eq!(tags(&shop, before).await, [format!("product:{}", honey.id)]);
    // What another store has is not sold online.
    let before = last_purge(&shop).await;
    let fields = [("amount", "3"), ("reason", "returned"), ("note", "")];
    assert_eq!(notice(&send(&noura, &honey.id, "2", "receive", &fields).await), "received");
    assert!(tags(&shop, before).await.is_empty());
    assert_eq!((stock(&shop, &honey.sku, 1).await, stock(&shop, &honey.sku, 2).await), (4, 3));

    let html = noura.get(&url(&honey.id)).await;
    let page = seen(&html);
    assert!(page.contains("استلام: شحنة من المورّد · نورة") && page.contains("فاتورة INV-7"), "{page}");
    assert!(page.contains("صرف: تالف · نورة") && page.contains("-2"), "{page}");
    assert!(!html.text().contains("/undo/"), "a movement has an opposite, and no undo");
    assert_ledger(&shop).await;
}

/// [D29] A form that is sent again, and quantities that cannot be.
#[tokio::test]
async fn a_form_acts_once_and_stock_never_falls_below_zero_or_what_is_reserved() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let noura = manager(&shop).await;
    let action = format!("{}receive/", url(&honey.id));
    let hidden = testkit::hidden_fields(&noura.get(&url(&honey.id)).await.text(), &action);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.extend([("amount", "4"), ("reason", "delivery"), ("note", "")]);
    for _ in 0..3 {
        assert_eq!(notice(&noura.post(&action, &fields).await), "received");
    }
    assert_eq!(stock(&shop, &honey.sku, 1).await, 9);

    sqlx::query("update stock_levels set reserved = 300000 where sku = $1")
        .bind(&honey.sku)
        .execute(&shop.db)
        .await
        .expect("reserved");
    assert_eq!(issue(&noura, &honey, "10").await, "below-zero");
    assert_eq!(issue(&noura, &honey, "7").await, "below-reserved");
    for amount in ["0", "-1", "1.5", "x", "", "1,5"] {
        assert_eq!(issue(&noura, &honey, amount).await, "amount", "{amount}");
    }
    // What was typed is there again, with its error.
    let fields = [("amount", "7"), ("reason", "gift"), ("note", "")];
    let refused = send(&noura, &honey.id, "1", "issue", &fields).await;
    let page = noura.get(refused.location()).await;
    assert!(page.text().contains("value=\"7\"") && page.text().contains("aria-invalid=\"true\""));
    let wrong = [("amount", "1"), ("reason", "delivery"), ("note", "")];
    assert_eq!(notice(&send(&noura, &honey.id, "1", "issue", &wrong).await), "reason");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 9);
    assert_ledger(&shop).await;
}

#[tokio::test]
async fn a_count_says_its_difference_before_it_is_written_and_not_on_what_was_sold_meanwhile() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(12).make(&shop.db).await;
    let noura = manager(&shop).await;
    let check = format!("{}?store_id=1&counted=10", url(&honey.id));
    let page = seen(&noura.get(&check).await);
    assert!(page.contains("الفرق قبل التقييد") && page.contains("-2"), "{page}");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 12, "nothing is written yet");
    let write = format!("{}count/", url(&honey.id));
    let reason = [("reason", "counted"), ("note", "")];
    let hidden = testkit::hidden_fields(&noura.get(&check).await.text(), &write);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.extend(reason);
    // A piece was sold since the difference was shown.
    sell(&shop, &honey.sku, 1).await;
    let refused = noura.post(&write, &fields).await;
    assert_eq!(notice(&refused), "changed");
    assert!(refused.location().contains("counted=10"), "{}", refused.location());
    let shown = seen(&noura.get(refused.location()).await);
    assert!(shown.contains("-1"), "{shown}");
    assert_eq!(notice(&noura.submit(&check, &write, &reason).await), "counted");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 10);
    let (act, _, was, is) = audited(&shop).await;
    assert_eq!((act.as_str(), was.as_deref(), is.as_deref()), ("stock-count", Some("11"), Some("10")));
    assert_eq!(notice(&noura.submit(&check, &write, &reason).await), "unchanged");
    assert_eq!(audited(&shop).await.0, "stock-count");
    assert_ledger(&shop).await;
}

/// Two members at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_issues_at_once_as_many_happen_as_there_are_pieces() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(3).make(&shop.db).await;
    let staff = [manager(&shop).await, member(&shop, "yasser@example.com", "fulfilment").await];
    let notices = join_all((0..8).map(|number| issue(&staff[number % 2], &honey, "1"))).await;
    let done = notices.iter().filter(|notice| *notice == "issued").count();
    assert_eq!(done, 3, "{notices:?}");
    assert_eq!(stock(&shop, &honey.sku, 1).await, 0);
    assert_ledger(&shop).await;
}

/// Goods that arrive reach those who wait for them, and programs that follow the shop.
#[tokio::test]
async fn a_receipt_notifies_who_waits_and_records_the_event() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(0).make(&shop.db).await;
    let ask = [("product_id", honey.id.as_str()), ("variation_id", "0"), ("email", "salma@example.com")];
    assert_eq!(shop.shopper().call("matjar_stock_alert", &ask).await.json()["status"], "waiting");
    sqlx::query(
        "insert into event_endpoints (url, secret, kinds, created_at)
         values ('https://example.com/hook', 'secret', '{stock.changed}', now())",
    )
    .execute(&shop.db)
    .await
    .expect("an endpoint");
    let noura = manager(&shop).await;
    assert_eq!(receive(&noura, &honey, "2").await, "received");
    let events: i64 = sqlx::query_scalar(
        "select count(*) from shop_events where kind = 'stock.changed' and payload::text like '%' || $1 || '%'",
    )
    .bind(&honey.sku)
    .fetch_one(&shop.db)
    .await
    .expect("events");
    assert_eq!(events, 1);
    let jobs: i64 = sqlx::query_scalar(
        "select count(*) from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id
         where task.identifier = 'stock_alerts.notify'",
    )
    .fetch_one(&shop.db)
    .await
    .expect("jobs");
    assert_eq!(jobs, 1);
}
