//! The demo shop's pages, its blog with comments, redirects, and the page of the terms.

use std::collections::HashMap;

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use content::{
    rules::{Block, ItemKind},
    service::{Draft, publish_comment, put_category, put_item},
};
use moderation::ItemState;
use serde::Deserialize;
use sqlx::PgConnection;

#[derive(Deserialize)]
pub struct ContentFile {
    categories: Vec<CategorySeed>,
    pages: Vec<ItemSeed>,
    posts: Vec<ItemSeed>,
    redirects: Vec<RedirectSeed>,
    /// Pages that other pages link to, as a setting.
    links: serde_json::Value,
}

#[derive(Deserialize)]
struct CategorySeed {
    slug: String,
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ItemSeed {
    slug: String,
    title: String,
    lead: String,
    #[serde(default)]
    group: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    picture: String,
    days_ago: i64,
    #[serde(default)]
    categories: Vec<String>,
    blocks: Vec<Block>,
    #[serde(default)]
    comments: Vec<CommentSeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CommentSeed {
    name: String,
    text: String,
    days_ago: i64,
    staff: bool,
    state: ItemState,
    replies: Vec<CommentSeed>,
}

#[derive(Deserialize)]
struct RedirectSeed {
    from: String,
    to: String,
}

pub async fn put(db: &mut PgConnection, file: &ContentFile, now: DateTime<Utc>) -> anyhow::Result<()> {
    let mut categories = HashMap::new();
    for category in &file.categories {
        let id = put_category(&mut *db, &category.name, &category.slug).await?;
        categories.insert(category.slug.as_str(), id);
    }
    let items = file.pages.iter().map(|page| (ItemKind::Page, page));
    // Oldest first, so that ids and dates have the same order.
    let items = items.chain(file.posts.iter().rev().map(|post| (ItemKind::Post, post)));
    for (kind, seed) in items {
        put_one(db, kind, seed, &categories, now).await.with_context(|| format!("content {}", seed.slug))?;
    }
    for redirect in &file.redirects {
        sqlx::query("insert into content_redirects (path, target, created_at) values ($1, $2, $3)")
            .bind(&redirect.from)
            .bind(&redirect.to)
            .bind(now)
            .execute(&mut *db)
            .await?;
    }
    sqlx::query("insert into settings (name, value) values ('pages', $1)")
        .bind(&file.links)
        .execute(db)
        .await?;
    Ok(())
}

async fn put_one(
    db: &mut PgConnection,
    kind: ItemKind,
    seed: &ItemSeed,
    categories: &HashMap<&str, i64>,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let draft = Draft {
        kind,
        slug: seed.slug.clone(),
        page_group: seed.group.clone(),
        title: seed.title.clone(),
        lead: seed.lead.clone(),
        author: seed.author.clone(),
        picture: seed.picture.clone(),
        blocks: seed.blocks.clone(),
        categories: seed
            .categories
            .iter()
            .filter_map(|slug| categories.get(slug.as_str()).copied())
            .collect(),
        comments_open: kind == ItemKind::Post,
    };
    let at = now - TimeDelta::days(seed.days_ago);
    let item = put_item(db, &draft, Some(at), at).await?;
    let mut waiting: Vec<(Option<i64>, &CommentSeed)> =
        seed.comments.iter().rev().map(|one| (None, one)).collect();
    while let Some((parent, comment)) = waiting.pop() {
        let written = now - TimeDelta::days(comment.days_ago);
        let text = (comment.name.as_str(), comment.text.as_str());
        let id = publish_comment(db, item, parent, text, comment.staff, comment.state, written).await?;
        waiting.extend(comment.replies.iter().rev().map(|reply| (Some(id), reply)));
    }
    Ok(())
}
