//! What ffprobe says about a video, and which of it is accepted.

use serde::Deserialize;

use crate::rules::{MAX_VIDEO_SECONDS, MAX_VIDEO_SIDE, RefusalReason};

#[derive(Debug, Deserialize)]
pub struct Description {
    #[serde(default)]
    streams: Vec<Stream>,
    format: Option<Format>,
}

#[derive(Debug, Deserialize)]
struct Format {
    /// Seconds, as text.
    duration: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Stream {
    index: u32,
    codec_type: Option<String>,
    codec_name: Option<String>,
    pix_fmt: Option<String>,
    width: Option<u32>,
    height: Option<u32>,
    #[serde(default)]
    disposition: Disposition,
    #[serde(default)]
    side_data_list: Vec<SideData>,
}

#[derive(Debug, Default, Deserialize)]
struct Disposition {
    #[serde(default)]
    attached_pic: u8,
}

#[derive(Debug, Deserialize)]
struct SideData {
    rotation: Option<f64>,
}

/// The tracks that are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Tracks {
    pub picture: Track,
    pub pixel_format: String,
    /// As it is shown, after turning.
    pub size: (u32, u32),
    pub sound: Option<Track>,
    /// Recordings of a browser do not say how long they are.
    pub duration: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    pub index: u32,
    pub codec: String,
}

impl Description {
    /// Compares with the limits. Subtitles, data and cover pictures are not kept, so they do not count.
    pub fn checked(self) -> Result<Tracks, RefusalReason> {
        let duration =
            self.format.and_then(|format| format.duration).and_then(|text| text.parse::<f64>().ok());
        if duration.is_some_and(|seconds| seconds.is_nan() || seconds > MAX_VIDEO_SECONDS) {
            return Err(RefusalReason::TooLongVideo);
        }
        let of_type = |wanted: &'static str| {
            self.streams.iter().filter(move |stream| {
                stream.codec_type.as_deref() == Some(wanted) && stream.disposition.attached_pic == 0
            })
        };
        let mut pictures = of_type("video");
        let mut sounds = of_type("audio");
        let (picture, sound) = (pictures.next().ok_or(RefusalReason::Broken)?, sounds.next());
        if pictures.next().is_some() || sounds.next().is_some() {
            return Err(RefusalReason::TooManyTracks);
        }
        let (width, height) = (picture.width.unwrap_or(0), picture.height.unwrap_or(0));
        if width > MAX_VIDEO_SIDE || height > MAX_VIDEO_SIDE {
            return Err(RefusalReason::TooLargeVideo);
        }
        if width == 0 || height == 0 {
            return Err(RefusalReason::Broken);
        }
        Ok(Tracks {
            picture: picture.track(),
            pixel_format: picture.pix_fmt.clone().unwrap_or_default(),
            size: if picture.lies_on_its_side() { (height, width) } else { (width, height) },
            sound: sound.map(Stream::track),
            duration: duration.filter(|seconds| *seconds > 0.0),
        })
    }
}

impl Stream {
    fn track(&self) -> Track {
        Track { index: self.index, codec: self.codec_name.clone().unwrap_or_default() }
    }

    fn lies_on_its_side(&self) -> bool {
        let turned = self.side_data_list.iter().find_map(|data| data.rotation).unwrap_or(0.0);
        (turned.abs() - 90.0).abs() < 45.0 || (turned.abs() - 270.0).abs() < 45.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str = r#"{"index":0,"codec_type":"video","codec_name":"h264","pix_fmt":"yuv420p",
        "width":1920,"height":1080,"disposition":{"attached_pic":0}}"#;
    const SOUND: &str = r#"{"index":1,"codec_type":"audio","codec_name":"aac"}"#;

    fn checked(streams: &[&str], duration: &str) -> Result<Tracks, RefusalReason> {
        let text = format!(r#"{{"streams":[{}],"format":{{"duration":"{duration}"}}}}"#, streams.join(","));
        serde_json::from_str::<Description>(&text).expect("description").checked()
    }

    #[test]
    fn one_picture_track_and_at_most_one_sound_track_are_accepted() {
        let tracks = checked(&[PICTURE, SOUND], "12.5").expect("accepted");
        assert_eq!(tracks.size, (1920, 1080));
        assert_eq!(tracks.duration, Some(12.5));
        assert_eq!(tracks.sound.map(|track| track.index), Some(1));
        assert_eq!(checked(&[PICTURE], "12.5").expect("accepted").sound, None);
        assert_eq!(checked(&[PICTURE, PICTURE], "1"), Err(RefusalReason::TooManyTracks));
        assert_eq!(checked(&[PICTURE, SOUND, SOUND], "1"), Err(RefusalReason::TooManyTracks));
        assert_eq!(checked(&[SOUND], "1"), Err(RefusalReason::Broken));
        assert_eq!(checked(&[], "1"), Err(RefusalReason::Broken));
    }

    #[test]
    fn covers_subtitles_and_data_do_not_count() {
        let cover = PICTURE.replace("\"attached_pic\":0", "\"attached_pic\":1");
        let data = r#"{"index":3,"codec_type":"data"}"#;
        let subtitle = r#"{"index":4,"codec_type":"subtitle","codec_name":"mov_text"}"#;
        assert!(checked(&[PICTURE, &cover, data, subtitle], "1").is_ok());
        assert_eq!(checked(&[&cover, SOUND], "1"), Err(RefusalReason::Broken));
    }

    #[test]
    fn length_and_size_are_limited() {
        assert!(checked(&[PICTURE], "120.0").is_ok());
        assert_eq!(checked(&[PICTURE], "120.1"), Err(RefusalReason::TooLongVideo));
        assert_eq!(checked(&[PICTURE], "NaN"), Err(RefusalReason::TooLongVideo));
        assert_eq!(checked(&[PICTURE], "N/A").expect("accepted").duration, None);
        assert_eq!(checked(&[PICTURE], "0").expect("accepted").duration, None);
        for (from, to) in [("1920", "3841"), ("1080", "3841")] {
            assert_eq!(checked(&[&PICTURE.replace(from, to)], "1"), Err(RefusalReason::TooLargeVideo));
        }
        assert_eq!(checked(&[&PICTURE.replace("1920", "0")], "1"), Err(RefusalReason::Broken));
    }

    #[test]
    fn a_turned_video_has_the_size_in_which_it_is_shown() {
        let turned = |degrees: &str| {
            let data = format!(r#","side_data_list":[{{"side_data_type":"x"}},{{"rotation":{degrees}}}]}}"#);
            let stream = format!("{}{data}", PICTURE.trim_end().trim_end_matches('}').to_owned() + "}");
            checked(&[&stream], "1").expect("accepted").size
        };
        assert_eq!(turned("-90"), (1080, 1920));
        assert_eq!(turned("90"), (1080, 1920));
        assert_eq!(turned("270"), (1080, 1920));
        assert_eq!(turned("180"), (1920, 1080));
        assert_eq!(turned("0"), (1920, 1080));
    }
}
