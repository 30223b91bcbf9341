//! The page of a thing: its form, what the last answer says, its changes.

use std::{collections::HashMap, sync::Arc};

use accounts::service::FormSession;
use axum::response::Response;
use cart::service::Rates;
use edge::{
    AppError, Shop, ShopZone, Visitor,
    changes::{self, Patch},
    session::StaffMember,
    view::LinkView,
};
use http::StatusCode;
use kernel::{Key, Message, msg::settings as msg};
use serde::Deserialize;

use super::{
    NONCE, SHIPPING_URL,
    form::{Shown, Words},
    parts::PARTS,
    row_url,
    spec::Refused,
    target::{Stored, Target},
    view::{PaymentStateView, SettingAct, SettingsForm, SettingsPageView},
};
use crate::{
    staff_products::view::{HistoryField, HistoryLine, ListTab, StaffNotice, UndoForm},
    store::staff_names,
};

const HISTORY_LINES: i64 = 20;
/// Characters of a value in the history.
const SHOWN_CHARS: usize = 160;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    pub notice: String,
    /// The version that was saved, and the one that it was made on.
    pub saved: Option<i64>,
    pub from: Option<i64>,
}

/// A form that was refused.
pub struct RefusedForm<'a> {
    /// The version and the values that the member saw.
    pub version: i64,
    pub was: &'a Patch,
    pub fields: &'a Patch,
    pub refused: &'a [Refused],
    pub typed: Option<&'a HashMap<String, String>>,
}

/// What pages of settings need.
pub struct Context<'a> {
    pub shop: &'a Shop,
    pub member: &'a StaffMember,
    pub session: FormSession,
    pub zone: Arc<ShopZone>,
    pub rates: Arc<Rates>,
}

/// The parts that the member may open.
pub fn tabs(shop: &Shop, member: &StaffMember, current: &str) -> Vec<ListTab> {
    let tab = |label: Key, url: &str| ListTab {
        label: shop.messages.text(label),
        url: url.to_owned(),
        is_current: current.starts_with(url),
    };
    let mut tabs: Vec<ListTab> = PARTS
        .iter()
        .filter(|part| member.may(part.permission))
        .map(|part| tab(part.title, part.url))
        .collect();
    if member.may(edge::Permission::SettingsWrite) {
        tabs.insert(2, tab(msg::PART_SHIPPING, SHIPPING_URL));
    }
    tabs
}

impl<'a> Context<'a> {
    pub async fn new(shop: &'a Shop, visitor: &Visitor, member: &'a StaffMember) -> Result<Self, AppError> {
        let session = FormSession::for_staff(visitor)?;
        let (zone, rates) = (shop.settings.get::<ShopZone>().await?, shop.settings.get::<Rates>().await?);
        Ok(Self { shop, member, session, zone, rates })
    }

