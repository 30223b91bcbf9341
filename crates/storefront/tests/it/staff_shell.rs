//! What the admin's own script asks for: pages as views, the search, and the audit log.

use edge::audit::{self, SealKeys, seals};
use http::StatusCode;
use kernel::text::without_isolates;
use serde_json::Value;
use testkit::{Options, Shopper, TestResponse, TestShop, hidden_fields};

use crate::orders::staff_in;

const ORDERS: &str = "/ar/wp-admin/orders/";
const FIND: &str = "/ar/wp-admin/find/";
const AUDIT: &str = "/ar/wp-admin/audit/";
const HEALTH: &str = "/ar/wp-admin/health/";
const VIEW: (&str, &str) = ("accept", "application/json");

async fn member(shop: &TestShop, role: &str) -> Shopper {
    let email = format!("{role}@example.com");
    shop.staff_with_role(&email, role).await;
    staff_in(shop, &email).await
}

async fn view(member: &Shopper, path: &str) -> TestResponse {
    member.get_with(path, &[VIEW]).await
}

#[tokio::test]
async fn a_staff_page_is_also_its_view_under_the_same_rules() {
    let shop = TestShop::open().await;
    let noura = member(&shop, "owner").await;
    let reem = member(&shop, "content").await;

    let page = noura.get(ORDERS).await;
    let answer = view(&noura, ORDERS).await;

    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), "application/json; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "private, no-store");
    for response in [&page, &answer] {
        let vary = response.headers.get_all("vary").iter().filter_map(|value| value.to_str().ok());
        assert!(vary.flat_map(|value| value.split(',')).any(|name| name.trim() == "accept"));
    }
    let json = answer.json();
    assert_eq!(json["component"], "checkout/StaffOrdersPage");
    assert!(page.text().contains(&format!("<title>{}</title>", json["title"].as_str().expect("a title"))));
    assert_eq!(json["props"]["action"], ORDERS);
    let links = json["layout"]["menu"].as_array().expect("a menu");
    let current: Vec<&Value> = links
        .iter()
        .flat_map(|group| group["links"].as_array().expect("links"))
        .filter(|link| link["isCurrent"] == true)
        .collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["url"], ORDERS);

    // Who may not open the page learns nothing from its view either.
    let stranger = view(&shop.shopper(), ORDERS).await;
    let refused = view(&reem, ORDERS).await;
    for answer in [&stranger, &refused] {
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert!(answer.header("content-type").starts_with("text/html"));
    }
    assert_eq!(stranger.text(), refused.text());
}

#[tokio::test]
async fn pages_that_need_a_document_of_their_own_are_documents() {
    let shop = TestShop::open().await;
    let noura = member(&shop, "owner").await;
    // The camera is allowed by a header of the document.
    let scan = view(&noura, "/ar/wp-admin/barcodes/").await;
    assert_eq!(scan.status, StatusCode::OK);
    assert!(scan.header("content-type").starts_with("text/html"));
    assert!(scan.header("permissions-policy").contains("camera=(self)"));
    // Pages of the shop are not changed by the header.
    let home = noura.get_with("/ar/", &[VIEW]).await;
    assert!(home.header("content-type").starts_with("text/html"));
}

#[tokio::test]
async fn the_admin_has_a_script_of_its_own_and_the_shop_keeps_its() {
    let shop = TestShop::open().await;
    let noura = member(&shop, "owner").await;
    let scripts = |page: String| -> Vec<String> {
        let tags = page.split("<script type=\"module\" src=\"").skip(1);
        tags.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    };
    let admin = scripts(noura.get(ORDERS).await.text());
    assert!(admin.len() == 1 && admin[0].starts_with("/assets/admin-"), "{admin:?}");
    let shops = scripts(noura.get("/ar/").await.text());
    assert!(shops.len() == 1 && shops[0].starts_with("/assets/main-"), "{shops:?}");
    assert_eq!(noura.get(&admin[0]).await.status, StatusCode::OK);
}

fn found(answer: &TestResponse) -> Vec<(String, String)> {
    let json = answer.json();
    let groups = json["props"]["groups"].as_array().expect("groups").clone();
    let text = |value: &Value| without_isolates(value.as_str().expect("a text"));
    groups
        .iter()
        .flat_map(|group| group["items"].as_array().expect("items"))
        .map(|item| (text(&item["label"]), text(&item["url"])))
        .collect()
}

