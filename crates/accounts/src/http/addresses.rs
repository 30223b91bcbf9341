//! Billing and shipping address of a customer.

use std::collections::HashMap;

use axum::{extract::State, response::Response};
use cart::service::Rates;
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, session::Customer, view::LinkView,
};
use http::StatusCode;
use kernel::{Key, msg};

use super::{nonces, page::FlashQuery};
use crate::{
    rules::{Address, AddressError, AddressField, AddressKind},
    service::{FormSession, address_field, countries, load_address, redirect, with_notice},
    store,
    view::*,
};

fn title(kind: AddressKind) -> Key {
    match kind {
        AddressKind::Billing => msg::accounts::BILLING,
        AddressKind::Shipping => msg::accounts::SHIPPING,
    }
}

fn url(kind: AddressKind) -> String {
    format!("{ADDRESSES_URL}{}/", kind.name())
}

pub async fn show_all(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(query): Fields<FlashQuery>,
) -> Result<Response, AppError> {
    let rates = shop.settings.get::<Rates>().await?;
    let mut addresses = Vec::new();
    for kind in AddressKind::ALL {
        let known = store::find_address(&shop.db, customer, kind).await?;
        addresses.push(card(&shop, kind, known.unwrap_or_default(), &rates));
    }
    let form_session = FormSession::for_customer(&visitor)?;
    let view = AddressesPageView {
        layout: form_session.layout(&shop, ADDRESSES_URL, None, query.notice(&shop)),
        addresses,
    };
    let title = view.layout.title.clone();
    form_session.render_page(&shop, ADDRESSES_URL, &title, &view, StatusCode::OK).await
}

fn card(shop: &Shop, kind: AddressKind, address: Address, rates: &Rates) -> AddressCard {
    let text = |key: Key| shop.messages.text(key);
    let country =
        rates.all_countries().find(|(code, _)| *code == address.country).map(|(_, name)| name.as_str());
    let join =
        |parts: &[&str]| parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("، ");
    let lines = [
        format!("{} {}", address.first_name, address.last_name).trim().to_owned(),
        join(&[&address.address_1, &address.home_number]),
        join(&[&address.city, country.unwrap_or_default(), &address.postcode]),
    ];
    let lines: Vec<_> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let (act, act_named) = match lines.is_empty() {
        true => (msg::accounts::ADDRESS_ADD, msg::accounts::ADDRESS_ADD_NAMED),
        false => (msg::accounts::ADDRESS_EDIT, msg::accounts::ADDRESS_EDIT_NAMED),
    };
    AddressCard {
        title: text(title(kind)),
        lines,
        phone: Some(address.phone).filter(|phone| !phone.is_empty()),
        email: Some(address.email).filter(|email| !email.is_empty()),
        empty: text(msg::accounts::ADDRESS_NONE),
        edit: LinkView::new(text(act), url(kind)),
        edit_label: shop.messages.text(act_named.with("which", text(title(kind)))),
    }
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    PathParam(kind): PathParam<String>,
) -> Result<Response, AppError> {
    let kind = AddressKind::parse(&kind).ok_or(AppError::NotFound)?;
    let address = load_address(&shop, customer, kind).await?;
    render(&shop, &visitor, kind, &address, &[]).await
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    kind: AddressKind,
    address: &Address,
    errors: &[(AddressField, AddressError)],
) -> Result<Response, AppError> {
    let rates = shop.settings.get::<Rates>().await?;
    let form_session = FormSession::for_customer(visitor)?;
    let mut form = form_session.form(shop, &url(kind), nonces::ADDRESS, msg::common::SAVE);
    for part in AddressField::ALL.into_iter().filter(|part| part.applies_to(kind)) {
        let field_error =
            errors.iter().find(|(wrong, _)| *wrong == part).map(|(_, field_error)| *field_error);
        form = form.with(address_field(shop, kind, part, address, field_error, &rates));
    }
    let view = FormPageView {
        layout: form_session.layout(shop, ADDRESSES_URL, Some(shop.messages.text(title(kind))), None),
        sections: vec![FormSection { id: "address", title: None, hint: None, entries: Vec::new(), form }],
    };
    let status = if errors.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let title = view.layout.title.clone();
    form_session.render_page(shop, &url(kind), &title, &view, status).await
}

pub async fn save(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Customer(customer): Customer,
    PathParam(kind): PathParam<String>,
    Fields(typed): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let kind = AddressKind::parse(&kind).ok_or(AppError::NotFound)?;
    let rates = shop.settings.get::<Rates>().await?;
    let address = Address::read(|part| {
        typed.get(&format!("{}_{}", kind.name(), part.name())).cloned().unwrap_or_default()
    });
    let errors = address.validate(kind, |country| countries(&rates, kind).any(|(code, _)| code == country));
    if !errors.is_empty() {
        return render(&shop, &visitor, kind, &address, &errors).await;
    }
    let mut tx = shop.db.begin().await?;
    store::save_address(&mut *tx, customer, kind, &address).await?;
    audit.record(&mut *tx, "change-address", kind.name()).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(ADDRESSES_URL, "address"), None))
}
