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
    /// Absent: the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub focus: Option<PictureFocus>,
}

/// The point that stays visible however a picture is cropped, in percent from its left and upper edges: multiples of
/// [`PictureFocus::STEP`], because the style sheet has a rule for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export_to = "catalog.ts")]
pub struct PictureFocus {
    pub x: u8,
    pub y: u8,
}

impl PictureFocus {
    pub const STEP: u8 = 5;
    pub const MIDDLE: Self = Self { x: 50, y: 50 };

    /// The nearest point that has a rule.
    pub fn nearest(x: u32, y: u32) -> Self {
        let step = u32::from(Self::STEP);
        let nearest = |percent: u32| (percent.min(100) + step / 2) / step * step;
        let percent = |value: u32| u8::try_from(nearest(value)).unwrap_or(100);
        Self { x: percent(x), y: percent(y) }
    }
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct PictureSource {
    pub mime: String,
    pub srcset: String,
}

/// The files of a picture as stored in the database: file name by width, for each format; and the point that crops keep, so
/// that every query that reads the files has it too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFiles {
    #[serde(default)]
    pub avif: BTreeMap<u32, String>,
    #[serde(default)]
    pub webp: BTreeMap<u32, String>,
    /// A small square for emails: some mail programs show no WebP and cannot crop.
    #[serde(default)]
    pub jpeg: BTreeMap<u32, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus: Option<PictureFocus>,
}

impl PictureFiles {
    /// URL of the widest file.
    pub fn largest(&self) -> String {
        let file = self.webp.values().next_back().or_else(|| self.avif.values().next_back());
        file.map(|file| file_url(file)).unwrap_or_default()
    }

    /// The folder of uploaded files, and the files of an import: what an address of this picture begins with.
    pub fn addresses(&self) -> Vec<String> {
        let files = self.avif.values().chain(self.webp.values()).chain(self.jpeg.values());
        let mut addresses: Vec<String> = files
            .map(|file| match file.strip_prefix("/m/").and_then(|rest| rest.rsplit_once('/')) {
                Some((folder, _)) => format!("/m/{folder}/"),
                None => file_url(file),
            })
            .collect();
        addresses.sort();
        addresses.dedup();
        addresses
    }

    /// The name under which uploaded files are published.
    pub fn public_name(&self) -> Option<&str> {
        self.webp.values().next()?.strip_prefix("/m/")?.split('/').nth(1)
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
            focus: files.focus.filter(|focus| *focus != PictureFocus::MIDDLE),
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
            focus: None,
        }
    }

    #[must_use]
    pub fn with_alt(mut self, alt: &str) -> Self {
        alt.clone_into(&mut self.alt);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_stored_on_the_nearest_rule() {
        assert_eq!(PictureFocus::nearest(46, 33), PictureFocus { x: 45, y: 35 });
        assert_eq!(PictureFocus::nearest(0, 4_000), PictureFocus { x: 0, y: 100 });
    }

    #[test]
    fn the_addresses_of_a_picture_name_its_folder_or_its_files() {
        let files: PictureFiles = serde_json::from_value(serde_json::json!({
            "webp": {"320": "/m/ab/ab12r/320.webp?v=7", "800": "/m/ab/ab12r/800.webp?v=7"},
        }))
        .expect("files");
        assert_eq!(files.addresses(), ["/m/ab/ab12r/"]);
        assert_eq!(files.public_name(), Some("ab12r"));
        let files: PictureFiles =
            serde_json::from_value(serde_json::json!({"webp": {"320": "a-320.0f.webp"}})).expect("files");
        assert_eq!(files.addresses(), ["/media/a-320.0f.webp"]);
        assert_eq!(files.public_name(), None);
    }
}
