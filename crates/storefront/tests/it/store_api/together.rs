//! One cart, two clients: the pages' calls by cookie and the API by `Cart-Token`, at the same time.

use futures_util::future::join_all;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use testkit::{Options, Shopper, TestProduct, TestShop};

use super::{Client, number, sql, with_shipping};

/// Runs in a normal test run. `MATJAR_STORE_API_RUNS=1000` runs them all; `MATJAR_STORE_API_SEED` repeats one.
const RUNS: u64 = 40;
const STEPS: usize = 8;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is no number")))
}

/// A change by one of the two clients.
#[derive(Debug, Clone, Copy)]
enum Step {
    Add { product: usize, quantity: u32 },
    Set { product: usize, quantity: u32 },
    Remove { product: usize },
}

fn step(rng: &mut StdRng, products: usize) -> Step {
    let product = rng.random_range(0..products);
    match rng.random_range(0..10) {
        0..6 => Step::Add { product, quantity: rng.random_range(1..4) },
        6..9 => Step::Set { product, quantity: rng.random_range(0..5) },
        _ => Step::Remove { product },
    }
}

/// The key of a product's line, if the cart has it.
fn key_of(cart: &Value, product: &TestProduct) -> String {
    let items = cart["items"].as_array().expect("items");
    let item = items.iter().find(|item| item["id"] == number(&product.id));
    item.and_then(|item| item["key"].as_str()).unwrap_or("00000000000000000000000000000000").to_owned()
}

/// Whether a step was carried out.
async fn by_page(shopper: &Shopper, step: Step, products: &[TestProduct], keys: &[String]) -> bool {
    let answer = match step {
        Step::Add { product, quantity } => shopper.add(&products[product].id, &quantity.to_string()).await,
        Step::Set { product, quantity } => {
            let quantity = quantity.to_string();
            let fields = [("cart_key", keys[product].as_str()), ("qty", &quantity)];
            shopper.call("xoo_wsc_update_item_quantity", &fields).await
        }
        Step::Remove { product } => {
            shopper.call("remove_from_cart", &[("cart_item_key", keys[product].as_str())]).await
        }
    };
    assert_eq!(answer.status, 200, "{step:?} by the page: {}", answer.text());
    answer.json().get("error").is_none()
}

async fn by_api(app: &Client, step: Step, products: &[TestProduct], keys: &[String]) -> bool {
    let answer = match step {
        Step::Add { product, quantity } => app.add(&products[product].id, quantity).await,
        Step::Set { product, quantity } => {
            app.post("/cart/update-item", json!({ "key": keys[product], "quantity": quantity })).await
        }
        Step::Remove { product } => app.post("/cart/remove-item", json!({ "key": keys[product] })).await,
    };
    let status = answer.status.as_u16();
    assert!([200, 201, 400, 409].contains(&status), "{step:?} by the API: {status} {}", answer.text());
    status < 400
}

