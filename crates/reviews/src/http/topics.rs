//! The staff's page of topics: written, renamed and deleted here, and assigned to one review.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, audit::AuditWriter, purge};
use http::StatusCode;
use kernel::{Key, msg};
use serde::Deserialize;

use crate::{
    service::{self, nonces},
    store,
    urls::STAFF_TOPICS_URL,
    view::*,
};

const MAX_LABEL_CHARS: usize = 40;
/// Topics of one review.
const MAX_ASSIGNED: usize = 10;

#[derive(Debug, Default, Deserialize)]
pub struct TopicsQuery {
    /// The review whose topics are chosen.
    #[serde(default)]
    review: Option<i64>,
    #[serde(default)]
    notice: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<TopicsQuery>,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(&visitor)?;
    let topics = store::list_topics(&shop.db).await?;
    let review = match query.review {
        Some(review) => Some(review_view(&shop, review).await?),
        None => None,
    };
    let view = TopicsPageView {
        topics: topics
            .into_iter()
            .map(|topic| TopicView { id: topic.id.to_string(), label: topic.label, count: topic.count })
            .collect(),
        review,
        action: STAFF_TOPICS_URL.to_owned(),
        nonce: session.nonce(&shop, nonces::TOPICS),
        max_label: MAX_LABEL_CHARS as u32,
        notice: notice(&query.notice).map(|key| shop.messages.text(key)),
        is_error: matches!(query.notice.as_str(), "not-changed" | "too-many"),
        queue_url: accounts::view::STAFF_REVIEWS_URL.to_owned(),
    };
    let title = shop.messages.text(msg::reviews::TOPICS_TITLE);
    session.render_page(&shop, STAFF_TOPICS_URL, &title, &view, StatusCode::OK).await
}

async fn review_view(shop: &Shop, review: i64) -> Result<TopicReviewView, AppError> {
    let found = store::find_for_staff(&shop.db, review).await?.ok_or(AppError::NotFound)?;
    let topics = store::list_topics_of(&shop.db, review).await?;
    Ok(TopicReviewView {
        id: review.to_string(),
        author: found.name,
        text: found.text,
        topics: topics.iter().map(ToString::to_string).collect(),
    })
}

fn notice(code: &str) -> Option<Key> {
    Some(match code {
        "saved" => msg::reviews::TOPICS_SAVED,
        "deleted" => msg::reviews::TOPICS_DELETED,
        "not-changed" => msg::reviews::TOPICS_NOT_CHANGED,
        "too-many" => msg::reviews::TOPICS_TOO_MANY,
        _ => return None,
    })
}

#[derive(Debug, Deserialize)]
pub struct TopicsForm {
    #[serde(rename = "do")]
    action: String,
    #[serde(default)]
    label: String,
    #[serde(default)]
    topic: Option<i64>,
    #[serde(default)]
    review: Option<i64>,
    #[serde(rename = "topics[]", default)]
    topics: Vec<i64>,
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<TopicsForm>,
) -> Result<Response, AppError> {
    let label = kernel::text::clean(&form.label, MAX_LABEL_CHARS);
    let topic = || form.topic.ok_or(AppError::BadRequest("no topic"));
    let mut tx = shop.db.begin().await?;
    let (is_done, tags, subject) = match form.action.as_str() {
        "add" | "rename" if label.is_empty() => (false, Vec::new(), String::new()),
        // Nothing shows a topic without reviews.
        "add" => (store::add_topic(&mut *tx, &label).await?, Vec::new(), format!("added {label}")),
        "rename" => {
            let topic = topic()?;
            let is_done = store::rename_topic(&mut *tx, topic, &label).await?;
            (is_done, vec![service::TOPICS_TAG.to_owned()], format!("topic {topic} renamed {label}"))
        }
        "delete" => {
            let topic = topic()?;
            let is_done = store::delete_topic(&mut *tx, topic).await?;
            (is_done, vec![service::TOPICS_TAG.to_owned()], format!("topic {topic} deleted"))
        }
        "assign" => {
            let review = form.review.ok_or(AppError::BadRequest("no review"))?;
            if form.topics.len() > MAX_ASSIGNED {
                return Ok(redirect(&format!("{STAFF_TOPICS_URL}?review={review}&notice=too-many"), None));
            }
            let product = store::assign_topics(&mut tx, review, &form.topics).await?;
            let product = product.ok_or(AppError::NotFound)?;
            (true, service::purge_tags(product), format!("review {review} topics {:?}", form.topics))
        }
        _ => return Err(AppError::BadRequest("no such action")),
    };
    if !is_done {
        return Ok(redirect(&format!("{STAFF_TOPICS_URL}?notice=not-changed"), None));
    }
    let purges = purge::record(&mut *tx, &tags).await?;
    audit.record(&mut *tx, "review-topics", &subject).await?;
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    let notice = if form.action == "delete" { "deleted" } else { "saved" };
    let review = form.review.map(|review| format!("review={review}&")).unwrap_or_default();
    Ok(redirect(&format!("{STAFF_TOPICS_URL}?{review}notice={notice}"), None))
}
