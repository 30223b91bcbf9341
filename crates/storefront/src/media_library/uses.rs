//! Where a picture is used: goods, categories, pages and posts, the home page.

use catalog::service::library::{self, EditedPicture, UseKind};
use chrono::{DateTime, Utc};
use content::rules::ItemKind;
use kernel::{Messages, msg};
use sqlx::{PgConnection, PgExecutor};

use super::view::UseView;
use crate::{pages::home::HomeSettings, staff_products::PRODUCT_URL, store::find_setting};

/// More are not listed.
pub const MAX_USES: i64 = 50;

/// The names of the pictures of the home page.
pub async fn list_home(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    let home: HomeSettings = find_setting(db, "home").await?.unwrap_or_default();
    let names = [home.wide, home.narrow, home.story_picture];
    Ok(names.into_iter().filter(|name| !name.is_empty()).collect())
}

/// Everything that shows a picture, at most [`MAX_USES`] of each kind.
pub async fn list(
    db: &mut PgConnection,
    messages: &Messages,
    picture: &EditedPicture,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<UseView>> {
    let mut uses = Vec::new();
    for one in library::list_uses(&mut *db, &picture.name, MAX_USES).await? {
        let product_url = || Some(PRODUCT_URL.replace("{id}", &one.id.to_string()));
        uses.push(match one.kind {
            UseKind::Product => UseView {
                label: messages.text(
                    msg::media_library::USE_PRODUCT
                        .with("name", one.label.clone())
                        .with("place", one.place.to_string()),
                ),
                url: product_url(),
            },
            UseKind::Variation => UseView {
                label: messages.text(msg::media_library::USE_VARIATION.with("name", one.label.clone())),
                url: product_url(),
            },
            UseKind::Category => UseView {
                label: messages.text(msg::media_library::USE_CATEGORY.with("name", one.label.clone())),
                url: None,
            },
        });
    }
    let addresses = picture.files.addresses();
    let found =
        content::service::list_picture_uses(&mut *db, &picture.name, &addresses, now, MAX_USES).await?;
    for one in found {
        let key = match one.kind {
            ItemKind::Page => msg::media_library::USE_PAGE,
            ItemKind::Post => msg::media_library::USE_POST,
        };
        uses.push(UseView {
            label: messages.text(key.with("name", one.title)),
            url: Some(format!("{}?id={}", content::urls::STAFF_EDIT_URL, one.item_id)),
        });
    }
    if list_home(&mut *db).await?.contains(&picture.name) {
        let label = messages.text(msg::media_library::USE_HOME);
        uses.push(UseView { label, url: Some("/ar/".to_owned()) });
    }
    Ok(uses)
}
