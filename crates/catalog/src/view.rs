use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A picture in all its sizes. Rendered by `web/src/ui/Picture.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct PictureView {
    pub alt: String,
    pub width: i32,
    pub height: i32,
    pub sources: Vec<PictureSource>,
    pub fallback_url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct PictureSource {
    pub mime: String,
    pub srcset: String,
}

/// The files of a picture as stored in the database: file name by width, for each format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFiles {
    #[serde(default)]
    pub avif: BTreeMap<u32, String>,
    #[serde(default)]
    pub webp: BTreeMap<u32, String>,
    /// A small square for emails: some mail programs show no WebP and cannot crop.
    #[serde(default)]
    pub jpeg: BTreeMap<u32, String>,
}

impl PictureFiles {
    /// URL of the widest file.
    pub fn largest(&self) -> String {
        let file = self.webp.values().next_back().or_else(|| self.avif.values().next_back());
        file.map(|file| file_url(file)).unwrap_or_default()
    }

    /// URL of the file for emails. A picture that was stored before these files existed has its smallest one.
    pub fn for_email(&self) -> Option<String> {
        let file = self.jpeg.values().next().or_else(|| self.webp.values().next())?;
        Some(file_url(file))
    }
}

/// Where pictures are served from. File names contain a content hash, so files are immutable.
const MEDIA_PATH: &str = "/media/";

/// Names of uploaded files begin with a slash: they are whole paths.
fn file_url(file: &str) -> String {
    if file.starts_with('/') { file.to_owned() } else { format!("{MEDIA_PATH}{file}") }
}

impl PictureView {
    pub fn new(alt: &str, width: i32, height: i32, files: &PictureFiles) -> Self {
        let source = |mime: &str, sizes: &BTreeMap<u32, String>| {
            let srcset: Vec<_> =
                sizes.iter().map(|(width, file)| format!("{} {width}w", file_url(file))).collect();
            (!srcset.is_empty()).then(|| PictureSource { mime: mime.to_owned(), srcset: srcset.join(", ") })
        };
        let fallback = files.webp.values().nth(files.webp.len() / 2).or_else(|| files.avif.values().next());
        Self {
            alt: alt.to_owned(),
            width,
            height,
            sources: [source("image/avif", &files.avif), source("image/webp", &files.webp)]
                .into_iter()
                .flatten()
                .collect(),
            fallback_url: fallback.map(|file| file_url(file)).unwrap_or_default(),
        }
    }

    /// Placeholder for a product without a picture; it has the usual size.
    pub fn missing(alt: &str) -> Self {
        Self {
            alt: alt.to_owned(),
            width: 800,
            height: 1000,
            sources: Vec::new(),
            fallback_url: String::new(),
        }
    }

    #[must_use]
    pub fn with_alt(mut self, alt: &str) -> Self {
        alt.clone_into(&mut self.alt);
        self
    }
}
