//! What staff do with enquiries, and how an enquiry is read back with the labels of its version.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use edge::AppError;
use kernel::{Messages, date, msg};
use media::service::{MediaContext, Owner, PrivateFile, PrivateState};
use sqlx::{PgConnection, PgPool};

use crate::{
    jobs::{notify, send_answer},
    rules::{
        Element, ElementId, ElementKind, FormDefinition, StoredValue, StoredValues, Value, format_size,
        visible_elements,
    },
    store::{self, InboxState},
    urls::file_url,
    view::{InboxAnswer, InboxFile},
};

/// A decision of staff about one enquiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Close,
    Reopen,
    /// Nobody is notified of it again.
    Spam,
    /// It is no spam: it is treated like any other from now on, the shop's email included.
    Release,
    Delete,
}

/// Changes an enquiry in the transaction of the decision. Returns false if it has another state by now.
pub async fn change(
    db: &mut PgConnection,
    id: i64,
    change: Change,
    now: DateTime<Utc>,
) -> Result<bool, AppError> {
    let states = match change {
        Change::Close => (InboxState::Open, InboxState::Closed),
        Change::Reopen => (InboxState::Closed, InboxState::Open),
        Change::Spam => (InboxState::Open, InboxState::Spam),
        Change::Release => (InboxState::Spam, InboxState::Open),
        Change::Delete => return Ok(remove(db, &[id], now).await? == 1),
    };
    let is_changed = store::change_enquiry(&mut *db, id, states, now).await?;
    if is_changed && change == Change::Release {
        notify(db, id, now).await?;
    }
    Ok(is_changed)
}

/// Writes a note of the team, or an answer that is mailed to the sender, once: the same words again within minutes are a second
/// press of the button.
pub async fn write(
    db: &mut PgConnection,
    enquiry: i64,
    actor: &str,
    text: &str,
    is_answer: bool,
    now: DateTime<Utc>,
) -> Result<Written, AppError> {
    if is_answer && !store::is_answerable(&mut *db, enquiry).await? {
        return Ok(Written::NoAddress);
    }
    let added = store::add_message(&mut *db, enquiry, actor, text, is_answer, now).await?;
    let Some(id) = added else { return Ok(Written::Before) };
    if is_answer {
        send_answer(db, enquiry, id, now).await?;
    }
    Ok(Written::Now(id))
}

/// What became of a note or an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    Now(i64),
    /// The same words were written just before.
    Before,
    NoAddress,
}

/// Deletes enquiries. Their files belong to nothing then, and go with the next cleanup.
pub async fn remove(db: &mut PgConnection, ids: &[i64], now: DateTime<Utc>) -> anyhow::Result<u64> {
    for &id in ids {
        media::service::remove(&mut *db, Owner::Enquiry(id), now).await?;
    }
    Ok(store::delete_enquiries(db, ids).await?)
}

/// Deletes everything that was sent with an address, which is in lower case. Returns how many enquiries.
pub async fn erase_email(db: &mut PgConnection, email: &str, now: DateTime<Utc>) -> anyhow::Result<u64> {
    let mut erased = 0;
    loop {
        let ids = store::list_enquiries_of(&mut *db, email).await?;
        if ids.is_empty() {
            return Ok(erased);
        }
        erased += remove(db, &ids, now).await?;
    }
}

/// Files of an enquiry, by element.
pub async fn files(media: &MediaContext, db: &PgPool, enquiry: i64) -> sqlx::Result<FilesByElement> {
    let stored = media::service::list_private(media, db, Owner::Enquiry(enquiry)).await?;
    let mut stored: BTreeMap<i64, PrivateFile> = stored.into_iter().map(|file| (file.id, file)).collect();
    let mut files = FilesByElement::new();
    for sent in store::list_files(db, enquiry).await? {
        let Ok(element) = u32::try_from(sent.element_id).map(ElementId) else { continue };
        files.entry(element).or_default().push(stored.remove(&sent.file_id));
    }
    Ok(files)
}

/// `None`: an infected file that is deleted by now.
pub type FilesByElement = BTreeMap<ElementId, Vec<Option<PrivateFile>>>;

/// The answers in the order of the form, empty ones too. An element that was hidden is left out.
pub fn answers(
    messages: &Messages,
    definition: &FormDefinition,
    values: &StoredValues,
    mut files: FilesByElement,
) -> Vec<InboxAnswer> {
    let as_sent = values.iter().map(|(id, value)| (*id, as_sent(value))).collect();
    let visible = visible_elements(definition, &as_sent);
    let answer = |element: &Element| {
        let files = files.remove(&element.id).unwrap_or_default();
        let value = values.get(&element.id);
        let is_silent = matches!(element.kind, ElementKind::Captcha {} | ElementKind::Hidden { .. });
        let is_shown = element.kind.is_field() && visible.contains(&element.id) && !is_silent;
        (is_shown || value.is_some() || !files.is_empty()).then(|| InboxAnswer {
            label: element.label.clone(),
            values: value.map(|value| texts(element, value)).unwrap_or_default(),
            files: files.into_iter().map(|file| file_view(messages, file)).collect(),
        })
    };
    definition.elements.iter().filter_map(answer).collect()
}

