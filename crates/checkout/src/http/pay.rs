//! The pay page of an existing order: a review of the order and the payment form.

use accounts::service::FormSession;
use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use edge::{AppError, Fields, PathParam, Shop, Visitor, fields::RawFields, session::TokenHash};
use http::StatusCode;
use kernel::msg;
use orders::service::{self as order_service, Order, Payability, open};
use payments::{
    PaymentContext,
    rules::OfflineMethod,
    service::{
        form::{self as payment, PaymentFormOptions},
        page::{self, FormError},
    },
    settings::PaymentMethodSettings,
    view::SaveOption,
};
use serde::Deserialize;

use super::{
    PAY_NONCE,
    checkout::{CurrentBuyer, current_buyer},
    nonces,
};
use crate::{
    place::{self, PayOrder, PlaceOutcome},
    store::PageLinks,
    view::OrderPayPageView,
};

#[derive(Debug, Default, Deserialize)]
pub struct PayQuery {
    #[serde(default)]
    key: String,
    /// Code of the notice to show.
    #[serde(default)]
    notice: String,
}

async fn payability(context: &PaymentContext, order: &Order) -> Result<Payability, AppError> {
    Ok(order_service::payability(&mut *context.db.acquire().await?, order).await?)
}

/// The order's page, for an order that cannot be paid now.
async fn elsewhere(context: &PaymentContext, order: &Order) -> Result<Option<Response>, AppError> {
    let is_payable = payability(context, order).await? == Payability::Payable;
    Ok((!is_payable).then(|| Redirect::to(&order.received_url()).into_response()))
}

pub async fn show(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    PathParam(number): PathParam<i64>,
    Fields(query): Fields<PayQuery>,
) -> Result<Response, AppError> {
    let order = open(&context, number, &query.key).await?;
    if let Some(page) = elsewhere(&context, &order).await? {
        return Ok(page);
    }
    let buyer = current_buyer(&shop, &visitor).await?;
    let errors = match query.notice.as_str() {
        "declined" => vec![
            FormError::general(&shop, msg::payments::GENERAL_ERROR),
            FormError::general(&shop, msg::payments::DECLINED),
        ],
        _ => Vec::new(),
    };
    let page = PayPage { buyer: &buyer, order: &order, fields: None, errors: &errors };
    render(&shop, &context, &visitor, &page, StatusCode::OK).await
}

/// Handles a nonce that is expired or of another session: renders the form with a new nonce, and charges nothing.
pub async fn expired(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    PathParam(number): PathParam<i64>,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let order = open(&context, number, fields.get("key").unwrap_or_default()).await?;
    if let Some(page) = elsewhere(&context, &order).await? {
        return Ok(page);
    }
    let buyer = current_buyer(&shop, &visitor).await?;
    let errors = [FormError::general(&shop, msg::checkout::PAY_EXPIRED)];
    let page = PayPage { buyer: &buyer, order: &order, fields: Some(&fields), errors: &errors };
    render(&shop, &context, &visitor, &page, StatusCode::FORBIDDEN).await
}

/// The content of the pay page.
struct PayPage<'a> {
    buyer: &'a CurrentBuyer,
    order: &'a Order,
    /// The submitted fields; `None` for a new form.
    fields: Option<&'a RawFields>,
    errors: &'a [FormError],
}

async fn render(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    &PayPage { buyer, order, fields, errors }: &PayPage<'_>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let form_session = FormSession::for_anyone(shop, visitor).await?;
    let links = shop.settings.get::<PageLinks>().await?;
    let lines = order_service::lines(&context.db, order.id).await?;
    let is_own = buyer.customer.is_some() && buyer.customer == order.customer;
    let options = PaymentFormOptions {
        saved: &buyer.saved,
        save: if is_own { SaveOption::Offered } else { SaveOption::Never },
        can_pay_later: false,
        total: order.total,
        fields,
    };
    let methods = shop.settings.get::<PaymentMethodSettings>().await?;
    let is_for_another = order.recipient().is_some();
    let country = &order.destination().country;
    let mut offline = payment::offline_offers(shop.messages, &methods, order.total, country, is_for_another);
    // It waits for this one already.
    offline.retain(|offer| Some(offer.id) != order.offline);
    let view = OrderPayPageView {
        order: order_service::order_view(shop, order, &lines, None).await?,
        action: order.pay_url(),
        hidden: vec![
            (PAY_NONCE.to_owned(), form_session.nonce(shop, nonces::PAY)),
            ("woocommerce_pay".to_owned(), "1".to_owned()),
            ("key".to_owned(), order.key.clone()),
        ],
        errors: page::error_views(errors),
        payment: payment::view(shop, context, &options),
        offline,
        terms_url: links.terms.clone(),
    };
    let title = shop.messages.text(msg::checkout::PAY_TITLE.with("number", order.number.to_string()));
    let head = page::head(shop, &order.pay_url(), title);
    let mut response = page::render_slim(shop, context, head, &view, status).await?;
    form_session.append_cookie(&mut response);
    Ok(response)
}

