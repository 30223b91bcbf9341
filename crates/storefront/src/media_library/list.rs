//! The list of the library: a grid or rows, search, filters. Its state is its address.

use accounts::service::FormSession;
use axum::{extract::State, response::Response};
use catalog::service::{
    edit,
    library::{self, Cursor, LARGE_BYTES, LibraryRow},
};
use edge::{AppError, Fields, Shop, ShopZone, Visitor, session::StaffMember, view::LinkView};
use http::StatusCode;
use kernel::{Zone, msg, text};
use serde::Deserialize;

use super::{
    MEDIA_URL, NONCE, PICTURE_URL, UNDO_URL, find, picture_url, texts,
    view::{ChoiceForm, FileForm, LibraryPicture, MediaPageView, WaitingFile},
};
use crate::staff_products::{
    self, may_write,
    view::{ListTab, StaffNotice, UndoForm},
};

/// Nothing counts a table: above this the number says «more than».
const MAX_COUNT: i64 = 1_000;
const MAX_WAITING: i64 = 20;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ListQuery {
    s: String,
    /// `undescribed`, `unused` or `large`.
    show: String,
    /// `rows`: a table instead of the grid.
    look: String,
    /// The product that a picture is chosen for.
    product: String,
    after: String,
    notice: String,
    /// Of an upload: how many were received, and how many refused.
    count: Option<i64>,
    refused: Option<i64>,
    /// Of a deletion: what an undo needs.
    name: String,
    version: String,
}

impl ListQuery {
    fn url(&self, change: &[(&str, &str)]) -> String {
        let all = [
            ("s", self.s.as_str()),
            ("show", &self.show),
            ("look", &self.look),
            ("product", &self.product),
            // Another list begins at its beginning.
            ("after", ""),
        ];
        let value = |name: &str, value| change.iter().find(|one| one.0 == name).map_or(value, |one| one.1);
        let pairs = all.map(|(name, own)| (name, value(name, own)));
        let pairs: Vec<_> = pairs.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        if pairs.is_empty() {
            return MEDIA_URL.to_owned();
        }
        let query = serde_urlencoded::to_string(pairs).expect("text pairs can be encoded");
        format!("{MEDIA_URL}?{query}")
    }

    fn cursor(&self) -> Result<Option<Cursor>, AppError> {
        let Some((micros, name)) = self.after.split_once('.') else { return Ok(None) };
        let Ok(micros) = micros.parse() else { return Ok(None) };
        let added_at = kernel::stored_time(micros).ok_or(AppError::BadRequest("no such time"))?;
        Ok(Some(Cursor { added_at, name: name.to_owned() }))
    }

    fn is_filtered(&self) -> bool {
        !self.s.is_empty() || !self.show.is_empty()
    }
}

