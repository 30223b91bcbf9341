//! Receives a file: into the spool, then into the store, then its row, then the answer.

use std::{io, path::Path};

use chrono::TimeDelta;
use edge::{AppError, session::TokenHash, upload::Upload};
use kernel::{Key, msg};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};

use super::MediaContext;
use crate::{
    jobs::{ProcessMedia, ScanMedia},
    objects::{Objects, SpoolFile, spool::MAX_SPOOL_BYTES},
    rules::{
        MAX_FILE_BYTES, MediaKind, MediaType, RefusalReason, SNIFF_BYTES, agreed_type, content_matches_name,
        shown_name,
    },
    store::{self, NewFile},
};

/// Bytes that are collected before they are written.
const WRITE_BYTES: usize = 128 * 1024;

/// Why an upload was not accepted. The visitor reads [`UploadRefusal::message`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UploadRefusal {
    #[error("{0}")]
    File(#[from] RefusalReason),
    /// No free space on the disk, the store is down for too long, or guests have sent too much today.
    #[error("uploads are not accepted at the moment")]
    Unavailable,
}

impl UploadRefusal {
    pub const fn message(self) -> Key {
        match self {
            Self::File(reason) => reason.message(),
            Self::Unavailable => msg::media::UPLOADS_UNAVAILABLE,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::File(reason) => reason.as_str(),
            Self::Unavailable => "unavailable",
        }
    }
}

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Review,
    /// A picture of a product, sent by staff.
    Product,
    /// A picture of the shop's library, sent by staff.
    Library,
    /// Any file of an enquiry or an order: stored as it came, never processed and never public.
    Enquiry,
}

impl Purpose {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Product => "product",
            Self::Library => "library",
            Self::Enquiry => "enquiry",
        }
    }

    /// Moves a spooled file to its place in the store.
    async fn put(self, objects: &Objects, id: i64, path: &Path) -> anyhow::Result<()> {
        match self {
            Self::Review | Self::Product | Self::Library => objects.put_inbox(id, path).await,
            Self::Enquiry => objects.put_form(id, path).await,
        }
    }

    async fn delete(self, objects: &Objects, id: i64) -> anyhow::Result<()> {
        match self {
            Self::Review | Self::Product | Self::Library => objects.delete_inbox(id).await,
            Self::Enquiry => objects.delete_private(id).await,
        }
    }

    /// Enqueues what is done with a file in the store.
    async fn follow_up(self, db: &mut PgConnection, id: i64) -> anyhow::Result<()> {
        match self {
            Self::Review | Self::Product | Self::Library => {
                edge::jobs::enqueue(db, &ProcessMedia { id }, Some(&ProcessMedia::key(id))).await?;
            }
            Self::Enquiry => edge::jobs::enqueue(db, &ScanMedia { id }, Some(&ScanMedia::key(id))).await?,
        }
        Ok(())
    }
}

/// Which files are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acceptance {
    /// Pictures and videos whose content, declared type and name agree.
    Media,
    /// Any file. It stays as it is, and nothing opens it.
    Inert {
        max_bytes: u64,
        /// The content must be of the type that the end of the name promises.
        matches_name: bool,
    },
}

impl Acceptance {
    const fn max_bytes(self) -> u64 {
        match self {
            Self::Media => MAX_FILE_BYTES,
            Self::Inert { max_bytes, .. } => max_bytes,
        }
    }
}

/// Who sends a file, and what it is about.
#[derive(Debug, Clone)]
pub struct UploadSubject {
    pub session: TokenHash,
    /// `None`: a guest.
    pub customer: Option<i64>,
    pub purpose: Purpose,
    /// The product.
    pub item: Option<i64>,
    /// The `Idempotency-Key` of the request: the same file sent again has the same id.
    pub request_key: Option<String>,
}

