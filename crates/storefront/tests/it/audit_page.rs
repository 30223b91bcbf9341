//! The audit log in Arabic, and that every writer of it and every task of the worker has words.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use edge::audit;
use http::StatusCode;
use kernel::text::without_isolates;
use serde_json::Value;
use storefront::{
    audit_page::rules::{ACTS, label},
    health_page::rules::{TASKS, task_label},
};
use testkit::{Shopper, TestShop};

use crate::orders::staff_in;

const AUDIT: &str = "/ar/wp-admin/audit/";

/// The sources of all crates, without tests: the path below `crates`, and the text.
fn sources() -> Vec<(String, String)> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let crates = Path::new(&package).join("..");
    let mut open: Vec<PathBuf> = fs::read_dir(&crates)
        .expect("crates")
        .map(|entry| entry.expect("a folder").path().join("src"))
        .filter(|folder| folder.is_dir())
        .collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&crates).expect("below the crates").display().to_string();
                let text = fs::read_to_string(&path).expect("a source");
                let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
                found.push((name, text[..end].to_owned()));
            }
        }
    }
    assert!(found.len() > 300, "{}", found.len());
    found
}

/// The words in quotes of a text that could name an act.
fn names(text: &str) -> Vec<&str> {
    let parts = text.split('"').skip(1).step_by(2);
    let is_name = |part: &&str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    parts.filter(is_name).collect()
}

