//! Reviews as components receive them.

use std::collections::HashMap;

use catalog::PictureView;
use chrono::SecondsFormat;
use edge::{PublicShop, ShopZone};
use kernel::Zone;
use sqlx::PgPool;

use super::media_views;
use crate::{
    ReviewSettings,
    store::{self, StoredReview},
    urls::*,
    view::*,
};

/// What a review is about: a product, or the shop.
#[derive(Debug, Clone)]
pub struct ReviewItem {
    /// `None`: the shop.
    pub product: Option<i64>,
    pub view: ReviewItemView,
}

impl ReviewItem {
    /// For the page of the product itself, which shows its pictures anyway.
    pub fn of_product(id: i64, name: &str, note: &str, url: &str) -> Self {
        let view = ReviewItemView {
            id: id.to_string(),
            name: name.to_owned(),
            note: note.to_owned(),
            url: url.to_owned(),
            picture: None,
        };
        Self { product: Some(id), view }
    }
}

/// Finds a product that is sold or was; drafts have no reviews.
pub async fn find_item(db: &PgPool, product: i64) -> sqlx::Result<Option<ReviewItem>> {
    let Some(found) = store::find_product(db, product).await? else { return Ok(None) };
    let picture = catalog::service::first_pictures(db, &[product]).await?.remove(&product);
    Ok(Some(ReviewItem {
        product: Some(product),
        view: ReviewItemView {
            id: product.to_string(),
            name: found.name,
            note: found.note,
            url: product_url(&found.slug),
            picture: picture.as_ref().map(small_picture),
        },
    }))
}

pub fn shop_item(settings: &ReviewSettings) -> ReviewItem {
    ReviewItem {
        product: None,
        view: ReviewItemView {
            id: "0".to_owned(),
            name: settings.shop_name.clone(),
            note: String::new(),
            url: ALL_REVIEWS_URL.to_owned(),
            picture: None,
        },
    }
}

fn product_url(slug: &str) -> String {
    format!("/ar/product/{slug}/")
}

pub fn small_picture(picture: &PictureView) -> ReviewPicture {
    ReviewPicture { url: picture.fallback_url.clone(), width: picture.width, height: picture.height }
}

/// Loads reviews by their ids, with their pictures and videos. `with_product`: each names its product.
pub async fn load(
    shop: &PublicShop,
    settings: &ReviewSettings,
    ids: &[i64],
    with_product: bool,
) -> sqlx::Result<Vec<ReviewView>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = store::load(&shop.db, ids).await?;
    with_media(shop, settings, rows, with_product).await
}

/// Adds their pictures and videos to reviews.
pub async fn with_media(
    shop: &PublicShop,
    settings: &ReviewSettings,
    rows: Vec<StoredReview>,
    with_product: bool,
) -> sqlx::Result<Vec<ReviewView>> {
    let with_media: Vec<i64> = rows.iter().filter(|row| row.media_count > 0).map(|row| row.id).collect();
    let mut media = media_views::published(shop, &with_media).await?;
    let pictures = match with_product {
        true => {
            let products: Vec<i64> = rows.iter().filter_map(|row| row.product_id).collect();
            catalog::service::first_pictures(&shop.db, &products).await?
        }
        false => HashMap::new(),
    };
    let zone = shop.settings.get::<ShopZone>().await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let own = media.remove(&row.id).unwrap_or_default();
            let signed = own.into_iter().map(|one| ReviewMediaView { author: row.name.clone(), ..one });
            let media = signed.collect();
            let product = product_of(&row, &pictures).filter(|_| with_product);
            review_view(settings, &zone, row, product, media)
        })
        .collect())
}

fn product_of(row: &StoredReview, pictures: &HashMap<i64, PictureView>) -> Option<ReviewItemView> {
    let id = row.product_id?;
    Some(ReviewItemView {
        id: id.to_string(),
        name: row.product_name.clone()?,
        note: String::new(),
        url: product_url(row.product_slug.as_deref()?),
        picture: pictures.get(&id).map(small_picture),
    })
}

fn review_view(
    settings: &ReviewSettings,
    zone: &Zone,
    row: StoredReview,
    product: Option<ReviewItemView>,
    media: Vec<ReviewMediaView>,
) -> ReviewView {
    ReviewView {
        id: row.id.to_string(),
        kind: if row.product_id.is_some() { ReviewKind::Product } else { ReviewKind::Shop },
        product,
        author: row.name,
        is_verified: row.is_verified,
        rating: rating(row.rating),
        date: zone.date(row.created_at),
        datetime: row.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        text: row.text,
        criteria: row
            .criteria
            .0
            .into_iter()
            .map(|one| ReviewCriterionView { label: one.label, rating: one.rating })
            .collect(),
        answers: row
            .answers
            .0
            .into_iter()
            .map(|one| ReviewAnswerView { question: one.question, answer: one.answer })
            .collect(),
        media,
        has_external_media: row.has_external_media,
        reply: reply(settings, row.reply),
        votes: VotesView { upvotes: row.upvotes.into(), downvotes: row.downvotes.into(), current: 0 },
    }
}

/// 0 stands for none in views.
pub fn rating(stored: Option<i16>) -> u8 {
    stored.and_then(|rating| u8::try_from(rating).ok()).unwrap_or(0)
}

pub fn reply(settings: &ReviewSettings, text: String) -> Option<ReviewReplyView> {
    (!text.is_empty()).then(|| ReviewReplyView { shop_name: settings.shop_name.clone(), text })
}