/// A file that has arrived on this server and whose type is known. Gone when dropped.
#[derive(Debug)]
pub struct Spooled {
    file: SpoolFile,
    /// `None`: an inert file.
    pub media_type: Option<MediaType>,
    name: String,
    sha256: [u8; 32],
    pub bytes: u64,
}

/// The answer to an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub id: i64,
    /// Needed to attach or delete the file.
    pub key: String,
}

/// Reads the file of a request into the spool. Its type is judged by its first bytes, before the rest is read.
///
/// The outer error is one of the request: a sender that is too slow, or has sent too much. The inner one is the answer
/// to the visitor.
pub async fn spool(
    media: &MediaContext,
    upload: &mut Upload,
    acceptance: Acceptance,
) -> Result<Result<Spooled, UploadRefusal>, AppError> {
    let spooled = match check_room(media) {
        Ok(()) => read(media, upload, acceptance).await?,
        Err(refusal) => Err(refusal),
    };
    if let Err(refusal) = &spooled {
        count_refusal(*refusal);
    }
    Ok(spooled)
}

fn count_refusal(refusal: UploadRefusal) {
    metrics::counter!("matjar_media_refused_total", "reason" => refusal.as_str()).increment(1);
}

fn check_room(media: &MediaContext) -> Result<(), UploadRefusal> {
    let free = media.objects.free_disk_percent();
    if free < media.limits.min_free_disk {
        tracing::error!(free, "uploads refused: the disk is nearly full");
        return Err(UploadRefusal::Unavailable);
    }
    Ok(())
}

async fn read(
    media: &MediaContext,
    upload: &mut Upload,
    acceptance: Acceptance,
) -> Result<Result<Spooled, UploadRefusal>, AppError> {
    let name = upload.file_name().to_owned();
    let declared = upload.declared_type().to_owned();
    let mut writer = match Writer::create_in(&media.objects, name, declared, acceptance).await {
        Ok(writer) => writer,
        Err(error) => return Ok(Err(disk_failure(&error))),
    };
    while let Some(chunk) = upload.chunk().await? {
        match writer.write(&chunk).await {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => return Ok(Err(reason.into())),
            Err(error) => return Ok(Err(disk_failure(&error))),
        }
    }
    Ok(match writer.finish().await {
        Ok(Ok(spooled)) if spooled.is_video() && !media.limits.accepts_videos => {
            Err(RefusalReason::VideoUnsupported.into())
        }
        Ok(done) => done.map_err(UploadRefusal::File),
        Err(error) => Err(disk_failure(&error)),
    })
}

fn disk_failure(error: &io::Error) -> UploadRefusal {
    tracing::error!(%error, "writing an upload failed");
    UploadRefusal::Unavailable
}

/// Writes, hashes and judges a file while it arrives.
pub(crate) struct Writer {
    file: SpoolFile,
    name: String,
    declared: String,
    acceptance: Acceptance,
    hash: Sha256,
    pending: Vec<u8>,
    bytes: u64,
    is_judged: bool,
    media_type: Option<MediaType>,
}

impl Writer {
    pub async fn create_in(
        objects: &Objects,
        name: String,
        declared: String,
        acceptance: Acceptance,
    ) -> io::Result<Self> {
        Ok(Self {
            file: objects.spool().create().await?,
            name,
            declared,
            acceptance,
            hash: Sha256::new(),
            pending: Vec::with_capacity(WRITE_BYTES),
            bytes: 0,
            is_judged: false,
            media_type: None,
        })
    }

    pub async fn write(&mut self, chunk: &[u8]) -> io::Result<Result<(), RefusalReason>> {
        self.bytes += chunk.len() as u64;
        if self.bytes > self.acceptance.max_bytes() {
            return Ok(Err(RefusalReason::Size));
        }
        self.hash.update(chunk);
        self.pending.extend_from_slice(chunk);
        if !self.is_judged
            && self.pending.len() >= SNIFF_BYTES
            && let Err(reason) = self.judge()
        {
            return Ok(Err(reason));
        }
        if self.pending.len() >= WRITE_BYTES {
            self.flush().await?;
        }
        Ok(Ok(()))
    }

