//! The object store: where the bytes of files are, and under which names.
//!
//! | name | content |
//! |---|---|
//! | `inbox/{id}` | as received, until it is processed |
//! | `held/{id}/…` | as processed, for staff, and for publishing |
//! | `m/{first two}/{name}/…` | published copies: the only ones that are served to everybody |
//! | `forms/{id}` | files of enquiries, as received: never processed, never published |
//!
//! A file arrives in a local [`spool`] first, where it is checked, hashed and synced to the disk. Then it moves into the
//! store: a rename in a local folder, an upload to S3. If S3 is down it stays in the spool until this server can deliver
//! it.

mod folder;
pub mod spool;

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream::BoxStream};
use object_store::{
    BackoffConfig, ClientOptions, GetOptions, GetResult, ObjectStore, ObjectStoreExt, RetryConfig,
    aws::AmazonS3Builder, local::LocalFileSystem, path::Path as Key, prefix::PrefixStore,
};
use secrecy::{ExposeSecret, SecretString};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::Semaphore,
};

pub use spool::{Spool, SpoolFile};

/// Where the store is.
#[derive(Debug, Clone)]
pub enum StoreLocation {
    Folder(PathBuf),
    S3(S3Config),
}

#[derive(Debug, Clone)]
pub struct S3Config {
    pub bucket: String,
    /// Before all names; may be empty.
    pub prefix: String,
    /// Empty: that of Amazon.
    pub endpoint: String,
    pub region: String,
    pub key: String,
    pub secret: SecretString,
}

/// How long the store may take for one request before a file stays in the spool.
const STORE_TIMEOUT: Duration = Duration::from_secs(20);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Parts in which a file is sent to S3; its minimum is 5 MiB.
const PART_BYTES: usize = 5 * 1024 * 1024;
/// Bytes that are copied at once inside a local store.
const COPY_BYTES: usize = 128 * 1024;
/// Files that are sent to S3 at once: each holds a part in memory.
const PARALLEL_PUTS: usize = 4;

#[derive(Clone)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The folder of a local store.
    folder: Option<PathBuf>,
    spool: Spool,
    puts: Arc<Semaphore>,
}

pub fn inbox(id: i64) -> Key {
    Key::from_iter(["inbox".to_owned(), id.to_string()])
}

pub fn form(id: i64) -> Key {
    Key::from_iter([FORMS.to_owned(), id.to_string()])
}

pub fn held(id: i64, name: &str) -> Key {
    Key::from_iter(["held".to_owned(), id.to_string(), name.to_owned()])
}

fn held_folder(id: i64) -> Key {
    Key::from_iter(["held".to_owned(), id.to_string()])
}

/// Folders of at most some thousand entries each.
pub fn public(public_name: &str, name: &str) -> Key {
    Key::from_iter([PUBLIC, first_two(public_name), public_name, name])
}

fn public_folder(public_name: &str) -> Key {
    Key::from_iter([PUBLIC, first_two(public_name), public_name])
}

/// The folder that a CDN may read.
pub const PUBLIC: &str = "m";
/// The folder of enquiries.
const FORMS: &str = "forms";

/// The end of the public names of files that another one may replace.
pub const REPLACEABLE: &str = "r";

pub fn first_two(public_name: &str) -> &str {
    public_name.get(..2).unwrap_or(public_name)
}

impl Objects {
    /// `spool`: the local folder of a remote store; a local store has its own.
    pub fn open(location: &StoreLocation, spool: &Path) -> anyhow::Result<Self> {
        match location {
            StoreLocation::Folder(folder) => Self::in_folder(folder),
            StoreLocation::S3(config) => Self::in_s3(config, spool),
        }
    }

