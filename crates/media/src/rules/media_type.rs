//! The accepted types, recognised by content, by declared type and by name.

use super::{SNIFF_BYTES, name::extension};

/// What a file becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaKind {
    Picture,
    Video,
}

impl MediaKind {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Picture => "picture",
            Self::Video => "video",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        [Self::Picture, Self::Video].into_iter().find(|kind| kind.as_str() == word)
    }
}

/// The accepted types. Browsers know ten names for them: `image/jpg` is another one of JPEG.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaType {
    Jpeg,
    Png,
    Gif,
    Mp4,
    Mpeg,
    Ogg,
    Webm,
    Quicktime,
    Avi,
}

impl MediaType {
    pub const ALL: [Self; 9] = [
        Self::Jpeg,
        Self::Png,
        Self::Gif,
        Self::Mp4,
        Self::Mpeg,
        Self::Ogg,
        Self::Webm,
        Self::Quicktime,
        Self::Avi,
    ];

    pub const fn kind(self) -> MediaKind {
        match self {
            Self::Jpeg | Self::Png | Self::Gif => MediaKind::Picture,
            Self::Mp4 | Self::Mpeg | Self::Ogg | Self::Webm | Self::Quicktime | Self::Avi => MediaKind::Video,
        }
    }

    pub const fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Mp4 => "video/mp4",
            Self::Mpeg => "video/mpeg",
            Self::Ogg => "video/ogg",
            Self::Webm => "video/webm",
            Self::Quicktime => "video/quicktime",
            Self::Avi => "video/x-msvideo",
        }
    }

    /// The usual end of a name, without its dot.
    pub const fn extension(self) -> &'static str {
        self.extensions()[0]
    }

    const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Jpeg => &["jpg", "jpeg", "jpe", "jfif"],
            Self::Png => &["png"],
            Self::Gif => &["gif"],
            Self::Mp4 => &["mp4", "m4v"],
            Self::Mpeg => &["mpeg", "mpg", "mpe"],
            Self::Ogg => &["ogv", "ogg"],
            Self::Webm => &["webm"],
            Self::Quicktime => &["mov", "qt"],
            Self::Avi => &["avi"],
        }
    }

    /// Reads the type from the `Content-Type` of an upload. Parameters do not matter.
    pub fn from_declared(declared: &str) -> Option<Self> {
        let essence = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if essence == "image/jpg" {
            return Some(Self::Jpeg);
        }
        Self::ALL.into_iter().find(|media_type| media_type.mime() == essence)
    }

    /// The type whose names have this end, in lower case and without its dot.
    pub fn from_extension(end: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|media_type| media_type.extensions().contains(&end))
    }

    pub fn matches_name(self, name: &str) -> bool {
        extension(name).is_some_and(|end| self.extensions().contains(&end.as_str()))
    }

    /// Recognises a file by its first bytes; more than [`SNIFF_BYTES`] are not looked at.
    pub fn sniff(first_bytes: &[u8]) -> Option<Self> {
        let bytes = &first_bytes[..first_bytes.len().min(SNIFF_BYTES)];
        if bytes.starts_with(b"OggS") {
            return ogg_holds_video(bytes).then_some(Self::Ogg);
        }
        if is_mp4_brand_unknown_to_infer(bytes) {
            return Some(Self::Mp4);
        }
        match infer::get(bytes)?.mime_type() {
            "image/jpeg" => Some(Self::Jpeg),
            // All eight bytes of the signature; `infer` looks at four.
            "image/png" => bytes.starts_with(b"\x89PNG\r\n\x1a\n").then_some(Self::Png),
            "image/gif" => {
                (bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a")).then_some(Self::Gif)
            }
            "video/mp4" => Some(Self::Mp4),
            // A program stream or a bare video stream. Other start codes do not begin a file.
            "video/mpeg" => matches!(bytes[3], 0xba | 0xb3).then_some(Self::Mpeg),
            "video/webm" => Some(Self::Webm),
            "video/quicktime" => Some(Self::Quicktime),
            "video/x-msvideo" => Some(Self::Avi),
            _ => None,
        }
    }
}

/// Newer brands of MP4, and the one of `.m4v` files, for which `infer` has another type.
fn is_mp4_brand_unknown_to_infer(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(b"ftyp")
        && matches!(bytes.get(8..12), Some(b"iso7" | b"iso8" | b"iso9" | b"M4V " | b"M4VH" | b"M4VP"))
}