async fn find(member: &Shopper, query: &str) -> Vec<(String, String)> {
    let query = serde_urlencoded::to_string([("q", query)]).expect("a query");
    found(&view(member, &format!("{FIND}?{query}")).await)
}

/// [D21]
#[tokio::test]
async fn the_search_forgives_digits_spelling_and_the_other_keyboard() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ حَراز اليمني").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&coffee.id, "1").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("order number").to_owned();
    let noura = member(&shop, "owner").await;

    for query in ["حراز", "حَرازْ", "pvh."] {
        let goods = find(&noura, query).await;
        assert!(goods.iter().any(|(label, _)| label.contains("حَراز")), "{query}: {goods:?}");
    }
    let by_code = find(&noura, &coffee.sku).await;
    let editor = format!("/ar/wp-admin/products/{}/", coffee.id);
    assert!(by_code.iter().any(|(_, to)| *to == editor), "{by_code:?}");
    let eastern: String = number
        .chars()
        .map(|c| char::from_u32('٠' as u32 + c.to_digit(10).expect("a digit")).expect("a digit"))
        .collect();
    let url = format!("{ORDERS}{number}/");
    for query in [number.clone(), eastern.clone(), format!("رد مبلغ {eastern}"), format!("#{number}")] {
        let orders = find(&noura, &query).await;
        assert!(orders.iter().any(|(_, to)| *to == url), "{query}: {orders:?}");
    }
    let by_email = find(&noura, "salma@example.com").await;
    assert!(by_email.iter().any(|(_, to)| *to == url), "{by_email:?}");
    // A place of the menu by another word for it, and typed with the other keyboard.
    for query in ["طلبات", "'gfhj", "تجهيز"] {
        let places = find(&noura, query).await;
        assert!(places.iter().any(|(_, to)| to == ORDERS), "{query}: {places:?}");
    }
    let understood = view(&noura, &format!("{FIND}?q=pvh.")).await.json();
    assert_eq!(understood["props"]["understood"], "حراز");
    // Without script it is a page with links.
    let page = noura.get(&format!("{FIND}?q={number}")).await;
    assert!(page.text().contains(&format!("href=\"{url}\"")));
}

/// [D01] The search itself is for everybody; what it lists is not.
#[tokio::test]
async fn the_search_lists_only_what_the_member_may_open() {
    let shop = TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await;
    let coffee = shop.product("بنّ حَراز").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&coffee.id, "1").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("order number").to_owned();
    let noura = member(&shop, "owner").await;
    let content = member(&shop, "content").await;
    for role in ["manager", "fulfilment", "support", "content"] {
        let signed_in = if role == "content" { None } else { Some(member(&shop, role).await) };
        let one = signed_in.as_ref().unwrap_or(&content);
        for query in ["", "طلبات", "فريق", "تقرير", "سجل", &number, "salma@example.com"] {
            for (label, url) in find(one, query).await {
                let status = one.get(&url).await.status;
                assert_eq!(status, StatusCode::OK, "{role} searches {query:?}: {label} leads to {url}");
            }
        }
    }
    assert_eq!(find(&content, &number).await, []);
    assert!(!find(&noura, &number).await.is_empty());
}

