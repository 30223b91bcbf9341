//! Comments in the staff's moderation queue.

use async_trait::async_trait;
use edge::AppError;
use kernel::{msg, text};
use moderation::{Changed, ItemState, QueueContext, QueueId, QueueItem, QueueKind, QueueSource, StateChange};
use sqlx::PgConnection;

use crate::{
    CommentSettings,
    rules::{MAX_COMMENT_CHARS, MAX_DEPTH},
    service::tags,
    store::{self, NewComment, QueuedComment},
    urls,
};

/// The source of comments.
pub struct CommentQueue;

#[async_trait]
impl QueueSource for CommentQueue {
    fn kinds(&self) -> &'static [QueueKind] {
        &[QueueKind::Comment]
    }

    async fn list(
        &self,
        context: &QueueContext<'_>,
        _: QueueKind,
        state: ItemState,
        after: Option<i64>,
        limit: i64,
    ) -> Result<Vec<QueueItem>, AppError> {
        let comments = store::queue(&context.shop.db, state, after, limit).await?;
        Ok(comments.into_iter().map(|comment| queue_item(context, comment)).collect())
    }

    async fn count(
        &self,
        context: &QueueContext<'_>,
        _: QueueKind,
        state: ItemState,
    ) -> Result<i64, AppError> {
        Ok(store::count_by_state(&context.shop.db, state).await?)
    }

    async fn change(
        &self,
        db: &mut PgConnection,
        item: QueueId,
        change: &StateChange<'_>,
    ) -> Result<Option<Changed>, AppError> {
        let changed =
            store::change_state(db, item.id, change.state, change.reason, change.from, change.now).await?;
        Ok(changed.map(|changed| {
            let is_public = changed.before == ItemState::Published || change.state == ItemState::Published;
            Changed {
                before: changed.before,
                before_reason: changed.before_reason,
                purge_tags: if is_public { vec![tags::comments(changed.post_id)] } else { Vec::new() },
            }
        }))
    }

    /// The shop's answer is a comment of its own.
    async fn reply(
        &self,
        context: &QueueContext<'_>,
        db: &mut PgConnection,
        item: QueueId,
        reply: &str,
    ) -> Result<Option<Vec<String>>, AppError> {
        let now = context.shop.clock.now();
        let settings = context.shop.settings.get::<CommentSettings>().await?;
        let Some(answered) = store::find_answered(&mut *db, item.id).await? else { return Ok(None) };
        // An answer to a comment that nobody sees would stand alone.
        if answered.state != ItemState::Published {
            return Ok(None);
        }
        let reply = text::clean_lines(reply, MAX_COMMENT_CHARS);
        let reply = reply.trim();
        match (answered.answer, reply.is_empty()) {
            (None, true) => return Ok(None),
            (Some(answer), true) => {
                store::change_state(db, answer, ItemState::Refused, "", None, now).await?;
            }
            (Some(answer), false) => {
                store::set_comment_text(&mut *db, answer, reply).await?;
                store::change_state(db, answer, ItemState::Published, "", None, now).await?;
            }
            (None, false) => {
                let mut ancestors = answered.ancestors;
                ancestors.push(item.id);
                ancestors.truncate(MAX_DEPTH - 1);
                let new = NewComment {
                    post: answered.post_id,
                    parent: Some(item.id),
                    ancestors: &ancestors,
                    text: reply,
                    name: if settings.shop_name.is_empty() { "المتجر" } else { &settings.shop_name },
                    email: None,
                    customer: None,
                    is_staff: true,
                    signals: &[],
                    visitor: None,
                    address: "",
                    now,
                };
                let answer = store::insert_comment(&mut *db, &new).await?;
                store::change_state(db, answer, ItemState::Published, "", None, now).await?;
            }
        }
        Ok(Some(vec![tags::comments(answered.post_id)]))
    }
}

fn queue_item(context: &QueueContext<'_>, comment: QueuedComment) -> QueueItem {
    let answered = comment.parent_name.zip(comment.parent_text);
    let messages = context.shop.messages;
    QueueItem {
        id: QueueId { kind: QueueKind::Comment, id: comment.id },
        state: comment.state,
        created_at: comment.created_at,
        author: comment.name,
        email: comment.email.unwrap_or_default(),
        badge: if comment.is_staff {
            Some(messages.text(msg::content::COMMENT_BY_SHOP))
        } else {
            comment.is_customer.then(|| messages.text(msg::content::COMMENT_BY_CUSTOMER))
        },
        is_verified: false,
        rating: None,
        subject: Some((comment.title, format!("{}#comment-{}", urls::item(&comment.slug), comment.id))),
        context: answered.map(|(name, text)| format!("{name}: {text}")).unwrap_or_default(),
        text: comment.text,
        facts: Vec::new(),
        media: Vec::new(),
        signals: comment.signals,
        notes: Vec::new(),
        reply: (!comment.is_staff && comment.state == ItemState::Published)
            .then(|| comment.reply.unwrap_or_default()),
    }
}
