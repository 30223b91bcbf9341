//! Pictures and videos of reviews, which are `media`'s.

use std::collections::HashMap;

use edge::{AppError, PublicShop};
use media::{
    service::Owner,
    view::{MediaUrls, MediaView, MediaViewKind},
};
use moderation::QueueContext;

use crate::view::{ReviewMediaKind, ReviewMediaView};

/// Published pictures and videos, by review, still without the names of their authors.
pub async fn published(
    shop: &PublicShop,
    reviews: &[i64],
) -> sqlx::Result<HashMap<i64, Vec<ReviewMediaView>>> {
    if reviews.is_empty() {
        return Ok(HashMap::new());
    }
    let owners: Vec<Owner> = reviews.iter().copied().map(Owner::Review).collect();
    let urls = MediaUrls::new(shop.media_origin.as_deref());
    let found = media::service::published(&shop.db, &urls, &owners).await?;
    Ok(found
        .into_iter()
        .map(|(owner, views)| (owner.id(), views.into_iter().map(media_view).collect()))
        .collect())
}

/// Pictures and videos in any state, by review: for staff. Those that are not processed yet have no view.
pub async fn held(
    context: &QueueContext<'_>,
    reviews: &[i64],
) -> Result<HashMap<i64, Vec<MediaView>>, AppError> {
    let owners: Vec<Owner> = reviews.iter().copied().map(Owner::Review).collect();
    let found = media::service::held(context.media, &context.shop.db, &owners).await?;
    Ok(found
        .into_iter()
        .map(|(owner, files)| (owner.id(), files.into_iter().filter_map(|file| file.view).collect()))
        .collect())
}

fn media_view(view: MediaView) -> ReviewMediaView {
    ReviewMediaView {
        id: view.id,
        kind: match view.kind {
            MediaViewKind::Picture => ReviewMediaKind::Picture,
            MediaViewKind::Video => ReviewMediaKind::Video,
        },
        width: i32::try_from(view.width).unwrap_or(i32::MAX),
        height: i32::try_from(view.height).unwrap_or(i32::MAX),
        thumb_url: view.thumb,
        medium_url: view.medium,
        full_url: view.full,
        poster_url: view.poster,
        author: String::new(),
    }
}