/// Before anything is typed: the member's own last orders and products, once each, of those that they may open now.
#[tokio::test]
async fn the_search_begins_with_what_the_member_worked_on_last() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ حَراز").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&coffee.id, "1").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("order number").to_owned();
    let order: i64 = sqlx::query_scalar("select id from orders").fetch_one(&shop.db).await.expect("an order");
    let huda = member(&shop, "support").await;
    let yasser = member(&shop, "fulfilment").await;
    let actor = async |role: &str| -> String {
        sqlx::query_scalar("select 'staff ' || id from staff where role = $1")
            .bind(role)
            .fetch_one(&shop.db)
            .await
            .expect("a member")
    };
    let (mine, other) = (actor("support").await, actor("fulfilment").await);
    for (who, action, subject) in [
        (&mine, "order-note", format!("order {order} note 1 to team")),
        (&mine, "product-edit", format!("product {} v2", coffee.id)),
        (&mine, "order-tag", format!("order {order} none -> tagged")),
        (&mine, "product-edit", "product 999999 v2".to_owned()),
        (&mine, "orders-export", String::new()),
        (&other, "settings-edit", "settings cart v2".to_owned()),
    ] {
        audit::record(&shop.db, shop.clock().now(), who, action, &subject).await.expect("recorded");
    }
    let recent = async |member: &Shopper| -> Vec<String> {
        let json = view(member, FIND).await.json();
        let groups = json["props"]["groups"].as_array().expect("groups").clone();
        let group = groups.iter().find(|group| group["label"] == "آخر ما عملت عليه");
        let items = group.and_then(|group| group["items"].as_array().cloned()).unwrap_or_default();
        items.iter().map(|item| item["url"].as_str().expect("an address").to_owned()).collect()
    };
    let (order_url, product_url) =
        (format!("{ORDERS}{number}/"), format!("/ar/wp-admin/products/{}/", coffee.id));
    assert_eq!(recent(&huda).await, [order_url.clone(), product_url.clone()]);
    assert!(huda.get(FIND).await.text().contains(&format!("href=\"{order_url}\"")), "without script too");
    assert_eq!(recent(&yasser).await, [""; 0], "the acts of others are not listed");
    sqlx::query("update staff set role = 'content' where role = 'support'")
        .execute(&shop.db)
        .await
        .expect("a role");
    assert_eq!(recent(&huda).await, [product_url], "rights are those of now");
}

async fn worker(shop: &TestShop) -> sqlx::PgPool {
    let url = shop.database().url("WORKER_").expect("url");
    storefront::server::database::pool(&url, 1, "test").expect("pool")
}

fn key(text: &str) -> SealKeys {
    SealKeys::new(vec![text.to_owned().into()])
}

