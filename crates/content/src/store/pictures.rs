//! Pictures of the library that pages and posts show: in what is public now, in what starts later and in drafts. Older
//! versions do not count.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

use crate::rules::ItemKind;

/// A page or post that shows a picture.
#[derive(Debug, Clone)]
pub struct PictureUse {
    pub item_id: i64,
    pub kind: ItemKind,
    pub title: String,
}

/// The pages and posts that show a picture by its name, or one of its files by its address, at most `limit`.
pub async fn list_picture_uses(
    db: impl PgExecutor<'_>,
    name: &str,
    addresses: &[String],
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<PictureUse>> {
    sqlx::query_as!(
        PictureUse,
        r#"select item.id as "item_id!", item.kind as "kind!: ItemKind", used.title as "title!"
           from content_items item
           cross join lateral (
               select version.title from content_versions version
               where version.item_id = item.id
                   and (version.valid_from is null or version.valid_from >= coalesce((
                       select max(valid_from) from content_versions one
                       where one.item_id = item.id and one.valid_from <= $3), version.valid_from))
                   and (version.picture = $1 or jsonb_path_exists(version.blocks,
                           '$[*] ? ((@.kind == "picture" && @.name == $name) || (@.kind == "gallery" && @.names[*] == $name))',
                           jsonb_build_object('name', $1::text))
                       or exists (select from unnest($2::text[]) as address
                           where strpos(version.blocks::text, address) > 0))
               order by version.valid_from nulls last, version.id limit 1
           ) used
           order by item.id desc limit $4"#,
        name,
        addresses,
        now,
        limit
    )
    .fetch_all(db)
    .await
}

/// The names of all pictures that pages and posts show, and the folders and files that their texts name. There are hundreds
/// of pages, not millions.
pub async fn list_used_pictures(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<HashSet<String>> {
    let used = sqlx::query_scalar!(
        r#"with live as (
               select version.picture, version.blocks from content_versions version
               where version.valid_from is null or version.valid_from >= coalesce((
                   select max(valid_from) from content_versions one
                   where one.item_id = version.item_id and one.valid_from <= $1), version.valid_from)
           )
           select picture as "used!" from live where picture <> ''
           union
           select found #>> '{}' from live, jsonb_path_query(blocks, '$[*] ? (@.kind == "picture").name') as found
           union
           select found #>> '{}' from live,
               jsonb_path_query(blocks, '$[*] ? (@.kind == "gallery").names[*]') as found
           union
           select parts[1] from live,
               regexp_matches(blocks::text, '(/m/[0-9a-z]{2}/[0-9a-z]+/|/media/[^"\\ ?]+)', 'g') as parts"#,
        now
    )
    .fetch_all(db)
    .await?;
    Ok(used.into_iter().collect())
}
