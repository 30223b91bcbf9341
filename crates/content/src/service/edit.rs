//! What staff do with pages and posts. Every change is one transaction with its audit line and its purges.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use edge::{AppError, Shop, audit::AuditWriter, purge, session::StaffMember};
use kernel::{msg, text};
use moderation::ItemState;
use sqlx::PgConnection;

use super::{submit::ancestors, tags};
use crate::{
    rules::{Block, BlockForm, EditorError, ItemKind, MAX_BLOCKS, MAX_SLUG_CHARS, field_name, slugify},
    store::{self, Comment, Draft, NewComment, Version},
    urls,
};

const MAX_TITLE_CHARS: usize = 200;
const MAX_LEAD_CHARS: usize = 500;

/// The editor's form as it was typed.
#[derive(Debug, Clone)]
pub struct Editor {
    /// `None`: a new item.
    pub id: Option<i64>,
    pub kind: ItemKind,
    /// The version number of the item that the editor was opened with.
    pub version: i64,
    pub title: String,
    pub slug: String,
    pub lead: String,
    pub author: String,
    pub picture: String,
    pub page_group: String,
    pub comments_open: bool,
    pub categories: Vec<i64>,
    pub blocks: Vec<BlockForm>,
    /// When to start, as typed.
    pub at: String,
}

/// What a button of the editor does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorAction<'a> {
    Save,
    Publish,
    Schedule,
    Hide,
    Add(&'a str),
    Remove(usize),
    Up(usize),
    Down(usize),
}

impl<'a> EditorAction<'a> {
    pub fn parse(text: &'a str) -> Option<Self> {
        let (name, value) = text.split_once(':').unwrap_or((text, ""));
        let index = || value.parse().ok();
        Some(match name {
            "save" => Self::Save,
            "publish" => Self::Publish,
            "schedule" => Self::Schedule,
            "hide" => Self::Hide,
            "add" => Self::Add(value),
            "remove" => Self::Remove(index()?),
            "up" => Self::Up(index()?),
            "down" => Self::Down(index()?),
            _ => return None,
        })
    }
}

impl Editor {
    pub fn empty(kind: ItemKind) -> Self {
        Self {
            id: None,
            kind,
            version: 0,
            title: String::new(),
            slug: String::new(),
            lead: String::new(),
            author: String::new(),
            picture: String::new(),
            page_group: String::new(),
            comments_open: kind == ItemKind::Post,
            categories: Vec::new(),
            blocks: BlockForm::empty("text").into_iter().collect(),
            at: String::new(),
        }
    }

    pub fn from_version(version: &Version, number: i64) -> Self {
        Self {
            id: Some(version.item_id),
            kind: version.kind,
            version: number,
            title: version.title.clone(),
            slug: version.slug.clone(),
            lead: version.lead.clone(),
            author: version.author.clone(),
            picture: version.picture.clone(),
            page_group: version.page_group.clone(),
            comments_open: version.comments_open,
            categories: version.categories.clone(),
            blocks: version.blocks.iter().map(BlockForm::from_block).collect(),
            at: String::new(),
        }
    }

    /// Reads the form. `None` if it names no kind.
    pub fn from_pairs(pairs: &[(String, String)]) -> Option<Self> {
        let get = |name: &str| {
            pairs.iter().find(|(field, _)| field == name).map_or(String::new(), |(_, value)| value.clone())
        };
        let mut blocks: BTreeMap<usize, BTreeMap<String, String>> = BTreeMap::new();
        for (field, value) in pairs {
            let Some((index, name)) = field.strip_prefix("block-").and_then(|rest| rest.split_once('-'))
            else {
                continue;
            };
            let Ok(index) = index.parse() else { continue };
            blocks.entry(index).or_default().insert(name.to_owned(), value.clone());
        }
        let blocks = blocks.into_values().filter_map(|mut values| {
            let empty = BlockForm::empty(&values.remove("kind")?)?;
            Some(BlockForm { values, ..empty })
        });
        let categories = pairs.iter().filter(|(field, _)| field == "category[]");
        Some(Self {
            id: get("id").parse().ok(),
            kind: ItemKind::parse(&get("kind"))?,
            version: get("version").parse().unwrap_or(0),
            title: get("title"),
            slug: get("slug"),
            lead: get("lead"),
            author: get("author"),
            picture: get("picture"),
            page_group: get("group"),
            comments_open: !get("comments").is_empty(),
            categories: categories.filter_map(|(_, value)| value.parse().ok()).collect(),
            blocks: blocks.collect(),
            at: get("at"),
        })
    }

