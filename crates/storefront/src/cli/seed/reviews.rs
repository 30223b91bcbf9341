//! The demo shop's reviews: in every state, with criteria, answers, tags, replies, votes and photos of our own artwork.

use std::{collections::BTreeMap, path::Path};

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use media::{objects, view::StoredOutput};
use moderation::ItemState as ReviewState;
use reviews::rules::{StoredAnswer, StoredRating, index_keys};
use serde::Deserialize;
use sqlx::{PgConnection, types::Json};

use super::demo::PictureSeed;

#[derive(Deserialize)]
pub struct ReviewFile {
    settings: SettingsSeed,
    criteria: Vec<CriterionSeed>,
    questions: Vec<QuestionSeed>,
    reviews: Vec<ReviewSeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SettingsSeed {
    /// Name of a subscription list.
    request_list: String,
    request_after_days: i32,
}

#[derive(Deserialize)]
struct CriterionSeed {
    label: String,
    required: bool,
}

#[derive(Deserialize)]
struct QuestionSeed {
    label: String,
    kind: String,
    required: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReviewSeed {
    /// `None`: a review of the shop.
    sku: Option<String>,
    rating: i16,
    name: String,
    days_ago: i64,
    text: String,
    #[serde(default)]
    verified: bool,
    /// In the order of the criteria.
    #[serde(default)]
    criteria: Vec<u8>,
    #[serde(default)]
    answers: BTreeMap<String, String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    reply: String,
    #[serde(default)]
    up: i32,
    #[serde(default)]
    down: i32,
    /// Names of pictures in `media.json`.
    #[serde(default)]
    photos: Vec<String>,
    #[serde(default = "published")]
    state: ReviewState,
    #[serde(default)]
    signals: Vec<String>,
    #[serde(default)]
    reason: String,
}

fn published() -> ReviewState {
    ReviewState::Published
}

/// Where the files of photos come from and go.
pub struct PhotoFiles<'a> {
    pub seeds: &'a Path,
    /// The folder of uploads. `None`: reviews have no photos.
    pub uploads: Option<&'a Path>,
    pub pictures: &'a std::collections::HashMap<String, PictureSeed>,
}

pub async fn put(
    db: &mut PgConnection,
    file: &ReviewFile,
    photos: &PhotoFiles<'_>,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    put_form(db, file).await?;
    for (number, review) in file.reviews.iter().enumerate() {
        put_review(db, file, number, review, photos, now)
            .await
            .with_context(|| format!("review {number} by {}", review.name))?;
    }
    Ok(())
}

async fn put_form(db: &mut PgConnection, file: &ReviewFile) -> anyhow::Result<()> {
    for (position, criterion) in (0i32..).zip(&file.criteria) {
        sqlx::query("insert into review_criteria (label, is_required, position) values ($1, $2, $3)")
            .bind(&criterion.label)
            .bind(criterion.required)
            .bind(position)
            .execute(&mut *db)
            .await?;
    }
    for (position, question) in (0i32..).zip(&file.questions) {
        sqlx::query(
            "insert into review_questions (label, kind, is_required, position) values ($1, $2, $3, $4)",
        )
        .bind(&question.label)
        .bind(&question.kind)
        .bind(question.required)
        .bind(position)
        .execute(&mut *db)
        .await?;
    }
    let list: Option<i64> = sqlx::query_scalar("select id from subscription_lists where name = $1")
        .bind(&file.settings.request_list)
        .fetch_optional(&mut *db)
        .await?;
    sqlx::query(
        "update followup_causes set is_on = cause = 'review-request' and $1 is not null,
             list_id = case when cause = 'review-request' then $1 end,
             delay_hours = case when cause = 'review-request' then 24 * $2 else delay_hours end",
    )
    .bind(list)
    .bind(file.settings.request_after_days)
    .execute(db)
    .await?;
    Ok(())
}

async fn put_review(
    db: &mut PgConnection,
    file: &ReviewFile,
    number: usize,
    review: &ReviewSeed,
    photos: &PhotoFiles<'_>,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let product: Option<i64> = match &review.sku {
        Some(sku) => {
            let found = sqlx::query_scalar("select id from products where sku = $1").bind(sku);
            Some(found.fetch_one(&mut *db).await.with_context(|| format!("product {sku}"))?)
        }
        None => None,
    };
    let criteria: Vec<StoredRating> = file
        .criteria
        .iter()
        .zip(&review.criteria)
        .map(|(criterion, rating)| StoredRating { label: criterion.label.clone(), rating: *rating })
        .collect();
    let answers: Vec<StoredAnswer> = review
        .answers
        .iter()
        .map(|(question, answer)| StoredAnswer { question: question.clone(), answer: answer.clone() })
        .collect();
    let written = now - TimeDelta::days(review.days_ago) - TimeDelta::minutes(i64::try_from(number % 600)?);
    let id: i64 = sqlx::query_scalar(
        "insert into reviews (product_id, rating, criteria, answers, text, keys, name, email, order_id, order_position,
                              is_verified, signals, reason, reply, replied_at, media_count, created_at, published_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9 then 0 end, case when $9 then 1 end, $9, $10, $11, $12,
                 case when $12 <> '' then $13::timestamptz + interval '1 day' end, $14, $13,
                 case when $15 = 'published' then $13::timestamptz + interval '1 hour' end)
         returning id",
    )
    .bind(product)
    .bind(review.rating)
    .bind(Json(criteria))
    .bind(Json(answers))
    .bind(&review.text)
    .bind(index_keys(&review.text, product))
    .bind(&review.name)
    .bind(format!("reviewer{number}@example.com"))
    .bind(review.verified)
    .bind(&review.signals)
    .bind(&review.reason)
    .bind(&review.reply)
    .bind(written)
    .bind(i16::try_from(if photos.uploads.is_some() { review.photos.len() } else { 0 })?)
    .bind(review.state.name())
    .fetch_one(&mut *db)
    .await?;
    for tag in &review.tags {
        sqlx::query(
            "with tag as (
                 insert into review_tags (label) values ($3)
                 on conflict (label) do update set label = excluded.label returning id)
             insert into review_tag_links (review_id, tag_id, product_id) select $1, tag.id, $2 from tag",
        )
        .bind(id)
        .bind(product)
        .bind(tag)
        .execute(&mut *db)
        .await
        .context("tags")?;
    }
    put_photos(db, id, product, review, photos, written).await.context("photos")?;
    if review.state != ReviewState::Held {
        reviews::service::change_state(&mut *db, id, review.state, &review.reason, now).await?;
    }
    // The voters are not invented: only their number.
    sqlx::query("update review_scores set upvotes = $2, downvotes = $3 where review_id = $1")
        .bind(id)
        .bind(review.up)
        .bind(review.down)
        .execute(db)
        .await?;
    Ok(())
}

