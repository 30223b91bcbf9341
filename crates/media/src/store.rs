//! Every statement on `media_files`.

mod library;
mod maintenance;
mod private;
mod processing;

use chrono::{DateTime, Utc};
use edge::session::TokenHash;
use serde::{Deserialize, Serialize};
use sqlx::{PgExecutor, types::Json};

use crate::{rules::MediaKind, view::StoredOutput};

pub use library::*;
pub use maintenance::*;
pub use private::*;
pub use processing::*;

/// What a file belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Owner {
    Review(i64),
    Enquiry(i64),
    /// A proof of its transfer.
    Order(i64),
    Product(i64),
    /// The library; with the file's own id, because each is a picture of its own.
    Library(i64),
    /// A picture of the library, whose earlier files it replaces.
    Picture(i64),
}

impl Owner {
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Review(_) => "review",
            Self::Enquiry(_) => "enquiry",
            Self::Order(_) => "order",
            Self::Product(_) => "product",
            Self::Library(_) => "library",
            Self::Picture(_) => "picture",
        }
    }

    pub const fn id(self) -> i64 {
        match self {
            Self::Review(id)
            | Self::Enquiry(id)
            | Self::Order(id)
            | Self::Product(id)
            | Self::Library(id)
            | Self::Picture(id) => id,
        }
    }

    /// What its files are sent for. Those of an order are private, as those of an enquiry are.
    const fn purpose(self) -> &'static str {
        match self {
            Self::Review(_) => "review",
            Self::Enquiry(_) | Self::Order(_) => "enquiry",
            Self::Product(_) => "product",
            Self::Library(_) | Self::Picture(_) => "library",
        }
    }

    pub(crate) fn parse(kind: &str, id: i64) -> Option<Self> {
        match kind {
            "review" => Some(Self::Review(id)),
            "enquiry" => Some(Self::Enquiry(id)),
            "order" => Some(Self::Order(id)),
            "product" => Some(Self::Product(id)),
            "library" => Some(Self::Library(id)),
            "picture" => Some(Self::Picture(id)),
            _ => None,
        }
    }
}

/// A file that has arrived.
pub struct NewFile<'a> {
    pub id: i64,
    pub session: &'a TokenHash,
    pub customer: Option<i64>,
    pub request_key: Option<&'a str>,
    pub purpose: &'a str,
    pub item: Option<i64>,
    pub name: &'a str,
    pub media_type: &'a str,
    pub sha256: &'a [u8],
    pub bytes: i64,
    pub spooled_on: Option<&'a str>,
}

/// Returns false if the same request was handled before.
pub async fn insert(db: impl PgExecutor<'_>, file: &NewFile<'_>, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into media_files (id, session, customer_id, request_key, purpose, item, name, media_type, sha256,
                                  bytes, spooled_on, received_at, changed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
         on conflict (session, request_key) where request_key is not null do nothing",
        file.id,
        &file.session.0,
        file.customer,
        file.request_key,
        file.purpose,
        file.item,
        file.name,
        file.media_type,
        file.sha256,
        file.bytes,
        file.spooled_on,
        now
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// The file that an earlier request with the same key has brought.
pub struct EarlierFile {
    pub id: i64,
    pub sha256: Option<Vec<u8>>,
}

pub async fn find_by_request(
    db: impl PgExecutor<'_>,
    session: &TokenHash,
    request_key: &str,
) -> sqlx::Result<Option<EarlierFile>> {
    sqlx::query_as!(
        EarlierFile,
        "select id, sha256 from media_files where session = $1 and request_key = $2",
        &session.0,
        request_key
    )
    .fetch_optional(db)
    .await
}

pub async fn guest_bytes_since(db: impl PgExecutor<'_>, since: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(bytes), 0)::bigint as "bytes!" from media_files
           where customer_id is null and purpose not in ('product', 'library') and received_at > $1"#,
        since
    )
    .fetch_one(db)
    .await
}

/// Deletes a file that its visitor has not attached yet. Returns false if there is none.
pub async fn delete_unattached(db: impl PgExecutor<'_>, session: &TokenHash, id: i64) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from media_files where id = $1 and session = $2 and owner_id is null",
        id,
        &session.0
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected() == 1)
}

