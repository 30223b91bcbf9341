use accounts::{
    service::{FormSession, redirect},
    view::STAFF_REVIEWS_URL,
};
use axum::{extract::State, response::Response};
use chrono::SecondsFormat;
use edge::{AppError, Fields, Shop, ShopZone, Visitor, audit::AuditWriter, session::StaffMember};
use http::StatusCode;
use kernel::{Key, Zone, msg};
use media::{
    service::MediaContext,
    view::{MediaView, MediaViewKind},
};
use serde::Deserialize;

use super::NONCE;
use crate::{
    queue::{ItemState, QueueContext, QueueId, QueueItem, QueueKind, QueueSources},
    service::{self, Cursor},
    signals::Signal,
    store,
    view::*,
};

const PAGE_SIZE: usize = 20;
/// Items of one decision.
const MAX_ITEMS: usize = 100;

/// Reasons for a refusal: the value of the form, and its text.
const REASONS: [(&str, Key); 5] = [
    ("spam", msg::moderation::REASON_SPAM),
    ("contact", msg::moderation::REASON_CONTACT),
    ("offensive", msg::moderation::REASON_OFFENSIVE),
    ("off-topic", msg::moderation::REASON_OFF_TOPIC),
    ("false", msg::moderation::REASON_FALSE),
];

#[derive(Debug, Default, Deserialize)]
pub struct QueueQuery {
    /// A kind; all of them if there is no such kind.
    #[serde(default)]
    kind: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    after: String,
    #[serde(default)]
    notice: String,
    /// The decision that was just made.
    #[serde(default)]
    act: Option<i64>,
}

/// Which part of the queue a page shows.
#[derive(Clone, Copy)]
struct Part {
    kind: Option<QueueKind>,
    state: ItemState,
}

impl Part {
    fn parse(kind: &str, state: &str) -> Self {
        Self { kind: QueueKind::parse(kind), state: ItemState::parse(state).unwrap_or(ItemState::Held) }
    }

    fn url(self) -> String {
        let kind = self.kind.map(|kind| format!("kind={}&", kind.name())).unwrap_or_default();
        format!("{STAFF_REVIEWS_URL}?{kind}state={}", self.state.name())
    }
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
    let part = Part::parse(&query.kind, &query.state);
    let kinds: Vec<QueueKind> =
        sources.kinds().filter(|&kind| part.kind.is_none_or(|wanted| wanted == kind)).collect();
    let after = Cursor::parse(&query.after);
    let (items, next) = service::list(&context, &sources, &kinds, part.state, &after, PAGE_SIZE).await?;
    let (kind_tabs, state_tabs) = tabs(&context, &sources, part).await?;
    let session = FormSession::for_staff(&visitor)?;
    let hidden = [
        ("nonce", session.nonce(&shop, NONCE)),
        ("kind", part.kind.map(QueueKind::name).unwrap_or_default().to_owned()),
        ("state", part.state.name().to_owned()),
    ];
    let zone = shop.settings.get::<ShopZone>().await?;
    let view = ModerationPageView {
        kinds: kind_tabs,
        tabs: state_tabs,
        items: items.into_iter().map(|item| item_view(&shop, &zone, &sources, item)).collect(),
        action: STAFF_REVIEWS_URL.to_owned(),
        hidden: hidden.map(|(name, value)| QueueHidden { name: name.to_owned(), value }).to_vec(),
        reasons: REASONS
            .map(|(value, label)| QueueReason { value: value.to_owned(), label: shop.messages.text(label) })
            .to_vec(),
        can_publish: part.state != ItemState::Published,
        can_refuse: part.state != ItemState::Refused,
        next_url: next.map(|cursor| format!("{}&after={cursor}", part.url())),
        notice: notice(&shop, &staff, &query).await?,
    };
    let title = shop.messages.text(msg::moderation::TITLE);
    session.render_page(&shop, STAFF_REVIEWS_URL, &title, &view, StatusCode::OK).await
}

/// Tabs by kind (none if there is one kind) and by state.
async fn tabs(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    part: Part,
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
        url: Part { kind, ..part }.url(),
        count: Some(count),
        current: kind == part.kind,
    };
    let state_tab = |(state, count)| QueueTab {
        label: text(match state {
            ItemState::Held => msg::moderation::HELD,
            ItemState::Published => msg::moderation::PUBLISHED,
            ItemState::Refused => msg::moderation::REFUSED,
        }),
        url: Part { state, ..part }.url(),
        count: Some(count),
        current: state == part.state,
    };
    let kind_tabs = if kinds.len() > 2 { kinds.into_iter().map(kind_tab).collect() } else { Vec::new() };
    Ok((kind_tabs, states.into_iter().map(state_tab).collect()))
}

