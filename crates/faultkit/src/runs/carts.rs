//! I6 through HTTP: people fill carts on two devices, sign in on both, go back and forward and sign out, while Redis is
//! wiped and the pool has two connections. No line is lost or doubled, and nobody sees another's cart.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use anyhow::ensure;
use clap::Args;
use futures_util::{StreamExt, stream};
use http::header;

use crate::{
    browser::{Browser, Visit},
    fault_injector::{Fault, FaultInjector},
    oracle::{Finding, Invariant},
    people,
    report::{self, Report},
    scenarios::CHECKOUT,
    shop::{Environment, Options, Shop},
    stock::{self, PIECE, Product},
};

const CART: &str = "/ar/cart/";

#[derive(Debug, Clone, Args)]
pub struct Carts {
    /// Number of people.
    #[arg(long = "cart-visitors", default_value_t = 24)]
    pub visitors: usize,
    /// How often each person reads the cart on each device after each step.
    #[arg(long = "cart-reads", default_value_t = 2)]
    pub reads: usize,
}

/// Number of people at the same time.
const AT_ONCE: usize = 8;

const FAULTS: &[Fault] = &[Fault::WipeRedis, Fault::WipeRedis, Fault::KillRedis];

/// One person: a name, and two products that nobody else has.
struct Person {
    number: usize,
    customer: people::Customer,
    products: [Product; 2],
}

/// Whose products these are, by the keys of their lines and by their names.
struct Tags(HashMap<String, usize>);

impl Tags {
    fn new(people: &[Person]) -> Self {
        let tags = people.iter().flat_map(|person| {
            let tags = person.products.iter().flat_map(|product| [product.line_key(), product.name.clone()]);
            tags.map(|tag| (tag, person.number))
        });
        Self(tags.collect())
    }

    /// The numbers of everybody whose tags are in a text. Names are suggested to others on the cart's page, so only
    /// some pages are searched for them.
    fn owners(&self, text: &str, with_names: bool) -> Vec<usize> {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        let mut owners: Vec<usize> = words
            .filter(|word| with_names || !word.starts_with("cart-"))
            .filter_map(|word| self.0.get(word).copied())
            .collect();
        owners.sort_unstable();
        owners.dedup();
        owners
    }
}

pub async fn run(environment: &Arc<Environment>, sizes: &Carts, report: &mut Report) -> anyhow::Result<()> {
    println!("carts: {} people with two devices each, a pool of two", sizes.visitors);
    let options = Options { env: vec![("MATJAR_POOL_WEB", "2".to_owned())], ..Options::default() };
    let shop = Shop::open(environment, options).await?;
    shop.clear_faults();
    let mut people = Vec::new();
    for number in 0..sizes.visitors {
        let name = |part: &str| format!("cart-{number}-{part}");
        let products = [
            stock::product(&shop.db, &name("a"), 1_000).await?,
            stock::product(&shop.db, &name("b"), 1_000).await?,
        ];
        let customer = people::add_customer(&shop.db, &format!("carts{number}")).await?;
        people.push(Person { number, customer, products });
    }
    let tags = Tags::new(&people);
    let injector = FaultInjector::start(&shop, FAULTS, 900, usize::MAX, shop.seed.stream("storm", 0));
    let journeys = people.iter().map(|person| journey(&shop, person, &tags, sizes.reads));
    let done: Vec<Journey> = stream::iter(journeys).buffer_unordered(AT_ONCE).collect().await;
    let injected = injector.end().await?;
    let mut findings: Vec<Finding> = done.iter().flat_map(|journey| journey.findings.clone()).collect();
    findings.extend(stored(&shop, &people).await?);
    let reads: usize = done.iter().map(|journey| journey.reads).sum();
    ensure!(reads > 0, "no cart was read");
    println!("  {reads} reads; {}", crate::fault_injector::sentence(&injected));
    report.record(
        format!("carts: {} people, {reads} reads, none mixed or lost (I6)", people.len()),
        report::lines(&findings),
    );
    shop.close().await
}

struct Journey {
    reads: usize,
    findings: Vec<Finding>,
}

impl Journey {
    fn wrong(&mut self, person: &Person, text: impl std::fmt::Display) {
        self.findings.push(Finding::hard(Invariant::Carts, format!("person {}: {text}", person.number)));
    }

    fn check(&mut self, person: &Person, what: &str, succeeded: bool) {
        if !succeeded {
            self.wrong(person, format!("{what} failed"));
        }
    }
}

