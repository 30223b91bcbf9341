//! The page.

use accounts::{service::FormSession, view::OptionView};
use axum::{extract::State, response::Response};
use cart::service::Rates;
use chrono::Days;
use edge::{
    AppError, Fields, Shop, ShopZone, Visitor,
    audit::{AuditState, seals},
    session::{RoleScope, StaffMember},
};
use http::StatusCode;
use kernel::{Messages, msg};
use serde::Deserialize;

use super::{
    AUDIT_URL,
    rules::{ACTS, Actor, DAYS, Filter, label},
    store::{self, Line, Person},
    texts::{LineTexts, Names, Shown, Wanted},
    undo::Undo,
    view::{AuditLineView, AuditPageView, AuditPartView, ChainView},
};
use crate::staff_products::view::UndoForm;

const PAGE_SIZE: usize = 50;
/// Lines of a member that may name what they worked on last.
const RECENT_LINES: i64 = 40;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AuditQuery {
    who: String,
    what: String,
    days: String,
    before: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<AuditQuery>,
) -> Result<Response, AppError> {
    let is_own = member.role.has_scope(RoleScope::OwnActs);
    let mut filter = Filter::parse(&query.who, &query.what, &query.days, &query.before);
    if is_own {
        filter.member = Some(member.id);
    }
    let actor = filter.member.map(|id| format!("staff {id}"));
    let since = filter.days.and_then(|days| shop.clock.now().checked_sub_days(Days::new(days.into())));
    let limit = i64::try_from(PAGE_SIZE + 1).unwrap_or(i64::MAX);
    let mut lines =
        store::list(&shop.db, actor.as_deref(), filter.action, since, filter.before, limit).await?;
    let has_more = lines.len() > PAGE_SIZE;
    lines.truncate(PAGE_SIZE);
    let next = lines.last().filter(|_| has_more).map(|line| line.seq);
    if is_own {
        filter.member = None;
    }

    let people = store::people(&shop.db).await?;
    let session = FormSession::for_staff(&visitor)?;
    let lines = line_views(&shop, &session, &member, &people, lines).await?;
    let messages = shop.messages;
    let zone = shop.settings.get::<ShopZone>().await?;
    let option = |value: String, label: String| OptionView { value, label };
    let all = |key| option(String::new(), messages.text(key));
    let mut acts: Vec<OptionView> = vec![all(msg::audit::ALL_ACTS)];
    acts.extend(ACTS.iter().map(|(name, key)| option((*name).to_owned(), messages.text(*key))));
    let mut persons = Vec::new();
    if !is_own {
        persons.push(all(msg::audit::ALL_PEOPLE));
        persons.extend(people.iter().map(|one| option(one.id.to_string(), one.name.clone())));
    }
    let mut spans = vec![all(msg::audit::ALL_TIMES)];
    spans.extend(
        DAYS.map(|days| option(days.to_string(), messages.text(msg::audit::DAYS.with("days", days)))),
    );
    let state = seals::state(&shop.db).await?;
    let view = AuditPageView {
        action: AUDIT_URL.to_owned(),
        chain: chain(messages, &zone, state.as_ref()),
        is_own,
        people: persons,
        who: filter.member.map(|id| id.to_string()).unwrap_or_default(),
        acts,
        what: filter.action.unwrap_or_default().to_owned(),
        spans,
        days: filter.days.map(|days| days.to_string()).unwrap_or_default(),
        lines,
        next_url: next.map(|seq| format!("{AUDIT_URL}?{}", filter.query(Some(seq)))),
    };
    let title = messages.text(msg::audit::TITLE);
    session.render_page(&shop, AUDIT_URL, &title, &view, StatusCode::OK).await
}

/// The newest acts of the team, or the member's own if they may not know of others.
pub async fn newest_acts(
    shop: &Shop,
    session: &FormSession,
    member: &StaffMember,
    limit: i64,
) -> Result<Vec<AuditLineView>, AppError> {
    let lines = if member.role.has_scope(RoleScope::OwnActs) {
        store::list(&shop.db, Some(&member.actor()), None, None, None, limit).await?
    } else {
        store::newest_of_staff(&shop.db, limit).await?
    };
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let people = store::people(&shop.db).await?;
    line_views(shop, session, member, &people, lines).await
}

