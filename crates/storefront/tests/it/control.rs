//! Security controls: database privileges, error logs, audit log, script inventory and signed cache entries.

use std::{
    io::Write,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use checkout::service::scripts::{AsyncFetch, FetchFuture, Fetched, Finding};
use edge::audit::{self, IntegrityError};
use http::StatusCode;
use paysim::{Fault, FaultRule, RequestMatcher};
use testkit::{Options, Shopper, TestShop, redis_server::TestRedis};

async fn pool(shop: &TestShop, role: &str) -> sqlx::PgPool {
    storefront::server::database::pool(&shop.database().url(role).expect("url"), 1, "test").expect("pool")
}

fn code(error: &sqlx::Error) -> Option<String> {
    error.as_database_error().and_then(|error| error.code()).map(|code| code.into_owned())
}

/// [SEC-M4]
#[tokio::test]
async fn security_definer_functions_search_pg_temp_last() {
    let shop = TestShop::open().await;
    let definers: Vec<(String, Option<String>)> = sqlx::query_as(
        "select p.oid::regprocedure::text,
                (select s from unnest(p.proconfig) s where s like 'search_path=%')
         from pg_proc p where p.prosecdef and p.pronamespace <> 'pg_catalog'::regnamespace",
    )
    .fetch_all(&shop.db)
    .await
    .expect("functions");

    assert!(definers.len() >= 12, "only {} were found", definers.len());
    for (function, path) in definers {
        let path = path.unwrap_or_else(|| panic!("{function} uses the search path of its caller"));
        let names: Vec<&str> = path.trim_start_matches("search_path=").split(", ").collect();
        assert_eq!(
            (names.first(), names.last()),
            (Some(&"pg_catalog"), Some(&"pg_temp")),
            "{function}: {path}"
        );
    }
}

/// [SEC-M4]
#[tokio::test]
async fn application_roles_cannot_create_temporary_tables() {
    let shop = TestShop::open().await;
    let allowed: Vec<String> = sqlx::query_scalar(
        "select rolname::text from pg_roles
         where rolname like 'shop%' and rolname <> 'shop_migrate'
             and has_database_privilege(rolname, current_database(), 'temporary')",
    )
    .fetch_all(&shop.db)
    .await
    .expect("roles");
    assert_eq!(allowed, [""; 0]);
    for role in ["", "STAFF_", "WORKER_", "MEDIA_"] {
        let refused =
            sqlx::query("create temporary table mine (id int)").execute(&pool(&shop, role).await).await;
        assert_eq!(code(&refused.expect_err("refused")).as_deref(), Some("42501"), "{role}");
    }
}

/// Privileges as PostgreSQL sees them, also those that come by `public` or by membership.
#[tokio::test]
async fn the_web_role_has_no_staff_tables_and_no_role_changes_a_ledger() {
    let shop = TestShop::open().await;
    let granted = async |tables: &[&str], roles: &[&str], privileges: &str| -> Vec<(String, String)> {
        sqlx::query_as(
            "select role, name from unnest($1::text[]) role, unnest($2::text[]) name
             where has_table_privilege(role, name, $3) or has_any_column_privilege(role, name, $4)",
        )
        .bind(roles)
        .bind(tables)
        .bind(privileges)
        .bind(privileges.replace(", delete", "").replace("delete", "references"))
        .fetch_all(&shop.db)
        .await
        .expect("privileges")
    };
    let all = "select, insert, update, delete";
    let staff_tables = ["staff", "staff_sessions"];
    let none: [(String, String); 0] = [];
    assert_eq!(granted(&staff_tables, &["shop_web", "shop_read", "shop_media"], all).await, none);
    let roles = ["shop_web", "shop_read", "shop_staff", "shop_worker", "shop_media"];
    let ledgers = ["stock_movements", "journals", "journal_entries", "audit_log"];
    assert_eq!(granted(&ledgers, &roles, "update, delete").await, none);
    assert_eq!(granted(&["audit_log"], &["shop_web"], all).await, none, "written by a function only");
    assert_eq!(granted(&["webhook_inbox"], &["shop_web"], "update, delete").await, none);
    let seen = granted(&["staff_sessions"], &roles, all).await;
    assert_eq!(seen.len(), 2, "the query finds privileges: {seen:?}");

    let callers: Vec<String> = sqlx::query_scalar(
        "select role from unnest($1::text[]) role
         where has_function_privilege(role, 'is_staff_session(bytea, timestamptz, timestamptz)', 'execute')",
    )
    .bind(roles)
    .fetch_all(&shop.db)
    .await
    .expect("privileges");
    assert_eq!(callers, ["shop_web"]);
}

/// A slow statement of a public page must not delay the others.
#[tokio::test]
async fn statements_have_the_time_of_their_role() {
    let shop = TestShop::open().await;
    for (role, wanted) in [("READ_", "300ms"), ("", "2s"), ("STAFF_", "2s"), ("WORKER_", "30s")] {
        let given: String = sqlx::query_scalar("show statement_timeout")
            .fetch_one(&pool(&shop, role).await)
            .await
            .expect("a setting");
        assert_eq!(given, wanted, "{role}");
    }
}

/// Relays to Redis, and counts the commands and those that came while the shop had an open transaction.
async fn relay_to_redis(
    db: sqlx::PgPool,
    listener: tokio::net::TcpListener,
    port: u16,
    counts: Arc<[AtomicU64; 2]>,
) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    while let Ok((client, _)) = listener.accept().await {
        let server = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.expect("Redis");
        let (mut from_client, mut to_client) = client.into_split();
        let (mut from_server, mut to_server) = server.into_split();
        tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
        let (db, counts) = (db.clone(), counts.clone());
        tokio::spawn(async move {
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = from_client.read(&mut part).await {
                let open: i64 = sqlx::query_scalar(
                    "select count(*) from pg_stat_activity where datname = current_database()
                         and application_name = 'matjar web' and state like 'idle in transaction%'",
                )
                .fetch_one(&db)
                .await
                .unwrap_or_default();
                counts[0].fetch_add(1, Ordering::Relaxed);
                counts[1].fetch_add(open.unsigned_abs(), Ordering::Relaxed);
                if to_server.write_all(&part[..length]).await.is_err() {
                    break;
                }
            }
        });
    }
}

