//! The editor of a page or post, and its preview.

use std::sync::Arc;

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, audit::AuditWriter, session::StaffMember};
use http::StatusCode;
use kernel::{Key, date, msg};
use serde::Deserialize;

use super::{edit_url, list_url, notice, preview_url, tabs};
use crate::{
    rules::{BlockField, BlockForm, EditorError, FieldKind, ItemKind, KINDS, field_name},
    service::{
        self, CommentRequest, EditOutcome, Editor, EditorAction, ScheduleTime, blocks::ProductRows, nonces,
    },
    store::{self, VersionRow},
    urls::*,
    view::*,
};

/// Versions that the editor lists.
const MAX_VERSIONS: i64 = 20;

/// The fields of a form, in order: their names depend on its blocks.
type Pairs = Vec<(String, String)>;

#[derive(Debug, Default, Deserialize)]
pub struct EditQuery {
    #[serde(default)]
    id: Option<i64>,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    notice: String,
}

pub async fn edit(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<EditQuery>,
) -> Result<Response, AppError> {
    let editor = match query.id {
        Some(item) => load(&shop, item).await?,
        None => Editor::empty(ItemKind::parse(&query.kind).unwrap_or(ItemKind::Page)),
    };
    let notice = notice(&shop, &query.notice);
    respond(&shop, &visitor, &editor, &[], notice, StatusCode::OK).await
}

/// The draft of an item, or else its newest version.
async fn load(shop: &Shop, item: i64) -> Result<Editor, AppError> {
    let versions = store::list_versions(&shop.db, item, 1).await?;
    let newest = versions.first().ok_or(AppError::NotFound)?;
    let version = store::find_version(&shop.db, newest.id).await?.ok_or(AppError::NotFound)?;
    let number = store::item_version(&shop.db, item).await?.ok_or(AppError::NotFound)?;
    Ok(Editor::from_version(&version, number))
}

/// Saves, publishes, schedules or hides; or rearranges the blocks, which saves nothing.
pub async fn save(
    State(shop): State<Shop>,
    visitor: Visitor,
    audit: AuditWriter,
    member: StaffMember,
    Fields(pairs): Fields<Pairs>,
    reserved: Arc<[String]>,
) -> Result<Response, AppError> {
    let get =
        |name: &str| pairs.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value.as_str());
    let action = get("do");
    if let "unschedule" | "restore" = action {
        let (item, version) = (number(get("id"))?, number(get("version_id"))?);
        let code =
            service::change_version(&shop, &audit, &member, item, version, action == "restore").await?;
        return Ok(redirect(&format!("{}&notice={code}", edit_url(item)), None));
    }
    let mut editor = Editor::from_pairs(&pairs).ok_or(AppError::BadRequest("no kind"))?;
    let action = EditorAction::parse(action).ok_or(AppError::BadRequest("no such action"))?;
    if editor.rearrange(action) {
        return respond(&shop, &visitor, &editor, &[], None, StatusCode::OK).await;
    }
    match service::save(&shop, &audit, &member, &reserved, &editor, action).await? {
        EditOutcome::Done { id, notice } => Ok(redirect(&format!("{}&notice={notice}", edit_url(id)), None)),
        EditOutcome::Wrong(errors) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            respond(&shop, &visitor, &editor, &errors, notice(&shop, "invalid"), status).await
        }
        EditOutcome::Conflict => {
            let text = shop.messages.text(msg::content::NOTICE_CONFLICT);
            let notice = Some(ContentNotice { text, is_error: true });
            respond(&shop, &visitor, &editor, &[], notice, StatusCode::CONFLICT).await
        }
    }
}

fn number(text: &str) -> Result<i64, AppError> {
    text.parse().map_err(|_| AppError::BadRequest("not a number"))
}