/// The arguments of the calls that write a line of the log.
fn calls(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices("audit") {
        let call = text[start + "audit".len()..].trim_start();
        let Some(call) = call.strip_prefix("::").or_else(|| call.strip_prefix('.')) else { continue };
        let called = ["record(", "record_as(", "record_change("].into_iter();
        let Some(arguments) = called.filter_map(|name| call.strip_prefix(name)).next() else { continue };
        let mut depth = 1_usize;
        let end = arguments.find(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        found.push(&arguments[..end.expect("the end of a call")]);
    }
    found
}

/// Who acts without an account.
const ACTORS: [&str; 2] = ["guest", "shell"];

/// Words of files that write acts which they choose first: answers of forms, and names of forms.
const NO_ACTS: [&str; 15] = [
    "already-member",
    "answer-close",
    "copy-role",
    "last-owner",
    "new-password",
    "no-address",
    "no-text",
    "not-changed",
    "not-invited",
    "remove-role",
    "role-removed",
    "role-saved",
    "role-used",
    "role-wrong",
    "save-role",
];

/// [D36]
#[test]
fn every_act_that_is_written_has_words() {
    let mut written = 0;
    let mut missing = BTreeSet::new();
    for (path, text) in sources().iter().filter(|(path, _)| !path.starts_with("edge/src/audit")) {
        for call in calls(text) {
            written += 1;
            let named = names(call).into_iter().filter(|name| !ACTORS.contains(name)).collect::<Vec<_>>();
            let unknown = match named.first() {
                Some(act) => vec![*act],
                // Chosen before: each word of the file with a dash is an act, or known to be none.
                None => names(text)
                    .into_iter()
                    .filter(|name| name.contains('-') && !NO_ACTS.contains(name))
                    .collect(),
            };
            let unknown = unknown.into_iter().filter(|act| label(act).is_none());
            missing.extend(unknown.map(|act| format!("{path}: {act}")));
        }
    }
    assert!(written > 100, "{written}");
    assert!(missing.is_empty(), "no words in `ACTS`: {missing:?}");
}

#[test]
fn every_act_that_has_words_is_written() {
    let sources = sources();
    let others: Vec<&str> = sources
        .iter()
        .filter(|(path, _)| !path.starts_with("storefront/src/audit_page"))
        .map(|(_, text)| text.as_str())
        .collect();
    for (act, _) in ACTS {
        let quoted = format!("\"{act}\"");
        assert!(others.iter().any(|text| text.contains(&quoted)), "{act}");
    }
}

#[test]
fn every_task_of_the_worker_has_words() {
    const NAME: &str = "const IDENTIFIER: &'static str = \"";
    let mut tasks = BTreeSet::new();
    for (_, text) in sources() {
        let found = text.split(NAME).skip(1).filter_map(|rest| rest.split('"').next());
        tasks.extend(found.map(str::to_owned));
    }
    for task in &tasks {
        assert!(task_label(task).is_some(), "no words in `TASKS`: {task}");
    }
    assert_eq!(tasks.len(), TASKS.len(), "{tasks:?}");
}

async fn member(shop: &TestShop, role: &str) -> Shopper {
    let email = format!("{role}@example.com");
    shop.staff_with_role(&email, role).await;
    staff_in(shop, &email).await
}

async fn lines(member: &Shopper) -> Vec<Value> {
    let json = member.get_with(AUDIT, &[("accept", "application/json")]).await.json();
    json["props"]["lines"].as_array().expect("lines").clone()
}

fn texts(parts: &Value) -> Vec<String> {
    let text = |part: &Value| without_isolates(part["text"].as_str().expect("a text")).replace('\u{a0}', " ");
    parts.as_array().expect("parts").iter().map(text).collect()
}

fn links(lines: &[Value]) -> Vec<String> {
    let parts = lines.iter().flat_map(|line| line["subject"].as_array().expect("parts"));
    parts.filter_map(|part| part["url"].as_str().map(str::to_owned)).collect()
}

/// [D36] The log has ids and states; the page has numbers, names and words.
#[tokio::test]
async fn a_line_is_read_in_arabic_and_leads_to_its_thing() {
    let shop = TestShop::open().await;
    let product = shop.product("تمر سكّري").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&product.id, "1").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("order number").to_owned();
    let (order, item): (i64, String) = sqlx::query_as(
        "select id, (select sku from products where id = $2::bigint) from orders where number = $1::bigint",
    )
    .bind(&number)
    .bind(&product.id)
    .fetch_one(&shop.db)
    .await
    .expect("an order");
    let noura = member(&shop, "owner").await;
    let id: i64 = sqlx::query_scalar("select id from staff where email_key = 'owner@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("a member");
    let (now, actor) = (shop.clock().now(), format!("staff {id}"));
    let product_line = format!("product {} v2", product.id);
    for (action, subject, before, after) in [
        ("order-state", format!("order {order} processing -> shipped"), None, None),
        (
            "product-price",
            product_line.clone(),
            Some("regular_minor: 1450"),
            Some("regular_minor: 1520; x_field: [1]"),
        ),
        ("stock-move", format!("{item} in store 1: delivery"), Some("1"), Some("2")),
        (
            "settings-edit",
            "settings shop v1".to_owned(),
            Some("name: \"دكان\""),
            Some("name: \"دكان النخلة\""),
        ),
        ("staff-role", format!("staff {id} manager"), None, None),
        ("site", "menu 2".to_owned(), None, None),
    ] {
        audit::record_change(&shop.db, now, &actor, action, &subject, before, after).await.expect("recorded");
    }

    let all = lines(&noura).await;
    let line = |what: &str| all.iter().find(|line| line["what"]["text"] == what).expect("a line").clone();
    let state = line("حالة الطلب");
    assert_eq!(texts(&state["subject"]), [format!("الطلب رقم {number}")]);
    assert_eq!(texts(&state["before"][0]["parts"]), ["قيد التجهيز"]);
    assert_eq!(texts(&state["after"][0]["parts"]), ["في الطريق"]);
    let price = line("سعر منتج");
    assert_eq!(texts(&price["subject"]), ["المنتج «تمر سكّري»", "النسخة 2"]);
    assert_eq!(price["before"][0]["label"]["text"], "السعر قبل التخفيض");
    assert_eq!(texts(&price["before"][0]["parts"]), ["14.50 $"]);
    assert_eq!(price["before"][0]["parts"][0]["isLtr"], true);
    assert_eq!(price["after"][1]["label"]["text"], "x_field");
    assert_eq!(price["after"][1]["label"]["isLtr"], true, "an unknown field");
    assert_eq!(
        texts(&line("استلام أو صرف")["subject"]),
        [item.as_str(), "الفرع «المتجر الرئيسي»", "شحنة من المورّد"]
    );
    assert_eq!(texts(&line("دور عضو")["after"][0]["parts"]), ["الإدارة"]);
    let unknown = line("قوائم وإشعارات");
    assert_eq!(
        (texts(&unknown["subject"]), unknown["subject"][0]["isLtr"].as_bool()),
        (vec!["menu 2".to_owned()], Some(true))
    );

    // In the document as well: a text without words is isolated.
    let page = noura.get(AUDIT).await;
    assert!(page.text().contains("<bdi dir=\"ltr\">menu 2</bdi>"), "{}", page.text());
    let urls = links(&all);
    assert!(urls.contains(&format!("/ar/wp-admin/orders/{number}/")), "{urls:?}");
    for url in urls {
        // The search for one thing leads to it.
        let status = noura.get(&url).await.status;
        assert!([StatusCode::OK, StatusCode::SEE_OTHER].contains(&status), "{url}: {status}");
    }
    // What the log has is as it was.
    let stored: String = sqlx::query_scalar("select subject from audit_log where action = 'product-price'")
        .fetch_one(&shop.db)
        .await
        .expect("a line");
    assert_eq!(stored, product_line);
}

/// [D01] Content reads its own acts, and no orders.
#[tokio::test]
async fn a_line_has_no_link_to_a_page_that_the_member_may_not_open() {
    let shop = TestShop::open().await;
    let reem = member(&shop, "content").await;
    let id: i64 = sqlx::query_scalar("select id from staff where email_key = 'content@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("a member");
    let now = shop.clock().now();
    let product = shop.product("تمر سكّري").make(&shop.db).await;
    for subject in [format!("product {} v2", product.id), "settings shop v1".to_owned()] {
        audit::record(&shop.db, now, &format!("staff {id}"), "product-edit", &subject)
            .await
            .expect("recorded");
    }
    assert_eq!(links(&lines(&reem).await), [format!("/ar/wp-admin/products/{}/", product.id)]);
}

/// [D09] [D36] By the form of the thing's own page: it brings back what the act changed, and asks about what was changed since.
#[tokio::test]
async fn an_edit_is_taken_back_from_its_line_of_the_log() {
    let shop = TestShop::open().await;
    let product = shop.product("تمر سكّري").price(1_800).make(&shop.db).await;
    let noura = member(&shop, "owner").await;
    let editor = format!("/ar/wp-admin/products/{}/", product.id);
    let undo = format!("{editor}undo/");
    let named = async || -> (String, i64) {
        sqlx::query_as("select name, version from products").fetch_one(&shop.db).await.expect("the product")
    };
    let renamed = noura.submit(&editor, &editor, &[("name", "تمر خلاص")]).await;
    assert_eq!(renamed.status, StatusCode::SEE_OTHER, "{}", renamed.text());
    let taken_back = noura.submit(AUDIT, &undo, &[]).await;
    assert!(taken_back.location().starts_with(&format!("{editor}?saved=3")), "{}", taken_back.location());
    assert_eq!(named().await, ("تمر سكّري".to_owned(), 3));
    let newest = lines(&noura).await[0].clone();
    assert_eq!(newest["what"]["text"], "تراجع عن تعديل");
    assert_eq!(newest["undo"]["version"], "3", "what was taken back can be brought back");

    noura.submit(&editor, &editor, &[("name", "تمر عجوة")]).await;
    noura.submit(&editor, &editor, &[("name", "تمر صفري")]).await;
    let page = noura.get(AUDIT).await.text();
    let nonce = testkit::hidden_fields(&page, &undo).remove(0);
    let fields = [(nonce.0.as_str(), nonce.1.as_str()), ("version", "4")];
    assert_eq!(noura.post(&undo, &fields).await.status, StatusCode::CONFLICT, "another name since");
    assert_eq!(named().await, ("تمر صفري".to_owned(), 5));

    // Whoever writes no prices is offered no undo of one.
    let reem = member(&shop, "content").await;
    let id: i64 = sqlx::query_scalar("select id from staff where email_key = 'content@example.com'")
        .fetch_one(&shop.db)
        .await
        .expect("a member");
    for (act, before) in [("product-edit", "name: \"a\""), ("product-price", "regular_minor: 1800")] {
        let subject = format!("product {} v5", product.id);
        let now = shop.clock().now();
        audit::record_change(&shop.db, now, &format!("staff {id}"), act, &subject, Some(before), Some("x"))
            .await
            .expect("recorded");
    }
    let own = lines(&reem).await;
    assert!(own[0]["undo"].is_null() && own[1]["undo"].is_object(), "{own:?}");
}
