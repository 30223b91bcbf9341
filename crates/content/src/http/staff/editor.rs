//! The editor of a page or post.

use std::sync::Arc;

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, audit::AuditWriter, session::StaffMember};
use http::StatusCode;
use serde::Deserialize;

use super::{
    conflict,
    edit_page::{Shown, respond},
    edit_url, notice,
};
use crate::{
    rules::ItemKind,
    service::{self, Conflicting, EditOutcome, Editor, EditorAction, blocks::BlockSources},
    store,
    view::EditorOption,
};

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
    sources: BlockSources,
) -> Result<Response, AppError> {
    let editor = match query.id {
        Some(item) => load(&shop, item).await?,
        None => Editor::empty(ItemKind::parse(&query.kind).unwrap_or(ItemKind::Page)),
    };
    let notice = notice(&shop, &query.notice);
    let forms = forms(&shop, &sources, &editor).await?;
    let shown = Shown { forms: &forms, notice, ..Shown::default() };
    respond(&shop, &visitor, &editor, shown, StatusCode::OK).await
}

/// The forms that a block of the page may show; none are read for a page without such a block.
async fn forms(shop: &Shop, sources: &BlockSources, editor: &Editor) -> Result<Vec<EditorOption>, AppError> {
    match editor.blocks.iter().any(|block| block.kind == "form") {
        true => sources.forms.list(&shop.public()).await,
        false => Ok(Vec::new()),
    }
}

/// The draft of an item, or else its newest version.
async fn load(shop: &Shop, item: i64) -> Result<Editor, AppError> {
    let versions = store::list_versions(&shop.db, item, 1).await?;
    let newest = versions.first().ok_or(AppError::NotFound)?;
    let version = store::find_version(&shop.db, newest.id).await?.ok_or(AppError::NotFound)?;
    let number = store::item_version(&shop.db, item).await?.ok_or(AppError::NotFound)?;
    Ok(Editor::from_draft(item, &version.to_draft(), number))
}

/// Saves, publishes, schedules or hides; or rearranges the blocks, which saves nothing.
pub async fn save(
    State(shop): State<Shop>,
    visitor: Visitor,
    audit: AuditWriter,
    member: StaffMember,
    Fields(pairs): Fields<Pairs>,
    (sources, reserved): (BlockSources, Arc<[String]>),
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
    if action == "share" {
        let (item, version) = (number(get("id"))?, number(get("version_id"))?);
        let Some(link) = service::share(&shop, &audit, item, version).await? else {
            return Ok(redirect(&format!("{}&notice=not-changed", edit_url(item)), None));
        };
        let editor = load(&shop, item).await?;
        let forms = forms(&shop, &sources, &editor).await?;
        let notice = notice(&shop, "shared");
        let shown = Shown { forms: &forms, notice, link: Some(link), ..Shown::default() };
        return respond(&shop, &visitor, &editor, shown, StatusCode::OK).await;
    }
    let mut editor = Editor::from_pairs(&pairs).ok_or(AppError::BadRequest("no kind"))?;
    let action = EditorAction::parse(action).ok_or(AppError::BadRequest("no such action"))?;
    // The page of a conflict was answered: its choices are made between the same two edits again.
    if !get("theirs").is_empty() {
        let theirs = number(get("theirs"))?;
        let conflicting = Conflicting::load(&shop, &editor, Some(theirs)).await?.ok_or(AppError::NotFound)?;
        editor = conflicting.resolve(editor, &service::choices(&pairs));
    }
    let is_shown_again = editor.rearrange(action) || action == EditorAction::Merge;
    let forms = forms(&shop, &sources, &editor).await?;
    let shown = Shown { forms: &forms, ..Shown::default() };
    if is_shown_again {
        return respond(&shop, &visitor, &editor, shown, StatusCode::OK).await;
    }
    match service::save(&shop, &audit, &member, &reserved, &editor, action).await? {
        EditOutcome::Done { id, notice } => Ok(redirect(&format!("{}&notice={notice}", edit_url(id)), None)),
        EditOutcome::Wrong(errors) => {
            let shown = Shown { errors: &errors, notice: notice(&shop, "invalid"), ..shown };
            respond(&shop, &visitor, &editor, shown, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        EditOutcome::Conflict => conflict::respond(&shop, &visitor, &editor, action, shown).await,
    }
}

fn number(text: &str) -> Result<i64, AppError> {
    text.parse().map_err(|_| AppError::BadRequest("not a number"))
}