    /// Adds, removes or moves a block. Returns false if the action does something else.
    pub fn rearrange(&mut self, action: EditorAction<'_>) -> bool {
        let last = self.blocks.len().saturating_sub(1);
        match action {
            EditorAction::Add(kind) if self.blocks.len() < MAX_BLOCKS => {
                self.blocks.extend(BlockForm::empty(kind))
            }
            EditorAction::Add(_) => {}
            EditorAction::Remove(index) if index < self.blocks.len() => drop(self.blocks.remove(index)),
            EditorAction::Up(index) if index > 0 && index <= last => self.blocks.swap(index, index - 1),
            EditorAction::Down(index) if index < last => self.blocks.swap(index, index + 1),
            EditorAction::Remove(_) | EditorAction::Up(_) | EditorAction::Down(_) => {}
            EditorAction::Save | EditorAction::Publish | EditorAction::Schedule | EditorAction::Hide => {
                return false;
            }
        }
        true
    }

    /// Checks the form. `reserved` are the first parts of addresses that the shop's own pages have.
    fn check(&self, reserved: &[String]) -> Result<Draft, Vec<EditorError>> {
        let mut errors = Vec::new();
        let title = text::clean(&self.title, MAX_TITLE_CHARS).trim().to_owned();
        if title.is_empty() {
            errors.push(EditorError::new("title", msg::content::FIELD_MISSING));
        }
        let slug = slugify(if self.slug.trim().is_empty() { &title } else { &self.slug });
        if slug.is_empty() && !title.is_empty() {
            errors.push(EditorError::new("slug", msg::content::FIELD_INVALID));
        }
        if reserved.contains(&slug) {
            errors.push(EditorError::new("slug", msg::content::SLUG_RESERVED));
        }
        let mut blocks = Vec::new();
        for (index, form) in self.blocks.iter().enumerate() {
            match form.to_block(index) {
                Ok(block) => blocks.push(block),
                Err(more) => errors.extend(more),
            }
        }
        if blocks.len() > MAX_BLOCKS {
            errors.push(EditorError::new("", msg::content::TOO_MANY_BLOCKS));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Draft {
            kind: self.kind,
            slug,
            page_group: slugify(&self.page_group),
            title,
            lead: text::clean(&self.lead, MAX_LEAD_CHARS).trim().to_owned(),
            author: text::clean(&self.author, MAX_SLUG_CHARS).trim().to_owned(),
            picture: self.picture.trim().to_owned(),
            blocks,
            categories: if self.kind == ItemKind::Post { self.categories.clone() } else { Vec::new() },
            comments_open: self.kind == ItemKind::Post && self.comments_open,
        })
    }
}

/// A moment in the form: a date and a time, in UTC.
pub struct ScheduleTime;

