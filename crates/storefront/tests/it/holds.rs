//! Concurrency of stock reservations, coupon limits and cart writes: nothing is oversold, overused, lost or applied
//! twice.

use std::{collections::BTreeMap, sync::Arc};

use cart::service::holds::{self, HoldOutcome};
use chrono::TimeDelta;
use edge::session::TokenHash;
use kernel::Quantity;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};
use sqlx::PgPool;
use testkit::{Options, Shopper, TestShop};

fn seed() -> u64 {
    std::env::var("MATJAR_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_115)
}

async fn hold(
    db: &PgPool,
    order: &str,
    buyer: u32,
    skus: &[(&str, u32)],
    now: chrono::DateTime<chrono::Utc>,
) -> HoldOutcome {
    let wanted: Vec<_> =
        skus.iter().map(|(sku, pieces)| ((*sku).to_owned(), Quantity::from_whole(*pieces))).collect();
    let holder = TokenHash::from_token(&buyer.to_le_bytes());
    let mut tx = db.begin().await.expect("begin");
    let address = format!("10.0.{}.{}", buyer / 250, buyer % 250);
    let terms = holds::HoldTerms { duration: TimeDelta::seconds(2), ..Default::default() };
    let answer = holds::hold(&mut tx, order, &holder, &address, &wanted, now, terms).await;
    tx.commit().await.expect("commit");
    answer.expect("hold query")
}

async fn stock(db: &PgPool, sku: &str) -> (i64, i64) {
    sqlx::query_as("select on_hand / 100000, reserved / 100000 from stock_levels where sku = $1")
        .bind(sku)
        .fetch_one(db)
        .await
        .expect("stock")
}

/// Whether the stock ledger matches the stock on hand and has no gap in its sequence.
async fn ledger_is_consistent(db: &PgPool) -> bool {
    sqlx::query_scalar(
        "select not exists (
             select from stock_levels level where on_hand <> coalesce((
                 select sum(delta) from stock_movements move where move.sku = level.sku and move.store = level.store), 0)
             or (select count(*) from stock_movements move where move.sku = level.sku) <> coalesce((
                 select max(seq) from stock_movements move where move.sku = level.sku), 0))",
    )
    .fetch_one(db)
    .await
    .expect("ledger")
}

/// A thousand buyers, a hundred pieces, thirty holds expire; ten rounds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exactly_the_available_stock_is_sold() {
    let shop = TestShop::open().await;
    let mut random = StdRng::seed_from_u64(seed());
    for round in 0..10 {
        let honey = shop.product("عسل").stock(100).make(&shop.db).await;
        let now = shop.clock().now();
        let mut buyers: Vec<u32> = (0..1_000).collect();
        buyers.shuffle(&mut random);
        let held = buy_at_once(&shop, &buyers, &honey.sku, round, now).await;
        assert_eq!(held.len(), 100, "round {round}, seed {}", seed());
        assert_eq!(stock(&shop.db, &honey.sku).await, (100, 100));
        // Seventy pay; the other holds expire, and other buyers get the stock.
        for order in &held[..70] {
            let mut db = shop.db.acquire().await.expect("connection");
            assert!(holds::claim(&mut db, order).await.expect("claimed"));
            assert!(!holds::claim(&mut db, order).await.expect("repeated claim"), "claimed once");
        }
        assert_eq!(
            holds::sweep(&shop.db, now + TimeDelta::seconds(1)).await.expect("sweep"),
            0,
            "not before they expire"
        );
        let later = now + TimeDelta::seconds(3);
        assert_eq!(holds::sweep(&shop.db, later).await.expect("sweep"), 30);
        assert_eq!(stock(&shop.db, &honey.sku).await, (30, 0));
        let second: Vec<u32> = (2_000..2_100).collect();
        let again = buy_at_once(&shop, &second, &honey.sku, round, later).await;
        for order in &again {
            assert!(
                holds::claim(&mut shop.db.acquire().await.expect("connection"), order)
                    .await
                    .expect("claimed")
            );
        }
        assert_eq!((again.len(), stock(&shop.db, &honey.sku).await), (30, (0, 0)), "round {round}");
        assert!(ledger_is_consistent(&shop.db).await, "round {round}");
    }
}

