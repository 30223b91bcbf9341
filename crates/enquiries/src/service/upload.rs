//! Receives a file for an element of a form.

use edge::{AppError, Shop, session::TokenHash, upload::Upload};
use kernel::msg;
use media::rules::{RefusalReason, visible_name};
use media::service::{
    self as files, Acceptance, MediaContext, Purpose, Spooled, UploadRefusal, UploadSubject,
};
use sha2::{Digest, Sha256};

use super::{error_text, token::FormToken};
use crate::{
    rules::{Element, ElementKind, FieldError, FileRefusal, MAX_FILE_BYTES, check_file, field_name},
    store::{self, UploadTarget},
};

/// The most files of an element without a limit.
const MAX_FILES: u32 = 50;

/// The element that a file is for, and who sends it.
#[derive(Clone, Copy)]
pub struct FileSubject<'a> {
    pub element: &'a Element,
    pub token: &'a FormToken,
    pub session: &'a TokenHash,
    /// `None`: a guest.
    pub customer: Option<i64>,
    /// `iphorm_upload_id`; `None`: a file inside its form.
    pub upload_id: Option<&'a str>,
}

/// A file that was read, or the text that the visitor reads.
pub type Read = Result<Spooled, String>;

impl FileSubject<'_> {
    fn target<'a>(&'a self, uid_hash: &'a [u8; 32]) -> UploadTarget<'a> {
        UploadTarget {
            session: self.session,
            uid_hash,
            form: self.token.form,
            element: i32::try_from(self.element.id.0).unwrap_or(i32::MAX),
        }
    }

    /// How many files the element takes.
    fn limit(&self) -> u32 {
        match self.element.kind {
            ElementKind::Upload { file_upload_limit: 0, .. } => MAX_FILES,
            ElementKind::Upload { file_upload_limit, .. } => file_upload_limit,
            _ => 0,
        }
    }

    /// The name of the part with the file.
    pub fn part_name(&self) -> String {
        let name = field_name(self.token.form, self.element.id);
        match self.element.kind {
            ElementKind::Upload { file_upload_limit: 0, .. } => format!("{name}[]"),
            _ => name,
        }
    }

    fn refusal(&self, shop: &Shop, name: &str, refusal: FileRefusal) -> String {
        error_text(shop.messages, self.element, &FieldError::File { name: name.to_owned(), refusal })
    }
}

/// Reads the file at which `upload` stands, as far as the element accepts it: number and name are checked before its
/// bytes are read, its size and first bytes while they are. `announced` is the size that the browser has sent before it.
pub async fn read_file(
    shop: &Shop,
    media: &MediaContext,
    subject: FileSubject<'_>,
    upload: &mut Upload,
    announced: Option<u64>,
) -> Result<Read, AppError> {
    let name = visible_name(upload.file_name());
    let uid_hash = subject.token.hash();
    let upload_id = subject.upload_id.unwrap_or_default();
    let waiting = store::count_waiting(&shop.db, subject.target(&uid_hash), upload_id).await?;
    let waiting = usize::try_from(waiting).unwrap_or_default();
    let size = announced.unwrap_or_default();
    let checked = match waiting >= subject.limit() as usize {
        true => Err(FileRefusal::TooMany),
        false => check_file(&subject.element.kind, waiting, &name, size),
    };
    if let Err(refusal) = checked {
        return Ok(Err(subject.refusal(shop, &name, refusal)));
    }
    let ElementKind::Upload { allowed_extensions, file_size_limit, .. } = &subject.element.kind else {
        return Err(AppError::BadRequest("no upload element"));
    };
    let max_bytes = (*file_size_limit).min(MAX_FILE_BYTES);
    let acceptance = Acceptance::Inert {
        max_bytes: announced.map_or(max_bytes, |announced| announced.min(max_bytes)),
        matches_name: !allowed_extensions.is_empty(),
    };
    Ok(match files::spool(media, upload, acceptance).await? {
        Ok(spooled) => Ok(spooled),
        Err(UploadRefusal::File(RefusalReason::Size)) if announced.is_some_and(|size| size < max_bytes) => {
            Err(format!("{name} - {}", shop.messages.text(msg::enquiries::UPLOAD_BYTES_EXCEED)))
        }
        Err(UploadRefusal::File(RefusalReason::Size)) => {
            Err(subject.refusal(shop, &name, FileRefusal::TooBig))
        }
        Err(UploadRefusal::File(_)) => Err(subject.refusal(shop, &name, FileRefusal::TypeNotAllowed)),
        Err(UploadRefusal::Unavailable) => Err(shop.messages.text(msg::enquiries::UPLOAD_FAILED)),
    })
}

/// Stores a file that was read. When this returns `Ok(Ok(()))`, the file waits for its form and survives a crash. The
/// same file again changes nothing.
pub async fn store_file(
    shop: &Shop,
    media: &MediaContext,
    subject: FileSubject<'_>,
    spooled: Spooled,
) -> Result<Result<(), String>, AppError> {
    let now = shop.clock.now();
    let (uid_hash, name) = (subject.token.hash(), spooled.name().to_owned());
    // A file inside its form has no number: it is known by its content.
    let upload_id = match subject.upload_id {
        Some(id) => id.to_owned(),
        None => format!("plain-{}", hex::encode(&spooled.sha256()[..16])),
    };
    let key = [subject.token.as_str(), &subject.element.id.to_string(), &upload_id].join("\n");
    let upload = UploadSubject {
        session: *subject.session,
        customer: subject.customer,
        purpose: Purpose::Enquiry,
        item: None,
        request_key: Some(hex::encode(Sha256::digest(key))),
    };
    let received = match files::receive(media, &shop.db, upload, spooled).await? {
        Ok(received) => received,
        Err(_) => return Ok(Err(shop.messages.text(msg::enquiries::UPLOAD_FAILED))),
    };
    let mut tx = shop.db.begin().await?;
    let file = (received.id, upload_id.as_str());
    let limit = i64::from(subject.limit());
    let is_noted = store::add_waiting(&mut tx, subject.target(&uid_hash), file, limit, now).await?;
    tx.commit().await?;
    if !is_noted {
        // Another file of the element was faster.
        files::delete(media, &shop.db, subject.session, received.id, &received.key).await?;
        return Ok(Err(subject.refusal(shop, &name, FileRefusal::TooMany)));
    }
    Ok(Ok(()))
}