impl ScheduleTime {
    pub fn parse(text: &str) -> Option<DateTime<Utc>> {
        let text = kernel::digits::fold(text.trim());
        ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"]
            .into_iter()
            .find_map(|format| NaiveDateTime::parse_from_str(&text, format).ok())
            .map(|time| time.and_utc())
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum EditOutcome {
    /// Saved, with the code of the notice.
    Done { id: i64, notice: &'static str },
    /// Nothing was written.
    Wrong(Vec<EditorError>),
    /// Somebody else has saved the item since the editor was opened. Nothing was written.
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
    let start = match action {
        EditorAction::Schedule => match ScheduleTime::parse(&editor.at).filter(|at| *at > now) {
            Some(at) => Some(at),
            None => return Ok(EditOutcome::Wrong(vec![EditorError::new("at", msg::content::TIME_INVALID)])),
        },
        EditorAction::Publish => Some(now),
        _ => None,
    };
    let taken = || EditOutcome::Wrong(vec![EditorError::new("slug", msg::content::SLUG_TAKEN)]);
    let mut tx = shop.db.begin().await?;
    let (item, old_slug) = match editor.id {
        None => match store::create_item(&mut *tx, &draft, now).await? {
            Some(item) => (item, draft.slug.clone()),
            None => return Ok(taken()),
        },
        Some(item) => {
            let (version, slug, kind) = store::lock_item(&mut *tx, item).await?.ok_or(AppError::NotFound)?;
            if version != editor.version {
                return Ok(EditOutcome::Conflict);
            }
            draft.kind = kind;
            if !store::touch_item(&mut *tx, item, &draft.slug, &draft.page_group).await? {
                return Ok(taken());
            }
            (item, slug)
        }
    };
    let is_moved = old_slug != draft.slug;
    if is_moved {
        store::put_redirect(&mut tx, &urls::item(&old_slug), &urls::item(&draft.slug), now).await?;
    }
    let actor = member.actor();
    store::put_draft(&mut tx, item, &draft, &actor, now).await?;
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
    store::move_version(&mut *tx, item).await?;
    let purges = if tags.is_empty() { Vec::new() } else { purge::record(&mut *tx, &tags).await? };
    audit.record(&mut *tx, "content", &format!("{} {item} {notice}", kind.name())).await?;
    tx.commit().await?;
    if !purges.is_empty() {
        purge::announce(&shop.redis, &purges).await;
    }
    Ok(notice)
}

/// Adds a category of posts, for the demo shop and imports. Returns its id.
pub async fn put_category(db: &mut PgConnection, name: &str, slug: &str) -> anyhow::Result<i64> {
    store::save_category(&mut *db, None, name, slug).await?;
    let found = store::categories(&mut *db).await?.into_iter().find(|category| category.slug == slug);
    found.map(|category| category.id).ok_or_else(|| anyhow::anyhow!("category {slug} was not stored"))
}

/// Adds a page or post that is valid from a moment on, for the demo shop and imports; `None`: a draft. Returns its id.
pub async fn put_item(
    db: &mut PgConnection,
    draft: &Draft,
    valid_from: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> anyhow::Result<i64> {
    let item = store::create_item(&mut *db, draft, now).await?;
    let item = item.ok_or_else(|| anyhow::anyhow!("the address {} is taken", draft.slug))?;
    store::put_draft(db, item, draft, "", now).await?;
    if let Some(at) = valid_from {
        store::start_draft(db, item, at).await?;
    }
    Ok(item)
}

/// Adds a comment in a state, for the demo shop and imports. `parent` is a published comment of the post.
pub async fn publish_comment(
    db: &mut PgConnection,
    post: i64,
    parent: Option<i64>,
    (name, text): (&str, &str),
    is_staff: bool,
    state: ItemState,
    at: DateTime<Utc>,
) -> anyhow::Result<i64> {
    let parent: Option<Comment> = match parent {
        Some(parent) => store::find_comment(&mut *db, post, parent).await?,
        None => None,
    };
    let comment = store::insert_comment(
        &mut *db,
        &NewComment {
            post,
            parent: parent.as_ref().map(|parent| parent.id),
            ancestors: &ancestors(parent.as_ref()),
            text,
            name,
            email: None,
            customer: None,
            is_staff,
            signals: &[],
            visitor: None,
            address: "",
            now: at,
        },
    )
    .await?;
    if state != ItemState::Held {
        store::change_state(db, comment, state, "", None, at).await?;
    }
    Ok(comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn the_form_keeps_the_order_of_its_blocks() {
        let form = pairs(&[
            ("kind", "page"),
            ("title", "عن المتجر"),
            ("block-10-kind", "text"),
            ("block-10-html", "<p>b</p>"),
            ("block-2-kind", "heading"),
            ("block-2-level", "2"),
            ("block-2-text", "a"),
            ("block-3-kind", "script"),
        ]);
        let mut editor = Editor::from_pairs(&form).expect("a form");
        let kinds: Vec<_> = editor.blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, ["heading", "text"]);
        assert!(editor.rearrange(EditorAction::Down(0)));
        assert!(editor.rearrange(EditorAction::Add("tabs")));
        assert!(editor.rearrange(EditorAction::Remove(1)));
        let kinds: Vec<_> = editor.blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, ["text", "tabs"]);
        assert!(!editor.rearrange(EditorAction::Save));
    }

    #[test]
    fn an_address_of_the_shop_itself_is_refused() {
        let reserved = ["cart".to_owned()];
        let mut editor = Editor { title: "Cart".to_owned(), ..Editor::empty(ItemKind::Page) };
        editor.blocks.clear();
        let errors = editor.check(&reserved).expect_err("refused");
        assert_eq!(errors, [EditorError::new("slug", msg::content::SLUG_RESERVED)]);
        editor.slug = "the-cart".to_owned();
        assert_eq!(editor.check(&reserved).expect("a draft").slug, "the-cart");
    }

    #[test]
    fn a_time_is_read_in_any_digits() {
        assert_eq!(ScheduleTime::parse("2026-11-20T08:30"), ScheduleTime::parse("٢٠٢٦-١١-٢٠T٠٨:٣٠"));
        assert!(ScheduleTime::parse("tomorrow").is_none());
    }
}
