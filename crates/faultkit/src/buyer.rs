//! One simulated buyer: what a person and a browser do, request by request.
//!
//! Answers that say "later", and lines that go dead, are tried again with the same key, as the shop's own pages do.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use http::{StatusCode, header};
use kernel::{Messages, msg};
use rand::{RngExt, rngs::StdRng};
use serde_json::Value;

use crate::{
    client::{Answer, Client, Sender},
    form::{self, Fields, Means},
    history::{Receipt, Record, Sent, Told},
    provider::{BAD_CARD, GOOD_CARD},
    shop::Shop,
    stock::Product,
};

/// All that buyers know of the shop.
#[derive(Clone)]
pub struct Front {
    pub client: Client,
    ports: Arc<[u16]>,
    provider: Arc<str>,
    declined: Arc<str>,
    /// What stands before and after the name of a product that is gone.
    gone: Arc<(String, String)>,
}

impl Front {
    pub fn of(shop: &Shop) -> Self {
        let texts = Messages::arabic();
        let gone = texts.text(msg::checkout::STOCK_GONE.with("name", "\u{1}"));
        let (before, after) = gone.split_once('\u{1}').unwrap_or((&gone, ""));
        Self {
            client: shop.client.clone(),
            ports: shop.ports().into(),
            provider: format!("{}/xml/v1/request.api", shop.sim.url()).into(),
            declined: texts.text(msg::payments::DECLINED).into(),
            gone: Arc::new((before.to_owned(), after.to_owned())),
        }
    }
}

/// Whether something got into the cart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    Yes,
    SoldOut,
    /// Nobody said yes or no in time.
    Unknown,
}

pub struct Buyer {
    front: Front,
    address: String,
    until: Instant,
    /// In so many seconds the shop wants to be asked again.
    wait: AtomicU64,
    dice: Mutex<StdRng>,
    record: Mutex<Record>,
}

impl Buyer {
    /// Everybody has an address of their own, and so long to be served.
    pub fn new(front: &Front, number: usize, dice: StdRng, patience: Duration) -> Self {
        let [_, a, b, c] = u32::try_from(number).unwrap_or_default().to_be_bytes();
        let record = Record { email: format!("buyer-{number}@example.com"), ..Record::default() };
        Self {
            front: front.clone(),
            address: format!("10.{a}.{b}.{c}"),
            until: Instant::now() + patience,
            wait: AtomicU64::new(0),
            dice: Mutex::new(dice),
            record: Mutex::new(record),
        }
    }

    pub fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn dice(&self) -> MutexGuard<'_, StdRng> {
        self.dice.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn into_record(self) -> Record {
        self.record.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }

    /// A moment, as people take it.
    pub async fn pause(&self, most_ms: u64) {
        let ms = self.dice().random_range(0..=most_ms);
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    pub fn new_key(&self) -> String {
        hex::encode(self.dice().random::<[u8; 16]>())
    }

    async fn ask(&self, path: &str, fields: Option<&Fields>, key: Option<String>) -> Option<Answer> {
        let port = self.front.ports[self.dice().random_range(0..self.front.ports.len())];
        let cookie = self.record().cookie.clone();
        let from = Sender { address: self.address.clone(), cookie, key };
        let answer = self.front.client.send(port, path, fields.map(form::encode), &from).await;
        let mut record = self.record();
        match &answer {
            None => record.silences += 1,
            Some(answer) => {
                for line in answer.headers.get_all(header::SET_COOKIE) {
                    let pair = line.to_str().ok().and_then(|line| line.split(';').next());
                    if let Some(pair) = pair.filter(|pair| pair.starts_with("__Host-sid=")) {
                        record.cookie = Some(pair.to_owned());
                    }
                }
                let wait = answer.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
                self.wait.store(wait.and_then(|wait| wait.parse().ok()).unwrap_or(0), Ordering::Relaxed);
                match answer.status.as_u16() {
                    429 | 503 | 504 => record.waits += 1,
                    500.. => record.error_pages += 1,
                    _ => {}
                }
            }
        }
        answer
    }

    /// Asks until somebody answers in earnest. `None`: out of patience.
    async fn insist(&self, path: &str, fields: Option<&Fields>, key: Option<String>) -> Option<Answer> {
        loop {
            let answer = self.ask(path, fields, key.clone()).await;
            match answer {
                Some(answer) if answer.status.as_u16() < 429 => return Some(answer),
                _ if self.is_late() => return None,
                _ => self.come_again().await,
            }
        }
    }

    /// About as long as the shop asks for, and not all at once.
    async fn come_again(&self) {
        let asked = self.wait.swap(0, Ordering::Relaxed) * 1_000;
        let own = self.dice().random_range(1_000..2_500);
        tokio::time::sleep(Duration::from_millis(own.max(asked + own / 5))).await;
    }

    pub async fn add(&self, product: &Product, pieces: i64) -> Added {
        let key = self.new_key();
        self.add_under(product, pieces, key).await
    }

    pub async fn add_under(&self, product: &Product, pieces: i64, key: String) -> Added {
        let fields = vec![
            ("product_id".to_owned(), product.id.to_string()),
            ("quantity".to_owned(), pieces.to_string()),
        ];
        let Some(answer) = self.insist("/ar/?wc-ajax=add_to_cart", Some(&fields), Some(key)).await else {
            return Added::Unknown;
        };
        let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        if body.get("cart_hash").is_some() {
            *self.record().added.entry(product.id).or_default() += pieces;
            Added::Yes
        } else {
            Added::SoldOut
        }
    }

    /// The checkout page. `None`: nobody answered.
    pub async fn open(&self, path: &str) -> Option<String> {
        self.insist(path, None, None).await.map(|answer| answer.text())
    }

    pub async fn good_card(&self) -> Option<Means> {
        self.card(GOOD_CARD).await
    }

    pub async fn bad_card(&self) -> Option<Means> {
        self.card(BAD_CARD).await
    }

    async fn card(&self, number: &str) -> Option<Means> {
        let data = format!(r#"{{"cardNumber":"{number}","expirationDate":"122038","cardCode":"900"}}"#);
        self.token(&data).await.map(Means::Card)
    }

    pub async fn bank(&self) -> Option<Means> {
        let data = r#"{"accountNumber":"123456789","routingNumber":"121042882","nameOnAccount":"Salma","accountType":"checking"}"#;
        self.token(data).await.map(Means::Echeck)
    }

    /// As the provider's script gets it: the shop is not asked, and no proxy is in between.
    async fn token(&self, data: &str) -> Option<String> {
        let body = format!(
            r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"matjar-sim","clientKey":"matjar-sim-client-key"}},"data":{{"type":"TOKEN","id":"1","token":{data}}}}}}}"#
        );
        let answer = self.front.client.post_json(&self.front.provider, body).await?;
        let text = String::from_utf8_lossy(&answer);
        let answer: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
        answer["opaqueData"]["dataValue"].as_str().map(str::to_owned)
    }

    /// Sends a form once.
    pub async fn post(&self, path: &str, fields: &Fields) -> Told {
        let Some(answer) = self.ask(path, Some(fields), None).await else { return Told::Nothing };
        match answer.status {
            StatusCode::SEE_OTHER => match receipt(answer.location()) {
                Some(receipt) => Told::Order(receipt),
                // A refused form leads back to its page, which says why.
                None if answer.location().contains("refused=") => {
                    match self.insist(answer.location(), None, None).await {
                        Some(page) => self.read_refusal(&page.text()),
                        None => Told::Nothing,
                    }
                }
                None => Told::Empty,
            },
            StatusCode::UNPROCESSABLE_ENTITY => self.read_refusal(&answer.text()),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT => {
                Told::Wait
            }
            status if status.is_server_error() => Told::Broken,
            status => Told::Refused(status.to_string()),
        }
    }

    fn read_refusal(&self, page: &str) -> Told {
        let (before, after) = &*self.front.gone;
        let is_gone = page
            .split(before.as_str())
            .skip(1)
            .any(|rest| rest.split_once(after.as_str()).is_some_and(|(name, _)| name.len() < 200));
        if is_gone {
            Told::SoldOut
        } else if page.contains(&*self.front.declined) {
            Told::Declined
        } else {
            Told::Refused(alert(page))
        }
    }

    /// The same form until it is answered in earnest, or patience ends.
    pub async fn post_until_told(&self, path: &str, fields: &Fields) -> Vec<Told> {
        let mut all = Vec::new();
        loop {
            let told = self.post(path, fields).await;
            let is_final = told.is_final();
            all.push(told);
            if is_final || self.is_late() {
                return all;
            }
            self.come_again().await;
        }
    }

    /// Writes down what came of a checkout form.
    pub fn note(&self, fields: &Fields, told: Vec<Told>) -> Option<Receipt> {
        let receipts = told.iter().filter_map(|told| match told {
            Told::Order(receipt) => Some(receipt.clone()),
            _ => None,
        });
        let orders: BTreeSet<Receipt> = receipts.collect();
        let last = told.iter().rev().find(|told| told.is_final()).or(told.last()).cloned();
        let first = orders.first().cloned();
        let key = form::value(fields, "order_form_key").to_owned();
        self.record().forms.push(Sent { key, orders, last: last.unwrap_or(Told::Nothing) });
        first
    }
}

/// What a page says is wrong, without its tags.
fn alert(page: &str) -> String {
    let words = page.split_once("role=\"alert\"").and_then(|(_, rest)| rest.split_once('>'));
    let mut is_tag = false;
    let text = words.map_or("", |(_, rest)| rest).chars().filter(|c| {
        let was_tag = is_tag;
        is_tag = *c == '<' || (is_tag && *c != '>');
        !is_tag && !was_tag
    });
    let text: String = text.take(120).collect();
    if text.is_empty() { "without a word".to_owned() } else { text }
}

/// `/ar/checkout/order-received/1234567890/?key=wc_order_…`
fn receipt(location: &str) -> Option<Receipt> {
    let (_, rest) = location.split_once("/order-received/")?;
    let (number, key) = rest.split_once("/?key=")?;
    Some(Receipt { number: number.parse().ok()?, key: key.to_owned() })
}