/// One run: both clients act at once, and afterwards both see the same cart, whose totals are those of its lines.
async fn run(shop: &TestShop, products: &[TestProduct], prices: &[i64], seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let salma = shop.shopper();
    let page = Client::browser(&salma);
    salma.add(&products[0].id, "1").await;
    page.cart().await;
    let created = page.post("/cart/tokens", json!({})).await;
    let app = Client::app(shop).with_token(created.header("cart-token"));
    if rng.random() {
        assert_eq!(app.post("/cart/apply-coupon", json!({ "code": "نخلة10" })).await.status, 200);
    }
    // Only additions at first: every one that was accepted must be in the cart.
    let additions: Vec<(bool, Step)> = (0..STEPS)
        .map(|_| {
            let product = rng.random_range(0..products.len());
            (rng.random(), Step::Add { product, quantity: rng.random_range(1..4) })
        })
        .collect();
    let accepted = join_all(additions.iter().map(|(is_page, step)| {
        let (salma, app) = (&salma, &app);
        async move {
            match is_page {
                true => by_page(salma, *step, products, &[]).await,
                false => by_api(app, *step, products, &[]).await,
            }
        }
    }))
    .await;
    let mut wanted = vec![0_u32; products.len()];
    wanted[0] = 1;
    for ((_, step), accepted) in additions.iter().zip(accepted) {
        if let Step::Add { product, quantity } = step
            && accepted
        {
            wanted[*product] += quantity;
        }
    }
    let cart = app.cart().await;
    for (product, wanted) in products.iter().zip(&wanted) {
        let item =
            cart["items"].as_array().expect("items").iter().find(|item| item["id"] == number(&product.id));
        let held = item.and_then(|item| item["quantity"].as_u64()).unwrap_or(0);
        assert_eq!(held, u64::from(*wanted), "run {seed}: an addition was lost or repeated: {cart}");
    }
    // Then anything, each client one step after the other.
    let keys: Vec<String> = products.iter().map(|product| key_of(&cart, product)).collect();
    let mut steps =
        |count: usize| -> Vec<Step> { (0..count).map(|_| step(&mut rng, products.len())).collect() };
    let (mine, theirs) = (steps(STEPS / 2), steps(STEPS / 2));
    let pages = async {
        for step in &mine {
            by_page(&salma, *step, products, &keys).await;
        }
    };
    let apps = async {
        for step in &theirs {
            by_api(&app, *step, products, &keys).await;
        }
    };
    tokio::join!(pages, apps);
    let (seen, shown) = (app.cart().await, page.cart().await);
    assert_eq!(seen["items"], shown["items"], "run {seed}");
    assert_eq!(seen["totals"], shown["totals"], "run {seed}");
    check_totals(&seen, products, prices, seed);
    let text = salma.call("xoo_wsc_refresh_fragments", &[]).await.text();
    let total = seen["totals"]["total_price"].as_str().and_then(|text| text.parse().ok()).expect("an amount");
    let formatted = kernel::Money::from_minor(total).format();
    assert!(text.contains(&formatted), "run {seed}: {formatted} on the pages");
}

/// The rules of both: stock is never exceeded, and the total is the sum of its parts.
fn check_totals(cart: &Value, products: &[TestProduct], prices: &[i64], seed: u64) {
    let mut items = 0;
    for item in cart["items"].as_array().expect("items") {
        let index = products.iter().position(|product| item["id"] == number(&product.id)).expect("a product");
        let quantity = item["quantity"].as_i64().expect("pieces");
        assert!(quantity <= STOCK, "run {seed}: {quantity} of {STOCK}");
        items += quantity * prices[index];
    }
    let minor =
        |name: &str| cart["totals"][name].as_str().and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
    assert_eq!(minor("total_items"), items, "run {seed}");
    let parts = items - minor("total_discount") + minor("total_shipping") + minor("total_tax");
    assert_eq!(minor("total_price"), parts, "run {seed}: {cart}");
}

/// Less than the steps can add, so that the stock refuses some.
const STOCK: i64 = 9;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_clients_of_one_cart_lose_nothing_and_see_the_same_totals() {
    let shop = TestShop::open_with(Options { rate_factor: 1_000_000, ..Options::default() }).await;
    with_shipping(&shop).await;
    sql(&shop, "insert into coupons (code, kind, value) values ('نخلة10', 'percent', 1000)").await;
    let prices = [4_601, 1_799, 33];
    let mut products = Vec::new();
    for price in prices {
        products.push(shop.product("منتج").price(price).stock(STOCK).make(&shop.db).await);
    }
    let runs = setting("MATJAR_STORE_API_RUNS").unwrap_or(RUNS);
    let seed = setting("MATJAR_STORE_API_SEED").unwrap_or_else(|| rand::random_range(1..1_000_000_000));
    println!("MATJAR_STORE_API_SEED={seed} MATJAR_STORE_API_RUNS={runs}");
    for number in 0..runs {
        run(&shop, &products, &prices, seed.wrapping_add(number)).await;
    }
}
