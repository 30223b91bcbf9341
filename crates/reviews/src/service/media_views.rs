//! Pictures and videos of reviews, which are `media`'s.

use std::collections::HashMap;

use edge::{AppError, PublicShop, Shop};
use media::{
    service::{MediaContext, Owner},
    view::{MediaUrls, MediaView, MediaViewKind},
};

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
    shop: &Shop,
    media: &MediaContext,
    reviews: &[i64],
) -> Result<HashMap<i64, Vec<ReviewMediaView>>, AppError> {
    let owners: Vec<Owner> = reviews.iter().copied().map(Owner::Review).collect();
    let found = media::service::held(media, &shop.db, &owners).await?;
    Ok(found
        .into_iter()
        .map(|(owner, files)| {
            let views = files.into_iter().filter_map(|file| file.view).map(media_view);
            (owner.id(), views.collect())
        })
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