async fn journey(shop: &Arc<Shop>, person: &Person, tags: &Tags, reads: usize) -> Journey {
    let mut journey = Journey { reads: 0, findings: Vec::new() };
    let [first, second] = &person.products;
    let user = &person.customer.email;
    let number = person.number * 2;
    let (mut phone, mut laptop) = (Browser::new(shop, number), Browser::new(shop, number + 1));

    // As guests: one piece on the phone, three on the laptop.
    for (product, pieces, key) in [(first, 1, "phone-a"), (first, 1, "laptop-a"), (second, 2, "laptop-b")] {
        let browser = if key == "phone-a" { &mut phone } else { &mut laptop };
        let added = browser.add(product, pieces, &format!("{key}-{number}")).await;
        journey.check(person, key, added);
        // The browser repeats the call, because it thinks that the response was lost.
        let again = browser.add(product, pieces, &format!("{key}-{number}")).await;
        journey.check(person, key, again);
    }
    read(&mut journey, person, tags, &mut phone, reads, &[first]).await;
    read(&mut journey, person, tags, &mut laptop, reads, &[first, second]).await;

    // The phone signs in, and goes back to the form and sends it again with the cookie of that time.
    let old_cookie = phone.cookie();
    if let Some(form) = phone.login_form(user).await {
        let signed_in = phone.visit(&form).await.is_some_and(|answer| answer.status.is_redirection());
        journey.check(person, "signing in on the phone", signed_in);
        let again = Visit { cookie: Some(old_cookie.clone()), ..form };
        phone.visit(&again).await;
    } else {
        journey.wrong(person, "no form to sign in with on the phone");
    }
    read(&mut journey, person, tags, &mut phone, reads, &[first]).await;
    ended(&mut journey, person, tags, &mut phone, old_cookie).await;

    // The laptop sends the form twice at once: one of them merges the cart.
    let old_cookie = laptop.cookie();
    match laptop.login_form(user).await {
        Some(form) => {
            let mut other = laptop.clone();
            let (one, two) = tokio::join!(laptop.visit(&form), other.visit(&form));
            let is_in = |answer: &Option<crate::client::ShopResponse>| {
                answer.as_ref().is_some_and(|answer| answer.status.is_redirection())
            };
            journey.check(person, "signing in on the laptop", is_in(&one) || is_in(&two));
            if !is_in(&one) {
                laptop = other;
            }
        }
        None => journey.wrong(person, "no form to sign in with on the laptop"),
    }
    ended(&mut journey, person, tags, &mut laptop, old_cookie).await;
    for browser in [&mut laptop, &mut phone] {
        read(&mut journey, person, tags, browser, reads, &[first, second]).await;
    }

    // The phone signs out: its cookie has no cart any more, and the account's cart stays.
    let old_cookie = phone.cookie();
    match phone.log_out().await {
        Some(true) => {}
        _ => journey.wrong(person, "signing out failed"),
    }
    ended(&mut journey, person, tags, &mut phone, old_cookie).await;
    let signed_in = phone.log_in(user).await;
    journey.check(person, "signing in again", signed_in);
    read(&mut journey, person, tags, &mut phone, reads, &[first, second]).await;
    journey
}

/// Reads the cart on every page that shows it, also with the validators of the last response, like a browser that goes
/// back.
async fn read(
    journey: &mut Journey,
    person: &Person,
    tags: &Tags,
    browser: &mut Browser,
    times: usize,
    expected: &[&Product],
) {
    for _ in 0..times {
        for path in [CART, CHECKOUT] {
            let Some(answer) = browser.visit(&Visit::to(path)).await else {
                journey.wrong(person, format!("{path} never answered"));
                continue;
            };
            journey.reads += 1;
            let mut back = Visit::to(path).header("if-modified-since", "Mon, 16 Nov 2026 12:00:00 GMT");
            if let Some(etag) = answer.headers.get(header::ETAG).and_then(|etag| etag.to_str().ok()) {
                back = back.header("if-none-match", etag);
            }
            let again = browser.visit(&back).await.map(|answer| answer.text());
            journey.reads += 1;
            for text in [Some(answer.text()), again].into_iter().flatten() {
                inspect(journey, person, tags, path, &text, path == CHECKOUT);
                let missing = expected.iter().filter(|product| {
                    let tag = if path == CHECKOUT { product.name.clone() } else { product.line_key() };
                    !text.contains(&tag)
                });
                for product in missing {
                    journey.wrong(person, format!("{path} does not show {}", product.name));
                }
            }
        }
        match browser.fragments().await {
            Some(text) => {
                journey.reads += 1;
                inspect(journey, person, tags, "a region", &text, true);
                for product in expected.iter().filter(|product| !text.contains(&product.name)) {
                    journey.wrong(person, format!("no region shows {}", product.name));
                }
            }
            None => journey.wrong(person, "the regions were never answered"),
        }
    }
}

/// A cookie from before a sign-in or a sign-out reaches no cart.
async fn ended(journey: &mut Journey, person: &Person, tags: &Tags, browser: &mut Browser, cookie: String) {
    let visit = Visit { cookie: Some(cookie), ..Visit::to(CART) };
    let Some(answer) = browser.visit(&visit).await else { return };
    journey.reads += 1;
    if !tags.owners(&answer.text(), false).is_empty() {
        journey.wrong(person, "a cookie that has ended still shows a cart");
    }
}

fn inspect(journey: &mut Journey, person: &Person, tags: &Tags, path: &str, text: &str, with_names: bool) {
    for owner in tags.owners(text, with_names).into_iter().filter(|owner| *owner != person.number) {
        journey.wrong(person, format!("{path} shows a line of person {owner}"));
    }
}

/// Every account has exactly what its owner added on both devices, and no other cart has any of it.
async fn stored(shop: &Shop, people: &[Person]) -> anyhow::Result<Vec<Finding>> {
    let rows: Vec<(i64, i64, Option<i64>)> = sqlx::query_as(
        "select line.product_id, line.quantity, customer.id from cart_lines line
         left join customers customer on customer.cart_id = line.cart_id",
    )
    .fetch_all(&shop.db)
    .await?;
    let mut found: BTreeMap<i64, Vec<(i64, Option<i64>)>> = BTreeMap::new();
    for (product, quantity, owner) in rows {
        found.entry(product).or_default().push((quantity / PIECE, owner));
    }
    let mut findings = Vec::new();
    for person in people {
        let own = Some(person.customer.id);
        for (product, pieces) in person.products.iter().zip([2, 2]) {
            let lines = found.get(&product.id).cloned().unwrap_or_default();
            if lines != [(pieces, own)] {
                let text = format!(
                    "{}: {pieces} pieces of customer {own:?} were acknowledged, stored are {lines:?}",
                    product.name
                );
                findings.push(Finding::hard(Invariant::Carts, text));
            }
        }
    }
    Ok(findings)
}
