//! What is done with each track, and the arguments of ffmpeg and ffprobe that say so.

use std::{ffi::OsString, path::Path};

use super::description::Tracks;
use crate::rules::{MAX_VIDEO_SECONDS, RefusalReason};

/// Standard input, opened again by its name: ffmpeg must be able to jump in it.
const INPUT: &str = "file:/proc/self/fd/0";

/// Decoders of ffmpeg that may run, by name. All others stay out of reach, whatever a container asks for.
const PICTURE_DECODERS: [&str; 19] = [
    "h264",
    "hevc",
    "mpeg1video",
    "mpeg2video",
    "mpeg4",
    "msmpeg4v1",
    "msmpeg4v2",
    "msmpeg4",
    "h263",
    "theora",
    "dirac",
    "vp8",
    "vp9",
    "av1",
    "libdav1d",
    "libaom-av1",
    "mjpeg",
    "prores",
    "gif",
];
const SOUND_DECODERS: [&str; 17] = [
    "aac",
    "mp3",
    "mp3float",
    "mp2",
    "mp2float",
    "opus",
    "vorbis",
    "flac",
    "ac3",
    "eac3",
    "alac",
    "amrnb",
    "amrwb",
    "pcm_s16le",
    "pcm_s16be",
    "pcm_u8",
    "pcm_s24le",
];
/// Codecs, which are not always called like the decoder that reads them.
const PICTURE_CODECS: [&str; 16] = [
    "h264",
    "hevc",
    "mpeg1video",
    "mpeg2video",
    "mpeg4",
    "msmpeg4v1",
    "msmpeg4v2",
    "msmpeg4v3",
    "h263",
    "theora",
    "dirac",
    "vp8",
    "vp9",
    "av1",
    "mjpeg",
    "prores",
];
const SOUND_CODECS: [&str; 15] = [
    "aac",
    "mp3",
    "mp2",
    "opus",
    "vorbis",
    "flac",
    "ac3",
    "eac3",
    "alac",
    "amr_nb",
    "amr_wb",
    "pcm_s16le",
    "pcm_s16be",
    "pcm_u8",
    "pcm_s24le",
];

/// At most 720 lines, or 720 columns if the video is upright; even numbers, as the encoder needs.
const SCALE: &str = "scale=w='if(gt(iw,ih),min(1280,iw),min(720,iw))':h='if(gt(iw,ih),min(720,ih),min(1280,ih))'\
    :force_original_aspect_ratio=decrease:force_divisible_by=2,format=yuv420p";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    Mp4,
    Webm,
}