async fn buy_at_once(
    shop: &TestShop,
    buyers: &[u32],
    sku: &str,
    round: i32,
    now: chrono::DateTime<chrono::Utc>,
) -> Vec<String> {
    let gate = Arc::new(tokio::sync::Semaphore::new(8));
    let tasks: Vec<_> = buyers
        .iter()
        .map(|buyer| {
            let (db, sku, buyer, gate) = (shop.db.clone(), sku.to_owned(), *buyer, gate.clone());
            tokio::spawn(async move {
                let _permit = gate.acquire().await.expect("open");
                let order = format!("o-{round}-{buyer}");
                match hold(&db, &order, buyer + 10_000 * u32::try_from(round).unwrap_or(0), &[(&sku, 1)], now)
                    .await
                {
                    HoldOutcome::Held => Some(order),
                    HoldOutcome::OutOfStock(short) => {
                        assert_eq!(short, sku);
                        None
                    }
                    HoldOutcome::TooMany => panic!("each buyer has one hold"),
                }
            })
        })
        .collect();
    let mut held = Vec::new();
    for task in tasks {
        held.extend(task.await.expect("buyer task"));
    }
    held
}

/// Tests the test: an implementation that checks first and writes later oversells, and the count shows it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_then_write_would_be_caught() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").stock(5).make(&shop.db).await;
    sqlx::raw_sql("alter table stock_levels drop constraint stock_levels_no_oversell")
        .execute(&shop.db)
        .await
        .expect("constraint dropped");
    let tasks: Vec<_> = (0..12)
        .map(|_| {
            let (db, sku) = (shop.db.clone(), honey.sku.clone());
            tokio::spawn(async move {
                let (on_hand, reserved) = stock(&db, &sku).await;
                if on_hand - reserved < 1 {
                    return 0;
                }
                tokio::time::sleep(std::time::Duration::from_millis(30)).await;
                sqlx::query("update stock_levels set reserved = reserved + 100000 where sku = $1")
                    .bind(&sku)
                    .execute(&db)
                    .await
                    .expect("write");
                1
            })
        })
        .collect();
    let mut sold = 0;
    for task in tasks {
        sold += task.await.expect("buyer task");
    }
    assert!(sold > 5, "check-then-write sold {sold} of 5");
}

#[tokio::test]
async fn a_hold_is_all_or_nothing_and_limited() {
    let shop = TestShop::open().await;
    let (honey, dates) = (
        shop.product("عسل").stock(5).make(&shop.db).await,
        shop.product("تمر").stock(1).make(&shop.db).await,
    );
    let now = shop.clock().now();
    let both = [(honey.sku.as_str(), 2), (dates.sku.as_str(), 2)];
    assert_eq!(hold(&shop.db, "a", 1, &both, now).await, HoldOutcome::OutOfStock(dates.sku.clone()));
    assert_eq!(stock(&shop.db, &honey.sku).await, (5, 0), "no partial hold remains");
    let one = [(honey.sku.as_str(), 1)];
    assert_eq!(hold(&shop.db, "b", 1, &one, now).await, HoldOutcome::Held);
    assert_eq!(hold(&shop.db, "b", 1, &one, now).await, HoldOutcome::Held, "the same order holds once");
    assert_eq!(stock(&shop.db, &honey.sku).await, (5, 1));
    assert_eq!(hold(&shop.db, "c", 1, &one, now).await, HoldOutcome::Held);
    assert_eq!(hold(&shop.db, "d", 1, &one, now).await, HoldOutcome::TooMany, "two for one visitor");
    sqlx::raw_sql("update stock_reservations set is_pinned = true where order_key = 'b'")
        .execute(&shop.db)
        .await
        .expect("pinned");
    let late = now + TimeDelta::hours(1);
    assert_eq!(holds::sweep(&shop.db, late).await.expect("sweep"), 1, "a pinned hold does not expire");
    assert_eq!(stock(&shop.db, &honey.sku).await, (5, 1));
    holds::release(&mut shop.db.acquire().await.expect("connection"), "b").await.expect("released");
    assert_eq!(stock(&shop.db, &honey.sku).await, (5, 0));
    for order in 0..20 {
        let answer = hold(&shop.db, &format!("x{order}"), 77, &one, late).await;
        holds::release(&mut shop.db.acquire().await.expect("connection"), &format!("x{order}"))
            .await
            .expect("released");
        assert_eq!(answer, HoldOutcome::Held, "{order}");
    }
    assert_eq!(
        hold(&shop.db, "x20", 77, &one, late).await,
        HoldOutcome::TooMany,
        "twenty from one address in ten minutes"
    );
}

