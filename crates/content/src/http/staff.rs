//! The staff's pages: lists, editor, preview, categories, redirects. Every change is recorded in the audit log.

mod conflict;
mod edit_page;
mod editor;
mod lists;
mod preview;

pub use editor::{edit, save};
pub use lists::{categories, change_category, change_redirect, list, redirects};
pub use preview::{preview, shared};

use edge::Shop;
use kernel::{Key, msg};

use crate::{
    rules::ItemKind,
    store,
    urls::*,
    view::{ContentNotice, ContentTab},
};

/// Tabs of all staff pages; `current` is an address.
async fn tabs(shop: &Shop, current: &str) -> sqlx::Result<Vec<ContentTab>> {
    let pages = store::count_items(&shop.db, ItemKind::Page).await?;
    let posts = store::count_items(&shop.db, ItemKind::Post).await?;
    let entries: [(Key, String, Option<i64>); 5] = [
        (msg::content::STAFF_PAGES, list_url(ItemKind::Page), Some(pages)),
        (msg::content::STAFF_POSTS, list_url(ItemKind::Post), Some(posts)),
        (msg::content::STAFF_POST_CATEGORIES, STAFF_CATEGORIES_URL.to_owned(), None),
        (msg::content::STAFF_REDIRECTS, STAFF_REDIRECTS_URL.to_owned(), None),
        (msg::content::STAFF_COMMENTS, format!("{}?kind=comment", accounts::view::STAFF_REVIEWS_URL), None),
    ];
    let tab = |(label, url, count): (Key, String, Option<i64>)| ContentTab {
        label: shop.messages.text(label),
        current: url == current,
        url,
        count,
    };
    Ok(entries.into_iter().map(tab).collect())
}

fn list_url(kind: ItemKind) -> String {
    format!("{STAFF_CONTENT_URL}?kind={}", kind.name())
}

fn edit_url(item: i64) -> String {
    format!("{STAFF_EDIT_URL}?id={item}")
}

fn preview_url(version: i64) -> String {
    format!("{STAFF_PREVIEW_URL}?version={version}")
}

/// The text of a notice that a redirect names.
fn notice(shop: &Shop, code: &str) -> Option<ContentNotice> {
    let (key, is_error) = match code {
        "saved" => (msg::content::NOTICE_SAVED, false),
        "published" => (msg::content::NOTICE_PUBLISHED, false),
        "scheduled" => (msg::content::NOTICE_SCHEDULED, false),
        "hidden" => (msg::content::NOTICE_HIDDEN, false),
        "restored" => (msg::content::NOTICE_RESTORED, false),
        "unscheduled" => (msg::content::NOTICE_UNSCHEDULED, false),
        "shared" => (msg::content::NOTICE_SHARED, false),
        "deleted" => (msg::content::NOTICE_DELETED, false),
        "not-changed" => (msg::content::NOTICE_NOT_CHANGED, true),
        "invalid" => (msg::content::NOTICE_INVALID, true),
        _ => return None,
    };
    Some(ContentNotice { text: shop.messages.text(key), is_error })
}
