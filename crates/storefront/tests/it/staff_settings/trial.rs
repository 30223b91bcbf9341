//! The shipping trial says what the checkout does.

use cart::{
    rules::{Coupon, CouponKind, TotalsLine, totals},
    service::Rates,
};
use edge::settings_cache::Cached;
use kernel::{Money, Quantity};

use super::*;

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % limit).expect("a small number")
    }
}

/// [D28]
#[tokio::test]
async fn the_trial_equals_the_checkout_for_a_thousand_addresses_and_carts() {
    let shop = open().await;
    run(&shop, ZONES).await;
    let pickup = "insert into shipping_methods (zone_id, kind, title, position)
                  select id, 'pickup', 'استلام', 4 from shipping_zones where name = 'هنا'";
    run(&shop, pickup).await;
    let rates = Rates::read(&shop.db).await.expect("rates");
    let now = shop.clock().now();
    let mut numbers = Numbers(28);
    let mut offered = 0;
    for case in 0..1_000 {
        let country = ["US", "SA", "KW", "TR", ""][usize::try_from(numbers.below(5)).expect("small")];
        let city = ["", "ديربورن", "غوام", " غُوام"][usize::try_from(numbers.below(4)).expect("small")];
        let mut lines = Vec::new();
        let mut grams = 0;
        for product in 0..=numbers.below(5) {
            let pieces = u32::try_from(1 + numbers.below(4)).expect("small");
            let weight = numbers.below(1_500);
            grams += weight * i64::from(pieces);
            lines.push(TotalsLine {
                product,
                categories: Vec::new(),
                quantity: Quantity::from_whole(pieces),
                total: Money::from_minor(numbers.below(4_000)),
                grams: weight,
            });
        }
        let coupon = Coupon {
            id: 1,
            code: "خصم".to_owned(),
            kind: CouponKind::Percent,
            value: numbers.below(5_000),
            starts_at: None,
            ends_at: None,
            min_spend: Money::ZERO,
            is_used_up: false,
            products: Vec::new(),
            categories: Vec::new(),
        };
        let destination = rates.destination_for(country, city);
        let checkout = totals(&lines, &[coupon], &destination, None, now).expect("totals");
        let goods = Money::checked_sum(checkout.lines.iter().copied()).expect("a sum");
        let trial = rates.trial((country, city), (goods, grams), now).expect("a trial");
        let wanted: Vec<_> = checkout.shipping.iter().map(|one| (one.method, one.cost)).collect();
        let found: Vec<_> = trial.offers.iter().map(|one| (one.method.id, one.cost)).collect();
        assert_eq!(found, wanted, "case {case}: {country} {city} {goods:?} {grams}");
        assert_eq!(found.len() + trial.refused.len(), 5, "case {case}: each method is offered or refused");
        offered += found.len();
    }
    assert!(offered > 500, "most carts are offered something: {offered}");
}

/// [D28] The same through the pages.
#[tokio::test]
async fn the_page_of_the_trial_shows_the_prices_of_the_cart() {
    let shop = open().await;
    run(&shop, ZONES).await;
    let honey = shop.product("عسل سدر").price(4_600).make(&shop.db).await;
    run(&shop, "update products set weight_grams = 950").await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    let cart = seen(&shopper.get("/ar/cart/").await);
    let huda = owner(&shop).await;
    let trial =
        seen(&huda.get(&format!("{SHIPPING}?country=US&weight=%D9%A0%D9%AB%D9%A9%D9%A5&amount=46")).await);
    for shown in ["عادي", "8.50 $", "بالوزن", "7.00 $"] {
        assert!(cart.contains(shown), "{shown} in the cart: {cart}");
        assert!(trial.contains(shown), "{shown} in the trial: {trial}");
    }
    assert!(trial.contains("تنقص قيمة السلة 29.00 $."), "{trial}");
    assert!(trial.contains("من منطقة الخليج"), "{trial}");
    let unserved = seen(
        &huda.get(&format!("{SHIPPING}?country=US&city=%D8%BA%D9%88%D8%A7%D9%85&weight=1&amount=90")).await,
    );
    assert!(unserved.contains("لا نشحن إلى هذه المدينة."), "{unserved}");
    let wrong = huda.get(&format!("{SHIPPING}?country=US&weight=x&amount=46")).await;
    assert!(seen(&wrong).contains("أدخل وزنًا"), "{}", seen(&wrong));
}
