//! The checkout page: a form that becomes an order.

use accounts::{http::page::Desk, rules::AddressKind, view::ACCOUNT_URL};
use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use cart::{
    store::{Place, totals::Rates},
    view::{CART_URL, CHECKOUT_URL, CartSettings, SHOP_URL},
};
use edge::{AppError, Fields, Shop, Visitor, fields::RawFields, regions::Regions, session};
use http::{HeaderValue, StatusCode, header};
use kernel::{CustomerId, msg};
use payments::{store::Kept, view::SaveOption};

use super::{
    EXPRESS_URL, PLACE_NONCE,
    form::{self, Typed},
    nonces,
    payment::{self, Draft},
    refused::{self, Asked},
    show::{self, Fault},
    summary,
};
use crate::{
    place::{self, Pay, Placed, Wish},
    store,
    till::Till,
    view::{CheckoutFormView, CheckoutPageView, ExpressView, OrderReviewAnswer, OrderReviewResult},
};

/// Who stands at the till.
pub struct Guest {
    pub customer: Option<CustomerId>,
    pub saved: Vec<Kept>,
}

pub async fn who(shop: &Shop, visitor: &Visitor) -> Result<Guest, AppError> {
    let found = session::customer(&shop.db, visitor, shop.clock.now()).await?;
    let customer = found.map(|found| found.id);
    let saved = match customer {
        Some(id) => payments::store::methods(&shop.db, id).await?,
        None => Vec::new(),
    };
    Ok(Guest { customer, saved })
}

pub async fn to_checkout() -> Redirect {
    Redirect::to(CHECKOUT_URL)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(asked): Fields<Asked>,
) -> Result<Response, AppError> {
    let guest = who(&shop, &visitor).await?;
    if let Some(back) = refused::find(&shop, &visitor, CHECKOUT_URL, &asked).await? {
        let status = if back.faults.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        return draw(&shop, &visitor, &Sheet::sent(&guest, &back.fields, &back.faults), status).await;
    }
    let mut typed = Typed::default();
    if let Some(id) = guest.customer {
        typed.buyer = accounts::http::addresses::known(&shop, id, AddressKind::Billing).await?;
    }
    let sheet = Sheet { guest: &guest, typed, fields: None, faults: &[] };
    draw(&shop, &visitor, &sheet, StatusCode::OK).await
}

/// A form as it was filled in, by whom, and what is wrong with it.
struct Sheet<'a> {
    guest: &'a Guest,
    typed: Typed,
    /// As it was sent; none for a new one.
    fields: Option<&'a RawFields>,
    faults: &'a [Fault],
}

impl<'a> Sheet<'a> {
    fn sent(guest: &'a Guest, fields: &'a RawFields, faults: &'a [Fault]) -> Self {
        Self { guest, typed: Typed::read(fields), fields: Some(fields), faults }
    }

    /// Where the parcel goes, if not where the cart says. A form that was sent says so itself; in a new one a saved
    /// address speaks until its owner has said something else.
    fn goes_to(&self, cart: &Place) -> Option<store::Buyer> {
        (self.fields.is_some() || cart.country.is_empty()).then(|| self.typed.buyer.clone())
    }
}

/// The page as it stands: nothing to buy, or a form, with what is wrong with it.
async fn draw(
    shop: &Shop,
    visitor: &Visitor,
    sheet: &Sheet<'_>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let found = summary::read(shop, visitor, |cart| sheet.goes_to(cart)).await?;
    // Whoever has a cart has a session: the frame's cookie led to both.
    let form = match found {
        Some(found) => {
            let desk = Desk::own(visitor)?;
            Some(form_view(shop, &desk, sheet, found).await?)
        }
        None => None,
    };
    let view = CheckoutPageView { form, cart_url: CART_URL.to_owned(), shop_url: SHOP_URL.to_owned() };
    let head = show::head(shop, CHECKOUT_URL, shop.messages.text(msg::checkout::TITLE));
    show::slim(shop, till, head, &view, status).await
}

/// Leads back to the form as it was sent, with what is wrong with it.
async fn send_back(
    shop: &Shop,
    visitor: &Visitor,
    fields: &RawFields,
    faults: &[Fault],
) -> Result<Response, AppError> {
    let led = refused::lead_back(shop, visitor, CHECKOUT_URL, fields, faults).await?;
    // Without a session there is no cart either: the page says that there is nothing to buy.
    Ok(led.unwrap_or_else(|| Redirect::to(CHECKOUT_URL).into_response()))
}

/// The form's nonce is of another session, or too old. It comes back with what was typed and a nonce of its own, and
/// nothing else happens.
pub async fn expired(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let guest = who(&shop, &visitor).await?;
    let faults = [Fault::plain(&shop, msg::checkout::EXPIRED)];
    draw(&shop, &visitor, &Sheet::sent(&guest, &fields, &faults), StatusCode::FORBIDDEN).await
}

