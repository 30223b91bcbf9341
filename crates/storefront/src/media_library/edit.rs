//! Saving, deleting and undo of one picture.

use std::collections::HashMap;

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use catalog::{
    service::library::{self, PictureFields},
    view::PictureFocus,
};
use edge::{
    AppError, Fields, PathParam, Shop, ShopZone, Visitor,
    audit::AuditWriter,
    changes::{self, Patch},
    session::StaffMember,
};
use http::StatusCode;
use kernel::{digits, msg, text::clean};
use serde::Deserialize;

use super::{
    MEDIA_URL, NONCE, PICTURE_URL, page, picture_url,
    save::{Conflict, Edit, Editor, Saved, thing},
    texts,
};
use crate::{
    staff_products::view::{ConflictField, ConflictView},
    store::staff_names,
};

const MAX_TITLE_CHARS: usize = 120;
/// As in the editor of products.
pub const MAX_ALT_CHARS: usize = 150;

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(name): PathParam<String>,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let version = form.get("version").and_then(|version| version.parse().ok());
    let was: Option<PictureFields> = form.get("was").and_then(|was| serde_json::from_str(was).ok());
    let (version, was) = version.zip(was).ok_or(AppError::BadRequest("missing version"))?;
    let fields = read(&form, &was);
    let edit = Edit {
        name: &name,
        version,
        seen_alt: None,
        patch: Patch::between(&was, &fields).map_err(anyhow::Error::from)?,
        undoes: None,
    };
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let saved = editor.save(&edit).await?;
    answer(&shop, &visitor, &name, saved).await
}

/// The fields of a form. What it does not have, or cannot be read, stays as the page has it.
fn read(form: &HashMap<String, String>, was: &PictureFields) -> PictureFields {
    let line = |field: &str, most, stored: &str| {
        let own = form.get(&format!("own_{field}")).filter(|text| !text.trim().is_empty());
        own.or_else(|| form.get(field)).map_or_else(|| stored.to_owned(), |given| clean(given, most))
    };
    let number = |given: &str| digits::fold(given.trim()).parse::<u32>().ok();
    let both = form.get("focus").and_then(|both| both.split_once(','));
    let text = |field: &str| form.get(field).map(String::as_str);
    let given = both.or_else(|| text("focus_x").zip(text("focus_y")));
    let focus = given.and_then(|(x, y)| Some(PictureFocus::nearest(number(x)?, number(y)?)));
    PictureFields {
        title: line("title", MAX_TITLE_CHARS, &was.title),
        alt: line("alt", MAX_ALT_CHARS, &was.alt),
        focus: focus.unwrap_or(was.focus),
        ..was.clone()
    }
}

#[derive(Debug, Deserialize)]
pub struct VersionField {
    version: i64,
}

/// Deletes a picture that nothing shows. Its files go a month later; until then it can be taken back.
pub async fn delete(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(name): PathParam<String>,
    Fields(form): Fields<VersionField>,
) -> Result<Response, AppError> {
    let mut patch = Patch::default();
    patch.0.insert("is_deleted".to_owned(), true.into());
    let edit = Edit { name: &name, version: form.version, seen_alt: None, patch, undoes: None };
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let version = match editor.save(&edit).await? {
        Saved::Done { version } => version.to_string(),
        Saved::Unchanged => return Ok(redirect(MEDIA_URL, None)),
        saved => return answer(&shop, &visitor, &name, saved).await,
    };
    let pairs = [("notice", "deleted"), ("name", name.as_str()), ("version", version.as_str())];
    let query = serde_urlencoded::to_string(pairs).map_err(anyhow::Error::from)?;
    Ok(redirect(&format!("{MEDIA_URL}?{query}"), None))
}

/// Takes a change back: the values before it, if nobody has changed them since.
pub async fn undo(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(name): PathParam<String>,
    Fields(form): Fields<VersionField>,
) -> Result<Response, AppError> {
    let picture = library::find(&shop.db, &name).await?.ok_or(AppError::NotFound)?;
    let change = changes::find(&shop.db, thing(picture.id), form.version).await?.ok_or(AppError::NotFound)?;
    let version = change.version;
    let edit = Edit { name: &name, version, seen_alt: None, patch: change.before, undoes: Some(version) };
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let saved = editor.save(&edit).await?;
    // The page of a conflict asks about fields of the form, which chooses no file.
    let is_compared = |field: &String| texts::COMPARED.contains(&field.as_str());
    if matches!(&saved, Saved::Conflict(conflict) if !conflict.clashing.iter().all(is_compared)) {
        let url = picture_url(PICTURE_URL, &name);
        return Ok(redirect(&format!("{url}?notice=changed"), None));
    }
    answer(&shop, &visitor, &name, saved).await
}

