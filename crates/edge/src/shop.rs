//! The shop as a personal handler knows it: everything.

use std::{ops::Deref, sync::Arc};

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderValue, header};
use kernel::{Clock, Messages};
use sqlx::PgPool;

use crate::{
    AppError,
    cache::PageCache,
    kept::Kept,
    nonce::Nonces,
    page::{LayoutSource, Page, PublicShop},
    passwords::Passwords,
    rate::RateGate,
    redis_link::RedisLink,
    renderer::{RenderError, Renderer},
};

#[derive(Clone)]
pub struct Shop(Arc<Parts>);

pub struct Parts {
    /// The primary, as the role that serves shoppers.
    pub db: PgPool,
    /// A replica or the primary, as the role that cannot see visitors.
    pub read: PgPool,
    /// The primary, as the role of those who run the shop.
    pub staff: PgPool,
    pub redis: RedisLink,
    pub clock: Clock,
    pub messages: &'static Messages,
    pub renderer: Renderer,
    pub nonces: Nonces,
    pub passwords: Passwords,
    pub rate: RateGate,
    pub cache: PageCache,
    pub kept: Kept,
    pub layout: Arc<dyn LayoutSource>,
    pub origin: Arc<str>,
    /// What capabilities bring along that this crate does not know: the till of the checkout, for one.
    pub others: http::Extensions,
}

impl Deref for Shop {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Shop {
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The part of the shop that a public page may know.
    pub fn public(&self) -> PublicShop {
        PublicShop {
            db: self.read.clone(),
            clock: self.clock.clone(),
            messages: self.messages,
            origin: self.origin.clone(),
            nonces: self.nonces.for_pages(),
            kept: self.kept.clone(),
        }
    }

    /// Something that a capability brought along when the shop was put together.
    pub fn other<T: Clone + Send + Sync + 'static>(&self) -> Result<&T, AppError> {
        self.others
            .get::<T>()
            .ok_or_else(|| anyhow::anyhow!("the shop has no {}", std::any::type_name::<T>()).into())
    }

    /// The finished document.
    pub async fn draw(&self, page: &Page) -> Result<Bytes, AppError> {
        let surround = self.layout.surround(page.is_slim).await?;
        let document = self.renderer.page(page.to_json(&surround.shop)).await?;
        Ok(surround.around(&document).ok_or(RenderError::Nonsense)?)
    }

    /// A page for one visitor, never cached.
    pub async fn personal(&self, page: &Page) -> Result<Response, AppError> {
        let html = self.draw(page).await?;
        let mut response = (page.status, html).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        Ok(response)
    }
}
