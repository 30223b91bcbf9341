//! The child's side. Everything here runs without an asynchronous runtime and without threads.

use std::{
    ffi::OsString,
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, ExitCode},
};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::{
    lockdown::{self, Files},
    task::{Mode, Task},
};
use crate::{
    picture,
    rules::{RefusalReason, WIDTHS},
};

/// The child could not do its work, for a reason outside the file. Not a code that ffmpeg or a panic ends with.
pub const EXIT_FAILED: u8 = 70;

/// What the child reports about a picture.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PictureReport {
    Done {
        frames: u32,
        /// Width and height of each file, in the order of [`WIDTHS`].
        sizes: Vec<(u32, u32)>,
        /// The most memory that the child has used, in KiB.
        peak_kib: u64,
    },
    Refused(RefusalReason),
}

/// Runs the command `media-jail` with the arguments that follow its name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error:#}");
            ExitCode::from(EXIT_FAILED)
        }
    }
}

fn run(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<()> {
    let task = Task::parse(args).map_err(anyhow::Error::msg)?;
    match task.mode {
        Mode::Check => lockdown::apply(&task.limits, task.strength, &Files::None),
        Mode::Picture => run_picture(&task),
        Mode::Video => run_program(&task),
    }
}

/// The name of the file with the picture of this width.
pub fn webp_name(width: u32) -> String {
    format!("{width}.webp")
}

fn run_picture(task: &Task) -> anyhow::Result<()> {
    // Whatever has a name is opened now; afterwards nothing can be.
    let mut outputs = Vec::with_capacity(WIDTHS.len());
    for width in WIDTHS {
        outputs.push(new_file(&task.output.join(webp_name(width)))?);
    }
    let mut status = File::open("/proc/self/status").ok();
    lockdown::apply(&task.limits, task.strength, &Files::None)?;

    let mut bytes = Vec::new();
    io::stdin().take(task.limits.file_bytes).read_to_end(&mut bytes).context("reading the picture")?;
    let report = match picture::process(&bytes) {
        Ok(done) => {
            let mut sizes = Vec::with_capacity(done.files.len());
            for (file, output) in done.files.iter().zip(&mut outputs) {
                output.write_all(&file.content).context("writing a picture")?;
                sizes.push((file.width, file.height));
            }
            PictureReport::Done { frames: done.frames, sizes, peak_kib: peak_kib(status.as_mut()) }
        }
        Err(reason) => PictureReport::Refused(reason),
    };
    let report = serde_json::to_vec(&report).context("reporting")?;
    io::stdout().write_all(&report).and_then(|()| io::stdout().flush()).context("reporting")
}

fn new_file(path: &Path) -> anyhow::Result<File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)
        .with_context(|| format!("creating {}", path.display()))
}

/// The kernel's own figure, of a file that was opened earlier and says what is true when it is read.
fn peak_kib(status: Option<&mut File>) -> u64 {
    let mut text = String::new();
    let read = status.map(|file| file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_string(&mut text)));
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).filter(|_| read.is_some());
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or_default()
}

/// Returns only if the program did not start.
fn run_program(task: &Task) -> anyhow::Result<()> {
    let (program, arguments) = task.command.split_first().context("no program")?;
    let program = Path::new(program).canonicalize().context("looking for the program")?;
    let files = Files::OfProgram { program: &program, output: &task.output };
    lockdown::apply(&task.limits, task.strength, &files)?;
    let error = Command::new(&program).args(arguments).env_clear().exec();
    Err(error).with_context(|| format!("starting {}", program.display()))
}
