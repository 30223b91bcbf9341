//! Traces: a real server sends them to a collector, which is a process of its own and decodes the protobuf.

use std::{
    net::SocketAddr,
    process::Stdio,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use mailsink::Sink;
use otlpsink::Span;
use testkit::{Purchase, Shopper, TestShop, renderers};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    net::{TcpListener, TcpStream},
    process::{Child, Command},
};

/// Set in the process of [`collector`].
const COLLECTOR: &str = "MATJAR_TEST_COLLECTOR";

/// Receives traces and prints its address, then each span as a line of JSON.
#[tokio::test]
#[ignore = "run by the tests below as a process of its own"]
async fn collector() {
    if std::env::var_os(COLLECTOR).is_none() {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("\nlistening on {}", listener.local_addr().expect("an address"));
    otlpsink::serve(listener, |span| println!("{}", serde_json::to_string(&span).expect("JSON")))
        .await
        .expect("serves");
}

struct Collector {
    url: String,
    spans: Arc<Mutex<Vec<Span>>>,
    _process: Child,
}

impl Collector {
    async fn start() -> Self {
        let mut process = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "traces::collector", "--ignored", "--nocapture"])
            .env(COLLECTOR, "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("collector started");
        let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let address = loop {
            let line = lines.next_line().await.expect("readable").expect("the collector prints its address");
            if let Some(address) = line.strip_prefix("listening on ") {
                break address.to_owned();
            }
        };
        let spans = Arc::<Mutex<Vec<Span>>>::default();
        let received = spans.clone();
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                if let Ok(span) = serde_json::from_str(&line) {
                    received.lock().expect("lock").push(span);
                }
            }
        });
        Self { url: format!("http://{address}"), spans, _process: process }
    }

    fn spans(&self) -> Vec<Span> {
        self.spans.lock().expect("lock").clone()
    }

    /// Waits until a span that fulfils the condition has arrived, and returns it.
    async fn wait_for(&self, what: &str, condition: impl Fn(&Span) -> bool) -> Span {
        let since = Instant::now();
        loop {
            if let Some(span) = self.spans().into_iter().find(|span| condition(span)) {
                return span;
            }
            let names = || self.spans().into_iter().map(|span| span.name).collect::<Vec<_>>();
            assert!(since.elapsed() < Duration::from_secs(30), "no span of {what} in {:?}", names());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn free_address() -> SocketAddr {
    std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
}

/// A `matjar serve` process.
struct Server {
    address: SocketAddr,
    process: Child,
}

impl Server {
    async fn start(shop: &TestShop, settings: &[(&str, &str)]) -> Self {
        let address = free_address();
        let renderers: Vec<String> = renderers::shared().iter().map(ToString::to_string).collect();
        let database = |role: &str| shop.database().url(role).expect("url");
        let mut process = Command::new(env!("CARGO_BIN_EXE_matjar"))
            .arg("serve")
            .env("MATJAR_LISTEN", address.to_string())
            .env("MATJAR_PUBLIC_ORIGIN", &shop.config().public_origin)
            .env("MATJAR_TRUSTED_PROXIES", "127.0.0.0/8")
            .env("MATJAR_DRAIN_NOTICE_SECONDS", "0")
            .env("DATABASE_URL", database(""))
            .env("DATABASE_READ_URL", database("READ_"))
            .env("DATABASE_STAFF_URL", database("STAFF_"))
            .env("DATABASE_WORKER_URL", database("WORKER_"))
            .env("MATJAR_PAY_API_URL", format!("{}/xml/v1/request.api", shop.sim.url()))
            .env("MATJAR_WEB_DIR", renderers::web_dir())
            .env("MATJAR_MEDIA_DIR", &shop.config().media_dir)
            .env("MATJAR_MIN_FREE_DISK", "0")
            .env("MATJAR_RENDERER_ADDRS", renderers.join(","))
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("server started");
        let since = Instant::now();
        while TcpStream::connect(address).await.is_err() {
            assert!(process.try_wait().expect("status").is_none(), "the server has stopped");
            assert!(since.elapsed() < Duration::from_secs(30), "the server does not listen");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Self { address, process }
    }

    fn shopper(&self, shop: &TestShop) -> Shopper {
        Shopper::new(self.address, &shop.config().public_origin)
    }

    /// Asks the server to stop, and returns how long that took.
    async fn stop(mut self) -> Duration {
        let since = Instant::now();
        let id = self.process.id().expect("running").to_string();
        let sent = std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill");
        assert!(sent.success());
        let stopped = tokio::time::timeout(Duration::from_secs(30), self.process.wait()).await;
        assert!(stopped.expect("the server stops").expect("status").success());
        since.elapsed()
    }
}

/// Puts a product into the cart, and buys it with a token of this card number.
async fn buy(shop: &TestShop, shopper: &Shopper, product: &str) -> Duration {
    shopper.add(product, "1").await;
    let card = shop.card("4111111111111111").await;
    let page = shopper.get("/ar/checkout/").await.text();
    let since = Instant::now();
    let answer = shopper.send_checkout(&page, &Purchase::new().card(&card)).await;
    assert_eq!(answer.status, 303, "{}", answer.visible_text());
    since.elapsed()
}

/// A trace of a stranger, as they would send it in a `traceparent` header.
const FOREIGN_TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

const UNKNOWN_PATH: &str = "/nothing/here";

#[tokio::test]
async fn one_order_is_one_trace_from_the_request_to_its_emails() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let mail = Sink::open(([127, 0, 0, 1], 0).into()).await.expect("a mail sink");
    let collector = Collector::start().await;
    let server = Server::start(
        &shop,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url),
            ("OTEL_BSP_SCHEDULE_DELAY", "600000"),
            ("MATJAR_SMTP_URL", &mail.url()),
        ],
    )
    .await;
    let salma = server.shopper(&shop);

    salma.add(&honey.id, "1").await;
    let card = shop.card("4111111111111111").await;
    let answer = salma.check_out(&Purchase::new().card(&card)).await;
    assert_eq!(answer.status, 303, "{}", answer.visible_text());
    assert_eq!(salma.get(answer.location()).await.status, 200);
    mail.wait_for(1).await;
    let traceparent = format!("00-{FOREIGN_TRACE}-00f067aa0ba902b7-01");
    assert_eq!(salma.get_with(UNKNOWN_PATH, &[("traceparent", &traceparent)]).await.status, 404);
    // All spans are still in the queue, and are sent when the server stops.
    assert_eq!(collector.spans(), []);
    server.stop().await;

    let (order, number, key, attempt): (i64, i64, String, String) = sqlx::query_as(
        "select own.id, own.number, own.key, attempt.key from orders own
         join payment_attempts attempt on attempt.order_id = own.id",
    )
    .fetch_one(&shop.db)
    .await
    .expect("an order");
    let job = collector
        .wait_for("the job", |span| {
            span.attributes.get("job.name").is_some_and(|name| name == "checkout.send_notification")
        })
        .await;
    let request = collector
        .wait_for("the request", |span| {
            span.name == "request" && span.attributes.get("attempt").is_some_and(|value| *value == attempt)
        })
        .await;
    let foreign = collector
        .wait_for("the unknown path", |span| {
            span.attributes.get("path").is_some_and(|path| path == UNKNOWN_PATH)
        })
        .await;
    let of_trace = |name: &str| {
        let mut found = collector.spans();
        found.retain(|span| span.trace_id == request.trace_id && span.name == name);
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        found.remove(0)
    };
    let (place, charge, settle) = (of_trace("place_order"), of_trace("charge"), of_trace("settle"));

    // The tree: request, placing, charging, settling, and the job that the settlement enqueued.
    assert_eq!(request.parent_id, "");
    assert_eq!(place.parent_id, request.span_id);
    assert_eq!(charge.parent_id, place.span_id);
    assert_eq!(settle.parent_id, charge.span_id);
    assert_eq!((&job.trace_id, &job.parent_id), (&request.trace_id, &settle.span_id));
    let kinds = [&request, &place, &charge, &settle, &job].map(|span| span.kind.as_str());
    assert_eq!(kinds, ["server", "internal", "client", "internal", "consumer"]);

    for span in [&request, &place, &charge, &settle, &job] {
        assert_eq!(span.attributes["order"], order, "{span:?}");
        assert!(!span.is_error, "{span:?}");
    }
    for span in [&request, &place, &charge, &settle] {
        assert_eq!(span.attributes["attempt"], attempt, "{span:?}");
    }
    for span in [&request, &place] {
        assert_eq!(span.attributes["number"], number, "{span:?}");
    }
    assert_eq!(settle.attributes["state"], "captured");
    assert_eq!(request.attributes["status"], 303);
    assert!(
        request.attributes["endpoint"].as_str().is_some_and(|name| name.contains("checkout")),
        "{request:?}"
    );
    assert_eq!((&job.attributes["job.attempt"], job.attributes["job.id"].is_i64()), (&1.into(), true));

    assert_eq!(request.resource["service.name"], "matjar");
    assert_eq!(request.resource["service.version"], env!("CARGO_PKG_VERSION"));
    assert!(request.resource["service.instance.id"].as_str().is_some_and(|id| !id.is_empty()));

    // A stranger cannot attach a request to a trace of theirs.
    assert_ne!(foreign.trace_id, FOREIGN_TRACE);
    assert_eq!(foreign.parent_id, "");

    let spans = collector.spans();
    let sent = serde_json::to_string(&spans).expect("JSON");
    assert!(sent.contains(&attempt), "the text is searched as it was sent");
    let buyer = testkit::BUYER.iter().filter(|(name, _)| !["billing_country", "terms"].contains(name));
    let private = buyer.map(|(_, value)| *value).chain([card.token.as_str(), &key, "4111111111111111"]);
    for text in private {
        assert!(!sent.contains(text), "{text} was sent in a span");
    }
    assert!(spans.iter().all(|span| span.events.is_empty() && span.links.is_empty()), "{sent}");
}

