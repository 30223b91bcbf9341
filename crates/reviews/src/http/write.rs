//! The form on a page of its own: for browsers without script, and for the link in an email.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, idempotency::RequestKey, view::LinkView};
use http::StatusCode;
use kernel::msg;
use media::service::MediaContext;
use serde::Deserialize;

use super::submit::{Pairs, parse, result_text, values};
use crate::{
    ReviewSettings,
    service::{self, FormContext, ReviewItem, Submitted},
    store,
    urls::*,
    view::*,
};

#[derive(Debug, Default, Deserialize)]
pub struct WriteQuery {
    /// 0 or absent: the shop.
    #[serde(default)]
    item: Option<i64>,
    /// Token of an invitation.
    #[serde(default)]
    key: String,
    /// After the form was sent: `published` or `held`.
    #[serde(default)]
    sent: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<WriteQuery>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let item = load_item(&shop, &settings, query.item.unwrap_or(0)).await?;
    // A session is needed only by who sends the form.
    let session = FormSession::without_nonce(&visitor);
    let sent = match query.sent.as_str() {
        "published" => Some(Submitted::Published),
        "held" => Some(Submitted::Held),
        _ => None,
    };
    if let Some(sent) = sent {
        let result = shop.messages.text(result_text(sent));
        return respond(&shop, session, &item, None, Some((result, false)), StatusCode::OK).await;
    }
    let mut context = FormContext::default();
    let mut result = None;
    if !query.key.is_empty() {
        let open = store::find_invitation(&shop.db, &query.key, shop.clock.now()).await?;
        match open.filter(|open| Some(open.product_id) == item.product) {
            Some(open) => {
                context.values.name = open.name;
                context.values.email = open.email;
                context.invitation = query.key;
            }
            None => result = Some((shop.messages.text(msg::reviews::INVITATION_GONE), true)),
        }
    }
    let form = service::form_view(&shop.public(), &item, context).await?;
    if form.is_none() {
        result = Some((shop.messages.text(msg::reviews::CLOSED), true));
    }
    respond(&shop, session, &item, form, result, StatusCode::OK).await
}

/// The plain form: leads back to the page, or shows what is wrong with everything that was typed.
pub async fn send(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    key: RequestKey,
    Fields(pairs): Fields<Pairs>,
) -> Result<Response, AppError> {
    let request = parse(&pairs).ok_or(AppError::BadRequest("no item"))?;
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let item = load_item(&shop, &settings, request.item).await?;
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    match service::submit(&shop, &media, &visitor, &session.token, &key, request.clone()).await? {
        Ok(submitted) => {
            let sent = if submitted == Submitted::Published { "published" } else { "held" };
            let mut response = redirect(&format!("{WRITE_URL}?item={}&sent={sent}", request.item), None);
            session.append_cookie(&mut response);
            Ok(response)
        }
        Err(refusals) => {
            let public = shop.public();
            let context = FormContext {
                values: values(&request),
                invitation: request.invitation.clone(),
                ..FormContext::default()
            };
            let context = context.with_refusals(&refusals, &public);
            let form = service::form_view(&public, &item, context).await?;
            let text = refusals.first().map(|refusal| shop.messages.text(refusal.message()));
            let result = text.map(|text| (text, true));
            respond(&shop, session, &item, form, result, StatusCode::UNPROCESSABLE_ENTITY).await
        }
    }
}

async fn load_item(shop: &Shop, settings: &ReviewSettings, item: i64) -> Result<ReviewItem, AppError> {
    match item {
        0 => Ok(service::shop_item(settings)),
        product => service::find_item(&shop.db, product).await?.ok_or(AppError::NotFound),
    }
}

async fn respond(
    shop: &Shop,
    session: FormSession,
    item: &ReviewItem,
    form: Option<ReviewFormView>,
    result: Option<(String, bool)>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let text = |message: kernel::Message| shop.messages.text(message);
    let title = match item.product {
        Some(_) => text(msg::reviews::WRITE_TITLE_PRODUCT.with("name", item.view.name.as_str())),
        None => text(msg::reviews::FORM_TITLE.into()),
    };
    let back_url = match item.product {
        Some(_) => format!("{}#tab-reviews", item.view.url),
        None => ALL_REVIEWS_URL.to_owned(),
    };
    let view = WriteReviewPageView {
        crumbs: vec![
            LinkView::new(text(msg::layout::HOME.into()), "/ar/"),
            LinkView::new(item.view.name.as_str(), item.view.url.as_str()),
            LinkView::new(title.as_str(), ""),
        ],
        form,
        is_error: result.as_ref().is_some_and(|(_, is_error)| *is_error),
        result: result.map(|(text, _)| text),
        back_url,
    };
    session.render_page(shop, WRITE_URL, &title, &view, status).await
}
