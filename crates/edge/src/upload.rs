//! Uploads: a multipart form with one file or several, read from the live stream.
//!
//! The text parts before the file are read first, so that the endpoint and its checks are known before the file's bytes
//! flow: the pipeline finds the endpoint by them, and its middleware checks origin, rate, role and nonce. The handler then
//! takes the file chunk by chunk from [`Upload`], and the text parts after it from [`Upload::finish`]. A handler stores
//! nothing before it has checked these. A form with several files ([`BodyShape::Files`]) is read file by file with
//! [`Upload::next_file`].

mod gate;
mod live_body;

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::{header, request::Parts};
use multer::{Field, Multipart};

use crate::{
    AppError, Policy, Shop, Visitor,
    address::ClientAddress,
    fields::RawFields,
    policy::{BodyShape, NonceKind},
    session::TokenHash,
};

pub use gate::{UploadGate, UploadPermit};
pub use live_body::{LiveBody, UploadTimings};

/// No form with a file has more text parts, or longer ones.
pub const MAX_FIELDS: usize = 16;
pub const MAX_FIELD_BYTES: usize = 8 * 1024;

/// What a body may contain in addition to its file: text parts, the headers of the parts and the boundaries.
pub const MAX_TEXT_BYTES: usize = 192 * 1024;

/// Bounds of the text parts.
#[derive(Debug, Clone, Copy)]
struct TextLimits {
    fields: usize,
    field_bytes: usize,
}

impl TextLimits {
    const fn of(body: BodyShape) -> Self {
        match body {
            BodyShape::Files => Self { fields: crate::fields::MAX_FIELDS, field_bytes: MAX_TEXT_BYTES },
            _ => Self { fields: MAX_FIELDS, field_bytes: MAX_FIELD_BYTES },
        }
    }
}

/// Bytes of a file are counted against the visitor's limit in steps of this size.
const METER_STEP: u64 = 1024 * 1024;

/// The file of a request, and the text parts around it.
///
/// ```ignore
/// async fn upload(State(shop): State<Shop>, mut upload: Upload) -> Result<Json<Answer>, AppError> {
///     while let Some(chunk) = upload.chunk().await? { /* write it to a temporary file */ }
///     let fields = upload.finish().await?;
///     /* check the fields, then store the file */
/// }
/// ```
pub struct Upload {
    /// `None` once the whole file was read, and in a form without files.
    file: Option<Field<'static>>,
    /// `None` once the whole form was read.
    parts: Option<Multipart<'static>>,
    body: LiveBody,
    limits: TextLimits,
    fields: Vec<(String, String)>,
    part_name: String,
    file_name: String,
    declared_type: String,
    meter: Option<Meter>,
}

impl Upload {
    /// The value of a text part that stands before the file.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// Whether there is a file whose end was not read yet.
    pub fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// The name of the part with the file, such as `cr_file`.
    pub fn part_name(&self) -> &str {
        &self.part_name
    }

    /// The file's name as the browser sent it: not to be used as a path.
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// The declared media type, without parameters and in lower case; empty if there is none.
    pub fn declared_type(&self) -> &str {
        &self.declared_type
    }

