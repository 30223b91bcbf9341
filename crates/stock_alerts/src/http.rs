//! Endpoints of stock alerts: the call, the plain form, the page of an alert, and the link in the email.

use accounts::{
    service::{FormSession, redirect},
    view::{AuthPageView, FieldKind, FieldView, FormView, NoticeView},
};
use axum::{Json, extract::State, response::Response};
use edge::{
    AppError, Endpoint, Fields, PathParam, Policy, Shop, Visitor,
    policy::{Priority, RateClass},
    registry::Location,
    view::LinkView,
};
use http::StatusCode;
use kernel::{Key, msg};

use crate::{
    rules::Refusal,
    service::{self, AlertForm, LIST},
    store::{self, ShownAlert, Subject},
    view::{ALERT_URL, ALERTS_URL, AlertAnswer, AlertStatus, STOP_URL},
};

pub fn endpoints() -> Vec<Endpoint> {
    // A repeated request finds the alert of the first.
    let write = Policy::write_call(RateClass::Account, Priority(3)).idempotent();
    let form = Policy::form(RateClass::Account, Priority(3)).idempotent();
    vec![
        Endpoint::handler(Location::WcAjax("matjar_stock_alert"), ask_by_call).policy(write),
        Endpoint::handler(Location::Form(ALERTS_URL), ask_by_form).policy(form.clone()),
        // The key in the address is the authorization. A GET changes nothing, because mail scanners follow links.
        Endpoint::handler(Location::Page(ALERT_URL), show).policy(Policy::personal_page()),
        Endpoint::handler(Location::Form(ALERT_URL), cancel).policy(form.clone()),
        Endpoint::handler(Location::Page(STOP_URL), show_stop).policy(Policy::personal_page()),
        // Mail clients post this too, without a session.
        Endpoint::handler(Location::Form(STOP_URL), stop).policy(form),
    ]
}

fn alert_url(key: &str) -> String {
    ALERT_URL.replace("{key}", key)
}

async fn ask_by_call(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<AlertForm>,
) -> Result<Json<AlertAnswer>, AppError> {
    Ok(Json(match service::ask(&shop, &visitor, &form).await? {
        Ok(alert) => AlertAnswer {
            status: AlertStatus::Waiting,
            text: shop.messages.text(msg::stock_alerts::WAITING_LEAD.with("email", alert.email.as_str())),
            url: Some(alert_url(&alert.key)),
        },
        Err(refusal) => AlertAnswer {
            status: match refusal {
                Refusal::Email => AlertStatus::Email,
                Refusal::Available => AlertStatus::Available,
                Refusal::TooMany => AlertStatus::TooMany,
            },
            text: shop.messages.text(refusal.message()),
            url: None,
        },
    }))
}

async fn ask_by_form(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<AlertForm>,
) -> Result<Response, AppError> {
    let refusal = match service::ask(&shop, &visitor, &form).await? {
        Ok(alert) => return Ok(redirect(&alert_url(&alert.key), None)),
        Err(refusal) => refusal,
    };
    let subject = Subject { product: form.product_id, variation: form.variation_id };
    let product = store::find_product(&shop.db, subject).await?.ok_or(AppError::NotFound)?;
    let mut view = page(&shop, msg::catalog::NOTIFY);
    view.lead = Some(shop.messages.text(msg::stock_alerts::ABOUT.with("name", product.name.as_str())));
    view.notice = Some(NoticeView::error(refusal.message(), shop.messages));
    let product_link = LinkView::new(
        shop.messages.text(msg::stock_alerts::SHOW_PRODUCT),
        cart::view::product_url(&product.slug),
    );
    if refusal == Refusal::Email {
        let mut email = FieldView::new("email", FieldKind::Email, msg::stock_alerts::EMAIL, shop.messages);
        email.value = form.email.clone();
        let hidden = vec![
            ("product_id".to_owned(), form.product_id.to_string()),
            ("variation_id".to_owned(), form.variation_id.to_string()),
        ];
        let fields = vec![email];
        let submit = shop.messages.text(msg::catalog::NOTIFY);
        view.form =
            Some(FormView { action: ALERTS_URL.to_owned(), hidden, fields, submit, is_danger: false });
    }
    view.aside = Some(product_link);
    respond(&shop, &visitor, ALERTS_URL, view, StatusCode::UNPROCESSABLE_ENTITY).await
}

