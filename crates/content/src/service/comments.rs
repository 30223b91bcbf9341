//! The comments of a post, a page at a time.

use chrono::SecondsFormat;
use edge::{AppError, PublicShop, ShopZone};
use kernel::msg;
use moderation::form_time;
use reviews::view::{HiddenInput, ReviewCaptchaView};

use super::{nonces, pages::pages_view, tags};
use crate::{
    CommentSettings,
    rules::{CommentFields, MAX_COMMENT_CHARS, Refusal},
    store::{self, Comment, Version},
    urls::{self, CHALLENGE_URL, COMMENT_URL},
    view::*,
};

/// Deeper pages do not exist.
const MAX_PAGES: i64 = 500;

/// The part of a post's comments that is asked for.
#[derive(Debug, Clone)]
pub struct CommentRequest {
    /// The first one is 1.
    pub page: i64,
    /// The comment that the form answers.
    pub reply_to: Option<i64>,
    /// The held comment of the visitor, with the answer that it waits.
    pub held: Option<Comment>,
    /// What was typed, and what is wrong with it.
    pub typed: CommentFields,
    pub refusals: Vec<Refusal>,
}

impl Default for CommentRequest {
    fn default() -> Self {
        Self { page: 1, reply_to: None, held: None, typed: CommentFields::default(), refusals: Vec::new() }
    }
}

impl CommentRequest {
    /// The page without parameters.
    pub fn is_first(&self) -> bool {
        self.page == 1 && self.reply_to.is_none()
    }

    pub fn is_known_address(&self) -> bool {
        (1..=MAX_PAGES).contains(&self.page)
    }
}

/// The address of a page of comments.
fn page_url(slug: &str, page: i64) -> String {
    match page {
        1 => format!("{}#comments", urls::item(slug)),
        _ => format!("{}?cpage={page}#comments", urls::item(slug)),
    }
}

/// The section, and its threads where they are the same for everybody: they are held apart from the page.
pub async fn comments_view(
    shop: &PublicShop,
    version: &Version,
    request: &CommentRequest,
) -> Result<(CommentsView, Option<CommentThreadView>), AppError> {
    let settings = shop.settings.get::<CommentSettings>().await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let (post, slug) = (version.item_id, version.slug.as_str());
    let (size, count) = (settings.page_size(), i64::from(version.comment_count));
    let mut shown = match count {
        0 => Vec::new(),
        _ => list(shop, post, request.page, size).await?,
    };
    if request.page > 1 && shown.is_empty() {
        return Err(AppError::NotFound);
    }
    let is_open = settings.is_open && version.comments_open;
    let parent = match request.reply_to.filter(|_| is_open) {
        // An address with a comment that cannot be answered does not exist: it would be one more copy of the page.
        Some(comment) => Some(store::find_comment(&shop.db, post, comment).await?.ok_or(AppError::NotFound)?),
        None => None,
    };
    if let Some(parent) = &parent
        && !shown.iter().any(|comment| comment.id == parent.id)
    {
        // The form is below the comment, so it is shown on any page.
        shown.push(parent.clone());
    }
    let held = request.held.as_ref().map(|comment| comment.id);
    shown.extend(request.held.clone());
    let reply_url = |comment: &Comment| {
        let page = if request.page > 1 { format!("cpage={}&", request.page) } else { String::new() };
        format!("{}?{page}replytocom={}#respond", urls::item(slug), comment.id)
    };
    let view = |comment: &Comment| CommentView {
        id: comment.id.to_string(),
        author: comment.name.clone(),
        is_staff: comment.is_staff,
        is_pending: held == Some(comment.id),
        date: zone.date(comment.created_at),
        datetime: comment.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        text: comment.text.clone(),
        reply_url: (is_open && held != Some(comment.id)).then(|| reply_url(comment)),
        children: Vec::new(),
    };
    let comments = threads(&shown, &view);
    // The form is below a comment, or one of them is shown to its writer alone.
    let is_own = parent.is_some() || held.is_some();
    let (comments, thread) = match is_own || comments.is_empty() {
        true => (comments, None),
        false => (Vec::new(), Some(CommentThreadView { comments })),
    };
    let section = CommentsView {
        count,
        comments,
        is_held: thread.is_some(),
        pages: pages_view(request.page, count, size, &|page| page_url(slug, page)),
        form: is_open.then(|| form_view(shop, version, request, parent.as_ref())),
        notice: held.map(|_| shop.messages.text(msg::content::COMMENT_HELD)),
    };
    Ok((section, thread))
}

