//! Methods that a customer keeps: their list, a new one, the default, and forgetting one.

use accounts::{
    http::{
        addresses,
        page::{Desk, go, told},
    },
    rules::AddressKind,
    view::{METHODS_URL, NoticeView},
};
use axum::{Extension, extract::State, response::Response};
use chrono::TimeDelta;
use edge::{AppError, Fields, Shop, Visitor, audit, fields::RawFields, frame::PathNames, session::Customer};
use http::StatusCode;
use kernel::{CustomerId, Message, Money, msg};
use payments::{
    provider::{Means, Owner, ProviderError},
    store as kept,
    view::SaveOption,
};
use serde::Deserialize;

use super::{
    ADD_METHOD_NONCE, nonces,
    payment::{self, Draft},
    show::{self, Fault},
};
use crate::{
    accept, place,
    till::Till,
    view::{
        ADD_METHOD_URL, AddPaymentMethodPageView, DEFAULT_METHOD_URL, DELETE_METHOD_URL, MethodRow,
        PaymentMethodsPageView,
    },
};

#[derive(Debug, Default, Deserialize)]
pub struct Told {
    #[serde(default)]
    told: String,
}

pub async fn to_list() -> Response {
    go(METHODS_URL, None)
}

pub async fn list(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(asked): Fields<Told>,
) -> Result<Response, AppError> {
    let text = match asked.told.as_str() {
        "added" => Some(msg::payments::ADDED),
        "deleted" => Some(msg::payments::DELETED),
        "default" => Some(msg::payments::MADE_DEFAULT),
        _ => None,
    };
    let desk = Desk::own(&visitor)?;
    let today = shop.clock.now().date_naive();
    let methods = kept::methods(&shop.db, customer).await?;
    let row = |one: &kept::Kept| MethodRow {
        method: payment::saved_view(&shop, one, today),
        delete: desk
            .form(&shop, &DELETE_METHOD_URL.replace("{id}", &one.id), nonces::METHOD, msg::payments::DELETE)
            .dangerous(),
        make_default: (!one.is_default).then(|| {
            let url = DEFAULT_METHOD_URL.replace("{id}", &one.id);
            desk.form(&shop, &url, nonces::METHOD, msg::payments::MAKE_DEFAULT)
        }),
    };
    let view = PaymentMethodsPageView {
        frame: desk.frame(&shop, METHODS_URL, None, text.map(|text| NoticeView::ok(text, shop.messages))),
        methods: methods.iter().map(row).collect(),
        add_url: ADD_METHOD_URL.to_owned(),
    };
    let title = view.frame.title.clone();
    desk.show(&shop, METHODS_URL, &title, &view, StatusCode::OK).await
}

pub async fn show_add(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    draw(&shop, &visitor, None, &[]).await
}

async fn draw(
    shop: &Shop,
    visitor: &Visitor,
    fields: Option<&RawFields>,
    faults: &[Fault],
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let desk = Desk::own(visitor)?;
    let title = shop.messages.text(msg::payments::ADD);
    let draft =
        Draft { saved: &[], save: SaveOption::Always, can_pay_later: false, total: Money::ZERO, fields };
    let view = AddPaymentMethodPageView {
        frame: desk.frame(shop, METHODS_URL, Some(title.clone()), None),
        action: ADD_METHOD_URL.to_owned(),
        hidden: vec![
            (ADD_METHOD_NONCE.to_owned(), desk.nonce(shop, nonces::ADD_METHOD)),
            ("woocommerce_add_payment_method".to_owned(), "1".to_owned()),
        ],
        faults: show::faults(faults),
        payment: payment::view(shop, till, &draft),
        methods_url: METHODS_URL.to_owned(),
    };
    let status = if faults.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let mut response = desk.show(shop, ADD_METHOD_URL, &title, &view, status).await?;
    response.extensions_mut().insert(till.headers.clone());
    Ok(response)
}

