//! Why a file is refused.

use kernel::{Key, msg};
use serde::{Deserialize, Serialize};

/// Final: the same file is refused again. Each reason has one text in `media.ftl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    #[error("the type is not accepted, or content, declared type and name differ")]
    Type,
    #[error("the file is too large")]
    Size,
    #[error("too many files")]
    TooMany,
    #[error("the file cannot be decoded")]
    Broken,
    #[error("the picture has too many pixels")]
    TooLargePicture,
    #[error("the animation has too many frames")]
    TooManyFrames,
    #[error("the video is too long")]
    TooLongVideo,
    #[error("the video has too many pixels")]
    TooLargeVideo,
    #[error("the video has more than one picture track or sound track")]
    TooManyTracks,
    #[error("processing exceeded its limits")]
    TooHeavy,
    #[error("this server processes no videos")]
    VideoUnsupported,
    #[error("the scanner found malware")]
    Infected,
}

impl RefusalReason {
    pub const ALL: [Self; 12] = [
        Self::Type,
        Self::Size,
        Self::TooMany,
        Self::Broken,
        Self::TooLargePicture,
        Self::TooManyFrames,
        Self::TooLongVideo,
        Self::TooLargeVideo,
        Self::TooManyTracks,
        Self::TooHeavy,
        Self::VideoUnsupported,
        Self::Infected,
    ];

    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Size => "size",
            Self::TooMany => "too_many",
            Self::Broken => "broken",
            Self::TooLargePicture => "too_large_picture",
            Self::TooManyFrames => "too_many_frames",
            Self::TooLongVideo => "too_long_video",
            Self::TooLargeVideo => "too_large_video",
            Self::TooManyTracks => "too_many_tracks",
            Self::TooHeavy => "too_heavy",
            Self::VideoUnsupported => "video_unsupported",
            Self::Infected => "infected",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == word)
    }

    /// The text that the visitor reads.
    pub const fn message(self) -> Key {
        match self {
            Self::Type => msg::media::REFUSED_TYPE,
            Self::Size => msg::media::REFUSED_SIZE,
            Self::TooMany => msg::media::REFUSED_TOO_MANY,
            Self::Broken => msg::media::REFUSED_BROKEN,
            Self::TooLargePicture => msg::media::REFUSED_TOO_LARGE_PICTURE,
            Self::TooManyFrames => msg::media::REFUSED_TOO_MANY_FRAMES,
            Self::TooLongVideo => msg::media::REFUSED_TOO_LONG_VIDEO,
            Self::TooLargeVideo => msg::media::REFUSED_TOO_LARGE_VIDEO,
            Self::TooManyTracks => msg::media::REFUSED_TOO_MANY_TRACKS,
            Self::TooHeavy => msg::media::REFUSED_TOO_HEAVY,
            Self::VideoUnsupported => msg::media::REFUSED_VIDEO_UNSUPPORTED,
            Self::Infected => msg::media::REFUSED_INFECTED,
        }
    }
}
