//! Pages, posts, comments, and what staff do with them.

mod cache;
mod comments;
mod conflicts;
mod hostile;
mod links;
mod pages;
pub mod staff;
mod threads;

use chrono::{DateTime, TimeDelta, Utc};
use content::{
    rules::{Block, ItemKind, SafeHtml, SafeUrl, Tab},
    service::{Draft, publish_comment, put_category, put_item},
};
use http::StatusCode;
use moderation::ItemState;
use serde_json::json;
use testkit::{Options, Shopper, TestResponse, TestShop};

const COMMENT: &str = "/ar/wp-comments-post.php";
const EDIT: &str = "/ar/wp-admin/content/edit/";

/// A shop whose limits are high enough for a test that sends many comments.
async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await
}

fn text(html: &str) -> Block {
    Block::Text { html: SafeHtml::clean(html) }
}

fn draft(kind: ItemKind, slug: &str, title: &str, blocks: Vec<Block>) -> Draft {
    Draft {
        kind,
        slug: slug.to_owned(),
        page_group: String::new(),
        title: title.to_owned(),
        lead: String::new(),
        author: String::new(),
        picture: String::new(),
        blocks,
        categories: Vec::new(),
        comments_open: kind == ItemKind::Post,
    }
}

async fn put(shop: &TestShop, draft: &Draft, valid_from: Option<DateTime<Utc>>) -> i64 {
    let mut tx = shop.db.begin().await.expect("a transaction");
    let id = put_item(&mut tx, draft, valid_from, shop.clock().now()).await.expect("an item");
    tx.commit().await.expect("committed");
    id
}

/// Publishes a page an hour ago.
async fn page(shop: &TestShop, slug: &str, title: &str, html: &str) -> i64 {
    let before = shop.clock().now() - TimeDelta::hours(1);
    put(shop, &draft(ItemKind::Page, slug, title, vec![text(html)]), Some(before)).await
}

/// Publishes a post an hour ago.
async fn post(shop: &TestShop, slug: &str, title: &str) -> i64 {
    let before = shop.clock().now() - TimeDelta::hours(1);
    put(shop, &draft(ItemKind::Post, slug, title, vec![text("<p>نص المقالة</p>")]), Some(before)).await
}

async fn comment(shop: &TestShop, post: i64, parent: Option<i64>, name: &str, text: &str) -> i64 {
    let mut tx = shop.db.begin().await.expect("a transaction");
    let now = shop.clock().now();
    let id = publish_comment(&mut tx, post, parent, (name, text), false, ItemState::Published, now).await;
    tx.commit().await.expect("committed");
    id.expect("a comment")
}

/// Changes the owner's settings of comments.
async fn configure(shop: &TestShop, settings: serde_json::Value) {
    sqlx::query(
        "insert into settings (name, value) values ('comments', $1)
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
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
}

/// Tags that were purged after a moment, in their order.
async fn purged_since(shop: &TestShop, id: i64) -> Vec<String> {
    sqlx::query_scalar("select tag from cache_purges where id > $1 order by tag")
        .bind(id)
        .fetch_all(&shop.db)
        .await
        .expect("purges")
}

async fn last_purge(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select coalesce(max(id), 0) from cache_purges")
        .fetch_one(&shop.db)
        .await
        .expect("a number")
}

async fn count(shop: &TestShop, condition: &str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("select count(*) from comments where {condition}"));
    sqlx::query_scalar(sql).fetch_one(&shop.db).await.expect("a count")
}

/// Whether the stored count is that of the published comments.
async fn assert_counts(shop: &TestShop) {
    let wrong: i64 = sqlx::query_scalar(
        "select count(*) from content_items item where comment_count <>
             (select count(*) from comments where post_id = item.id and state = 'published')",
    )
    .fetch_one(&shop.db)
    .await
    .expect("counts");
    assert_eq!(wrong, 0, "posts whose count differs from their comments");
}
