//! The queue as a page.

use std::collections::HashMap;

use accounts::{service::FormSession, view::STAFF_REVIEWS_URL};
use axum::{extract::State, response::Response};
use chrono::SecondsFormat;
use edge::{AppError, Fields, Shop, ShopZone, Visitor, session::StaffMember};
use http::StatusCode;
use kernel::{Key, Zone, msg};
use media::{
    service::MediaContext,
    view::{MediaView, MediaViewKind},
};
use serde::Deserialize;

use super::{
    NONCE, STAFF_ACTS_URL, STAFF_SPAM_URL,
    acts::words,
    change::REASONS,
    part::{self, Part, PartFields, sees_emails},
    spam::spam_button,
};
use crate::{
    queue::{ItemState, QueueContext, QueueId, QueueItem, QueueKind, QueueSources},
    service::{self, Cursor},
    signals::Signal,
    store::{self, Insight},
    view::*,
};

const PAGE_SIZE: usize = 20;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct QueueQuery {
    kind: String,
    state: String,
    s: String,
    rating: String,
    mark: String,
    after: String,
    notice: String,
    /// How many an undo left as they are.
    left: String,
    /// The decision that was just made.
    act: Option<i64>,
}

pub async fn show(
    State(shop): State<Shop>,
    media: MediaContext,
    staff: StaffMember,
    visitor: Visitor,
    Fields(query): Fields<QueueQuery>,
    sources: QueueSources,
) -> Result<Response, AppError> {
    let context = QueueContext { shop: &shop, media: &media };
    let now = shop.clock.now();
    let fields = PartFields {
        kind: query.kind.clone(),
        state: query.state.clone(),
        s: query.s.clone(),
        rating: query.rating.clone(),
        mark: query.mark.clone(),
    };
    let part = Part::parse(&fields, &staff);
    let kinds: Vec<QueueKind> =
        sources.kinds().filter(|&kind| part.kind.is_none_or(|wanted| wanted == kind)).collect();
    let after = Cursor::parse(&query.after);
    let wanted = (kinds.as_slice(), part.state);
    let (items, next) = service::list(&context, &sources, wanted, &part.filter, &after, PAGE_SIZE).await?;
    let ids: Vec<QueueId> = items.iter().map(|item| item.id).collect();
    let insights = store::insights(&shop.db, &ids, now).await?;
    let insights: HashMap<QueueId, Insight> =
        insights.into_iter().map(|one| (QueueId { kind: one.kind, id: one.id }, one)).collect();
    let (kind_tabs, state_tabs) = tabs(&context, &sources, &part).await?;
    let session = FormSession::for_staff(&visitor)?;
    let mut hidden = part::hidden([("nonce", session.nonce(&shop, NONCE))]);
    hidden.extend(part.hidden());
    let zone = shop.settings.get::<ShopZone>().await?;
    let sees_emails = sees_emails(&staff);
    let views = ItemViews { shop: &shop, zone: &zone, sources: &sources, part: &part, sees_emails };
    let view = ModerationPageView {
        kinds: kind_tabs,
        tabs: state_tabs,
        sieve: part.sieve(&shop),
        items: items
            .into_iter()
            .map(|item| {
                let insight = insights.get(&item.id);
                views.item(item, insight)
            })
            .collect(),
        action: STAFF_REVIEWS_URL.to_owned(),
        hidden,
        seen: now.timestamp_micros().to_string(),
        reasons: REASONS
            .map(|(value, label)| QueueReason { value: value.to_owned(), label: shop.messages.text(label) })
            .to_vec(),
        can_publish: part.state != ItemState::Published,
        can_hold: part.state != ItemState::Held,
        can_refuse: part.state != ItemState::Refused,
        next_url: next.map(|cursor| format!("{}&after={cursor}", part.url())),
        acts_url: STAFF_ACTS_URL.to_owned(),
        notice: notice(&shop, &query).await?,
    };
    let title = shop.messages.text(msg::moderation::TITLE);
    session.render_page(&shop, STAFF_REVIEWS_URL, &title, &view, StatusCode::OK).await
}

/// Tabs by kind (none if there is one kind) and by state.
async fn tabs(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    part: &Part,
) -> Result<(Vec<QueueTab>, Vec<QueueTab>), AppError> {
    let text = |key| context.shop.messages.text(key);
    let mut kinds = vec![(None, 0)];
    let mut states = ItemState::ALL.map(|state| (state, 0));
    for kind in sources.kinds() {
        let Some(source) = sources.find(kind) else { continue };
        let mut shown = 0;
        for (state, total) in &mut states {
            let count = source.count(context, kind, *state).await?;
            if part.kind.is_none_or(|wanted| wanted == kind) {
                *total += count;
            }
            if *state == part.state {
                shown = count;
            }
        }
        kinds[0].1 += shown;
        kinds.push((Some(kind), shown));
    }
    let kind_tab = |(kind, count): (Option<QueueKind>, i64)| QueueTab {
        label: text(kind.map_or(msg::moderation::ALL, QueueKind::plural)),
        url: part.with_kind(kind).url(),
        count: Some(count),
        current: kind == part.kind,
    };
    let state_tab = |(state, count)| QueueTab {
        label: text(state_label(state)),
        url: part.with_state(state).url(),
        count: Some(count),
        current: state == part.state,
    };
    let kind_tabs = if kinds.len() > 2 { kinds.into_iter().map(kind_tab).collect() } else { Vec::new() };
    Ok((kind_tabs, states.into_iter().map(state_tab).collect()))
}

