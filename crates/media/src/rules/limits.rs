//! The limits of a file and of the process that decodes it.

use std::time::Duration;

const MIB: u64 = 1024 * 1024;

/// 25 MB.
pub const MAX_FILE_BYTES: u64 = 26_214_400;
/// Files of one review.
pub const MAX_FILES: usize = 5;

/// Phones make pictures of 50 megapixels.
pub const MAX_PICTURE_SIDE: u32 = 12_000;
pub const MAX_PICTURE_PIXELS: u64 = 50_000_000;
/// A decoded picture: 50 megapixels with four channels of 8 bits fit, with 16 bits they do not.
pub const MAX_DECODED_BYTES: u64 = 256 * MIB;
pub const MAX_GIF_FRAMES: u32 = 300;

pub const MAX_VIDEO_SECONDS: f64 = 120.0;
pub const MAX_VIDEO_SIDE: u32 = 3_840;

/// The widths in which every picture is stored.
pub const WIDTHS: [u32; 3] = [320, 800, 1_600];

/// What a child process may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChildLimits {
    pub memory_bytes: u64,
    pub cpu: Duration,
    /// Time on the clock. For a video it covers all its steps.
    pub wall: Duration,
    pub file_bytes: u64,
    pub open_files: u64,
}

pub const PICTURE_LIMITS: ChildLimits = ChildLimits {
    memory_bytes: 768 * MIB,
    cpu: Duration::from_secs(20),
    wall: Duration::from_secs(30),
    file_bytes: 64 * MIB,
    open_files: 64,
};

pub const VIDEO_LIMITS: ChildLimits = ChildLimits {
    memory_bytes: 1_024 * MIB,
    cpu: Duration::from_secs(150),
    wall: Duration::from_secs(240),
    file_bytes: 64 * MIB,
    open_files: 64,
};
