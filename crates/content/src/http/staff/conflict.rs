//! The page of two edits of one item: the state before, the other person's, the own.

use accounts::service::FormSession;
use axum::response::Response;
use edge::{AppError, Shop, ShopZone, Visitor};
use http::StatusCode;
use kernel::{Key, msg};
use reviews::view::HiddenInput;

use super::{
    edit_page::{self, Shown, block_view, fields},
    edit_url, list_url, tabs,
};
use crate::{
    rules::{BlockForm, ItemKind, Origin, Part, mark_changes},
    service::{Conflicting, Editor, EditorAction, nonces},
    store::{self, Category},
    urls::STAFF_EDIT_URL,
    view::*,
};

/// Answers a form that was opened before another person saved. Everything that was typed is part of the page.
pub async fn respond(
    shop: &Shop,
    visitor: &Visitor,
    mine: &Editor,
    action: EditorAction<'_>,
    shown: Shown<'_>,
) -> Result<Response, AppError> {
    let text = |key: Key| shop.messages.text(key);
    let notice = ContentNotice { text: text(msg::content::NOTICE_CONFLICT), is_error: true };
    let (Some(conflicting), Some(item)) = (Conflicting::load(shop, mine, None).await?, mine.id) else {
        let shown = Shown { notice: Some(notice), ..shown };
        return edit_page::respond(shop, visitor, mine, shown, StatusCode::CONFLICT).await;
    };
    let Conflicting { merge, theirs, has_base } = conflicting;
    let zone = shop.settings.get::<ShopZone>().await?;
    let categories = match mine.kind {
        ItemKind::Page => Vec::new(),
        ItemKind::Post => store::categories(&shop.db).await?,
    };
    let texts = Texts { shop, mine, categories: &categories, forms: shown.forms };
    let mut conflicts: Vec<ConflictView> = Vec::new();
    let mut merged = Vec::new();
    let mut add = |label: String, sides: [Vec<(String, String)>; 3], can_take_both: bool| {
        let [base, theirs, mine] = sides;
        conflicts.push(ConflictView {
            name: format!("choice-{}", conflicts.len()),
            label,
            theirs: side(&base, &theirs, has_base),
            mine: side(&base, &mine, has_base),
            base: has_base.then(|| side(&base, &base, false)),
            can_take_both,
        });
    };
    for (name, part) in merge.fields {
        match part {
            Part::Conflict { base, theirs, mine } => {
                let sides = [base, theirs, mine].map(|value| texts.field(name, &value));
                add(texts.label(name), sides, false);
            }
            Part::Settled { origin: Origin::Theirs, .. } => merged.push(texts.label(name)),
            Part::Settled { .. } => {}
        }
    }
    // Counts the blocks of the own edit, by which staff know them.
    let mut position = 0;
    for part in merge.blocks {
        match part {
            Part::Conflict { base, theirs, mine } => {
                let label = block_label(shop, position, mine.len());
                position += mine.len();
                add(label, [base, theirs, mine].map(|blocks| texts.blocks(&blocks)), true);
            }
            Part::Settled { origin: Origin::Theirs, .. } => merged.push(text(msg::content::STAFF_BLOCKS)),
            Part::Settled { value, .. } => position += value.len(),
        }
    }
    merged.dedup();
    let session = FormSession::for_staff(visitor)?;
    let date = zone.date_time(theirs.saved_at);
    let hidden = mine
        .to_pairs()
        .into_iter()
        .chain([
            ("theirs".to_owned(), theirs.version.to_string()),
            ("nonce".to_owned(), session.nonce(shop, nonces::STAFF)),
        ])
        .map(|(name, value)| HiddenInput { name, value });
    let view = StaffConflictPageView {
        title: text(msg::content::CONFLICT_TITLE),
        tabs: tabs(shop, &list_url(mine.kind)).await?,
        notice: Some(notice),
        action: STAFF_EDIT_URL.to_owned(),
        hidden: hidden.collect(),
        saved: match theirs.name.as_str() {
            "" => shop.messages.text(msg::content::CONFLICT_BY_NOBODY.with("date", date)),
            name => shop.messages.text(msg::content::CONFLICT_BY.with("date", date).with("name", name)),
        },
        conflicts,
        merged,
        actions: actions(action)
            .into_iter()
            .map(|(value, label)| EditorOption { value: value.to_owned(), label: text(label) })
            .collect(),
        leave_url: edit_url(item),
    };
    let title = view.title.clone();
    session.render_page(shop, STAFF_EDIT_URL, &title, &view, StatusCode::CONFLICT).await
}

