//! Pictures of products, variations and categories.

use catalog::{PictureView, service::full::StoredPicture};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// Widths of a picture on a page: the full width of a phone, a third of a wide screen.
const SIZES: &str = "(min-width: 62rem) 33vw, 100vw";

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Image {
    pub id: i64,
    pub src: String,
    pub thumbnail: String,
    pub srcset: String,
    pub sizes: &'static str,
    pub name: String,
    pub alt: String,
}

impl Image {
    pub fn new(origin: &str, picture: &StoredPicture, alt: &str) -> Self {
        let view = PictureView::new(alt, picture.width, picture.height, &picture.files);
        Self {
            src: format!("{origin}{}", picture.files.largest()),
            ..Self::from_view(origin, &picture.name, &view)
        }
    }

    /// `name` identifies the picture.
    pub fn from_view(origin: &str, name: &str, view: &PictureView) -> Self {
        let source = view.sources.iter().find(|source| source.mime == "image/webp").or(view.sources.first());
        let absolute =
            |text: &str| text.split(", ").map(|one| format!("{origin}{one}")).collect::<Vec<_>>().join(", ");
        let url = format!("{origin}{}", view.fallback_url);
        Self {
            id: number(name),
            src: url.clone(),
            thumbnail: url,
            srcset: source.map(|source| absolute(&source.srcset)).unwrap_or_default(),
            sizes: SIZES,
            name: view.alt.clone(),
            alt: view.alt.clone(),
        }
    }
}

/// Pictures have names; clients of the API expect a number. It is the same for the same name.
fn number(name: &str) -> i64 {
    let digest = Sha256::digest(name);
    i64::from(u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_absolute_addresses_and_a_stable_number() {
        let view = PictureView {
            alt: "تمر".to_owned(),
            width: 800,
            height: 1000,
            sources: vec![catalog::view::PictureSource {
                mime: "image/webp".to_owned(),
                srcset: "/media/a.webp 320w, /media/b.webp 800w".to_owned(),
            }],
            fallback_url: "/media/a.webp".to_owned(),
            focus: None,
        };
        let image = Image::from_view("https://shop.example", "dates", &view);
        assert_eq!(
            image.srcset,
            "https://shop.example/media/a.webp 320w, https://shop.example/media/b.webp 800w"
        );
        assert_eq!(image.id, Image::from_view("https://other.example", "dates", &view).id);
        assert!(image.id > 0);
    }
}
