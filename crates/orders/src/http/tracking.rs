//! Tracking without an account: order number and email address. Works as a plain form.
//!
//! A visitor who knows both may see how far the order is and the city that it goes to. A wrong number and a wrong address have
//! the same answer after the same work, and the attempts for a number and from an address are limited.

use accounts::{
    rules::ThrottlePolicy,
    service::{ThrottledAction, check_throttle},
    view::{ACCOUNT_URL, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Page, Shop, Visitor,
    view::{LinkView, PageHead},
};
use http::{HeaderValue, StatusCode, header};
use kernel::{EmailAddress, OrderId, msg, text::clean};
use payments::{PaymentContext, service::attempts};
use serde::Deserialize;

use super::{confirmation::is_live, rendering::order_view};
use crate::{
    store,
    view::{CONTACT_URL, TRACK_URL, TrackPageView, TrackedOrderView},
};

const MAX_NUMBER_LENGTH: usize = 20;
const MAX_EMAIL_LENGTH: usize = 254;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TrackForm {
    number: String,
    email: String,
}

pub async fn show(State(shop): State<Shop>) -> Result<Response, AppError> {
    respond(&shop, page(&shop, &TrackForm::default()), StatusCode::OK).await
}

pub async fn track(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    Fields(form): Fields<TrackForm>,
) -> Result<Response, AppError> {
    let form = TrackForm {
        number: clean(&form.number, MAX_NUMBER_LENGTH),
        email: clean(&form.email, MAX_EMAIL_LENGTH),
    };
    let mut view = page(&shop, &form);
    let missing = |text: &str, key| text.is_empty().then(|| shop.messages.text(key));
    view.number_error = missing(&form.number, msg::orders::TRACK_NUMBER_MISSING);
    view.email_error = missing(&form.email, msg::orders::TRACK_EMAIL_MISSING);
    if view.number_error.is_some() || view.email_error.is_some() {
        return respond(&shop, view, StatusCode::UNPROCESSABLE_ENTITY).await;
    }
    if let Some(seconds) = wait(&shop, &visitor, &form).await? {
        view.notice = Some(NoticeView::error(msg::orders::TRACK_MANY, shop.messages));
        let mut response = respond(&shop, view, StatusCode::TOO_MANY_REQUESTS).await?;
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        return Ok(response);
    }
    // A number or an address that cannot exist is searched for all the same.
    let number = kernel::digits::fold(form.number.trim_start_matches('#')).parse().unwrap_or(0);
    let email = EmailAddress::parse(&form.email).map(|email| email.as_str().to_owned()).unwrap_or_default();
    let Some(id) = store::find_tracked(&shop.db, number, &email).await? else {
        view.notice = Some(NoticeView::error(msg::orders::TRACK_NONE, shop.messages));
        return respond(&shop, view, StatusCode::UNPROCESSABLE_ENTITY).await;
    };
    let mut view = page(&shop, &TrackForm::default());
    view.order = Some(tracked(&shop, &context, id).await?);
    respond(&shop, view, StatusCode::OK).await
}

/// Counts the attempt. Returns the seconds to wait if there were too many.
async fn wait(shop: &Shop, visitor: &Visitor, form: &TrackForm) -> Result<Option<u64>, AppError> {
    let (address, now) = (visitor.address.0.to_string(), shop.clock.now());
    let number = kernel::digits::fold(&form.number);
    let factor = shop.rate_limiter.factor();
    let of = |kind, subject, policy: ThrottlePolicy| ThrottledAction {
        kind,
        subject,
        policy: policy.scaled(factor),
    };
    for action in [
        of("tracking from", address.as_str(), ThrottlePolicy::TRACKING_PER_IP),
        of("tracking", &number, ThrottlePolicy::TRACKING),
    ] {
        if let Err(seconds) = check_throttle(&shop.db, &action, now).await? {
            return Ok(Some(seconds));
        }
    }
    Ok(None)
}

async fn tracked(shop: &Shop, context: &PaymentContext, id: OrderId) -> Result<TrackedOrderView, AppError> {
    let order = store::find(&context.db, id).await?.ok_or(AppError::NotFound)?;
    edge::trace::record("order", order.id.0);
    edge::trace::record("number", order.number);
    let order_attempts = attempts::list_by_order(&context.db, order.id).await?;
    let live = order_attempts.iter().find(|attempt| is_live(attempt));
    let lines = store::lines(&context.db, order.id).await?;
    let rates = shop.settings.get::<cart::service::Rates>().await?;
    let place = order.place(&rates);
    let view = order_view(shop, &order, &lines, live).await?;
    Ok(TrackedOrderView {
        number: view.number,
        date: view.date,
        title: view.title,
        state: view.state,
        arrival: view.arrival,
        timeline: view.timeline,
        lines: view.lines,
        place,
    })
}

fn page(shop: &Shop, form: &TrackForm) -> TrackPageView {
    let text = |key| shop.messages.text(key);
    TrackPageView {
        crumbs: vec![
            LinkView::new(text(msg::layout::HOME), "/ar/"),
            LinkView::new(text(msg::orders::TRACK), ""),
        ],
        action: TRACK_URL.to_owned(),
        number: form.number.clone(),
        email: form.email.clone(),
        number_error: None,
        email_error: None,
        notice: None,
        order: None,
        account_url: ACCOUNT_URL.to_owned(),
        contact_url: CONTACT_URL.to_owned(),
    }
}

async fn respond(shop: &Shop, view: TrackPageView, status: StatusCode) -> Result<Response, AppError> {
    let title = match &view.order {
        Some(order) => order.title.clone(),
        None => shop.messages.text(msg::orders::TRACK),
    };
    let head = PageHead {
        description: title.clone(),
        title,
        canonical_url: format!("{}{TRACK_URL}", shop.origin),
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    };
    shop.personal_response(&Page::new(head, &view).with_status(status)).await
}
