//! What the parent tells the child, as arguments of its command.

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    time::Duration,
};

use super::Strength;
use crate::rules::{ChildLimits, PICTURE_LIMITS};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Decode the picture of standard input.
    Picture,
    /// Become the program that follows `--run`.
    Video,
    /// Lock up and end, to learn whether that works here.
    Check,
}

impl Mode {
    const ALL: [Self; 3] = [Self::Picture, Self::Video, Self::Check];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Picture => "picture",
            Self::Video => "video",
            Self::Check => "check",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    pub mode: Mode,
    pub strength: Strength,
    pub limits: ChildLimits,
    /// The folder that receives the results.
    pub output: PathBuf,
    /// A program with its arguments, for [`Mode::Video`].
    pub command: Vec<OsString>,
}

impl Task {
    /// What follows the name of the command.
    pub fn to_args(&self) -> Vec<OsString> {
        let limits = &self.limits;
        let mut args: Vec<OsString> = vec![self.mode.as_str().into()];
        for (name, value) in [
            ("--memory", limits.memory_bytes),
            ("--cpu-seconds", limits.cpu.as_secs()),
            ("--wall-seconds", limits.wall.as_secs()),
            ("--file-bytes", limits.file_bytes),
            ("--open-files", limits.open_files),
        ] {
            args.extend([name.into(), value.to_string().into()]);
        }
        args.extend(["--output".into(), self.output.clone().into_os_string()]);
        if self.strength == Strength::Weak {
            args.push("--weak".into());
        }
        if !self.command.is_empty() {
            args.push("--run".into());
            args.extend(self.command.iter().cloned());
        }
        args
    }

    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut args = args.into_iter();
        let mode = args.next().unwrap_or_default();
        let mode = Mode::ALL
            .into_iter()
            .find(|known| mode == known.as_str())
            .ok_or_else(|| format!("unknown mode {mode:?}"))?;
        let mut task = Self {
            mode,
            strength: Strength::Full,
            limits: PICTURE_LIMITS,
            output: PathBuf::new(),
            command: Vec::new(),
        };
        while let Some(name) = args.next() {
            if name == "--run" {
                task.command = args.by_ref().collect();
            } else if name == "--weak" {
                task.strength = Strength::Weak;
            } else {
                let value = args.next().ok_or_else(|| format!("{name:?} has no value"))?;
                task.set(&name, value)?;
            }
        }
        if task.mode == Mode::Video && task.command.is_empty() {
            return Err("no program".to_owned());
        }
        Ok(task)
    }

    fn set(&mut self, name: &OsStr, value: OsString) -> Result<(), String> {
        if name == "--output" {
            self.output = value.into();
            return Ok(());
        }
        let number: u64 = value
            .to_str()
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| format!("{name:?} needs a number, not {value:?}"))?;
        let limits = &mut self.limits;
        match name.to_str() {
            Some("--memory") => limits.memory_bytes = number,
            Some("--cpu-seconds") => limits.cpu = Duration::from_secs(number),
            Some("--wall-seconds") => limits.wall = Duration::from_secs(number),
            Some("--file-bytes") => limits.file_bytes = number,
            Some("--open-files") => limits.open_files = number,
            _ => return Err(format!("unknown option {name:?}")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::VIDEO_LIMITS;

    fn parse(words: &[&str]) -> Result<Task, String> {
        Task::parse(words.iter().map(OsString::from))
    }

    #[test]
    fn a_task_is_read_back_from_its_arguments() {
        let picture = Task {
            mode: Mode::Picture,
            strength: Strength::Weak,
            limits: VIDEO_LIMITS,
            output: "/var/tmp/مجلد".into(),
            command: Vec::new(),
        };
        assert_eq!(Task::parse(picture.to_args()), Ok(picture.clone()));
        let video = Task {
            mode: Mode::Video,
            strength: Strength::Full,
            command: ["/usr/bin/ffmpeg", "--weak", "--run"].map(OsString::from).to_vec(),
            ..picture
        };
        assert_eq!(Task::parse(video.to_args()), Ok(video));
    }

    #[test]
    fn unknown_arguments_are_refused() {
        assert!(parse(&[]).is_err());
        assert!(parse(&["shell"]).is_err());
        assert!(parse(&["picture", "--output"]).is_err());
        assert!(parse(&["picture", "--memory", "much"]).is_err());
        assert!(parse(&["picture", "--network", "1"]).is_err());
        assert!(parse(&["video", "--output", "/tmp"]).is_err());
    }
}
