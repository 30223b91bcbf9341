//! Pictures and their files.

use std::collections::HashMap;

use sqlx::{PgExecutor, types::Json};

use crate::{
    pictures::ProcessedPicture,
    view::{PictureFiles, PictureView},
};

/// Saves a picture whose files are stored.
pub async fn save_picture(
    db: impl PgExecutor<'_>,
    name: &str,
    picture: &ProcessedPicture,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into pictures (name, width, height, files) values ($1, $2, $3, $4)
         on conflict (name) do update set width = excluded.width, height = excluded.height, files = excluded.files",
        name,
        picture.width,
        picture.height,
        Json(&picture.files) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Pictures by name, for category tiles and the hero.
pub async fn pictures(
    db: impl PgExecutor<'_>,
    names: &[String],
) -> sqlx::Result<HashMap<String, PictureView>> {
    let rows = sqlx::query!(
        r#"select name, alt, width, height, files as "files: Json<PictureFiles>" from pictures where name = any($1)"#,
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

/// Describes a picture for screen readers. False: there is no such picture, or it is described so already.
pub async fn describe_picture(db: impl PgExecutor<'_>, name: &str, alt: &str) -> sqlx::Result<bool> {
    let done = sqlx::query!("update pictures set alt = $2 where name = $1 and alt <> $2", name, alt)
        .execute(db)
        .await?;
    Ok(done.rows_affected() == 1)
}