async fn respond(
    shop: &Shop,
    visitor: &Visitor,
    editor: &Editor,
    errors: &[EditorError],
    notice: Option<ContentNotice>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(visitor)?;
    let text = |key: Key| shop.messages.text(key);
    let now = shop.clock.now();
    let versions = match editor.id {
        Some(item) => store::list_versions(&shop.db, item, MAX_VERSIONS).await?,
        None => Vec::new(),
    };
    let current = versions.iter().find(|one| one.valid_from.is_some_and(|at| at <= now));
    let current_id = current.map(|one| one.id);
    let is_public = current.is_some_and(|one| !one.is_hidden);
    let has_draft = versions.iter().any(|one| one.valid_from.is_none());
    let (title, categories) = match editor.kind {
        ItemKind::Page => (msg::content::STAFF_EDIT_PAGE, Vec::new()),
        ItemKind::Post => (msg::content::STAFF_EDIT_POST, store::categories(&shop.db).await?),
    };
    let view = StaffEditPageView {
        title: text(title),
        tabs: tabs(shop, &list_url(editor.kind)).await?,
        action: STAFF_EDIT_URL.to_owned(),
        nonce: session.nonce(shop, nonces::STAFF),
        id: editor.id.map(|id| id.to_string()).unwrap_or_default(),
        kind: editor.kind.name().to_owned(),
        version: editor.version.to_string(),
        fields: fields(shop, editor),
        categories: categories
            .into_iter()
            .map(|category| CategoryChoiceView {
                checked: editor.categories.contains(&category.id),
                id: category.id.to_string(),
                label: category.name,
            })
            .collect(),
        blocks: editor
            .blocks
            .iter()
            .enumerate()
            .map(|(index, block)| block_view(shop, index, block))
            .collect(),
        addable: KINDS
            .iter()
            .map(|(kind, label)| EditorOption { value: format!("add:{kind}"), label: text(*label) })
            .collect(),
        schedule_at: editor.at.clone(),
        errors: errors
            .iter()
            .map(|error| ContentFieldError {
                field: error.field.clone(),
                text: shop.messages.text(error.message.clone()),
            })
            .collect(),
        notice,
        preview_url: versions.iter().find(|one| one.valid_from.is_none()).map(|draft| preview_url(draft.id)),
        public_url: match (is_public, editor.id) {
            (true, Some(id)) => store::find_current_of(&shop.db, id, now).await?.map(|one| item(&one.slug)),
            _ => None,
        },
        can_hide: is_public,
        versions: versions
            .into_iter()
            .map(|version| {
                let is_future = version.valid_from.is_some_and(|at| at > now);
                let is_current = Some(version.id) == current_id;
                version_view(shop, version, is_current, is_future, has_draft)
            })
            .collect(),
    };
    let title = view.title.clone();
    session.render_page(shop, STAFF_EDIT_URL, &title, &view, status).await
}

fn version_view(
    shop: &Shop,
    version: VersionRow,
    is_current: bool,
    is_future: bool,
    has_draft: bool,
) -> ContentVersionRow {
    let is_draft = version.valid_from.is_none();
    let state = match (is_draft, is_future, is_current, version.is_hidden) {
        (true, ..) => msg::content::STATE_DRAFT,
        (_, true, ..) => msg::content::STATE_SCHEDULED,
        (_, _, true, true) => msg::content::STATE_HIDDEN,
        (_, _, true, false) => msg::content::STATE_PUBLISHED,
        _ => msg::content::STATE_PAST,
    };
    ContentVersionRow {
        id: version.id.to_string(),
        state: shop.messages.text(state),
        date: date::date_time(version.valid_from.unwrap_or(version.saved_at)),
        title: version.title,
        preview_url: preview_url(version.id),
        can_unschedule: is_future && !has_draft,
        can_restore: !is_draft && !is_future && !has_draft,
    }
}

