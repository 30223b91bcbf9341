//! The staff's moderation queue. Every change is recorded in the audit log.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use chrono::SecondsFormat;
use edge::{AppError, Fields, Shop, Visitor, audit::AuditWriter};
use http::StatusCode;
use kernel::{Key, date, msg};
use media::service::MediaContext;
use serde::Deserialize;

use crate::{
    ReviewSettings,
    rules::{ReviewState, Signal},
    service::{self, Moderation, nonces},
    store::{self, QueuedReview},
    urls::STAFF_REVIEWS_URL,
    view::*,
};

const PAGE_SIZE: i64 = 20;

/// Reasons for a refusal: the value of the form, and its text.
const REASONS: [(&str, Key); 5] = [
    ("spam", msg::reviews::REASON_SPAM),
    ("contact", msg::reviews::REASON_CONTACT),
    ("offensive", msg::reviews::REASON_OFFENSIVE),
    ("off-topic", msg::reviews::REASON_OFF_TOPIC),
    ("false", msg::reviews::REASON_FALSE),
];

#[derive(Debug, Default, Deserialize)]
pub struct QueueQuery {
    #[serde(default)]
    state: String,
    #[serde(default)]
    after: Option<i64>,
    #[serde(default)]
    notice: String,
}

pub async fn list(
    State(shop): State<Shop>,
    State(media_context): State<MediaContext>,
    visitor: Visitor,
    Fields(query): Fields<QueueQuery>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let state = ReviewState::parse(&query.state).unwrap_or(ReviewState::Held);
    let mut queued = store::queue(&shop.db, state, query.after, PAGE_SIZE + 1).await?;
    let has_more = queued.len() > usize::try_from(PAGE_SIZE).unwrap_or(0);
    queued.truncate(usize::try_from(PAGE_SIZE).unwrap_or(0));
    let last = queued.last().map_or(0, |review| review.id);
    let session = FormSession::for_staff(&visitor)?;
    let mut media =
        service::held_media(&shop, &media_context, &queued.iter().map(|one| one.id).collect::<Vec<_>>())
            .await?;
    let view = ModerationPageView {
        tabs: tabs(&shop, state).await?,
        reviews: queued
            .into_iter()
            .map(|review| {
                let media = media.remove(&review.id).unwrap_or_default();
                held_view(&shop, &settings, review, media)
            })
            .collect(),
        action: STAFF_REVIEWS_URL.to_owned(),
        nonce: session.nonce(&shop, nonces::STAFF),
        reasons: REASONS
            .map(|(value, label)| ReviewSortOption {
                value: value.to_owned(),
                label: shop.messages.text(label),
            })
            .to_vec(),
        next_url: has_more.then(|| format!("{STAFF_REVIEWS_URL}?state={}&after={last}", state.name())),
        notice: notice(&query.notice).map(|key| shop.messages.text(key)),
    };
    let title = shop.messages.text(msg::reviews::STAFF_TITLE);
    session.render_page(&shop, STAFF_REVIEWS_URL, &title, &view, StatusCode::OK).await
}

async fn tabs(shop: &Shop, current: ReviewState) -> sqlx::Result<Vec<ModerationTab>> {
    let mut tabs = Vec::new();
    for state in [ReviewState::Held, ReviewState::Published, ReviewState::Refused] {
        let (label, count) = match state {
            ReviewState::Held => (msg::reviews::STAFF_HELD, store::count_by_state(&shop.db, state).await?),
            ReviewState::Published => {
                (msg::reviews::STAFF_PUBLISHED, store::summary(&shop.db, 0).await?.count)
            }
            ReviewState::Refused => {
                (msg::reviews::STAFF_REFUSED, store::count_by_state(&shop.db, state).await?)
            }
        };
        tabs.push(ModerationTab {
            label: shop.messages.text(label),
            url: format!("{STAFF_REVIEWS_URL}?state={}", state.name()),
            count,
            current: state == current,
        });
    }
    Ok(tabs)
}

fn held_view(
    shop: &Shop,
    settings: &ReviewSettings,
    review: QueuedReview,
    media: Vec<ReviewMediaView>,
) -> HeldReviewView {
    let mut signals: Vec<String> = review
        .signals
        .iter()
        .filter_map(|name| Signal::parse(name))
        .map(|signal| shop.messages.text(signal.label()))
        .collect();
    if review.is_confirmed && !review.is_verified {
        signals.push(shop.messages.text(msg::reviews::SIGNAL_CONFIRMED));
    }
    let product = review.product_id.zip(review.product_name).map(|(id, name)| ReviewItemView {
        id: id.to_string(),
        name,
        note: String::new(),
        url: format!("/ar/product/{}/", review.product_slug.unwrap_or_default()),
        picture: None,
    });
    HeldReviewView {
        email: review.email,
        signals,
        can_publish: review.state != ReviewState::Published,
        can_refuse: review.state != ReviewState::Refused,
        review: ReviewView {
            id: review.id.to_string(),
            kind: if review.product_id.is_some() { ReviewKind::Product } else { ReviewKind::Shop },
            product,
            media: media
                .into_iter()
                .map(|one| ReviewMediaView { author: review.name.clone(), ..one })
                .collect(),
            author: review.name,
            is_verified: review.is_verified,
            rating: service::rating(review.rating),
            date: date::date_time(review.created_at),
            datetime: review.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
            text: review.text,
            criteria: review
                .criteria
                .0
                .into_iter()
                .map(|one| ReviewCriterionView { label: one.label, rating: one.rating })
                .collect(),
            answers: review
                .answers
                .0
                .into_iter()
                .map(|one| ReviewAnswerView { question: one.question, answer: one.answer })
                .collect(),
            has_external_media: false,
            reply: service::reply_view(settings, review.reply),
            votes: VotesView::default(),
        },
    }
}

fn notice(code: &str) -> Option<Key> {
    Some(match code {
        "published" => msg::reviews::STAFF_CHANGED_PUBLISHED,
        "refused" => msg::reviews::STAFF_CHANGED_REFUSED,
        "replied" => msg::reviews::STAFF_REPLIED,
        "not-changed" => msg::reviews::STAFF_NOT_CHANGED,
        _ => return None,
    })
}

#[derive(Debug, Deserialize)]
pub struct ModerationForm {
    #[serde(rename = "reviewID")]
    review: i64,
    #[serde(rename = "do")]
    action: String,
    /// The reply, or the reason of a refusal.
    #[serde(default)]
    text: String,
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<ModerationForm>,
) -> Result<Response, AppError> {
    let (is_done, code) = match form.action.as_str() {
        "publish" => {
            (service::moderate(&shop, &audit, form.review, &Moderation::Publish).await?, "published")
        }
        "refuse" => {
            let reason = REASONS.iter().find(|(value, _)| *value == form.text);
            let (reason, _) = reason.ok_or(AppError::BadRequest("no such reason"))?;
            let moderation = Moderation::Refuse((*reason).to_owned());
            (service::moderate(&shop, &audit, form.review, &moderation).await?, "refused")
        }
        "reply" => (service::reply(&shop, &audit, form.review, &form.text).await?, "replied"),
        _ => return Err(AppError::BadRequest("no such action")),
    };
    let code = if is_done { code } else { "not-changed" };
    Ok(redirect(&format!("{STAFF_REVIEWS_URL}?notice={code}"), None))
}
