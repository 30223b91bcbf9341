//! A local folder for files that are arriving, and for those that the object store cannot take at the moment.

use std::{
    fs,
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::Context;

/// The spool takes no more files of a store that is down.
pub const MAX_SPOOL_BYTES: u64 = 2_000_000_000;

/// A file that arrives for longer than this belongs to a process that has ended: an upload takes ten minutes at most.
const STALE_AFTER: Duration = Duration::from_secs(60 * 60);

const PART: &str = "part";
/// The file with the name of a spool.
const SERVER_ID: &str = "server-id";

#[derive(Debug, Clone)]
pub struct Spool {
    folder: PathBuf,
    /// Names this folder in the rows of files that wait in it; empty if none do.
    server: String,
}

/// A file that is arriving. Removed when dropped, unless it was moved away before.
#[derive(Debug)]
pub struct SpoolFile {
    path: PathBuf,
    file: Option<fs::File>,
}

impl Spool {
    /// The spool of a local store: files wait in it for no store.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        create_folder(folder)?;
        Ok(Self { folder: folder.canonicalize()?, server: String::new() })
    }

    /// The spool of a remote store.
    pub fn open_named(folder: &Path) -> anyhow::Result<Self> {
        let spool = Self::open(folder)?;
        let server = read_or_create_id(&spool.folder.join(SERVER_ID)).context("naming the spool")?;
        Ok(Self { server, ..spool })
    }

    pub fn server(&self) -> &str {
        &self.server
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub async fn create(&self) -> io::Result<SpoolFile> {
        let name = format!("{}.{PART}", hex::encode(rand::random::<[u8; 16]>()));
        let path = self.folder.join(name);
        let opened = {
            let path = path.clone();
            let open =
                move || fs::OpenOptions::new().write(true).read(true).create_new(true).mode(0o660).open(path);
            tokio::task::spawn_blocking(open).await.map_err(io::Error::other)?
        };
        Ok(SpoolFile { path, file: Some(opened?) })
    }

    /// The place of a file that waits for the store.
    pub fn waiting(&self, id: i64) -> PathBuf {
        self.folder.join(id.to_string())
    }

    /// Ids of the files that wait for the store, with their total size.
    pub fn list_waiting(&self) -> io::Result<(Vec<i64>, u64)> {
        let (mut ids, mut bytes) = (Vec::new(), 0);
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) {
                ids.push(id);
                bytes += entry.metadata().map_or(0, |found| found.len());
            }
        }
        Ok((ids, bytes))
    }

    /// Whether nothing was written to a file for so long that its process must have ended.
    pub fn is_stale(&self, path: &Path) -> bool {
        let modified = path.metadata().and_then(|found| found.modified());
        let age = modified.map(|then| SystemTime::now().duration_since(then).unwrap_or_default());
        age.is_ok_and(|age| age > STALE_AFTER)
    }

    /// Removes what uploads have left that ended with their process.
    pub fn remove_stale(&self) -> io::Result<usize> {
        let mut removed = 0;
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == PART) && self.is_stale(&path) {
                remove(&path);
                removed += 1;
            }
        }
        Ok(removed)
    }
}

impl SpoolFile {
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (mut file, bytes) = (self.take_file()?, bytes.to_vec());
        // One step at a time: the file comes back with the result.
        let (file, written) = tokio::task::spawn_blocking(move || {
            let written = file.write_all(&bytes);
            (file, written)
        })
        .await
        .map_err(io::Error::other)?;
        self.file = Some(file);
        written
    }

    /// Waits until the bytes are on the disk.
    pub async fn sync(&mut self) -> io::Result<()> {
        let file = self.take_file()?;
        let (file, synced) = tokio::task::spawn_blocking(move || {
            let synced = file.sync_all();
            (file, synced)
        })
        .await
        .map_err(io::Error::other)?;
        self.file = Some(file);
        synced
    }

    fn take_file(&mut self) -> io::Result<fs::File> {
        self.file.take().ok_or_else(|| io::Error::other("an earlier step failed"))
    }

    /// Lets the file wait for the store, under its id. Durable when this returns.
    pub async fn wait_for_store(self, spool: &Spool, id: i64) -> io::Result<()> {
        let (from, to, folder) = (self.path.clone(), spool.waiting(id), spool.folder.clone());
        let renamed = tokio::task::spawn_blocking(move || {
            fs::rename(from, to)?;
            fs::File::open(folder)?.sync_all()
        });
        renamed.await.map_err(io::Error::other)?
    }
}

impl Drop for SpoolFile {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// The name outlives the process: the next one delivers what this one has left.
fn read_or_create_id(path: &Path) -> io::Result<String> {
    let id = hex::encode(rand::random::<[u8; 16]>());
    match fs::OpenOptions::new().write(true).create_new(true).mode(0o660).open(path) {
        Ok(mut file) => {
            file.write_all(id.as_bytes())?;
            file.sync_all()?;
            Ok(id)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::read_to_string(path),
        Err(error) => Err(error),
    }
}

pub(crate) fn remove(path: &Path) {
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(%error, path = %path.display(), "removing a spooled file failed");
    }
}

/// Creates a folder that other users cannot access, except those of the group: the media process may have a user of its
/// own.
pub(crate) fn create_folder(folder: &Path) -> anyhow::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o770)
        .create(folder)
        .with_context(|| format!("creating {}", folder.display()))
}
