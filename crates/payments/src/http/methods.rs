//! A customer's saved payment methods: list, add, set as default, delete.

use accounts::{
    rules::AddressKind,
    service::{FormSession, redirect, with_notice},
    view::{METHODS_URL, NoticeView},
};
use axum::{Extension, extract::State, response::Response};
use chrono::TimeDelta;
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, fields::RawFields, session::Customer,
};
use http::StatusCode;
use kernel::{CustomerId, Message, Money, msg};
use serde::Deserialize;

use super::{ADD_METHOD_NONCE, nonces};
use crate::{
    context::PaymentContext,
    provider::{Billing, Owner, PaymentSource, ProviderError},
    service::{
        card_acceptance,
        form::{self, PaymentFormOptions},
        page::{self, FormError},
    },
    store as saved_methods,
    view::{
        ADD_METHOD_URL, AddPaymentMethodPageView, DEFAULT_METHOD_URL, DELETE_METHOD_URL, MethodRow,
        PaymentMethodsPageView, SaveOption,
    },
};

#[derive(Debug, Default, Deserialize)]
pub struct MethodsQuery {
    #[serde(default)]
    notice: String,
}

pub async fn to_list() -> Response {
    redirect(METHODS_URL, None)
}

pub async fn list(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(query): Fields<MethodsQuery>,
) -> Result<Response, AppError> {
    let text = match query.notice.as_str() {
        "added" => Some(msg::payments::ADDED),
        "deleted" => Some(msg::payments::DELETED),
        "default" => Some(msg::payments::MADE_DEFAULT),
        _ => None,
    };
    let form_session = FormSession::for_customer(&visitor)?;
    let today = shop.clock.now().date_naive();
    let methods = saved_methods::list_methods(&shop.db, customer).await?;
    let row = |saved: &saved_methods::SavedMethod| MethodRow {
        method: form::saved_view(&shop, saved, today),
        delete: form_session
            .form(&shop, &DELETE_METHOD_URL.replace("{id}", &saved.id), nonces::METHOD, msg::payments::DELETE)
            .dangerous(),
        make_default: (!saved.is_default).then(|| {
            let url = DEFAULT_METHOD_URL.replace("{id}", &saved.id);
            form_session.form(&shop, &url, nonces::METHOD, msg::payments::MAKE_DEFAULT)
        }),
    };
    let view = PaymentMethodsPageView {
        layout: form_session.layout(
            &shop,
            METHODS_URL,
            None,
            text.map(|text| NoticeView::ok(text, shop.messages)),
        ),
        methods: methods.iter().map(row).collect(),
        add_url: ADD_METHOD_URL.to_owned(),
    };
    let title = view.layout.title.clone();
    form_session.render_page(&shop, METHODS_URL, &title, &view, StatusCode::OK).await
}

pub async fn show_add(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
) -> Result<Response, AppError> {
    render(&shop, &context, &visitor, None, &[]).await
}

async fn render(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    fields: Option<&RawFields>,
    errors: &[FormError],
) -> Result<Response, AppError> {
    let form_session = FormSession::for_customer(visitor)?;
    let title = shop.messages.text(msg::payments::ADD);
    let options = PaymentFormOptions {
        saved: &[],
        save: SaveOption::Always,
        can_pay_later: false,
        total: Money::ZERO,
        fields,
    };
    let view = AddPaymentMethodPageView {
        layout: form_session.layout(shop, METHODS_URL, Some(title.clone()), None),
        action: ADD_METHOD_URL.to_owned(),
        hidden: vec![
            (ADD_METHOD_NONCE.to_owned(), form_session.nonce(shop, nonces::ADD_METHOD)),
            ("woocommerce_add_payment_method".to_owned(), "1".to_owned()),
        ],
        errors: page::error_views(errors),
        payment: form::view(shop, context, &options),
        methods_url: METHODS_URL.to_owned(),
    };
    let status = if errors.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let mut response = form_session.render_page(shop, ADD_METHOD_URL, &title, &view, status).await?;
    response.extensions_mut().insert(context.headers.clone());
    Ok(response)
}

