//! What the demo shop and imports write.

use chrono::{DateTime, Utc};
use moderation::ItemState;
use sqlx::PgConnection;

use super::submit::ancestors;
use crate::store::{self, Comment, Draft, FIRST_VERSION, NewComment};

/// Adds a category of posts. Returns its id.
pub async fn put_category(db: &mut PgConnection, name: &str, slug: &str) -> anyhow::Result<i64> {
    store::save_category(&mut *db, None, name, slug).await?;
    let found = store::categories(&mut *db).await?.into_iter().find(|category| category.slug == slug);
    found.map(|category| category.id).ok_or_else(|| anyhow::anyhow!("category {slug} was not stored"))
}

/// Adds a page or post that is valid from a moment on; `None`: a draft. Returns its id.
pub async fn put_item(
    db: &mut PgConnection,
    draft: &Draft,
    valid_from: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> anyhow::Result<i64> {
    let item = store::create_item(&mut *db, draft, now).await?;
    let item = item.ok_or_else(|| anyhow::anyhow!("the address {} is taken", draft.slug))?;
    store::put_draft(db, item, draft, "", now).await?;
    store::put_edit(&mut *db, (item, FIRST_VERSION), draft, "", now).await?;
    if let Some(at) = valid_from {
        store::start_draft(db, item, at).await?;
    }
    Ok(item)
}

/// Adds a comment in a state. `parent` is a published comment of the post.
pub async fn publish_comment(
    db: &mut PgConnection,
    post: i64,
    parent: Option<i64>,
    (name, text): (&str, &str),
    is_staff: bool,
    state: ItemState,
    at: DateTime<Utc>,
) -> anyhow::Result<i64> {
    let parent: Option<Comment> = match parent {
        Some(parent) => store::find_comment(&mut *db, post, parent).await?,
        None => None,
    };
    let comment = store::insert_comment(
        &mut *db,
        &NewComment {
            post,
            parent: parent.as_ref().map(|parent| parent.id),
            ancestors: &ancestors(parent.as_ref()),
            text,
            name,
            email: None,
            customer: None,
            is_staff,
            signals: &[],
            visitor: None,
            address: "",
            now: at,
        },
    )
    .await?;
    if state != ItemState::Held {
        store::change_state(db, comment, state, "", None, at).await?;
    }
    Ok(comment)
}