/// A lock must not wait for another server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_transaction_is_open_while_a_limit_is_counted() {
    let redis = TestRedis::start();
    let port = redis.url().trim_end_matches("/0").rsplit(':').next().and_then(|port| port.parse().ok());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let redis_url = Some(format!("redis://{}/0", listener.local_addr().expect("bound")));
    let shop = TestShop::open_with(Options { redis_url, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let counts: Arc<[AtomicU64; 2]> = Arc::default();
    let relay =
        tokio::spawn(relay_to_redis(shop.db.clone(), listener, port.expect("a port"), counts.clone()));
    let shopper = shop.shopper();
    // Until the relay listened, the first commands failed and opened the circuit.
    let started = Instant::now();
    while counts[0].load(Ordering::Relaxed) < 3 {
        shopper.get("/ar/cart/").await;
        assert!(started.elapsed() < Duration::from_secs(10), "no command reaches Redis");
    }
    let before = counts[0].load(Ordering::Relaxed);
    assert_eq!(shopper.add(&honey.id, "1").await.status, StatusCode::OK);
    for code in ["أ", "ب"] {
        assert_eq!(shopper.call("apply_coupon", &[("coupon_code", code)]).await.status, StatusCode::OK);
    }
    let other = shop.shopper();
    other.set_cookie(Some(format!("__Host-sid={}", "ab".repeat(32))));
    assert_eq!(other.add(&honey.id, "1").await.status, StatusCode::OK);
    relay.abort();
    let [commands, open] = [0, 1].map(|index| counts[index].load(Ordering::Relaxed));
    assert!(commands >= before + 8, "{} commands were seen", commands - before);
    assert_eq!(open, 0, "a transaction waited for Redis");
}

/// The attack: a temporary table with the name of a real one, and a trigger that runs as the role that writes to it.
/// The test grants the privilege to create it, so that only the search path of the functions protects the shop.
/// [SEC-M4]
#[tokio::test]
async fn a_temporary_table_cannot_shadow_a_real_one() {
    let shop = TestShop::open().await;
    let name = &shop.database().name;
    let grant = format!("grant temporary on database {name} to shop_web");
    sqlx::query(sqlx::AssertSqlSafe(grant)).execute(&shop.db).await.expect("privilege granted");
    let web = pool(&shop, "").await;
    let mut attacker = web.acquire().await.expect("connection");
    for sql in [
        "create temporary table stock_reservations as
             select 'o'::text as order_key, 'x'::text as sku, 1 as store, 'held'::text as state, 1::bigint as quantity",
        "create temporary table witness (who text)",
        "create function pg_temp.spy() returns trigger language plpgsql as
             $$ begin insert into pg_temp.witness values (current_user); return null; end $$",
        "create trigger spy before insert or update or delete on pg_temp.stock_reservations
             for each statement execute function pg_temp.spy()",
        "grant all on pg_temp.witness to public",
        "grant all on pg_temp.stock_reservations to public",
    ] {
        sqlx::query(sql).execute(&mut *attacker).await.expect(sql);
    }

    sqlx::query("select release_stock('o')")
        .execute(&mut *attacker)
        .await
        .expect("no such order in the real table");

    let seen: Vec<String> = sqlx::query_scalar("select who from pg_temp.witness")
        .fetch_all(&mut *attacker)
        .await
        .expect("witness");
    assert_eq!(seen, [""; 0], "the trigger ran as the owner of all tables");
}

/// Captures the log lines of this thread.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn capture(&self) -> tracing::subscriber::DefaultGuard {
        let lines = self.clone();
        let subscriber =
            tracing_subscriber::fmt().json().flatten_event(true).with_writer(move || lines.clone());
        tracing::subscriber::set_default(subscriber.finish())
    }

    fn with_level(&self, level: &str) -> Vec<serde_json::Value> {
        let text = String::from_utf8(self.0.lock().expect("lock not poisoned").clone()).expect("UTF-8");
        let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        lines.filter(|line| line["level"] == level).collect()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("lock not poisoned").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_log_line_about_a_payment_names_its_order_and_attempt() {
    let lines = Lines::default();
    let _captured = lines.capture();
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let when =
        RequestMatcher { kind: Some("authCaptureTransaction".to_owned()), ..RequestMatcher::default() };
    shop.sim.set_rules(vec![FaultRule { when, fault: Fault::SwallowAfter, ..FaultRule::default() }]);
    salma.buy(&shop).await;

    let (order, number, attempt): (i64, i64, String) = sqlx::query_as(
        "select own.id, own.number, attempt.key from orders own
         join payment_attempts attempt on attempt.order_id = own.id",
    )
    .fetch_one(&shop.db)
    .await
    .expect("an order");
    let warnings = lines.with_level("WARN");
    let unknown = warnings.iter().find(|line| line["message"] == "payment outcome unknown");
    let unknown = unknown.unwrap_or_else(|| panic!("no event in {warnings:?}"));
    assert_eq!((&unknown["order"], &unknown["attempt"]), (&order.into(), &attempt.as_str().into()));
    // The charge runs in a task of its own and is still part of the request.
    let spans = unknown["spans"].as_array().expect("spans");
    let names: Vec<&str> = spans.iter().filter_map(|span| span["name"].as_str()).collect();
    assert_eq!(names, ["request", "place_order", "charge"]);
    assert_eq!(spans[0]["attempt"], attempt.as_str());
    let handled = lines.with_level("INFO");
    let handled =
        handled.iter().find(|line| line["target"] == "matjar::access" && line["span"]["order"] == order);
    let handled = handled.expect("the access log line of the order");
    assert_eq!((&handled["span"]["number"], &handled["span"]["attempt"]), (&number.into(), &attempt.into()));
}

/// [RUST-5]
#[tokio::test]
async fn a_database_outage_logs_errors_with_their_cause_at_a_limited_rate() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shop.shop().db.close().await;
    let lines = Lines::default();
    let _captured = lines.capture();

    // The log is rate limited per process, and another test may have used the current second.
    let started = Instant::now();
    let mut requests = 0;
    while lines.with_level("ERROR").is_empty() || requests < 20 {
        assert!(started.elapsed() < Duration::from_secs(5), "nothing was logged after {requests} requests");
        assert_eq!(shopper.add(&honey.id, "1").await.status, StatusCode::SERVICE_UNAVAILABLE);
        requests += 1;
    }

    let errors = lines.with_level("ERROR");
    assert_eq!(errors[0]["endpoint"], "wc-ajax add_to_cart");
    let cause = errors[0]["error"].as_str().expect("cause");
    assert!(cause.contains("closed"), "{cause}");
    let seconds = usize::try_from(started.elapsed().as_secs()).expect("few seconds") + 2;
    assert!(errors.len() <= seconds, "{} lines for {requests} requests", errors.len());

    shopper.call("add_to_cart", &[("product_id", "1"), ("product_id", "2")]).await;
    assert_eq!(lines.with_level("ERROR").len(), errors.len(), "a refusal is not an error");
    let handled = lines.with_level("INFO");
    assert!(handled.iter().any(|line| line["span"]["refusal"] == "bad request: duplicate field"));
}