/// Two hundred concurrent orders for the last three uses; twenty rounds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_coupon_is_used_exactly_up_to_its_limit() {
    let shop = TestShop::open().await;
    for round in 0..20 {
        let coupon: i64 = sqlx::query_scalar(
            "insert into coupons (code, kind, value, max_uses, used, max_uses_per_customer) values ($1, 'percent', 1, 10, 7, 1) returning id",
        )
        .bind(format!("r{round}"))
        .fetch_one(&shop.db)
        .await
        .expect("coupon");
        let gate = Arc::new(tokio::sync::Semaphore::new(8));
        let tasks: Vec<_> = (0..200)
            .map(|order| {
                let (db, gate) = (shop.db.clone(), gate.clone());
                tokio::spawn(async move {
                    let _permit = gate.acquire().await.expect("open");
                    sqlx::query_scalar::<_, bool>("select spend_coupon($1, $2, $3, null, now()) = 'used'")
                        .bind(coupon)
                        .bind(format!("order {round} {order}"))
                        .bind(format!("customer {}", order % 150))
                        .fetch_one(&db)
                        .await
                        .expect("coupon result")
                })
            })
            .collect();
        let mut used = 0;
        for task in tasks {
            used += i32::from(task.await.expect("order task"));
        }
        let row: (i32, i64, i64) = sqlx::query_as(
            "select used, (select count(*) from coupon_uses where coupon_id = $1),
                    (select count(distinct customer) from coupon_uses where coupon_id = $1) from coupons where id = $1",
        )
        .bind(coupon)
        .fetch_one(&shop.db)
        .await
        .expect("coupon");
        assert_eq!((used, row), (3, (10, 3, 3)), "round {round}");
        let again: bool = sqlx::query_scalar(
            "select spend_coupon($1, (select order_key from coupon_uses where coupon_id = $1 limit 1), 'x', null, now()) = 'used'",
        )
        .bind(coupon)
        .fetch_one(&shop.db)
        .await
        .expect("coupon result");
        assert!(again, "repeating an order's use is idempotent");
    }
}

/// Concurrent adds and removes from two tabs whose requests overtake each other; a thousand runs. The cart contains
/// exactly the acknowledged changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_clicks_in_two_tabs_are_each_applied_once() {
    const RUNS: u64 = 1_000;
    let shop = TestShop::open_with(Options { rate_factor: 100_000, ..Options::default() }).await;
    let products = [
        shop.product("عسل").stock(100_000).make(&shop.db).await,
        shop.product("تمر").stock(100_000).make(&shop.db).await,
    ];
    for run in 0..RUNS {
        let mut random = StdRng::seed_from_u64(seed().wrapping_add(run));
        let first = shop.shopper();
        first.add(&products[0].id, "1").await;
        let expected =
            click(&first, &products.each_ref().map(|product| product.id.as_str()), &mut random).await;
        let held: Vec<(String, i64)> = sqlx::query_as(
            "select line.product_id::text, line.quantity / 100000 from cart_lines line
             join sessions session on session.cart_id = line.cart_id where session.token_hash = sha256($1::bytea)",
        )
        .bind(first.cookie().and_then(|cookie| cookie.split_once('=').map(|(_, token)| token.to_owned())).unwrap_or_default().as_bytes())
        .fetch_all(&shop.db)
        .await
        .expect("lines");
        let held: BTreeMap<String, i64> = held.into_iter().collect();
        assert_eq!(held, expected, "run {run}, seed {}", seed());
    }
}