/// Gives the visitor's own files to an owner, in this order. Files that are refused, attached already, foreign, for
/// another purpose or older than `since` are left out. Returns how many were attached.
pub async fn attach(
    db: impl PgExecutor<'_>,
    session: &TokenHash,
    ids: &[i64],
    owner: Owner,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<usize> {
    let attached = sqlx::query!(
        "update media_files file
         set owner_kind = $3, owner_id = $4, position = listed.position::smallint, attached_at = $6
         from unnest($2::bigint[]) with ordinality as listed (id, position)
         where file.id = listed.id and file.session = $1 and file.purpose = $7 and file.owner_id is null
             and file.state <> 'refused' and file.received_at > $5",
        &session.0,
        ids,
        owner.kind(),
        owner.id(),
        since,
        now,
        owner.purpose()
    )
    .execute(db)
    .await?;
    Ok(usize::try_from(attached.rows_affected()).unwrap_or(usize::MAX))
}

/// A file of an owner that a job has to follow up.
pub struct Changed {
    pub id: i64,
    pub purpose: String,
    pub item: Option<i64>,
    /// The name of the published copies that are to be deleted.
    pub public_name: Option<String>,
}

/// Marks all files of an owner as public. Returns those that are processed and can be published now.
pub async fn request_publication(db: impl PgExecutor<'_>, owner: Owner) -> sqlx::Result<Vec<i64>> {
    let rows = sqlx::query!(
        "update media_files set publish_requested = true where owner_kind = $1 and owner_id = $2
         returning id, state",
        owner.kind(),
        owner.id()
    )
    .fetch_all(db)
    .await?;
    let can_be_published = |state: &str| matches!(state, "processed" | "withdrawn");
    Ok(rows.into_iter().filter(|row| can_be_published(&row.state)).map(|row| row.id).collect())
}

/// Withdraws all files of an owner. Returns those that are published.
pub async fn withdraw(
    db: impl PgExecutor<'_>,
    owner: Owner,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Changed>> {
    // The row as it was tells the name of the copies.
    sqlx::query_as!(
        Changed,
        r#"
        with before as (
            select id, state, purpose, item, public_name from media_files
            where owner_kind = $1 and owner_id = $2
            for update
        ), changed as (
            update media_files file
            set publish_requested = false,
                state = case file.state when 'published' then 'withdrawn' else file.state end,
                public_name = null,
                changed_at = case file.state when 'published' then $3 else file.changed_at end
            from before
            where file.id = before.id
        )
        select id, purpose, item, public_name from before where public_name is not null
        "#,
        owner.kind(),
        owner.id(),
        now
    )
    .fetch_all(db)
    .await
}

/// Detaches all files of an owner that is being deleted: the next cleanup deletes them. Returns the published ones.
pub async fn release(
    db: impl PgExecutor<'_>,
    owner: Owner,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Changed>> {
    sqlx::query_as!(
        Changed,
        r#"
        with before as (
            select id, purpose, item, public_name from media_files
            where owner_kind = $1 and owner_id = $2
            for update
        ), changed as (
            update media_files file
            set publish_requested = false, owner_kind = null, owner_id = null, public_name = null,
                state = case file.state when 'published' then 'withdrawn' else file.state end,
                -- Old enough for the next cleanup.
                received_at = to_timestamp(0), changed_at = $3
            from before
            where file.id = before.id
        )
        select id, purpose, item, public_name from before where public_name is not null
        "#,
        owner.kind(),
        owner.id(),
        now
    )
    .fetch_all(db)
    .await
}

/// A file as a page shows it.
pub struct Shown {
    pub id: i64,
    pub owner: Owner,
    pub kind: MediaKind,
    pub outputs: Vec<StoredOutput>,
    pub is_looping: bool,
    pub public_name: String,
}

/// The published files of owners, in their order. Also as `shop_read`.
pub async fn list_published(
    db: impl PgExecutor<'_>,
    owner_kind: &str,
    owners: &[i64],
) -> sqlx::Result<Vec<Shown>> {
    let rows = sqlx::query!(
        r#"select id as "id!", owner_id as "owner_id!", kind as "kind!",
                  outputs as "outputs!: Json<Vec<StoredOutput>>", is_looping as "is_looping!",
                  public_name as "public_name!"
           from published_media where owner_kind = $1 and owner_id = any($2)
           order by owner_id, position"#,
        owner_kind,
        owners
    )
    .fetch_all(db)
    .await?;
    let shown = rows.into_iter().filter_map(|row| {
        Some(Shown {
            id: row.id,
            owner: Owner::parse(owner_kind, row.owner_id)?,
            kind: MediaKind::parse(&row.kind)?,
            outputs: row.outputs.0,
            is_looping: row.is_looping,
            public_name: row.public_name,
        })
    });
    Ok(shown.collect())
}

/// A file as staff see it, in any state.
pub struct HeldFile {
    pub id: i64,
    pub owner: Owner,
    pub state: String,
    pub refusal: Option<String>,
    pub name: String,
    pub kind: Option<MediaKind>,
    pub outputs: Vec<StoredOutput>,
    pub is_looping: bool,
}

pub async fn list_held(
    db: impl PgExecutor<'_>,
    owner_kind: &str,
    owners: &[i64],
) -> sqlx::Result<Vec<HeldFile>> {
    let rows = sqlx::query!(
        r#"select id, owner_id as "owner_id!", state, refusal, name, kind,
                  outputs as "outputs: Json<Vec<StoredOutput>>", is_looping
           from media_files where owner_kind = $1 and owner_id = any($2)
           order by owner_id, position"#,
        owner_kind,
        owners
    )
    .fetch_all(db)
    .await?;
    let held = rows.into_iter().filter_map(|row| {
        Some(HeldFile {
            id: row.id,
            owner: Owner::parse(owner_kind, row.owner_id)?,
            state: row.state,
            refusal: row.refusal,
            name: row.name,
            kind: row.kind.as_deref().and_then(MediaKind::parse),
            outputs: row.outputs.0,
            is_looping: row.is_looping,
        })
    });
    Ok(held.collect())
}