/// Lines in the words of the admin, with the form that takes an act back if the member may.
async fn line_views(
    shop: &Shop,
    session: &FormSession,
    member: &StaffMember,
    people: &[Person],
    lines: Vec<Line>,
) -> Result<Vec<AuditLineView>, AppError> {
    let names = names_in(shop, people, &lines).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let rates = shop.settings.get::<Rates>().await?;
    let messages = shop.messages;
    let texts =
        LineTexts { messages, zone: &zone, rates: &rates, names: &names, rights: member.role.permissions };
    let now = shop.clock.now();
    let undo = |line: &Line| {
        let Undo { action, nonce, version } = Undo::of(line, member, now)?;
        Some(UndoForm { action, nonce: session.nonce(shop, nonce), version: version.to_string() })
    };
    let line = |line: Line| {
        let Shown { subject, before, after } = texts.line(&line.logged());
        AuditLineView {
            id: line.seq.to_string(),
            who: who(messages, &names, &line.actor),
            when: zone.date_time(line.at),
            what: what(messages, &line.action),
            subject,
            before,
            after,
            undo: undo(&line),
        }
    };
    Ok(lines.into_iter().map(line).collect())
}

/// What people call the things of these lines.
async fn names_in(shop: &Shop, people: &[Person], lines: &[Line]) -> Result<Names, AppError> {
    let mut names = Names {
        people: people.iter().map(|one| (one.id, one.name.clone())).collect(),
        categories: catalog::service::categories(&shop.db).await?,
        ..Names::default()
    };
    let mut wanted = Wanted::default();
    for line in lines {
        wanted.add(&line.logged());
    }
    store::name_things(&shop.db, &wanted, &mut names).await?;
    Ok(names)
}

/// The things that the member worked on last, newest first, each with its page, of those that they may open and whose page begins with
/// one of these addresses.
pub async fn recent_things(
    shop: &Shop,
    member: &StaffMember,
    addresses: &[&str],
    limit: usize,
) -> Result<Vec<AuditPartView>, AppError> {
    let lines = store::list(&shop.db, Some(&member.actor()), None, None, None, RECENT_LINES).await?;
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let names = names_in(shop, &[], &lines).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let rates = shop.settings.get::<Rates>().await?;
    let rights = member.role.permissions;
    let texts = LineTexts { messages: shop.messages, zone: &zone, rates: &rates, names: &names, rights };
    let mut things: Vec<AuditPartView> = Vec::new();
    for part in lines.iter().flat_map(|line| texts.line(&line.logged()).subject) {
        let Some(url) = &part.url else { continue };
        // Not a list of them.
        let numbered = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        let is_wanted = addresses.iter().any(|address| url.strip_prefix(address).is_some_and(numbered));
        if is_wanted && things.iter().all(|known| known.url != part.url) {
            things.push(part);
        }
    }
    things.truncate(limit);
    Ok(things)
}

fn what(messages: &Messages, action: &str) -> AuditPartView {
    let words = label(action).map(|key| messages.text(key));
    let is_ltr = words.is_none();
    AuditPartView { text: words.unwrap_or_else(|| action.to_owned()), is_ltr, url: None }
}

fn who(messages: &Messages, names: &Names, actor: &str) -> String {
    match Actor::parse(actor) {
        Actor::Staff(id) => names
            .people
            .get(&id)
            .cloned()
            .unwrap_or_else(|| messages.text(msg::audit::FORMER.with("id", id.to_string()))),
        Actor::Customer => messages.text(msg::audit::CUSTOMER),
        Actor::Guest => messages.text(msg::audit::GUEST),
        Actor::Shell => messages.text(msg::audit::SHELL),
        Actor::Shop => messages.text(msg::audit::SHOP),
    }
}

/// What the last check of the log found, also on the health page.
pub fn chain(messages: &Messages, zone: &ShopZone, state: Option<&AuditState>) -> ChainView {
    let Some(state) = state else {
        return ChainView {
            is_broken: false,
            label: messages.text(msg::audit::UNCHECKED),
            text: messages.text(msg::audit::UNCHECKED_TEXT),
        };
    };
    let checked = zone.date_time(state.checked_at);
    if let Some(row) = state.broken_at {
        return ChainView {
            is_broken: true,
            label: messages.text(msg::audit::BROKEN),
            text: messages.text(msg::audit::BROKEN_TEXT.with("row", row.to_string())),
        };
    }
    let key = if state.is_sealed { msg::audit::WHOLE_TEXT } else { msg::audit::UNSEALED_TEXT };
    ChainView {
        is_broken: false,
        label: messages.text(msg::audit::WHOLE),
        text: messages.text(key.with("count", state.rows).with("checked", checked)),
    }
}