/// A new form speaks of the place that the total is for. A street belongs to its country.
fn fill_in_place(buyer: &mut store::Buyer, cart: &Place) {
    if !cart.country.is_empty() && buyer.country != cart.country {
        buyer.country.clone_from(&cart.country);
        buyer.city.clone_from(&cart.city);
        buyer.postcode.clone_from(&cart.postcode);
        buyer.address_1.clear();
        buyer.home_number.clear();
    }
    if buyer.country.is_empty() {
        buyer.country = Rates::HOME.to_owned();
    }
}

async fn form_view(
    shop: &Shop,
    desk: &Desk,
    sheet: &Sheet<'_>,
    found: summary::Read,
) -> Result<CheckoutFormView, AppError> {
    let summary::Read { view: summary, total, place } = found;
    let till = shop.other::<Till>()?;
    let Sheet { guest, fields, faults, .. } = *sheet;
    let rates = shop.kept.get::<Rates>().await?;
    let mut typed = sheet.typed.clone();
    if fields.is_none() {
        fill_in_place(&mut typed.buyer, &place);
    }
    let is_guest = guest.customer.is_none();
    let draft = Draft {
        saved: &guest.saved,
        save: if is_guest { SaveOption::WithAccount } else { SaveOption::Offered },
        can_pay_later: true,
        total,
        fields,
    };
    Ok(CheckoutFormView {
        action: CHECKOUT_URL.to_owned(),
        hidden: vec![
            (PLACE_NONCE.to_owned(), desk.nonce(shop, nonces::PLACE)),
            ("order_form_key".to_owned(), payments::store::random_text(26)),
        ],
        faults: show::faults(faults),
        login_url: is_guest.then(|| format!("{ACCOUNT_URL}?next={CHECKOUT_URL}")),
        fields: typed.fields(shop, &rates, faults),
        create_account: is_guest.then_some(typed.wants_account),
        payment: payment::view(shop, till, &draft),
        notes: form::notes(&typed),
        terms_url: String::new(),
        is_terms_ticked: typed.has_terms,
        attribution: form::sources(),
        express: till.express_url.as_ref().map(|url| ExpressView {
            method_url: url.clone(),
            checkout_url: EXPRESS_URL.to_owned(),
            nonce: desk.nonce(shop, nonces::EXPRESS),
            currency: "USD",
        }),
        tracks_nonce: shop.nonces.page(nonces::TRACKS, "", shop.clock.now()),
        notification_time: shop.kept.get::<CartSettings>().await?.notification_time,
        summary,
    })
}

/// Places the order. Whatever keeps it from that is told at once, all of it, and the form comes back as it was; what was
/// typed into the payment form is never among it.
pub async fn place(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let guest = who(&shop, &visitor).await?;
    let typed = Typed::read(&fields);
    let rates = shop.kept.get::<Rates>().await?;
    let mut faults = typed.faults(&shop, &rates);
    let chosen = choose(&shop, &fields, &guest);
    let (pay, wants_saved) = match chosen {
        Ok(chosen) => chosen,
        Err(text) => {
            faults.push(Fault::at(&shop, "payment_method", text));
            (Pay::Later, false)
        }
    };
    let form_key = form::form_key(&fields).ok_or(AppError::StaleNonce)?;
    // Before anything else is said about the form: the next one shows the same way of sending.
    set_method(&shop, &visitor, &fields).await?;
    if !faults.is_empty() {
        return send_back(&shop, &visitor, &fields, &faults).await;
    }
    let wish = Wish {
        buyer: typed.buyer.clone(),
        customer: guest.customer,
        notes: typed.notes.clone(),
        attribution: form::attribution(|name| fields.get(name).map(str::to_owned)),
        wants_account: typed.wants_account && guest.customer.is_none(),
        wants_saved: wants_saved && (guest.customer.is_some() || typed.wants_account),
        form_key,
        seen_total: form::seen_total(&fields),
        pay,
    };
    let asks_for_account = wish.wants_account;
    match place::place(&shop, till, &visitor, wish).await? {
        Placed::Order(order) => {
            if asks_for_account {
                ask_for_account(&shop, &visitor, &typed).await;
            }
            refused::forget(&shop, &visitor, CHECKOUT_URL).await?;
            let order = store::find(&till.db, order).await?.ok_or(AppError::NotFound)?;
            Ok(Redirect::to(&order.received_url()).into_response())
        }
        Placed::Declined(order) => {
            if cart_is_empty(&shop, &visitor).await? {
                // It was in doubt, so the cart is empty by now: the order itself says how to go on.
                let order = store::find(&till.db, order).await?.ok_or(AppError::NotFound)?;
                return Ok(Redirect::to(&order.received_url()).into_response());
            }
            let faults = [
                Fault::plain(&shop, msg::payments::GENERAL_ERROR),
                Fault::plain(&shop, msg::payments::DECLINED),
            ];
            send_back(&shop, &visitor, &fields, &faults).await
        }
        Placed::NotTaken(why) => {
            let faults = [Fault::at(&shop, "payment_method", payment::not_taken(why))];
            send_back(&shop, &visitor, &fields, &faults).await
        }
        Placed::Refused(why) => {
            let faults: Vec<Fault> = why.into_iter().map(|text| Fault::plain(&shop, text)).collect();
            send_back(&shop, &visitor, &fields, &faults).await
        }
        Placed::Empty => Ok(Redirect::to(CHECKOUT_URL).into_response()),
    }
}