#[tokio::test]
async fn requests_are_logged_without_the_keys_in_their_addresses() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let lines = Lines::default();
    let _captured = lines.capture();

    shopper.get("/ar/unsubscribe/secret-token/?key=secret-query").await;
    shopper.get("/ar/unsubscribe/secret-token").await;
    shopper.get("/ar/nowhere/at-all/?key=secret-query").await;

    let mut access = lines.with_level("INFO");
    access.retain(|line| line["target"] == "matjar::access");
    let statuses: Vec<_> = access.iter().map(|line| line["status"].clone()).collect();
    assert_eq!(statuses, [404, 301, 404]);
    assert_eq!(access[0]["span"]["endpoint"], "page /ar/unsubscribe/{key}/");
    assert_eq!(access[2]["span"]["path"], "/ar/nowhere/at-all/");
    assert!(
        access.iter().all(|line| line["span"]["id"].as_str().is_some_and(|id| id.len() == 36)),
        "{access:?}"
    );
    let text = String::from_utf8(lines.0.lock().expect("lock not poisoned").clone()).expect("UTF-8");
    assert!(!text.contains("secret-"), "{text}");
}

/// Authorisation, nonces, origins, limits, fields, hosts and passwords: the line of the request says which check failed.
#[tokio::test]
async fn a_refused_request_is_logged_with_its_reason_and_nothing_that_was_typed() {
    let shop = TestShop::open().await;
    shop.staff_with_role("noura@example.com", "support").await;
    let noura = crate::orders::staff_in(&shop, "noura@example.com").await;
    let (guest, login) = (shop.shopper(), "/ar/my-account/");
    let typed = [("username", "secret-name")];
    let lines = Lines::default();
    let _captured = lines.capture();

    guest.get("/ar/my-account/orders/").await;
    guest.get("/ar/wp-admin/team/").await;
    noura.get("/ar/wp-admin/team/").await;
    guest.post(login, &typed).await;
    guest.post_with(login, &typed, &[("sec-fetch-site", "cross-site")]).await;
    guest.post(login, &[typed[0], typed[0]]).await;
    guest.get_with(login, &[("host", "secret-name.example")]).await;
    guest.log_in("secret-name@example.com", "secret-word").await;
    let mut limited = 0;
    while guest.post(login, &typed).await.status != StatusCode::TOO_MANY_REQUESTS {
        limited += 1;
        assert!(limited < 1_000, "the account's forms are limited");
    }

    let mut refused = lines.with_level("INFO");
    refused.retain(|line| line["target"] == "matjar::access" && line["span"]["refusal"].is_string());
    let reason = |line: &serde_json::Value| {
        (line["status"].as_u64().unwrap_or(0), line["span"]["refusal"].as_str().unwrap_or("").to_owned())
    };
    let first: Vec<_> = refused.iter().take(8).map(reason).collect();
    assert_eq!(
        first,
        [
            (303, "login required"),
            (404, "no staff session"),
            (404, "no such right"),
            (403, "missing or expired nonce"),
            (403, "cross-site request"),
            (400, "bad request: duplicate field"),
            (421, "another host"),
            (422, "wrong name or password"),
        ]
        .map(|(status, reason)| (status, reason.to_owned()))
    );
    assert!(refused[2]["span"]["staff"].is_i64(), "a refused member is named: {}", refused[2]);
    assert_eq!(reason(refused.last().expect("a line")), (429, "rate limit exceeded".to_owned()));
    assert_eq!(refused.len(), 8 + limited + 1, "one line for each request");
    let text = String::from_utf8(lines.0.lock().expect("lock not poisoned").clone()).expect("UTF-8");
    assert!(!text.contains("secret-"), "{text}");
}