    /// Judges a file by its first bytes.
    fn judge(&mut self) -> Result<(), RefusalReason> {
        let first = &self.pending[..self.pending.len().min(SNIFF_BYTES)];
        match self.acceptance {
            Acceptance::Media => {
                self.media_type = Some(agreed_type(first, &self.declared, &self.name)?);
            }
            Acceptance::Inert { matches_name, .. } => {
                if matches_name && !content_matches_name(first, &self.name) {
                    return Err(RefusalReason::Type);
                }
            }
        }
        self.is_judged = true;
        Ok(())
    }

    async fn flush(&mut self) -> io::Result<()> {
        self.file.write(&self.pending).await?;
        self.pending.clear();
        Ok(())
    }

    /// The bytes are on the disk when this returns.
    pub async fn finish(mut self) -> io::Result<Result<Spooled, RefusalReason>> {
        if !self.is_judged
            && let Err(reason) = self.judge()
        {
            return Ok(Err(reason));
        }
        self.flush().await?;
        self.file.sync().await?;
        let Self { file, name, media_type, hash, bytes, .. } = self;
        let name = shown_name(&name);
        Ok(Ok(Spooled { file, media_type, name, sha256: hash.finalize().into(), bytes }))
    }
}

impl Spooled {
    /// The type that its row has. That of an inert file says nothing about it.
    fn mime(&self) -> &'static str {
        self.media_type.map_or("application/octet-stream", MediaType::mime)
    }

    fn is_video(&self) -> bool {
        self.media_type.is_some_and(|media_type| media_type.kind() == MediaKind::Video)
    }

    /// The name as staff see it.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn path(&self) -> &std::path::Path {
        self.file.path()
    }

    pub fn sha256(&self) -> &[u8] {
        &self.sha256
    }
}

/// Stores a spooled file. When this returns `Received`, the file and its row survive a crash. To be called after all
/// fields of the form were checked.
pub async fn receive(
    media: &MediaContext,
    db: &PgPool,
    subject: UploadSubject,
    spooled: Spooled,
) -> Result<Result<Received, UploadRefusal>, AppError> {
    let received = |id| Received { id, key: media.keys.key(id) };
    if let Some(id) = earlier(db, &subject, &spooled.sha256).await? {
        return Ok(Ok(received(id)));
    }
    let is_staff = matches!(subject.purpose, Purpose::Product | Purpose::Library);
    let is_guest = subject.customer.is_none() && !is_staff;
    if is_guest && !guests_have_room(media, db, spooled.bytes).await? {
        count_refusal(UploadRefusal::Unavailable);
        return Ok(Err(UploadRefusal::Unavailable));
    }
    let (id, purpose, mime) = (random_id(), subject.purpose, spooled.mime());
    let Spooled { file, name, sha256, bytes, .. } = spooled;
    let spooled_on = match put(media, purpose, id, file).await {
        Ok(spooled_on) => spooled_on,
        Err(refusal) => {
            count_refusal(refusal);
            return Ok(Err(refusal));
        }
    };
    let new = NewFile {
        id,
        session: &subject.session,
        customer: subject.customer,
        request_key: subject.request_key.as_deref(),
        purpose: purpose.as_str(),
        item: subject.item,
        name: &name,
        media_type: mime,
        sha256: &sha256,
        bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
        spooled_on: spooled_on.as_deref(),
    };
    // Without a row the stored file is an orphan, and the cleanup deletes it: whether a lost commit has happened is not
    // known here.
    let mut tx = db.begin().await?;
    if !store::insert(&mut *tx, &new, media.clock.now()).await? {
        tx.rollback().await?;
        if let Err(error) = purpose.delete(&media.objects, id).await {
            tracing::warn!(error = format!("{error:#}"), id, "deleting a repeated upload failed");
        }
        let earlier = earlier(db, &subject, &sha256).await?;
        let earlier = earlier.ok_or_else(|| anyhow::anyhow!("an upload conflicts with no other"))?;
        return Ok(Ok(received(earlier)));
    }
    if spooled_on.is_none() {
        purpose.follow_up(&mut tx, id).await?;
    }
    tx.commit().await?;
    metrics::counter!("matjar_media_received_total", "type" => mime).increment(1);
    metrics::counter!("matjar_media_received_bytes_total").increment(bytes);
    Ok(Ok(received(id)))
}

