//! The comment form.

use accounts::service::{FormSession, redirect};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, PathParam, Shop, Visitor, idempotency::RequestKey};
use http::StatusCode;
use moderation::{ItemState, captcha};
use serde::Deserialize;

use crate::{
    rules::{CommentFields, ItemKind},
    service::{self, CAPTCHA, CommentForm, CommentRequest, blocks::BlockSources, nonces},
    store, urls,
};

/// `GET /ar/comments/challenge/`
pub async fn challenge(State(shop): State<Shop>) -> Result<Response, AppError> {
    Ok(Json(captcha::challenge(&shop, CAPTCHA)?).into_response())
}

/// The fields of WordPress, and those of the spam defence.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PostedComment {
    comment: String,
    author: String,
    email: String,
    #[serde(rename = "comment_post_ID")]
    post: i64,
    comment_parent: i64,
    cptcha: String,
    cr_website: String,
    cr_time: String,
}

/// `POST /ar/wp-comments-post.php`: leads to the comment, or shows the post with what is wrong and everything that was typed.
pub async fn send(
    State(shop): State<Shop>,
    visitor: Visitor,
    key: RequestKey,
    Fields(posted): Fields<PostedComment>,
    sources: BlockSources,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let post = store::find_current_of(&shop.db, posted.post, now).await?;
    let post =
        post.filter(|post| post.kind == ItemKind::Post && !post.is_hidden).ok_or(AppError::NotFound)?;
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    let fields = CommentFields { comment: posted.comment, author: posted.author, email: posted.email };
    let form = CommentForm {
        post: posted.post,
        parent: Some(posted.comment_parent).filter(|parent| *parent != 0),
        fields: fields.clone(),
        captcha: posted.cptcha,
        trap: posted.cr_website,
        rendered: posted.cr_time,
    };
    let parent = form.parent;
    match service::submit(&shop, &visitor, &session.token, &key, &post, form).await? {
        Ok(submitted) => {
            let mut response = redirect(&urls::encoded(&submitted.url), None);
            session.append_cookie(&mut response);
            Ok(response)
        }
        Err(refusals) => {
            let is_parent_gone = refusals.contains(&crate::rules::Refusal::ParentGone);
            let request = CommentRequest {
                reply_to: parent.filter(|_| !is_parent_gone),
                typed: fields,
                refusals,
                ..CommentRequest::default()
            };
            let page = service::render_item(&shop.public(), &sources, &post, &request, None).await;
            let page = match page {
                // The answered comment went away in the meantime: the form answers the post.
                Err(AppError::NotFound) => {
                    let request = CommentRequest { reply_to: None, ..request };
                    service::render_item(&shop.public(), &sources, &post, &request, None).await?
                }
                page => page?,
            };
            let page = page.with_status(StatusCode::UNPROCESSABLE_ENTITY);
            let mut response = shop.personal_response(&page).await?;
            session.append_cookie(&mut response);
            Ok(response)
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct HeldQuery {
    unapproved: i64,
    #[serde(rename = "moderation-hash", default)]
    hash: String,
}

/// `GET /ar/{slug}/?unapproved={id}&moderation-hash={hash}`: the post with the visitor's own comment that is held.
pub async fn show_held(
    State(shop): State<Shop>,
    PathParam(slug): PathParam<String>,
    Fields(query): Fields<HeldQuery>,
    sources: BlockSources,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let comment = query.unapproved;
    if !shop.nonces.accepts_page(&query.hash, nonces::HELD, &comment.to_string(), now) {
        return Err(AppError::NotFound);
    }
    let post = store::find_current(&shop.db, &slug, now).await?;
    let post =
        post.filter(|post| post.kind == ItemKind::Post && !post.is_hidden).ok_or(AppError::NotFound)?;
    let request = match store::find_held_comment(&shop.db, post.item_id, comment).await? {
        Some((held, ItemState::Held)) => CommentRequest { held: Some(held), ..CommentRequest::default() },
        // Published in the meantime: the public page has it.
        Some((_, ItemState::Published)) => {
            return Ok(redirect(&urls::encoded(&format!("{}#comment-{comment}", urls::item(&slug))), None));
        }
        _ => return Err(AppError::NotFound),
    };
    let mut page = service::render_item(&shop.public(), &sources, &post, &request, None).await?;
    page.head.no_index = true;
    shop.personal_response(&page).await
}