/// The page says of each such column what it is, how long it is kept, what the erasure does and who reads it.
#[tokio::test]
async fn every_column_about_people_is_on_the_page_of_personal_data() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/personal-data.md"));
    let page = page.expect("the page");
    let code = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<(Vec<String>, Vec<String>)> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let cells: Vec<&str> = line.split(" | ").collect();
            assert_eq!(cells.len(), 6, "{line}");
            (code(cells[0]), code(cells[1]))
        })
        .collect();
    let shop = TestShop::open().await;
    let columns: Vec<(String, String, bool)> = sqlx::query_as(
        "select table_name::text, column_name::text,
             column_name ~ 'email|phone|user_name|address|postcode|home_number|password|totp' or column_name in
                 ('first_name', 'last_name', 'city', 'person', 'people', 'visitor', 'session', 'customer',
                  'customer_id', 'holder', 'placed_by', 'gift', 'voter', 'last4', 'referrer')
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE'
             and not (select relispartition from pg_class where oid = quote_ident(table_name)::regclass)",
    )
    .fetch_all(&shop.db)
    .await
    .expect("columns");
    let is_listed = |table: &str, column: &str| {
        let in_row = |(tables, columns): &(Vec<String>, Vec<String>)| {
            tables.iter().any(|one| one == table) && columns.iter().any(|one| one == column)
        };
        rows.iter().any(in_row) || page.contains(&format!("`{table}.{column}`"))
    };
    let about_people = columns.iter().filter(|(_, _, is_about_people)| *is_about_people);
    let missing: Vec<_> = about_people.filter(|(table, column, _)| !is_listed(table, column)).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
    for (tables, named) in &rows {
        let exists = |table: &String, column: Option<&String>| {
            columns.iter().any(|(of, one, _)| of == table && column.is_none_or(|column| one == column))
        };
        assert!(tables.iter().all(|table| exists(table, None)), "no such table: {tables:?}");
        let gone: Vec<_> =
            named.iter().filter(|column| !tables.iter().any(|table| exists(table, Some(column)))).collect();
        assert!(gone.is_empty(), "{tables:?} have no {gone:?}");
    }
}