/// Conditions read options only, which are stored as they were sent.
fn as_sent(value: &StoredValue) -> Value {
    match value {
        StoredValue::Text(text) => Value::Text(text.clone()),
        StoredValue::List(list) => Value::List(list.clone()),
    }
}

/// Labels of chosen options, dates in words, everything else as typed.
pub fn texts(element: &Element, value: &StoredValue) -> Vec<String> {
    let label = |value: &String| {
        let options = element.kind.options().unwrap_or_default();
        options.iter().find(|option| option.value == *value).map_or(value, |option| &option.label).clone()
    };
    match (value, &element.kind) {
        (StoredValue::Text(text), _) if text.is_empty() => Vec::new(),
        (StoredValue::Text(text), ElementKind::Date { .. }) => {
            vec![NaiveDate::parse_from_str(text, "%Y-%m-%d").map_or_else(|_| text.clone(), date::date)]
        }
        (StoredValue::Text(text), _) => vec![label(text)],
        (StoredValue::List(list), _) => list.iter().map(label).collect(),
    }
}

fn file_view(messages: &Messages, file: Option<PrivateFile>) -> InboxFile {
    let Some(file) = file else {
        let state = Some(messages.text(msg::enquiries::INBOX_FILE_MISSING));
        return InboxFile { name: String::new(), size: String::new(), url: None, state };
    };
    let state = match file.state {
        PrivateState::Ready => None,
        PrivateState::Scanning => Some(messages.text(msg::enquiries::INBOX_SCANNING)),
        PrivateState::Infected => Some(messages.text(msg::enquiries::INBOX_INFECTED)),
    };
    InboxFile {
        size: format_size(file.bytes.unsigned_abs()),
        url: state.is_none().then(|| file_url(file.id)),
        name: file.name,
        state,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn definition() -> FormDefinition {
        let choice = |value: &str, label: &str| json!({ "value": value, "label": label });
        serde_json::from_value(json!({
            "title": "طلب إرجاع",
            "elements": [
                { "id": "1", "label": "السبب", "kind": "select", "options": [choice("broken", "تالف"), choice("other", "غير ذلك")] },
                { "id": "2", "label": "التفاصيل", "kind": "textarea" },
                { "id": "3", "label": "تاريخ الاستلام", "kind": "date", "firstYear": 2020, "lastYear": 2030 },
                { "id": "4", "label": "الطرود", "kind": "checkboxes", "options": [choice("a", "الأول"), choice("b", "الثاني")] },
                { "id": "5", "label": "الصور", "kind": "upload", "fileSizeLimit": 1000 },
                { "id": "6", "label": "عنوان", "kind": "heading" },
                { "id": "7", "label": "رقم الطلب", "kind": "text" }
            ],
            "logic": { "2": { "action": "show", "match": "all", "rules": [{ "element_id": "1", "operator": "eq", "value": "other" }] } },
            "submitLabel": "إرسال",
            "success": { "html": "<p>وصلت</p>" }
        }))
        .expect("a definition")
    }

    #[test]
    fn answers_have_the_labels_of_their_version() {
        let values = serde_json::from_value(json!({ "1": "broken", "3": "2026-11-14", "4": ["a", "b"] }))
            .expect("stored values");
        let file =
            PrivateFile {
                id: 9, name: "صورة.jpg".to_owned(), bytes: 2_048, state: PrivateState::Scanning
            };
        let files = [(ElementId(5), vec![Some(file), None])].into();
        let answers = answers(Messages::arabic(), &definition(), &values, files);
        let shown: Vec<_> =
            answers.iter().map(|answer| (answer.label.as_str(), answer.values.join("|"))).collect();
        assert_eq!(
            shown,
            [
                ("السبب", "تالف".to_owned()),
                ("تاريخ الاستلام", "14 نوفمبر 2026".to_owned()),
                ("الطرود", "الأول|الثاني".to_owned()),
                ("الصور", String::new()),
                // Shown to the sender and left empty.
                ("رقم الطلب", String::new()),
            ]
        );
        let file = &answers[3].files[0];
        assert_eq!((file.size.as_str(), &file.url), ("2.0 KB", &None), "it cannot be downloaded yet");
        assert_eq!(answers[3].files[1].state.as_deref(), Some("حُذف الملف"));
    }
}