#[tokio::test]
async fn the_audit_page_shows_who_did_what_and_what_was_before_and_after() {
    let shop = TestShop::open().await;
    let noura = member(&shop, "owner").await;
    let huda = member(&shop, "support").await;
    let id: i64 = sqlx::query_scalar("select id from staff where email_key = 'support@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("a member");
    let now = shop.clock().now();
    let (was, became) = (Some("open"), Some("picked"));
    audit::record_change(&shop.db, now, &format!("staff {id}"), "order-pick", "order 10479", was, became)
        .await
        .expect("recorded");
    audit::record(&shop.db, now, "customer 12", "login", "").await.expect("recorded");

    let json = view(&noura, AUDIT).await.json();
    let lines = json["props"]["lines"].as_array().expect("lines").clone();
    let change = lines.iter().find(|line| line["what"]["text"] == "تجهيز الطلب بالمسح").expect("the change");
    let value = |name: &str| change[name][0]["parts"][0]["text"].as_str();
    assert_eq!((value("before"), value("after")), (Some("مفتوح"), Some("اكتمل")));
    assert!(lines.iter().any(|line| line["who"] == "عميل"));

    // Each filter is in the address, and an unknown one filters nothing.
    let count = async |query: &str| {
        let json = view(&noura, &format!("{AUDIT}?{query}")).await.json();
        json["props"]["lines"].as_array().expect("lines").len()
    };
    assert_eq!(count(&format!("who={id}&what=order-pick")).await, 1);
    assert_eq!(count("what=refund").await, 0);
    assert_eq!(count("what=drop&days=x&who=y&before=z").await, count("").await);

    // Support reads its own acts only, whatever the address says.
    let own = view(&huda, &format!("{AUDIT}?who=1")).await.json();
    assert_eq!(own["props"]["isOwn"], true);
    assert_eq!(own["props"]["people"].as_array().expect("people").len(), 0);
    let own = own["props"]["lines"].as_array().expect("lines").clone();
    assert!(!own.is_empty());
    let names: std::collections::BTreeSet<&str> =
        own.iter().map(|line| line["who"].as_str().expect("a name")).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    let packer = member(&shop, "fulfilment").await;
    assert_eq!(packer.get(AUDIT).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn older_lines_are_behind_a_link_and_none_is_shown_twice() {
    let shop = TestShop::open().await;
    let noura = member(&shop, "owner").await;
    for number in 0..120 {
        audit::record(&shop.db, shop.clock().now(), "shell", "site", &format!("menu {number}"))
            .await
            .expect("recorded");
    }
    let mut subjects = Vec::new();
    let mut next = Some(format!("{AUDIT}?what=site"));
    while let Some(url) = next {
        let json = view(&noura, &url).await.json();
        for line in json["props"]["lines"].as_array().expect("lines") {
            subjects.push(line["subject"][0]["text"].as_str().expect("a subject").to_owned());
        }
        next = json["props"]["nextUrl"].as_str().map(str::to_owned);
    }
    let expected: Vec<String> = (0..120).rev().map(|number| format!("menu {number}")).collect();
    assert_eq!(subjects, expected);
}

/// [D35] [SEC-L16]
#[tokio::test]
async fn a_broken_log_is_shown_and_stops_exports() {
    let shop = TestShop::open().await;
    let noura = member(&shop, "owner").await;
    let worker = worker(&shop).await;
    let now = shop.clock().now();
    for number in 0..5 {
        audit::record(&shop.db, now, "shell", "site", &format!("menu {number}")).await.expect("recorded");
    }
    let state = seals::check(&worker, &key("a key"), None, 0, now).await.expect("checked");
    assert_eq!(state.broken_at, None);
    assert!(noura.get(AUDIT).await.visible_text().contains("السلسلة سليمة"));
    assert!(!noura.get(HEALTH).await.visible_text().contains("السلسلة مكسورة"));
    let export = format!("{ORDERS}export/");
    assert_eq!(noura.submit(ORDERS, &export, &[]).await.status, StatusCode::OK);

    let seq: i64 = sqlx::query_scalar("select seq from audit_log where subject = 'menu 2'")
        .fetch_one(&shop.db)
        .await
        .expect("a line");
    sqlx::query("update audit_log set actor = 'customer 999' where seq = $1")
        .bind(seq)
        .execute(&shop.db)
        .await
        .expect("tampering");
    let state = seals::check(&worker, &key("a key"), None, 0, now).await.expect("checked");
    assert_eq!(state.broken_at, Some(seq));

    let page = without_isolates(&noura.get(AUDIT).await.visible_text());
    assert!(page.contains("السلسلة مكسورة") && page.contains(&format!("السطر {seq}")), "{page}");
    let health = noura.get(HEALTH).await.visible_text();
    assert!(health.contains("السلسلة مكسورة") && health.contains("شيء يحتاج إليك"), "{health}");
    let refused = noura.submit(ORDERS, &export, &[]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.visible_text().contains("أُوقف التصدير"), "{}", refused.visible_text());
    // A check of new rows alone does not forget what was found.
    seals::check(&worker, &key("a key"), None, seq + 1, now).await.expect("checked");
    assert_eq!(noura.submit(ORDERS, &export, &[]).await.status, StatusCode::CONFLICT);
}

/// [SEC-L16] Who owns the tables rebuilds the chain, but has no key for the seals.
#[tokio::test]
async fn a_rebuilt_log_does_not_fit_its_seals() {
    let shop = TestShop::open().await;
    let worker = worker(&shop).await;
    let now = shop.clock().now();
    for number in 0..5 {
        audit::record(&shop.db, now, "shell", "site", &format!("menu {number}")).await.expect("recorded");
    }
    let sealed = seals::check(&worker, &key("a key"), None, 0, now).await.expect("checked");
    assert!(sealed.is_sealed && sealed.broken_at.is_none());

    sqlx::query("delete from audit_log where seq = (select max(seq) from audit_log)")
        .execute(&shop.db)
        .await
        .expect("tampering");
    let found = seals::check(&worker, &key("a key"), None, 0, now).await.expect("checked");
    assert!(found.broken_at.is_some(), "the remaining chain is valid, but its sealed head is gone");

    // A head that fits the log, with a seal of another key.
    sqlx::query("delete from audit_seals").execute(&shop.db).await.expect("tampering");
    seals::check(&worker, &key("another key"), None, 0, now).await.expect("checked");
    let found = seals::check(&worker, &key("a key"), None, 0, now).await.expect("checked");
    assert!(found.broken_at.is_some());
    // The application cannot change or remove a seal.
    for statement in ["delete from audit_seals", "update audit_seals set seal = ''"] {
        assert!(sqlx::query(statement).execute(&worker).await.is_err(), "{statement}");
    }
}

/// [SEC-L16] Who deletes the newest rows deletes their seals too, but not what the worker remembers.
#[tokio::test]
async fn deleted_rows_are_missed_without_their_seals() {
    let shop = TestShop::open().await;
    let worker = worker(&shop).await;
    let now = shop.clock().now();
    for number in 0..5 {
        audit::record(&shop.db, now, "shell", "site", &format!("menu {number}")).await.expect("recorded");
    }
    let known = audit::head(&shop.db).await.expect("a head");
    seals::check(&worker, &key("a key"), None, 0, now).await.expect("checked");
    for statement in
        ["delete from audit_log where seq = (select max(seq) from audit_log)", "delete from audit_seals"]
    {
        sqlx::query(statement).execute(&shop.db).await.expect("tampering");
    }
    for _ in 0..2 {
        let found = seals::check(&worker, &key("a key"), known.as_ref(), 0, now).await.expect("checked");
        assert!(found.broken_at.is_some());
    }
    let seals: i64 =
        sqlx::query_scalar("select count(*) from audit_seals").fetch_one(&shop.db).await.expect("seals");
    assert_eq!(seals, 0, "what is left is not sealed");
}

async fn add_job(shop: &TestShop, attempts: i16, most: i16, error: &str) -> String {
    sqlx::query("insert into graphile_worker._private_tasks (identifier) values ('import_photos') on conflict do nothing")
        .execute(&shop.db)
        .await
        .expect("a task");
    let id: i64 = sqlx::query_scalar(
        "insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, last_error, run_at)
         select id, $1, $2, $3, now() + interval '1 day' from graphile_worker._private_tasks
         where identifier = 'import_photos' returning id",
    )
    .bind(attempts)
    .bind(most)
    .bind(error)
    .fetch_one(&shop.db)
    .await
    .expect("a job");
    id.to_string()
}

/// [D36] Retrying and stopping leave their lines, and an error on the page names nobody.
#[tokio::test]
async fn a_job_is_retried_and_stopped_on_the_health_page() {
    let shop = TestShop::open().await;
    let noura = member(&shop, "owner").await;
    let failed = add_job(&shop, 12, 12, "550 no mailbox salma@example.com").await;
    let failing = add_job(&shop, 3, 12, "timeout").await;
    let attempts = async |id: &str| -> i16 {
        sqlx::query_scalar("select attempts from graphile_worker._private_jobs where id = $1::bigint")
            .bind(id)
            .fetch_one(&shop.db)
            .await
            .expect("a job")
    };
    let page = noura.get(HEALTH).await;
    assert_eq!(page.status, StatusCode::OK);
    let text = without_isolates(&page.visible_text());
    assert!(text.contains("12 من 12") && text.contains("550 no mailbox …"), "{text}");
    assert!(!page.text().contains("salma@example.com"));
    assert!(page.text().contains("<bdi dir=\"ltr\">import_photos</bdi>"), "a task that has no words");
    assert!(!text.contains("ready"), "{text}");

    let act = async |what: &str, id: &str| {
        let page = noura.get(HEALTH).await.text();
        let hidden = hidden_fields(&page, HEALTH);
        let nonce = &hidden.iter().find(|(name, _)| name == "nonce").expect("a nonce").1;
        let fields = [("nonce", nonce.as_str()), ("do", what), ("job", id)];
        noura.post(HEALTH, &fields).await.location().to_owned()
    };
    assert_eq!(act("retry", &failed).await, format!("{HEALTH}?notice=retried"));
    assert_eq!(attempts(&failed).await, 0);
    assert_eq!(act("retry", &failed).await, format!("{HEALTH}?notice=not-changed"), "it waits already");
    assert_eq!(act("stop", &failing).await, format!("{HEALTH}?notice=stopped"));
    assert_eq!(attempts(&failing).await, 12);
    assert_eq!(act("stop", &failing).await, format!("{HEALTH}?notice=not-changed"));

    let lines: Vec<(String, String, String, String)> = sqlx::query_as(
        "select action, subject, before, after from audit_log where action like 'job-%' order by seq",
    )
    .fetch_all(&shop.db)
    .await
    .expect("the audit log");
    let line = |action: &str, id: &str, before: &str, after: &str| {
        (action.to_owned(), format!("job {id} import_photos"), before.to_owned(), after.to_owned())
    };
    assert_eq!(
        lines,
        [line("job-retry", &failed, "failed", "waiting"), line("job-stop", &failing, "waiting", "stopped")]
    );
    let support = member(&shop, "support").await;
    assert_eq!(support.get(HEALTH).await.status, StatusCode::NOT_FOUND);
}
