//! Publishing a draft: by a member, or by the clock at the moment that a member has set.

use std::time::Duration;

use catalog::service::{
    drafts::{self, ProductDraft},
    edit,
};
use edge::{
    AppError, Permission, Shop,
    audit::{self, AuditWriter},
    changes::Patch,
    permission::Permissions,
    purge,
    supervise::Heartbeat,
};

use crate::staff_products::{
    bulk::rights_of_member,
    save::{Edit, Saved, may_write_with, save_in},
    write::Writer,
};

/// A published draft is visible at most this long after its moment, and the time of a purge.
const TICK: Duration = Duration::from_millis(500);

/// Publishes a draft as one edit, and removes it in the same transaction. Nothing is written unless the edit is accepted.
pub async fn publish(shop: &Shop, draft: ProductDraft, actor: &str) -> Result<Option<Saved>, AppError> {
    let mut tx = shop.db.begin().await?;
    if !drafts::delete(&mut *tx, &draft).await? {
        return Ok(None);
    }
    let (product, patch) = (draft.product, Patch(draft.patch));
    // A draft has no pictures.
    let edit = Edit { product, version: draft.version, patch, known_pictures: Vec::new(), undoes: None };
    let writer = Writer { actor: actor.to_owned(), now: shop.clock.now() };
    let audit = AuditWriter::of_job(writer.actor.clone(), writer.now);
    let (saved, purges) = save_in(&mut tx, &audit, &writer, &edit, Some("draft-publish")).await?;
    match saved {
        Saved::Done { .. } => {}
        Saved::Unchanged => {
            let subject = format!("product {product}");
            audit.record(&mut *tx, "draft-discard", &subject).await?;
        }
        Saved::Refused { .. } | Saved::Conflict(_) => return Ok(Some(saved)),
    }
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    Ok(Some(saved))
}

/// Publishes drafts whose moment has come, each once on however many servers. Returns how many.
pub async fn publish_due(shop: &Shop) -> Result<usize, AppError> {
    let mut published = 0;
    for product in drafts::list_due(&shop.db, shop.clock.now()).await? {
        // One that fails stops no other.
        match publish_scheduled(shop, product).await {
            Ok(is_published) => published += usize::from(is_published),
            Err(error) => tracing::warn!(%error, product, "publishing a scheduled draft failed"),
        }
    }
    Ok(published)
}

async fn publish_scheduled(shop: &Shop, product: i64) -> Result<bool, AppError> {
    let mut db = shop.db.acquire().await?;
    let Some(draft) = drafts::find(&mut *db, product).await? else { return Ok(false) };
    let current = edit::find_product(&mut db, product, false).await?.ok_or(AppError::NotFound)?;
    drop(db);
    let is_due = draft.publish_at.is_some_and(|at| at <= shop.clock.now());
    let Some(scheduler) = draft.scheduler.clone().filter(|_| is_due) else { return Ok(false) };
    let reason = if !may_still_publish(shop, &scheduler, &draft).await? {
        "rights"
    } else if current.version == draft.version {
        // An edit between that look and the lock is merged if it does not clash, as an edit of a page would be.
        match publish(shop, draft, &scheduler).await {
            Ok(None) => return Ok(false),
            Ok(Some(Saved::Done { .. } | Saved::Unchanged)) => return Ok(true),
            Ok(Some(Saved::Conflict(_))) => "changed",
            // A field or a value that there was when the draft was saved.
            Ok(Some(Saved::Refused { .. })) | Err(AppError::BadRequest(_)) => "refused",
            Err(error) => return Err(error),
        }
    } else {
        "changed"
    };
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    if drafts::refuse(&mut *tx, product, reason, now).await? {
        let subject = format!("product {product}: {reason}");
        audit::record(&mut *tx, now, &scheduler, "draft-refused", &subject).await?;
        tx.commit().await?;
    }
    Ok(false)
}

/// Whether whoever has set the moment still works here and could publish the draft now.
async fn may_still_publish(shop: &Shop, scheduler: &str, draft: &ProductDraft) -> Result<bool, AppError> {
    let Some(member) = scheduler.strip_prefix("staff ").and_then(|id| id.parse().ok()) else {
        return Ok(false);
    };
    let Some((permissions, scopes)) = rights_of_member(&shop.db, member).await? else { return Ok(false) };
    let rights = Permissions::from_names(&permissions);
    let may_write = |field: &String| may_write_with(rights, &scopes, field);
    Ok(rights.contains(Permission::CatalogWrite) && draft.patch.keys().all(may_write))
}

/// Publishes what is due, all the time. Never returns.
pub async fn run_publisher(shop: Shop, heartbeat: Heartbeat) {
    loop {
        tokio::time::sleep(TICK).await;
        heartbeat.beat();
        if let Err(error) = publish_due(&shop).await {
            tracing::warn!(%error, "publishing scheduled drafts failed");
        }
    }
}