fn item_view(shop: &Shop, zone: &Zone, sources: &QueueSources, item: QueueItem) -> QueueItemView {
    let text = |key| shop.messages.text(key);
    let tool = sources.find(item.id.kind).and_then(|source| source.tool(item.id));
    let signals = item.signals.iter().filter_map(|name| Signal::parse(name));
    QueueItemView {
        key: item.id.to_string(),
        kind: item.id.kind,
        kind_label: text(item.id.kind.label()),
        author: item.author,
        email: item.email,
        badge: item.badge,
        rating: item.rating,
        date: zone.date_time(item.created_at),
        datetime: item.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        subject: item.subject.map(|(label, url)| QueueLink { label, url }),
        context: item.context,
        text: item.text,
        facts: item.facts.into_iter().map(|(label, value)| QueueFact { label, value }).collect(),
        media: item.media.into_iter().map(media_view).collect(),
        signals: signals.map(|signal| text(signal.label())).chain(item.notes).collect(),
        can_publish: item.state != ItemState::Published,
        can_refuse: item.state != ItemState::Refused,
        reply: item.reply,
        tool: tool.map(|(label, url)| QueueLink { label: text(label), url }),
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

async fn notice(
    shop: &Shop,
    staff: &StaffMember,
    query: &QueueQuery,
) -> Result<Option<QueueNotice>, AppError> {
    if let Some(id) = query.act {
        let Some(act) = store::find_act(&shop.db, id, staff.id, shop.clock.now()).await? else {
            return Ok(None);
        };
        let key = match act.state {
            ItemState::Refused => msg::moderation::CHANGED_REFUSED.with("count", act.count),
            ItemState::Published | ItemState::Held => {
                msg::moderation::CHANGED_PUBLISHED.with("count", act.count)
            }
        };
        let act = act.can_undo.then(|| id.to_string());
        return Ok(Some(QueueNotice { text: shop.messages.text(key), act }));
    }
    let key = match query.notice.as_str() {
        "replied" => msg::moderation::REPLIED,
        "undone" => msg::moderation::UNDONE,
        "not-undone" => msg::moderation::NOT_UNDONE,
        "not-changed" => msg::moderation::NOT_CHANGED,
        _ => return Ok(None),
    };
    Ok(Some(QueueNotice { text: shop.messages.text(key), act: None }))
}

#[derive(Debug, Deserialize)]
pub struct ModerationForm {
    #[serde(rename = "item[]", default)]
    items: Vec<String>,
    #[serde(rename = "do")]
    action: String,
    /// The reply, or the reason of a refusal.
    #[serde(default)]
    text: String,
    /// The decision to be undone.
    #[serde(default)]
    act: Option<i64>,
    /// The list to return to.
    #[serde(default)]
    kind: String,
    #[serde(default)]
    state: String,
}

pub async fn change(
    State(shop): State<Shop>,
    media: MediaContext,
    audit: AuditWriter,
    staff: StaffMember,
    Fields(form): Fields<ModerationForm>,
    sources: QueueSources,
) -> Result<Response, AppError> {
    let context = QueueContext { shop: &shop, media: &media };
    let items: Vec<QueueId> = form.items.iter().filter_map(|item| QueueId::parse(item)).collect();
    if items.len() != form.items.len() || items.len() > MAX_ITEMS {
        return Err(AppError::BadRequest("invalid items"));
    }
    let outcome = match form.action.as_str() {
        "publish" => {
            let decision = (ItemState::Published, "");
            decided(service::decide(&context, &sources, &audit, &staff, &items, decision).await?)
        }
        "refuse" => {
            let reason = REASONS.iter().find(|(value, _)| *value == form.text);
            let (reason, _) = reason.ok_or(AppError::BadRequest("no such reason"))?;
            let decision = (ItemState::Refused, *reason);
            decided(service::decide(&context, &sources, &audit, &staff, &items, decision).await?)
        }
        "reply" => {
            let [item] = items[..] else { return Err(AppError::BadRequest("one item can be replied to")) };
            let is_done = service::reply(&context, &sources, &audit, item, &form.text).await?;
            if is_done { "notice=replied" } else { "notice=not-changed" }.to_owned()
        }
        "undo" => {
            let act = form.act.ok_or(AppError::BadRequest("no decision"))?;
            let is_done = service::undo(&context, &sources, &audit, &staff, act).await?.is_some();
            if is_done { "notice=undone" } else { "notice=not-undone" }.to_owned()
        }
        _ => return Err(AppError::BadRequest("no such action")),
    };
    let part = Part::parse(&form.kind, &form.state);
    Ok(redirect(&format!("{}&{outcome}", part.url()), None))
}

fn decided(act: Option<i64>) -> String {
    act.map_or_else(|| "notice=not-changed".to_owned(), |act| format!("act={act}"))
}