    pub fn words(&self) -> Words<'_> {
        Words { messages: self.shop.messages, rates: &self.rates }
    }

    fn text(&self, message: impl Into<Message>) -> String {
        self.shop.messages.text(message)
    }

    fn form(
        &self,
        target: Target,
        version: i64,
        was: &Patch,
        shown: &Shown<'_>,
    ) -> Result<SettingsForm, AppError> {
        let specs = target.specs();
        let boxes: Vec<&str> = specs
            .iter()
            .filter(|spec| spec.kind.is_open() && spec.kind.has_boxes())
            .map(|spec| spec.name)
            .collect();
        let submit = if target.thing().is_none() { msg::ADD } else { msg::SAVE };
        Ok(SettingsForm {
            action: target.url(),
            hidden: vec![
                ("nonce".to_owned(), self.session.nonce(self.shop, NONCE)),
                ("version".to_owned(), version.to_string()),
                ("was".to_owned(), serde_json::to_string(was).map_err(anyhow::Error::from)?),
                ("boxes".to_owned(), boxes.join(" ")),
            ],
            sections: self.words().sections(target, shown),
            submit: self.text(submit),
        })
    }

    pub fn undo_form(&self, target: Target, version: i64) -> UndoForm {
        UndoForm {
            action: target.undo_url(),
            nonce: self.session.nonce(self.shop, NONCE),
            version: version.to_string(),
        }
    }

    /// Renders the page of a thing; `refused` is a form that was not accepted.
    pub async fn render(
        self,
        target: Target,
        stored: &Stored,
        query: &PageQuery,
        refused: Option<&RefusedForm<'_>>,
        payments: Option<PaymentStateView>,
    ) -> Result<Response, AppError> {
        let (version, was) = refused.map_or((stored.version, &stored.fields), |one| (one.version, one.was));
        let shown = match refused {
            Some(one) => Shown { fields: one.fields, refused: one.refused, typed: one.typed },
            None => Shown { fields: &stored.fields, refused: &[], typed: None },
        };
        let is_row = !matches!(target, Target::Part(_));
        let title = match target {
            Target::Part(part) => self.text(part.title),
            Target::NewZone => self.text(msg::NEW_ZONE_TITLE),
            Target::NewMethod(_) => self.text(msg::NEW_METHOD_TITLE),
            Target::Zone(_) | Target::Method(_) => stored.name(),
        };
        let remove = match target {
            Target::Zone(_) => Some(msg::REMOVE_ZONE),
            Target::Method(_) => Some(msg::REMOVE_METHOD),
            _ => None,
        };
        let is_removed = stored.is_removed();
        let removed_note = StaffNotice { text: self.text(msg::REMOVED_NOTE), is_error: false, undo: None };
        let notice = match refused {
            Some(_) => Some(StaffNotice { text: self.text(msg::NOT_SAVED), is_error: true, undo: None }),
            None => self.notice(target, query).await?.or_else(|| is_removed.then_some(removed_note)),
        };
        let url = target.url();
        let view = SettingsPageView {
            title: title.clone(),
            parts: tabs(self.shop, self.member, &url),
            back: is_row.then(|| LinkView::new(self.text(msg::ZONES), SHIPPING_URL)),
            notice,
            errors: self.words().errors(target, shown.refused),
            form: match is_removed {
                true => None,
                false => Some(self.form(target, version, was, &shown)?),
            },
            remove: remove.filter(|_| !is_removed).map(|label| SettingAct {
                action: row_url(super::remove_url(target), target.thing().map_or(0, |thing| thing.id)),
                label: self.text(label),
                name: stored.name(),
                hidden: vec![
                    ("nonce".to_owned(), self.session.nonce(self.shop, NONCE)),
                    ("version".to_owned(), stored.version.to_string()),
                ],
            }),
            payments,
            is_new: target.thing().is_none(),
            history: self.history(target).await?,
        };
        let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        let shop = self.shop;
        self.session.render_page(shop, &url, &title, &view, status).await
    }

    /// What a redirect says: what was saved, what others had changed meanwhile.
    pub async fn notice(&self, target: Target, query: &PageQuery) -> Result<Option<StaffNotice>, AppError> {
        let plain = |text, is_error| Some(StaffNotice { text, is_error, undo: None });
        match query.notice.as_str() {
            "unchanged" => return Ok(plain(self.text(msg::UNCHANGED), false)),
            "added" => return Ok(plain(self.text(msg::ADDED), false)),
            _ => {}
        }
        let (Some(saved), Some(thing)) = (query.saved, target.thing()) else { return Ok(None) };
        let Some(change) = changes::find(&self.shop.db, thing, saved).await? else { return Ok(None) };
        let words = self.words();
        let fields = words.labels(target, change.after.fields());
        let mut sentence = self.text(msg::SAVED.with("fields", fields));
        let from = query.from.unwrap_or(saved);
        if from + 1 < saved {
            let since = changes::list_since(&self.shop.db, thing, from).await?;
            let others: Vec<_> = since.iter().filter(|one| one.version < saved).collect();
            let names = staff_names(&self.shop.db, others.iter().map(|one| one.actor.as_str())).await?;
            let who = others.last().and_then(|one| names.get(&one.actor)).cloned().unwrap_or_default();
            let fields = words.labels(target, others.iter().flat_map(|one| one.after.fields()));
            sentence.push(' ');
            sentence.push_str(&self.text(msg::MERGED.with("fields", fields).with("name", who)));
        }
        sentence.push(' ');
        sentence.push_str(&self.text(msg::EVERY_PAGE));
        let undo = (!change.before.is_empty()).then(|| self.undo_form(target, saved));
        Ok(Some(StaffNotice { text: sentence, is_error: false, undo }))
    }

    async fn history(&self, target: Target) -> Result<Vec<HistoryLine>, AppError> {
        let Some(thing) = target.thing() else { return Ok(Vec::new()) };
        let newest = changes::list_newest(&self.shop.db, thing, HISTORY_LINES).await?;
        let names = staff_names(&self.shop.db, newest.iter().map(|change| change.actor.as_str())).await?;
        let undone: Vec<i64> = newest.iter().filter_map(|change| change.undoes).collect();
        let words = self.words();
        let lines = newest.iter().map(|change| {
            let name = names.get(&change.actor).cloned().unwrap_or_else(|| change.actor.clone());
            let value = |field: &str, patch: &Patch| {
                words.shown(target, field, patch).chars().take(SHOWN_CHARS).collect::<String>()
            };
            let is_first = change.before.is_empty();
            let key = match change.undoes {
                Some(_) => msg::HISTORY_UNDO,
                None if is_first => msg::HISTORY_CREATED,
                None => msg::HISTORY_EDIT,
            };
            let field = |field: &str| HistoryField {
                label: self.text(target.label(field)),
                before: value(field, &change.before),
                after: value(field, &change.after),
            };
            HistoryLine {
                text: self.text(key.with("name", name)),
                when: self.zone.date_time(change.at),
                fields: if is_first { Vec::new() } else { change.after.fields().map(field).collect() },
                undo: (!is_first && !undone.contains(&change.version))
                    .then(|| self.undo_form(target, change.version)),
            }
        });
        Ok(lines.collect())
    }
}
