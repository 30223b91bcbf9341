use std::{
    fs::{self, File},
    io::Cursor,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

use image::{ImageFormat, Rgb, RgbImage};
use media::{
    jail::{self, JailConfig, JailError, Outputs, VideoTools},
    rules::{MediaKind, RefusalReason},
};

/// The example that plays the child. `cargo test` builds it with the tests.
pub fn child() -> PathBuf {
    let test = std::env::current_exe().expect("the test itself");
    let child = test.ancestors().nth(2).expect("target folder").join("examples/jail");
    assert!(child.is_file(), "missing; run: cargo build -p media --examples");
    child
}

pub fn config() -> JailConfig {
    JailConfig::new(child())
}

/// With ffmpeg, which CI installs. Tests of videos fail without it: skipping would hide them.
pub fn config_with_tools() -> JailConfig {
    let tools = VideoTools::find(&std::env::var_os("PATH").expect("a search path"));
    assert!(tools.is_some(), "ffmpeg and ffprobe are needed for the tests of videos");
    config().with_tools(tools)
}

/// A folder of its own that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("matjar-jail-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).expect("a file");
        path
    }

    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.0)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub struct Processed {
    pub outputs: Outputs,
    pub folder: Folder,
}

impl Processed {
    pub fn content(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name)).expect("an output")
    }

    pub fn size(&self, name: &str) -> (u32, u32) {
        let output = self.outputs.files.iter().find(|output| output.name == name).expect("an output");
        (output.width, output.height)
    }
}

pub async fn process(config: &JailConfig, kind: MediaKind, input: &Path) -> Result<Processed, JailError> {
    let folder = Folder::new();
    let outputs = jail::process(config, kind, File::open(input).expect("input"), folder.path()).await?;
    let mut names: Vec<String> = outputs.files.iter().map(|output| output.name.clone()).collect();
    names.sort();
    assert_eq!(folder.names(), names, "nothing else is left in the folder");
    for output in &outputs.files {
        let length = fs::metadata(folder.path().join(&output.name)).expect("an output").len();
        assert_eq!(length, output.bytes);
    }
    Ok(Processed { outputs, folder })
}

pub fn refusal(result: Result<Processed, JailError>) -> RefusalReason {
    match result {
        Err(JailError::Refused(reason)) => reason,
        Err(JailError::Failed(error)) => panic!("not refused but failed: {error:#}"),
        Ok(processed) => panic!("not refused: {:?}", processed.outputs),
    }
}

pub fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, (x + y) as u8]));
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("encoded");
    bytes.into_inner()
}

/// Makes a video with ffmpeg outside the jail. The arguments stand between the sources and the file.
pub fn ffmpeg(folder: &Folder, name: &str, args: &[&str]) -> PathBuf {
    let path = folder.path().join(name);
    let output = Command::new("ffmpeg")
        .args(["-nostdin", "-v", "error", "-y"])
        .args(args)
        .arg(&path)
        .output()
        .expect("ffmpeg runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    path
}

pub fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
