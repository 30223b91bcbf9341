//! Accepted enquiries.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;
use sqlx::{PgExecutor, types::Json};

use crate::rules::{FormDefinition, StoredValues};

/// An enquiry that is stored.
pub struct NewEnquiry<'a> {
    pub form: i64,
    pub version: i64,
    /// Accepted once.
    pub uid_hash: &'a [u8; 32],
    /// Of everything that was typed.
    pub content_hash: &'a [u8; 32],
    pub is_spam: bool,
    pub signals: &'a [String],
    pub values: &'a StoredValues,
    pub email: Option<&'a str>,
    pub customer: Option<CustomerId>,
    pub visitor: &'a [u8; 32],
    pub address: &'a str,
    pub page_url: &'a str,
    pub now: DateTime<Utc>,
}

/// Returns the id, or `None` if a form with this token was accepted before.
pub async fn insert_enquiry(db: impl PgExecutor<'_>, new: &NewEnquiry<'_>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into enquiries (form_id, version_id, uid_hash, content_hash, is_spam, signals, fields, email,
                                customer_id, visitor, address, page_url, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (uid_hash) where uid_hash is not null do nothing returning id",
        new.form,
        new.version,
        new.uid_hash,
        new.content_hash,
        new.is_spam,
        new.signals,
        Json(new.values) as _,
        new.email,
        new.customer.map(|customer| customer.0),
        new.visitor,
        new.address,
        new.page_url,
        new.now
    )
    .fetch_optional(db)
    .await
}

/// An enquiry that was accepted before with the same token.
pub struct EarlierEnquiry {
    pub content_hash: Option<Vec<u8>>,
}

pub async fn find_earlier(
    db: impl PgExecutor<'_>,
    uid_hash: &[u8; 32],
) -> sqlx::Result<Option<EarlierEnquiry>> {
    sqlx::query_as!(EarlierEnquiry, "select content_hash from enquiries where uid_hash = $1", uid_hash)
        .fetch_optional(db)
        .await
}

/// Whether the same was sent in the last 24 hours, by anybody.
pub async fn is_repeated(
    db: impl PgExecutor<'_>,
    content_hash: &[u8; 32],
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from enquiries where content_hash = $1 and created_at > $2) as "exists!""#,
        content_hash,
        now - TimeDelta::days(1)
    )
    .fetch_one(db)
    .await
}

/// Waits for other requests with the same token, until the transaction ends.
pub async fn lock_uid(db: impl PgExecutor<'_>, uid_hash: &[u8; 32]) -> sqlx::Result<()> {
    let lock = i64::from_be_bytes(uid_hash[..8].try_into().expect("eight bytes"));
    sqlx::query!("select pg_advisory_xact_lock($1)", lock).execute(db).await?;
    Ok(())
}

/// What the emails about an enquiry contain.
pub struct EnquiryEmail {
    pub id: i64,
    pub definition: Json<FormDefinition>,
    pub fields: Json<StoredValues>,
    pub email: Option<String>,
}

pub async fn find_for_email(db: impl PgExecutor<'_>, enquiry: i64) -> sqlx::Result<Option<EnquiryEmail>> {
    sqlx::query_as!(
        EnquiryEmail,
        r#"select enquiry.id, version.definition as "definition: Json<FormDefinition>",
                  enquiry.fields as "fields: Json<StoredValues>", enquiry.email
           from enquiries enquiry join enquiry_form_versions version on version.id = enquiry.version_id
           where enquiry.id = $1"#,
        enquiry
    )
    .fetch_optional(db)
    .await
}

/// A file of an enquiry with its name, which stands in a table of `media`.
pub struct FileName {
    pub file_id: i64,
    pub element_id: i32,
    pub name: String,
}

pub async fn list_file_names(db: impl PgExecutor<'_>, enquiry: i64) -> sqlx::Result<Vec<FileName>> {
    sqlx::query_as!(
        FileName,
        "select sent.file_id, sent.element_id, file.name
         from enquiry_files sent join media_files file on file.id = sent.file_id
         where sent.enquiry_id = $1 order by sent.position, sent.file_id",
        enquiry
    )
    .fetch_all(db)
    .await
}