impl Container {
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Mp4 => "video.mp4",
            Self::Webm => "video.webm",
        }
    }

    pub const fn mime(self) -> &'static str {
        match self {
            Self::Mp4 => "video/mp4",
            Self::Webm => "video/webm",
        }
    }

    pub const fn demuxer(self) -> &'static str {
        match self {
            Self::Mp4 => "mov",
            Self::Webm => "matroska",
        }
    }

    const fn muxer(self) -> &'static str {
        match self {
            Self::Mp4 => "mp4",
            Self::Webm => "webm",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Handling {
    Copy,
    Encode,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    container: Container,
    picture: (u32, Handling),
    sound: Option<(u32, Handling)>,
}

impl Plan {
    /// Copies what browsers play, and encodes the rest.
    pub fn of(tracks: &Tracks) -> Result<Self, RefusalReason> {
        let picture = tracks.picture.codec.as_str();
        let sound = tracks.sound.as_ref().map(|track| track.codec.as_str());
        if !PICTURE_CODECS.contains(&picture) || sound.is_some_and(|codec| !SOUND_CODECS.contains(&codec)) {
            return Err(RefusalReason::Broken);
        }
        let handling = |copy: bool| if copy { Handling::Copy } else { Handling::Encode };
        let sound_index = tracks.sound.as_ref().map(|track| track.index);
        match picture {
            // Browsers decode H.264 with 8 bits and half the colours only.
            "h264" if matches!(tracks.pixel_format.as_str(), "yuv420p" | "yuvj420p") => Ok(Self {
                container: Container::Mp4,
                picture: (tracks.picture.index, Handling::Copy),
                sound: sound_index
                    .zip(sound)
                    .map(|(index, codec)| (index, handling(matches!(codec, "aac" | "mp3")))),
            }),
            "vp8" | "vp9" | "av1" if matches!(sound, None | Some("opus" | "vorbis")) => Ok(Self {
                container: Container::Webm,
                picture: (tracks.picture.index, Handling::Copy),
                sound: sound_index.map(|index| (index, Handling::Copy)),
            }),
            _ => Ok(Self::encoding(tracks)),
        }
    }

    /// Encodes everything.
    pub fn encoding(tracks: &Tracks) -> Self {
        Self {
            container: Container::Mp4,
            picture: (tracks.picture.index, Handling::Encode),
            sound: tracks.sound.as_ref().map(|track| (track.index, Handling::Encode)),
        }
    }

    /// An animated picture has one track and no sound.
    pub const fn animation() -> Self {
        Self { container: Container::Mp4, picture: (0, Handling::Encode), sound: None }
    }

    pub const fn container(&self) -> Container {
        self.container
    }

    pub fn copies_picture(&self) -> bool {
        self.picture.1 == Handling::Copy
    }

    pub fn arguments(&self, demuxer: &str, output: &Path) -> Vec<OsString> {
        let mut args = reading(demuxer);
        args.extend(words(&["-i", INPUT, "-map", &format!("0:{}", self.picture.0)]));
        if let Some((index, _)) = self.sound {
            args.extend(words(&["-map", &format!("0:{index}")]));
        }
        match self.picture.1 {
            Handling::Copy => args.extend(words(&["-c:v", "copy"])),
            Handling::Encode => args.extend(words(&[
                "-c:v",
                "libx264",
                "-preset",
                "veryfast",
                "-crf",
                "26",
                "-maxrate",
                "2M",
                "-bufsize",
                "4M",
                "-threads",
                "1",
                "-filter_threads",
                "1",
                "-fpsmax",
                "30",
                "-vf",
                SCALE,
            ])),
        }
        match self.sound {
            None => args.extend(words(&["-an"])),
            Some((_, Handling::Copy)) => args.extend(words(&["-c:a", "copy"])),
            Some((_, Handling::Encode)) => args.extend(words(&["-c:a", "aac", "-b:a", "128k", "-ac", "2"])),
        }
        // A second more than allowed, so that a video that is too long can be told from one that is not.
        let longest = (MAX_VIDEO_SECONDS + 1.0).to_string();
        args.extend(words(&[
            "-sn",
            "-dn",
            "-map_metadata",
            "-1",
            "-map_chapters",
            "-1",
            "-fflags",
            "+bitexact",
            "-flags:v",
            "+bitexact",
            "-flags:a",
            "+bitexact",
            "-t",
            &longest,
        ]));
        if self.container == Container::Mp4 {
            args.extend(words(&["-movflags", "+faststart"]));
        }
        args.extend(words(&["-f", self.container.muxer()]));
        args.push(file_address(output));
        args
    }
}

/// The arguments of ffprobe: few values, so that nothing a stranger wrote as metadata is printed.
pub fn describing(demuxer: &str) -> Vec<OsString> {
    let mut args = words(&["-hide_banner", "-v", "error"]);
    args.extend(restricted(demuxer));
    args.extend(words(&[
        "-of",
        "json=c=1",
        "-show_entries",
        "stream=index,codec_type,codec_name,pix_fmt,width,height:stream_disposition=attached_pic\
         :stream_side_data=rotation:format=duration",
        "-i",
        INPUT,
    ]));
    args
}

/// The arguments of ffmpeg that write one frame as a PNG file.
pub fn one_frame(demuxer: &str, start_seconds: f64, output: &Path) -> Vec<OsString> {
    let mut args = reading(demuxer);
    args.extend(words(&[
        "-ss",
        &start_seconds.to_string(),
        "-i",
        INPUT,
        "-map",
        "0:v:0",
        "-frames:v",
        "1",
        "-an",
        "-sn",
        "-dn",
        "-map_metadata",
        "-1",
        "-filter_threads",
        "1",
        "-vf",
        "scale=w='min(1600,iw)':h=-1,format=rgb24",
        "-c:v",
        "png",
        "-threads",
        "1",
        "-f",
        "image2",
        "-update",
        "1",
    ]));
    args.push(file_address(output));
    args
}

/// What precedes the input of ffmpeg.
fn reading(demuxer: &str) -> Vec<OsString> {
    let mut args = words(&["-nostdin", "-hide_banner", "-v", "error", "-y"]);
    args.extend(restricted(demuxer));
    args.extend(words(&["-threads", "1"]));
    args
}

fn restricted(demuxer: &str) -> Vec<OsString> {
    let decoders = [&PICTURE_DECODERS[..], &SOUND_DECODERS[..]].concat().join(",");
    words(&["-protocol_whitelist", "file,pipe", "-codec_whitelist", &decoders, "-f", demuxer])
}

/// With the scheme, because a name with a colon would be read as one.
fn file_address(path: &Path) -> OsString {
    let mut address = OsString::from("file:");
    address.push(path);
    address
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::super::description::Track;
    use super::*;

    fn tracks(picture: &str, pixel_format: &str, sound: Option<&str>) -> Tracks {
        Tracks {
            picture: Track { index: 0, codec: picture.to_owned() },
            pixel_format: pixel_format.to_owned(),
            size: (640, 360),
            sound: sound.map(|codec| Track { index: 2, codec: codec.to_owned() }),
            duration: Some(3.0),
        }
    }

    fn plan(
        picture: &str,
        pixel_format: &str,
        sound: Option<&str>,
    ) -> (Container, Handling, Option<Handling>) {
        let plan = Plan::of(&tracks(picture, pixel_format, sound)).expect("accepted");
        (plan.container, plan.picture.1, plan.sound.map(|(_, handling)| handling))
    }

    #[test]
    fn what_browsers_play_is_copied() {
        use Container::{Mp4, Webm};
        use Handling::{Copy, Encode};
        assert_eq!(plan("h264", "yuv420p", Some("aac")), (Mp4, Copy, Some(Copy)));
        assert_eq!(plan("h264", "yuvj420p", Some("mp3")), (Mp4, Copy, Some(Copy)));
        assert_eq!(plan("h264", "yuv420p", None), (Mp4, Copy, None));
        assert_eq!(plan("h264", "yuv420p", Some("pcm_s16le")), (Mp4, Copy, Some(Encode)));
        assert_eq!(plan("h264", "yuv420p10le", Some("aac")), (Mp4, Encode, Some(Encode)));
        assert_eq!(plan("vp8", "yuv420p", Some("vorbis")), (Webm, Copy, Some(Copy)));
        assert_eq!(plan("vp9", "yuv420p", Some("opus")), (Webm, Copy, Some(Copy)));
        assert_eq!(plan("av1", "yuv420p", None), (Webm, Copy, None));
        assert_eq!(plan("av1", "yuv420p", Some("aac")), (Mp4, Encode, Some(Encode)));
        for codec in ["hevc", "mpeg2video", "mpeg4", "theora", "mjpeg"] {
            assert_eq!(plan(codec, "yuv420p", Some("mp2")), (Mp4, Encode, Some(Encode)), "{codec}");
        }
    }

    #[test]
    fn codecs_that_are_not_listed_are_refused() {
        for (picture, sound) in [("wmv3", None), ("rawvideo", None), ("h264", Some("wmav2")), ("", None)] {
            assert_eq!(Plan::of(&tracks(picture, "yuv420p", sound)), Err(RefusalReason::Broken));
        }
    }

    #[test]
    fn ffmpeg_is_restricted_in_every_run() {
        let plan = Plan::of(&tracks("h264", "yuv420p", Some("aac"))).expect("accepted");
        for args in [
            plan.arguments("mov", Path::new("/out/video.mp4")),
            Plan::animation().arguments("gif", Path::new("/out/video.mp4")),
            one_frame("mov", 1.0, Path::new("/out/poster.png")),
        ] {
            let text = args.join(std::ffi::OsStr::new(" ")).into_string().expect("text");
            for part in
                ["-nostdin ", "-protocol_whitelist file,pipe ", "-map_metadata -1 ", "-codec_whitelist "]
            {
                assert!(text.contains(part), "{part} in {text}");
            }
            let (named, input) = (text.find("-f ").expect("demuxer"), text.find("-i ").expect("input"));
            assert!(named < input, "{text}");
        }
    }
}