/// The first one is what was pressed before.
fn actions(pressed: EditorAction<'_>) -> Vec<(&'static str, Key)> {
    let save = ("save", msg::content::STAFF_SAVE);
    let continued = ("merge", msg::content::CONFLICT_CONTINUE);
    match pressed {
        EditorAction::Publish => vec![("publish", msg::content::STAFF_PUBLISH), save, continued],
        EditorAction::Schedule => vec![("schedule", msg::content::STAFF_SCHEDULE), save, continued],
        EditorAction::Hide => vec![("hide", msg::content::STAFF_HIDE), save, continued],
        _ => vec![save, continued],
    }
}

fn block_label(shop: &Shop, first: usize, count: usize) -> String {
    shop.messages.text(match count {
        0 | 1 => msg::content::CONFLICT_BLOCK.with("first", (first + 1).to_string()),
        _ => msg::content::CONFLICT_BLOCKS
            .with("first", (first + 1).to_string())
            .with("last", (first + count).to_string()),
    })
}

/// Marks the words that the base does not have; without a base nothing is marked.
fn side(base: &[(String, String)], parts: &[(String, String)], is_marked: bool) -> Vec<ConflictPartView> {
    let before = |label: &str, index: usize| -> &str {
        let same_place = base.get(index).filter(|(other, _)| other == label);
        same_place.map_or("", |(_, text)| text)
    };
    let part = |(index, (label, text)): (usize, &(String, String))| ConflictPartView {
        label: label.clone(),
        runs: match is_marked {
            true => mark_changes(before(label, index), text),
            false => vec![(text.clone(), false)],
        }
        .into_iter()
        .map(|(text, is_changed)| ConflictRunView { text, is_changed })
        .collect(),
    };
    parts.iter().enumerate().map(part).collect()
}

/// How values are written for staff.
struct Texts<'a> {
    shop: &'a Shop,
    mine: &'a Editor,
    categories: &'a [Category],
    forms: &'a [EditorOption],
}

impl Texts<'_> {
    fn label(&self, name: &str) -> String {
        match name {
            "categories" => self.shop.messages.text(msg::content::STAFF_CATEGORIES),
            _ => fields(self.shop, self.mine)
                .into_iter()
                .find(|field| field.name == name)
                .map(|field| field.label)
                .unwrap_or_default(),
        }
    }

    /// A field has one part, without a label of its own; none if it is empty.
    fn field(&self, name: &str, value: &str) -> Vec<(String, String)> {
        let text = match name {
            "categories" => {
                let ids: Vec<i64> = value.split(',').filter_map(|id| id.parse().ok()).collect();
                let names = self.categories.iter().filter(|one| ids.contains(&one.id));
                names.map(|one| one.name.clone()).collect::<Vec<_>>().join("، ")
            }
            "comments" if !value.is_empty() => self.label(name),
            _ => value.to_owned(),
        };
        Some(text).filter(|text| !text.is_empty()).map(|text| (String::new(), text)).into_iter().collect()
    }

    /// Blocks have a part for each field that is filled in.
    fn blocks(&self, blocks: &[BlockForm]) -> Vec<(String, String)> {
        let views =
            blocks.iter().enumerate().map(|(index, block)| block_view(self.shop, index, block, self.forms));
        views
            .flat_map(|view| {
                let block = view.label;
                let filled = view.fields.into_iter().filter(|field| !field.value.is_empty());
                filled
                    .map(move |field| (format!("{block} · {}", field.label), field.value))
                    .collect::<Vec<_>>()
            })
            .collect()
    }
}