pub fn state_label(state: ItemState) -> Key {
    match state {
        ItemState::Held => msg::moderation::HELD,
        ItemState::Published => msg::moderation::PUBLISHED,
        ItemState::Refused => msg::moderation::REFUSED,
    }
}

/// What the views of all items of a page need.
struct ItemViews<'a> {
    shop: &'a Shop,
    zone: &'a Zone,
    sources: &'a QueueSources,
    part: &'a Part,
    sees_emails: bool,
}

impl ItemViews<'_> {
    fn item(&self, item: QueueItem, insight: Option<&Insight>) -> QueueItemView {
        let text = |key| self.shop.messages.text(key);
        let tool = self.sources.find(item.id.kind).and_then(|source| source.tool(item.id));
        let signals = item.signals.iter().filter_map(|name| Signal::parse(name));
        let signals = signals.map(|signal| text(signal.label())).chain(item.notes);
        let signals = signals.chain(insight.into_iter().flat_map(|insight| self.likeness(insight)));
        let copies = insight.map_or(0, |insight| usize::try_from(insight.copies).unwrap_or(0));
        let queue = self.part.url();
        let query = queue.split_once('?').map_or("", |(_, query)| query);
        QueueItemView {
            key: item.id.to_string(),
            kind: item.id.kind,
            kind_label: text(item.id.kind.label()),
            author: item.author,
            email: if self.sees_emails { item.email } else { String::new() },
            badge: item.badge,
            rating: item.rating,
            date: self.zone.date_time(item.created_at),
            datetime: item.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
            subject: item.subject.map(|(label, url)| QueueLink { label, url }),
            context: item.context,
            text: item.text,
            facts: item.facts.into_iter().map(|(label, value)| QueueFact { label, value }).collect(),
            media: item.media.into_iter().map(media_view).collect(),
            signals: signals.collect(),
            can_publish: item.state != ItemState::Published,
            can_hold: item.state != ItemState::Held,
            can_refuse: item.state != ItemState::Refused,
            spam: self.shop.messages.text(spam_button(copies)),
            copies_url: (copies > 0).then(|| format!("{STAFF_SPAM_URL}?item={}&{query}", item.id)),
            reply: item.reply,
            tool: tool.map(|(label, url)| QueueLink { label: text(label), url }),
        }
    }

    /// What is known about the writer and the text besides what was noted when it arrived.
    fn likeness(&self, insight: &Insight) -> Vec<String> {
        let counted = [
            (insight.same_text, msg::moderation::SIGNAL_SAME_TEXT),
            (insight.same_sender, msg::moderation::SIGNAL_SAME_SENDER),
        ];
        let counted = counted.into_iter().filter(|(count, _)| *count > 0);
        let counted = counted.map(|(count, key)| self.shop.messages.text(key.with("count", count)));
        let new =
            insight.is_new_account.then(|| self.shop.messages.text(msg::moderation::SIGNAL_NEW_ACCOUNT));
        counted.chain(new).collect()
    }
}

fn media_view(view: MediaView) -> QueueMedia {
    QueueMedia {
        id: view.id,
        is_video: view.kind == MediaViewKind::Video,
        thumb_url: view.thumb,
        full_url: view.full,
    }
}

async fn notice(shop: &Shop, query: &QueueQuery) -> Result<Option<QueueNotice>, AppError> {
    if let Some(id) = query.act {
        let Some(act) = store::find_act(&shop.db, id, shop.clock.now()).await? else {
            return Ok(None);
        };
        let text = shop.messages.text(words(act.state, act.is_spam, act.count));
        return Ok(Some(QueueNotice { text, act: act.can_undo.then(|| id.to_string()) }));
    }
    let text = match query.notice.as_str() {
        "replied" => shop.messages.text(msg::moderation::REPLIED),
        "not-changed" => shop.messages.text(msg::moderation::NOT_CHANGED),
        other => match undo_notice(shop, other, &query.left) {
            Some(text) => text,
            None => return Ok(None),
        },
    };
    Ok(Some(QueueNotice { text, act: None }))
}

/// What an undo did. `left`: about so many somebody decided since.
pub fn undo_notice(shop: &Shop, notice: &str, left: &str) -> Option<String> {
    let left = left.parse::<u32>().unwrap_or(0);
    match notice {
        "undone" if left > 0 => Some(shop.messages.text(msg::moderation::UNDONE_BUT.with("count", left))),
        "undone" => Some(shop.messages.text(msg::moderation::UNDONE)),
        "not-undone" => Some(shop.messages.text(msg::moderation::NOT_UNDONE)),
        _ => None,
    }
}
