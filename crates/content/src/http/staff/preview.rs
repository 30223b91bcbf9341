//! Previews: for staff, and for others who have a signed link.

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use chrono::DateTime;
use edge::{AppError, Fields, Shop, ShopZone};
use http::{HeaderName, HeaderValue};
use kernel::msg;
use serde::Deserialize;

use super::edit_url;
use crate::{
    service::{self, CommentRequest, PreviewLink, blocks::BlockSources},
    store, urls,
    view::PreviewView,
};

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

#[derive(Debug, Default, Deserialize)]
pub struct PreviewQuery {
    /// A version; or
    #[serde(default)]
    version: Option<i64>,
    /// an item, as it will be
    #[serde(default)]
    id: Option<i64>,
    /// at this moment.
    #[serde(default)]
    at: String,
}

/// The real page of a version, or of an item at a moment, with a band on top. Never cached.
pub async fn preview(
    State(shop): State<Shop>,
    Fields(query): Fields<PreviewQuery>,
    sources: BlockSources,
) -> Result<Response, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let (version, text) = match (query.version, query.id) {
        (Some(version), _) => {
            let version = store::find_version(&shop.db, version).await?.ok_or(AppError::NotFound)?;
            let text = match version.valid_from {
                None => shop.messages.text(msg::content::PREVIEW_DRAFT),
                Some(at) => shop.messages.text(msg::content::PREVIEW_AT.with("date", zone.date_time(at))),
            };
            (version, text)
        }
        (None, Some(item)) => {
            let at = zone.parse(&query.at).unwrap_or_else(|| shop.clock.now());
            let version = store::find_current_of(&shop.db, item, at).await?.ok_or(AppError::NotFound)?;
            (version, shop.messages.text(msg::content::PREVIEW_AT.with("date", zone.date_time(at))))
        }
        (None, None) => return Err(AppError::NotFound),
    };
    let band = PreviewView { text, edit_url: Some(edit_url(version.item_id)) };
    let mut page =
        service::render_item(&shop.public(), &sources, &version, &CommentRequest::default(), Some(band))
            .await?;
    page.head.no_index = true;
    shop.personal_response(&page.preview()).await
}

#[derive(Debug, Deserialize)]
pub struct SharedQuery {
    version: i64,
    edit: i64,
    until: i64,
    #[serde(default)]
    key: String,
}

/// `GET /ar/preview/`: a draft or scheduled version, for anyone with the link. Never cached and never indexed. Without a
/// valid signature, and after a change of the item, the page does not exist.
pub async fn shared(
    State(shop): State<Shop>,
    Fields(query): Fields<SharedQuery>,
    sources: BlockSources,
) -> Result<Response, AppError> {
    let expires_at = DateTime::from_timestamp(query.until, 0).ok_or(AppError::NotFound)?;
    let link = PreviewLink { version: query.version, number: query.edit, expires_at };
    if !link.is_valid(&shop, &query.key) {
        return Err(AppError::NotFound);
    }
    let version = store::find_version(&shop.db, link.version).await?.ok_or(AppError::NotFound)?;
    if store::item_version(&shop.db, version.item_id).await? != Some(link.number) {
        return Err(AppError::NotFound);
    }
    if version.valid_from.is_some_and(|at| at <= shop.clock.now()) {
        // Public in the meantime.
        return Ok(redirect(&urls::encoded(&urls::item(&version.slug)), None));
    }
    let zone = shop.settings.get::<ShopZone>().await?;
    let text = shop.messages.text(msg::content::PREVIEW_SHARED.with("date", zone.date_time(expires_at)));
    let band = PreviewView { text, edit_url: None };
    let request = CommentRequest::default();
    let mut page = service::render_item(&shop.public(), &sources, &version, &request, Some(band)).await?;
    page.head.no_index = true;
    let mut response = shop.personal_response(&page).await?;
    response.headers_mut().insert(ROBOTS, HeaderValue::from_static("noindex, nofollow"));
    Ok(response)
}
