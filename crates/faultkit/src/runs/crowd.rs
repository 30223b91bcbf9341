//! Buyers and collectors that run while services are killed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::{
    buyer::{Buyer, Front},
    collectors,
    history::Record,
    scenarios::{self, Scenario},
    shop::Shop,
    stock::Product,
};

/// Number of concurrent buyers.
const BUYERS: usize = 16;

/// Number of concurrent collectors.
const COLLECTORS: usize = 6;

/// Buyers and collectors that run until they are stopped.
pub struct Crowd {
    stop: Arc<AtomicBool>,
    tasks: Vec<tokio::task::JoinHandle<Vec<Record>>>,
}

impl Crowd {
    pub fn start(shop: &Arc<Shop>, products: &[Product]) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (front, next) = (Front::from_shop(shop), Arc::new(AtomicUsize::new(COLLECTORS)));
        let mut tasks = Vec::new();
        for number in 0..COLLECTORS {
            let (stop, front, products) = (stop.clone(), front.clone(), products.to_vec());
            let rng = shop.seed.stream("collector", number);
            tasks.push(tokio::spawn(async move {
                let buyer = Buyer::new(&front, number, rng, Duration::from_secs(3_600));
                while !stop.load(Ordering::Relaxed) {
                    let product = &products[number % products.len()];
                    if !collectors::collect(&buyer, product).await {
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
            tasks.push(tokio::spawn(async move {
                let mut records = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let mut rng = shop.seed.stream("buyer", number);
                    let scenario = Scenario::pick(&mut rng, &Scenario::MIX);
                    let buyer = Buyer::new(&front, number, rng, Duration::from_secs(120));
                    scenarios::buy(&buyer, scenario, &products[number % products.len()]).await;
                    records.push(buyer.into_record());
                }
                records
            }));
        }
        Self { stop, tasks }
    }

    pub async fn end(self) -> Vec<Record> {
        self.stop.store(true, Ordering::Relaxed);
        let mut records = Vec::new();
        for task in self.tasks {
            records.extend(task.await.unwrap_or_default());
        }
        records
    }
}
