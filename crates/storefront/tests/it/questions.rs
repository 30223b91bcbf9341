//! Questions about products: asked, answered, listed, searched, voted on and moderated.

mod answers;
mod emails;
mod forms;
mod lists;
mod moderation;
mod pages;
mod people;
mod votes;

use ::moderation::{ItemState, StateChange};
use http::StatusCode;
use reviews::rules::index_keys;
use serde_json::json;
use testkit::{Options, Shopper, TestProduct, TestResponse, TestShop};

const ACTION: &str = "/ar/wp-admin/admin-ajax.php";
const WRITE: &str = "/ar/questions/write/";

/// A shop whose limits are high enough for a test that sends many questions.
async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await
}

async fn action(shopper: &Shopper, name: &str, fields: &[(&str, &str)]) -> TestResponse {
    let fields: Vec<_> = [("action", name)].into_iter().chain(fields.iter().copied()).collect();
    shopper.post(ACTION, &fields).await
}

fn number(product: &TestProduct) -> i64 {
    product.id.parse().expect("an id")
}

/// The nonce of a product's forms.
fn nonce(shop: &TestShop, product: &TestProduct) -> String {
    shop.shop().nonces.page("questions.new", &product.id, shop.clock().now())
}

/// The fields of call 23 by a guest.
fn question_form<'a>(
    product: &'a TestProduct,
    nonce: &'a str,
    email: &'a str,
    text: &'a str,
) -> Vec<(&'a str, &'a str)> {
    vec![
        ("crNonce", nonce),
        ("currentPostID", product.id.as_str()),
        ("text", text),
        ("name", "ريم"),
        ("email", email),
        ("cptcha", ""),
    ]
}

/// The fields of call 24.
fn answer_form<'a>(
    form: Vec<(&'a str, &'a str)>,
    product: &'a TestProduct,
    question: &'a str,
) -> Vec<(&'a str, &'a str)> {
    form.into_iter().chain([("questionID", question), ("productID", product.id.as_str())]).collect()
}

fn with<'a>(mut form: Vec<(&'a str, &'a str)>, name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    form.retain(|(field, _)| *field != name);
    form.push((name, value));
    form
}

/// Asks as call 23 does and returns the answer.
async fn ask(
    shop: &TestShop,
    shopper: &Shopper,
    product: &TestProduct,
    email: &str,
    text: &str,
) -> serde_json::Value {
    let nonce = nonce(shop, product);
    let sent = action(shopper, "cr_new_qna", &question_form(product, &nonce, email, text)).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text());
    sent.json()
}

/// Answers as call 24 does.
async fn reply(
    shop: &TestShop,
    shopper: &Shopper,
    product: &TestProduct,
    question: i64,
    email: &str,
    text: &str,
) -> serde_json::Value {
    let (nonce, question) = (nonce(shop, product), question.to_string());
    let form = answer_form(question_form(product, &nonce, email, text), product, &question);
    let sent = action(shopper, "cr_new_qna", &form).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text());
    sent.json()
}

async fn insert_question(shop: &TestShop, product: i64, text: &str, email: &str) -> i64 {
    sqlx::query_scalar(
        "insert into questions (product_id, text, keys, name, email, created_at)
         values ($1, $2, $3, 'ريم', $4, $5) returning id",
    )
    .bind(product)
    .bind(text)
    .bind(index_keys(text, Some(product)))
    .bind(email)
    .bind(shop.clock().now())
    .fetch_one(&shop.db)
    .await
    .expect("a question")
}

/// Inserts a held question.
async fn held(shop: &TestShop, product: &TestProduct, text: &str) -> i64 {
    let email = format!("{}@example.com", hex::encode(rand::random::<[u8; 8]>()));
    insert_question(shop, number(product), text, &email).await
}

/// Inserts and publishes a question.
async fn publish_question(shop: &TestShop, product: &TestProduct, text: &str) -> i64 {
    let id = held(shop, product, text).await;
    set_state(shop, id, ItemState::Published).await;
    id
}

