//! Call 26, and how a form is read.

use std::collections::BTreeMap;

use accounts::service::FormSession;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, Visitor, idempotency::RequestKey};
use kernel::msg;
use media::service::MediaContext;
use serde::Deserialize;

use crate::{
    rules::{Refusal, Submission},
    service::{self, SubmitRequest, Submitted, fields},
    view::{ReviewFormValues, ReviewResultAnswer},
};

/// The fields of a form, in order: their names depend on the shop's criteria and questions.
pub type Pairs = Vec<(String, String)>;

/// Call 26. Every refusal is an answer with a code and a text.
pub async fn call(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    key: RequestKey,
    Fields(pairs): Fields<Pairs>,
) -> Result<Response, AppError> {
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    let outcome = match parse(&pairs) {
        Some(request) => service::submit(&shop, &media, &visitor, &session.token, &key, request).await?,
        None => Err(vec![Refusal::Closed]),
    };
    let text = |message: kernel::Message| shop.messages.text(message);
    let answer = match outcome {
        Ok(submitted) => ReviewResultAnswer {
            code: 0,
            description: text(result_text(submitted).into()),
            button: text(msg::reviews::BUTTON_OK.into()),
        },
        Err(refusals) => ReviewResultAnswer {
            code: refusals.first().map_or(1, Refusal::code),
            description: refusals.first().map(|refusal| text(refusal.message())).unwrap_or_default(),
            button: text(msg::reviews::BUTTON_RETRY.into()),
        },
    };
    let mut response = Json(answer).into_response();
    session.append_cookie(&mut response);
    Ok(response)
}

pub fn result_text(submitted: Submitted) -> kernel::Key {
    match submitted {
        Submitted::Published => msg::reviews::SUBMITTED,
        Submitted::Held => msg::reviews::SUBMITTED_HELD,
    }
}

/// Reads a form. `None` if it names no item.
pub fn parse(pairs: &Pairs) -> Option<SubmitRequest> {
    let get =
        |name: &str| pairs.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value.as_str());
    let item: i64 = get("id").trim().parse().ok().filter(|id| *id >= 0)?;
    let files = pairs.iter().filter(|(field, _)| field.trim_end_matches("[]") == "cr-upload-images-ids");
    Some(SubmitRequest {
        item,
        form: Submission {
            rating: get("rating").to_owned(),
            text: get("review").to_owned(),
            name: get("name").to_owned(),
            email: get("email").to_owned(),
            answers: answers(pairs, get("onsiteQuestions")),
            accepts_terms: matches!(get("terms"), "1" | "on" | "true"),
            captcha: get("g-recaptcha-response").to_owned(),
        },
        // A file that cannot be read makes the whole form wrong, not a review without its picture.
        files: files.map(|(_, value)| attachment(value).unwrap_or((0, String::new()))).collect(),
        invitation: get(fields::INVITATION).to_owned(),
        trap: get(fields::TRAP).to_owned(),
        rendered: get(fields::TIME).to_owned(),
    })
}

/// `onsiteQuestions` is JSON from scripts; plain forms send `onsiteQuestions[NAME]`.
fn answers(pairs: &Pairs, json: &str) -> BTreeMap<String, String> {
    let given: BTreeMap<String, serde_json::Value> = serde_json::from_str(json).unwrap_or_default();
    let given = given.into_iter().filter_map(|(name, value)| {
        let text = match value {
            serde_json::Value::String(text) => text,
            serde_json::Value::Number(number) => number.to_string(),
            _ => return None,
        };
        Some((name, text))
    });
    let plain = pairs.iter().filter_map(|(field, value)| {
        let name = field.strip_prefix("onsiteQuestions[")?.strip_suffix(']')?;
        Some((name.to_owned(), value.clone()))
    });
    given.chain(plain).collect()
}

/// Id and key of an uploaded file, as JSON. Ids are text, because they are too large for a JavaScript number; others may
/// send numbers.
pub fn attachment(json: &str) -> Option<(i64, String)> {
    #[derive(Deserialize)]
    struct Attachment {
        id: serde_json::Value,
        key: String,
    }
    let given: Attachment = serde_json::from_str(json).ok()?;
    let id = match &given.id {
        serde_json::Value::String(text) => text.parse().ok()?,
        other => other.as_i64()?,
    };
    Some((id, given.key))
}

/// What was typed, to be shown again.
pub fn values(request: &SubmitRequest) -> ReviewFormValues {
    let form = &request.form;
    ReviewFormValues {
        rating: form.rating.parse().ok().filter(|rating| (1..=5).contains(rating)),
        review: form.text.clone(),
        name: form.name.clone(),
        email: form.email.clone(),
        onsite_questions: form.answers.clone(),
    }
}