/// Pictures that are already processed: a row each, and copies of our own artwork in the folder of uploads.
async fn put_photos(
    db: &mut PgConnection,
    review: i64,
    product: Option<i64>,
    seed: &ReviewSeed,
    photos: &PhotoFiles<'_>,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let Some(uploads) = photos.uploads else { return Ok(()) };
    for (position, name) in (0i16..).zip(&seed.photos) {
        let picture = photos.pictures.get(name).with_context(|| format!("no picture {name}"))?;
        let id = i64::from_be_bytes(rand::random::<[u8; 8]>()) & i64::MAX | 1;
        let public_name = hex::encode(rand::random::<[u8; 16]>());
        let is_published = seed.state == ReviewState::Published;
        let mut outputs = Vec::new();
        for width in media::rules::WIDTHS {
            // The largest file that is not larger, or the smallest.
            let (own_width, file) = picture
                .webp
                .range(..=width)
                .next_back()
                .or_else(|| picture.webp.iter().next())
                .context("no files")?;
            let output = format!("{width}.webp");
            let key = match is_published {
                true => objects::public(&public_name, &output).to_string(),
                false => objects::held(id, &output).to_string(),
            };
            let target = uploads.join(key);
            let folder = target.parent().context("a folder")?;
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            let bytes = std::fs::copy(photos.seeds.join("media").join(file), &target)?;
            let height = *own_width * u32::try_from(picture.height)? / u32::try_from(picture.width)?.max(1);
            outputs.push(StoredOutput {
                name: output,
                mime: "image/webp".to_owned(),
                width: *own_width,
                height,
                bytes,
            });
        }
        sqlx::query(
            "insert into media_files (id, session, purpose, item, owner_kind, owner_id, position, state,
                                      publish_requested, name, media_type, kind, outputs, public_name, received_at,
                                      attached_at, changed_at)
             values ($1, $2, 'review', $3, 'review', $4, $5, $6, $7, $8, 'image/jpeg', 'picture', $9, $10, $11, $11, $11)",
        )
        .bind(id)
        .bind(rand::random::<[u8; 32]>().to_vec())
        .bind(product)
        .bind(review)
        .bind(position)
        .bind(if is_published { "published" } else { "processed" })
        .bind(is_published)
        .bind(format!("{name}.jpg"))
        .bind(Json(outputs))
        .bind(is_published.then_some(&public_name))
        .bind(now)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
