//! The staff page of search words: queries without an answer, and the meanings of words, which the owner changes. Every change
//! is recorded in the audit log.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{STAFF_SEARCH_URL, STAFF_URL},
};
use axum::{extract::State, response::Response};
use chrono::Days;
use edge::{AppError, Fields, Permission, Shop, Visitor, audit::AuditWriter, purge, session::StaffMember};
use http::StatusCode;
use kernel::{Key, msg, text};
use search::{MeaningKind, rules::meanings::MeaningRefusal};
use serde::Deserialize;

use super::{
    STAFF, SearchSettings,
    view::{MeaningFormView, MeaningKindView, MeaningView, SearchWordsPageView, UnansweredView},
};
use crate::store;

const PAGE_SIZE: i64 = 50;
const MAX_PAGE: i64 = 10_000;
const MAX_UNANSWERED: i64 = 100;
/// The queries of so many days are listed.
const LISTED: Days = Days::new(30);

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    notice: String,
    /// Only words that contain it.
    q: String,
    /// The page of words.
    paged: String,
    /// The word in the form.
    edit: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let word = text::clean(&query.edit, 100);
    let mut form = MeaningFormView { kind: kind_of(&word).name().to_owned(), ..empty_form() };
    if !word.is_empty() {
        let saved = search::find_meaning(&shop.db, &word).await?;
        if let Some(saved) = saved {
            form = MeaningFormView { meaning: saved.meaning, kind: saved.kind, ..form };
        }
        form.word = word;
    }
    render(&shop, &visitor, &member, &query, form).await
}

fn empty_form() -> MeaningFormView {
    MeaningFormView { word: String::new(), meaning: String::new(), kind: String::new(), error: None }
}

/// The kind that the form proposes for a word.
fn kind_of(word: &str) -> MeaningKind {
    if word.bytes().any(|c| c.is_ascii_alphabetic()) { MeaningKind::English } else { MeaningKind::Dialect }
}

fn kind_label(kind: MeaningKind) -> Key {
    match kind {
        MeaningKind::English => msg::search::KIND_ENGLISH,
        MeaningKind::Dialect => msg::search::KIND_DIALECT,
        MeaningKind::Colour => msg::search::KIND_COLOUR,
        MeaningKind::Material => msg::search::KIND_MATERIAL,
        MeaningKind::Concept => msg::search::KIND_CONCEPT,
    }
}

fn notice(code: &str) -> Option<Key> {
    match code {
        "saved" => Some(msg::search::SAVED),
        "removed" => Some(msg::search::REMOVED),
        "setting" => Some(msg::search::SETTING_SAVED),
        "not-changed" => Some(msg::search::NOT_CHANGED),
        _ => None,
    }
}

fn url(parameters: &[(&str, &str)]) -> String {
    let query = serde_urlencoded::to_string(parameters).expect("text pairs can be encoded");
    format!("{STAFF_SEARCH_URL}?{query}")
}