/// Cards are tried out here too: three in ten minutes and ten a day, and none by an account that is minutes old.
async fn why_not_add(shop: &Shop, customer: CustomerId) -> Result<Option<Message>, AppError> {
    let now = shop.clock.now();
    let factor = shop.rate.factor();
    let found = accounts::store::find(&shop.db, customer).await?.ok_or(AppError::SignInFirst)?;
    let left = found.created_at + shop.other::<Till>()?.pace.young - now;
    if left > TimeDelta::zero() {
        // Rounded up: whoever comes back then is let in.
        let minutes = (left.num_seconds() + 59) / 60;
        return Ok(Some(msg::payments::ACCOUNT_TOO_NEW.with("count", minutes.max(1))));
    }
    let whose = customer.to_string();
    for (kind, pace) in [
        ("methods in ten minutes", accounts::rules::Pace::METHODS),
        ("methods in a day", accounts::rules::Pace::METHODS_OF_DAY),
    ] {
        let tried = accounts::store::Tried { kind, whose: &whose, pace: pace.times(factor) };
        if accounts::store::try_for(&shop.db, &tried, now).await?.is_err() {
            return Ok(Some(msg::content::TOO_MANY.into()));
        }
    }
    Ok(None)
}

pub async fn add(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let now = shop.clock.now();
    let again = async |text: Message| {
        draw(&shop, &visitor, Some(&fields), &[Fault::at(&shop, "payment_method", text)]).await
    };
    let chosen = match payment::read(&fields, &[], now.date_naive(), true) {
        Ok(chosen) => chosen,
        Err(text) => return again(text).await,
    };
    let Means::Token(token) = chosen.means else { return again(msg::payments::METHOD_MISSING.into()).await };
    if let Some(why) = why_not_add(&shop, customer).await? {
        return again(why).await;
    }
    let owner =
        Owner { key: format!("customer-{customer}"), profile: kept::profile(&shop.db, customer).await? };
    let buyer = addresses::known(&shop, customer, AddressKind::Billing).await?;
    let saved = match till.provider.save_method(&owner, &token, &place::billing(&buyer)).await {
        Ok(saved) => saved,
        Err(error) => {
            let is_declined = matches!(error, ProviderError::Refused { .. });
            tracing::warn!(%error, "a method could not be kept");
            return again(
                if is_declined { msg::payments::DECLINED } else { msg::payments::GENERAL_ERROR }.into(),
            )
            .await;
        }
    };
    if let Err(why) = accept::check(&saved.shown, token.brand) {
        till.provider.delete_method(&saved.profile, &saved.method).await.map_err(anyhow::Error::from)?;
        return again(payment::not_taken(why)).await;
    }
    let mut tx = shop.db.begin().await?;
    kept::keep(&mut tx, customer, &saved, now).await?;
    audit::record(&mut *tx, now, &format!("customer {customer}"), "method-added", "").await?;
    tx.commit().await?;
    Ok(go(&told(METHODS_URL, "added"), None))
}

fn id(names: &PathNames) -> &str {
    names.0.get("id").map_or("", String::as_str)
}

/// Deleting what is gone already is success; another's is not there. The provider forgets it a moment later.
pub async fn delete(
    State(shop): State<Shop>,
    Customer(customer): Customer,
    Extension(names): Extension<PathNames>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    if kept::delete_method(&mut tx, customer, id(&names)).await? {
        let now = shop.clock.now();
        audit::record(&mut *tx, now, &format!("customer {customer}"), "method-deleted", "").await?;
    }
    tx.commit().await?;
    Ok(go(&told(METHODS_URL, "deleted"), None))
}

pub async fn make_default(
    State(shop): State<Shop>,
    Customer(customer): Customer,
    Extension(names): Extension<PathNames>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    let made = kept::make_default(&mut tx, customer, id(&names)).await?;
    tx.commit().await?;
    if made { Ok(go(&told(METHODS_URL, "default"), None)) } else { Err(AppError::NotFound) }
}