    pub fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        // The spool is part of the same file system, so that a file moves by a rename.
        let spool = Spool::open(&folder.join("spool"))?;
        for name in ["inbox", FORMS] {
            spool::create_folder(&folder.join(name))?;
        }
        let store = LocalFileSystem::new_with_prefix(folder)
            .with_context(|| format!("opening {}", folder.display()))?;
        let folder = Some(folder.canonicalize()?);
        Ok(Self { store: Arc::new(store), folder, spool, puts: Arc::new(Semaphore::new(PARALLEL_PUTS)) })
    }

    fn in_s3(config: &S3Config, spool: &Path) -> anyhow::Result<Self> {
        edge::outbound::install_crypto();
        let client = ClientOptions::new()
            .with_connect_timeout(CONNECT_TIMEOUT)
            .with_timeout(STORE_TIMEOUT)
            .with_allow_http(config.endpoint.starts_with("http://"));
        let retry = RetryConfig {
            backoff: BackoffConfig::default(),
            max_retries: 2,
            retry_timeout: Duration::from_secs(10),
        };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&config.bucket)
            .with_region(&config.region)
            .with_access_key_id(&config.key)
            .with_secret_access_key(config.secret.expose_secret())
            .with_client_options(client)
            .with_retry(retry);
        if !config.endpoint.is_empty() {
            builder = builder.with_endpoint(&config.endpoint);
        }
        let store = builder.build().context("invalid S3 configuration")?;
        let store: Arc<dyn ObjectStore> = if config.prefix.is_empty() {
            Arc::new(store)
        } else {
            Arc::new(PrefixStore::new(store, config.prefix.as_str()))
        };
        Ok(Self {
            store,
            folder: None,
            spool: Spool::open_named(spool)?,
            puts: Arc::new(Semaphore::new(PARALLEL_PUTS)),
        })
    }

    pub fn spool(&self) -> &Spool {
        &self.spool
    }

    pub fn is_remote(&self) -> bool {
        self.folder.is_none()
    }

    /// Moves a spooled file into the inbox, or copies it if the store is remote. It is durable when this returns.
    pub async fn put_inbox(&self, id: i64, spooled: &Path) -> anyhow::Result<()> {
        self.put_spooled(&inbox(id), spooled).await
    }

    /// The same for a file of an enquiry.
    pub async fn put_form(&self, id: i64, spooled: &Path) -> anyhow::Result<()> {
        self.put_spooled(&form(id), spooled).await
    }

    async fn put_spooled(&self, key: &Key, spooled: &Path) -> anyhow::Result<()> {
        match &self.folder {
            Some(folder) => {
                let (from, to) = (spooled.to_owned(), folder::path(folder, key));
                let moved = tokio::task::spawn_blocking(move || folder::rename(&from, &to));
                moved.await?.context("moving a file into the store")
            }
            None => self.put_file(key, spooled).await,
        }
    }

    /// Stores a local file under a name.
    pub async fn put_file(&self, key: &Key, path: &Path) -> anyhow::Result<()> {
        let mut file = tokio::fs::File::open(path).await?;
        if let Some(folder) = &self.folder {
            let mut copy = self.spool.create().await?;
            let mut buffer = vec![0; COPY_BYTES];
            loop {
                match file.read(&mut buffer).await? {
                    0 => break,
                    read => copy.write(&buffer[..read]).await?,
                }
            }
            copy.sync().await?;
            let (from, to) = (copy.path().to_owned(), folder::path(folder, key));
            return tokio::task::spawn_blocking(move || folder::rename(&from, &to))
                .await?
                .with_context(|| format!("storing {key}"));
        }
        let _permit = self.puts.acquire().await?;
        let mut writer =
            object_store::buffered::BufWriter::with_capacity(self.store.clone(), key.clone(), PART_BYTES)
                .with_max_concurrency(1);
        let copied = async {
            tokio::io::copy(&mut file, &mut writer).await?;
            writer.shutdown().await
        };
        let done = tokio::time::timeout(4 * STORE_TIMEOUT, copied).await;
        done.map_err(io::Error::from).flatten().with_context(|| format!("storing {key}"))
    }

    /// Opens a file of the inbox for a reader that needs a local one.
    pub async fn inbox_file(&self, id: i64) -> anyhow::Result<File> {
        self.local_file(&inbox(id)).await
    }

    /// The same for a file of an enquiry.
    pub async fn form_file(&self, id: i64) -> anyhow::Result<File> {
        self.local_file(&form(id)).await
    }

    async fn local_file(&self, key: &Key) -> anyhow::Result<File> {
        if let Some(folder) = &self.folder {
            return Ok(File::open(folder::path(folder, key))?);
        }
        let mut copy = self.spool.create().await?;
        let mut content = self.store.get(key).await?.into_stream();
        while let Some(chunk) = content.try_next().await? {
            copy.write(&chunk).await?;
        }
        // The open file stays readable after its name is gone.
        let file = File::open(copy.path())?;
        Ok(file)
    }

    pub async fn get(&self, key: &Key, options: GetOptions) -> object_store::Result<GetResult> {
        self.store.get_opts(key, options).await
    }

    /// Copies what processing wrote to its public name.
    pub async fn publish(&self, id: i64, public_name: &str, names: &[String]) -> anyhow::Result<()> {
        for name in names {
            let (from, to) = (held(id, name), public(public_name, name));
            let copied = match &self.folder {
                Some(folder) => {
                    let (from, to) = (folder::path(folder, &from), folder::path(folder, &to));
                    tokio::task::spawn_blocking(move || folder::link(&from, &to)).await?
                }
                None => self.store.copy(&from, &to).await.map_err(anyhow::Error::from),
            };
            copied.with_context(|| format!("publishing {from}"))?;
        }
        Ok(())
    }

    pub async fn delete_public(&self, public_name: &str) -> anyhow::Result<()> {
        self.delete_folder(public_folder(public_name)).await
    }

    /// Deletes a file as received. A file that is gone is no error.
    pub async fn delete_inbox(&self, id: i64) -> anyhow::Result<()> {
        self.delete(&inbox(id)).await
    }

    /// Deletes everything of a file that is not public.
    pub async fn delete_private(&self, id: i64) -> anyhow::Result<()> {
        self.delete_inbox(id).await?;
        self.delete(&form(id)).await?;
        self.delete_folder(held_folder(id)).await
    }

    async fn delete_folder(&self, folder: Key) -> anyhow::Result<()> {
        let objects: Vec<_> = self.store.list(Some(&folder)).try_collect().await?;
        for object in objects {
            self.delete(&object.location).await?;
        }
        if let Some(local) = &self.folder {
            folder::remove_empty(&folder::path(local, &folder));
        }
        Ok(())
    }

    /// Deletes an object that belongs to nothing, and its folder if that was the last one in it.
    pub async fn delete_orphan(&self, key: &Key, owner: &ObjectOwner) -> anyhow::Result<()> {
        self.delete(key).await?;
        let is_own_folder = matches!(owner, ObjectOwner::Held(_) | ObjectOwner::Public(_));
        if let Some(local) = self.folder.as_ref().filter(|_| is_own_folder)
            && let Some(folder) = folder::path(local, key).parent()
        {
            folder::remove_empty(folder);
        }
        Ok(())
    }

    async fn delete(&self, key: &Key) -> anyhow::Result<()> {
        match self.store.delete(key).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error).with_context(|| format!("deleting {key}")),
        }
    }

    /// Names of objects that are older than `before`, with the folder that each belongs to.
    pub fn list_older(&self, before: DateTime<Utc>) -> BoxStream<'_, anyhow::Result<(Key, ObjectOwner)>> {
        let folders = futures_util::stream::iter(["inbox", "held", FORMS, PUBLIC]);
        let objects = folders.flat_map(|folder| self.store.list(Some(&Key::from(folder))));
        let old = objects.try_filter(move |object| std::future::ready(object.last_modified < before));
        old.map_err(anyhow::Error::from)
            .map_ok(|object| {
                let owner = ObjectOwner::of(&object.location);
                (object.location, owner)
            })
            .boxed()
    }

    /// Returns the free share of the disk that takes uploads, in percent.
    pub fn free_disk_percent(&self) -> u64 {
        rustix::fs::statvfs(self.spool.folder()).map_or(100, |disk| {
            // As `df` counts: blocks reserved for other users are neither free nor usable.
            let usable = disk.f_blocks - disk.f_bfree + disk.f_bavail;
            (disk.f_bavail * 100).checked_div(usable).unwrap_or(100)
        })
    }
}

/// The row that an object belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectOwner {
    Inbox(i64),
    Held(i64),
    Form(i64),
    Public(String),
    /// A name that nothing of ours has.
    Nobody,
}

impl ObjectOwner {
    fn of(key: &Key) -> Self {
        let parts: Vec<_> = key.parts().collect();
        let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
        match parts.as_slice() {
            ["inbox", id] => id.parse().map_or(Self::Nobody, Self::Inbox),
            ["held", id, _] => id.parse().map_or(Self::Nobody, Self::Held),
            [FORMS, id] => id.parse().map_or(Self::Nobody, Self::Form),
            [PUBLIC, _, name, _] => Self::Public((*name).to_owned()),
            _ => Self::Nobody,
        }
    }
}

#[cfg(test)]
mod tests;
