//! One pair of real renderers for all tests of a process.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
};

use edge::renderer::Place;

/// Kept for the life of the process. Their standard input closes with it, and they end.
static SHARED: OnceLock<Vec<(Place, Child)>> = OnceLock::new();

pub fn root() -> PathBuf {
    // Asked for when it runs: a build folder may be shared by several clones.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    PathBuf::from(package).join("../..")
}

pub fn web_dir() -> PathBuf {
    root().join("web/dist")
}

/// Node as the project installs it, unless the environment names another.
pub fn node() -> PathBuf {
    std::env::var_os("MATJAR_NODE").map_or_else(|| root().join("web/node_modules/.bin/node"), PathBuf::from)
}

pub fn shared() -> Vec<Place> {
    let started = SHARED.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("matjar-test-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
        (0..2).map(|index| spawn(&folder.join(format!("{index}.sock")))).collect()
    });
    started.iter().map(|(place, _)| place.clone()).collect()
}

fn spawn(socket: &Path) -> (Place, Child) {
    let script = web_dir().join("renderer/renderer.mjs");
    assert!(script.exists(), "the views are not built: run `make setup`");
    let child = Command::new(node())
        .args(["--enable-source-maps"])
        .arg(script)
        .arg("--end-with-parent")
        .arg("--socket")
        .arg(socket)
        .env_clear()
        .env("NODE_ENV", "production")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("node starts");
    (Place::Unix(socket.to_owned()), child)
}