/// The fields above the blocks.
fn fields(shop: &Shop, editor: &Editor) -> Vec<EditorFieldView> {
    let field =
        |name: &str, label: Key, kind: EditorFieldKind, value: &str, hint: Option<Key>| EditorFieldView {
            name: name.to_owned(),
            label: shop.messages.text(label),
            kind,
            value: value.to_owned(),
            options: Vec::new(),
            hint: hint.map(|hint| shop.messages.text(hint)).unwrap_or_default(),
            required: name == "title",
        };
    let mut fields = vec![
        field("title", msg::content::FIELD_TITLE, EditorFieldKind::Text, &editor.title, None),
        field(
            "slug",
            msg::content::FIELD_SLUG,
            EditorFieldKind::Address,
            &editor.slug,
            Some(msg::content::HINT_SLUG),
        ),
        field("lead", msg::content::FIELD_LEAD, EditorFieldKind::Lines, &editor.lead, None),
        field(
            "picture",
            msg::content::FIELD_HERO,
            EditorFieldKind::Address,
            &editor.picture,
            Some(msg::content::HINT_PICTURE),
        ),
    ];
    match editor.kind {
        ItemKind::Page => fields.push(field(
            "group",
            msg::content::FIELD_GROUP,
            EditorFieldKind::Text,
            &editor.page_group,
            Some(msg::content::HINT_GROUP),
        )),
        ItemKind::Post => fields.extend([
            field("author", msg::content::FIELD_AUTHOR, EditorFieldKind::Text, &editor.author, None),
            field(
                "comments",
                msg::content::FIELD_COMMENTS,
                EditorFieldKind::Checkbox,
                if editor.comments_open { "1" } else { "" },
                None,
            ),
        ]),
    }
    fields
}

fn block_view(shop: &Shop, index: usize, block: &BlockForm) -> BlockFormView {
    let label =
        KINDS.iter().find(|(kind, _)| *kind == block.kind).map(|(_, label)| shop.messages.text(*label));
    let field = |field: BlockField| EditorFieldView {
        label: shop.messages.text(field.label),
        kind: match field.kind {
            FieldKind::Text => EditorFieldKind::Text,
            FieldKind::Lines => EditorFieldKind::Lines,
            FieldKind::Html => EditorFieldKind::Html,
            FieldKind::Level => EditorFieldKind::Select,
            FieldKind::Checkbox => EditorFieldKind::Checkbox,
            FieldKind::Address => EditorFieldKind::Address,
        },
        value: match (field.kind, block.value(&field.name)) {
            (FieldKind::Level, "") => "2".to_owned(),
            (_, value) => value.to_owned(),
        },
        options: match field.kind {
            FieldKind::Level => [2, 3, 4]
                .map(|level| EditorOption { value: level.to_string(), label: level.to_string() })
                .to_vec(),
            _ => Vec::new(),
        },
        hint: field.hint.map(|hint| shop.messages.text(hint)).unwrap_or_default(),
        required: field.required,
        name: field_name(index, &field.name),
    };
    BlockFormView {
        index: u32::try_from(index).unwrap_or(u32::MAX),
        kind_field: field_name(index, "kind"),
        kind: block.kind.to_owned(),
        label: label.unwrap_or_default(),
        fields: block.fields().into_iter().map(field).collect(),
    }
}

#[derive(Debug, Default, Deserialize)]
pub struct PreviewQuery {
    /// A version; or
    #[serde(default)]
    version: Option<i64>,
    /// an item, as it will be
    #[serde(default)]
    id: Option<i64>,
    /// at this moment.
    #[serde(default)]
    at: String,
}

/// The real page of a version, or of an item at a moment, with a band on top. Never cached.
pub async fn preview(
    State(shop): State<Shop>,
    Fields(query): Fields<PreviewQuery>,
    rows: ProductRows,
) -> Result<Response, AppError> {
    let (version, text) = match (query.version, query.id) {
        (Some(version), _) => {
            let version = store::find_version(&shop.db, version).await?.ok_or(AppError::NotFound)?;
            let text = match version.valid_from {
                None => shop.messages.text(msg::content::PREVIEW_DRAFT),
                Some(at) => shop.messages.text(msg::content::PREVIEW_AT.with("date", date::date_time(at))),
            };
            (version, text)
        }
        (None, Some(item)) => {
            let at = ScheduleTime::parse(&query.at).unwrap_or_else(|| shop.clock.now());
            let version = store::find_current_of(&shop.db, item, at).await?.ok_or(AppError::NotFound)?;
            (version, shop.messages.text(msg::content::PREVIEW_AT.with("date", date::date_time(at))))
        }
        (None, None) => return Err(AppError::NotFound),
    };
    let band = PreviewView { text, edit_url: edit_url(version.item_id) };
    let mut page =
        service::render_item(&shop.public(), &rows, &version, &CommentRequest::default(), Some(band)).await?;
    page.head.no_index = true;
    shop.personal_response(&page).await
}