    /// The next bytes of the file, at most some KiB; `None` at its end.
    ///
    /// Fails when the sender is too slow, the body is too large, or the visitor has sent too much in the last hour.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, AppError> {
        let Some(file) = &mut self.file else { return Ok(None) };
        match file.chunk().await {
            Ok(Some(chunk)) => {
                if let Some(meter) = &mut self.meter {
                    meter.count(chunk.len()).await?;
                }
                Ok(Some(chunk))
            }
            Ok(None) => {
                self.file = None;
                Ok(None)
            }
            Err(error) => Err(self.body.error_or(unreadable(&error))),
        }
    }

    /// Reads on to the next file of the form, and the text parts before it. What is left of the current file is skipped.
    /// Returns false at the end of the form.
    pub async fn next_file(&mut self) -> Result<bool, AppError> {
        self.file = None;
        let Some(parts) = &mut self.parts else { return Ok(false) };
        while let Some(part) = next_part(parts, &self.body).await? {
            if part.file_name().is_some() {
                self.part_name = part.name().unwrap_or_default().to_owned();
                self.file_name = part.file_name().unwrap_or_default().to_owned();
                self.declared_type = declared_type(&part);
                self.file = Some(part);
                return Ok(true);
            }
            self.fields.push(read_text(part, &self.body, self.limits.field_bytes).await?);
            let bytes: usize = self.fields.iter().map(|(name, value)| name.len() + value.len()).sum();
            if self.fields.len() > self.limits.fields || bytes > MAX_TEXT_BYTES {
                return Err(AppError::BadRequest("too many fields"));
            }
        }
        self.parts = None;
        Ok(false)
    }

    /// Reads what follows the file, and returns all text parts, those before the file included. A further file is
    /// refused. To be called at the end of the last file.
    pub async fn finish(mut self) -> Result<RawFields, AppError> {
        self.body.limit_to(MAX_TEXT_BYTES);
        if self.next_file().await? {
            return Err(AppError::BadRequest("more than one file"));
        }
        RawFields::new(self.fields)
    }
}

impl<S: Sync> FromRequest<S> for Upload {
    type Rejection = AppError;

    async fn from_request(request: Request, _: &S) -> Result<Self, AppError> {
        let pending = request.extensions().get::<PendingSlot>().and_then(PendingSlot::take);
        let mut upload = pending.ok_or(AppError::BadRequest("file expected"))?;
        upload.meter = request.extensions().get::<Meter>().cloned();
        Ok(upload)
    }
}

/// The upload of a request, until its handler takes it.
#[derive(Clone)]
pub struct PendingSlot(Arc<Mutex<Option<Upload>>>);

impl PendingSlot {
    fn new(upload: Upload) -> Self {
        Self(Arc::new(Mutex::new(Some(upload))))
    }

    fn take(&self) -> Option<Upload> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set_limits(&self, limits: TextLimits) {
        if let Some(upload) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            upload.limits = limits;
        }
    }
}

/// What a multipart body contains before its first file.
pub(crate) enum Opened {
    /// No file: the whole form.
    Form(RawFields),
    File(PendingFile),
}

/// A form that was read up to its file.
pub(crate) struct PendingFile {
    pub fields: RawFields,
    pub slot: PendingSlot,
}

/// Reads the text parts up to the first file, or to the end of a form without a file.
pub(crate) async fn open(body: &LiveBody, boundary: &str) -> Result<Opened, AppError> {
    body.limit_to(MAX_TEXT_BYTES);
    let mut parts = Multipart::new(body.clone(), boundary);
    let mut fields = Vec::new();
    while let Some(part) = next_part(&mut parts, body).await? {
        if part.file_name().is_some() {
            return Ok(Opened::File(PendingFile {
                fields: RawFields::new(fields.clone())?,
                slot: PendingSlot::new(first_file(part, parts, body, fields)),
            }));
        }
        if fields.len() >= crate::fields::MAX_FIELDS {
            return Err(AppError::BadRequest("too many fields"));
        }
        fields.push(read_text(part, body, usize::MAX).await?);
    }
    RawFields::new(fields).map(Opened::Form)
}

fn first_file(
    file: Field<'static>,
    parts: Multipart<'static>,
    body: &LiveBody,
    fields: Vec<(String, String)>,
) -> Upload {
    Upload {
        part_name: file.name().unwrap_or_default().to_owned(),
        file_name: file.file_name().unwrap_or_default().to_owned(),
        declared_type: declared_type(&file),
        file: Some(file),
        parts: Some(parts),
        ..without_file(body, fields)
    }
}

fn without_file(body: &LiveBody, fields: Vec<(String, String)>) -> Upload {
    Upload {
        file: None,
        parts: None,
        body: body.clone(),
        limits: TextLimits::of(BodyShape::Upload),
        fields,
        part_name: String::new(),
        file_name: String::new(),
        declared_type: String::new(),
        meter: None,
    }
}

