//! Every statement on the tables of content and comments.

mod comments;
mod edit;
mod edits;
mod items;
mod lists;
mod pictures;
mod redirects;

pub use comments::*;
pub use edit::*;
pub use edits::*;
pub use items::*;
pub use lists::*;
pub use pictures::*;
pub use redirects::*;

use serde::de::DeserializeOwned;
use sqlx::{PgExecutor, types::Json};

/// Reads one group of settings.
pub async fn find_setting<T: DeserializeOwned + Send + Unpin + 'static>(
    db: impl PgExecutor<'_>,
    name: &str,
) -> sqlx::Result<Option<T>> {
    let value: Option<Json<T>> = sqlx::query_scalar("select value from settings where name = $1")
        .bind(name)
        .fetch_optional(db)
        .await?;
    Ok(value.map(|Json(value)| value))
}