/// Adds with one idempotency key each from two tabs at once; some are repeated as after a lost response. Each key is
/// applied once, so the sum does not depend on the order. Then, in half of the runs, both tabs remove a product.
async fn click(first: &Shopper, products: &[&str; 2], random: &mut StdRng) -> BTreeMap<String, i64> {
    let second = first.clone();
    let mut expected = BTreeMap::from([(products[0].to_owned(), 1)]);
    let mut waves: Vec<Vec<(bool, usize, String)>> = Vec::new();
    for wave in 0..3 {
        let mut clicks = Vec::new();
        for click in 0..4 {
            let product = random.random_range(0..2);
            let key = format!("key-{wave}-{click}-{}", random.random::<u32>());
            *expected.entry(products[product].to_owned()).or_insert(0) += 1;
            clicks.push((random.random_bool(0.5), product, key.clone()));
            if random.random_bool(0.3) {
                clicks.push((random.random_bool(0.5), product, key));
            }
        }
        clicks.shuffle(random);
        waves.push(clicks);
    }
    for clicks in waves {
        let sent = clicks.into_iter().map(|(tab, product, key)| {
            let (shopper, id) =
                (if tab { first.clone() } else { second.clone() }, products[product].to_owned());
            async move {
                let fields = [("product_id", id.as_str()), ("quantity", "1")];
                let headers = [("idempotency-key", key.as_str())];
                let answer = shopper.post_with("/ar/?wc-ajax=add_to_cart", &fields, &headers).await;
                assert_eq!(answer.status, http::StatusCode::OK, "{}", answer.text());
            }
        });
        let tasks: Vec<_> = sent.map(tokio::spawn).collect();
        for task in tasks {
            task.await.expect("click task");
        }
    }
    if random.random_bool(0.5) {
        let refreshed = first.call("xoo_wsc_refresh_fragments", &[]).await;
        let html = refreshed.fragment("mini-cart").expect("mini cart");
        let key: String = html
            .split("data-cart_item_key=\"")
            .nth(1)
            .expect("cart line")
            .chars()
            .take_while(|c| *c != '"')
            .collect();
        // Both tabs remove the line at once; both succeed.
        let fields = [("cart_item_key", key.as_str())];
        let (one, two) =
            tokio::join!(first.call("remove_from_cart", &fields), second.call("remove_from_cart", &fields));
        assert_eq!((one.status, two.status), (http::StatusCode::OK, http::StatusCode::OK));
        assert_eq!(one.json()["cart_hash"], two.json()["cart_hash"], "both tabs get the same cart");
        expected.remove(products[0]);
    }
    expected
}

/// Five hundred visitors, each with a different product; no visitor ever sees another's cart. Fifty thousand reads,
/// every tenth over HTTP.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn carts_never_mix_in_fifty_thousand_reads() {
    const VISITORS: usize = 500;
    let shop = TestShop::open_with(Options { rate_factor: 100_000, ..Options::default() }).await;
    shop.product("قسم").make(&shop.db).await;
    let ids: Vec<i64> = sqlx::query_scalar(
        "with stocked as (insert into stock_levels (sku, on_hand) select 'tag-' || n, 900000 from generate_series(1, 500) n)
         insert into products (kind, sku, slug, name, category_id, regular_minor)
         select 'simple', 'tag-' || n, 'tag-' || n, 'TAG' || n || 'END', (select min(id) from categories), 100
         from generate_series(1, 500) n returning id",
    )
    .fetch_all(&shop.db)
    .await
    .expect("products");
    let mut visitors = Vec::new();
    for id in &ids[..VISITORS] {
        let shopper = shop.shopper();
        shopper.add(&id.to_string(), "1").await;
        let cookie = shopper.cookie().expect("session cookie");
        let token = TokenHash::from_token(cookie.split_once('=').expect("name and value").1.as_bytes());
        visitors.push((shopper, token));
    }
    let visitors = Arc::new(visitors);
    let shared = shop.shop().clone();
    let tasks: Vec<_> = (0..8u64)
        .map(|worker| {
            let (visitors, shop) = (visitors.clone(), shared.clone());
            tokio::spawn(async move {
                let mut random = StdRng::seed_from_u64(seed().wrapping_add(worker));
                for read in 0..6_250 {
                    let visitor = random.random_range(0..VISITORS);
                    let (shopper, token) = &visitors[visitor];
                    let own = format!("TAG{}END", visitor + 1);
                    let seen = if read % 10 == 0 {
                        shopper.call("xoo_wsc_refresh_fragments", &[]).await.text()
                    } else {
                        let now = shop.clock.now();
                        let cart = cart::service::find(&shop.db, token, now)
                            .await
                            .expect("cart query")
                            .expect("cart");
                        let settings = cart::service::Settings::load(&shop.settings).await.expect("settings");
                        let mut db = shop.db.acquire().await.expect("connection");
                        let contents =
                            cart::service::contents(&mut db, &settings, cart, now).await.expect("read");
                        contents.lines.iter().map(|line| line.name.as_str()).collect()
                    };
                    let tags: Vec<&str> =
                        seen.match_indices("TAG").map(|(index, _)| &seen[index..]).collect();
                    assert!(
                        !tags.is_empty() && tags.iter().all(|tag| tag.starts_with(&own)),
                        "visitor {visitor}"
                    );
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("reader task");
    }
}