/// The first page stays in memory while the post is rendered again for other reasons than its comments.
async fn list(shop: &PublicShop, post: i64, page: i64, size: i64) -> sqlx::Result<Vec<Comment>> {
    let load = store::list_comments(&shop.db, post, (page - 1) * size, size);
    if page > 1 {
        return load.await;
    }
    let first = shop.settings.part(format!("{post} {size}"), &[tags::comments(post)], load).await?;
    Ok(first.as_ref().clone())
}

fn form_view(
    shop: &PublicShop,
    version: &Version,
    request: &CommentRequest,
    parent: Option<&Comment>,
) -> CommentFormView {
    let now = shop.clock.now();
    CommentFormView {
        action: COMMENT_URL.to_owned(),
        post_id: version.item_id.to_string(),
        parent: parent.map(|one| CommentParentView { id: one.id.to_string(), author: one.name.clone() }),
        cancel_url: match request.page {
            1 => format!("{}#respond", urls::item(&version.slug)),
            page => format!("{}?cpage={page}#respond", urls::item(&version.slug)),
        },
        hidden: vec![HiddenInput {
            name: "cr_time".to_owned(),
            value: form_time::signed(shop, nonces::TIME, now),
        }],
        captcha: Some(ReviewCaptchaView { challenge_url: CHALLENGE_URL.to_owned() }),
        max_chars: u32::try_from(MAX_COMMENT_CHARS).unwrap_or(u32::MAX),
        values: CommentFormValues {
            comment: request.typed.comment.clone(),
            author: request.typed.author.clone(),
            email: request.typed.email.clone(),
        },
        errors: request
            .refusals
            .iter()
            .map(|refusal| CommentFieldError {
                field: refusal.field().to_owned(),
                text: shop.messages.text(refusal.message()),
            })
            .collect(),
    }
}

/// Puts each comment below the nearest comment above it that is shown. A page may begin within a thread.
fn threads(shown: &[Comment], view: &dyn Fn(&Comment) -> CommentView) -> Vec<CommentView> {
    let ids: Vec<i64> = shown.iter().map(|comment| comment.id).collect();
    let parent = |comment: &Comment| comment.ancestors.iter().rev().copied().find(|id| ids.contains(id));
    let mut children: std::collections::BTreeMap<Option<i64>, Vec<&Comment>> = Default::default();
    for comment in shown {
        children.entry(parent(comment)).or_default().push(comment);
    }
    build(&children, None, view)
}

fn build(
    children: &std::collections::BTreeMap<Option<i64>, Vec<&Comment>>,
    parent: Option<i64>,
    view: &dyn Fn(&Comment) -> CommentView,
) -> Vec<CommentView> {
    let own = children.get(&parent).map(Vec::as_slice).unwrap_or_default();
    let nested = |comment: &&Comment| CommentView {
        children: build(children, Some(comment.id), view),
        ..view(comment)
    };
    own.iter().map(nested).collect()
}

/// The proof by which its writer sees a held comment.
pub fn moderation_hash(
    nonces: &edge::nonce::Nonces,
    comment: i64,
    now: chrono::DateTime<chrono::Utc>,
) -> String {
    nonces.page(self::nonces::HELD, &comment.to_string(), now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(id: i64, ancestors: &[i64]) -> Comment {
        Comment {
            id,
            ancestors: ancestors.to_vec(),
            text: String::new(),
            name: String::new(),
            is_staff: false,
            created_at: chrono::DateTime::UNIX_EPOCH,
        }
    }

    fn shape(comments: &[CommentView]) -> String {
        let one = |comment: &CommentView| match comment.children.is_empty() {
            true => comment.id.clone(),
            false => format!("{}({})", comment.id, shape(&comment.children)),
        };
        comments.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn answers_are_below_what_they_answer_also_when_a_page_begins_within_a_thread() {
        let view = |comment: &Comment| CommentView {
            id: comment.id.to_string(),
            author: String::new(),
            is_staff: false,
            is_pending: false,
            date: String::new(),
            datetime: String::new(),
            text: String::new(),
            reply_url: None,
            children: Vec::new(),
        };
        let all = [comment(1, &[]), comment(3, &[1]), comment(4, &[1, 3]), comment(2, &[])];
        assert_eq!(shape(&threads(&all, &view)), "1(3(4)) 2");
        let middle = [comment(4, &[1, 3]), comment(9, &[1, 3, 4]), comment(2, &[])];
        assert_eq!(shape(&threads(&middle, &view)), "4(9) 2");
        let without_middle = [comment(1, &[]), comment(4, &[1, 3])];
        assert_eq!(shape(&threads(&without_middle, &view)), "1(4)");
    }
}
