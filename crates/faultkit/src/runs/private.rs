//! I7: eight people crawl the shop with forty tricks. Nobody gets another's data, and no cache contains anybody's.

use std::{collections::BTreeSet, io::Read, sync::Arc};

use anyhow::{Context, ensure};
use clap::Args;
use http::{HeaderMap, Method, header};
use rand::{RngExt, rngs::StdRng, seq::SliceRandom};

use crate::{
    browser::{ACCOUNT, Browser, FRAGMENTS, Visit},
    buyer::{Buyer, Front},
    client::ShopResponse,
    form,
    history::FormOutcome,
    oracle::{Finding, Invariant},
    people,
    report::{self, Report},
    scenarios::CHECKOUT,
    shop::{Environment, Options, Shop},
    stock::{self, Product},
};

#[derive(Debug, Clone, Args)]
pub struct Private {
    /// Number of requests; the design asks for 20,000 and, nightly, 500,000.
    #[arg(id = "private_reads", long = "private-reads", default_value_t = 2_400)]
    pub reads: usize,
}

pub async fn run(environment: &Arc<Environment>, sizes: &Private, report: &mut Report) -> anyhow::Result<()> {
    println!("private: {} people, {} tricks, {} requests", PEOPLE.len(), TRICKS.len(), sizes.reads);
    let shop = Shop::open(environment, Options::default()).await?;
    let crawl = crawl(&shop, sizes.reads).await?;
    println!(
        "  {} responses, {} of them public; {} pages in Redis",
        crawl.responses, crawl.public, crawl.stored
    );
    let name = format!("private: {} responses, nobody sees another's data (I7)", crawl.responses);
    report.record(name, report::lines(&crawl.findings));
    shop.close().await
}

/// What a person is to the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Stranger,
    GuestWithCart,
    GuestWithOrder,
    Customer,
    CustomerWithCart,
    CustomerWithOrder,
    Staff,
}

const PEOPLE: [Role; 8] = [
    Role::Stranger,
    Role::GuestWithCart,
    Role::GuestWithOrder,
    Role::Customer,
    Role::CustomerWithCart,
    Role::CustomerWithCart,
    Role::CustomerWithOrder,
    Role::Staff,
];

struct Person {
    role: Role,
    browser: Browser,
    /// Texts that only this person may see.
    markers: BTreeSet<String>,
    /// Pages of their own.
    own_pages: Vec<String>,
}

