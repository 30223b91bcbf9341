//! Deletes what nobody needs any more, objects first: a row without objects is noticed, objects without a row are not.

use chrono::TimeDelta;
use futures_util::TryStreamExt;

use super::MediaJobContext;
use crate::{objects::ObjectOwner, service::UNATTACHED_LIFETIME, store};

/// How long a refusal can be read.
const REFUSED_LIFETIME: TimeDelta = TimeDelta::days(1);
/// A younger object may belong to an upload whose row is about to be written.
const ORPHAN_AGE: TimeDelta = TimeDelta::hours(48);
/// Objects whose rows are looked up at once.
const BATCH: usize = 500;

/// What the cleanup has deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cleaned {
    pub files: usize,
    pub orphans: usize,
}

pub async fn clean_up(media: &MediaJobContext) -> anyhow::Result<Cleaned> {
    let files = delete_expired(media).await?;
    let orphans = delete_orphans(media).await?;
    media.objects.spool().remove_stale()?;
    if orphans > 0 {
        tracing::warn!(orphans, "objects without a row deleted");
        metrics::counter!("matjar_media_orphans_total").increment(orphans as u64);
    }
    if files > 0 {
        tracing::info!(files, "expired files deleted");
    }
    Ok(Cleaned { files, orphans })
}

async fn delete_expired(media: &MediaJobContext) -> anyhow::Result<usize> {
    let now = media.clock.now();
    let before = now - UNATTACHED_LIFETIME;
    let mut deleted = 0;
    loop {
        let ids = store::list_expired(&media.db, before, now - REFUSED_LIFETIME).await?;
        if ids.is_empty() {
            return Ok(deleted);
        }
        for id in ids {
            media.objects.delete_private(id).await?;
            deleted += usize::from(store::delete_expired(&media.db, id, before).await?);
        }
    }
}

async fn delete_orphans(media: &MediaJobContext) -> anyhow::Result<usize> {
    let before = media.clock.now() - ORPHAN_AGE;
    let mut deleted = 0;
    let mut objects = media.objects.list_older(before).try_chunks(BATCH);
    loop {
        let chunk = match objects.try_next().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => return Ok(deleted),
            Err(error) => return Err(error.1.context("listing the store")),
        };
        let (mut inbox, mut held, mut public) = (Vec::new(), Vec::new(), Vec::new());
        for (_, owner) in &chunk {
            match owner {
                ObjectOwner::Inbox(id) => inbox.push(*id),
                ObjectOwner::Held(id) | ObjectOwner::Form(id) => held.push(*id),
                ObjectOwner::Public(name) => public.push(name.clone()),
                ObjectOwner::Nobody => {}
            }
        }
        let inbox = store::filter_received(&media.db, &inbox).await?;
        let held = store::filter_existing(&media.db, &held).await?;
        let public = store::filter_published(&media.db, &public).await?;
        for (key, owner) in chunk {
            let has_row = match &owner {
                ObjectOwner::Inbox(id) => inbox.contains(id),
                ObjectOwner::Held(id) | ObjectOwner::Form(id) => held.contains(id),
                ObjectOwner::Public(name) => public.contains(name),
                ObjectOwner::Nobody => false,
            };
            if !has_row {
                media.objects.delete_orphan(&key, &owner).await?;
                deleted += 1;
            }
        }
    }
}
