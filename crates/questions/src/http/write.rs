//! The form on a page of its own: for browsers without script.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, ShopZone, Visitor, idempotency::RequestKey, view::LinkView};
use http::StatusCode;
use kernel::msg;
use serde::Deserialize;

use super::submit::{PostForm, result_text};
use crate::{
    QuestionSettings,
    rules::{PostKind, Refusal},
    service::{self, Submitted},
    store::{self, FoundProduct, StoredQuestion},
    urls::{TAB, WRITE_URL, product_url},
    view::{QuestionFormValues, QuestionFormView, WriteQuestionPageView},
};

#[derive(Debug, Default, Deserialize)]
pub struct WriteQuery {
    product: i64,
    /// The question that is answered.
    #[serde(default)]
    question: Option<i64>,
    /// After the form was sent: `published` or `held`.
    #[serde(default)]
    sent: String,
}

/// What a form is about.
struct Target {
    product: FoundProduct,
    question: Option<StoredQuestion>,
}

impl Target {
    async fn find(shop: &Shop, product: i64, question: Option<i64>) -> Result<Self, AppError> {
        let found = store::find_product(&shop.db, product).await?.ok_or(AppError::NotFound)?;
        let question = match question {
            Some(question) => {
                let public = store::find_public(&shop.db, question).await?;
                let public = public.filter(|public| public.product.id == product);
                Some(public.ok_or(AppError::NotFound)?.question)
            }
            None => None,
        };
        Ok(Self { product: found, question })
    }

    fn kind(&self) -> PostKind {
        if self.question.is_some() { PostKind::Answer } else { PostKind::Question }
    }
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<WriteQuery>,
) -> Result<Response, AppError> {
    let target = Target::find(&shop, query.product, query.question).await?;
    // A session is needed only by who sends the form.
    let session = FormSession::without_nonce(&visitor);
    let sent = match query.sent.as_str() {
        "published" => Some(Submitted::Published),
        "held" => Some(Submitted::Held),
        _ => None,
    };
    if let Some(sent) = sent {
        let result = shop.messages.text(result_text(target.kind(), sent));
        return respond(&shop, session, target, None, Some((result, false)), StatusCode::OK).await;
    }
    let author = service::author_defaults(&shop, &visitor).await?;
    let values = QuestionFormValues { text: String::new(), name: author.name, email: author.email };
    let form = form(&shop, &target, values).await?;
    let result = form.is_none().then(|| (shop.messages.text(msg::questions::CLOSED), true));
    respond(&shop, session, target, form, result, StatusCode::OK).await
}

pub async fn send(
    State(shop): State<Shop>,
    visitor: Visitor,
    key: RequestKey,
    Fields(sent): Fields<PostForm>,
) -> Result<Response, AppError> {
    let request = sent.request();
    let question = request.question.map(|(question, _)| question);
    let target = Target::find(&shop, request.product, question).await?;
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    match service::submit(&shop, &visitor, &session.token, &key, &request).await? {
        Ok(submitted) => {
            let sent = if submitted == Submitted::Published { "published" } else { "held" };
            let question = question.map(|question| format!("&question={question}")).unwrap_or_default();
            let url = format!("{WRITE_URL}?product={}{question}&sent={sent}", request.product);
            let mut response = redirect(&url, None);
            session.append_cookie(&mut response);
            Ok(response)
        }
        Err(refusals) => {
            let form = form(&shop, &target, sent.values()).await?;
            let form = form.map(|form| form.with_refusals(&shop.public(), &refusals));
            let first = refusals.first().copied().unwrap_or(Refusal::Closed);
            let result = Some((shop.messages.text(first.message()), true));
            respond(&shop, session, target, form, result, StatusCode::UNPROCESSABLE_ENTITY).await
        }
    }
}

async fn form(
    shop: &Shop,
    target: &Target,
    values: QuestionFormValues,
) -> Result<Option<QuestionFormView>, AppError> {
    let settings = shop.settings.get::<QuestionSettings>().await?;
    let form = service::form_view(&shop.public(), &settings, target.product.id, shop.clock.now());
    let question = target.question.as_ref().map(|question| question.id);
    Ok(form.map(|form| form.for_visitor(question, values)))
}

async fn respond(
    shop: &Shop,
    session: FormSession,
    target: Target,
    form: Option<QuestionFormView>,
    result: Option<(String, bool)>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<QuestionSettings>().await?;
    let text = |message: kernel::Message| shop.messages.text(message);
    let title = match target.question {
        Some(_) => text(msg::questions::ANSWER_TITLE.into()),
        None => text(msg::questions::WRITE_TITLE.with("name", target.product.name.as_str())),
    };
    let item = service::item_view(&target.product);
    let anchor = target.question.as_ref().map(|question| format!("#question-{}", question.id));
    let zone = shop.settings.get::<ShopZone>().await?;
    let view = WriteQuestionPageView {
        crumbs: vec![
            LinkView::new(text(msg::layout::HOME.into()), "/ar/"),
            LinkView::new(item.name.as_str(), item.url.as_str()),
            LinkView::new(title.as_str(), ""),
        ],
        title: title.clone(),
        item,
        question: target.question.map(|question| {
            service::question_view(&settings, &zone, target.product.id, question, Vec::new())
        }),
        form,
        is_error: result.as_ref().is_some_and(|(_, is_error)| *is_error),
        result: result.map(|(text, _)| text),
        back_url: format!("{}{}", product_url(&target.product.slug), anchor.as_deref().unwrap_or(TAB)),
    };
    session.render_page(shop, WRITE_URL, &title, &view, status).await
}
