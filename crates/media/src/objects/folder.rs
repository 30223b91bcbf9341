//! Writes of a local store. `object_store` leaves temporary names behind when its process is killed, and lists none of them;
//! here a file is complete and synced before it gets its name, and what a killed process leaves is in the spool.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use object_store::path::Path as Key;

use super::spool::create_folder;

pub fn path(folder: &Path, key: &Key) -> PathBuf {
    key.parts().fold(folder.to_owned(), |path, part| path.join(part.as_ref()))
}

/// Moves a file to its name. Both must be on one file system.
pub fn rename(from: &Path, to: &Path) -> anyhow::Result<()> {
    let parent = parent(to)?;
    create_folder(parent)?;
    fs::rename(from, to)?;
    // The name is durable only when its folder is.
    sync_folder(parent)?;
    Ok(())
}

/// Gives a file a second name. One that exists already is the same file, from an earlier attempt, or the one that it replaces:
/// whoever reads at this moment gets either whole.
pub fn link(from: &Path, to: &Path) -> anyhow::Result<()> {
    let parent = parent(to)?;
    create_folder(parent)?;
    match fs::hard_link(from, to) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => replace(from, to)?,
        done => done?,
    }
    sync_folder(parent)?;
    if let Some(above) = parent.parent() {
        sync_folder(above)?;
    }
    Ok(())
}

fn replace(from: &Path, to: &Path) -> io::Result<()> {
    let new = to.with_extension("new");
    remove(&new)?;
    fs::hard_link(from, &new)?;
    fs::rename(&new, to)?;
    // Renaming one name of a file to another one of the same file does nothing.
    remove(&new)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a folder if it is empty.
pub fn remove_empty(folder: &Path) {
    // Not empty, or gone: both are fine.
    let _ = fs::remove_dir(folder);
}

fn parent(path: &Path) -> io::Result<&Path> {
    path.parent().ok_or_else(|| io::Error::other("a name without a folder"))
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
