//! One picture: its form, facts, uses and history.

use accounts::service::FormSession;
use axum::{extract::State, response::Response};
use catalog::service::library::{self, EditedPicture};
use edge::{
    AppError, Fields, PathParam, Shop, ShopZone, Visitor,
    changes::{self, Patch},
};
use http::StatusCode;
use kernel::{Zone, msg};
use media::rules::MediaState;
use serde::Deserialize;

use super::{
    DELETE_URL, FILE_URL, MEDIA_URL, NONCE, PICTURE_URL, UNDO_URL, picture_url,
    save::thing,
    texts,
    uses::{self, MAX_USES},
    view::{DeleteForm, FileForm, MediaPicturePageView, PictureFact, PictureForm},
};
use crate::{
    staff_products::view::{HistoryField, HistoryLine, StaffNotice, UndoForm},
    store::staff_names,
};

const HISTORY_LINES: i64 = 20;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    notice: String,
    /// The version that was saved.
    saved: Option<i64>,
}

impl PageQuery {
    /// It cannot be deleted.
    pub fn used() -> Self {
        Self { notice: "used".to_owned(), saved: None }
    }
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(name): PathParam<String>,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    render(&shop, &visitor, &name, &query, StatusCode::OK).await
}

pub async fn render(
    shop: &Shop,
    visitor: &Visitor,
    name: &str,
    query: &PageQuery,
    status: StatusCode,
) -> Result<Response, AppError> {
    let picture = library::find(&shop.db, name).await?.ok_or(AppError::NotFound)?;
    let session = FormSession::for_staff(visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let mut db = shop.db.acquire().await?;
    let used = uses::list(&mut db, shop.messages, &picture, shop.clock.now()).await?;
    drop(db);
    let context = Context { shop, zone: &zone, picture: &picture, nonce: session.nonce(shop, NONCE) };
    let count = i64::try_from(used.len()).unwrap_or(0);
    let fields = &picture.fields;
    let url = picture_url(PICTURE_URL, name);
    let version = picture.version.to_string();
    let view = MediaPicturePageView {
        title: picture.shown_name().to_owned(),
        list_url: MEDIA_URL.to_owned(),
        notice: context.notice(query).await?,
        picture: picture.view(),
        file_url: file_url(shop, &picture),
        form: PictureForm {
            action: url.clone(),
            nonce: context.nonce.clone(),
            version: version.clone(),
            was: serde_json::to_string(fields).map_err(anyhow::Error::from)?,
            title: fields.title.clone(),
            alt: fields.alt.clone(),
            focus_x: fields.focus.x,
            focus_y: fields.focus.y,
            errors: Vec::new(),
        },
        facts: context.facts().await?,
        uses_title: shop.messages.text(msg::media_library::USED_IN.with("count", count)),
        has_more_uses: count >= MAX_USES,
        replace: FileForm {
            action: picture_url(FILE_URL, name),
            nonce: context.nonce.clone(),
            key: hex::encode(rand::random::<[u8; 16]>()),
            version: version.clone(),
        },
        delete: (used.is_empty() && !fields.is_deleted).then(|| DeleteForm {
            action: picture_url(DELETE_URL, name),
            nonce: context.nonce.clone(),
            version,
        }),
        uses: used,
        is_deleted: fields.is_deleted,
        history: context.history().await?,
    };
    session.render_page(shop, &url, picture.shown_name(), &view, status).await
}

/// The address of the widest file without the mark of its content: it leads to the newest one for ever.
fn file_url(shop: &Shop, picture: &EditedPicture) -> String {
    let largest = picture.files.largest();
    let address = largest.split('?').next().unwrap_or_default();
    let media_origin = shop.media_origin.as_deref().filter(|_| address.starts_with("/m/"));
    format!("{}{address}", media_origin.unwrap_or(&shop.origin))
}

struct Context<'a> {
    shop: &'a Shop,
    zone: &'a Zone,
    picture: &'a EditedPicture,
    nonce: String,
}