/// Redirects to what was saved, or says why it was not.
pub async fn answer(shop: &Shop, visitor: &Visitor, name: &str, saved: Saved) -> Result<Response, AppError> {
    let url = picture_url(PICTURE_URL, name);
    match saved {
        Saved::Done { version } => Ok(redirect(&format!("{url}?saved={version}"), None)),
        Saved::Unchanged => Ok(redirect(&format!("{url}?notice=unchanged"), None)),
        Saved::NoFile => Ok(redirect(&format!("{url}?notice=no-file"), None)),
        // Its page lists the uses.
        Saved::Used => {
            page::render(shop, visitor, name, &page::PageQuery::used(), StatusCode::CONFLICT).await
        }
        Saved::Conflict(conflict) => ask(shop, FormSession::for_staff(visitor)?, &conflict).await,
    }
}

/// Answers 409 with three columns. The form sends all my fields again, on the version of now.
async fn ask(shop: &Shop, session: FormSession, conflict: &Conflict) -> Result<Response, AppError> {
    let Conflict { current, clashing, since, patch } = conflict;
    let zone = shop.settings.get::<ShopZone>().await?;
    let names = staff_names(&shop.db, since.iter().map(|change| change.actor.as_str())).await?;
    let stored = Patch::of(&current.fields).map_err(anyhow::Error::from)?;
    let shown = |field: &str, patch: &Patch| texts::shown(shop.messages, field, patch);
    let fields = clashing.iter().filter_map(|field| {
        let first = since.iter().find(|change| change.before.has(field))?;
        let last = since.iter().rev().find(|change| change.after.has(field))?;
        Some(ConflictField {
            field: field.clone(),
            label: shop.messages.text(texts::label(field)),
            before: shown(field, &first.before),
            mine: shown(field, patch),
            theirs: shown(field, &stored),
            mine_value: texts::sent(field, patch),
            theirs_value: texts::sent(field, &stored),
            who: names.get(&last.actor).cloned().unwrap_or_else(|| last.actor.clone()),
            when: zone.date_time(last.at),
            is_text: field != "focus",
        })
    });
    let url = picture_url(PICTURE_URL, &current.name);
    let mut hidden = vec![
        ("nonce".to_owned(), session.nonce(shop, NONCE)),
        ("version".to_owned(), current.version.to_string()),
        ("was".to_owned(), serde_json::to_string(&current.fields).map_err(anyhow::Error::from)?),
    ];
    let others = patch.fields().filter(|field| !clashing.iter().any(|one| one == field));
    hidden.extend(others.map(|field| (field.to_owned(), texts::sent(field, patch))));
    let view = ConflictView {
        title: current.shown_name().to_owned(),
        product_url: url.clone(),
        action: url.clone(),
        hidden,
        fields: fields.collect(),
    };
    let title = shop.messages.text(msg::staff_products::CONFLICT_TITLE);
    session.render_page(shop, &url, &title, &view, StatusCode::CONFLICT).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn was() -> PictureFields {
        PictureFields {
            title: "a.jpg".to_owned(),
            alt: "فنجان".to_owned(),
            focus: PictureFocus::MIDDLE,
            file: Some(7),
            is_deleted: false,
        }
    }

    fn form(pairs: &[(&str, &str)]) -> HashMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_point_is_read_in_any_digits_and_what_cannot_be_read_stays() {
        let read_focus = |pairs: &[(&str, &str)]| read(&form(pairs), &was()).focus;
        assert_eq!(read_focus(&[("focus_x", "٤٤"), ("focus_y", "31")]), PictureFocus { x: 45, y: 30 });
        assert_eq!(read_focus(&[("focus", "20,80"), ("focus_x", "1"), ("focus_y", "1")]).x, 20);
        for unreadable in [[("focus_x", "-3"), ("focus_y", "4")], [("focus_x", ""), ("focus_y", "ten")]] {
            assert_eq!(read_focus(&unreadable), PictureFocus::MIDDLE);
        }
    }

    #[test]
    fn a_form_chooses_neither_file_nor_deletion_and_an_own_wording_wins() {
        let fields =
            read(&form(&[("file", "9"), ("is_deleted", "1"), ("alt", "أول"), ("own_alt", "ثالث")]), &was());
        assert_eq!(fields, PictureFields { alt: "ثالث".to_owned(), ..was() });
    }
}
