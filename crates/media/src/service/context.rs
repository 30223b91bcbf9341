//! The state that handlers of uploads share.

use std::sync::Arc;

use axum::extract::FromRef;
use edge::AppState;
use kernel::Clock;

use super::MediaKeys;
use crate::{objects::Objects, view::MediaUrls};

#[derive(Clone)]
pub struct MediaContext(Arc<MediaContextInner>);

pub struct MediaContextInner {
    pub objects: Objects,
    pub clock: Clock,
    pub keys: MediaKeys,
    pub urls: MediaUrls,
    pub limits: MediaLimits,
}

/// When uploads are refused for all.
#[derive(Debug, Clone, Copy)]
pub struct MediaLimits {
    /// Share of free disk, in percent.
    pub min_free_disk: u64,
    /// Bytes that guests may send in 24 hours, all together.
    pub guest_bytes_per_day: i64,
    /// Whether a program for videos is installed where files are processed.
    pub accepts_videos: bool,
    /// Files of enquiries wait for a scanner.
    pub scans_files: bool,
}

impl MediaContext {
    pub fn new(inner: MediaContextInner) -> Self {
        Self(Arc::new(inner))
    }

    pub fn urls(&self) -> &MediaUrls {
        &self.urls
    }
}

impl std::ops::Deref for MediaContext {
    type Target = MediaContextInner;

    fn deref(&self) -> &MediaContextInner {
        &self.0
    }
}

impl std::fmt::Debug for MediaContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MediaContext")
    }
}

impl<C: AsRef<MediaContext>> FromRef<AppState<C>> for MediaContext {
    fn from_ref(state: &AppState<C>) -> Self {
        state.contexts.as_ref().clone()
    }
}
