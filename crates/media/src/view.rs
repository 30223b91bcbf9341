//! What other capabilities receive of a file, for their views.

use serde::{Deserialize, Serialize};

use crate::{jail::Output, objects, rules::MediaKind};

/// A published picture or video, or one that staff look at before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaView {
    pub id: String,
    pub kind: MediaViewKind,
    /// Of the largest picture, or of the video.
    pub width: u32,
    pub height: u32,
    /// A picture 320 pixels wide.
    pub thumb: String,
    /// A picture 800 pixels wide.
    pub medium: String,
    /// A picture 1,600 pixels wide, or the video.
    pub full: String,
    /// The picture of a video that does not play yet.
    pub poster: Option<String>,
    /// A video without sound that was an animated picture.
    pub is_looping: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaViewKind {
    Picture,
    Video,
}

/// What a view is made of.
pub(crate) struct ViewParts<'a> {
    pub id: i64,
    pub kind: MediaKind,
    pub outputs: &'a [StoredOutput],
    pub is_looping: bool,
}

/// One file that processing wrote, as its row says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredOutput {
    pub name: String,
    pub mime: String,
    pub width: u32,
    pub height: u32,
    pub bytes: u64,
}

impl From<&Output> for StoredOutput {
    fn from(output: &Output) -> Self {
        let Output { name, mime, width, height, bytes } = output;
        Self { name: name.clone(), mime: (*mime).to_owned(), width: *width, height: *height, bytes: *bytes }
    }
}

impl ViewParts<'_> {
    /// `None` if processing has not written what the view shows.
    pub fn view(&self, url: impl Fn(&str) -> String) -> Option<MediaView> {
        let find = |name: &str| self.outputs.iter().find(|output| output.name == name);
        let is_video = |output: &&StoredOutput| output.mime.starts_with("video/");
        let video = self.outputs.iter().find(is_video);
        let poster = find("poster.webp");
        let (kind, full) = match self.kind {
            MediaKind::Picture => (MediaViewKind::Picture, find("1600.webp")?),
            MediaKind::Video => (MediaViewKind::Video, video?),
        };
        Some(MediaView {
            id: self.id.to_string(),
            kind,
            width: full.width,
            height: full.height,
            thumb: url(&find("320.webp")?.name),
            medium: url(&find("800.webp")?.name),
            full: url(&full.name),
            poster: poster.filter(|_| kind == MediaViewKind::Video).map(|output| url(&output.name)),
            is_looping: self.is_looping,
        })
    }
}

/// Addresses of published files: those of the media origin, or below `/m/` of a shop that has only one host.
#[derive(Debug, Clone)]
pub struct MediaUrls {
    base: std::sync::Arc<str>,
}

impl MediaUrls {
    pub fn new(media_origin: Option<&str>) -> Self {
        Self { base: media_origin.unwrap_or_default().into() }
    }

    pub fn public(&self, public_name: &str, name: &str) -> String {
        format!("{}/{}", self.base, objects::public(public_name, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(name: &str, mime: &str, width: u32) -> StoredOutput {
        StoredOutput { name: name.to_owned(), mime: mime.to_owned(), width, height: width / 2, bytes: 1 }
    }

    fn webp(width: u32) -> StoredOutput {
        output(&format!("{width}.webp"), "image/webp", width)
    }

    #[test]
    fn a_picture_has_three_sizes_and_a_video_its_poster() {
        let urls = MediaUrls::new(Some("https://media.example"));
        let url = |name: &str| urls.public("ab12", name);
        let outputs = [webp(320), webp(800), webp(1600)];
        let parts = ViewParts { id: 7, kind: MediaKind::Picture, outputs: &outputs, is_looping: false };
        let view = parts.view(url).expect("a view");
        assert_eq!((view.id.as_str(), view.width, view.height, &view.poster), ("7", 1600, 800, &None));
        assert_eq!(view.thumb, "https://media.example/m/ab/ab12/320.webp");
        assert_eq!(view.full, "https://media.example/m/ab/ab12/1600.webp");

        let outputs = [
            webp(320),
            webp(800),
            output("poster.webp", "image/webp", 640),
            output("video.mp4", "video/mp4", 640),
        ];
        let parts = ViewParts { id: 7, kind: MediaKind::Video, outputs: &outputs, is_looping: true };
        let url = |name: &str| MediaUrls::new(None).public("ab12", name);
        let view = parts.view(url).expect("a view");
        assert_eq!(view.full, "/m/ab/ab12/video.mp4");
        assert_eq!(view.poster.as_deref(), Some("/m/ab/ab12/poster.webp"));
        assert!(view.is_looping && view.width == 640);
    }
}
