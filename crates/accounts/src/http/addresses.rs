//! The two addresses of a customer.

use std::{collections::HashMap, sync::Arc};

use axum::{Extension, extract::State, response::Response};
use cart::store::totals::Rates;
use edge::{AppError, Fields, Shop, Visitor, frame::PathNames, session::Customer, view::LinkView};
use http::StatusCode;
use kernel::{CustomerId, Key, msg};

use super::{
    nonces,
    page::{Desk, Told, go, told},
};
use crate::{
    rules::{Address, AddressFault, AddressKind, Part},
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

pub fn label(part: Part) -> Key {
    match part {
        Part::FirstName => msg::accounts::FIRST_NAME,
        Part::LastName => msg::accounts::LAST_NAME,
        Part::Country => msg::accounts::COUNTRY,
        Part::City => msg::accounts::CITY,
        Part::Address => msg::accounts::ADDRESS,
        Part::HomeNumber => msg::accounts::HOME_NUMBER,
        Part::Postcode => msg::accounts::POSTCODE,
        Part::Phone => msg::accounts::PHONE,
        Part::Email => msg::accounts::EMAIL,
    }
}

pub async fn show_all(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(asked): Fields<Told>,
) -> Result<Response, AppError> {
    let rates = shop.kept.get::<Rates>().await?;
    let mut addresses = Vec::new();
    for kind in AddressKind::ALL {
        let known = store::address(&shop.db, customer, kind).await?;
        addresses.push(card(&shop, kind, known.unwrap_or_default(), &rates));
    }
    let desk = Desk::own(&visitor)?;
    let view =
        AddressesPageView { frame: desk.frame(&shop, ADDRESSES_URL, None, asked.notice(&shop)), addresses };
    let title = view.frame.title.clone();
    desk.show(&shop, ADDRESSES_URL, &title, &view, StatusCode::OK).await
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

/// An invoice goes anywhere; a parcel where the shop sends parcels.
fn countries(rates: &Rates, kind: AddressKind) -> Box<dyn Iterator<Item = &(String, String)> + '_> {
    match kind {
        AddressKind::Billing => Box::new(rates.all_countries()),
        AddressKind::Shipping => Box::new(rates.countries()),
    }
}

fn kind(names: &PathNames) -> Result<AddressKind, AppError> {
    names.0.get("kind").and_then(|name| AddressKind::parse(name)).ok_or(AppError::NotFound)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Extension(names): Extension<PathNames>,
) -> Result<Response, AppError> {
    let kind = kind(&names)?;
    let address = known(&shop, customer, kind).await?;
    draw(&shop, &visitor, kind, &address, &[]).await
}

/// What somebody need not type again: their address, or what the account knows of one.
pub async fn known(shop: &Shop, customer: CustomerId, kind: AddressKind) -> Result<Address, AppError> {
    let known = store::address(&shop.db, customer, kind).await?;
    Ok(match known {
        Some(address) => address,
        None => match store::find(&shop.db, customer).await? {
            Some(customer) => Address {
                first_name: customer.first_name,
                last_name: customer.last_name,
                email: customer.email,
                ..Address::default()
            },
            None => Address::default(),
        },
    })
}

async fn draw(
    shop: &Shop,
    visitor: &Visitor,
    kind: AddressKind,
    address: &Address,
    faults: &[(Part, AddressFault)],
) -> Result<Response, AppError> {
    let rates = shop.kept.get::<Rates>().await?;
    let desk = Desk::own(visitor)?;
    let mut form = desk.form(shop, &url(kind), nonces::ADDRESS, msg::common::SAVE);
    for part in Part::ALL.into_iter().filter(|part| part.is_asked(kind)) {
        let fault = faults.iter().find(|(wrong, _)| *wrong == part).map(|(_, fault)| *fault);
        form = form.with(field(shop, kind, part, address, fault, &rates));
    }
    let view = FormPageView {
        frame: desk.frame(shop, ADDRESSES_URL, Some(shop.messages.text(title(kind))), None),
        sections: vec![FormSection { id: "address", title: None, hint: None, files: Vec::new(), form }],
    };
    let status = if faults.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let title = view.frame.title.clone();
    desk.show(shop, &url(kind), &title, &view, status).await
}

/// One field of an address, as its form asks for it.
pub fn field(
    shop: &Shop,
    kind: AddressKind,
    part: Part,
    address: &Address,
    fault: Option<AddressFault>,
    rates: &Arc<Rates>,
) -> FieldView {
    let (form_kind, autocomplete) = match part {
        Part::FirstName => (FieldKind::Text, "given-name"),
        Part::LastName => (FieldKind::Text, "family-name"),
        Part::Country => (FieldKind::Select, "country"),
        Part::City => (FieldKind::Text, "address-level2"),
        Part::Address => (FieldKind::Text, "address-line1"),
        Part::HomeNumber => (FieldKind::Text, "address-line2"),
        Part::Postcode => (FieldKind::Latin, "postal-code"),
        Part::Phone => (FieldKind::Phone, "tel"),
        Part::Email => (FieldKind::Email, "email"),
    };
    let name = format!("{}_{}", kind.name(), part.name());
    let label = label(part);
    let error = fault.map(|fault| match fault {
        AddressFault::Missing => {
            shop.messages.text(msg::accounts::FIELD_REQUIRED.with("field", shop.messages.text(label)))
        }
        AddressFault::Phone => shop.messages.text(msg::accounts::PHONE_INVALID),
        AddressFault::Email => shop.messages.text(msg::accounts::EMAIL_INVALID),
    });
    let mut field = FieldView::new(&name, form_kind, label, shop.messages)
        .value(address.get(part))
        .filled_by(autocomplete)
        .wrong(error);
    if part == Part::Country {
        let none =
            OptionView { value: String::new(), label: shop.messages.text(msg::accounts::COUNTRY_CHOOSE) };
        let known = countries(rates, kind)
            .map(|(code, name)| OptionView { value: code.to_owned(), label: name.to_owned() });
        field = field.options(std::iter::once(none).chain(known).collect());
    }
    field.is_required = part.is_required(kind);
    field.is_half = !matches!(part, Part::Address | Part::Email);
    field
}

pub async fn save(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Extension(names): Extension<PathNames>,
    Fields(typed): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let kind = kind(&names)?;
    let rates = shop.kept.get::<Rates>().await?;
    let address = Address::read(|part| {
        typed.get(&format!("{}_{}", kind.name(), part.name())).cloned().unwrap_or_default()
    });
    let faults = address.faults(kind, |country| countries(&rates, kind).any(|(code, _)| code == country));
    if !faults.is_empty() {
        return draw(&shop, &visitor, kind, &address, &faults).await;
    }
    store::put_address(&shop.db, customer, kind, &address).await?;
    Ok(go(&told(ADDRESSES_URL, "address"), None))
}
