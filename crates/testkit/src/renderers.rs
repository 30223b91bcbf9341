//! One pair of real renderers, shared by all tests of a process.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
};

use edge::renderer::RendererAddress;

/// Lives as long as the process. When the process ends, the renderers' standard input closes and they exit.
static SHARED: OnceLock<Vec<(RendererAddress, Child)>> = OnceLock::new();

pub fn root() -> PathBuf {
    // Read at run time: a build folder may be shared by several clones.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    PathBuf::from(package).join("../..")
}

pub fn web_dir() -> PathBuf {
    root().join("web/dist")
}

/// Returns the path of the project's Node, unless `MATJAR_NODE` is set.
pub fn node() -> PathBuf {
    std::env::var_os("MATJAR_NODE").map_or_else(|| root().join("web/node_modules/.bin/node"), PathBuf::from)
}

pub fn shared() -> Vec<RendererAddress> {
    let started = SHARED.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("matjar-test-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
        (0..2).map(|index| spawn(&folder.join(format!("{index}.sock")))).collect()
    });
    started.iter().map(|(address, _)| address.clone()).collect()
}

fn spawn(socket: &Path) -> (RendererAddress, Child) {
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
    (RendererAddress::Unix(socket.to_owned()), child)
}
