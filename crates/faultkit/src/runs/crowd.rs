//! People who buy and collect while everything around them dies.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::{
    buyer::{Buyer, Front},
    habits::{self, Habit},
    history::Record,
    keeper,
    shop::Shop,
    stock::Product,
};

/// How many buy at once.
const BUYERS: usize = 16;

/// How many only collect.
const COLLECTORS: usize = 6;

/// Buyers and collectors who go on until they are told to stop.
pub struct Crowd {
    stop: Arc<AtomicBool>,
    work: Vec<tokio::task::JoinHandle<Vec<Record>>>,
}

impl Crowd {
    pub fn start(shop: &Arc<Shop>, products: &[Product]) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (front, next) = (Front::of(shop), Arc::new(AtomicUsize::new(COLLECTORS)));
        let mut work = Vec::new();
        for number in 0..COLLECTORS {
            let (stop, front, products) = (stop.clone(), front.clone(), products.to_vec());
            let dice = shop.dice.stream("collector", number);
            work.push(tokio::spawn(async move {
                let buyer = Buyer::new(&front, number, dice, Duration::from_secs(3_600));
                while !stop.load(Ordering::Relaxed) {
                    let product = &products[number % products.len()];
                    if !keeper::collect(&buyer, product).await {
                        break;
                    }
                    buyer.pause(300).await;
                }
                vec![buyer.into_record()]
            }));
        }
        for _ in 0..BUYERS {
            let (stop, front, products) = (stop.clone(), front.clone(), products.to_vec());
            let (next, shop) = (next.clone(), shop.clone());
            work.push(tokio::spawn(async move {
                let mut records = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let mut dice = shop.dice.stream("buyer", number);
                    let habit = Habit::draw(&mut dice, &Habit::MIX);
                    let buyer = Buyer::new(&front, number, dice, Duration::from_secs(120));
                    habits::buy(&buyer, habit, &products[number % products.len()]).await;
                    records.push(buyer.into_record());
                }
                records
            }));
        }
        Self { stop, work }
    }

    pub async fn end(self) -> Vec<Record> {
        self.stop.store(true, Ordering::Relaxed);
        let mut records = Vec::new();
        for work in self.work {
            records.extend(work.await.unwrap_or_default());
        }
        records
    }
}