/// Ogg is a container for sound too. Every track begins with a page of its own, and these pages stand first in the
/// file: it holds video when one of them begins with the signature of Theora or Dirac.
fn ogg_holds_video(bytes: &[u8]) -> bool {
    const HEADER: usize = 27;
    const BEGINS_A_TRACK: u8 = 0x02;
    let mut rest = bytes;
    while rest.starts_with(b"OggS") && rest.len() > HEADER && rest[5] & BEGINS_A_TRACK != 0 {
        let segments = usize::from(rest[26]);
        let Some(sizes) = rest.get(HEADER..HEADER + segments) else { return false };
        let size: usize = sizes.iter().map(|size| usize::from(*size)).sum();
        let packet = &rest[HEADER + segments..];
        if packet.starts_with(b"\x80theora") || packet.starts_with(b"BBCD\0") {
            return true;
        }
        let Some(next) = packet.get(size..) else { return false };
        rest = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ogg_page(packet: &[u8]) -> Vec<u8> {
        let mut page = b"OggS\0\x02".to_vec();
        page.resize(26, 0);
        page.extend([1, u8::try_from(packet.len()).expect("one segment")]);
        page.extend(packet);
        page
    }

    fn webm(doc_type: &[u8]) -> Vec<u8> {
        let mut bytes = b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82".to_vec();
        bytes.push(0x80 | u8::try_from(doc_type.len()).expect("short"));
        bytes.extend(doc_type);
        bytes.resize(400, 0);
        bytes
    }

    #[test]
    fn every_type_is_recognised_by_its_content() {
        let cases: [(&[u8], MediaType); 15] = [
            (b"\xff\xd8\xff\xe1\0\x10Exif\0\0", MediaType::Jpeg),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", MediaType::Png),
            (b"GIF87a\x01\0\x01\0\0\0\0", MediaType::Gif),
            (b"GIF89a\x01\0\x01\0\0\0\0", MediaType::Gif),
            (b"\0\0\0\x20ftypisom\0\0\x02\0isom", MediaType::Mp4),
            (b"\0\0\0\x20ftypmp42\0\0\x02\0isom", MediaType::Mp4),
            (b"\0\0\0\x20ftypiso8\0\0\x02\0isom", MediaType::Mp4),
            (b"\0\0\0\x20ftypM4V \0\0\x02\0isom", MediaType::Mp4),
            (b"\0\0\0\x14ftypqt  \0\0\x02\0qt  ", MediaType::Quicktime),
            (b"\0\0\x01\xba\x44\0\x04\0\x04\x01", MediaType::Mpeg),
            (b"\0\0\x01\xb3\x14\0\xf0\x13\xff\xff", MediaType::Mpeg),
            (b"RIFF\x24\0\0\0AVI LIST", MediaType::Avi),
            (&webm(b"webm"), MediaType::Webm),
            (&ogg_page(b"\x80theora\x03\x02\x01"), MediaType::Ogg),
            (&ogg_page(b"BBCD\0\0\0\0"), MediaType::Ogg),
        ];
        for (bytes, expected) in cases {
            assert_eq!(MediaType::sniff(bytes), Some(expected), "{expected:?}");
        }
    }

    #[test]
    fn a_skeleton_page_may_stand_before_the_video_of_an_ogg_file() {
        let file = [ogg_page(b"fishead\0\x03\0"), ogg_page(b"\x01vorbis"), ogg_page(b"\x80theora")].concat();
        assert_eq!(MediaType::sniff(&file), Some(MediaType::Ogg));
    }

    #[test]
    fn other_content_is_not_recognised() {
        let mp3: &[u8] = b"ID3\x03\0\0\0\0\0\0";
        let cases: [&[u8]; 20] = [
            b"",
            b"\xff",
            b"OggS",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\">",
            b"<!doctype html><script>alert(1)</script>",
            b"#EXTM3U\n#EXT-X-TARGETDURATION:10\n",
            b"ffconcat version 1.0\nfile /etc/passwd\n",
            b"%PDF-1.7\n",
            b"PK\x03\x04\x14\0",
            b"\x7fELF\x02\x01\x01",
            b"MZ\x90\0",
            b"#!/bin/sh\n",
            b"RIFF\x24\0\0\0WEBPVP8 ",
            b"\x89PNG not really",
            b"GIF90a",
            b"\0\0\x01\xbc\0\0",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1",
            b"\0\0\0\x18ftypavif\0\0\0\0mif1",
            b"BM\x36\0\0\0\0\0",
            mp3,
        ];
        for bytes in cases {
            assert_eq!(MediaType::sniff(bytes), None, "{}", String::from_utf8_lossy(bytes));
        }
        assert_eq!(MediaType::sniff(&webm(b"matroska")), None);
        assert_eq!(MediaType::sniff(&ogg_page(b"\x01vorbis\0")), None);
        assert_eq!(MediaType::sniff(&ogg_page(b"OpusHead\x01")), None);
    }

    #[test]
    fn an_ogg_page_that_ends_early_is_not_read_past_its_end() {
        let whole = [ogg_page(b"fishead\0"), ogg_page(b"\x80theora")].concat();
        for end in 0..whole.len() - 1 {
            let _ = MediaType::sniff(&whole[..end]);
        }
    }

    #[test]
    fn the_ten_declared_types_are_known() {
        let declared = [
            "image/jpeg",
            "image/png",
            "image/jpg",
            "image/gif",
            "video/mp4",
            "video/mpeg",
            "video/ogg",
            "video/webm",
            "video/quicktime",
            "video/x-msvideo",
        ];
        for mime in declared {
            assert!(MediaType::from_declared(mime).is_some(), "{mime}");
        }
        assert_eq!(MediaType::from_declared("Image/PNG; charset=utf-8"), Some(MediaType::Png));
        for mime in
            ["", "image/svg+xml", "image/webp", "image/heic", "text/html", "video/x-matroska", "image/*"]
        {
            assert_eq!(MediaType::from_declared(mime), None, "{mime}");
        }
    }

    #[test]
    fn kinds_are_read_back() {
        assert_eq!(MediaKind::parse("video"), Some(MediaKind::Video));
        assert_eq!(MediaKind::parse(MediaKind::Picture.as_str()), Some(MediaKind::Picture));
        assert_eq!(MediaKind::parse("x"), None);
    }
}
