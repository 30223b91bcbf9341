//! The child process in which the bytes of strangers are decoded.
//!
//! The parent ([`process`]) starts this program again with the command `media-jail`, an empty environment, the file as
//! standard input, and a pipe for the result. The child ([`child`]) locks itself up ([`lockdown`]) before it reads the
//! first byte: limits of memory, time and files; landlock, which hides all files; and a list of the system calls that
//! remain ([`syscalls`]). A picture is decoded right there; for a video the child replaces itself with ffmpeg, which
//! stays inside.
//!
//! Whatever the child does, the parent believes little of it: a result that is too long, malformed, late or missing
//! refuses the file, and what was written is looked at again before it counts.

pub mod child;
pub mod lockdown;
pub(crate) mod parent;
pub mod syscalls;
mod task;

use std::{
    ffi::OsString,
    fs::File,
    path::{Path, PathBuf},
};

pub use parent::{check, process};
pub use task::{Mode, Task};

use crate::rules::{ChildLimits, PICTURE_LIMITS, RefusalReason, VIDEO_LIMITS};

/// The name of the command that starts the child.
pub const COMMAND: &str = "media-jail";

/// Set to zero in the environment of every child: the allocator would reserve more addresses at its start than the
/// child may have.
pub const ALLOCATOR_RESERVES: &str = "MIMALLOC_ARENA_RESERVE";

/// What to do on a kernel without landlock (before 5.13, or switched off).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strength {
    /// Process nothing.
    #[default]
    Full,
    /// Go on with system calls and resources limited, but files visible to ffmpeg. For `MATJAR_MEDIA_JAIL=weak`.
    Weak,
}

/// The programs that read videos.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VideoTools {
    pub ffmpeg: PathBuf,
    pub ffprobe: PathBuf,
}

impl VideoTools {
    /// Looks for both programs in the folders of a search path, such as the value of `PATH`.
    pub fn find(search_path: &std::ffi::OsStr) -> Option<Self> {
        std::env::split_paths(search_path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| Self { ffmpeg: folder.join("ffmpeg"), ffprobe: folder.join("ffprobe") })
            .find(|tools| tools.ffmpeg.is_file() && tools.ffprobe.is_file())
    }
}

/// How children are started.
#[derive(Debug, Clone)]
pub struct JailConfig {
    /// A program that calls [`child::main`] when its first argument is [`COMMAND`].
    pub program: PathBuf,
    pub strength: Strength,
    /// Without them every video is refused.
    pub tools: Option<VideoTools>,
    pub picture: ChildLimits,
    pub video: ChildLimits,
}

impl JailConfig {
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            strength: Strength::Full,
            tools: None,
            picture: PICTURE_LIMITS,
            video: VIDEO_LIMITS,
        }
    }

    #[must_use]
    pub fn with_tools(mut self, tools: Option<VideoTools>) -> Self {
        self.tools = tools;
        self
    }

    #[must_use]
    pub fn with_strength(mut self, strength: Strength) -> Self {
        self.strength = strength;
        self
    }

    fn arguments(&self, task: &Task) -> Vec<OsString> {
        let mut arguments = vec![OsString::from(COMMAND)];
        arguments.extend(task.to_args());
        arguments
    }
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Outputs {
    pub files: Vec<Output>,
    /// Of a video, in seconds.
    pub duration: Option<f64>,
    /// A video without sound that was an animated picture: it plays again and again.
    pub looping: bool,
}

/// One written file. Its size and type were checked by the parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// In the folder that was given: `320.webp`, `video.mp4`, `poster.webp`.
    pub name: String,
    pub mime: &'static str,
    pub width: u32,
    pub height: u32,
    pub bytes: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum JailError {
    /// Final.
    #[error("refused: {0}")]
    Refused(#[from] RefusalReason),
    /// Nothing is known about the file: the machine could not do the work. To be tried again.
    #[error("the file could not be processed")]
    Failed(#[source] anyhow::Error),
}

impl JailError {
    pub(crate) fn failed(error: impl Into<anyhow::Error>) -> Self {
        Self::Failed(error.into())
    }
}

/// The file through which a child reads its input. Other than a path it needs no permission in the jail.
pub(crate) struct Input(File);

impl Input {
    /// Another handle that begins at the first byte again. Handles share their position, so never use two at once.
    pub(crate) fn rewound(&self) -> Result<File, JailError> {
        use std::io::{Seek, SeekFrom};
        let mut file = self.0.try_clone().map_err(JailError::failed)?;
        file.seek(SeekFrom::Start(0)).map_err(JailError::failed)?;
        Ok(file)
    }

    pub(crate) fn open(path: &Path) -> Result<Self, JailError> {
        File::open(path).map(Self).map_err(JailError::failed)
    }
}