async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let alert = store::find_by_key(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    render(&shop, &visitor, &key, &alert).await
}

async fn cancel(State(shop): State<Shop>, PathParam(key): PathParam<String>) -> Result<Response, AppError> {
    store::cancel(&shop.db, &key, shop.clock.now()).await?;
    Ok(redirect(&alert_url(&key), None))
}

async fn render(shop: &Shop, visitor: &Visitor, key: &str, alert: &ShownAlert) -> Result<Response, AppError> {
    let subject = Subject { product: alert.product, variation: alert.variation };
    let product = store::find_product(&shop.db, subject).await?;
    let url = alert_url(key);
    let view = match &alert.person {
        Some(person) => {
            let mut view = page(shop, msg::stock_alerts::WAITING);
            let about =
                product.as_ref().map(|product| msg::stock_alerts::ABOUT.with("name", product.name.as_str()));
            view.notice = about.map(|about| NoticeView::info(about, shop.messages));
            view.lead =
                Some(shop.messages.text(msg::stock_alerts::WAITING_LEAD.with("email", person.as_str())));
            view.form = Some(form(shop, &url, Vec::new(), msg::stock_alerts::CANCEL));
            view
        }
        None => {
            let mut view = page(shop, msg::stock_alerts::CANCELLED);
            view.lead = Some(shop.messages.text(msg::stock_alerts::CANCELLED_LEAD));
            view
        }
    };
    let aside = product.map(|product| {
        LinkView::new(
            shop.messages.text(msg::stock_alerts::SHOW_PRODUCT),
            cart::view::product_url(&product.slug),
        )
    });
    respond(shop, visitor, &url, AuthPageView { aside, ..view }, StatusCode::OK).await
}

async fn show_stop(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    store::find_stop_link(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    let url = STOP_URL.replace("{key}", &key);
    let hidden = vec![("List-Unsubscribe".to_owned(), "One-Click".to_owned())];
    let mut view = page(&shop, msg::stock_alerts::STOP);
    view.lead = Some(shop.messages.text(msg::stock_alerts::STOP_LEAD));
    view.form = Some(form(&shop, &url, hidden, msg::stock_alerts::STOP_BUTTON));
    respond(&shop, &visitor, &url, view, StatusCode::OK).await
}

/// One-click unsubscribe, posted by the form or by a mail client.
async fn stop(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(key): PathParam<String>,
) -> Result<Response, AppError> {
    let hash = store::find_stop_link(&shop.db, &key).await?.ok_or(AppError::NotFound)?;
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    mail::service::suppress_hash(&mut *tx, &hash, LIST, "unsubscribed", now).await?;
    store::stop_all(&mut *tx, &hash, now).await?;
    tx.commit().await?;
    let mut view = page(&shop, msg::stock_alerts::STOP);
    view.notice = Some(NoticeView::ok(msg::stock_alerts::STOPPED, shop.messages));
    respond(&shop, &visitor, &STOP_URL.replace("{key}", &key), view, StatusCode::OK).await
}

fn page(shop: &Shop, title: Key) -> AuthPageView {
    AuthPageView {
        title: shop.messages.text(title),
        lead: None,
        notice: None,
        form: None,
        aside: None,
        other: None,
    }
}

fn form(shop: &Shop, action: &str, hidden: Vec<(String, String)>, submit: Key) -> FormView {
    FormView {
        action: action.to_owned(),
        hidden,
        fields: Vec::new(),
        submit: shop.messages.text(submit),
        is_danger: false,
    }
}

async fn respond(
    shop: &Shop,
    visitor: &Visitor,
    url: &str,
    view: AuthPageView,
    status: StatusCode,
) -> Result<Response, AppError> {
    let title = view.title.clone();
    FormSession::without_nonce(visitor).render_page(shop, url, &title, &view, status).await
}
