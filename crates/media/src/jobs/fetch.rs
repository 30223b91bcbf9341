//! Fetches files of other hosts. A visitor can make the server do this: see [`edge::outbound`].

use std::time::Duration;

use anyhow::{Context, bail};
use edge::outbound::{self, allowed_url};
use reqwest::{Url, header};

use super::{MediaJobContext, ProcessMedia};
use crate::{
    rules::{MAX_FILE_BYTES, MediaType, RefusalReason},
    service::{Acceptance, Spooled, Writer},
    store,
};

const TOTAL_TIMEOUT: Duration = Duration::from_secs(20);

pub async fn fetch(media: &MediaJobContext, id: i64) -> anyhow::Result<()> {
    let Some(url) = store::find_unfetched(&media.db, id).await? else { return Ok(()) };
    let Some(url) = allowed_url(&url) else {
        return refuse(media, id, RefusalReason::Type).await;
    };
    let spooled = match download(media, url).await? {
        Ok(spooled) => spooled,
        Err(reason) => return refuse(media, id, reason).await,
    };
    let media_type = spooled.media_type.context("a fetched file without a type")?;
    media.objects.put_inbox(id, spooled.path()).await?;
    let bytes = i64::try_from(spooled.bytes)?;
    let now = media.clock.now();
    let mut tx = media.db.begin().await?;
    if store::mark_fetched(&mut *tx, id, media_type, spooled.sha256(), bytes, now).await? {
        edge::jobs::enqueue(&mut *tx, &ProcessMedia { id }, Some(&ProcessMedia::key(id))).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn refuse(media: &MediaJobContext, id: i64, reason: RefusalReason) -> anyhow::Result<()> {
    metrics::counter!("matjar_media_refused_total", "reason" => reason.as_str()).increment(1);
    store::mark_refused(&media.db, id, reason, media.clock.now()).await?;
    Ok(())
}

async fn download(media: &MediaJobContext, url: Url) -> anyhow::Result<Result<Spooled, RefusalReason>> {
    let name = url.path_segments().and_then(Iterator::last).unwrap_or_default().to_owned();
    let client = outbound::client(&media.fetch, TOTAL_TIMEOUT)?;
    let response = client.get(url).send().await.context("fetching a file of another host")?;
    let status = response.status();
    if status.is_client_error() || status.is_redirection() {
        return Ok(Err(RefusalReason::Broken));
    }
    if !status.is_success() {
        bail!("the other host answered {status}");
    }
    if response.content_length().is_some_and(|length| length > MAX_FILE_BYTES) {
        return Ok(Err(RefusalReason::Size));
    }
    let declared = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let declared = declared.unwrap_or_default().to_owned();
    // Hosts of pictures often serve them under names without an end.
    let name = match MediaType::from_declared(&declared) {
        Some(declared) if !name.contains('.') => format!("{name}.{}", usual_extension(declared)),
        _ => name,
    };
    let mut writer = Writer::create_in(&media.objects, name, declared, Acceptance::Media).await?;
    let mut response = response;
    while let Some(chunk) = response.chunk().await.context("reading a file of another host")? {
        if let Err(reason) = writer.write(&chunk).await? {
            return Ok(Err(reason));
        }
    }
    Ok(writer.finish().await?)
}

const fn usual_extension(media_type: MediaType) -> &'static str {
    match media_type {
        MediaType::Jpeg => "jpg",
        MediaType::Png => "png",
        MediaType::Gif => "gif",
        MediaType::Mp4 => "mp4",
        MediaType::Mpeg => "mpeg",
        MediaType::Ogg => "ogv",
        MediaType::Webm => "webm",
        MediaType::Quicktime => "mov",
        MediaType::Avi => "avi",
    }
}