/// The same file, sent before with the same key. Another file with that key is an error of the sender.
async fn earlier(db: &PgPool, subject: &UploadSubject, sha256: &[u8; 32]) -> Result<Option<i64>, AppError> {
    let Some(key) = &subject.request_key else { return Ok(None) };
    let Some(found) = store::find_by_request(db, &subject.session, key).await? else { return Ok(None) };
    if found.sha256.as_deref() != Some(sha256.as_slice()) {
        return Err(AppError::KeyReused);
    }
    Ok(Some(found.id))
}

/// Ids are numbers on the wire: 63 random bits, never 0.
pub(crate) fn random_id() -> i64 {
    i64::try_from(rand::random::<u64>() >> 1).unwrap_or(i64::MAX).max(1)
}

async fn guests_have_room(media: &MediaContext, db: &PgPool, bytes: u64) -> Result<bool, AppError> {
    let since = media.clock.now() - TimeDelta::days(1);
    let sent = store::guest_bytes_since(db, since).await?;
    let has_room = sent.saturating_add_unsigned(bytes) <= media.limits.guest_bytes_per_day;
    if !has_room {
        tracing::error!(sent, "uploads of guests refused: their limit of today is reached");
    }
    Ok(has_room)
}

/// Moves a file into the store. If a remote store is down, the file stays in the spool, and the spool's name is returned.
async fn put(
    media: &MediaContext,
    purpose: Purpose,
    id: i64,
    file: SpoolFile,
) -> Result<Option<String>, UploadRefusal> {
    let objects = &media.objects;
    let Err(error) = purpose.put(objects, id, file.path()).await else { return Ok(None) };
    tracing::warn!(error = format!("{error:#}"), id, "storing an upload failed");
    if !objects.is_remote() {
        return Err(UploadRefusal::Unavailable);
    }
    let spool = objects.spool();
    match spool.list_waiting() {
        Ok((_, bytes)) if bytes < MAX_SPOOL_BYTES => {}
        _ => return Err(UploadRefusal::Unavailable),
    }
    match file.wait_for_store(spool, id).await {
        Ok(()) => Ok(Some(spool.server().to_owned())),
        Err(error) => Err(disk_failure(&error)),
    }
}

/// Delivers the files of the spool to the store. Returns how many still wait.
pub async fn deliver_spooled(media: &MediaContext, db: &PgPool) -> anyhow::Result<usize> {
    let spool = media.objects.spool();
    spool.remove_stale()?;
    let (ids, _) = spool.list_waiting()?;
    let mut waiting = ids.len();
    for id in ids {
        let path = spool.waiting(id);
        match store::find_spooled(db, id, spool.server()).await? {
            Some(found) if found.is_here => {
                let purpose = if found.is_inert { Purpose::Enquiry } else { Purpose::Review };
                purpose.put(&media.objects, id, &path).await?;
                let mut tx = db.begin().await?;
                store::mark_delivered(&mut *tx, id).await?;
                purpose.follow_up(&mut tx, id).await?;
                tx.commit().await?;
                crate::objects::spool::remove(&path);
            }
            // Delivered before, and the server ended before it removed the file.
            Some(_) => crate::objects::spool::remove(&path),
            // Its row may be just about to be written.
            None if spool.is_stale(&path) => crate::objects::spool::remove(&path),
            None => continue,
        }
        waiting -= 1;
    }
    Ok(waiting)
}
