//! One simulated buyer: what a person and a browser do, request by request.
//!
//! Requests that get "try again later", or no response, are retried with the same key, as the shop's pages do.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use cookie::Cookie;
use http::{StatusCode, header};
use kernel::{Messages, msg};
use rand::{RngExt, rngs::StdRng};
use serde_json::Value;

use crate::{
    client::{Client, Sender, ShopResponse},
    form::{self, Fields, PaymentSource},
    history::{FormOutcome, Receipt, Record, SubmittedForm},
    provider::{BAD_CARD, GOOD_CARD},
    shop::Shop,
    stock::Product,
};

/// What buyers know about the shop.
#[derive(Clone)]
pub struct Front {
    pub client: Client,
    ports: Arc<[u16]>,
    provider: Arc<str>,
    declined: Arc<str>,
    /// The text before and after the product name in the "sold out" message.
    sold_out_text: Arc<(String, String)>,
}

impl Front {
    pub fn from_shop(shop: &Shop) -> Self {
        let texts = Messages::arabic();
        let gone = texts.text(msg::checkout::STOCK_GONE.with("name", "\u{1}"));
        let (before, after) = gone.split_once('\u{1}').unwrap_or((&gone, ""));
        Self {
            client: shop.client.clone(),
            ports: shop.ports().into(),
            provider: format!("{}/xml/v1/request.api", shop.sim.url()).into(),
            declined: texts.text(msg::payments::DECLINED).into(),
            sold_out_text: Arc::new((before.to_owned(), after.to_owned())),
        }
    }
}

/// Result of adding to the cart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    Yes,
    SoldOut,
    /// No conclusive response before the deadline.
    Unknown,
}

pub struct Buyer {
    front: Front,
    address: String,
    deadline: Instant,
    /// Seconds from the last `Retry-After` header.
    retry_after: AtomicU64,
    rng: Mutex<StdRng>,
    record: Mutex<Record>,
}

impl Buyer {
    /// Each buyer has its own client address, and `timeout` as the total time.
    pub fn new(front: &Front, number: usize, rng: StdRng, timeout: Duration) -> Self {
        let [_, a, b, c] = u32::try_from(number).unwrap_or_default().to_be_bytes();
        let record = Record { email: format!("buyer-{number}@example.com"), ..Record::default() };
        Self {
            front: front.clone(),
            address: format!("10.{a}.{b}.{c}"),
            deadline: Instant::now() + timeout,
            retry_after: AtomicU64::new(0),
            rng: Mutex::new(rng),
            record: Mutex::new(record),
        }
    }