pub async fn pay(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    PathParam(number): PathParam<i64>,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let order = open(&context, number, fields.get("key").unwrap_or_default()).await?;
    let buyer = current_buyer(&shop, &visitor).await?;
    let token = visitor.token.ok_or(AppError::StaleNonce)?;
    if let Some(method) = payment::read_offline(&fields) {
        return pay_offline(&shop, &context, &visitor, &token, &order, method, (&buyer, &fields)).await;
    }
    if let Some(page) = in_the_way(&context, &order, None).await? {
        return Ok(page);
    }
    let chosen = match payment::read(&fields, &buyer.saved, shop.clock.now().date_naive(), true) {
        Ok(chosen) => chosen,
        Err(text) => {
            if let Some(page) = elsewhere(&context, &order).await? {
                return Ok(page);
            }
            let errors = [FormError::for_field(&shop, "payment_method", text)];
            let page = PayPage { buyer: &buyer, order: &order, fields: Some(&fields), errors: &errors };
            return render(&shop, &context, &visitor, &page, StatusCode::UNPROCESSABLE_ENTITY).await;
        }
    };
    // Any visitor with the link may pay, but only the order's own customer can save the method.
    let is_own = buyer.customer.is_some() && buyer.customer == order.customer;
    let command = PayOrder {
        kind: chosen.kind,
        source: chosen.source,
        customer: buyer.customer,
        wants_saved: chosen.wants_saved && is_own,
    };
    let errors: Vec<FormError> = match place::pay_order(&shop, &context, &visitor, &token, &order, command)
        .await?
    {
        PlaceOutcome::Order(_) => return Ok(Redirect::to(&order.received_url()).into_response()),
        // Redirects, so that the browser can return to the page without submitting the form again.
        PlaceOutcome::Declined(_) => {
            return Ok(Redirect::to(&format!("{}&notice=declined", order.pay_url())).into_response());
        }
        PlaceOutcome::CardRefused(why) => {
            vec![FormError::for_field(&shop, "payment_method", payment::card_refusal_message(why))]
        }
        PlaceOutcome::Refused(why) => why.into_iter().map(|text| FormError::general(&shop, text)).collect(),
        PlaceOutcome::EmptyCart => return Err(AppError::NotFound),
    };
    let page = PayPage { buyer: &buyer, order: &order, fields: Some(&fields), errors: &errors };
    render(&shop, &context, &visitor, &page, StatusCode::UNPROCESSABLE_ENTITY).await
}

/// The order's page with the reason why another payment cannot begin; without one if the order has what the form asks for.
async fn in_the_way(
    context: &PaymentContext,
    order: &Order,
    wanted: Option<OfflineMethod>,
) -> Result<Option<Response>, AppError> {
    let notice = match payability(context, order).await? {
        Payability::ProofInReview => "&notice=proof-in-review",
        Payability::UnderWay if wanted.is_some() => "&notice=payment-under-way",
        _ => return Ok(None),
    };
    Ok(Some(Redirect::to(&format!("{}{notice}", order.received_url())).into_response()))
}

/// The buyer pays the courier or by transfer instead.
async fn pay_offline(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    token: &TokenHash,
    order: &Order,
    method: OfflineMethod,
    (buyer, fields): (&CurrentBuyer, &RawFields),
) -> Result<Response, AppError> {
    if let Some(page) = in_the_way(context, order, Some(method)).await? {
        return Ok(page);
    }
    let outcome = place::pay_offline(shop, context, visitor, token, order, method, buyer.customer).await?;
    let PlaceOutcome::Refused(why) = outcome else {
        return Ok(Redirect::to(&order.received_url()).into_response());
    };
    let error = |text| FormError::for_field(shop, "payment_method", text);
    let errors: Vec<FormError> = why.into_iter().map(error).collect();
    let page = PayPage { buyer, order, fields: Some(fields), errors: &errors };
    render(shop, context, visitor, &page, StatusCode::UNPROCESSABLE_ENTITY).await
}
