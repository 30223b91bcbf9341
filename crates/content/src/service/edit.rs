//! What staff do with pages and posts. Every change is one transaction with its audit line and its purges.

use edge::{AppError, Shop, ShopZone, audit::AuditWriter, purge, session::StaffMember};
use kernel::msg;

use super::{Editor, EditorAction, tags};
use crate::{
    rules::{Block, EditorError, ItemKind, field_name},
    store::{self, Draft, FIRST_VERSION},
    urls,
};

#[derive(Debug, Clone, PartialEq)]
pub enum EditOutcome {
    /// Saved, with the code of the notice.
    Done { id: i64, notice: &'static str },
    /// Nothing was written.
    Wrong(Vec<EditorError>),
    /// Another person has saved the item since the editor was opened. Nothing was written.
    Conflict,
}

/// Saves the form as the draft, and publishes, schedules or hides the item.
pub async fn save(
    shop: &Shop,
    audit: &AuditWriter,
    member: &StaffMember,
    reserved: &[String],
    editor: &Editor,
    action: EditorAction<'_>,
) -> Result<EditOutcome, AppError> {
    let now = shop.clock.now();
    let mut draft = match editor.check(reserved) {
        Ok(draft) => draft,
        Err(errors) => return Ok(EditOutcome::Wrong(errors)),
    };
    let unknown = unknown_pictures(shop, &draft).await?;
    if !unknown.is_empty() {
        return Ok(EditOutcome::Wrong(unknown));
    }
    let zone = shop.settings.get::<ShopZone>().await?;
    let start = match action {
        EditorAction::Schedule => match zone.parse(&editor.at).filter(|at| *at > now) {
            Some(at) => Some(at),
            None => return Ok(EditOutcome::Wrong(vec![EditorError::new("at", msg::content::TIME_INVALID)])),
        },
        EditorAction::Publish => Some(now),
        _ => None,
    };
    let taken = || EditOutcome::Wrong(vec![EditorError::new("slug", msg::content::SLUG_TAKEN)]);
    let mut tx = shop.db.begin().await?;
    let (item, number, old_slug) = match editor.id {
        None => match store::create_item(&mut *tx, &draft, now).await? {
            Some(item) => (item, FIRST_VERSION, draft.slug.clone()),
            None => return Ok(taken()),
        },
        Some(item) => {
            let (version, slug, kind) = store::lock_item(&mut *tx, item).await?.ok_or(AppError::NotFound)?;
            if version != editor.version {
                return Ok(EditOutcome::Conflict);
            }
            draft.kind = kind;
            match store::touch_item(&mut *tx, item, &draft.slug, &draft.page_group).await? {
                Some(number) => (item, number, slug),
                None => return Ok(taken()),
            }
        }
    };
    let is_moved = old_slug != draft.slug;
    if is_moved {
        store::put_redirect(&mut tx, &urls::item(&old_slug), &urls::item(&draft.slug), now).await?;
    }
    let actor = member.actor();
    store::put_draft(&mut tx, item, &draft, &actor, now).await?;
    store::put_edit(&mut *tx, (item, number), &draft, &actor, now).await?;
    let notice = match action {
        EditorAction::Hide => {
            store::hide(&mut tx, item, &actor, now).await?;
            "hidden"
        }
        _ => match start {
            Some(at) => {
                store::start_draft(&mut tx, item, at).await?;
                if at > now { "scheduled" } else { "published" }
            }
            None => "saved",
        },
    };
    // A draft changes no public page, unless its address did.
    let tags = match notice {
        "saved" if !is_moved => Vec::new(),
        _ => public_tags(item, draft.kind, &draft.page_group),
    };
    let purges = if tags.is_empty() { Vec::new() } else { purge::record(&mut *tx, &tags).await? };
    audit.record(&mut *tx, "content", &format!("{} {item} {notice}", draft.kind.name())).await?;
    tx.commit().await?;
    if !purges.is_empty() {
        purge::announce(&shop.redis, &purges).await;
    }
    Ok(EditOutcome::Done { id: item, notice })
}

/// Cache tags of everything public that shows an item.
fn public_tags(item: i64, kind: ItemKind, group: &str) -> Vec<String> {
    let mut all = vec![tags::item(item), tags::SEARCH.to_owned()];
    if kind == ItemKind::Post {
        all.push(tags::POSTS.to_owned());
    }
    if !group.is_empty() {
        all.push(tags::group(group));
    }
    all
}

/// Pictures that the shop does not have.
async fn unknown_pictures(shop: &Shop, draft: &Draft) -> sqlx::Result<Vec<EditorError>> {
    let mut names: Vec<(String, String)> = Vec::new();
    if !draft.picture.is_empty() {
        names.push(("picture".to_owned(), draft.picture.clone()));
    }
    for (index, block) in draft.blocks.iter().enumerate() {
        let field = if matches!(block, Block::Gallery { .. }) { "names" } else { "name" };
        names.extend(block.pictures().iter().map(|name| (field_name(index, field), name.clone())));
    }
    let wanted: Vec<String> = names.iter().map(|(_, name)| name.clone()).collect();
    let known = catalog::service::pictures(&shop.db, &wanted).await?;
    let unknown = names.into_iter().filter(|(_, name)| !known.contains_key(name));
    Ok(unknown
        .map(|(field, name)| EditorError::new(field, msg::content::PICTURE_UNKNOWN.with("name", name)))
        .collect())
}

/// Takes a scheduled version back to a draft, or makes a draft of an old one. Returns the code of the notice.
pub async fn change_version(
    shop: &Shop,
    audit: &AuditWriter,
    member: &StaffMember,
    item: i64,
    version: i64,
    is_restore: bool,
) -> Result<&'static str, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let (_, _, kind) = store::lock_item(&mut *tx, item).await?.ok_or(AppError::NotFound)?;
    let group = store::find_version(&mut *tx, version).await?.map(|one| one.page_group).unwrap_or_default();
    let (is_done, notice, tags) = match is_restore {
        true => {
            (store::restore(&mut *tx, item, version, &member.actor(), now).await?, "restored", Vec::new())
        }
        false => (
            store::unschedule(&mut tx, item, version, now).await?,
            "unscheduled",
            public_tags(item, kind, &group),
        ),
    };
    if !is_done {
        return Ok("not-changed");
    }
    let number = store::move_version(&mut *tx, item).await?;
    let newest = store::list_versions(&mut *tx, item, 1).await?;
    if let Some(newest) = newest.first()
        && let Some(draft) = store::find_version(&mut *tx, newest.id).await?
    {
        store::put_edit(&mut *tx, (item, number), &draft.to_draft(), &member.actor(), now).await?;
    }
    let purges = if tags.is_empty() { Vec::new() } else { purge::record(&mut *tx, &tags).await? };
    audit.record(&mut *tx, "content", &format!("{} {item} {notice}", kind.name())).await?;
    tx.commit().await?;
    if !purges.is_empty() {
        purge::announce(&shop.redis, &purges).await;
    }
    Ok(notice)
}
