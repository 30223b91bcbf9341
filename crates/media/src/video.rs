//! Videos: described by ffprobe, then rewrapped or encoded anew by ffmpeg, both in the jail.
//!
//! Nothing of the original container survives. What a browser plays keeps its pictures and sound; the rest becomes
//! H.264. The result is described again: its length and size are what counts, not what the original said of itself.

mod description;
mod plan;

use std::{ffi::OsString, fs, io::Read, path::Path};

use tokio::time::Instant;

use self::{
    description::{Description, Tracks},
    plan::{Container, Plan},
};
use crate::{
    jail::{
        Input, JailConfig, JailError, Output, Outputs, VideoTools,
        parent::{self, SMALL_STEP},
    },
    rules::{ChildLimits, MediaType, RefusalReason},
};

/// Written by ffmpeg for the picture decoder, and removed afterwards.
const POSTER_FRAME: &str = "poster.png";

pub(crate) async fn process(
    config: &JailConfig,
    media_type: MediaType,
    input: &Input,
    folder: &Path,
) -> Result<Outputs, JailError> {
    let steps = Steps::new(config, folder)?;
    let demuxer = demuxer(media_type, input)?;
    let tracks = steps.describe(demuxer, input).await?.checked()?;
    let plan = Plan::of(&tracks)?;
    let video = match steps.write(&plan, demuxer, input).await {
        // Some containers lack what another one needs, such as times of presentation. Encoding makes them up.
        Err(JailError::Refused(RefusalReason::Broken)) if plan.copies_picture() => {
            steps.write(&Plan::encoding(&tracks), demuxer, input).await?
        }
        other => other?,
    };
    steps.finish(video).await
}

/// Turns an animated picture into a video. `pictures` are of its first frame.
pub(crate) async fn process_animation(
    config: &JailConfig,
    input: &Input,
    folder: &Path,
    pictures: Vec<Output>,
) -> Result<Outputs, JailError> {
    let steps = Steps::new(config, folder)?;
    let written = match steps.write(&Plan::animation(), "gif", input).await {
        Ok(written) => written,
        Err(error) => {
            let _ = fs::remove_file(folder.join(Container::Mp4.file_name()));
            return Err(error);
        }
    };
    let mut files = vec![written.output];
    files.extend(parent::with_poster(pictures, folder)?);
    Ok(Outputs { files, duration: Some(written.duration), looping: true })
}

/// The demuxer is named, never guessed: a playlist could make ffmpeg open other files.
fn demuxer(media_type: MediaType, input: &Input) -> Result<&'static str, JailError> {
    Ok(match media_type {
        MediaType::Mp4 | MediaType::Quicktime => "mov",
        MediaType::Webm => "matroska",
        MediaType::Ogg => "ogg",
        MediaType::Avi => "avi",
        MediaType::Gif => "gif",
        MediaType::Mpeg => {
            let mut start = [0; 4];
            input.rewound()?.read_exact(&mut start).map_err(|_| RefusalReason::Broken)?;
            if start[3] == 0xba { "mpeg" } else { "mpegvideo" }
        }
        MediaType::Jpeg | MediaType::Png => return Err(RefusalReason::Type.into()),
    })
}

struct WrittenVideo {
    output: Output,
    container: Container,
    duration: f64,
}

/// The steps of one video. Together they have the time of one child.
struct Steps<'a> {
    config: &'a JailConfig,
    tools: &'a VideoTools,
    folder: &'a Path,
    deadline: Instant,
}

impl<'a> Steps<'a> {
    fn new(config: &'a JailConfig, folder: &'a Path) -> Result<Self, JailError> {
        let tools = config.tools.as_ref().ok_or(RefusalReason::VideoUnsupported)?;
        Ok(Self { config, tools, folder, deadline: Instant::now() + config.video.wall })
    }

    async fn describe(&self, demuxer: &str, input: &Input) -> Result<Description, JailError> {
        let mut command = vec![OsString::from(&self.tools.ffprobe)];
        command.extend(plan::describing(demuxer));
        let text = self.run_small(command, input).await?;
        serde_json::from_slice(&text).map_err(|_| RefusalReason::Broken.into())
    }

    /// Writes the video and describes the result.
    async fn write(&self, plan: &Plan, demuxer: &str, input: &Input) -> Result<WrittenVideo, JailError> {
        let container = plan.container();
        let path = self.folder.join(container.file_name());
        let mut command = vec![OsString::from(&self.tools.ffmpeg)];
        command.extend(plan.arguments(demuxer, &path));
        parent::run_program(self.config, self.config.video, command, input, self.folder, self.deadline)
            .await?;

        let result = Input::open(&path).map_err(|_| RefusalReason::Broken)?;
        let Tracks { size, duration, .. } = self.describe(container.demuxer(), &result).await?.checked()?;
        let duration = duration.ok_or(RefusalReason::Broken)?;
        let output =
            parent::written(self.config, self.folder, container.file_name(), container.mime(), size)?;
        Ok(WrittenVideo { output, container, duration })
    }

    /// Adds the pictures that stand for the video until it plays.
    async fn finish(&self, video: WrittenVideo) -> Result<Outputs, JailError> {
        let poster = self.folder.join(POSTER_FRAME);
        let start = if video.duration > 1.5 { 1.0 } else { 0.0 };
        let written = Input::open(&self.folder.join(&video.output.name))?;
        let mut command = vec![OsString::from(&self.tools.ffmpeg)];
        command.extend(plan::one_frame(video.container.demuxer(), start, &poster));
        self.run_small(command, &written).await?;

        let frame = Input::open(&poster).map_err(|_| RefusalReason::Broken)?;
        let (_, pictures) = parent::picture(self.config, &frame, self.folder).await?;
        fs::remove_file(&poster).map_err(JailError::failed)?;
        let mut files = vec![video.output];
        files.extend(parent::with_poster(pictures, self.folder)?);
        Ok(Outputs { files, duration: Some(video.duration), looping: false })
    }

    async fn run_small(&self, command: Vec<OsString>, input: &Input) -> Result<Vec<u8>, JailError> {
        let limits = ChildLimits { cpu: self.config.video.cpu.min(SMALL_STEP), ..self.config.video };
        parent::run_program(self.config, limits, command, input, self.folder, self.deadline).await
    }
}