async fn record_audit_rows(shop: &TestShop) -> audit::Head {
    for number in 0..5 {
        audit::record(&shop.shop().db, chrono::Utc::now(), &format!("customer {number}"), "login", "")
            .await
            .expect("recorded");
    }
    audit::head(&shop.db).await.expect("audit head").expect("five rows")
}

/// Recomputes every hash, as an attacker with full database privileges could.
async fn rebuild(shop: &TestShop) {
    sqlx::query(
        "do $$
         declare one audit_log; last bytea := ''::bytea;
         begin
             for one in select * from audit_log order by seq loop
                 update audit_log set previous = last, hash = audit_hash(
                     last, one.at, one.actor, one.action, one.subject, one.connected_as, one.recorded_at,
                     one.before, one.after)
                 where seq = one.seq returning hash into last;
             end loop;
         end $$",
    )
    .execute(&shop.db)
    .await
    .expect("rebuilt");
}

/// [SEC-L16]
#[tokio::test]
async fn a_truncated_audit_log_is_detected() {
    let shop = TestShop::open().await;
    let head = record_audit_rows(&shop).await;
    let worker = pool(&shop, "WORKER_").await;
    assert_eq!(audit::verify(&worker, std::slice::from_ref(&head)).await.expect("verified"), []);

    sqlx::query("delete from audit_log where seq > (select max(seq) - 2 from audit_log)")
        .execute(&shop.db)
        .await
        .expect("truncated");

    assert_eq!(audit::verify(&worker, &[]).await.expect("verified"), [], "the remaining chain is valid");
    assert_eq!(
        audit::verify(&worker, std::slice::from_ref(&head)).await.expect("verified"),
        [IntegrityError::Missing(head.clone())]
    );
    let lines = Lines::default();
    let _captured = lines.capture();
    let next = audit::check_head(&worker, Some(&head)).await.expect("head checked");
    assert_eq!(lines.with_level("ERROR")[0]["audit_head"], head.to_string());
    assert_eq!(next.as_ref(), Some(&head), "the next check looks for it again");
    // Later rows do not hide the gap.
    record_audit_rows(&shop).await;
    assert_eq!(
        audit::verify(&worker, std::slice::from_ref(&head)).await.expect("verified"),
        [IntegrityError::Missing(head)]
    );
}

