//! What holds when something else does not: rights in the database, logs, the inventory of scripts, sound settings.

use std::{
    io::Write,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use checkout::scripts::{Answering, AsyncFetch, Fetched, Finding};
use edge::audit::{self, Fault};
use http::StatusCode;
use testkit::{Options, Shopper, TestShop, redis_server::OwnRedis};

async fn pool(shop: &TestShop, role: &str) -> sqlx::PgPool {
    storefront::database::pool(&shop.database().url(role).expect("url"), 1, "test").expect("pool")
}

fn code(error: &sqlx::Error) -> Option<String> {
    error.as_database_error().and_then(|error| error.code()).map(|code| code.into_owned())
}

/// [SEC-M4]
#[tokio::test]
async fn functions_with_the_owners_rights_look_in_temporary_tables_last() {
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
        let path = path.unwrap_or_else(|| panic!("{function} takes its caller's search path"));
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
async fn no_role_of_the_shop_may_make_temporary_tables() {
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

/// The attack: a temporary table under the name of a real one, with a trigger that runs as whoever writes to it. The
/// right to make one is given back here, so that the functions have to stand by themselves.
/// [SEC-M4]
#[tokio::test]
async fn a_temporary_table_cannot_stand_in_for_a_real_one() {
    let shop = TestShop::open().await;
    let name = &shop.database().name;
    let grant = format!("grant temporary on database {name} to shop_web");
    sqlx::query(sqlx::AssertSqlSafe(grant)).execute(&shop.db).await.expect("the right to try");
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
        .expect("the real table has no such order");

    let seen: Vec<String> = sqlx::query_scalar("select who from pg_temp.witness")
        .fetch_all(&mut *attacker)
        .await
        .expect("witness");
    assert_eq!(seen, [""; 0], "the trigger ran as the owner of all tables");
}

/// What is logged on this thread, from now on.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn capture(&self) -> tracing::subscriber::DefaultGuard {
        let lines = self.clone();
        let subscriber =
            tracing_subscriber::fmt().json().flatten_event(true).with_writer(move || lines.clone());
        tracing::subscriber::set_default(subscriber.finish())
    }

    fn of_level(&self, level: &str) -> Vec<serde_json::Value> {
        let text = String::from_utf8(self.0.lock().expect("no panic in here").clone()).expect("UTF-8");
        let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        lines.filter(|line| line["level"] == level).collect()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic in here").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// [RUST-5]
#[tokio::test]
async fn a_database_that_is_gone_leaves_an_error_with_its_cause_and_no_flood() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shop.shop().db.close().await;
    let lines = Lines::default();
    let _captured = lines.capture();

    // Another test of this process may have told of its own outage a moment ago: then the next second is ours.
    let started = Instant::now();
    let mut requests = 0;
    while lines.of_level("ERROR").is_empty() || requests < 20 {
        assert!(started.elapsed() < Duration::from_secs(5), "nothing was logged after {requests} requests");
        assert_eq!(shopper.add(&honey.id, "1").await.status, StatusCode::SERVICE_UNAVAILABLE);
        requests += 1;
    }

    let errors = lines.of_level("ERROR");
    assert_eq!(errors[0]["endpoint"], "wc-ajax add_to_cart");
    let cause = errors[0]["error"].as_str().expect("a cause");
    assert!(cause.contains("closed"), "{cause}");
    let seconds = usize::try_from(started.elapsed().as_secs()).expect("few") + 2;
    assert!(errors.len() <= seconds, "{} lines for {requests} requests", errors.len());

    shopper.call("add_to_cart", &[("product_id", "1"), ("product_id", "2")]).await;
    assert_eq!(lines.of_level("ERROR").len(), errors.len(), "a refusal is no error");
    assert!(lines.of_level("INFO").iter().any(|line| line["message"] == "wc-ajax add_to_cart refused"));
}

async fn audit_some(shop: &TestShop) -> audit::Head {
    for number in 0..5 {
        audit::record(&shop.shop().db, chrono::Utc::now(), &format!("customer {number}"), "login", "")
            .await
            .expect("recorded");
    }
    audit::head(&shop.db).await.expect("head").expect("five rows")
}

/// Somebody with all rights in the database makes every hash right again.
async fn rebuild(shop: &TestShop) {
    sqlx::query(
        "do $$
         declare one audit_log; last bytea := ''::bytea;
         begin
             for one in select * from audit_log order by seq loop
                 update audit_log set previous = last, hash = audit_hash(
                     last, one.at, one.actor, one.action, one.subject, one.connected_as, one.recorded_at)
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
async fn an_audit_log_whose_end_was_cut_off_is_noticed() {
    let shop = TestShop::open().await;
    let head = audit_some(&shop).await;
    let worker = pool(&shop, "WORKER_").await;
    assert_eq!(audit::verify(&worker, std::slice::from_ref(&head)).await.expect("verified"), []);

    sqlx::query("delete from audit_log where seq > (select max(seq) - 2 from audit_log)")
        .execute(&shop.db)
        .await
        .expect("cut");

    assert_eq!(audit::verify(&worker, &[]).await.expect("verified"), [], "the rest is a whole chain");
    assert_eq!(
        audit::verify(&worker, std::slice::from_ref(&head)).await.expect("verified"),
        [Fault::Missing(head.clone())]
    );
    let lines = Lines::default();
    let _captured = lines.capture();
    let next = audit::witness(&worker, Some(&head)).await.expect("looked").expect("three rows");
    assert_eq!(lines.of_level("ERROR")[0]["audit_head"], head.to_string());
    assert_eq!(lines.of_level("INFO")[0]["audit_head"], next.to_string());
    // Rows that come later do not cover it up.
    audit_some(&shop).await;
    assert_eq!(
        audit::verify(&worker, std::slice::from_ref(&head)).await.expect("verified"),
        [Fault::Missing(head)]
    );
}

/// [SEC-L16]
#[tokio::test]
async fn an_audit_log_that_was_rewritten_from_the_start_is_noticed() {
    let shop = TestShop::open().await;
    let head = audit_some(&shop).await;
    let worker = pool(&shop, "WORKER_").await;

    sqlx::query("update audit_log set actor = 'customer 999' where actor = 'customer 1'")
        .execute(&shop.db)
        .await
        .expect("tampering");
    assert_eq!(audit::verify(&worker, &[]).await.expect("verified"), [Fault::Broken(1)]);
    rebuild(&shop).await;

    assert_eq!(audit::verify(&worker, &[]).await.expect("verified"), [], "every hash is right again");
    assert_eq!(
        audit::verify(&worker, std::slice::from_ref(&head)).await.expect("verified"),
        [Fault::Missing(head)]
    );
}

/// [SEC-L16]
#[tokio::test]
async fn an_audit_row_says_who_was_connected_whatever_the_program_says() {
    let shop = TestShop::open().await;
    audit::record(&shop.shop().staff, chrono::DateTime::UNIX_EPOCH, "customer 1", "refund", "order 1")
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

/// Pages of the shop as its shopper gets them; everything else over the network.
struct AsShopper {
    shopper: Shopper,
    origin: String,
    web: storefront::scripts::Web,
    /// What is served instead, by the end of its address.
    swapped: Option<(&'static str, &'static str)>,
}

impl AsShopper {
    fn of(shop: &TestShop) -> Self {
        let origin = shop.config().public_origin.clone();
        Self { shopper: shop.shopper(), web: storefront::scripts::Web::new(&origin), origin, swapped: None }
    }
}

impl AsyncFetch for AsShopper {
    fn get<'a>(&'a self, url: &'a str) -> Answering<'a> {
        Box::pin(async move {
            let mut fetched = match url.strip_prefix(&self.origin) {
                Some(path) => {
                    let answer = self.shopper.get(path).await;
                    anyhow::ensure!(answer.status == StatusCode::OK, "{path} answers {}", answer.status);
                    Fetched {
                        policy: answer.header("content-security-policy").to_owned(),
                        body: answer.body.to_vec(),
                    }
                }
                None => self.web.get(url).await?,
            };
            if let Some((end, script)) = self.swapped
                && url.contains(end)
            {
                fetched.body = script.into();
            }
            Ok(fetched)
        })
    }

    fn post<'a>(&'a self, url: &'a str, form: String) -> Answering<'a> {
        Box::pin(async move {
            let path = url.strip_prefix(&self.origin).expect("forms go to the shop");
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
async fn the_inventory_holds_every_script_that_a_card_number_passes() {
    let shop = TestShop::open().await;
    shop.product("نفد").stock(0).make(&shop.db).await;
    shop.product("عسل").stock(5).make(&shop.db).await;
    let mut fetch = AsShopper::of(&shop);
    let (config, till) = (shop.config(), shop.till());
    let look = async |fetch: &AsShopper| {
        storefront::scripts::look(fetch, config, &till, &till.db).await.expect("looked")
    };

    let (found, _) = look(&fetch).await;

    let listed = |part: &str| found.iter().filter(|script| script.url.contains(part)).count();
    for part in ["/assets/main-", "/assets/use-payment-form-", "/assets/react-", "/assets/mount-"] {
        assert_eq!(listed(part), 1, "{part} in {found:#?}");
    }
    let provider = till.provider.browser().script_url.clone();
    assert_eq!(
        found.iter().find(|script| script.url == provider).map(|script| script.owner),
        Some("provider")
    );
    assert!(found.iter().all(|script| script.sha256.len() == 64));

    checkout::scripts::accept(&till.db, &found, chrono::Utc::now()).await.expect("accepted");
    assert_eq!(look(&fetch).await.1, []);
    for end in ["/assets/use-payment-form-", "Accept.js"] {
        fetch.swapped = Some((end, "steal()"));
        let url = found.iter().find(|script| script.url.contains(end)).expect("listed").url.clone();
        assert_eq!(look(&fetch).await.1, [Finding::Changed(url)]);
    }
}

/// [SEC-M8]
#[tokio::test]
async fn a_checkout_without_a_payment_form_proves_nothing() {
    let shop = TestShop::open().await;
    let till = shop.till();
    let looked = storefront::scripts::look(&AsShopper::of(&shop), shop.config(), &till, &till.db).await;
    assert!(format!("{:#}", looked.expect_err("nothing to sell")).contains("no payment form"));
}

/// [SEC-L25]
#[tokio::test]
async fn a_page_that_somebody_else_put_into_redis_is_not_shown() {
    let redis = OwnRedis::start();
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

    let key = keys.iter().find(|key| key.ends_with(&honey.path)).expect("the product's page");
    let copy: Vec<u8> = redis::cmd("GET").arg(key).query_async(&mut connection).await.expect("copy");
    // Behind the seal, which may hold any byte.
    let split = 32 + copy[32..].iter().position(|byte| *byte == b'\n').expect("a head");
    let forged = [&copy[..=split], &edge::compress::zstd("<h1>عرض مزيف</h1>".as_bytes())].concat();
    let () = redis::cmd("SET").arg(key).arg(forged).query_async(&mut connection).await.expect("forged");
    shop.restart().await;

    let page = shop.shopper().get(&honey.path).await.text();
    assert!(page.contains("عسل أول") && !page.contains("مزيف"), "{page}");
}

/// [SEC-L25]
#[tokio::test]
async fn pages_and_counters_can_have_a_redis_each() {
    let (pages, counters) = (OwnRedis::start(), OwnRedis::start());
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
