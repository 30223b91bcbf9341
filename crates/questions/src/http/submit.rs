//! Calls 23 and 24, and how a form is read.

use accounts::service::FormSession;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, Visitor, idempotency::RequestKey};
use kernel::{Key, msg};
use serde::Deserialize;

use crate::{
    rules::{PostKind, Refusal, Submission},
    service::{self, SubmitRequest, Submitted},
    view::{QuestionFormValues, QuestionResultAnswer},
};

/// Fields of calls 23 and 24; the plain forms have the same. Ids are text, so that a wrong one is answered in words.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PostForm {
    #[serde(rename = "currentPostID")]
    product: String,
    #[serde(rename = "questionID")]
    question: Option<String>,
    /// The product of the question.
    #[serde(rename = "productID")]
    question_product: String,
    text: String,
    name: String,
    email: String,
    cptcha: String,
    terms: String,
    #[serde(rename = "cr_time")]
    rendered: String,
    /// Not visible: only a program fills it in.
    #[serde(rename = "cr_website")]
    trap: String,
}

impl PostForm {
    /// An id that is no number is that of nothing.
    pub fn request(&self) -> SubmitRequest {
        let id = |text: &str| text.trim().parse().unwrap_or(0);
        let question = self.question.as_deref().filter(|question| !question.is_empty());
        SubmitRequest {
            product: id(&self.product),
            question: question.map(|question| (id(question), id(&self.question_product))),
            form: Submission {
                text: self.text.clone(),
                name: self.name.clone(),
                email: self.email.clone(),
                accepts_terms: matches!(self.terms.as_str(), "1" | "on" | "true"),
                captcha: self.cptcha.clone(),
            },
            trap: self.trap.clone(),
            rendered: self.rendered.clone(),
        }
    }

    /// What was typed, for the page that shows the errors.
    pub fn values(&self) -> QuestionFormValues {
        QuestionFormValues { text: self.text.clone(), name: self.name.clone(), email: self.email.clone() }
    }
}

/// Calls 23 and 24. Every refusal is an answer with a code and a text.
pub async fn call(
    State(shop): State<Shop>,
    visitor: Visitor,
    key: RequestKey,
    Fields(form): Fields<PostForm>,
) -> Result<Response, AppError> {
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    let request = form.request();
    let outcome = service::submit(&shop, &visitor, &session.token, &key, &request).await?;
    let answer = match outcome {
        Ok(submitted) => QuestionResultAnswer {
            code: 0,
            description: shop.messages.text(result_text(request.kind(), submitted)),
            button: shop.messages.text(msg::questions::BUTTON_OK),
        },
        Err(refusals) => {
            let first = refusals.first().copied().unwrap_or(Refusal::Closed);
            QuestionResultAnswer {
                code: first.code(),
                description: shop.messages.text(first.message()),
                button: shop.messages.text(msg::questions::BUTTON_RETRY),
            }
        }
    };
    let mut response = Json(answer).into_response();
    session.append_cookie(&mut response);
    Ok(response)
}

pub fn result_text(kind: PostKind, submitted: Submitted) -> Key {
    match (kind, submitted) {
        (PostKind::Question, Submitted::Published) => msg::questions::SUBMITTED,
        (PostKind::Question, Submitted::Held) => msg::questions::SUBMITTED_HELD,
        (PostKind::Answer, Submitted::Published) => msg::questions::SUBMITTED_ANSWER,
        (PostKind::Answer, Submitted::Held) => msg::questions::SUBMITTED_ANSWER_HELD,
    }
}