/// [SEC-L16]
#[tokio::test]
async fn a_rewritten_audit_log_is_detected() {
    let shop = TestShop::open().await;
    let head = record_audit_rows(&shop).await;
    let worker = pool(&shop, "WORKER_").await;

    sqlx::query("update audit_log set actor = 'customer 999' where actor = 'customer 1'")
        .execute(&shop.db)
        .await
        .expect("tampering");
    assert_eq!(audit::verify(&worker, &[]).await.expect("verified"), [IntegrityError::Broken(1)]);
    rebuild(&shop).await;

    assert_eq!(audit::verify(&worker, &[]).await.expect("verified"), [], "every hash is valid again");
    assert_eq!(
        audit::verify(&worker, std::slice::from_ref(&head)).await.expect("verified"),
        [IntegrityError::Missing(head)]
    );
}

/// [SEC-L16]
#[tokio::test]
async fn an_audit_row_records_the_database_role_and_time() {
    let shop = TestShop::open().await;
    audit::record(
        &pool(&shop, "STAFF_").await,
        chrono::DateTime::UNIX_EPOCH,
        "customer 1",
        "refund",
        "order 1",
    )
    .await
    .expect("recorded");
    let (role, is_now): (String, bool) = sqlx::query_as(
        "select connected_as, recorded_at > now() - interval '1 minute' from audit_log order by seq desc limit 1",
    )
    .fetch_one(&shop.db)
    .await
    .expect("row");
    assert_eq!((role.as_str(), is_now), ("shop_staff", true));
}

/// Fetches pages of the shop as a shopper, and everything else over the network.
struct AsShopper {
    shopper: Shopper,
    origin: String,
    web: storefront::server::script_inventory::InventoryClient,
    /// Replaces the body of URLs that contain the first text.
    replaced: Option<(&'static str, &'static str)>,
}

impl AsShopper {
    fn new(shop: &TestShop) -> Self {
        let origin = shop.config().public_origin.clone();
        Self {
            shopper: shop.shopper(),
            web: storefront::server::script_inventory::InventoryClient::new(&origin),
            origin,
            replaced: None,
        }
    }
}

impl AsyncFetch for AsShopper {
    fn get<'a>(&'a self, url: &'a str) -> FetchFuture<'a> {
        Box::pin(async move {
            let mut fetched = match url.strip_prefix(&self.origin) {
                Some(path) => {
                    let answer = self.shopper.get(path).await;
                    anyhow::ensure!(answer.status == StatusCode::OK, "{path} returned {}", answer.status);
                    Fetched {
                        policy: answer.header("content-security-policy").to_owned(),
                        body: answer.body.to_vec(),
                    }
                }
                None => self.web.get(url).await?,
            };
            if let Some((part, script)) = self.replaced
                && url.contains(part)
            {
                fetched.body = script.into();
            }
            Ok(fetched)
        })
    }

    fn post<'a>(&'a self, url: &'a str, form: String) -> FetchFuture<'a> {
        Box::pin(async move {
            let path = url.strip_prefix(&self.origin).expect("URL of the shop");
            let fields: Vec<(String, String)> = serde_urlencoded::from_str(&form)?;
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let answer = self.shopper.post(path, &fields).await;
            Ok(Fetched { policy: String::new(), body: answer.body.to_vec() })
        })
    }
}

