//! Files, folders and disk of this machine.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use media::objects::StoreLocation;

use super::rules::{self, Finding};
use crate::server::{config::Config, static_routes::free_percent};

pub fn check(config: &Config) -> Vec<Finding> {
    let mut folders = vec![("MATJAR_MEDIA_DIR", config.media_dir.clone())];
    match config.uploads.location() {
        StoreLocation::Folder(folder) => folders.push(("MATJAR_UPLOADS", folder)),
        StoreLocation::S3(_) => folders.push(("MATJAR_UPLOAD_SPOOL", config.uploads.upload_spool.clone())),
    }
    let mut findings: Vec<_> = folders.iter().map(|(variable, folder)| writable(variable, folder)).collect();
    findings.extend(folders.iter().filter_map(|(_, folder)| disk(folder, config.min_free_disk)));
    findings
}

/// The configuration contains every password of the shop.
pub fn config_file(path: &Path) -> Finding {
    match fs::metadata(path) {
        Ok(metadata) => rules::config_file(path, metadata.permissions().mode()),
        Err(error) => Finding::failed(
            "config-file",
            format!("{}: {error}", path.display()),
            "Write the configuration there, or correct MATJAR_CONFIG_FILE.",
        ),
    }
}

fn writable(variable: &str, folder: &Path) -> Finding {
    let proof: PathBuf = folder.join(format!(".doctor-{}", std::process::id()));
    let written = fs::write(&proof, b"").and_then(|()| fs::remove_file(&proof));
    match written {
        Ok(()) => Finding::passed("folder", format!("{} can be written", folder.display())),
        Err(error) => Finding::failed(
            "folder",
            format!("{} ({variable}): {error}", folder.display()),
            "Create the folder and give it to the user of the server: `install -d -o matjar -g matjar FOLDER`.",
        ),
    }
}

/// A folder that does not exist is already reported.
fn disk(folder: &Path, min_percent: u64) -> Option<Finding> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(rules::disk(folder, free_percent(&disk), min_percent))
}
