//! Pictures and their files.

use std::collections::HashMap;

use sqlx::{PgExecutor, types::Json};

use crate::{
    pictures::ProcessedPicture,
    view::{PictureFiles, PictureView},
};

/// Saves a picture whose files are stored. What people have decided about it stays: description and focal point.
pub async fn save_picture(
    db: impl PgExecutor<'_>,
    name: &str,
    picture: &ProcessedPicture,
) -> sqlx::Result<()> {
    let widest = picture.contents.iter().rfind(|(name, _)| name.ends_with(".webp"));
    let bytes = widest.map_or(0, |(_, content)| content.len());
    sqlx::query!(
        "insert into pictures (name, width, height, files, bytes) values ($1, $2, $3, $4, $5)
         on conflict (name) do update set width = excluded.width, height = excluded.height, bytes = excluded.bytes,
             files = excluded.files || case when pictures.files ? 'focus'
                 then jsonb_build_object('focus', pictures.files -> 'focus') else '{}' end,
             media_id = null, imported = null, deleted_at = null",
        name,
        picture.width,
        picture.height,
        Json(&picture.files) as _,
        i32::try_from(bytes).unwrap_or(i32::MAX)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Pictures by name, for category tiles and the hero. Deleted ones are no more.
pub async fn pictures(
    db: impl PgExecutor<'_>,
    names: &[String],
) -> sqlx::Result<HashMap<String, PictureView>> {
    let rows = sqlx::query!(
        r#"select name, alt, width, height, files as "files: Json<PictureFiles>" from pictures
           where name = any($1) and deleted_at is null"#,
        names
    )
    .fetch_all(db)
    .await?;
    let pictures =
        rows.into_iter().map(|row| (row.name, PictureView::new(&row.alt, row.width, row.height, &row.files)));
    Ok(pictures.collect())
}

/// The first picture of each product.
pub async fn first_pictures(
    db: impl PgExecutor<'_>,
    products: &[i64],
) -> sqlx::Result<HashMap<i64, PictureView>> {
    let rows = first_files(db, products).await?;
    let pairs = rows.into_iter().map(|row| (row.id, PictureView::new("", row.width, row.height, &row.files)));
    Ok(pairs.collect())
}

/// The URL of each product's first picture as emails show it.
pub async fn email_pictures(db: impl PgExecutor<'_>, products: &[i64]) -> sqlx::Result<HashMap<i64, String>> {
    let rows = first_files(db, products).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.id, row.files.for_email()?))).collect())
}

struct FirstPicture {
    id: i64,
    width: i32,
    height: i32,
    files: Json<PictureFiles>,
}

async fn first_files(db: impl PgExecutor<'_>, products: &[i64]) -> sqlx::Result<Vec<FirstPicture>> {
    sqlx::query_as!(
        FirstPicture,
        r#"select product.id, picture.width, picture.height, picture.files as "files: Json<PictureFiles>"
           from products product join pictures picture on picture.name = product.pictures[1]
           where product.id = any($1)"#,
        products
    )
    .fetch_all(db)
    .await
}