/// How a request differs from a plain one.
#[derive(Debug, Clone, Copy)]
enum Trick {
    Plain,
    Head,
    /// Appended to the path.
    Suffix(&'static str),
    /// Appended as the query; `{own}` is a marker of the sender.
    Query(&'static str),
    /// `{own}` is a marker of the sender, `{host}` the shop's.
    Header(&'static str, &'static str),
    /// The validators of whatever was read last, by anybody.
    LastEtag,
    Encoded,
    UpperCase,
    DoubleSlash,
    NoCookie,
    UnknownCookie,
    TwoCookies,
    CookieOfOtherCase,
    CartToken,
}

const TRICKS: [Trick; 47] = [
    Trick::Plain,
    Trick::Head,
    Trick::Suffix("x.css"),
    Trick::Suffix(";x.js"),
    Trick::Suffix("%2e%2e/"),
    Trick::Suffix("%2f"),
    Trick::Suffix("index.php"),
    Trick::Suffix("%3fx=1"),
    Trick::Suffix("%23x"),
    Trick::Query("utm_source={own}"),
    Trick::Query("ref={own}"),
    Trick::Query("campaign=1&campaign=2"),
    Trick::Query("orderby=price&{own}=1"),
    Trick::Query("wc-ajax="),
    Trick::Query("add-to-cart=0"),
    Trick::Query("_=1"),
    Trick::Query("refused={own}"),
    Trick::Header("x-forwarded-host", "{own}"),
    Trick::Header("x-forwarded-proto", "http"),
    Trick::Header("x-forwarded-prefix", "/{own}"),
    Trick::Header("x-original-url", "/ar/cart/"),
    Trick::Header("x-rewrite-url", "/ar/checkout/"),
    Trick::Header("x-http-method-override", "POST"),
    Trick::Header("forwarded", "host={own}"),
    Trick::Header("accept", "application/json"),
    Trick::Header("accept-language", "en"),
    Trick::Header("accept-encoding", "gzip"),
    Trick::Header("accept-encoding", "br"),
    Trick::Header("accept-encoding", "zstd"),
    Trick::Header("accept-encoding", "identity;q=0, *;q=0"),
    Trick::Header("range", "bytes=0-99"),
    Trick::Header("if-none-match", "*"),
    Trick::Header("if-modified-since", "Mon, 16 Nov 2026 12:00:00 GMT"),
    Trick::Header("cache-control", "only-if-cached, max-stale"),
    Trick::Header("authorization", "Basic eDp5"),
    Trick::Header("x-requested-with", "XMLHttpRequest"),
    Trick::Header("referer", "http://{host}/ar/cart/"),
    Trick::Header("user-agent", "{own}"),
    Trick::LastEtag,
    Trick::Encoded,
    Trick::UpperCase,
    Trick::DoubleSlash,
    Trick::NoCookie,
    Trick::UnknownCookie,
    Trick::TwoCookies,
    Trick::CookieOfOtherCase,
    Trick::CartToken,
];

impl Trick {
    fn apply(self, path: &str, person: &Person, last_etag: &str, host: &str, rng: &mut StdRng) -> Visit {
        // One that is the same in an address and in a header.
        let is_plain =
            |marker: &&String| marker.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let own = person.markers.iter().find(is_plain).map_or("stranger", String::as_str);
        let cookie = person.browser.cookie();
        let random = hex::encode(rng.random::<[u8; 32]>());
        let (bare, query) = path.split_once('?').unwrap_or((path, ""));
        let with_query = |bare: String, query: &str| {
            if query.is_empty() { bare } else { format!("{bare}?{query}") }
        };
        let plain = Visit::to(path);
        match self {
            Self::Plain => plain,
            Self::Head => Visit { method: Some(Method::HEAD), ..plain },
            Self::Suffix(suffix) => Visit::to(with_query(format!("{bare}{suffix}"), query)),
            Self::Query(added) => {
                let added = added.replace("{own}", own);
                let added = if query.is_empty() { added } else { format!("{query}&{added}") };
                Visit::to(with_query(bare.to_owned(), &added))
            }
            Self::Header(name, value) => {
                plain.header(name, &value.replace("{own}", own).replace("{host}", host))
            }
            Self::LastEtag => plain.header("if-none-match", last_etag),
            Self::Encoded => Visit::to(with_query(bare.replace('r', "%72").replace('c', "%63"), query)),
            Self::UpperCase => Visit::to(with_query(bare.to_uppercase(), query)),
            Self::DoubleSlash => Visit::to(with_query(format!("/{bare}"), query)),
            Self::NoCookie => Visit { cookie: Some(String::new()), ..plain },
            Self::UnknownCookie => Visit { cookie: Some(format!("__Host-sid={random}")), ..plain },
            Self::TwoCookies => Visit { cookie: Some(format!("__Host-sid={random}; {cookie}")), ..plain },
            Self::CookieOfOtherCase => Visit { cookie: Some(cookie.to_lowercase()), ..plain },
            Self::CartToken => {
                let token = cookie.rsplit('=').next().unwrap_or_default().to_owned();
                plain.header("cart-token", &token)
            }
        }
    }
}

#[derive(Default)]
pub struct Crawl {
    pub responses: usize,
    pub public: usize,
    /// Pages in Redis.
    pub stored: usize,
    pub findings: Vec<Finding>,
}

impl Crawl {
    fn wrong(&mut self, text: String) {
        if self.findings.len() < 200 {
            self.findings.push(Finding::hard(Invariant::Privacy, text));
        }
    }
}

/// Crawls the shop as everybody in random order, and inspects the caches afterwards.
pub async fn crawl(shop: &Arc<Shop>, reads: usize) -> anyhow::Result<Crawl> {
    shop.clear_faults();
    let product = stock::product(&shop.db, "private-public", 1_000).await?;
    let post = add_post(&shop.db).await?;
    let mut people = Vec::new();
    for (number, role) in PEOPLE.into_iter().enumerate() {
        people.push(person(shop, number, role, post).await?);
    }
    separate(&mut people);
    let public = public_pages(&product);
    let mut crawl = Crawl::default();
    let mut rng = shop.seed.stream("private", 0);
    let mut etag = "\"0\"".to_owned();
    let mut planned = one_after_another(people.len());
    planned.extend(schedule(&people, &public, reads, &mut rng));
    for mut visit in planned {
        let path = visit.path.clone();
        let request = visit.trick.apply(&path, &people[visit.person], &etag, shop.client.host(), &mut rng);
        // A region is requested with POST.
        let request =
            if path == FRAGMENTS { Visit { form: Some(String::new()), ..request } } else { request };
        let Some(answer) = people[visit.person].browser.send(&request).await else { continue };
        visit.path = request.path;
        if let Some(given) = answer.headers.get(header::ETAG).and_then(|etag| etag.to_str().ok()) {
            etag = given.to_owned();
        }
        inspect(&mut crawl, &people, &visit, &answer);
    }
    ensure!(crawl.public > 0, "no page was public");
    for path in &public {
        for encoding in ["identity", "gzip", "br", "zstd"] {
            let mut stranger = Browser::new(shop, 900);
            // Once from each server's memory.
            for _ in &shop.servers {
                let request = Visit::to(path.clone()).header("accept-encoding", encoding);
                let answer = stranger.send(&request).await.context("a public page has no response")?;
                let visit = Planned { person: 0, path: path.clone(), trick: Trick::Plain };
                inspect(&mut crawl, &people, &visit, &answer);
            }
        }
    }
    inspect_redis(shop, &people, &mut crawl).await?;
    Ok(crawl)
}

#[derive(Debug, Clone)]
struct Planned {
    person: usize,
    path: String,
    trick: Trick,
}

/// Everybody opens the most personal pages right after everybody else.
fn one_after_another(people: usize) -> Vec<Planned> {
    let mut planned = Vec::new();
    for path in ["/ar/cart/", CHECKOUT, ACCOUNT] {
        let visit = |person| Planned { person, path: path.to_owned(), trick: Trick::Plain };
        for first in 0..people {
            for next in (0..people).filter(|next| *next != first) {
                planned.extend([visit(first), visit(next)]);
            }
        }
    }
    planned
}

/// Every path with every trick by at least one person, as far as the number of requests allows.
fn schedule(people: &[Person], public: &[String], reads: usize, rng: &mut StdRng) -> Vec<Planned> {
    let mut planned = Vec::new();
    for (index, person) in people.iter().enumerate() {
        let personal = PERSONAL.iter().map(|path| (*path).to_owned());
        let others = people.iter().flat_map(|other| other.own_pages.iter().cloned());
        // The key of an order gives access to it, so only the owner uses it.
        let others = others.filter(|path| person.own_pages.contains(path) || !path.contains("key="));
        let all: BTreeSet<String> = public.iter().cloned().chain(personal).chain(others).collect();
        for path in all {
            for trick in TRICKS {
                planned.push(Planned { person: index, path: path.clone(), trick });
            }
        }
    }
    planned.shuffle(rng);
    planned.truncate(reads);
    planned
}

fn public_pages(product: &Product) -> Vec<String> {
    let pages = [
        "/ar/",
        "/ar/shop/",
        "/ar/product-category/faults/",
        "/ar/shop/?orderby=price",
        "/ar/blog/",
        "/ar/blog/?s=private",
        "/ar/private-post/",
        "/ar/wp-json/wc/store",
        "/ar/wp-json/wc/store/v1/products",
        "/ar/wp-json/wc/store/v1/products?orderby=price",
        "/ar/wp-json/wc/store/v1/products/reviews",
    ];
    pages.iter().map(|path| (*path).to_owned()).chain([product.path()]).collect()
}

/// Pages that are different for everybody.
const PERSONAL: [&str; 19] = [
    "/ar/cart/",
    CHECKOUT,
    ACCOUNT,
    FRAGMENTS,
    "/ar/my-account/orders/",
    "/ar/my-account/edit-address/",
    "/ar/my-account/edit-address/billing/",
    "/ar/my-account/edit-account/",
    "/ar/my-account/email-subscriptions/",
    "/ar/my-account/payment-methods/",
    "/ar/my-account/privacy/",
    "/ar/my-account/register/",
    "/ar/wp-admin/",
    "/ar/wp-admin/orders/",
    "/ar/nowhere/",
    "/ar/wp-json/wc/store/v1/cart",
    "/ar/wp-json/wc/store/v1/cart/items",
    "/ar/wp-json/wc/store/v1/checkout",
    "/ar/wp-json/wc/store/v1/nowhere",
];

/// A post that people comment on. Returns its id.
async fn add_post(db: &sqlx::PgPool) -> anyhow::Result<i64> {
    let post = sqlx::query_scalar(
        "with item as (
             insert into content_items (kind, slug, published_at, created_at)
             values ('post', 'private-post', now() - interval '1 day', now()) returning id)
         insert into content_versions (item_id, valid_from, title, blocks, saved_at)
         select id, now() - interval '1 day', 'private post', '[{\"kind\":\"text\",\"html\":\"<p>x</p>\"}]'::jsonb, now()
         from item returning item_id",
    );
    post.fetch_one(db).await.context("inserting a post")
}

/// Writes a comment, which is held: nobody else may see it. Returns its text and its address of an email.
async fn comment(browser: &mut Browser, name: &str, post: i64) -> anyhow::Result<[String; 2]> {
    let [text, email] = [format!("comment-{name}"), format!("{name}@comment.example")];
    let fields = [
        ("comment", text.as_str()),
        ("author", "guest"),
        ("email", email.as_str()),
        ("comment_post_ID", &post.to_string()),
        ("comment_parent", "0"),
    ];
    let fields = fields.map(|(field, value)| (field.to_owned(), value.to_owned())).to_vec();
    let answer = browser.send(&Visit::post("/ar/wp-comments-post.php", &fields)).await;
    let status = answer.context("the comment has no response")?.status;
    ensure!(status == http::StatusCode::SEE_OTHER, "the comment was answered {status}");
    Ok([text, email])
}

async fn person(shop: &Arc<Shop>, number: usize, role: Role, post: i64) -> anyhow::Result<Person> {
    let name =
        format!("private{number}x{}", hex::encode(shop.seed.stream("name", number).random::<[u8; 4]>()));
    let mut browser = Browser::new(shop, 800 + number);
    let (mut markers, mut own_pages) = (BTreeSet::new(), Vec::new());
    if matches!(role, Role::Customer | Role::CustomerWithCart | Role::CustomerWithOrder) {
        let customer = people::add_customer(&shop.db, &name).await?;
        ensure!(browser.log_in(&customer.email).await, "a customer cannot sign in");
        markers.extend([customer.email, customer.first_name, customer.street, customer.phone]);
    }
    if matches!(role, Role::GuestWithOrder | Role::CustomerWithOrder) {
        let product = stock::product(&shop.db, &format!("{name}-ordered"), 100).await?;
        let receipt = order(shop, number, &mut browser, &product, &name).await?;
        markers.extend([receipt.number.to_string(), receipt.key.clone(), format!("{name}@order.example")]);
        let received = format!("/ar/checkout/order-received/{}/", receipt.number);
        own_pages.push(format!("{received}?key={}", receipt.key));
        own_pages.push(received);
        own_pages.push(format!("/ar/checkout/order-pay/{}/", receipt.number));
        own_pages.push(format!("/ar/my-account/view-order/{}/", receipt.number));
    }
    if matches!(role, Role::GuestWithCart | Role::CustomerWithCart) {
        let product = stock::product(&shop.db, &format!("{name}-cart"), 100).await?;
        ensure!(browser.add(&product, 1, &format!("key-{name}")).await, "the product was not added");
        markers.insert(product.line_key());
    }
    if role == Role::GuestWithCart {
        markers.extend(comment(&mut browser, &name, post).await?);
    }
    if role == Role::Staff {
        let cookie = people::staff_cookie(&shop.db, shop.seed).await?;
        let (name, value) = cookie.split_once('=').context("no cookie")?;
        browser.cookies.insert(name.to_owned(), value.to_owned());
    }
    for path in
        ["/ar/cart/", CHECKOUT, ACCOUNT, "/ar/my-account/edit-address/billing/", "/ar/wp-admin/orders/"]
    {
        let page = browser.open(path).await.context("a page has no response")?;
        markers.extend(nonces(&page));
    }
    markers.extend(browser.cookies.values().cloned());
    Ok(Person { role, browser, markers, own_pages })
}

/// The nonces of a page, from hidden fields and links.
fn nonces(page: &str) -> Vec<String> {
    let is_nonce = |word: &&str| word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words = page.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(is_nonce).map(str::to_owned).collect()
}

/// Removes what several people have in common: the nonces of public pages.
fn separate(people: &mut [Person]) {
    let all: Vec<BTreeSet<String>> = people.iter().map(|person| person.markers.clone()).collect();
    for (index, person) in people.iter_mut().enumerate() {
        person.markers.retain(|marker| {
            all.iter().enumerate().all(|(other, markers)| other == index || !markers.contains(marker))
        });
    }
}

/// Orders a product with the person's own cookies.
async fn order(
    shop: &Arc<Shop>,
    number: usize,
    browser: &mut Browser,
    product: &Product,
    name: &str,
) -> anyhow::Result<crate::history::Receipt> {
    ensure!(browser.add(product, 1, &format!("order-{name}")).await, "the product was not added");
    let page = browser.open(CHECKOUT).await.context("the checkout has no response")?;
    let helper = Buyer::new(
        &Front::from_shop(shop),
        800 + number,
        shop.seed.stream("card", number),
        std::time::Duration::from_secs(30),
    );
    let card = helper.good_card().await.context("no token")?;
    let fields = form::checkout(&page, &format!("{name}@order.example"), &card).context("no form")?;
    helper.record().cookie = Some(browser.cookie());
    let outcomes = helper.post_until_final(CHECKOUT, &fields).await;
    match outcomes.last() {
        Some(FormOutcome::Order(receipt)) => Ok(receipt.clone()),
        other => anyhow::bail!("no order: {other:?}"),
    }
}

fn inspect(crawl: &mut Crawl, people: &[Person], visit: &Planned, answer: &ShopResponse) {
    crawl.responses += 1;
    let viewer = &people[visit.person];
    let mut text = decoded(&answer.headers, &answer.body);
    for (name, value) in &answer.headers {
        text += &format!("\n{name}: {}", String::from_utf8_lossy(value.as_bytes()));
    }
    let what = format!("{} with {:?} as {:?}", visit.path, visit.trick, viewer.role);
    let may_see_orders = viewer.role == Role::Staff && visit.path.starts_with("/ar/wp-admin/");
    for other in people.iter().filter(|other| !std::ptr::eq(*other, viewer)) {
        // Who asks for an order knows its number.
        let shown = |marker: &&String| text.contains(*marker) && !visit.path.contains(*marker);
        if let Some(marker) = other.markers.iter().find(shown)
            && !may_see_orders
        {
            crawl.wrong(format!("{what} shows {marker} of {:?}", other.role));
        }
    }
    let cache = answer.headers.get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or("");
    if cache.contains("no-store") {
        return;
    }
    crawl.public += 1;
    let is_redirect = answer.status.is_redirection();
    if cache.is_empty() && !is_redirect {
        crawl.wrong(format!("{what} has no Cache-Control ({})", answer.status));
    }
    if answer.headers.contains_key(header::SET_COOKIE) {
        crawl.wrong(format!("{what} may be cached, and sets a cookie"));
    }
    // What the sender put into the request must not be in a page for everybody either.
    if let Some(marker) = viewer.markers.iter().find(|marker| text.contains(*marker)) {
        crawl.wrong(format!("{what} may be cached, and contains {marker}"));
    }
}

/// The text of a body in any of the shop's encodings.
fn decoded(headers: &HeaderMap, body: &[u8]) -> String {
    let mut text = Vec::new();
    let encoding = headers.get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let read = match encoding {
        "gzip" => flate2::read::GzDecoder::new(body).read_to_end(&mut text).is_ok(),
        "br" => brotli::Decompressor::new(body, 4096).read_to_end(&mut text).is_ok(),
        "zstd" => zstd::decode_all(body).map(|decoded| text = decoded).is_ok(),
        _ => false,
    };
    // A response to HEAD has an encoding and no body.
    if !read {
        text = body.to_vec();
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// No page in Redis contains a marker. Names and other values are searched as they are.
async fn inspect_redis(shop: &Shop, people: &[Person], crawl: &mut Crawl) -> anyhow::Result<()> {
    // Copies are written in the background.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    for (name, value) in shop.environment.cluster.redis_entries().await? {
        let mut text = format!("{name}\n{}", String::from_utf8_lossy(&value));
        if name.contains(":page:") {
            crawl.stored += 1;
            // A signature, a line with the page's metadata, and the page.
            let signed = value.get(32..).unwrap_or_default();
            let body = signed.iter().position(|byte| *byte == b'\n').map(|at| &signed[at + 1..]);
            let page = body.and_then(|body| zstd::decode_all(body).ok());
            let page = page.with_context(|| format!("{name} in Redis is not a page"))?;
            text += &String::from_utf8_lossy(&page);
        }
        for person in people {
            if let Some(marker) = person.markers.iter().find(|marker| text.contains(*marker)) {
                crawl.wrong(format!("{name} in Redis contains {marker} of {:?}", person.role));
            }
        }
    }
    ensure!(crawl.stored > 0, "no page is in Redis");
    Ok(())
}