/// Inserts and publishes an answer.
async fn answered(shop: &TestShop, question: i64, text: &str, is_shop: bool) -> i64 {
    let id: i64 = sqlx::query_scalar(
        "insert into question_answers (question_id, product_id, text, name, email, is_shop, created_at)
         select id, product_id, $2, case when $3 then '' else 'ماجد' end,
             case when $3 then null else 'majed@example.com' end, $3, $4 from questions where id = $1 returning id",
    )
    .bind(question)
    .bind(text)
    .bind(is_shop)
    .bind(shop.clock().now())
    .fetch_one(&shop.db)
    .await
    .expect("an answer");
    set_answer_state(shop, id, ItemState::Published).await;
    id
}

async fn set_state(shop: &TestShop, question: i64, state: ItemState) {
    let change = StateChange { state, reason: "", from: None, now: shop.clock().now() };
    let mut tx = shop.db.begin().await.expect("a transaction");
    let changed = ::questions::service::change_question(&mut tx, question, &change).await;
    changed.expect("the state changes").expect("another state");
    tx.commit().await.expect("committed");
}

async fn set_answer_state(shop: &TestShop, answer: i64, state: ItemState) {
    let change = StateChange { state, reason: "", from: None, now: shop.clock().now() };
    let mut tx = shop.db.begin().await.expect("a transaction");
    let changed = ::questions::service::change_answer(&mut tx, answer, &change).await;
    changed.expect("the state changes").expect("another state");
    tx.commit().await.expect("committed");
}

/// Changes the owner's settings of questions.
async fn configure(shop: &TestShop, settings: serde_json::Value) {
    sqlx::query(
        "insert into settings (name, value) values ('questions', $1)
         on conflict (name) do update set value = settings.value || excluded.value",
    )
    .bind(settings)
    .execute(&shop.db)
    .await
    .expect("settings");
    purge(shop, "settings").await;
}

/// Purges a tag and waits until the server has noticed.
async fn purge(shop: &TestShop, tag: &str) {
    let rows = edge::purge::record(&shop.db, &[tag.to_owned()]).await.expect("a purge");
    edge::purge::announce(&shop.shop().redis, &rows).await;
    purged().await;
}

/// Waits until the server has noticed a purge.
async fn purged() {
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
}

async fn count(shop: &TestShop, table: &str, condition: &str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table} where {condition}"));
    sqlx::query_scalar(sql).fetch_one(&shop.db).await.expect("a count")
}

/// A customer with a completed order.
async fn buyer(shop: &TestShop, email: &str) -> (Shopper, i64) {
    let customer = shop.customer(email, "سلمى").await;
    sqlx::query(
        "insert into orders (number, key, state, placed_by, form_key, customer_id, address, email, first_name, last_name,
                             phone, country, city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor,
                             total_minor, created_at, changed_at)
         values ($1, $2, 'completed', $3, $2, $4, '10.0.0.1', $5, 'سلمى', 'الخطيب', '', 'US', 'ديربورن', 'x', 1800, 0, 0,
                 0, 1800, $6, $6)",
    )
    .bind(i64::from(rand::random::<u32>()) + 1)
    .bind(hex::encode(rand::random::<[u8; 16]>()))
    .bind(rand::random::<[u8; 32]>().to_vec())
    .bind(customer)
    .bind(email)
    .bind(shop.clock().now())
    .execute(&shop.db)
    .await
    .expect("an order");
    (shop.signed_in(email).await, customer)
}

/// Whether the stored counts are exactly those of the published questions, answers and votes.
async fn assert_counts(shop: &TestShop) {
    let products: i64 = sqlx::query_scalar(
        "with real as (select product_id, count(*) from questions where state = 'published' group by product_id)
         select count(*) from real full join question_counts stored using (product_id)
         where coalesce(real.count, 0) <> coalesce(stored.count, 0)",
    )
    .fetch_one(&shop.db)
    .await
    .expect("counts");
    assert_eq!(products, 0, "products whose count of questions is wrong");
    let scores: i64 = sqlx::query_scalar(
        "select count(*) from questions question full join question_scores score on score.question_id = question.id
         where (question.state = 'published') is distinct from (score.question_id is not null)
            or score.question_id is not null and score.answers <> (
                select count(*) from question_answers answer
                where answer.question_id = question.id and answer.state = 'published')",
    )
    .fetch_one(&shop.db)
    .await
    .expect("scores");
    assert_eq!(scores, 0, "questions whose figures are wrong");
}
