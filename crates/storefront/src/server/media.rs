//! Stored files: pictures, sitemaps and feeds. Backed by an object store, such as a local folder.

use std::{path::Path, sync::Arc};

use anyhow::Context;
use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, local::LocalFileSystem, path::Path as Key};

#[derive(Clone)]
pub struct Media(Arc<dyn ObjectStore>);

impl Media {
    pub fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        let store = LocalFileSystem::new_with_prefix(folder)
            .with_context(|| format!("opening {}", folder.display()))?;
        Ok(Self(Arc::new(store)))
    }

    pub async fn put(&self, name: &str, content: impl Into<PutPayload>) -> anyhow::Result<()> {
        let key = Key::parse(name).with_context(|| format!("invalid file name {name:?}"))?;
        self.0.put(&key, content.into()).await.with_context(|| format!("writing {name}"))?;
        Ok(())
    }

    /// Returns the file, or 404 if it does not exist or its name is invalid, such as one that leads out of the store.
    pub async fn serve(&self, name: &str) -> Response {
        let Ok(key) = Key::parse(name) else { return StatusCode::NOT_FOUND.into_response() };
        let found = match self.0.get(&key).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return StatusCode::NOT_FOUND.into_response(),
            Err(error) => {
                tracing::error!(%error, name, "reading a stored file failed");
                return StatusCode::SERVICE_UNAVAILABLE.into_response();
            }
        };
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime(name)));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(found.meta.size));
        *response.body_mut() = Body::from_stream(found.into_stream());
        response
    }
}

fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("avif") => "image/avif",
        Some("webp") => "image/webp",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("xml") => "application/xml; charset=utf-8",
        _ => "application/octet-stream",
    }
}