/// A word in the form, which is below the queries.
fn edit_url(word: &str) -> String {
    format!("{}#meaning", url(&[("edit", word)]))
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    member: &StaffMember,
    query: &PageQuery,
    form: MeaningFormView,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let since = shop.clock.now().date_naive() - LISTED;
    let unanswered = search::list_unanswered(&shop.db, since, MAX_UNANSWERED).await?;
    let filter = kernel::text::clean(&query.q, 60);
    let page = query.paged.parse().unwrap_or(1).clamp(1, MAX_PAGE);
    let first = (page - 1) * PAGE_SIZE;
    // One more, to know whether there is a next page.
    let mut listed = search::list_meanings(&shop.db, &filter, first, PAGE_SIZE + 1).await?;
    let has_more = listed.len() > usize::try_from(PAGE_SIZE).unwrap_or(0);
    listed.truncate(usize::try_from(PAGE_SIZE).unwrap_or(0));
    let page_url = |page: i64| url(&[("q", &filter), ("paged", &page.to_string())]);
    let session = FormSession::for_staff(visitor)?;
    let status = if form.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let view = SearchWordsPageView {
        action: STAFF_SEARCH_URL.to_owned(),
        nonce: session.nonce(shop, STAFF),
        home_url: STAFF_URL.to_owned(),
        notice: notice(&query.notice).map(text),
        can_change: member.may(Permission::SettingsWrite),
        unanswered: unanswered
            .into_iter()
            .map(|one| UnansweredView {
                edit_url: edit_url(&one.query),
                query: one.query,
                taken_for: Some(one.taken_for).filter(|words| !words.is_empty()),
                times: one.times.to_string(),
            })
            .collect(),
        form,
        kinds: MeaningKind::ALL
            .map(|(kind, name)| MeaningKindView { value: name.to_owned(), label: text(kind_label(kind)) })
            .to_vec(),
        meanings: listed
            .into_iter()
            .map(|one| MeaningView {
                edit_url: edit_url(&one.word),
                kind: MeaningKind::parse(&one.kind).map(|kind| text(kind_label(kind))).unwrap_or_default(),
                word: one.word,
                meaning: one.meaning,
            })
            .collect(),
        prev_url: (page > 1).then(|| page_url(page - 1)),
        next_url: has_more.then(|| page_url(page + 1)),
        filter: filter.clone(),
        is_ranked_by_use: shop.settings.get::<SearchSettings>().await?.rank_by_use,
    };
    session.render_page(shop, STAFF_SEARCH_URL, &text(msg::search::TITLE), &view, status).await
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct WordsForm {
    #[serde(rename = "do")]
    action: String,
    word: String,
    meaning: String,
    kind: String,
}

pub async fn change(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    audit: AuditWriter,
    Fields(form): Fields<WordsForm>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    let (code, tag, what) = match form.action.as_str() {
        "save" => {
            let kind = MeaningKind::parse(&form.kind).ok_or(AppError::BadRequest("no such kind"))?;
            let (word, meaning) = match search::rules::meanings::check(&form.word, &form.meaning) {
                Ok(checked) => checked,
                Err(refusal) => {
                    tx.rollback().await?;
                    let error = Some(shop.messages.text(refusal_text(refusal)));
                    let WordsForm { word, meaning, kind, .. } = form;
                    let refused = MeaningFormView { word, meaning, kind, error };
                    return render(&shop, &visitor, &member, &PageQuery::default(), refused).await;
                }
            };
            search::save_meaning(&mut *tx, &word, &meaning, kind).await?;
            ("saved", search::MEANINGS_TAG, format!("{word}: {meaning}"))
        }
        "remove" => {
            let word = text::clean(&form.word, 100);
            if !search::remove_meaning(&mut *tx, &word).await? {
                return Ok(redirect(&with_notice(STAFF_SEARCH_URL, "not-changed"), None));
            }
            ("removed", search::MEANINGS_TAG, word)
        }
        "rank-on" | "rank-off" => {
            let settings = SearchSettings { rank_by_use: form.action == "rank-on" };
            store::save_setting(&mut *tx, SearchSettings::NAME, &settings).await?;
            ("setting", "settings", form.action)
        }
        _ => return Err(AppError::BadRequest("no such action")),
    };
    let purges = purge::record(&mut *tx, &[tag.to_owned()]).await?;
    audit.record(&mut *tx, "search-words", &format!("{code} {what}")).await?;
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    Ok(redirect(&with_notice(STAFF_SEARCH_URL, code), None))
}

fn refusal_text(refusal: MeaningRefusal) -> Key {
    match refusal {
        MeaningRefusal::NoWord => msg::search::ERROR_NO_WORD,
        MeaningRefusal::LongWord => msg::search::ERROR_LONG_WORD,
        MeaningRefusal::LongMeaning => msg::search::ERROR_LONG_MEANING,
        MeaningRefusal::SameWord => msg::search::ERROR_SAME_WORD,
    }
}
