//! Receives files: new pictures of the library, and another file for one of them. Each is decoded and written anew before
//! anybody sees it.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use catalog::service::library;
use edge::{
    AppError, PathParam, Shop, Visitor, audit::AuditWriter, changes::Patch, idempotency::RequestKey,
    session::StaffMember, upload::Upload,
};
use media::{
    MediaContext,
    rules::MediaType,
    service::{self as files, Acceptance, Owner, Purpose, Received, Spooled, UploadSubject},
};

use super::{
    MAX_FILES, MEDIA_URL, PICTURE_URL, edit, picture_url,
    save::{Edit, Editor, Saved},
};

/// Neither animations, which become videos, nor videos.
fn is_picture(spooled: &Spooled) -> bool {
    matches!(spooled.media_type, Some(MediaType::Jpeg | MediaType::Png))
}

/// A key of the request, or of the form's hidden field.
fn key_of(key: &RequestKey, upload: &Upload) -> Option<String> {
    let own = upload.field("key").filter(|key| (8..=48).contains(&key.len())).map(str::to_owned);
    // With the number of the file it stays within the length of a key.
    key.0.clone().map(|key| key.chars().take(48).collect()).or(own)
}

/// Receives pictures. One that is refused does not stop the others.
pub async fn add(
    (State(shop), State(media)): (State<Shop>, State<MediaContext>),
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    key: RequestKey,
    mut upload: Upload,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(&visitor)?;
    let key = key_of(&key, &upload);
    let (mut added, mut refused) = (0, 0);
    let mut has_file = upload.has_file();
    while has_file {
        // A form without a choice sends one part without a name.
        if !upload.file_name().is_empty() {
            let number = added + refused;
            let is_added = if number < MAX_FILES {
                let subject = UploadSubject {
                    session: session.token,
                    customer: None,
                    purpose: Purpose::Library,
                    item: None,
                    request_key: key.as_ref().map(|key| format!("{key}-{number}")),
                };
                add_one(&shop, &media, &audit, &member, subject, &mut upload).await?
            } else {
                false
            };
            added += usize::from(is_added);
            refused += usize::from(!is_added);
        }
        has_file = upload.next_file().await?;
    }
    Ok(redirect(&format!("{MEDIA_URL}?notice=added&count={added}&refused={refused}"), None))
}

async fn add_one(
    shop: &Shop,
    media: &MediaContext,
    audit: &AuditWriter,
    member: &StaffMember,
    subject: UploadSubject,
    upload: &mut Upload,
) -> Result<bool, AppError> {
    let Ok(spooled) = files::spool(media, upload, Acceptance::Media).await? else { return Ok(false) };
    if !is_picture(&spooled) {
        return Ok(false);
    }
    let (name, session) = (spooled.name().to_owned(), subject.session);
    let Ok(received) = files::receive(media, &shop.db, subject, spooled).await? else { return Ok(false) };
    let mut tx = shop.db.begin().await?;
    let owner = Owner::Library(received.id);
    if files::give(&mut tx, media, &session, &received, owner, &member.actor()).await? {
        files::publish(&mut tx, owner).await?;
        audit.record(&mut *tx, "media-add", &format!("picture upload-{}: {name}", received.id)).await?;
    }
    tx.commit().await?;
    // One that came twice is there.
    Ok(true)
}

/// Receives another file for a picture. It keeps its name and its address.
pub async fn replace(
    (State(shop), State(media)): (State<Shop>, State<MediaContext>),
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    key: RequestKey,
    PathParam(name): PathParam<String>,
    mut upload: Upload,
) -> Result<Response, AppError> {
    let picture = library::find(&shop.db, &name).await?.ok_or(AppError::NotFound)?;
    if picture.fields.is_deleted {
        return Err(AppError::NotFound);
    }
    let url = picture_url(PICTURE_URL, &name);
    let refused = || Ok(redirect(&format!("{url}?notice=refused"), None));
    let version = upload.field("version").and_then(|version| version.parse().ok());
    let version: i64 = version.ok_or(AppError::BadRequest("missing version"))?;
    if !upload.has_file() || upload.file_name().is_empty() {
        return refused();
    }
    let session = FormSession::for_staff(&visitor)?;
    let key = key_of(&key, &upload);
    let Ok(spooled) = files::spool(&media, &mut upload, Acceptance::Media).await? else { return refused() };
    upload.finish().await?;
    if !is_picture(&spooled) {
        return refused();
    }
    let subject = UploadSubject {
        session: session.token,
        customer: None,
        purpose: Purpose::Library,
        item: None,
        request_key: key,
    };
    let Ok(received) = files::receive(&media, &shop.db, subject, spooled).await? else { return refused() };
    let is_own = belong(&shop, &media, &session, &member, &name, &received).await?;
    if !is_own {
        return refused();
    }
    let mut patch = Patch::default();
    patch.0.insert("file".to_owned(), received.id.into());
    let edit = Edit { name: &name, version, seen_alt: None, patch, undoes: None };
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    match editor.save(&edit).await? {
        Saved::Done { version } => Ok(redirect(&format!("{url}?saved={version}"), None)),
        // Somebody else has replaced it since the page was opened: theirs stays.
        Saved::Conflict(_) => Ok(redirect(&format!("{url}?notice=changed"), None)),
        saved => edit::answer(&shop, &visitor, &name, saved).await,
    }
}

/// Gives a file to the picture. Returns false if it belongs to something else: the same form was sent twice.
async fn belong(
    shop: &Shop,
    media: &MediaContext,
    session: &FormSession,
    member: &StaffMember,
    name: &str,
    received: &Received,
) -> Result<bool, AppError> {
    let mut tx = shop.db.begin().await?;
    let picture = library::lock(&mut *tx, name).await?.ok_or(AppError::NotFound)?;
    let owner = Owner::Picture(picture.id);
    let given = files::give(&mut tx, media, &session.token, received, owner, &member.actor()).await?;
    let is_own = given || files::belongs(&mut *tx, received.id, owner).await?;
    tx.commit().await?;
    Ok(is_own)
}
