//! The library of pictures, as staff see it: lists, and where a picture is used.

mod edits;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgExecutor, types::Json};

pub use edits::{
    EditedPicture, Expired, PictureFields, delete, find, list_expired, lock, page_tags, restore, update,
};

use crate::view::{PictureFiles, PictureView};

/// A file above this is slow on a phone. As in the index of large pictures.
pub const LARGE_BYTES: i32 = 307_200;

/// A picture in the list.
#[derive(Debug, Clone)]
pub struct LibraryRow {
    pub name: String,
    pub title: String,
    pub alt: String,
    pub width: i32,
    pub height: i32,
    pub bytes: Option<i32>,
    pub added_at: DateTime<Utc>,
    pub files: Json<PictureFiles>,
}

impl LibraryRow {
    /// What the file was called, or the picture's name.
    pub fn shown_name(&self) -> &str {
        if self.title.is_empty() { &self.name } else { &self.title }
    }

    pub fn view(&self) -> PictureView {
        PictureView::new(&self.alt, self.width, self.height, &self.files)
    }

    pub fn cursor(&self) -> Cursor {
        Cursor { added_at: self.added_at, name: self.name.clone() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LibraryFilter {
    All,
    /// Without a description.
    Undescribed,
    Large,
}

/// The last picture of the page before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub added_at: DateTime<Utc>,
    pub name: String,
}

impl Cursor {
    /// Before the first page: later than any picture.
    pub fn start(now: DateTime<Utc>) -> Self {
        Self { added_at: now + TimeDelta::days(366), name: String::new() }
    }
}

/// Selects pictures after `$1`, `$2`, at most `$3`, newest first.
macro_rules! select_library {
    ($where:literal, $($argument:expr),+) => {
        sqlx::query_as!(
            LibraryRow,
            r#"select name, title, alt, width, height, bytes, added_at, files as "files: Json<PictureFiles>"
               from pictures where deleted_at is null and (added_at, name) < ($1, $2) "#
                + $where
                + " order by added_at desc, name desc limit $3",
            $($argument),+
        )
    };
}

/// A page of the library. `words` are folded, and stand in the name or the description.
pub async fn list(
    db: impl PgExecutor<'_>,
    filter: LibraryFilter,
    words: Option<&str>,
    after: &Cursor,
    limit: i64,
) -> sqlx::Result<Vec<LibraryRow>> {
    if let Some(words) = words {
        let pattern = format!("%{}%", escape_like(words));
        // The expression is the one of the index.
        return select_library!(
            "and fold_search(name || ' ' || title || ' ' || alt) like $4
             and (not $5 or alt = '') and (not $6 or bytes > 307200)",
            after.added_at,
            after.name,
            limit,
            pattern,
            filter == LibraryFilter::Undescribed,
            filter == LibraryFilter::Large
        )
        .fetch_all(db)
        .await;
    }
    match filter {
        LibraryFilter::All => select_library!("", after.added_at, after.name, limit).fetch_all(db).await,
        LibraryFilter::Undescribed => {
            select_library!("and alt = ''", after.added_at, after.name, limit).fetch_all(db).await
        }
        LibraryFilter::Large => {
            select_library!("and bytes > 307200", after.added_at, after.name, limit).fetch_all(db).await
        }
    }
}

fn escape_like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// How many pictures there are, up to `most`: nothing counts a table.
pub async fn count(db: impl PgExecutor<'_>, most: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (select from pictures where deleted_at is null limit $1) looked"#,
        most
    )
    .fetch_one(db)
    .await
}

/// Those of the names that goods or categories use.
pub async fn filter_used(db: impl PgExecutor<'_>, names: &[String]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select name as "name!" from unnest($1::text[]) as wanted (name)
           where exists (select from products where pictures @> array[wanted.name])
               or exists (select from variations where pictures <> '{}' and pictures @> array[wanted.name])
               or exists (select from categories where picture = wanted.name)"#,
        names
    )
    .fetch_all(db)
    .await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UseKind {
    Product,
    Variation,
    Category,
}

/// A thing that shows a picture.
#[derive(Debug, Clone)]
pub struct PictureUse {
    pub kind: UseKind,
    /// Of the product or the category.
    pub id: i64,
    pub label: String,
    /// Among the pictures of its product, starting at one.
    pub place: i32,
}

/// The goods and categories that show a picture, at most `limit` of each kind.
pub async fn list_uses(db: &mut PgConnection, name: &str, limit: i64) -> sqlx::Result<Vec<PictureUse>> {
    let products = sqlx::query!(
        r#"select id, name as label, array_position(pictures, $1::text) as "place!" from products
           where pictures @> array[$1] order by id desc limit $2"#,
        name,
        limit
    )
    .fetch_all(&mut *db)
    .await?;
    let variations = sqlx::query!(
        r#"select product.id, product.name || ' · ' || variation.sku as "label!"
           from variations variation join products product on product.id = variation.product_id
           where variation.pictures <> '{}' and variation.pictures @> array[$1]
           order by product.id desc, variation.id limit $2"#,
        name,
        limit
    )
    .fetch_all(&mut *db)
    .await?;
    let categories = sqlx::query!("select id, name from categories where picture = $1 order by id", name)
        .fetch_all(&mut *db)
        .await?;
    let products = products.into_iter().map(|row| PictureUse {
        kind: UseKind::Product,
        id: row.id,
        label: row.label,
        place: row.place,
    });
    let variations = variations.into_iter().map(|row| PictureUse {
        kind: UseKind::Variation,
        id: row.id,
        label: row.label,
        place: 0,
    });
    let categories = categories.into_iter().map(|row| PictureUse {
        kind: UseKind::Category,
        id: row.id,
        label: row.name,
        place: 0,
    });
    Ok(products.chain(variations).chain(categories).collect())
}