#[tokio::test]
async fn a_collector_that_does_not_answer_neither_slows_orders_nor_delays_the_stop() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    // The kernel accepts connections, and nobody reads from them.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", silent.local_addr().expect("an address"));
    let without = Server::start(&shop, &[]).await;
    let with = Server::start(
        &shop,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &url),
            ("OTEL_BSP_SCHEDULE_DELAY", "50"),
            // Full after a few requests: further spans are dropped.
            ("OTEL_BSP_MAX_QUEUE_SIZE", "8"),
        ],
    )
    .await;

    let (mut quiet, mut traced) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        quiet.push(buy(&shop, &without.shopper(&shop), &honey.id).await);
        traced.push(buy(&shop, &with.shopper(&shop), &honey.id).await);
    }
    let (quiet, traced) = (median(quiet), median(traced));
    assert!(traced < quiet + Duration::from_millis(300), "{traced:?} instead of {quiet:?}");
    let tried = tokio::time::timeout(Duration::from_secs(10), silent.accept()).await;
    assert!(tried.is_ok(), "the server has not tried to send traces");

    let (quiet, traced) = (without.stop().await, with.stop().await);
    assert!(traced < quiet + Duration::from_secs(4), "{traced:?} instead of {quiet:?}");
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[tokio::test]
async fn orders_are_placed_while_no_collector_listens() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let metrics = free_address();
    let server = Server::start(
        &shop,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9"),
            ("OTEL_BSP_SCHEDULE_DELAY", "50"),
            ("MATJAR_METRICS_LISTEN", &metrics.to_string()),
        ],
    )
    .await;
    buy(&shop, &server.shopper(&shop), &honey.id).await;
    let prometheus = Shopper::new(metrics, "http://localhost");
    let since = Instant::now();
    while !prometheus.get("/metrics").await.text().contains("matjar_trace_batches_total{outcome=\"failed\"}")
    {
        assert!(since.elapsed() < Duration::from_secs(10), "no failed batch is counted");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.stop().await;
    let states: Vec<String> =
        sqlx::query_scalar("select state from orders").fetch_all(&shop.db).await.expect("orders");
    assert_eq!(states, ["processing"]);
}