    pub fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn rng(&self) -> MutexGuard<'_, StdRng> {
        self.rng.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn into_record(self) -> Record {
        self.record.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_past_deadline(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Waits a random time, like a person.
    pub async fn pause(&self, max_ms: u64) {
        let ms = self.rng().random_range(0..=max_ms);
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    pub fn new_key(&self) -> String {
        hex::encode(self.rng().random::<[u8; 16]>())
    }

    async fn send(&self, path: &str, fields: Option<&Fields>, key: Option<String>) -> Option<ShopResponse> {
        let port = self.front.ports[self.rng().random_range(0..self.front.ports.len())];
        let cookie = self.record().cookie.clone();
        let from = Sender { address: self.address.clone(), cookie, key };
        let answer = self.front.client.send(port, path, fields.map(form::encode), &from).await;
        let mut record = self.record();
        match &answer {
            None => record.lost_responses += 1,
            Some(answer) => {
                for line in answer.headers.get_all(header::SET_COOKIE) {
                    let cookie = line.to_str().ok().and_then(|line| Cookie::parse(line).ok());
                    if let Some(cookie) = cookie.filter(|cookie| cookie.name() == "__Host-sid") {
                        record.cookie = Some(cookie.stripped().to_string());
                    }
                }
                let wait = answer.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
                self.retry_after
                    .store(wait.and_then(|wait| wait.parse().ok()).unwrap_or(0), Ordering::Relaxed);
                match answer.status.as_u16() {
                    429 | 503 | 504 => record.waits += 1,
                    500.. => record.error_pages += 1,
                    _ => {}
                }
            }
        }
        answer
    }

    /// Retries until there is a conclusive response. `None`: the deadline has passed.
    async fn send_until_answered(
        &self,
        path: &str,
        fields: Option<&Fields>,
        key: Option<String>,
    ) -> Option<ShopResponse> {
        loop {
            let answer = self.send(path, fields, key.clone()).await;
            match answer {
                Some(answer) if answer.status.as_u16() < 429 => return Some(answer),
                _ if self.is_past_deadline() => return None,
                _ => self.wait_before_retry().await,
            }
        }
    }

    /// Waits at least as long as the shop asks for, with jitter.
    async fn wait_before_retry(&self) {
        let retry_after = self.retry_after.swap(0, Ordering::Relaxed) * 1_000;
        let jitter = self.rng().random_range(1_000..2_500);
        tokio::time::sleep(Duration::from_millis(jitter.max(retry_after + jitter / 5))).await;
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
        let Some(answer) =
            self.send_until_answered("/ar/?wc-ajax=add_to_cart", Some(&fields), Some(key)).await
        else {
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

    /// Opens a page. `None`: no response before the deadline.
    pub async fn open(&self, path: &str) -> Option<String> {
        self.send_until_answered(path, None, None).await.map(|answer| answer.text())
    }

    pub async fn good_card(&self) -> Option<PaymentSource> {
        self.card(GOOD_CARD).await
    }

    pub async fn bad_card(&self) -> Option<PaymentSource> {
        self.card(BAD_CARD).await
    }

    async fn card(&self, number: &str) -> Option<PaymentSource> {
        let data = format!(r#"{{"cardNumber":"{number}","expirationDate":"122038","cardCode":"900"}}"#);
        self.token(&data).await.map(PaymentSource::Card)
    }

    pub async fn bank(&self) -> Option<PaymentSource> {
        let data = r#"{"accountNumber":"123456789","routingNumber":"121042882","nameOnAccount":"Salma","accountType":"checking"}"#;
        self.token(data).await.map(PaymentSource::Echeck)
    }

    /// Gets a token like the provider's script: directly from the provider, without the shop or a proxy.
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
    pub async fn post(&self, path: &str, fields: &Fields) -> FormOutcome {
        let Some(answer) = self.send(path, Some(fields), None).await else { return FormOutcome::Nothing };
        match answer.status {
            StatusCode::SEE_OTHER => match receipt(answer.location()) {
                Some(receipt) => FormOutcome::Order(receipt),
                // A refused form redirects to its page, which shows the reason.
                None if answer.location().contains("refused=") => {
                    match self.send_until_answered(answer.location(), None, None).await {
                        Some(page) => self.read_refusal(&page.text()),
                        None => FormOutcome::Nothing,
                    }
                }
                None => FormOutcome::Empty,
            },
            StatusCode::UNPROCESSABLE_ENTITY => self.read_refusal(&answer.text()),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT => {
                FormOutcome::Wait
            }
            status if status.is_server_error() => FormOutcome::Broken,
            status => FormOutcome::Refused(status.to_string()),
        }
    }

    fn read_refusal(&self, page: &str) -> FormOutcome {
        let (before, after) = &*self.front.sold_out_text;
        let is_gone = page
            .split(before.as_str())
            .skip(1)
            .any(|rest| rest.split_once(after.as_str()).is_some_and(|(name, _)| name.len() < 200));
        if is_gone {
            FormOutcome::SoldOut
        } else if page.contains(&*self.front.declined) {
            FormOutcome::Declined
        } else {
            FormOutcome::Refused(alert(page))
        }
    }

    /// Sends the same form until there is a conclusive response, or the deadline has passed.
    pub async fn post_until_final(&self, path: &str, fields: &Fields) -> Vec<FormOutcome> {
        let mut all = Vec::new();
        loop {
            let outcome = self.post(path, fields).await;
            let is_final = outcome.is_final();
            all.push(outcome);
            if is_final || self.is_past_deadline() {
                return all;
            }
            self.wait_before_retry().await;
        }
    }

    /// Records the outcomes of a checkout form.
    pub fn record_form(&self, fields: &Fields, outcomes: Vec<FormOutcome>) -> Option<Receipt> {
        let receipts = outcomes.iter().filter_map(|outcome| match outcome {
            FormOutcome::Order(receipt) => Some(receipt.clone()),
            _ => None,
        });
        let orders: BTreeSet<Receipt> = receipts.collect();
        let last = outcomes.iter().rev().find(|outcome| outcome.is_final()).or(outcomes.last()).cloned();
        let first = orders.first().cloned();
        let key = form::value(fields, "order_form_key").to_owned();
        self.record().forms.push(SubmittedForm { key, orders, last: last.unwrap_or(FormOutcome::Nothing) });
        first
    }
}

/// The text of the page's alert, without tags.
fn alert(page: &str) -> String {
    let words = page.split_once("role=\"alert\"").and_then(|(_, rest)| rest.split_once('>'));
    let mut is_tag = false;
    let text = words.map_or("", |(_, rest)| rest).chars().filter(|c| {
        let was_tag = is_tag;
        is_tag = *c == '<' || (is_tag && *c != '>');
        !is_tag && !was_tag
    });
    let text: String = text.take(120).collect();
    if text.is_empty() { "no alert on the page".to_owned() } else { text }
}

/// `/ar/checkout/order-received/1234567890/?key=wc_order_…`
fn receipt(location: &str) -> Option<Receipt> {
    let (_, rest) = location.split_once("/order-received/")?;
    let (number, key) = rest.split_once("/?key=")?;
    Some(Receipt { number: number.parse().ok()?, key: key.to_owned() })
}