/// [SEC-M8]
#[tokio::test]
async fn the_inventory_lists_every_script_of_the_payment_page() {
    let shop = TestShop::open().await;
    shop.product("نفد").stock(0).make(&shop.db).await;
    shop.product("عسل").stock(5).make(&shop.db).await;
    let mut fetch = AsShopper::new(&shop);
    let (config, payment_context) = (shop.config(), shop.payment_context());
    let take_inventory = async |fetch: &AsShopper| {
        storefront::server::script_inventory::check(fetch, config, &payment_context, &payment_context.db)
            .await
            .expect("inventory")
    };

    let (found, _) = take_inventory(&fetch).await;

    let listed = |part: &str| found.iter().filter(|script| script.url.contains(part)).count();
    for part in ["/assets/main-", "/assets/use-payment-form-", "/assets/react-", "/assets/mount-"] {
        assert_eq!(listed(part), 1, "{part} in {found:#?}");
    }
    let provider = payment_context.provider.browser().script_url.clone();
    assert_eq!(
        found.iter().find(|script| script.url == provider).map(|script| script.owner),
        Some("provider")
    );
    assert!(found.iter().all(|script| script.sha256.len() == 64));

    checkout::service::scripts::accept(&payment_context.db, &found, chrono::Utc::now())
        .await
        .expect("accepted");
    assert_eq!(take_inventory(&fetch).await.1, []);
    for part in ["/assets/use-payment-form-", "Accept.js"] {
        fetch.replaced = Some((part, "steal()"));
        let url = found.iter().find(|script| script.url.contains(part)).expect("listed").url.clone();
        assert_eq!(take_inventory(&fetch).await.1, [Finding::Changed(url)]);
    }
}

/// [SEC-M8]
#[tokio::test]
async fn the_inventory_fails_if_checkout_has_no_payment_form() {
    let shop = TestShop::open().await;
    let payment_context = shop.payment_context();
    let result = storefront::server::script_inventory::check(
        &AsShopper::new(&shop),
        shop.config(),
        &payment_context,
        &payment_context.db,
    )
    .await;
    assert!(format!("{:#}", result.expect_err("no product in the shop")).contains("no payment form"));
}

/// [SEC-L25]
#[tokio::test]
async fn a_forged_page_in_redis_is_not_served() {
    let redis = TestRedis::start();
    let mut shop =
        TestShop::open_with(Options { redis_pages_url: Some(redis.url()), ..Options::default() }).await;
    let honey = shop.product("عسل أول").make(&shop.db).await;
    shop.shopper().get(&honey.path).await;
    let client = redis::Client::open(redis.url()).expect("address");
    let mut connection = client.get_multiplexed_async_connection().await.expect("redis");
    let keys = loop {
        let keys: Vec<String> = redis::cmd("KEYS").arg("*").query_async(&mut connection).await.expect("keys");
        if !keys.is_empty() {
            break keys;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert!(keys.iter().all(|key| key.contains(":page:")), "pages only: {keys:?}");

    let key = keys.iter().find(|key| key.ends_with(&honey.path)).expect("cached product page");
    let copy: Vec<u8> = redis::cmd("GET").arg(key).query_async(&mut connection).await.expect("copy");
    // Skip the signature, which may contain any byte.
    let split = 32 + copy[32..].iter().position(|byte| *byte == b'\n').expect("header line");
    let forged = [&copy[..=split], &edge::compress::zstd("<h1>عرض مزيف</h1>".as_bytes())].concat();
    let () = redis::cmd("SET").arg(key).arg(forged).query_async(&mut connection).await.expect("forged");
    shop.restart().await;

    let page = shop.shopper().get(&honey.path).await.text();
    assert!(page.contains("عسل أول") && !page.contains("مزيف"), "{page}");
}

/// [SEC-L25]
#[tokio::test]
async fn pages_and_counters_can_use_separate_redis_servers() {
    let (pages, counters) = (TestRedis::start(), TestRedis::start());
    let shop = TestShop::open_with(Options {
        redis_url: Some(counters.url()),
        redis_pages_url: Some(pages.url()),
        ..Options::default()
    })
    .await;
    let honey = shop.product("عسل").make(&shop.db).await;
    shop.shopper().get(&honey.path).await;
    let names = async |url: String| loop {
        let client = redis::Client::open(url.clone()).expect("address");
        let mut connection = client.get_multiplexed_async_connection().await.expect("redis");
        let keys: Vec<String> = redis::cmd("KEYS").arg("*").query_async(&mut connection).await.expect("keys");
        if !keys.is_empty() {
            break keys;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert!(names(pages.url()).await.iter().all(|key| key.contains(":page:")));
    assert!(names(counters.url()).await.iter().all(|key| key.contains(":rate:")));
}