/// Limits added methods against card testing: three in ten minutes, ten a day, and none by an account that is only
/// minutes old. Returns the message to show if a limit applies.
async fn add_refusal(
    shop: &Shop,
    context: &PaymentContext,
    customer: CustomerId,
) -> Result<Option<Message>, AppError> {
    let now = shop.clock.now();
    let factor = shop.rate_limiter.factor();
    let found = accounts::service::find(&shop.db, customer).await?.ok_or(AppError::SignInRequired)?;
    let left = found.created_at + context.timings.min_account_age - now;
    if left > TimeDelta::zero() {
        // Rounded up, so that the customer can add a method after that time.
        let minutes = (left.num_seconds() + 59) / 60;
        return Ok(Some(msg::payments::ACCOUNT_TOO_NEW.with("count", minutes.max(1))));
    }
    let subject = customer.to_string();
    for (kind, policy) in [
        ("methods in ten minutes", accounts::rules::ThrottlePolicy::ADD_METHOD),
        ("methods in a day", accounts::rules::ThrottlePolicy::ADD_METHOD_PER_DAY),
    ] {
        let action =
            accounts::service::ThrottledAction { kind, subject: &subject, policy: policy.scaled(factor) };
        if accounts::service::check_throttle(&shop.db, &action, now).await?.is_err() {
            return Ok(Some(msg::common::TOO_MANY.into()));
        }
    }
    Ok(None)
}

pub async fn add(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    audit: AuditWriter,
    visitor: Visitor,
    Customer(customer): Customer,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let render_error = async |text: Message| {
        let errors = [FormError::for_field(&shop, "payment_method", text)];
        render(&shop, &context, &visitor, Some(&fields), &errors).await
    };
    let chosen = match form::read(&fields, &[], now.date_naive(), true) {
        Ok(chosen) => chosen,
        Err(text) => return render_error(text).await,
    };
    let PaymentSource::Token(token) = chosen.source else {
        return render_error(msg::payments::METHOD_MISSING.into()).await;
    };
    if let Some(why) = add_refusal(&shop, &context, customer).await? {
        return render_error(why).await;
    }
    let owner = Owner {
        key: format!("customer-{customer}"),
        profile: saved_methods::profile(&shop.db, customer).await?,
    };
    let buyer = accounts::service::load_address(&shop, customer, AddressKind::Billing).await?;
    let saved = match context.provider.save_method(&owner, &token, &Billing::from(&buyer)).await {
        Ok(saved) => saved,
        Err(error) => {
            let is_declined = matches!(error, ProviderError::Refused { .. });
            tracing::warn!(%error, customer = customer.0, "saving a payment method failed");
            return render_error(
                if is_declined { msg::payments::DECLINED } else { msg::payments::GENERAL_ERROR }.into(),
            )
            .await;
        }
    };
    if let Err(why) = card_acceptance::check_method(&saved.details, token.brand) {
        context.provider.delete_method(&saved.profile, &saved.method).await.map_err(anyhow::Error::from)?;
        return render_error(form::card_refusal_message(why)).await;
    }
    let mut tx = shop.db.begin().await?;
    saved_methods::save_method(&mut tx, customer, &saved, now).await?;
    audit.record(&mut *tx, "method-added", "").await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(METHODS_URL, "added"), None))
}

/// Deletes a method. A method that does not exist or is another customer's is not an error. The reconciler deletes it
/// at the provider afterwards.
pub async fn delete(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Customer(customer): Customer,
    PathParam(id): PathParam<String>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    if saved_methods::delete_method(&mut tx, customer, &id).await? {
        audit.record(&mut *tx, "method-deleted", "").await?;
    }
    tx.commit().await?;
    Ok(redirect(&with_notice(METHODS_URL, "deleted"), None))
}

pub async fn make_default(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Customer(customer): Customer,
    PathParam(id): PathParam<String>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    let found = saved_methods::make_default(&mut tx, customer, &id).await?;
    if found {
        audit.record(&mut *tx, "method-default", "").await?;
    }
    tx.commit().await?;
    if found { Ok(redirect(&with_notice(METHODS_URL, "default"), None)) } else { Err(AppError::NotFound) }
}