async fn cart_is_empty(shop: &Shop, visitor: &Visitor) -> Result<bool, AppError> {
    Ok(summary::read(shop, visitor, |_| None).await?.is_none())
}

fn choose(shop: &Shop, fields: &RawFields, guest: &Guest) -> Result<(Pay, bool), kernel::Message> {
    let chosen = payment::read(fields, &guest.saved, shop.clock.now().date_naive(), true);
    // Said by pages whose script does not run: without a saved method the order is kept, to be paid later.
    let later = fields.get("pay_later").is_some_and(|said| !said.is_empty());
    match chosen {
        Ok(chosen) => Ok((Pay::Now { kind: chosen.kind, means: chosen.means }, chosen.wants_saved)),
        Err(_) if later => Ok((Pay::Later, false)),
        Err(text) => Err(text),
    }
}

/// An account comes by a letter, as everywhere; too many letters are no reason to lose an order.
async fn ask_for_account(shop: &Shop, visitor: &Visitor, typed: &Typed) {
    let wish = accounts::jobs::Wish::Register {
        email: typed.buyer.email.clone(),
        first_name: typed.buyer.first_name.clone(),
        last_name: typed.buyer.last_name.clone(),
    };
    let whose = typed.buyer.email.to_lowercase();
    if let Err(error) = accounts::jobs::ask_for_link(shop, visitor, &whose, wish).await {
        tracing::warn!(%error, "an account was asked for at the checkout, and no letter could be put in line");
    }
}

async fn set_method(shop: &Shop, visitor: &Visitor, fields: &RawFields) -> Result<(), AppError> {
    if let Some(method) = fields.get("shipping_method[0]") {
        cart::http::totals::set_method(shop, visitor, method).await?;
    }
    Ok(())
}

/// The form's smaller buttons, without script: a coupon, or what it costs to send it elsewhere.
pub async fn update(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let typed = Typed::read(&fields);
    move_cart(&shop, &visitor, &typed).await?;
    set_method(&shop, &visitor, &fields).await?;
    let mut faults = Vec::new();
    if fields.get("apply_coupon").is_some() {
        let code = fields.get("coupon_code").unwrap_or_default();
        let outcome = cart::http::totals::put_coupon(&shop, &visitor, code).await?;
        let notice = outcome.and_then(|outcome| outcome.notice);
        if let Some(notice) = notice.filter(|notice| matches!(notice.kind, cart::view::NoticeKind::Error)) {
            faults.push(Fault { field: Some("coupon_code".to_owned()), text: notice.text });
        }
    }
    send_back(&shop, &visitor, &fields, &faults).await
}

/// Where a parcel goes decides what it costs.
async fn move_cart(shop: &Shop, visitor: &Visitor, typed: &Typed) -> Result<(), AppError> {
    let rates = shop.kept.get::<Rates>().await?;
    if !rates.countries().any(|(code, _)| *code == typed.buyer.country) {
        return Ok(());
    }
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    if let Some(locked) = cart::store::lock(&mut tx, visitor, now).await? {
        let buyer = &typed.buyer;
        cart::store::totals::set_destination(
            &mut tx,
            locked.id,
            &buyer.country,
            &buyer.city,
            &buyer.postcode,
            now,
        )
        .await?;
    }
    tx.commit().await?;
    Ok(())
}

/// `update_order_review`: the summary's new props, after the place, the way of sending or the cart changed.
pub async fn refresh(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let said = |name: &str| fields.get(name).unwrap_or_default().to_owned();
    let buyer = accounts::rules::Address::read(|part| said(part.name()));
    let typed = Typed { buyer, ..Typed::default() };
    move_cart(&shop, &visitor, &typed).await?;
    set_method(&shop, &visitor, &fields).await?;
    let answer = match summary::read(&shop, &visitor, |_| None).await? {
        Some(found) => OrderReviewAnswer {
            result: OrderReviewResult::Success,
            reload: false,
            messages: String::new(),
            fragments: Regions::new().with_island(&found.view).fragments(&shop.renderer).await?,
        },
        // There is nothing left to buy: the page says so.
        None => OrderReviewAnswer {
            result: OrderReviewResult::Failure,
            reload: true,
            messages: String::new(),
            fragments: Default::default(),
        },
    };
    let mut response = serde_json::to_string(&answer).expect("an answer is plain data").into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}
