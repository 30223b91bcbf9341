//! Accepting a comment.

use edge::{
    AppError, Shop, Visitor,
    idempotency::{self, Claim, RequestKey},
    purge,
    session::{self, TokenHash},
};
use moderation::{
    ItemState, captcha, form_time,
    signals::{Circumstances, Signal, decide, is_near_duplicate},
};

use super::{CAPTCHA, comments::moderation_hash, nonces, tags};
use crate::{
    CommentSettings,
    rules::{CommentFields, MAX_DEPTH, Refusal, check},
    store::{self, Comment, NewComment, Version},
    urls,
};

/// A form with everything around it.
#[derive(Debug, Clone, Default)]
pub struct CommentForm {
    pub post: i64,
    /// `None`: a new thread.
    pub parent: Option<i64>,
    pub fields: CommentFields,
    pub captcha: String,
    pub trap: String,
    /// The signed time at which the form was rendered.
    pub rendered: String,
}

/// Where the writer is sent: to the comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    pub url: String,
}

/// Stores a comment, or returns everything that is wrong with it. The same form again leads to the first comment.
pub async fn submit(
    shop: &Shop,
    visitor: &Visitor,
    token: &TokenHash,
    key: &RequestKey,
    post: &Version,
    mut form: CommentForm,
) -> Result<Result<Submitted, Vec<Refusal>>, AppError> {
    let settings = shop.settings.get::<CommentSettings>().await?;
    if !settings.is_open || !post.comments_open {
        return Ok(Err(vec![Refusal::Closed]));
    }
    let now = shop.clock.now();
    let customer = session::find_customer(&shop.db, visitor, now).await?.map(|session| session.id.0);
    // A signed-in customer may leave name and address out.
    if let Some(customer) = customer
        && (form.fields.author.trim().is_empty() || form.fields.email.trim().is_empty())
        && let Some((name, email)) = store::customer_names(&shop.db, customer).await?
    {
        form.fields.author = if form.fields.author.trim().is_empty() { name } else { form.fields.author };
        form.fields.email = email;
    }
    let draft = match check(&form.fields) {
        Ok(draft) => draft,
        Err(refusals) => return Ok(Err(refusals)),
    };
    let parent = match form.parent {
        Some(parent) => match store::find_comment(&shop.db, post.item_id, parent).await? {
            Some(parent) => Some(parent),
            None => return Ok(Err(vec![Refusal::ParentGone])),
        },
        None => None,
    };
    let address = visitor.address.0.to_string();
    let recent = store::recent_texts(&shop.db, post.item_id, &address, now).await?;

    let mut tx = shop.db.begin().await?;
    let fingerprint = format!("{} {:?} {:?} {:?}", form.post, form.parent, draft.text, draft.name);
    let claim = idempotency::claim(&mut tx, "wp-comments-post", token, key, &fingerprint, now).await?;
    let repeated = store::find_repeated(&mut *tx, post.item_id, &draft.text, &token.0, &address, now).await?;
    if let Some(before) = repeated {
        drop(tx);
        return Ok(Ok(Submitted { url: comment_url(shop, post, before).await? }));
    }
    if matches!(claim, Claim::Repeated) {
        return Ok(Ok(Submitted { url: urls::item(&post.slug) }));
    }
    let has_token = match captcha::verify(shop, CAPTCHA, &form.captcha, now) {
        Some(solved) => captcha::spend(&mut *tx, &solved).await?,
        None => false,
    };
    if settings.captcha && !has_token && customer.is_none() {
        return Ok(Err(vec![Refusal::Captcha]));
    }
    let circumstances = Circumstances {
        is_verified: customer.is_some(),
        has_token,
        is_trap_filled: !form.trap.is_empty(),
        is_too_fast: form_time::is_too_fast(&shop.nonces, nonces::TIME, &form.rendered, now),
        is_near_duplicate: is_near_duplicate(&draft.text, &recent),
    };
    let verdict = decide(settings.hold, &circumstances, &[draft.text.as_str(), draft.name.as_str()]);
    let signals: Vec<String> = verdict.signals.iter().copied().map(Signal::name).map(str::to_owned).collect();
    let comment = store::insert_comment(
        &mut *tx,
        &NewComment {
            post: post.item_id,
            parent: parent.as_ref().map(|parent| parent.id),
            ancestors: &ancestors(parent.as_ref()),
            text: &draft.text,
            name: &draft.name,
            email: Some(draft.email.as_str()),
            customer,
            is_staff: false,
            signals: &signals,
            visitor: Some(&token.0),
            address: &address,
            now,
        },
    )
    .await?;
    let mut purges = Vec::new();
    if verdict.is_published {
        store::change_state(&mut tx, comment, ItemState::Published, "", None, now).await?;
        purges = purge::record(&mut *tx, &[tags::comments(post.item_id)]).await?;
    }
    tx.commit().await?;
    if !purges.is_empty() {
        purge::announce(&shop.redis, &purges).await;
    }
    tracing::info!(comment, is_published = verdict.is_published, ?verdict.signals, "comment {comment} received");
    Ok(Ok(Submitted { url: comment_url(shop, post, comment).await? }))
}

/// The comments above an answer. The last level has no level below it: an answer to it joins it.
pub(super) fn ancestors(parent: Option<&Comment>) -> Vec<i64> {
    let Some(parent) = parent else { return Vec::new() };
    let mut ancestors = parent.ancestors.clone();
    ancestors.push(parent.id);
    ancestors.truncate(MAX_DEPTH - 1);
    ancestors
}

/// The address of a comment: on its page, or, while it is held, on a page that only its writer gets.
async fn comment_url(shop: &Shop, post: &Version, comment: i64) -> Result<String, AppError> {
    let settings = shop.settings.get::<CommentSettings>().await?;
    let url = urls::item(&post.slug);
    let found = store::find_held_comment(&shop.db, post.item_id, comment).await?;
    Ok(match found {
        Some((found, ItemState::Published)) => {
            let page = store::rank(&shop.db, post.item_id, &found).await? / settings.page_size() + 1;
            match page {
                1 => format!("{url}#comment-{comment}"),
                _ => format!("{url}?cpage={page}#comment-{comment}"),
            }
        }
        _ => {
            let hash = moderation_hash(&shop.nonces, comment, shop.clock.now());
            format!("{url}?unapproved={comment}&moderation-hash={hash}#comment-{comment}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_to_the_last_level_joins_it() {
        let parent = |id, ancestors: &[i64]| Comment {
            id,
            ancestors: ancestors.to_vec(),
            text: String::new(),
            name: String::new(),
            is_staff: false,
            created_at: chrono::DateTime::UNIX_EPOCH,
        };
        assert_eq!(ancestors(None), Vec::<i64>::new());
        assert_eq!(ancestors(Some(&parent(7, &[1, 3]))), [1, 3, 7]);
        assert_eq!(ancestors(Some(&parent(9, &[1, 2, 3, 4]))), [1, 2, 3, 4]);
    }
}
