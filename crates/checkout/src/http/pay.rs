//! Paying an order that was placed before: a review of it, and the payment form.

use accounts::http::page::Desk;
use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use edge::{AppError, Fields, Shop, Visitor, fields::RawFields, frame::PathNames};
use http::StatusCode;
use kernel::msg;
use payments::{store as attempts, view::SaveOption};

use super::{
    PAY_NONCE,
    checkout::{Guest, who},
    nonces,
    payment::{self, Draft},
    received::{Keyed, open},
    show::{self, Fault},
};
use crate::{
    place::{self, Paid, Placed},
    store::{self, Order},
    till::Till,
    view::OrderPayPageView,
};

/// Only while it is unpaid and nobody is paying it; otherwise its own page says how it stands.
async fn is_payable(till: &Till, order: &Order) -> Result<bool, AppError> {
    Ok(order.state.is_payable() && attempts::live(&till.db, order.id).await?.is_none())
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(names): Extension<PathNames>,
    Fields(asked): Fields<Keyed>,
) -> Result<Response, AppError> {
    let order = open(&shop, &names, &asked.key).await?;
    if !is_payable(shop.other::<Till>()?, &order).await? {
        return Ok(Redirect::to(&order.received_url()).into_response());
    }
    let guest = who(&shop, &visitor).await?;
    let faults = match asked.told.as_str() {
        "declined" => vec![
            Fault::plain(&shop, msg::payments::GENERAL_ERROR),
            Fault::plain(&shop, msg::payments::DECLINED),
        ],
        _ => Vec::new(),
    };
    draw(&shop, &visitor, &guest, &order, None, &faults, StatusCode::OK).await
}

/// The form's nonce is of another session, or too old. It comes back with a nonce of its own, and nothing is paid.
pub async fn expired(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(names): Extension<PathNames>,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let order = open(&shop, &names, fields.get("key").unwrap_or_default()).await?;
    if !is_payable(shop.other::<Till>()?, &order).await? {
        return Ok(Redirect::to(&order.received_url()).into_response());
    }
    let guest = who(&shop, &visitor).await?;
    let faults = [Fault::plain(&shop, msg::checkout::PAY_EXPIRED)];
    draw(&shop, &visitor, &guest, &order, Some(&fields), &faults, StatusCode::FORBIDDEN).await
}

async fn draw(
    shop: &Shop,
    visitor: &Visitor,
    guest: &Guest,
    order: &Order,
    fields: Option<&RawFields>,
    faults: &[Fault],
    status: StatusCode,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let desk = Desk::open(shop, visitor).await?;
    let lines = store::lines(&till.db, order.id).await?;
    let is_own = guest.customer.is_some() && guest.customer == order.customer;
    let draft = Draft {
        saved: &guest.saved,
        save: if is_own { SaveOption::Offered } else { SaveOption::Never },
        can_pay_later: false,
        total: order.total,
        fields,
    };
    let view = OrderPayPageView {
        order: show::order_view(shop, order, &lines, None).await?,
        action: order.pay_url(),
        hidden: vec![
            (PAY_NONCE.to_owned(), desk.nonce(shop, nonces::PAY)),
            ("woocommerce_pay".to_owned(), "1".to_owned()),
            ("key".to_owned(), order.key.clone()),
        ],
        faults: show::faults(faults),
        payment: payment::view(shop, till, &draft),
        terms_url: String::new(),
    };
    let title = shop.messages.text(msg::checkout::PAY_TITLE.with("number", order.number.to_string()));
    let head = show::head(shop, &order.pay_url(), title);
    let mut response = show::slim(shop, till, head, &view, status).await?;
    desk.greet(&mut response);
    Ok(response)
}

pub async fn pay(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(names): Extension<PathNames>,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let order = open(&shop, &names, fields.get("key").unwrap_or_default()).await?;
    let guest = who(&shop, &visitor).await?;
    let token = visitor.token.ok_or(AppError::StaleNonce)?;
    let chosen = match payment::read(&fields, &guest.saved, shop.clock.now().date_naive(), true) {
        Ok(chosen) => chosen,
        Err(text) => {
            if !is_payable(till, &order).await? {
                return Ok(Redirect::to(&order.received_url()).into_response());
            }
            let faults = [Fault::at(&shop, "payment_method", text)];
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return draw(&shop, &visitor, &guest, &order, Some(&fields), &faults, status).await;
        }
    };
    // Whoever has the link may pay; a method is kept for the order's own customer, by their own hand.
    let is_own = guest.customer.is_some() && guest.customer == order.customer;
    let wanted = Paid {
        kind: chosen.kind,
        means: chosen.means,
        customer: guest.customer,
        wants_saved: chosen.wants_saved && is_own,
    };
    let faults: Vec<Fault> = match place::pay_again(&shop, till, &visitor, &token, &order, wanted).await? {
        Placed::Order(_) => return Ok(Redirect::to(&order.received_url()).into_response()),
        // A page of its own: whoever goes on from it can come back to it.
        Placed::Declined(_) => {
            return Ok(Redirect::to(&format!("{}&told=declined", order.pay_url())).into_response());
        }
        Placed::NotTaken(why) => vec![Fault::at(&shop, "payment_method", payment::not_taken(why))],
        Placed::Refused(why) => why.into_iter().map(|text| Fault::plain(&shop, text)).collect(),
        Placed::Empty => return Err(AppError::NotFound),
    };
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    draw(&shop, &visitor, &guest, &order, Some(&fields), &faults, status).await
}