impl Context<'_> {
    fn undo_form(&self, version: i64) -> UndoForm {
        UndoForm {
            action: picture_url(UNDO_URL, &self.picture.name),
            nonce: self.nonce.clone(),
            version: version.to_string(),
        }
    }

    async fn notice(&self, query: &PageQuery) -> Result<Option<StaffNotice>, AppError> {
        let text = |key| self.shop.messages.text(key);
        let plain = |key, is_error| Some(StaffNotice { text: text(key), is_error, undo: None });
        match query.notice.as_str() {
            "used" => return Ok(plain(msg::media_library::DELETE_REFUSED, true)),
            "unchanged" => return Ok(plain(msg::media_library::UNCHANGED, false)),
            "changed" => return Ok(plain(msg::media_library::CHANGED_MEANWHILE, true)),
            "refused" => return Ok(plain(msg::media_library::FILE_REFUSED, true)),
            "no-file" => return Ok(plain(msg::media_library::FILE_GONE, true)),
            _ => {}
        }
        if let Some(version) = query.saved
            && let Some(change) = changes::find(&self.shop.db, thing(self.picture.id), version).await?
        {
            let labels: Vec<String> = change.after.fields().map(|field| text(texts::label(field))).collect();
            let sentence = if change.after.has("file") {
                text(msg::media_library::REPLACED)
            } else {
                self.shop.messages.text(msg::media_library::SAVED.with("fields", labels.join("، ")))
            };
            let undo = Some(self.undo_form(version));
            return Ok(Some(StaffNotice { text: sentence, is_error: false, undo }));
        }
        if self.picture.fields.is_deleted {
            return Ok(plain(msg::media_library::DELETED_PAGE, true));
        }
        self.waiting().await
    }

    /// A chosen file that is not the shown one yet.
    async fn waiting(&self) -> Result<Option<StaffNotice>, AppError> {
        let Some(id) = self.picture.fields.file else { return Ok(None) };
        let Some(file) = media::service::find_file(&self.shop.db, id).await? else { return Ok(None) };
        let text = |key| self.shop.messages.text(key);
        Ok(match file.state {
            MediaState::Published => None,
            MediaState::Refused => Some(StaffNotice {
                text: match file.refusal {
                    Some(reason) => text(reason.message()),
                    None => text(msg::media_library::FILE_REFUSED),
                },
                is_error: true,
                undo: Some(self.undo_form(self.picture.version)),
            }),
            _ => Some(StaffNotice { text: text(msg::media_library::WAITING), is_error: false, undo: None }),
        })
    }

    async fn facts(&self) -> Result<Vec<PictureFact>, AppError> {
        let picture = self.picture;
        let fact =
            |key, value: String, is_ltr| PictureFact { label: self.shop.messages.text(key), value, is_ltr };
        let mut formats = Vec::new();
        for (name, files) in [("AVIF", &picture.files.avif), ("WebP", &picture.files.webp)] {
            if !files.is_empty() {
                formats.push(name);
            }
        }
        let mut facts = vec![
            fact(msg::media_library::FACT_NAME, picture.name.clone(), true),
            fact(msg::media_library::FACT_SIZE, texts::size(picture.width, picture.height), true),
        ];
        if let Some(bytes) = picture.bytes {
            facts.push(fact(msg::media_library::FACT_BYTES, texts::bytes(i64::from(bytes)), true));
        }
        facts.push(fact(msg::media_library::FACT_FORMATS, formats.join(", "), true));
        let names = staff_names(&self.shop.db, std::iter::once(picture.added_by.as_str())).await?;
        let date = self.zone.date(picture.added_at);
        let added = match names.get(&picture.added_by) {
            Some(name) => format!("{name}، {date}"),
            None => date,
        };
        facts.push(fact(msg::media_library::FACT_ADDED, added, false));
        Ok(facts)
    }

    async fn history(&self) -> Result<Vec<HistoryLine>, AppError> {
        let newest = changes::list_newest(&self.shop.db, thing(self.picture.id), HISTORY_LINES).await?;
        let names = staff_names(&self.shop.db, newest.iter().map(|change| change.actor.as_str())).await?;
        let undone: Vec<i64> = newest.iter().filter_map(|change| change.undoes).collect();
        let shown = |field: &str, patch: &Patch| texts::shown(self.shop.messages, field, patch);
        let lines = newest.iter().map(|change| {
            let name = names.get(&change.actor).cloned().unwrap_or_else(|| change.actor.clone());
            let key = match change.undoes {
                Some(_) => msg::staff_products::HISTORY_UNDO,
                None => msg::staff_products::HISTORY_EDIT,
            };
            let field = |field: &str| HistoryField {
                label: self.shop.messages.text(texts::label(field)),
                before: shown(field, &change.before),
                after: shown(field, &change.after),
            };
            HistoryLine {
                text: self.shop.messages.text(key.with("name", name)),
                when: self.zone.date_time(change.at),
                fields: change.after.fields().map(field).collect(),
                undo: (!undone.contains(&change.version)).then(|| self.undo_form(change.version)),
            }
        });
        Ok(lines.collect())
    }
}