/// Puts a whole form without a file into the request of an endpoint that receives files.
pub(crate) fn put_without_file(fields: RawFields, request: &mut Parts, body: &LiveBody) {
    request.extensions.insert(PendingSlot::new(without_file(body, fields.0.to_vec())));
    request.extensions.insert(fields);
}

fn declared_type(file: &Field<'_>) -> String {
    let declared = file.content_type().map(|mime| mime.essence_str().to_ascii_lowercase());
    declared.unwrap_or_default()
}

impl PendingFile {
    /// Puts the file and the fields before it into the request of an endpoint that receives files.
    pub fn put(self, request: &mut Parts, body: &LiveBody, policy: &Policy) -> Result<(), AppError> {
        if !policy.body.has_files() {
            return Err(AppError::BadRequest("file in a form without a file field"));
        }
        let limits = TextLimits::of(policy.body);
        self.check(policy.nonce, &request.headers, limits)?;
        self.slot.set_limits(limits);
        let announced = request.headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        if announced
            .and_then(|text| text.parse().ok())
            .is_some_and(|bytes: usize| bytes > policy.max_body_bytes)
        {
            return Err(AppError::TooLarge);
        }
        body.limit_to(policy.max_body_bytes);
        request.extensions.insert(self.fields);
        request.extensions.insert(self.slot);
        Ok(())
    }

    /// Refuses text parts that no upload has. What the endpoint's checks need must stand before the file: its bytes are
    /// not read before.
    fn check(&self, nonce: NonceKind, headers: &http::HeaderMap, limits: TextLimits) -> Result<(), AppError> {
        let fields = &self.fields.0;
        if fields.len() > limits.fields || fields.iter().any(|(_, value)| value.len() > limits.field_bytes) {
            return Err(AppError::BadRequest("too many or too long fields before the file"));
        }
        let (NonceKind::Page(nonce) | NonceKind::Session(nonce)) = nonce else { return Ok(()) };
        let in_header = nonce.field.starts_with("x-") && headers.contains_key(nonce.field);
        if !in_header && self.fields.get(nonce.field).is_none() {
            return Err(AppError::BadRequest("the nonce must stand before the file"));
        }
        Ok(())
    }
}

async fn next_part(
    parts: &mut Multipart<'static>,
    body: &LiveBody,
) -> Result<Option<Field<'static>>, AppError> {
    parts.next_field().await.map_err(|error| body.error_or(unreadable(&error)))
}

async fn read_text(
    mut part: Field<'static>,
    body: &LiveBody,
    max: usize,
) -> Result<(String, String), AppError> {
    let name = part.name().unwrap_or_default().to_owned();
    let mut bytes = Vec::new();
    while let Some(chunk) = part.chunk().await.map_err(|error| body.error_or(unreadable(&error)))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > max {
            return Err(AppError::BadRequest("field too long"));
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| AppError::BadRequest("invalid UTF-8 in a form"))?;
    Ok((name, text))
}

fn unreadable(error: &multer::Error) -> AppError {
    tracing::debug!(%error, "unreadable multipart form");
    AppError::BadRequest("unreadable form")
}

/// Counts the bytes of a visitor's files, at the latest every [`METER_STEP`].
#[derive(Clone)]
pub(crate) struct Meter {
    shop: Shop,
    session: Option<TokenHash>,
    address: ClientAddress,
    uncounted: u64,
}

impl Meter {
    pub fn new(shop: &Shop, visitor: &Visitor) -> Self {
        // The first step is counted with the first byte: a visitor without any bytes left is refused at once.
        Self {
            shop: shop.clone(),
            session: visitor.token,
            address: visitor.address,
            uncounted: METER_STEP - 1,
        }
    }

    async fn count(&mut self, bytes: usize) -> Result<(), AppError> {
        self.uncounted += bytes as u64;
        if self.uncounted < METER_STEP {
            return Ok(());
        }
        let counted = std::mem::take(&mut self.uncounted);
        self.shop.rate_limiter.check_upload_bytes(self.session.as_ref(), self.address, counted).await
    }
}

#[cfg(test)]
mod tests;