fn after(cursor: &Cursor) -> String {
    format!("{}.{}", cursor.added_at.timestamp_micros(), cursor.name)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<ListQuery>,
) -> Result<Response, AppError> {
    let query = ListQuery { s: text::clean(&query.s, 100), ..query };
    let session = FormSession::for_staff(&visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let (rows, next) = find::page(&shop, &query.s, &query.show, query.cursor()?).await?;
    let text = |key| shop.messages.text(key);
    let counted = library::count(&shop.db, MAX_COUNT + 1).await?;
    let view = MediaPageView {
        url: MEDIA_URL.to_owned(),
        count: if counted > MAX_COUNT {
            text(msg::media_library::COUNT_MORE)
        } else {
            shop.messages.text(msg::media_library::COUNT.with("count", counted))
        },
        notice: notice(&shop, &session, &query),
        upload: FileForm {
            action: MEDIA_URL.to_owned(),
            nonce: session.nonce(&shop, NONCE),
            key: hex::encode(rand::random::<[u8; 16]>()),
            version: String::new(),
        },
        waiting: waiting(&shop).await?,
        choice: choice(&shop, &session, &member, &query).await?,
        tabs: tabs(&shop, &query),
        looks: looks(&shop, &query),
        is_grid: query.look != "rows",
        others: [("show", &query.show), ("look", &query.look), ("product", &query.product)]
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect(),
        query: query.s.clone(),
        chips: if query.s.is_empty() {
            Vec::new()
        } else {
            vec![LinkView::new(format!("«{}»", query.s), query.url(&[("s", "")]))]
        },
        empty: rows.is_empty().then(|| {
            text(if next.is_some() {
                msg::media_library::NONE_HERE
            } else if query.is_filtered() {
                msg::media_library::NO_RESULT
            } else {
                msg::media_library::EMPTY
            })
        }),
        clear_url: query.is_filtered().then(|| query.url(&[("s", ""), ("show", "")])),
        rows: rows.iter().map(|row| picture(row, &zone)).collect(),
        next_url: next.map(|cursor| query.url(&[("after", &after(&cursor))])),
    };
    let title = text(msg::media_library::TITLE);
    session.render_page(&shop, MEDIA_URL, &title, &view, StatusCode::OK).await
}

fn picture(row: &LibraryRow, zone: &Zone) -> LibraryPicture {
    LibraryPicture {
        name: row.name.clone(),
        title: row.shown_name().to_owned(),
        url: picture_url(PICTURE_URL, &row.name),
        picture: row.view(),
        is_undescribed: row.alt.is_empty(),
        size: texts::size(row.width, row.height),
        bytes: row.bytes.map(|bytes| texts::bytes(i64::from(bytes))).unwrap_or_default(),
        is_large: row.bytes.is_some_and(|bytes| bytes > LARGE_BYTES),
        added: zone.date(row.added_at),
    }
}

fn notice(shop: &Shop, session: &FormSession, query: &ListQuery) -> Option<StaffNotice> {
    let plain = |text, is_error| Some(StaffNotice { text, is_error, undo: None });
    match query.notice.as_str() {
        "added" => {
            let (count, refused) = (query.count.unwrap_or(0), query.refused.unwrap_or(0));
            let mut sentence = shop.messages.text(msg::media_library::ADDED.with("count", count));
            if refused > 0 {
                sentence.push(' ');
                sentence.push_str(&shop.messages.text(msg::media_library::REFUSED.with("count", refused)));
            }
            plain(sentence, count == 0)
        }
        "deleted" => Some(StaffNotice {
            text: shop.messages.text(msg::media_library::DELETED),
            is_error: false,
            undo: (!query.name.is_empty()).then(|| UndoForm {
                action: picture_url(UNDO_URL, &query.name),
                nonce: session.nonce(shop, NONCE),
                version: query.version.clone(),
            }),
        }),
        _ => None,
    }
}

/// Files on their way, and those that were refused: they are listed for a day.
async fn waiting(shop: &Shop) -> Result<Vec<WaitingFile>, AppError> {
    let files = media::service::list_waiting(&shop.db, MAX_WAITING).await?;
    let line = |file: media::service::LibraryFile| WaitingFile {
        is_refused: file.refusal.is_some(),
        text: shop.messages.text(match file.refusal {
            Some(reason) => reason.message(),
            None => msg::media_library::WAITING,
        }),
        name: file.name,
    };
    Ok(files.into_iter().map(line).collect())
}

/// Whoever cannot give it the picture does not learn its name either.
async fn choice(
    shop: &Shop,
    session: &FormSession,
    member: &StaffMember,
    query: &ListQuery,
) -> Result<Option<ChoiceForm>, AppError> {
    if !may_write(member, "pictures") {
        return Ok(None);
    }
    let Ok(id) = query.product.parse::<i64>() else { return Ok(None) };
    let mut db = shop.db.acquire().await?;
    let product = edit::find_product(&mut db, id, false).await?;
    Ok(product.map(|product| ChoiceForm {
        action: staff_products::CHOOSE_URL.replace("{id}", &id.to_string()),
        nonce: session.nonce(shop, staff_products::NONCE),
        product: product.fields.name,
        back_url: format!("{}#pictures", staff_products::PRODUCT_URL.replace("{id}", &id.to_string())),
        has: product.fields.pictures,
    }))
}

fn tabs(shop: &Shop, query: &ListQuery) -> Vec<ListTab> {
    let tab = |key, show: &str| ListTab {
        label: shop.messages.text(key),
        url: query.url(&[("show", show)]),
        is_current: query.show == show,
    };
    vec![
        tab(msg::media_library::LIST_ALL, ""),
        tab(msg::media_library::LIST_UNDESCRIBED, "undescribed"),
        tab(msg::media_library::LIST_UNUSED, "unused"),
        tab(msg::media_library::LIST_LARGE, "large"),
    ]
}

fn looks(shop: &Shop, query: &ListQuery) -> Vec<ListTab> {
    let look = |key, look: &str| ListTab {
        label: shop.messages.text(key),
        url: query.url(&[("look", look)]),
        is_current: query.look == look,
    };
    vec![look(msg::media_library::LOOK_GRID, ""), look(msg::media_library::LOOK_ROWS, "rows")]
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn a_page_is_its_address() {
        let query = ListQuery { s: "بن".to_owned(), show: "large".to_owned(), ..ListQuery::default() };
        assert_eq!(query.url(&[("s", "")]), "/ar/wp-admin/media/?show=large");
        let cursor = Cursor { added_at: DateTime::UNIX_EPOCH, name: "a.b".to_owned() };
        let next = ListQuery { after: after(&cursor), ..ListQuery::default() };
        assert_eq!(next.cursor().expect("a time"), Some(cursor));
        let after = |text: &str| ListQuery { after: text.to_owned(), ..ListQuery::default() };
        assert_eq!(after("x").cursor().expect("the first page"), None);
        // Such a time exists, but the database has none before the year 4714 before Christ.
        assert!(after("-210866803200000001.a").cursor().is_err());
    }
}
